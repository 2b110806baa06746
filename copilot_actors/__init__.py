"""Supervised actors that keep GitHub Copilot CLI conversations alive."""

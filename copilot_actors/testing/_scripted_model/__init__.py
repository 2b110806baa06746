"""A model server on loopback that answers by script, and the scripts."""

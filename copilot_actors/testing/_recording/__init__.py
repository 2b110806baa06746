"""Recordings of real sessions, without their secrets, and the scripts made of them."""

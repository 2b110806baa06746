"""``make bench``: this library beside what its users would pick instead, in one run."""

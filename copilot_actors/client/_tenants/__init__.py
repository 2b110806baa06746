"""One client shared by tenants, each of whom sees only what is theirs."""

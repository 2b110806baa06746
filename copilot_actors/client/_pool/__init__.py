"""Several clients kept as one: who has which, how many there may be, and which has to go."""

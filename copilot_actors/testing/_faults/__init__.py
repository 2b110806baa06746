"""What goes wrong at which frame, and what injects it."""

"""State machines for Hypothesis over sessions and supervisors."""

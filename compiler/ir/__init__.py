"""The two levels between a checked game and Python: the structured program and the state
machine."""

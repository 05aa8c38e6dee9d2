"""From the syntax tree to the resolved, typed game."""

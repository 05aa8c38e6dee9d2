"""From a checked game to a state machine, and from there to Python and to a rulebook."""

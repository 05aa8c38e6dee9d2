"""From a checked game to the pages of its rulebook and to diagrams."""

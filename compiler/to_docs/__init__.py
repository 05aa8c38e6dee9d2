"""From a checked game and its text to the pages of a rulebook."""

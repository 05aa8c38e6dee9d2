"""From the text of a ruleset to a checked game: source, syntax tree, types, diagnostics."""

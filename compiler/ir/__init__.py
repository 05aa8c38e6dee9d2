"""The intermediate form: the program of a game, its state machine, printers and verifier."""

"""From a program to the text of a module for mypyc: the same game, in a shape for machine code."""

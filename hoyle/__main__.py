"""`python -m hoyle` is the command line."""

from hoyle.cli import main

main()

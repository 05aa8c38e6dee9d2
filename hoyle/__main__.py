"""`python -m hoyle` is the command line."""

import sys


def main() -> None:
    """The command line; Ctrl-C ends it quietly even while it is being imported."""
    try:
        from hoyle.cli import main as command_line

        command_line()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()

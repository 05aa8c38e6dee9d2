"""hoyle compiles the rules of tabletop games into games that play."""

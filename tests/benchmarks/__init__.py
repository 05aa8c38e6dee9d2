"""How fast compiled games are; run by hand, never by the tests."""

"""The words of the language that are never names, and how long a number may be."""

_DECLARATIONS = """
    game kinds component chart board die supply table player has setup turn play to value adjust
    lift lasting movement sight option ruling invariant example whenever scenario campaign
"""
_FLOW = """
    let if otherwise match each together repeat until while stop choose may offer as with roll
    return end victory
"""
_MOMENTS = "before after instead when once"
_CONDITIONS = "you your it this bearer yes no none and or not is in where any every agrees"
_SMALL = "of from for by at except"

RESERVED = frozenset(" ".join((_DECLARATIONS, _FLOW, _MOMENTS, _CONDITIONS, _SMALL)).split())

LONGEST_NUMBER = 9
"""Digits of a number; a million is the most that rules can count to."""

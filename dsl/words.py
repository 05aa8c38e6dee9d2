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


def help_with(word: str) -> str:
    """What to do where a reserved word stands for a name."""
    if word == "player":
        return "Say `your hand` for the player addressed, or name one: `any p in players has …`."
    if word in ("setup", "play", "turn"):
        return f"`{word}` stands alone at the left margin; for anything else choose another name."
    if word in _DECLARATIONS.split():
        return "Choose another name. If a declaration is meant, it stands at the left margin."
    return "Choose another name."


LONGEST_NUMBER = 9
"""Digits of a number; a million is the most that rules can count to."""

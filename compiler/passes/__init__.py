"""Passes over the intermediate form: each file holds one."""

LOWERED = "lowered"
"""What names a program before the first pass."""

NAMES = (
    "fold",
    "inline-functions",
    "fold-2",
    "prune",
    "locate",
    "place-checks",
    "settle",
    "inline-procedures",
    "settle-2",
    "prune-2",
    "inline-procedures-2",
    "fold-3",
    "nest",
    "forward",
    "decide",
    "fold-4",
    "prune-3",
    "shrinking",
    "steady",
    "sieve",
    "unwatched",
    "merge",
    "told",
    "tally",
    "printed",
    "aside",
    "cases",
    "gather",
    "at-the-end",
    "running",
    "listed",
    "counted",
    "sole",
)
"""The passes in their order, each once: `fold-2` is the second time that `fold` is done."""

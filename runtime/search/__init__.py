"""Bots that think: they are dealt positions that their seat cannot tell from the true one, and play
those on.

`flat` tries every option equally often; `ismcts` grows trees of what the seats see. Both get a
`Question` and no state; a `Budget` says how long they think. `seats` makes them from words.
"""

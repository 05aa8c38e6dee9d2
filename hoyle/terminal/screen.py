"""The screen: whose it is, what stands on it, and what each seat has been told already."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hoyle.runtime import labels
from hoyle.runtime.table import Table
from hoyle.terminal.console import Quit, Talk
from hoyle.terminal.news import gained, news
from hoyle.terminal.picture import View, label, numbers, picture, shared, words

MOST_NEWS = 40  # lines of news before a question; the log has all of them


@dataclass(slots=True)
class Screen:
    """One screen that all people at a table share; nobody sees what is another's."""

    table: Table
    talk: Talk
    shown: int | None = None  # the seat whose screen it is
    heard: dict[int, int] = field(default_factory=dict)  # lines of the log told to each seat
    held: dict[int, View] = field(default_factory=dict)  # what lay before all when a seat last saw

    def is_person(self, seat: int) -> bool:
        return self.table.seats[seat] is None

    def persons(self) -> list[int]:
        return [seat for seat, bot in enumerate(self.table.seats) if bot is None]

    def hand_over(self, seat: int, asked: bool) -> None:
        """Where several people share the device, nobody sees another's screen."""
        if self.shown == seat or len(self.persons()) < 2:
            self.shown = seat
            return
        if self.shown is not None or self.talk.person:
            self.talk.wipe()
            self.talk.say(f"— {labels.seat_name(seat)}, it is your screen —", style="bold")
            if self.talk.person:
                self._enter("Press Enter when only you can see it. ")
        self.shown = seat

    def pause(self, seat: int) -> None:
        """The screen of somebody who is not asked, as long as one who is."""
        self.news(seat)
        self.talk.say("Nothing for you to decide now.")
        if self.talk.person:
            self._enter("Press Enter to go on. ")

    def _enter(self, prompt: str) -> None:
        """Wait for a person; one who wants to stop may say so here as well."""
        if self.talk.ask(prompt).casefold() == "quit":
            raise Quit

    def news(self, *seats: int) -> None:
        """What happened since the last screen, as far as all of the seats may know."""
        asked = sum(1 << seat for seat in seats)
        heard = min(self.heard.get(seat, 0) for seat in seats)
        lines = [x for x in self.table.lines[heard:] if x.audience & asked == asked]
        turn = self.table.lines[heard - 1].turn if heard else -1
        told = list(news(lines, turn, self._known(*seats)))
        self.heard.update(dict.fromkeys(seats, len(self.table.lines)))
        if len(seats) == 1:
            told += self._gained(seats[0], told)
        if len(told) > MOST_NEWS:
            self.talk.say(f"  … {len(told) - MOST_NEWS} more, see `log`", style="dim")
        for text in told[-MOST_NEWS:]:
            self.talk.say(f"  {text}", style="dim")

    def _known(self, *seats: int) -> dict[str, str]:
        """What the fields of all players held when a single seat last saw them, as in the log."""
        before: Any = self.held.get(seats[0], {}) if len(seats) == 1 else {}
        return {
            f"{name}’s {label(field)}": words(value, {})
            for name, fields in before.items()
            for field, value in fields.items()
            if isinstance(value, bool | int | str)
        }

    def _gained(self, seat: int, told: list[str]) -> list[str]:
        """What the seat has got since its last screen and no line says."""
        name = labels.seat_name(seat)
        players: Any = self.table.view(seat)["players"]
        before: Any = self.held.get(seat, players)
        self.held[seat] = players
        return [f"{name}’s {text}" for text in gained(before[name], players[name], told)]

    def taken_back(self) -> None:
        """What has been told and then taken back is not told any more."""
        told = len(self.table.lines)
        self.held.clear()
        self.heard = {one: min(heard, told) for one, heard in self.heard.items()}

    def look(self, seat: int) -> None:
        self._draw(self.table.view(seat, details=True))

    def _draw(self, view: View) -> None:
        self.talk.say()
        for part in picture(self.table.game.schema, view, {}):
            self.talk.say(part)

    def show_end(self, told: str) -> None:
        """An end as the only person sees it; of several, as everybody may see it."""
        persons = self.persons()
        if len(persons) > 1:
            self.talk.wipe()
        seats = persons if len(persons) == 1 else range(self.table.game.num_players())
        view = shared([self.table.view(seat, details=True) for seat in seats])
        self.news(*seats)
        self._draw(view)
        self.talk.say(told, style="bold")
        for name, result in self.table.results().items():
            scores = numbers(self.table.game.schema, view, name, final=True)
            more = ", ".join(f"{label(what)} {words(score, {})}" for what, score in scores.items())
            self.talk.say(f"  {name}: {result:+g}{f' ({more})' if more else ''}")

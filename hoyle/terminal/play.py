"""The game loop at the terminal: whose screen it is, what is seen, what is answered."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from rich.text import Text

from hoyle.runtime import labels
from hoyle.runtime.assisted import AssistedTable
from hoyle.runtime.bots import Question
from hoyle.runtime.campaigns import Campaign
from hoyle.runtime.errors import HoyleError, IllegalAction
from hoyle.runtime.game import Game
from hoyle.runtime.table import Table
from hoyle.runtime.why import why_not
from hoyle.terminal import keeping
from hoyle.terminal.console import Ended, Quit, Talk
from hoyle.terminal.details import details
from hoyle.terminal.picture import by_the_way
from hoyle.terminal.screen import Screen
from hoyle.terminal.signals import Stopped, stopping, undisturbed

HELP = """\
Answer with the number of an option or with its name. Other words:
  why NAME     why an option is not there
  rules        the rule behind the question, and the clauses it rests on
  rules NAME   the rule behind an option
  look         the table once more
  log          what has happened, as far as you may know
  undo         take your last decision back: never behind chance, a reveal or another's decision
  save FILE    write the game to a file
  quit         stop; `hoyle play --load FILE` goes on"""

MOST_OPTIONS = 300  # that are listed; each can be named

HELP_AT_DICE = """\
Answer with what the dice or cards show, by its name. Other words:
  undo         take back what you typed in last, or the decision that made you roll
  save FILE    write the game to a file
  quit         stop; `hoyle play --load FILE` goes on"""


@dataclass(frozen=True, slots=True)
class Following:
    """What comes behind a chapter of a campaign: a table for its next one."""

    campaign: Campaign
    table: Callable[[Game], Table]

    def after(self, table: Table) -> Table | None:
        """The table of the next chapter; None behind the last."""
        game = self.campaign.after(table.game, table.state)
        return None if game is None else self.table(game)


@dataclass(slots=True)
class Shell:
    """Plays one table at one terminal, or the chapters of a campaign one after the other. `script`
    answers before anybody is asked.

    `go_on` is the command that goes on with a save; `kept` the file that this game was loaded from,
    if it is one that was left.
    """

    table: Table
    talk: Talk
    script: list[str]
    save_to: Path | None = None
    go_on: str = ""
    following: Following | None = None
    kept: Path | None = None
    went_on: bool = False  # from one chapter to the next
    loaded: int = field(init=False)  # steps that a save holds
    screen: Screen = field(init=False)

    def __post_init__(self) -> None:
        self.screen = Screen(self.table, self.talk)
        self.loaded = len(self.table.journal)

    def run(self) -> None:
        """Play until the game is over, input ends, or somebody stops; nothing is lost."""
        try:
            with stopping():
                self._chapter()
                self._play()
                while self._goes_on():
                    self._play()
                self._finish()
        except (Ended, Quit):
            self._stopped()
        except Stopped as stopped:
            self._stopped()
            raise SystemExit(stopped.code) from None
        except (KeyboardInterrupt, HoyleError):  # rules that fail where nobody can choose otherwise
            self._stopped()
            raise
        if self.talk.lost is not None:
            raise self.talk.lost

    def _play(self) -> None:
        while True:
            self.table.play_bots()
            if self.table.state.is_terminal():
                return
            if self.table.state.is_chance_node():
                self._real_dice()
                continue
            for screen in self.table.screens.now:
                if self.screen.is_person(screen.seat):
                    self.screen.hand_over(screen.seat, screen.asked)
                    if not screen.asked:
                        self.screen.pause(screen.seat)
            self._turn()

    def _chapter(self) -> None:
        """Which chapter of a campaign begins."""
        if self.following is not None:
            self.talk.say()
            self.talk.say(self.following.campaign.title(self.table.game), style="bold")

    def _goes_on(self) -> bool:
        """The next chapter at the same terminal, if there is one."""
        table = self.following.after(self.table) if self.following is not None else None
        if table is None:
            return False
        self.screen.show_end("The chapter is over.")
        self.table, self.screen = table, Screen(table, self.talk)
        self.loaded, self.went_on = 0, True
        self._chapter()
        return True

    # -------------------------------------------------------------------------------- answering

    def _turn(self) -> None:
        question = self.table.question()
        assert question is not None
        self.screen.news(question.seat)
        self.screen.look(question.seat)
        self._options(question)
        before = len(self.table.journal)
        while len(self.table.journal) == before and self.table.question() is not None:
            if self._answered(question, self._next_line(question)):
                return

    def _options(self, question: Question) -> None:
        who = labels.seat_name(question.seat)
        self.talk.say(Text(f"{who}: {question.prompt or 'Choose'}", style="bold"))
        game, view = self.table.game.schema, self.table.view(question.seat, details=True)
        listed = self._listed(question)
        for number, action in enumerate(listed[:MOST_OPTIONS], 1):
            name = question.options[action]
            more = details(game, view, name)
            self.talk.say(f"  {number}. {name}" + (f" ({more})" if more else ""))
        if len(listed) > MOST_OPTIONS:
            self.talk.say(f"  … {len(listed) - MOST_OPTIONS} more: answer with a name", style="dim")

    def _listed(self, question: Question) -> list[int]:
        view = self.table.view(question.seat, details=True)
        return by_the_way(self.table.game.schema, view, question.options)

    def _next_line(self, question: Question) -> str:
        if self.script:
            line = self.script.pop(0)
            self.talk.say(f"> {line}")
            return line
        return self.talk.ask("> ")

    def _answered(self, question: Question, line: str) -> bool:
        """Do what a line says; whether the position has changed."""
        word, _, rest = line.partition(" ")
        command = self._commands(question).get(word.casefold())
        try:
            if command is not None and line not in question.options.values():
                return command(rest.strip())
            if line:
                return self._chosen(question, line)
        except HoyleError as error:
            self.talk.say(str(error), style="red")
        return False

    def _chosen(self, question: Question, line: str) -> bool:
        """Answer the question; what is not offered is refused with the reason."""
        try:
            self.table.choose(question.seat, self._meant(question, line))
        except IllegalAction as error:
            self.talk.say(str(why_not(self.table.state, line) or error), style="red")
            return False
        return True

    def _meant(self, question: Question, line: str) -> int | str:
        """A name before a number: options may be numbers themselves."""
        for action, name in question.options.items():
            if name.casefold() == line.casefold():
                return action
        actions = self._listed(question)
        if line.isascii() and line.isdigit() and 1 <= int(line) <= len(actions):
            return actions[int(line) - 1]
        begun = [a for a, n in question.options.items() if n.casefold().startswith(line.casefold())]
        return begun[0] if len(begun) == 1 else line

    # --------------------------------------------------------------------------------- commands

    def _commands(self, question: Question) -> dict[str, Callable[[str], bool]]:
        return {
            "help": lambda _: self._tell(HELP),
            "?": lambda _: self._tell(HELP),
            "why": lambda name: self._why(question, name),
            "rules": lambda name: self._rules(question, name),
            "look": lambda _: self._again(question),
            "log": lambda _: self._log(question.seat),
            "undo": lambda _: self._undo(question.seat),
            "save": self._save,
            "quit": lambda _: self._quit(),
        }

    def _tell(self, text: str) -> bool:
        self.talk.say(text)
        return False

    def _why(self, question: Question, name: str) -> bool:
        if not name:
            return self._tell("Say what is missing: why NAME.")
        reason = why_not(self.table.state, self._meant(question, name))
        return self._tell(str(reason) if reason else f"{name} is possible now.")

    def _rules(self, question: Question, name: str) -> bool:
        state, game = self.table.state, self.table.game.schema
        number, rules = state.module_.nodes[state.pc].rule, game.rules
        if name:
            meant = self._meant(question, name)
            if not isinstance(meant, int):
                return self._tell(f"`{name}` is no option here; `why {name}` says more.")
            number = labels.site_of(game, meant).rule
        if not 0 <= number < len(rules):
            return self._tell("No rule of the text asks this.")
        rule = rules[number]
        cites = f" [{', '.join(rule.cites)}]" if rule.cites else ""
        return self._tell(f"{rule.name} ({rule.file}:{rule.line}){cites}\n{rule.text}".rstrip())

    def _again(self, question: Question) -> bool:
        self.screen.look(question.seat)
        self._options(question)
        return False

    def _log(self, seat: int) -> bool:
        for line in self.table.log(seat):
            self.talk.say(f"  {line}")
        return False

    def _undo(self, seat: int) -> bool:
        self.table.undo(seat)
        self.screen.taken_back()
        return True

    def _save(self, name: str) -> bool:
        path = Path(name) if name else self.save_to
        if path is None:
            return self._tell("Say where: save FILE.")
        self._write(path)
        return False

    def _write(self, path: Path) -> bool:
        """Write the game to a file; whether that could be done."""
        try:
            keeping.write(path, self.table.save())
        except keeping.NotSaved as error:
            self.talk.say(f"{error}.", style="red")
            return False
        self.talk.say(f"Saved in {path}.")
        return True

    def _quit(self) -> bool:
        raise Quit

    # ------------------------------------------------------------------------------- real dice

    def _real_dice(self) -> None:
        assert isinstance(self.table, AssistedTable)
        names = self.table.asked_for()
        prompt = labels.prompt(self.table.state)
        shown = labels.several(names)
        self.talk.say(
            Text(f"What came up{f' ({prompt})' if prompt else ''}? {shown}", style="bold")
        )
        while True:
            line = self.script.pop(0) if self.script else self.talk.ask("> ")
            try:
                if line and self._came(line, names):
                    return
            except HoyleError as error:
                self.talk.say(str(error), style="red")

    def _came(self, line: str, names: list[str]) -> bool:
        """Do what a line says where dice are asked for; whether the position has changed."""
        word, _, rest = line.partition(" ")
        if line not in names:
            match word.casefold():
                case "quit":
                    raise Quit
                case "help" | "?":
                    return self._tell(HELP_AT_DICE)
                case "save":
                    return self._save(rest.strip())
                case "undo":
                    return self._undo(self.table.journal[-1].seat if self.table.journal else -1)
        self.table.answer(line)
        return True

    # ---------------------------------------------------------------------------------- the end

    def _finish(self) -> None:
        """The end of all; the game is kept where it is said."""
        self.screen.show_end(
            "The game is over." if self.following is None else "The campaign is over."
        )
        if self.script:
            self.talk.say(f"{len(self.script)} answers were not asked for.", style="dim")
        with undisturbed():
            if self.save_to is not None and not self._write(self.save_to):
                self._keep()
            elif self.kept is not None and self.save_to is None:
                self.kept.unlink(missing_ok=True)

    def _stopped(self) -> None:
        """Input ended or somebody left: the game is kept where it can be gone on with."""
        with undisturbed():
            self.talk.say()
            path = self.save_to or self.kept
            if path is None or not self._write(path):
                self._keep()
            elif self.go_on:
                self._tell_how(path)

    def _keep(self) -> None:
        """Keep a game that nobody named a file for, if a person has decided anything since."""
        typed = (
            (*self.screen.persons(), -1)
            if isinstance(self.table, AssistedTable)
            else self.screen.persons()
        )
        decided = any(step.seat in typed for step in self.table.journal[self.loaded :])
        if not decided and not self.went_on:
            return
        try:
            path = keeping.keep(self.table.game.schema.id, self.table.save())
        except keeping.NotSaved as error:
            self.talk.say(f"{error}.", style="red")
        else:
            self.talk.say(f"Saved in {path}.")
            self._tell_how(path)

    def _tell_how(self, path: Path) -> None:
        """The command that goes on with a save."""
        if self.go_on:
            self.talk.say(f"Go on with: {self.go_on} {shlex.quote(str(path))}", style="dim")

    def offer(self) -> None:
        """Say to a person that a game was left that can be gone on with."""
        told = self.table.game.schema
        path = next(keeping.left(told.id, told.version), None)
        if path is not None and self.talk.person and not self.script:
            self.talk.say("A game that you left is kept.", style="dim")
            self._tell_how(path)

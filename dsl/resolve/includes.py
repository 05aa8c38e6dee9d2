"""Files that stand in others: `include "shared.rules"` is read as if its lines stood there."""

from __future__ import annotations

from dataclasses import field
from itertools import pairwise
from pathlib import PurePosixPath

from hoyle.dsl import codes, nodes
from hoyle.dsl.diagnostics import Label, Sink
from hoyle.dsl.reader import Reader, Unreadable, beside
from hoyle.dsl.records import record
from hoyle.dsl.resolve.world import Page
from hoyle.dsl.source import Source, Span
from hoyle.dsl.trees import tree_of

DEEPEST = 20


@record
class Read:
    """A file that was read; its name is seen from the folder of the game."""

    source: Source
    tree: nodes.File
    name: str

    @property
    def folder(self) -> str:
        """Where it lies; what it names is looked for there."""
        folder = PurePosixPath(self.name).parent.as_posix()
        return "" if folder == "." else folder


@record(frozen=False)
class Pages:
    """The pages of all files in the order of their lines, those of included ones in between.

    A file stands once, where it is named first. `stands`: for each `include`, what stands in its
    place, "" if it stands further up. `around`: the files that are open, with their `include`.
    """

    files: Reader
    sink: Sink
    pages: list[Page] = field(default_factory=list)
    trees: list[nodes.File] = field(default_factory=list)
    folders: dict[str, str] = field(default_factory=dict)
    stands: dict[Span, str] = field(default_factory=dict)
    around: dict[str, nodes.Include] = field(default_factory=dict)
    failed: bool = False

    def add(self, read: Read, level: int, shared: bool = False) -> None:
        """A file with all that it includes."""
        self.trees.append(read.tree)
        self.folders[read.source.path] = read.folder
        items: list[nodes.Node] = []
        once: dict[str, nodes.Include] = {}
        for item in read.tree.items:
            if not isinstance(item, nodes.Include):
                items.append(item)
                continue
            self.pages.append(Page(tuple(items), level, read.source, shared))
            items = []
            self._include(item, read, level, once)
        self.pages.append(Page(tuple(items), level, read.source, shared))

    def _include(
        self, node: nodes.Include, by: Read, level: int, once: dict[str, nodes.Include]
    ) -> None:
        """The file that a line names, unless it stands already; `once`: those of this file."""
        found = self._found(node, by)
        if found is None:
            return
        source, name = found
        path = source.path
        self.around[by.source.path] = node
        if path in once:
            self._twice(node, once[path])
        elif path in self.around:
            self._circle(path)
        elif len(self.around) > DEEPEST:
            self._report(node, f"More than {DEEPEST} files include each other.", "Include fewer.")
        elif path in self.folders:
            self.stands[node.span] = ""
        elif self._is_new_name(node, path):
            self._open(node, Read(source, nodes.File(()), name), level)
        once[path] = node
        del self.around[by.source.path]

    def _found(self, node: nodes.Include, by: Read) -> tuple[Source, str] | None:
        """The text of an included file, and its name; it lies beside the file, or nearly so."""
        help_ = (
            "Name a `.rules` file from this one: "
            '`include "shared.rules"`, `include "../shared/cards.rules"`.'
        )
        try:
            name = beside(by.folder, node.path)
            if not name.endswith(".rules"):
                raise Unreadable("is no `.rules` file")
            return self.files.read(name), name
        except Unreadable as why:
            self._report(node, f"`{node.path}` cannot be read: it {why}.", help_)
            return None

    def _open(self, node: nodes.Include, read: Read, level: int) -> None:
        """A file that stands nowhere yet."""
        tree = tree_of(read.source, self.sink)
        head = None if tree is None else head_of(tree)
        if tree is None:
            self.failed = True
        elif head is not None:
            message = f"`{node.path}` has a head, so it is a game of its own."
            help_ = (
                f'Extend it (`extends "{node.path}"` in the head), or put what both games share '
                "into a third file, without a head."
            )
            self._report(node, message, help_, Label(head.span, "this is its head"))
        else:
            self.stands[node.span] = read.source.path
            self.add(Read(read.source, tree, read.name), level, shared=True)

    def _is_new_name(self, node: nodes.Include, path: str) -> bool:
        """Whether no other file is called so: messages of a game tell a file by its name alone."""
        name = PurePosixPath(path).name
        other = next((known for known in self.folders if PurePosixPath(known).name == name), None)
        if other is not None:
            message = f"Two files of this game are called `{name}`."
            label = Label(Span(other, 0, 0), "this is the other one")
            self._report(node, message, "Rename one of the two.", label)
        return other is None

    def _twice(self, node: nodes.Include, before: nodes.Include) -> None:
        message = f"`{node.path}` is included twice in this file."
        self._report(node, message, "Leave one of the two.", Label(before.span, "it stands here"))

    def _circle(self, path: str) -> None:
        """Told in the same words wherever the circle is entered."""
        around = list(self.around)[list(self.around).index(path) :]
        first = around.index(min(around))
        ring = [*around[first:], *around[:first]]
        names = [PurePosixPath(one).name for one in (*ring, ring[0])]
        steps = ", ".join(f"`{a}` includes `{b}`" for a, b in pairwise(names))
        message = f"These files include each other in a circle: {steps}."
        if len(ring) == 1:
            message = "This file includes itself."
        help_ = "Put what both need into a third file."
        self._report(self.around[ring[0]], message, help_)

    def _report(self, node: nodes.Include, message: str, help_: str, *labels: Label) -> None:
        self.failed = True
        self.sink.report(codes.BAD_INCLUDE, node.span, message, labels=labels, help=help_)


def head_of(tree: nodes.File) -> nodes.Game | None:
    """The head of a file; one that is only included has none."""
    return next((item for item in tree.items if isinstance(item, nodes.Game)), None)

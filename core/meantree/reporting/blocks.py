"""What a report says, block by block: one model that every format renders, and no format adds to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from meantree.comparison.marks import Severity
from meantree.escaping import is_right_to_left
from meantree.evaluation.value_table import ValueTable
from meantree.metrics.evidence import Status
from meantree.picture.display_list import Drawing

_LEFTWARDS: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
"""Scripts from right to left, as a class of characters."""
_BEGINNING: Final = re.compile(rf"[\W\d_]*[{_LEFTWARDS}]")
_QUOTATION: Final = re.compile("“[^“”]*”")
# Quotations with a letter of such a script, and else its words with what joins them.
_ISOLATED: Final = re.compile(
    rf"(?<=“)[^“”{_LEFTWARDS}]*[{_LEFTWARDS}][^“”]*(?=”)|[{_LEFTWARDS}](?:[ .'’_-]*[{_LEFTWARDS}])*"
)
Weight = Literal["", "strong", "muted", "code", "differs"]
Rows = tuple[tuple[str, "Line"], ...]


@dataclass(frozen=True, slots=True)
class Run:
    """Some words of a line.

    Attributes:
        text: as people wrote it; renderers escape it.
        status: of the words by the metric, None if they are not marked.
        weight: ``strong``, ``muted``, ``code`` (signatures and formulas), ``differs`` (from another text)
            or empty.
        target: the anchor of the heading that the words lead to, empty for none.
        ground: the severity of the error that the words are part of, None if of none.
        isolated: whether the words have a direction of their own, which is not that of the line.
    """

    text: str
    status: Status | None = None
    weight: Weight = ""
    target: str = ""
    isolated: bool = False
    ground: Severity | None = None


Line = tuple[Run, ...]


def line(*parts: str | Run) -> Line:
    """Return a line of runs; bare strings are plain."""
    return tuple(Run(part) if isinstance(part, str) else part for part in parts)


def with_isolated(runs: Line) -> Line:
    """Return a line whose quotations and names in scripts from right to left are runs of their own.

    Otherwise they would turn the line around them, or join the numbers that follow. What people wrote from right to
    left as a whole stays as it is.
    """
    said = text_of(run for run in runs if not run.isolated)
    if said.isascii() or (_BEGINNING.match(said) and is_right_to_left(_QUOTATION.sub("", said))):
        return runs
    return tuple(part for run in runs for part in ((run,) if run.isolated else _parts(run)))


def _parts(run: Run) -> Iterator[Run]:
    start = 0
    for found in _ISOLATED.finditer(run.text):
        if found.start() > start:
            yield replace(run, text=run.text[start : found.start()])
        yield replace(run, text=found[0], isolated=True)
        start = found.end()
    if start < len(run.text):
        yield replace(run, text=run.text[start:]) if start else run


def text_of(runs: Iterable[Run]) -> str:
    """Return the text of a line."""
    return "".join(run.text for run in runs)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: 1 a section, 2 a segment, 3 a part of it, 4 the title of a fold."""

    level: int
    text: str
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; ``small`` ones are notes. A ``point`` is one of several findings."""

    line: Line
    small: bool = False
    point: bool = False


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts below each other, each after its label."""

    rows: Rows


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with its caption, which stay together; ``alternative`` says in words what it shows, of ``systems``."""

    drawings: tuple[Drawing, ...]
    caption: str
    alternative: str
    systems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; the cells (row, column, both from 0) in ``strong`` are emphasized. ``prose`` cells hold sentences."""

    table: ValueTable
    strong: frozenset[tuple[int, int]] = frozenset()
    prose: bool = False


@dataclass(frozen=True, slots=True)
class Quotation:
    """A comment, after the name of its author and what it is about."""

    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Details:
    """Blocks that a page folds away under their title; paper prints them below it."""

    title: str
    blocks: tuple[Block, ...]


FlatBlock = Heading | Paragraph | Texts | Figure | Grid | Quotation
Block = FlatBlock | Details


def isolating(block: Block) -> Block:
    """Return a block whose paragraphs are as :func:`with_isolated` makes them."""
    if isinstance(block, Paragraph):
        return replace(block, line=with_isolated(block.line))
    if isinstance(block, Details):
        return replace(block, blocks=tuple(map(isolating, block.blocks)))
    return block


def unfolded(blocks: Iterable[Block]) -> Iterator[FlatBlock]:
    """Yield blocks with the contents of folds below their titles; right below a heading, a fold needs none."""
    is_headed = False
    for block in blocks:
        if isinstance(block, Details):
            if not is_headed:
                yield Heading(4, block.title)
            yield from unfolded(block.blocks)
        else:
            yield block
        is_headed = isinstance(block, Heading)

"""Gold constituents of EWT, from the parse bits of PropBank's files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

BIT = re.compile(r"\(([^(*)\s]*)|(\*)|(\))")
OUTER = ("TOP", "ROOT", "S1", "")
PUNCTUATION = frozenset({"``", "''", ",", ".", ":", "-LRB-", "-RRB-", "HYPH", "NFP"})


@dataclass(frozen=True, slots=True)
class GoldTree:
    """A sentence with its constituents ``(start, end, label)``, 0-based, end exclusive, outermost first.

    ``tags`` are the gold parts of speech, ``predicted`` those that the English pipeline gives. Labels carry no
    function tags. A unary chain is one constituent, its labels joined by ``+`` from the top.
    """

    words: tuple[str, ...]
    tags: tuple[str, ...]
    spans: tuple[tuple[int, int, str], ...]
    predicted: tuple[str, ...] = ()


def read_props(path: Path) -> Iterator[GoldTree]:
    """Yield the sentences of a ``.props`` file."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        rows = [line.split("\t") for line in block.splitlines() if line and not line.startswith("#")]
        if rows:
            yield _tree(rows)


def _tree(rows: list[list[str]]) -> GoldTree:
    opened: list[tuple[int, str]] = []
    closed: dict[tuple[int, int], list[str]] = {}
    place = 0
    for row in rows:
        for label, leaf, end in BIT.findall(row[3]):
            if leaf:
                place += 1
            elif end:
                start, name = opened.pop()
                if name not in OUTER:
                    closed.setdefault((start, place), []).append(name)
            else:
                opened.append((place, re.split(r"[-=|]", label)[0]))
    if opened or place != len(rows):
        raise ValueError(f"unbalanced parse bits at {rows[0]}")
    spans = sorted(closed.items(), key=lambda item: (item[0][0], -item[0][1]))
    return GoldTree(
        words=tuple(row[1] for row in rows),
        tags=tuple(row[2] for row in rows),
        spans=tuple((start, end, "+".join(reversed(labels))) for (start, end), labels in spans),
    )


def brackets(tree: GoldTree, spans: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Labelled brackets as evalb counts them: punctuation does not count, unary chains one by one."""
    position, places = 0, [0]
    for tag in tree.tags:
        position += tag not in PUNCTUATION
        places.append(position)
    return [
        (places[start], places[end], label)
        for start, end, chain in spans
        for label in chain.split("+")
        if places[start] < places[end]
    ]


def binarised(size: int, spans: tuple[tuple[int, int, str], ...]) -> list[tuple[int, int, str]]:
    """The spans of a binary tree; nodes between a constituent and its children are left-branching, with label ``""``.

    One node over the whole sentence and one over each word are always there, with label ``""`` where there is none.
    """
    labels = {(start, end): label for start, end, label in spans}
    result: list[tuple[int, int, str]] = []
    ends = sorted(labels, key=lambda span: (span[0], -span[1]))

    def add(start: int, end: int) -> None:
        result.append((start, end, labels.get((start, end), "")))
        if end - start == 1:
            return
        children: list[tuple[int, int]] = []
        place = start
        while place < end:
            child = next(
                (span for span in ends if span[0] == place and span[1] <= end and span != (start, end)),
                (place, place + 1),
            )
            children.append(child)
            place = child[1]
        result.extend((start, children[last - 1][1], "") for last in range(len(children) - 1, 1, -1))
        for child in children:
            add(*child)

    add(0, size)
    return result

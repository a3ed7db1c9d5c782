"""Gold frames from PropBank's files: those of EWT, and the examples of the frame files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LONGEST_EXAMPLE = 100
"""Words: longer examples are several sentences run together."""
BIT = re.compile(r"\(([^(*)]+)|(\*)|(\))")


@dataclass(frozen=True, slots=True)
class GoldFrame:
    """A predicate's token and its arguments ``(start, end, label)``, 0-based, end exclusive; ``V`` is left out."""

    predicate: int
    roleset: str
    arguments: tuple[tuple[int, int, str], ...]


@dataclass(frozen=True, slots=True)
class GoldSentence:
    """Words, gold parts of speech and frames."""

    words: tuple[str, ...]
    tags: tuple[str, ...]
    frames: tuple[GoldFrame, ...]


def read_frames(path: Path) -> Iterator[GoldSentence]:
    """Yield the sentences of a ``.props`` file."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        rows = [line.split("\t") for line in block.splitlines() if line and not line.startswith("#")]
        if rows:
            predicates = [place for place, row in enumerate(rows) if row[5] != "-"]
            frames = (
                GoldFrame(place, rows[place][5], tuple(_arguments([row[6 + column] for row in rows])))
                for column, place in enumerate(predicates)
            )
            yield GoldSentence(tuple(row[1] for row in rows), tuple(row[2] for row in rows), tuple(frames))


def _arguments(column: list[str]) -> Iterator[tuple[int, int, str]]:
    opened: list[tuple[int, str]] = []
    for place, cell in enumerate(column):
        for label, _, end in BIT.findall(cell):
            if label:
                opened.append((place, label))
            elif end:
                start, name = opened.pop()
                if name != "V":
                    yield start, place + 1, name


def read_examples(path: Path) -> Iterator[GoldSentence]:
    """Yield the annotated examples of PropBank's frame files, one frame each; parts of speech are empty.

    Of a predicate of several words the first stands for it, as in the treebank; arguments that hold it are left out.
    """
    with path.open(encoding="utf-8") as file:
        for line in file:
            example = json.loads(line)
            words = tuple("".join(word.split()) or "_" for word in example["tokens"])
            if len(words) <= LONGEST_EXAMPLE:
                predicate = example["predicate"][0]
                spans = ((start, end + 1, label) for label, start, end in example["args"])
                arguments = tuple(sorted(span for span in spans if not span[0] <= predicate < span[1]))
                frame = GoldFrame(predicate, example["roleset"], arguments)
                yield GoldSentence(words, ("",) * len(words), (frame,))

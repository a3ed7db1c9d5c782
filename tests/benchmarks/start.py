"""How near the automatic frames that annotators start from are to their final frames.

Run by hand: ``python tests/benchmarks/start.py HMEANT-WMT13-EN [--annotator NAME ...]``, with the folder of tables. F1
of predicates, of fillers (predicate and span) and of fillers with their roles; each reference counts once. Rules of
:mod:`meantree.annotation.proposals` were chosen while looking at the even segments, so the odd ones are the test.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from meantree.analysis.frames import Frame
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisStore
from meantree.annotation import wmt13
from meantree.annotation.proposals import frames_by_rules
from meantree.annotation.rules import Rules
from meantree.corpus.analyses import analyses_of

ANNOTATORS = ("maria", "barry", "lexi")


@dataclass(frozen=True, slots=True)
class Task:
    """A text with an annotator's final frames.

    Attributes:
        is_even: whether the 0-based place of its segment in the corpus is even.
    """

    annotator: str
    is_even: bool
    analysis: Analysis
    final: tuple[Frame, ...]


class Counts(NamedTuple):
    """How many things are offered, how many there are in the end, and how many are both."""

    offered: int = 0
    final: int = 0
    both: int = 0

    def f1(self) -> float:
        """Return F1, 0 without anything."""
        return 2 * self.both / max(self.offered + self.final, 1)


def tasks(folder: Path, annotators: Sequence[str]) -> Iterator[Task]:
    """Yield the texts of annotators: every translation, and every reference once."""
    imported, store = wmt13.read(folder), AnalysisStore()
    segments = {segment.key: segment for segment in imported.corpus.segments}
    numbers = {key: number for number, key in enumerate(segments)}
    seen: set[tuple[str, str]] = set()
    for key, final in imported.annotations.items():
        if key.annotator not in annotators or not (key.system and key.reference) or not final.hypothesis:
            continue
        texts = segments[key.segment].hypotheses[key.system], segments[key.segment].references[key.reference]
        hypothesis, reference = analyses_of(texts, store, Layers(1, roles=1))
        is_even = numbers[key.segment] % 2 == 0
        yield Task(key.annotator, is_even, hypothesis, final.hypothesis)
        if (key.annotator, key.segment) not in seen:
            seen.add((key.annotator, key.segment))
            yield Task(key.annotator, is_even, reference, final.reference)


def things(frames: Sequence[Frame]) -> tuple[set[object], set[object], set[object]]:
    """Return predicates, fillers, and fillers with roles."""
    fillers = [(frame.predicate, filler) for frame in frames for filler in frame.fillers]
    return (
        {frame.predicate for frame in frames},
        {(predicate, filler.span) for predicate, filler in fillers},
        {(predicate, filler.span, filler.role) for predicate, filler in fillers},
    )


def counts(measured: Sequence[Task], rules: Rules) -> list[Counts]:
    """Count predicates, fillers and fillers with roles."""
    totals = [Counts(), Counts(), Counts()]
    for task in measured:
        pairs = zip(things(frames_by_rules(task.analysis, rules)), things(task.final), strict=True)
        for place, (offered, final) in enumerate(pairs):
            added = len(offered), len(final), len(offered & final)
            totals[place] = Counts(*(old + new for old, new in zip(totals[place], added, strict=True)))
    return totals


def main() -> None:
    """Print a table for each annotator and half."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--annotator", nargs="+", default=ANNOTATORS)
    options = parser.parse_args()
    found = list(tasks(options.folder, options.annotator))
    print("annotator", "segments", "texts", "predicates", "fillers", "with roles", sep="\t")
    for name in options.annotator:
        own = [task for task in found if task.annotator == name]
        halves = {"even": [True], "odd": [False], "all": [True, False]}
        for half, kept in halves.items():
            measured = [task for task in own if task.is_even in kept]
            row = (f"{one.f1():.3f}" for one in counts(measured, wmt13.RULES))
            print(name, half, len(measured), *row, sep="\t")


if __name__ == "__main__":
    main()

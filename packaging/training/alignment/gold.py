"""Gold alignments, analysed: the halves that weights are tuned on, and those that they are measured on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from meantree.analysis.analyser import load_analyser
from meantree.analysis.inputs import TokenizedText
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis

Pairs = frozenset[tuple[int, int]]
TRAINING = "mtref-train"
SETS = ("msr-rte2-dev", "mtref-dev", "wiki-dev")
DEPTH = Layers(1, entities=1)


@dataclass(frozen=True, slots=True)
class Gold:
    """Two analysed texts with the links between their words, ``(hypothesis, reference)`` from 0.

    Attributes:
        number: the place in its file, from 1.
        sure: links that must be found.
        possible: links that may be found.
    """

    corpus: str
    number: int
    hypothesis: Analysis
    reference: Analysis
    sure: Pairs
    possible: Pairs


def read(folder: Path, corpus: str, limit: int | None = None, *, in_context: bool = True) -> list[Gold]:
    """The pairs of one set, the first ``limit`` of them; with the encoder's vectors of words or without."""
    lines = (folder / f"{corpus}.jsonl").read_text(encoding="utf-8").splitlines()[:limit]
    rows = [json.loads(line) for line in lines]
    texts = [
        TokenizedText(" ".join(row[side]), tuple(row[side])) for row in rows for side in ("hypothesis", "reference")
    ]
    analyses = (replace(one, encoded=in_context) for one in load_analyser().analyse(texts, DEPTH))
    return [
        Gold(corpus, number, next(analyses), next(analyses), _pairs(row["sure"]), _pairs(row["possible"]))
        for number, row in enumerate(rows, start=1)
    ]


def f1(found: Pairs, sure: Pairs) -> float:
    """F1 of the links of one pair; 1 where there are none and none was found."""
    if not found and not sure:
        return 1.0
    return 2 * len(found & sure) / (len(found) + len(sure))


def _pairs(rows: list[list[int]]) -> Pairs:
    return frozenset((one, two) for one, two in rows)


def odd(pairs: list[Gold]) -> Iterator[Gold]:
    """Those to tune on."""
    return (pair for pair in pairs if pair.number % 2)

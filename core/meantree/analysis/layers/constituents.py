"""Constituency trees, and the dependencies that head rules make of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from meantree.analysis.constituents import NBestConstituents, nbest_head_dependencies
from meantree.analysis.parsers import Pipeline
from meantree.analysis.sentences import Analysis, Sentence, SplitSentence

if TYPE_CHECKING:
    from meantree.analysis.constituency_parsers import ConstituencyParser


class Constituents:
    """n-best lists by the constituency parser; absent where the language has none, or a parse failed."""

    name = "constituents"
    requires = ("dependencies",)

    def fingerprint(self, pipeline: Pipeline) -> str:
        """That of the parser."""
        return "" if pipeline.constituency is None else pipeline.constituency.fingerprint

    def lacks(self, analysis: Analysis) -> bool:
        """Whether a sentence has no tree."""
        return not analysis.has_constituents

    def add(self, analyses: Sequence[Analysis], amount: int, pipeline: Pipeline) -> Sequence[Analysis]:
        """Parse the sentences that have no tree, over their tokens."""
        if pipeline.constituency is None:
            return analyses
        bare = [one for analysis in analyses for one in analysis.sentences if one.constituents is None]
        found = dict(zip(bare, pipeline.constituency.parse([one.tokens for one in bare], nbest=amount), strict=True))
        return [
            replace(
                analysis,
                sentences=tuple(_with(one, found.get(one)) for one in analysis.sentences),
                split=analysis.split or _split(analysis, pipeline.constituency),
            )
            for analysis in analyses
        ]

    def write(self, analysis: Analysis, content: dict[str, Any]) -> None:
        """The trees of each sentence beside its tokens; head rules make the dependencies again."""
        for sentence, row in zip(analysis.sentences, content["sentences"], strict=True):
            row["constituents"] = None if sentence.constituents is None else _written(sentence.constituents)

    def read(self, analysis: Analysis, content: dict[str, Any]) -> Analysis:
        """The same trees."""
        rows = zip(analysis.sentences, content["sentences"], strict=True)
        sentences = (_with(one, _read(row["constituents"])) for one, row in rows)
        return replace(analysis, sentences=tuple(sentences))


def _split(analysis: Analysis, parser: ConstituencyParser) -> tuple[SplitSentence, ...]:
    """The sentences of the input that were too long for the bundled parser's encoder."""
    from meantree.analysis.bundled_parser import BundledParser

    return tuple(parser.split(analysis)) if isinstance(parser, BundledParser) else ()


def _with(sentence: Sentence, trees: NBestConstituents | None) -> Sentence:
    return (
        sentence
        if trees is None
        else replace(sentence, constituents=trees, head_dependencies=nbest_head_dependencies(trees))
    )


def _written(trees: NBestConstituents) -> list[Any]:
    arrays = (trees.starts, trees.labels, trees.parents)
    written = [trees.probabilities.tolist(), list(trees.label_names), *(array.tolist() for array in arrays)]
    return [*written, [[*span, value] for span, value in trees.spans.items()]] if trees.spans else written


def _read(read: Any) -> NBestConstituents | None:
    if read is None:
        return None
    probabilities, names, starts, labels, parents, *spans = read
    return NBestConstituents(
        np.array(probabilities, dtype=np.float64),
        tuple(map(str, names)),
        np.array(starts, dtype=np.int32),
        np.array(labels, dtype=np.int16),
        np.array(parents, dtype=np.int16),
        {(int(start), int(end), str(label)): float(value) for found in spans for start, end, label, value in found},
    )

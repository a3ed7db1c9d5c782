"""How probable all dependency trees are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from meantree.analysis.parsers import Pipeline
from meantree.analysis.sentences import Analysis, Sentence


class AllTreesLayer:
    """The model of all trees of each sentence, where the dependencies were found by a head of the encoder.

    Lists of parses come with it already; it is stored with the sentences, by the layer of dependencies.
    """

    name = "all_trees"
    requires = ("dependencies",)

    def fingerprint(self, pipeline: Pipeline) -> str:  # noqa: ARG002
        """Empty: the parser that makes it is that of the dependencies."""
        return ""

    def lacks(self, analysis: Analysis) -> bool:
        """Whether it could be made for a sentence that has none."""
        return analysis.encoded and any(sentence.all_trees is None for sentence in analysis.sentences)

    def add(self, analyses: Sequence[Analysis], amount: int, pipeline: Pipeline) -> list[Analysis]:  # noqa: ARG002
        """Ask the parser once more; the encoder still knows what it read just now."""
        return [
            replace(analysis, sentences=tuple(_with_all(one, pipeline) for one in analysis.sentences))
            for analysis in analyses
        ]

    def write(self, analysis: Analysis, content: dict[str, Any]) -> None:
        """Nothing."""

    def read(self, analysis: Analysis, content: dict[str, Any]) -> Analysis:  # noqa: ARG002
        """The same analysis."""
        return analysis


def _with_all(sentence: Sentence, pipeline: Pipeline) -> Sentence:
    from meantree.analysis.encoder.components import parser_scores

    scores = parser_scores(pipeline.nlp, [token.text for token in sentence.tokens])
    return sentence if scores is None else replace(sentence, all_trees=scores.all_trees())

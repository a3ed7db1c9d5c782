"""Analysers: text in, layers of structure out, by a spaCy pipeline of any language and the parsers beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from meantree.analysis.inputs import AnalysisInput, initial_analysis, word_count
from meantree.analysis.layers import registry
from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.layers.tree_layers import AllTreesLayer
from meantree.analysis.parsers import DEFAULT, PIPELINE, Parsers, Pipeline
from meantree.analysis.sentences import Analysis
from meantree.errors import UsageError
from meantree.escaping import quoted
from meantree_resources import ResourceError, resource

if TYPE_CHECKING:
    from spacy.language import Language

BATCH_TEXTS = 64
BATCH_WORDS = 10_000
"""Texts are analysed together up to this many words: the memory that they take grows with them."""


class Analyser:
    """All layers, made with one pipeline.

    Attributes:
        pipeline: the loaded pipeline.
        fingerprint: of all layers; the same fingerprint gives the same analyses.

    Raises:
        UsageError: if the pipeline has no dependency parser.
    """

    def __init__(self, nlp: Language, parsers: Parsers) -> None:
        self.pipeline = Pipeline(nlp, parsers.pipeline, parsers.constituency)
        self._makers: dict[str, str] = {}

    @property
    def fingerprint(self) -> str:  # see Attributes
        return "+".join(filter(None, self.makers([layer.name for layer in registry.LAYERS]).values()))

    def makers(self, layers: Collection[str]) -> dict[str, str]:
        """By layer, the fingerprint of what makes it, empty where nothing does; only these are loaded.

        Raises:
            UsageError: if a parser cannot be loaded.
        """
        self._makers |= registry.fingerprints([name for name in layers if name not in self._makers], self.pipeline)
        return {name: self._makers[name] for name in layers if name in self._makers}

    def analyse(self, starts: Sequence[AnalysisInput], depth: Layers = WORDS) -> Iterator[Analysis]:
        """Yield the analysis of each text, in order.

        Args:
            starts: any strings; runs of white space count as one blank. An empty text gives no sentence, nor does one
                that is too long (:func:`meantree.analysis.inputs.excess`). Tokens that are given are kept, and so is
                what an analysis has already: it gets the layers that it lacks.
            depth: how much of each layer; those that the language has no parser for are absent.

        Raises:
            UsageError: if a parser cannot be loaded.
        """
        for batch in _batches([initial_analysis(start) for start in starts]):
            yield from registry.with_layers(batch, depth, self.pipeline)


class AnalysisNotStored(UsageError):
    """A text is wanted of which the analyses that are used say nothing, or not enough."""


class AbsentAnalyser(Analyser):
    """An analyser that is not installed, but whose analyses are kept: it has a name, and analyses nothing.

    Args:
        fingerprint: its name. Where its parts cannot be told apart, as of a language without constituents, the first
            layer has all of it.
        pipeline: the installed one, for what is to be known of words and tokens.
    """

    def __init__(self, fingerprint: str, pipeline: Pipeline) -> None:
        self.pipeline = pipeline
        names = [layer.name for layer in registry.LAYERS if not isinstance(layer, AllTreesLayer)]  # the parser makes it
        parts = fingerprint.split("+")
        parts = parts if len(parts) == len(names) else [fingerprint, *[""] * (len(names) - 1)]
        self._makers = dict(zip(names, parts, strict=True))

    def analyse(self, starts: Sequence[AnalysisInput], depth: Layers = WORDS) -> Iterator[Analysis]:  # noqa: ARG002
        """Override Analyser.analyse.

        Raises:
            AnalysisNotStored: whatever is asked for.
        """
        name = self.fingerprint.partition("+")[0]
        raise AnalysisNotStored(
            f"{name} made the analyses that are used, and is not installed; this text has none, or not all that is "
            "needed. Analyse the project again."
        )


def load_analyser(parsers: Parsers = DEFAULT) -> Analyser:
    """Load a pipeline; the bundled English one by default. Kept for the next call.

    Where the analyses of another analyser are used, it is that one, as far as it is known.

    Raises:
        UsageError: if there is no such pipeline, or it has no dependency parser.
    """
    found = _load(parsers.installed)
    return found if parsers.stored in ("", found.fingerprint) else AbsentAnalyser(parsers.stored, found.pipeline)


@lru_cache(maxsize=2)
def _load(parsers: Parsers) -> Analyser:
    import spacy

    import meantree.analysis.encoder.components  # noqa: F401  its components are known where nothing is installed, too

    try:
        path: str | Path = resource("models/en_meantree") if parsers.pipeline == PIPELINE else parsers.pipeline
        nlp = spacy.load(path, exclude=["ner"])
    except (OSError, ValueError, ResourceError) as error:
        reason = str(error).strip().splitlines()[0]
        raise UsageError(f"cannot load the spaCy pipeline {quoted(parsers.pipeline)}: {reason}") from error
    return Analyser(nlp, parsers)


def _batches(analyses: Sequence[Analysis]) -> Iterator[list[Analysis]]:
    batch: list[Analysis] = []
    words = 0
    for analysis in analyses:
        size = word_count(analysis.text)
        if batch and (len(batch) == BATCH_TEXTS or words + size > BATCH_WORDS):
            yield batch
            batch, words = [], 0
        batch.append(analysis)
        words += size
    if batch:
        yield batch

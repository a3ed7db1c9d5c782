"""Which run a run is: what must be the same so that one goes on where another ended."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from meantree import __version__
from meantree.analysis.inputs import TokenizedText
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Text
from meantree.metrics.base import Metric
from meantree.scoring.provenance import Provenance, brought_with, signature


@dataclass(frozen=True, slots=True)
class Run:
    """All that the statistics of a run depend on, but the analyser itself, which is known when it is loaded.

    Attributes:
        version: of the program.
        segments: how many the corpus has.
        texts: digest of the corpus, with the analyses and annotations that came with it.
        systems: that are scored, in this order.
        metrics: spec strings, each with its signature.
        parsers: as they were asked for.
    """

    version: str
    segments: int
    texts: str
    systems: tuple[str, ...]
    metrics: tuple[tuple[str, str], ...]
    parsers: str


def run_of(corpus: Corpus, metrics: Mapping[str, Metric], systems: Sequence[str], store: AnalysisStore) -> Run:
    """The run that scores these systems by these metrics, which are adapted to the corpus.

    Tokens that the pipeline finds itself are not compared; those of others are, where a metric needs an analysis.
    """
    is_own = store.tokenizes_alike if any(one.needs for one in metrics.values()) else _is_unused
    asked = Provenance(len(corpus.references), corpus.selected_reference, annotator=corpus.annotator)
    signed = tuple((spec, signature(one, asked)) for spec, one in metrics.items())
    size = len(corpus.segments)
    return Run(__version__, size, _digest(corpus, systems, is_own), tuple(systems), signed, repr(store.parsers))


def _is_unused(_given: TokenizedText) -> bool:
    return True


def _digest(corpus: Corpus, systems: Sequence[str], is_own: Callable[[TokenizedText], bool]) -> str:
    found = hashlib.sha256(repr(corpus.references).encode("utf-8", "surrogatepass"))
    for segment in corpus.segments:
        hypotheses = {name: text for name, text in segment.hypotheses.items() if name in systems}
        sides = [
            [(name, _content(text, is_own)) for name, text in side.items()] for side in (segment.references, hypotheses)
        ]
        found.update(repr((segment.document, segment.id, sides)).encode("utf-8", "surrogatepass"))
    return found.hexdigest()


def _content(text: Text, is_own: Callable[[TokenizedText], bool]) -> tuple[object, ...]:
    """All that is said of a text."""
    links = [(name, sorted(fixed.linked), sorted(fixed.unlinked)) for name, fixed in sorted(text.links.items())]
    return (
        text.text,
        list(brought_with(text, is_own).items()),
        sorted(text.arcs.items()),
        links,
        text.annotation,
    )

"""Whose number a score is: all that must be the same to get it again, and the signature that says so."""

from __future__ import annotations

from dataclasses import dataclass

from meantree import __version__
from meantree.corpus.model import Corpus
from meantree.digest import digest
from meantree.metrics.base import Metric, Signed, SignedByContent
from meantree.metrics.options import SPELLINGS, options_of
from meantree.shown import shown

NOBODY = "none"
CORRECTED = ("dependencies", "spans")
"""What metrics compare that corrected heads change."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where scores come from, beside the options of their metric.

    Attributes:
        references: how many references a segment has at most.
        reference: the one that was picked of them, empty if the metric took its choice.
        analyser: fingerprint of what analysed the texts.
        annotator: in whose name frames were annotated and heads corrected, empty for nobody.
        heads, frames: digests of the corrected heads and of the finished frames, empty if there are none.
    """

    references: int
    reference: str = ""
    analyser: str = ""
    annotator: str = ""
    heads: str = ""
    frames: str = ""


def provenance_of(corpus: Corpus, analyser: str) -> Provenance:
    """Where the scores of a corpus come from, analysed by what has that fingerprint."""
    texts = [
        ((segment.key, side, name), text)
        for segment in corpus.segments
        for side, named in (("reference", segment.references), ("hypothesis", segment.hypotheses))
        for name, text in named.items()
    ]
    heads = digest(repr((place, *sorted(text.arcs.items()))) for place, text in texts if text.arcs)
    frames = digest(repr((place, text.annotation)) for place, text in texts if text.annotation is not None)
    return Provenance(len(corpus.references), corpus.picked, analyser, corpus.annotator, heads, frames)


def signature(configured: Metric, provenance: Provenance) -> str:
    """Everything that must be the same to get the same score again.

    ``name|option:value|…|refs:N|analyser:fingerprint|version:…``; annotator, corrected heads and analyser stand only
    where they take part.
    """
    contents = configured.contents if isinstance(configured, SignedByContent) else {}
    parts = [configured.name]
    for name in options_of(configured):
        value = getattr(configured, name)
        text = contents.get(name) or (",".join(value) if isinstance(value, tuple) else str(value))
        parts.append(f"{SPELLINGS.get(name, name)}:{text}")
    parts.append(f"refs:{1 if provenance.reference else provenance.references}")
    if provenance.reference:
        parts.append(f"ref:{shown(provenance.reference)}")
    parts += configured.resources if isinstance(configured, Signed) else ()
    return "|".join([*parts, *_makers(configured, provenance), f"version:meantree-{__version__}"])


def _makers(configured: Metric, provenance: Provenance) -> list[str]:
    annotator = shown(provenance.annotator) or NOBODY
    if configured.needs:
        corrected = provenance.heads and configured.structure in CORRECTED
        heads = [f"heads:{annotator}@{provenance.heads}"] if corrected else []
        return [f"analyser:{provenance.analyser}", *heads]
    if configured.needs.frames:
        return [f"frames:{annotator}@{provenance.frames}" if provenance.frames else f"frames:{annotator}"]
    import sacrebleu

    return [f"sacrebleu:{sacrebleu.__version__}"]

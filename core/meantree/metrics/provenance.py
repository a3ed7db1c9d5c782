"""Whose number a score is: all that must be the same to get it again, and the signature that says so."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Protocol, runtime_checkable

from meantree import __version__
from meantree.corpus.model import Corpus
from meantree.metrics.base import Metric
from meantree.shown import shown

SPELLINGS = {"decay": "lambda"}
"""Options whose public name is no name in Python."""
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


@runtime_checkable
class Signed(Protocol):
    """A metric with resources of its own, or options whose value stands for a content."""

    @property
    def resources(self) -> tuple[str, ...]:
        """``name:version`` of each."""
        ...


@runtime_checkable
class SignedByContent(Protocol):
    """A metric of which some option names a file: it is signed by what the file says."""

    @property
    def contents(self) -> Mapping[str, str]:
        """By option."""
        ...


def provenance_of(corpus: Corpus, analyser: str, *, reference: str = "") -> Provenance:
    """Where the scores of a corpus come from; ``reference`` is the one that was picked, if one was."""
    texts = [
        ((segment.key, side, name), text)
        for segment in corpus.segments
        for side, named in (("reference", segment.references), ("hypothesis", segment.hypotheses))
        for name, text in named.items()
    ]
    heads = digest(repr((place, *sorted(text.arcs.items()))) for place, text in texts if text.arcs)
    frames = digest(repr((place, text.annotation)) for place, text in texts if text.annotation is not None)
    return Provenance(len(corpus.references), reference, analyser, corpus.annotator, heads, frames)


def digest(texts: Iterable[str]) -> str:
    """Eight hexadecimal figures that tell texts from other texts; empty if there are none."""
    found, some = hashlib.sha256(), False
    for text in texts:
        some = True
        found.update(text.encode("utf-8", "surrogatepass") + b"\0")
    return found.hexdigest()[:8] if some else ""


def options_of(configured: Any) -> list[str]:
    """The names of a metric's options in Python, without what it learned of a corpus."""
    return [one.name for one in fields(configured) if not one.metadata.get("learned")]


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

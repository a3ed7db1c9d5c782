"""A part of a corpus that is quickly looked at; larger samples hold the smaller ones."""

from __future__ import annotations

from dataclasses import replace

from meantree.corpus.corpus import Corpus
from meantree.digest import digest


def sampled(corpus: Corpus, limit: int | None, seed: int) -> Corpus:
    """At most so many segments, in their order: those whose names come first in an order that only the seed decides.

    Systems that none of these has translations of are left out.
    """
    if limit is None or limit >= len(corpus.segments):
        return corpus
    order = sorted(range(len(corpus.segments)), key=lambda place: digest([f"{seed} {corpus.segments[place].key}"]))
    segments = tuple(corpus.segments[place] for place in sorted(order[:limit]))
    there = {system for segment in segments for system in segment.hypotheses}
    return replace(corpus, segments=segments, systems=tuple(one for one in corpus.systems if one in there))

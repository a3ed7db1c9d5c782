"""METEOR (Banerjee & Lavie 2005; Lavie & Agarwal 2007): words matched by form, stem and synonym."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np

from meantree.errors import UsageError
from meantree.lexicon.stems import stem
from meantree.lexicon.wordnet import wordnet
from meantree.metrics.compared_words import Case, Tokenize, words_of
from meantree.metrics.derivation import SCORE, Derivation, Deriver, sum_formula
from meantree.metrics.error_rates import EditReader
from meantree.metrics.evidence import Evidence, Unit
from meantree.metrics.metric import Level, Metric, Statistics
from meantree.metrics.pair import Pair
from meantree.shipped import fingerprint

EXACT, STEM, SYNONYM = "same word", "same stem", "synonym"
UNMATCHED = "unmatched"
CHUNKS = "chunks"
Link = tuple[int, int, str]
"""A word of the hypothesis, a word of the reference, and how they match."""


@dataclass(frozen=True, slots=True)
class Meteor(Metric):
    """Weighted F of matched words, less a penalty for their scattering; in [0, 1], higher is better.

    Words are matched one to one: equal ones first, then those with one stem, then synonyms of WordNet; each stage goes
    from the end of the hypothesis to its start and takes the last free word of the reference, as NLTK's stages do (NLTK
    as a whole looks up synonyms of stems; here words keep their form). F is
    PR/(``alpha``·P + (1 − ``alpha``)·R), times 1 − ``gamma``·(chunks/matches)^``beta``; a chunk is a run of matches
    that are adjacent in both texts. Texts that match whole in one run are not scattered and have no chunk, so
    that identical texts score 1. Of several references the best one counts. Stems and synonyms are English; words of
    other languages match if they are equal.

    Statistics: shape (4,): matches, chunks, words of the hypothesis, words of the reference.
    """

    name: ClassVar[str] = "meteor"
    paper: ClassVar[str] = "Lavie & Agarwal 2007"
    from_lexicons: ClassVar[str] = "stems and synonyms"

    alpha: float = 0.9
    beta: float = 3.0
    gamma: float = 0.5
    tokenize: Tokenize = "13a"
    case: Case = "fold"
    exact: bool = field(default=False, repr=False, metadata={"learned": True})

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1 or not 0 < self.beta <= 100 or not 0 <= self.gamma <= 1:
            values = f"alpha={self.alpha}, beta={self.beta}, gamma={self.gamma}"
            raise UsageError(f"meteor: {values}, expected alpha between 0 and 1, beta above 0, gamma from 0 to 1")

    @property
    def resources(self) -> tuple[str, ...]:
        """The lexicon of synonyms; without one, that words match if they are equal."""
        return ("matches:exact",) if self.exact else (f"lexicon:{fingerprint('lexicon/wordnet')}",)

    def without_lexicons(self) -> Metric:
        """Return the metric that matches equal words alone."""
        return replace(self, exact=True)

    def statistics(self, pair: Pair) -> Statistics:
        hyp_words, *ref_texts = (words_of(text.text, self.tokenize, self.case) for text in pair.texts)
        rows = [_statistics(align(hyp_words, words, exact=self.exact), hyp_words, words) for words in ref_texts]
        return max(rows, key=self._score)

    def score(self, statistics: Statistics, *, level: Level) -> float | None:  # noqa: ARG002  # the same at all levels
        return self._score(statistics)

    def evidence(self, pair: Pair) -> Evidence:
        hyp, *refs = pair.texts
        hyp_words, *ref_texts = (words_of(text.text, self.tokenize, self.case) for text in pair.texts)
        links = [align(hyp_words, words, exact=self.exact) for words in ref_texts]
        scores = [
            self._score(_statistics(link, hyp_words, words)) for link, words in zip(links, ref_texts, strict=True)
        ]
        best = scores.index(max(scores))
        reader = EditReader(hyp, hyp_words, refs[best], ref_texts[best], best)
        units = [*_units(links[best], reader), *_chunk_units(links[best], reader)]
        order = {kind: rank for rank, kind in enumerate((EXACT, STEM, SYNONYM, UNMATCHED, CHUNKS))}
        return Evidence(tuple(sorted(units, key=lambda unit: order[unit.kind])), reference=best)

    def statistics_of(self, evidence: Evidence) -> Statistics:
        words = [unit for unit in evidence.units if unit.kind != CHUNKS]
        sums = [sum(getattr(unit, side) for unit in words) for side in ("matched", "hypothesis", "reference")]
        return np.array([sums[0], len(evidence.units) - len(words), *sums[1:]], dtype=np.float64)

    def derivation(self, evidence: Evidence) -> Derivation | None:
        deriver = Deriver(evidence.units)
        stages = [deriver.total(kind, kind, "matched") for kind in (EXACT, STEM, SYNONYM)]
        sides = {
            "hypothesis_words": deriver.total("unmatched_hypothesis", UNMATCHED, "hypothesis"),
            "reference_words": deriver.total("unmatched_reference", UNMATCHED, "reference"),
        }
        deriver.total(CHUNKS, CHUNKS, "matched")
        deriver.step("matches", sum_formula(stages))
        if not deriver["matches"]:
            deriver.step(SCORE, "0")
            return deriver.done()
        for name in ("alpha", "beta", "gamma"):
            deriver.fact(name, getattr(self, name))
        for (name, rest), share in zip(sides.items(), ("precision", "recall"), strict=True):
            deriver.step(name, f"matches + {rest}")
            deriver.step(share, f"matches / {name}")
        deriver.step("f", "precision * recall / (alpha * precision + (1 - alpha) * recall)")
        deriver.step("penalty", "gamma * (chunks / matches) ^ beta")
        deriver.step(SCORE, "f * (1 - penalty)")
        return deriver.done()

    def _score(self, statistics: Statistics) -> float:
        matches, pieces, hyp, ref = statistics.tolist()
        if not matches:
            return 0.0
        precision, recall = matches / hyp, matches / ref
        f = precision * recall / (self.alpha * precision + (1 - self.alpha) * recall)
        return float(f * (1 - self.gamma * (pieces / matches) ** self.beta))


def align(hyp: Sequence[str], ref: Sequence[str], *, exact: bool = False) -> tuple[Link, ...]:
    """Return one-to-one links between the words of two texts, 0-based, in the order of the hypothesis.

    Args:
        exact: whether words must be equal.
    """
    links: list[Link] = []
    unlinked, free = list(range(len(hyp))), list(range(len(ref)))
    for kind, key in ((EXACT, str), (STEM, stem))[: 1 if exact else 2]:
        places = _by_key(free, ref, key)
        candidates = ((place, places.get(key(hyp[place]))) for place in reversed(unlinked))
        links += [(place, matching.pop(), kind) for place, matching in candidates if matching]
        unlinked, free = _unlinked(unlinked, free, links)
    places = _by_key(free, ref)
    for place in reversed(unlinked) if free and not exact else ():
        matching = (places[word] for word in wordnet().synonyms(hyp[place]) if places.get(word))
        latest = max(matching, key=lambda same: same[-1], default=None)
        if latest is not None:
            links.append((place, latest.pop(), SYNONYM))
    return tuple(sorted(links))


def _by_key(free: Sequence[int], ref: Sequence[str], key: Callable[[str], str] = str) -> dict[str, list[int]]:
    """Return the free places of the reference by key, in order."""
    places: dict[str, list[int]] = {}
    for place in free:
        places.setdefault(key(ref[place]), []).append(place)
    return places


def _unlinked(hyp_places: list[int], ref_places: list[int], links: Sequence[Link]) -> tuple[list[int], list[int]]:
    linked, linked_refs = {link[0] for link in links}, {link[1] for link in links}
    return [place for place in hyp_places if place not in linked], [
        place for place in ref_places if place not in linked_refs
    ]


def chunks(links: Sequence[Link], hyp: Sequence[str], ref: Sequence[str]) -> list[list[Link]]:
    """Return the :func:`runs` that the matches are scattered over; none if both texts match whole in one run."""
    all_runs = runs(links)
    return all_runs if len(all_runs) > 1 or not len(links) == len(hyp) == len(ref) else []


def runs(links: Sequence[Link]) -> list[list[Link]]:
    """Return the runs of links that are adjacent in both texts; ``links`` are in the order of the hypothesis."""
    grouped: list[list[Link]] = []
    expected = None
    for link in links:
        hyp_word, ref_word, _ = link
        if (hyp_word, ref_word) != expected:
            grouped.append([])
        grouped[-1].append(link)
        expected = hyp_word + 1, ref_word + 1
    return grouped


def _statistics(links: Sequence[Link], hyp: Sequence[str], ref: Sequence[str]) -> Statistics:
    return np.array([len(links), len(chunks(links, hyp, ref)), len(hyp), len(ref)], dtype=np.float64)


def _units(links: Sequence[Link], reader: EditReader) -> Iterator[Unit]:
    for hyp_word, ref_word, kind in links:
        yield reader.unit(kind, hyp_word, ref_word, matches=True, joined=" ≈ ")
    unlinked, free = _unlinked(list(range(len(reader.hyp_words))), list(range(len(reader.ref_words))), links)
    yield from (reader.unit(UNMATCHED, hyp_word, None) for hyp_word in unlinked)
    yield from (reader.unit(UNMATCHED, None, ref_word) for ref_word in free)


def _chunk_units(links: Sequence[Link], reader: EditReader) -> Iterator[Unit]:
    """Yield a unit for each chunk, with a place for each of its words."""
    for chunk in chunks(links, reader.hyp_words, reader.ref_words):
        label = " ".join(reader.hyp_words[hyp_word] for hyp_word, _, _ in chunk)
        hyp_places = tuple(place for hyp_word, _, _ in chunk for place in reader.hyp_places[hyp_word])
        ref_places = tuple(place for _, ref_word, _ in chunk for place in reader.ref_places[ref_word])
        yield Unit(CHUNKS, label, 1.0, 1.0, 1.0, hyp_places, reader.in_references(ref_places), single=False)

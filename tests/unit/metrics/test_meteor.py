"""METEOR: matches, chunks and F by hand, and equal to NLTK's."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import pytest
from nltk.translate.meteor_score import exact_match, meteor_score, stem_match, wordnetsyn_match

from helpers.scores import segment_score
from helpers.trees import EMPTY, parsed
from meantree.analysis.sentences import Analysis
from meantree.lexicon.wordnet import wordnet
from meantree.metrics.evidence import Status
from meantree.metrics.meteor import SYNONYM, Meteor, align, chunks
from meantree.metrics.pair import Pair

A, B = 0.9, 0.1  # the weights of recall and precision in F


@pytest.mark.parametrize(
    ("hyp", "ref", "count", "why"),
    [
        ("a b c", "a b c", 0, "the same text is not scattered"),
        ("dogs bark", "dog bark", 0, "nor is one that matches whole"),
        ("a b c", "a b c x", 1, "one run"),
        ("a b c", "c a b", 2, "c stands elsewhere"),
        ("a x b", "a b", 2, "a word between in the hypothesis"),
        ("a b", "a x b", 2, "a word between in the reference"),
        ("c b a", "a b c", 3, "turned round"),
        ("x", "y", 0, "no match"),
    ],
)
def test_chunks(hyp: str, ref: str, count: int, why: str) -> None:
    words = hyp.split(), ref.split()
    assert len(chunks(align(*words), *words)) == count, why


@pytest.mark.parametrize(
    ("spec", "hyp", "refs", "expected", "why"),
    [
        ("meteor", "a b c d", ["a b c d"], 1.0, "the same text is not scattered"),
        ("meteor", "a b c d", ["a b c d x"], (0.8 / (A + B * 0.8)) * (1 - 0.5 * (1 / 4) ** 3), "one chunk of four"),
        ("meteor", "a b x y", ["a b"], (0.5 / (A * 0.5 + B)) * (1 - 0.5 * (1 / 2) ** 3), "P 1/2, R 1"),
        ("meteor", "a", ["b"], 0.0, "no match"),
        ("meteor:gamma=0", "a b", ["b a"], 1.0, "no penalty"),
        ("meteor:alpha=.5,gamma=0", "a x", ["a"], 2 / 3, "F1"),
        ("meteor:beta=1", "a b", ["b a"], 0.5, "two chunks of two"),
        ("meteor", "a", ["b", "a"], 1.0, "the best reference"),
    ],
)
def test_score(spec: str, hyp: str, refs: list[str], expected: float, why: str) -> None:
    assert segment_score(spec, hyp, *refs) == pytest.approx(expected), why


def test_evidence_names_how_words_matched() -> None:
    units = Meteor().evidence(Pair(Analysis("The cars stopped ."), [Analysis("The automobile stop !")])).units
    assert [(unit.kind, unit.label, unit.status) for unit in units] == [
        ("same word", "the", Status.MATCHED),
        ("same stem", "stopped ≈ stop", Status.MATCHED),
        ("synonym", "cars ≈ automobile", Status.MATCHED),
        ("unmatched", ".", Status.EXTRA),
        ("unmatched", "!", Status.MISSED),
        ("chunks", "the cars stopped", Status.MATCHED),
    ]


def test_chunks_stand_on_their_words() -> None:
    hyp, ref = parsed("the:2:x cat:0:root sees:2:x dogs:2:x"), parsed("dogs:0:root the:1:x cat:1:x x:1:x sees:1:x")
    units = [unit for unit in Meteor().evidence(Pair(hyp, [EMPTY, ref])).units if unit.kind == "chunks"]
    assert [unit.label for unit in units] == ["the cat", "sees", "dogs"]
    assert [place.tokens for place in units[0].hypothesis_places] == [(0,), (1,)]
    assert [[place.tokens for place in places] for places in units[0].reference_places] == [[], [(1,), (2,)]]


@dataclass(frozen=True)
class Lemma:
    """What NLTK asks of a lemma."""

    text: str

    def name(self) -> str:
        return self.text


@dataclass(frozen=True)
class Synset:
    """What NLTK asks of a synset."""

    number: int

    def lemmas(self) -> list[Lemma]:
        return [Lemma(wordnet().lemma(sense)) for sense in wordnet().members(self.number)]


class OurWordNet:
    """Our lexicon as NLTK asks for it: its own corpus would have to be downloaded."""

    def synsets(self, word: str) -> list[Synset]:
        return [Synset(number) for number in wordnet().synsets(word)]


WORDS = ["the", "car", "cars", "automobile", "auto", "runs", "running", "run", "big", "large", "house", "home", "."]
WORDS += [",", "not", "buy", "purchase", "bought"]


def pairs_of_texts() -> Iterator[tuple[list[str], list[str]]]:
    chance = random.Random(7)
    for _ in range(120):
        hyp, ref = (chance.choices(WORDS, k=chance.randint(1, 14)) for _ in range(2))
        yield hyp, ref


def nltk_alignment(hyp: Sequence[str], ref: Sequence[str]) -> list[tuple[int, int]]:
    """NLTK's three stages, each given the words that the ones before left."""
    results: list[tuple[int, int]] = []
    left, free = list(range(len(hyp))), list(range(len(ref)))
    for stage in (exact_match, stem_match, partial(wordnetsyn_match, wordnet=OurWordNet())):
        matches, _, _ = stage([hyp[place] for place in left], [ref[place] for place in free])
        results += [(left[first], free[second]) for first, second in matches]
        left = [place for place in left if place not in dict(results)]
        free = [place for place in free if place not in {second for _, second in results}]
    return sorted(results)


def test_alignment_equals_nltks_stages() -> None:
    for hyp, ref in pairs_of_texts():
        assert [(first, second) for first, second, _ in align(hyp, ref)] == nltk_alignment(hyp, ref)


def test_score_equals_nltk_where_no_synonym_counts() -> None:
    """NLTK as a whole looks for synonyms of stems (of "hous", not of "house"), and penalises texts that match whole."""

    class NoWordNet:
        def synsets(self, word: str) -> list[Synset]:  # noqa: ARG002
            return []

    for hyp, ref in pairs_of_texts():
        links = align(hyp, ref)
        if chunks(links, hyp, ref) and not any(kind == SYNONYM for _, _, kind in links):
            expected = meteor_score([ref], hyp, wordnet=NoWordNet())
            assert segment_score("meteor", " ".join(hyp), " ".join(ref)) == pytest.approx(expected)

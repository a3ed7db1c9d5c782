"""BLEU, chrF and TER equal sacrebleu's, and their evidence stands on the right words."""

from __future__ import annotations

import random

import numpy as np
import pytest
import sacrebleu

from helpers.scores import segment_score
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import DependencyTree, Token
from meantree.metrics.evidence import Status
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric

WORDS = ["the", "a", "cat", "dog", ",", "sees", "Sees", "don't", "can-do", "U.S."]
WORDS += ["3.5", "%", "café", "naïve", '"', "old", "of", ".", "!", "中文"]


def _texts(count: int, seed: int) -> list[str]:
    chance = random.Random(seed)
    return [" ".join(chance.choices(WORDS, k=chance.randint(1, 14))) for _ in range(count)]


HYPS = _texts(60, 1)
REFS = [_texts(60, 2), _texts(60, 3)]


def _system_score(chosen: Metric) -> float:
    rows = [
        chosen.statistics(Pair(Analysis(hyp), [Analysis(ref) for ref in refs]))
        for hyp, *refs in zip(HYPS, *REFS, strict=True)
    ]
    score = chosen.score(np.sum(rows, axis=0), level="system")
    assert score is not None
    return 100 * score


@pytest.mark.parametrize(
    ("spec", "official"),
    [
        ("bleu", sacrebleu.BLEU(force=True)),
        ("bleu:case=fold,tokenize=intl", sacrebleu.BLEU(lowercase=True, tokenize="intl", force=True)),
        ("chrf", sacrebleu.CHRF()),
        ("chrf:order=4,beta=3", sacrebleu.CHRF(char_order=4, beta=3)),
        ("ter", sacrebleu.TER()),
        ("ter:case=keep", sacrebleu.TER(case_sensitive=True)),
    ],
)
def test_equals_sacrebleu(spec: str, official: sacrebleu.BLEU | sacrebleu.CHRF | sacrebleu.TER) -> None:
    chosen = metric(spec)
    assert _system_score(chosen) == pytest.approx(official.corpus_score(HYPS, REFS).score)


def test_lin_och_adds_one_to_longer_ngrams() -> None:
    assert segment_score("bleu:smooth=lin-och", "a b c d", "a b x d") == pytest.approx(
        (3 / 4 * 2 / 4 * 1 / 3 * 1 / 2) ** 0.25
    )


def _flat(text: str, words: list[str]) -> Analysis:
    """A text whose tokens are ``words``, each with whether a blank follows left to the text."""
    tokens = tuple(Token(word) for word in words)
    heads = tuple(index - 1 for index in range(len(words)))
    return Analysis(text, (Sentence(tokens, DependencyTree(heads, ("x",) * len(words))),))


def test_ngrams_stand_on_the_analysers_tokens() -> None:
    hyp = _flat("He can't.", ["He", "ca", "n't", "."])
    units = metric("bleu").evidence(Pair(hyp, [_flat("He can't!", ["He", "ca", "n't", "!"])])).units
    places = {unit.label: unit.hypothesis_places for unit in units if unit.hypothesis}
    assert places["can't"][0].tokens == (1, 2)
    assert places["He can't ."][0].tokens == (0, 1, 2, 3)


def test_ter_marks_the_words_that_differ() -> None:
    units = metric("ter").evidence(Pair(_flat("a x", ["a", "x"]), [_flat("a b", ["a", "b"])])).units
    changed = next(unit for unit in units if unit.kind == "substitutions")
    assert changed.hypothesis_places[0].tokens == (1,)
    assert changed.reference_places[0][0].tokens == (1,)
    assert changed.status is Status.EXTRA

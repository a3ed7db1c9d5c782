"""N-grams counted by sorting equal those counted one by one, and texts are split and scored as by sacrebleu."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from meantree.analysis.sentences import Analysis
from meantree.metrics import ngrams
from meantree.metrics.compared_words import bleu_words
from meantree.metrics.metric import Metric
from meantree.metrics.ngrams import Symbols, ngram_matches, totals
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric

TEXTS = st.text("ab.", max_size=12)
VERSIONS = st.lists(TEXTS, min_size=1, max_size=3)
GROUPS = st.lists(st.tuples(TEXTS, VERSIONS | st.just(["ab.ab."])), min_size=1, max_size=5)
PIECES = st.sampled_from([*"aB5é٣ .,-&;/({~'^|\n\t\u2028", "&quot;", "&amp;", "&lt;", "<skipped>", "-\n", "3.5", "..."])
LINES = st.lists(PIECES, max_size=15).map("".join)
PAIRS = st.lists(st.tuples(LINES, st.lists(LINES.filter(str.strip), min_size=1, max_size=3)), max_size=4)


def _grams(text: str, order: int) -> Counter[str]:
    return Counter(text[place : place + order] for place in range(len(text) - order + 1))


@pytest.mark.parametrize(("limit", "cells"), [(2**62, 2**16), (1, 2**16), (2**62, 1)])
@given(groups=GROUPS)
def test_matches_equal_those_counted_one_by_one(limit: int, cells: int, groups: list[tuple[str, list[str]]]) -> None:
    """Also if keys are numbered again, and if each segment is counted alone."""
    hyps, refs = [hyp for hyp, _ in groups], [tuple(versions) for _, versions in groups]
    expected = [
        [(_grams(hyp, order) & _most(versions, order)).total() for order in range(1, 5)] for hyp, versions in groups
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ngrams, "_LIMIT", limit)
        patch.setattr(ngrams, "_CELLS", cells)
        assert ngram_matches(Symbols.of_characters, hyps, refs, 4).tolist() == expected
        words = [tuple(tuple(text) for text in versions) for versions in refs]
        assert ngram_matches(Symbols.of_words, [tuple(hyp) for hyp in hyps], words, 4).tolist() == expected
    counted = totals(np.array([len(hyp) for hyp in hyps]), 4).tolist()
    assert counted == [[_grams(hyp, order).total() for order in range(1, 5)] for hyp in hyps]


def _most(versions: list[str], order: int) -> Counter[str]:
    most = Counter[str]()
    for version in versions:
        most |= _grams(version, order)
    return most


@given(lines=st.lists(LINES, max_size=4))
def test_words_of_13a_are_those_of_sacrebleu(lines: list[str]) -> None:
    official = Tokenizer13a()  # type: ignore[no-untyped-call]
    assert list(map(list, bleu_words(lines, "13a", "keep"))) == [official(line.rstrip()).split() for line in lines]


@pytest.mark.parametrize(
    ("spec", "official"),
    [
        ("bleu", sacrebleu.BLEU(effective_order=True)),
        ("bleu:case=fold", sacrebleu.BLEU(effective_order=True, lowercase=True)),
        ("bleu:smooth=floor", sacrebleu.BLEU(effective_order=True, smooth_method="floor")),
        ("bleu:smooth=none", sacrebleu.BLEU(effective_order=True, smooth_method="none")),
        ("chrf", sacrebleu.CHRF()),
        ("chrf:case=fold,order=3", sacrebleu.CHRF(lowercase=True, char_order=3)),
    ],
)
@given(pairs=PAIRS)
def test_many_pairs_have_the_numbers_of_sacrebleu(
    spec: str, official: sacrebleu.BLEU | sacrebleu.CHRF, pairs: list[tuple[str, list[str]]]
) -> None:
    chosen: Metric = metric(spec)
    analysed = [Pair(Analysis(hyp), [Analysis(ref) for ref in refs]) for hyp, refs in pairs]
    rows = chosen.statistics_of_pairs(analysed)
    for (hyp, refs), pair, row in zip(pairs, analysed, rows, strict=True):
        np.testing.assert_array_equal(row, chosen.statistics(pair))
        score = official.sentence_score(hyp, refs).score / 100
        assert chosen.score(row, level="segment") == min(1.0, score)


@pytest.mark.parametrize("spec", ["bleu", "chrf"])
def test_no_pairs_have_no_statistics(spec: str) -> None:
    """As in a corpus without any segment that can be scored."""
    assert not len(metric(spec).statistics_of_pairs([]))

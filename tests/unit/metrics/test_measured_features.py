"""The parts of regression metrics, against what computes the same elsewhere."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import BLEU

from helpers.scores import segment_score
from helpers.trees import EMPTY, analyses, parsed
from meantree.analysis.corrections import FixedLinks
from meantree.analysis.sentences import Analysis
from meantree.metrics.matching_features import BLEU_R, EDITS, METEOR_R, NIST_R, SETTINGS, TER_R, Costs, FeatureSet
from meantree.metrics.nist import Nist
from meantree.metrics.pair import Pair
from meantree.metrics.regression_metrics import MATCHING, RTE_R
from meantree.metrics.ter import as_characters, edits, ter_words
from meantree.phenomena.catalogue import NAMES

WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), max_size=12).map(" ".join)
SOME = WORDS.filter(bool)
CAT = "the old cat sat on the mat"


def measured(part: FeatureSet, hyp: str, ref: str) -> dict[str, float]:
    return dict(part.measured(Pair(Analysis(hyp), [Analysis(ref)])))


def test_as_many_as_in_the_paper() -> None:
    assert [len(part.features) for part in (BLEU_R, NIST_R, TER_R, METEOR_R)] == [18, 16, 50, 1]
    assert len({feature.name for part in (*MATCHING, RTE_R) for feature in part.features}) == 85 + len(NAMES)


@pytest.mark.parametrize("part", [*MATCHING, RTE_R], ids=["bleu", "nist", "ter", "meteor", "rte"])
def test_every_feature_says_what_it_is(part: FeatureSet) -> None:
    for feature in part.features:
        assert feature.name.isascii()
        assert feature.claim.endswith(".")
        assert not {"premise", "conclusion"} & set(feature.claim.replace("'", " ").split())


@given(hyp=WORDS, ref=SOME)
def test_bleu_is_sacrebleus(hyp: str, ref: str) -> None:
    result = {name.removesuffix(" shortfall"): 1 - value for name, value in measured(BLEU_R, hyp, ref).items()}
    longest = max(len(hyp.split()), len(ref.split()))
    for n in range(1, min(longest, 4) + 1):  # neither text has longer ones, which is no loss here
        official = BLEU(max_ngram_order=n, smooth_method="none", effective_order=False, force=True)
        score = official.sentence_score(hyp, [ref])
        assert result[f"BLEU-{n}"] == pytest.approx(score.score / 100, abs=1e-12)
        assert result[f"BLEU precision {n}"] == pytest.approx(score.precisions[n - 1] / 100)
    assert result["BLEU brevity"] == pytest.approx(score.bp)
    assert result["BLEU without brevity"] * result["BLEU brevity"] == pytest.approx(result["BLEU-4"])


def test_smoothed_bleu_by_hand() -> None:
    result = measured(BLEU_R, "the old cat", "the cat old sat")  # 3 of 3 words, no pair, no triple
    result = {name.removesuffix(" shortfall"): 1 - value for name, value in result.items()}
    smoothed = [result[f"smoothed BLEU precision {n}"] for n in range(1, 5)]
    assert smoothed == pytest.approx([1, 1 / 3, 1 / 2, 1])
    brevity = math.exp(1 - 4 / 3)
    means = [1, (1 / 3) ** (1 / 2), (1 / 6) ** (1 / 3), (1 / 6) ** (1 / 4)]
    assert [result[f"smoothed BLEU-{n}"] for n in range(1, 5)] == pytest.approx([brevity * mean for mean in means])
    assert result["BLEU-2"] == 0


def test_what_neither_text_has_is_not_lost() -> None:
    result = measured(BLEU_R, "a b", "a b c")
    assert [result[f"BLEU precision {n} shortfall"] for n in range(1, 5)] == [0, 0, 1, 0]
    assert not any(measured(NIST_R, "a", "a").values())


@given(hyp=SOME, ref=SOME)
def test_nist_is_a_share_of_the_references_own(hyp: str, ref: str) -> None:
    result = measured(NIST_R, hyp, ref)
    brevity = 1 - result["NIST brevity shortfall"]
    for n in range(1, 10):
        score, own = (segment_score(Nist(n=n), text, ref) for text in (hyp, ref))
        share = min(1.0, score / brevity / own) if own else 1.0
        assert result[f"NIST-{n} shortfall"] == pytest.approx(1 - brevity * share)
    assert brevity * (1 - result["NIST without brevity shortfall"]) == pytest.approx(1 - result["NIST-5 shortfall"])


@given(hyp=WORDS, ref=SOME)
def test_every_setting_costs_what_its_edits_do(hyp: str, ref: str) -> None:
    result = measured(TER_R, hyp, ref)
    mine, theirs = as_characters(ter_words(hyp), ter_words(ref))
    shifted = edits(mine, theirs)
    for setting, costs in SETTINGS.items():
        _, comma, name = setting.partition(", ")
        rates = [result[f"TER {edit}{comma}{name}"] for edit in EDITS]
        each = (costs.insertion, costs.deletion, costs.substitution, costs.shift)
        assert result[setting] == pytest.approx(sum(rate * cost for rate, cost in zip(rates, each, strict=True)) / 100)
        least = cheapest(shifted.words, theirs, costs) + len(shifted.shifts) * costs.shift
        assert result[setting] == pytest.approx(least / 100 / len(theirs))
        assert (rates[0] - rates[1]) * len(theirs) == pytest.approx(len(theirs) - len(mine))
        assert min(rates) >= 0


def cheapest(words: str, ref: str, costs: Costs) -> int:
    """The textbook's recursion."""

    @cache
    def of(first: int, second: int) -> int:
        if not first or not second:
            return first * costs.deletion + second * costs.insertion
        replaced = 0 if words[first - 1] == ref[second - 1] else costs.substitution
        return min(
            of(first - 1, second) + costs.deletion,
            of(first, second - 1) + costs.insertion,
            of(first - 1, second - 1) + replaced,
        )

    return of(len(words), len(ref))


def test_meteor_is_meteor() -> None:
    ref = "the ancient cat sits on a mat"
    assert METEOR_R.values(Pair(Analysis(CAT), [Analysis(ref)])) == [1 - segment_score("meteor", CAT, ref)]


@pytest.mark.parametrize("part", MATCHING, ids=["bleu", "nist", "ter", "meteor"])
@given(hyp=WORDS, ref=SOME)
def test_what_is_lacking_is_not_negative_and_nothing_in_the_same_text(part: FeatureSet, hyp: str, ref: str) -> None:
    assert min(part.values(Pair(Analysis(hyp), [Analysis(ref)]))) >= 0
    assert set(part.values(Pair(Analysis(ref), [Analysis(ref)]))) == {0.0}


@given(hyp=st.one_of(analyses(), st.just(EMPTY)), ref=analyses())
def test_entailment_features_are_numbers(hyp: Analysis, ref: Analysis) -> None:
    result = dict(RTE_R.measured(Pair(hyp, [ref])))
    assert tuple(result) == NAMES
    assert all(0 <= value < math.inf for value in result.values())


def test_places_are_those_of_the_right_text() -> None:
    hyp, ref = parsed("cat:2:nsubj sees:0:root"), parsed("a:2:det cat:3:nsubj sees:0:root dogs:3:obj")
    for name, (mine, theirs) in RTE_R.standing(Pair(hyp, [ref])):
        assert all(token < 2 for place in mine for token in place.tokens), name
        assert all(token < 4 for place in theirs for token in place.tokens), name
        assert all(set(arc) <= set(place.tokens) for place in (*mine, *theirs) for arc in place.arcs)


def test_corrected_links_change_what_is_found() -> None:
    ref = parsed("a:2:det cat:3:nsubj sees:0:root dogs:3:obj")
    plain, fixed = Pair(ref, [ref]), Pair(ref, [ref], fixed=(FixedLinks(linked=frozenset({(1, 3)})),))
    assert RTE_R.values(plain) == RTE_R.values(plain) != RTE_R.values(fixed)
    marked = Pair(ref, [ref], fixed=(FixedLinks(mistranslated=frozenset({(1, 1)})),))
    assert RTE_R.values(plain) != RTE_R.values(marked)
    assert plain.alignment(0).strengths.tolist() == marked.alignment(0).strengths.tolist(), "for all other metrics"


def test_settings_of_costs_differ() -> None:
    chance = np.random.default_rng(1)
    words = [f"w{place}" for place in range(60)]
    rows = []
    for _ in range(150):
        ref = chance.choice(words, chance.integers(10, 40)).tolist()
        kept = [word for word in ref if chance.random() > 0.25]
        hyp = [word if chance.random() > 0.3 else str(chance.choice(words)) for word in kept]
        hyp += chance.choice(words, chance.integers(0, 8)).tolist()
        rows.append(TER_R.values(Pair(Analysis(" ".join(hyp)), [Analysis(" ".join(ref))])))
    shifts = len(SETTINGS) - 1  # they are sought once
    assert len(np.unique(np.array(rows), axis=1).T) == len(TER_R.features) - shifts


def test_in_a_single_text_longer_n_grams_hardly_tell() -> None:
    result = measured(NIST_R, "the old dog", CAT)
    assert 0 < result["NIST precision 1 shortfall"] < 1
    assert result["NIST precision 2 shortfall"] == 0, "'the old' and 'the mat' alone tell, as 'the' is there twice"
    assert result["NIST precision 3 shortfall"] == result["NIST precision 4 shortfall"] == 0, "there is nothing to lose"

"""The search beside an exact one on short texts; energies are random."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product

import numpy as np
import pytest

from meantree.alignment.alignment_model import AGREEMENT, ARCS, STEPS, Weights, arc_codes, step_codes
from meantree.alignment.alignment_search import State, best_alignment
from meantree.alignment.cell_features import FEATURES, KINDS, NO_PARTNER, Floats
from meantree.alignment.energy import DirectionEnergy, Energy
from meantree.alignment.relations.all_relations import NAMES
from meantree.alignment.text_words import TextWords, word_of


def words(generator: np.random.Generator, size: int) -> TextWords:
    """Words in a random tree."""
    order = generator.permutation(size)
    heads = [-1] * size
    for rank, node in enumerate(order[1:], start=1):
        heads[node] = int(order[generator.integers(rank)])
    labels = generator.choice(["nsubj", "obj", "det"], size)
    return TextWords(
        tuple(word_of("x", "x", str(generator.choice(["NOUN", "DET", "PUNCT"]))) for _ in range(size)),
        tuple(heads),
        tuple(map(str, labels)),
        (),
    )


def weights(generator: np.random.Generator, spread: float) -> Weights:
    """Weights of edges at random; local scores are given."""

    def some(*shape: int) -> Floats:
        drawn: Floats = generator.normal(0, spread, shape).astype(np.float32)
        return drawn

    nothing = np.zeros((len(KINDS), len(FEATURES)), np.float32)
    known, alone = np.zeros(len(NAMES), np.float32), np.zeros(len(NO_PARTNER), np.float32)
    return Weights(nothing, known, alone, some(3, len(STEPS)), some(3, len(ARCS)), some(len(AGREEMENT)))


def energy(seed: int, spread: float = 0.7) -> Energy:
    """Two texts of two or three words."""
    generator = np.random.default_rng(seed)
    hyp, ref = (words(generator, int(generator.integers(2, 4))) for _ in range(2))
    local: list[Floats] = [
        generator.normal(0, 2, (len(text), len(other) + 1)).astype(np.float32)
        for text, other in ((hyp, ref), (ref, hyp))
    ]
    return Energy.of(hyp, ref, (local[0], local[1]), weights(generator, spread))


def best_state(energy: Energy) -> State:
    """The state with the highest score, by trying all."""
    ones, twos = (list(map(list, product(*side.candidates))) for side in energy.sides)
    return max(((first, second) for first in ones for second in twos), key=lambda state: total(energy, state))


def total(energy: Energy, state: State) -> float:
    """The score of an alignment: words and edges of both directions, and their agreement."""
    score = sum(_of_direction(side, chosen) for side, chosen in zip(energy.sides, state, strict=True))
    for chosen, back in (state, state[::-1]):
        for position, partner in enumerate(chosen):
            if partner != len(back):
                returned = back[partner]
                score += energy.agreement[0 if returned == len(chosen) else 1 if returned == position else 2]
    return score


def _of_direction(side: DirectionEnergy, chosen: Sequence[int]) -> float:
    """The sum of the word and edge scores of all choices."""
    score = sum(
        side.local[position][side.candidates[position].index(partner)] for position, partner in enumerate(chosen)
    )
    for position, (left, right) in enumerate(pairwise([side.none + 1, *chosen, side.none + 2])):
        score += side.step_scores[side.word_classes[position - 1]][side.steps[left][right]]
    for position, head in enumerate(side.text.heads):
        if head >= 0:
            score += side._arc(side.arcs[chosen[head]][chosen[position]], position, chosen[position])
    return score


def test_the_search_finds_the_best_state_nearly_always() -> None:
    energies = [energy(seed) for seed in range(40)]
    best = np.array([total(some, best_state(some)) for some in energies])
    result = np.array([total(some, best_alignment(some)) for some in energies])
    assert (result <= best + 1e-6).all()
    assert np.mean(result >= best - 1e-6) >= 0.9
    assert result.sum() >= 0.99 * best.sum()


@pytest.mark.parametrize("seed", range(10))
def test_a_choice_changes_the_total_by_the_difference_of_its_scores(seed: int) -> None:
    some = energy(seed)
    generator = np.random.default_rng(seed)
    state = tuple([int(generator.choice(row)) for row in side.candidates] for side in some.sides)
    first, second = state
    for side in (0, 1):
        chosen = (first, second)[side]
        pointing = [sum(back == place for back in (first, second)[1 - side]) for place in range(len(chosen))]
        for place, candidates in enumerate(some.sides[side].candidates):
            scores = some.scores(side, place, (first, second), pointing)
            totals = []
            for candidate in candidates:
                before, chosen[place] = chosen[place], candidate
                totals.append(total(some, (first, second)))
                chosen[place] = before
            assert np.subtract(scores, scores[0]) == pytest.approx(np.subtract(totals, totals[0]), abs=1e-5)


def test_steps_between_neighbours() -> None:
    codes = step_codes(9)
    assert [
        STEPS[codes[pair]] for pair in [(3, 3), (3, 4), (3, 5), (3, 7), (3, 8), (0, 8), (4, 3), (5, 2), (8, 0)]
    ] == [
        "same",
        "next",
        "one left out",
        "few left out",
        "few left out",
        "far ahead",
        "one back",
        "few back",
        "far back",
    ]
    assert [STEPS[codes[pair]] for pair in [(9, 9), (9, 2), (2, 9), (10, 0), (8, 11), (10, 9)]] == [
        "both none",
        "left none",
        "right none",
        "next",
        "next",
        "right none",
    ]


def test_how_partners_are_joined() -> None:
    codes = arc_codes([1, -1, 1, 2, 3])
    assert [ARCS[codes[pair]] for pair in [(1, 0), (0, 1), (0, 0), (0, 2), (1, 3), (3, 1), (0, 4), (5, 1), (1, 5)]] == [
        "arc",
        "reversed",
        "same",
        "two steps",
        "two steps",
        "far",
        "far",
        "head none",
        "dependent none",
    ]
    assert ARCS[codes[5, 5]] == "both none"

"""The network of the constituency parser: what it makes of a sentence does not depend on others."""

from __future__ import annotations

import numpy as np
import pytest

from meantree.analysis.constituency.features import FEATURES
from meantree.analysis.constituency.network import Weights, word_states

WORDS, VECTOR, STATE, LAYERS = 40, 24, 50, 2


@pytest.fixture(scope="module")
def weights() -> Weights:
    chance = np.random.default_rng(3)

    def array(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return chance.normal(0, 0.3, shape).astype(np.float32)

    arrays = {"words.weight": array(WORDS + 1, VECTOR), "features.weight": array(FEATURES + 1, VECTOR)}
    for layer in range(LAYERS):
        for side in ("", "_reverse"):
            name = f"l{layer}{side}"
            arrays[f"lstm.weight_ih_{name}"] = array(4 * STATE, 2 * (STATE if layer else VECTOR))
            arrays[f"lstm.weight_hh_{name}"] = array(4 * STATE, STATE)
            arrays[f"lstm.bias_ih_{name}"], arrays[f"lstm.bias_hh_{name}"] = array(4 * STATE), array(4 * STATE)
    words = {f"w{code}": code for code in range(1, WORDS + 1)}
    return Weights(words, {"@NN": 1, "@VB": 2}, ("",), arrays)


def test_to_the_last_bit_a_sentence_is_the_same_alone_and_among_others(weights: Weights) -> None:
    chance = np.random.default_rng(4)
    sentences = [
        [(f"w{code}", "NN" if code % 2 else "VB") for code in chance.integers(1, WORDS + 1, size=length)]
        for length in (7, 1, 12, 12, 3, 30, 9, 2, 17, 5, 8, 21, 4)
    ]
    together = list(word_states(weights, sentences))
    for place, sentence in enumerate(sentences):
        (alone,) = word_states(weights, [sentence])
        assert np.array_equal(alone, together[place]), place
        assert alone.shape == (len(sentence), 2 * STATE)

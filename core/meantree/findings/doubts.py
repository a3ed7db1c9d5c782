"""Doubts: how probable each word of a pair says what the other text does not, by a network over the encoder.

The network reads the encoder's vectors of both texts. Three layers of attention over the words of both, which continue
the encoder's upper ones, compare each word with the whole pair, so that a paraphrase of several words counts as a
counterpart, which links between single words cannot show. ``packaging/training/findings`` trains it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

import numpy as np

from meantree.alignment.text_words import encoded_parts
from meantree.analysis.encoder.encoder import load_encoder
from meantree.analysis.encoder.networks import Floats, Network
from meantree.analysis.sentences import Analysis
from meantree.shipped import shipped

STEM: Final = 4
"""Characters that the stem of a word has at least; of longer words the last three are cut off."""


@dataclass(frozen=True, slots=True)
class Doubts:
    """Log-odds for the words of both texts, 0-based over each text.

    Attributes:
        hypothesis, reference: that a word says what the other text does not; of planted errors, which are gross.
        marked: that an expert would mark the word of the hypothesis as an error.
    """

    hypothesis: list[float]
    reference: list[float]
    marked: list[float]


def doubts(hyp: Analysis, ref: Analysis) -> Doubts | None:
    """Return the doubts about the words of a pair; None unless the encoder read both texts.

    Raises:
        UsageError: if the network is missing or damaged.
    """
    if not (hyp.encoded and ref.encoded and hyp.sentences and ref.sentences):
        return None
    texts = [[token.text for token in analysis.tokens] for analysis in (hyp, ref)]
    inputs = {
        "hypothesis": np.concatenate(vectors_of(hyp), axis=1),
        "reference": np.concatenate(vectors_of(ref), axis=1),
        "hypothesis_flags": flags(texts[0], texts[1]),
        "reference_flags": flags(texts[1], texts[0]),
    }
    own, other = _network()(inputs)
    return Doubts(own[:, 0].tolist(), other[:, 0].tolist(), own[:, 1].tolist())


@lru_cache(maxsize=64)
def vectors_of(analysis: Analysis) -> tuple[Floats, Floats]:
    """Return the vectors for heads and the meanings of the words of a text that the encoder read, kept for some time.

    Each of shape (words, width); a reference is compared with many translations.
    """
    encoder = load_encoder()
    parts = list(encoded_parts(encoder, analysis))
    states, meanings = ([read(part) for part in parts] for read in (encoder.states, encoder.meanings))
    return np.concatenate([each[1:] for each in states]), np.concatenate(meanings)


def flags(words: Sequence[str], others: Sequence[str]) -> Floats:
    """Return for each word whether the other text has its form, has its stem, whether it is punctuation; its place."""
    forms = {word.lower() for word in others}
    stems = {stem(form) for form in forms}
    rows = [
        (
            word.lower() in forms,
            stem(word.lower()) in stems,
            not any(map(str.isalnum, word)),
            (place + 0.5) / len(words),
        )
        for place, word in enumerate(words)
    ]
    return np.array(rows, dtype=np.float32)


def stem(form: str) -> str:
    """Return a word without its last three characters, if enough remain."""
    return form[: max(STEM, len(form) - 3)]


@cache
def _network() -> Network:
    return Network(shipped("findings") / "doubts.onnx", {"hypothesis_doubts": 2, "reference_doubts": 2})

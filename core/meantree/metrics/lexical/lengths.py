"""How long texts are, in any script: the one count that filters, figures, tables and buckets go by."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, Literal

from meantree.corpus.corpus import Corpus, Segment
from meantree.metrics.lexical.words import words_of

LengthSide = Literal["source", "hypothesis", "reference"]
LengthUnit = Literal["words", "characters"]
LOOKED_AT: Final = 200
"""So many texts tell in which script a side is written."""
# Thai to Tibetan, Burmese, Khmer; kana and Han with their punctuation and wide forms, as sacrebleu's tokenizer zh has.
_UNSPACED = re.compile(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2e80-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f"
    "\uff01-\uff9f\U00020000-\U000323af]"
)


def length_of(text: str) -> int:
    """Words as BLEU's tokenizer 13a cuts them, punctuation apart; of scripts without blanks between words, characters.

    A character counts with the vowels and tones that are written on it, as in Thai.
    """
    return len(words_of(_UNSPACED.sub(_apart, text), "13a", "keep"))


def length_unit(texts: Iterable[str]) -> LengthUnit:
    """What is mostly counted in these texts; the first :data:`LOOKED_AT` are looked at."""
    found = list(islice((text for text in texts if text.strip()), LOOKED_AT))
    characters = sum(sum(1 for one in _UNSPACED.findall(text) if _stands_alone(one)) for text in found)
    return "characters" if 2 * characters > sum(map(length_of, found)) else "words"


def unit_of_side(corpus: Corpus, side: LengthSide) -> LengthUnit:
    """What the lengths of one side of a corpus are counted in."""
    return length_unit(text for segment in corpus.segments for text in _texts(segment, side))


def _texts(segment: Segment, side: LengthSide) -> Iterator[str]:
    if side == "source":
        yield segment.source or ""
    else:
        versions = segment.references if side == "reference" else segment.hypotheses
        yield from (text.text for text in versions.values())


def _apart(found: re.Match[str]) -> str:
    return f" {found[0]} " if _stands_alone(found[0]) else ""


def _stands_alone(character: str) -> bool:
    return not unicodedata.category(character).startswith("M")

"""The trunk of all heads: words of one sentence in, a vector a word out."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from meantree.analysis.encoder.pieces import MARKS, MOST_PIECES, PieceReader, shape
from meantree.analysis.encoder.session import Floats, Integers, Network
from meantree.analysis.sentences import SplitSentence
from meantree_resources import resource

RECENT_WORDS = 16_000
"""The vectors of so many words are kept: several layers ask for those of the same sentences."""
BREAKS = (frozenset(".!?…"), frozenset(";:"), frozenset(",–—-)("))
"""Words after which a sentence that is too long is cut, the best first."""


class Encoder:
    """A Transformer over the pieces of words.

    Raises:
        OSError, ValueError: if a file is missing or damaged.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / "pieces.txt"
        pieces = path.read_text(encoding="utf-8").splitlines()
        if not set(MARKS) <= set(pieces):
            raise ValueError(f"{path}: found no {' '.join(MARKS)}, expected a vocabulary of word pieces")
        self._pieces = PieceReader(pieces)
        self._network = Network(folder / "trunk.onnx", {"states": None, "meanings": None})
        self._recent: OrderedDict[tuple[str, ...], tuple[Floats, Floats]] = OrderedDict()
        self._kept = 0
        self._lock = threading.Lock()

    def states(self, words: Sequence[str]) -> Floats:
        """Return the vector of a sentence, then those of its words, from which heads make their layers.

        Args:
            words: one at least, and together no longer than :meth:`parts` makes them.

        Returns:
            Shape (1 + words, width).
        """
        return self._read(tuple(words))[0]

    def meanings(self, words: Sequence[str]) -> Floats:
        """Return vectors of words in their context, whose cosines tell how alike the words are.

        Args:
            words: as of :meth:`states`.

        Returns:
            Shape (words, width), each of length 1.
        """
        return self._read(tuple(words))[1]

    def _read(self, words: tuple[str, ...]) -> tuple[Floats, Floats]:
        with self._lock:
            if words in self._recent:
                self._recent.move_to_end(words)
                return self._recent[words]
        states, meanings = (values[0] for values in self._network(self._inputs(words)))
        meanings /= np.linalg.norm(meanings, axis=1, keepdims=True)
        states.flags.writeable = meanings.flags.writeable = False
        with self._lock:
            if words not in self._recent:
                self._recent[words] = states, meanings
                self._kept += len(words)
            while self._kept > RECENT_WORDS and len(self._recent) > 1:
                gone, _ = self._recent.popitem(last=False)
                self._kept -= len(gone)
        return states, meanings

    def _inputs(self, words: Sequence[str]) -> dict[str, Integers]:
        codes, shapes, first = [self._pieces.first], [0], []
        for word in words:
            first.append(len(codes))
            codes += self._pieces.word(word)
            shapes += [shape(word)] * (len(codes) - first[-1])
        last = [place - 1 for place in (*first[1:], len(codes))]
        rows = {"codes": [*codes, self._pieces.last], "shapes": [*shapes, 0], "first": first, "last": last}
        return {name: np.array([row], dtype=np.int64) for name, row in rows.items()}

    def parts(self, words: Sequence[str]) -> list[tuple[int, int]]:
        """Return the first word and the one after the last of each part that the encoder can read at once.

        A sentence is whole unless it has more than :data:`~meantree.analysis.encoder.pieces.MOST_PIECES` pieces. It is
        then cut after punctuation in the last half of what fits, the strongest and last of it, else where it is full.
        """
        sizes = self._sizes(words)
        found, start = [], 0
        while start < len(words):
            end, total = start, 0
            while end < len(words) and total + sizes[end] <= MOST_PIECES:
                total += sizes[end]
                end += 1
            if end < len(words):
                end = _cut(words, start, end)
            found.append((start, end))
            start = end
        return found

    def split(self, words: Sequence[str], offset: int = 0) -> SplitSentence | None:
        """Return how a sentence that begins at the word ``offset`` of a text is read in parts; None if it is whole."""
        starts = tuple(offset + start for start, _ in self.parts(words)[1:])
        return SplitSentence(sum(self._sizes(words)), starts) if starts else None

    def _sizes(self, words: Sequence[str]) -> list[int]:
        return [len(self._pieces.word(word)) for word in words]


def _cut(words: Sequence[str], start: int, end: int) -> int:
    for marks in BREAKS:
        for place in range(end, (start + end) // 2, -1):
            if words[place - 1] in marks:
                return place
    return end


def load_encoder(folder: Path | None = None) -> Encoder:
    """Load an encoder, by default the one that ships with Meantree; kept for the next call.

    Raises:
        OSError, ValueError: if a file is missing or damaged.
    """
    return _load((folder or resource("models/en_meantree/encoder")).resolve())


@lru_cache(maxsize=2)
def _load(folder: Path) -> Encoder:
    return Encoder(folder)

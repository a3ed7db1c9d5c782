"""The trunk of all heads: words of one sentence in, a vector a word out."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from meantree.analysis.encoder.networks import Floats, Integers, Network
from meantree.analysis.encoder.words import MARKS, PieceReader, shape
from meantree.analysis.sentences import MAX_PIECES, SplitSentence
from meantree.work import chunks
from meantree_resources import resource

TOGETHER = 256
"""Pieces of sentences of one length that go through the network together."""
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
        return self.all_states([words])[0]

    def all_states(self, sentences: Iterable[Sequence[str]]) -> list[Floats]:
        """Return what :meth:`states` gives for each of several sentences, which takes less time."""
        return [states for states, _ in self._read(sentences)]

    def meanings(self, words: Sequence[str]) -> Floats:
        """Return vectors of words in their context, whose cosines tell how alike the words are.

        Args:
            words: as of :meth:`states`.

        Returns:
            Shape (words, width), each of length 1.
        """
        return self._read([words])[0][1]

    def _read(self, sentences: Iterable[Sequence[str]]) -> list[tuple[Floats, Floats]]:
        wanted = [tuple(words) for words in sentences]
        found: dict[tuple[str, ...], tuple[Floats, Floats]] = {}
        with self._lock:
            for words in dict.fromkeys(wanted):
                if words in self._recent:
                    self._recent.move_to_end(words)
                    found[words] = self._recent[words]
        new = self._run([words for words in dict.fromkeys(wanted) if words not in found])
        with self._lock:
            for words, vectors in new.items():
                if words not in self._recent:
                    self._recent[words] = vectors
                    self._kept += len(words)
            while self._kept > RECENT_WORDS and len(self._recent) > 1:
                gone, _ = self._recent.popitem(last=False)
                self._kept -= len(gone)
        found |= new
        return [found[words] for words in wanted]

    def _run(self, sentences: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], tuple[Floats, Floats]]:
        """Read sentences: those of one length in pieces together, so that nothing is padded but where words stand."""
        found = {}
        by_size: dict[int, list[tuple[tuple[str, ...], _Pieces]]] = {}
        for words in sentences:
            pieces = self._in_pieces(words)
            by_size.setdefault(len(pieces.codes), []).append((words, pieces))
        for size, group in by_size.items():
            for part in chunks(group, max(1, TOGETHER // size)):
                states, meanings = self._network(_inputs([pieces for _, pieces in part]))
                meanings /= np.linalg.norm(meanings, axis=2, keepdims=True)
                for row, (words, _) in enumerate(part):
                    found[words] = _kept(states[row, : 1 + len(words)]), _kept(meanings[row, : len(words)])
        return found

    def _in_pieces(self, words: Sequence[str]) -> _Pieces:
        codes, shapes, first = [self._pieces.first], [0], []
        for word in words:
            first.append(len(codes))
            codes += self._pieces.word(word)
            shapes += [shape(word)] * (len(codes) - first[-1])
        last = [place - 1 for place in (*first[1:], len(codes))]
        return _Pieces([*codes, self._pieces.last], [*shapes, 0], first, last)

    def parts(self, words: Sequence[str]) -> list[tuple[int, int]]:
        """Return the first word and the one after the last of each part that the encoder can read at once.

        A sentence is whole unless it has more than :data:`~meantree.analysis.encoder.words.MAX_PIECES` pieces. It is
        then cut after punctuation in the last half of what fits, the strongest and last of it, else where it is full.
        """
        sizes = self._sizes(words)
        found, start = [], 0
        while start < len(words):
            end, total = start, 0
            while end < len(words) and total + sizes[end] <= MAX_PIECES:
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


class _Pieces(NamedTuple):
    """Codes and shapes of a sentence's pieces, and the first and last piece of each word."""

    codes: list[int]
    shapes: list[int]
    first: list[int]
    last: list[int]


def _inputs(sentences: Sequence[_Pieces]) -> dict[str, Integers]:
    """Return what the network reads of sentences with as many pieces; rows of fewer words are filled up with any."""
    longest = max(len(one.first) for one in sentences)
    inputs = {name: np.zeros((len(sentences), longest), dtype=np.int64) for name in ("first", "last")}
    for row, one in enumerate(sentences):
        inputs["first"][row, : len(one.first)], inputs["last"][row, : len(one.last)] = one.first, one.last
    inputs["codes"] = np.array([one.codes for one in sentences], dtype=np.int64)
    inputs["shapes"] = np.array([one.shapes for one in sentences], dtype=np.int64)
    return inputs


def _kept(vectors: Floats) -> Floats:
    """Return vectors without what was computed beside them, not to be changed."""
    found = vectors.copy()
    found.flags.writeable = False
    return found


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

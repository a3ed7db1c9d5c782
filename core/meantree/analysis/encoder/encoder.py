"""The encoder, from which all heads read: it turns the words of a sentence into vectors."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from meantree.analysis.encoder.networks import Floats, Integers, Network, read_lines
from meantree.analysis.encoder.words import MARKS, PieceReader, shape
from meantree.analysis.sentences import MAX_PIECES, SplitSentence
from meantree.shipped import shipped
from meantree.work import chunks

BATCH_PIECES = 256
"""Pieces of sentences of equal length that run through the network together."""
CACHED_WORDS = 6_000
"""Words whose vectors are cached, 3 KB each: several layers read those of the same sentences."""
BREAKS = (frozenset(".!?…"), frozenset(";:"), frozenset(",–—-)("))
"""Words after which a sentence that is too long is split, the best first."""


class Encoder:
    """A Transformer over word pieces; raises OSError or ValueError if a file is missing or damaged."""

    def __init__(self, folder: Path) -> None:
        path = folder / "pieces.txt"
        pieces = read_lines(path)
        if not set(MARKS) <= set(pieces):
            raise ValueError(f"{path}: found no {' '.join(MARKS)}, expected a vocabulary of word pieces")
        self._pieces = PieceReader(pieces)
        self._network = Network(folder / "trunk.onnx", {"states": None, "meanings": None})
        # The network reads the code of the last piece, and no further one.
        if not self._reads(len(pieces) - 1) or self._reads(len(pieces)):
            raise ValueError(f"{path}: found {len(pieces):,} pieces, expected as many as trunk.onnx beside it has")
        self._cache: OrderedDict[tuple[str, ...], tuple[Floats, Floats]] = OrderedDict()
        self._cached_words = 0
        self._lock = threading.Lock()

    def _reads(self, code: int) -> bool:
        """Return whether the network has a piece of this code."""
        return self._network.reads(_inputs([_Pieces([code], [0], [0], [0])]))

    def states(self, words: Sequence[str]) -> Floats:
        """Return the vector of a sentence, then those of its words, as heads read them.

        Args:
            words: at least one; not more than fit in one part (:meth:`parts`).

        Returns:
            Shape (1 + words, width).
        """
        return self.all_states([words])[0]

    def all_states(self, sentences: Iterable[Sequence[str]]) -> list[Floats]:
        """Return :meth:`states` of several sentences, which is faster than one by one."""
        return [states for states, _ in self._read(sentences)]

    def meanings(self, words: Sequence[str]) -> Floats:
        """Return vectors of words in context, whose cosines are similarities.

        Args:
            words: as for :meth:`states`.

        Returns:
            Shape (words, width), each of length 1.
        """
        return self._read([words])[0][1]

    def _read(self, sentences: Iterable[Sequence[str]]) -> list[tuple[Floats, Floats]]:
        requested = [tuple(words) for words in sentences]
        vectors: dict[tuple[str, ...], tuple[Floats, Floats]] = {}
        with self._lock:
            for words in dict.fromkeys(requested):
                if words in self._cache:
                    self._cache.move_to_end(words)
                    vectors[words] = self._cache[words]
        new = self._run([words for words in dict.fromkeys(requested) if words not in vectors])
        with self._lock:
            for words, new_vectors in new.items():
                if words not in self._cache:
                    self._cache[words] = new_vectors
                    self._cached_words += len(words)
            while self._cached_words > CACHED_WORDS and len(self._cache) > 1:
                dropped, _ = self._cache.popitem(last=False)
                self._cached_words -= len(dropped)
        vectors |= new
        return [vectors[words] for words in requested]

    def _run(self, sentences: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], tuple[Floats, Floats]]:
        """Run the network over sentences, those with equally many pieces together, so that no pieces are padded."""
        vectors = {}
        by_size: dict[int, list[tuple[tuple[str, ...], _Pieces]]] = {}
        for words in sentences:
            pieces = self._in_pieces(words)
            by_size.setdefault(len(pieces.codes), []).append((words, pieces))
        for size, group in by_size.items():
            for part in chunks(group, max(1, BATCH_PIECES // size)):
                states, meanings = self._network(_inputs([pieces for _, pieces in part]))
                meanings /= np.linalg.norm(meanings, axis=2, keepdims=True)
                for row, (words, _) in enumerate(part):
                    vectors[words] = _own(states[row, : 1 + len(words)]), _own(meanings[row, : len(words)])
        return vectors

    def _in_pieces(self, words: Sequence[str]) -> _Pieces:
        codes, shapes, first = [self._pieces.first], [0], []
        for word in words:
            first.append(len(codes))
            codes += self._pieces.word(word)
            shapes += [shape(word)] * (len(codes) - first[-1])
        last = [place - 1 for place in (*first[1:], len(codes))]
        return _Pieces([*codes, self._pieces.last], [*shapes, 0], first, last)

    def parts(self, words: Sequence[str]) -> list[tuple[int, int]]:
        """Return the parts of a sentence that the encoder can read: the first word and the word after the last of each.

        A sentence is split if it has more than :data:`~meantree.analysis.sentences.MAX_PIECES` pieces: after the last
        and strongest punctuation in the second half of the words that fit, otherwise after these words.
        """
        sizes = self._sizes(words)
        parts, start = [], 0
        while start < len(words):
            end, total = start, 0
            while end < len(words) and total + sizes[end] <= MAX_PIECES:
                total += sizes[end]
                end += 1
            if end < len(words):
                end = _split_place(words, start, end)
            parts.append((start, end))
            start = end
        return parts

    def split(self, words: Sequence[str], offset: int = 0) -> SplitSentence | None:
        """Return the parts of a sentence that begins at word ``offset`` of a text; None if it is not split."""
        starts = tuple(offset + start for start, _ in self.parts(words)[1:])
        return SplitSentence(sum(self._sizes(words)), starts) if starts else None

    def _sizes(self, words: Sequence[str]) -> list[int]:
        return [len(self._pieces.word(word)) for word in words]


class _Pieces(NamedTuple):
    """The codes and shapes of a sentence's pieces, and the first and last piece of each word."""

    codes: list[int]
    shapes: list[int]
    first: list[int]
    last: list[int]


def _inputs(sentences: Sequence[_Pieces]) -> dict[str, Integers]:
    """Return the inputs of the network for sentences with equally many pieces.

    Rows of sentences with fewer words are filled up with zeros, whose vectors are not used.
    """
    longest = max(len(pieces.first) for pieces in sentences)
    inputs = {name: np.zeros((len(sentences), longest), dtype=np.int64) for name in ("first", "last")}
    for row, pieces in enumerate(sentences):
        inputs["first"][row, : len(pieces.first)] = pieces.first
        inputs["last"][row, : len(pieces.last)] = pieces.last
    inputs["codes"] = np.array([pieces.codes for pieces in sentences], dtype=np.int64)
    inputs["shapes"] = np.array([pieces.shapes for pieces in sentences], dtype=np.int64)
    return inputs


def _own(vectors: Floats) -> Floats:
    """Return a read-only copy, which does not keep the arrays of the whole batch in memory."""
    copied = vectors.copy()
    copied.flags.writeable = False
    return copied


def _split_place(words: Sequence[str], start: int, end: int) -> int:
    for marks in BREAKS:
        for place in range(end, (start + end) // 2, -1):
            if words[place - 1] in marks:
                return place
    return end


def load_encoder(folder: Path | None = None) -> Encoder:
    """Return an encoder, by default the one that ships with Meantree; cached for the next call.

    Raises:
        OSError, ValueError: if a file in ``folder`` is missing or damaged.
        UsageError: if a file that ships with Meantree is.
    """
    return _shipped() if folder is None else _load(folder.resolve())


@cache
def _shipped() -> Encoder:
    return _load((shipped("models/en_meantree") / "encoder").resolve())


@lru_cache(maxsize=2)
def _load(folder: Path) -> Encoder:
    return Encoder(folder)

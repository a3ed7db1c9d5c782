"""What the labeller sees of words, predicates and spans beside the words' vectors: numbers of hashed features.

A feature is a template and the codes of a few texts (a lemma, a path), mixed into a bucket; arrays of them are made at
once for all spans.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.roles.syntax import Syntax

BUCKETS = 1 << 15
Codes = NDArray[np.uint32]
Features = NDArray[np.int64]
"""Shape (rows, features): buckets, from 1."""


PRIME, SHIFT = np.uint32(16777619), np.uint32(15)


@lru_cache(maxsize=1 << 16)
def code(text: str) -> int:
    """The number of a text; different texts nearly always have different ones."""
    return zlib.crc32(text.encode())


def codes(texts: Sequence[str]) -> Codes:
    """The numbers of texts."""
    return np.array([code(text) for text in texts], dtype=np.uint32)


def mixed(template: int, *parts: Codes) -> Codes:
    """One number from a template's and those of its parts (FNV-1a over whole words)."""
    first, *others = parts
    result: Codes = first ^ np.uint32((2166136261 ^ template * 2654435761) & 0xFFFFFFFF)
    result *= PRIME
    result ^= result >> SHIFT
    for part in others:
        result = result ^ part
        result *= PRIME
        result ^= result >> SHIFT
    return result


def buckets(rows: Sequence[Codes]) -> Features:
    """Mixed codes, one array a feature, as buckets with the features of one thing in one row."""
    return 1 + (np.stack(rows, axis=1) % np.uint32(BUCKETS - 1)).astype(np.int64)


@dataclass(frozen=True)
class FeatureReader:
    """The features of one sentence."""

    syntax: Syntax

    @cached_property
    def _lemmas(self) -> Codes:
        return codes([token.lemma.lower() for token in self.syntax.tokens])

    @cached_property
    def _tags(self) -> Codes:
        return codes([token.xpos or token.upos for token in self.syntax.tokens])

    @cached_property
    def _arcs(self) -> Codes:
        return codes(self.syntax.tree.labels)

    @cached_property
    def _below(self) -> Codes:
        """The arcs that hang on each word, as one."""
        wanted = [sorted({self.syntax.tree.labels[child] for child in below}) for below in self.syntax.below]
        return codes([" ".join(label for label in labels if label not in ("punct", "conj", "cc")) for labels in wanted])

    @cached_property
    def _voice(self) -> Codes:
        return codes([str(self.syntax.is_passive(token)) for token in range(len(self.syntax.tokens))])

    def words(self) -> Features:
        """Of every word: what tells whether it is a predicate."""
        lemma, tag, arc, below = self._lemmas, self._tags, self._arcs, self._below
        rows = [mixed(1, lemma), mixed(2, tag), mixed(3, lemma, tag), mixed(4, arc), mixed(5, tag, arc)]
        rows += [mixed(6, lemma, arc), mixed(7, below), mixed(8, tag, below), mixed(9, lemma, below)]
        for number, step in enumerate((-2, -1, 1, 2)):
            rows += [mixed(10 + number, _shifted(lemma, step)), mixed(20 + number, _shifted(tag, step))]
        return buckets(rows)

    def predicates(self, places: Sequence[int]) -> Features:
        """Of predicates: what is the same for all spans beside them."""
        at = list(places)
        rows = [mixed(30, self._lemmas[at]), mixed(31, self._tags[at], self._voice[at]), mixed(32, self._below[at])]
        return buckets([*rows, mixed(33, self._lemmas[at], self._below[at])])

    @cached_property
    def _spans(self) -> dict[str, Codes]:
        syntax, spans = self.syntax, self.syntax.candidates
        heads = [syntax.head(span) for span in spans]
        starts, ends = np.array(spans).T
        edge = np.concatenate((self._lemmas, codes(["<>"])))  # before the first and after the last word
        return {
            "head": np.array(heads),
            "labels": codes(["+".join(syntax.spans.get(span, ["-"])) for span in spans]),
            "parent": codes([syntax.over(span) for span in spans]),
            "whole": codes([str(span == syntax.subtrees[head]) for span, head in zip(spans, heads, strict=True)]),
            "phrase": codes([str(span in syntax.spans) for span in spans]),
            "width": codes([str(min(end - start, 12)) for start, end in spans]),
            "first": self._lemmas[starts],
            "last": self._lemmas[ends - 1],
            "before": edge[starts - 1],
            "after": edge[ends],
            "cases": codes([syntax.cases[head] for head in heads]),
        }

    def spans(self) -> Features:
        """Of every candidate: what is the same beside all predicates."""
        s = self._spans
        lemma, tag, arc = (values[s["head"]] for values in (self._lemmas, self._tags, self._arcs))
        rows = [mixed(40, s["width"]), mixed(41, lemma), mixed(42, tag, arc), mixed(43, s["first"])]
        rows += [mixed(44, s["last"]), mixed(45, s["whole"], arc), mixed(46, s["phrase"], s["whole"])]
        rows += [mixed(47, s["before"]), mixed(48, s["after"]), mixed(49, s["before"], s["labels"])]
        rows += [mixed(50, s["after"], s["labels"]), mixed(51, s["labels"], s["parent"])]
        return buckets(rows)

    def pairs(self, predicate: int, places: Sequence[int]) -> Features:
        """Of the candidates at ``places`` beside one predicate: what tells which of its roles they fill, if any."""
        at = list(places)
        s = {name: values[at] for name, values in self._spans.items()}
        syntax, head = self.syntax, s["head"]
        sides, distances = zip(*(_side(syntax.candidates[place], predicate) for place in at), strict=True)
        side, distance = codes(sides), codes(distances)
        path = codes(syntax.arc_paths(predicate))[head]
        verb, tag, voice = (values[[predicate]] for values in (self._lemmas, self._tags, self._voice))
        labels, parent, arc = s["labels"], s["parent"], self._arcs[head]
        rows = [mixed(60, side), mixed(61, side, distance), mixed(62, labels, side), mixed(63, arc, side)]
        rows += [mixed(64, path), mixed(65, path, side, voice), mixed(66, path, verb), mixed(67, path, tag)]
        rows += [mixed(68, parent, labels, side), mixed(69, labels, path), mixed(70, self._lemmas[head], path)]
        rows += [mixed(71, s["first"], path), mixed(72, s["first"], verb), mixed(73, verb, side, voice)]
        rows += [mixed(74, s["phrase"], s["whole"], path), mixed(75, s["cases"], path), mixed(76, s["cases"], verb)]
        rows += [mixed(77, parent, path), mixed(78, labels, verb, side)]
        return buckets([np.broadcast_to(row, (len(at),)) for row in rows])


def _shifted(values: Codes, step: int) -> Codes:
    """The values of the words ``step`` places further on, 0 beyond the ends."""
    result = np.zeros_like(values)
    if step > 0:
        result[:-step] = values[step:]
    else:
        result[-step:] = values[:step]
    return result


def _side(span: tuple[int, int], predicate: int) -> tuple[str, str]:
    """Left or right of the predicate, and how far off in powers of two."""
    left = span[1] <= predicate
    distance = predicate - span[1] + 1 if left else span[0] - predicate
    return ("left" if left else "right"), str(distance.bit_length())

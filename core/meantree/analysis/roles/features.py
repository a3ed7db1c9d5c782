"""What the labeller sees of words, predicates and spans beside the words' vectors: numbers of hashed features.

A feature is a template and the codes of a few texts (a lemma, a path), mixed into a bucket; arrays of them are made at
once for all spans. Most are those of Gildea & Jurafsky (2002) and Xue & Palmer (2004).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.entities.clusters import NONE, Clusters
from meantree.analysis.entities.gazetteer import noun_class
from meantree.analysis.frames import Span
from meantree.analysis.roles.hashing import Codes, code, codes, mixed
from meantree.analysis.roles.rolesets import Roleset
from meantree.analysis.roles.syntax import Syntax

BUCKETS = 1 << 16
Features = NDArray[np.int64]
"""Shape (rows, features): buckets, from 1."""
ROLES = 5
"""So many numbered roles of a roleset are looked at one by one."""
NO_ROLESET = Roleset("-", "", "", (), ())


def buckets(rows: Sequence[Codes]) -> Features:
    """Mixed codes, one array a feature, as buckets with the features of one thing in one row."""
    return 1 + (np.stack(rows, axis=1) % np.uint32(BUCKETS - 1)).astype(np.int64)


@lru_cache(maxsize=1 << 14)
def _roles(roleset: Roleset) -> tuple[int, ...]:
    """Codes of a roleset: its name, all its roles, those one by one."""
    roles = [f"{role.number} {role.tag}" for role in roleset.roles]
    single = (roles + ["-"] * ROLES)[:ROLES]
    return code(roleset.id), code(" ".join(roles)), *map(code, single)


@dataclass(frozen=True)
class FeatureReader:
    """The features of one sentence, with clusters of words by normalised word."""

    syntax: Syntax
    clusters: Clusters

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

    @cached_property
    def _kinds(self) -> tuple[Codes, Codes, Codes]:
        """WordNet's class of each word, and its coarse and fine cluster."""
        tokens = self.syntax.tokens
        classes = codes([token.upos if token.upos == "PRON" else noun_class(token.lemma.lower()) for token in tokens])
        pairs = np.array([self.clusters.get(token.text.lower(), NONE) for token in tokens], dtype=np.int64)
        numbers = (pairs + 2).astype(np.uint32)
        return classes, numbers[:, 0], numbers[:, 1]

    def words(self) -> Features:
        """Of every word: what tells whether it is a predicate."""
        lemma, tag, arc, below = self._lemmas, self._tags, self._arcs, self._below
        rows = [mixed(1, lemma), mixed(2, tag), mixed(3, lemma, tag), mixed(4, arc), mixed(5, tag, arc)]
        rows += [mixed(6, lemma, arc), mixed(7, below), mixed(8, tag, below), mixed(9, lemma, below)]
        for number, step in enumerate((-2, -1, 1, 2)):
            rows += [mixed(10 + number, _shifted(lemma, step)), mixed(20 + number, _shifted(tag, step))]
        rows += [mixed(25, self._kinds[0], tag), mixed(26, self._kinds[2])]
        return buckets(rows)

    def predicates(self, places: Sequence[int], rolesets: Sequence[Roleset]) -> Features:
        """Of predicates: what is the same for all spans beside them."""
        at = list(places)
        lemma, tag, below = self._lemmas[at], self._tags[at], self._below[at]
        name, roles, *single = np.array([_roles(one) for one in rolesets], dtype=np.uint32).T
        rows = [mixed(30, lemma), mixed(31, tag, self._voice[at]), mixed(32, below), mixed(33, lemma, below)]
        rows += [mixed(34, name), mixed(35, roles), mixed(36, roles, below), mixed(37, self._kinds[2][at])]
        return buckets([*rows, *(mixed(38, one) for one in single)])

    @cached_property
    def _spans(self) -> dict[str, Codes]:
        syntax, spans = self.syntax, self.syntax.candidates
        heads = [syntax.head(span) for span in spans]
        starts, ends = np.array(spans).T
        edge = np.concatenate((self._lemmas, codes(["<>"])))  # before the first and after the last word
        classes, coarse, fine = self._kinds
        return {
            "head": np.array(heads),
            "labels": codes(["+".join(syntax.spans.get(span, ["-"])) for span in spans]),
            "parent": codes([syntax.over(span) for span in spans]),
            "whole": codes([str(span == syntax.subtrees[head]) for span, head in zip(spans, heads, strict=True)]),
            "phrase": codes([f"{span in syntax.spans} {self._doubt(span)}" for span in spans]),
            "width": codes([str(min(end - start, 12)) for start, end in spans]),
            "first": self._lemmas[starts],
            "last": self._lemmas[ends - 1],
            "before": edge[starts - 1],
            "after": edge[ends],
            "cases": codes([syntax.cases[head] for head in heads]),
            "class": classes[heads],
            "coarse": coarse[heads],
            "fine": fine[heads],
        }

    def _doubt(self, span: Span) -> str:
        """How much less probable the best tree with this constituent is, in steps; empty for none."""
        loss = self.syntax.near_best.get(span)
        return "" if loss is None else str(int(2 * loss + 0.5) if loss < 1.0 else int(loss) + 1)

    def spans(self) -> Features:
        """Of every candidate: what is the same beside all predicates."""
        s = self._spans
        lemma, tag, arc = (values[s["head"]] for values in (self._lemmas, self._tags, self._arcs))
        rows = [mixed(40, s["width"]), mixed(41, lemma), mixed(42, tag, arc), mixed(43, s["first"])]
        rows += [mixed(44, s["last"]), mixed(45, s["whole"], arc), mixed(46, s["phrase"], s["whole"])]
        rows += [mixed(47, s["before"]), mixed(48, s["after"]), mixed(49, s["before"], s["labels"])]
        rows += [mixed(50, s["after"], s["labels"]), mixed(51, s["labels"], s["parent"]), mixed(52, s["fine"])]
        rows += [mixed(53, s["phrase"], s["labels"], arc), mixed(54, s["cases"], s["class"])]
        return buckets(rows)

    def pairs(
        self, predicates: Sequence[int], rolesets: Sequence[Roleset], places: Sequence[Sequence[int]]
    ) -> Features:
        """Of candidates beside predicates: what tells which of the predicate's roles they fill, if any.

        Args:
            predicates: tokens.
            rolesets: one for each predicate.
            places: for each predicate those of the candidates, which follow each other in the rows.
        """
        counts = [len(each) for each in places]
        flat = [place for each in places for place in each]
        at = np.repeat(np.array(predicates, dtype=np.int64), counts)
        s = {name: values[flat] for name, values in self._spans.items()}
        syntax, head = self.syntax, s["head"]
        side, distance = self._sides(at, flat)
        relations = [syntax.relations(predicate) for predicate in predicates]
        path = np.concatenate([codes(one.paths)[h] for one, h in zip(relations, _cut(head, counts), strict=True)])
        meet = np.concatenate([np.array(one.meets)[h] for one, h in zip(relations, _cut(head, counts), strict=True)])
        above = codes(
            [syntax.phrase_path(one, syntax.candidates[place]) for one, place in zip(at.tolist(), flat, strict=True)]
        )
        over = np.where(meet == at, np.uint32(0), self._lemmas[meet])
        verb, tag, voice, below = (values[at] for values in (self._lemmas, self._tags, self._voice, self._below))
        name, roles = np.repeat(np.array([_roles(one)[:2] for one in rolesets], dtype=np.uint32), counts, axis=0).T
        labels, parent, arc, cases = s["labels"], s["parent"], self._arcs[head], s["cases"]
        rows = [mixed(60, side), mixed(61, side, distance), mixed(62, labels, side), mixed(63, arc, side)]
        rows += [mixed(64, path), mixed(65, path, side, voice), mixed(66, path, verb), mixed(67, path, tag)]
        rows += [mixed(68, parent, labels, side), mixed(69, labels, path), mixed(70, self._lemmas[head], path)]
        rows += [mixed(71, s["first"], path), mixed(72, s["first"], verb), mixed(73, verb, side, voice)]
        rows += [mixed(74, s["phrase"], s["whole"], path), mixed(75, cases, path), mixed(76, cases, verb)]
        rows += [mixed(77, parent, path), mixed(78, labels, verb, side), mixed(79, name, path, voice)]
        rows += [mixed(80, name, cases, side), mixed(81, name, labels, side), mixed(82, roles, path, voice)]
        rows += [mixed(83, roles, cases, arc), mixed(84, roles, labels, side, voice), mixed(85, s["class"], path)]
        rows += [mixed(86, s["class"], verb, side), mixed(87, s["coarse"], path), mixed(88, below, path)]
        rows += [mixed(89, below, arc, side, cases), mixed(90, above), mixed(91, above, labels, voice)]
        rows += [mixed(92, above, verb), mixed(93, over, path), mixed(94, above, s["phrase"], arc)]
        rows += [mixed(95, roles, s["class"], arc, cases)]
        return buckets(rows)

    def _sides(self, at: NDArray[np.int64], flat: Sequence[int]) -> tuple[Codes, Codes]:
        """Left (1) or right (2) of the predicate, and how far off in powers of two."""
        starts, ends = np.array([self.syntax.candidates[place] for place in flat]).T
        left = ends <= at
        distance = np.where(left, at - ends + 1, starts - at)
        return np.where(left, 1, 2).astype(np.uint32), np.frexp(distance)[1].astype(np.uint32)


def _cut(values: Codes, counts: Sequence[int]) -> list[Codes]:
    return np.split(values, np.cumsum(counts)[:-1])


def _shifted(values: Codes, step: int) -> Codes:
    """The values of the words ``step`` places further on, 0 beyond the ends."""
    result = np.zeros_like(values)
    if step > 0:
        result[:-step] = values[step:]
    else:
        result[-step:] = values[:step]
    return result

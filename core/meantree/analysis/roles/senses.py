"""Which roleset a predicate has: a linear model over hashed features of its surroundings in the sentence.

The rolesets to choose from are those that have the word among their aliases, and those that it had in the training
data; the frequency there is one of the features.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.roles.hashing import Codes, codes, mixed
from meantree.analysis.roles.rolesets import LIGHT, Roleset
from meantree.analysis.roles.syntax import Syntax

BUCKETS = 1 << 18
NEAR = 4
"""How many words after a predicate its particles and the like are looked for."""
Counts = Mapping[str, Mapping[str, int]]
"""How often a lemma had a roleset in the training data."""
KINDS = {"V": "v", "N": "n", "J": "j", "R": "r"}
"""The kind of alias by the first letter of a part of speech."""


@dataclass(frozen=True)
class Choices:
    """What a lemma can mean.

    Attributes:
        names: the rolesets' ids.
        known: hashed names, one each.
        roles: hashed lists of all their roles, for what predicates that take the same roles have in common.
        prior: the natural logarithm of their smoothed share in the training data.
        others: the words of their names after the first.
        kinds: of which their aliases are, as in ``v`` and ``n``.
    """

    names: tuple[str, ...]
    known: Codes
    roles: Codes
    prior: NDArray[np.float32]
    others: tuple[tuple[str, ...], ...]
    kinds: tuple[frozenset[str], ...]


class Senses:
    """The rolesets of predicates in context.

    Args:
        rolesets: by id.
        counts: of the training data.
        weights: shape (:data:`BUCKETS`,); all 0 gives the most frequent roleset.
    """

    def __init__(self, rolesets: Mapping[str, Roleset], counts: Counts, weights: NDArray[np.float32]) -> None:
        self._rolesets, self._counts, self._weights = rolesets, counts, weights
        self._by_word: dict[str, set[str]] = {}
        for name, roleset in rolesets.items():
            for word in (name.rpartition(".")[0], *(alias.rpartition(".")[0] for alias in roleset.aliases)):
                self._by_word.setdefault(word.partition("_")[0].lower(), set()).add(name)
        self.choices = lru_cache(maxsize=1 << 14)(self._choices)

    def best(self, syntax: Syntax, predicate: int) -> str | None:
        """The id of the roleset; None where no roleset has the word."""
        choices = self.of(syntax, predicate)
        if not choices.names:
            return None
        if len(choices.names) == 1:
            return choices.names[0]
        scores = choices.prior + self._weights[self.features(syntax, predicate, choices)].sum(axis=1)
        return choices.names[int(scores.argmax())]

    def of(self, syntax: Syntax, predicate: int) -> Choices:
        """What the word at ``predicate`` can mean, by its lemma; by its form where the lemma is in no roleset."""
        token = syntax.tokens[predicate]
        choices: Choices = self.choices(token.lemma.lower())
        return choices if choices.names else self.choices(token.text.lower())

    def _choices(self, lemma: str) -> Choices:
        counts = self._counts.get(lemma, {})
        names = tuple(sorted(self._by_word.get(lemma, set()) | counts.keys()))
        smoothed = [counts.get(name, 0) + 0.3 / (1 + self._rank(name)) for name in names]
        prior = np.array([math.log(one / sum(smoothed)) for one in smoothed], dtype=np.float32)
        found = [self._rolesets.get(name) for name in names]
        roles = [" ".join(f"{role.number}{role.tag}" for role in one.roles) if one else "-" for one in found]
        others = tuple(tuple(name.rpartition(".")[0].split("_")[1:]) for name in names)
        kinds = tuple(
            frozenset(alias.rpartition(".")[2] for alias in one.aliases) if one else frozenset() for one in found
        )
        return Choices(names, codes(names), codes(roles), prior, others, kinds)

    @staticmethod
    def _rank(name: str) -> int:
        number = name.rpartition(".")[2]
        return int(number) if number.isdigit() else 50

    def features(self, syntax: Syntax, predicate: int, choices: Choices) -> NDArray[np.int64]:
        """Places in the weights, (choices, features)."""
        context = codes(surroundings(syntax, predicate))
        own = codes(_fits(syntax, predicate, choices))
        columns = [
            mixed(90, choices.known[:, None], context[None, :]),
            mixed(91, choices.roles[:, None], context[None, :]),
        ]
        columns.append(np.stack((mixed(92, own), mixed(93, own, choices.roles)), axis=1))
        return (np.concatenate(columns, axis=1) % np.uint32(BUCKETS)).astype(np.int64)


def _fits(syntax: Syntax, predicate: int, choices: Choices) -> list[str]:
    """Of each roleset, whether the other words of its name are there, and whether an alias has the word's kind."""
    after = [token.lemma.lower() for token in syntax.tokens[predicate + 1 : predicate + 1 + NEAR]]
    alone = f"single {any(syntax.tree.labels[child] == 'compound:prt' for child in syntax.below[predicate])}"
    tag = syntax.tokens[predicate].xpos or syntax.tokens[predicate].upos
    kind = KINDS.get(tag[:1], "-")
    whole = [str(all(other in after for other in others)) if others else alone for others in choices.others]
    rows = zip(whole, choices.kinds, choices.names, strict=True)
    return [f"{one} {kind in kinds} {name.endswith(LIGHT)}" for one, kinds, name in rows]


def surroundings(syntax: Syntax, predicate: int) -> Sequence[str]:
    """What stands around a predicate, in the sentence and in its trees."""
    tokens, labels = syntax.tokens, syntax.tree.labels
    own = tokens[predicate]
    found = ["", f"tag {own.xpos or own.upos}", f"arc {labels[predicate]}", f"form {own.text.lower()}"]
    for step in (-2, -1, 1, 2, 3):
        place = predicate + step
        word = tokens[place].lemma.lower() if 0 <= place < len(tokens) else "<>"
        found.append(f"{step} {word}")
    head = syntax.tree.heads[predicate]
    found.append(f"head {tokens[head].lemma.lower()}" if head >= 0 else "root")
    kinds = []
    for child in syntax.below[predicate]:
        label = labels[child]
        if label in ("punct", "conj", "cc"):
            continue
        kinds.append(label)
        found += [f"has {label}", f"{label} {tokens[child].lemma.lower()}", f"{label} {tokens[child].upos}"]
        if syntax.cases[child]:
            found.append(f"by {syntax.cases[child]}")
    found.append(" ".join(kinds))
    return list(dict.fromkeys(found))


def most_frequent(choices: Choices) -> str | None:
    """The roleset that the word had most often in the training data, or the first one; None without any choice."""
    return choices.names[int(choices.prior.argmax())] if choices.names else None


def read_counts(path: Path) -> Counts:
    """How often a lemma has a roleset, from lines of lemma, roleset and count between tabs."""
    counts: dict[str, dict[str, int]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        lemma, name, count = line.split("\t")
        counts.setdefault(lemma, {})[name] = int(count)
    return counts


def read_weights(path: Path) -> NDArray[np.float32]:
    """The weights, from an ``.npz`` of ``weights`` in 8 bits and their ``scale``."""
    with np.load(path, allow_pickle=False) as stored:
        weights: NDArray[np.float32] = stored["weights"].astype(np.float32) * np.float32(stored["scale"])
    return weights

"""The labeller: which words are predicates, which roleset each has, and which spans fill its roles."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.entities.clusters import Clusters, read_clusters
from meantree.analysis.frames import Filler, Frame, Span
from meantree.analysis.roles.core_roles import with_distinct_core
from meantree.analysis.roles.decode import best_fillers
from meantree.analysis.roles.features import NO_ROLESET, FeatureReader
from meantree.analysis.roles.network import Finder, Labels, read_arrays
from meantree.analysis.roles.rolesets import Roleset, rolesets
from meantree.analysis.roles.senses import Senses, most_frequent, read_counts, read_weights
from meantree.analysis.roles.syntax import Syntax
from meantree.analysis.roles.table import hmeant_role
from meantree_resources import resource

Floats = NDArray[np.float32]


class Argument(NamedTuple):
    """A span that fills a role, PropBank's label of it, and how probable that is."""

    span: Span
    label: str
    probability: float


MOST_PAIRS = 20_000
"""Candidates beside predicates that are looked at together, which bounds memory. The 1,151 words of one talk without
full stops have 4,712 in their largest sentence."""
CLUSTERS = "models/en_entities/clusters.npz"


@dataclass(frozen=True)
class RoleLabeller:
    """Small networks over the constituency parser's states and hashed features, and a choice of rolesets.

    Attributes:
        fingerprint: name and version; the same fingerprint gives the same frames.
        labels: PropBank's; the first is empty, "no role".
    """

    fingerprint: str
    labels: tuple[str, ...]
    _finder: Finder
    _networks: tuple[Labels, ...]
    _senses: Senses
    _clusters: Clusters

    @classmethod
    def load(cls, folder: Path) -> RoleLabeller:
        """Read the files that training writes."""
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
        labels = tuple(json.loads((folder / "labels.json").read_text(encoding="utf-8")))
        senses = Senses(rolesets(), read_counts(folder / "senses.tsv"), read_weights(folder / "senses.npz"))
        arrays, clusters = read_arrays(folder / "weights.npz"), read_clusters(resource(CLUSTERS))
        names = sorted({name.partition(".")[0] for name in arrays if name.startswith("labeller")})
        networks = tuple(Labels(arrays, name) for name in names)
        return cls(f"{meta['name']}-{meta['version']}", labels, Finder(arrays, "finder"), networks, senses, clusters)

    def frames(self, syntax: Syntax, states: Floats) -> Iterator[Frame]:
        """Yield the frames of one sentence, with the roles of HMEANT, in the order of their predicates.

        Args:
            syntax: its words, dependencies and constituents.
            states: what the constituency parser's encoder makes of its words, (tokens, states).
        """
        reader = FeatureReader(syntax, self._clusters)
        predicates = self._predicates(reader, states)
        senses = self.rolesets(syntax, predicates)
        found = self._arguments(reader, states, predicates, senses)
        for predicate, roleset, arguments in zip(predicates, senses, found, strict=True):
            ranked = sorted(arguments, key=lambda argument: -argument.probability)
            fillers = [filler for argument in ranked if (filler := _filler(argument, roleset)) is not None]
            name = roleset.id if roleset is not NO_ROLESET else ""
            yield Frame((predicate, predicate + 1), with_distinct_core(fillers), name)

    def predicates(self, syntax: Syntax, states: Floats) -> list[int]:
        """The tokens that have a frame."""
        return self._predicates(FeatureReader(syntax, self._clusters), states)

    def _predicates(self, reader: FeatureReader, states: Floats) -> list[int]:
        scores = self._finder.scores(reader.words(), states)
        return [int(token) for token in np.flatnonzero(scores > 0)]

    def rolesets(self, syntax: Syntax, predicates: Sequence[int]) -> list[Roleset]:
        """The roleset of each predicate; an empty one named ``-`` where none is known of the word."""
        known = rolesets()
        return [known.get(self._senses.best(syntax, predicate) or "", NO_ROLESET) for predicate in predicates]

    def usual_roleset(self, syntax: Syntax, predicate: int) -> str | None:
        """The id of the roleset that the word has most often, wherever it stands; None where none is known of it."""
        return most_frequent(self._senses.of(syntax, predicate))

    def arguments(self, syntax: Syntax, states: Floats, predicates: Sequence[int]) -> Iterator[list[Argument]]:
        """Return the spans that fill a role of each predicate, with PropBank's labels."""
        reader = FeatureReader(syntax, self._clusters)
        return self._arguments(reader, states, predicates, self.rolesets(syntax, predicates))

    def _arguments(
        self, reader: FeatureReader, states: Floats, predicates: Sequence[int], senses: Sequence[Roleset]
    ) -> Iterator[list[Argument]]:
        near = [reader.syntax.beside(predicate) for predicate in predicates]
        for some in _batches(list(map(len, near))):
            yield from self._batch(reader, states, predicates[some], senses[some], near[some])

    def _batch(
        self,
        reader: FeatureReader,
        states: Floats,
        predicates: Sequence[int],
        senses: Sequence[Roleset],
        near: Sequence[Sequence[int]],
    ) -> Iterator[list[Argument]]:
        if not any(near):
            yield from ([] for _ in predicates)
            return
        spans, counts = reader.syntax.candidates, [len(each) for each in near]
        probable = self._probabilities(reader, states, predicates, senses, near)
        for places, part in zip(near, np.split(probable, np.cumsum(counts)[:-1]), strict=True):
            here = [spans[place] for place in places]
            yield [
                Argument(here[place], self.labels[label], float(part[place, label]))
                for place, label in best_fillers(here, part, self.labels)
            ]

    def _probabilities(
        self,
        reader: FeatureReader,
        states: Floats,
        predicates: Sequence[int],
        senses: Sequence[Roleset],
        near: Sequence[Sequence[int]],
    ) -> Floats:
        """How probable each label is of all candidates beside all predicates, (pairs, labels)."""
        spans, flat, counts = reader.syntax.candidates, [place for each in near for place in each], list(map(len, near))
        heads = [reader.syntax.head(span) for span in spans]
        alike, own = reader.spans(), reader.predicates(predicates, senses)
        pairs = reader.pairs(predicates, senses, near)
        found = [
            one.probabilities(
                one.candidates(alike, states, spans, heads)[flat],
                one.predicates(own, states[list(predicates)]),
                pairs,
                counts,
            )
            for one in self._networks
        ]
        mean: Floats = sum(found[1:], found[0]) / np.float32(len(found))
        return mean


def _batches(counts: Sequence[int]) -> Iterator[slice]:
    """Yield consecutive predicates with at most :data:`MOST_PAIRS` candidates together, or one."""
    start = total = 0
    for place, count in enumerate(counts):
        if total + count > MOST_PAIRS and place > start:
            yield slice(start, place)
            start, total = place, 0
        total += count
    yield slice(start, len(counts))


def _filler(argument: Argument, roleset: Roleset) -> Filler | None:
    role = hmeant_role(argument.label, roleset)
    return None if role is None else Filler(argument.span, role, argument.label)


@cache
def load_role_labeller() -> RoleLabeller:
    """The labeller that ships with Meantree, loaded once."""
    return RoleLabeller.load(resource("models/en_roles"))

"""The labeller in NumPy: which words are predicates, and which spans fill their roles."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.frames import Filler, Frame, Span
from meantree.analysis.roles.decode import best_fillers
from meantree.analysis.roles.features import FeatureReader, Features
from meantree.analysis.roles.syntax import Syntax
from meantree.analysis.roles.table import hmeant_role
from meantree_resources import resource

Floats = NDArray[np.float32]
Argument = tuple[Span, str]
"""A span and its label."""


class RoleLabeller:
    """Two small networks over the constituency parser's states and hashed features.

    Attributes:
        fingerprint: name and version; the same fingerprint gives the same frames.
        labels: PropBank's; the first is empty, "no role".
    """

    def __init__(self, folder: Path) -> None:
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
        self.fingerprint = f"{meta['name']}-{meta['version']}"
        self.labels: tuple[str, ...] = tuple(json.loads((folder / "labels.json").read_text(encoding="utf-8")))
        with np.load(folder / "weights.npz", allow_pickle=False) as stored:
            self._arrays: dict[str, Floats] = {name: stored[name].astype(np.float32) for name in stored.files}

    def frames(self, syntax: Syntax, states: Floats) -> Iterator[Frame]:
        """Yield the frames of one sentence, with the roles of HMEANT, in the order of their predicates.

        Args:
            syntax: its words, dependencies and constituents.
            states: what the constituency parser's encoder makes of its words, (tokens, states).
        """
        reader = FeatureReader(syntax)
        predicates = self._predicates(reader, states)
        for predicate, arguments in zip(predicates, self._arguments(reader, states, predicates), strict=True):
            labelled = ((span, hmeant_role(label)) for span, label in arguments)
            fillers = (Filler(span, role) for span, role in labelled if role is not None)
            yield Frame((predicate, predicate + 1), tuple(sorted(fillers)))

    def predicates(self, syntax: Syntax, states: Floats) -> list[int]:
        """The tokens that have a frame."""
        return self._predicates(FeatureReader(syntax), states)

    def _predicates(self, reader: FeatureReader, states: Floats) -> list[int]:
        hidden = self._linear("finder.state", states)
        hidden += self._linear("finder.seen", self._sums("finder.tokens", reader.words()))
        scores = self._linear("finder.out", np.maximum(hidden, 0))[:, 0]
        return [int(token) for token in np.flatnonzero(scores > 0)]

    def arguments(self, syntax: Syntax, states: Floats, predicates: Sequence[int]) -> Iterator[list[Argument]]:
        """The spans that fill a role of each predicate, with PropBank's labels."""
        return self._arguments(FeatureReader(syntax), states, predicates)

    def _arguments(self, reader: FeatureReader, states: Floats, predicates: Sequence[int]) -> Iterator[list[Argument]]:
        if not predicates:
            return
        syntax = reader.syntax
        alike = self._spans(reader, states)
        beside = self._linear("labeller.predicate", states[list(predicates)])
        beside += self._linear("labeller.beside", self._sums("labeller.frames", reader.predicates(predicates)))
        for predicate, own in zip(predicates, beside, strict=True):
            near = syntax.beside(predicate)
            if not near:
                yield []
                continue
            pairs = self._linear("labeller.seen", self._sums("labeller.spans", reader.pairs(predicate, near)))
            scores = _log_softmax(self._linear("labeller.out", np.maximum(alike[near] + pairs + own, 0)))
            spans = [syntax.candidates[place] for place in near]
            yield [(spans[place], self.labels[label]) for place, label in best_fillers(spans, scores, self.labels)]

    def _spans(self, reader: FeatureReader, states: Floats) -> Floats:
        """What spans add to the hidden layer whatever the predicate is; projections are made once a word."""
        spans = reader.syntax.candidates
        seen = self._linear("labeller.seen", self._sums("labeller.spans", reader.spans()))
        half = states.shape[1] // 2
        weights = self._arrays["labeller.inside.weight"]
        nothing = np.zeros((1, len(weights)), dtype=np.float32)
        forward = np.vstack((nothing, states[:, :half] @ weights[:, :half].T))
        backward = np.vstack((states[:, half:] @ weights[:, half:].T, nothing))
        heads = self._linear("labeller.head", states)[[reader.syntax.head(span) for span in spans]]
        starts, ends = np.array(spans).T
        # Inside of a span: forwards at its end less before its start, backwards the other way.
        result: Floats = seen + heads + forward[ends] - forward[starts] + backward[starts] - backward[ends]
        return result

    def _sums(self, name: str, features: Features) -> Floats:
        """The sum of the vectors of each row's features."""
        sums: Floats = self._arrays[f"{name}.weight"][features].sum(axis=1)
        return sums

    def _linear(self, name: str, values: Floats) -> Floats:
        result: Floats = values @ self._arrays[f"{name}.weight"].T
        bias = self._arrays.get(f"{name}.bias")
        return result if bias is None else result + bias


def _log_softmax(scores: Floats) -> Floats:
    shifted = scores - scores.max(axis=1, keepdims=True)
    result: Floats = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return result


@cache
def load_role_labeller() -> RoleLabeller:
    """The labeller that ships with Meantree, loaded once."""
    return RoleLabeller(resource("models/en_roles"))

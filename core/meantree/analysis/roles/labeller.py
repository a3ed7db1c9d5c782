"""The labeller: which words are predicates, which roleset each has, and which spans fill its roles."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from meantree.analysis.bundled_parser import DECIMALS, load_bundled_parser
from meantree.analysis.encoder.decoding import likely_spans
from meantree.analysis.encoder.encoder import Encoder, load_encoder
from meantree.analysis.encoder.networks import Floats, Network, loading, read_labels
from meantree.analysis.frames import Filler, Frame, Span
from meantree.analysis.roles.core_roles import with_distinct_core
from meantree.analysis.roles.rolesets import Roleset, rolesets
from meantree.analysis.roles.table import hmeant_role
from meantree.analysis.tree import Token
from meantree_resources import resource

WORTH = 0.4
"""Least probability of a filler; see :func:`~meantree.analysis.encoder.decoding.likely_spans`."""
UNLIKELY = 0.01
"""Added to the probability that a span is a constituent, by which the odds of a filler there are multiplied."""


class Argument(NamedTuple):
    """A span that fills a role, PropBank's label of it, and how probable that is."""

    span: Span
    label: str
    probability: float


class RoleLabeller:
    """Two heads of the encoder: one finds predicates, one names what fills their roles and in which sense.

    Attributes:
        fingerprint: name and version; the same fingerprint gives the same frames.
    """

    def __init__(self, folder: Path, encoder: Encoder) -> None:
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
        self.fingerprint = f"{meta['name']}-{meta['version']}"
        self._labels = read_labels(folder / "labels.json", "roles")["roles"]
        self._encoder, self._parser = encoder, load_bundled_parser()
        self._predicates = Network(folder / "predicates.onnx", {"predicates": None})
        self._frames = Network(folder / "head.onnx", {"senses": None, "roles": 1 + 2 * len(self._labels)})
        self._senses = Senses(folder / "senses.npz", rolesets())

    def frames(self, tokens: Sequence[Token]) -> Iterator[Frame]:
        """Yield the frames of one sentence, with the roles of HMEANT, in the order of their predicates."""
        predicates = self.predicates([token.text for token in tokens])
        found = zip(predicates.items(), self.arguments(tokens, list(predicates)), strict=True)
        for (predicate, probability), (name, arguments) in found:
            ranked = sorted(arguments, key=lambda argument: -argument.probability)
            roleset = rolesets().get(name)
            fillers = [filler for argument in ranked if (filler := _filler(argument, roleset)) is not None]
            yield Frame((predicate, predicate + 1), with_distinct_core(fillers), name, round(probability, DECIMALS))

    def predicates(self, words: Sequence[str]) -> dict[int, float]:
        """Return the places of the words that more probably have a frame than not, in order, and how probably."""
        (scores,) = self._predicates({"states": self._encoder.states(words)[None]})
        return {int(place): 1 / (1 + math.exp(-scores[0][place])) for place in np.flatnonzero(scores[0] > 0)}

    def arguments(self, tokens: Sequence[Token], predicates: Sequence[int]) -> Iterator[tuple[str, list[Argument]]]:
        """Yield the roleset of each predicate, empty where none is known, and the spans that fill its roles.

        Args:
            tokens: of one sentence that the encoder can read at once, with their lemmas.
            predicates: places of words.
        """
        if not predicates:
            return
        words = tuple(token.text for token in tokens)
        states, places = self._encoder.states(words)[None], np.array(predicates, dtype=np.int64)
        senses, roles = self._frames({"states": states, "predicate": places})
        prior = np.log(self._parser.spans(words).constituents() + UNLIKELY)
        for place, vector, scores in zip(predicates, senses, roles, strict=True):
            found = likely_spans(scores, WORTH, prior)
            yield (
                self._senses.best(tokens[place], vector),
                [Argument((one.start, one.end), self._labels[one.label], one.probability) for one in found],
            )


class Senses:
    """Chooses among the rolesets that a word may have."""

    def __init__(self, path: Path, known: Mapping[str, Roleset]) -> None:
        with np.load(path, allow_pickle=False) as stored:
            self._weights, self._scales, self._bias = stored["weights"], stored["scales"], stored["bias"]
            names = stored["names"].tolist()
        self._by_word: dict[str, list[tuple[int, str]]] = {}
        for code, name in enumerate(names):
            aliases = known[name].aliases if name in known else ()
            for word in dict.fromkeys(one.rpartition(".")[0].partition("_")[0].lower() for one in (name, *aliases)):
                self._by_word.setdefault(word, []).append((code, name))

    def best(self, token: Token, vector: Floats) -> str:
        """Return the roleset of a predicate, of those of its lemma, else of its form; empty where there is none.

        Args:
            token: the predicate.
            vector: what the head says of its sense.
        """
        choices = self._by_word.get(token.lemma.lower()) or self._by_word.get(token.text.lower(), [])
        if not choices:
            return ""
        codes = [code for code, _ in choices]
        scores = (self._weights[codes] @ vector) * self._scales[codes] + self._bias[codes]
        return choices[int(scores.argmax())][1]


def _filler(argument: Argument, roleset: Roleset | None) -> Filler | None:
    role = hmeant_role(argument.label, roleset)
    return None if role is None else Filler(argument.span, role, argument.label, round(argument.probability, DECIMALS))


@cache
def load_role_labeller() -> RoleLabeller:
    """The labeller that ships with Meantree, loaded once.

    Raises:
        UsageError: if a file is missing or damaged.
    """
    with loading("the labeller of roles"):
        return RoleLabeller(resource("models/en_roles"), load_encoder())

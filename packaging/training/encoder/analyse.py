"""What a trained encoder says of sentences: the heads' scores decoded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from examples import Example
from labels import Labels
from model import Encoder, words_mask
from reading import Reader, batches
from roles.rolesets import rows
from torch import Tensor

from meantree.analysis import role_labeller
from meantree.analysis.chart import NBest, SpanModel
from meantree.analysis.constituents import NBestConstituents
from meantree.analysis.encoder.decoding import arc_scores, best_arcs, likely_spans
from meantree.analysis.encoder.networks import Floats
from meantree.analysis.encoder.words import lemma_of
from meantree.analysis.entities import finder
from meantree.analysis.nonprojective.best import Doubles

PIECES = 6000
Span = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the encoder says of a sentence.

    Attributes:
        tags: UPOS, XPOS, features and lemmas.
        heads: counted from 1; 0 is that of the root.
        relations: of the words to their heads.
        sureness: the mean natural logarithm of the arcs' probabilities.
        trees: constituents, the best tree first.
        predicates: words that are predicates.
        frames: predicate, roleset and arguments, of the gold predicates where the sentence has gold frames.
        names: of persons, organisations and places.
    """

    tags: tuple[list[str], ...]
    heads: list[int]
    relations: list[str]
    sureness: float
    trees: list[list[Span]]
    predicates: list[int]
    frames: list[tuple[int, str, list[Span]]]
    names: list[Span]


class Analyser:
    """Decodes what the heads score."""

    def __init__(self, model: Encoder, reader: Reader, labels: Labels, lexicon: Mapping[str, Sequence[str]]) -> None:
        self._model, self._reader, self._labels = model, reader, labels
        codes = {name: code for code, name in enumerate(labels.senses)}
        self._choices = {word: [codes[name] for name in names] for word, names in lexicon.items()}

    @torch.no_grad()
    def analyse(self, examples: Sequence[Example], nbest: int = 1) -> Iterator[tuple[Example, Analysis]]:
        """Yield the sentences, the shortest first, and what is found in them."""
        self._model.eval()
        for batch in batches(examples, self._reader, PIECES, None):
            sentences = self._reader.read([example.words for example in batch])
            states = self._model.trunk(sentences.pieces)
            arcs, relations = self._model.arcs(states, words_mask(sentences.lengths))
            for row, example in enumerate(batch):
                size = len(example.words)
                own = states[row : row + 1, : size + 1]
                yield example, self._decoded(example, own, arcs[row, :size, : size + 1], relations[row], nbest)

    def _decoded(self, example: Example, states: Tensor, arcs: Tensor, relations: Tensor, nbest: int) -> Analysis:
        tags, spans = self._tags(states, example.words), self._model.spans(states)[0].numpy()
        size = len(example.words)
        scores = arcs.numpy(), relations[:size, : size + 1].float().numpy(), self._labels.relations
        heads, labels = best_arcs(*scores)
        sure = arc_scores(*scores).arcs[np.arange(size), heads]
        found = torch.nonzero(self._model.frames.predicate(states[0, 1:])[:, 0] > 0)[:, 0].tolist()
        predicates = found if example.frames is None else [frame.predicate for frame in example.frames]
        named = self._model.names(states[:, 1:])[0].numpy()
        return Analysis(
            tags=tags,
            heads=heads.tolist(),
            relations=[self._labels.relations[label] for label in labels],
            sureness=float(sure.mean()),
            trees=self._trees(spans, nbest),
            predicates=found,
            frames=self._frames(states, spans, predicates, example.words, tags[-1]),
            names=_likely(named, finder.MIN_PROBABILITY, None, self._labels.names),
        )

    def _tags(self, states: Tensor, words: Sequence[str]) -> tuple[list[str], ...]:
        parts = (self._labels.upos, self._labels.xpos, self._labels.features, self._labels.lemmas)
        found = [scores[0].argmax(dim=1).tolist() for scores in self._model.tags(states[:, 1:])]
        *tags, rules = ([part[code] for code in row] for part, row in zip(parts, found, strict=True))
        return *tags, [lemma_of(word, rule) for word, rule in zip(words, rules, strict=True)]

    def _trees(self, scores: Floats, nbest: int) -> list[list[Span]]:
        names = self._labels.constituents  # the first one stands for none, and here for the words
        listed = NBest(scores, [(), *((code,) for code in range(1, len(names)))], [0] * len(scores)).trees(nbest)
        trees = (NBestConstituents.of_preorders([tree], [1.0], names).tree(0) for _, tree in listed)
        return [list(tree.constituents()) for tree in trees]

    def _frames(
        self, states: Tensor, spans: Floats, predicates: Sequence[int], words: Sequence[str], lemmas: Sequence[str]
    ) -> list[tuple[int, str, list[Span]]]:
        prior = np.log(SpanModel.of(spans).constituents() + role_labeller.UNLIKELY) if predicates else None
        places = torch.tensor(predicates, dtype=torch.long)
        roles = self._model.frames.roles(states[:, 1:], torch.zeros_like(places), places).numpy()
        senses = self._model.frames.sense(states[:, 1:])[0]
        return [
            (
                place,
                self._sense(senses[place], lemmas[place], words[place]),
                _likely(scores, role_labeller.MIN_PROBABILITY, prior, self._labels.roles),
            )
            for place, scores in zip(predicates, roles, strict=True)
        ]

    def _sense(self, scores: Tensor, lemma: str, word: str) -> str:
        """Return the best roleset of the lemma, or of the word where the lemma has none."""
        choices = self._choices.get(lemma.lower()) or self._choices.get(word.lower())
        best = int(scores.argmax()) if choices is None else choices[int(scores[choices].argmax())]
        return self._labels.senses[best]


def _likely(scores: Floats, min_probability: float, prior: Doubles | None, labels: Sequence[str]) -> list[Span]:
    return [(span.start, span.end, labels[span.label]) for span in likely_spans(scores, min_probability, prior)]


def lexicon(table: Path, labels: Labels) -> dict[str, list[str]]:
    """Return the rolesets that a lemma may have, by the names of PropBank's frame files and by their aliases."""
    known = rows(table)
    found: dict[str, set[str]] = {}
    for name in labels.senses:
        aliases = known[name][1].split(",") if name in known else []
        for word in (name, *aliases):
            found.setdefault(word.rpartition(".")[0].partition("_")[0].lower(), set()).add(name)
    return {word: sorted(names) for word, names in found.items()}

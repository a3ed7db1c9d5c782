"""Heads for predicates, their rolesets and their arguments, and for names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import bio
import torch
from biaffine import Biaffine, SharedDropout, projection
from examples import SCHEMES, Example
from labels import Labels, codes
from torch import Tensor, nn
from torch.nn import functional
from trunk import Layer, Size

PRODUCT, SENSE = 64, 128
MIXED = Size(width=128, inner=256, heads=4, layers=2)
"""Of the small Transformer that reads a sentence once for each of its predicates."""
FAR = 16
"""Words farther than this from the predicate have the same distance."""


@dataclass(frozen=True, slots=True)
class GoldFrames:
    """The frames of a batch.

    Attributes:
        is_predicate: (sentences, words) 1 or 0; -1 where it is not known.
        sentence: of each frame, its row.
        predicate: its word.
        sense: its roleset.
        tags: of the words, for each frame: (frames, words), -1 after the end.
    """

    is_predicate: Tensor
    sentence: Tensor
    predicate: Tensor
    sense: Tensor
    tags: Tensor


class FrameCodes:
    """Turns frames into codes."""

    def __init__(self, labels: Labels) -> None:
        self._roles, self._senses = codes(labels.roles), codes(labels.senses)

    def __call__(self, examples: Sequence[Example], size: int) -> GoldFrames:
        """Return the codes of sentences that all have frames."""
        is_predicate = torch.full((len(examples), size), -1)
        found: list[tuple[int, int, int]] = []
        tags: list[list[int]] = []
        for row, example in enumerate(examples):
            words = len(example.words)
            if example.has_all_frames:
                is_predicate[row, :words] = 0
            for frame in example.frames or ():
                is_predicate[row, frame.predicate] = 1
                found.append((row, frame.predicate, self._senses[frame.roleset]))
                spans = [(s, e, self._roles[role]) for s, e, role in frame.arguments if role in self._roles]
                tags.append(bio.tags_of(spans, words, len(self._roles)) + [-1] * (size - words))
        sentence, predicate, sense = torch.tensor(found, dtype=torch.long).reshape(-1, 3).unbind(1)
        rows = torch.tensor(tags, dtype=torch.long).reshape(-1, size)
        return GoldFrames(is_predicate, sentence, predicate, sense, rows)


class FrameFinder(nn.Module):
    """Which words are predicates, in which sense, and what fills their roles."""

    def __init__(self, width: int, labels: Labels) -> None:
        super().__init__()
        self.predicate = nn.Sequential(nn.Dropout(0.2), nn.Linear(width, 1))
        self.sense = nn.Sequential(projection(width, SENSE, 0.2), nn.Linear(SENSE, len(labels.senses)))
        self.dropout = SharedDropout(0.33)
        self.of_word, self.of_predicate = nn.Linear(width, MIXED.width), nn.Linear(width, MIXED.width)
        self.distance, self.norm = nn.Embedding(2 * FAR + 1, MIXED.width), nn.LayerNorm(MIXED.width)
        self.layers = nn.ModuleList(Layer(MIXED, 0.1) for _ in range(MIXED.layers))
        self.tags = nn.Linear(MIXED.width, 1 + 2 * len(labels.roles))
        self.word_part, self.predicate_part = projection(width, PRODUCT), projection(width, PRODUCT)
        self.product = Biaffine(PRODUCT, 1 + 2 * len(labels.roles))

    def roles(self, words: Tensor, sentence: Tensor, predicate: Tensor, mask: Tensor | None = None) -> Tensor:
        """Return scores of the tags of all words for each predicate: (frames, words, tags).

        Args:
            words: (sentences, words, width).
            sentence: of each frame.
            predicate: its word.
            mask: (sentences, words), true where a word is, if not everywhere.
        """
        dropped = self.dropout(words)
        places = torch.arange(words.shape[1]).unsqueeze(0) - predicate.unsqueeze(1)
        states = self.of_word(dropped)[sentence] + self.of_predicate(dropped)[sentence, predicate].unsqueeze(1)
        states = self.norm(states + self.distance(places.clamp(-FAR, FAR) + FAR))
        there = None if mask is None else mask[sentence][:, None, None, :]
        for layer in self.layers:
            states = layer(states, there)
        predicates = self.predicate_part(words)[sentence, predicate].unsqueeze(1)
        products = self.product(predicates, self.word_part(words)[sentence]).squeeze(1)
        return (self.tags(states) + products).float()

    def loss(self, words: Tensor, lengths: Tensor, gold: GoldFrames) -> Tensor:
        """Return the negative log probability of predicates, senses and arguments, summed."""
        known = gold.is_predicate >= 0
        scores = self.predicate(words).squeeze(2)[known].float()
        total = functional.binary_cross_entropy_with_logits(
            scores, gold.is_predicate[known].to(scores.dtype), reduction="sum"
        )
        if not len(gold.sentence):
            return total
        senses = self.sense(words)[gold.sentence, gold.predicate].float()
        total = total + functional.cross_entropy(senses, gold.sense, reduction="sum")
        mask = torch.arange(words.shape[1]) < lengths.unsqueeze(1)
        roles = self.roles(words, gold.sentence, gold.predicate, mask)
        return total + bio.loss(roles, gold.tags, lengths[gold.sentence])


class NameFinder(nn.Module):
    """Names of persons, organisations and places; each corpus adds what its guidelines change."""

    def __init__(self, width: int, labels: Labels) -> None:
        super().__init__()
        self.tags = nn.Sequential(projection(width, 128, 0.2), nn.Linear(128, 1 + 2 * len(labels.names)))
        changes = [nn.Linear(width, 1 + 2 * len(labels.names)) for _ in SCHEMES]
        for change in changes:
            nn.init.zeros_(change.weight)
        self.changes = nn.ModuleList(changes)

    def forward(self, words: Tensor, scheme: Tensor | None = None) -> Tensor:
        """Return scores of tags, in EWT's scheme or in that of each sentence's corpus."""
        scores = self.tags(words)
        if scheme is None:
            return (scores + self.changes[0](words)).float()
        changes = torch.stack([change(words) for change in self.changes])
        return (scores + changes[scheme, torch.arange(len(words))]).float()

    def loss(self, words: Tensor, lengths: Tensor, gold: GoldNames) -> Tensor:
        """Return the negative log probability of the names, summed."""
        return bio.loss(self(words, gold.scheme), gold.tags, lengths)


@dataclass(frozen=True, slots=True)
class GoldNames:
    """Tags (sentences, words), -1 after the end, and the corpus of each sentence."""

    tags: Tensor
    scheme: Tensor


class NameCodes:
    """Turns names into codes."""

    def __init__(self, labels: Labels) -> None:
        kinds = labels.names
        self._codes = codes(["O", *(f"B-{kind}" for kind in kinds), *(f"I-{kind}" for kind in kinds)])

    def __call__(self, examples: Sequence[Example]) -> GoldNames:
        """Return the codes of sentences that all have names."""
        tags = bio.padded([[self._codes[tag] for tag in example.names or ()] for example in examples])
        return GoldNames(tags, torch.tensor([SCHEMES.get(example.corpus, 0) for example in examples]))

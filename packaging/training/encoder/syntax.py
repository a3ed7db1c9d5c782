"""Heads for tags, features and lemmas, and for dependencies (Dozat & Manning 2017)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from biaffine import Biaffine, projection
from bio import padded
from labels import Labels, codes
from torch import Tensor, nn
from torch.nn import functional
from treebank import GoldSentence

from meantree.analysis.encoder.words import lemma_rule

ARC, LABEL = 256, 96
UNLEARNED = -1
"""Stands for a label that is not learned, and after the end of a sentence."""


@dataclass(frozen=True, slots=True)
class GoldSyntax:
    """Codes (sentences, words); heads count from 1, 0 is the root."""

    tags: tuple[Tensor, ...]
    heads: Tensor
    relations: Tensor


class SyntaxCodes:
    """Turns treebank sentences into codes."""

    def __init__(self, labels: Labels) -> None:
        self._tags = [codes(part) for part in (labels.upos, labels.xpos, labels.features, labels.lemmas)]
        self._relations = codes(labels.relations)

    def __call__(self, sentences: Sequence[GoldSentence]) -> GoldSyntax:
        """Return the codes of a batch."""
        columns = ([one.upos for one in sentences], [one.xpos for one in sentences], [one.feats for one in sentences])
        rules = [[lemma_rule(*pair) for pair in zip(one.words, one.lemmas, strict=True)] for one in sentences]
        return GoldSyntax(
            tags=tuple(
                padded([[known.get(label, UNLEARNED) for label in row] for row in column])
                for known, column in zip(self._tags, (*columns, rules), strict=True)
            ),
            heads=padded([[0 if head == place else head + 1 for place, head in enumerate(s.heads)] for s in sentences]),
            relations=padded([[self._relations[relation] for relation in one.deprels] for one in sentences]),
        )


class Tagger(nn.Module):
    """UPOS, XPOS, features and lemma rules, each by a linear layer."""

    def __init__(self, width: int, labels: Labels) -> None:
        super().__init__()
        self.dropout = nn.Dropout(0.2)
        parts = (labels.upos, labels.xpos, labels.features, labels.lemmas)
        self.outputs = nn.ModuleList(nn.Linear(width, len(part)) for part in parts)

    def forward(self, words: Tensor) -> list[Tensor]:
        """Map (sentences, words, width) to scores of each part's labels."""
        words = self.dropout(words)
        return [output(words) for output in self.outputs]

    def loss(self, words: Tensor, gold: GoldSyntax) -> Tensor:
        """Return the cross-entropy of all parts, summed."""
        parts = zip(self(words), gold.tags, strict=True)
        return torch.stack([cross_entropy(scores, tags) for scores, tags in parts]).sum()


class Parser(nn.Module):
    """Scores of arcs and of their relations, from vectors of the sentence and its words."""

    def __init__(self, width: int, labels: Labels) -> None:
        super().__init__()
        self.arc_dependent, self.arc_head = projection(width, ARC), projection(width, ARC)
        self.label_dependent, self.label_head = projection(width, LABEL), projection(width, LABEL)
        self.arc, self.label = Biaffine(ARC, 1), Biaffine(LABEL, len(labels.relations))

    def forward(self, states: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return scores of arcs (sentences, words, 1 + words) and of relations (…, relations).

        Args:
            states: the sentence's vector, then those of its words.
            mask: true where a word is, if not everywhere.
        """
        arcs = self.arc(self.arc_dependent(states[:, 1:]), self.arc_head(states)).squeeze(3).float()
        if mask is not None:
            there = functional.pad(mask, (1, 0), value=True)
            arcs = arcs.masked_fill(~there.unsqueeze(1), -1e4)
        return arcs, self.label(self.label_dependent(states[:, 1:]), self.label_head(states))

    def loss(self, states: Tensor, mask: Tensor, gold: GoldSyntax) -> Tensor:
        """Return the cross-entropy of heads, and of the gold arcs' relations, summed."""
        arcs, relations = self(states, mask)
        places = gold.heads.clamp(min=0)[..., None, None].expand(-1, -1, 1, relations.shape[3])
        chosen = relations.gather(2, places).squeeze(2)
        return cross_entropy(arcs, gold.heads) + cross_entropy(chosen, gold.relations)


def cross_entropy(scores: Tensor, gold: Tensor) -> Tensor:
    """Return the cross-entropy where a label is learned, summed."""
    return functional.cross_entropy(
        scores.flatten(0, 1).float(), gold.flatten(), ignore_index=UNLEARNED, reduction="sum"
    )

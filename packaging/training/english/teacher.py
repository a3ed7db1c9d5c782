"""The teacher: a graph-based biaffine parser (Dozat & Manning 2017), larger and slower than what ships.

It is trained on the gold trees, then parses raw English; the shipped pipeline learns from gold and from those trees.
Words, characters and affixes feed three bidirectional LSTM layers; tags are a side task. Needs PyTorch, only here.
"""

from __future__ import annotations

import argparse
import copy
import math
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from treebank import GoldSentence, ewt_documents, training_documents

PAD, UNKNOWN = 0, 1
MAX_CHARACTERS = 20
BATCH_WORDS = 2500


@dataclass
class Vocabulary:
    """Integer codes of everything the network reads and writes; 0 is padding, 1 is unknown."""

    words: dict[str, int]
    affixes: dict[str, int]
    characters: dict[str, int]
    labels: list[str]
    tags: list[str]

    @classmethod
    def of(cls, sentences: Sequence[GoldSentence]) -> Vocabulary:
        words = Counter(word.lower() for sentence in sentences for word in sentence.words)
        affixes = Counter(affix for sentence in sentences for word in sentence.words for affix in _affixes(word))
        characters = Counter(character for sentence in sentences for word in sentence.words for character in word)
        return cls(
            words=_codes(words, minimum=2),
            affixes=_codes(affixes, minimum=3),
            characters=_codes(characters, minimum=3),
            labels=sorted({label for sentence in sentences for label in sentence.deprels}),
            tags=sorted({tag for sentence in sentences for tag in sentence.xpos}),
        )


def _codes(counts: Counter[str], *, minimum: int) -> dict[str, int]:
    return {key: code for code, key in enumerate(sorted(k for k, n in counts.items() if n >= minimum), start=2)}


def _affixes(word: str) -> tuple[str, str, str]:
    lower = word.lower()
    return "<" + lower[:3], lower[-2:] + ">", lower[-3:] + ">>"


@dataclass
class Batch:
    """``words`` (B, L), ``affixes`` (B, L, 3), ``characters`` (U, C) of unique words, ``unique`` (B, L) into them."""

    words: Tensor
    affixes: Tensor
    characters: Tensor
    unique: Tensor
    mask: Tensor
    heads: Tensor
    labels: Tensor
    tags: Tensor


def make_batch(sentences: Sequence[GoldSentence], vocabulary: Vocabulary) -> Batch:
    """Pad to the longest sentence, position 0 being the artificial root."""
    size, length = len(sentences), 1 + max(len(sentence.words) for sentence in sentences)
    words, unique = np.zeros((size, length), np.int64), np.zeros((size, length), np.int64)
    affixes = np.zeros((size, length, 3), np.int64)
    heads, labels, tags = (np.full((size, length), -1, np.int64) for _ in range(3))
    mask = np.zeros((size, length), bool)
    known: dict[str, int] = {"": 0}
    label_codes = {label: code for code, label in enumerate(vocabulary.labels)}
    tag_codes = {tag: code for code, tag in enumerate(vocabulary.tags)}
    for row, sentence in enumerate(sentences):
        mask[row, : len(sentence.words) + 1] = True
        for index, word in enumerate(sentence.words):
            column = index + 1
            words[row, column] = vocabulary.words.get(word.lower(), UNKNOWN)
            affixes[row, column] = [vocabulary.affixes.get(affix, UNKNOWN) for affix in _affixes(word)]
            unique[row, column] = known.setdefault(word, len(known))
            if sentence.heads:
                head = sentence.heads[index]
                heads[row, column] = 0 if head == index else head + 1
                labels[row, column] = label_codes[sentence.deprels[index]]
                tags[row, column] = tag_codes[sentence.xpos[index]]
    characters = np.zeros((len(known), MAX_CHARACTERS + 2), np.int64)
    for word, row in known.items():
        codes = [vocabulary.characters.get(character, UNKNOWN) for character in word]
        if len(codes) > MAX_CHARACTERS:
            codes = codes[: MAX_CHARACTERS // 2] + codes[-MAX_CHARACTERS // 2 :]
        characters[row, 1 : len(codes) + 1] = codes
    arrays = (words, affixes, characters, unique, mask, heads, labels, tags)
    return Batch(*(torch.from_numpy(array) for array in arrays))


def shuffled_batches(sentences: Sequence[GoldSentence], *, words: int = BATCH_WORDS) -> Iterator[list[GoldSentence]]:
    """Batches of sentences of like length, in random order."""
    ordered = sorted(sentences, key=lambda sentence: len(sentence.words) + random.random())
    batches: list[list[GoldSentence]] = [[]]
    for sentence in ordered:
        if batches[-1] and (len(batches[-1]) + 1) * len(sentence.words) > words:
            batches.append([])
        batches[-1].append(sentence)
    random.shuffle(batches)
    yield from batches


class SharedDropout(nn.Module):
    """Dropout with one mask for all positions of a sentence."""

    def __init__(self, rate: float) -> None:
        super().__init__()
        self.rate = rate

    def forward(self, x: Tensor) -> Tensor:
        if not self.training:
            return x
        mask = x.new_empty(x.shape[0], 1, x.shape[2]).bernoulli_(1 - self.rate) / (1 - self.rate)
        return x * mask


class Biaffine(nn.Module):
    """Scores (B, outputs, L, L): dependent position by head position."""

    def __init__(self, width: int, outputs: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(outputs, width + 1, width + 1))

    def forward(self, dependent: Tensor, head: Tensor) -> Tensor:
        one = torch.ones_like(dependent[..., :1])
        left, right = torch.cat([dependent, one], -1), torch.cat([head, one], -1)
        return torch.einsum("bxi,oij,byj->boxy", left, self.weight, right)


class BiaffineParser(nn.Module):
    def __init__(self, vocabulary: Vocabulary, *, hidden: int = 256, layers: int = 3, rate: float = 0.33) -> None:
        super().__init__()
        self.vocabulary = vocabulary
        self.word = nn.Embedding(len(vocabulary.words) + 2, 128, padding_idx=PAD)
        self.affix = nn.Embedding(len(vocabulary.affixes) + 2, 48, padding_idx=PAD)
        self.character = nn.Embedding(len(vocabulary.characters) + 2, 32, padding_idx=PAD)
        self.convolution = nn.Conv1d(32, 96, 3, padding=1)
        width = 128 + 3 * 48 + 96
        self.input_dropout = SharedDropout(rate)
        self.lstms = nn.ModuleList(
            nn.LSTM(width if layer == 0 else 2 * hidden, hidden, batch_first=True, bidirectional=True)
            for layer in range(layers)
        )
        self.dropout = SharedDropout(rate)
        self.arc_dependent, self.arc_head = self._mlp(2 * hidden, 400), self._mlp(2 * hidden, 400)
        self.label_dependent, self.label_head = self._mlp(2 * hidden, 100), self._mlp(2 * hidden, 100)
        self.arc = Biaffine(400, 1)
        self.label = Biaffine(100, len(vocabulary.labels))
        self.tag = nn.Linear(2 * hidden, len(vocabulary.tags))

    @staticmethod
    def _mlp(inputs: int, outputs: int) -> nn.Module:
        return nn.Sequential(nn.Linear(inputs, outputs), nn.LeakyReLU(0.1), SharedDropout(0.33))

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
        """Arc scores (B, L, L), label scores (B, labels, L, L), tag scores (B, L, tags)."""
        words = batch.words
        if self.training:  # hide known words, so that characters and affixes learn to stand alone
            words = words.masked_fill((torch.rand(words.shape) < 0.15) & (words > UNKNOWN), UNKNOWN)
        characters = self.convolution(self.character(batch.characters).transpose(1, 2)).amax(-1)
        parts = [self.word(words), self.affix(batch.affixes).flatten(2), characters[batch.unique]]
        x = self.input_dropout(torch.cat(parts, -1))
        for lstm in self.lstms:
            x = self.dropout(lstm(x)[0])
        arc = self.arc(self.arc_dependent(x), self.arc_head(x)).squeeze(1).float()
        arc = arc.masked_fill(~batch.mask[:, None, :], -1e4)
        arc = arc - 1e4 * torch.eye(arc.shape[1])
        return arc, self.label(self.label_dependent(x), self.label_head(x)).float(), self.tag(x).float()


def loss_of(model: BiaffineParser, batch: Batch) -> Tensor:
    """Cross-entropy of heads, of labels at the gold heads, and (weighted .1) of tags."""
    arc, label, tag = model(batch)
    real = batch.heads >= 0
    heads = batch.heads[real]
    rows, columns = real.nonzero(as_tuple=True)
    labels = label[rows, :, columns, heads]
    return (
        functional.cross_entropy(arc[real], heads)
        + functional.cross_entropy(labels, batch.labels[real])
        + 0.1 * functional.cross_entropy(tag[real], batch.tags[real])
    )


@torch.no_grad()
def parse(
    models: Sequence[BiaffineParser], sentences: Sequence[GoldSentence]
) -> Iterator[tuple[list[int], list[str], float]]:
    """Heads, labels and mean log probability of an arc, by the averaged probabilities of ``models``.

    Heads are those of the maximum spanning arborescence with a single root (index of itself).
    """
    vocabulary = models[0].vocabulary
    order = sorted(range(len(sentences)), key=lambda index: len(sentences[index].words))
    results: dict[int, tuple[list[int], list[str], float]] = {}
    for start in range(0, len(order), 100):
        chunk = order[start : start + 100]
        batch = make_batch([sentences[index] for index in chunk], vocabulary)
        arc = torch.zeros(())
        label = torch.zeros(())
        for model in models:
            model.eval()
            with torch.autocast("cpu", dtype=torch.bfloat16):
                arc_scores, label_scores, _ = model(batch)
            arc = arc + arc_scores.softmax(-1) / len(models)
            label = label + label_scores.softmax(1) / len(models)
        log_arc, best_label = (arc + 1e-9).log().numpy(), label.argmax(1).numpy()
        for row, index in enumerate(chunk):
            size = len(sentences[index].words)
            results[index] = _decode(log_arc[row, : size + 1, : size + 1], best_label[row], vocabulary.labels)
    for index in range(len(sentences)):
        yield results[index]


def _decode(log_arc: np.ndarray, best_label: np.ndarray, labels: list[str]) -> tuple[list[int], list[str], float]:
    heads = log_arc.argmax(1)
    heads[0] = 0
    if (heads[1:] == 0).sum() != 1 or _has_cycle(heads):
        heads = _single_root_tree(log_arc)
    confidence = float(np.mean([log_arc[node, heads[node]] for node in range(1, len(heads))]))
    names = [labels[best_label[node, heads[node]]] for node in range(1, len(heads))]
    for node in range(1, len(heads)):  # label and structure must agree on what a root is
        if heads[node] == 0:
            names[node - 1] = "root"
        elif names[node - 1] == "root":
            names[node - 1] = "dep"
    return [int(head) - 1 if head else node for node, head in enumerate(heads[1:])], names, confidence


def _has_cycle(heads: np.ndarray) -> bool:
    for node in range(1, len(heads)):
        seen = 0
        while node and seen <= len(heads):
            node, seen = int(heads[node]), seen + 1
        if node:
            return True
    return False


def _single_root_tree(log_arc: np.ndarray) -> np.ndarray:
    import networkx as nx

    best, best_score = None, -math.inf
    roots = np.argsort(-log_arc[1:, 0])[:3] + 1
    for root in roots:
        graph = nx.DiGraph()
        for dependent in range(1, len(log_arc)):
            if dependent == root:
                graph.add_edge(0, int(root), weight=float(log_arc[root, 0]))
                continue
            for head in range(1, len(log_arc)):
                if head != dependent:
                    graph.add_edge(head, dependent, weight=float(log_arc[dependent, head]))
        tree = nx.maximum_spanning_arborescence(graph)
        score = sum(log_arc[dependent, head] for head, dependent in tree.edges)
        if score > best_score:
            best, best_score = tree, score
    if best is None:
        raise ValueError("a sentence without a tree")
    heads = np.zeros(len(log_arc), int)
    for head, dependent in best.edges:
        heads[dependent] = head
    return heads


def attachment_scores(models: Sequence[BiaffineParser], gold: Sequence[GoldSentence]) -> tuple[float, float]:
    """UAS and LAS over universal relations, all tokens, in percent."""
    right_heads = right_arcs = total = 0
    for sentence, (heads, labels, _) in zip(gold, parse(models, gold), strict=True):
        for index in range(len(heads)):
            total += 1
            if heads[index] == sentence.heads[index]:
                right_heads += 1
                right_arcs += labels[index].split(":")[0] == sentence.deprels[index].split(":")[0]
    return 100 * right_heads / total, 100 * right_arcs / total


def train(
    sentences: list[GoldSentence],
    dev: list[GoldSentence],
    output: Path,
    *,
    seed: int,
    minutes: float,
    rate: float = 2e-3,
) -> BiaffineParser:
    """Train for ``minutes`` with a cosine schedule; the running average of the weights is saved after each epoch."""
    random.seed(seed)
    torch.manual_seed(seed)
    np.random.seed(seed)
    vocabulary = Vocabulary.of(sentences)
    model = BiaffineParser(vocabulary)
    average = copy.deepcopy(model)
    optimizer = torch.optim.Adam(model.parameters(), lr=rate, betas=(0.9, 0.95))
    start, step, epoch = time.monotonic(), 0, 0
    while (elapsed := (time.monotonic() - start) / 60) < minutes:
        epoch += 1
        losses: list[float] = []
        for chunk in shuffled_batches(sentences):
            model.train()
            progress = min(1.0, (time.monotonic() - start) / 60 / minutes)
            for group in optimizer.param_groups:
                group["lr"] = (
                    rate * min(1, (step + 1) / 200) * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * progress)))
                )
            with torch.autocast("cpu", dtype=torch.bfloat16):
                loss = loss_of(model, make_batch(chunk, vocabulary))
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()
            step += 1
            _average(average, model, min(0.998, step / (step + 10)))
            losses.append(loss.item())
            if progress >= 1:
                break
        uas, las = attachment_scores([average], dev)
        print(
            f"seed {seed} epoch {epoch} {elapsed:.1f} min loss {np.mean(losses):.3f} dev UAS {uas:.2f} LAS {las:.2f}",
            flush=True,
        )
        torch.save({"vocabulary": vars(vocabulary), "weights": average.state_dict()}, output)
    return average


@torch.no_grad()
def _average(average: nn.Module, model: nn.Module, decay: float) -> None:
    for kept, current in zip(average.parameters(), model.parameters(), strict=True):
        kept.lerp_(current, 1 - decay)


def load(path: Path) -> BiaffineParser:
    """Load what :func:`train` saved."""
    state = torch.load(path, weights_only=True)
    model = BiaffineParser(Vocabulary(**state["vocabulary"]))
    model.load_state_dict(state["weights"])
    return model.eval()


def main() -> None:
    """Train one teacher: ``teacher.py DATA OUTPUT --seed N --minutes M`` (one thread: run several side by side)."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=35)
    options = parser.parse_args()
    torch.set_num_threads(1)
    sentences = [sentence for document in training_documents(options.data) for sentence in document]
    dev = [sentence for document in ewt_documents(options.data, "dev") for sentence in document]
    train(sentences, dev, options.output, seed=options.seed, minutes=options.minutes)


if __name__ == "__main__":
    main()

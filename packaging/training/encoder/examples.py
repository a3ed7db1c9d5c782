"""What the encoder learns from: sentences with the layers that their corpus annotates."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from constituency.gold import GoldTree, read_props
from corpora import read_conll, read_ewt, untitled
from gum import read_gum
from roles.gold import GoldFrame, read_examples, read_frames
from treebank import FREE_GUM_GENRES, GoldSentence, read_conllu

GENRES = FREE_GUM_GENRES - {"conversation"}
"""Of GUM: the conversations state no licence of their own."""
NAMELESS = 0.25
"""Share of the tweets without a name that is kept: names were missed in some of them."""
SCHEMES = {"ewt": 0, "gum": 1, "btc": 2, "wnut17": 3}
"""Corpora that annotate names, each by guidelines of its own; EWT's hold for others."""


@dataclass(frozen=True, slots=True)
class Example:
    """Words and their gold layers; None where the corpus lacks a layer.

    Attributes:
        words: of the sentence.
        corpus: where it comes from.
        syntax: tags, lemmas, features, heads and relations.
        tree: constituents.
        frames: predicates with their arguments.
        has_all_frames: whether a word without a frame is no predicate.
        names: a tag a word (B-, I-, O).
    """

    words: tuple[str, ...]
    corpus: str
    syntax: GoldSentence | None = None
    tree: GoldTree | None = None
    frames: tuple[GoldFrame, ...] | None = None
    has_all_frames: bool = False
    names: tuple[str, ...] | None = None


def training_examples(data: Path, seed: int = 1) -> list[Example]:
    """Return what is trained on, in a fixed order: EWT, the free part of GUM, PropBank's examples, tweets, EWT's names.

    Of the names of EWT dev the odd-numbered sentences are trained on; :func:`dev_examples` keeps the even ones.
    """
    chance = random.Random(seed)
    propbank = (
        Example(sentence.words, "propbank", frames=sentence.frames)
        for sentence in read_examples(data / "propbank/frame-examples.jsonl")
    )
    tweets = (
        Example(sentence.words, corpus, names=untitled(sentence).tags)
        for corpus in ("btc", "wnut17")
        for split in ("train", "dev", "test")
        for sentence in read_conll(data / f"ner/{corpus}-{split}.conll")
        if set(sentence.tags) != {"O"} or chance.random() < NAMELESS
    )
    return [*_ewt(data, "train"), *_gum(data), *propbank, *tweets, *list(_ewt_names(data))[1::2]]


def dev_examples(data: Path, split: str = "dev") -> list[Example]:
    """Return EWT dev (or test) with all layers; of dev only every other sentence has names."""
    names = {example.words: example.names for example in list(_ewt_names(data, split))[:: 2 if split == "dev" else 1]}
    return [replace(example, names=names.get(example.words)) for example in _ewt(data, split)]


def _ewt(data: Path, split: str) -> Iterator[Example]:
    """Yield the treebank's sentences, with PropBank's layers where it has the same words."""
    props = data / f"propbank/ewt-{split}.props"
    trees = {tree.words: tree for tree in read_props(props)}
    frames = {sentence.words: sentence.frames for sentence in read_frames(props)}
    for sentence in _sentences(read_conllu(data / f"treebank/ewt/{split}.conllu")):
        words = tuple(sentence.words)
        yield Example(words, "ewt", sentence, trees.get(words), frames.get(words), has_all_frames=True)


def _ewt_names(data: Path, split: str = "dev") -> Iterator[Example]:
    for sentence in read_ewt(data / f"ner/ewt-{split}.iob2"):
        yield Example(sentence.words, "ewt", names=sentence.tags)


def _gum(data: Path) -> Iterator[Example]:
    """Yield the free documents of GUM train and dev; its test part stays an evaluation set."""
    free = re.compile(rf"GUM_({'|'.join(sorted(GENRES))})_")
    for split in ("train", "dev"):
        path = data / f"treebank/gum/{split}.conllu"
        names = {sentence.words: sentence.tags for sentence in read_gum(path)}
        for sentence in _sentences(read_conllu(path, document_filter=free)):
            words = tuple(sentence.words)
            yield Example(words, "gum", sentence, names=names.get(words))


def _sentences(documents: Iterable[list[GoldSentence]]) -> Iterator[GoldSentence]:
    return (sentence for document in documents for sentence in document)

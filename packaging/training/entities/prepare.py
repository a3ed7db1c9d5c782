"""The program's own analyses of the gold sentences, as they are and in small letters or capitals.

``prepare.py DATA WORK`` writes one ``.npz`` a corpus: ``features`` (words, features), ``tags`` and ``sentence`` of
every word, both as numbers from 0, and the ``words``.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import spacy
from corpora import TAGS, GoldSentence, read_conll, read_ewt, read_words, untitled
from gum import read_gum
from spacy.language import Language
from spacy.tokens import Doc

from meantree.analysis.entities.clusters import Clusters, read_clusters
from meantree.analysis.entities.features import FeatureReader
from meantree.analysis.layers.dependencies import _token, _tree
from meantree.analysis.tree import DependencyTree, Token
from meantree_resources import resource

SEED = 1
NAMELESS = 0.25
SMALL, CAPITALS = 0.15, 0.04
"""Shares of the sentences of which there is a copy in small letters or in capitals."""


@cache
def pipeline() -> Language:
    """The English pipeline, loaded once."""
    return spacy.load(resource("models/en_meantree"))


def analysed(sentences: Sequence[GoldSentence]) -> Iterator[tuple[tuple[Token, ...], DependencyTree]]:
    """Each sentence as the pipeline analyses its words."""
    nlp = pipeline()
    docs = (
        Doc(nlp.vocab, words=list(s.words), sent_starts=[place == 0 for place in range(len(s.words))])
        for s in sentences
    )
    with nlp.select_pipes(disable=["senter", "trainable_lemmatizer"]):
        for doc in nlp.pipe(docs):
            yield tuple(_token(token) for token in doc), _tree(doc[:])


def copies(sentences: Iterable[GoldSentence], *, nameless: float = 1) -> Iterator[GoldSentence]:
    """Yield the sentences, and some of them again in small letters or capitals.

    Of those without a name only the share ``nameless`` is taken: tweets in which a name was missed are among them.
    """
    chance = random.Random(SEED)
    for sentence in sentences:
        if set(sentence.tags) == {"O"} and chance.random() >= nameless:
            continue
        yield sentence
        drawn = chance.random()
        if drawn < SMALL:
            yield GoldSentence(tuple(word.lower() for word in sentence.words), sentence.tags)
        elif drawn < SMALL + CAPITALS:
            yield GoldSentence(tuple(word.upper() for word in sentence.words), sentence.tags)


def arrays(sentences: Sequence[GoldSentence], clusters: Clusters) -> dict[str, np.ndarray]:
    """What is written of one corpus."""
    features = FeatureReader(list(analysed(sentences)), clusters).features()
    numbers = np.repeat(np.arange(len(sentences)), [len(sentence.words) for sentence in sentences])
    tags = [TAGS.index(tag) for sentence in sentences for tag in sentence.tags]
    return {
        "features": features.astype(np.int32),
        "tags": np.array(tags, np.int8),
        "sentence": numbers.astype(np.int32),
    }


def corpora(data: Path) -> Iterator[tuple[str, Iterable[GoldSentence]]]:
    """All corpora that are trained on, by name."""
    names = data / "ner"
    # Nobody looked for names here: what the network finds is trained on.
    raw = read_words(data / "treebank/ewt/train.conllu")
    yield "ewt-train", (GoldSentence(words, ("O",) * len(words)) for words in raw)
    yield "ewt-dev", copies(read_ewt(names / "ewt-dev.iob2"))
    for name in ("btc", "wnut17"):
        files = (names / f"{name}-{split}.conll" for split in ("train", "dev", "test"))
        yield name, copies((untitled(sentence) for file in files for sentence in read_conll(file)), nameless=NAMELESS)
    files = (data / f"treebank/gum/{split}.conllu" for split in ("train", "dev", "test"))
    yield "gum", copies(sentence for file in files for sentence in read_gum(file))


def main() -> None:
    """Write the arrays of all corpora."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("data", type=Path)
    arguments.add_argument("work", type=Path)
    options = arguments.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    clusters = read_clusters(options.work / "clusters.npz")
    for name, sentences in corpora(options.data):
        made = arrays(list(sentences), clusters)
        np.savez(options.work / f"{name}.npz", **made)
        print(f"{name}: {len(made['tags'])} words, {np.count_nonzero(made['tags'] % 2)} names", flush=True)


if __name__ == "__main__":
    main()

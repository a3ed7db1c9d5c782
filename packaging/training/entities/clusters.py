"""Clusters of words that stand in the same contexts, from text without annotation.

``clusters.py DATA WORK`` writes ``clusters.npz``: ``words`` (bytes, a line each, the more frequent first) and
``clusters`` (words, two), the second finer than the first. Words are as ``normal`` of the program's ``features``
makes them.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from corpora import read_conll, read_words
from gum import read_gum
from scipy.cluster.vq import kmeans2
from scipy.sparse import coo_matrix
from scipy.sparse.linalg import svds

from meantree.analysis.entities.features import normal

SEED = 1
FEWEST = 3
"""Occurrences of a word that has a cluster."""
CONTEXTS = 8_000
"""The most frequent words, each of which is a context at four places."""
DIMENSIONS = 64
SIZES = (100, 600)


def texts(data: Path) -> Iterator[tuple[str, ...]]:
    """Yield sentences: translations into English and their corrections, EWT's, GUM's and those of tweets."""
    for language in ("et", "ne", "ro", "si"):
        for name in ("train.mt", "train.pe"):
            text = (data / f"mlqe-pe/{language}-en/{name}").read_text(encoding="utf-8")
            yield from (tuple(line.split()) for line in text.splitlines())
    yield from read_words(data / "treebank/ewt/train.conllu")
    for sentence in read_gum(data / "treebank/gum/train.conllu"):
        yield sentence.words
    for name in ("btc-train", "btc-test", "wnut17-train"):
        for sentence in read_conll(data / f"ner/{name}.conll"):
            yield sentence.words


def vectors(sentences: list[list[str]]) -> tuple[list[str], np.ndarray]:
    """Words and their vectors: the singular vectors of positive pointwise mutual information with words beside them."""
    counts = Counter(word for sentence in sentences for word in sentence)
    words = [word for word, count in counts.most_common() if count >= FEWEST]
    number = {word: place for place, word in enumerate(words)}
    flat = np.array([number.get(word, -1) for sentence in sentences for word in ("<>", "<>", *sentence)])
    rows, columns = [], []
    for slot, step in enumerate((-2, -1, 1, 2)):
        beside = np.roll(flat, -step)
        known = (flat >= 0) & (beside >= 0) & (beside < CONTEXTS)
        rows.append(flat[known])
        columns.append(beside[known] + slot * CONTEXTS)
    pairs = coo_matrix((np.ones(sum(map(len, rows))), (np.concatenate(rows), np.concatenate(columns))))
    table = pairs.tocsr().tocoo()
    of_rows, of_columns = np.asarray(table.sum(1)).ravel(), np.asarray(table.sum(0)).ravel()
    smooth = of_columns**0.75
    information = np.log(table.data * smooth.sum() / (of_rows[table.row] * smooth[table.col]))
    kept = information > 0
    positive = coo_matrix((information[kept], (table.row[kept], table.col[kept])), shape=table.shape)
    left, values, _ = svds(positive.tocsr(), k=DIMENSIONS, rng=np.random.default_rng(SEED))
    scaled = left * np.sqrt(values)
    lengths = np.maximum(np.linalg.norm(scaled, axis=1, keepdims=True), 1e-9)
    return words[: len(scaled)], (scaled / lengths).astype(np.float32)


def main() -> None:
    """Write the clusters."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("data", type=Path)
    arguments.add_argument("work", type=Path)
    options = arguments.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    words, found = vectors([[normal(word) for word in sentence] for sentence in texts(options.data)])
    generator = np.random.default_rng(SEED)
    clusters = [kmeans2(found, size, iter=15, minit="++", rng=generator)[1] for size in SIZES]
    stored = np.frombuffer("\n".join(words).encode(), dtype=np.uint8)
    np.savez_compressed(
        options.work / "clusters.npz", words=stored, clusters=np.stack(clusters, axis=1).astype(np.uint16)
    )
    print(f"{len(words)} words in {SIZES[0]} and {SIZES[1]} clusters")


if __name__ == "__main__":
    main()

"""Trees for raw English: the sentences of MLQE-PE (CC0) and of the free part of GUM, parsed by the teachers.

``silver.py DATA OUTPUT.props TEACHER… [--part I --of N]`` writes the sentences about which the teachers agree.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import spacy
import torch
from gold import GoldTree
from network import SpanParser, Vocabulary, make_batch
from spacy.tokens import Doc
from train import batches, best_spans

sys.path.append(str(Path(__file__).parent.parent / "english"))
from raw import raw_sentences  # of the English pipeline's folder
from treebank import FREE_GUM_GENRES, read_conllu

from meantree_resources import resource

AGREED = 0.85
"""Sentences are kept of whose constituents the teachers share this part at least (F1)."""
MOST = 45_000


def load(path: Path, width: int) -> tuple[SpanParser, Vocabulary]:
    """A trained teacher."""
    stored = torch.load(path, weights_only=True)
    vocabulary = Vocabulary(**stored["vocabulary"])
    has_tensor = stored["state"]["lstm.weight_ih_l0"].shape[1] > 150
    model = SpanParser(vocabulary, width if has_tensor else 0)
    model.load_state_dict(stored["state"])
    return model.eval(), vocabulary


def sentences(data: Path) -> list[tuple[str, ...]]:
    """The raw sentences, in an order fixed by a seed."""
    free = re.compile(rf"GUM_({'|'.join(sorted(FREE_GUM_GENRES))})_")
    gum = [s for document in read_conllu(data / "treebank/gum/train.conllu", document_filter=free) for s in document]
    words = [tuple(sentence.words) for sentence in [*gum, *raw_sentences(data)] if 3 <= len(sentence.words) <= 50]
    random.Random(1).shuffle(words)
    return words[:MOST]


def parsed(found: list[tuple[str, ...]], teachers: list[tuple[SpanParser, Vocabulary]]) -> Iterator[GoldTree]:
    """The teachers' common best trees; sentences on which they differ too much are left out."""
    nlp = spacy.load(resource("models/en_meantree"))
    with nlp.select_pipes(disable=["senter", "morphologizer", "trainable_lemmatizer", "parser"]):
        docs = nlp.pipe(Doc(nlp.vocab, words=list(words)) for words in found)
        examples = [
            (GoldTree(words, tags, (), tags), doc.tensor.astype(np.float32))
            for doc in docs
            for words, tags in [(tuple(t.text for t in doc), tuple(t.tag_ for t in doc))]
        ]
    labels = teachers[0][1].labels
    for chunk in batches(examples, 2000, shuffle=False):
        trees, tensors = [tree for tree, _ in chunk], [tensor for _, tensor in chunk]
        with torch.no_grad():
            scores = [model(make_batch(trees, tensors, vocabulary)).numpy() for model, vocabulary in teachers]
        for row, tree in enumerate(trees):
            size = len(tree.words)
            alone = [set(best_spans(score[row], size)) for score in scores]
            agreed = 2 * len(alone[0] & alone[-1]) / max(1, len(alone[0]) + len(alone[-1]))
            if agreed >= AGREED:
                both = best_spans(sum(score[row] for score in scores), size)
                yield GoldTree(tree.words, tree.tags, tuple((start, end, labels[code]) for start, end, code in both))


def main() -> None:
    """Parse one part of the sentences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("teachers", type=Path, nargs="+")
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--of", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    teachers = [load(path, 160) for path in options.teachers]
    found = sentences(options.data)[options.part :: options.of]
    kept = 0
    with options.output.open("w", encoding="utf-8") as stream:
        for tree in parsed(found, teachers):
            kept += 1
            stream.write(props(tree))
    print(f"{kept} of {len(found)} sentences kept")


def props(tree: GoldTree) -> str:
    """The sentence as a block of a ``.props`` file, as far as :func:`gold.read_props` reads it."""
    opened, closed = [""] * len(tree.words), [""] * len(tree.words)
    for start, end, chain in tree.spans:
        for label in chain.split("+"):
            opened[start] += f"({label}"
            closed[end - 1] += ")"
    rows = zip(tree.words, tree.tags, opened, closed, strict=True)
    lines = [f"{index}\t{word}\t{tag}\t{before}*{after}" for index, (word, tag, before, after) in enumerate(rows, 1)]
    return "\n".join(lines) + "\n\n"


if __name__ == "__main__":
    main()

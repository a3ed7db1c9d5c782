"""Raw English analysed by a trained encoder, for another to learn from: ``silver.py DATA WHEELS TEACHER OUTPUT.jsonl``.

It takes the translations of MLQE-PE, cut into words by spaCy, and keeps the sentences whose arcs are sure enough.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import torch
from analyse import Analyser, Analysis, lexicon
from constituency.gold import GoldTree
from corpora import tags_of
from examples import Example
from labels import read_labels
from model import load_weights, pretrained_encoder
from pretrained import SOURCES
from roles.gold import GoldFrame
from treebank import GoldSentence

SURE = 0.9
"""Least geometric mean of the probabilities of a sentence's arcs."""


def silver_example(words: tuple[str, ...], found: Analysis) -> Example:
    """Return what was found in a sentence as if it were gold."""
    upos, xpos, features, lemmas = found.tags
    heads = [head - 1 if head else place for place, head in enumerate(found.heads)]
    spaces = [True] * len(words)
    return Example(
        words,
        "silver",
        GoldSentence(list(words), spaces, lemmas, upos, xpos, features, heads, found.relations),
        GoldTree(words, tuple(xpos), tuple(found.trees[0])),
        tuple(GoldFrame(place, sense, tuple(roles)) for place, sense, roles in found.frames),
        has_all_frames=True,
        names=tags_of(len(words), found.names),
    )


def to_json(example: Example) -> str:
    """Return a silver sentence as one line."""
    assert example.syntax is not None
    assert example.tree is not None
    frames = [(frame.predicate, frame.roleset, frame.arguments) for frame in example.frames or ()]
    row = {"syntax": asdict(example.syntax), "spans": example.tree.spans, "frames": frames, "names": example.names}
    return json.dumps(row, ensure_ascii=False)


def read_silver(path: Path) -> Iterator[Example]:
    """Yield the sentences of a file of silver ones."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            syntax = GoldSentence(**row["syntax"])
            words, tags = tuple(syntax.words), tuple(syntax.xpos)
            tree = GoldTree(words, tags, tuple((start, end, label) for start, end, label in row["spans"]))
            frames = tuple(
                GoldFrame(place, sense, tuple((start, end, label) for start, end, label in roles))
                for place, sense, roles in row["frames"]
            )
            yield Example(words, "silver", syntax, tree, frames, has_all_frames=True, names=tuple(row["names"]))


def raw_examples(data: Path, most: int, seed: int = 1) -> list[Example]:
    """Return raw sentences in an order fixed by a seed."""
    from raw import raw_sentences  # needs spaCy, which training on silver sentences does not

    found = [Example(tuple(sentence.words), "silver") for sentence in raw_sentences(data)]
    random.Random(seed).shuffle(found)
    return found[:most]


def main() -> None:
    """Analyse raw sentences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("wheels", type=Path, help="folder of the pretrained encoders")
    parser.add_argument("teacher", type=Path, help="folder of a trained encoder")
    parser.add_argument("output", type=Path)
    parser.add_argument("--trunk", choices=SOURCES, default="mpnet")
    parser.add_argument("--most", type=int, default=50_000, help="sentences")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    labels = read_labels(options.teacher)
    model, reader = pretrained_encoder(options.trunk, options.wheels, labels)
    load_weights(model, torch.load(options.teacher / "checkpoint.pt", weights_only=True)["model"])
    analyser = Analyser(model, reader, labels, lexicon(options.data / "propbank/frames.tsv", labels))
    raw = raw_examples(options.data, options.most)
    kept = 0
    with options.output.open("w", encoding="utf-8") as output:
        for example, found in analyser.analyse(raw):
            if found.sureness >= math.log(SURE):
                kept += 1
                output.write(to_json(silver_example(example.words, found)) + "\n")
    print(f"{kept} of {len(raw)} sentences kept")


if __name__ == "__main__":
    main()

"""Trees for raw English: post-edited and machine translations (MLQE-PE, CC0), parsed by the teachers."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from pathlib import Path

import torch
from docs import write
from raw import raw_sentences
from teacher import BiaffineParser, load, parse
from treebank import GoldSentence

SURE = math.log(0.9)
"""Sentences are kept whose arcs have this geometric mean probability at least."""


def parsed_sentences(models: list[BiaffineParser], sentences: list[GoldSentence]) -> Iterator[GoldSentence]:
    """The sentences that the teachers are sure of, with their trees."""
    for sentence, (heads, labels, confidence) in zip(sentences, parse(models, sentences), strict=True):
        if confidence >= SURE:
            yield GoldSentence(sentence.words, sentence.spaces, [], [], [], [], heads, labels)


def main() -> None:
    """``silver.py DATA OUTPUT.spacy TEACHER…  [--part I --of N]`` parses one part, so that parts run side by side."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("teachers", type=Path, nargs="+")
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--of", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    models = [load(path) for path in options.teachers]
    sentences = list(raw_sentences(options.data))[options.part :: options.of]
    kept = write(options.output, ([sentence] for sentence in parsed_sentences(models, sentences)))
    words = sum(len(sentence.words) for sentence in sentences)
    print(f"{kept} of {len(sentences)} sentences kept ({words} words parsed)")


if __name__ == "__main__":
    main()

"""Training and development files for spaCy: ``corpus.py DATA OUTPUT``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from docs import write
from treebank import GoldSentence, ewt_documents, training_documents

SENTENCES_A_DOCUMENT = 6
"""For the sentence splitter."""


def single(documents: list[list[GoldSentence]]) -> Iterator[list[GoldSentence]]:
    """One sentence a document."""
    return ([sentence] for document in documents for sentence in document)


def grouped(documents: list[list[GoldSentence]]) -> Iterator[list[GoldSentence]]:
    """A few consecutive sentences a document."""
    for document in documents:
        for start in range(0, len(document), SENTENCES_A_DOCUMENT):
            yield document[start : start + SENTENCES_A_DOCUMENT]


def main() -> None:
    """Write gold sentences."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    train, dev = training_documents(options.data), ewt_documents(options.data, "dev")
    output: Path = options.output
    write(output / "train/gold.spacy", single(train))
    write(output / "dev.spacy", single(dev))
    write(output / "senter-train.spacy", grouped(train))
    write(output / "senter-dev.spacy", grouped(dev))


if __name__ == "__main__":
    main()

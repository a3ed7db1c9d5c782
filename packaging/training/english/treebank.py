"""The sentences that the English pipeline learns from: EWT, and the freely licensed part of GUM."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# GUM's licences differ by document; these genres are CC BY or public domain.
FREE_GUM_GENRES = frozenset({"news", "interview", "bio", "voyage", "textbook", "speech", "vlog", "conversation"})


@dataclass(frozen=True, slots=True)
class GoldSentence:
    """One treebank sentence, words only (no ranges, no empty nodes).

    ``heads`` are 0-based token indices; the root's head is its own index.
    """

    words: list[str]
    spaces: list[bool]
    lemmas: list[str]
    upos: list[str]
    xpos: list[str]
    feats: list[str]
    heads: list[int]
    deprels: list[str]


def read_conllu(path: Path, *, document_filter: re.Pattern[str] | None = None) -> Iterator[list[GoldSentence]]:
    """Yield the documents of a CoNLL-U file, each a list of sentences in order.

    ``document_filter`` keeps only documents whose ``# newdoc id`` it matches.
    """
    wanted = document_filter is None
    document: list[GoldSentence] = []
    rows: list[list[str]] = []
    no_space_after_range: set[int] = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# newdoc id"):
            if document:
                yield document
            document = []
            wanted = document_filter is None or bool(document_filter.search(line))
        elif not line.strip():
            if rows and wanted:
                document.append(_sentence(rows, no_space_after_range))
            rows, no_space_after_range = [], set()
        elif not line.startswith("#"):
            row = line.split("\t")
            if "-" in row[0]:
                _remember_range(row, no_space_after_range)
            elif "." not in row[0]:
                rows.append(row)
    if document:
        yield document


def _remember_range(row: list[str], no_space_after: set[int]) -> None:
    first, last = (int(number) for number in row[0].split("-"))
    no_space_after.update(range(first, last))
    if "SpaceAfter=No" in row[9]:
        no_space_after.add(last)


def _sentence(rows: list[list[str]], no_space_after: set[int]) -> GoldSentence:
    return GoldSentence(
        words=[row[1] for row in rows],
        spaces=["SpaceAfter=No" not in row[9] and int(row[0]) not in no_space_after for row in rows],
        lemmas=[row[2] for row in rows],
        upos=[row[3] for row in rows],
        xpos=[row[4] for row in rows],
        feats=["" if row[5] == "_" else row[5] for row in rows],
        heads=[int(row[6]) - 1 if row[6] != "0" else index for index, row in enumerate(rows)],
        deprels=[row[7] for row in rows],
    )


def training_documents(data: Path) -> list[list[GoldSentence]]:
    """EWT train and the free documents of GUM train and dev (GUM test stays an evaluation set)."""
    free = re.compile(rf"GUM_({'|'.join(sorted(FREE_GUM_GENRES))})_")
    documents = list(read_conllu(data / "treebank/ewt/train.conllu"))
    for split in ("train", "dev"):
        documents += read_conllu(data / f"treebank/gum/{split}.conllu", document_filter=free)
    return documents


def ewt_documents(data: Path, split: str) -> list[list[GoldSentence]]:
    """The documents of EWT ``dev`` or ``test``."""
    return list(read_conllu(data / f"treebank/ewt/{split}.conllu"))

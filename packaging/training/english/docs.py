"""Treebank sentences as spaCy training documents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import spacy
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab
from treebank import GoldSentence


def gold_doc(vocab: Vocab, sentences: Sequence[GoldSentence]) -> Doc:
    """One document of gold sentences; fields that a sentence leaves empty stay unset (no loss in training)."""
    words, spaces, heads, deps, starts = [], [], [], [], []
    for sentence in sentences:
        offset = len(words)
        words += sentence.words
        spaces += sentence.spaces
        heads += [head + offset for head in sentence.heads]
        deps += ["ROOT" if label == "root" else label for label in sentence.deprels]
        starts += [True] + [False] * (len(sentence.words) - 1)

    def column(name: str) -> list[str] | None:
        values = [value for sentence in sentences for value in getattr(sentence, name)]
        return values or None

    return Doc(
        vocab,
        words=words,
        spaces=spaces,
        tags=column("xpos"),
        pos=column("upos"),
        morphs=column("feats"),
        lemmas=column("lemmas"),
        heads=heads,
        deps=deps,
        sent_starts=None if heads else starts,
    )


def write(path: Path, documents: Iterable[Sequence[GoldSentence]]) -> int:
    """Write a DocBin with one spaCy document for each sequence of sentences; return how many."""
    nlp = spacy.blank("en")
    docs = [gold_doc(nlp.vocab, sentences) for sentences in documents]
    path.parent.mkdir(parents=True, exist_ok=True)
    DocBin(docs=docs, store_user_data=False).to_disk(path)
    return len(docs)

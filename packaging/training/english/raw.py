"""Raw English: the different lines of the translations in MLQE-PE (CC0), cut into words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import spacy
from treebank import GoldSentence

LANGUAGES = ("et", "ne", "ro", "si")
SHORTEST, LONGEST = 4, 60


def raw_sentences(data: Path) -> Iterator[GoldSentence]:
    """Different lines of the translations into English, cut by spaCy's English tokenizer; no trees yet."""
    tokenizer = spacy.blank("en").tokenizer
    lines: dict[str, None] = {}
    for side in ("pe", "mt"):
        for language in LANGUAGES:
            path = data / f"mlqe-pe/{language}-en/train.{side}"
            lines.update(dict.fromkeys(" ".join(line.split()) for line in path.read_text("utf-8").splitlines()))
    for line in lines:
        words = [token.text for token in tokenizer(line)]
        if SHORTEST <= len(words) <= LONGEST:
            yield GoldSentence(words, [True] * len(words), [], [], [], [], [], [])

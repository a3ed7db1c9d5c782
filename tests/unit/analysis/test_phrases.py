"""The phrases by which selections grow."""

from __future__ import annotations

from meantree.analysis.phrases import phrases
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import DependencyTree, Token

WORDS = ["He", "lives", "in", "the", "house", ",", "which", "burned", "."]
HEADS = (1, -1, 4, 4, 1, 7, 7, 4, 1)
LABELS = ("nsubj", "root", "case", "det", "obl", "punct", "nsubj", "acl:relcl", "punct")


def _text(words: list[str], heads: tuple[int, ...], labels: tuple[str, ...]) -> Analysis:
    tokens = tuple(Token(word) for word in words)
    return Analysis(" ".join(words), (Sentence(tokens, DependencyTree(heads, labels)),))


def test_phrases_come_with_and_without_prepositions_and_clauses() -> None:
    found = {" ".join(WORDS[start:end]) for start, end in phrases(_text(WORDS, HEADS, LABELS))}
    house = {f"{start}the house{end}" for start in ("", "in ") for end in ("", " , which burned")}
    clause = {"which burned", ", which burned"}
    assert found == house | clause | {"He lives in the house , which burned", " ".join(WORDS)}


def test_a_text_without_words_has_no_phrases() -> None:
    assert phrases(Analysis("")) == ()

"""What stands for a text in Python: a string, or words with trees by any parser."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from meantree.analysis.conllu_blocks import SentenceError, sentences_in
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import DependencyTree, Token, forest_fault
from meantree.corpus.corpus import Text
from meantree.errors import UsageError
from meantree.escaping import is_encodable, quoted


class Parsed(Protocol):
    """What :func:`meantree.parse` returns."""

    @property
    def _analysis(self) -> Analysis: ...


if TYPE_CHECKING:
    from spacy.tokens import Doc

    Words: TypeAlias = tuple[Sequence[str], Sequence[int], Sequence[str]]
    """Words, the head of each, from 0 and -1 for a root, and the label of each."""
    GivenText: TypeAlias = str | Text | Parsed | Doc | Words
    """A text, CoNLL-U, a text of a corpus with its analysis, what ``mt.parse`` or spaCy made, or words with trees."""
    References: TypeAlias = GivenText | Sequence[GivenText] | Mapping[str, GivenText]
_CONLLU = re.compile(r"\s*(?:#.*\n)*1(?:-\d+)?(?:\t[^\t\n]*){9}(?:\n|$)")
_LISTS = 3


def text_of(value: object, name: str) -> Text:
    """Return the text that a value stands for, with its analysis if it has one.

    Raises:
        UsageError: for other values, texts that cannot be encoded in UTF-8, documents that are not parsed, and heads
            that form no trees.
    """
    if isinstance(value, Text):
        return value
    if isinstance(value, str) and _CONLLU.match(value) is None:
        if not is_encodable(value):
            raise UsageError(f"{name}: found half a character (a lone surrogate) in {quoted(value)}, expected Unicode")
        return Text(value)
    analysis = _analysis(value, name)
    if analysis is None:
        raise UsageError(f"{name}: found {quoted(repr(value))}, expected one text (str), or one that is parsed")
    return Text(analysis.text, analysis)


def is_text(value: object) -> bool:
    """Return whether a value stands for one text, not for several."""
    known = isinstance(value, (str, Text)) or is_parsed(value)
    return known or hasattr(value, "has_annotation") or isinstance(getattr(value, "_analysis", None), Analysis)


def is_parsed(value: Any) -> bool:
    """Return whether a value is words with heads and labels."""
    return isinstance(value, tuple) and len(value) == _LISTS and all(isinstance(one, (list, tuple)) for one in value)


def _analysis(value: Any, name: str) -> Analysis | None:
    if isinstance(value, str):
        try:
            read = [(text, sentence) for _, text, sentence in sentences_in(value.split("\n"))]
        except SentenceError as fault:
            raise UsageError(f"{name}, line {fault.line} of its CoNLL-U: {fault}") from fault
        return _of(" ".join(text for text, _ in read), [sentence for _, sentence in read])
    if is_parsed(value):
        words, heads, labels = value
        return _of_words(words, heads, labels, name)
    if isinstance(made := getattr(value, "_analysis", None), Analysis):
        return made
    return _of_doc(value, name) if hasattr(value, "has_annotation") else None


def _of(text: str, sentences: Sequence[Sentence]) -> Analysis:
    return Analysis(text, tuple(sentences), Layers(1))


def _of_words(words: Sequence[str], heads: Sequence[int], labels: Sequence[str], name: str) -> Analysis:
    sizes = {len(words), len(heads), len(labels)}
    fault = forest_fault(heads) if len(sizes) == 1 else "not as many words, heads and labels, expected the same number"
    if fault or not all(isinstance(one, str) and one for one in words):
        raise UsageError(f"{name}: {fault or 'found a word without letters'}")
    tree = DependencyTree(tuple(heads), tuple(labels))
    return _of(" ".join(words), [Sentence(tuple(map(Token, words)), tree, is_certain=True)])


def _of_doc(doc: Doc, name: str) -> Analysis:
    from meantree.analysis.layers.tree_layers import sentence_of

    if len(doc) and not doc.has_annotation("DEP"):
        raise UsageError(f"{name}: found a document of spaCy without dependencies, expected one that is parsed")
    return _of(doc.text, [sentence_of(span) for span in doc.sents] if len(doc) else [])

"""The loaded parsers of a choice: a spaCy pipeline and a constituency parser, and their fingerprints."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.encoder.networks import first_line
from meantree.analysis.inputs import TokenizedText, excess
from meantree.analysis.parsers import BUNDLED, LANGUAGE, MADE_WITH, PIPELINE, WORDS_ALONE
from meantree.errors import UsageError
from meantree.escaping import quoted
from meantree.language.words import EMOJI, as_read, is_normalised, reading
from meantree.shipped import files_digest, fingerprint, shipped

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from meantree.analysis.constituency_parsers import ConstituencyParser
    from meantree.analysis.parser_command import ParserCommand

LEMMAS = "lexicon/wordnet"
"""The lexicon by which taggers of Meantree choose lemmas."""


class Pipeline:
    """A spaCy pipeline or a command that parses, and a constituency parser; loaded when they are first needed.

    Args:
        nlp: the pipeline; None for the one called ``name``.
        name: of the pipeline, or its path.
        command: the command line of a program that parses in place of the pipeline; empty without.

    Attributes:
        program: that parses in place of the pipeline; None without.

    Raises:
        UsageError: if ``nlp`` has no dependency parser; the message contains ``name``.
    """

    def __init__(self, nlp: Language | None, name: str, constituency: str, command: str = "") -> None:
        self.is_bundled = nlp is None and name == PIPELINE
        self._has_words_alone = nlp is None and name.endswith(WORDS_ALONE)
        self.finds_words_alone = self._has_words_alone and not command
        self.program = _program(command) if command else None
        self._name = name
        self._constituency = constituency
        if nlp is not None:
            self.nlp = _with_parser(nlp, name)

    @cached_property
    def nlp(self) -> Language:
        """The pipeline; raises UsageError if it cannot be loaded, or has no dependency parser."""
        if self._has_words_alone:
            return _words_alone()
        return _with_parser(_load(self._name), self._name)

    @property
    def language(self) -> str:
        """The ISO code of its language."""
        if self._has_words_alone:
            return self._name.removesuffix(WORDS_ALONE)
        return LANGUAGE if self.is_bundled else self.nlp.lang or ""

    @property
    def constituency(self) -> ConstituencyParser | None:
        """The constituency parser for this language; None if there is none.

        Raises:
            UsageError: if it cannot be loaded.
        """
        from meantree.analysis.constituency_parsers import load_constituency_parser

        return load_constituency_parser(self._constituency, self.language)

    @property
    def constituency_fingerprint(self) -> str:
        """The fingerprint of the constituency parser, empty without one; the bundled one is not loaded for it."""
        if self._constituency == BUNDLED and self.language == LANGUAGE:
            return fingerprint(*MADE_WITH)
        return "" if self.constituency is None else self.constituency.fingerprint

    def tokenize(self, text: str) -> Doc:
        """Return the tokens of a text as it is read, white space collapsed; none for a text that is too long.

        Emoji of several code points and flags are one token each.
        """
        doc = self.nlp.make_doc("" if excess(text) else " ".join(as_read(text).split()))
        if not text.isascii() and is_normalised():
            self._join_emoji(doc)
        return doc

    def _join_emoji(self, doc: Doc) -> None:
        from spacy.util import filter_spans

        found = (doc.char_span(*match.span(), alignment_mode="expand") for match in re.finditer(EMOJI, doc.text))
        with doc.retokenize() as retokenizer:
            for span in filter_spans([span for span in found if span is not None and len(span) > 1]):
                retokenizer.merge(span)

    def tokenizes_alike(self, tokenized: TokenizedText) -> bool:
        """Return whether the given tokens are the pipeline's own; a command's are not known before it runs."""
        return self.program is None and tuple(token.text for token in self.tokenize(tokenized.text)) == tokenized.tokens

    @property
    def is_encoder(self) -> bool:
        """Whether the words are read by an encoder of Meantree, whose heads make all layers."""
        return "meantree_encoder" in self.nlp.pipe_factories.values()

    @property
    def has_vectors(self) -> bool:
        """Whether the pipeline has word vectors."""
        return len(self.nlp.vocab.vectors) > 0

    def vectors(self, words: Sequence[str]) -> NDArray[np.float64]:
        """Return the vectors of words, shape (words, dimensions), each of length 1; zeros for unknown words."""
        rows = np.array([self.nlp.vocab.get_vector(word) for word in words], dtype=np.float64)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        scaled: NDArray[np.float64] = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
        return scaled


def _words_alone() -> Language:
    """Return a pipeline that finds words in any language, and nothing else."""
    import spacy
    from spacy.tokens import Doc

    from meantree.language.words import words_in

    nlp = spacy.blank("xx")

    def tokenize(text: str) -> Doc:
        words = TokenizedText(text, words_in(text))
        return Doc(nlp.vocab, list(words.tokens), list(words.spaces))

    nlp.tokenizer = tokenize
    return nlp


def _program(command: str) -> ParserCommand:
    from meantree.analysis.parser_command import ParserCommand

    return ParserCommand(command)


def _load(name: str) -> Language:
    import spacy

    from meantree.analysis.encoder.components import STORED_TOKENIZER  # registers what the pipeline consists of

    path: str | Path = shipped(f"models/{PIPELINE}") if name == PIPELINE else name
    changes = {"nlp.tokenizer.@tokenizers": STORED_TOKENIZER} if name == PIPELINE else {}
    try:
        return spacy.load(path, exclude=["ner"], config=changes)
    except Exception as error:  # those of damaged files have no common class
        raise UsageError(f"cannot load the spaCy pipeline {quoted(name)}: {first_line(error)}") from error


def _with_parser(nlp: Language, name: str) -> Language:
    if not nlp.has_pipe("parser"):
        found = ", ".join(nlp.pipe_names) or "none"
        raise UsageError(
            f"pipeline {quoted(name)} has no component named 'parser' (it has {found}); "
            "Meantree needs a pipeline with a dependency parser"
        )
    return nlp


def pipeline_fingerprint(folder: Path, meta: Mapping[str, Any]) -> str:
    """Return language, name and version of a pipeline, and a digest of its files and of the lexicon of lemmas.

    Args:
        meta: what its ``meta.json`` says.
    """
    digest = hashlib.blake2b(files_digest(LEMMAS).encode(), digest_size=4)
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(file.relative_to(folder).as_posix().encode())
        digest.update(file.read_bytes())
    return f"{meta['lang']}_{meta['name']}-{meta['version']}-{digest.hexdigest()}{reading()}"


def bundled_fingerprint() -> str:
    """Return the fingerprint of the pipeline that ships with Meantree, which is not loaded for it."""
    return fingerprint(f"models/{PIPELINE}", LEMMAS) + reading()

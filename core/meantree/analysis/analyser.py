"""Analysers: text in, sentences with trees out, by a spaCy pipeline of any language."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.constituency.base import ConstituencyParser
from meantree.analysis.constituency.choice import BUNDLED, load_constituency_parser
from meantree.analysis.constituents import ConstituencyForest
from meantree.analysis.depth import WORDS, Depth
from meantree.analysis.forest import Analysis, Forest, Sentence
from meantree.analysis.given import Given, Tokenised
from meantree.analysis.heads import head_forest
from meantree.analysis.limits import LONGEST_TEXT, excess, word_count
from meantree.analysis.nbest import forests
from meantree.analysis.roles.label import label_frames, labeller_fingerprint
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.errors import UsageError
from meantree.shown import quoted
from meantree_resources import ResourceError, resource

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Span
    from spacy.tokens import Token as SpacyToken

PIPELINE = "en_meantree"
"""The spaCy pipeline that ships with Meantree."""
BATCH_TEXTS = 64
BATCH_WORDS = 10_000
"""Texts are analysed together up to this many words: the memory that they take grows with them."""


@dataclass(frozen=True, slots=True)
class Parsers:
    """Which parsers analyse texts.

    Attributes:
        pipeline: a spaCy pipeline by package name or path.
        constituency: as :func:`meantree.analysis.constituency.choice.load_constituency_parser` understands it.
    """

    pipeline: str = PIPELINE
    constituency: str = BUNDLED


DEFAULT = Parsers()


class Analyser:
    """One loaded spaCy pipeline, and the constituency parser beside it, which is loaded when it is first needed.

    Attributes:
        parsers: as asked for.
        fingerprint: language, name, version and a digest of the pipeline's files, the constituency parser if there is
            one, and the labeller; the same fingerprint gives the same analyses.
        language: ISO code of the pipeline.
    """

    def __init__(self, nlp: Language, parsers: Parsers) -> None:
        if not nlp.has_pipe("parser"):
            found = ", ".join(nlp.pipe_names) or "none"
            raise UsageError(
                f"pipeline {quoted(parsers.pipeline)} has no component named 'parser' (it has {found}); "
                "Meantree needs a pipeline with a dependency parser"
            )
        self._nlp = nlp
        self.parsers = parsers
        self.language = nlp.lang or ""

    @cached_property
    def fingerprint(self) -> str:  # see Attributes
        parts = [_fingerprint(self._nlp)]
        if self.constituency is not None:
            parts.append(self.constituency.fingerprint)
        return "+".join([*parts, labeller_fingerprint(self.language)])

    @property
    def constituency(self) -> ConstituencyParser | None:
        """The constituency parser for this language; None if there is none.

        Raises:
            UsageError: if it cannot be loaded.
        """
        return load_constituency_parser(self.parsers.constituency, self.language)

    @property
    def has_vectors(self) -> bool:
        """Whether the pipeline has word vectors."""
        return len(self._nlp.vocab.vectors) > 0

    def vectors(self, words: Sequence[str]) -> NDArray[np.float64]:
        """The vectors of words, shape (words, dimensions), each of length 1; of unknown words zeros."""
        rows = np.array([self._nlp.vocab.get_vector(word) for word in words], dtype=np.float64)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        scaled: NDArray[np.float64] = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
        return scaled

    def analyse(self, texts: Sequence[Given], depth: Depth = WORDS) -> Iterator[Analysis]:
        """Yield the analysis of each text, in order.

        Args:
            texts: any strings; runs of white space count as one blank. An empty text gives no sentence, nor does one
                that is too long (:func:`meantree.analysis.limits.excess`). Tokens that are given are kept.
            depth: how many parses of each sentence. Dependency lists come from the parser's beam; constituency trees
                from the constituency parser, and are absent where the language has none.
        """
        nbest = _trees_for(depth)
        parser = self.constituency if nbest else None
        for batch in _batches(texts):
            docs = list(self._nlp.pipe([self._doc(given) for given in batch]))
            spans = [list(doc.sents) if len(doc) else [] for doc in docs]
            flat = [span for sentences in spans for span in sentences]
            tokens = [tuple(_token(token) for token in span) for span in flat]
            lists = forests(self._nlp, flat, width=depth.dependencies) if depth.dependencies > 1 else [None] * len(flat)
            trees = parser.parse(tokens, nbest=nbest) if parser is not None else [None] * len(flat)
            made = map(_sentence, flat, tokens, lists, trees)
            found = [
                Analysis(_text(given), tuple(next(made) for _ in sentences), depth)
                for given, sentences in zip(batch, spans, strict=True)
            ]
            yield from self._labelled(found) if depth.roles else found

    def _doc(self, given: Given) -> str | Doc:
        from spacy.tokens import Doc

        if excess(given):
            return ""
        if isinstance(given, Tokenised):
            return Doc(self._nlp.vocab, words=list(given.tokens), spaces=list(given.spaces))
        return " ".join(given.split())

    def complete(self, analyses: Sequence[Analysis], depth: Depth) -> list[Analysis]:
        """Analyses that were made elsewhere, with the constituency trees and automatic frames that they lack.

        Tokens and dependencies stay; constituents are absent where the language has no parser for them. Texts that are
        too long stay as they are.
        """
        nbest = _trees_for(depth)
        short = [analysis for analysis in analyses if len(analysis.tokens) <= LONGEST_TEXT]
        found = self._with_trees(short, nbest) if nbest else short
        made = dict(zip(short, self._labelled(found) if depth.roles else found, strict=True))
        return [made.get(analysis, analysis) for analysis in analyses]

    def _labelled(self, analyses: Sequence[Analysis]) -> list[Analysis]:
        layers = label_frames(analyses, self.language)
        return [replace(one, labelled=layer) for one, layer in zip(analyses, layers, strict=True)]

    def _with_trees(self, analyses: Sequence[Analysis], nbest: int) -> list[Analysis]:
        parser = self.constituency
        if parser is None:
            return list(analyses)
        bare = [part for analysis in analyses for part in analysis.sentences if part.constituents is None]
        found = dict(zip(bare, parser.parse([part.tokens for part in bare], nbest=nbest), strict=True))
        return [
            replace(
                analysis,
                sentences=tuple(_with_constituents(part, found.get(part)) for part in analysis.sentences),
                depth=analysis.depth | Depth(0, nbest),
            )
            for analysis in analyses
        ]


@lru_cache(maxsize=2)
def load_analyser(parsers: Parsers = DEFAULT) -> Analyser:
    """Load a pipeline; the bundled English one by default. Kept for the next call.

    Raises:
        UsageError: if there is no such pipeline, or it has no dependency parser.
    """
    import spacy

    try:
        path: str | Path = resource("models/en_meantree") if parsers.pipeline == PIPELINE else parsers.pipeline
        nlp = spacy.load(path, exclude=["ner"])
    except (OSError, ValueError, ResourceError) as error:
        reason = str(error).splitlines()[0]
        raise UsageError(f"cannot load the spaCy pipeline {quoted(parsers.pipeline)}: {reason}") from error
    return Analyser(nlp, parsers)


def _batches(texts: Sequence[Given]) -> Iterator[list[Given]]:
    batch: list[Given] = []
    words = 0
    for given in texts:
        size = word_count(_text(given))
        if batch and (len(batch) == BATCH_TEXTS or words + size > BATCH_WORDS):
            yield batch
            batch, words = [], 0
        batch.append(given)
        words += size
    if batch:
        yield batch


def _trees_for(depth: Depth) -> int:
    """How many constituency trees of each sentence are made: the labeller works best with one."""
    return max(depth.constituents, int(depth.roles))


def _text(given: Given) -> str:
    return given.text if isinstance(given, Tokenised) else given


def _fingerprint(nlp: Language) -> str:
    digest = hashlib.blake2b(digest_size=4)
    if nlp.path is not None:
        for file in sorted(path for path in Path(nlp.path).rglob("*") if path.is_file()):
            digest.update(file.relative_to(nlp.path).as_posix().encode())
            digest.update(file.read_bytes())
    else:  # a pipeline made in memory
        digest.update(nlp.config.to_str().encode())
    return f"{nlp.meta['lang']}_{nlp.meta['name']}-{nlp.meta['version']}-{digest.hexdigest()}"


def _sentence(
    span: Span, tokens: tuple[Token, ...], forest: Forest | None, constituents: ConstituencyForest | None
) -> Sentence:
    return _with_constituents(Sentence(tokens, _tree(span), forest), constituents)


def _with_constituents(sentence: Sentence, constituents: ConstituencyForest | None) -> Sentence:
    if constituents is None:
        return sentence
    return replace(sentence, constituents=constituents, headed=head_forest(constituents))


def _token(token: SpacyToken) -> Token:
    return Token(
        text=token.text,
        lemma=sys.intern(token.lemma_),
        upos=sys.intern(token.pos_),
        xpos=sys.intern(token.tag_),
        feats=sys.intern(str(token.morph)),
        space_after=bool(token.whitespace_),
    )


def _tree(span: Span) -> DependencyTree:
    heads = [token.head.i - span.start if token.head.i != token.i else ROOT for token in span]
    labels = ["root" if head == ROOT else token.dep_ for head, token in zip(heads, span, strict=True)]
    return DependencyTree(tuple(heads), tuple(labels))

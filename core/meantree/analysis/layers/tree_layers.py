"""Layers of trees: dependencies, on which all other layers depend; the model of all trees; constituents."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from meantree.analysis.constituents import TOP, LabelledSpan, NBestConstituents, are_trees
from meantree.analysis.inputs import LONGEST_TEXT, excess
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis, Sentence, SplitSentence
from meantree.analysis.tree import ROOT, DependencyTree, NBestDependencies, Token, are_forests, forest_fault
from meantree.language.words import as_read, reading
from meantree.untrusted_json import (
    as_codes,
    as_integer,
    as_integers,
    as_nbest_probabilities,
    as_probability,
    as_string,
    as_strings,
)

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.strings import StringStore
    from spacy.tokens import Doc, Span

    from meantree.analysis.constituency_parsers import ConstituencyParser
    from meantree.analysis.nonprojective.all_trees import AllTrees
    from meantree.analysis.pipeline import Pipeline


class DependencyLayer:
    """Tokens, sentences and dependency trees by a spaCy pipeline; all other layers are based on them.

    White space in a text is collapsed; a text that is too long gets no sentence. More than one parse is an n-best list:
    exact and with a model of all trees if the parser is a head of the encoder, otherwise from the parser's beam
    (:func:`meantree.analysis.beam.nbest_lists`).
    """

    name = "dependencies"
    requires = ()

    def fingerprint(self, pipeline: Pipeline) -> str:
        """Return language, name and version of the pipeline, and a digest of its files."""
        from meantree.analysis.pipeline import bundled_fingerprint, pipeline_fingerprint

        if pipeline.is_bundled:
            return bundled_fingerprint()
        if pipeline.program is not None:
            return f"{pipeline.language}_{pipeline.program.fingerprint}{reading()}"
        if pipeline.finds_words_alone:
            return f"{pipeline.language}_words-1{reading()}"
        nlp = pipeline.nlp
        if nlp.path is not None:
            return pipeline_fingerprint(Path(nlp.path), nlp.meta)
        digest = hashlib.blake2b(nlp.config.to_str().encode(), digest_size=4)  # of a pipeline made in memory
        return f"{nlp.meta['lang']}_{nlp.meta['name']}-{nlp.meta['version']}-{digest.hexdigest()}"

    def is_missing(self, analysis: Analysis) -> bool:
        """Return whether the text is not analysed at all."""
        return not analysis.layers[self.name]

    def add(self, analyses: Sequence[Analysis], amount: int, pipeline: Pipeline) -> list[Analysis]:
        """Tokenize and parse texts; given tokens are kept.

        Raises:
            UsageError: if a command parses, and fails.
        """
        if pipeline.program is not None:
            parsed = pipeline.program.parse([_line(analysis) for analysis in analyses])
            return [
                Analysis(analysis.text, _as_given(analysis, sentences), Layers(amount))
                for analysis, sentences in zip(analyses, parsed, strict=True)
            ]
        nlp, encoded = pipeline.nlp, pipeline.is_encoder
        docs = list(nlp.pipe([_doc(pipeline, analysis) for analysis in analyses]))
        spans = [([doc[:]] if pipeline.finds_words_alone else list(doc.sents)) if len(doc) else [] for doc in docs]
        flat = [span for own_spans in spans for span in own_spans]
        read = (one for doc, own_spans in zip(docs, spans, strict=True) for one in _parsed(doc, own_spans))
        is_scored = amount > 1 and not pipeline.finds_words_alone
        scored = _nbest_and_all_trees(nlp, flat, amount) if is_scored else [(None, None)] * len(flat)
        sentences = (
            Sentence(tokens, tree, nbest, all_trees=all_trees)
            for (tokens, tree), (nbest, all_trees) in zip(read, scored, strict=True)
        )
        return [
            Analysis(
                analysis.text,
                tuple(next(sentences) for _ in own_spans),
                Layers(amount),
                encoded=encoded,
                split=_split(doc),
            )
            for analysis, own_spans, doc in zip(analyses, spans, docs, strict=True)
        ]

    def write(self, analysis: Analysis, content: dict[str, Any]) -> None:
        """Add the sentences, with their n-best lists and models of all trees."""
        if analysis.encoded:
            content["encoded"] = True
        if analysis.language:
            content["language"] = analysis.language
        if analysis.split:
            content["split"] = [[sentence.pieces, *sentence.starts] for sentence in analysis.split]
        content["sentences"] = list(map(_sentence_to_json, analysis.sentences))

    def read(self, analysis: Analysis, content: dict[str, Any]) -> Analysis:
        """Return the analysis with the sentences."""
        sentences = tuple(map(_read_sentence, content["sentences"]))
        split = _read_split(map(as_integers, content.get("split", ())))
        language = as_string(content.get("language", ""))
        encoded = bool(content.get("encoded"))
        return replace(analysis, sentences=sentences, encoded=encoded, split=split, language=language)


def _line(analysis: Analysis) -> str:
    """Return a text as a command gets it: one line, or an empty one if it is too long; blanks divide given tokens."""
    text = " ".join(analysis.words) or as_read(analysis.text)
    return "" if excess(text) else " ".join(text.split())


def _as_given(analysis: Analysis, parsed: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    """Return the sentences of a command; if it divided given tokens otherwise, these, without arcs."""
    words = tuple(token.text for sentence in parsed for token in sentence.tokens)
    if analysis.words in ((), words):
        return parsed
    (given,) = analysis.sentences
    return (replace(given, tree=DependencyTree(given.tree.heads, ("",) * len(given.tokens))),)


def _doc(pipeline: Pipeline, analysis: Analysis) -> Doc:
    """Return the tokens of a text, or those that are given.

    Given tokens that equal the tokenizer's are taken from the tokenizer, which knows more than their forms (that "n't"
    is "not"): the components were trained on its norms.
    """
    from spacy.tokens import Doc

    doc, tokens = pipeline.tokenize(analysis.text), analysis.tokens
    if not analysis.sentences or analysis.words == tuple(token.text for token in doc):
        return doc
    if len(tokens) > LONGEST_TEXT:
        return pipeline.tokenize("")
    return Doc(doc.vocab, words=list(analysis.words), spaces=[token.space_after for token in tokens])


def _nbest_and_all_trees(
    nlp: Language, sentences: Sequence[Span], amount: int
) -> list[tuple[NBestDependencies | None, AllTrees | None]]:
    from meantree.analysis.encoder.components import ParserHead

    parser = nlp.get_pipe("parser")
    if isinstance(parser, ParserHead):
        scores = (parser.scores(sentence) for sentence in sentences)
        return [(arcs.nbest(amount), arcs.all_trees()) for arcs in scores]
    from meantree.analysis.beam import nbest_lists

    return [(nbest, None) for nbest in nbest_lists(nlp, sentences, width=amount)]


def _split(doc: Doc) -> tuple[SplitSentence, ...]:
    from meantree.analysis.encoder.components import SPLIT

    return _read_split(doc.user_data.get(SPLIT, ()))


def _read_split(rows: Iterable[Sequence[int]]) -> tuple[SplitSentence, ...]:
    return tuple(SplitSentence(int(pieces), tuple(map(int, starts))) for pieces, *starts in rows)


def sentence_of(span: Span) -> Sentence:
    """Return a sentence of a document with its tree, the only one."""
    ((tokens, tree),) = _parsed(span.doc, [span])
    return Sentence(tokens, tree, is_certain=True)


def _parsed(doc: Doc, spans: Sequence[Span]) -> Iterator[tuple[tuple[Token, ...], DependencyTree]]:
    """Yield the tokens and the tree of each sentence of a document."""
    rows = doc.to_array(["ORTH", "LEMMA", "POS", "TAG", "MORPH", "SPACY", "DEP", "HEAD"])
    strings, root = doc.vocab.strings, "root" if doc.has_annotation("DEP") else None
    tokens = [_token(strings, *codes) for codes in rows[:, :6].tolist()]
    labels = [strings[code] for code in rows[:, 6].tolist()]
    steps = rows[:, 7].astype(np.int64).tolist()  # to the head; a root is its own
    for span in spans:
        own = slice(span.start, span.end)
        heads = tuple([place + step if step else ROOT for place, step in enumerate(steps[own])])
        named = [
            label if head != ROOT or root is None else root for head, label in zip(heads, labels[own], strict=True)
        ]
        yield tuple(tokens[own]), DependencyTree(heads, tuple(named))


@lru_cache(maxsize=1 << 14)  # most words of a corpus are frequent ones
def _token(strings: StringStore, text: int, lemma: int, upos: int, xpos: int, feats: int, space: int) -> Token:
    return Token(
        text=strings[text],
        lemma=sys.intern(strings[lemma]),
        upos=sys.intern(strings[upos]),
        xpos=sys.intern(strings[xpos]),
        feats=sys.intern(strings[feats]).removeprefix("_"),  # spaCy stores "_" for none
        space_after=bool(space),
    )


def _sentence_to_json(sentence: Sentence) -> dict[str, Any]:
    content = {
        "tokens": [[t.text, t.lemma, t.upos, t.xpos, t.feats, _space_flags(t)] for t in sentence.tokens],
        "heads": list(sentence.tree.heads),
        "labels": list(sentence.tree.labels),
        "forest": None if sentence.nbest is None else _nbest_to_json(sentence.nbest),
    }
    if sentence.is_certain:
        content["certain"] = True
    if sentence.all_trees is not None:
        content["all_trees"] = sentence.all_trees.to_json()
    return content


def _nbest_to_json(nbest: NBestDependencies) -> list[Any]:
    return [nbest.probabilities.tolist(), nbest.heads.tolist(), nbest.labels.tolist(), list(nbest.label_names)]


def _read_sentence(content: Any) -> Sentence:
    tokens = tuple(_read_token(*token) for token in content["tokens"])
    if not all(as_strings([token.text for token in tokens])) or not tokens:
        raise ValueError("a sentence without tokens, or an empty token")
    tree = DependencyTree(as_integers(content["heads"]), as_strings(content["labels"]))
    if len(tree.labels) != len(tree) or forest_fault(tree.heads):
        raise ValueError("heads and labels that are no tree")
    nbest = None if content["forest"] is None else _read_nbest(content["forest"], len(tokens))
    all_trees: AllTrees | None = None
    if "all_trees" in content:
        from meantree.analysis.nonprojective.all_trees import AllTrees

        all_trees = AllTrees.from_json(content["all_trees"], len(tokens))
        all_trees.check_tree(tree.heads)
    return Sentence(tokens, tree, nbest, all_trees=all_trees, is_certain=bool(content.get("certain")))


def _read_nbest(content: Any, size: int) -> NBestDependencies:
    probabilities, heads, labels, names = content
    shape = (len(probabilities), size)
    nbest = NBestDependencies(
        as_nbest_probabilities(probabilities),
        as_codes(heads, np.int32, ROOT, size).reshape(shape),
        as_codes(labels, np.int16, 0, len(names)).reshape(shape),
        as_strings(names),
    )
    if not are_forests(nbest.heads):
        raise ValueError("heads in an n-best list that are no tree")
    return nbest


def _space_flags(token: Token) -> int:
    """Return 1 if a space follows, plus 2 for a part of a multiword token."""
    return token.space_after + 2 * token.is_part


def _read_token(text: str, lemma: str, upos: str, xpos: str, feats: str, flags: int) -> Token:
    # A corpus has few different tags, and most of its words are frequent ones: equal strings share memory.
    intern = sys.intern
    return Token(text, intern(lemma), intern(upos), intern(xpos), intern(feats), *_SPACE_FLAGS[flags])


_SPACE_FLAGS = {0: (False, False), 1: (True, False), 2: (False, True), 3: (True, True)}
"""Whether a space follows, and whether it is a part of a multiword token, by :func:`_space_flags`."""


class AllTreesLayer:
    """The model of all dependency trees of each sentence, if the parser is a head of the encoder.

    N-best lists already come with it; the layer of dependencies stores it with the sentences.
    """

    name = "all_trees"
    requires = ("dependencies",)

    def fingerprint(self, pipeline: Pipeline) -> str:  # noqa: ARG002
        """Return an empty string: the parser of the dependencies makes it."""
        return ""

    def is_missing(self, analysis: Analysis) -> bool:
        """Return whether a sentence without it could get it."""
        return analysis.encoded and any(sentence.all_trees is None for sentence in analysis.sentences)

    def add(self, analyses: Sequence[Analysis], amount: int, pipeline: Pipeline) -> list[Analysis]:  # noqa: ARG002
        """Score the sentences again; the encoder has usually cached their vectors."""
        return [
            replace(analysis, sentences=tuple(_with_all_trees(sentence, pipeline) for sentence in analysis.sentences))
            for analysis in analyses
        ]

    def write(self, analysis: Analysis, content: dict[str, Any]) -> None:
        """Add nothing."""

    def read(self, analysis: Analysis, content: dict[str, Any]) -> Analysis:  # noqa: ARG002
        """Return the same analysis."""
        return analysis


def _with_all_trees(sentence: Sentence, pipeline: Pipeline) -> Sentence:
    from meantree.analysis.encoder.components import parser_scores

    scores = parser_scores(pipeline.nlp, [token.text for token in sentence.tokens])
    return sentence if scores is None else replace(sentence, all_trees=scores.all_trees())


class ConstituentLayer:
    """Constituency trees, as n-best lists, and the dependencies that follow by head rules.

    They are missing if the language has no constituency parser, or parsing failed.
    """

    name = "constituents"
    requires = ("dependencies",)

    def fingerprint(self, pipeline: Pipeline) -> str:
        """Return the fingerprint of the parser."""
        return pipeline.constituency_fingerprint

    def is_missing(self, analysis: Analysis) -> bool:
        """Return whether a sentence has no tree."""
        return not analysis.has_constituents

    def add(self, analyses: Sequence[Analysis], amount: int, pipeline: Pipeline) -> Sequence[Analysis]:
        """Parse the sentences that have no tree."""
        if pipeline.constituency is None:
            return analyses
        bare = [sentence for analysis in analyses for sentence in analysis.sentences if sentence.constituents is None]
        trees = iter(pipeline.constituency.parse([sentence.tokens for sentence in bare], nbest=amount))
        return [
            replace(
                analysis,
                sentences=tuple(
                    _with_constituents(sentence, next(trees)) if sentence.constituents is None else sentence
                    for sentence in analysis.sentences
                ),
                split=analysis.split or _split_by_parser(analysis, pipeline.constituency),
            )
            for analysis in analyses
        ]

    def write(self, analysis: Analysis, content: dict[str, Any]) -> None:
        """Add the trees of each sentence; their dependencies follow by head rules when they are read."""
        for sentence, row in zip(analysis.sentences, content["sentences"], strict=True):
            row["constituents"] = (
                None if sentence.constituents is None else _constituents_to_json(sentence.constituents)
            )

    def read(self, analysis: Analysis, content: dict[str, Any]) -> Analysis:
        """Return the analysis with the trees."""
        rows = zip(analysis.sentences, content["sentences"], strict=True)
        sentences = (
            _with_constituents(sentence, _read_constituents(row["constituents"], len(sentence.tokens)))
            for sentence, row in rows
        )
        return replace(analysis, sentences=tuple(sentences))


def _split_by_parser(analysis: Analysis, parser: ConstituencyParser) -> tuple[SplitSentence, ...]:
    """Return the sentences that are too long for the bundled parser's encoder."""
    from meantree.analysis.constituency_parsers import BundledParser

    return tuple(parser.split(analysis)) if isinstance(parser, BundledParser) else ()


def _with_constituents(sentence: Sentence, trees: NBestConstituents | None) -> Sentence:
    return sentence if trees is None else replace(sentence, constituents=trees)


def _constituents_to_json(trees: NBestConstituents) -> list[Any]:
    arrays = (trees.starts, trees.labels, trees.parents)
    columns = [trees.probabilities.tolist(), list(trees.label_names), *(array.tolist() for array in arrays)]
    return [*columns, [[*span, value] for span, value in trees.spans.items()]] if trees.spans else columns


def _read_constituents(content: Any, size: int) -> NBestConstituents | None:
    if content is None:
        return None
    probabilities, names, starts, labels, parents, *spans = content
    nbest = NBestConstituents(
        as_nbest_probabilities(probabilities),
        as_strings(names),
        as_codes(starts, np.int32, 0, len(labels) + 1).reshape(len(probabilities) + 1),
        as_codes(labels, np.int16, 0, len(names)).reshape(len(labels)),
        as_codes(parents, np.int16, TOP, len(labels)).reshape(len(labels)),
        dict(_read_span(row, size) for rows in spans for row in rows),
    )
    if not are_trees(nbest.starts, nbest.parents, size):
        raise ValueError("constituents that are no trees in preorder over the tokens")
    return nbest


def _read_span(row: Sequence[Any], size: int) -> tuple[LabelledSpan, float]:
    start, end, label, value = row
    if not 0 <= as_integer(start) < as_integer(end) <= size:
        raise ValueError("a constituent outside of its sentence")
    return (start, end, as_string(label)), as_probability(value)

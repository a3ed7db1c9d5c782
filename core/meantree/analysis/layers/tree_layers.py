"""Layers of trees: dependencies, on which all others stand; the model of all dependency trees; constituents."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from meantree.analysis.beam import nbest_lists
from meantree.analysis.constituents import NBestConstituents, nbest_head_dependencies
from meantree.analysis.inputs import LONGEST_TEXT
from meantree.analysis.layers.required import Layers
from meantree.analysis.nonprojective.all_trees import AllTrees
from meantree.analysis.parsers import Pipeline
from meantree.analysis.sentences import Analysis, Sentence, SplitSentence
from meantree.analysis.tree import ROOT, DependencyTree, NBestDependencies, Token

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Span
    from spacy.tokens import Token as SpacyToken

    from meantree.analysis.constituency_parsers import ConstituencyParser


class DependencyLayer:
    """Runs of white space in a text count as one blank; a text that is too long gets no sentence.

    More than one parse is an n-best list: exact where the pipeline's parser is a head of the encoder, which also tells
    of all trees, else from the parser's beam (:func:`meantree.analysis.beam.nbest_lists`).
    """

    name = "dependencies"
    requires = ()

    def fingerprint(self, pipeline: Pipeline) -> str:
        """Language, name and version of the pipeline, and a digest of its files."""
        nlp, digest = pipeline.nlp, hashlib.blake2b(digest_size=4)
        if nlp.path is not None:
            for file in sorted(path for path in Path(nlp.path).rglob("*") if path.is_file()):
                digest.update(file.relative_to(nlp.path).as_posix().encode())
                digest.update(file.read_bytes())
        else:  # a pipeline made in memory
            digest.update(nlp.config.to_str().encode())
        return f"{nlp.meta['lang']}_{nlp.meta['name']}-{nlp.meta['version']}-{digest.hexdigest()}"

    def lacks(self, analysis: Analysis) -> bool:
        """Whether the text is not analysed at all."""
        return not analysis.layers[self.name]

    def add(self, analyses: Sequence[Analysis], amount: int, pipeline: Pipeline) -> list[Analysis]:
        """Cut and parse texts; tokens that are settled are kept."""
        nlp, encoded = pipeline.nlp, pipeline.is_encoder
        docs = list(nlp.pipe([_doc(pipeline, bare) for bare in analyses]))
        spans = [list(doc.sents) if len(doc) else [] for doc in docs]
        flat = [span for sentences in spans for span in sentences]
        tokens = [tuple(_token(token) for token in span) for span in flat]
        lists = _listed(nlp, flat, amount) if amount > 1 else [(None, None)] * len(flat)
        made = (
            Sentence(words, _tree(span), nbest, all_trees=every)
            for span, words, (nbest, every) in zip(flat, tokens, lists, strict=True)
        )
        return [
            Analysis(
                bare.text, tuple(next(made) for _ in sentences), Layers(amount), encoded=encoded, split=_split(doc)
            )
            for bare, sentences, doc in zip(analyses, spans, docs, strict=True)
        ]

    def write(self, analysis: Analysis, content: dict[str, Any]) -> None:
        """The sentences, with an n-best list and the model of all trees where they have one."""
        if analysis.encoded:
            content["encoded"] = True
        if analysis.split:
            content["split"] = [[one.pieces, *one.starts] for one in analysis.split]
        content["sentences"] = list(map(_written_sentence, analysis.sentences))

    def read(self, analysis: Analysis, content: dict[str, Any]) -> Analysis:
        """The same sentences."""
        sentences = tuple(map(_read_sentence, content["sentences"]))
        split = _read_split(content.get("split", ()))
        return replace(analysis, sentences=sentences, encoded=bool(content.get("encoded")), split=split)


def _doc(pipeline: Pipeline, bare: Analysis) -> Doc:
    """The tokens of a text, or those that are given.

    Given tokens that are the pipeline's own are taken from its tokenizer: it knows more of them than how they are
    spelled (that "n't" is "not"), and the components were trained on that.
    """
    from spacy.tokens import Doc

    own, tokens = pipeline.tokenize(bare.text), bare.tokens
    if not bare.sentences or bare.words == tuple(token.text for token in own):
        return own
    if len(tokens) > LONGEST_TEXT:
        return pipeline.tokenize("")
    return Doc(own.vocab, words=list(bare.words), spaces=[token.space_after for token in tokens])


def _listed(
    nlp: Language, sentences: Sequence[Span], amount: int
) -> list[tuple[NBestDependencies | None, AllTrees | None]]:
    from meantree.analysis.encoder.components import ParserHead

    parser = nlp.get_pipe("parser")
    if isinstance(parser, ParserHead):
        scores = (parser.scores(sentence) for sentence in sentences)
        return [(one.nbest(amount), one.all_trees()) for one in scores]
    return [(nbest, None) for nbest in nbest_lists(nlp, sentences, width=amount)]


def _split(doc: Doc) -> tuple[SplitSentence, ...]:
    from meantree.analysis.encoder.components import SPLIT

    return _read_split(doc.user_data.get(SPLIT, ()))


def _read_split(rows: Iterable[Sequence[int]]) -> tuple[SplitSentence, ...]:
    return tuple(SplitSentence(int(pieces), tuple(map(int, starts))) for pieces, *starts in rows)


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


def _written_sentence(sentence: Sentence) -> dict[str, Any]:
    written = {
        "tokens": [[t.text, t.lemma, t.upos, t.xpos, t.feats, _blanks(t)] for t in sentence.tokens],
        "heads": list(sentence.tree.heads),
        "labels": list(sentence.tree.labels),
        "forest": None if sentence.nbest is None else _written_nbest(sentence.nbest),
    }
    if sentence.is_certain:
        written["certain"] = True
    if sentence.all_trees is not None:
        written["all_trees"] = sentence.all_trees.written()
    return written


def _written_nbest(nbest: NBestDependencies) -> list[Any]:
    return [nbest.probabilities.tolist(), nbest.heads.tolist(), nbest.labels.tolist(), list(nbest.label_names)]


def _read_sentence(read: Any) -> Sentence:
    tokens = tuple(_read_token(*token) for token in read["tokens"])
    tree = DependencyTree(tuple(map(int, read["heads"])), tuple(map(str, read["labels"])))
    nbest = None if read["forest"] is None else _read_nbest(read["forest"], len(tokens))
    every = AllTrees.read(read["all_trees"], len(tokens)) if "all_trees" in read else None
    return Sentence(tokens, tree, nbest, all_trees=every, is_certain=bool(read.get("certain")))


def _read_nbest(read: Any, size: int) -> NBestDependencies:
    probabilities, heads, labels, names = read
    shape = (len(probabilities), size)
    return NBestDependencies(
        np.array(probabilities, dtype=np.float64),
        np.array(heads, dtype=np.int32).reshape(shape),
        np.array(labels, dtype=np.int16).reshape(shape),
        tuple(map(str, names)),
    )


def _blanks(token: Token) -> int:
    """1 where a blank follows, and 2 more of a part of a multiword token."""
    return token.space_after + 2 * token.is_part


def _read_token(text: str, lemma: str, upos: str, xpos: str, feats: str, blanks: int) -> Token:
    # Most words of a corpus are its few frequent ones, and all tags are few.
    lemma, upos, xpos, feats = (sys.intern(str(value)) for value in (lemma, upos, xpos, feats))
    return Token(str(text), lemma, upos, xpos, feats, bool(blanks & 1), bool(blanks & 2))


class AllTreesLayer:
    """The model of all trees of each sentence, where the dependencies were found by a head of the encoder.

    Lists of parses come with it already; it is stored with the sentences, by the layer of dependencies.
    """

    name = "all_trees"
    requires = ("dependencies",)

    def fingerprint(self, pipeline: Pipeline) -> str:  # noqa: ARG002
        """Empty: the parser that makes it is that of the dependencies."""
        return ""

    def lacks(self, analysis: Analysis) -> bool:
        """Whether it could be made for a sentence that has none."""
        return analysis.encoded and any(sentence.all_trees is None for sentence in analysis.sentences)

    def add(self, analyses: Sequence[Analysis], amount: int, pipeline: Pipeline) -> list[Analysis]:  # noqa: ARG002
        """Ask the parser once more; the encoder still knows what it read just now."""
        return [
            replace(analysis, sentences=tuple(_with_all_trees(one, pipeline) for one in analysis.sentences))
            for analysis in analyses
        ]

    def write(self, analysis: Analysis, content: dict[str, Any]) -> None:
        """Nothing."""

    def read(self, analysis: Analysis, content: dict[str, Any]) -> Analysis:  # noqa: ARG002
        """The same analysis."""
        return analysis


def _with_all_trees(sentence: Sentence, pipeline: Pipeline) -> Sentence:
    from meantree.analysis.encoder.components import parser_scores

    scores = parser_scores(pipeline.nlp, [token.text for token in sentence.tokens])
    return sentence if scores is None else replace(sentence, all_trees=scores.all_trees())


class ConstituentLayer:
    """n-best lists by the constituency parser; absent where the language has none, or a parse failed."""

    name = "constituents"
    requires = ("dependencies",)

    def fingerprint(self, pipeline: Pipeline) -> str:
        """That of the parser."""
        return "" if pipeline.constituency is None else pipeline.constituency.fingerprint

    def lacks(self, analysis: Analysis) -> bool:
        """Whether a sentence has no tree."""
        return not analysis.has_constituents

    def add(self, analyses: Sequence[Analysis], amount: int, pipeline: Pipeline) -> Sequence[Analysis]:
        """Parse the sentences that have no tree, over their tokens."""
        if pipeline.constituency is None:
            return analyses
        bare = [one for analysis in analyses for one in analysis.sentences if one.constituents is None]
        found = dict(zip(bare, pipeline.constituency.parse([one.tokens for one in bare], nbest=amount), strict=True))
        return [
            replace(
                analysis,
                sentences=tuple(_with_constituents(one, found.get(one)) for one in analysis.sentences),
                split=analysis.split or _split_by_parser(analysis, pipeline.constituency),
            )
            for analysis in analyses
        ]

    def write(self, analysis: Analysis, content: dict[str, Any]) -> None:
        """The trees of each sentence beside its tokens; head rules make the dependencies again."""
        for sentence, row in zip(analysis.sentences, content["sentences"], strict=True):
            row["constituents"] = (
                None if sentence.constituents is None else _written_constituents(sentence.constituents)
            )

    def read(self, analysis: Analysis, content: dict[str, Any]) -> Analysis:
        """The same trees."""
        rows = zip(analysis.sentences, content["sentences"], strict=True)
        sentences = (_with_constituents(one, _read_constituents(row["constituents"])) for one, row in rows)
        return replace(analysis, sentences=tuple(sentences))


def _split_by_parser(analysis: Analysis, parser: ConstituencyParser) -> tuple[SplitSentence, ...]:
    """The sentences of the input that were too long for the bundled parser's encoder."""
    from meantree.analysis.bundled_parser import BundledParser

    return tuple(parser.split(analysis)) if isinstance(parser, BundledParser) else ()


def _with_constituents(sentence: Sentence, trees: NBestConstituents | None) -> Sentence:
    return (
        sentence
        if trees is None
        else replace(sentence, constituents=trees, head_dependencies=nbest_head_dependencies(trees))
    )


def _written_constituents(trees: NBestConstituents) -> list[Any]:
    arrays = (trees.starts, trees.labels, trees.parents)
    written = [trees.probabilities.tolist(), list(trees.label_names), *(array.tolist() for array in arrays)]
    return [*written, [[*span, value] for span, value in trees.spans.items()]] if trees.spans else written


def _read_constituents(read: Any) -> NBestConstituents | None:
    if read is None:
        return None
    probabilities, names, starts, labels, parents, *spans = read
    return NBestConstituents(
        np.array(probabilities, dtype=np.float64),
        tuple(map(str, names)),
        np.array(starts, dtype=np.int32),
        np.array(labels, dtype=np.int16),
        np.array(parents, dtype=np.int16),
        {(int(start), int(end), str(label)): float(value) for found in spans for start, end, label, value in found},
    )

"""The analysis of a text: its sentences with their trees, entities and frames."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.tree import ROOT, DependencyTree, NBestDependencies, Token, subtree_spans
from meantree.escaping import listed, one_line
from meantree.language.words import as_read, origins

if TYPE_CHECKING:
    from meantree.analysis.constituents import ConstituencyTree, NBestConstituents
    from meantree.analysis.frames import Frame, FrameLayer, Span
    from meantree.analysis.nonprojective.all_trees import AllTrees


MAX_PIECES = 510
"""Word pieces that the encoder reads together, without the two that mark the ends of a sentence."""


@dataclass(frozen=True, slots=True, eq=False)
class Sentence:
    """One sentence of a text.

    Attributes:
        tree: the analyser's own best dependency tree.
        nbest: the n-best list of dependency trees; None if it was not requested or the sentence is too long.
        constituents: the n-best list of constituency trees; None if there are none.
        all_trees: the probabilities of all dependency trees by the parser, before corrections; None if neither
            these nor an n-best list were requested, or the parser is not a head of the encoder.
        is_certain: whether the tree is the only one: the input has no n-best list, or an annotator corrected the tree.
    """

    tokens: tuple[Token, ...]
    tree: DependencyTree
    nbest: NBestDependencies | None = None
    constituents: NBestConstituents | None = None
    all_trees: AllTrees | None = None
    is_certain: bool = False

    def __post_init__(self) -> None:
        if len(self.tokens) != len(self.tree):
            raise ValueError(f"{len(self.tokens)} tokens, but a tree over {len(self.tree)}")

    @property
    def head_dependencies(self) -> NBestDependencies | None:
        """The dependencies of ``constituents`` by head rules, labelled A/B; None if there are none."""
        return None if self.constituents is None else self.constituents.head_dependencies


@dataclass(frozen=True, slots=True)
class SplitSentence:
    """A sentence that was too long for the encoder, which read it in parts.

    Attributes:
        starts: the first words of the second and any further part, 0-based over the whole text.
    """

    pieces: int
    starts: tuple[int, ...]

    def __str__(self) -> str:
        words = f"word{'s' if len(self.starts) > 1 else ''} {listed(f'{start:,}' for start in self.starts)}"
        return f"a sentence of {self.pieces:,} word pieces, expected at most {MAX_PIECES}, was split after {words}"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Analysis:
    """The analysis of one text.

    Token indices in evidence and views are 0-based over the whole text: sentence ``i`` starts at ``offsets[i]``.

    Attributes:
        sentences: in order; none for an empty text, and for a text that was not analysed.
        layers: how much of each layer was requested.
        labelled: semantic frames by the labeller; None if they were not requested.
        frames: semantic frames by an annotator; None without annotation.
        corrected: tokens whose arc an annotator set.
        others: the results of further layers, by their names.
        encoded: whether the tokens are those of the encoder's pipeline, so that it has vectors of them.
        split: the sentences that were too long for the encoder.
        language: the code of the pipeline's language; empty for English, for which lexicons and findings are, and if it
            is not known.
    """

    text: str
    sentences: tuple[Sentence, ...] = ()
    layers: Layers = WORDS
    labelled: FrameLayer | None = None
    frames: FrameLayer | None = None
    corrected: frozenset[int] = frozenset()
    others: Mapping[str, object] = field(default_factory=dict)
    encoded: bool = False
    split: tuple[SplitSentence, ...] = ()
    language: str = ""

    @property
    def tokens(self) -> tuple[Token, ...]:
        """All tokens of the text in order."""
        return tuple(itertools.chain.from_iterable(sentence.tokens for sentence in self.sentences))

    @property
    def words(self) -> tuple[str, ...]:
        """The forms of all tokens."""
        return tuple(token.text for token in self.tokens)

    @property
    def is_parsed(self) -> bool:
        """Whether it has dependencies; a text in a language without a parser has words alone."""
        return any(any(sentence.tree.labels) for sentence in self.sentences)

    @property
    def has_constituents(self) -> bool:
        """Whether every sentence has constituency trees."""
        return all(sentence.constituents is not None for sentence in self.sentences)

    @property
    def has_all_trees(self) -> bool:
        """Whether the probabilities of all dependency trees of every sentence are known."""
        return all(sentence.is_certain or sentence.all_trees is not None for sentence in self.sentences)

    @property
    def offsets(self) -> tuple[int, ...]:
        """The index of the first token of each sentence."""
        lengths = [len(sentence.tokens) for sentence in self.sentences]
        return tuple(itertools.accumulate(lengths[:-1], initial=0)) if lengths else ()

    def tree(self, ranks: Sequence[int] = (), *, head_dependencies: bool = False) -> DependencyTree:
        """Return the whole text as one structure, a root per sentence: the analyser's own trees, or those of ``ranks``.

        Args:
            ranks: for each sentence a 0-based rank in its n-best list, -1 for the analyser's own tree; missing ranks
                are -1.
            head_dependencies: use the dependencies of the constituency trees; -1 is then the best tree.
        """
        heads: list[int] = []
        labels: list[str] = []
        missing = [-1] * (len(self.sentences) - len(ranks))
        for offset, sentence, rank in zip(self.offsets, self.sentences, [*ranks, *missing], strict=True):
            if head_dependencies and sentence.head_dependencies is not None:
                chosen = sentence.head_dependencies.tree(max(rank, 0))
            else:
                chosen = sentence.nbest.tree(rank) if sentence.nbest is not None and rank >= 0 else sentence.tree
            heads += [head + offset if head != ROOT else ROOT for head in chosen.heads]
            labels += chosen.labels
        return DependencyTree(tuple(heads), tuple(labels))

    def constituency(self, ranks: Sequence[int] = ()) -> ConstituencyTree | None:
        """Return the best constituency trees of all sentences, or those of ``ranks``, as one structure.

        None if a sentence has none; empty for a text without sentences.
        """
        from meantree.analysis.constituents import joined  # late: most metrics need no constituents

        ranked = [*ranks, *([0] * (len(self.sentences) - len(ranks)))]
        lists = [sentence.constituents for sentence in self.sentences]
        trees = [nbest.tree(max(rank, 0)) for nbest, rank in zip(lists, ranked, strict=True) if nbest is not None]
        return joined(trees) if len(trees) == len(lists) else None


def character_spans(analysis: Analysis) -> tuple[tuple[int, int], ...]:
    """Return the first character and the end of each token in the text, from 0.

    A token that is not written so in the text, such as a bracket in another notation, stands where the last one ended.
    Characters that are not read belong to the token before them.
    """
    spans, place = [], 0
    text, places = as_read(analysis.text), origins(analysis.text)
    for token in analysis.tokens:
        start = text.find(token.text, place)
        if start < 0:
            spans.append((places[place], places[place]))
            continue
        place = start + len(token.text)
        spans.append((places[start], places[place]))
    return tuple(spans)


def as_written(analysis: Analysis) -> tuple[str, ...]:
    """Return the forms of all tokens as they stand in the text, with escapes for characters that are not read."""
    if as_read(analysis.text) == analysis.text:
        return analysis.words
    spans = zip(analysis.words, character_spans(analysis), strict=True)
    return tuple(one_line(analysis.text[start:end].strip()) or word for word, (start, end) in spans)


def with_read_tokens(analysis: Analysis) -> Analysis:
    """Return an analysis from a file with tokens as they are read; one of which nothing would be left stays."""
    if all(as_read(token.text) == token.text for token in analysis.tokens):
        return analysis
    sentences = (
        replace(
            sentence, tokens=tuple(replace(token, text=as_read(token.text) or token.text) for token in sentence.tokens)
        )
        for sentence in analysis.sentences
    )
    return replace(analysis, sentences=tuple(sentences))


def certainty(analysis: Analysis) -> float | None:
    """Return the mean probability of the arcs of a text's own trees: the share of arcs that is expected to be right.

    Arcs that an annotator set are certain. The mean identifies bad parses better than the least probable arc: on EWT
    dev, the tenth of the sentences with the lowest mean has LAS .73, the tenth with the lowest minimum .81, all
    sentences .91.

    Returns:
        A value in [0, 1]; None without arcs, and if the parser gives no such probabilities.
    """
    probabilities: list[float] = []
    for sentence, offset in zip(analysis.sentences, analysis.offsets, strict=True):
        if sentence.all_trees is None:
            return None
        expected = sentence.all_trees.expected_arcs()
        probabilities += (
            1.0 if arc[0] + offset in analysis.corrected else expected.get(arc, 0.0) for arc in sentence.tree.arcs()
        )
    return sum(probabilities) / len(probabilities) if probabilities else None


def is_auxiliary(predicate: Sequence[Token]) -> bool:
    """Return whether a predicate is an auxiliary, a modal verb or a form of "be" alone, which "be able" is not.

    Such predicates express tense, aspect, voice or modality; most studies of frames exclude them.
    """
    return bool(predicate) and all(word.upos == "AUX" or word.lemma == "be" for word in predicate)


def is_bare_noun(text: Analysis, frame: Frame) -> bool:
    """Return whether a frame is a noun without a filler, such as "view" or "rule": it says nothing of who did what."""
    words = text.tokens[slice(*frame.predicate)]
    return not frame.fillers and all(word.upos in {"NOUN", "PROPN"} for word in words)


def labelled_frames(text: Analysis, *, auxiliaries: bool, nouns: bool) -> FrameLayer | None:
    """Return the labelled frames of a text, with or without those of auxiliaries and of bare nouns.

    None if they were not labelled.
    """
    layer = text.labelled
    if layer is None or (auxiliaries and nouns):
        return layer
    frames = tuple(
        frame
        for frame in layer.frames
        if (auxiliaries or not is_auxiliary(text.tokens[slice(*frame.predicate)]))
        and (nouns or not is_bare_noun(text, frame))
    )
    return layer if len(frames) == len(layer.frames) else replace(layer, frames=frames)


_MARKUP: Final = r"""</?[A-Za-z][\w:.-]*(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*/?>|&(?:[A-Za-z]\w*|\#\w+);"""


@dataclass(frozen=True, slots=True)
class Markup:
    """What a text has of tags and character references.

    Attributes:
        tokens: that belong to one, or that are joined with one: ``old</b``.
        words: casefolded, within these tokens.
    """

    tokens: frozenset[int] = frozenset()
    words: frozenset[str] = frozenset()


def markup_of(text: Analysis) -> Markup:
    """Return the tokens of a text that tags and character references touch."""
    spans = [match.span() for match in re.finditer(_MARKUP, text.text)] if "<" in text.text or "&" in text.text else []
    if not spans:
        return Markup()
    places = enumerate(character_spans(text))
    tokens = [token for token, (first, last) in places if any(first < end and start < last for start, end in spans)]
    words = (word for token in tokens for word in re.findall(r"[^\W_]+", text.words[token].casefold()))
    return Markup(frozenset(tokens), frozenset(words))


BEFORE = frozenset({"case", "mark", "cc", "punct", "prep"})
"""Relations of what may be left out at the start of a phrase: prepositions, conjunctions, punctuation."""
AFTER = frozenset({"acl", "relcl", "conj", "appos", "parataxis", "advcl", "punct"})
"""Relations of what may be left out at the end of a phrase: clauses, further conjuncts, punctuation."""


def phrases(text: Analysis) -> tuple[Span, ...]:
    """Return the spans of all phrases of a text in order, each once; a single word is no phrase.

    Each word with all that depends on it is a phrase, also without prepositions and conjunctions at its start, and
    without clauses and conjuncts at its end. Texts with constituency trees have their constituents as well.
    """
    tree, constituency = text.tree(), text.constituency()
    subtrees = subtree_spans(tree)
    spans = {span for word, children in enumerate(tree.children()) for span in _spans(word, children, tree, subtrees)}
    if constituency is not None:
        spans |= set(constituency.spans())
    return tuple(sorted(span for span in spans if span[1] - span[0] > 1))


def _spans(word: int, children: Sequence[int], tree: DependencyTree, subtrees: Sequence[Span]) -> set[Span]:
    """Return the spans of the phrase of a word: with and without what may be left out at either end."""
    start, end = subtrees[word]
    starts, ends = [start], [end]
    for child in children:
        if child > word or subtrees[child][0] != starts[-1] or not _is_one_of(tree.labels[child], BEFORE):
            break
        starts.append(subtrees[child][1])
    for child in reversed(children):
        if child < word or subtrees[child][1] != ends[-1] or not _is_one_of(tree.labels[child], AFTER):
            break
        ends.append(subtrees[child][0])
    return {(first, last) for first, last in itertools.product(starts, ends) if first <= word < last}


def _is_one_of(label: str, relations: frozenset[str]) -> bool:
    return label in relations or label.partition(":")[0] in relations

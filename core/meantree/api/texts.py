"""The analysis of a text: :func:`parse` and its result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from meantree.analysis.entities.entity import entities_of
from meantree.analysis.layers.required import Layers
from meantree.analysis.parsers import BUNDLED, PIPELINE
from meantree.analysis.sentences import Analysis
from meantree.api.given_texts import text_of
from meantree.api.pictures import Pictured
from meantree.api.session import parsers_of, store_of
from meantree.comparison.compare import text_alone
from meantree.corpus.analyses import analysis_of
from meantree.corpus.formats.dependency_files import conllu, dependency_graph
from meantree.errors import UsageError
from meantree.escaping import quoted
from meantree.language.detection import detected
from meantree.language.languages import Language, known_code
from meantree.picture.display_list import Drawing
from meantree.picture.tree_picture import tree_picture
from meantree.scoring.verdicts import parsers_for, without_parser

if TYPE_CHECKING:
    import networkx as nx
    from spacy.language import Language as Pipeline

    from meantree.api.given_texts import GivenText

LAYERS = Layers(1, 1, roles=True, entities=1)
WIDTH = 960.0
"""Pixels of the picture; longer texts have several rows."""


class Span(NamedTuple):
    """A constituent or a name: words ``start`` to ``end``, from 0, the end excluded."""

    label: str
    text: str
    start: int
    end: int


class Argument(NamedTuple):
    """What fills a role of a frame; ``label`` is PropBank's."""

    role: str
    text: str
    start: int
    end: int
    label: str


class Frame(NamedTuple):
    """A predicate with its arguments; ``sense`` is PropBank's, empty if it is unknown."""

    predicate: str
    sense: str
    start: int
    end: int
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class ParsedText(Pictured):
    """The analysis of a text; words count from 0 over the whole text."""

    _analysis: Analysis

    @property
    def text(self) -> str:
        """The text as given."""
        return self._analysis.text

    @property
    def words(self) -> tuple[str, ...]:
        """The words and punctuation marks."""
        return self._analysis.words

    @property
    def lemmas(self) -> tuple[str, ...]:
        """The lemma of each word."""
        return tuple(token.lemma for token in self._analysis.tokens)

    @property
    def tags(self) -> tuple[str, ...]:
        """The universal part of speech of each word."""
        return tuple(token.upos for token in self._analysis.tokens)

    @property
    def heads(self) -> tuple[int, ...]:
        """The head of each word; -1 for a root."""
        return self._analysis.tree().heads

    @property
    def labels(self) -> tuple[str, ...]:
        """The relation of each word to its head."""
        return self._analysis.tree().labels

    @property
    def spans(self) -> tuple[Span, ...]:
        """The constituents, a parent before its children, without parts of speech; empty without a parser for them."""
        tree = self._analysis.constituency() if self._analysis.sentences else None
        if tree is None:
            return ()
        inner = set(tree.parents)
        nodes = ((node, span) for node, span in enumerate(tree.spans()) if node in inner)
        return tuple(Span(tree.labels[node], self._part(*span), *span) for node, span in nodes)

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The semantic frames, in the order of their predicates; empty without a labeller for the language."""
        layer = self._analysis.labelled
        frames = sorted(layer.frames, key=lambda frame: frame.predicate) if layer is not None else ()
        return tuple(
            Frame(
                self._part(*frame.predicate),
                frame.roleset,
                *frame.predicate,
                tuple(
                    Argument(filler.role.value, self._part(*filler.span), *filler.span, filler.label)
                    for filler in sorted(frame.fillers)
                ),
            )
            for frame in frames
        )

    @property
    def names(self) -> tuple[Span, ...]:
        """Names of persons, organisations and places, dates, times, numbers and amounts."""
        entities = entities_of(self._analysis)
        return tuple(Span(one.kind.value, self._part(one.start, one.end), one.start, one.end) for one in entities)

    def conllu(self) -> str:
        """Return the dependency trees in CoNLL-U."""
        return conllu(self._analysis, segment="1")

    def networkx(self) -> nx.DiGraph[int]:
        """Return the dependencies as a graph from heads to dependents.

        Nodes are words, with ``text``, ``lemma``, ``upos``, ``xpos``, ``feats`` and ``sentence``; edges have a
        ``label``.
        """
        return dependency_graph(self._analysis)

    def __repr__(self) -> str:
        return f"<{len(self.words)} words: {quoted(self.text)}>"

    def _part(self, start: int, end: int) -> str:
        tokens = self._analysis.tokens[start:end]
        return "".join(token.text + " " * token.space_after for token in tokens).rstrip(" ")

    def _drawings(self) -> Sequence[Drawing]:
        return [tree_picture(text_alone(self._analysis), width=WIDTH)]


def parse(
    text: GivenText,
    *,
    pipeline: str | Pipeline = PIPELINE,
    constituency: str = BUNDLED,
    parser: str = "",
    language: str = "",
) -> ParsedText:
    """Analyse a text: words, dependencies, constituents, semantic frames and names.

    Args:
        text: one or several sentences; parsed ones, as :func:`meantree.compare` takes them, keep their trees.
        pipeline: a spaCy pipeline by name or folder, or a loaded one, which analyses in this process alone.
        constituency: ``bundled``, ``none``, ``bllip:FOLDER`` or ``benepar:MODEL``.
        parser: as in :func:`meantree.score`.
        language: of the text, as a code or name; by default as it looks.

    Raises:
        MeantreeError: if the pipeline is for another language, or cannot be loaded.

    Examples:
        >>> import meantree as mt
        >>> text = mt.parse("The minister has not confirmed it.")
        >>> text.heads
        (1, 4, 4, 4, -1, 4, 4)
        >>> text.frames[-1].predicate, [(one.role, one.text) for one in text.frames[-1].arguments]
        ('confirmed', [('agent', 'The minister'), ('negation', 'not'), ('patient', 'it')])
    """
    given = text_of(text, "text")
    found = Language(known_code(language)) if language else detected([given.text])
    store = store_of(parsers_for(found, parsers_of(pipeline, constituency, parser)))
    if given.analysis is None and (reason := without_parser(found, store.parsers)):
        raise UsageError(reason)
    return ParsedText(analysis_of(given, store, LAYERS))

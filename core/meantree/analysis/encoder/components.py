"""Components of spaCy that read the encoder: ``meantree_encoder``, then a tagger, a parser and a finder of names.

The encoder puts the vectors of words into ``Doc.tensor`` and those of sentences beside it; the others read these. Each
keeps its files in a folder of its own, so that a better head does not bring the encoder again.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import ClassVar, Self

import numpy as np
from spacy.attrs import DEP, HEAD, LEMMA, MORPH, POS, TAG
from spacy.language import Language
from spacy.tokens import Doc, Span

from meantree.analysis.encoder.arcs import ArcScores, arc_scores
from meantree.analysis.encoder.encoder import Encoder, load_encoder
from meantree.analysis.encoder.lemmas import known_lemma, lemma_of
from meantree.analysis.encoder.names import NameFinder
from meantree.analysis.encoder.session import Floats, Network, read_labels

SENTENCES = "meantree.sentences"
"""Where in ``Doc.user_data`` the vectors of sentences stand, by their first words."""
SPLIT = "meantree.split"
"""Where in ``Doc.user_data`` the sentences stand that were too long: their pieces and where their parts begin."""


class Component:
    """A component that reads its files from a folder, and writes them there."""

    def __init__(self) -> None:
        self._folder: Path | None = None

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Self:  # noqa: ARG002
        """Read the component's files.

        Raises:
            OSError, ValueError: if one is missing or damaged.
        """
        self._folder = Path(path)
        self._load(self._folder)
        return self

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:  # noqa: ARG002
        """Write the component's files."""
        if self._folder is not None and self._folder != Path(path):
            shutil.copytree(self._folder, path, dirs_exist_ok=True)

    def _load(self, folder: Path) -> None:
        raise NotImplementedError

    @property
    def _unread(self) -> ValueError:
        return ValueError(f"{type(self).__name__} has no files yet; load a pipeline that has them, as en_meantree")


class EncoderComponent(Component):
    """Reads each sentence once. A sentence that is too long for it becomes several."""

    encoder: Encoder | None = None

    def _load(self, folder: Path) -> None:
        self.encoder = load_encoder(folder)

    def __call__(self, doc: Doc) -> Doc:
        """Set ``Doc.tensor``."""
        if self.encoder is None:
            raise self._unread
        for sentence in _sentences(doc):
            split = self.encoder.split([token.text for token in sentence], sentence.start)
            if split is not None:
                doc.user_data.setdefault(SPLIT, []).append([split.pieces, *split.starts])
                for start in split.starts:
                    doc[start].is_sent_start = True
        found = [self.encoder.states([token.text for token in sentence]) for sentence in _sentences(doc)]
        if found:
            doc.tensor = np.concatenate([states[1:] for states in found])
            doc.user_data[SENTENCES] = {
                one.start: states[0] for one, states in zip(_sentences(doc), found, strict=True)
            }
        return doc


class Head(Component):
    """Reads the vectors that the encoder put into a document, with a network and its labels."""

    labelled: ClassVar[tuple[str, ...]]
    """The outputs of the network that score labels, after those that score none (``others``)."""
    others: ClassVar[tuple[str, ...]] = ()
    _network: Network | None = None

    def _load(self, folder: Path) -> None:
        self._labels = read_labels(folder / "labels.json", *self.labelled)
        sizes = {name: len(labels) for name, labels in self._labels.items()}
        self._network = Network(folder / "head.onnx", {**dict.fromkeys(self.others), **sizes})

    def _read(self, states: Floats) -> list[Floats]:
        if self._network is None:
            raise self._unread
        return [scores[0] for scores in self._network({"states": states[None]})]


class TaggerHead(Head):
    """Parts of speech, morphological features and lemmas."""

    labelled = "upos", "xpos", "features", "lemmas"

    def __call__(self, doc: Doc) -> Doc:
        """Set ``pos_``, ``tag_``, ``morph`` and ``lemma_`` of the words."""
        rows = [row for sentence, states in _encoded(doc) for row in self._rows(sentence, self._read(states))]
        if rows:
            doc.from_array([POS, TAG, MORPH, LEMMA], np.array(rows, dtype=np.uint64))  # type: ignore[arg-type]
        return doc

    def _rows(self, sentence: Span, scores: list[Floats]) -> Iterator[list[int]]:
        vocab, strings = sentence.doc.vocab, sentence.doc.vocab.strings
        best = [part.argmax(axis=1).tolist() for part in scores]
        columns = zip(
            *([labels[code] for code in part] for labels, part in zip(self._labels.values(), best, strict=True)),
            strict=True,
        )
        for token, (upos, xpos, features, rule) in zip(sentence, columns, strict=True):
            if token.is_space:
                upos, xpos, features, rule = "SPACE", "_SP", "", "k0:"
            morph = vocab.morphology.add(features)
            yield [
                strings.add(upos),
                strings.add(xpos),
                morph,
                strings.add(known_lemma(token.text, lemma_of(token.text, rule), upos)),
            ]


class ParserHead(Head):
    """Dependencies: the best non-projective tree with a single root of each sentence."""

    labelled, others = ("relations",), ("arcs",)

    def __call__(self, doc: Doc) -> Doc:
        """Set the heads of the words, and how they depend on them."""
        strings, rows = doc.vocab.strings, []
        for _, states in _encoded(doc):
            heads, labels = self._scores(states).best()
            for place, (head, label) in enumerate(zip(heads, labels, strict=True)):
                # spaCy counts heads from the word, as 64 bits that may be negative.
                rows.append([0 if head < 0 else (head - place) % (1 << 64), strings.add(label)])
        if rows:
            doc.from_array([HEAD, DEP], np.array(rows, dtype=np.uint64))  # type: ignore[arg-type]
        return doc

    def scores(self, sentence: Span) -> ArcScores:
        """Return the scores of all arcs of a sentence that the encoder has read."""
        return self._scores(_states(sentence))

    def _scores(self, states: Floats) -> ArcScores:
        arcs, relations = self._read(states)
        return arc_scores(arcs, relations, self._labels["relations"])


class NamesHead(Component):
    """Names of persons (PER), organisations (ORG) and places (LOC)."""

    _finder: NameFinder | None = None

    def _load(self, folder: Path) -> None:
        self._finder = NameFinder(folder)

    def __call__(self, doc: Doc) -> Doc:
        """Set ``Doc.ents``."""
        if self._finder is None:
            raise self._unread
        doc.set_ents(
            [
                Span(doc, sentence.start + start, sentence.start + end, label=kind)
                for sentence, states in _encoded(doc)
                for start, end, kind in self._finder.names(states)
            ]
        )
        return doc


def _sentences(doc: Doc) -> list[Span]:
    if doc.has_annotation("SENT_START"):
        return list(doc.sents)
    return [doc[:]] if len(doc) else []


def _encoded(doc: Doc) -> Iterator[tuple[Span, Floats]]:
    """Yield each sentence with its vectors, that of the sentence first."""
    for sentence in _sentences(doc):
        yield sentence, _states(sentence)


def _states(sentence: Span) -> Floats:
    doc, start = sentence.doc, sentence.start
    states: Floats = np.vstack([doc.user_data[SENTENCES][start], doc.tensor[start : sentence.end]])
    return states


@Language.factory("meantree_encoder", assigns=["doc.tensor"])
def make_encoder(nlp: Language, name: str) -> EncoderComponent:  # noqa: ARG001
    """Return an encoder without files."""
    return EncoderComponent()


@Language.factory(
    "meantree_tagger", requires=["doc.tensor"], assigns=["token.pos", "token.tag", "token.morph", "token.lemma"]
)
def make_tagger(nlp: Language, name: str) -> TaggerHead:  # noqa: ARG001
    """Return a tagger without files."""
    return TaggerHead()


@Language.factory("meantree_parser", requires=["doc.tensor"], assigns=["token.head", "token.dep"])
def make_parser(nlp: Language, name: str) -> ParserHead:  # noqa: ARG001
    """Return a parser without files."""
    return ParserHead()


@Language.factory("meantree_names", requires=["doc.tensor"], assigns=["doc.ents"])
def make_names(nlp: Language, name: str) -> NamesHead:  # noqa: ARG001
    """Return a finder of names without files."""
    return NamesHead()

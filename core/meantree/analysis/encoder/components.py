"""Components of spaCy that read the encoder: ``meantree_encoder``, then a tagger, a parser and a finder of names.

The encoder puts the vectors of words into ``Doc.tensor``, and with those of sentences beside it; the others read these.
Each keeps its files in a folder of its own, so that a better head does not bring the encoder again.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import DEP, HEAD, IS_SPACE, LEMMA, MORPH, POS, TAG
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from meantree.analysis.encoder.decoding import ArcScores, arc_scores, best_arcs
from meantree.analysis.encoder.encoder import Encoder, load_encoder
from meantree.analysis.encoder.networks import Floats, Integers, Network, read_labels
from meantree.analysis.encoder.words import best_lemma
from meantree.analysis.entities.finder import NameFinder

SENTENCES = "meantree.sentences"
"""Where in ``Doc.user_data`` the vectors of sentences and their words stand, by their first words."""
SPLIT = "meantree.split"
"""Where in ``Doc.user_data`` the sentences stand that were too long: their pieces and where their parts begin."""
BATCH_WORDS = 8_000
"""Documents are read together up to about this many words."""


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
        return next(self.pipe([doc]))

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 1000) -> Iterator[Doc]:
        """Set ``Doc.tensor`` of each document; the sentences of up to so many are read together."""
        if self.encoder is None:
            raise self._unread
        for docs in _batches(stream, batch_size):
            parts = [self._parts(doc, self.encoder) for doc in docs]
            found = iter(self.encoder.all_states([words for part in parts for words in part.values()]))
            for doc, part in zip(docs, parts, strict=True):
                states = {start: next(found) for start in part}
                if states:
                    doc.tensor = np.concatenate([own[1:] for own in states.values()])
                doc.user_data[SENTENCES] = states
                yield doc

    def _parts(self, doc: Doc, encoder: Encoder) -> dict[int, list[str]]:
        """Return the words of all that is read at once, by its first word, and cut sentences that are too long."""
        words, found = [token.text for token in doc], {}
        for sentence in _sentences(doc):
            own = words[sentence.start : sentence.end]
            split = encoder.split(own, sentence.start)
            if split is not None:
                doc.user_data.setdefault(SPLIT, []).append([split.pieces, *split.starts])
                for start in split.starts:
                    doc[start].is_sent_start = True
            starts = (sentence.start, *(split.starts if split is not None else ()))
            for start, end in zip(starts, (*starts[1:], sentence.end), strict=True):
                found[start] = words[start:end]
        return found


class Head(Component):
    """Reads the vectors that the encoder put into a document, with a network and its labels."""

    labelled: ClassVar[tuple[str, ...]]
    """The outputs of the network that score labels, after those that score none (``others``)."""
    others: ClassVar[tuple[str, ...]] = ()
    _network: Network | None = None

    def __init__(self, vocab: Vocab) -> None:
        super().__init__()
        self._vocab = vocab

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

    def _load(self, folder: Path) -> None:
        super()._load(folder)
        add = (self._vocab.strings.add, self._vocab.strings.add, self._vocab.morphology.add)
        self._codes = [_hashes(map(*pair)) for pair in zip(add, self._labels.values(), strict=False)]
        self._blank = [one(label) for one, label in zip(add, ("SPACE", "_SP", ""), strict=True)]

    def __call__(self, doc: Doc) -> Doc:
        """Set ``pos_``, ``tag_``, ``morph`` and ``lemma_`` of the words."""
        found = [[part.argmax(axis=1) for part in self._read(states)] for states in _encoded(doc).values()]
        if found:
            *tags, rules = (np.concatenate(part) for part in zip(*found, strict=True))
            columns = [hashes[codes] for hashes, codes in zip(self._codes, tags, strict=True)]
            columns.append(_hashes(map(doc.vocab.strings.add, self._lemmas(doc, tags[0], rules))))
            rows = np.stack(columns, axis=1)
            rows[doc.to_array(IS_SPACE) > 0, :3] = self._blank
            doc.from_array([POS, TAG, MORPH, LEMMA], rows)  # type: ignore[arg-type]
        return doc

    def _lemmas(self, doc: Doc, upos: Integers, rules: Integers) -> Iterator[str]:
        for token, tag, rule in zip(doc, upos.tolist(), rules.tolist(), strict=True):
            if token.is_space:
                yield token.text
            else:
                yield best_lemma(token.text, self._labels["lemmas"][rule], self._labels["upos"][tag])


class ParserHead(Head):
    """Dependencies: the best non-projective tree with a single root of each sentence."""

    labelled, others = ("relations",), ("arcs",)

    def _load(self, folder: Path) -> None:
        super()._load(folder)
        self._relations = self._labels["relations"]
        self._codes = _hashes(map(self._vocab.strings.add, self._relations))

    def __call__(self, doc: Doc) -> Doc:
        """Set the heads of the words, and how they depend on them."""
        rows = []
        for states in _encoded(doc).values():
            arcs, relations = self._read(states)
            heads, labels = best_arcs(arcs, relations, self._relations)
            # spaCy counts heads from the word, as 64 bits that may be negative; a root is its own head.
            offsets = np.where(heads > 0, heads - 1 - np.arange(len(heads)), 0).astype(np.uint64)
            rows.append(np.stack([offsets, self._codes[labels]], axis=1))
        if rows:
            doc.from_array([HEAD, DEP], np.concatenate(rows))  # type: ignore[arg-type]
        return doc

    def scores(self, sentence: Span) -> ArcScores:
        """Return the scores of all arcs of a sentence that the encoder has read."""
        return self.scores_of(_encoded(sentence.doc)[sentence.start])

    def scores_of(self, states: Floats) -> ArcScores:
        """Return the scores of all arcs of a sentence by the vectors of the sentence and its words."""
        arcs, relations = self._read(states)
        return arc_scores(arcs, relations, self._relations)


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
                Span(doc, offset + start, offset + end, label=kind)
                for offset, states in _encoded(doc).items()
                for start, end, kind in self._finder.names(states)
            ]
        )
        return doc


def parser_scores(nlp: Language, words: Sequence[str]) -> ArcScores | None:
    """Return the scores of all arcs of a sentence by a pipeline; None if its parser is no head of the encoder."""
    parser = nlp.get_pipe("parser")
    encoders = (one.encoder for _, one in nlp.pipeline if isinstance(one, EncoderComponent))
    encoder = next(encoders, None)
    if not isinstance(parser, ParserHead) or encoder is None:
        return None
    return parser.scores_of(encoder.states(words))


def _batches(stream: Iterable[Doc], most: int) -> Iterator[list[Doc]]:
    docs: list[Doc] = []
    words = 0
    for doc in stream:
        docs.append(doc)
        words += len(doc)
        if len(docs) == most or words >= BATCH_WORDS:
            yield docs
            docs, words = [], 0
    if docs:
        yield docs


def _sentences(doc: Doc) -> list[Span]:
    if doc.has_annotation("SENT_START"):
        return list(doc.sents)
    return [doc[:]] if len(doc) else []


def _encoded(doc: Doc) -> dict[int, Floats]:
    """Return the vectors of each sentence and its words, by its first word."""
    found: dict[int, Floats] = doc.user_data[SENTENCES]
    return found


def _hashes(values: Iterable[int]) -> NDArray[np.uint64]:
    return np.fromiter(values, dtype=np.uint64)


@Language.factory("meantree_encoder", assigns=["doc.tensor"])
def make_encoder(nlp: Language, name: str) -> EncoderComponent:  # noqa: ARG001
    """Return an encoder without files."""
    return EncoderComponent()


@Language.factory(
    "meantree_tagger", requires=["doc.tensor"], assigns=["token.pos", "token.tag", "token.morph", "token.lemma"]
)
def make_tagger(nlp: Language, name: str) -> TaggerHead:  # noqa: ARG001
    """Return a tagger without files."""
    return TaggerHead(nlp.vocab)


@Language.factory("meantree_parser", requires=["doc.tensor"], assigns=["token.head", "token.dep"])
def make_parser(nlp: Language, name: str) -> ParserHead:  # noqa: ARG001
    """Return a parser without files."""
    return ParserHead(nlp.vocab)


@Language.factory("meantree_names", requires=["doc.tensor"], assigns=["doc.ents"])
def make_names(nlp: Language, name: str) -> NamesHead:  # noqa: ARG001
    """Return a finder of names without files."""
    return NamesHead()

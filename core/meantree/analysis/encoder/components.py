"""spaCy components: ``meantree_encoder``, and a tagger, a parser and a name finder that read from it.

The encoder puts the vectors of words into ``Doc.tensor``, and those of sentences and words into ``Doc.user_data``; the
other components are heads that read these. Each has its files in its own folder, so that a head can be replaced without
the encoder.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import DEP, HEAD, IS_SPACE, LEMMA, MORPH, POS, TAG
from spacy.language import Language
from spacy.tokenizer import Tokenizer
from spacy.tokens import Doc, Span
from spacy.util import registry
from spacy.vocab import Vocab

from meantree.analysis.encoder.decoding import ArcScores, arc_scores, best_arcs
from meantree.analysis.encoder.encoder import Encoder, load_encoder
from meantree.analysis.encoder.networks import Floats, Integers, Network, read_labels
from meantree.analysis.encoder.words import best_lemma
from meantree.work import by_size

if TYPE_CHECKING:
    from meantree.analysis.entities.finder import NameFinder

SENTENCES = "meantree.sentences"
"""Key in ``Doc.user_data`` of the vectors of each sentence and its words, by the first word."""
SPLIT = "meantree.split"
"""Key in ``Doc.user_data`` of the sentences that were split: the number of pieces and the first words of the parts."""
STORED_TOKENIZER = "meantree.StoredTokenizer.v1"
"""Name of a tokenizer that has no rules but those in a pipeline's files; spaCy's makes its own for English before."""
BATCH_WORDS = 8_000
"""Words of the documents that are read together, at most."""


class Component:
    """A component whose files are in a folder."""

    def __init__(self) -> None:
        self._folder: Path | None = None

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Self:  # noqa: ARG002
        """Read the component's files; raise OSError or ValueError if a file is missing or damaged."""
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
        return ValueError(f"{type(self).__name__} has no files yet; load a pipeline that has them, such as en_meantree")


class EncoderComponent(Component):
    """Reads each sentence once. A sentence that is too long is split into several."""

    encoder: Encoder | None = None

    def _load(self, folder: Path) -> None:
        self.encoder = load_encoder(folder)

    def __call__(self, doc: Doc) -> Doc:
        """Set ``Doc.tensor``."""
        return next(self.pipe([doc]))

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 1000) -> Iterator[Doc]:
        """Set ``Doc.tensor`` of each document; up to ``batch_size`` documents are read together."""
        if self.encoder is None:
            raise self._unread
        for docs in by_size(stream, len, BATCH_WORDS, batch_size):
            all_parts = [self._parts(doc, self.encoder) for doc in docs]
            vectors = iter(self.encoder.all_states([words for parts in all_parts for words in parts.values()]))
            for doc, parts in zip(docs, all_parts, strict=True):
                states = {start: next(vectors) for start in parts}
                if states:
                    doc.tensor = np.concatenate([part_states[1:] for part_states in states.values()])
                doc.user_data[SENTENCES] = states
                yield doc

    def _parts(self, doc: Doc, encoder: Encoder) -> dict[int, list[str]]:
        """Return the words of each sentence by its first word, sentences that are too long split in ``doc``."""
        words, parts = [token.text for token in doc], {}
        for sentence in _sentences(doc):
            split = encoder.split(words[sentence.start : sentence.end], sentence.start)
            if split is not None:
                doc.user_data.setdefault(SPLIT, []).append([split.pieces, *split.starts])
                for start in split.starts:
                    doc[start].is_sent_start = True
            starts = (sentence.start, *(split.starts if split is not None else ()))
            for start, end in zip(starts, (*starts[1:], sentence.end), strict=True):
                parts[start] = words[start:end]
        return parts


class Head(Component):
    """A head of the encoder: a network over the vectors of a document, and its labels."""

    labelled: ClassVar[tuple[str, ...]]
    """The outputs of the network that score labels; they follow those without labels (``others``)."""
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
    """Assigns parts of speech, morphological features and lemmas."""

    labelled = "upos", "xpos", "features", "lemmas"

    def _load(self, folder: Path) -> None:
        super()._load(folder)
        add = (self._vocab.strings.add, self._vocab.strings.add, self._vocab.morphology.add)
        self._codes = [_hashes(map(*pair)) for pair in zip(add, self._labels.values(), strict=False)]
        self._space_codes = [to_code(label) for to_code, label in zip(add, ("SPACE", "_SP", ""), strict=True)]

    def __call__(self, doc: Doc) -> Doc:
        """Set ``pos_``, ``tag_``, ``morph`` and ``lemma_`` of the words."""
        best = [[scores.argmax(axis=1) for scores in self._read(states)] for states in _encoded(doc).values()]
        if best:
            *tags, rules = (np.concatenate(codes) for codes in zip(*best, strict=True))
            columns = [hashes[codes] for hashes, codes in zip(self._codes, tags, strict=True)]
            columns.append(_hashes(map(doc.vocab.strings.add, self._lemmas(doc, tags[0], rules))))
            rows = np.stack(columns, axis=1)
            rows[doc.to_array(IS_SPACE) > 0, :3] = self._space_codes
            doc.from_array([POS, TAG, MORPH, LEMMA], rows)  # type: ignore[arg-type]
        return doc

    def _lemmas(self, doc: Doc, upos: Integers, rules: Integers) -> Iterator[str]:
        for token, tag, rule in zip(doc, upos.tolist(), rules.tolist(), strict=True):
            if token.is_space:
                yield token.text
            else:
                yield best_lemma(token.text, self._labels["lemmas"][rule], self._labels["upos"][tag])


class ParserHead(Head):
    """Assigns dependencies: the best non-projective tree with a single root of each sentence."""

    labelled, others = ("relations",), ("arcs",)

    def _load(self, folder: Path) -> None:
        super()._load(folder)
        self._relations = self._labels["relations"]
        self._codes = _hashes(map(self._vocab.strings.add, self._relations))

    def __call__(self, doc: Doc) -> Doc:
        """Set ``head`` and ``dep_`` of the words."""
        rows = []
        for states in _encoded(doc).values():
            arcs, relations = self._read(states)
            heads, labels = best_arcs(arcs, relations, self._relations)
            # spaCy stores heads relative to their dependents, as signed 64-bit integers; a root is its own head.
            offsets = np.where(heads > 0, heads - 1 - np.arange(len(heads)), 0).astype(np.uint64)
            rows.append(np.stack([offsets, self._codes[labels]], axis=1))
        if rows:
            doc.from_array([HEAD, DEP], np.concatenate(rows))  # type: ignore[arg-type]
        return doc

    def scores(self, sentence: Span) -> ArcScores:
        """Return the scores of all arcs of a sentence that the encoder has read."""
        return self.scores_of(_encoded(sentence.doc)[sentence.start])

    def scores_of(self, states: Floats) -> ArcScores:
        """Return the scores of all arcs of a sentence, from the vectors of the sentence and its words."""
        arcs, relations = self._read(states)
        return arc_scores(arcs, relations, self._relations)


class NamesHead(Component):
    """Finds names of persons (PER), organisations (ORG) and places (LOC)."""

    _finder: NameFinder | None = None

    def _load(self, folder: Path) -> None:
        from meantree.analysis.entities.finder import NameFinder

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
    """Return a pipeline's scores of all arcs of a sentence; None if its parser is no head of the encoder."""
    parser = nlp.get_pipe("parser")
    encoders = (component.encoder for _, component in nlp.pipeline if isinstance(component, EncoderComponent))
    encoder = next(encoders, None)
    if not isinstance(parser, ParserHead) or encoder is None:
        return None
    return parser.scores_of(encoder.states(words))


def _sentences(doc: Doc) -> list[Span]:
    if doc.has_annotation("SENT_START"):
        return list(doc.sents)
    return [doc[:]] if len(doc) else []


def _encoded(doc: Doc) -> dict[int, Floats]:
    """Return the vectors of each sentence and its words, by its first word."""
    states: dict[int, Floats] = doc.user_data[SENTENCES]
    return states


def _hashes(values: Iterable[int]) -> NDArray[np.uint64]:
    return np.fromiter(values, dtype=np.uint64)


registry.tokenizers(STORED_TOKENIZER, func=lambda: lambda nlp: Tokenizer(nlp.vocab))


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
    """Return a name finder without files."""
    return NamesHead()

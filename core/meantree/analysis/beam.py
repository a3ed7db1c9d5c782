"""n-best dependency parses from the beam of a spaCy parser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.inputs import LONGEST_SENTENCE
from meantree.analysis.tree import ROOT, DependencyTree, NBestDependencies

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Span

DECORATION = "||"
"""Between a label and its true head's label in pseudo-projective parses (Nivre & Nilsson 2005, scheme HEAD)."""

Parse = tuple[float, Sequence[tuple[int, int, str]]]
"""A probability and arcs ``(head, dependent, label)``, as spaCy's beam gives them."""

BATCH_WORDS = 2000
"""Sentences are searched together up to this many words: large batches keep the matrix products long."""


def nbest_lists(nlp: Language, spans: Sequence[Span], *, width: int) -> list[NBestDependencies | None]:
    """The ``width`` best parses of each sentence, by beam search of the pipeline's component ``parser``.

    Every sentence is searched as a document of its own without inner sentence breaks. Different transition sequences
    that build the same tree are one parse with their summed probability, so a list may be shorter than ``width``.

    Returns:
        One nbest a sentence, in order, None for one of more than :data:`LONGEST_SENTENCE` tokens; probabilities are
        the beam's, normalised over the list.
    """
    docs = [_sentence_doc(span) for span in spans]
    if any(not doc.tensor.size for doc in docs):
        docs = _embedded(nlp, docs)
    parser = nlp.get_pipe("parser")
    found: dict[int, NBestDependencies] = {}
    for batch in _by_length(docs):
        lists = _search(parser, [docs[index] for index in batch], width)
        for index, parses in zip(batch, lists, strict=True):
            found[index] = _nbest(parses, len(docs[index]))
    return [found.get(index) for index in range(len(docs))]


def _search(parser: Any, docs: list[Doc], width: int) -> list[list[Parse]]:
    """Beam search with the scores of each step normalised to log probabilities.

    The parser learns each step by itself, under a softmax over the transitions, so only normalised scores can be
    added up. ``parser.beam_parse`` adds raw ones, and its best parses are far worse than the greedy parser's; these
    are better. Sentences of one word come back without a parse.
    """
    # WORKAROUND: spaCy's public beam_parse has no hook between scoring and advancing (spaCy 3.8).
    from spacy.pipeline._parser_internals._beam_utils import BeamBatch

    batch = BeamBatch(parser.moves, parser.moves.init_batch(docs), None, width, density=0.0)
    step = parser.model.predict(docs)
    while not batch.is_done:
        states = batch.get_unfinished_states()
        if not states:
            break
        batch.advance(_log_softmax(step.predict(states)))
    step.clear_memory()
    return [parser.moves.get_beam_parses(beam) for beam in batch]


def _log_softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    shifted = scores - scores.max(axis=1, keepdims=True)
    normalised: NDArray[np.float32] = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return np.ascontiguousarray(normalised)


def _sentence_doc(span: Span) -> Doc:
    from spacy.attrs import NORM, POS, TAG
    from spacy.tokens import Doc

    doc = Doc(
        span.doc.vocab,
        words=[token.text for token in span],
        spaces=[bool(token.whitespace_) for token in span],
        sent_starts=[index == 0 for index in range(len(span))],
    )
    features = [NORM, POS, TAG]
    doc.from_array(features, span.doc.to_array(features)[span.start : span.end])  # type: ignore[arg-type]  # uint64
    doc.tensor = span.doc.tensor[span.start : span.end]
    return doc


def _embedded(nlp: Language, docs: list[Doc]) -> list[Doc]:
    """Run what stands before the parser, for pipelines that keep no tensor of each token (transformers)."""
    for name, component in nlp.pipeline:
        if name == "parser":
            break
        docs = list(component.pipe(docs)) if hasattr(component, "pipe") else [component(doc) for doc in docs]
    return docs


def _by_length(docs: Sequence[Doc]) -> list[list[int]]:
    batches: list[list[int]] = []
    words = 0
    short = (place for place, doc in enumerate(docs) if len(doc) <= LONGEST_SENTENCE)
    for index in sorted(short, key=lambda place: len(docs[place])):
        if not batches or words + len(docs[index]) > BATCH_WORDS:
            batches.append([])
            words = 0
        batches[-1].append(index)
        words += len(docs[index])
    return batches


def _nbest(parses: Sequence[Parse], size: int) -> NBestDependencies:
    if not parses:  # one word, no arc
        return NBestDependencies.of([DependencyTree((ROOT,) * size, ("root",) * size)], [1.0])
    merged: dict[tuple[tuple[int, ...], tuple[str, ...]], float] = {}
    for probability, arcs in parses:
        heads, labels = [ROOT] * size, ["root"] * size
        decorated = False
        for head, dependent, label in arcs:
            heads[dependent] = head
            labels[dependent] = label
            decorated = decorated or DECORATION in label
        if decorated:
            _deprojectivize(heads, labels)
        key = tuple(heads), tuple(labels)
        merged[key] = merged.get(key, 0.0) + probability
    return _packed(merged)


def _packed(merged: dict[tuple[tuple[int, ...], tuple[str, ...]], float]) -> NBestDependencies:
    ordered = sorted(merged.items(), key=lambda item: -item[1])
    codes: dict[str, int] = {}
    labels = [[codes.setdefault(label, len(codes)) for label in parse[1]] for parse, _ in ordered]
    # Far down a long sentence's list probabilities can underflow to 0; the floor keeps p^gamma defined.
    weights = np.maximum(np.array([weight for _, weight in ordered], dtype=np.float64), np.finfo(np.float64).tiny)
    return NBestDependencies(
        probabilities=weights / weights.sum(),
        heads=np.array([parse[0] for parse, _ in ordered], dtype=np.int32),
        labels=np.array(labels, dtype=np.int16),
        label_names=tuple(codes),
    )


def _deprojectivize(heads: list[int], labels: list[str]) -> None:
    """Undo pseudo-projective lifting in place: the true head is the nearest descendant with the named label."""
    children: list[list[int]] = [[] for _ in heads]
    for dependent, head in enumerate(heads):
        if head != ROOT:
            children[head].append(dependent)
    for dependent, label in enumerate(labels):
        plain, decorated, head_label = label.partition(DECORATION)
        if not decorated:
            continue
        labels[dependent] = plain
        level = [heads[dependent]]
        while level:
            below = [child for node in level for child in children[node] if child != dependent]
            match = next((child for child in below if labels[child] == head_label), None)
            if match is not None:
                children[heads[dependent]].remove(dependent)
                heads[dependent] = match
                children[match].append(dependent)
                break
            level = below

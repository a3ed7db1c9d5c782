"""n-best dependency trees by beam search with a spaCy parser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import NORM, POS, TAG

# WORKAROUND: spaCy's public beam_parse has no hook between scoring and advancing (spaCy 3.8).
from spacy.pipeline._parser_internals._beam_utils import BeamBatch
from spacy.tokens import Doc, Span

from meantree.analysis.inputs import LONGEST_SENTENCE
from meantree.analysis.tree import ROOT, DependencyTree, NBestDependencies
from meantree.work import by_size

if TYPE_CHECKING:
    from spacy.language import Language

DECORATION = "||"
"""Separates a label from the label of the true head in pseudo-projective parses (Nivre & Nilsson 2005, scheme HEAD)."""

Parse = tuple[float, Sequence[tuple[int, int, str]]]
"""A probability and arcs ``(head, dependent, label)``, as spaCy's beam returns them."""

BATCH_WORDS = 2000
"""Words of the sentences that are searched together: larger batches have more efficient matrix products."""


def nbest_lists(nlp: Language, spans: Sequence[Span], *, width: int) -> list[NBestDependencies | None]:
    """Return the ``width`` best parses of each sentence, by beam search with the pipeline's component ``parser``.

    Each sentence is parsed as a separate document without inner sentence breaks. Transition sequences that build the
    same tree are merged, their probabilities added, so a list may be shorter than ``width``.

    Returns:
        A list per sentence, in order; None for a sentence of more than
        :data:`~meantree.analysis.inputs.LONGEST_SENTENCE` tokens. Probabilities are normalised over each list.
    """
    docs = [_sentence_doc(span) for span in spans]
    if any(not doc.tensor.size for doc in docs):
        docs = _embedded(nlp, docs)
    parser = nlp.get_pipe("parser")
    by_place: dict[int, NBestDependencies] = {}
    short = (place for place, doc in enumerate(docs) if len(doc) <= LONGEST_SENTENCE)
    by_length = sorted(short, key=lambda place: len(docs[place]))
    for batch in by_size(by_length, lambda place: len(docs[place]), BATCH_WORDS):
        lists = _search(parser, [docs[place] for place in batch], width)
        for place, parses in zip(batch, lists, strict=True):
            by_place[place] = _nbest(parses, len(docs[place]))
    return [by_place.get(place) for place in range(len(docs))]


def _search(parser: Any, docs: list[Doc], width: int) -> list[list[Parse]]:
    """Return the parses of each document, with the scores of each step normalised to log probabilities.

    The parser is trained step by step, with a softmax over the transitions, so only normalised scores can be added up.
    ``parser.beam_parse`` adds raw scores: its best parses are far worse than those of the greedy parser, while these
    are better. Sentences of one word get no parse.
    """
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
    """Run the components before the parser, for pipelines that keep no tensor of tokens (transformers)."""
    for name, component in nlp.pipeline:
        if name == "parser":
            break
        docs = list(component.pipe(docs)) if hasattr(component, "pipe") else [component(doc) for doc in docs]
    return docs


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
    # At the end of a long sentence's list, probabilities can underflow to 0; the floor keeps p^gamma defined.
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
        plain, mark, head_label = label.partition(DECORATION)
        if not mark:
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

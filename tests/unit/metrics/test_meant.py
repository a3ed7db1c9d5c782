"""MEANT: the arithmetic of HMEANT over labelled frames that are matched by likeness."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import SIZE, frame, some_frames
from helpers.trees import flat, parsed
from meantree.alignment.similarity import Word, similarities
from meantree.analysis.analyser import Analyser, load_analyser
from meantree.analysis.frames import Frame, FrameLayer
from meantree.analysis.parsers import Parsers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisStore
from meantree.errors import UsageError
from meantree.metrics.evidence import Status
from meantree.metrics.meant import Meant
from meantree.metrics.metric import NO_CONTEXT, CorpusContext
from meantree.metrics.pair import Pair
from meantree.scoring.pairing import reason_not_scored
from meantree.scoring.provenance import Provenance, signature


def labelled(words: str, *frames: str) -> Analysis:
    """A text with frames; every word but the first hangs on the first."""
    return with_frames(flat(words), tuple(map(frame, frames)))


def with_frames(text: Analysis, frames: tuple[Frame, ...]) -> Analysis:
    return replace(text, labelled=FrameLayer(tuple(token.text for token in text.tokens), frames))


SOLD = labelled("the minister sold the house", "2 agent=0-1 patient=3-4")


@pytest.mark.parametrize(
    ("hyp", "ref", "expected", "why"),
    [
        (SOLD, SOLD, 1.0, "the same"),
        (labelled("x", "0"), SOLD, 0.0, "another predicate"),
        (labelled("x y"), SOLD, 0.0, "no frame"),
        (SOLD, labelled("x y"), None, "no frame in the reference"),
        (
            labelled("the minister sold it", "2 agent=0-1 patient=3"),
            SOLD,
            2 / 3,
            "predicate and agent of three parts on both sides",
        ),
        (
            labelled("the minister sold the car", "2 agent=0-1 patient=3-4"),
            SOLD,
            (1 + 1 + 0.5) / 3,
            "one of two words of the patient is alike",
        ),
        (labelled("the minister sold the house", "2 agent=0-1 other=3-4"), SOLD, 2 / 3, "a patient is nothing else"),
    ],
)
def test_by_hand(hyp: Analysis, ref: Analysis, expected: float | None, why: str) -> None:
    chosen = Meant()
    score = chosen.score(chosen.statistics(Pair(hyp, [ref])), level="segment")
    assert score == (None if expected is None else pytest.approx(expected)), why


TEXTS = st.lists(st.sampled_from(["the", "cat", "dog", "car", "sells", "of", "not"]), min_size=SIZE, max_size=SIZE)


@given(words=st.tuples(TEXTS, TEXTS), frames=st.tuples(some_frames(), some_frames()))
def test_evidence_adds_up_and_the_score_is_bounded(
    words: tuple[list[str], list[str]], frames: tuple[tuple[Frame, ...], tuple[Frame, ...]]
) -> None:
    hyp, ref = (with_frames(labelled(" ".join(text)), found) for text, found in zip(words, frames, strict=True))
    chosen = Meant()
    statistics = chosen.statistics(Pair(hyp, [ref]))
    assert 0 <= statistics[0] <= 1 + 1e-12
    np.testing.assert_allclose(chosen.statistics_of(chosen.evidence(Pair(hyp, [ref]))), statistics, atol=1e-12)


def test_evidence_names_what_matched() -> None:
    units = Meant().evidence(Pair(labelled("the minister sold it", "2 agent=0-1 patient=3"), [SOLD])).units
    assert [(unit.kind, unit.label, unit.status) for unit in units[:3]] == [
        ("predicate, hypothesis", "sold", Status.MATCHED),
        ("agent, hypothesis", "the minister", Status.MATCHED),
        ("patient, hypothesis", "it", Status.EXTRA),
    ]


def test_word_vectors_count_where_they_see_more() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("parser")
    for word, vector in (("frobs", [1, 0, 0]), ("quuxes", [3, 1, 0]), ("house", [0, 0, 1])):
        nlp.vocab.set_vector(word, np.array(vector, dtype=np.float32))  # type: ignore[arg-type]  # thinc's own name
    pipeline = Analyser(nlp, Parsers("with vectors")).pipeline
    assert pipeline.has_vectors
    first: list[Word] = [("frobs", "frobs", None), ("house", "house", None)]
    second: list[Word] = [("quuxes", "quuxes", None), ("unknown", "unknown", None)]
    assert similarities(first, second).tolist() == [[0, 0], [0, 0]]
    assert similarities(first, second, pipeline.vectors) == pytest.approx(np.array([[3 / np.sqrt(10), 0], [0, 0]]))
    assert similarities(first, first, pipeline.vectors).tolist() == similarities(first, first).tolist()


def test_the_shipped_pipeline_has_no_vectors() -> None:
    store = AnalysisStore()
    assert not store.has_vectors
    assert Meant().adapted(CorpusContext((), constituents=True)) == Meant()
    other = Meant().adapted(CorpusContext((), constituents=True, vectors=Parsers("x")))
    assert signature(other, Provenance(1, makers={"dependencies": "x"})) == signature(
        Meant(), Provenance(1, makers={"dependencies": "x"})
    )


def tagged(*words: tuple[str, str], predicates: Sequence[int]) -> Analysis:
    """Words with parts of speech, and a frame without fillers for each predicate."""
    text = parsed(" ".join(f"{word}:{'0:root' if place == 0 else '1:x'}" for place, (word, _) in enumerate(words)))
    (sentence,) = text.sentences
    tokens = tuple(replace(token, upos=upos) for token, (_, upos) in zip(sentence.tokens, words, strict=True))
    text = replace(text, sentences=(replace(sentence, tokens=tokens),))
    return with_frames(text, tuple(Frame((place, place + 1)) for place in predicates))


def test_auxiliaries_are_no_predicates_by_default() -> None:
    hyp = tagged(("he", "PRON"), ("was", "AUX"), ("seen", "VERB"), predicates=[1, 2])
    ref = tagged(("he", "PRON"), ("had", "AUX"), ("seen", "VERB"), predicates=[2])
    pair = Pair(hyp, (ref,))
    scores = [each.score(each.statistics(pair), level="segment") for each in (Meant(), Meant(auxiliaries="yes"))]
    assert scores == [1.0, pytest.approx(2 / 3)], "one of two predicates of the translation is in the reference"
    units = Meant().evidence(pair).units
    assert {(unit.status, unit.hypothesis_places[0].tokens) for unit in units} == {(Status.MATCHED, (2,))}
    assert "|auxiliaries:no|" in signature(Meant(), Provenance(1))
    assert "|auxiliaries:yes|" in signature(Meant(auxiliaries="yes"), Provenance(1))


def test_bare_nouns_are_predicates_unless_left_out() -> None:
    words = ("seen", "VERB"), ("view", "NOUN")
    pair = Pair(tagged(*words, predicates=[0, 1]), (tagged(*words, predicates=[0]),))
    scores = [each.score(each.statistics(pair), level="segment") for each in (Meant(), Meant(nouns="no"))]
    assert scores == [pytest.approx(2 / 3), 1.0]
    assert "|nouns:no|" in signature(Meant(nouns="no"), Provenance(1))


CONTEXTS = [
    "The minister bought a new car in Paris.",
    "In Paris, the politician purchased another vehicle.",
    "Nobody sold the old house. It burned.",
    "",
]


@pytest.mark.pipeline
def test_words_in_context_only_add_likeness() -> None:
    lexical, context = Meant(), Meant(similarity="context")
    texts = list(load_analyser().analyse(CONTEXTS, context.needs))
    gained = 0
    for hyp, ref in itertools.product(texts, texts[:-1]):
        pair = Pair(hyp, [ref])
        evidence, statistics = context.evidence(pair), context.statistics(pair)
        assert context.statistics_of(evidence).tolist() == statistics.tolist()
        score, before = (one.score(one.statistics(pair), level="segment") for one in (context, lexical))
        assert score is not None
        assert before is not None
        derived = context.derivation(evidence)
        assert derived is not None
        assert derived.steps[-1].value == pytest.approx(score)
        assert hyp is not ref or score == pytest.approx(1)
        gained += score > before
    assert gained
    assert "|similarity:context|" in signature(context, Provenance(1))


def test_words_out_of_context_are_told() -> None:
    text = replace(parsed("x:0:root"), labelled=FrameLayer(("x",), (frame("0"),)))
    pair, context = Pair(text, (text,), ("A",)), Meant(similarity="context")
    assert reason_not_scored(pair, context) == f"its hypothesis and its reference A have {NO_CONTEXT}"
    assert reason_not_scored(pair, Meant()) == ""
    with pytest.raises(UsageError, match=r"meant: similarity=context, .*no vectors"):
        context.statistics(pair)

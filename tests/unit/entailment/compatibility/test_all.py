"""What holds of all features of semantic compatibility."""

from __future__ import annotations

import dataclasses
import math

from hypothesis import given
from hypothesis import strategies as st

from helpers.aligned import SAME, view
from helpers.trees import EMPTY, trees
from meantree.alignment.word_alignment import Link, Reason, WordAlignment
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import Token
from meantree.entailment.all_features import DIRECTED, FEATURES, NAMES
from meantree.entailment.feature import SILENT
from meantree.entailment.reading import DIRECTIONS, Reading, View

OURS = [one for one in FEATURES if one.group == "semantic compatibility"]
WORDS = {
    "DET": ("the", "a", "no", "every", "all", "any"),
    "NOUN": ("dog", "dogs", "lack", "fact"),
    "VERB": ("bark", "barked", "fail", "think", "know"),
    "AUX": ("did", "is", "may", "must", "will", "cannot"),
    "PRON": ("he", "nobody", "nothing", "few", "her"),
    "ADJ": ("older", "few", "possible", "most"),
    "ADV": ("not", "never", "possibly", "no", "more"),
    "SCONJ": ("if", "because", "unless", "that"),
    "CCONJ": ("or", "nor", "but"),
    "NUM": ("2", "three"),
    "PUNCT": ("?", "."),
    "ADP": ("without", "of", "at"),
}

LABELS = (
    *("det", "nsubj", "obj", "advmod", "aux", "ccomp", "xcomp", "mark", "case", "conj", "amod", "advcl", "cc"),
    *("nmod:poss", "nummod", "parataxis"),
)


@st.composite
def tagged_sentences(draw: st.DrawFn) -> Sentence:
    """Words of all kinds under any tree, as of a bad translation."""
    kinds = draw(st.lists(st.sampled_from(sorted(WORDS)), min_size=1, max_size=9))
    tokens = tuple(Token(word := draw(st.sampled_from(WORDS[kind])), word, kind) for kind in kinds)
    tree = draw(trees(len(tokens)))
    labels = (
        "det",
        "nsubj",
        "obj",
        "advmod",
        "aux",
        "ccomp",
        "xcomp",
        "mark",
        "case",
        "conj",
        "amod",
        "advcl",
        "cc",
        "nmod:poss",
    )
    drawn = tuple(draw(st.sampled_from((*labels, label))) for label in tree.labels)
    return Sentence(tokens, dataclasses.replace(tree, labels=drawn))


texts = st.lists(tagged_sentences(), min_size=1, max_size=2).map(lambda parts: Analysis("", tuple(parts)))


@st.composite
def views(draw: st.DrawFn) -> View:
    """Any two texts, linked in any way."""
    hyp, ref = draw(texts), draw(texts)
    relations = st.sampled_from(["identity", "synonym", "antonym", "hypernym", "hyponym", "path", "number"])

    def link(first: int, second: int) -> Link:
        return Link(first, second, Reason(draw(relations), draw(st.floats(0, 1))))

    over = range(len(ref.tokens))
    under = range(len(hyp.tokens))
    forward = [link(first, draw(st.sampled_from(over))) if draw(st.booleans()) else None for first in under]
    backward = [link(draw(st.sampled_from(under)), second) if draw(st.booleans()) else None for second in over]
    alignment = WordAlignment(tuple(forward), tuple(backward))
    return View(Reading(hyp), Reading(ref), alignment, draw(st.sampled_from(DIRECTIONS)))


@given(texts)
def test_equal_texts_are_compatible(text: Analysis) -> None:
    links = tuple(Link(word, word, SAME) for word in range(len(text.tokens)))
    equal = View(Reading(text), Reading(text), WordAlignment(links, links), "ref>hyp")
    assert all(one.function(equal) == SILENT for one in OURS)


@given(views())
def test_values_and_places_are_in_range(pair: View) -> None:
    for one in OURS:
        result = one.function(pair)
        assert math.isfinite(result.value)
        assert 0 <= result.value <= 1
        assert all(0 <= word < len(pair.conclusion) for word in result.conclusion)
        assert all(0 <= word < len(pair.premise) for word in result.premise)
        assert all(0 <= word < len(pair.conclusion) for arc in result.conclusion_arcs for word in arc)
        assert all(0 <= word < len(pair.premise) for arc in result.premise_arcs for word in arc)
        assert result.value > 0 or not (result.conclusion or result.premise), one.name


def test_nothing_is_said_of_empty_texts() -> None:
    for pair in (view(EMPTY, EMPTY), view("Nobody/PRON:2:nsubj came/VERB:0:root", EMPTY)):
        assert not {one.name for one in OURS if one.function(pair).value} - {"negation_added"}


def test_names_and_titles_are_told_apart_and_each_feature_claims_something() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert len({directed.title for directed in DIRECTED}) == len(DIRECTED)
    assert all(one.claim.endswith(".") for one in FEATURES)

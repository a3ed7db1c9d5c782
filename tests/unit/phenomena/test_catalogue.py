"""What holds of all features."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Mapping
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from helpers.aligned import SAME, view
from helpers.trees import EMPTY, trees
from meantree.alignment.word_alignment import Link, Reason, WordAlignment
from meantree.analysis.entities.entity import LAYER, Entity, EntityKind
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import Token
from meantree.phenomena.catalogue import DIRECTED, FEATURES
from meantree.phenomena.feature import SILENT, Feature, Firing, Group
from meantree.phenomena.reading import DIRECTIONS, Reading, View

SIZES: Mapping[Group, int] = {
    "alignment": 8,
    "semantic compatibility": 34,
    "insertions and deletions": 20,
    "preservation of reference": 16,
    "structural alignment": 28,
}
"""Of the groups in the paper (figure 2); a feature in two directions counts twice."""
UPOS = ("NOUN", "PROPN", "VERB", "AUX", "ADJ", "ADV", "NUM", "PRON", "ADP", "DET", "CCONJ", "SCONJ", "PUNCT", "X")
CORE = ("nsubj", "nsubj:pass", "obj", "iobj", "ccomp", "xcomp", "csubj", "dobj", "nsubjpass")
ADJUNCTS = ("obl", "obl:agent", "advmod", "advcl", "prep", "pobj", "agent", "parataxis", "cc", "dep")
AT_NOUNS = ("acl", "acl:relcl", "amod", "nmod", "nmod:poss", "nummod", "compound", "flat", "conj", "appos")
SMALL = ("case", "det", "cop", "aux", "aux:pass", "mark")
LABELS = (*CORE, *ADJUNCTS, *AT_NOUNS, *SMALL)
WORDS = ("The", "a", "dogs", "Rome", "Harun", "sees", "seen", "by", "he", "her", "who", "1,000", "(", ",", "ලංකා", "xq")
TAGGED = {
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
"""Words that features of compatibility look for, with their parts of speech."""
TAGS = ("NN", "NNS", "VBN", "VBG", "IN")


@st.composite
def sentences(draw: st.DrawFn) -> Sentence:
    """Any words, tags and labels under any tree, as of a bad translation; half of them are badly tagged, too."""
    tagged = [(word, upos) for upos, words in TAGGED.items() for word in words]
    badly = st.tuples(st.sampled_from(WORDS), st.sampled_from(UPOS))
    words = draw(st.lists(st.one_of(st.sampled_from(tagged), badly), min_size=1, max_size=9))
    tokens = tuple(Token(word, word.lower(), upos, draw(st.sampled_from(TAGS))) for word, upos in words)
    tree = draw(trees(len(tokens)))
    labels = tuple(label if label == "root" else draw(st.sampled_from(LABELS)) for label in tree.labels)
    return Sentence(tokens, dataclasses.replace(tree, labels=labels))


@st.composite
def texts(draw: st.DrawFn) -> Analysis:
    """One or two sentences, with entities of a word or two."""
    parts = tuple(draw(st.lists(sentences(), min_size=1, max_size=2)))
    size = sum(len(part.tokens) for part in parts)
    starts = draw(st.sets(st.integers(0, (size - 1) // 2)))
    kinds = st.sampled_from(EntityKind)
    result = [
        Entity(2 * start, min(2 * start + 2, size), draw(kinds), draw(st.sampled_from(["", "5"]))) for start in starts
    ]
    return Analysis("", parts, others={LAYER: tuple(sorted(result))})


@st.composite
def views(draw: st.DrawFn) -> View:
    """Any two texts, linked in any way."""
    hyp, ref = draw(texts()), draw(texts())
    kinds = "identity synonym spelling acronym pronoun antonym hypernym hyponym path number"
    relations = st.sampled_from(kinds.split())

    def link(first: int, second: int) -> Link:
        return Link(first, second, Reason(draw(relations), draw(st.floats(0, 1))))

    under, over = range(len(hyp.tokens)), range(len(ref.tokens))
    forward = [link(first, draw(st.sampled_from(over))) if draw(st.booleans()) else None for first in under]
    backward = [link(draw(st.sampled_from(under)), second) if draw(st.booleans()) else None for second in over]
    alignment = WordAlignment(tuple(forward), tuple(backward))
    return View(Reading(hyp), Reading(ref), alignment, draw(st.sampled_from(DIRECTIONS)))


@given(texts())
def test_nothing_is_wrong_between_equal_texts(text: Analysis) -> None:
    links = tuple(Link(word, word, SAME) for word in range(len(text.tokens)))
    equal = View(Reading(text), Reading(text), WordAlignment(links, links), "ref>hyp")
    assert all(one.function(equal) == SILENT for one in FEATURES)


@given(views())
def test_values_and_places_are_in_range(pair: View) -> None:
    for one in FEATURES:
        _check(one, one.function(pair), pair)


def _check(feature: Feature, found: Firing, pair: View) -> None:
    mine, theirs = range(len(pair.conclusion)), range(len(pair.premise))
    assert math.isfinite(found.value)
    assert 0 <= found.value <= 1 + 1e-9, feature.name
    assert {*found.conclusion} <= {*mine}
    assert {*found.premise} <= {*theirs}
    assert {(low, pair.conclusion.heads[low]) for low, _ in found.conclusion_arcs} == {*found.conclusion_arcs}
    assert {(low, pair.premise.heads[low]) for low, _ in found.premise_arcs} == {*found.premise_arcs}
    assert found.value or not (found.conclusion or found.premise or found.conclusion_arcs), feature.name


def test_empty_texts() -> None:
    text = "Nobody/PRON:2:nsubj came/VERB:0:root"
    for pair in (view(EMPTY, EMPTY), view(text, EMPTY), view(EMPTY, text)):
        for one in FEATURES:
            _check(one, one.function(pair), pair)
    compatibility = [one for one in FEATURES if one.group == "semantic compatibility"]
    for pair in (view(EMPTY, EMPTY), view(text, EMPTY)):
        assert not {one.name for one in compatibility if one.function(pair).value} - {"negation_added"}


def test_groups_are_at_least_as_large_as_the_papers() -> None:
    sizes = Counter(one.feature.group for one in DIRECTED)
    assert all(sizes[group] >= size for group, size in SIZES.items())
    assert set(sizes) == set(SIZES) == set(get_args(Group))


def test_every_feature_says_what_it_claims() -> None:
    """A title for each direction, a sentence, and no two that say the same."""
    assert all(one.claim.endswith(".") and one.claim[0].isupper() for one in FEATURES)
    assert len({one.title for one in DIRECTED}) == len({one.name for one in DIRECTED}) == len(DIRECTED)

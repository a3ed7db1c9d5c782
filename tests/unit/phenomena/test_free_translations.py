"""What translations say in other words is no candidate: trees built by hand."""

from __future__ import annotations

from itertools import permutations

import pytest

from helpers.aligned import aligned, tagged
from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.phenomena.search import candidates

NOT_SO = "it/PRON:4:nsubj is/AUX/be:4:cop not/PART:4:advmod {}:0:root"


@pytest.mark.parametrize(
    ("kind", "hyp", "ref", "links"),
    [
        (
            "modifier.different",
            "ended/VERB:0:root in/ADP:6:case less/ADV:6:advmod than/ADP:3:fixed a/DET:6:det month/NOUN:1:obl",
            "ended/VERB:0:root in/ADP:5:case just/ADV:5:advmod a/DET:5:det month/NOUN:1:obl",
            "",
        ),
        (
            "untranslated.word",
            "the/DET:2:det raven/NOUN:3:nsubj slept/VERB:0:root",
            "the/DET:2:det crow/NOUN:3:nsubj slept/VERB:0:root",
            "2-2=context=0.6",
        ),
        ("number.added", "level/NOUN:0:root 2/NUM:1:nummod", "Level/PROPN:0:root II/PROPN:1:nummod", "1-1"),
        (
            "untranslated.word",
            "the/DET:3:det Relief/PROPN:3:compound Command/NOUN:4:nsubj slept/VERB:0:root",
            "the/DET:3:det relief/NOUN:3:compound headquarters/NOUN:4:nsubj slept/VERB:0:root",
            "3-3=context=0.6",
        ),
        (
            "opposite.different",
            "western/ADJ:2:amod towns/NOUN:0:root and/CCONJ:5:cc eastern/ADJ:5:amod farms/NOUN:2:conj",
            "eastern/ADJ:2:amod farms/NOUN:0:root and/CCONJ:5:cc western/ADJ:5:amod towns/NOUN:2:conj",
            "1-1=antonym=0.8",
        ),
        (
            "attachment.different",
            "he/PRON:3:nsubj also/ADV:3:advmod believed/VERB:0:root she/PRON:5:nsubj won/VERB:3:ccomp",
            "he/PRON:2:nsubj believed/VERB:0:root she/PRON:5:nsubj also/ADV:5:advmod won/VERB:2:ccomp",
            "",
        ),
        (
            "negation.missing",
            "0/NUM:2:nummod cases/NOUN:3:nsubj remain/VERB:0:root",
            "no/DET:2:det cases/NOUN:3:nsubj remain/VERB:0:root",
            "",
        ),
        (
            "negation.added",
            "we/PRON:3:nsubj never/ADV:3:advmod forget/VERB:0:root him/PRON:3:obj",
            "we/PRON:2:nsubj remember/VERB:0:root him/PRON:2:obj",
            "3-2=context=0.6",
        ),
        (
            "specificity.broader",
            "northern/ADJ:2:amod regions/NOUN/region/NNS:0:root",
            "northern/ADJ:2:amod China/PROPN:0:root",
            "2-2=hyponym=0.8",
        ),
        (
            "negation.missing",
            "he/PRON:2:nsubj thinks/VERB/think:0:root less/ADV:2:advmod of/ADP:5:case it/PRON:3:obl",
            "he/PRON:4:nsubj does/AUX/do:4:aux not/PART:4:advmod think/VERB:0:root much/ADV:4:advmod of/ADP:7:case "
            "it/PRON:5:obl",
            "3-5=context=0.6",
        ),
        (
            "opposite.different",
            "she/PRON:2:nsubj lives/VERB/live:0:root here/ADV:2:advmod",
            "she/PRON:2:nsubj lives/VERB/live:0:root there/ADV:2:advmod",
            "3-3=antonym=0.6",
        ),
        (
            "name.different",
            "the/DET:2:det A8/PROPN:0:root near/ADP:4:case Ulm/PROPN:2:nmod",
            "the/DET:2:det A/PROPN:0:root 8/NUM:2:nummod close/ADV:6:advmod to/ADP:6:case Ulm/PROPN:2:nmod",
            "2-2=context=0.6",
        ),
        (
            "negation.missing",
            "it/PRON:5:nsubj is/AUX/be:5:cop not/PART:5:advmod only/ADV:5:advmod work/NOUN:0:root",
            "it/PRON:6:nsubj is/AUX/be:6:cop no/ADV:4:advmod longer/ADV/long:6:advmod only/ADV:6:advmod "
            "work/NOUN:0:root",
            "",
        ),
    ],
)
def test_that_other_words_for_the_same_are_no_difference(kind: str, hyp: str, ref: str, links: str) -> None:
    texts = tagged(hyp), tagged(ref)
    assert kind not in {each.kind for each in candidates(*texts, aligned(*texts, links))}


@pytest.mark.parametrize(
    ("kind", "hyp", "ref"),
    [
        (
            "number.different",
            tagged("a/DET:2:det dozen/NOUN:3:nummod firms/NOUN:0:root", [Entity(0, 2, EntityKind.NUMBER, "12")]),
            tagged("10/NUM:2:nummod firms/NOUN:0:root", [Entity(0, 1, EntityKind.NUMBER, "10")]),
        ),
        (
            "number.missing",
            tagged("links/NOUN:0:root"),
            tagged(
                "links/NOUN:0:root between/ADP:4:case the/DET:4:det two/NUM:1:nmod",
                [Entity(3, 4, EntityKind.NUMBER, "2")],
            ),
        ),
    ],
)
def test_that_vague_numbers_are_no_difference(kind: str, hyp: Analysis, ref: Analysis) -> None:
    assert kind not in {each.kind for each in candidates(hyp, ref, aligned(hyp, ref))}


def season(years: str) -> Analysis:
    words = years.split()
    numbers = tuple(Token(word, word, "NUM" if word[0].isdigit() else "SYM", "") for word in words)
    tree = DependencyTree((*[len(words)] * len(words), ROOT), (*["compound"] * len(words), "root"))
    return Analysis(f"{years} season", (Sentence((*numbers, Token("season", "season", "NOUN", "NN")), tree),))


@pytest.mark.parametrize("years", ["1968/1969", "1968-69", "1968–1969", "1968 - 69", "1968 - 1969"])
def test_that_two_years_are_one_value_in_any_form(years: str) -> None:
    for hyp, ref in permutations((season(years), season("1968/69"))):
        assert not {"number.different", "number.added", "number.missing"} & {
            each.kind for each in candidates(hyp, ref, aligned(hyp, ref))
        }


@pytest.mark.parametrize("years", ["1969/70", "1969 - 70", "1978-1979"])
def test_that_other_years_are_another_value(years: str) -> None:
    hyp, ref = season(years), season("1968/69")
    assert "number.different" in {each.kind for each in candidates(hyp, ref, aligned(hyp, ref))}


def test_that_what_is_far_from_a_place_is_not_denied() -> None:
    hyp = tagged(NOT_SO.format("far/ADV") + " from/ADP:6:case town/NOUN:4:obl")
    ref = tagged("it/PRON:3:nsubj is/AUX/be:3:cop far/ADV:0:root from/ADP:5:case town/NOUN:3:obl")
    assert "negation.added" in {each.kind for each in candidates(hyp, ref, aligned(hyp, ref))}

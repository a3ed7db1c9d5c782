"""What a report says of findings: what their quoted words show, and nothing more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.aligned import tagged
from helpers.findings import finding
from meantree.analysis.store import AnalysisStore
from meantree.corpus.formats.plain_text import pasted_corpus
from meantree.reporting import differences
from meantree.reporting.differences import OTHER_WORDS, Difference, Differences, as_difference, difference_groups
from meantree.work import Work

HELP = "She/PRON:3:nsubj did/AUX:3:aux help/VERB:0:root the/DET:6:det old/ADJ:6:amod man/NOUN:3:obj today/NOUN:3:obl"
NOT_HELP = "She/PRON:4:nsubj did/AUX:4:aux not/PART:4:advmod help/VERB:0:root him/PRON:4:obj"
NAMED = "the/DET:4:det quoted/ADJ:4:amod '/PUNCT:4:punct Baby/PROPN:0:root '/PUNCT:4:punct sang/VERB:4:acl"
CAPITAL = NAMED.replace("PROPN", "NOUN")
NAME = "a/DET:2:det Kroshka/PROPN:0:root"
GARBLED = "450/NUM:4:nummod a/DET:4:det billion/NUM:4:nummod dollars/NOUN:0:root"
BILLION = "450/NUM:3:nummod billion/NUM:1:flat dollars/NOUN:0:root"
FEWER = BILLION.replace("450", "45")
NUMBERS = "Other numbers, amounts or dates"
Places = tuple[tuple[int, ...], tuple[int, ...]]
NEGATED, ENGLISH = "A negation in one text alone", "Words that are not English"
ROLE = "role.agent.different"
SPACED, JOINED = "115/NUM:0:root (3)/NUM:1:appos", "115(3)/NUM:0:root"
A, B = "reference “a Kroshka”", "reference “450 billion dollars”"
LONG = " ".join(["w/NOUN:0:root", *("w/NOUN:1:conj" for _ in range(20))])


@pytest.mark.parametrize(
    ("kind", "hyp", "ref", "places", "title", "words", "is_example"),
    [
        ("negation.added", NOT_HELP, HELP, ((3,), (2,)), NEGATED, "“did not help”, reference “did help”", True),
        ("name.different", NAMED, NAME, ((3,), (1,)), "Other names", "“the quoted ' Baby '”, " + A, True),
        ("name.different", HELP, NAME, ((2,), (1,)), OTHER_WORDS, "“did help”, " + A, True),
        ("name.different", CAPITAL, NAME, ((3,), (1,)), "Other names", "“the quoted ' Baby '”, " + A, True),
        ("name.different", NAME, HELP, ((1,), (5,)), OTHER_WORDS, "“a Kroshka”, reference “the old man”", True),
        (ROLE, HELP, NAME, ((5,), (1,)), OTHER_WORDS, "“the old man”, " + A, True),
        (ROLE, HELP, NAME, ((5, 6), (1,)), OTHER_WORDS, "", False),
        ("opposite.different", HELP, HELP, ((5,), (5,)), OTHER_WORDS, "", False),
        ("number.different", SPACED, JOINED, ((0, 1), (0,)), OTHER_WORDS, "", False),
        ("number.different", GARBLED, BILLION, ((3,), (2,)), OTHER_WORDS, "“450 a billion dollars”, " + B, True),
        ("number.different", FEWER, BILLION, ((2,), (2,)), NUMBERS, "“45 billion dollars”, " + B, True),
        ("event.different", LONG, HELP, ((0, 20), (2,)), OTHER_WORDS, "", False),
        ("name.different", HELP, NAME, ((), (1,)), OTHER_WORDS, "", False),
        ("modifier.missing", HELP, NAMED, ((5,), (1,)), OTHER_WORDS, "the reference has “the quoted ' Baby '”", False),
        ("untranslated.word", NAME, HELP, ((0, 1), ()), ENGLISH, "“Kroshka”", True),
        ("word.nonexistent", HELP, NAME, ((5, 6), (1,)), ENGLISH, "“Kroshka”", True),
    ],
    ids=str,
)  # fmt: skip
def test_whole_phrases_are_quoted_under_a_title_that_they_show(
    kind: str,
    hyp: str,
    ref: str,
    places: tuple[tuple[int, ...], tuple[int, ...]],
    title: str,
    words: str,
    is_example: bool,
) -> None:
    own, other = places
    one = replace(
        finding(kind),
        sentence="It is foreign: “Kroshka”",
        hypothesis=own,
        reference=other,
        hypothesis_place=own,
        reference_place=other,
    )
    found = as_difference(one, (tagged(hyp), tagged(ref)))
    assert (found.title, found.words(), found.is_example) == (title, words, is_example)


def test_groups_begin_with_most_probable_errors_and_count_each_translation_once() -> None:
    def found(title: str, *probabilities: float, is_example: bool = True) -> list[Difference]:
        kinds = (replace(finding("name.different"), probability=each) for each in probabilities)
        return [Difference(one, title, ("“x”", "“y”"), is_example) for one in kinds]

    shown = {
        (0, "s"): (*found("A", 0.9), *found("B", 0.5, 0.6)),
        (1, "s"): tuple(found("B", 0.7, is_example=False)),
        (1, "t"): tuple(found("B", 0.5)),
        (2, "t"): (),
    }
    first, second = difference_groups(Differences(shown, {}), ("s", "t"))
    assert (first.title, dict(first.by_system), round(first.expected, 6)) == ("B", {"s": 2, "t": 1}, 1.8)
    assert [(place, system, one.finding.probability) for place, system, one in first.examples] == [
        (0, "s", 0.6),
        (1, "t", 0.5),
    ]
    assert (second.title, second.number) == ("A", 1)


@pytest.mark.pipeline
def test_each_reason_why_translations_are_not_searched_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differences, "MOST", 2)
    made = pasted_corpus({"s": "He came.\nHe went.\n\nHe saw."}, {"r": "He came.\nHe went.\nHe ate.\nHe saw."})
    assert made is not None
    found = differences.search(made, ("s",), AnalysisStore(), Work())
    assert found is not None
    assert (list(found.shown), found.not_searched) == (
        [(0, "s")],
        {differences.TOO_MANY: 2, "the translation is empty": 1},
    )

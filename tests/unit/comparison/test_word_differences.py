"""Differences as a view: each word has one mark, and the marks that are counted are those that are drawn."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given

from helpers.trees import analyses, parsed
from meantree.alignment.word_status import WORD_STATUSES
from meantree.analysis.corrections import FixedLinks
from meantree.analysis.layers.required import WORDS
from meantree.analysis.parsers import DEFAULT
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisStore
from meantree.comparison.compare import ALIGNED, ComparisonOptions, compare
from meantree.comparison.comparison import COUNTED, Comparison
from meantree.comparison.word_differences import RULE
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.picture.comparison_pictures import PictureSubject, compared_picture
from meantree.picture.style import DARK, DASHES, LIGHT, WIDTHS
from meantree.picture.svg import picture_svg

HYP = parsed("She:2:nsubj sees:0:root planes:2:obj today:2:advmod .:2:punct")
REF = parsed("She:2:nsubj saw:0:root planes:4:compound today:2:obj")


def differences(hyp: Analysis, *refs: Analysis, kind: str = "") -> Comparison:
    names = tuple("ABC"[: len(refs)])
    return compare(Pair(hyp, refs, names), metric("bleu"), ComparisonOptions(kind, differences=True))


def test_each_word_and_the_arc_from_its_head_has_the_mark_of_its_fact() -> None:
    found = differences(HYP, REF)
    own, other = (
        {text.analysis.words[at]: mark.status for at, mark in text.marks.tokens.items()} for text in found.texts
    )
    assert own == {
        "She": "same",
        "sees": "different",
        "planes": "attached elsewhere",
        "today": "different",
        ".": "unaligned",
    }
    assert other == {"She": "same", "saw": "different", "planes": "attached elsewhere", "today": "different"}
    assert {arc: mark.status for arc, mark in found.hypothesis.marks.arcs.items()} == {
        (0, 1): "same", (2, 1): "attached elsewhere", (3, 1): "different", (4, 1): "unaligned"
    }  # fmt: skip
    assert found.counts == (
        "1 same · 2 different · 1 attached elsewhere · 1 unaligned",
        "1 same · 2 different · 1 attached elsewhere",
    )


def test_differences_are_listed_first_each_once_with_what_differs() -> None:
    units = differences(HYP, REF).units
    assert [(unit.kind, unit.label) for unit in units] == [
        ("different: wording", "sees → saw"),
        ("different: relation", "today (advmod of sees → obj of saw)"),
        ("attached elsewhere", "planes (obj of sees → compound of today)"),
        ("unaligned", "."),
        ("same", "She"),
    ]
    assert [unit.label for unit in differences(HYP, REF, kind="different: wording").units] == ["sees → saw"]


def test_an_arc_is_the_same_only_if_its_heads_are_linked() -> None:
    hyp, ref = parsed("the:2:det dogs:0:root ,:2:punct"), parsed("the:2:det problem:0:root ,:2:punct")
    pair = Pair(hyp, (ref,), ("A",), fixed=(FixedLinks(unlinked=frozenset({(1, 1)})),))
    found = compare(pair, metric("bleu"), ComparisonOptions(differences=True))
    assert [mark.status for _, mark in sorted(found.hypothesis.marks.tokens.items())] == ["same", "unaligned", "same"]
    assert not [text.marks.arcs for text in found.texts if (0, 1) in text.marks.arcs or (2, 1) in text.marks.arcs]


@given(analyses(), analyses())
def test_the_counts_add_up_to_the_words_and_to_what_is_drawn(hyp: Analysis, ref: Analysis) -> None:
    found = differences(hyp, ref)
    if found.is_scored:
        assert not hyp.sentences or not ref.sentences
        return
    for text, counts in zip(found.texts, found.counts, strict=True):
        drawn = Counter(mark.status for mark in text.marks.tokens.values())
        assert drawn.total() == len(text.analysis.tokens)
        assert counts == " · ".join(f"{drawn[status]} {status}" for status in WORD_STATUSES if drawn[status])


def test_the_closest_reference_is_drawn() -> None:
    assert differences(HYP, REF, HYP).reference == 1


@pytest.mark.parametrize(
    ("hyp", "ref", "why"),
    [
        (HYP, Analysis("not analysed"), "a text is not analysed"),
        (replace(HYP, language="de"), replace(REF, language="de"), "words are compared in English alone"),
    ],
)
def test_a_pair_without_facts_is_marked_by_the_metric_and_says_why(hyp: Analysis, ref: Analysis, why: str) -> None:
    options = ComparisonOptions(differences=True, findings=True, english=False)
    found = compare(Pair(hyp, (ref,), ("A",)), metric("bleu"), options)
    assert (found.legend, found.counts, found.findings) == (COUNTED, ("", ""), None)
    assert found.rule.startswith(f"differences are not drawn: {why}")


def test_texts_in_another_language_have_links_in_one_colour_and_the_reason() -> None:
    words = AnalysisStore(DEFAULT.for_language("de")).analyse(dict.fromkeys((HYP.text, REF.text), WORDS))
    options = ComparisonOptions(differences=True, findings=True, english=False)
    found = compare(Pair(words[HYP.text], (words[REF.text],), ("A",)), metric("bleu"), options)
    assert (found.structure, bool(found.word_links)) == ("words", True)
    assert {link.status for link in found.word_links} <= {None}
    assert (found.legend, found.units, found.counts, found.findings) == ((), (), ("", ""), None)
    assert found.evidence.remark in found.rule
    assert RULE not in found.rule
    assert ALIGNED not in found.rule
    assert "links:" in found.rule
    assert "English alone" in found.evidence.remark
    assert "English alone" in found.without_findings


def test_the_picture_has_a_legend_in_words_and_the_counts() -> None:
    found = differences(HYP, REF)
    drawn = picture_svg(compared_picture(found, PictureSubject("1", ("north",), "A", "differences")))
    assert all(f">{status}<" in drawn for status in WORD_STATUSES)
    assert "matched" not in drawn
    assert f"Hypothesis · north · {found.counts[0]}" in drawn


def test_marks_differ_in_colour_and_in_line() -> None:
    for styles in (LIGHT.status, DARK.status, {status: (DASHES[status], WIDTHS[status]) for status in WORD_STATUSES}):
        assert len({styles[status] for status in WORD_STATUSES}) == len(WORD_STATUSES)

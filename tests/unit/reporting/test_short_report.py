"""The short report of an analysis or a comparison: what its pages say, block by block."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.findings import finding
from helpers.reports import TWO, contents_of, many, pairs, sentences, short
from helpers.stores import HandMadeStore
from meantree.analysis.parsers import Parsers
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import State
from meantree.corpus.corpus import Corpus, ErrorSpan, Rating, Segment, Text
from meantree.evaluation.value_table import cell_text
from meantree.picture.glyphs import shipped_width
from meantree.picture.waterfall import WaterfallPicture
from meantree.reporting import segment_pictures
from meantree.reporting.annotators import ProjectAnnotations
from meantree.reporting.blocks import Block, Figure, Heading, Texts, line, text_of
from meantree.reporting.compared_translations import spans_of_words
from meantree.reporting.contents import Contents
from meantree.reporting.differences import OTHER_WORDS, Difference, Differences, difference_groups
from meantree.reporting.formats.pdf import WIDTHS
from meantree.reporting.report import short_report
from meantree.reporting.request import ReportRequest, kind_named
from meantree.reporting.result_page import differences_table
from meantree.reporting.segment_pages import LONGEST, cut
from meantree.reporting.segment_pictures import Canvas
from meantree.reporting.system_scores import systems_grid
from meantree.work import Work

NUMBERS = "Other numbers, amounts or dates"


def with_differences(contents: Contents, where: Mapping[tuple[int, str], str]) -> Contents:
    """Contents with a difference of a title in each of these translations."""
    places = range(len(contents.corpus.segments))
    shown: dict[tuple[int, str], tuple[Difference, ...]] = {
        (place, system): () for place in places for system in contents.systems
    }
    one = replace(finding("number.different"), probability=0.6)
    shown |= {key: (Difference(one, title, ("“7”", "“8”"), is_example=True),) for key, title in where.items()}
    differences = Differences(shown, {})
    groups = tuple(difference_groups(differences, contents.systems))
    return replace(contents, differences=differences, groups=groups)


def headings(blocks: Sequence[Block]) -> list[str]:
    return [block.text for block in blocks if isinstance(block, Heading)]


def texts_of(blocks: Sequence[Block]) -> list[dict[str, str]]:
    """The texts of each segment by their labels."""
    return [{label: text_of(text) for label, text in block.rows} for block in blocks if isinstance(block, Texts)]


def test_page_one_says_what_was_compared_and_who_is_ahead_by_several_metrics() -> None:
    said = sentences(short(contents_of(pairs(["a b c d"] * 12, ["a b x y"] * 12), ["per", "chrf"])))
    assert said[0] == "s and t are compared with the reference r on 12 segments of “c”."
    assert [one.partition(" (")[0] for one in said if "s is significantly better than t." in one] == [
        "By per",
        "By chrf",
    ]


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (["d c b a"] * 12, ["a b c x"] * 12, "In sum, s is first by per; t is first by wer; each lead is significant."),
        (["d c b a"] * 8, ["a b c x"] * 8, "In sum, s is first by per; t is first by wer."),
        (["a b c d", "a b x y"] * 6, ["a b x y", "a b c d"] * 5 + ["a x y z"] * 2, "no difference is shown."),
        (["a b c x"] * 12, ["a b c x"] * 12, "In sum, nobody alone is first by per and wer; no lead is significant"),
    ],
)
def test_which_system_is_first_by_which_metrics(first: Sequence[str], second: Sequence[str], said: str) -> None:
    assert any(said in one for one in sentences(short(contents_of(pairs(first, second), ["per", "wer"]))))


def test_the_fewer_are_named_of_leads_that_are_significant_and_others() -> None:
    contents = contents_of(pairs(["a b c d"] * 12, ["a b c x"] * 12), ["per", "wer", "ter"])
    clear, *others = contents.results
    assert clear.two is not None
    unclear = replace(clear, two=replace(clear.two, p=0.4))
    for found, said in (
        ((clear, unclear, others[1]), "; each lead but that by wer is significant."),
        ((clear, unclear, replace(unclear, spec="ter")), "; only by per is the lead significant."),
    ):
        results = (found[0], replace(found[1], spec="wer"), found[2])
        (sum_,) = [one for one in sentences(short(replace(contents, results=results))) if one.startswith("In sum")]
        assert sum_.endswith(said)


def test_translations_that_are_the_same_are_counted() -> None:
    said = sentences(short(contents_of(pairs(["a b", "a c"], ["a  b", "a d"]), ["per"])))
    assert any(one.startswith("In 1 of 2 segments the two translations are the same") for one in said)


def test_what_differs_is_counted_by_system_with_its_probability_and_examples() -> None:
    where = {(0, "s"): NUMBERS, (3, "t"): NUMBERS, (4, "t"): NUMBERS} | {
        (place, "s"): OTHER_WORDS for place in (5, 6, 7)
    }
    contents = with_differences(contents_of(pairs(["a b"] * 8, ["a c"] * 8), ["per"]), where)
    said = sentences(short(contents))
    assert f"{NUMBERS}: in 3 of 16 translations (s 1, t 2), about 2 of them with an error. Example: segment 0, s: " in (
        numbers := next(one for one in said if one.startswith(NUMBERS))
    )
    assert numbers.endswith("“7”, reference “8” (error 60 % probable).")
    (others,) = [one for one in said if one.startswith(OTHER_WORDS)]
    assert others.count("segment ") == 3
    (searched,) = [one for one in said if "6 of 16 translations differ" in one]
    assert "about 4 of these have an error" in searched
    table = differences_table(contents)
    assert table is not None
    assert table.rows[0] == (NUMBERS, 1, 2, 1.8, "0, s: “7”, reference “8”")


def test_what_people_marked_comes_before_what_was_found() -> None:
    corpus = pairs(["a b"] * 2, ["a c"] * 2)
    spans = [ErrorSpan("s", "hypothesis", 0, 1, "style", "minor"), ErrorSpan("s", "hypothesis", 2, 3, "sense", "Major")]
    spans += [ErrorSpan("t", "hypothesis", 2, 3, "sense", "major", rater) for rater in ("r", "q")]
    first = replace(corpus.segments[0], errors=tuple(spans))
    contents = contents_of(replace(corpus, segments=(first, corpus.segments[1])), ["per"])
    said = sentences(short(with_differences(contents, {(1, "t"): NUMBERS})))
    (marked,) = [one for one in said if one.startswith("Marked errors")]
    assert "4 errors in 2 translations (s 1, t 1), 3 major and 1 minor; 3 are sense, the most frequent" in marked
    assert marked.endswith("segment 0, s: “b” (major).")
    assert said.index(marked) < next(place for place, one in enumerate(said) if one.startswith(NUMBERS))


def test_errors_of_tools_and_gold_count_only_where_no_person_finished() -> None:
    corpus = pairs(["a b"] * 2, ["a c"] * 2)
    first = replace(corpus.segments[0], ratings=(Rating("s", "mqm", -1.0, "ana"),))
    error = MarkedError((Place("hypothesis", 0, 1),), "minor", "style")
    marked = {
        name: (ErrorKey(first.key, "s", name), ErrorAnnotation((replace(error, severity=severity),), state=State.DONE))
        for name, severity in (("ana", "minor"), ("gold", "major"))
    }
    contents = contents_of(replace(corpus, segments=(first, corpus.segments[1])), ["per"])
    annotators = ProjectAnnotations(errors={first.key: list(marked.values())})
    contents = replace(contents, source=replace(contents.source, annotators=annotators))
    (said,) = [one for one in sentences(short(contents)) if one.startswith("Marked errors")]
    assert "1 error in 1 translation (s 1, t 0), 1 minor; 1 is style" in said


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ([1, 1, 1, 1, 1], "(as many by each system, 1)"),
        ([2, 2, 1, 0, 0], "(most by A and B, 2; fewest by D and E, 0)"),
        ([1, 0, 0, 0, 0], "in 1 of 10 translations."),
        ([2, 1, 0, 0, 0], "in 3 of 10 translations (most by A, 2), about 2 of"),
        ([1, 1, 1, 0, 0], "in 3 of 10 translations (fewest by D and E, 0), about 2 of"),
    ],
)
def test_ties_of_many_systems_are_said(numbers: list[int], said: str) -> None:
    texts = {name: Text("a b") for name in "ABCDE"}
    segments = tuple(Segment(name, "", None, {"r": Text("a b")}, texts) for name in "12")
    contents = contents_of(Corpus("c", segments, tuple(texts), ("r",)), ["per"])
    where = {(place, name): NUMBERS for name, number in zip(texts, numbers, strict=True) for place in range(number)}
    told = sentences(short(with_differences(contents, where)))
    assert any(said in sentence for sentence in told)


def test_that_nothing_is_called_missing_because_a_metric_does_not_match_it() -> None:
    contents = contents_of(pairs(["a b"] * 12, ["x y"] * 12), ["hwcm"])
    blocks = short(replace(contents, differences=Differences({(0, "s"): ()}, {}), groups=()))
    said = " ".join(sentences(blocks))
    assert "1 translation was compared with the reference automatically; nothing was found." in said
    assert not {"lost", "loses", "omitted", "missing"} & set(re.findall(r"\w+", said))
    assert differences_table(replace(contents, groups=())) is None


@pytest.mark.parametrize(
    ("reasons", "why"),
    [
        ({"there are too many": 2}, "there are too many."),
        (
            {"there are too many": 1, "the translation is empty": 1},
            "there are too many (1), the translation is empty (1).",
        ),
    ],
)
def test_what_was_not_searched_is_said(reasons: dict[str, int], why: str) -> None:
    contents = with_differences(contents_of(pairs(["a b"] * 3, ["a c"] * 3), ["per"]), {(0, "s"): NUMBERS})
    assert contents.differences is not None
    fewer = replace(contents.differences, not_searched=reasons, limited=2)
    said = " ".join(sentences(short(replace(contents, differences=fewer))))
    assert f"2 translations were not searched: {why}" in said
    assert "2 translations without an English reference: " in said


def test_that_empty_translations_and_foreign_texts_are_told_before_the_result() -> None:
    said = sentences(short(contents_of(pairs(["a b c d"] * 2 + [" "] * 4, ["a b c x"] * 6), ["hwcm"])))
    assert said[1].startswith("Caution: 4 of 6 translations by s are empty; ")
    store = HandMadeStore()
    store.parsers = Parsers("en_hand_made")
    said = sentences(short(contents_of(replace(many([1, 2]), target_language="ar"), ["hwcm"], store=store)))
    assert said[1].startswith("Nothing was scored by hwcm")
    assert any("hwcm: not available: needs a parser for Arabic" in one for one in said)


@pytest.mark.parametrize(
    ("corpus", "specs", "told"),
    [
        (Corpus("c", (), ("s",), ("r",)), ("per",), "There are no segments, so there is no result."),
        (TWO, ("hmeant",), "nobody has finished a translation"),
    ],
)
def test_why_there_is_no_result_is_said(corpus: Corpus, specs: Sequence[str], told: str) -> None:
    assert any(told in one for one in sentences(short(contents_of(corpus, specs))))


def test_the_table_of_systems_has_every_metric_and_why_one_scored_nothing() -> None:
    grid = systems_grid(contents_of(TWO, ["hwcm", "ter", "hmeant"]))
    assert [str(row[0]).partition(" ")[0] for row in grid.table.rows] == ["hwcm", "ter"]
    assert "hmeant is left out, as it scored nothing" in grid.table.note
    three = replace(TWO, systems=("s", "t", "u"))
    grid = systems_grid(contents_of(three, ["ter"]))
    assert [row[:2] for row in grid.table.rows][-1] == ("u", None), "without a translation"


def test_the_table_of_many_systems_says_what_bold_scores_are() -> None:
    texts = {"s": Text("a b"), "t": Text("a x"), "u": Text("y x")}
    segments = tuple(Segment(str(place), "", None, {"r": Text("a b")}, texts) for place in range(12))
    grid = systems_grid(contents_of(Corpus("c", segments, tuple(texts), ("r",)), ["per"]))
    assert grid.strong == {(0, 1)}
    end = "below it; a score in bold is significantly better than all others by its metric. Significant: p < .05, and "
    assert end in grid.table.note


def test_a_segment_has_its_texts_with_scores_and_the_differing_words_marked() -> None:
    blocks = short(contents_of(pairs(["a b c d"], ["a x y d"]), ["per"]))
    (texts,) = [block for block in blocks if isinstance(block, Texts)]
    labels = {label: text_of(text) for label, text in texts.rows}
    assert labels["source"] == "quelle"
    assert labels["reference r"] == "a b c d"
    assert labels["s"] == "a b c d  (same as the reference r)  per 0.000"
    marked = {label: [run.text for run in text if run.weight == "differs"] for label, text in texts.rows}
    assert marked["t"] == ["x y"]
    assert not marked["reference r"], "which several translations share"
    segment = Segment("1", "", None, {"r": Text("a b’s c")}, {"s": Text("A b’s x"), "t": Text("a b's y")})
    blocks = short(contents_of(Corpus("c", (segment,), ("s", "t"), ("r",)), ["per"]))
    (texts,) = [block for block in blocks if isinstance(block, Texts)]
    assert [[run.text for run in text if run.weight == "differs"] for _, text in texts.rows] == [[], ["x"], ["y"]]
    (alone,) = [block for block in short(contents_of(many([2]), ["per"])) if isinstance(block, Texts)]
    assert [[run.text for run in text if run.weight == "differs"] for _, text in alone.rows] == [["c d"], ["y z"]]


@given(st.lists(st.sampled_from(["a", "bc", ".", "d’e", "ü"]), max_size=8), st.sets(st.integers(0, 7)))
def test_places_of_differing_words_are_those_of_the_words(words: list[str], shared: set[int]) -> None:
    text = " ".join(words)
    found = "".join(text[start:end].replace(" ", "") for start, end in spans_of_words(text, words, shared))
    assert found == "".join(word for place, word in enumerate(words) if place not in shared and word != ".")


@pytest.mark.parametrize("spec", ["hwcm", "edpm", "bleu", "ter", "rte-r"])
def test_a_segment_has_one_picture_no_wider_than_the_room(spec: str) -> None:
    sentence = " ".join(f"word{place}" for place in range(60))
    segment = Segment("1", "", None, {"r": Text(sentence)}, {"s": Text(f"{sentence} x")})
    contents = contents_of(Corpus("c", (segment,), ("s",), ("r",)), [spec])
    figures = [block for block in short(contents) if isinstance(block, Figure)]
    (picture,) = [one for one in figures if one.caption.startswith("s")]
    assert max(drawing.width for drawing in picture.drawings) <= 690 * 1.01, "a long sentence has several rows"


def test_no_name_of_a_feature_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segment_pictures, "MOST_FEATURES", 1_000)
    segment = Segment("1", "", None, {"r": Text("a b c d e")}, {"s": Text("d x y a")})
    contents = contents_of(Corpus("c", (segment,), ("s",), ("r",)), ["mt+rte-r"])
    blocks = short_report(contents, Canvas(shipped_width, WIDTHS["A4"]), Work())
    drawings = [one for block in blocks if isinstance(block, Figure) for one in block.drawings]
    (picture,) = [one for one in drawings if isinstance(one, WaterfallPicture)]
    assert len(picture.bars) > 20
    assert not [bar.label for bar in picture.bars if bar.label.endswith("…")]


def test_a_tree_and_that_of_its_reference_are_named_and_may_stand_on_two_pages() -> None:
    figures = [block for block in short(contents_of(many([2]), ["hwcm"])) if isinstance(block, Figure)]
    assert [len(one.drawings) for one in figures[-2:]] == [2, 2], "a heading and a tree"
    assert [bool(one.caption) for one in figures[-2:]] == [False, True]


def test_all_references_are_printed_and_the_closest_to_all_translations_is_drawn() -> None:
    texts = {"s": Text("a b c x"), "t": Text("a b y d")}
    segment = Segment("1", "", None, {"A": Text("k l m n"), "B": Text("a b c d")}, texts)
    corpus = Corpus("c", (segment,), ("s", "t"), ("A", "B"))
    blocks = short(contents_of(corpus, ["hwcm"], ReportRequest("comparison")))
    (labels,) = texts_of(blocks)
    assert {"reference A", "reference B"} <= labels.keys()
    captions = [block.caption for block in blocks if isinstance(block, Figure)]
    assert any(caption.startswith("s and t over the reference B, compared by hwcm") for caption in captions)


@pytest.mark.parametrize("text", ["", " ", "x" * 300, "w " * 250])
def test_what_cannot_be_drawn_is_printed_without_a_picture(text: str) -> None:
    segment = Segment("1", "", None, {"r": Text("a b c")}, {"s": Text(text)})
    blocks = short(contents_of(Corpus("c", (segment,), ("s",), ("r",)), ["hwcm"]))
    assert not [block for block in blocks if isinstance(block, Figure) and block.caption.startswith("s ")]
    (labels,) = texts_of(blocks)
    assert labels["s"].startswith(text.strip()[:40] or "empty")


def test_why_a_translation_is_not_compared_stands_with_it() -> None:
    segment = Segment("1", "", None, {"r": Text("a b")}, {"s": Text("word " * 2000)})
    said = " ".join(sentences(short(contents_of(Corpus("c", (segment,), ("s",), ("r",)), ["tk"]))))
    assert "s: not scored by tk: its hypothesis has" in said


def test_long_texts_are_cut_and_say_so() -> None:
    assert text_of(cut(line("a" * LONGEST, "b" * 5))).endswith("a … (5 more characters are in the corpus)")
    assert cut(line("short")) == line("short")


def test_chosen_segments_are_called_so_and_a_filter_that_accepts_nothing_is_said() -> None:
    corpus = many([4, 0, 1, 4])
    blocks = short(contents_of(corpus, ["ter"], ReportRequest(segments=("2", "1"))))
    assert [one for one in headings(blocks) if one.startswith("Segment ")] == ["Segment 2", "Segment 1"]
    assert any(one.startswith("2 segments of 4, as chosen.") for one in sentences(blocks))
    blocks = short(contents_of(corpus, ["ter"], ReportRequest(filter="ter > 9")))
    assert "No segment passes the filter “ter > 9”." in sentences(blocks)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ({}, "2 segments: those with the worst per; "),
        ({(0, "s"): NUMBERS}, "2 segments: examples of what differs, then those with the worst per; "),
        ({(0, "s"): NUMBERS, (1, "t"): OTHER_WORDS}, "2 segments: examples of what differs; "),
    ],
)
def test_why_segments_were_chosen_is_said_of_those_that_are_shown(where: dict[tuple[int, str], str], said: str) -> None:
    contents = with_differences(contents_of(pairs(["a b"] * 3, ["a c"] * 3), ["per"]), where)
    (selection,) = [one for one in sentences(short(replace(contents, shown=(0, 1)))) if one.startswith("2 segments: ")]
    assert selection.startswith(f"{said}any too long for the room left are passed over.")


@pytest.mark.parametrize(("last", "said"), [("a b c d", "by per; any"), ("a", "by per, either ahead in turn; any")])
def test_that_either_system_is_ahead_in_turn_is_said_if_it_is(last: str, said: str) -> None:
    corpus = pairs(["a b c d"] * 6 + [last], ["a b c x"] * 7)
    blocks = short(contents_of(corpus, ["per"], ReportRequest("comparison")))
    assert any(f"those in which s and t differ most {said}" in one for one in sentences(blocks))


def test_the_end_says_how_it_was_made_and_what_was_not_scored() -> None:
    contents = contents_of(TWO, ["hwcm", "dpm"])
    blocks = short(contents)
    end = sentences(blocks[headings(blocks).index("How this report was made") :])
    said = " ".join(end)
    first, second = (signature for _, signature in contents.signatures)
    assert first in said
    assert second in said
    assert "dpm: " in said
    assert any(cell_text("t") in one for one in end if "d/2" in one), "the translation that t lacks"


def test_without_a_metric_asked_for_pictures_are_of_the_facts_about_words() -> None:
    texts = {"s": Text("a b c x"), "t": Text("a b y d")}
    segment = Segment("1", "", None, {"A": Text("a b c"), "B": Text("b y d")}, texts)
    corpus = Corpus("c", (segment,), ("s", "t"), ("A", "B"))
    for kind, caption in (("comparison", "s and t over the reference"), ("analysis", "t over the reference")):
        blocks = short(contents_of(corpus, ["hwcm"], ReportRequest(kind_named(kind), differences=True)))
        legend, *figures = [block for block in blocks if isinstance(block, Figure) and "hwcm" not in block.caption]
        assert "attached elsewhere: both texts have the word" in legend.caption
        assert ("arcs are not drawn" in legend.caption) == (kind == "comparison")
        assert any(one.caption.startswith(caption) and "word by word" in one.caption for one in figures)
        assert not any("that a reference has, too" in one for one in sentences(blocks)), "how a score comes about"

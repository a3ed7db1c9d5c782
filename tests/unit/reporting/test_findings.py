"""What reports say in sentences: verdicts, what was lost, and marked texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from helpers.findings import finding
from helpers.pdf_text import pdf_text
from helpers.reports import PRESETS, content_of, many, report_html
from helpers.stores import BracketStore, HandMadeStore
from helpers.tables import put, score_table
from meantree.analysis.parsers import Parsers
from meantree.analysis.sentences import Analysis
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.evaluation.value_table import cell_text
from meantree.findings.kinds import KINDS
from meantree.findings.search import Finding
from meantree.metrics.evidence import Status
from meantree.metrics.registry import metric
from meantree.picture.interval_chart import IntervalChart, IntervalRow, interval_chart
from meantree.picture.style import LIGHT, approximate_width
from meantree.reporting.blocks import LONGEST_TEXT, Notes, Paragraph, line, text_of
from meantree.reporting.formats.html import html_parts
from meantree.reporting.formats.pdf import pdf_parts
from meantree.reporting.formats.workbook import workbook_parts
from meantree.reporting.front_page import front_page
from meantree.reporting.lost_elements import Lost, LostElements
from meantree.reporting.report_options import ReportOptions
from meantree.reporting.results import agreement_of_metrics, meaning_of, order, results, verdict
from meantree.reporting.score_line import quote, score_line
from meantree.reporting.segment_pages import marked_words
from meantree.reporting.system_scores import systems_figure
from meantree.reporting.wrong_most import lost_table, most_lost
from meantree.scoring.run import score_corpus
from meantree.work import Work


def _verdict(first: Sequence[str], second: Sequence[str], spec: str = "per") -> tuple[str, str]:
    """What is said of two systems whose reference is always ``a b c d``."""
    segments = tuple(
        Segment(str(place), "", None, {"r": Text("a b c d")}, {"s": Text(one), "t": Text(other)})
        for place, (one, other) in enumerate(zip(first, second, strict=True))
    )
    table = score_corpus(Corpus("c", segments, ("s", "t"), ("r",)), [spec], HandMadeStore())
    return verdict(results(table, (spec,), ("s", "t"), Work())[0])


def test_few_segments_do_not_tell_which_system_is_better() -> None:
    main, numbers = _verdict(["a b c d"] * 9, ["a b x y"] * 9)
    assert main == "By per, s is ahead of t, but 9 segments are too few to tell."
    assert numbers == "0.000 against 0.500, lower is better."


def test_a_clear_difference_is_said_with_its_interval_n_and_p() -> None:
    main, numbers = _verdict(["a b c d"] * 6 + ["a b c x"] * 6, ["a b x y"] * 12)
    assert main == "By per, s is significantly better than t."
    assert numbers.startswith("0.125 against 0.500, lower is better; difference −0.375, 95 % interval −0.")
    assert numbers.endswith("; n = 12, p < .001.")


@pytest.mark.parametrize(
    ("segments", "told"),
    [
        (12, "; s is significantly better than t and u; no other difference is significant."),
        (9, "."),
    ],
)
def test_the_order_of_three_systems_says_who_differs_significantly(segments: int, told: str) -> None:
    texts = {"t": Text("a b x y"), "s": Text("a b c d"), "u": Text("x y c d")}
    rows = tuple(Segment(str(place), "", None, {"r": Text("a b c d")}, texts) for place in range(segments))
    content = content_of(Corpus("c", rows, ("t", "s", "u"), ("r",)), ["per"])
    said = [text_of(block.line) for block in front_page(content, Work()) if isinstance(block, Paragraph)]
    assert said[1].startswith("By per (position-independent error rate: words without a partner by the reference's ")
    assert f"The order by per on {segments} segments is s (0.000), t (0.500) and u (0.500){told}" in said
    assert any(one.startswith("What tells s and t apart: ") for one in said)
    assert meaning_of(metric("chrf")).startswith("F-measure over")


def test_the_order_counts_systems_that_it_does_not_name_and_segments_that_all_have() -> None:
    names = tuple("abcdefghijkl")
    segment = Segment("1", "", None, {"r": Text("a b c d")}, {name: Text("a b c d") for name in names})
    rows = segment, replace(segment, id="2", hypotheses={"a": Text("a b c x")})
    table = score_corpus(Corpus("c", rows, names, ("r",)), ["per"], HandMadeStore())
    named = "a (0.000), b (0.000), c (0.000), d (0.000), e (0.000) and 7 more"
    assert order(results(table, ("per",), names, Work())[0]) == f"The order by per on 1 segment is {named}."


def test_a_printed_difference_that_printed_scores_contradict_says_why() -> None:
    _, numbers = _verdict(["a b c x"] * 5 + ["a b c d"] * 8, ["a b c d"] * 6 + ["a b c x"] * 7)
    first, second, less = re.findall(r"[−+]?\d\.\d+", numbers)[:3]
    assert float(first) - float(second) != pytest.approx(float(less.replace("−", "-")), abs=1e-9)
    assert f"{less} before rounding, 95 % interval" in numbers


def test_a_difference_that_may_be_chance_is_called_so() -> None:
    main, _ = _verdict(["a b c d", "a b x y"] * 6, ["a b x y", "a b c d"] * 5 + ["a x y z"] * 2)
    assert main == "By per, s is ahead of t, but not significantly."
    assert _verdict(["a b"] * 12, ["a b"] * 12)[0] == "By per, s and t have the same score."


@pytest.mark.parametrize(
    ("excludes", "p", "why"),
    [
        (True, 0.052, "but not significantly, as p is not below .05, though the interval excludes 0."),
        (False, 0.049, "but not significantly, as the interval includes 0, though p is below .05."),
        (False, 0.3, "but not significantly."),
    ],
)
def test_an_interval_and_a_test_that_disagree_are_explained(excludes: bool, p: float, why: str) -> None:
    segments = tuple(
        Segment(str(place), "", None, {"r": Text("a b c d")}, {"s": Text("a b c d"), "t": Text("a b c x")})
        for place in range(12)
    )
    table = score_corpus(Corpus("c", segments, ("s", "t"), ("r",)), ["per"], HandMadeStore())
    (found,) = results(table, ("per",), ("s", "t"), Work())
    assert found.two is not None
    two = replace(found.two, low=-0.4 if excludes else -0.5, high=-0.1 if excludes else 0.1, p=p)
    main, _ = verdict(replace(found, two=two))
    assert main.endswith(why)


def test_metrics_that_put_another_system_first_are_named() -> None:
    segment = Segment("1", "", None, {"r": Text("a b c d")}, {"s": Text("d c b a"), "t": Text("a b c x")})
    table = score_corpus(Corpus("c", (segment,), ("s", "t"), ("r",)), ["per", "wer"], HandMadeStore())
    found = results(table, ("per", "wer"), ("s", "t"), Work())
    assert agreement_of_metrics(found) == "Only per puts s first; wer does not."


def test_the_metrics_that_find_a_significant_difference_are_named() -> None:
    segments = tuple(
        Segment(str(place), "", None, {"r": Text("a b c d")}, {"s": Text("a b c d"), "t": Text("a b c x")})
        for place in range(12)
    )
    table = score_corpus(Corpus("c", segments, ("s", "t"), ("r",)), ["per", "wer"], HandMadeStore())
    one, other = results(table, ("per", "wer"), ("s", "t"), Work())
    assert agreement_of_metrics([one, other]) == "per and wer put s first, both significantly."
    assert other.two is not None
    unsure = replace(other, two=replace(other.two, p=0.3))
    assert agreement_of_metrics([one, unsure]) == "per and wer put s first, only per significantly."
    assert agreement_of_metrics([one, one, unsure]) == "All 3 metrics put s first, all but wer significantly."


def test_two_systems_are_compared_if_the_first_metric_scored_but_one() -> None:
    table = score_table("per", {"s": [(1.0, 4.0)], "t": [(2.0, 4.0)]})
    table.metrics = {**table.metrics, "wer": metric("wer")}
    put(table, "s", "wer", [(1.0, 4.0)])
    one, both = results(table, ("wer", "per"), ("s", "t"), Work())
    assert one.two is None
    assert both.two is not None
    assert (both.two.first, both.two.second) == ("s", "t")


def test_a_metric_by_which_two_systems_tie_puts_none_first() -> None:
    segment = Segment("1", "", None, {"r": Text("a b c d")}, {"s": Text("d c b a"), "t": Text("d c b x")})
    table = score_corpus(Corpus("c", (segment,), ("s", "t"), ("r",)), ["per", "wer"], HandMadeStore())
    found = results(table, ("per", "wer"), ("s", "t"), Work())
    assert agreement_of_metrics(found) == "Only per puts s first; by wer they tie."
    assert agreement_of_metrics(found[1:] * 2) == ""


def test_shown_findings_stand_beside_their_translation_in_every_format(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(hyp: Analysis, *_args: object, **_options: object) -> tuple[Finding, ...]:
        found = replace(finding("name.missing"), sentence="A name is missing: reference “=SUM(1)”")
        return (found, replace(finding("tense.different"), shown=False)) if hyp.text == "a b" else ()

    monkeypatch.setattr("meantree.comparison.pair_findings.find", find)
    sheet = load_workbook(BytesIO(b"".join(workbook_parts(content_of()))))["Findings"]
    assert [row[:4] for row in sheet.iter_rows(min_row=2, values_only=True)] == [
        ("d/1", "t", "A name is missing: reference “=SUM(1)”", "name.missing")
    ]
    page = "".join(html_parts(content_of()))
    for text in (page, pdf_text(b"".join(pdf_parts(content_of())))):
        assert text.count("A name is missing: reference") == 1
        assert "The tense differs" not in text
        assert "name.missing" not in text, "the sentence has the words of the kind"
    without = content_of(options=ReportOptions(parts=PRESETS["linguist"] - {"findings"}))
    assert "A name is missing" not in "".join(html_parts(without))


def test_every_kind_of_findings_has_a_title_of_its_own() -> None:
    assert len({kind.title for kind in KINDS.values()}) == len(KINDS)
    assert KINDS["role.swapped"].title == "Roles are swapped"


def test_page_one_says_what_is_found_most_where_the_metric_has_no_units_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def find(hyp: Analysis, *_args: object, **_options: object) -> tuple[Finding, ...]:
        more = (replace(finding("name.missing"), probability=0.95, sentence="Surest"),) if len(hyp.tokens) > 3 else ()
        return (finding("name.missing"), *more) if hyp.text != "g h i" else (finding("event.missing"),)

    monkeypatch.setattr("meantree.comparison.pair_findings.find", find)
    content = content_of(specs=["chrf"])
    assert most_lost(content, Work()) == (
        "a name is missing (2 of 3 translations), as in segment d/1, s: Surest; an event is missing (1)."
    )
    untested = lost_table(content, Work())
    assert untested is not None
    assert untested.head == ("kind", "translations", "by s", "by t", "example"), "too few segments for a test"
    monkeypatch.setattr("meantree.reporting.wrong_most.FEWEST", 2)
    table = lost_table(content, Work())
    assert table is not None
    assert table.head == ("kind", "translations", "by s", "by t", "p", "example")
    assert table.rows[0] == ("A name is missing", 2, 1, 1, 1.0, "d/1, s: Surest")
    assert table.rows[1][:4] == ("An event is missing", 1, 1, 0)
    without = content_of(specs=["chrf"], options=ReportOptions(parts=frozenset({"summary"})))
    assert (most_lost(without, Work()), lost_table(without, Work())) == ("", None)
    shown = content_of(specs=["chrf"], options=ReportOptions(parts=frozenset({"summary", "segments"})))
    points = [
        text_of(block.line) for block in front_page(shown, Work()) if isinstance(block, Paragraph) and block.point
    ]
    assert points[0].startswith("The worst score: that of segment "), "what goes wrong is unknown"


def test_that_texts_in_another_language_count_their_findings_and_say_what_was_not_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def find(hyp: Analysis, *_args: object, **_options: object) -> tuple[Finding, ...]:
        found = replace(finding("untranslated.word"), sentence=f"{KINDS['untranslated.word'].title}: “{hyp.text}”")
        return (found,) if hyp.text == "der Hund bellt" else ()

    monkeypatch.setattr("meantree.comparison.pair_findings.find", find)
    store = HandMadeStore()
    store.parsers = Parsers("en_hand_made")
    english, german = "the dog barks at the small cat", "der Hund bellt"
    arabic = Segment("2", "", None, {"r": Text("الكلب ينبح على القطة")}, {"s": Text("الكلب ينبح"), "t": Text(" ")})
    mixed = Segment("1", "", None, {"r": Text(english)}, {"s": Text(english), "t": Text(german)})
    corpus = Corpus("c", (mixed, arabic), ("s", "t"), ("r",))
    content = content_of(corpus, ["hwcm"], store=store)
    monkeypatch.setattr(type(content), "is_foreign", True)
    title = KINDS["untranslated.word"].title
    assert most_lost(content, Work()) == (
        f"{title[:1].lower()}{title[1:]} (1 of 3 translations), as in segment 1, t: “der Hund bellt”. Not searched: 1 "
        "translation; a text of these is empty, too long or not analysed. In 1 translation without an English "
        "reference, only changes of a copy, numbers, repetitions, questions and words in another script are searched "
        "for."
    )
    table = lost_table(content, Work())
    assert table is not None
    assert "Not searched: 1 translation" in table.note


def test_a_filter_of_a_report_may_name_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(hyp: Analysis, *_args: object, **_options: object) -> tuple[Finding, ...]:
        return (finding("name.missing"),) if hyp.text == "g h i" else ()

    monkeypatch.setattr("meantree.comparison.pair_findings.find", find)
    content = content_of(options=ReportOptions(filter="finding:name"))
    (shown,) = content.selection.shown
    assert "g h i" in [text.text for text in content.corpus.segments[shown].hypotheses.values()]


def test_page_one_names_a_grave_finding_that_the_metric_does_not_see(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(hyp: Analysis, *_args: object, **_options: object) -> tuple[Finding, ...]:
        return (finding("role.swapped"),) if hyp.text == "b a" else ()

    monkeypatch.setattr("meantree.comparison.pair_findings.find", find)
    texts = ("b a", "a b"), ("a", "b")
    segments = tuple(
        Segment(str(place), "", None, {"r": Text("a b")}, {"s": Text(one), "t": Text(other)})
        for place, (one, other) in enumerate(texts, start=1)
    )
    content = content_of(Corpus("c", segments, ("s", "t"), ("r",)), ["per"])
    points = [block.line for block in front_page(content, Work()) if isinstance(block, Paragraph) and block.point]
    assert text_of(points[-1]) == (
        "What the metric does not see: per finds no fault in segment 1, s, but it is role.swapped (90 % probable)."
    )
    assert [run.target for run in points[-1] if run.target] == ["segment-1"]
    invisible = tuple(replace(one, id=f"{one.id}\u200b") for one in segments)
    content = content_of(Corpus("c", invisible, ("s", "t"), ("r",)), ["hwcm"])
    points = [block.line for block in front_page(content, Work()) if isinstance(block, Paragraph) and block.point]
    (found,) = [one for one in points if text_of(one).startswith("Differences of meaning found most: ")]
    assert "(1 of 4 translations), as in segment 1\\u200b, s: It is role.swapped." in text_of(found)
    assert [run.target for run in found if run.target] == ["segment-1"]


def test_systems_that_score_alike_everywhere_differ_most_nowhere() -> None:
    segment = Segment("1", "", None, {"r": Text("a b")}, {"s": Text("a x"), "t": Text("a y")})
    content = content_of(Corpus("c", (segment, replace(segment, id="2")), ("s", "t"), ("r",)), ["per"])
    points = [text_of(block.line) for block in front_page(content, Work()) if isinstance(block, Paragraph)]
    assert not [point for point in points if "differ most" in point]


def test_that_empty_translations_are_told_before_the_result() -> None:
    full = Segment("1", "", None, {"r": Text("a b c d")}, {"s": Text("a b c d"), "t": Text("a b x d")})
    lacking = replace(full, hypotheses={"s": Text(" "), "t": Text("a b x d")})
    rows = tuple(replace(full if place < 2 else lacking, id=str(place)) for place in range(6))
    content = content_of(Corpus("c", rows, ("s", "t"), ("r",)), ["hwcm"])
    said = [text_of(block.line) for block in front_page(content, Work()) if isinstance(block, Paragraph)]
    assert said[1].startswith("Caution: 4 of 6 translations by s are empty; ")


def test_that_texts_in_another_language_are_judged_by_metrics_without_analyses() -> None:
    hypotheses = {"s": Text("a b c d"), "t": Text("a x y d")}
    segment = Segment("1", "", None, {"r": Text("a k c e")}, hypotheses)
    corpus = Corpus("c", tuple(replace(segment, id=str(place)) for place in range(12)), ("s", "t"), ("r",))
    foreign = replace(corpus, target_language="ar")
    store = HandMadeStore()
    store.parsers = Parsers("en_hand_made")
    content = content_of(foreign, ["hwcm", "per", "ter"], store=store)
    said = [text_of(block.line) for block in front_page(content, Work()) if isinstance(block, Paragraph)]
    assert content.focus == "per"
    assert any("By per" in one for one in said[:2])
    assert any(one.startswith("per and ter put s first") for one in said), "those that mean nothing are not counted"
    (worst,) = [one for one in said if one.startswith("What goes wrong most: ")]
    assert "left out, as the texts are in another language" in worst
    assert not any("largest difference" in one for one in said)
    assert lost_table(content, Work()) is None
    said = [
        text_of(block.line)
        for block in front_page(content_of(foreign, ["hwcm"], store=store), Work())
        if isinstance(block, Paragraph)
    ]
    assert said[1].startswith("Caution: the texts are in Arabic (ar), but hwcm depends on English")
    assert content_of(corpus, ["hwcm", "per"], store=store).focus == "hwcm"


def test_a_filter_mixes_no_segments_in_a_sentence() -> None:
    texts = [("a b c x", "a b c d"), ("a x y z", "a b c d"), ("a b c d", "a b x y")]
    segments = tuple(
        Segment(str(place), "", None, {"r": Text("a b c d")}, {"s": Text(one), "t": Text(other)})
        for place, (one, other) in enumerate(texts, start=1)
    )
    corpus = Corpus("c", segments, ("s", "t"), ("r",))
    content = content_of(corpus, ["per"], ReportOptions(filter="per = .25"))
    said = [text_of(block.line) for block in front_page(content, Work()) if isinstance(block, Paragraph)]
    assert "The filter “per = .25” accepts 1 of 3 segments, which is shown; scores are of all 3." in said
    told = "What tells the systems apart: of all 3 segments, t is better in 2, s in 1, and 0 are ties."
    assert f"{told} They differ most in segment 2 (not shown): 0.000 (t) and 0.750 (s)." in said


def test_a_limit_is_said_in_translations_and_how_to_see_others() -> None:
    segment = Segment("1", "", None, {"r": Text("a b")}, {"s": Text("a x"), "t": Text("a y")})
    corpus = Corpus("c", tuple(replace(segment, id=str(place)) for place in range(5)), ("s", "t"), ("r",))
    page = report_html(content_of(corpus, ["per"], ReportOptions(most=3)))
    assert "These are 6 of 10 translations; others are shown if their segments are named." in page
    assert "These are" not in report_html(content_of(corpus, ["per"], ReportOptions(most=5)))


def test_a_short_translation_beside_a_long_one_is_printed() -> None:
    texts = {"s": Text("only here"), "t": Text(" ".join(["long"] * 201))}
    segment = Segment("1", "", None, {"r": Text("a b")}, texts)
    options = ReportOptions(parts=PRESETS["comparison"])
    page = "".join(html_parts(content_of(Corpus("c", (segment,), ("s", "t"), ("r",)), ["per"], options)))
    assert "only here" in re.sub("<[^>]+>", "", page)


def test_words_too_long_for_a_picture_are_printed_and_noted() -> None:
    segment = Segment("1", "", None, {"r": Text("a b")}, {"s": Text(f"{'x' * 300} b")})
    content = content_of(Corpus("c", (segment,), ("s",), ("r",)), ["hwcm"])
    page = "".join(html_parts(content))
    assert "x" * 300 in page
    assert "<svg" not in page.split("Segment 1")[1]
    assert "of at most 200 letters: 1 s" in page


@pytest.mark.parametrize("text", ["", " \u3000"])
def test_an_empty_translation_is_called_so(text: str) -> None:
    segment = Segment("1", "", " ", {"r": Text("a b")}, {"s": Text(text)})
    content = content_of(Corpus("c", (segment,), ("s",), ("r",)), ["per"])
    page = pdf_text(b"".join(pdf_parts(content)))
    assert "translation\nempty" in page
    assert "source" not in page


def test_examples_end_with_words() -> None:
    assert quote("Commentary :") == "“Commentary”"
    assert quote("( by 50 %") == "“by 50 %”"
    assert quote(",") == "“,”"


def test_one_line_says_what_was_lost_and_added() -> None:
    segment = Segment("1", "", None, {"r": Text("he did not go")}, {"s": Text("he did certainly go")})
    content = content_of(Corpus("c", (segment,), ("s",), ("r",)), ["hwcm"])
    comparison = next(content.segments()).translations[0].comparison
    assert comparison is not None
    assert score_line(comparison) == "2 of 3 arcs matched, 3 of 4 words; missed: “not”; extra: “certainly”"
    assert content.lost_elements().translations == 1
    short = replace(segment, hypotheses={"s": Text("he did")})
    comparison = next(content_of(Corpus("c", (short,), ("s",), ("r",)), ["hwcm"]).segments()).translations[0].comparison
    assert comparison is not None
    assert score_line(comparison) == "1 of 3 arcs matched (1 in the translation), 2 of 4 words; missed: “not”, “go”", (
        "a precision of 1"
    )


@pytest.mark.parametrize(("count", "lost"), [(5, "“a”, “b”, “c”, “d”, “e”"), (6, "“a”, “b”, “c”, “d” and 2 more")])
def test_the_rest_of_a_list_is_counted_where_that_is_shorter(count: int, lost: str) -> None:
    segment = Segment("1", "", None, {"r": Text(" ".join("abcdef"[:count]))}, {"s": Text("x")})
    comparison = (
        next(content_of(Corpus("c", (segment,), ("s",), ("r",)), ["hwcm"]).segments()).translations[0].comparison
    )
    assert comparison is not None
    assert f"missed: {lost}; extra: “x”" in score_line(comparison)


def test_what_is_lost_is_summed_over_translations() -> None:
    segments = tuple(
        Segment(str(place), "", None, {"r": Text("a b c d")}, {"s": Text("a b"), "t": Text("a b c d")})
        for place in range(6)
    )
    lost = content_of(Corpus("c", segments, ("s", "t"), ("r",)), ["hwcm"]).lost_elements()
    counts = {kind: (sums.lost, sums.total) for kind, sums in lost.worst()}
    assert counts == {"l0": (6, 12), "l2": (6, 12)}, "the second word is there, the others are lost by s"
    assert {kind: (one.lost, other.lost) for kind, one, other in lost.apart("s", "t")} == {
        "l0": (6, 0),
        "l1": (0, 0),
        "l2": (6, 0),
    }


def test_the_table_of_what_goes_wrong_counts_lost_and_added_elements_with_an_example() -> None:
    segments = tuple(
        Segment(str(place), "", None, {"r": Text("a b c d")}, {"s": Text("a b"), "t": Text("a b c e")})
        for place in range(6)
    )
    table = lost_table(content_of(Corpus("c", segments, ("s", "t"), ("r",)), ["hwcm"]), Work())
    assert table is not None
    assert table.head == ("kind", "in references", "missed", "by s", "by t", "extra", "example")
    assert ("l0s", 12, 12, 6, 6, 6, "“d” of “a” (0, s)") in table.rows
    assert "Example: “…” of its head." in table.note
    texts = {"s": Text("b"), "t": Text("a b c d")}  # of one word, there is no phrase
    segments = tuple(replace(segment, hypotheses=texts) for segment in segments)
    content = content_of(Corpus("c", segments, ("s", "t"), ("r",)), ["stm"], store=BracketStore())
    examples = {kind: sums.example for kind, sums in content.lost_elements().worst()}
    assert (examples["noun phrase"], examples["verb phrase"]) == ("“a”", "“b c d”"), "the words of the phrase"


def test_segments_in_another_language_lose_no_elements() -> None:
    english, german = "the dog barks at the small cat", "der kleine hund bellt die katze an"
    texts = [(english, english, german), (german, english, english)]
    texts += [(english, english, "the dog barks at the cat")] * 5
    segments = tuple(
        Segment(str(place), "", None, {"r": Text(one[0])}, {"s": Text(one[1]), "t": Text(one[2])})
        for place, one in enumerate(texts)
    )
    store = HandMadeStore()
    store.parsers = Parsers("en_hand_made")
    content = content_of(Corpus("c", segments, ("s", "t"), ("r",)), ["hwcm"], store=store)
    lost = content.lost_elements()
    assert (lost.translations, lost.foreign) == (11, 3)
    table = lost_table(content, Work())
    assert table is not None
    assert "Left out: 3 translations not in English, or with such a reference." in table.note


def test_names_in_the_figure_have_the_room_that_a_format_needs() -> None:
    corpus = many([4, 2] * 6)
    found = content_of(corpus, ["per"]).results()
    figures = [systems_figure(found), systems_figure(found, lambda text, _: 40.0 * len(text))]
    usual, wide = (figure.drawings[0] for figure in figures if figure is not None)
    assert isinstance(usual, IntervalChart)
    assert isinstance(wide, IntervalChart)
    assert wide.left > usual.left


def test_counts_of_two_systems_add_up_where_repeated_units_count_in_fractions() -> None:
    segments = tuple(
        Segment(str(place), "", None, {"r": Text("a a b c")}, {"s": Text("a c"), "t": Text("a b")})
        for place in range(5)
    )
    lost = LostElements({"s": {"name": Lost(20, 2.3)}, "t": {"name": Lost(20, 3.3, 1)}}, 40)
    for kinds in lost.by_system.values():
        kinds["verb"] = Lost(5.36, 5.36)
    content = content_of(Corpus("c", segments, ("s", "t"), ("r",)), ["hwcm"])
    content._known["lost"] = lost
    table = lost_table(content, Work())
    assert table is not None
    assert table.rows[1][1:6] == (40, 5.6, 2.3, 3.3, 1)
    assert [cell_text(value) for value in table.rows[1][1:6]] == ["40", "5.6", "2.3", "3.3", "1"]
    assert table.rows[0][1:5] == (10.8, 10.8, 5.4, 5.4), "no more is lost than there is"
    assert most_lost(content, Work()).startswith(
        "hwcm does not match verbs (10.8 of 10.8, 100 %) and names (5.6 of 40, "
    )
    assert table.note.endswith("Units that repeat can count in part.")


def test_that_as_many_losses_on_both_sides_are_not_told() -> None:
    rows = [("a b c d", "a b", "a b")] * 6 + [("a b c", "a b c", "a")]
    segments = tuple(
        Segment(str(place), "", None, {"r": Text(reference)}, {"s": Text(one), "t": Text(other)})
        for place, (reference, one, other) in enumerate(rows)
    )
    options = ReportOptions(filter="ref-length = 4")
    content = content_of(Corpus("c", segments, ("s", "t"), ("r",)), ["hwcm"], options)
    assert {one.lost - other.lost for _, one, other in content.lost_elements().apart("s", "t")} == {0}
    said = [text_of(block.line) for block in front_page(content, Work()) if isinstance(block, Paragraph)]
    assert [text for text in said if text.startswith("What tells the systems apart: of all 7 segments, s is better")]


def told_apart(segments: int, reference: str, translation: str) -> str:
    """What tells two systems apart on page one, of which t repeats the reference."""
    texts = {"s": Text(translation), "t": Text(reference)}
    same = tuple(Segment(str(place), "", None, {"r": Text(reference)}, texts) for place in range(segments))
    content = content_of(Corpus("c", same, ("s", "t"), ("r",)), ["hwcm"])
    paragraphs = [text_of(block.line) for block in front_page(content, Work()) if isinstance(block, Paragraph)]
    (said,) = [text for text in paragraphs if "apart:" in text]
    return said


def test_that_what_tells_systems_apart_is_tested_by_segment_and_for_the_number_of_kinds() -> None:
    said = told_apart(10, "a b c d", "a b")
    assert "of 10 l0s, 10 by s and 0 by t are not matched, p = 0.002 (paired by segment, corrected" in said
    assert "for 3 kinds). By segment" in said, "2 of 1,024 combinations of signs for 2 of the kinds, and not chance"
    assert "of 9 l0s, 9 by s and 0 by t are not matched. By segment" in told_apart(9, "a b c d", "a b"), (
        "too few segments for a test"
    )


def test_that_nothing_is_tested_in_one_segment() -> None:
    said = told_apart(1, " ".join("abcdefghijklmnopqrstuvwx"), "a b z")
    assert "of 8 l2s, 0 by t and 8 by s are not matched." in said
    assert "p =" not in said
    assert "significant" not in said


@given(st.lists(st.text(alphabet="ab.", min_size=1, max_size=3), max_size=8), st.data())
def test_marked_texts_keep_every_letter(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    statuses = data.draw(st.dictionaries(st.integers(0, 7), st.sampled_from(Status)))
    runs = marked_words(text, words, statuses)
    assert text_of(runs) == text
    unmarked = [run.text for run in runs if run.status is None]
    marked = {place for place in range(len(words)) if statuses.get(place, Status.MATCHED) is not Status.MATCHED}
    assert "".join(unmarked).split() == [word for place, word in enumerate(words) if place not in marked]


def test_long_texts_are_cut_and_noted() -> None:
    notes = Notes.empty()
    cut = notes.cut(line("a" * LONGEST_TEXT, "b" * 5), "Segment 1, source")
    assert text_of(cut) == "a" * LONGEST_TEXT + " … (5 more characters)"
    assert notes.shortened == {"Only the first 2,400 characters are printed": ["Segment 1, source (2,405 characters)"]}
    assert notes.cut(line("short"), "x") == line("short")


@given(st.lists(st.tuples(*[st.floats(-1e3, 1e3)] * 3), min_size=1, max_size=4))
def test_every_value_lies_on_the_axis(rows: list[tuple[float, float, float]]) -> None:
    chart = interval_chart([IntervalRow("a", *row) for row in rows], 600, approximate_width)
    low, high = chart.ends
    assert all(low <= value <= high for row in rows for value in row)
    assert list(chart.groups(LIGHT))

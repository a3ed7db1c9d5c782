"""What is said of error spans on page one, and the figure of their categories, against a count by hand."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook

from helpers.reports import contents_of, sentences
from meantree.agreement.pooled_annotations import PooledAnnotations
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import State
from meantree.annotation.rules import BOTH, MQM
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.picture.display_list import Box, Lettering
from meantree.picture.style import LIGHT, approximate_width
from meantree.project.file import Project
from meantree.reporting.agreement_tables import agreement_tables
from meantree.reporting.annotation_page import annotation_page, error_figure
from meantree.reporting.annotators import ProjectAnnotations
from meantree.reporting.blocks import Block, Figure, Heading, Paragraph, text_of
from meantree.reporting.error_scores import Found, error_system_table, error_verdict, finished_errors
from meantree.reporting.formats.workbook import workbook_parts
from meantree.reporting.request import ReportRequest

MINOR = MarkedError(severity="Minor", category="Style")
MAJOR = MarkedError(severity="major", category="Accuracy/Mistranslation")


def pool(errors: Mapping[str, Sequence[Sequence[MarkedError]]], state: State = State.DONE) -> PooledAnnotations:
    """Errors by system and segment that one person marked; the gold standard has other ones."""
    marked = {
        ErrorKey(str(segment), system, "ana"): ErrorAnnotation(tuple(found), state=state)
        for system, segments in errors.items()
        for segment, found in enumerate(segments)
    }
    gold = {ErrorKey("0", "A", "gold"): ErrorAnnotation((MAJOR,) * 9, state=State.DONE)}
    corpus = Corpus("c", (), tuple(errors), ())
    return PooledAnnotations((), corpus, errors={"ana": marked, "gold": gold}, gold={"gold"})


def said(errors: Mapping[str, Sequence[Sequence[MarkedError]]], state: State = State.DONE) -> list[str]:
    """What is said of these errors."""
    return list(map(text_of, error_verdict(finished_errors(pool(errors, state)))))


CLEAN: list[list[MarkedError]] = [[]] * 11
MIXED = [[MAJOR], []] * 10
ONE_MINOR = (
    "B is significantly better than A. MQM −0.083 against −5.000 a translation (0 is best); difference +4.917, 95 % "
)


@pytest.mark.parametrize(
    ("errors", "begins"),
    [
        ({"A": [[MAJOR]] * 12, "B": [*CLEAN, [MINOR]]}, [f"{ONE_MINOR}interval +4."]),
        ({"A": MIXED, "B": [*MIXED[1:], [MINOR]]}, ["B is ahead of A, but not significantly."]),
        (
            {"A": [[MAJOR]] * 12, "B": [*CLEAN, []], "C": [*CLEAN, [MINOR]]},
            ["B is ahead of C", "A is significantly worse than B; C is not."],
        ),
        (
            {"A": [[MAJOR]] * 12, "B": [*CLEAN, []], "C": [[MAJOR], *[[MAJOR, MINOR]] * 11]},
            ["B is significantly better", "Both other systems are significantly worse than B."],
        ),
        ({"A": [[MAJOR], []], "B": [[], []]}, ["B is ahead of A, but 2 segments are too few to tell"]),
        ({"A": [[MAJOR]], "B": [[]]}, ["B is ahead of A, but 1 segment is too few to tell"]),
        (
            {"A": [[MAJOR]], "B": [[], []]},
            ["B is ahead of A, but 1 segment of which the same person judged both is too"],
        ),
        ({"A": [[], []], "B": [[], []]}, ["A and B have the same score"]),
        ({"A": [[MAJOR]]}, []),
    ],
)
def test_what_is_said_of_systems(errors: Mapping[str, Sequence[Sequence[MarkedError]]], begins: Sequence[str]) -> None:
    for sentence, beginning in zip(said(errors), begins, strict=True):
        assert sentence.startswith(beginning)


def test_that_unfinished_work_tells_nothing_and_what_one_judged_alone_is_told_apart() -> None:
    assert said({"A": [[MAJOR]], "B": [[]]}, State.OPEN) == []
    (ahead,) = said({"A": [[MINOR], [MAJOR, MAJOR]], "B": [[MAJOR]]})
    assert ahead.startswith("A is ahead of B, but 1 segment")
    assert ahead.endswith("Over everything judged, not the same for both, it is −5.500 against −5.000."), "as in tables"


def test_that_the_table_has_intervals_weights_and_translations_without_errors() -> None:
    table = error_system_table(pool({"A": [[MAJOR]] * 12, "B": [[]] * 11 + [[MINOR]]}))
    assert table is not None
    assert table.head == (
        "system",
        "MQM",
        "95 % interval",
        "n",
        "annotations",
        "no error",
        "errors",
        "minor",
        "major",
    )
    assert [row[0] for row in table.rows] == ["B", "A"]
    assert table.rows[1][1:] == (-5.0, "−5.000 to −5.000", 12, 12, 0, 12, 0, 12)
    assert "0 is best and higher is better" in table.note
    assert "all people" not in table.note, "it is the work of one"
    assert "major 5, minor 1, minor punctuation 0.1" in table.note


def test_that_the_gold_standard_has_a_table_of_systems_of_its_own() -> None:
    both = pool({"B": [[MINOR]]})
    people, gold = error_system_table(both), error_system_table(both, "gold")
    assert people is not None
    assert gold is not None
    assert [row[:2] for row in people.rows] == [("B", -1.0)]
    assert [row[:2] for row in gold.rows] == [("A", -45.0)]
    assert gold.title == "Error spans by system, gold standard"


def test_that_scores_of_esa_lead_and_nothing_is_said_of_categories() -> None:
    scores: dict[str, list[float | None]] = {"A": [90.0] * 12, "B": [60.0] * 11 + [None], "C": [None]}
    found = MarkedError(severity="major")
    marked = {
        ErrorKey(f"{place:02}", system, "ana"): ErrorAnnotation((found,), score, State.DONE)
        for system, given in scores.items()
        for place, score in enumerate(given)
    }
    esa = PooledAnnotations((), Corpus("c", (), tuple(scores), ()), errors={"ana": marked})
    (ahead,) = map(text_of, error_verdict(finished_errors(esa)))
    assert ahead.startswith("A is significantly better than B. ESA 90.000 against 60.000 a translation (100 is best)")
    table = error_system_table(esa)
    assert table is not None
    assert table.head == ("system", "ESA", "95 % interval", "n", "annotations", "no error", "errors", "major")
    assert table.rows[1:] == (
        ("B", 60.0, "60.000 to 60.000", 11, 12, 0, 12, 12),
        ("C", None, None, 0, 1, 0, 1, 1),
    )
    assert "MQM" not in table.note


def test_that_only_segments_judged_by_the_same_person_are_compared() -> None:
    def marked(judged: Mapping[tuple[str, str], Sequence[Sequence[MarkedError]]], begin: int = 0) -> list[str]:
        by_person: dict[str, dict[ErrorKey, ErrorAnnotation]] = {}
        for (system, person), segments in judged.items():
            for place, found in enumerate(segments, start=begin if person == "bo" else 0):
                key = ErrorKey(f"{place:02}", system, person)
                by_person.setdefault(person, {})[key] = ErrorAnnotation(tuple(found), state=State.DONE)
        systems = tuple(dict.fromkeys(system for system, _ in judged))
        pooled = PooledAnnotations((), Corpus("c", (), systems, ()), errors=by_person)
        return list(map(text_of, error_verdict(finished_errors(pooled))))

    strict, mild = [[MAJOR]] * 12, [[MINOR]] * 12
    apart, *_ = marked({("A", "bo"): mild, ("B", "cy"): strict})
    assert apart == (
        "The best mean MQM scores are A −1.000 and B −5.000 (0 is best), but different people judged the systems, so a "
        "difference may be one between these people."
    )
    few, *_ = marked({("A", "cy"): strict[:3], ("A", "bo"): mild, ("B", "cy"): [[MAJOR, MINOR]] * 15}, 3)
    assert few.startswith("A is ahead of B, but 3 segments of which the same person judged both are too few")
    assert "MQM −5.000 against −6.000" in few
    ahead, others, *_ = marked(
        {("A", "bo"): mild, ("B", "bo"): [[MINOR, MINOR]] * 12, ("A", "cy"): strict, ("C", "cy"): strict}, 0
    )
    assert ahead.startswith("A is significantly better than B. MQM −1.000 against −2.000")
    assert "n = 12, the segments of which the same person judged both" in ahead
    assert others == (
        "B is significantly worse than A; C is not. As different people judged the systems, segments "
        "count only where the same person judged both: 12 (B) and 12 (C)."
    )


HE, READ = Place("hypothesis", 0, 2), Place("hypothesis", 3, 7)
STYLE = MarkedError((HE,), severity="Minor", category="Style")
MEANING = MarkedError((READ,), severity="major", category="Accuracy")
CRITICAL = MarkedError((READ,), severity="critical", category="Accuracy")


def found(errors: Mapping[str, Sequence[MarkedError]]) -> Found:
    """Errors of one person by system, in one segment."""
    return {system: {"1": {"ana": ErrorAnnotation(tuple(own), state=State.DONE)}} for system, own in errors.items()}


def page_of(
    path: Path,
    work: Mapping[tuple[str, str, str], Sequence[MarkedError]],
    systems: tuple[str, ...] = (),
    protocol: str = MQM,
) -> list[Block]:
    """Page one of a project with errors by segment, system and person."""
    texts = {"s": Text("he read it"), "t": Text("he reads it")}
    with Project(path, new=True) as project:
        project.fill(Corpus("c", tuple(Segment(name, "d", hypotheses=texts) for name in "12"), ("s", "t"), ()), {})
        project.set_rules(replace(project.rules, protocol=protocol))
        for (segment, system, person), errors in work.items():
            key = ErrorKey(f"d/{segment}", system, person)
            project.save_errors(key, ErrorAnnotation(tuple(errors), state=State.DONE), "done")
        annotators, corpus = ProjectAnnotations.of(project), project.corpus()
    contents = contents_of(corpus, (), ReportRequest("annotation", systems=systems), annotators=annotators)
    return list(annotation_page(contents, approximate_width))


def points_of(page: Sequence[Block]) -> list[str]:
    """What stands out on a page."""
    return [text_of(block.line) for block in page if isinstance(block, Paragraph) and block.point]


def test_that_page_one_says_what_stands_out_and_shows_it(tmp_path: Path) -> None:
    work: dict[tuple[str, str, str], list[MarkedError]] = {
        ("1", "s", "ana"): [STYLE],
        ("2", "s", "ana"): [],
        ("1", "t", "ana"): [MEANING, MEANING, STYLE],
        ("1", "t", "bo"): [],
    }
    page = page_of(tmp_path / "c.meantree", work)
    assert points_of(page) == [
        "What is marked most: Style and Accuracy, each 2 of 4 marked errors (50 %); all errors: 2 major, 2 minor.",
        "Which translation is worst: the worst score is that of segment d/1, by t: MQM −5.500, the mean of 2 people.",
        "Where annotators differ on errors: their scores differ most on segment d/1, t: −11.000 (ana) and 0.000 (bo).",
    ]
    assert sum(isinstance(block, Figure) for block in page) == 1
    assert any(text.startswith("2 people annotated translations: ana (3) and bo (1), ") for text in sentences(page))
    of_one = page_of(tmp_path / "s.meantree", work, ("s",))
    assert points_of(of_one)[0] == "What is marked most: 1 of 1 marked error (100 %) is Style (1 minor)."
    assert any(text.startswith("1 person annotated translations: ana (2), ") for text in sentences(of_one))


def test_that_the_gold_standard_has_its_sign_where_it_is_compared(tmp_path: Path) -> None:
    work = {("1", "s", who): [STYLE] for who in ("ana", "ben", "gold")}
    page_of(path := tmp_path / "g.meantree", work)
    with Project(path, passing=True) as project:
        agreement = ProjectAnnotations.of(project).agreement()
    assert agreement is not None
    table, of_files = (next(agreement_tables(agreement, whole=whole)) for whole in (False, True))
    assert table.head == ("measure", "ana – ben", "ana – gold ‡", "ben – gold ‡")
    assert table.note.endswith("‡: adjudicated from the work of others; not included in means.")
    assert of_files.head == ("measure", "ana – ben", "ana – gold", "ben – gold"), "as 1.0.0 named them"
    assert "‡" not in of_files.note


def test_the_gold_standard_leads(tmp_path: Path) -> None:
    work: dict[tuple[str, str, str], list[MarkedError]] = {
        ("1", system, who): [MEANING] if (who, system) in (("ana", "s"), ("gold", "t")) else []
        for system in "st"
        for who in ("ana", "ben", "gold")
    }
    said = sentences(page_of(tmp_path / "c.meantree", work))
    (place,) = [place for place, one in enumerate(said) if one.startswith("By the gold standard")]
    assert said[place].startswith("By the gold standard (gold): s is ahead of t, but 1 segment is too few to tell.")
    assert said[place + 1].startswith("By the annotators: t is ahead of s")
    with Project(tmp_path / "c.meantree", passing=True) as project:
        annotators, corpus = ProjectAnnotations.of(project), project.corpus()
    contents = contents_of(corpus, (), ReportRequest("annotation"), annotators=annotators)
    assert contents.people is not None
    gold, people = contents.people.table("error-counts")
    assert (gold.title, people.title) == ("Error spans by system, gold standard", "Error spans by system")
    book = load_workbook(io.BytesIO(b"".join(workbook_parts(contents))))
    rows = {row[:2] for row in book["Error counts"].iter_rows(values_only=True)}
    assert {(gold.title, "s"), (people.title, "s")} < rows
    notes = list(book["Signatures"].iter_rows(values_only=True))
    assert ("sheet Error counts", f"{gold.note} {people.note}") in notes, "both are explained"


def test_that_one_of_two_layers_is_not_called_all_of_the_work(tmp_path: Path) -> None:
    """Progress says that none is done, as the frames are left."""
    page = page_of(tmp_path / "c.meantree", {("1", "s", "ana"): [STYLE]}, protocol=BOTH)
    texts = [text_of(block.line) for block in page if isinstance(block, Paragraph)]
    assert any(text.startswith("1 person annotated translations in frames or error spans: ana (1), ") for text in texts)


def test_that_systems_with_as_many_errors_and_scores_that_tie_are_not_ranked(tmp_path: Path) -> None:
    work: dict[tuple[str, str, str], list[MarkedError]] = {
        ("1", "s", "ana"): [STYLE],
        ("1", "t", "ana"): [MEANING],
        ("2", "s", "bo"): [STYLE],
        ("2", "t", "bo"): [MEANING],
    }
    _, *others = points_of(page_of(tmp_path / "c.meantree", work))
    assert others == ["Which translation is worst: one of the worst scores is that of segment d/1, by t: MQM −5.000."]


def test_that_nothing_stands_out_where_nothing_was_marked(tmp_path: Path) -> None:
    page = page_of(tmp_path / "c.meantree", {("1", "s", "ana"): [], ("1", "s", "bo"): []})
    assert points_of(page) == []
    assert not any(isinstance(block, Figure) or (isinstance(block, Heading) and block.level == 2) for block in page)


def drawn(figure: Figure | None) -> tuple[list[str], list[tuple[str, float]]]:
    """The texts of a figure in their order, and its bars: their colours and widths."""
    assert figure is not None
    parts = [part for drawing in figure.drawings for group in drawing.groups(LIGHT) for part in group.parts]
    texts = [part.text for part in parts if isinstance(part, Lettering)]
    return texts, [(part.fill, part.width) for part in parts if isinstance(part, Box)]


def test_the_figure_counts_categories_by_severity_and_system() -> None:
    figure = error_figure(found({"A": [STYLE], "B": [MEANING, MEANING, CRITICAL]}))
    texts, bars = drawn(figure)
    assert texts == ["Accuracy", "A", "0", "B", "1 critical, 2 major", "Style", "A", "1 minor", "B", "0"]
    assert [colour for colour, _ in bars] == [LIGHT.errors["major"], LIGHT.errors["minor"]]
    assert bars[0][1] == pytest.approx(3 * bars[1][1])
    assert figure is not None
    assert figure.alternative.startswith("Marked errors of the 2 most frequent categories by system: Accuracy A: 0")


def test_many_systems_are_cut_and_that_is_said() -> None:
    figure = error_figure(found({f"s{place:02}": [STYLE] for place in range(20)}))
    assert figure is not None
    assert drawn(figure)[0].count("1 minor") == 12
    assert "of which the first 12 are shown" in figure.caption
    assert figure.caption.startswith("Marked errors of the most frequent category by system")

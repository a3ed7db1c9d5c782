"""Error spans in a project: stored, undone, locked, merged and split as frames are, and rated."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.corpora import corpus_of
from helpers.frames import frame
from helpers.projects import project_of
from meantree.annotation.error_annotation import (
    ErrorAnnotation,
    ErrorKey,
    MarkedError,
    Origin,
    Place,
    errors_from_json,
    errors_to_json,
)
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.rules import BOTH, ESA, MQM, Rules, parse_categories
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.project.comments import list_comments
from meantree.project.file import Project
from meantree.project.gold_standard import errors_to_adjudicate, finalize_agreed_errors
from meantree.project.merging import merge
from meantree.project.splitting import split
from meantree.project.workload import planned, progress_of
from meantree.queries.filter_columns import Segments
from meantree.queries.filters import parse_filter

KEY = ErrorKey("d/1", "north", "ana")
HOUSE = MarkedError((Place("hypothesis", 2, 7),), "major", "Accuracy/Mistranslation")
OMITTED = MarkedError((Place("source", 0, 3),), "minor", "Accuracy/Omission", "the article", missing=True)
DONE = ErrorAnnotation((HOUSE, OMITTED), state=State.DONE)


def _corpus(*references: str) -> Corpus:
    rows = [["a house", "an house", *["a house"] * len(references)]] * 4
    return corpus_of(rows, ("north", "south"), references, document="d", source="ein Haus")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return project_of(tmp_path / "p.meantree", _corpus(), rules=Rules(protocol=MQM))


PLACES = st.tuples(st.sampled_from(["hypothesis", "source"]), st.integers(0, 9), st.integers(0, 9)).map(
    lambda row: Place("source" if row[0] == "source" else "hypothesis", min(row[1:]), max(row[1:]))
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
ERRORS = st.builds(
    MarkedError,
    st.lists(PLACES, max_size=2).map(tuple),
    TEXTS,
    TEXTS,
    TEXTS,
    st.booleans(),
    st.sampled_from(Origin),
    TEXTS,
    st.none() | st.tuples(TEXTS, TEXTS),
    st.lists(PLACES, max_size=1).map(tuple),
)


@given(
    st.builds(
        ErrorAnnotation,
        st.lists(ERRORS, max_size=3).map(tuple),
        st.none() | st.floats(0, 100),
        st.sampled_from(State),
        TEXTS,
        TEXTS,
        st.dictionaries(TEXTS, TEXTS, max_size=3).map(lambda cells: tuple(cells.items())),
    )
)
def test_what_is_stored_comes_back(annotation: ErrorAnnotation) -> None:
    assert errors_from_json(errors_to_json(annotation)) == annotation


def test_what_a_finding_says_is_no_comment_of_who_decided_about_it() -> None:
    said = MarkedError((), "minor", "Style", "It differs", finding="word.different: It differs")
    decided = [replace(said, origin=origin) for origin in Origin if origin is not Origin.OWN]  # as 1.0.0 wrote them
    own = replace(decided[0], comment="But it is fine")
    read = errors_from_json(errors_to_json(ErrorAnnotation((said, *decided, own))))
    assert read.all_comments == ("It differs", "But it is fine")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"errors":[]}',
        '{"errors":[{"places":[["x",0,1]]}],"state":"open"}',
        '{"errors":[],"state":"done","score":101}',
    ],
)
def test_other_contents_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        errors_from_json(text)


def test_finished_errors_are_ratings_and_spans_of_the_corpus(path: Path) -> None:
    esa = ErrorAnnotation((replace(HOUSE, category=""),), 70.0, State.DONE)
    suggested = ErrorAnnotation((replace(HOUSE, origin=Origin.REJECTED),), None, State.NOTHING)
    with Project(path) as project:
        project.save_errors(KEY, DONE, "x")
        project.save_errors(replace(KEY, annotator="ben"), esa, "x")
        project.save_errors(replace(KEY, system="south"), suggested, "x")
        project.save_errors(replace(KEY, segment="d/2"), replace(DONE, state=State.OPEN), "x")
        segment = project.corpus().segments[1]
        assert [(r.system, r.kind, r.value, r.rater) for r in segment.ratings] == [
            ("north", "mqm", -6.0, "ana"),
            ("south", "mqm", 0.0, "ana"),
            ("north", "esa", 70.0, "ben"),
        ]
        assert [(e.side, e.start, e.end, e.rater) for e in segment.errors] == [
            ("hypothesis", 2, 7, "ana"),
            ("source", 0, 3, "ana"),
            ("hypothesis", 2, 7, "ben"),
        ]
        assert project.corpus().segments[2].errors == ()
        assert {rating.rater for rating in project.corpus("ana").segments[1].ratings} == {"ana"}
        assert project.corpus_of("new").segments[1].errors == ()
        before = project.corpus_of("ana").segments[1]
        project.take_step("ana", "undo")
        project.save_errors(KEY, replace(DONE, marked=(HOUSE,)), "x")
        assert [rating.value for rating in project.annotated_segment(before, "ana").ratings] == [-5.0, 0.0]


def test_an_omission_without_words_is_an_error_of_the_corpus_at_the_end_of_the_translation(path: Path) -> None:
    omission = MarkedError((), "minor", "Accuracy/Omission", missing=True)
    with Project(path) as project:
        project.save_errors(KEY, replace(DONE, marked=(HOUSE, omission)), "x")
        segment = project.corpus().segments[1]
    end = len(segment.hypotheses["north"].text)
    assert [(e.start, e.end, e.category) for e in segment.errors] == [
        (2, 7, HOUSE.category),
        (end, end, omission.category),
    ]


def test_an_error_in_two_parts_is_counted_once(path: Path) -> None:
    parts = replace(HOUSE, places=(Place("hypothesis", 0, 1), *HOUSE.places))
    with Project(path) as project:
        project.save_errors(KEY, ErrorAnnotation((parts,), state=State.DONE), "x")
        corpus = project.corpus()
    assert [span.is_further for span in corpus.segments[1].errors] == [False, True]
    places = parse_filter("errors = 1", [], errors=True).places(Segments(corpus, "north"))
    assert places.tolist() == [1]


TOOL = "findings 1.0.0"


def test_people_are_rated_alone_where_the_gold_standard_or_a_tool_annotated_too(path: Path) -> None:
    one = ErrorAnnotation((HOUSE,), state=State.DONE)
    with Project(path) as project:
        project.save_errors(KEY, DONE, "x")
        for name in ("gold", TOOL):
            project.save_errors(replace(KEY, annotator=name), one, "x")
            project.save_errors(replace(KEY, system="south", annotator=name), one, "x")
        corpus = project.corpus()
        segment = corpus.segments[1]
        assert [rating.rater for rating in segment.ratings if rating.system == "north"] == ["ana"]
        assert {rating.rater for rating in segment.ratings if rating.system == "south"} == {"gold", TOOL}
        assert {error.rater for error in segment.errors} == {"ana", "gold", TOOL}, "errors are all there"
        counted = [(error.system, error.rater) for error in segment.raters_errors("north", "south")]
        assert counted == [("north", "ana"), ("north", "ana"), ("south", "gold"), ("south", TOOL)]
        (note,) = map(str, corpus.problems)
        assert note.startswith("1 translation that no person finished")
        assert f"gold (gold standard), {TOOL} (tool)" in note
        alone = project.corpus("gold")
        assert ({rating.rater for rating in alone.segments[1].ratings}, alone.problems) == ({"gold"}, ())


def _propose(path: Path) -> None:
    """Let two tools and eva, who has worked here, propose errors to ana and ben."""
    with Project(path) as project:
        project.set_rules(Rules(protocol=ESA, blind=True, suggestions=(TOOL, "comet", "eva", "ben")))
        for name in (TOOL, "comet", "eva"):
            errors = ErrorAnnotation((replace(HOUSE, comment=name),), state=State.DONE)
            for segment in ("d/0", "d/1"):
                project.save_errors(ErrorKey(segment, "north", name), errors, "x")
        project.add_time("d/0", "north", "eva", "2026-01-01T00:00:00Z", 30.0)
        project.assign(planned(project, ["ana", "ben"]).work)


def test_a_tool_is_no_annotator(path: Path) -> None:
    _propose(path)
    with Project(path) as project:
        project.save_errors(replace(KEY, annotator="XCOMET-XL"), DONE, "x")  # imported, and not suggested
        assert set(project.people) == {"ana", "ben", "eva"}
        for name in ("ana", "ben"):
            project.save_errors(replace(KEY, annotator=name), ErrorAnnotation((HOUSE,), 95.0, State.DONE), "x")
        project.save_errors(ErrorKey("d/2", "north", "ana"), ErrorAnnotation((), 90.0, State.NOTHING), "x")
        project.save_errors(ErrorKey("d/2", "north", TOOL), ErrorAnnotation((), None, State.NOTHING), "x")
        project.set_rules(replace(project.rules, compared=("ana", "ben", TOOL)))
        assert set(errors_to_adjudicate(project)) == {ErrorKey("d/1", "north", "gold")}
        assert finalize_agreed_errors(project, "lea") == (1, 0)
        gold = project.error_annotation(replace(KEY, annotator="gold"))
        assert gold is not None
        assert gold.score == 95.0
        with pytest.raises(UsageError, match="is no person"):
            project.assign(planned(project, ["ana", TOOL]).work)


@pytest.mark.parametrize(
    ("protocol", "error", "scores", "is_finalized"),
    [
        (ESA, None, (96, 94), True),
        (ESA, None, (96, 33), False),  # the mean is low, and nothing says why
        (ESA, HOUSE, (71, 71), True),
        (MQM, HOUSE, (None, None), True),
        (MQM, replace(HOUSE, category=""), (None, None), False),
    ],
)
def test_what_finalizing_one_translation_asks_about_is_not_finalized_with_all(
    path: Path, protocol: str, error: MarkedError | None, scores: tuple[float | None, ...], *, is_finalized: bool
) -> None:
    with Project(path) as project:
        project.set_rules(Rules(protocol=protocol))
        for name, score in zip(("ana", "ben"), scores, strict=True):
            errors = ErrorAnnotation((error,) if error else (), score, State.DONE)
            project.save_errors(ErrorKey("d/2", "north", name), errors, "x")
        assert finalize_agreed_errors(project, "lea") == ((1, 0) if is_finalized else (0, 1))
        gold = project.error_annotation(ErrorKey("d/2", "north", "gold"))
        assert (gold is not None) == is_finalized


def test_a_part_has_the_proposals_of_its_segments(path: Path, tmp_path: Path) -> None:
    _propose(path)
    with Project(path) as project:
        project.save_errors(replace(KEY, annotator="XCOMET-XL"), DONE, "x")  # imported, and not suggested
    result = split(path, tmp_path / "parts")
    parts = result.files
    assert (set(parts), result.left_out) == ({"ana", "ben"}, ("eva",))
    found = set[tuple[str, str]]()
    for part in parts.values():
        with Project(part) as project:
            assert not project.error_annotations("eva"), "eva is a person, and the project is blind"
            assert not project.error_annotations("XCOMET-XL")
            found |= {(name, key.segment) for name in (TOOL, "comet") for key in project.error_annotations(name)}
    assert found == {(name, segment) for name in (TOOL, "comet") for segment in ("d/0", "d/1")}
    merged = merge([path, *parts.values()], tmp_path / "m.meantree")
    assert not merged.conflicts
    assert merged.work == (("errors", "eva"),) * 2
    with Project(path) as project, Project(tmp_path / "m.meantree") as joined:
        assert joined.error_annotations() == project.error_annotations()


def test_errors_of_a_text_do_not_depend_on_its_tokens(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "q.meantree"
    with Project(path) as project:
        project.copy(other)
        project.save_errors(KEY, DONE, "x")
    with Project(other) as project:
        project.begin("d/1", {("hypothesis", "north"): ["a", "hou", "se"]})
    assert not merge([path, other], tmp_path / "m.meantree").conflicts


def test_progress_counts_what_the_protocol_asks_for(tmp_path: Path) -> None:
    frames = Annotation((frame("1"),), state=State.DONE)
    with Project(tmp_path / "p.meantree", new=True) as project:
        project.fill(_corpus("A"))
        project.set_rules(Rules(protocol=MQM))
        project.assign(planned(project, ["ana"]).work)
        project.save_errors(KEY, DONE, "x")
        project.save_errors(replace(KEY, system="south"), ErrorAnnotation(state=State.NOTHING), "x")
        progress = progress_of(project, "ana", project.corpus())
        assert (progress.done, progress.nothing) == (1, 1)
        assert progress_of(project, "ana", project.corpus()).left == 6
        project.set_rules(Rules(protocol=BOTH))
        project.save(AnnotationKey("d/1", "north", "A", "ana"), frames, "x")
        assert project.translation_states("ana") == {("d/1", "north"): State.DONE, ("d/1", "south"): State.OPEN}
        assert project.translation_states("ana", "d/1") == project.translation_states("ana")


def test_lists_of_categories_are_checked() -> None:
    names = [category.name for category in parse_categories("A/b: what it is\n\nC")]
    assert names == ["A/b", "C"]
    for text, fault in (("A\na: again", "occurs twice"), (": x", "line 1")):
        with pytest.raises(UsageError, match=fault):
            parse_categories(text)


def test_comments_on_errors_are_listed(path: Path) -> None:
    verb = MarkedError((), "minor", "Omission", "verb", missing=True)
    asked = replace(DONE, marked=(replace(HOUSE, comment="minor?"), OMITTED, verb), comment="hm")
    with Project(path) as project:
        project.save_errors(KEY, asked, "x")
        found = [(one.key, one.name, one.text, one.asks) for one in list_comments(project, project.corpus(), "ana")]
    assert found == [
        (KEY, "the whole translation", "hm", False),
        (KEY, "error “house” of the hypothesis", "minor?", True),
        (KEY, "error “ein” of the source", "the article", False),
        (KEY, "error at [missing]", "verb", False),
    ]

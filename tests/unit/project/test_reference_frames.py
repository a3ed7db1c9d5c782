"""Frames of a reference belong to an annotator's segment and reference; links belong to each translation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.corpora import corpus_of
from helpers.frames import annotated_pairs, annotation_of, frame, links
from helpers.messages import tell
from helpers.projects import project_of
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation import edits
from meantree.annotation.annotated_corpus import annotated_segment
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, Place, State
from meantree.annotation.reference_frames import reference_of, relinked, with_reference, without_reference
from meantree.corpus.corpus import Side
from meantree.errors import UsageError
from meantree.metrics.pair import Pair
from meantree.project.file import Project
from meantree.project.records import Conflict, Locked

CORRECT = LinkKind.CORRECT
WORDS = "the old man says that he gave it"
CORPUS = corpus_of([[WORDS] * 3], "ab", ids="1", document="d")
ONE, TWO = (AnnotationKey("d/1", system, "A", "ana") for system in "ab")
DONE = annotation_of(
    "3 agent=1-2; 6 patient=7 / 3 agent=0-2; 6 agent=5 patient=7 / 0=0 1=1 0.0=0.0 1.0=1.1", State.DONE
)
REFERENCE, LINKS = DONE.reference, DONE.alignment


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """One segment of which ana has done both translations."""
    with Project(tmp_path / "x.meantree", new=True) as made:
        made.fill(CORPUS)
        for key in (ONE, TWO):
            made.save(key, DONE, "done", known=None)
        yield made


def _annotation(project: Project, key: AnnotationKey) -> Annotation:
    found = project.annotation(key)
    assert found is not None
    return found


def _edit(project: Project, key: AnnotationKey, edit: Callable[[Annotation], Annotation], what: str = "edit") -> None:
    before = _annotation(project, key)
    project.save(key, edit(before), what, known=before)


def _rows(project: Project) -> list[tuple[str | None, ...]]:
    return list(project._connection.execute("SELECT kind, system, content FROM annotations ORDER BY id"))


@given(pair=annotated_pairs())
def test_an_annotation_is_its_translation_over_its_reference(pair: Pair) -> None:
    mine, theirs = (text.frames for text in pair.sides(0))
    assert mine is not None
    assert theirs is not None
    whole = Annotation(mine.frames, theirs.frames, pair.frame_links(0), State.DONE, "?")
    if reference_of(whole).is_shareable:
        assert with_reference(without_reference(whole), reference_of(whole)) == whole


def test_links_to_what_is_gone_are_inactive_until_undo(project: Project) -> None:
    before = _rows(project)
    _edit(project, ONE, lambda one: edits.delete_frame(one, "reference", 1))
    other = _annotation(project, TWO)
    assert other.reference == REFERENCE[:1]
    assert other.alignment == links("0=0 0.0=0.0")
    assert dict(other.inactive) == {((1, None), ((6, 7), None)): CORRECT, ((1, 0), ((6, 7), (7, 8))): CORRECT}
    assert other.state is State.REVIEW
    assert [_annotation(project, key).state for key in (ONE, TWO)] == [State.DONE, State.REVIEW]
    over = annotated_segment(CORPUS.segments[0], project.annotations("ana"), {}, {}).hypotheses
    assert {name: text.annotation and text.annotation.reference for name, text in over.items()} == {
        "a": REFERENCE[:1],
        "b": REFERENCE[:1],
    }, "both are scored beside the same reference"
    project.take_step("ana", "undo")
    assert _rows(project) == before
    assert [_annotation(project, key) for key in (ONE, TWO)] == [DONE, DONE]
    project.take_step("ana", "redo")
    assert _annotation(project, TWO) == other


def test_inactive_links_follow_the_frames_of_the_translation(project: Project) -> None:
    _edit(project, ONE, lambda one: edits.delete_filler(one, "reference", (1, 1)))
    _edit(project, TWO, lambda two: edits.delete_frame(two, "hypothesis", 0))
    other = _annotation(project, TWO)
    assert dict(other.inactive) == {((0, 0), ((6, 7), (7, 8))): CORRECT}
    _edit(project, ONE, lambda one: edits.add_filler(one, "reference", 1, REFERENCE[1].fillers[1]))
    assert _annotation(project, TWO).alignment == links("0=1 0.0=1.1")
    assert _annotation(project, TWO).state is State.DONE


def test_links_follow_what_moves(project: Project) -> None:
    _edit(project, ONE, lambda one: edits.set_span(one, "reference", (0, 0), (1, 3), 8))
    _edit(project, ONE, lambda one: edits.set_span(one, "reference", (1, None), (4, 5), 8))
    moved = (frame("3 agent=1-2"), frame("4 agent=5 patient=7"))
    assert _annotation(project, TWO) == replace(DONE, reference=moved)
    project.take_step("ana", "undo")
    project.take_step("ana", "undo")
    assert [_annotation(project, key) for key in (ONE, TWO)] == [DONE, DONE]


def test_another_window_that_changed_the_reference_is_a_conflict(project: Project) -> None:
    seen = _annotation(project, TWO)
    _edit(project, ONE, lambda one: edits.add_frame(one, "reference", (1, 2)))
    with pytest.raises(Conflict, match="another window"):
        project.save(TWO, replace(seen, comment="?"), "remark", known=seen)
    third = replace(TWO, annotator="ben")
    project.save(replace(ONE, annotator="ben"), DONE, "done", known=None)
    with pytest.raises(Conflict, match="another window"):
        project.save(third, Annotation(DONE.hypothesis), "done", known=None, initial=Annotation())
    project.save(third, replace(DONE, hypothesis=()), "done", known=None, initial=DONE)


def test_a_settled_translation_keeps_its_reference(project: Project) -> None:
    _edit(project, TWO, lambda two: replace(two, finalized_by="eva"))
    with pytest.raises(Locked, match="'eva' finalized the translation of b"):
        _edit(project, ONE, lambda one: edits.delete_frame(one, "reference", 1))
    _edit(project, ONE, lambda one: edits.delete_frame(one, "hypothesis", 1))
    assert _annotation(project, TWO) == replace(DONE, finalized_by="eva")


def test_that_remarks_change_nothing_that_is_settled(project: Project) -> None:
    """Neither beside another translation of the reference nor on the settled one; undo takes them back."""
    _edit(project, TWO, lambda two: replace(two, finalized_by="eva"))
    settled = _annotation(project, TWO)
    remarks: dict[Place, str] = {("reference", (0, None)): "rare"}
    _edit(project, ONE, lambda one: replace(one, part_comments=remarks))
    assert _annotation(project, TWO) == replace(settled, part_comments=remarks)
    both: dict[Place, str] = {**remarks, ("hypothesis", (0, None)): "light", ("reference", (1, 0)): "?"}
    _edit(project, TWO, lambda two: replace(two, part_comments=both, comment="hard"))
    assert _annotation(project, TWO) == replace(settled, part_comments=both, comment="hard")
    with pytest.raises(Locked, match="'eva' finalized this"):
        _edit(project, TWO, lambda two: replace(two, hypothesis=(), alignment=FrameAlignment(), part_comments={}))
    for _ in range(2):
        project.take_step("ana", "undo")
    assert _annotation(project, TWO) == settled
    project.take_step("ana", "redo")
    assert _annotation(project, TWO).part_comments == remarks


def _imported(path: Path) -> Project:
    """A project whose translations came with different frames of their reference."""
    other = replace(DONE, reference=REFERENCE[:1], alignment=links("0=0"))
    return Project(project_of(path, CORPUS, {ONE: DONE, TWO: other}))


def test_imported_variants_are_kept_until_they_are_unified(tmp_path: Path) -> None:
    with _imported(tmp_path / "x.meantree") as project:
        one, two = (_annotation(project, key) for key in (ONE, TWO))
        assert (one.own_reference, two.own_reference) == (False, True)
        assert (one.reference, two.reference) == (REFERENCE, REFERENCE[:1])
        _edit(project, ONE, lambda one: edits.add_frame(one, "reference", (1, 2)))
        assert _annotation(project, TWO) == two
        project.take_step("ana", "undo")
        project.share_reference(TWO)
        assert _annotation(project, TWO) == two
        assert _annotation(project, ONE).reference == REFERENCE[:1]
        assert _annotation(project, ONE).state is State.REVIEW
        project.take_step("ana", "undo")
        assert [_annotation(project, key).own_reference for key in (ONE, TWO)] == [False, True]
        assert [_annotation(project, key) for key in (ONE, TWO)] == [one, two]
        project.share_reference(ONE)
        assert _annotation(project, TWO) == with_reference(two, reference_of(one))


def test_imported_frames_are_the_same_in_any_order_of_their_fillers(tmp_path: Path) -> None:
    turned = replace(REFERENCE[1], fillers=REFERENCE[1].fillers[::-1])
    links = replace(LINKS, fillers={((0, 0), (0, 0)): CORRECT, ((1, 0), (1, 0)): CORRECT})
    with Project(tmp_path / "x.meantree", new=True) as project:
        project.fill(CORPUS, {ONE: DONE, TWO: replace(DONE, reference=(REFERENCE[0], turned), alignment=links)})
        one, two = (_annotation(project, key) for key in (ONE, TWO))
    assert (one.own_reference, two.own_reference) == (False, False)
    assert one == two == DONE


def test_what_words_do_not_tell_apart_is_not_shared(tmp_path: Path) -> None:
    twice = Annotation((), (frame("3"), frame("3")), state=State.DONE)
    with Project(tmp_path / "x.meantree", new=True) as project:
        project.fill(CORPUS, {ONE: twice, TWO: twice})
        assert [_annotation(project, key) for key in (ONE, TWO)] == [twice, twice]
        with pytest.raises(UsageError, match="the same words"):
            project.share_reference(ONE)


def test_an_inactive_link_takes_no_part_that_another_link_has(project: Project) -> None:
    _edit(project, ONE, lambda one: edits.delete_frame(one, "reference", 1))
    _edit(project, TWO, lambda two: edits.set_span(two, "reference", (0, None), (6, 7), 8))
    other = _annotation(project, TWO)
    assert (other.alignment.frames, other.faults) == ({(0, 0): CORRECT}, ())
    _edit(project, TWO, lambda two: edits.link(two, (1, None), (0, None), CORRECT))
    other = _annotation(project, TWO)
    assert other.alignment.frames == {(1, 0): CORRECT}
    assert list(other.inactive) == [((1, 0), ((6, 7), (7, 8)))]


steps = st.lists(st.tuples(st.sampled_from([ONE, TWO]), st.integers(0, 6), st.integers(0, 7)), min_size=1, max_size=8)


@given(steps)
def test_undo_leads_back_through_edits_of_both_translations(steps: list[tuple[AnnotationKey, int, int]]) -> None:
    with TemporaryDirectory() as folder, Project(Path(folder) / "x.meantree", new=True) as project:
        project.fill(CORPUS)
        for key in (ONE, TWO):
            project.save(key, DONE, "done", known=None)
        states = [_rows(project)]
        for key, kind, place in steps:
            before = _annotation(project, key)
            try:
                after = _random_edit(before, kind, place)
            except (edits.EditRefused, LookupError):
                continue
            project.save(key, after, "edit", known=before)
            assert _annotation(project, key) == relinked(after)
            states.append(_rows(project))
            assert len({_annotation(project, one).reference for one in (ONE, TWO)}) == 1
            assert not _annotation(project, key).faults
        for expected in states[-2::-1]:
            project.take_step("ana", "undo")
            assert _rows(project) == expected
        for expected in states[1:]:
            project.take_step("ana", "redo")
            assert _rows(project) == expected


def _random_edit(annotation: Annotation, kind: int, place: int) -> Annotation:
    side: Side = "reference" if kind % 2 else "hypothesis"
    if kind < 2:
        return edits.add_frame(annotation, side, (place, place + 1))
    if kind < 4:
        return edits.delete_frame(annotation, side, place % 3)
    if kind < 6:
        return edits.set_span(annotation, side, (place % 2, None), (place, place + 1), 8)
    return edits.set_span(annotation, "reference", (0, 0), (place, place + 1), 8)


def test_frames_are_not_put_over_those_that_cannot_be_read(project: Project) -> None:
    project._connection.execute("UPDATE annotations SET content = '{' WHERE kind = 'reference'")
    before = _rows(project)
    third = replace(ONE, system="c")
    with pytest.raises(UsageError, match="frames of this reference cannot be read"):
        project.save(third, DONE, "done", known=None)
    with pytest.raises(UsageError, match="cannot be read"):
        project.save(ONE, DONE, "done")
    with pytest.raises(UsageError, match="cannot be read"):
        project.share_reference(ONE)
    assert _rows(project) == before


def test_remarks_beside_several_references_come_in_one_order(tmp_path: Path) -> None:
    """Whichever was begun first: a merge numbers the rows anew."""
    with Project(tmp_path / "x.meantree", new=True) as project:
        project.fill(corpus_of([[WORDS] * 4], "ab", "AB", ids="1", document="d"))
        for name in "BA":
            project.save(replace(ONE, reference=name), replace(DONE, comment=name), "remark", known=None)
        assert project.comments("ana") == {("d/1", "a"): "A; B"}


def test_an_edit_over_rolesets_that_another_window_changed_is_refused(project: Project) -> None:
    senses = [tuple(replace(one, roleset="say.01") for one in frames) for frames in (DONE.hypothesis, REFERENCE)]
    project.save(ONE, replace(DONE, hypothesis=senses[0]), "sense", known=DONE)
    with pytest.raises(Conflict):
        project.save(ONE, replace(DONE, comment="?"), "remark", known=DONE)
    project.save(TWO, replace(DONE, reference=senses[1]), "sense", known=DONE)
    with pytest.raises(Conflict):
        project.save(replace(ONE, system="c"), DONE, "done", known=None, initial=DONE)
    found = _annotation(project, ONE)
    assert [one.roleset for one in (*found.hypothesis, *found.reference)] == ["say.01"] * 4


def test_translations_over_frames_that_cannot_be_read_show_their_own(project: Project) -> None:
    """One message tells it, and none of them is scored over nothing."""
    project._connection.execute("UPDATE annotations SET content = '{' WHERE kind = 'reference'")
    found = project.annotations("ana")
    assert list(found) == [ONE, TWO]
    for annotation in (*found.values(), _annotation(project, ONE)):
        assert (annotation.hypothesis, annotation.reference) == (DONE.hypothesis, ())
        assert len(annotation.inactive) == 4
    assert [_annotation(project, key).state for key in (ONE, TWO)] == [State.OPEN, State.OPEN]
    assert tell(project.problems, "segment d/1, A, ana: the frames … cannot be read")

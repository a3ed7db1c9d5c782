"""What a settled translation was settled over is not taken away unsaid: by merges, decisions, undo, or edits."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from helpers.corpora import corpus_of
from helpers.frames import frame
from helpers.merges import Work, copies_of, merged, undone
from helpers.project_rows import rows_of
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation import edits
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.reference_frames import ReferenceKey
from meantree.errors import UsageError
from meantree.project.file import Project
from meantree.project.importing import import_annotations
from meantree.project.merging import merge
from meantree.project.records import Locked

WORDS = "the old man says that he gave it"
CORPUS = corpus_of([[WORDS] * 4], "abc", ids="1", document="d")
ONE, TWO, THREE = (AnnotationKey("d/1", system, "A", "gold") for system in "abc")
REFERENCE = ReferenceKey("d/1", "A", "gold")
LINKS = FrameAlignment({(0, 0): LinkKind.CORRECT})
BEGUN = Annotation((frame("3 agent=1-2"),), (frame("3 agent=0-2"),), LINKS, State.DONE)
SETTLED = replace(BEGUN, finalized_by="eva")


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """The gold standard of three translations is begun."""
    path = tmp_path / "whole.meantree"
    with Project(path, new=True) as project:
        project.fill(CORPUS)
        for key in (ONE, TWO, THREE):
            project.save(key, BEGUN, "begun", known=None)
    return path


def _edited(key: AnnotationKey, change: Callable[[Annotation], Annotation], what: str) -> Work:
    def edit(project: Project) -> None:
        before = project.annotation(key)
        assert before is not None
        project.save(key, change(before), what, known=before)

    return edit


def _settle(key: AnnotationKey) -> Work:
    return _edited(key, lambda before: replace(before, finalized_by="eva"), "settled")


def _new_frame(key: AnnotationKey, word: int) -> Work:
    return _edited(key, lambda before: edits.add_frame(before, "reference", (word, word + 1)), "new frame")


def _remark(key: AnnotationKey, text: str) -> Work:
    return _edited(key, lambda before: edits.set_comment(before, "reference", (0, None), text), "remark")


@pytest.mark.parametrize("settles_first", [True, False])
def test_a_reference_that_changes_under_a_settled_translation_is_a_conflict(whole: Path, settles_first: bool) -> None:
    works = [_settle(ONE), _new_frame(TWO, 6)]
    copies = copies_of(whole, *(works if settles_first else works[::-1]))
    found = merge(copies, whole.with_name("merged.meantree"))
    assert [(one.kind, one.reference, one.annotator, len(one.times)) for one in found.conflicts] == [
        ("reference", "A", "gold", 2)
    ]
    with Project(whole.with_name("merged.meantree")) as project:
        assert project.annotation(ONE) == SETTLED, "what was settled is shown as it was settled"
        assert list(project.alternatives()) == [REFERENCE]
    with Project(whole) as project:
        import_annotations(project, copies[0])
        assert [one.kind for one in import_annotations(project, copies[1]).conflicts] == ["reference"]
        assert project.annotation(ONE) == SETTLED


@pytest.mark.parametrize("settles_first", [True, False])
def test_that_a_remark_on_the_reference_of_a_settled_translation_is_no_conflict(
    whole: Path, settles_first: bool
) -> None:
    works = [_settle(ONE), _remark(TWO, "rare")]
    copies = copies_of(whole, *(works if settles_first else works[::-1]))
    with merged(copies) as project, merged([project.path, *copies]) as again:
        assert rows_of(again.path) == rows_of(project.path)
        assert project.annotation(ONE) == replace(SETTLED, part_comments={("reference", (0, None)): "rare"})


def test_every_order_of_merging_keeps_what_was_settled(whole: Path) -> None:
    """Two are settled over different frames of the reference, and a third copy goes on with those of one."""
    first, second = copies_of(whole, _settle(ONE), _new_frame(TWO, 6))
    third = Path(shutil.copy(second, whole.with_name("third.meantree")))
    with Project(third) as project:
        _new_frame(THREE, 7)(project)
    with Project(second) as project:
        _settle(TWO)(project)
    paths = [first, second, third]
    target = whole.with_name("merged.meantree")
    assert [(one.kind, len(one.times)) for one in merge(paths, target).conflicts] == [("reference", 3)]
    tables = rows_of(target)
    for number, order in enumerate(itertools.permutations(paths)):
        at_once, one, two = (whole.with_name(f"{name}{number}.meantree") for name in ("at_once", "one", "two"))
        merge(order, at_once)
        merge(order[:2], one)
        merge([one, order[2]], two)
        assert rows_of(at_once) == rows_of(two) == tables
        merge([two, order[0], target], whole.with_name(f"again{number}.meantree"))
        assert rows_of(whole.with_name(f"again{number}.meantree")) == tables


def test_a_version_is_not_taken_under_a_settled_translation(whole: Path) -> None:
    with merged(copies_of(whole, _settle(ONE), _new_frame(TWO, 6)), ["reference"]) as project:
        (other,) = project.alternatives()[REFERENCE]
        before = rows_of(project.path)
        with pytest.raises(Locked, match="'eva' finalized the translation of a"):
            project.choose_version(REFERENCE, other)
        assert rows_of(project.path) == before
        project.save(ONE, BEGUN, "unlocked", known=SETTLED)
        project.choose_version(REFERENCE, other)
        found = project.annotation(ONE)
        assert found is not None
        assert len(found.reference) == 2
        assert project.alternatives() == {}


def test_another_version_of_what_is_settled_is_not_taken(whole: Path) -> None:
    def comment(project: Project) -> None:
        project.save(ONE, replace(BEGUN, comment="?"), "comment", known=BEGUN)

    with merged(copies_of(whole, comment, _settle(ONE)), ["frames"]) as project:
        (other,) = project.alternatives()[ONE]
        with pytest.raises(Locked, match="'eva' finalized this"):
            project.choose_version(ONE, other)
        project.save(ONE, BEGUN, "unlocked", known=SETTLED)
        project.choose_version(ONE, other)
        assert project.annotation(ONE) == replace(BEGUN, comment="?")


def test_a_settled_version_is_taken_over_what_it_was_settled_over(whole: Path) -> None:
    def work(project: Project) -> None:
        project.save(ONE, replace(BEGUN, comment="?"), "comment", known=BEGUN)
        _new_frame(TWO, 6)(project)

    def settle(project: Project) -> None:
        project.save(THREE, edits.add_frame(BEGUN, "reference", (7, 8)), "new frame", known=BEGUN)
        _settle(ONE)(project)

    with merged(copies_of(whole, settle, work), ["reference", "frames"]) as project:
        (settled,), (before,) = project.alternatives()[ONE], project.alternatives()[REFERENCE]
        with pytest.raises(Locked, match="other frames of the reference"):
            project.choose_version(ONE, settled)
        project.choose_version(REFERENCE, before)
        project.choose_version(ONE, settled)
        found = project.annotation(ONE)
        assert found is not None
        assert (found.finalized_by, found.reference[1].predicate, project.alternatives()) == ("eva", (7, 8), {})


def test_undo_takes_back_a_lock_before_the_frames_under_it(whole: Path) -> None:
    """A copy went on with the reference and came back, after the other had settled a translation."""

    def there_and_back(project: Project) -> None:
        _new_frame(TWO, 6)(project)
        _edited(TWO, lambda now: edits.delete_frame(now, "reference", 1), "deleted frame")(project)

    with merged(copies_of(whole, _settle(ONE), there_and_back)) as project:
        project.save(ONE, BEGUN, "unlocked", known=SETTLED)
        assert [what for _, what in undone(project, "gold")] == [
            "unlocked",
            "settled",
            "deleted frame",
            "new frame",
            *["begun"] * 3,
        ]
        assert project.annotations("gold") == {}


def test_undo_reaches_the_beginning_where_a_copy_began_and_settled_in_one_step(tmp_path: Path) -> None:
    """The newest step waits for the lock, which only a step with the same frames of the reference takes back."""
    path = tmp_path / "whole.meantree"
    with Project(path, new=True) as project:
        project.fill(CORPUS)
    works = [partial(Project.save, key=key, annotation=one, what="x") for key, one in ((ONE, SETTLED), (TWO, BEGUN))]
    with merged(copies_of(path, *works)) as project:
        assert [key for key, _ in undone(project, "gold")] == [ONE, TWO]
        assert project.annotations("gold") == {}


def test_undo_goes_on_below_what_a_copy_undid_with_frames_that_it_settled_over_again(tmp_path: Path) -> None:
    """Each translation was settled with the same new frames; the later step takes them back, the earlier one not."""
    path = tmp_path / "whole.meantree"

    def undo_and_settle(project: Project) -> None:
        project.take_step("gold", "undo")
        project.save(TWO, SETTLED, "settled again")

    with Project(path, new=True) as project:
        project.fill(CORPUS)
        project.save(ONE, SETTLED, "settled")
    comment = partial(Project.save, key=ONE, annotation=replace(SETTLED, comment="?"), what="comment")
    with merged(copies_of(path, undo_and_settle, comment), ["frames"]) as project:
        assert [what for _, what in undone(project, "gold")] == ["comment", "settled", "settled again"]
        assert project.annotations("gold") == {}


def test_undo_of_what_a_copy_undid_comes_before_the_frames_that_it_was_settled_over(tmp_path: Path) -> None:
    path, other = tmp_path / "whole.meantree", replace(BEGUN, reference=(frame("5"),), alignment=FrameAlignment())

    def undo_and_go_on(project: Project) -> None:
        project.take_step("gold", "undo")
        project.save(ONE, BEGUN, "unlocked")
        project.save(TWO, other, "same frames")

    with Project(path, new=True) as project:
        project.fill(CORPUS)
        project.save(ONE, SETTLED, "settled")
        project.save(ONE, other, "other frames")
    settle = partial(Project.save, key=ONE, annotation=replace(other, finalized_by="eva"), what="settled again")
    with merged(copies_of(path, undo_and_go_on, settle), ["frames"]) as project:
        assert [what for _, what in undone(project, "gold")] == [
            "settled again",
            "same frames",
            "other frames",
            "settled",
        ]
        assert project.annotations("gold") == {}


def test_redo_locks_nothing_over_frames_that_it_was_not_settled_over(whole: Path) -> None:
    def settle_and_undo(project: Project) -> None:
        _settle(ONE)(project)
        project.take_step("gold", "undo")

    with merged(copies_of(whole, settle_and_undo, _new_frame(TWO, 6))) as project:
        before = rows_of(project.path)
        with pytest.raises(Locked, match="other frames of the reference"):
            project.take_step("gold", "redo")
        assert rows_of(project.path) == before
        assert project.take_step("gold", "undo") == (TWO, "new frame")
        assert [project.take_step("gold", "redo"), project.annotation(ONE)] == [
            (TWO, "new frame"),
            project.annotation(ONE),
        ]


def test_rolesets_under_a_settled_translation_stay(whole: Path) -> None:
    with Project(whole) as project:
        _settle(ONE)(project)
        sense = (replace(BEGUN.reference[0], roleset="say.01"),)
        with pytest.raises(Locked, match="same reference"):
            project.save(TWO, replace(BEGUN, reference=sense), "sense", known=BEGUN)
        with pytest.raises(UsageError, match="translation of a"):
            project.save(TWO, edits.add_frame(BEGUN, "reference", (6, 7)), "new frame", known=BEGUN)

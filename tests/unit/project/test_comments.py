"""All that an annotator wrote beside annotations, as tables search it."""

from __future__ import annotations

from pathlib import Path

from helpers.annotating import key_of, make_project
from helpers.frames import frame
from meantree.annotation.frame_annotation import Annotation, Place
from meantree.project.file import Project

PARTS: dict[Place, str] = {
    ("reference", (0, None)): "rare verb",
    ("hypothesis", (0, 0)): "too long",
    ("hypothesis", (0, None)): "light",
}


def test_remarks_on_parts_come_after_that_on_the_whole(tmp_path: Path) -> None:
    make_project(tmp_path / "p.meantree")
    one = (frame("0 agent=1"),)
    with Project(tmp_path / "p.meantree") as project:
        project.save(key_of(1), Annotation(one, one, comment="hard", part_comments=PARTS), "made")
        project.save(key_of(2), Annotation(one, one, comment=" "), "made")
        project.save(key_of(3), Annotation(one, one, part_comments={("hypothesis", (0, 0)): "odd"}), "made")
        assert project.comments("ann") == {
            ("00/01", "01"): "hard; light; too long; rare verb",
            ("00/03", "01"): "odd",
        }


def test_what_was_said_is_in_the_order_of_the_texts() -> None:
    one = (frame("0 agent=1"),)
    assert Annotation(one, one, part_comments=PARTS).all_comments == ("light", "too long", "rare verb")

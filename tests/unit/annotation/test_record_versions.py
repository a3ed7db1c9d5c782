"""How versions of a record in merged copies are told apart in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.frames import frame
from meantree.analysis.corrections import FixedLinks
from meantree.annotation.annotation_json import to_json
from meantree.annotation.corrections import LinksKey, TreeKey, arcs_to_json, links_to_json
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place, errors_to_json
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.record_kinds import Key
from meantree.annotation.record_versions import version_lines
from meantree.corpus.corpus import Segment, Text

SEGMENT = Segment(
    "1",
    "",
    "il donna",
    {"r": Text("he gives it", tokens=("he", "gives", "it"))},
    {"s": Text("he gave books", tokens=("he", "gave", "books"))},
)
GAVE, UNSAID = (
    MarkedError((Place("hypothesis", 3, 7), Place("hypothesis", 0, 2)), "major", "Style", comment="why?"),
    MarkedError((Place("source", 0, 2), Place("hypothesis", 13, 13)), "minor", "Omission", missing=True),
)
SHOWN = Annotation((frame("1 agent=0"),), (), comment="?", own_reference=True)
OTHER = replace(
    SHOWN,
    hypothesis=(frame("1 patient=0"),),
    state=State.DONE,
    comment="",
    part_comments={("hypothesis", (0, 0)): "why?"},
)
FRAMES = AnnotationKey("1", "s", "r", "ana")
FRAMES_SHOWN, REJECTED = to_json(SHOWN), to_json(replace(SHOWN, rejected=frozenset({("reference", (1, 3))})))
LINKED = FixedLinks(frozenset({(2, 2)})), FixedLinks(frozenset({(0, 0)}), frozenset({(2, 2)}))


@pytest.mark.parametrize(
    ("key", "version", "shown", "lines"),
    [
        (
            FRAMES,
            to_json(OTHER),
            FRAMES_SHOWN,
            [
                "done (shown: open)",
                "“gave” of the hypothesis: patient: he (shown: agent: he)",
                "comment: none (shown: ?)",
                "comment on patient “he” of the hypothesis: why? (shown: none)",
            ],
        ),
        (FRAMES, to_json(replace(SHOWN, finalized_by="eva")), FRAMES_SHOWN, ["finalized by eva"]),
        (
            FRAMES,
            REJECTED,
            FRAMES_SHOWN,
            ["“gives it” of the reference: rejected, has no frame (shown: not decided)"],
        ),
        (
            FRAMES,
            FRAMES_SHOWN,
            REJECTED,
            ["“gives it” of the reference: not decided (shown: rejected, has no frame)"],
        ),
        (FRAMES, None, FRAMES_SHOWN, ["nothing stored"]),
        (
            FRAMES,
            to_json(replace(SHOWN, comment="")),
            None,
            ["“gave” of the hypothesis: agent: he (shown: no frame)"],
        ),
        (FRAMES, "{", FRAMES_SHOWN, ["cannot be read"]),
        (FRAMES, FRAMES_SHOWN, FRAMES_SHOWN, ["no difference"]),
        (
            TreeKey("1", "hypothesis", "s", "ana"),
            arcs_to_json({0: (1, "nsubj"), 1: (-1, "root"), 7: (-1, "root")}),
            arcs_to_json({0: (2, "det")}),
            [
                "“he”: nsubj of “gave” (shown: det of “books”)",
                "“gave”: root, a root (shown: not corrected)",
                "“token 8”: root, a root (shown: not corrected)",
            ],
        ),
        (
            ErrorKey("1", "s", "ana"),
            errors_to_json(ErrorAnnotation((GAVE, UNSAID, MarkedError()))),
            errors_to_json(ErrorAnnotation((GAVE, replace(GAVE, severity="minor")))),
            [
                "minor Omission, [missing] “il” … [missing] after “books”: not shown",
                "no severity error, the whole translation: not shown",
                "minor Style, “gave” … “he” (why?): shown alone",
            ],
        ),
        (
            LinksKey("1", "s", "r", "ana"),
            *map(links_to_json, LINKED),
            ["he – he: not corrected (shown: linked)", "books – it: linked (shown: not linked)"],
        ),
    ],
)
def test_a_version_is_told_by_what_differs_from_the_shown_one(
    key: Key, version: str | None, shown: str | None, lines: list[str]
) -> None:
    assert list(version_lines(key, version, shown, SEGMENT)) == lines

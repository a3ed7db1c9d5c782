"""What the versions of other copies say otherwise, for people to choose between them."""

from __future__ import annotations

from dataclasses import replace

from helpers.frames import frame
from meantree.analysis.corrections import FixedLinks
from meantree.annotation.annotation_json import to_json
from meantree.annotation.corrections import LinksKey, TreeKey, arcs_to_json, links_to_json
from meantree.annotation.differences import name_of, version_lines
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import Side

TOKENS: dict[Side, tuple[str, ...]] = {"hypothesis": ("he", "gave", "books"), "reference": ("he", "gives", "it")}
KEY = AnnotationKey("1", "s", "r", "ana")
SHOWN = Annotation((frame("1 agent=0"),), (), comment="?", own_reference=True)


def test_frames_states_and_remarks() -> None:
    other = replace(
        SHOWN,
        hypothesis=(frame("1 patient=0"),),
        state=State.DONE,
        comment="",
        part_comments={("hypothesis", (0, 0)): "why?"},
    )
    assert version_lines(KEY, to_json(other), to_json(SHOWN), TOKENS) == (
        "done (shown: open)",
        "“gave” of the hypothesis: patient: he (shown: agent: he)",
        "comment: none (shown: ?)",
        "comment on patient “he” of the hypothesis: why? (shown: none)",
    )
    assert version_lines(KEY, to_json(replace(SHOWN, finalized_by="eva")), to_json(SHOWN), TOKENS) == (
        "finalized by eva",
    )
    rejected = to_json(replace(SHOWN, rejected=frozenset({("reference", (1, 3))})))
    assert version_lines(KEY, rejected, to_json(SHOWN), TOKENS) == (
        "“gives it” of the reference: rejected, has no frame (shown: not decided)",
    )
    assert version_lines(KEY, to_json(SHOWN), rejected, TOKENS) == (
        "“gives it” of the reference: not decided (shown: rejected, has no frame)",
    )


def test_what_is_not_there_or_cannot_be_read() -> None:
    assert version_lines(KEY, None, to_json(SHOWN), TOKENS) == ("nothing stored",)
    assert version_lines(KEY, to_json(SHOWN), None, TOKENS)[0] == (
        "“gave” of the hypothesis: agent: he (shown: no frame)"
    )
    assert version_lines(KEY, "{", to_json(SHOWN), TOKENS) == ("cannot be read",)
    assert version_lines(KEY, to_json(SHOWN), to_json(SHOWN), TOKENS) == ("no difference",)


def test_trees_and_links() -> None:
    tree = TreeKey("1", "hypothesis", "s", "ana")
    arcs = arcs_to_json({0: (1, "nsubj"), 1: (-1, "root")}), arcs_to_json({0: (2, "det")})
    assert version_lines(tree, *arcs, TOKENS) == (
        "“he”: nsubj of “gave” (shown: det of “books”)",
        "“gave”: root, a root (shown: not corrected)",
    )
    links = LinksKey("1", "s", "r", "ana")
    fixed = FixedLinks(frozenset({(2, 2)})), FixedLinks(frozenset({(0, 0)}), frozenset({(2, 2)}))
    assert version_lines(links, links_to_json(fixed[0]), links_to_json(fixed[1]), TOKENS) == (
        "he – he: not corrected (shown: linked)",
        "books – it: linked (shown: not linked)",
    )
    unknown: dict[Side, tuple[str, ...]] = {"hypothesis": (), "reference": ()}
    assert version_lines(tree, arcs[0], arcs[1], unknown)[1] == "“token 2”: root, a root (shown: not corrected)"
    assert [name_of(key) for key in (KEY, tree, links)] == [
        "frames and links",
        "corrected tree",
        "corrected word links",
    ]

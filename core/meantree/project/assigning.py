"""Divide a project among annotators; what somebody has begun stays theirs."""

from __future__ import annotations

from collections.abc import Sequence

from meantree.errors import UsageError
from meantree.escaping import quoted
from meantree.project.annotation import AUTOMATIC
from meantree.project.division import divided
from meantree.project.file import Project
from meantree.project.kinds import Key
from meantree.project.rules import Rules


def assign_segments(
    project: Project,
    annotators: Sequence[str],
    overlap: float = 0.0,
    together: int = 2,
    rules: Rules | None = None,
) -> None:
    """Divide the segments that have a translation and a reference, in place of what was assigned before.

    Args:
        project: the project.
        annotators: who shares the segments. Others keep those that they have begun.
        overlap: which part of the segments several annotate, in [0, 1].
        together: how many annotate each of these.
        rules: by which they work; by default those of the project.

    Raises:
        UsageError: if the names or numbers cannot be, the project is a part and has other rules, or the file cannot be
            written to.
    """
    if AUTOMATIC in annotators:
        raise UsageError(f"{quoted(AUTOMATIC)} is the labeller; expected the names of people")
    segments = [one.key for one in project.corpus().segments if one.references and one.hypotheses]
    begun = {name: segments_begun(project, name) for name in project.annotators if name != AUTOMATIC}
    others = {one.annotator for one in project.assignments() if one.annotator not in annotators}
    work = divided(segments, annotators, overlap, together, begun)
    if rules is not None:
        project.set_rules(rules)
    project.assign({**{name: sorted(begun.get(name, ())) for name in others}, **work})


def segments_begun(project: Project, annotator: str) -> frozenset[str]:
    """The segments of which somebody annotated a translation, corrected a tree, or links."""
    keys: list[Key] = [*project.annotations(annotator), *project.trees(annotator), *project.links(annotator)]
    return frozenset(key.segment for key in keys)

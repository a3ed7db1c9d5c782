"""What a blind project hides in the window: the work of other annotators, until one's own is finished.

Everything in the window that shows another annotator's frames, or numbers of them, asks here. The command line is the
lead's, and shows everything; so does the window under another name, as names need no password.
"""

from __future__ import annotations

from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import counted
from meantree.project.annotation import TO_DO, State
from meantree.project.file import Project
from meantree.project.workload import progress_of


def hides_others(project: Project, annotator: str, own: State | None) -> bool:
    """Return whether other annotations of a translation are hidden from an annotator.

    Args:
        project: the project; unless it is blind, nothing is hidden in it.
        annotator: who looks; nothing is hidden from the annotator of the gold standard.
        own: the state of the annotator's own annotation; None if it was not started.
    """
    rules = project.rules
    return rules.blind and annotator != rules.gold and (own is None or own is State.OPEN)


def unfinished_if_blind(project: Project, annotator: str, corpus: Corpus) -> int:
    """Return how many translations an annotator must finish before seeing others' work; 0 if none.

    These are the translations of the assigned segments, and those that the annotator started; where nothing is assigned
    to anybody, all translations for an annotator who started any. Nothing is hidden in a project that is not blind, nor
    from the annotator of the gold standard, nor under a name without segments and annotations, as a lead's.

    Args:
        project: the project.
        annotator: who looks; empty for nobody.
        corpus: that of the project.
    """
    rules = project.rules
    if not rules.blind or annotator in ("", rules.gold):
        return 0
    states = project.translation_states(annotator)
    if not states or any(item.given for item in project.assignments()):
        progress = progress_of(project, annotator, corpus)
        own = project.assigned_to(annotator)
        return progress.left + sum(state in TO_DO and segment not in own for (segment, _), state in states.items())
    return sum(
        states.get((segment.key, system), State.OPEN) in TO_DO
        for segment in corpus.segments
        if segment.references or not rules.has_frames
        for system in segment.hypotheses
    )


def require_finished(project: Project, annotator: str, corpus: Corpus, what: str) -> None:
    """Refuse to show ``what`` to an annotator who has not finished in a blind project.

    Raises:
        UsageError: if others' work is hidden from the annotator.
    """
    left = unfinished_if_blind(project, annotator, corpus)
    if left:
        count = counted(left, "translation")
        raise UsageError(f"this project is blind; {what} when you have finished your work: {count} left")

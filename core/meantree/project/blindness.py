"""What a blind project hides in the window until one's own work is finished: that of others, and names of systems.

Everything in the window that shows another annotator's frames, or numbers of them, asks here. The command line is the
lead's, and shows everything; so does the window under another name, as names need no password.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from meantree.annotation.frame_annotation import TO_DO, State
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import capitalised, counted
from meantree.project.file import Project
from meantree.project.teamwork import NO_KEY

if TYPE_CHECKING:
    from meantree.project.workload import Translation


def hides_others(project: Project, annotator: str, own: State | None) -> bool:
    """Return whether other annotations of a translation are hidden from an annotator.

    Args:
        project: the project; unless it is blind, nothing is hidden in it.
        annotator: who looks; nothing is hidden from the annotator of the gold standard.
        own: the state of the annotator's own annotation; None if it was not started.
    """
    rules = project.rules
    return rules.blind and annotator != rules.gold and (own is None or own is State.OPEN)


def corpus_seen_by(project: Project, annotator: str) -> Corpus:
    """Return the corpus of an annotator.

    Without a name it has no attention checks, and the errors of all; where they work blind, when all have finished.
    """
    if annotator:
        return project.corpus_of(annotator)
    if project.rules.blind:
        corpus = project.corpus_of("")
        if any(unfinished_if_blind(project, name, corpus) for name in project.people):
            return project.texts()
    return project.corpus()


def unfinished_if_blind(project: Project, annotator: str, corpus: Corpus) -> int:
    """Return how many translations an annotator must finish before seeing others' work; 0 if none.

    These are the annotator's work (:meth:`Project.work_of`), and the translations that the annotator started. Nothing
    is hidden in a project that is not blind, nor from the annotator of the gold standard, nor under a name without
    segments and annotations, as a lead's.

    Args:
        annotator: who looks; empty for nobody.
    """
    if not project.rules.blind or leads(project, annotator):
        return 0
    return _unfinished(project, annotator, corpus, project.translation_states(annotator))


def leads(project: Project, annotator: str) -> bool:
    """Return whether somebody annotates nothing in a project: who decides the gold standard, or has no work."""
    is_lead = annotator in ("", project.rules.gold)
    return is_lead or not (project.translation_states(annotator) or project.assigned_to(annotator))


def why_unnamed(project: Project, annotator: str, corpus: Corpus, states: Mapping[Translation, State]) -> str:
    """Return why an annotator must not see names of systems, and what tells systems apart; else empty.

    In a blind project only those see them who adjudicate, have finished their work, or lead: where segments are
    assigned, who has neither assigned nor own work. Whose name is unknown says it first. Where nothing is assigned to
    anybody, all translations are everybody's work. In a part with letters nobody sees them.

    Args:
        annotator: who looks; empty for nobody.
    """
    rules = project.rules
    if project.is_coded:
        return f"{capitalised(NO_KEY)}."
    if not rules.blind or annotator == rules.gold:
        return ""
    if not annotator:
        return "This project is blind; enter your name first on the Annotate page."
    left = _unfinished(project, annotator, corpus, states)
    count = counted(left, "translation")
    return f"This project is blind; systems are named when you have finished your work: {count} left." if left else ""


def _unfinished(project: Project, annotator: str, corpus: Corpus, states: Mapping[Translation, State]) -> int:
    work = {*project.work_of(annotator, corpus), *states}
    return sum(states.get(item, State.OPEN) in TO_DO for item in work)


def require_finished(project: Project, annotator: str, corpus: Corpus, what: str) -> None:
    """Refuse to show ``what`` to an annotator who has not finished in a blind project.

    Raises:
        UsageError: if others' work is hidden from the annotator.
    """
    if left := unfinished_if_blind(project, annotator, corpus):
        count = counted(left, "translation")
        raise UsageError(f"this project is blind; {what} when you have finished your work: {count} left")

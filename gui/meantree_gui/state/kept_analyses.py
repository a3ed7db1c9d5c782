"""The analyses that a project keeps: taken out when it is opened, put in when there are new ones. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from meantree.analysis.store import AnalysisStore
from meantree.work import Work, chunks

if TYPE_CHECKING:
    from meantree.analysis.inputs import AnalysisInput
    from meantree.analysis.layers.required import Layers
    from meantree.analysis.sentences import Analysis
    from meantree.corpus.corpus import Text
    from meantree.project.file import Project

AT_ONCE = 200
"""Analyses that are written in one transaction; edits wait meanwhile."""


class KeptAnalyses:
    """What of one project was exchanged with a store; each operation is for a thread of its own."""

    def __init__(self, store: AnalysisStore) -> None:
        self.store = store
        self._recalled = self._given_up = False
        self._there: set[AnalysisInput] = set()

    def recall(self, project: Project | None) -> Callable[[Work], None] | None:
        """What takes the analyses out of a project, the first time; None afterwards and without a project."""
        if project is None or project.damage or self._recalled:
            return None
        self._recalled, path = True, project.path

        def recall(work: Work) -> None:
            from meantree.project.file import Project

            work.step("Reading saved analyses", 0, 1)
            with Project(path, passing=True) as opened:
                found: dict[AnalysisInput, Analysis] = dict(opened.kept_analyses(self.store.fingerprint))
            self.store.keep(found)
            self._there |= set(found)
            work.step("Reading saved analyses", 1, 1)

        return recall

    def has(self, texts: Iterable[Text], depth: Layers) -> bool:
        """Whether analyses of all these texts were taken out of the project or put into it."""
        from meantree.corpus.analyses import layers_by_input

        return layers_by_input((text for text in texts if text.analysis is None), depth).keys() <= self._there

    def give_up(self) -> None:
        """Keep no more."""
        self._given_up = True

    def keep(self, project: Project, texts: Iterable[Text], depth: Layers) -> Callable[[Work], None] | None:
        """What puts the analyses of these texts into a project; None if it has them."""
        from meantree.analysis.sentences import Analysis
        from meantree.corpus.analyses import layers_by_input

        wanted = layers_by_input((text for text in texts if text.analysis is None), depth)
        new = {start: deep for start, deep in wanted.items() if start not in self._there}
        if project.damage or self._given_up or not new:
            return None
        path = project.path

        def keep(work: Work) -> None:
            from meantree.project.file import Project

            kept = self.store.kept(new).items()
            made = {start: found for start, found in kept if not isinstance(start, Analysis)}
            with Project(path, passing=True) as opened:
                for number, part in enumerate(chunks(list(made), AT_ONCE)):
                    work.step("Saving analyses", number * AT_ONCE, len(made))
                    opened.keep_analyses(self.store.fingerprint, {given: made[given] for given in part})
                    self._there |= set(part)

        return keep

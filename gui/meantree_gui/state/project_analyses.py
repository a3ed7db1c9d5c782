"""Analyses that a project keeps: saving new ones, and replacing those of another analyser. No widgets."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.errors import Cancelled
from meantree.work import Work, chunks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from meantree.analysis.inputs import AnalysisInput
    from meantree.analysis.layers.required import Layers
    from meantree.analysis.store import AnalysisStore
    from meantree.corpus.corpus import Text
    from meantree.project.file import Project
    from meantree.project.stored_analyses import AnalyserMismatch, StoredAnalyses
    from meantree_gui.state.workspace import Workspace


class OtherAnalyser(QObject):
    """Looks whose analyses are used whenever something is opened, and analyses all of it again when it is asked to.

    Signals:
        changed: there is another ``found``, or ``is_analysing``.

    Attributes:
        found: whose analyses are used, None if the installed analyser made them.
        is_analysing: whether everything is being analysed again.
    """

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace, self.background = workspace, workspace.background
        self.found: AnalyserMismatch | None = None
        self.is_analysing = False
        self._store: AnalysisStore | None = None
        workspace.opened.connect(self._look)

    @property
    def _texts(self) -> Sequence[Text]:
        from meantree.scoring.chunks import texts_to_score

        corpus = self.workspace.corpus
        return [] if corpus is None else list(texts_to_score(corpus.segments, corpus.systems))

    def _look(self) -> None:
        """Look by oneself: what somebody cancels is not this, and its progress nobody waits for."""
        store = self.workspace.store
        if store is not self._store:
            self._tell(None)
        self._store = store
        if not store.parsers.stored:
            return
        texts, depth, work = self._texts, self.workspace.depth, Work(cancelled=lambda: self.background.is_closed)

        def look(_work: Work) -> AnalyserMismatch | None:
            from meantree.project.stored_analyses import find_analyser_mismatch

            return find_analyser_mismatch(store, texts, depth, work)

        self.background.run(look, lambda found: self._tell(found) if store is self.workspace.store else None)

    def _tell(self, found: AnalyserMismatch | None) -> None:
        self.found = found
        self.changed.emit()

    def analyse_again(self) -> None:
        """Analyse everything in the background; nothing changes before all of it is done."""
        project, store = self.workspace.project, self.workspace.store.with_stored(None)
        if project is None or self.is_analysing:
            return
        texts, depth, path, is_fixed = self._texts, self.workspace.depth, project.path, bool(project.damage)

        def analyse(work: Work) -> StoredAnalyses:
            from meantree.project.file import Project
            from meantree.project.stored_analyses import reanalyse

            kept = reanalyse(store, texts, depth, work.by(os.cpu_count() or 1))
            if not is_fixed:  # else as long as it is open
                with Project(path, passing=True) as opened:
                    opened.replace_analyses(kept)
            return kept

        def take(kept: StoredAnalyses) -> None:
            self._end()
            if project is self.workspace.project:
                self.workspace.analysed_again(kept)

        def fail(error: BaseException) -> None:
            self._end()
            if not isinstance(error, Cancelled):
                self.background.failed.emit(error)

        self.is_analysing = True
        self.background.run(analyse, take, fail)
        self.changed.emit()

    def _end(self) -> None:
        self.is_analysing = False
        self.changed.emit()


AT_ONCE = 200
"""Analyses that are written in one transaction; edits wait meanwhile."""


class SavedAnalyses:
    """Which analyses a project has, and how those of a store come into it that it does not have yet."""

    def __init__(self, store: AnalysisStore, kept: StoredAnalyses | None = None) -> None:
        self.store = store
        self._given_up = False
        self._there = set(kept.rows) if kept is not None else set[str]()

    def has(self, texts: Iterable[Text], depth: Layers) -> bool:
        """Whether the project has analyses of all these texts."""
        return not self._new(texts, depth)

    def give_up(self) -> None:
        """Keep no more."""
        self._given_up = True

    def keep(self, project: Project, texts: Iterable[Text], depth: Layers) -> Callable[[Work], None] | None:
        """What puts the analyses of these texts into a project, in a thread of its own; None if it has them."""
        new = self._new(texts, depth)
        if project.damage or self._given_up or not new:
            return None
        path = project.path

        def keep(work: Work) -> None:
            from meantree.analysis.sentences import Analysis
            from meantree.project.file import Project
            from meantree.project.stored_analyses import text_of

            made = [
                (start, found) for start, found in self.store.cached(new).items() if not isinstance(start, Analysis)
            ]
            with Project(path, passing=True) as opened:
                for number, part in enumerate(chunks(made, AT_ONCE)):
                    work.step("Saving analyses", number * AT_ONCE, len(made))
                    opened.store_analyses(self.store.fingerprint, dict(part))
                    self._there |= {text_of(given) for given, _ in part}

        return keep

    def _new(self, texts: Iterable[Text], depth: Layers) -> dict[AnalysisInput, Layers]:
        """The texts that the project has no analysis of, neither from the input nor by an analyser."""
        from meantree.analysis.sentences import Analysis
        from meantree.corpus.analyses import layers_by_input
        from meantree.project.stored_analyses import text_of

        wanted = layers_by_input((text for text in texts if text.analysis is None), depth)
        return {
            start: deep
            for start, deep in wanted.items()
            if not isinstance(start, Analysis) and text_of(start) not in self._there
        }

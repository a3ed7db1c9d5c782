"""Finding out that another analyser analysed a project, and analysing it again. No widgets."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.errors import Cancelled
from meantree.work import Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from meantree.analysis.store import AnalysisStore
    from meantree.corpus.corpus import Text
    from meantree.project.file import Project
    from meantree.project.stored_analyses import AnalyserMismatch, StoredAnalyses
    from meantree_gui.state.workspace import Workspace


class OtherAnalyser(QObject):
    """Finds out which analyser made the analyses of an opened project, and analyses it again on request.

    Signals:
        changed: :attr:`mismatch` or :attr:`is_analysing` changed.

    Attributes:
        mismatch: the other analyser, ``None`` if the analyses were made by the installed one.
    """

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace, self.background = workspace, workspace.background
        self.mismatch: AnalyserMismatch | None = None
        self._analysed_again: Project | None = None
        self._store: AnalysisStore | None = None
        workspace.opened.connect(self._look)

    @property
    def is_analysing(self) -> bool:
        """Whether the open project is being analysed again."""
        return self._analysed_again is not None and self._analysed_again is self.workspace.project

    @property
    def _texts(self) -> Sequence[Text]:
        from meantree.scoring.run import texts_to_score

        corpus = self.workspace.corpus
        return [] if corpus is None else list(texts_to_score(corpus.segments, corpus.systems))

    def _look(self) -> None:
        """Find the analyser in the background, without progress and unaffected by cancelling."""
        store = self.workspace.store
        if store is not self._store:
            self._set_mismatch(None)
        self._store = store
        if not store.parsers.stored:
            return
        texts, layers, work = self._texts, self.workspace.layers, Work(cancelled=lambda: self.background.is_closed)

        def look(_work: Work) -> AnalyserMismatch | None:
            from meantree.project.stored_analyses import find_analyser_mismatch

            return find_analyser_mismatch(store, texts, layers, work)

        self.background.run(
            look, lambda mismatch: self._set_mismatch(mismatch) if store is self.workspace.store else None
        )

    def _set_mismatch(self, mismatch: AnalyserMismatch | None) -> None:
        self.mismatch = mismatch
        self.changed.emit()

    def analyse_again(self) -> None:
        """Analyse everything in the background; nothing changes until that is finished."""
        project, store = self.workspace.project, self.workspace.store.with_stored(None)
        if project is None or self.is_analysing:
            return
        texts, layers, path, is_damaged = self._texts, self.workspace.layers, project.path, bool(project.damage)

        def analyse(work: Work) -> StoredAnalyses:
            from meantree.project.file import Project
            from meantree.project.stored_analyses import reanalyse

            kept = reanalyse(store, texts, layers, work.by(os.cpu_count() or 1))
            if not is_damaged:  # a damaged file is not written to
                with Project(path, passing=True, again=project) as opened:
                    opened.replace_analyses(kept)
            return kept

        def take(kept: StoredAnalyses) -> None:
            self._end(project)
            if project is self.workspace.project:
                self.workspace.analysed_again(kept)

        def fail(error: BaseException) -> None:
            self._end(project)
            if not isinstance(error, Cancelled):
                self.background.failed.emit(error)

        self._analysed_again = project
        self.background.run(analyse, take, fail)
        self.changed.emit()

    def _end(self, project: Project) -> None:
        if self._analysed_again is project:  # not another one that was opened meanwhile
            self._analysed_again = None
        self.changed.emit()

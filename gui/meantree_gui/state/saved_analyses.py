"""Analyses that a project keeps, and saving new ones. No widgets."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from meantree.errors import Cancelled
from meantree.project.database import Busy
from meantree.work import Work, chunks

if TYPE_CHECKING:
    from meantree.analysis.inputs import AnalysisInput
    from meantree.analysis.layers.required import Layers
    from meantree.project.stored_analyses import StoredAnalyses
    from meantree_gui.state.open_corpus import OpenCorpus

BATCH = 200
"""Analyses that are written in one transaction; edits wait meanwhile."""


class SavedAnalyses:
    """Which analyses the project that is opened keeps, and saving new ones in it."""

    def __init__(self, workspace: OpenCorpus, kept: StoredAnalyses | None = None) -> None:
        self.workspace, self.store = workspace, workspace.store
        self._given_up = False
        self._saving = Lock()  # of one system after the other, which share references
        self._kept = kept
        self._saved: dict[str, Layers] = {}

    def has(self, system: str) -> bool:
        """Return whether the project keeps the analyses of all texts that are compared to score a system.

        Kept ones count even before they are read.
        """
        new = self._new(system)
        return self.workspace.project is not None and len(self.store.cached(new)) == len(new)

    def save(self, system: str) -> None:
        """Save the analyses of a system that the project does not keep yet, in the background."""
        project, new = self.workspace.project, self._new(system)
        if project is None or project.damage or self._given_up or not new:
            return
        path = project.path

        def save(work: Work) -> None:
            from meantree.analysis.sentences import Analysis
            from meantree.project.file import Project
            from meantree.project.stored_analyses import text_of

            with self._saving:
                made = [
                    (given, analysis)
                    for given, analysis in self.store.cached(new).items()
                    if not isinstance(given, Analysis) and not self._is_saved(text_of(given), analysis.layers)
                ]
                if not made:
                    return
                with Project(path, passing=True, again=project) as opened:
                    for number, part in enumerate(chunks(made, BATCH)):
                        work.step("Saving analyses", number * BATCH, len(made))
                        opened.store_analyses(self.store.fingerprint, dict(part))
                        self._saved |= {text_of(given): analysis.layers for given, analysis in part}

        def fail(error: BaseException) -> None:
            # As on a full disk: reported once, as they can be computed again; a busy project gets them another time.
            if not isinstance(error, Cancelled | Busy):
                self._given_up = True
                self.workspace.background.failed.emit(error)

        self.workspace.background.run(save, lambda _nothing: None, fail)

    def _new(self, system: str) -> dict[AnalysisInput, Layers]:
        """Return the texts whose required layers neither the project nor the input has, with these layers."""
        from meantree.analysis.sentences import Analysis
        from meantree.corpus.analyses import layers_by_input
        from meantree.project.stored_analyses import text_of
        from meantree.scoring.run import texts_to_score

        corpus = self.workspace.corpus
        texts = texts_to_score(corpus.segments, [system]) if corpus is not None else ()
        wanted = layers_by_input((text for text in texts if text.analysis is None), self.workspace.layers)
        return {
            start: deep
            for start, deep in wanted.items()
            if not isinstance(start, Analysis) and not self._is_saved(text_of(start), deep)
        }

    def _is_saved(self, key: str, layers: Layers) -> bool:
        """Return whether the project keeps these layers of a text; an analysis that was not read yet may have them."""
        if key in self._saved:
            return self._saved[key].covers(layers)
        if self._kept is None or key not in self._kept.rows:
            return False
        return key not in self._kept.layers or self._kept.layers[key].covers(layers)

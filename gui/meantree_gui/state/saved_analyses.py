"""New analyses of an open project, which are put into its file. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from meantree.work import Work, chunks

if TYPE_CHECKING:
    from meantree.analysis.inputs import AnalysisInput
    from meantree.analysis.layers.required import Layers
    from meantree.analysis.store import AnalysisStore
    from meantree.corpus.corpus import Text
    from meantree.project.file import Project
    from meantree.project.kept import KeptAnalyses

AT_ONCE = 200
"""Analyses that are written in one transaction; edits wait meanwhile."""


class SavedAnalyses:
    """Which analyses a project has, and how those of a store come into it that it does not have yet."""

    def __init__(self, store: AnalysisStore, kept: KeptAnalyses | None = None) -> None:
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
            from meantree.project.kept import text_of

            made = [(start, found) for start, found in self.store.kept(new).items() if not isinstance(start, Analysis)]
            with Project(path, passing=True) as opened:
                for number, part in enumerate(chunks(made, AT_ONCE)):
                    work.step("Saving analyses", number * AT_ONCE, len(made))
                    opened.keep_analyses(self.store.fingerprint, dict(part))
                    self._there |= {text_of(given) for given, _ in part}

        return keep

    def _new(self, texts: Iterable[Text], depth: Layers) -> dict[AnalysisInput, Layers]:
        """The texts that the project has no analysis of, neither from the input nor by an analyser."""
        from meantree.analysis.sentences import Analysis
        from meantree.corpus.analyses import layers_by_input
        from meantree.project.kept import text_of

        wanted = layers_by_input((text for text in texts if text.analysis is None), depth)
        return {
            start: deep
            for start, deep in wanted.items()
            if not isinstance(start, Analysis) and text_of(start) not in self._there
        }

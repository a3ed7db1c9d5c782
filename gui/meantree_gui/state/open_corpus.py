"""What is open, as its parts know it: a corpus or a project with its annotator, and the analyses. No widgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree_gui.settings import own_name

if TYPE_CHECKING:
    from pathlib import Path

    from meantree.analysis.layers.required import Layers
    from meantree.analysis.store import AnalysisStore
    from meantree.corpus.corpus import Corpus
    from meantree.metrics.metric import Metric
    from meantree.project.file import Project
    from meantree_gui.background import Background


class OpenCorpus(QObject):
    """A corpus with the edits of the annotator, or nothing.

    Signals:
        annotator_changed: another annotator was chosen.
        adjudication_changed: the gold standard is edited from now on, or no longer.
    """

    annotator_changed = Signal()
    adjudication_changed = Signal()

    def __init__(self, background: Background, store: AnalysisStore, specs: Sequence[str] = ()) -> None:
        """Initialize without a corpus; ``specs`` are the metrics that are offered, by default all."""
        super().__init__()
        self.background, self.store, self.specs = background, store, tuple(specs)
        self.corpus: Corpus | None = None
        self.metrics: Mapping[str, Metric] = {}
        self.project: Project | None = None
        self.annotator = ""
        self.visitor: str | None = None  # to whom, by name or without one, the annotator's work is shown
        self.prefers_spans = False  # where frames and error spans are annotated
        self.is_annotating = False  # the Annotate page is shown: what is not on the screen waits
        self.drafts_folder: Path | None = None
        self._places: Mapping[str, int] = {}
        self._adjudicated: tuple[Project | None, str] | None = None

    @property
    def name(self) -> str:
        """The name of what is open, empty if nothing is."""
        if self.project is not None and not self.is_draft:
            return self.project.path.name
        unsaved = " (not saved)" if self.has_unsaved_work else ""
        return f"{self.corpus.name}{unsaved}" if self.corpus is not None else ""

    @property
    def is_draft(self) -> bool:
        """Whether the open project has not been saved by the user yet."""
        return self.project is not None and self.project.path.parent == self.drafts_folder

    @property
    def has_unsaved_work(self) -> bool:
        """Whether what is open is a draft with corrections."""
        return self.is_draft and self.project is not None and self.project.is_edited

    @property
    def is_adjudicating(self) -> bool:
        """Whether the gold standard is edited; another project or name ends it."""
        return self._adjudicated == (self.project, self.annotator)

    @property
    def shows_annotations(self) -> bool:
        """Whether an annotator is chosen in an annotated project, or Annotate shows it."""
        is_asked = bool(self.annotator) or self.is_annotating
        return is_asked and self.project is not None and self.project.is_annotated

    @property
    def shows_spans(self) -> bool:
        """Whether error spans are annotated now, by the protocol of the project and the user's choice."""
        rules = None if self.project is None else self.project.rules
        return rules is not None and rules.has_errors and (self.prefers_spans or not rules.has_frames)

    @property
    def edited_name(self) -> str:
        """Whose edits, states, comments and segments are shown: gold's in adjudication, or the user's."""
        return self.project.rules.gold if self.project is not None and self.is_adjudicating else self.annotator

    @property
    def remarks_as(self) -> str:
        """Under whose name the user answers: the edited or the login name; empty if another may annotate so."""
        name, project = own_name(), self.project
        taken = () if project is None else {*(set(project.annotators) - project.onlookers), project.rules.gold}
        return self.edited_name or ("" if name in taken else name)

    @property
    def size(self) -> int:
        """The number of segments."""
        return len(self.corpus.segments) if self.corpus is not None else 0

    @property
    def layers(self) -> Layers:
        """The layers required by all metrics, so that scores and pictures share their analyses.

        Whatever metrics are offered, arcs have probabilities, findings have the named entities that they are searched
        with, and projects have the frames that annotators start from.
        """
        from meantree.analysis.layers.required import WORDS, Layers
        from meantree.metrics.metric import required_layers

        return WORDS | required_layers(self.metrics) | Layers(all_trees=1, entities=1, roles=self.project is not None)

    @property
    def is_parsed(self) -> bool:
        """Whether all texts have dependency trees, or can get them."""
        from meantree.scoring.verdicts import available_layers

        return self.corpus is not None and "dependencies" in available_layers(self.corpus, self.store.parsers)

    def place_of(self, key: str) -> int | None:
        """Return the 0-based place of the segment of that key, ``None`` if there is none."""
        return self._places.get(key)

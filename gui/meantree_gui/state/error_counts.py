"""Systematic errors of what is open: what is compared, counted in the background where somebody looks. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree_gui.state.selection import NOTHING_OPEN, Selection

if TYPE_CHECKING:
    from meantree.evaluation.feature_values import FeatureValues
    from meantree.evaluation.systematic_errors import Against, FeatureErrors, Occurrence
    from meantree.work import Work


@dataclass(frozen=True, slots=True)
class Question:
    """What is compared: a system with what, by the features of which metric, in which document (None for all)."""

    spec: str = ""
    system: str = ""
    against: Against = ""
    document: str | None = None


@dataclass(frozen=True, slots=True)
class Lack:
    """Why there is nothing to show, and the systems that have to be scored first."""

    why: str
    systems: tuple[str, ...] = ()


class ErrorCounts(QObject):
    """Counts are made anew when scores arrive; as long as nobody looks, nothing is counted.

    Signals:
        changed: there are other counts, or another reason why there are none.
        restarted: there is something else to choose from.
    """

    changed = Signal()
    restarted = Signal()

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection, self.scoring, self.workspace = selection, selection.scoring, selection.workspace
        self.question = Question()
        self.errors: Sequence[FeatureErrors] = ()
        self.answered: Question | None = None
        self._values: dict[str, FeatureValues] = {}
        self._answers: dict[Question, Sequence[FeatureErrors]] = {}
        self._is_looked_at = self._is_running = False
        self._is_old = True
        selection.started.connect(self.start)
        self.scoring.system_scored.connect(self._forget)
        self.scoring.segment_scored.connect(self._forget)
        self.scoring.table_chosen.connect(self._forget)
        self.scoring.run.progressed.connect(self._tell_lack)

    # What can be chosen

    @property
    def specs(self) -> tuple[str, ...]:
        """The metrics with entailment features."""
        from meantree.evaluation.feature_values import features_of

        table = self.scoring.table
        return tuple(spec for spec, one in table.metrics.items() if features_of(one)[1]) if table else ()

    @property
    def systems(self) -> tuple[str, ...]:
        """Of the corpus, scored or not."""
        return self.workspace.corpus.systems if self.workspace.corpus else ()

    @property
    def documents(self) -> tuple[str, ...]:
        """Of the corpus; none where it names none."""
        corpus = self.workspace.corpus
        names = tuple(corpus.documents) if corpus else ()
        return names if any(names) else ()

    def ask(self, question: Question) -> None:
        """Compare something else; a system is not compared with itself."""
        from meantree.evaluation.systematic_errors import default_against

        if question.system == question.against:
            question = replace(question, against=default_against(self.systems, question.system))
        if question != self.question:
            self.question, self._is_old = question, True
            self.restarted.emit()
            self._count()

    def swap(self) -> None:
        """Two systems the other way round."""
        if isinstance(self.question.against, str):
            swapped = replace(self.question, system=self.question.against, against=self.question.system)
            self.ask(swapped)

    # What is looked at

    def look(self, is_looked_at: bool) -> None:
        """Somebody begins to look at it, or looks elsewhere."""
        self._is_looked_at = is_looked_at
        self._count()

    @property
    def lack(self) -> Lack | None:
        """Why nothing can be counted, None if it can."""
        from meantree.evaluation.systematic_errors import Baseline

        asked, table = self.question, self.scoring.table
        if table is None:
            return Lack(NOTHING_OPEN)
        if not table.corpus.references or not self.systems:
            return Lack("Errors are counted beside a reference. Open translations with a reference with Ctrl+O.")
        if not asked.spec:
            return Lack("No metric that these texts can be scored by has entailment features, as rte-r has.")
        others = [one for one in self.systems if one != asked.system]
        missing = [asked.system] if not table.is_scored(asked.system, asked.spec) else []
        if isinstance(asked.against, str) and not table.is_scored(asked.against, asked.spec):
            missing.append(asked.against)
        if asked.against is Baseline.OTHERS and not any(table.is_scored(one, asked.spec) for one in others):
            missing += others
        return Lack(f"Not scored by {asked.spec} yet", tuple(missing)) if missing else None

    @property
    def unscored(self) -> tuple[str, ...]:
        """The systems that could take part and are not scored yet."""
        table = self.scoring.table
        return tuple(one for one in self.systems if table and not table.is_scored(one, self.question.spec))

    def score(self, systems: Sequence[str]) -> None:
        """Score these systems, the first of them first."""
        for system in reversed(systems):
            self.scoring.score(system)
        self.changed.emit()

    def occurrences(self, name: str) -> list[Occurrence]:
        """The segments in which the feature of that name fired."""
        from meantree.evaluation.systematic_errors import occurrences

        asked = self.answered
        if asked is None or asked.spec not in self._values:
            return []
        values = self._values[asked.spec]
        place = next((place for place, one in enumerate(values.features) if one.name == name), None)
        return [] if place is None else occurrences(values, place, asked.system, asked.against, self._places(asked))

    # Inside

    def start(self) -> None:
        """Begin with what was opened."""
        from meantree.evaluation.systematic_errors import default_against

        systems, specs = self.systems, self.specs
        system = self.selection.system
        self.question = Question(specs[0] if specs else "", system, default_against(systems, system))
        self.restarted.emit()
        self._show(None, ())  # segments of what was open before are not to be opened
        self._forget()

    def _forget(self) -> None:
        """Scores are others now."""
        self._values, self._answers, self._is_old = {}, {}, True
        self._count()

    def _tell_lack(self) -> None:
        if self._is_looked_at and self.answered is None:
            self.changed.emit()

    def _places(self, asked: Question) -> Sequence[int] | None:
        table = self.scoring.table
        return None if asked.document is None or table is None else table.corpus.documents.get(asked.document, ())

    def _count(self) -> None:
        """Answer the question in the background, unless that is under way, or done, or nobody looks."""
        if not self._is_looked_at or not self._is_old or self._is_running:
            return
        self._is_old = False
        if self.lack is not None:
            self._show(None, ())
        elif self.question in self._answers:
            self._show(self.question, self._answers[self.question])
        else:
            self._run(self.question)

    def _run(self, asked: Question) -> None:
        from meantree.evaluation.feature_values import FeatureValues
        from meantree.evaluation.systematic_errors import feature_errors

        if asked.spec not in self._values and self.scoring.table is not None:
            self._values[asked.spec] = FeatureValues(self.scoring.table, asked.spec)
        values, places = self._values[asked.spec], self._places(asked)
        self._is_running = True
        if self.answered is None:
            self.changed.emit()  # what was lacking before lacks no more

        def count(work: Work) -> Sequence[FeatureErrors]:  # noqa: ARG001  # it takes a moment
            return feature_errors(values, asked.system, asked.against, places)

        def take(found: Sequence[FeatureErrors]) -> None:
            self._is_running = False
            if self._values.get(asked.spec) is values:  # else they are of scores that are no more
                self._answers[asked] = found
                if asked == self.question:
                    self._show(asked, found)
            self._count()

        self.workspace.background.run(count, take, self._fail)

    def _show(self, answered: Question | None, found: Sequence[FeatureErrors]) -> None:
        self.answered, self.errors = answered, found
        self.changed.emit()

    def _fail(self, error: BaseException) -> None:
        self._is_running = False
        self.workspace.background.failed.emit(error)

"""What experiments on the open corpus offer, and what the user chose of it. No widgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree_gui.background import LatestResult

if TYPE_CHECKING:
    from meantree.corpus.corpus import Corpus
    from meantree.evaluation.measured import Grouping
    from meantree.evaluation.paired_tests import Correction
    from meantree.experiments.experiment_registry import Experiment
    from meantree.experiments.experiment_request import ExperimentRequest, Judgements
    from meantree.experiments.study import Options
    from meantree.work import Work
    from meantree_gui.state.workspace import Workspace

GROUPS: Mapping[str, tuple[Grouping | None, str]] = {
    "": (None, "as each measure is defined"),
    "none": ("none", "over all translations"),
    "item": ("item", "within each source segment"),
    "system": ("system", "within each system"),
}
"""Within which groups values are correlated and paired, with titles."""
CORRECTIONS: Mapping[Correction, str] = {"none": "not corrected", "holm": "Holm", "bh": "Benjamini & Hochberg"}
"""Corrections of p for multiple tests, with titles."""
MAX_RESAMPLES = 1_000_000
MAX_SEED = 2**31 - 1


@dataclass(frozen=True, slots=True)
class ExperimentInputs:
    """All inputs of the form.

    Attributes:
        rating: a kind of rating, empty for none, ``None`` for the first kind of the corpus.
        specs: of the metrics, ``None`` for those offered in the window.
        typed: specs to choose from that the user typed.
        preferences: a file of pairwise judgements for each corpus, in their order, empty for none.
        group_by: a key of :data:`GROUPS`.
        correction: a key of :data:`CORRECTIONS`.
        seed, resamples: as options of the command.
        limit: segments of each corpus, 0 for all.
    """

    experiments: tuple[str, ...] = ("meta-evaluation",)
    rating: str | None = None
    specs: tuple[str, ...] | None = None
    typed: tuple[str, ...] = ()
    preferences: tuple[str, ...] = ()
    group_by: str = ""
    correction: Correction = "none"
    seed: int = 1
    resamples: int = 1000
    limit: int = 0


@dataclass(frozen=True, slots=True)
class JudgedCorpus:
    """A corpus, the path it was read from (``None`` if there is no single one), and its human judgements."""

    corpus: Corpus
    path: Path | None
    judgements: Judgements


@dataclass(frozen=True, slots=True)
class Offer:
    """What there is to choose from: all experiments, and the open corpus."""

    experiments: tuple[Experiment, ...]
    own: JudgedCorpus


def judged_corpus(corpus: Corpus, path: Path | None) -> JudgedCorpus:
    """Return a corpus with its judgements; for very many ratings this takes a moment."""
    from meantree.experiments.experiment_request import judgements_of

    return JudgedCorpus(corpus, path, judgements_of(corpus))


class ExperimentChoice(QObject):
    """What can be chosen for experiments, and the user's inputs.

    Further corpora are read in the background.

    Signals:
        changed: the available or the chosen inputs changed.
        failed: the error with which something could not be read.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.inputs = ExperimentInputs()
        self.further: tuple[JudgedCorpus, ...] = ()
        self.is_reading = False
        self._opened = self.edition = 0
        self._offer: LatestResult[Offer] = LatestResult(workspace.background)
        self._offer.arrived.connect(self.changed)
        self.begin()

    def begin(self) -> None:
        """Start with another corpus."""
        self._opened += 1
        self.forget()
        self.inputs, self.further, self.is_reading = ExperimentInputs(), (), False

    def follow(self) -> None:
        """Keep the inputs for the same texts, opened in another way, such as in a project."""
        self._offer.forget()

    def forget(self) -> None:
        """Drop what is known of the corpus: it was edited."""
        self.edition += 1
        self._offer.forget()

    def prepare(self) -> None:
        """Find out in the background what there is to choose from."""
        corpus, files = self.workspace.corpus, self.workspace.files
        project = self.workspace.project.path if self.workspace.project is not None else None
        annotator = self.workspace.annotator
        if corpus is None:
            return

        def offer(_work: Work) -> Offer:
            # Imported here, so that the main thread need not wait for it.
            from meantree.experiments.experiment_corpora import common_path, folder_name, naming_raters
            from meantree.experiments.experiment_registry import EXPERIMENTS
            from meantree.project.file import Project

            path = project or common_path(files)
            named = replace(corpus, name=(folder_name(path) if path is not None else None) or corpus.name)
            if project is not None:
                with Project(project, passing=True) as stored:
                    named = naming_raters(named, stored, annotator)
            return Offer(EXPERIMENTS, judged_corpus(named, path))

        self._offer.request(self.edition, offer)

    @property
    def offer(self) -> Offer | None:
        """What there is to choose from, ``None`` while that is being found out."""
        return self._offer.result

    @property
    def corpora(self) -> tuple[JudgedCorpus, ...]:
        """The open corpus and the further ones, under distinct names."""
        if self.offer is None:
            return ()
        from meantree.experiments.experiment_corpora import with_distinct_names

        judged = self.offer.own, *self.further
        named = with_distinct_names(
            [each.corpus for each in judged], [str(each.path or each.corpus.name) for each in judged]
        )
        return tuple(
            replace(each, corpus=corpus, judgements=replace(each.judgements, name=corpus.name))
            for each, corpus in zip(judged, named, strict=True)
        )

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of ratings in the corpora."""
        if self.offer is None:
            return ()
        from meantree.experiments.experiment_request import rating_kinds

        return rating_kinds([corpus.judgements for corpus in self.corpora])

    @property
    def rating(self) -> str:
        """The chosen kind of rating, empty for none."""
        kinds, wanted = self.kinds, self.inputs.rating
        return wanted if wanted is not None and wanted in (*kinds, "") else kinds[0] if kinds else ""

    @property
    def specs(self) -> tuple[str, ...]:
        """The metrics to choose from: those offered in the window, and those typed by the user."""
        return tuple(dict.fromkeys((*self.workspace.metrics, *self.inputs.typed)))

    @property
    def chosen_specs(self) -> tuple[str, ...]:
        """The chosen metrics; by default those the user has chosen for the window, or a few fast ones."""
        from meantree.experiments.study import DEFAULT_METRICS

        if self.inputs.specs is not None:
            return tuple(spec for spec in self.specs if spec in self.inputs.specs)
        few = tuple(spec for spec in DEFAULT_METRICS if spec in self.specs)
        return self.specs if self.workspace.specs or not few else few

    @property
    def preferences(self) -> tuple[str, ...]:
        """The files of pairwise judgements, in the order of the corpora; empty unless every corpus has one."""
        files = self.inputs.preferences[: len(self.corpora)]
        return files if len(files) == len(self.corpora) and all(files) else ()

    @property
    def options(self) -> Options:
        """The options of the experiments."""
        from meantree.experiments.study import Options

        inputs = self.inputs
        return Options(
            self.rating,
            self.chosen_specs,
            GROUPS[inputs.group_by][0],
            inputs.seed,
            inputs.resamples,
            inputs.resamples,
            limit=inputs.limit or None,
            preferences=self.preferences,
            correction=inputs.correction,
        )

    def why_not(self, experiment: Experiment) -> str:
        """Return why an experiment cannot be run, empty if it can."""
        from meantree.experiments.experiment_request import why_unavailable

        return why_unavailable(experiment, [corpus.judgements for corpus in self.corpora], self.options)

    @property
    def chosen(self) -> tuple[Experiment, ...]:
        """The chosen experiments that can be run."""
        offered = self.offer.experiments if self.offer is not None else ()
        chosen = [experiment for experiment in offered if experiment.name in self.inputs.experiments]
        return tuple(experiment for experiment in chosen if not self.why_not(experiment))

    @property
    def unavailable(self) -> str:
        """Why no experiment can be run, in words; empty if one can, or if that is being found out."""
        if self.workspace.corpus is None:
            return "Nothing is open. Open translations, references and ratings with Ctrl+O."
        if self.offer is None:
            return self._offer.why_not
        wanted = [experiment for experiment in self.offer.experiments if experiment.name in self.inputs.experiments]
        if not wanted:
            return "No experiment is chosen. Check one in the list."
        if not self.chosen_specs:
            return "No metric is chosen. Check one in the list."
        if not self.chosen:
            reason = self.why_not(wanted[0])
            others = [experiment.title for experiment in self.offer.experiments if not self.why_not(experiment)]
            hint = f" “{others[0]}” can." if others else ""
            return f"“{wanted[0].title}” cannot be run: {reason}.{hint}"
        return ""

    @property
    def request(self) -> ExperimentRequest:
        """The request as the command takes it, with the further corpora; the path of the open corpus may change."""
        from meantree.experiments.experiment_request import ExperimentRequest

        return ExperimentRequest(
            tuple(corpus.path for corpus in self.further if corpus.path is not None),
            tuple(experiment.name for experiment in self.chosen),
            self.options,
            self.workspace.encoding,
            self.workspace.store.parsers.installed,
            annotator=self._annotator,
        )

    @property
    def _annotator(self) -> str | None:
        """Whose annotations the open corpus has; ``None`` if the annotator has none yet."""
        project, name = self.workspace.project, self.workspace.annotator
        return name if project is not None and name in project.annotators else None

    def change(self, inputs: ExperimentInputs) -> None:
        """Take other inputs."""
        if inputs != self.inputs:
            self.inputs = inputs
            self.changed.emit()

    def add(self, paths: Sequence[Path]) -> None:
        """Read further corpora in the background, one per path, and append them."""
        known = [corpus.path for corpus in self.corpora]
        new = [path for path in paths if path not in known]
        encoding, opened, annotator = self.workspace.encoding, self._opened, self._annotator
        if not new:
            return

        def read_one(work: Work) -> tuple[JudgedCorpus, ...]:
            from meantree.experiments.experiment_corpora import read_one as read_one

            found = []
            for place, path in enumerate(new):
                work.step("Reading corpora", place, len(new))
                found.append(judged_corpus(read_one(path, encoding, annotator), path))
            return tuple(found)

        def take(found: tuple[JudgedCorpus, ...]) -> None:
            if opened == self._opened:
                self.is_reading = False
                self.further = (*self.further, *found)
                self.changed.emit()

        def fail(error: BaseException) -> None:
            if opened == self._opened:
                self.is_reading = False
                self.changed.emit()
                self.failed.emit(error)

        self.is_reading = True
        self.changed.emit()
        self.workspace.background.run(read_one, take, fail, lasting=True)

    def remove(self, place: int) -> None:
        """Remove a further corpus by its 0-based place among :attr:`corpora`; the open one stays."""
        if 1 <= place <= len(self.further):
            files = self.inputs.preferences
            self.further = self.further[: place - 1] + self.further[place:]
            self.inputs = replace(self.inputs, preferences=files[:place] + files[place + 1 :])
            self.changed.emit()

    def set_preferences(self, place: int, file: str) -> None:
        """Set the file of pairwise judgements of a corpus by its 0-based place."""
        files = [*self.inputs.preferences, *[""] * len(self.corpora)][: len(self.corpora)]
        files[place] = file
        self.change(replace(self.inputs, preferences=tuple(files)))

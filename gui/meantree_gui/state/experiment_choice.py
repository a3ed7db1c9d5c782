"""What experiments on the open corpus offer, and what the user chose of it. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.errors import UsageError
from meantree.escaping import escaped
from meantree_gui.background import LatestResult
from meantree_gui.settings import Settings
from meantree_gui.state.experiment_wish import CORRECTIONS, GROUPS, Wish, keep_wish, kept_wish, without

if TYPE_CHECKING:
    from meantree.corpus.corpus import Corpus
    from meantree.experiments.experiment_registry import Experiment
    from meantree.experiments.experiment_request import ExperimentRequest, Judgements
    from meantree.experiments.study import Options
    from meantree.work import Work
    from meantree_gui.state.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Pair:
    """One corpus: where it is read from (None if in no one place), and what people say in it."""

    corpus: Corpus
    path: Path | None
    judgements: Judgements


@dataclass(frozen=True, slots=True)
class Offer:
    """What there is to choose from: all experiments, and the open corpus."""

    experiments: tuple[Experiment, ...]
    own: Pair


def pair_of(corpus: Corpus, path: Path | None) -> Pair:
    """Look through the ratings of a corpus; of very many this takes a moment."""
    from meantree.experiments.experiment_request import judgements_of

    return Pair(corpus, path, judgements_of(corpus))


class ExperimentChoice(QObject):
    """Choices are kept for each corpus; further corpora are read in the background.

    Signals:
        changed: there is something else to choose from, or something else is chosen.
        failed: why something could not be read.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, workspace: Workspace, settings: Settings) -> None:
        super().__init__()
        self.workspace, self.settings = workspace, settings
        self.wish = Wish()
        self.further: tuple[Pair, ...] = ()
        self.is_reading = False
        self._opened = self.edition = 0
        self._offer: LatestResult[Offer] = LatestResult(workspace.background)
        self._offer.arrived.connect(self.changed)
        self.begin()

    def begin(self) -> None:
        """Of another corpus nothing is known yet."""
        self._opened += 1
        self.forget()
        self.wish = kept_wish(self.settings, self.workspace)
        self.further, self.is_reading = (), False

    def follow(self) -> None:
        """The same texts are open in another way, as in a project now; what was chosen is kept for that."""
        self._offer.forget()
        keep_wish(self.settings, self.workspace, self.wish)

    def forget(self) -> None:
        """What is open was edited."""
        self.edition += 1
        self._offer.forget()

    def look(self) -> None:
        """Somebody looks at it: find out what there is to choose from."""
        corpus, files = self.workspace.corpus, self.workspace.files
        project = self.workspace.project.path if self.workspace.project is not None else None
        if corpus is None:
            return

        def offer(_work: Work) -> Offer:
            # Imported here, so that the main thread need not wait for it.
            from meantree.experiments.experiment_corpora import common_path, folder_name
            from meantree.experiments.experiment_registry import EXPERIMENTS

            path = project or common_path(files)
            named = replace(corpus, name=(folder_name(path) if path is not None else None) or corpus.name)
            return Offer(EXPERIMENTS, pair_of(named, path))

        self._offer.request(self.edition, offer)
        if self.wish.further and not self.further and not self.is_reading:
            self._read_again()

    @property
    def offer(self) -> Offer | None:
        """What there is to choose from, None while that is looked for."""
        return self._offer.result

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The open corpus and the further ones, under names that tell them apart."""
        if self.offer is None:
            return ()
        from meantree.experiments.experiment_corpora import with_distinct_names

        found = self.offer.own, *self.further
        named = with_distinct_names([one.corpus for one in found], [one.path or Path(one.corpus.name) for one in found])
        return tuple(
            replace(one, corpus=corpus, judgements=replace(one.judgements, name=corpus.name))
            for one, corpus in zip(found, named, strict=True)
        )

    @property
    def kinds(self) -> tuple[str, ...]:
        """Of ratings."""
        if self.offer is None:
            return ()
        from meantree.experiments.experiment_request import rating_kinds

        return rating_kinds([one.judgements for one in self.pairs])

    @property
    def rating(self) -> str:
        """The kind that is followed, empty for none."""
        kinds, wanted = self.kinds, self.wish.rating
        return wanted if wanted is not None and wanted in (*kinds, "") else kinds[0] if kinds else ""

    @property
    def specs(self) -> tuple[str, ...]:
        """The metrics to choose from: those of the window, and what was typed."""
        return tuple(dict.fromkeys((*self.workspace.metrics, *self.wish.typed)))

    @property
    def chosen_specs(self) -> tuple[str, ...]:
        """The metrics that are chosen; at first those that a user has in the window, or few that are quick."""
        from meantree.experiments.study import DEFAULT_METRICS

        if self.wish.specs is not None:
            return tuple(one for one in self.specs if one in self.wish.specs)
        few = tuple(one for one in DEFAULT_METRICS if one in self.specs)
        return self.specs if self.workspace.specs or not few else few

    @property
    def preferences(self) -> tuple[str, ...]:
        """The files of preferences, in the order of the corpora; none if one lacks."""
        named = self.wish.preferences[: len(self.pairs)]
        return named if len(named) == len(self.pairs) and all(named) else ()

    @property
    def options(self) -> Options:
        """As the experiments take them."""
        from meantree.experiments.study import Options

        wish = self.wish
        return Options(
            self.rating,
            self.chosen_specs,
            GROUPS[wish.group_by][0],
            wish.seed,
            wish.resamples,
            wish.resamples,
            limit=wish.limit or None,
            preferences=self.preferences,
            correction=CORRECTIONS[wish.correction][0],
        )

    def why_not(self, experiment: Experiment) -> str:
        """Why it cannot be made, empty if it can."""
        from meantree.experiments.experiment_request import why_unavailable

        return why_unavailable(experiment, [one.judgements for one in self.pairs], self.options)

    @property
    def chosen(self) -> tuple[Experiment, ...]:
        """What is made: the chosen experiments that can be."""
        every = self.offer.experiments if self.offer is not None else ()
        return tuple(one for one in every if one.name in self.wish.experiments and not self.why_not(one))

    @property
    def lack(self) -> str:
        """Why nothing can be made, in words; empty if something can, or that is being found out."""
        if self.workspace.corpus is None:
            return "Nothing is open. Open translations, references and ratings with Ctrl+O."
        if self.offer is None:
            return self._offer.why_not
        wanted = [one for one in self.offer.experiments if one.name in self.wish.experiments]
        if not wanted:
            return "No experiment is chosen. Check one of the list."
        if not self.chosen_specs:
            return "No metric is chosen. Check one of the list."
        if not self.chosen:
            why, others = (
                self.why_not(wanted[0]),
                [one.title for one in self.offer.experiments if not self.why_not(one)],
            )
            hint = f" “{others[0]}” can." if others else ""
            return f"“{wanted[0].title}” cannot be made: {why}.{hint}"
        return ""

    @property
    def asked(self) -> ExperimentRequest:
        """What the command would be asked for, of the further corpora; where what is open stands may change."""
        from meantree.experiments.experiment_request import ExperimentRequest

        return ExperimentRequest(
            tuple(one.path for one in self.further if one.path is not None),
            tuple(one.name for one in self.chosen),
            self.options,
            self.workspace.encoding,
            self.workspace.store.parsers.installed,
            annotator=self._annotator,
        )

    @property
    def _annotator(self) -> str | None:
        """Whose annotations the open corpus has; None of somebody who has not begun."""
        project, name = self.workspace.project, self.workspace.annotator
        return name if project is not None and name in project.annotators else None

    def ask(self, wish: Wish) -> None:
        """Want something else; it is kept for this corpus."""
        if wish != self.wish:
            self.wish = wish
            keep_wish(self.settings, self.workspace, wish)
            self.changed.emit()

    def _read_again(self) -> None:
        """Read the further corpora of the time before; of those whose files are gone nothing is kept."""
        gone = [path for path in self.wish.further if not Path(path).exists()]
        if gone:
            self.wish = without(self.wish, gone)
            keep_wish(self.settings, self.workspace, self.wish)
            names = ", ".join(map(escaped, gone))
            self.failed.emit(UsageError(f"{names}: no longer there, so no longer among the corpora"))
        self.add([Path(path) for path in self.wish.further])

    def add(self, paths: Sequence[Path]) -> None:
        """Read further corpora in the background, one a path; they come after those that are there."""
        new = [one for one in paths if one not in [pair.path for pair in self.pairs]]
        encoding, opened, annotator = self.workspace.encoding, self._opened, self._annotator
        if not new:
            return

        def read_one(work: Work) -> tuple[Pair, ...]:
            from meantree.experiments.experiment_corpora import read_one as read_one

            found = []
            for place, path in enumerate(new):
                work.step("Reading corpora", place, len(new))
                found.append(pair_of(read_one(path, encoding, annotator), path))
            return tuple(found)

        def take(found: tuple[Pair, ...]) -> None:
            if opened == self._opened:
                self.is_reading = False
                self._set_further((*self.further, *found))

        def fail(error: BaseException) -> None:
            if opened == self._opened:
                self.is_reading = False
                self._set_further(self.further)
                self.failed.emit(error)

        self.is_reading = True
        self.changed.emit()
        self.workspace.background.run(read_one, take, fail, lasting=True)

    def remove(self, place: int) -> None:
        """Take a further corpus away, by its 0-based place among :attr:`pairs`; the open one stays."""
        if 1 <= place <= len(self.further):
            self._set_further(self.further[: place - 1] + self.further[place:])

    def prefer(self, place: int, file: str) -> None:
        """Name the file of preferences of one corpus, by its 0-based place."""
        named = [*self.wish.preferences, *[""] * len(self.pairs)][: len(self.pairs)]
        named[place] = file
        self.ask(replace(self.wish, preferences=tuple(named)))

    def _set_further(self, further: tuple[Pair, ...]) -> None:
        paths = tuple(str(one.path) for one in further)
        kept = without(self.wish, set(self.wish.further) - set(paths))
        self.further, self.wish = further, replace(kept, further=paths)
        keep_wish(self.settings, self.workspace, self.wish)
        self.changed.emit()

"""Experiments on what is open: what can be asked for, made in the background, and what came of it. No widgets."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Qt, Signal

from meantree_gui.state.answers import Answers
from meantree_gui.state.experiment_offer import Offer, Pair, Result, pair_of
from meantree_gui.state.experiment_wish import CORRECTIONS, GROUPS, Wish, keep_wish, kept_wish
from meantree_gui.state.snapshot import as_it_is

if TYPE_CHECKING:
    from meantree.experiments.registry import Experiment
    from meantree.experiments.request import Asked
    from meantree.experiments.study import Options
    from meantree.scoring.table import ScoreTable
    from meantree.work import Work
    from meantree_gui.state.selection import Selection

TELLING_SECONDS = 0.1
"""Progress is told at most so often."""


class Experimenting(QObject):
    """Texts are analysed by the window's own store, each once.

    Signals:
        changed: there is something else to choose from, or something began or came to its end.
        made: there is another :attr:`result`, or none any more.
        progressed: a stage in words, what is done of it, of how many.
        failed: why something could not be made or read.
    """

    changed = Signal()
    made = Signal()
    progressed = Signal(str, int, int)
    failed = Signal(object)
    _reported = Signal(str, int, int, object)

    def __init__(self, selection: Selection, settings: QSettings) -> None:
        super().__init__()
        self.selection, self.workspace, self.settings = selection, selection.workspace, settings
        self.wish = Wish()
        self.further: tuple[Pair, ...] = ()
        self.result: Result | None = None
        self.is_old = self.is_running = self.is_reading = False
        self._stop = Event()
        self._opened = self._edition = 0
        self._offer: Answers[Offer] = Answers(self.workspace.background)
        self._offer.arrived.connect(self.changed)
        self._reported.connect(self._tell, Qt.ConnectionType.QueuedConnection)
        selection.started.connect(self._begin)
        self.workspace.segment_changed.connect(self._follow_edit)
        self._begin()

    # What there is to choose from

    def look(self) -> None:
        """Somebody looks at it: find out what there is to choose from."""
        corpus, files = self.workspace.corpus, self.workspace.files
        project = self.workspace.project.path if self.workspace.project is not None else None
        if corpus is None:
            return

        def offer(_work: Work) -> Offer:
            # Imported here, so that the main thread need not wait for it.
            from meantree.experiments.reading import folder_name, one_path
            from meantree.experiments.registry import EXPERIMENTS

            path = project or one_path(files)
            named = replace(corpus, name=(folder_name(path) if path is not None else None) or corpus.name)
            return Offer(EXPERIMENTS, pair_of(named, path))

        self._offer.ask(self._edition, offer)
        if self.wish.further and not self.further and not self.is_reading:
            self.add([path for path in map(Path, self.wish.further) if path.exists()])

    @property
    def offer(self) -> Offer | None:
        """What there is to choose from, None while that is looked for."""
        return self._offer.answer

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The open corpus and the further ones, under names that tell them apart."""
        if self.offer is None:
            return ()
        from meantree.experiments.reading import named_apart

        found = self.offer.own, *self.further
        named = named_apart([one.corpus for one in found], [one.path or Path(one.corpus.name) for one in found])
        return tuple(
            replace(one, corpus=corpus, judgements=replace(one.judgements, name=corpus.name))
            for one, corpus in zip(found, named, strict=True)
        )

    @property
    def kinds(self) -> tuple[str, ...]:
        """Of ratings."""
        if self.offer is None:
            return ()
        from meantree.experiments.requirements import rating_kinds

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
        from meantree.experiments.requirements import why_not

        return why_not(experiment, [one.judgements for one in self.pairs], self.options)

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
    def asked(self) -> Asked | None:
        """What the command would be asked for; None where it cannot be."""
        from meantree.experiments.request import Asked

        pairs = self.pairs
        paths = [one.path for one in pairs if one.path is not None]
        if not pairs or len(paths) < len(pairs):
            return None
        return Asked(
            tuple(paths),
            tuple(one.name for one in self.chosen),
            self.options,
            self.workspace.encoding,
            self.workspace.store.parsers,
            annotator=self._annotator,
        )

    @property
    def _annotator(self) -> str | None:
        """Whose annotations the open corpus has."""
        return (self.workspace.corpus.annotator or None) if self.workspace.corpus is not None else None

    # Choosing

    def ask(self, wish: Wish) -> None:
        """Want something else; it is kept for this corpus."""
        if wish != self.wish:
            self.wish = wish
            keep_wish(self.settings, self.workspace, wish)
            self.changed.emit()

    def add(self, paths: Sequence[Path]) -> None:
        """Read further corpora in the background, one a path; they come after those that are there."""
        new = [one for one in paths if one not in [pair.path for pair in self.pairs]]
        encoding, opened, annotator = self.workspace.encoding, self._opened, self._annotator
        if not new:
            return

        def read(work: Work) -> tuple[Pair, ...]:
            from meantree.experiments.reading import read as read_one

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
        self.workspace.background.run(read, take, fail)

    def remove(self, place: int) -> None:
        """Take a further corpus away, by its 0-based place among :attr:`pairs`; the open one stays."""
        if 1 <= place <= len(self.further):
            preferences = self.wish.preferences
            self.wish = replace(self.wish, preferences=preferences[:place] + preferences[place + 1 :])
            self._set_further(self.further[: place - 1] + self.further[place:])

    def prefer(self, place: int, file: str) -> None:
        """Name the file of preferences of one corpus, by its 0-based place."""
        named = [*self.wish.preferences, *[""] * len(self.pairs)][: len(self.pairs)]
        named[place] = file
        self.ask(replace(self.wish, preferences=tuple(named)))

    def _set_further(self, further: tuple[Pair, ...]) -> None:
        self.further = further
        self.wish = replace(self.wish, further=tuple(str(one.path) for one in further))
        keep_wish(self.settings, self.workspace, self.wish)
        self.changed.emit()

    # Making

    def run(self) -> None:
        """Make what is chosen, in the background."""
        from meantree.errors import UsageError

        lack = self.lack
        if self.is_running or self.is_reading or (self.offer is None and not lack):
            return
        if lack:
            self.failed.emit(UsageError(lack))
            return
        from meantree.experiments.request import command_of

        corpora, options, chosen = tuple(one.corpus for one in self.pairs), self.options, self.chosen
        store, stop, asked, edition = self.workspace.store, Event(), self.asked, self._edition
        known = self._known_scores()
        command = command_of(asked) if asked is not None else ""
        self._stop, self.is_running = stop, True

        def make(work: Work) -> Result:
            from meantree.experiments.registry import made
            from meantree.experiments.study import Study
            from meantree.scoring.run import configured

            configured(options.metrics)
            study = Study(corpora, options, store, os.cpu_count() or 1, known=known)
            tables = made(study, chosen, self._telling(work, stop))
            return Result(tuple(tables), tuple(study.problems), command, tuple(study.tables))

        def take(result: Result) -> None:
            if stop is self._stop:
                self.is_running, self.is_old = False, edition != self._edition
                self.result = result
                self.changed.emit()
                self.made.emit()

        def fail(error: BaseException) -> None:
            if stop is self._stop:
                self.is_running = False
                self.changed.emit()
                self.failed.emit(error)

        self.workspace.background.run(make, take, fail)
        self.changed.emit()

    def _known_scores(self) -> tuple[ScoreTable, ...]:
        """Of the window, and of the tables that were made last."""
        table = self.selection.scoring.table
        found = self.result.scores if self.result is not None else ()
        return found if table is None else (as_it_is(table), *found)

    def stop(self) -> None:
        """Stop what is being made at its next step; analyses are kept."""
        self._stop.set()

    @property
    def is_stopping(self) -> bool:
        """Whether it was stopped and has not come to its end yet."""
        return self.is_running and self._stop.is_set()

    def _telling(self, work: Work, stop: Event) -> Work:
        """Work that tells its progress here too, not at each of very many steps, and that can be stopped alone."""
        from meantree.work import Work as Telling

        last: list[object] = ["", 0.0]

        def report(stage: str, done: int, total: int) -> None:
            now = time.monotonic()
            if stage != last[0] or now - float(str(last[1])) > TELLING_SECONDS:
                last[:] = stage, now
                work.report(stage, done, total)
                self._reported.emit(stage, done, total, stop)

        return Telling(report, lambda: work.cancelled() or stop.is_set())

    def _tell(self, stage: str, done: int, total: int, stop: Event) -> None:
        if stop is self._stop and self.is_running:
            self.progressed.emit(stage, done, total)

    def _begin(self) -> None:
        """Of another corpus nothing is known yet, and what was made of the one before goes."""
        self._stop.set()
        self._stop = Event()
        self._opened += 1
        self._edition += 1
        self._offer.forget()
        self.wish = kept_wish(self.settings, self.workspace)
        self.further, self.result = (), None
        self.is_old = self.is_running = self.is_reading = False
        self.changed.emit()
        self.made.emit()

    def _follow_edit(self) -> None:
        """Tables are of the texts as they were."""
        self._edition += 1
        self._offer.forget()
        self.is_old = self.result is not None
        self.changed.emit()

"""What is open: a corpus or a project with its annotator, and the analyses. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from meantree.analysis.frames import origins
from meantree.errors import UsageError
from meantree.escaping import escaped, listed
from meantree_gui.settings import own_name
from meantree_gui.state.annotators_view import AnnotationStates, Naming
from meantree_gui.state.comparer import Request
from meantree_gui.state.offered_metrics import offered
from meantree_gui.state.open_corpus import OpenCorpus
from meantree_gui.state.saved_analyses import SavedAnalyses

if TYPE_CHECKING:
    from pathlib import Path

    from meantree.analysis.parsers import Parsers
    from meantree.analysis.store import AnalysisStore
    from meantree.corpus.corpus import Corpus, Segment, Text
    from meantree.corpus.formats import InputFile
    from meantree.metrics.metric import Metric
    from meantree.project.file import Project
    from meantree.project.stored_analyses import StoredAnalyses
    from meantree.work import Work
    from meantree_gui.background import Background


AHEAD = "The committee rejected the plan.", "Yesterday the committees accepted all plans."
"""A pair that is compared to load what compares."""


class Workspace(OpenCorpus):
    """The corpus with the edits of the annotator, or the gold standard in adjudication; it follows every edit.

    Signals:
        opened: another corpus is open; ``True`` if it is the same one for another annotator, or in a project now.
            Unchanged segments are then the same objects.
        segment_changed: the 0-based place of a segment that was edited, and whether only its frames were.
        assessed: the 0-based place of a segment of which nothing but errors and ratings changed.
        closing: the project will be closed; pending edits must be saved now.
        annotating_changed: the Annotate page is shown from now on, or no longer.
        replaced: the file of the project was moved, deleted or replaced; the project can only be read and copied now.
    """

    opened = Signal(bool)
    segment_changed = Signal(int, bool)
    assessed = Signal(int)
    closing = Signal()
    annotating_changed = Signal()
    replaced = Signal()

    def __init__(self, background: Background, store: AnalysisStore, specs: Sequence[str] = ()) -> None:
        super().__init__(background, store, specs)
        self.parsers = store.parsers.installed
        self.scores_all = False  # of few translations, unasked
        self.files: Sequence[InputFile] = ()
        self.encoding: str | None = None
        self.first_place, self._edition, self._offers_frames = 0, 0, False
        self.begin_project: Callable[[], None] = lambda: None
        self.saved_analyses = SavedAnalyses(self)
        self.annotations = AnnotationStates(self)
        self.naming = Naming(self, self.annotations)

    def toggle_marks(self, segments: Collection[str]) -> bool:
        """Add these segments to the report, or take them out if all are in it; return whether they are in it now.

        Raises:
            UsageError: if the project cannot be written.
        """
        is_added = not self.annotations.marked.issuperset(segments)
        self.require_annotator()
        project, name = self.project, self.edited_name
        if project is not None:
            for own in (name,) if is_added else dict.fromkeys((name, *project.annotators)):
                project.mark(segments, own, marked=is_added)
        self.annotations.read_again()
        return is_added

    @property
    def is_for_annotators(self) -> bool:
        """Whether the project is blind, or the user was assigned a part of it."""
        return self.project is not None and (self.project.rules.blind or bool(self.annotations.own_segments))

    def annotate(self, *, begins: bool) -> None:
        """Let scoring wait from now on, as the Annotate page is shown, or go on."""
        if begins != self.is_annotating:
            self.is_annotating = begins
            self.annotating_changed.emit()

    def adjudicate(self, *, begins: bool) -> None:
        """Edit the gold standard from now on, or one's own annotations again."""
        self._adjudicated = (self.project, self.annotator) if begins else None
        if self.project is not None and {self.project.rules.gold, self.annotator} & set(self.project.annotators):
            self._show_edits(self.project)
        else:
            self.annotations.read_again()
        self.adjudication_changed.emit()

    def require_name(self) -> str:
        """Return under whose name the user answers, in a project: by default a draft.

        Raises:
            UsageError: if no draft can be created, or the name is that of another person.
        """
        if self.project is None:
            self.begin_project()
        if not (name := self.remarks_as):
            taken = f"{escaped(own_name())} already annotates this project"
            raise UsageError(f"{taken}; choose your name on the Annotate page (F9)")
        return name

    def require_annotator(self) -> str:
        """Show the work of the one who answers, and return the name; raise UsageError as :meth:`require_name`."""
        name = self.require_name()
        if not self.annotator:
            self.choose_annotator(name)
        return name

    # Opening

    def load_ahead(self) -> None:
        """Load all that a first picture needs, as while files are chosen; what fails is reported when it is needed."""
        store, layers = self.store, self.layers

        def load(work: Work) -> None:
            from meantree.comparison.compare import ComparisonOptions
            from meantree.corpus.formats.plain_text import pasted_corpus
            from meantree.metrics.metric import required_layers

            corpus = pasted_corpus({AHEAD[0]: AHEAD[0]}, {AHEAD[1]: AHEAD[1]}, "")
            assert corpus is not None, "there is a text"
            metrics = offered(corpus, store, self.specs, frames=False)
            options = ComparisonOptions(findings=True, english=True, differences=True)
            focus, needed = next(iter(metrics)), layers | required_layers(metrics)
            Request(corpus.segments[0], corpus.systems[0], None, metrics, focus, options, store, needed).compare(work)

        if not store.parsers.command:  # which would be started for one sentence
            self.background.run(load, lambda _nothing: None, lambda _error: None)

    def open(
        self,
        files: Sequence[InputFile],
        *,
        encoding: str | None = None,
        failure: Callable[[BaseException], None] | None = None,
    ) -> None:
        """Read files in the background; the open corpus stays until they have been read.

        Args:
            files: in the order of the systems and references.
            encoding: of all files, UTF-8 by default.
            failure: called with the error; by default it is shown.
        """
        chosen = list(files)

        def read(work: Work) -> Corpus:
            # Imported in the thread, so that the main thread does not wait for it.
            from meantree.corpus.formats import read_corpus

            work.step("Reading files", 0, len(chosen))
            return read_corpus(chosen, encoding=encoding, require_translations=True)

        self._open(read, chosen, encoding, failure)

    def open_corpus(self, corpus: Corpus) -> None:
        """Open texts that are in no file."""
        self._open(lambda _work: corpus)

    def _open(
        self,
        read: Callable[[Work], Corpus],
        files: Sequence[InputFile] = (),
        encoding: str | None = None,
        failure: Callable[[BaseException], None] | None = None,
    ) -> None:
        def prepare(work: Work) -> tuple[Corpus, Mapping[str, Metric]]:
            corpus = read(work)
            return corpus, self._metrics_of(corpus)

        def show(found: tuple[Corpus, Mapping[str, Metric]]) -> None:
            self.files, self.encoding, self.first_place = tuple(files), encoding, 0
            self._show(*found)

        self.background.run(prepare, show, failure)

    def add_scores(
        self,
        paths: Sequence[Path],
        columns: Mapping[Path | None, Mapping[str, str]] | None = None,
        failure: Callable[[BaseException], None] | None = None,
    ) -> None:
        """Add scores in files, with columns named by path, to what is open, even if edited; a project stores them."""
        corpus, project, annotator = self.corpus, self.project, self.annotator
        if corpus is None:
            return
        offers_frames = _offers_frames(project, self.edited_name)

        def read(_work: Work) -> tuple[Corpus, Mapping[str, Metric]]:
            from meantree.corpus.formats.given_scores import with_given

            scored = corpus
            for path in paths:
                scored = with_given(scored, path, columns=(columns or {}).get(path))
            return scored, offered(scored, self._store_for(scored), self.specs, frames=offers_frames)

        def take(found: tuple[Corpus, Mapping[str, Metric]]) -> None:
            now = self.corpus
            if now is None or (now.systems, now.places) != (corpus.systems, corpus.places):
                fault = f"the scores of {listed(path.name for path in paths)} were not added: other texts were opened"
                self.background.failed.emit(UsageError(fault))
            elif now is not corpus or (self.project, self.annotator) != (project, annotator):
                self.add_scores(paths, columns, failure)
            else:
                if project is not None:
                    project.add_given(found[0], corpus)
                self._show(*found, project, annotator, is_same=True)

        self.background.run(read, take, failure)

    def use(self, parsers: Parsers, specs: Sequence[str], done: Callable[[], object]) -> None:
        """Use other parsers or metrics; the open corpus is shown again with them.

        A project with analyses by another analyser uses these until it is analysed again. If a parser cannot be loaded,
        the error is reported and nothing changes; else ``done`` is called.
        """
        from meantree.analysis.analyser import load_analyser
        from meantree.analysis.store import AnalysisStore

        corpus, is_same = self.corpus, parsers == self.parsers
        language = parsers.language if corpus is None else corpus.language.code
        store = self.store if is_same else AnalysisStore(parsers.for_language(language))
        offers_frames = _offers_frames(self.project, self.edited_name)

        def prepare(_work: Work) -> Mapping[str, Metric]:
            if not is_same:
                load_analyser(replace(parsers, command=""))
                load_analyser(store.parsers)
            return {} if corpus is None else offered(corpus, store, specs, frames=offers_frames)

        def take(metrics: Mapping[str, Metric]) -> None:
            self.specs = tuple(specs)
            if not is_same:
                self.parsers, self.store = parsers, store
                self._use_kept(self.project.stored_analyses() if self.project is not None else None)
            done()
            if corpus is not None and corpus is self.corpus:
                self._show(corpus, metrics, self.project, self.annotator, is_same=True)

        self.background.run(prepare, take)

    def open_project(
        self, path: Path, annotator_of: Callable[[Project], str], *, is_same: bool = False, place: int = 0
    ) -> None:
        """Open a project with the edits of its annotator.

        Args:
            annotator_of: returns the annotator of a project, empty for none.
            is_same: whether it was created from what is open, so that the selection is kept.
            place: the 0-based place of the segment to show first.

        Raises:
            InputError: if the file is not a project, or was written by a later version.
            UsageError: if it does not exist.
        """
        from meantree.project.blindness import corpus_seen_by

        with _opened(path) as project:  # everything is read before anything open is closed
            annotator = annotator_of(project)
            project.annotations(annotator)
            corpus, kept = corpus_seen_by(project, annotator), project.stored_analyses()
            metrics = self._metrics_of(corpus, project, annotator)
        if not is_same:
            self.first_place = place
        self._show(corpus, metrics, project, annotator, kept, is_same=is_same)

    def continue_in(self, path: Path, annotator_of: Callable[[Project], str]) -> None:
        """Continue in a project that was created from what is open and keep its scores, as :meth:`open_project`."""
        if self.corpus is None:
            return
        with _opened(path) as project:
            annotator = annotator_of(project)
            corpus = replace(self.corpus, annotator=annotator if annotator in project.annotators else "")
            metrics = {**self._metrics_of(corpus, project, annotator), **self.metrics}
        self._take(corpus, metrics, project, annotator)
        self.saved_analyses = SavedAnalyses(self)
        self.opened.emit(True)
        self.annotator_changed.emit()

    def choose_annotator(self, annotator: str, *, visits: bool = False) -> None:
        """Show the edits of another annotator, and annotate in that name; ``visits``: somebody else looks."""
        project, visitor = self.project, self.annotator if self.visitor is None else self.visitor
        self.visitor = visitor if visits and annotator != visitor else None
        if project is None or annotator in ("", self.annotator):
            return
        self._adjudicated = None
        is_alike = _offers_frames(project, annotator) == _offers_frames(project, self.annotator)
        sees_all = not self.annotator and project.rules.has_errors  # the errors of all, and no attention checks
        if is_alike and not sees_all and not {annotator, self.annotator} & set(project.annotators):
            self.annotator = annotator  # neither has annotations
            self.annotations.read_again()
            self.annotator_changed.emit()
            return
        self.annotator = annotator
        self._show_edits(project)

    def _show_edits(self, project: Project) -> None:
        """Show the edits of the annotator, or the gold standard, and score again: corrections change scores."""
        corpus = project.corpus_of(name := self.edited_name)
        self._show(corpus, self._metrics_of(corpus, project, name), project, self.annotator)

    def close_project(self) -> None:
        """Close the file; every edit is saved in it already."""
        if self.project is not None:
            self.closing.emit()
            self.project.close()
            self.project = self.visitor = None

    def _show(
        self,
        corpus: Corpus,
        metrics: Mapping[str, Metric],
        project: Project | None = None,
        annotator: str = "",
        kept: StoredAnalyses | None = None,
        *,
        is_same: bool = False,
    ) -> None:
        self.background.cancel()
        again = project is not None and project is self.project
        if not again:
            self.close_project()
        if not again or kept is not None:
            self.store = self._store_for(corpus)
            self._use_kept(kept)
        self._take(corpus, metrics, project, annotator)
        self.opened.emit(again or is_same)
        self.annotator_changed.emit()

    def _take(
        self, corpus: Corpus, metrics: Mapping[str, Metric], project: Project | None = None, annotator: str = ""
    ) -> None:
        if project is not self.project:
            self.close_project()
        if project is not None and project.path.parent != self.drafts_folder:  # files are renamed, copied and merged
            corpus = replace(corpus, name=project.path.stem)
        corpus = replace(corpus, detected=corpus.language)  # edits do not change it
        self.corpus, self.metrics, self.project, self.annotator = corpus, metrics, project, annotator
        self._places = corpus.places
        self.annotations.read()
        self.naming.read()
        self._offers_frames = _offers_frames(project, self.edited_name)
        self._edition = project.edition if project is not None else 0
        if project is not None:
            project.on_replaced = self.replaced.emit

    def _metrics_of(self, corpus: Corpus, project: Project | None = None, annotator: str = "") -> Mapping[str, Metric]:
        frames = _offers_frames(project, annotator)
        return offered(corpus, self._store_for(corpus), self.specs, frames=frames)

    def _store_for(self, corpus: Corpus) -> AnalysisStore:
        """Return the store for texts in the language of a corpus: the present one, or another without analyses."""
        from meantree.analysis.store import AnalysisStore

        store = AnalysisStore(self.parsers.for_language(corpus.language.code))
        return self.store if store.parsers == self.store.parsers.installed else store

    def state_language(self, code: str) -> None:
        """Take the translations for texts in a language; a project stores it.

        Raises:
            UsageError: if the project cannot be written to.
        """
        project, kept = self.project, None
        if self.corpus is None:
            return
        if project is not None:
            project.set_language(code)
            kept = project.stored_analyses()
        corpus = self.corpus.stated_as(code)
        metrics = self._metrics_of(corpus, project, self.edited_name)
        self._show(corpus, metrics, project, self.annotator, kept, is_same=True)

    # Following the project

    def follow_project(self, key: str) -> None:
        """Update a segment with the annotator's edits in the project."""
        place = self.place_of(key)
        if self.corpus is None or self.project is None or place is None:
            return
        before = self.corpus.segments[place]
        now = self.project.annotated_segment(before, self.edited_name)
        if not self.edited_name:  # one sees the assessments of all, of which this window changes answers alone
            answers = before.answers if self.is_for_annotators else now.answers
            now = replace(now, errors=before.errors, ratings=before.ratings, answers=answers)
        self._follow(place, now)

    def _follow(self, place: int, now: Segment) -> None:
        """Have the segment of a 0-based place as it is now, and report what changed."""
        if self.corpus is None or edits_of(now) == edits_of(before := self.corpus.segments[place]):
            return
        segments = (*self.corpus.segments[:place], now, *self.corpus.segments[place + 1 :])
        self.corpus = replace(self.corpus, segments=segments)
        if without_assessments(now) == without_assessments(before):
            self.assessed.emit(place)
        else:
            self.segment_changed.emit(place, without_frames(now) == without_frames(before))

    def follow_changes(self) -> None:
        """Follow changes of the project that other windows or programs made since the last call.

        Raises:
            InputError: if the project can no longer be read.
        """
        from meantree.project.blindness import corpus_seen_by

        if self.project is None or self.corpus is None or self.project.edition == self._edition:
            return
        self._edition = self.project.edition
        now = corpus_seen_by(self.project, self.edited_name)
        for after in now.segments:
            if (place := self.place_of(after.key)) is not None:
                self._follow(place, after)
        self.follow_rules()

    def follow_rules(self) -> None:
        """Read what is done by the present rules, and offer the metrics over annotated frames, or no longer."""
        self.annotations.read_again()
        self.naming.follow()
        if self._offers_frames != _offers_frames(self.project, self.edited_name):
            self._offer_again()

    def analysed_again(self, kept: StoredAnalyses) -> None:
        """Use these analyses of the open project from now on."""
        if self.corpus is not None and self.project is not None:
            self._use_kept(kept)
            self._offer_again()

    def _offer_again(self) -> None:
        """Show what is open again, with the metrics that are possible now."""
        if self.corpus is not None:
            metrics = self._metrics_of(self.corpus, self.project, self.edited_name)
            self._show(self.corpus, metrics, self.project, self.annotator, is_same=True)

    def _use_kept(self, kept: StoredAnalyses | None) -> None:
        """Use the analyses that a project keeps, if there are any."""
        kept = kept if kept is not None and kept.maker else None
        if kept is not None or self.store.parsers.stored:
            self.store = self.store.with_stored(kept)
        self.saved_analyses = SavedAnalyses(self, kept)


@contextmanager
def _opened(path: Path) -> Iterator[Project]:
    """Open a project, and close it again if it cannot be read."""
    from meantree.project.file import Project

    project = Project(path)
    try:
        yield project
    except BaseException:
        project.close()
        raise


def _offers_frames(project: Project | None, annotator: str) -> bool:
    """Return whether metrics over annotated frames are offered: in a project, unless its rules hide them."""
    return project is not None and not project.why_no_scores(annotator)


def without_frames(segment: Segment) -> Segment:
    """Return the segment without annotated frames."""
    hypotheses = {name: replace(text, annotation=None) for name, text in segment.hypotheses.items()}
    return replace(segment, hypotheses=hypotheses)


def without_assessments(segment: Segment) -> Segment:
    """Return the segment without error spans, ratings and answers to findings."""
    return replace(segment, errors=(), ratings=(), answers={})


def edits_of(segment: Segment) -> list[object]:
    """Return everything in a segment that annotators can edit, rolesets and errors with their ratings included."""
    texts = (*segment.references.values(), *segment.hypotheses.values())
    of_texts = ((text.tokens, text.annotation, _origins(text), text.arcs, text.links) for text in texts)
    return [segment.errors, segment.ratings, segment.answers, *of_texts]


def _origins(text: Text) -> object:
    frames = text.annotation
    return None if frames is None else (origins(frames.hypothesis), origins(frames.reference))

"""Annotations by all annotators, pooled from one or several project files of the same texts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeVar, get_args

from meantree.analysis.corrections import FixedLinks
from meantree.annotation.annotated_corpus import annotated_corpus
from meantree.annotation.corrections import Arcs, LinksKey, TreeKey
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, is_tool, with_names
from meantree.annotation.frame_annotation import AUTOMATIC, Annotation, AnnotationKey, State
from meantree.corpus.corpus import CHECK, Corpus, Segment, Side, Text
from meantree.errors import Problem, UsageError
from meantree.escaping import counted, listed, shortened, there_is_no
from meantree.project.file import Project
from meantree.project.teamwork import NO_KEY

KeyOfWork = TypeVar("KeyOfWork", AnnotationKey, ErrorKey)
Work = TypeVar("Work", Annotation, ErrorAnnotation)
AnnotatorKind = Literal["person", "gold", "automatic"]
"""A person who annotated independently, the adjudicated gold standard, or the program."""


@dataclass(eq=False, slots=True)
class PooledAnnotations:
    """Annotations of the same texts from several files.

    Attributes:
        corpus: the segments of all files, each once.
        work: annotations by annotator: people first, then the gold standard, then the automatic frames.
        errors: error spans by annotator, in the same order.
        changed: time at which each annotation of both kinds was last changed.
        gold: names of the annotators who adjudicate.
        tools: names of annotators who are no people.
        problems: what could not be read, or has other texts.
    """

    paths: tuple[Path, ...]
    corpus: Corpus
    work: dict[str, dict[AnnotationKey, Annotation]] = field(default_factory=dict)
    errors: dict[str, dict[ErrorKey, ErrorAnnotation]] = field(default_factory=dict)
    changed: dict[AnnotationKey | ErrorKey, str] = field(default_factory=dict)
    gold: set[str] = field(default_factory=set)
    tools: set[str] = field(default_factory=set)
    protocols: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)
    _trees: dict[TreeKey, Arcs] = field(default_factory=dict)
    _links: dict[LinksKey, FixedLinks] = field(default_factory=dict)

    def kind_of(self, annotator: str) -> AnnotatorKind:
        """Return the kind of an annotator."""
        return "automatic" if is_tool(annotator, self.tools) else "gold" if annotator in self.gold else "person"

    @property
    def people(self) -> tuple[str, ...]:
        """Annotators who annotated independently."""
        return tuple(name for name in self.work if self.kind_of(name) == "person")

    def are_people(self, annotators: Iterable[str]) -> bool:
        """Whether all annotated independently: only then agreement measures reliability, and enters means."""
        return all(self.kind_of(name) == "person" for name in annotators)

    def document_of(self, segment: str) -> str:
        """Return the document of the segment with this key."""
        return self.corpus.segments[self.corpus.places[segment]].document

    def of_systems(self, systems: Collection[str]) -> PooledAnnotations:
        """Return the annotations of these systems' translations, and of references."""
        return self._where(lambda key: not key.system or key.system in systems)

    def part(self, segments: Collection[str]) -> PooledAnnotations:
        """Return the annotations of the segments with these keys."""
        places = [place for place, segment in enumerate(self.corpus.segments) if segment.key in segments]
        return replace(self._where(lambda key: key.segment in segments), corpus=self.corpus.part(places))

    def _where(self, is_kept: Callable[[AnnotationKey | ErrorKey], bool]) -> PooledAnnotations:
        work = {name: {key: one for key, one in own.items() if is_kept(key)} for name, own in self.work.items()}
        errors = {name: {key: one for key, one in own.items() if is_kept(key)} for name, own in self.errors.items()}
        return replace(self, work=work, errors=errors)

    def only(self, annotators: Collection[str]) -> PooledAnnotations:
        """Return the annotations by these annotators; raise UsageError for an unknown one, or fewer than two."""
        for name in annotators:
            if name not in self.work:
                raise UsageError(f"{listed(map(str, self.paths))}: {there_is_no('annotator', name, self.work)}")
        chosen = {name: work for name, work in self.work.items() if name in annotators}
        if len(chosen) < 2:
            raise UsageError(f"agreement is between two or more annotators; found {listed(chosen) or 'none'}")
        return replace(self, work=chosen, errors={name: self.errors[name] for name in chosen})

    def corpus_of(self, annotator: str) -> Corpus:
        """Return the corpus with one annotator's finished annotations and corrections."""
        trees = {key: arcs for key, arcs in self._trees.items() if key.annotator == annotator}
        links = {key: fixed for key, fixed in self._links.items() if key.annotator == annotator}
        corpus = annotated_corpus(self.corpus, self.work.get(annotator, {}), trees, links)
        return replace(corpus, annotator=annotator)

    def lengths(self, segment: str, system: str, reference: str) -> Mapping[Side, int]:
        """Return the numbers of tokens of a translation and a reference, where their tokens are known."""
        row = self.corpus.segments[self.corpus.places[segment]]
        texts: dict[Side, Text | None] = {
            "hypothesis": row.hypotheses.get(system),
            "reference": row.references.get(reference),
        }
        return {side: len(text.tokens) for side, text in texts.items() if text is not None and text.tokens}

    def take(self, project: Project) -> None:
        """Add the annotations of another file; raise UsageError if all its segments that are known have other texts."""
        for segment, number in project.numbers.items():
            self._numbers[segment] = min(number, self._numbers.get(segment, number))
        corpus = project.corpus()
        differing = self._join(corpus, project.path)
        is_lead = self.paths and not project.viewer  # who has several parts
        hidden = self.corpus.why_unscored or project.why_no_scores() or corpus.why_unnamed
        self.corpus = replace(self.corpus, why_unscored="" if is_lead else hidden)
        self.paths += (project.path,)
        self.gold.add(project.rules.gold)
        self.tools.update(project.tools)
        self.protocols.add(project.rules.protocol)
        left_out = project.onlookers | {CHECK}
        for name in project.annotators:
            if name in left_out:
                continue
            errors = with_names(project.error_annotations(name), project.rules)
            self._keep(self.work, name, project.annotations(name), project.changed(name), differing)
            self._keep(self.errors, name, errors, project.errors_changed(name), differing)
        self._trees |= {key: arcs for key, arcs in project.trees().items() if key.segment not in differing}
        self._links |= {key: fixed for key, fixed in project.links().items() if key.segment not in differing}
        self.problems += project.problems
        if several := sum(key.annotator != AUTOMATIC for key in project.alternatives()):
            note = f"{counted(several, 'annotation')} with several versions; those that are shown are compared"
            self.problems.append(Problem(project.path, None, note, is_note=True))
        self.work = {name: self._in_order(self.work[name]) for name in sorted(self.work, key=self.rank)}
        self.errors = {name: self.errors[name] for name in self.work}

    def _in_order(self, work: dict[AnnotationKey, Annotation]) -> dict[AnnotationKey, Annotation]:
        """Sort annotations by segment, system and reference, in the order of the corpus."""
        places = self.corpus.places
        names = {name: place for place, name in enumerate((*self.corpus.systems, *self.corpus.references))}

        def place(key: AnnotationKey) -> tuple[int, int, int]:
            return places[key.segment], names.get(key.system, -1), names.get(key.reference, -1)

        return {key: work[key] for key in sorted(work, key=place)}

    def rank(self, annotator: str) -> int:
        """Return the place of an annotator's kind in the order of kinds: 0 for people."""
        return get_args(AnnotatorKind).index(self.kind_of(annotator))

    def _keep(
        self,
        pooled: dict[str, dict[KeyOfWork, Work]],
        name: str,
        found: Mapping[KeyOfWork, Work],
        times: Mapping[KeyOfWork, str],
        differing: Collection[str],
    ) -> None:
        """Keep one annotation of each translation by an annotator: a finished one, else the later one."""
        existing = pooled.setdefault(name, {})
        for key, annotation in found.items():
            if key.segment in differing or key.system == CHECK:
                continue
            previous, time = existing.get(key), times.get(key, "")
            if previous is not None and previous != annotation:
                if _is_finished(previous) and _is_finished(annotation) and name != AUTOMATIC:
                    place = ", ".join(map(shortened, (key.segment, key.system or key.reference, name)))
                    message = f"{place}: differs between the files; the later version is used"
                    self.problems.append(Problem(self.paths[-1], None, message, key.segment))
                if (_is_finished(previous), self.changed[key]) >= (_is_finished(annotation), time):
                    continue
            existing[key], self.changed[key] = annotation, time

    def _join(self, corpus: Corpus, path: Path) -> set[str]:
        """Add new segments; return the keys of existing segments whose texts differ."""
        known = {segment.key: segment for segment in self.corpus.segments}
        common = [segment for segment in corpus.segments if segment.key in known]
        differing = [segment.key for segment in common if not _is_same(segment, known[segment.key])]
        if differing and len(differing) == len(common):
            message = f"segment {shortened(differing[0])} has different texts than in {self.paths[0]}"
            raise UsageError(f"{path}: {message}; expected projects of the same texts")
        self.problems += [
            Problem(path, None, f"segment {shortened(key)}: different texts; left out", key) for key in differing
        ]
        for segment in corpus.segments:
            if segment.key not in differing:
                own = known.get(segment.key, segment)
                texts = _both(own.hypotheses, segment.hypotheses), _both(own.references, segment.references)
                known[segment.key] = replace(own, hypotheses=texts[0], references=texts[1])
        self.corpus = replace(
            self.corpus,
            segments=tuple(sorted(known.values(), key=lambda segment: (self._numbers[segment.key], segment.key))),
            systems=tuple(dict.fromkeys((*self.corpus.systems, *corpus.systems))),
            references=tuple(dict.fromkeys((*self.corpus.references, *corpus.references))),
        )
        return set(differing)


def read_pooled(paths: Sequence[Path], viewer: str = "") -> PooledAnnotations:
    """Pool the annotations of project files, as ``viewer`` may see them; annotators of the same name are one person.

    Raises:
        InputError: if a file is no project.
        UsageError: if a file does not exist, or has other texts than those before it, or letters for systems.
    """
    pool: PooledAnnotations | None = None
    for path in dict.fromkeys(paths):
        with Project(path, passing=True) as project:
            if project.is_coded and len(set(paths)) > 1:
                raise UsageError(f"{path}: {NO_KEY}")
            project.viewer = viewer
            pool = pool_project(project, pool)
    if pool is None:
        raise UsageError("found no project file, expected one or more")
    return pool


def pool_project(project: Project, others: PooledAnnotations | None = None) -> PooledAnnotations:
    """Add the annotations of an open project to ``others``, or a new pool; raise UsageError as :func:`read_pooled`."""
    pool = others or PooledAnnotations((), replace(project.corpus(), segments=(), why_unscored=""))
    pool.take(project)
    return pool


def _is_finished(annotation: Annotation | ErrorAnnotation) -> bool:
    return annotation.state is not State.OPEN


def _is_same(first: Segment, second: Segment) -> bool:
    """Whether all texts that both have are equal, also in their tokens where both have tokens."""
    sides = (first.hypotheses, second.hypotheses), (first.references, second.references)
    pairs = [(own[name], others[name]) for own, others in sides for name in own.keys() & others.keys()]
    return all(a.text == b.text and (None in (a.tokens, b.tokens) or a.tokens == b.tokens) for a, b in pairs)


def _both(first: Mapping[str, Text], second: Mapping[str, Text]) -> dict[str, Text]:
    """Return the texts and tokens of both."""
    added = {name: text for name, text in second.items() if name not in first or first[name].tokens is None}
    return {**first, **added}

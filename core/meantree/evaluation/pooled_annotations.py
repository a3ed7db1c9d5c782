"""The work of all annotators in one or several project files of the same texts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from meantree.analysis.fixed_links import Fixed
from meantree.corpus.corpus import SIDES, Corpus, Segment, Side, Text
from meantree.errors import Problem, UsageError
from meantree.escaping import did_you_mean, listed, shortened
from meantree.project.annotation import Annotation, AnnotationKey, State
from meantree.project.corrected_links import LinksKey
from meantree.project.corrected_trees import Arcs, TreeKey
from meantree.project.file import Project
from meantree.project.overlay import annotated
from meantree.project.preannotation import AUTOMATIC

AnnotatorKind = Literal["person", "gold", "automatic"]
"""Who annotated: somebody alone, somebody who looked at what others did, or the program."""
ANNOTATOR_KINDS: tuple[AnnotatorKind, ...] = ("person", "gold", "automatic")


@dataclass(eq=False, slots=True)
class PooledAnnotations:
    """What annotators did of the same texts, wherever it is kept.

    Attributes:
        paths: of the files.
        corpus: their segments, each once.
        work: the frames, by annotator: people first, then the adjudicated ones, then the automatic ones.
        changed: when each annotation was last changed.
        gold: the names of annotators who adjudicate.
        problems: what cannot be read, or is not of the same texts.
    """

    paths: tuple[Path, ...]
    corpus: Corpus
    work: dict[str, dict[AnnotationKey, Annotation]] = field(default_factory=dict)
    changed: dict[AnnotationKey, str] = field(default_factory=dict)
    gold: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)
    _trees: dict[TreeKey, Arcs] = field(default_factory=dict)
    _links: dict[LinksKey, Fixed] = field(default_factory=dict)

    def kind_of(self, annotator: str) -> AnnotatorKind:
        """What an annotator is."""
        return "automatic" if annotator == AUTOMATIC else "gold" if annotator in self.gold else "person"

    @property
    def people(self) -> tuple[str, ...]:
        """Those who annotated by themselves."""
        return tuple(name for name in self.work if self.kind_of(name) == "person")

    def part(self, segments: Collection[str]) -> PooledAnnotations:
        """The same of the segments with these keys alone."""
        places = [place for place, one in enumerate(self.corpus.segments) if one.key in segments]
        kept = {
            name: {key: one for key, one in work.items() if key.segment in segments} for name, work in self.work.items()
        }
        return replace(self, corpus=self.corpus.part(places), work=kept)

    def only(self, annotators: Collection[str]) -> PooledAnnotations:
        """The same with the work of these annotators alone.

        Raises:
            UsageError: if one of them is not there, or there are fewer than two.
        """
        for name in annotators:
            if name not in self.work:
                told = f"there is no annotator {did_you_mean(name, self.work)}; there are {listed(self.work) or 'none'}"
                raise UsageError(f"{listed(map(str, self.paths))}: {told}")
        kept = {name: work for name, work in self.work.items() if name in annotators}
        if len(kept) < 2:
            raise UsageError(f"agreement is between two or more annotators; found {listed(kept) or 'none'}")
        return replace(self, work=kept)

    def corpus_of(self, annotator: str) -> Corpus:
        """The texts with what one annotator finished and corrected."""
        trees = {key: arcs for key, arcs in self._trees.items() if key.annotator == annotator}
        links = {key: fixed for key, fixed in self._links.items() if key.annotator == annotator}
        corpus = annotated(self.corpus, self.work.get(annotator, {}), trees, links)
        return replace(corpus, annotator=annotator)

    def lengths(self, segment: str, system: str, reference: str) -> Mapping[Side, int]:
        """How many tokens a translation and a reference have, as far as that is settled."""
        found = self.corpus.segments[self.corpus.places[segment]]
        texts: dict[Side, Text | None] = {
            "hypothesis": found.hypotheses.get(system),
            "reference": found.references.get(reference),
        }
        return {side: len(text.tokens) for side, text in texts.items() if text is not None and text.tokens}

    def take(self, project: Project) -> None:
        """Take in another file.

        Raises:
            UsageError: if it has other texts under the names of all segments that both have.
        """
        for segment, number in project.numbers.items():
            self._numbers[segment] = min(number, self._numbers.get(segment, number))
        others = self._join(project.corpus(), project.path)
        self.paths += (project.path,)
        self.gold.add(project.rules.gold)
        for name in project.annotators:
            times = project.changed(name)
            mine = self.work.setdefault(name, {})
            for key, annotation in project.annotations(name).items():
                if key.segment not in others:
                    self._keep(mine, key, annotation, times.get(key, ""), project.path)
        self._trees |= {key: arcs for key, arcs in project.all_trees().items() if key.segment not in others}
        self._links |= {key: fixed for key, fixed in project.all_links().items() if key.segment not in others}
        self.problems += project.problems
        self.work = {name: self._in_order(self.work[name]) for name in sorted(self.work, key=self.rank)}

    def _in_order(self, work: dict[AnnotationKey, Annotation]) -> dict[AnnotationKey, Annotation]:
        """As segments, systems and references stand in the corpus."""
        places = self.corpus.places
        names = {name: place for place, name in enumerate((*self.corpus.systems, *self.corpus.references))}

        def place(key: AnnotationKey) -> tuple[int, int, int]:
            return places[key.segment], names.get(key.system, -1), names.get(key.reference, -1)

        return {key: work[key] for key in sorted(work, key=place)}

    def rank(self, annotator: str) -> int:
        """Where an annotator stands among others: people first."""
        return ANNOTATOR_KINDS.index(self.kind_of(annotator))

    def _keep(
        self, mine: dict[AnnotationKey, Annotation], key: AnnotationKey, found: Annotation, time: str, path: Path
    ) -> None:
        """Of two annotations of the same by the same the finished one, then the later one counts."""
        there = mine.get(key)
        if there is not None and there != found:
            if _is_finished(there) and _is_finished(found) and key.annotator != AUTOMATIC:
                whose = ", ".join(map(shortened, (key.segment, key.system or key.reference, key.annotator)))
                told = f"{whose}: differs from that in another of the files; the later one counts"
                self.problems.append(Problem(path, None, told, key.segment))
            if (_is_finished(there), self.changed[key]) >= (_is_finished(found), time):
                return
        mine[key], self.changed[key] = found, time

    def _join(self, corpus: Corpus, path: Path) -> set[str]:
        """Add the segments that are new; the keys of those that are there with other texts."""
        places, segments = self.corpus.places, list(self.corpus.segments)
        common = [one for one in corpus.segments if one.key in places]
        others = [one.key for one in common if not _is_same(one, segments[places[one.key]])]
        if others and len(others) == len(common):
            told = f"segment {shortened(others[0])} has other texts than in {self.paths[0]}"
            raise UsageError(f"{path}: {told}; expected projects of the same texts")
        self.problems += [
            Problem(path, None, f"segment {shortened(key)}: other texts; left out", key) for key in others
        ]
        for one in common:
            if one.key not in others:
                segments[places[one.key]] = _joined(segments[places[one.key]], one)
        segments += [one for one in corpus.segments if one.key not in places]
        self.corpus = replace(
            self.corpus,
            segments=tuple(sorted(segments, key=lambda one: (self._numbers[one.key], one.key))),
            systems=tuple(dict.fromkeys((*self.corpus.systems, *corpus.systems))),
            references=tuple(dict.fromkeys((*self.corpus.references, *corpus.references))),
        )
        return set(others)


def read_pooled(paths: Sequence[Path]) -> PooledAnnotations:
    """Read what annotators did in these project files; those with the same name are the same person.

    Raises:
        InputError: if a file is no project.
        UsageError: if one does not exist, or has none of the texts of those before it.
    """
    found: PooledAnnotations | None = None
    for path in dict.fromkeys(paths):
        with Project(path, passing=True) as project:
            found = pool_project(project, found)
    if found is None:
        raise UsageError("found no project file, expected one or more")
    return found


def pool_project(project: Project, others: PooledAnnotations | None = None) -> PooledAnnotations:
    """What annotators did in a project that is open, and in ``others``, which takes it in.

    Raises:
        UsageError: as :func:`pooled`.
    """
    found = others or PooledAnnotations((), replace(project.corpus(), segments=()))
    found.take(project)
    return found


def _is_finished(annotation: Annotation) -> bool:
    return annotation.state is not State.OPEN


def _texts(segment: Segment) -> Iterator[tuple[tuple[Side, str], Text]]:
    for side, texts in zip(SIDES, (segment.hypotheses, segment.references), strict=True):
        yield from (((side, name), text) for name, text in texts.items())


def _is_same(one: Segment, two: Segment) -> bool:
    """Whether all texts that both have are the same, word by word as far as words are settled."""
    mine, theirs = dict(_texts(one)), dict(_texts(two))
    pairs = [(text, theirs[key]) for key, text in mine.items() if key in theirs]
    return all(a.text == b.text and (None in (a.tokens, b.tokens) or a.tokens == b.tokens) for a, b in pairs)


def _joined(one: Segment, two: Segment) -> Segment:
    """With the texts and settled words of both."""
    return replace(
        one,
        hypotheses=_both(one.hypotheses, two.hypotheses),
        references=_both(one.references, two.references),
    )


def _both(mine: Mapping[str, Text], theirs: Mapping[str, Text]) -> dict[str, Text]:
    more = {name: text for name, text in theirs.items() if name not in mine or mine[name].tokens is None}
    return {**mine, **more}

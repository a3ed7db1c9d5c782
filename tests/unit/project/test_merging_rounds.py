"""Rounds of a team: segments are assigned, the project is split, parts are worked on unevenly, and all of it merges."""

from __future__ import annotations

import itertools
import re
import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.project_rows import rows_of
from meantree.analysis.corrections import FixedLinks
from meantree.analysis.frames import Filler, Frame, FrameAlignment, LinkKind, Role
from meantree.annotation.corrections import LinksKey, TreeKey
from meantree.annotation.edits import (
    EditRefused,
    add_filler,
    add_frame,
    delete_frame,
    link,
    relabel,
    set_comment,
    unlink,
)
from meantree.annotation.frame_annotation import AUTOMATIC, Annotation, AnnotationKey, State
from meantree.annotation.reference_frames import with_reference, with_review_state
from meantree.annotation.rules import Rules
from meantree.corpus.corpus import Corpus, Segment, Side, Text
from meantree.project.file import Project
from meantree.project.merging import merge
from meantree.project.new_projects import make_project
from meantree.project.splitting import split

PEOPLE = ("ana", "ben", "eva")
REFERENCES = (
    {"A": "It rains, doesn't it?", "B": "It's raining …"},
    {"A": "“Go!” he said."},
    {"A": "U.S. sales fell 3.5%."},
)
TRANSLATIONS = (
    {"north": "It rained.", "south": "Rain, they say…"},
    {"north": "He said: “go!”"},
    {"north": "", "south": "The sales (in the US) fell 3.5%!"},
)
PAIRS = [
    (f"d/{place}", system, reference)
    for place, (systems, references) in enumerate(zip(TRANSLATIONS, REFERENCES, strict=True))
    for system, reference in itertools.product(systems, references)
]


def _words(text: str) -> tuple[str, ...]:
    """The tokens that the analyser finds, which are not the words between the blanks."""
    return tuple(re.findall(r"\w+|[^\w\s]", text))


def _whole(path: Path) -> None:
    """A project of texts that nobody tokenised yet."""
    segments = tuple(
        Segment(
            str(place),
            "d",
            None,
            {name: Text(text) for name, text in references.items()},
            {name: Text(text) for name, text in systems.items()},
        )
        for place, (systems, references) in enumerate(zip(TRANSLATIONS, REFERENCES, strict=True))
    )
    make_project(path, Corpus("p", segments, ("north", "south"), ("A", "B")))
    with Project(path) as project:
        project.set_rules(Rules(nouns=False))


@dataclass(frozen=True)
class Step:
    """Something that somebody does of a translation beside a reference; ``number`` chooses the words and parts."""

    who: str
    pair: tuple[str, str, str]
    what: str
    number: int


@dataclass(frozen=True)
class Round:
    """Who is assigned which segments, what everybody does then, and whether the lead's own file merges, too."""

    assigned: dict[str, frozenset[str]]
    steps: list[Step]
    with_whole: bool


@dataclass
class Files:
    """The files of a round: everybody's part, and the lead's file, in which those work who have no part.

    Attributes:
        segments: those that there are.
        busy: who worked in the lead's file, in this round or before.
    """

    segments: set[str]
    whole: Path
    parts: dict[str, Path]
    busy: set[str]

    def of(self, who: str) -> Path:
        return self.parts.get(who, self.whole)


# What annotators do, as the editor does it


Change = Callable[[Annotation, int, int], Annotation]


def _found(frames: Sequence[Frame], number: int) -> int:
    if not frames:
        raise EditRefused("there is no frame")
    return number % len(frames)


def _side(number: int) -> Side:
    return "reference" if number % 2 else "hypothesis"


def _frames(annotation: Annotation, number: int) -> tuple[Frame, ...]:
    return annotation.reference if number % 2 else annotation.hypothesis


def _add_filler(annotation: Annotation, number: int, size: int) -> Annotation:
    place = _found(_frames(annotation, number), number // 2)
    span = number % max(1, size), number % max(1, size) + 1
    return add_filler(annotation, _side(number), place, Filler(span, list(Role)[number % len(Role)]))


def _relabel(annotation: Annotation, number: int, _size: int) -> Annotation:
    frames = _frames(annotation, number)
    place = _found(frames, number // 2)
    if not frames[place].fillers:
        raise EditRefused("there is no filler")
    return relabel(annotation, _side(number), (place, 0), list(Role)[number % len(Role)])


def _link(annotation: Annotation, number: int, _size: int) -> Annotation:
    sides = annotation.hypothesis, annotation.reference
    mine, theirs = (_found(frames, number) for frames in sides)
    filler = 0 if number % 3 and sides[0][mine].fillers and sides[1][theirs].fillers else None
    return link(annotation, (mine, filler), (theirs, filler), list(LinkKind)[number % len(LinkKind)])


CHANGES: dict[str, Change] = {
    "frame": lambda one, number, size: add_frame(
        one, _side(number), (number % max(1, size), number % max(1, size) + 1)
    ),
    "delete": lambda one, number, _: delete_frame(one, _side(number), _found(_frames(one, number), number // 2)),
    "filler": _add_filler,
    "role": _relabel,
    "link": _link,
    "unlink": lambda one, number, _: unlink(one, _side(number), (_found(_frames(one, number), number // 2), None)),
    "remark": lambda one, number, _: set_comment(
        one, _side(number), (_found(_frames(one, number), 0), None), f"?{number}"
    ),
    "comment": lambda one, number, _: replace(one, comment=f"comment {number}"),
    **{
        state.name: lambda one, _number, _size, state=state: replace(one, state=state)  # type: ignore[misc]
        for state in State
        if state is not State.REVIEW  # which nobody chooses: it is that of one whose links are inactive
    },
}


def _automatic(mine: Sequence[str], who: str) -> Annotation:
    """What the labeller finds: eva's is another one."""
    role = Role.PATIENT if who == "eva" else Role.AGENT
    found = Frame((1, 2), (Filler((0, 1), role),))
    if len(mine) > 1:
        return Annotation((found,), (found,), FrameAlignment({(0, 0): LinkKind.CORRECT}), State.DONE)
    return Annotation((), (found,), state=State.DONE)


def _annotate(project: Project, step: Step) -> None:
    segment, system, reference = step.pair
    place = int(segment.removeprefix("d/"))
    mine, theirs = _words(TRANSLATIONS[place][system]), _words(REFERENCES[place][reference])
    key = AnnotationKey(*step.pair, step.who)
    before = project.annotation(key)
    shown = before or _begun(project, key, mine)
    size = len(theirs if step.number % 2 else mine)
    if not size and step.what in ("frame", "filler"):
        return
    after = with_review_state(CHANGES[step.what](shown, step.number, size))
    if after == shown:
        return
    if before is None:
        tokens: dict[tuple[Side, str], tuple[str, ...]] = {
            ("hypothesis", system): mine,
            ("reference", reference): theirs,
        }
        automatic = replace(key, annotator=AUTOMATIC)
        project.begin(segment, tokens, {automatic: _automatic(mine, step.who)})
    project.save(key, after, step.what, known=before, initial=shown)


def _begun(project: Project, key: AnnotationKey, mine: Sequence[str]) -> Annotation:
    """What somebody begins with: automatic frames, and those that they gave the reference beside another system."""
    automatic, shared = replace(_automatic(mine, key.annotator), state=State.OPEN), project.reference_frames(key)
    return automatic if shared is None else with_reference(automatic, shared)


def _correct_head(project: Project, step: Step) -> None:
    segment, system, reference = step.pair
    place, side = int(segment.removeprefix("d/")), _side(step.number)
    name = reference if side == "reference" else system
    words = _words((REFERENCES if side == "reference" else TRANSLATIONS)[place][name])
    if words:
        project.begin(segment, {(side, name): words})
        arcs = {step.number % len(words): (-1, f"label{step.number}")}
        project.save_tree(TreeKey(segment, side, name, step.who), arcs, "head")


def _correct_links(project: Project, step: Step) -> None:
    segment, system, reference = step.pair
    place = int(segment.removeprefix("d/"))
    mine, theirs = _words(TRANSLATIONS[place][system]), _words(REFERENCES[place][reference])
    if mine:
        project.begin(segment, {("hypothesis", system): mine, ("reference", reference): theirs})
        pairs = frozenset({(step.number % len(mine), step.number % len(theirs))})
        project.save_links(LinksKey(*step.pair, step.who), FixedLinks(pairs), "link")


def _spend_time(project: Project, step: Step) -> None:
    project.add_time(step.pair[0], step.pair[1], step.who, f"2026-01-0{step.number % 9 + 1}", 1.0 + step.number)


OTHERS: dict[str, Callable[[Project, Step], object]] = {
    "head": _correct_head,
    "words": _correct_links,
    "time": _spend_time,
    "undo": lambda project, step: project.take_step(step.who, "undo"),
    "redo": lambda project, step: project.take_step(step.who, "redo"),
}


def _do(project: Project, step: Step) -> None:
    with suppress(EditRefused):  # as the annotation editor refuses it: nothing is saved
        OTHERS.get(step.what, _annotate)(project, step)


# Rounds


def _rounds() -> st.SearchStrategy[list[Round]]:
    segments = st.frozensets(st.sampled_from(["d/0", "d/1", "d/2"]), max_size=3)
    action = st.tuples(st.sampled_from([*CHANGES, *OTHERS]), st.integers(0, 11))
    visit = st.builds(_visit, st.sampled_from(PEOPLE), st.sampled_from(PAIRS), st.lists(action, min_size=1, max_size=5))
    steps = st.lists(visit, max_size=8).map(lambda visits: [step for steps in visits for step in steps])
    assigned = st.fixed_dictionaries(dict.fromkeys(PEOPLE, segments)).filter(lambda work: any(work.values()))
    return st.lists(st.builds(Round, assigned, steps, st.booleans()), min_size=1, max_size=2)


def _visit(who: str, pair: tuple[str, str, str], actions: Sequence[tuple[str, int]]) -> list[Step]:
    """Several things that somebody does of a translation; as annotators do, the last is often to say it is done."""
    done = [("DONE", 0)] * (actions[-1][1] % 2)
    return [Step(who, pair, what, number) for what, number in (*actions, *done)]


def _play(whole: Path, played: Round, folder: Path) -> Files:
    """Assign, split, and let everybody work; each in their part, in what is theirs."""
    with Project(whole) as project:
        there = {segment.key for segment in project.corpus().segments}
        project.assign({who: played.assigned[who] & there for who in PEOPLE})
    parts = split(whole, folder)
    files = Files(there, whole, dict(parts.files), set(parts.left_out))
    for step in played.steps:
        with Project(files.of(step.who)) as project:
            if step.pair[0] not in {segment.key for segment in project.corpus().segments}:
                continue
            if step.who not in files.parts:
                files.busy.add(step.who)
            _do(project, step)
    return files


def _merged(paths: Iterable[Path], path: Path) -> Path:
    """Merge, with nothing to decide and nothing left out."""
    found = merge(list(paths), path)
    assert (found.conflicts, found.problems) == ((), ())
    return path


def _undone(path: Path, who: str, folder: Path) -> list[object]:
    """All that somebody can take back, until nothing is left."""
    copy = Path(shutil.copy(path, folder / f"undone-{len(list(folder.iterdir()))}.meantree"))
    with Project(copy) as project:
        return list(iter(lambda: project.take_step(who, "undo"), None))


def _require_kept(path: Path, people: Iterable[str], merged: Path) -> None:
    """All that these people did in a file is in the merged one, in the same words and state."""
    with Project(path) as part, Project(merged) as project:
        there = {segment.key for segment in part.corpus().segments}
        for who in set(people) & set(part.annotators):
            for records in (Project.annotations, Project.references, Project.states, Project.trees, Project.links):
                kept = {key: one for key, one in records(project, who).items() if key.segment in there}
                assert kept == records(part, who)
            comments, times = project.comments(who), project.times(who)
            assert {key: text for key, text in comments.items() if key[0] in there} == part.comments(who)
            assert [time for time in times if time.segment in there] == part.times(who)
        if AUTOMATIC in part.annotators:
            several = project.alternatives()
            for key, annotation in part.annotations(AUTOMATIC).items():
                assert key in several or project.annotation(key) == annotation
        mine, all_of_it = part.contents(), project.contents()
        for record, history in mine.histories.items():
            if record[-1] == AUTOMATIC:
                assert history.versions.keys() <= all_of_it.histories[record].versions.keys()
        for text in mine.annotated:
            assert all_of_it.texts[text] == mine.texts[text], "annotations count in the same tokens"
        assert project.rules == part.rules
        assert all(project.corpus(who).problems == () for who in project.annotators)


@settings(max_examples=5)
@given(rounds=_rounds())
def test_every_state_of_a_round_merges_and_nothing_is_lost(
    tmp_path_factory: pytest.TempPathFactory, rounds: list[Round]
) -> None:
    folder = tmp_path_factory.mktemp("rounds")
    whole, everything = folder / "whole.meantree", list[Path]()
    _whole(whole)
    for number, played in enumerate(rounds):
        scratch = folder / f"scratch{number}"
        scratch.mkdir()
        files = _play(whole, played, folder / f"parts{number}")
        alone = len(files.parts) == 1
        paths = [*files.parts.values(), *([whole] if played.with_whole or files.busy or alone else [])]
        merged = _merged(paths, scratch / "merged.meantree")
        tables = rows_of(merged)
        for place, order in enumerate(itertools.islice(itertools.permutations(paths), 1, 4)):
            assert rows_of(_merged(order, scratch / f"order{place}.meantree")) == tables
        nested = paths[0]
        for place, path in enumerate(paths[1:]):
            nested = _merged([path, nested], scratch / f"nested{place}.meantree")
        assert rows_of(nested) == tables
        assert rows_of(_merged([paths[-1], merged, *paths], scratch / "again.meantree")) == tables
        for who, part in files.parts.items():
            _require_kept(part, [who], merged)
            with Project(merged) as project:
                assert project.assigned_to(who) == played.assigned[who] & files.segments
            assert _undone(merged, who, scratch) == _undone(part, who, scratch)
        if whole in paths:
            _require_kept(whole, files.busy, merged)
        everything += paths
        whole = merged
    everything.append(whole)
    last = _merged(dict.fromkeys(everything), folder / "everything.meantree")
    _require_kept(whole, PEOPLE, last)

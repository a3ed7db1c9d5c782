"""How segments are divided among annotators, and how far these are."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.corpora import corpus_of
from helpers.frames import frame
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation.frame_annotation import STATE_PRECEDENCE, Annotation, AnnotationKey, State, translation_states
from meantree.annotation.rules import BOTH
from meantree.corpus.corpus import CHECK, Text
from meantree.errors import UsageError
from meantree.project.file import Project
from meantree.project.importing import import_annotations
from meantree.project.workload import (
    LONGEST_RUN,
    UNEVEN,
    Pace,
    Progress,
    alone_note,
    divide_segments,
    in_minutes,
    pace_of,
    parse_share,
    progress_of,
    review_note,
)

SOME = Annotation((frame("1"),), (frame("1"),), state=State.DONE)
SAID = replace(
    SOME, state=State.OPEN, comment="hm", part_comments={("hypothesis", (0, None)): "no", ("reference", (0, None)): " "}
)


def test_what_was_given_and_what_is_left(tmp_path: Path) -> None:
    text = Text("a b", tokens=("a", "b"))
    work = {
        AnnotationKey("d/1", "s", "r", "ana"): SOME,
        AnnotationKey("d/1", "s", "q", "ana"): SAID,
        AnnotationKey("d/1", "t", "q", "ana"): SAID,
        AnnotationKey("d/1", "t", "r", "ana"): Annotation(state=State.NOTHING),
        AnnotationKey("d/1", "", "r", "ana"): SAID,
        AnnotationKey("d/2", "s", "r", "ana"): Annotation(state=State.CANNOT),
        AnnotationKey("d/3", "s", "r", "ana"): SAID,
        AnnotationKey("d/4", "t", "r", "ben"): SOME,
    }
    with Project(tmp_path / "x.meantree", new=True) as project:
        project.fill(corpus_of([[text] * 4] * 4, "st", "rq", ids="1234", document="d"), work)
        project.assign({"ana": ["d/1", "d/2", "d/4"], "eva": ["d/1"]})
        project.assign({"eva": []})
        project.add_time("d/1", "s", "ana", "2026-01-01T10:00:00.000+00:00", 30.5)
        project.add_time("d/2", "s", "ana", "2026-01-01T11:00:00.000+00:00", 12)
        project.add_time("d/2", "s", "ben", "2026-01-01T11:00:00.000+00:00", 7)
        corpus = project.corpus()
        ana, ben, eva, nobody = (progress_of(project, name, corpus) for name in ("ana", "ben", "eva", "zoe"))
    # Left of six: t of segment 2, and both of segment 4.
    assert ana == Progress("ana", 6, done=1, nothing=1, cannot=1, open=1, review=0, left=3, remarks=8, seconds=42.5)
    assert (ben.assigned, ben.done, ben.left, ben.seconds) == (None, 1, 0, 7)
    assert (eva.assigned, eva.left) == (0, 0)
    assert nobody == Progress("zoe", None, 0, 0, 0, 0, 0, 0, 0, 0)


def test_what_is_finished_today_and_the_effort_of_each_are_told(tmp_path: Path) -> None:
    text = Text("a b", tokens=("a", "b"))
    began = "2026-01-01T10:00:00.000+00:00"
    with Project(tmp_path / "x.meantree", new=True) as project:
        project.fill(corpus_of([[text] * 2] * 6, "s", "r", ids="123456", document="d"))
        corpus, today = project.corpus(), date.today()
        assert pace_of(project, "ana", corpus, today) == Pace(6, 0)
        with Project(tmp_path / "hers.meantree", new=True) as hers:
            hers.fill(corpus, {AnnotationKey("d/6", "s", "r", "ana"): SOME})
        import_annotations(project, tmp_path / "hers.meantree")
        assert pace_of(project, "ana", corpus, today) == Pace(6, 1), "what was imported is no work of today"
        project.save(AnnotationKey("d/6", "s", "r", "ana"), replace(SOME, state=State.OPEN), "open again")
        for name in "123":
            project.save(AnnotationKey(f"d/{name}", "s", "r", "ana"), SOME, "done")
        for name, seconds, keys in (("1", 30.0, 20), ("2", 90.0, 40), ("3", 60.0, None), ("4", 1000.0, 1000)):
            project.add_time(f"d/{name}", "s", "ana", began, seconds, keys)
        here = pace_of(project, "ana", corpus, today)
        assert here == Pace(6, 3, 3, 60.0, 30.0)
        assert here.line == "3 of 6 translations done · 3 today · 3 left · 30 keys, 1.0 min each"
        assert replace(here, keys=1.4).line.endswith("1 key, 1.0 min each")
        assert pace_of(project, "ana", corpus, today + timedelta(days=2)).today == 0
        project.assign({"ana": ["d/1"], "ben": ["d/2"]})
        assert pace_of(project, "ana", corpus, today).left == 0
        assert pace_of(project, "ben", corpus, today) == Pace(1, 0)
        project.set_rules(replace(project.rules, protocol=BOTH))
        in_both = pace_of(project, "ana", corpus, today)
    assert in_both.line.startswith("0 of 1 translation done in frames and error spans")
    assert [in_minutes(seconds) for seconds in (4.4, 59.6, 90)] == ["4 s", "1.0 min", "1.5 min"]


def test_that_a_translation_beside_two_references_has_the_foremost_state() -> None:
    for states in permutations(State, 2):
        found = {AnnotationKey("1", "s", name, "ana"): state for name, state in zip("rq", states, strict=True)}
        assert translation_states(found) == {("1", "s"): next(state for state in STATE_PRECEDENCE if state in states)}


def test_that_work_to_review_beside_one_reference_is_counted_though_another_is_open(tmp_path: Path) -> None:
    text = Text("a b", tokens=("a", "b"))
    linked = replace(SOME, alignment=FrameAlignment({(0, 0): LinkKind.CORRECT}))
    with Project(tmp_path / "x.meantree", new=True) as project:
        project.fill(corpus_of([[text] * 4], "st", "rq", ids="1", document="d"))
        project.assign({"ana": ["d/1"]})
        for system, reference, state in (("s", "r", State.OPEN), ("s", "q", State.DONE), ("t", "q", State.DONE)):
            project.save(AnnotationKey("d/1", system, reference, "ana"), replace(linked, state=state), "done")
        project.save(AnnotationKey("d/1", "t", "q", "ana"), replace(SOME, reference=()), "deleted frame")
        ana = progress_of(project, "ana", project.corpus())
        assert (ana.done, ana.open, ana.review, ana.left) == (1, 0, 1, 1)
        assert review_note(project, "ana").startswith("ana: 1 translation is to review (d/1 s)")


def test_what_one_person_alone_finished_is_said_to_be_missing_from_the_gold_standard(tmp_path: Path) -> None:
    text = Text("a b", tokens=("a", "b"))
    with Project(tmp_path / "x.meantree", new=True) as project:
        project.fill(corpus_of([[text] * 5], ("s", "t", "u", CHECK), "r", ids="1", document="d"))
        for system, name in (("s", "ana"), ("s", "ben"), ("t", "ana"), (CHECK, "ana")):
            project.save(AnnotationKey("d/1", system, "r", name), replace(SOME, state=State.DONE), "done")
        project.save(AnnotationKey("d/1", "u", "r", "ben"), replace(SOME, state=State.OPEN), "edit")
        said = "gold: 1 translation was finished by one person alone (d/1 t), so it is not in the gold standard"
        assert [alone_note(project, name) for name in ("gold", "ana")] == [said, ""]


SEGMENTS = [f"d{document}/{number}" for document in range(6) for number in range(10)]


DOCUMENTS = [key[:2] for key in SEGMENTS]
PEOPLE = ["ana", "ben", "eva", "ida"]


def _runs(found: list[str]) -> int:
    """Return in how many runs of consecutive segments they come."""
    places = [SEGMENTS.index(key) for key in found]
    return 1 + sum(after != before + 1 for before, after in itertools.pairwise(places))


@given(
    lengths=st.lists(st.integers(1, 40), max_size=12),
    people=st.integers(2, 6),
    overlap=st.sampled_from([0.0, 0.1, 0.2, 0.5, 0.9, 1.0]),
    together=st.integers(2, 6),
)
def test_everybody_has_about_as_much(lengths: list[int], people: int, overlap: float, together: int) -> None:
    documents = [str(number) for number, length in enumerate(lengths) for _ in range(length)]
    count, together = len(documents), min(together, people)
    names, segments = [f"a{place}" for place in range(people)], [str(place) for place in range(count)]
    work = divide_segments(segments, names, overlap, together, documents=documents)
    times = Counter(itertools.chain.from_iterable(work.values()))
    assert set(times) == set(segments)
    assert Counter(times.values())[together] == round(overlap * count)
    assert sum(times.values()) == count + round(overlap * count) * (together - 1)
    equal = sum(times.values()) / people
    assert all(abs(len(found) - equal) <= max(2 * UNEVEN * equal, LONGEST_RUN) + 1 for found in work.values())
    assert all(found == sorted(found, key=int) and len(set(found)) == len(found) for found in work.values())


@pytest.mark.parametrize("documents", [[], DOCUMENTS])
def test_everybody_has_one_run(documents: list[str]) -> None:
    work = divide_segments(SEGMENTS, PEOPLE[:3], documents=documents)
    assert work == {"ana": SEGMENTS[:20], "ben": SEGMENTS[20:40], "eva": SEGMENTS[40:]}


def test_a_document_is_split_only_where_numbers_would_become_uneven() -> None:
    segments = [str(number) for number in range(100)]
    near = ["a"] * 48 + ["b"] * 52
    assert [len(found) for found in divide_segments(segments, PEOPLE[:2], documents=near).values()] == [48, 52]
    far = ["a"] * 30 + ["b"] * 70
    assert [len(found) for found in divide_segments(segments, PEOPLE[:2], documents=far).values()] == [50, 50]


def test_shared_segments_are_spread_in_runs_of_a_document() -> None:
    work = divide_segments(SEGMENTS, PEOPLE[:3], 0.2, documents=DOCUMENTS)
    shared = [key for key in SEGMENTS if sum(key in found for found in work.values()) == 2]
    assert shared == [f"d{document}/{number}" for document in (0, 2, 4) for number in range(4)]
    pairs = Counter(tuple(name for name, found in work.items() if key in found) for key in shared)
    assert pairs == dict.fromkeys(itertools.combinations(PEOPLE[:3], 2), 4)
    assert [(len(found), _runs(found)) for found in work.values()] == [(24, 2), (24, 2), (24, 2)]


def test_shared_runs_do_not_cross_documents_where_there_is_room() -> None:
    documents = ["a"] * 2 + ["b"] * 58
    work = divide_segments(SEGMENTS, PEOPLE[:2], 0.2, documents=documents)
    shared = [place for place, key in enumerate(SEGMENTS) if all(key in found for found in work.values())]
    assert len(shared) == 12
    assert {documents[place] for place in shared} == {"b"}


def test_everybody_meets_everybody_as_often() -> None:
    work = divide_segments(SEGMENTS, PEOPLE, 0.2)
    shared = (tuple(name for name in PEOPLE if key in work[name]) for key in SEGMENTS)
    assert Counter(names for names in shared if len(names) > 1) == dict.fromkeys(itertools.combinations(PEOPLE, 2), 2)


def test_what_is_begun_stays() -> None:
    first, second, third, *others = SEGMENTS[:6]
    begun = {"ana": {first, second, third}, "ben": {third}, "zoe": {second}}
    work = divide_segments(SEGMENTS[:6], ["ana", "ben"], begun=begun)
    assert work == {"ana": [first, second, third, others[0]], "ben": [third, *others[1:]]}
    shared = divide_segments(SEGMENTS[:6], ["ana", "ben", "eva"], 1.0, begun=begun)
    times = Counter(itertools.chain.from_iterable(shared.values()))
    assert set(times.values()) == {2}
    assert begun["ana"] <= set(shared["ana"])
    assert begun["ben"] <= set(shared["ben"])


@pytest.mark.parametrize(
    ("names", "overlap", "together", "message"),
    [
        ([], 0.0, 2, "names of annotators"),
        (["ana", "ana"], 0.0, 2, "each only once"),
        (["ana", " "], 0.0, 2, "each only once"),
        (["ana"], 0.2, 2, "found 2 of 1 annotator"),
        (["ana", "ben"], 0.2, 1, "found 1 of 2 annotators"),
        (["ana", "ben"], 1.5, 2, "found 150%"),
    ],
)
def test_what_cannot_be_divided(names: list[str], overlap: float, together: int, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        divide_segments(SEGMENTS, names, overlap, together)


def test_shares() -> None:
    assert [parse_share(text) for text in ("20%", " .2 ", "0", "100 %")] == [0.2, 0.2, 0.0, 1.0]
    for wrong in ("20", "-1%", "x", "", "nan", "%"):
        with pytest.raises(UsageError, match="as in 20%"):
            parse_share(wrong)

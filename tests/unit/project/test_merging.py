"""Real project files: split, worked on apart, merged in any order, merged again."""

from __future__ import annotations

import itertools
import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.frames import frame
from helpers.merges import Work, copies_of, merged, undone
from helpers.project_rows import change_rows, rows_of
from meantree.analysis.corrections import FixedLinks
from meantree.annotation.corrections import LinksKey, TreeKey
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey
from meantree.annotation.frame_annotation import AUTOMATIC, Annotation, AnnotationKey, State
from meantree.annotation.record_kinds import FRAMES
from meantree.annotation.reference_frames import reference_of, with_reference
from meantree.annotation.rules import MQM, Rules
from meantree.corpus.corpus import Corpus, Rating, Segment, Text
from meantree.errors import InputError, UsageError
from meantree.project import splitting as splitting
from meantree.project.copies import MERGED, OWNER, Copy, write_copy
from meantree.project.file import Project
from meantree.project.importing import import_annotations
from meantree.project.merging import merge
from meantree.project.new_projects import make_project
from meantree.project.splitting import split

PEOPLE = ("ana", "ben", "eva")
BEGUN = Annotation((frame("1 agent=0"),), (frame("1 agent=0"),))


def _corpus(reference: str = "It rains .") -> Corpus:
    segments = tuple(
        Segment(
            str(number),
            "d",
            f"Quelle {number}",
            {"A": Text(reference, tokens=tuple(reference.split()))},
            {"north": Text(f"It rained {number} .", tokens=("It", "rained", str(number), "."))},
            (Rating("north", "da", number / 2, "r"),),
        )
        for number in range(6)
    )
    return Corpus("p", segments, ("north",), ("A",), "de", "en")


def _saved(*places: int, what: Annotation = BEGUN, who: str = "ana") -> Work:
    return lambda project: [project.save(_key(place, who), what, "edited") for place in places]


def _key(segment: int, annotator: str) -> AnnotationKey:
    return AnnotationKey(f"d/{segment}", "north", "A", annotator)


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A project with automatic frames in which each of three people has two segments, and all have the last two."""
    path = tmp_path / "whole.meantree"
    make_project(path, _corpus())
    with Project(path) as project:
        for segment in range(6):
            project.begin(f"d/{segment}", {}, {_key(segment, AUTOMATIC): BEGUN})
        project.assign({who: [f"d/{place}", "d/4", "d/5"] for place, who in enumerate(PEOPLE)})
        project.set_rules(Rules(nouns=False, guidelines="Verbs alone."))
        project.save(_key(4, "ana"), BEGUN, "begun")
    return path


def test_parts_hold_their_own_work_alone(whole: Path, tmp_path: Path) -> None:
    with Project(whole) as project:
        project.save(_key(5, "ben"), BEGUN, "begun")
    files = split(whole, tmp_path / "parts").files
    assert list(files) == list(PEOPLE)
    assert files["ana"] == tmp_path / "parts" / "whole-ana.meantree"
    with Project(files["ana"]) as part, Project(whole) as project:
        assert [segment.key for segment in part.corpus().segments] == ["d/0", "d/4", "d/5"]
        assert part.owner == "ana"
        assert part.identity != project.identity
        assert set(part.annotations("ana")) == {_key(4, "ana")}
        assert set(part.annotations(AUTOMATIC)) == {_key(number, AUTOMATIC) for number in (0, 4, 5)}
        assert part.annotations("ben") == {}
        assert part.rules == project.rules


def test_nothing_is_written_over_and_nobody_to_split_for(whole: Path, tmp_path: Path) -> None:
    split(whole, tmp_path / "parts")
    with pytest.raises(UsageError, match="the file already exists"):
        split(whole, tmp_path / "parts")
    make_project(tmp_path / "fresh.meantree", _corpus())
    with pytest.raises(UsageError, match="no annotator"):
        split(tmp_path / "fresh.meantree", tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_names_of_people_make_names_of_files_of_their_own(whole: Path, tmp_path: Path) -> None:
    names = ("../../x", "a/b", "Ana", "ana ", "e\u0301", "\u00e9", "..", "\U0001f600", "x" * 10_000, "x" * 9_999)
    with Project(whole) as project:
        project.assign({**{who: [] for who in ("ben", "eva")}, **{who: ["d/1"] for who in names}})
    files = split(whole, tmp_path / "parts").files
    assert set(files) == {"ana", *names}
    assert sorted(files.values()) == sorted((tmp_path / "parts").iterdir())
    assert len({str(file).casefold() for file in files.values()}) == len(files)
    assert files["a/b"].name == "whole-a_b.meantree"
    for who, file in files.items():
        with Project(file) as part:
            assert part.owner == who


def test_a_split_that_fails_leaves_no_part(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(connection: sqlite3.Connection, copy: Copy) -> None:
        write_copy(connection, copy)
        if copy.settings[OWNER] == "eva":
            raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(splitting, "write_copy", full)
    with pytest.raises(UsageError, match="the disk is full"):
        split(whole, tmp_path / "parts")
    assert not (tmp_path / "parts").exists()
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match=r"cannot create the folder .*: File exists"):
        split(whole, tmp_path / "file")


def test_parts_that_nobody_touched_make_the_whole_again(whole: Path, tmp_path: Path) -> None:
    files = list(split(whole, tmp_path / "parts").files.values())
    with Project(whole) as project, merged(files) as again:
        before, after = project.contents(), again.contents()
    gone = ("d", "3")  # is nobody's, so that no part has it
    assert after.segments == {name: row for name, row in before.segments.items() if name != gone}
    assert after.texts == {key: row for key, row in before.texts.items() if key[0] != gone}
    assert after.ratings == {row: count for row, count in before.ratings.items() if row[0] != gone}
    assert after.histories == {key: one for key, one in before.histories.items() if key[0] != gone}
    assert (after.settings, after.lists, after.rules) == (before.settings, before.lists, before.rules)
    assert after.assignments == before.assignments


Edit = Callable[[Project, str], object]
EDITS: dict[str, Edit] = {
    "frame": lambda project, who: project.save(_key(4, who), replace(BEGUN, hypothesis=()), "frame deleted"),
    "done": lambda project, who: project.save(_key(4, who), replace(BEGUN, state=State.DONE), "done"),
    "remark": lambda project, who: project.save(
        _key(5, who), replace(BEGUN, part_comments={("hypothesis", (0, None)): "?"}), "remark"
    ),
    "tree": lambda project, who: project.save_tree(TreeKey("d/5", "reference", "A", who), {1: (0, "x")}, "head"),
    "links": lambda project, who: project.save_links(
        LinksKey("d/4", "north", "A", who), FixedLinks(frozenset({(1, 0)})), "link"
    ),
    "errors": lambda project, who: project.save_errors(
        ErrorKey("d/4", "north", who), ErrorAnnotation(comment="?", state=State.DONE), "errors"
    ),
    "mark": lambda project, who: project.mark(["d/4", "d/5"], who, marked=True),
    "no mark": lambda project, who: project.mark(["d/4"], who, marked=False),
    "answer": lambda project, who: project.answer("d/5", "north", who, "negation.added", "wrong"),
    "undo": lambda project, who: project.take_step(who, "undo"),
    "redo": lambda project, who: project.take_step(who, "redo"),
    "time": lambda project, who: project.add_time("d/4", "north", who, "2026-01-01", 9.0),
    "assign": lambda project, who: project.assign({who: ["d/4"]}),
    "rules": lambda project, who: project.set_rules(replace(project.rules, gold=who)),
}


@given(
    work=st.lists(
        st.tuples(st.integers(0, 2), st.sampled_from(["ana", "ben"]), st.sampled_from(sorted(EDITS))), max_size=12
    )
)
def test_the_order_does_not_matter_and_again_changes_nothing(
    whole: Path, tmp_path_factory: pytest.TempPathFactory, work: list[tuple[int, str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("copies")
    copies = [Path(shutil.copy(whole, folder / f"{place}.meantree")) for place in range(3)]
    for place, path in enumerate(copies):
        with Project(path) as project:
            for at, who, what in work:
                if at == place:
                    EDITS[what](project, who)
    found = []
    for number, order in enumerate(itertools.permutations(copies)):
        merged = folder / f"merged{number}.meantree"
        merge(order, merged)
        found.append(rows_of(merged))
    assert all(tables == found[0] for tables in found)
    merge([copies[2], copies[0]], folder / "two.meantree")
    merge([folder / "two.meantree", copies[1]], folder / "three.meantree")
    three = rows_of(folder / "three.meantree")
    of_work = [[row for row in tables["settings"] if row[0] != MERGED] for tables in (three, found[0])]
    assert of_work[0] == of_work[1]
    assert three | {"settings": found[0]["settings"]} == found[0], "but for the files that were merged"
    merge([folder / "merged0.meantree", folder / "merged0.meantree", copies[1]], folder / "again.meantree")
    assert rows_of(folder / "again.meantree") == found[0]
    for place, path in enumerate(copies):
        with Project(path) as copy, Project(folder / "merged0.meantree") as project:
            for who in ("ana", "ben"):
                if any(at == place and name == who for at, name, _ in work):
                    _require_kept(copy, project, who)


def _require_kept(copy: Project, merged: Project, annotator: str) -> None:
    """What somebody sees in a copy is in the merged project, or somebody went on from it."""
    if annotator not in copy.annotators:
        return
    contents = merged.contents()
    for key, one in copy.contents().histories.items():
        history = contents.histories[key]
        known = {content for edit in history.edits for content in (edit.before, edit.after)} | set(history.versions)
        assert set(one.versions) <= known
        assert one.edits.keys() <= history.edits.keys()


OF_PARTS = sorted(EDITS.keys() - {"assign", "rules"})
"""What annotators do in their parts; the lead assigns, and sets the rules."""


@given(
    work=st.lists(st.tuples(st.sampled_from(PEOPLE), st.sampled_from(OF_PARTS)), max_size=12), with_whole=st.booleans()
)
def test_parts_of_a_round_merge_in_any_order_and_nothing_is_lost(
    whole: Path, tmp_path_factory: pytest.TempPathFactory, work: list[tuple[str, str]], with_whole: bool
) -> None:
    folder = tmp_path_factory.mktemp("round")
    parts = split(whole, folder / "parts").files
    for who, what in work:
        with Project(parts[who]) as part:
            EDITS[what](part, who)
    paths = [*parts.values(), *([whole] if with_whole else [])]
    made = [folder / f"{number}.meantree" for number in range(4)]
    for path, order in zip(made, itertools.permutations(paths), strict=False):
        found = merge(order, path)
        assert (found.conflicts, found.problems) == ((), ())
        assert rows_of(path) == rows_of(made[0])
    with Project(made[0]) as project:
        for who in PEOPLE:
            with Project(parts[who]) as part:
                _require_kept(part, project, who)
                assert project.times(who) == part.times(who)
                assert project.assigned_to(who) == part.assigned_to(who)
                if who in part.annotators:
                    for read in (Project.annotations, Project.error_annotations, Project.trees, Project.links):
                        assert read(project, who) == read(part, who)
                    assert (project.marked(who), project.answers(who)) == (part.marked(who), part.answers(who))
                assert list(undone(project, who)) == list(undone(part, who))


def test_two_versions_are_told_and_both_kept(whole: Path, tmp_path: Path) -> None:
    versions = [replace(BEGUN, comment="mine"), replace(BEGUN, state=State.DONE)]
    copies = copies_of(whole, *(_saved(4, what=version) for version in versions))
    found = merge(copies, tmp_path / "merged.meantree")
    assert [(one.segment, one.annotator, len(one.times)) for one in found.conflicts] == [("d/4", "ana", 2)]
    with Project(tmp_path / "merged.meantree") as project:
        shown = project.annotation(_key(4, "ana"))
        assert shown is not None
        ((key, (content,)),) = project.alternatives().items()
        other = with_reference(FRAMES.read(content or ""), reference_of(BEGUN))
        assert sorted((shown, other), key=repr) == sorted(versions, key=repr)
        # Take the other one: nothing is open any more, not even after another merge with the copies.
        project.choose_version(key, content)
        assert project.annotation(_key(4, "ana")) == other
        assert project.alternatives() == {}
    with merged([*copies, project.path]) as project:
        assert project.annotation(_key(4, "ana")) == other
        project.take_step("ana", "undo")
        assert project.annotation(_key(4, "ana")) == shown


def test_other_texts_are_refused(whole: Path, tmp_path: Path) -> None:
    make_project(tmp_path / "other.meantree", _corpus("It snows ."))
    with pytest.raises(InputError, match=r"segment d/\d, A: .*'It rains \.' and 'It snows \.'") as caught:
        merge([whole, tmp_path / "other.meantree"], tmp_path / "merged.meantree")
    assert "--trust" not in str(caught.value), "nothing of the other file would be left"
    long = "It rains " + "and rains " * 20
    for name, end in (("long", "today ."), ("longer", "now .")):
        make_project(tmp_path / f"{name}.meantree", _corpus(f"{long}{end}"))
    with pytest.raises(InputError, match=r"'…and rains and rains today \.' and '…and rains and rains now \.'"):
        merge([tmp_path / "long.meantree", tmp_path / "longer.meantree"], tmp_path / "merged.meantree")
    strange = replace(_corpus(), segments=(Segment("x", "e", None, {}, {"north": Text("?")}),))
    make_project(tmp_path / "strange.meantree", strange)
    with pytest.raises(InputError, match="no segment in common"):
        merge([whole, tmp_path / "strange.meantree"], tmp_path / "merged.meantree")
    assert not (tmp_path / "merged.meantree").exists()


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:8192])


def _without_settings(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'settings'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    content = path.read_bytes()
    path.write_bytes(content[: (page - 1) * size] + b"\xff" * size + content[page * size :])


@pytest.mark.parametrize("damage", [_cut, _without_settings])
@pytest.mark.parametrize("backwards", [True, False])
def test_a_damaged_file_is_said_to_be_damaged(
    whole: Path, tmp_path: Path, damage: Callable[[Path], None], backwards: bool
) -> None:
    with Project(whole) as project:
        project.set_rules(Rules(protocol=MQM))
    part = split(whole, tmp_path / "parts").files["ben"]
    damage(part)
    files = [part, whole][:: -1 if backwards else 1]
    with pytest.raises(InputError, match="damaged"):
        merge(files, tmp_path / "m.meantree")
    with Project(whole) as project, pytest.raises(InputError, match="damaged"):
        import_annotations(project, part)
    if damage is _cut:
        with pytest.raises(InputError, match="damaged"):
            merge(files, tmp_path / "m.meantree", whole)
    else:
        assert len(merge(files, tmp_path / "m.meantree", whole).copy.segments) == 6, "what can be read is merged"


def test_a_damaged_text_is_told_and_the_rest_joins_with_the_sound_ones(whole: Path, tmp_path: Path) -> None:
    files = split(whole, tmp_path / "parts").files
    for who, file in files.items():
        with Project(file) as part:
            part.save(_key(4, who), BEGUN, "mine")
            part.save(_key(5, who), BEGUN, "mine")
    change_rows(files["ben"], "UPDATE texts SET text = 'It raioed 4 .' WHERE text = 'It rained 4 .'")
    before = {who: rows_of(file) for who, file in files.items()}
    every, target = list(files.values()), tmp_path / "again.meantree"
    with pytest.raises(InputError) as caught:
        merge(every, target)
    assert str(caught.value).startswith(f"{files['ben']}: ")
    assert f"segment d/4, north: the text differs from that of {files['ana']}" in str(caught.value)
    assert "('It rained 4 .' and 'It raioed 4 .')" in str(caught.value)
    assert "meantree merge --trust FILE" in str(caught.value)
    for number, paths in enumerate((every, every[::-1])):
        merged = merge(paths, tmp_path / f"{number}.meantree", files["ana"])
        assert [str(one).count("left out with the work of ben") for one in merged.problems] == [1]
        with Project(tmp_path / f"{number}.meantree") as again:
            assert {key.annotator for key in again.annotations() if key.segment == "d/4"} == {
                *("ana", "eva"),
                AUTOMATIC,
            }
            assert again.annotation(_key(5, "ben")) == BEGUN
            (rained,) = (one for one in again.corpus().segments if one.key == "d/4")
            assert rained.hypotheses["north"].text == "It rained 4 ."
    assert rows_of(tmp_path / "0.meantree") == rows_of(tmp_path / "1.meantree")
    assert before == {who: rows_of(file) for who, file in files.items()}, "nothing is lost"
    with pytest.raises(UsageError, match="one of the merged"):
        merge(every, target, whole)


RULES = Rules(nouns=False, auxiliaries=True, blind=False)
OTHER_RULES = Rules(nouns=True, auxiliaries=False, blind=True)
DIFFERENCE = (
    "nouns are predicates, too (there: only verbs are predicates); "
    "auxiliaries are not predicates (there: auxiliaries are predicates); "
    "annotators work blind (there: annotators see each other's work); "
)


@pytest.fixture
def rounds(whole: Path, tmp_path: Path) -> tuple[Path, Path]:
    """Parts of two rounds of a project, ana's and ben's, with other rules in the second."""
    parts = []
    for who, rules in (("ana", RULES), ("ben", OTHER_RULES)):
        with Project(whole) as project:
            project.set_rules(
                replace(project.rules, nouns=rules.nouns, auxiliaries=rules.auxiliaries, blind=rules.blind)
            )
        parts.append(split(whole, tmp_path / f"of-{who}").files[who])
        with Project(parts[-1]) as part:
            (system,) = part.corpus().systems  # a letter, in the part of a blind project
            part.save(replace(_key(5, who), system=system), BEGUN, "begun")
    return parts[0], parts[1]


def test_parts_with_other_rules_are_refused_and_told_apart(
    whole: Path, rounds: tuple[Path, Path], tmp_path: Path
) -> None:
    one, two = rounds
    with pytest.raises(InputError) as caught:
        merge(rounds, tmp_path / "merged.meantree")
    assert str(caught.value).startswith(
        f"{two}: its rules differ from those of {one}: {DIFFERENCE}only annotations made by"
    )
    assert "meantree merge --trust FILE" in str(caught.value)
    assert not (tmp_path / "merged.meantree").exists()
    with Project(whole) as project, pytest.raises(InputError, match=f"its rules differ from those of {whole}"):
        import_annotations(project, one)
    for trusted, rules in ((one, RULES), (two, OTHER_RULES)):
        found = merge(rounds, tmp_path / f"{trusted.stem}.meantree", trusted)
        assert sum(str(one).count("which apply") for one in found.problems) == 1
        with Project(tmp_path / f"{trusted.stem}.meantree") as merged:
            assert merged.rules == replace(rules, guidelines="Verbs alone.")
            assert (merged.annotation(_key(5, "ana")), merged.annotation(_key(5, "ben"))) == (BEGUN, BEGUN)


@pytest.mark.parametrize(
    ("rule", "applies"),
    [
        ({"suggestions": ("XCOMET",)}, False),
        ({"protocol": MQM, "severities": ("major",), "categories": "Other"}, False),
        ({"guidelines": "Verbs.", "gold": "best", "compared": ("ana", "ben")}, True),
    ],
)
def test_rules_that_a_trusted_project_never_set_apply_too(tmp_path: Path, rule: dict[str, Any], applies: bool) -> None:
    one, two = tmp_path / "one.meantree", tmp_path / "two.meantree"
    _apart(one, "1", "s", "ana")
    with Project(one) as project:
        project.set_rules(RULES)
    shutil.copyfile(one, two)
    with Project(two) as project:
        project.set_rules(replace(RULES, **rule))
    merge([one, two], tmp_path / "merged.meantree", one)
    with Project(tmp_path / "merged.meantree") as merged:
        assert merged.rules == (replace(RULES, **rule) if applies else RULES)


def test_a_part_keeps_the_rules_of_the_whole(rounds: tuple[Path, Path]) -> None:
    with Project(rounds[1]) as part:
        rules = part.rules
        assert rules == replace(OTHER_RULES, guidelines="Verbs alone.")
        for changed in (replace(rules, nouns=False), replace(rules, guidelines=""), replace(rules, blind=False)):
            with pytest.raises(UsageError, match="the part of 'ben': its rules"):
                part.set_rules(changed)
        part.set_rules(rules)
        assert part.rules == rules
        part.set_rules(replace(rules, compared=("ana", "ben")))
        assert part.rules.compared == ("ana", "ben")


def _apart(path: Path, segments: str, systems: str, annotator: str) -> None:
    """A project made by somebody alone, of some of the segments."""
    found = tuple(
        Segment(name, "d", None, {"A": Text("It rains .")}, {one: Text(f"{one} {name}") for one in systems})
        for name in segments
    )
    keys = [AnnotationKey(f"d/{name}", systems[0], "A", annotator) for name in segments]
    make_project(path, Corpus("p", found, tuple(systems), ("A",), "de", "en"), dict.fromkeys(keys, BEGUN))


ORDERS = st.tuples(*(st.permutations(letters).map("".join) for letters in ("sabc", "mnop")))


@settings(max_examples=5)
@given(work=st.lists(st.tuples(ORDERS, st.integers(1, 4), st.sampled_from("xyz")), min_size=3, max_size=3))
def test_orders_of_projects_made_apart_join_in_any_order(
    tmp_path_factory: pytest.TempPathFactory, work: list[tuple[tuple[str, str], int, str]]
) -> None:
    """Segments, systems and annotators: what stands first anywhere stands first, whichever copies meet first."""
    folder = tmp_path_factory.mktemp("apart")
    paths = [folder / f"{place}.meantree" for place in range(3)]
    for path, ((segments, systems), count, annotator) in zip(paths, work, strict=True):
        _apart(path, "s" + segments.replace("s", "")[:count], systems[:count], annotator)
    merge(paths, folder / "all.meantree")
    tables = rows_of(folder / "all.meantree")
    for number, (one, two, three) in enumerate(itertools.permutations(paths)):
        pair, made = folder / f"pair{number}.meantree", folder / f"made{number}.meantree"
        merge([one, two], pair)
        merge([three, pair], made)
        assert rows_of(made) == tables
    for again in (paths[0], folder / "pair3.meantree"):
        made = folder / f"again-{again.name}"
        merge([folder / "all.meantree", again], made)
        assert rows_of(made) == tables


def test_what_was_done_last_holds_though_a_clock_is_behind(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Assignments, rules, and that what was undone cannot be done again; the first computer is an hour ahead."""
    monkeypatch.setattr("meantree.project.schema.now", lambda: "2999-01-01T02:00:00.000+00:00")
    with Project(whole) as project:
        project.assign({"ana": ["d/0"]})
        project.assign({"ana": ["d/0", "d/3"]})
        project.set_rules(replace(project.rules, guidelines="Verbs and nouns."))
        project.take_step("ana", "undo")
    later = Path(shutil.copy(whole, tmp_path / "later.meantree"))
    monkeypatch.setattr("meantree.project.schema.now", lambda: "2999-01-01T01:00:00.000+00:00")
    with Project(later) as project:
        project.assign({"ana": ["d/0"]})
        project.set_rules(replace(project.rules, guidelines="Verbs alone, again."))
        project.save(_key(5, "ana"), BEGUN, "begun")
    with merged([whole, later]) as project:
        assert project.assigned_to("ana") == {"d/0"}
        assert project.rules.guidelines == "Verbs alone, again."
        assert project.take_step("ana", "redo") is None


@pytest.mark.parametrize(
    "places", ["", "[]", "[" * 99_999, '{"segments": 1, "systems": {"north": "x", "?": 1}, "annotators": {"ana": -1}}']
)
def test_places_that_cannot_be_read_say_nothing(whole: Path, tmp_path: Path, places: str) -> None:
    copy = Path(shutil.copy(whole, tmp_path / "copy.meantree"))
    change_rows(copy, "INSERT INTO settings VALUES ('places', ?)", places)
    with merged([whole, copy]) as again, Project(whole) as project:
        assert rows_of(again.path)["segments"] == rows_of(whole)["segments"]
        assert again.contents().lists == project.contents().lists


def test_tokens_and_sources_are_those_of_all(tmp_path: Path) -> None:
    """Annotations of texts that were never cut count words; and a cut of the text elsewhere would move them."""

    def made(name: str, tokens: tuple[str, ...] | None, source: str | None, annotator: str = "") -> Path:
        text = Text("It rains.", tokens=tokens)
        segment = Segment("1", "d", source, {"A": text}, {"north": text})
        work = {AnnotationKey("d/1", "north", "A", annotator): BEGUN} if annotator else {}
        make_project(tmp_path / f"{name}.meantree", Corpus("p", (segment,), ("north",), ("A",)), work)
        return tmp_path / f"{name}.meantree"

    cut, words = ("It", "rains", "."), ("It", "rains.")
    whole = made("cut", cut, None, "ana")
    for name, tokens, source, annotator, fault in (
        ("fresh", None, "Quelle", "", ""),
        ("worked", None, None, "ben", "its annotations refer to other tokens"),
        ("words", words, None, "", "its annotations refer to other tokens"),
    ):
        other = made(name, tokens, source, annotator)
        for number, order in enumerate(([whole, other], [other, whole])):
            target = tmp_path / f"{name}-{number}.meantree"
            if fault:
                with pytest.raises(InputError, match=fault):
                    merge(order, target)
                continue
            merge(order, target)
            with Project(target) as project:
                (segment,) = project.corpus().segments
                assert (segment.source, segment.references["A"].tokens) == (source, cut)
    with pytest.raises(InputError, match="the source text differs"):
        merge([made("one", cut, "Eins"), made("two", cut, "Zwei")], tmp_path / "none.meantree")


def test_what_parts_and_copies_count_is_counted_once(whole: Path, tmp_path: Path) -> None:
    """Marked errors, times, and what belongs to other people, who have parts of their own."""
    change_rows(whole, "INSERT INTO errors VALUES (4, 'north', 'source', 0, 3, 'Style', 'minor', 'r')")
    settled = json.dumps({"text": "It rains .", "tokens": ["It", "rains", "."]})
    for key in ('"It rains ."', '"elsewhere"', settled):
        change_rows(whole, "INSERT INTO analyses VALUES ('f', ?, x'00')", key)
    copy = Path(shutil.copy(whole, tmp_path / "copy.meantree"))
    for path, seconds, keys in ((whole, 5.0, 7), (copy, 9.0, None)):
        with Project(path) as project:
            project.add_time("d/4", "north", "ana", "2026-01-01", seconds, keys)
            project.add_time("d/4", "north", "ben", "2026-01-01", 1.0)
    with merged([whole, copy]) as project:
        contents = project.contents()
        assert list(contents.errors.values()) == [1]
        assert list(contents.times.values()) == [(9.0, 7), (1.0, None)]
        assert len(contents.analyses) == 3
    with Project(split(whole, tmp_path / "parts").files["ana"]) as part:
        contents = part.contents()
        assert {key[2] for key in contents.times} == {"ana"}
        assert {who for _, who in contents.assignments} == {"ana"}
        assert sorted(text for _, text in contents.analyses) == ['"It rains ."', settled]
        assert len(contents.errors) == 1

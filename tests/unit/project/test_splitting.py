"""A part of a blind project tells neither systems nor checks apart; the project that it was split from is its key."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

import meantree as mt
from helpers.command import meantree
from helpers.frames import frame
from helpers.messages import tell
from meantree.agreement.pooled_annotations import read_pooled
from meantree.analysis.corrections import FixedLinks
from meantree.analysis.sentences import Analysis
from meantree.annotation.corrections import LinksKey, TreeKey
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import AUTOMATIC, Annotation, AnnotationKey, State
from meantree.annotation.rules import MQM, Rules
from meantree.corpus.corpus import CHECK, Corpus, ErrorSpan, Rating, Segment, Text
from meantree.errors import InputError, UsageError
from meantree.project.error_export import SpanFormat
from meantree.project.file import Project
from meantree.project.importing import import_annotations
from meantree.project.merging import merge
from meantree.project.new_projects import make_project
from meantree.project.splitting import split
from meantree.reporting.error_files import export_errors

SYSTEMS = ("Online-Nord", "Labor-Sued", "Mensch-Ost")
TOOL = "rater-xq 1"
ORIGINAL, PLANTED = (
    "The old bridge over the river was closed yesterday.",
    "The old bridge over the river was not closed.",
)
OTHERS = ("They shut the bridge.", "Old bridges are shut now.")


def _text(segment: int, system: int) -> str:
    return (ORIGINAL, *OTHERS)[system] if segment == 1 else f"Translation {segment} of a kind {'abc'[system]}."


def _marked(start: int, end: int) -> ErrorAnnotation:
    return ErrorAnnotation((MarkedError((Place("hypothesis", start, end),), "minor", "Style"),), state=State.DONE)


def _imported(system: str, *spans: tuple[int, int]) -> ErrorAnnotation:
    """Errors of a table with other blanks than the texts, and with a column for the file of the translation."""
    marked = (replace(_marked(*span).marked[0], as_read=("Quelle", f"{ORIGINAL}  ")) for span in spans)
    cells = ("globalSegId", "line-4711"), ("file", f"{system}.txt")
    return replace(_marked(0, 1), marked=tuple(marked), score=61.25, cells=cells)


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """Three segments, a check in the second, with scores, errors, tokens, analyses, a tool's errors and ana's work."""
    segments = tuple(
        Segment(
            str(number),
            "d",
            f"Quelle {number}",
            {"ref": Text("A reference.")},
            {
                **{
                    name: Text(text := _text(number, at), tokens=tuple(text.split())) for at, name in enumerate(SYSTEMS)
                },
                **({CHECK: Text(PLANTED)} if number == 1 else {}),
            },
            tuple(Rating(name, "da", 50.0 + at, "r") for at, name in enumerate(SYSTEMS)),
            tuple(ErrorSpan(name, "hypothesis", 0, 3, "Fluency", "minor", "r") for name in SYSTEMS),
        )
        for number in range(3)
    )
    path = tmp_path / "whole.meantree"

    def complete(project: Project) -> None:
        project.add_errors({ErrorKey("d/1", CHECK, CHECK): _marked(34, 37)})
        proposed = {ErrorKey(one.key, name, TOOL): _imported(name, (4, 7)) for one in segments for name in SYSTEMS}
        proposed[ErrorKey("d/1", SYSTEMS[0], TOOL)] = _imported(SYSTEMS[0], (0, 3), (34, 40), (50, 51))
        project.add_errors(proposed)
        project.set_rules(Rules(protocol=MQM, blind=True, shuffled=True, suggestions=(TOOL,)))
        project.keep_unplaced([f"{SYSTEMS[0]}\tdoc\t1"])
        texts = {"A reference.", *(text.text for one in segments for text in one.hypotheses.values())}
        project.store_analyses("maker", {text: Analysis(text, ()) for text in texts})
        project.assign({"ana": ["d/0", "d/1", "d/2"], "ben": ["d/1"]})
        project.save_errors(ErrorKey("d/0", SYSTEMS[1], "ana"), _marked(0, 2), "marked")
        project.save_errors(ErrorKey("d/1", SYSTEMS[0], "ana"), _marked(0, 2), "marked")
        project.add_time("d/0", SYSTEMS[1], "ana", "2026-01-01", 9.0)

    make_project(path, Corpus("p", segments, (*SYSTEMS, CHECK), ("ref",), "de", "en"), complete=complete)
    return path


@pytest.fixture
def part(whole: Path, tmp_path: Path) -> Path:
    return split(whole, tmp_path / "parts").files["ana"]


Rows = list[dict[str, object]]
ALL = {(number, letter) for number in range(3) for letter in "ABC"}


def _tables(path: Path) -> dict[str, Rows]:
    """Return the rows of every table, by column, in the order in which they are stored."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")] for name in names}


def _of_translations(rows: Rows, by: str = "system") -> dict[tuple[object, object], dict[str, object]]:
    return {(row["segment"], row[by]): row for row in rows}


def test_the_bytes_of_a_part_have_neither_names_nor_the_original(part: Path) -> None:
    content = part.read_bytes().lower()
    for hidden in (*SYSTEMS, CHECK, "negation", ORIGINAL, "closed yesterday", "ben", "fluency", "line-4711", "61.25"):
        assert hidden.lower().encode() not in content, hidden
    with closing(sqlite3.connect(part)) as connection:
        assert connection.execute("PRAGMA freelist_count").fetchone() == (0,)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("score --metric bleu --project {}", 2),
        ("score --metric bleu --level document --project {}", 2),
        ("score --metric bleu --level segment --project {}", 2),
        ("compare --metric bleu --project {}", 2),
        ("errors --metric rte-r --project {}", 2),
        ("report {} -o report.html", 2),
        ("findings --project {}", 2),
        ("convert {} with-findings.meantree --spans findings", 2),
        ("convert {} with-checks.meantree --checks 50%", 2),
        ("coverage --metric chrf --project {}", 2),
        ("explain --metric bleu --segment 1 --project {}", 2),
        ("experiment {} --rating mqm --metric chrf", 2),
        ("search {} pattern{{X[side=hyp]}} --group-by system", 2),
        ("search {} pattern{{X[side=hyp]}} --system A --count", 2),
        ("search {} global{{system=A}}", 2),
        ("search {} pattern{{X[finding=number]}}", 2),
        ("search {} global{{finding=negation}}", 2),
        ('search {} global{{feature=re".*"}} --metric rte-r', 2),
        ("search {} global{{bleu<.5}}", 2),
        ("search {} pattern{{X[status=extra]}} --metric hwcm", 2),
        ("search {} pattern{{X-[align]->Y}}", 2),
        ("search {} pattern{{X[form=not]}}without{{Y[side=ref,form=not]}}", 2),
        ("search {} pattern{{X[side=hyp]}} --count", 0),
        ("search {} pattern{{X[side=ref]}} --count", 0),
        ("agreement {}", 0),
    ],
)
def test_nothing_is_by_system_where_letters_stand_for_systems(
    part: Path, command: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(part.parent)
    done = meantree(*command.format(part.name).split(), code=code)
    assert ("letters stand for the systems of this part; merge it" in done.stderr) == (code == 2)
    assert "systems by annotator" not in done.stdout.casefold()


@pytest.mark.parametrize("more", [[], ["--dry-run"]])
def test_a_part_assigns_nothing(part: Path, more: list[str]) -> None:
    before = _tables(part)
    done = meantree("assign", part, "--annotators", "ana,eva", *more, code=2)
    assert "is the part of 'ana': segments can only be assigned in the whole project" in done.stderr
    assert _tables(part) == before


@pytest.mark.parametrize(
    "told",
    [
        mt.findings,
        mt.score,
        lambda corpus: mt.report(corpus, "report.html"),
        lambda corpus: mt.experiment(corpus, "faults"),
        lambda corpus: mt.search(corpus, "pattern { X [side=hyp] }", group_by="system"),
        lambda corpus: mt.search(corpus, "pattern { X [side=hyp] }", systems=["A"]),
        lambda corpus: mt.search(corpus, "global { finding = negation }"),
        lambda corpus: mt.score(corpus, metrics="hmeant").systems(),
        lambda corpus: mt.score(corpus, metrics="hmeant").documents(),
        lambda corpus: mt.score(corpus, metrics="hmeant").compare("A", "B"),
    ],
)
def test_python_tells_nothing_by_letter_either(part: Path, told: Callable[[Corpus], object]) -> None:
    corpus = mt.read(part)
    with pytest.raises(mt.MeantreeError, match="letters stand for the systems of this part; merge it"):
        told(corpus)


def test_who_has_nothing_in_a_part_is_told_nothing_by_letter(part: Path) -> None:
    with Project(part) as project:
        corpora = project.texts(), project.corpus_of("eva"), project.corpus_of("")
    for corpus in corpora:
        with pytest.raises(UsageError, match="letters stand for"):
            corpus.require_named()


def test_a_part_scores_own_frames_by_segment(part: Path) -> None:
    scores = mt.score(mt.read(part, annotator="ana"), metrics="hmeant")
    assert len(scores.frame()) == len(ALL)
    assert "<table" in scores._repr_html_()


def test_no_table_tells_a_check_from_its_neighbours(part: Path) -> None:
    tables = _tables(part)
    translations = _of_translations([row for row in tables["texts"] if row["side"] == "hypothesis"], "name")
    assert list(translations) == sorted(ALL), "a check has the place of the translation that it was made of"
    assert [row["text"] for row in translations.values()].count(PLANTED) == 1
    assert {(row["tokens"], row["analysis"], row["labelled"]) for row in translations.values()} == {(None, None, None)}
    assert [row["text"] for row in tables["analyses"]] == ['"A reference."']
    people = {row["name"]: row["id"] for row in tables["annotators"]}
    assert list(people) == [TOOL, "ana"]
    assert not [row for row in tables["settings"] if row["name"] == "places"], "that somebody else comes first"
    proposed = [row for row in tables["annotations"] if row["annotator"] == people[TOOL]]
    assert list(_of_translations(proposed)) == sorted(ALL)
    assert {row["reference"] for row in proposed} == {""}
    assert {name for row in proposed for name in json.loads(str(row["content"]))} == {"errors", "state"}
    assert not any("as_read" in str(row["content"]) for row in proposed)
    assert {row["state"] for row in tables["history"]} == {"done"}, "when proposals were imported tells systems apart"
    empty = ("ratings", "errors", "unplaced", "alternatives", "sessions")
    assert [tables[name] for name in empty] == [[]] * len(empty)
    known = {
        "settings",
        "segments",
        "texts",
        "annotators",
        "annotations",
        "history",
        "assignments",
        "times",
    }
    assert tables.keys() - {*empty, "analyses"} == known, "a new table is looked at here, too"
    systems = next(row["value"] for row in tables["settings"] if row["name"] == "systems")
    assert systems == '["A","B","C"]'


def test_a_tools_errors_are_proposed_in_a_check_except_for_the_planted_words(part: Path) -> None:
    with Project(part) as project:
        (letter,) = (name for name, text in project.corpus().segments[1].hypotheses.items() if text.text == PLANTED)
        proposed = project.error_annotation(ErrorKey("d/1", letter, TOOL))
    assert proposed is not None
    places = [place for error in proposed.errors for place in error.places]
    assert [PLANTED[place.start : place.end] for place in places] == ["The", "."]


@pytest.mark.parametrize("nothing", [None, (), (MarkedError((), "no-error", "No-error"),)])
def test_a_check_without_proposals_is_as_a_translation_without_any(
    whole: Path, tmp_path: Path, nothing: tuple[MarkedError, ...] | None
) -> None:
    """Some tools name every translation, some in a row that says so, others those with errors alone."""
    with Project(whole) as project:
        project.save_errors(ErrorKey("d/1", SYSTEMS[0], TOOL), _imported(SYSTEMS[0], (34, 40)), "marked")
        if nothing is not None:
            without = ErrorAnnotation(nothing, state=State.NOTHING)
            project.save_errors(ErrorKey("d/0", SYSTEMS[0], TOOL), without, "marked")
    with Project(split(whole, tmp_path / "parts").files["ana"]) as project:
        (letter,) = (name for name, text in project.corpus().segments[1].hypotheses.items() if text.text == PLANTED)
        proposed = project.error_annotation(ErrorKey("d/1", letter, TOOL))
        others = project.error_annotations(TOOL).values()
    assert proposed == (None if nothing is None else ErrorAnnotation(state=State.NOTHING))
    assert sum(one == proposed for one in others) == 2 * (nothing is not None)


def test_times_of_imported_errors_tell_no_system(whole: Path, tmp_path: Path) -> None:
    """A table has the errors of one system after those of another."""
    with closing(sqlite3.connect(whole)) as connection, connection:
        for day, name in enumerate(SYSTEMS, start=1):
            row = {"time": f"2026-01-0{day}T00:00:00.000+00:00", "name": name}
            imported = "SELECT id FROM annotations WHERE system = :name AND changed = :time"
            connection.execute("UPDATE annotations SET changed = :time WHERE system = :name", row)
            connection.execute(f"UPDATE history SET time = :time, stated = :time WHERE annotation IN ({imported})", row)
    with Project(whole) as project:
        before = project.contents()
    part = split(whole, tmp_path / "parts").files["ana"]
    tables = _tables(part)
    (tool,) = (row["id"] for row in tables["annotators"] if row["name"] == TOOL)
    assert len({row["changed"] for row in tables["annotations"] if row["annotator"] == tool}) == 1
    merge((part, whole), tmp_path / "made.meantree")
    with Project(tmp_path / "made.meantree") as project:
        assert project.contents() == before


def test_letters_are_in_another_order_in_each_segment_or_one_for_a_system(whole: Path, tmp_path: Path) -> None:
    def systems_of(folder: str) -> set[tuple[str, ...]]:
        orders = set()
        for number in range(12):
            with Project(split(whole, tmp_path / f"{folder}{number}").files["ana"]) as project:
                segments = [project.corpus().segments[place] for place in (0, 2)]
            orders.add(tuple("".join(t.text[-2] for t in one.hypotheses.values()) for one in segments))
        return orders

    mixed = systems_of("m")
    assert any(first != second for first, second in mixed)
    assert len(mixed) > 1, "letters are drawn anew"
    with Project(whole) as project:
        project.set_rules(replace(project.rules, by_segment=False))
    assert all(first == second for first, second in systems_of("s"))


def _work_in(path: Path, annotator: str) -> None:
    """Finish every translation of a part, with its last word marked."""
    with Project(path) as project:
        for segment in project.corpus().segments:
            for name, text in segment.hypotheses.items():
                marked = _marked(len(text.text) - 2, len(text.text))
                project.save_errors(ErrorKey(segment.key, name, annotator), marked, "marked")
                project.add_time(segment.key, name, annotator, "2026-02-02", 5.0)


def test_merging_with_the_key_restores_everything_in_any_order(whole: Path, tmp_path: Path) -> None:
    files = split(whole, tmp_path / "parts").files
    with Project(whole) as project:
        before = project.contents()
    for number, paths in enumerate(permutations((whole, *files.values()))):
        merge(paths, made := tmp_path / f"same{number}.meantree")
        with Project(made) as project:
            assert project.contents() == before
    for name, path in files.items():
        _work_in(path, name)
    results = []
    for number, paths in enumerate(permutations((whole, *files.values()))):
        merge(paths, made := tmp_path / f"made{number}.meantree")
        with Project(made) as project:
            results.append(project.contents())
            done = project.error_annotations("ana")
    assert all(result == results[0] for result in results)
    assert {(key.segment, key.system) for key in done} == {
        *((f"d/{number}", name) for number in (0, 2) for name in SYSTEMS),
        *(("d/1", name) for name in (*SYSTEMS, CHECK)),
    }
    for key, annotation in done.items():
        text = results[0].texts[("d", key.segment[2:]), "hypothesis", key.system][0]
        of_part = (key.segment, key.system) != ("d/1", SYSTEMS[0])  # the original of the check, marked before
        assert annotation == (_marked(len(text) - 2, len(text)) if of_part else _marked(0, 2))
    import_annotations(opened := Project(whole), files["ana"])
    import_annotations(opened, files["ben"])
    assert opened.contents().histories == results[0].histories
    opened.close()


def test_equal_translations_keep_their_letters_apart(tmp_path: Path) -> None:
    made, texts = tmp_path / "e.meantree", {name: Text("Equal." if name != "b" else "Other.") for name in "abc"}
    make_project(made, Corpus("e", (Segment("1", "", "q", {}, texts),), tuple("abc"), ()))
    with Project(made) as project:
        project.set_rules(Rules(protocol=MQM, blind=True))
        project.save_errors(ErrorKey("1", "c", "ana"), _marked(0, 1), "marked")
    for number in range(5):
        (part,) = split(made, tmp_path / str(number)).files.values()
        merge((made, part), again := tmp_path / f"again{number}.meantree")
        with Project(made) as project, Project(again) as merged:
            assert merged.contents() == project.contents()


def test_frames_heads_and_links_come_back_under_their_systems(tmp_path: Path) -> None:
    made, text = tmp_path / "f.meantree", Text("a b", tokens=("a", "b"))
    systems = {"n": "north", "s": "south"}
    texts = {name: Text(f"{word} b", tokens=(word, "b")) for word, name in systems.items()}
    segments = tuple(Segment(number, "", "q", {"ref": text}, texts) for number in "12")
    make_project(made, Corpus("f", segments, ("north", "south"), ("ref",)))
    with Project(made) as project:
        project.set_rules(Rules(blind=True))
        project.assign({"ana": ["1", "2"]})
        for name in texts:
            project.begin("1", {}, {AnnotationKey("1", name, "ref", AUTOMATIC): Annotation(comment=name[0])})
    (part,) = split(made, tmp_path / "parts").files.values()
    assert b"south" not in part.read_bytes()
    expected: dict[AnnotationKey, Annotation] = {}
    with Project(part) as project:
        for segment in project.corpus().segments:
            for letter, translation in segment.hypotheses.items():
                name = systems[translation.text[0]]
                done = Annotation((frame("0"),), (frame("1"),), state=State.DONE, comment=name)
                project.save(AnnotationKey(segment.key, letter, "ref", "ana"), done, "done")
                project.save_tree(TreeKey(segment.key, "hypothesis", letter, "ana"), {0: (1, name)}, "head")
                project.save_links(LinksKey(segment.key, letter, "ref", "ana"), FixedLinks(frozenset({(0, 0)})), "link")
                expected[AnnotationKey(segment.key, name, "ref", "ana")] = done
    merge([part, made], tmp_path / "m.meantree")
    with Project(tmp_path / "m.meantree") as merged, Project(made) as project:
        assert merged.annotations("ana") == expected
        assert {(key.name, arcs[0][1]) for key, arcs in merged.trees("ana").items()} == {(n, n) for n in texts}
        assert {key.system for key in merged.links("ana")} == set(texts)
        assert merged.annotations(AUTOMATIC) == project.annotations(AUTOMATIC)
        assert merged.is_merged
        assert not project.is_merged
        assert merged.corpus().systems == ("north", "south")


def _without_key(_whole: Path, files: dict[str, Path], _folder: Path) -> list[Path]:
    return list(files.values())


def _other_round(_whole: Path, files: dict[str, Path], folder: Path) -> list[Path]:
    """The project of another round: the same segments with other translations."""
    texts = {name: Text(f"Another text of {name}.") for name in SYSTEMS}
    segments = tuple(Segment(str(number), "d", f"Quelle {number}", {}, texts) for number in range(3))
    make_project(other := folder / "other.meantree", Corpus("o", segments, SYSTEMS, ()))
    with Project(other) as project, Project(files["ana"]) as part:
        project.set_rules(part.rules)
    return [other, files["ana"]]


def _other_rules(whole: Path, files: dict[str, Path], _folder: Path) -> list[Path]:
    with Project(whole) as project:
        project.set_rules(replace(project.rules, side_by_side=False, by_segment=False))
    return [whole, files["ben"]]


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        (_without_key, "letters stand for the systems of this part; merge it with the project that it was split from"),
        (
            _other_round,
            "segment d/0: the text of [ABC] is not in .*; it is a part of another project or round",
        ),
        (_other_rules, "its rules differ"),
    ],
)
def test_what_cannot_be_merged_is_said_in_one_sentence_and_nothing_is_lost(
    whole: Path,
    tmp_path: Path,
    paths: Callable[[Path, dict[str, Path], Path], list[Path]],
    message: str,
) -> None:
    files = dict(split(whole, tmp_path / "parts").files)
    _work_in(files["ana"], "ana")
    chosen = paths(whole, files, tmp_path)
    before = [path.read_bytes() for path in chosen]
    with pytest.raises(InputError, match=message) as error:
        merge(chosen, tmp_path / "made.meantree")
    assert "\n" not in str(error.value)
    assert [path.read_bytes() for path in chosen] == before
    assert not (tmp_path / "made.meantree").exists()


def test_copies_of_one_part_join_without_the_key(part: Path, tmp_path: Path) -> None:
    with Project(part) as project:
        project.copy(tmp_path / "copy.meantree")
    _work_in(tmp_path / "copy.meantree", "ana")
    merge((part, tmp_path / "copy.meantree"), tmp_path / "made.meantree")
    with Project(tmp_path / "made.meantree") as project:
        assert len(project.error_annotations("ana")) == 9


def test_a_part_that_imports_its_key_says_what_to_do(whole: Path, part: Path) -> None:
    with Project(part) as project, pytest.raises(InputError, match=r"letters stand for .* merge it with"):
        import_annotations(project, whole)


@pytest.mark.parametrize("name", ["o.rating", "o.json", "o.tsv"])
def test_exports_of_a_part_say_that_letters_stand_for_systems(part: Path, tmp_path: Path, name: str) -> None:
    """Read into the project that it was split from, they would be other systems' errors, or nobody's."""
    _work_in(part, "ana")
    form: dict[str, SpanFormat] = {"o.rating": "rating", "o.json": "pearmut", "o.tsv": "mqm"}
    _, problems = export_errors(part, tmp_path / name, form[name], "ana")
    assert [problem for problem in problems if "letters stand for" in str(problem)]


def test_no_letter_is_the_name_of_a_reference(tmp_path: Path) -> None:
    texts = {name: Text(name) for name in ("north", "south")}
    made = tmp_path / "r.meantree"
    make_project(made, Corpus("r", (Segment("1", "", "q", {"A": Text("a")}, texts),), tuple(texts), ("A",)))
    with Project(made) as project:
        project.set_rules(Rules(blind=True))
        done = Annotation((frame("0"),), (frame("0"),), state=State.DONE)
        project.save(AnnotationKey("1", "north", "A", "ana"), done, "done")
    (part,) = split(made, tmp_path / "parts").files.values()
    with Project(part, passing=True) as project:
        assert sorted(project.corpus().systems) == ["B", "C"]


def test_trust_leaves_out_what_has_no_key_and_agreement_asks_for_it(whole: Path, part: Path, tmp_path: Path) -> None:
    _work_in(part, "ana")
    with closing(sqlite3.connect(part)) as connection, connection:
        connection.execute("UPDATE texts SET text = 'damaged' WHERE segment = 2 AND name = 'B'")
    merged = merge((whole, part), tmp_path / "made.meantree", trusted=whole)
    assert tell(merged.problems, "segment d/2: the text of B is not in … the segment is left out with the work of ana")
    assert "letters stand for" in meantree("agreement", whole, part, code=2).stderr
    with pytest.raises(UsageError, match="letters stand for"):
        read_pooled((whole, part))

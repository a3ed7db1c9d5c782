"""``meantree assign``, ``split`` and ``merge`` on small projects."""

from __future__ import annotations

import csv
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from helpers.annotating import key_of, make_project
from helpers.command import invoke
from helpers.corpora import corpus_of
from helpers.project_rows import change_rows, rows_of
from helpers.projects import project_of
from meantree.analysis.corrections import FixedLinks
from meantree.annotation.corrections import LinksKey, TreeKey
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey
from meantree.annotation.frame_annotation import AUTOMATIC, Annotation, State
from meantree.annotation.rules import MQM, Rules
from meantree.corpus.corpus import CHECK
from meantree.errors import InputError, UsageError
from meantree.project.file import Project


def _run(*arguments: object) -> Result:
    return invoke(*arguments, catch_exceptions=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Twenty segments of one system."""
    path = tmp_path / "twenty.meantree"
    make_project(path)
    return path


def test_assign_divides_and_shows(project: Path) -> None:
    with Project(project) as opened:
        opened.save(key_of(3, "eva"), Annotation(state=State.DONE, comment="?"), "done")
    done = _run("assign", project, "--annotators", "ana, eva", "--overlap", "20%", "--blind", "--format", "tsv")
    rows = {row["annotator"]: row for row in csv.DictReader(done.stdout.splitlines(), dialect="excel-tab")}
    assert {name: row["assigned"] for name, row in rows.items()} == {"eva": "12", "ana": "12"}
    assert (rows["eva"]["done"], rows["eva"]["not finished"], rows["eva"]["comments"]) == ("1", "11", "1")
    assert (rows["ana"]["done"], rows["ana"]["not finished"]) == ("0", "12")
    with Project(project) as opened:
        assert opened.rules.blind
        assert key_of(3).segment in opened.assigned_to("eva")
    shown = json.loads(_run("assign", project, "--open", "--format", "json").stdout)
    assert [len(one["segments"]) for one in shown] == [12, 12]
    with Project(project) as opened:
        assert not opened.rules.blind


def test_assign_says_for_whom_nothing_is_left(project: Path) -> None:
    with Project(project) as opened:
        for number in range(20):
            opened.save(key_of(number, "eva"), Annotation(state=State.DONE), "done")
    done = _run("assign", project, "--annotators", "ana,eva")
    assert "No segment is left for ana." in done.stderr


def test_assign_says_that_checks_are_for_error_spans(tmp_path: Path) -> None:
    texts = corpus_of([["he did come", "he did not come"]], ("A", CHECK), "", ids="1", source="ta")
    path = project_of(tmp_path / "p.meantree", texts, rules=Rules(protocol=MQM))
    with Project(path) as opened:
        opened.add_errors({ErrorKey("1", CHECK, CHECK): ErrorAnnotation(state=State.DONE)})
    said = "Attention checks are for error spans"
    assert said not in _run("assign", path, "--annotators", "ana,ben").stderr
    assert said in _run("assign", path, "--protocol", "frames").stderr


def test_without_annotators_no_table_is_drawn(project: Path) -> None:
    assert _run("assign", project).stdout == "Nobody is assigned anything, or has annotated.\n"
    assert _run("assign", project, "--format", "tsv").stdout.startswith("annotator\t")


def test_a_preview_says_who_gets_what_and_assigns_nothing(project: Path) -> None:
    with Project(project) as opened:
        opened.save(key_of(3, "eva"), Annotation(state=State.DONE), "done")
        before = opened.stamp
        shown = _run("assign", project, "--annotators", "ana, ben", "--overlap", "20%", "--blind", "--dry-run")
        assert opened.stamp == before
        assert (opened.assignments(), opened.rules.blind) == ([], False)
    lines = shown.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["ana", "ben"]
    assert all("12 segments (" in line and ", 4 shared" in line and "check" not in line for line in lines), lines
    _run("assign", project, "--annotators", "ana, ben", "--overlap", "20%")
    with Project(project) as opened:
        assert [len(opened.assigned_to(name)) for name in ("ana", "ben")] == [12, 12]


def test_what_cannot_be_read_is_named_where_work_is_counted_and_split(project: Path, tmp_path: Path) -> None:
    _run("assign", project, "--annotators", "ana,ben")
    change_rows(project, "UPDATE texts SET side = 'refe2ence' WHERE segment = 5 AND side = 'reference'")
    for arguments in (["assign", project], ["split", project, "-o", tmp_path / "parts"]):
        done = _run(*arguments)
        assert done.exit_code == 1
        assert "with the data that could be recovered: it is damaged" in done.stderr
        assert "a row of texts is invalid (segment 5" in done.stderr


def test_rules_are_set_shown_and_kept_by_parts(project: Path, tmp_path: Path) -> None:
    output = _run("assign", project, "--annotators", "ana,ben", "--no-nouns", "--no-auxiliaries", "--blind").stderr
    assert "only verbs are predicates; auxiliaries are not predicates; annotators work blind" in output
    output = _run("assign", project, "--auxiliaries").stderr
    assert "only verbs are predicates; auxiliaries are predicates; annotators work blind" in output
    assert "annotators see scores; all systems of a segment, then the next segment" in output
    output = _run("assign", project, "--no-scores", "--by-system").stderr
    assert "scores are hidden from annotators; all segments of a system, then the next system" in output
    _run("split", project, "-o", tmp_path / "parts")
    part = tmp_path / "parts" / "twenty-ana.meantree"
    before = part.read_bytes()
    assert "only verbs are predicates; auxiliaries are predicates; annotators work blind" in _run("assign", part).stderr
    assert part.read_bytes() == before
    rows = rows_of(part)
    for options in (["--nouns"], ["--annotators", "ana", "--open"]):
        with pytest.raises(UsageError, match="is the part of 'ana'"):
            _run("assign", part, *options)
    assert rows_of(part) == rows
    _run("assign", project, "--nouns")
    with pytest.raises(InputError, match=r"only verbs .*there: nouns"):
        _run("merge", project, part, "-o", tmp_path / "all.meantree")
    merged = _run("merge", project, part, "-o", tmp_path / "all.meantree", "--trust", project)
    assert "its rules differ from those of" in merged.stderr
    with Project(tmp_path / "all.meantree") as opened:
        assert (opened.rules.nouns, opened.rules.auxiliaries, opened.rules.blind) == (True, True, True)


def test_different_automatic_frames_are_told_in_one_line(project: Path, tmp_path: Path) -> None:
    copies = [Path(shutil.copy(project, tmp_path / f"{name}.meantree")) for name in ("one", "two")]
    for path in copies:
        with Project(path) as opened:
            for place in (0, 1):
                opened.begin(
                    key_of(place).segment, {}, {key_of(place, AUTOMATIC): Annotation(comment=f"made in {path.stem}")}
                )
    output = _run("merge", *copies, "-o", tmp_path / "both.meantree").stderr
    assert "20 segments, 0 annotations by 0 annotators" in output, "the labeller is nobody"
    assert "The automatic frames of 2 translations differ between the files" in output
    assert "versions" not in output


def test_parts_are_annotated_and_come_back(project: Path, tmp_path: Path) -> None:
    _run("assign", project, "--annotators", "ana,ben", "--overlap", "1")
    assert "ben: " in _run("split", project, "-o", tmp_path / "parts").stderr
    for annotator in ("ana", "ben"):
        with Project(tmp_path / "parts" / f"twenty-{annotator}.meantree") as part:
            part.save(key_of(0, annotator), Annotation(state=State.NOTHING), "nothing")
    merged = _run("merge", *sorted((tmp_path / "parts").iterdir()), "-o", tmp_path / "all.meantree")
    assert "20 segments, 2 annotations by 2 annotators" in merged.stderr.replace("\n", " ")
    with Project(tmp_path / "all.meantree") as opened:
        for annotator in ("ana", "ben"):
            assert opened.translation_states(annotator) == {("00/00", "01"): State.NOTHING}


def test_that_a_merge_counts_what_was_corrected_and_marked(project: Path, tmp_path: Path) -> None:
    copies = [Path(shutil.copy(project, tmp_path / f"{name}.meantree")) for name in ("one", "two")]
    with Project(copies[0]) as opened:
        opened.save_tree(TreeKey("00/00", "hypothesis", "01", "ana"), {1: (0, "obj")}, "head")
        opened.save_links(LinksKey("00/00", "01", "00", "ben"), FixedLinks(linked=frozenset({(0, 0)})), "link")
    with Project(copies[1]) as opened:
        opened.save_tree(TreeKey("00/01", "reference", "00", "ana"), {1: (0, "obj")}, "head")
        for segment in ("00/00", "00/01"):
            for name in ("ana", "gold"):
                opened.save_errors(ErrorKey(segment, "01", name), ErrorAnnotation(), "begun")
    output = _run("merge", *copies, "-o", tmp_path / "both.meantree").stderr.replace("\n", " ")
    work = "4 annotations of errors, 2 corrected trees, 1 corrected word alignment"
    assert f"20 segments, {work} by 2 annotators and the gold standard" in output


def test_conflicts_are_listed(project: Path, tmp_path: Path) -> None:
    copies = []
    for name in ("one", "two"):
        copies.append(tmp_path / f"{name}.meantree")
        copies[-1].write_bytes(project.read_bytes())
        with Project(copies[-1]) as opened:
            opened.save(key_of(0, "ana"), replace(Annotation(), comment=name), "comment")
    output = _run("merge", *copies, "-o", tmp_path / "both.meantree").stderr
    assert f"segment {key_of(0).segment}, 01 compared with 00: 2 versions of the frames of ana" in output
    assert "menu View, Versions of other copies" in output

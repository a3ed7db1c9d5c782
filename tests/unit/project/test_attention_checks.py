"""Attention checks in a project: they come up in the work, and only the lead sees who passed."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from helpers.command import meantree
from helpers.corpora import corpus_of
from helpers.projects import project_of
from meantree.agreement.pooled_annotations import read_pooled
from meantree.analysis.store import AnalysisStore
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import State
from meantree.annotation.rules import MQM, Rules
from meantree.annotation.work_order import original_of
from meantree.corpus.corpus import CHECK, Corpus
from meantree.project.attention_checks import Checked, checked, with_checks
from meantree.project.blindness import corpus_seen_by
from meantree.project.error_export import Exported, exported_errors, pearmut_campaign
from meantree.project.file import Project
from meantree.project.gold_standard import comparable_annotators
from meantree.project.splitting import split
from meantree.project.workload import planned, progress_of
from meantree.reporting.error_files import error_table
from meantree.reporting.progress import progress_table, team_status, team_table
from meantree.work import Work

TODAY = date(2026, 1, 1)
NOT = MarkedError((Place("hypothesis", 7, 10),), "major", "negation.added")


def _error(start: int, end: int) -> ErrorAnnotation:
    return ErrorAnnotation((MarkedError((Place("hypothesis", start, end),), "minor", "Other"),), state=State.DONE)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Two segments with a check; ana marked the planted error, ben finished one without marking it."""
    texts = corpus_of([["he did come", "he did not come"]] * 2, ("A", CHECK), "", ids="12", source="ta")
    made = project_of(tmp_path / "p.meantree", texts, rules=Rules(protocol=MQM, blind=True))
    with Project(made) as project:
        known = ErrorAnnotation((NOT,), state=State.DONE)
        project.add_errors({ErrorKey(segment, CHECK, CHECK): known for segment in "12"})
        for name, start in (("ana", 8), ("ben", 3)):
            project.save_errors(ErrorKey("1", CHECK, name), _error(start, start + 2), "x")
            project.save_errors(ErrorKey("1", "A", name), _error(0, 2), "x")
    return made


def test_who_marked_the_planted_error_passed(path: Path) -> None:
    with Project(path) as project:
        assert checked(project) == {"ana": Checked(1, 1), "ben": Checked(0, 1)}
        table = team_table(project, date(2026, 1, 1))
    assert [(row[0], row[-1]) for row in table.rows] == [("ana", "1 of 1"), ("ben", "0 of 1")]
    assert table.head[-1] == "checks noticed"
    assert "1 of 1" in meantree("assign", path).stdout
    seen = team_status(path, "ana", date(2026, 1, 1)).progress
    assert ([row[0] for row in seen.rows], "checks noticed" in seen.head) == (["ana"], False), "ana has not finished"


def test_checks_and_all_translations_together_exclude_each_other(path: Path, tmp_path: Path) -> None:
    refused = meantree("assign", path, "--side-by-side", code=2)
    assert "seen at once" in refused.stderr
    meantree("assign", path, "--by-system")
    texts = corpus_of([["he came"]], "A", "", source="ta")
    other = project_of(tmp_path / "o.meantree", texts, rules=Rules(protocol=MQM, side_by_side=True))
    refused = meantree("convert", other, tmp_path / "n.meantree", "--checks", "5%", code=2)
    assert "--one-by-one" in refused.stderr


def test_checks_are_counted_apart_in_a_merge_and_ask_the_lead_nothing(path: Path, tmp_path: Path) -> None:
    with Project(path) as project:
        for system in ("A", CHECK):
            project.save_errors(ErrorKey("2", system, "ana"), replace(_error(0, 2), comment="odd?"), "x")
    copy = Path(shutil.copy(path, tmp_path / "copy.meantree"))
    said = meantree("merge", path, copy, "-o", tmp_path / "both.meantree").stderr.replace("\n", " ")
    assert "2 segments, 3 annotations of errors, 3 attention checks by 2 annotators" in said
    asked = {name: [one.key.system for one in team_status(path, name, TODAY).questions] for name in ("ana", "lea")}
    assert asked == {"ana": ["A", CHECK], "lea": ["A"]}, "whoever annotates must not tell them apart"


def test_comments_and_time_on_checks_do_not_count(path: Path) -> None:
    with Project(path) as project:
        for system, seconds in (("A", 60.0), (CHECK, 300.0)):
            project.save_errors(ErrorKey("2", system, "ana"), replace(_error(0, 2), comment="odd"), "x")
            project.add_time("2", system, "ana", f"2026-01-01T10:00:0{len(system)}.000+00:00", seconds)
        progress = progress_of(project, "ana", project.corpus_of(""))
    assert (progress.remarks, progress.seconds) == (1, 60.0)


def test_progress_of_error_spans_has_no_columns_of_frames(path: Path) -> None:
    with Project(path) as project:
        project.save_errors(ErrorKey("2", "A", "ana"), ErrorAnnotation(state=State.NOTHING), "x")
        assert "to review" not in team_table(project, date(2026, 1, 1)).head
        exported = error_table(exported_errors(project))
        table = progress_table(project)
    assert not {"to review", "cannot annotate", "nothing to annotate"} & set(table.head)
    assert dict(zip(table.head, table.rows[0], strict=True))["of these without an error"] == 1
    assert "frames" not in table.note
    assert {row[4] for row in exported.rows} == {"done", "no error"}


def test_annotators_who_have_finished_cannot_tell_checks_apart(path: Path) -> None:
    with Project(path) as project:
        for system in ("A", CHECK):
            project.save_errors(ErrorKey("2", system, "ana"), _error(0, 2), "x")
    today = date(2026, 1, 1)
    seen = {name: team_status(path, name, today).progress for name in ("ana", "lea", "", "gold")}
    assert [(name, table.head[-1] == "checks noticed") for name, table in seen.items()] == [
        ("ana", False),
        ("lea", True),
        ("", True),
        ("gold", True),
    ]
    assert [table.rows[0][1:3] for table in seen.values()] == [(4, 4), (2, 2), (2, 2), (2, 2)]


def test_scores_agreement_and_exports_leave_checks_out(path: Path) -> None:
    with Project(path) as project:
        corpus, exported = project.corpus(), exported_errors(project)
        own = project.corpus_of("ana")
        assert CHECK not in own.systems
        assert CHECK in own.segments[0].hypotheses
        assert CHECK not in corpus_seen_by(project, "").segments[0].hypotheses
        assert comparable_annotators(project) == ("ana", "ben")
    assert (corpus.systems, {error.system for error in corpus.segments[0].errors}) == (("A",), {"A"})
    assert {key.system for key in exported.annotations} == {"A"}
    assert CHECK not in pearmut_campaign(Exported(exported.corpus, {}), "c", MQM)
    assert ["attention checks" in str(problem) for problem in exported.problems] == [True]
    pool = read_pooled([path])
    assert set(pool.work) == {"ana", "ben"}
    assert {key.system for errors in pool.errors.values() for key in errors} == {"A"}


def test_who_annotates_has_a_check_in_place_of_its_original(path: Path) -> None:
    with Project(path) as project:
        seen = {name: project.corpus_of(name).segments[1].hypotheses.keys() for name in ("ana", "eva", "gold", "")}
        assert project.replaced("ana") == {("2", "A")}, "she annotated the first one before"
        assert project.corpus_of("ana").segments[0].hypotheses.keys() == {"A", CHECK}
    assert seen == {"ana": {CHECK}, "eva": {CHECK}, "gold": {"A", CHECK}, "": {"A", CHECK}}


def test_who_has_not_this_segment_sees_the_original(path: Path) -> None:
    with Project(path) as project:
        project.assign({"ana": ["1", "2"], "ben": ["1"]})
        found = {name: project.replaced(name) for name in ("ana", "ben", "lea")}
    assert found == {"ana": {("2", "A")}, "ben": set(), "lea": set()}


def test_a_plan_counts_checks(path: Path) -> None:
    with Project(path) as project:
        plan = planned(project, ["ana", "ben"], 0.5)
    assert plan.lines == ("ana: 2 segments (1–2), 1 shared, 2 checks", "ben: 1 segment (1), 1 shared, 1 check")


def test_the_merged_project_says_who_noticed_checks_and_counts_no_check_as_work(path: Path, tmp_path: Path) -> None:
    with Project(path) as project:
        project.assign(planned(project, ["ana", "ben"], 1.0).work)
    parts = split(path, tmp_path / "parts")
    assert parts.left_out == ()
    with Project(parts.files["ana"]) as part:
        assert checked(part) == {}, "the lead alone learns it"
    assert "noticed" not in meantree("assign", parts.files["ana"]).stdout
    merged = tmp_path / "all.meantree"
    done = meantree("merge", path, *parts.files.values(), "--output", merged)
    assert "by 2 annotators" in done.stderr, "checks are nobody's"
    with Project(merged) as project:
        assert checked(project) == {"ana": Checked(1, 1), "ben": Checked(0, 1)}
    status = team_status(merged, "", date(2026, 1, 1)).progress
    assert [(row[0], *row[1:3], row[-1]) for row in status.rows] == [("ana", 1, 1, "1 of 1"), ("ben", 1, 1, "0 of 1")]
    rows = [line.split("\t") for line in meantree("assign", merged, "--format", "tsv").stdout.splitlines()]
    assert [(row[0], row[1], row[3], row[-1]) for row in rows] == [
        ("annotator", "assigned", "done", "checks noticed"),
        ("ana", "1", "1", "1 of 1"),
        ("ben", "1", "1", "0 of 1"),
    ]
    listed = json.loads(meantree("assign", merged, "--format", "json").stdout)
    assert [(row["assigned"], row["checks"]["noticed"], row["checks"]["finished"]) for row in listed] == [
        (1, 1, 1),
        (1, 0, 1),
    ], "of the second segment they have the check"


@pytest.mark.pipeline
def test_a_check_takes_no_other_place_than_that_of_its_original() -> None:
    """“he still visited” with its roles exchanged is more like a translation without “still”."""
    start, end = "According to US media reports, he ", 'visited the strip club "Magic City" in Atlanta in the evening.'
    corpus = corpus_of([[f"{start}{end}", f"{start}still {end}"]], "AB", "")
    for seed in range(12):
        made, _ = with_checks(corpus, 1.0, seed, AnalysisStore(), Work())
        words = {name: text.text for name, text in made.segments[0].hypotheses.items()}
        assert original_of(words) == ("B" if "still" in words[CHECK] else "A"), words[CHECK]


def test_nobody_can_compute_which_segments_have_a_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hyp.A.en").write_text("The old man saw the bridge in 1985.\n", encoding="utf-8")
    seeds: list[int] = []

    def note(corpus: Corpus, _share: float, seed: int, *_others: object) -> tuple[Corpus, dict[object, object]]:
        seeds.append(seed)
        return corpus, {}

    monkeypatch.setattr("meantree.cli.span_conversion.with_checks", note)
    for name in "ab":
        meantree("convert", "--hyp", tmp_path / "hyp.A.en", "--checks", "50%", tmp_path / f"{name}.meantree")
    assert len(set(seeds)) == 2


def test_who_names_no_column_of_translations_is_told_how(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text("source\tOurs\nein Mann\tA man saw the bridge\n", encoding="utf-8")
    said = meantree("convert", tmp_path / "t.tsv", tmp_path / "n.meantree", "--checks", "40%", code=2).stderr
    assert "there are no translations" in said
    assert "as in --columns hypothesis:Ours=Ours" in said.replace("\n", " ")


@pytest.mark.parametrize("checks", [(), ("--checks", "40%")])
def test_findings_are_no_file_and_come_when_there_is_a_project(tmp_path: Path, checks: tuple[str, ...]) -> None:
    (tmp_path / "hyp.A.en").write_text("A man saw it.\n", "utf-8")
    made = tmp_path / "n.meantree"
    said = meantree("convert", "--hyp", tmp_path / "hyp.A.en", *checks, "--spans", "findings", made, code=2).stderr
    assert "--spans findings adds findings to a project, and nothing else in the same step; " in said
    assert f"then: meantree convert {made} NEW --spans findings" in said
    assert not made.exists()


def test_checks_are_planted_in_a_new_project(tmp_path: Path) -> None:
    (tmp_path / "hyp.A.en").write_text("The old man saw the bridge in 1985.\nOh.\n", encoding="utf-8")
    made = tmp_path / "c.meantree"
    done = meantree("convert", "--hyp", tmp_path / "hyp.A.en", "--checks", "50%", made)
    assert "1 attention check in 2 segments" in done.stderr
    with Project(made) as project:
        assert (project.rules.protocol, project.rules.blind, project.rules.shuffled) == (MQM, True, True)
        ((key, known),) = project.error_annotations(CHECK).items()
        text = project.corpus_of("").segments[0].hypotheses[CHECK].text
    assert key.segment == "1"
    assert text != "The old man saw the bridge in 1985."
    assert all(text[place.start : place.end] for error in known.errors for place in error.places)
    again = meantree("convert", made, tmp_path / "d.meantree", "--checks", "50%", code=2)
    assert "already annotated" in again.stderr


HEAD = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"
ROW = "A\t\t1\t1\tLab\t\tThe <v>old</v> man saw the bridge in 1985.\tWording/Quaint\tneutral"


@pytest.mark.parametrize("in_steps", [False, True])
def test_checks_and_the_error_spans_of_a_tool_come_into_one_project(tmp_path: Path, *, in_steps: bool) -> None:
    (tmp_path / "hyp.A.en").write_text("The old man saw the bridge in 1985.\nOh.\n", encoding="utf-8")
    (tmp_path / "lab.tsv").write_text(f"{HEAD}\n{ROW}\n", encoding="utf-8")
    texts, made, alone = ("--hyp", tmp_path / "hyp.A.en"), tmp_path / "c.meantree", tmp_path / "s.meantree"
    spans = "--spans", tmp_path / "lab.tsv"
    meantree("convert", *texts, *spans, alone)
    done = meantree("convert", *((alone,) if in_steps else (*texts, *spans)), "--checks", "50%", made)
    assert "1 attention check in 2 segments" in done.stderr
    with Project(made) as project, Project(alone) as other:
        assert project.error_annotations("Lab") == other.error_annotations("Lab") != {}
        assert len(project.error_annotations(CHECK)) == 1
        assert project.rules == replace(other.rules, blind=True, shuffled=True)
        assert "Wording/Quaint" in project.rules.categories
        assert not project.is_edited


def test_spans_come_with_checks_into_a_project_but_not_where_somebody_annotated(tmp_path: Path) -> None:
    texts = corpus_of([["The old man saw the bridge in 1985."], ["Oh."]], "A", "", ids="12")
    path, made = project_of(tmp_path / "p.meantree", texts, rules=Rules(protocol=MQM)), tmp_path / "c.meantree"
    (tmp_path / "lab.tsv").write_text(f"{HEAD}\n{ROW}\n", encoding="utf-8")
    meantree("convert", path, "--spans", tmp_path / "lab.tsv", "--checks", "50%", made)
    with Project(made) as project:
        assert {key.annotator for key in project.error_annotations()} == {"Lab", CHECK}
    with Project(path) as project:
        project.save_errors(ErrorKey("1", "A", "ana"), ErrorAnnotation(), "marked")
    refused = meantree("convert", path, tmp_path / "d.meantree", "--checks", "50%", code=2)
    assert "already annotated" in refused.stderr

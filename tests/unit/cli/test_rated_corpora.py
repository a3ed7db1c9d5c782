"""``meantree experiment``: corpora or an annotator's frames in, tables out, the same bytes each time."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers.command import invoke
from helpers.corpora import corpus_of
from helpers.frames import frame
from helpers.stores import BracketStore
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.cli.command_inputs import Inputs
from meantree.cli.console import Content
from meantree.cli.experiment_commands import MEASURES
from meantree.cli.options import Output, Run
from meantree.cli.rated_corpora import made_content
from meantree.corpus.corpus import Rating, Text
from meantree.errors import Cancelled, UsageError
from meantree.experiments.experiment_corpora import read_corpora
from meantree.experiments.study import Options, Study
from meantree.project.new_projects import make_project
from meantree.training import parser_training
from meantree.work import Work

WORDS = ["the", "old", "cat", "sat", "on", "a", "small", "red", "mat", "near", "my", "house", "today"]
OPTIONS = Options("da", ("bleu:smooth=lin-och", "ter"), resamples=20, permutations=20)


def _table(path: Path, systems: int = 3, segments: int = 6, ratings: str = "ab") -> Path:
    """Translations that lose more words the worse they are rated."""
    lines = ["id\tsystem\treference\thypothesis\trating:da"]
    for segment in range(segments):
        reference = " ".join(WORDS[segment : segment + 7])
        for system in range(systems):
            lost = (segment + system) % 4
            words = reference.split()[lost:] + WORDS[:system]
            rating = 5 - lost if ratings == "ab" else 1
            lines.append(f"{segment}\tsystem-{system}\t{reference}\t{' '.join(words)}\t{rating}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _made(
    *paths: Path,
    form: str = "json",
    tables: Sequence[str] = (),
    options: Options = OPTIONS,
    annotator: str | None = None,
    output: Path | None = None,
    resume: bool = False,
    work: Work = Work(),
) -> tuple[Content, Study]:
    run = Run(Output(output, form), Inputs(files=paths, annotator=annotator))
    return made_content(run, tables, options, work, resume=resume)


def _text(*paths: Path, **how: Any) -> str:
    content = _made(*paths, **how)[0]
    assert isinstance(content, str)
    return content


def test_all_tables_have_their_rows(tmp_path: Path) -> None:
    tables = {one["name"]: one for one in json.loads(_text(_table(tmp_path / "t.tsv")))}
    assert list(tables) == ["measures-segments", "measures-systems", "measures-beaten-1", "provenance"]
    metrics = ["bleu:smooth=lin-och", "ter", "length of hypothesis", "length of reference", "chance"]
    for name in ("measures-segments", "measures-systems"):
        assert [row[:2] for row in tables[name]["rows"]] == [["t", metric] for metric in metrics]
    head, (_, ter, *_) = tables["measures-segments"]["head"], tables["measures-segments"]["rows"]
    found = dict(zip(head, ter, strict=True))
    assert found["translations"] == 18
    assert found["r low"] <= found["r"] <= found["r high"]
    assert found["r"] > 0.5  # the sign of an error rate is changed
    assert "ter: sign changed, so that higher is better." in tables["measures-segments"]["note"]
    assert "Δ r of length of reference is undefined" in tables["measures-segments"]["note"]


def test_a_former_name_of_a_table_makes_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _table(tmp_path / "t.tsv")
    assert _text(path, tables=("measures",)) == _text(path, tables=("meta-evaluation",))
    assert capsys.readouterr().err == "--table measures is now called meta-evaluation\n"


def test_says_where_numbers_come_from(tmp_path: Path) -> None:
    *_, last = json.loads(_text(_table(tmp_path / "t.tsv"), options=replace(OPTIONS, seed=7)))
    rows = [tuple(row) for row in last["rows"]]
    assert ("seed", 7) in rows
    assert sum(name == "signature" for name, _ in rows) == 2
    assert any(
        name == "corpus t" and re.fullmatch(r"[0-9a-f]{8}, 6 segments, 3 systems, 1 reference", message)
        for name, message in rows
    )
    text = _text(_table(tmp_path / "t.tsv"), form="tsv")
    row = next(line for line in text.splitlines() if line.endswith("\tnote of measures-segments")).split("\t")[1]
    assert f"\nprovenance\t{row}\tvalue\tPearson's r" in text  # TSV has no other place for notes


def test_a_corpus_is_scored_once_for_all_tables(tmp_path: Path) -> None:
    study = _made(_table(tmp_path / "t.tsv"))[1]
    assert len(study.tables) == 1
    assert study.rated(Work()) is study.rated(Work(), OPTIONS.metrics)
    assert len(study.tables) == 1


def _flat(text: str) -> str:
    return " ".join(text.split())


def test_grouping_is_that_of_all_measures(tmp_path: Path) -> None:
    options = replace(OPTIONS, group_by="system")
    segments, *_ = json.loads(_text(_table(tmp_path / "t.tsv", systems=1), options=options))
    assert all(row[-1] is not None or "length" in row[1] for row in segments["rows"])
    assert "by system" in segments["note"]
    assert "Over pairs of translations of one system" in segments["note"]


def test_several_corpora_have_names_of_their_own(tmp_path: Path) -> None:
    paths = []
    for name in ("et-en", "ne-en"):
        (tmp_path / name).mkdir()
        paths.append(_table(tmp_path / name / "dev.tsv"))
    assert [one.name for one in read_corpora(paths, None)] == ["et-en/dev", "ne-en/dev"]
    assert [one.name for one in read_corpora(paths[:1], None)] == ["dev"]
    assert [one.name for one in read_corpora([paths[0], *paths], None)] == ["et-en/dev", "et-en/dev (2)", "ne-en/dev"]
    segments, _, *others = json.loads(_text(*paths))
    assert {row[0] for row in segments["rows"]} == {"et-en/dev", "ne-en/dev"}
    assert [one["name"] for one in others] == ["measures-beaten-1", "measures-beaten-2", "provenance"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (replace(OPTIONS, rating="mqm"), "t: no ratings 'mqm', found ratings of the kinds da"),
        (replace(OPTIONS, rating=""), "no human judgements: name a kind of ratings with --rating"),
        (replace(OPTIONS, metrics=("blue",)), "blue"),
        (replace(OPTIONS, preferences=("a", "b")), "--preferences: found 2 files for 1 corpus, expected one for each"),
    ],
)
def test_what_cannot_be_done_is_told(tmp_path: Path, options: Options, message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        _text(_table(tmp_path / "t.tsv"), options=options)


def test_what_was_scored_before_a_stop_is_not_scored_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, output = _table(tmp_path / "t.tsv"), tmp_path / "out.json"
    with pytest.raises(Cancelled):
        _made(path, output=output, work=_stopped_after("Scoring segments"))
    assert "scores are stored next to" in _flat(capsys.readouterr().err)
    (journal,) = tmp_path.glob("out.json-*.partial")
    stages: list[tuple[str, int]] = []
    work = Work(report=lambda stage, done, _total: stages.append((stage, done)))
    text, study = _made(path, output=output, resume=True, work=work)
    assert next(done for stage, done in stages if stage == "Scoring segments") == 6
    assert text == _text(path)
    assert journal.exists()
    study.close()
    assert not journal.exists()
    with pytest.raises(UsageError, match=r"--resume .*journal"):
        _text(path, resume=True)


def _stopped_after(stage: str) -> Work:
    """Work that is stopped when anything else than this stage begins."""
    seen = list[str]()
    return Work(
        report=lambda name, _done, _total: seen.append(name), cancelled=lambda: bool(seen) and seen[-1] != stage
    )


def test_latex_and_text_hold_hostile_names(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    _table(path)
    path.write_text(path.read_text(encoding="utf-8").replace("system-1", "=\\input{x}\u202e"), encoding="utf-8")
    path = path.rename(tmp_path / "[red]_&%.tsv")
    assert "\u202e" not in _text(path, form="table")
    source = _text(path, form="tex")
    assert r"{[}red{]}\_" in source or r"[red]\_" in source
    assert source.count(r"\begin{longtable}") == source.count(r"\end{longtable}") == 4


FRAMES = (frame("1 agent=0 patient=2"),)


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meantree.cli.rated_corpora.AnalysisStore", lambda _parsers: BracketStore())


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Six segments; agents are right in system s, patients in t."""
    text, work = Text("a b c", tokens=("a", "b", "c")), {}
    for place in range(6):
        for filler, system in enumerate(("s", "t")):
            links = {((0, filler), (0, filler)): LinkKind.CORRECT}
            done = Annotation(FRAMES, FRAMES, FrameAlignment({(0, 0): LinkKind.CORRECT}, links), State.DONE)
            work[AnnotationKey(str(place), system, "A", "ann")] = done
    path = tmp_path / "rated.meantree"
    ratings = [(Rating("s", "da", 5.0 + place), Rating("t", "da", 1.0)) for place in range(6)]
    make_project(path, corpus_of([[text] * 3] * 6, "st", ratings=ratings, name="rated"), work)
    return path


def _tables(path: Path, rating: str = "", annotator: str | None = "ann") -> dict[str, Any]:
    made = _text(path, tables=("lo-wu",), options=Options(rating, ("bleu",)), annotator=annotator)
    return {one["name"]: one for one in json.loads(made)}


def test_frames_are_those_of_the_annotator(project: Path) -> None:
    tables = _tables(project, "da")
    rows = {row[1]: row for row in tables["lo-wu-weights"]["rows"]}
    assert rows["agent"][2] == rows["patient"][2] == 0.5
    assert rows["agent"][3] > rows["patient"][3]
    assert "HMEANT, frames by ann, of 12 translations." in tables["lo-wu-weights"]["note"]
    provenance = {row[0]: row[1] for row in tables["provenance"]["rows"]}
    assert provenance["annotator of rated"].startswith("ann, frames ")


def test_frames_of_nobody(project: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="somebody"):
        _tables(project, annotator="somebody")
    texts = tmp_path / "t.tsv"
    texts.write_text("id\treference\thypothesis\n1\ta\ta\n", encoding="utf-8")
    with pytest.raises(UsageError, match="there is no project"):
        _tables(texts)


def test_a_parser_is_trained_and_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trained: list[object] = []
    monkeypatch.setattr(parser_training, "train_parser", lambda *_, **options: trained.append(options["language"]))
    monkeypatch.setattr(parser_training, "measured", lambda *_: dict.fromkeys(MEASURES, 0.8125))
    path = tmp_path / "bank.conllu"
    path.write_text("1\tDort\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n1\tEt\t_\tX\t_\t_\t1\tdep\t_\t_\n", encoding="utf-8")
    files = ["--dev", str(path), "--test", str(path), "-o", str(tmp_path / "fr")]
    result = invoke("train", "parser", str(path), *files, "--language", "French")
    assert trained == ["fr"]
    assert result.stdout.splitlines()[1].split()[-2:] == ["81.2", "81.2"]
    assert "bank.conllu:3: the heads of tokens 1 form a cycle" in result.stderr

"""Scores of other tools: files of several kinds; given metrics are scored, compared and filtered like ours."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

import meantree as mt
from helpers.command import invoke, meantree
from meantree.corpus.formats.given_scores import given_spec, with_given
from meantree.errors import InputError, UsageError
from meantree.metrics.registry import compares, metric
from meantree.project.file import Project
from meantree.project.merging import merge
from meantree.project.new_projects import make_project

LINES = {"sys-a": ["The boat sunk.", "They went."], "sys-b": ["The boat sank.", "They walk."]}
SCORES = [("sys-a", 0.71), ("sys-a", 0.9), ("sys-b", 0.98), ("sys-b", 0.5)]
JUDGED = [{"id": str(n % 2 + 1), "system": name, "score": score} for n, (name, score) in enumerate(SCORES)]
METRICX = [
    {"system": name, "source": "x", "hypothesis": LINES[name][n % 2], "prediction": round(1 - score, 2)}
    for n, (name, score) in enumerate(SCORES)
]
FILES = {
    "comet.json": json.dumps(
        {f"out/{name}.en.txt": [{"mt": text, "COMET": s} for text, (own, s) in zip(LINES[name] * 2, SCORES, strict=True)
                                if own == name] for name in LINES}
    ),
    "judge.jsonl": "\n".join(map(json.dumps, JUDGED)),
    "metricx.jsonl": "\n".join(map(json.dumps, METRICX)),
    "COMET-22-refA.seg.score": "\n".join(f"{name}\t{score}" for name, score in SCORES),
    "table.csv": "id,system,COMET\n" + "\n".join(f"{n % 2 + 1},{name},{s}" for n, (name, s) in enumerate(SCORES)),
}  # fmt: skip
EXPECTED = {
    "comet.json": "given:COMET",
    "judge.jsonl": "given:judge",
    "metricx.jsonl": "given:MetricX,better=lower",
    "COMET-22-refA.seg.score": "given:comet-22-refa",
    "table.csv": "given:COMET",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    texts = tmp_path / "texts"
    texts.mkdir()
    for name, lines in LINES.items():
        (texts / f"hyp.{name}.en").write_text("\n".join(lines), encoding="utf-8")
    (texts / "ref.A.en").write_text("The boat sank.\nThey went.", encoding="utf-8")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def _command(folder: Path, *options: str) -> list[str]:
    texts = folder / "texts"
    return [
        f"--hyp={texts / 'hyp.sys-a.en'}",
        f"--hyp={texts / 'hyp.sys-b.en'}",
        f"--ref={texts / 'ref.A.en'}",
        *options,
    ]


@pytest.mark.parametrize(("texts", "found"), [(LINES["sys-a"], ["sys-a"] * 2), (["The boat sunk.", "They left."], [])])
def test_a_file_of_another_name_is_of_the_system_that_has_its_texts(
    folder: Path, texts: list[str], found: list[str]
) -> None:
    """MetricX writes no system."""
    rows = [{"source": "x", "hypothesis": text, "reference": "y", "prediction": 3.5} for text in texts]
    (folder / "out.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with nullcontext() if found else pytest.raises(InputError, match="not in the corpus"):
        corpus = mt.read(folder / "texts", given={"MetricX": folder / "out.jsonl"})
        assert [one.system for segment in corpus.segments for one in segment.given] == found


def test_columns_of_a_table_of_scores_are_named(folder: Path) -> None:
    table, columns = folder / "t.csv", {"given:COMET": "Score"}
    table.write_text(FILES["table.csv"].replace("COMET", "Score"), encoding="utf-8")
    corpus = mt.read(folder / "texts", given={"COMET": table}, columns=columns)
    assert [one.value for segment in corpus.segments for one in segment.given] == [0.71, 0.98, 0.9, 0.5]
    done = invoke("score", *_command(folder, "--metric=chrf", f"--given={table}", "--columns=given:COMET=Score"))
    assert "given:COMET" in done.stdout
    with pytest.raises(UsageError, match="no such file"):
        mt.read(folder / "texts", given={"judge": folder / "judge.jsonl"}, columns=columns)


@pytest.mark.parametrize("name", FILES)
def test_scores_of_a_file_are_a_metric(folder: Path, name: str) -> None:
    done = meantree("score", *_command(folder, "--metric=chrf", f"--given={folder / name}", "--format=json"))
    found = json.loads(done.stdout)
    (spec, signature) = found["metrics"][1]["name"], found["metrics"][1]["signature"]
    assert spec == EXPECTED[name]
    assert f"|from:{name}@" in signature
    assert f"better:{'lower' if 'lower' in spec else 'higher'}" in signature
    sums = [sum(1 - s if "MetricX" in spec else s for own, s in SCORES if own == system) for system in LINES]
    assert [system["scores"][spec] for system in found["systems"]] == pytest.approx([one / 2 for one in sums])


def test_python_states_a_direction_like_the_command(folder: Path) -> None:
    names = {"Cost,better=lower": "given:Cost,better=lower", "MetricX,better=higher": "given:MetricX"}
    for name, spec in names.items():
        assert list(mt.read(folder / "texts", given={name: folder / "judge.jsonl"}).given) == [spec]
    with pytest.raises(UsageError, match="'best', expected higher or lower"):
        mt.read(folder / "texts", given={"Cost,better=best": folder / "judge.jsonl"})


def test_given_metrics_are_compared_filtered_and_explained(folder: Path) -> None:
    given = f"--given=COMET={folder / 'comet.json'}"
    compared = meantree("compare", *_command(folder, "--metric=chrf", given, "--filter=given:COMET > .95"))
    assert "Ranking by given:COMET ↑: 1 segment" in compared.stdout
    explained = meantree("explain", *_command(folder, "--metric=chrf", given, "--segment=1", "--system=sys-a"))
    assert "given:COMET ↑: 0.710" in explained.stdout


def test_scores_without_references_need_none(tmp_path: Path) -> None:
    item = {"src": "Das Boot.", "mt": "The boat.", "CometKiwi": 0.8}
    (tmp_path / "kiwi.json").write_text(json.dumps({"hyp.S.en": [item]}), encoding="utf-8")
    (tmp_path / "kiwi.tsv").write_text("src\tmt\tCometKiwi\nDas Boot.\tThe boat.\t0.8\n", encoding="utf-8")
    for name in ("kiwi.json", "kiwi.tsv"):
        corpus = mt.read(tmp_path / name)
        assert mt.score(corpus, metrics=["given:CometKiwi"]).systems()["given:CometKiwi"].tolist() == [0.8]
        with pytest.raises(UsageError, match="has no reference"):
            mt.score(corpus, metrics=["given:CometKiwi", "bleu"])


def test_a_translation_without_a_score_is_reported_not_scored(folder: Path) -> None:
    (folder / "judge.jsonl").write_text("\n".join(map(json.dumps, JUDGED[1:])), encoding="utf-8")
    corpus = mt.read(folder / "texts", given={"judge": folder / "judge.jsonl"})
    scores = mt.score(corpus, metrics=["chrf", "given:judge"])
    assert any("no score by judge" in problem for problem in scores.problems)
    assert scores.systems()["given:judge"].iloc[0] == pytest.approx(0.9)


def test_a_file_replaces_the_scores_of_its_translations_alone(folder: Path) -> None:
    tables = {"first": "1,sys-a,.1\n1,sys-b,.2", "second": "1,sys-b,.3\n2,sys-b,.4"}
    corpus = mt.read(folder / "texts")
    for name, rows in tables.items():
        (folder / f"{name}.csv").write_text(f"id,system,COMET\n{rows}\n", encoding="utf-8")
        corpus = with_given(corpus, folder / f"{name}.csv")
    values = [{score.system: score.value for score in segment.given} for segment in corpus.segments]
    assert values == [{"sys-a": 0.1, "sys-b": 0.3}, {"sys-b": 0.4}]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("COMET.seg.score", "sys-a\t.1\nsys-a\t.2\nsys-a\t.3"),
        ("COMET.seg.score", "sys-a\t.1\nsys-a\t.2\nsys-b\t.3"),
        ("c.json", json.dumps({"sys-b.txt": [{"COMET": 0.1}]})),
        ("sys-a.csv", "hypothesis,COMET\nThe boat sunk.,.1"),
    ],
)
def test_scores_in_order_are_as_many_as_the_segments(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"found \d scores? of 'sys-.', the corpus has 2 segments"):
        mt.read(folder / "texts", given={"COMET": folder / name})


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("id,system,COMET\n1,sys-a,.1\n1,sys-a,.2", "0.1 and 0.2 by 'COMET' of 'sys-a'"),
        ("id,system,given:A B,given:A-B\n1,sys-a,.1,.1", "'given:A B' and 'given:A-B'"),
        ("id,system,COMET,comet\n1,sys-a,.1,.2", "0.1 and 0.2 by 'COMET'"),
    ],
)
def test_a_translation_has_one_score_by_a_metric(folder: Path, text: str, names: str) -> None:
    (folder / "c.csv").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=names):
        mt.read(folder / "texts", given={"COMET": folder / "c.csv"})


def test_scores_that_are_texts_and_rows_of_others_are_reported(folder: Path) -> None:
    rows = [{"id": "1", "system": "sys-a", "COMET": "0.2"}, {"id": "2", "system": "sys-a", "COMET": 0.3}]
    rows += [{"id": "9", "system": "sys-a", "COMET": 0.3}]
    (folder / "c.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    told = " ".join(problem.message for problem in with_given(mt.read(folder / "texts"), folder / "c.jsonl").problems)
    assert """'"0.2"', expected a number""" in told
    assert "1 of 2 rows skipped" in told
    (folder / "c.json").write_text(json.dumps([{"mt": "The boat sunk.", "COMET": "0.2"}]), encoding="utf-8")
    with pytest.raises(InputError, match="expected a number"):
        with_given(mt.read(folder / "texts"), folder / "c.json")


def test_a_given_metric_compares_no_words() -> None:
    assert compares(metric("given:COMET")) == "scores of another tool"


def test_scores_of_other_texts_are_refused(folder: Path) -> None:
    other = json.dumps([{"mt": f"Other {number}.", "COMET": 0.5} for number in range(2)])
    (folder / "sys-a.json").write_text(other, encoding="utf-8")
    with pytest.raises(InputError, match="has no scores of the translations"):
        mt.read(folder / "texts", given={"COMET": folder / "sys-a.json"})
    (folder / "bare.txt").write_text("0.5\n0.7\n", encoding="utf-8")
    with pytest.raises(InputError, match="has no scores, expected columns id, system and one named as the metric"):
        mt.read(folder / "texts", given={"COMET": folder / "bare.txt"})
    (folder / "two.csv").write_text("id,system,COMET,MetricX\n1,sys-a,1,2\n", encoding="utf-8")
    with pytest.raises(InputError, match="no scores by 'BLEURT'"):
        mt.read(folder / "texts", given={"BLEURT": folder / "two.csv"})


def test_a_corpus_without_scores_says_how_to_add_them(folder: Path) -> None:
    with pytest.raises(UsageError, match="--given NAME=FILE"):
        mt.score(mt.read(folder / "texts"), metrics="given:COMET")
    assert not metric("given:MetricX,better=lower").higher_is_better


@pytest.mark.parametrize(
    ("name", "values", "spec"),
    [
        ("MetricX-24", [1.0, 2.0], "given:MetricX-24,better=lower"),
        ("MetricX-24", [-1.0, -2.0], "given:MetricX-24"),
        ("ter", [0.5], "given:ter,better=lower"),
        ("Better: x=1", [0.5], "given:Better-x-1"),
    ],
)
def test_errors_are_better_if_lower(name: str, values: list[float], spec: str) -> None:
    assert given_spec(name, values) == spec


def test_projects_keep_given_scores(folder: Path) -> None:
    corpus = mt.read(folder / "texts", given={"COMET": folder / "comet.json"})
    make_project(folder / "p.meantree", corpus)
    with Project(folder / "p.meantree") as project:
        assert project.corpus().given == corpus.given
        assert not project.corpus().rating_kinds
    assert invoke("score", f"--project={folder / 'p.meantree'}", "--metric=given:COMET").exit_code == 0


def test_scores_of_merged_projects_are_told_apart(folder: Path) -> None:
    """Two files gave other scores by one metric: the second gets its file's digest, in any order, also merged again."""
    (folder / "new.csv").write_text("id,system,COMET\n1,sys-a,0\n", encoding="utf-8")
    for name in ("comet.json", "new.csv"):
        make_project(folder / f"{name}.meantree", mt.read(folder / "texts", given={"COMET": folder / name}))
    parts = [folder / f"{name}.meantree" for name in ("comet.json", "new.csv")]
    found: list[dict[str, str]] = []
    for names in (parts, parts[::-1], [folder / "0.meantree", parts[1]]):
        merge(names, folder / f"{len(found)}.meantree")
        with Project(folder / f"{len(found)}.meantree") as project:
            found.append(dict(project.corpus().given))
    assert found[0] == found[1] == found[2]
    (_, kept), (spec, source) = found[0].items()
    assert (kept.partition("@")[0], spec) == ("comet.json", f"given:COMET-{source.partition('@')[2]}")


def test_two_windows_add_scores_to_one_project(folder: Path) -> None:
    path = folder / "p.meantree"
    make_project(path, mt.read(folder / "texts", given={"COMET": folder / "comet.json"}))
    with Project(path) as first, Project(path) as second:
        before = second.corpus()
        (folder / "new.csv").write_text("id,system,COMET\n1,sys-a,0\n", encoding="utf-8")
        first.add_given(with_given(first.corpus(), folder / "new.csv"), first.corpus())
        second.add_given(with_given(before, folder / "judge.jsonl"), before)
        corpus = first.corpus()
    assert list(corpus.given) == ["given:COMET", "given:judge"]
    comet = [score.value for segment in corpus.segments for score in segment.given if score.kind == "given:COMET"]
    assert sorted(comet) == [0, 0.5, 0.9, 0.98]


def test_added_scores_and_a_stated_language_are_edits(folder: Path) -> None:
    corpus = mt.read(folder / "texts")
    scored = with_given(corpus, folder / "judge.jsonl")
    edits: list[Callable[[Project], object]] = [lambda p: p.add_given(scored, corpus), lambda p: p.set_language("cs")]
    for number, edit in enumerate(edits):
        make_project(folder / f"{number}.meantree", corpus)
        with Project(folder / f"{number}.meantree") as project:
            assert not project.is_edited
            edit(project)
            assert project.is_edited


@pytest.mark.parametrize("by_role", [True, False])
def test_conversion_takes_scores_and_columns(folder: Path, *, by_role: bool) -> None:
    (folder / "t.csv").write_text(
        "id,system,MT,Ref\n1,sys-a,The boat sunk.,x\n2,sys-a,They went.,y\n", encoding="utf-8"
    )
    texts = [f"--hyp={folder / 't.csv'}"] if by_role else [folder / "t.csv"]
    options = ["--columns=hypothesis=MT,reference=Ref", f"--given=judge={folder / 'judge.jsonl'}"]
    meantree("convert", *texts, folder / "p.meantree", *options)
    with Project(folder / "p.meantree") as project:
        assert list(project.corpus().given) == ["given:judge"]

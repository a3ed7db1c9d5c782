"""Score files of mt-metrics-eval, read again as its folders are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from helpers.command import invoke
from helpers.input_files import written
from helpers.tables import score_table
from meantree.cli.metrics_eval import language_pair, metric_names, system_names, write_scores
from meantree.corpus.formats.raw_file import load
from meantree.corpus.formats.segment_scores import read
from meantree.errors import UsageError
from meantree.scoring.table import ScoreTable

TEXTS = {
    "sources/de-en.txt": "eins\nzwei\ndrei\n",
    "documents/de-en.docs": "news d1\nnews d1\nnews d2\n",
    "references/de-en.refA.txt": "a b c d\nthe cat sat down\nyes\n",
    "system-outputs/de-en/One.txt": "a b c e\nthe cat sat down\nno\n",
    "system-outputs/de-en/Two-x.txt": "a b\nthe dog sat\nyes\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    written(tmp_path / "set", TEXTS)
    return tmp_path / "set"


def _table(*specs: str) -> ScoreTable:
    """One metric's scores under several specs."""
    table = score_table("wer", {"s": [(1.0, 4.0), None, (1.0, 3.0)]}, ("d", "d", "e"))
    first = table.metrics["wer"], table.columns["s", "wer"]
    return replace(table, metrics=dict.fromkeys(specs, first[0]), columns={("s", spec): first[1] for spec in specs})


def test_every_metric_has_a_file_of_each_level(folder: Path) -> None:
    command = ["score", "--hyp", str(folder), "--metric", "chrf", "--metric", "ter", "-o", str(folder)]
    result = invoke(*command, "--format", "mt-metrics-eval")
    assert result.exit_code == 0, result.output
    place = folder / "metric-scores" / "de-en"
    names = [f"{name}-refA.{level}.score" for name in ("chrf", "ter") for level in ("doc", "domain", "seg", "sys")]
    assert sorted(path.name for path in place.iterdir()) == names
    assert not list(folder.parent.glob("*.partial"))


def test_every_level_has_its_lines(tmp_path: Path) -> None:
    table = _table("wer")
    scores = write_scores(table, ["s"], tmp_path / "new")
    place = tmp_path / "new" / "metric-scores" / "und-und"
    lines = {path.name: path.read_text(encoding="utf-8") for path in place.iterdir()}
    assert lines == {
        "wer-r.sys.score": f"s\t{-2 / 7!r}\n",
        "wer-r.doc.score": f"s\t-0.25\ns\t{-1 / 3!r}\n",
        "wer-r.seg.score": f"s\t-0.25\ns\tNone\ns\t{-1 / 3!r}\n",
    }
    assert scores.startswith("3 files written to ")
    assert scores.endswith("; wer with the sign changed, so that higher is better; 1 undefined score as None")
    ratings = read(load(place / "wer-r.seg.score")).ratings
    found = [(row.system, row.position, row.value) for row in ratings]
    assert found == [("s", 0, -0.25), ("s", 2, -1 / 3)], "to the last digit"


def test_domains_are_scored_as_if_they_were_all(folder: Path) -> None:
    """Documents of a domain need not follow each other; error rates have their sign changed there, too."""
    (folder / "documents/de-en.docs").write_text("news d1\ntalks d2\nnews d3\n", encoding="utf-8")
    command = ["score", "--hyp", str(folder), "--metric", "bleu:smooth=lin-och", "--metric", "ter", "-o", str(folder)]
    result = invoke(*command, "--format", "mt-metrics-eval")
    assert result.exit_code == 0, result.output
    place = folder / "metric-scores" / "de-en"
    for name in TEXTS:
        if "documents" not in name:
            first, _, third = (folder / name).read_text(encoding="utf-8").splitlines()
            (folder / name).write_text(f"{first}\n{third}\n", encoding="utf-8")
    (folder / "documents/de-en.docs").unlink()
    results = {path.name: path.read_text(encoding="utf-8").splitlines() for path in place.glob("*.domain.score")}
    command[-1] = str(folder.parent / "part")
    assert invoke(*command, "--format", "mt-metrics-eval").exit_code == 0
    for name, lines in results.items():
        assert [line.split("\t")[:2] for line in lines] == [
            [domain, system] for system in ("One", "Two-x") for domain in ("news", "talks")
        ]
        part = folder.parent / "part" / "metric-scores" / "de-en" / name.replace("domain", "sys")
        expected = [float(line.split("\t")[1]) for line in part.read_text(encoding="utf-8").splitlines()]
        assert [float(line.split("\t")[2]) for line in lines[::2]] == pytest.approx(expected)


def test_no_documents_no_file_of_them(tmp_path: Path) -> None:
    write_scores(score_table("wer", {"s": [(1.0, 4.0)]}), ["s"], tmp_path)
    assert [path.name for path in sorted(tmp_path.glob("*/*/*"))] == ["wer-r.seg.score", "wer-r.sys.score"]


def test_names_suit_the_format() -> None:
    table = _table("hwcm:n=3", "hwcm:n,3", "wer")
    assert list(metric_names(table).values()) == ["hwcm-n-3-r", "hwcm-n-3~2-r", "wer-r"]
    assert metric_names(replace(table, corpus=replace(table.corpus, references=("ref.A-1",))))["wer"] == "wer-refA1"
    assert metric_names(replace(table, corpus=replace(table.corpus, references=("a", "b"))))["wer"] == "wer-all"
    assert system_names(["a b", "c\td"]) == {"a b": "a_b", "c\td": r"c\td"}
    with pytest.raises(UsageError, match="two systems have the same name once blanks are replaced, among a b, a_b"):
        system_names(["a b", "a_b"])
    languages = replace(table.corpus, source_language="zh-Hans/../x", target_language="EN")
    assert language_pair(languages) == "zh-en"

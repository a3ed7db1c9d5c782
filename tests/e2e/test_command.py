"""The installed command on real files, with the shipped pipeline."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

from helpers.command import meantree
from helpers.input_files import written
from helpers.messages import tell
from meantree.reporting.report_files import SPECS

pytestmark = pytest.mark.pipeline

HYP = "The cat sat on the mat.\nHe did not see the man with the telescope.\n\nShe left. He stayed.\n"
REF = "A cat sat on the mat.\nHe saw the man with the telescope.\nIt rained.\nShe left, but he stayed.\n"


@pytest.fixture
def texts(tmp_path: Path) -> list[Path]:
    return written(tmp_path, {"hyp.one.en": HYP, "ref.en": REF})


def test_score_json(texts: list[Path]) -> None:
    specs = ["hwcm", "edpm", "dpm:parts=dlh,nbest=1", "bleu", "chrf", "ter"]
    options = [item for spec in specs for item in ("--metric", spec)]
    done = meantree("score", "--hyp", texts[0], "--ref", texts[1], *options, "--format", "json")
    result = json.loads(done.stdout)
    assert set(result) == {"version", "metrics", "systems"}
    assert [metric["name"] for metric in result["metrics"]] == specs
    assert "en_meantree" in result["metrics"][0]["signature"]
    (system,) = result["systems"]
    assert system["id"] == "one"
    assert [segment["id"] for segment in system["segments"]] == ["1", "2", "3", "4"]
    assert system["segments"][2]["scores"] == {spec: 1.0 if spec == "ter" else 0.0 for spec in specs}
    assert all(0 < system["scores"][spec] < 1 for spec in specs)


def test_parse_keeps_segments(texts: list[Path], tmp_path: Path) -> None:
    """One is empty, one has two sentences."""
    output = tmp_path / "hyp.one.conllu"
    meantree("parse", texts[0], "--to", "conllu", "--output", output)
    done = meantree("score", "--hyp", output, "--ref", texts[1], "--metric", "chrf", "--format", "json")
    segments = json.loads(done.stdout)["systems"][0]["segments"]
    assert [one["id"] for one in segments] == ["1", "2", "3", "4"]
    assert [one["scores"]["chrf"] > 0 for one in segments] == [True, True, False, True]
    again = meantree("parse", output, "--to", "conllu").stdout
    assert [line for line in again.splitlines() if line.startswith("# seg_id")] == [
        f"# seg_id = {number}" for number in (1, 2, 3, 4, 4)
    ]


def test_parse_to_a_graph(texts: list[Path]) -> None:
    """Of all segments, one of which is empty and one has two sentences; the arcs are those of CoNLL-U."""
    graph = nx.parse_graphml(meantree("parse", texts[0], "--to", "graphml").stdout)
    places = {(data["segment"], data["sentence"]) for data in graph.nodes.values()}
    assert places == {("1", 0), ("2", 0), ("4", 0), ("4", 1)}
    rows = [line.split("\t") for line in meantree("parse", texts[0]).stdout.splitlines() if "\t" in line]
    assert [data["text"] for data in graph.nodes.values()] == [row[1] for row in rows]
    assert sorted(arc["label"] for arc in graph.edges.values()) == sorted(row[7] for row in rows if row[6] != "0")


def test_sample_report(tmp_path: Path) -> None:
    output = tmp_path / "report.html"
    assert str(output) in meantree("sample-report", "--output", output).stdout
    text = output.read_text(encoding="utf-8")
    assert text.count("<svg") == text.count("<figure>") >= 30, "one on the first page, and some of segments"
    shown, folded = set(re.findall(r'id="segment-(\d+)"', text)), text.count("<details><summary>Segment ")
    assert len(shown) >= 3, "the most telling ones are not folded away"
    assert len(shown) + folded == 30
    assert set(SPECS) <= set(re.findall(r'<td class="text"><bdi>([^ <]+)', text))
    assert re.search(r"default-src 'none'; [^\"]*script-src 'sha256-[^ ]*'\"", text), "no other script may run"


def test_the_window_without_a_display_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    if sys.platform != "linux":
        pytest.skip("other systems always have a display")
    done = meantree(code=2)
    assert "no display" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_a_full_disk_is_one_message(texts: list[Path]) -> None:
    arguments = ("score", "--hyp", texts[0], "--ref", texts[1], "--metric", "bleu")
    done = meantree(*arguments, "--output", "/dev/full", code=2)
    assert tell(done.stderr.splitlines(), "meantree: /dev/full: … full … nothing was written")


def test_output_may_be_stdout_by_name(texts: list[Path], tmp_path: Path) -> None:
    if not Path("/dev/stdout").exists():
        pytest.skip("there is no such name")
    arguments = ("score", "--hyp", texts[0], "--ref", texts[1], "--metric", "bleu")
    direct = meantree(*arguments).stdout
    assert meantree(*arguments, "--output", "/dev/stdout").stdout == direct
    collected = tmp_path / "out.txt"
    with collected.open("w", encoding="utf-8") as stream:
        stream.write("before\n")
        stream.flush()
        command = [sys.executable, "-m", "meantree", *map(str, arguments), "--output", "/dev/stdout"]
        subprocess.run(command, stdout=stream, check=True)
    assert collected.read_text(encoding="utf-8") == "before\n" + direct


def test_a_note_on_texts_is_no_failure_of_convert(tmp_path: Path) -> None:
    table, project = tmp_path / "t.tsv", tmp_path / "t.meantree"
    table.write_text('id\treference\thypothesis\n1\tno\t"He said ""no"""\n2\tb\tb\n', encoding="utf-8")
    done = meantree("convert", table, project, code=0)
    assert "enclosed in quotes" in done.stderr
    copied = meantree("convert", project, tmp_path / "copy.meantree", code=0)
    assert "2 segments" in copied.stderr


def test_one_reference_of_several(texts: list[Path], tmp_path: Path) -> None:
    other = tmp_path / "other.en"
    other.write_text(HYP, encoding="utf-8")
    command = ("--hyp", texts[0], "--ref", texts[1], "--ref", other, "--metric", "bleu", "--format", "json")
    both, one = (
        json.loads(meantree("score", *command, *chosen).stdout) for chosen in ((), ("--reference", texts[1].stem))
    )
    alone = json.loads(meantree("score", *command[:4], *command[6:]).stdout)
    assert one["systems"] == alone["systems"] != both["systems"]
    assert f"|refs:1|ref:{texts[1].stem}|" in one["metrics"][0]["signature"]
    explained = json.loads(meantree("explain", *command, "--reference", texts[1].stem, "--segment", "1").stdout)
    assert list(explained["references"]) == [texts[1].stem]
    assert explained["metrics"][0]["signature"] == one["metrics"][0]["signature"]

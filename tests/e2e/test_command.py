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
from helpers.messages import tell
from meantree.analysis.corrections import FixedLinks
from meantree.annotation.corrections import LinksKey
from meantree.project.file import Project

pytestmark = pytest.mark.pipeline

HYP = "The cat sat on the mat.\nHe did not see the man with the telescope.\n\nShe left. He stayed.\n"
REF = "A cat sat on the mat.\nHe saw the man with the telescope.\nIt rained.\nShe left, but he stayed.\n"


@pytest.fixture
def texts(tmp_path: Path) -> tuple[Path, Path]:
    hyp, ref = tmp_path / "hyp.one.en", tmp_path / "ref.en"
    hyp.write_text(HYP, encoding="utf-8")
    ref.write_text(REF, encoding="utf-8")
    return hyp, ref


def test_score_json(texts: tuple[Path, Path]) -> None:
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


def test_the_same_again(texts: tuple[Path, Path]) -> None:
    command = ("score", "--hyp", texts[0], "--ref", texts[1], "--metric", "edpm", "--format", "json")
    assert meantree(*command, "--jobs", "1").stdout == meantree(*command, "--jobs", "2").stdout


def test_a_segment_without_reference_is_listed_and_the_exit_code_says_so(texts: tuple[Path, Path]) -> None:
    texts[1].write_text(REF.replace("It rained.", ""), encoding="utf-8")
    done = meantree("score", "--hyp", texts[0], "--ref", texts[1], "--metric", "chrf", "--format", "json", code=1)
    assert "segment 3: has no reference text" in done.stderr
    assert json.loads(done.stdout)["systems"][0]["segments"][2]["scores"] == {"chrf": None}


def test_explain_derives_the_score_from_the_units(texts: tuple[Path, Path]) -> None:
    command = ("explain", "--hyp", texts[0], "--ref", texts[1], "--segment", "2")
    specs = ("hwcm", "dtk", "sepia", "nist", "meteor", "ter")
    done = meantree(*command, *(word for spec in specs for word in ("--metric", spec)), "--format", "json")
    for metric in json.loads(done.stdout)["metrics"]:
        derivation = metric["derivation"]
        assert derivation["steps"][-1]["name"] == "score"
        assert any("kind" in given for given in derivation["inputs"]) == (metric["name"] != "dtk")
        assert derivation["steps"][-1]["value"] == pytest.approx(metric["score"], rel=1e-9)
        for given in derivation["inputs"]:
            assert set(given) in ({"name", "value"}, {"name", "kind", "count", "value"})
            if "kind" in given:
                units = [unit for unit in metric["units"] if unit["kind"] == given["kind"]]
                assert given["value"] == pytest.approx(
                    sum(unit[given["count"]] * unit.get("weight", 1) for unit in units)
                )
        assert any("weight" in unit for unit in metric["units"]) == (metric["name"] == "nist")
        assert 1 not in [unit.get("weight") for unit in metric["units"]]


def test_explain_of_an_undefined_score_has_no_derivation(tmp_path: Path) -> None:
    hyp, ref = tmp_path / "hyp.txt", tmp_path / "ref.txt"
    hyp.write_text("She sold it.\n", encoding="utf-8")
    ref.write_text("Yes.\n", encoding="utf-8")
    done = meantree("explain", "--format", "json", "--hyp", hyp, "--ref", ref, "--segment", "1", "--metric", "meant")
    metric = json.loads(done.stdout)["metrics"][0]
    assert (metric["score"], metric["derivation"], metric["units"]) == (None, None, [])


def test_explain_places_subtrees_on_nodes(texts: tuple[Path, Path]) -> None:
    done = meantree(
        "explain", "--format", "json", "--hyp", texts[0], "--ref", texts[1], "--segment", "2", "--metric", "stm:d=2"
    )
    document = json.loads(done.stdout)
    tree = document["hypothesis"]["constituents"]
    assert len(tree["labels"]) == len(tree["parents"])
    for unit in document["metrics"][0]["units"]:
        for place in unit["hypothesis_places"]:
            labels = [tree["labels"][node] for node in place["nodes"]]
            assert labels == unit["label"].strip("()").split()


@pytest.mark.parametrize(
    ("to", "suffix", "metrics"),
    [
        ("conllu", "conllu", ["hwcm", "dstm", "dtk", "dpm:nbest=5,labels=dep"]),
        ("brackets", "mrg", ["stm", "tk", "dpm:nbest=5,labels=ab"]),
    ],
    ids=["conllu", "brackets"],
)
def test_parse_can_be_scored_again(
    texts: tuple[Path, Path], tmp_path: Path, to: str, suffix: str, metrics: list[str]
) -> None:
    parses = [tmp_path / f"hyp.parsed.{suffix}", tmp_path / f"ref.parsed.{suffix}"]
    lines = [text.replace("\n\n", "\nEmpty.\n") for text in (HYP, REF)]
    for path, text, output, parsed in zip(texts, lines, parses, (HYP, REF), strict=True):
        path.write_text(text, encoding="utf-8")
        meantree("parse", path, "--nbest", "5", "--to", to, "--output", output)
        assert len(output.read_text(encoding="utf-8")) > len(parsed)
    specs = [*(word for metric in metrics for word in ("--metric", metric)), "--format", "json"]
    direct = json.loads(meantree("score", "--hyp", texts[0], "--ref", texts[1], *specs).stdout)
    again = json.loads(meantree("score", "--hyp", parses[0], "--ref", parses[1], *specs).stdout)
    for one, two in zip(direct["systems"][0]["segments"], again["systems"][0]["segments"], strict=True):
        assert one["scores"] == pytest.approx(two["scores"], abs=1e-4)
        assert len(two["scores"]) == len(metrics)


@pytest.mark.parametrize("to", ["conllu", "props", "conll2009", "conll2012", "universal"])
def test_parse_keeps_segments(texts: tuple[Path, Path], tmp_path: Path, to: str) -> None:
    """One is empty, one has two sentences."""
    output = tmp_path / f"hyp.one.{'conllu' if to == 'universal' else to}"
    meantree("parse", texts[0], "--to", to, "--output", output)
    done = meantree("score", "--hyp", output, "--ref", texts[1], "--metric", "chrf", "--format", "json")
    segments = json.loads(done.stdout)["systems"][0]["segments"]
    assert [one["id"] for one in segments] == ["1", "2", "3", "4"]
    assert [one["scores"]["chrf"] > 0 for one in segments] == [True, True, False, True]
    again = meantree("parse", output, "--to", "conllu").stdout
    assert [line for line in again.splitlines() if line.startswith("# seg_id")] == [
        f"# seg_id = {number}" for number in (1, 2, 3, 4, 4)
    ]


def test_parse_to_a_graph(texts: tuple[Path, Path]) -> None:
    """Of all segments, one of which is empty and one has two sentences; the arcs are those of CoNLL-U."""
    graph = nx.parse_graphml(meantree("parse", texts[0], "--to", "graphml").stdout)
    places = {(data["segment"], data["sentence"]) for data in graph.nodes.values()}
    assert places == {("1", 0), ("2", 0), ("4", 0), ("4", 1)}
    rows = [line.split("\t") for line in meantree("parse", texts[0]).stdout.splitlines() if "\t" in line]
    assert [data["text"] for data in graph.nodes.values()] == [row[1] for row in rows]
    assert sorted(arc["label"] for arc in graph.edges.values()) == sorted(row[7] for row in rows if row[6] != "0")


def test_a_sentence_that_was_split_is_no_loss(texts: tuple[Path, Path]) -> None:
    texts[0].write_text("the cat saw a dog , and " * 100 + "it ran .\n", encoding="utf-8")
    note = "a sentence of 703 word pieces, expected at most 510, was split after word 510\n"
    done = meantree("score", "--hyp", texts[0], "--ref", texts[0], "--metric", "hwcm", "--metric", "meant")
    assert done.stderr.endswith(f"segment 1: in its hypothesis of one {note}")
    assert len(done.stderr.splitlines()) == 2
    assert meantree("parse", texts[0]).stderr == f"meantree: segment 1: in its text {note}"
    assert meantree("align", texts[0], texts[0]).stderr == f"meantree: {texts[0]}:1: {note}" * 2


def test_a_graph_holds_no_list_of_parses(texts: tuple[Path, Path]) -> None:
    done = meantree("parse", texts[0], "--to", "graphml", "--nbest", "2", code=2)
    assert tell(done.stderr.splitlines(), "meantree: graphml … one parse … conllu")


def parsed(texts: tuple[Path, Path], folder: Path) -> list[Path]:
    """Both texts as CoNLL-U."""
    paths = [folder / "hyp.parsed.conllu", folder / "ref.parsed.conllu"]
    for path, text, output in zip(texts, (HYP, REF), paths, strict=True):
        path.write_text(text.replace("\n\n", "\nEmpty.\n"), encoding="utf-8")
        meantree("parse", path, "--to", "conllu", "--output", output)
    return paths


def test_dependencies_from_a_file_get_constituency_trees(texts: tuple[Path, Path], tmp_path: Path) -> None:
    paths = parsed(texts, tmp_path)
    specs = ("--metric", "stm", "--metric", "hwcm", "--metric", "edpm", "--format", "json")
    again = json.loads(meantree("score", "--hyp", paths[0], "--ref", paths[1], *specs).stdout)
    direct = json.loads(meantree("score", "--hyp", texts[0], "--ref", texts[1], *specs).stdout)
    for name in ("stm", "hwcm"):
        assert again["systems"][0]["scores"][name] == pytest.approx(direct["systems"][0]["scores"][name])
    signatures = [metric["signature"] for metric in again["metrics"]]
    analysers = [re.search(r"analyser:input-[0-9a-f]{8}([^|]*)", signature) for signature in signatures]
    assert [found and found[1].split("-")[0] for found in analysers] == ["+en_constituency", "", ""]
    assert "labels:dep" in signatures[2], "what came with the texts decides on the labels"


def test_a_segment_that_is_too_long_is_told_and_scored_as_far_as_possible(texts: tuple[Path, Path]) -> None:
    for path, text in zip(texts, (HYP, REF), strict=True):
        path.write_text(text.replace("She left", " ".join(["She left"] * 6_000)), encoding="utf-8")
    specs = ("hwcm", "ter", "bleu", "wer")
    options = [item for spec in specs for item in ("--metric", spec)]
    done = meantree("score", "--hyp", texts[0], "--ref", texts[1], *options, "--format", "json", code=1)
    (system,) = json.loads(done.stdout)["systems"]
    assert [spec for spec in specs if system["segments"][3]["scores"][spec] is None] == ["hwcm", "ter"]
    assert None not in system["segments"][0]["scores"].values()
    assert None not in system["scores"].values()
    assert "segment 4: its hypothesis has 12,004 tokens and its reference ref has 12,005 tokens" in done.stderr
    for limit, spec in (("10,000", "hwcm"), ("1,500", "ter")):
        assert f"expected at most {limit}, needed by {spec}; not scored (one)" in done.stderr
    explained = meantree("explain", "--hyp", texts[0], "--ref", texts[1], "--segment", "4", "--metric", "ter", code=2)
    assert "expected at most 1,500, needed by ter" in explained.stderr
    parses = meantree("parse", texts[0], code=1)
    assert "segment 4: has 12,004 words, expected at most 10,000; not parsed" in parses.stderr
    assert "# sent_id = 2-1" in parses.stdout


@pytest.mark.parametrize(
    ("side", "content", "words"),
    [
        ("ref", b"one line\n", ["4", "1", "hyp.one.en"]),
        ("hyp", b"", ["empty"]),
        ("hyp", b"\x89PNG\x00\x00", ["hyp.one.en"]),
        ("hyp", "café\n".encode("latin-1") * 4, ["UTF-8", "encoding"]),
        ("ref", None, ["ref.en"]),
    ],
    ids=["line counts", "empty", "binary", "latin-1", "missing"],
)
def test_unusable_input_is_one_message(
    texts: tuple[Path, Path], side: str, content: bytes | None, words: list[str]
) -> None:
    path = texts[0] if side == "hyp" else texts[1]
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)
    done = meantree("score", "--hyp", texts[0], "--ref", texts[1], "--metric", "bleu", code=2)
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert all(word in done.stderr for word in words)


def test_explain_names_what_is_missing(texts: tuple[Path, Path]) -> None:
    command = ("explain", "--hyp", texts[0], "--ref", texts[1], "--metric", "bleu", "--segment")
    assert "there is no such segment" in meantree(*command, "99", code=2).stderr
    assert "expected one of one" in meantree(*command, "1", "--system", "two", code=2).stderr


def test_sample_report(tmp_path: Path) -> None:
    output = tmp_path / "report.html"
    assert str(output) in meantree("sample-report", "--output", output).stdout
    text = output.read_text(encoding="utf-8")
    assert text.count("<svg") == text.count("<figure>") >= 30, "one on the first page, and some of segments"
    assert len(set(re.findall(r'id="segment-(\d+)"', text))) >= 3, "the most telling ones are not folded away"
    assert re.search(r"default-src 'none'; [^\"]*script-src 'sha256-[^ ]*'\"", text), "no other script may run"


def test_the_window_without_a_display_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    if sys.platform != "linux":
        pytest.skip("other systems always have a display")
    done = meantree(code=2)
    assert "no display" in done.stderr


def test_a_project_of_annotations(tmp_path: Path) -> None:
    tables = tmp_path / "tables"
    tables.mkdir()
    rows = {
        "sentences": "id language segment number version length\n0 en 01 07 00 4\n1 en 01 07 01 4",
        "sentences_text": "id language segment number version text\n0 en 01 07 00 He~sold~it\n1 en 01 07 01 He~sold~.",
        "annotations": "id sentence_id annotator ref_id\n0 1 ann NULL\n1 1 ann 0\n2 1 bob NULL\n3 1 bob 2",
        "actions": "id annotation_id tokens\n0 0 1\n1 1 1\n2 2 1\n3 3 1",
        "slots": "id action_id type tokens\n0 0 AGENT 0\n1 1 AGENT 0\n2 2 AGENT 0\n3 3 OTHER 0",
        "action_aligns": "id ref_action_id hypo_action_id type\n0 0 1 full\n1 2 3 full",
        "slot_aligns": "id ref_slot_id hypo_slot_id type\n0 0 1 full",
    }
    for name, text in rows.items():
        (tables / name).write_text(text.replace(" ", "\t").replace("~", " ") + "\n", encoding="utf-8")
    project = tmp_path / "x.meantree"
    assert "2 annotations by ann, bob: 4 frames" in meantree("convert", tables, project).stderr
    arguments = ("--project", project, "--metric", "hmeant:weights=uniform", "--format", "json")
    scores = {}
    for name in ("ann", "bob"):
        found = json.loads(meantree("score", *arguments, "--annotator", name).stdout)
        assert f"frames:{name}" in found["metrics"][0]["signature"]
        scores[name] = found["systems"][0]["segments"][0]["scores"]["hmeant:weights=uniform"]
    assert scores == {"ann": 1, "bob": 0.5}
    layers = json.loads(meantree("agreement", project, "--format", "json").stdout)[0]["layers"]
    assert {layer["name"]: layer["f"] for layer in layers}["predicates"] == 1
    assert {layer["name"]: layer["f"] for layer in layers}["filler spans and roles"] == 0.5
    meantree("convert", project, tmp_path / "again")
    assert (tmp_path / "again" / "slots").read_text(encoding="utf-8").count("AGENT") == 3
    assert "there is no annotator 'cara'" in meantree("score", *arguments, "--annotator", "cara", code=2).stderr
    assert "--project replaces" in meantree("score", *arguments, "--ref", project, code=2).stderr


def test_corrected_links_are_scored_explained_and_signed(texts: tuple[Path, Path], tmp_path: Path) -> None:
    path = tmp_path / "x.meantree"
    meantree("convert", "--hyp", texts[0], "--ref", texts[1], path)
    options = ("--project", path, "--metric", "rte-r", "--metric", "hwcm", "--format", "json")
    explained = json.loads(meantree("explain", *options, "--segment", "1").stdout)
    before = [(link["hypothesis"], link["reference"]) for link in explained["metrics"][0]["links"]]
    mine, theirs = explained["hypothesis"]["tokens"], explained["references"]["ref"]["tokens"]
    with Project(path) as project:
        project.begin("1", {("hypothesis", "one"): mine, ("reference", "ref"): theirs})
        fixed = FixedLinks(frozenset({(0, 1)}), frozenset(before))
        project.save_links(LinksKey("1", "one", "ref", "ann"), fixed, "link")
    corrected = json.loads(meantree("explain", *options, "--segment", "1", "--annotator", "ann").stdout)
    links = {(link["hypothesis"], link["reference"]): link["relation"] for link in corrected["metrics"][0]["links"]}
    assert links[0, 1] == "hand"
    assert not links.keys() & set(before)
    scores = {}
    for annotator in ("", "ann"):
        found = json.loads(meantree("score", *options, *(("--annotator", annotator) if annotator else ())).stdout)
        assert ["|links:ann@" in metric["signature"] for metric in found["metrics"]] == [bool(annotator), False]
        scores[annotator] = found["systems"][0]["segments"]
    changed = [one["scores"]["rte-r"] != two["scores"]["rte-r"] for one, two in zip(*scores.values(), strict=True)]
    assert changed == [True, False, False, False]
    assert [one["scores"]["hwcm"] for one in scores[""]] == [one["scores"]["hwcm"] for one in scores["ann"]]
    assert scores["ann"][0]["scores"]["rte-r"] == corrected["metrics"][0]["score"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_a_full_disk_is_one_message(texts: tuple[Path, Path]) -> None:
    arguments = ("score", "--hyp", texts[0], "--ref", texts[1], "--metric", "bleu")
    done = meantree(*arguments, "--output", "/dev/full", code=2)
    assert tell(done.stderr.splitlines(), "meantree: /dev/full: … full … nothing was written")


def test_output_may_be_stdout_by_name(texts: tuple[Path, Path], tmp_path: Path) -> None:
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


def test_one_reference_of_several(texts: tuple[Path, Path], tmp_path: Path) -> None:
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
    missing = meantree("score", *command, "--reference", "nobody", code=2)
    assert tell(missing.stderr.splitlines(), f"meantree: --reference: … 'nobody' … {texts[1].stem}, {other.stem}")

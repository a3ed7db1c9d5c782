"""The examples of CONTRIBUTING.md do what that page says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.aligned import tagged, view
from helpers.command import invoke
from helpers.contributing import example, installed_plugin
from helpers.messages import tell
from helpers.trees import parsed
from meantree.cli.explanation import evidence_json
from meantree.comparison.compare import compare
from meantree.corpus.formats import InputFile, formats, read_corpus
from meantree.corpus.formats.catalogue import sniff
from meantree.errors import PluginWarning, UsageError
from meantree.metrics.evidence import Status
from meantree.metrics.pair import Pair
from meantree.metrics.registry import METRICS, metric, usable_metrics
from meantree.phenomena.planting.faults import applied
from meantree.phenomena.reading import Reading
from meantree.scoring.provenance import Provenance, signature

HYP, REF = parsed("cats:2:nsubj sleep:0:root", "yes:0:root"), parsed("dogs:2:nsubj sleep:0:root")


@pytest.fixture
def plugin(tmp_path: Path) -> Iterator[None]:
    """The page's plug-in is installed."""
    (tmp_path / "site").mkdir()
    with installed_plugin(tmp_path / "site"):
        yield


@pytest.mark.usefixtures("plugin")
def test_a_plug_in_adds_a_metric() -> None:
    chosen, pair = metric("Roots:case=keep"), Pair(HYP, [REF], ("A",))
    statistics = chosen.statistics(pair)
    assert statistics.tolist() == [1, 2, 1]
    assert chosen.score(statistics, level="segment") == pytest.approx(2 / 3)
    derivation = chosen.derivation(chosen.evidence(pair))
    assert derivation is not None
    assert derivation.steps[-1].value == pytest.approx(2 / 3)
    marks = compare(pair, chosen).hypothesis.marks.tokens
    assert {token: mark.status for token, mark in marks.items()} == {1: Status.MATCHED, 2: Status.EXTRA}
    assert evidence_json(chosen, pair)["score"] == pytest.approx(2 / 3)
    apart = Pair(HYP, [parsed("no:0:root")])
    undone = chosen.derivation(chosen.evidence(apart))
    assert undone is not None
    assert undone.steps[-1].value == chosen.score(chosen.statistics(apart), level="segment") == 0
    assert "|plugin:meantree-example-0.1|" in signature(chosen, Provenance(1))
    assert list(METRICS)[-1] == "roots"
    assert invoke("metrics", "roots").stdout.startswith("roots\n\nF of the words that no other")


@pytest.mark.usefixtures("plugin")
def test_a_plug_in_adds_a_format(tmp_path: Path) -> None:
    file = tmp_path / "hyp.north.jsonl"
    file.write_text('{"id": "7", "text": "One."}\nno object\n{"id": "8", "text": "Two."}\n', encoding="utf-8")
    corpus = read_corpus([InputFile(file, name="north")])
    assert [(one.id, one.hypotheses["north"].text) for one in corpus.segments] == [("7", "One."), ("8", "Two.")]
    assert tell(corpus.problems, f"{file}:2: 'no object', expected … id and text")
    assert [known.name for known in formats()][-3:] == ["json-lines", "table", "text"]


def test_a_broken_plug_in_is_named(tmp_path: Path) -> None:
    with installed_plugin(tmp_path):
        (tmp_path / "meantree_example" / "roots.py").write_text("import nothing_of_the_kind\n", encoding="utf-8")
        with pytest.raises(
            UsageError, match=r"the plug-in 'roots' \(meantree_example.roots:Roots\) cannot be loaded: No"
        ):
            metric("roots")
        assert metric("bleu").name == "bleu"
    assert "roots" not in METRICS


def test_a_broken_plug_in_leaves_the_rest(tmp_path: Path) -> None:
    with installed_plugin(tmp_path):
        (tmp_path / "meantree_example" / "roots.py").write_text("Roots = 3\n", encoding="utf-8")
        (tmp_path / "meantree_example" / "json_lines.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
        with pytest.warns(PluginWarning, match=r"the plug-in 'json-lines' \(.*\) cannot be loaded: 3"):
            assert formats()[-1].name == "text"
        with pytest.warns(PluginWarning, match=r"the plug-in 'roots' \(.*\): found 3, expected a subclass of Metric"):
            assert list(usable_metrics()) == [name for name in METRICS if name != "roots"]


def test_a_plug_in_that_fails_when_it_is_used_leaves_the_rest(tmp_path: Path) -> None:
    with installed_plugin(tmp_path):
        changes = ("roots", "    case:", "    needed: int\n    case:"), ("json_lines", "path.suffix.lower()", "1 / 0")
        for module, found, failing in changes:
            file = tmp_path / "meantree_example" / f"{module}.py"
            file.write_text(file.read_text(encoding="utf-8").replace(found, failing), encoding="utf-8")
        with pytest.raises(UsageError, match=r"the plug-in 'roots' \(.*\) cannot be used: .* missing 1 required"):
            metric("ROOTS")
        (tmp_path / "a.txt").write_text("One.\n", encoding="utf-8")
        with pytest.warns(PluginWarning, match="the format 'json-lines' of a plug-in cannot be used: division"):
            assert sniff(tmp_path / "a.txt") == "text"


def test_a_phenomenon_is_measured_found_and_planted(monkeypatch: pytest.MonkeyPatch) -> None:
    module = example("core/meantree/phenomena/intensifiers.py", monkeypatch)
    very, slightly = (tagged(f"{word}/ADV:2:advmod good/ADJ:0:root") for word in ("very", "slightly"))
    (feature,) = module.FEATURES
    assert feature.name == "intensity_differs"
    assert feature.claim.startswith("A quality is high in one text and low in the other")
    assert (feature.function(view(very, slightly, "1-1")).value, feature.function(view(very, very)).value) == (1, 0)
    assert (module.said_intensity(Reading(very)), module.said_intensity(Reading(slightly))) == ({0: "high"}, {0: "low"})
    reading, faulty = Reading(very), Reading(slightly)
    (edits,) = (edits for plant in module.OTHER.plants for edits in plant(reading))
    assert applied(reading, "intensity.different", edits).faulty == "slightly good"
    assert module.OTHER.fact(reading) != module.OTHER.fact(faulty)

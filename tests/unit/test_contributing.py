"""The examples of CONTRIBUTING.md do what that page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.aligned import view
from helpers.contributing import example
from helpers.trees import parsed
from meantree.cli.explanation import evidence_json
from meantree.comparison.compare import compare
from meantree.corpus.formats import InputFile, catalogue, read_corpus
from meantree.metrics import registry
from meantree.metrics.evidence import Status
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric

HYP, REF = parsed("cats:2:nsubj sleep:0:root", "yes:0:root"), parsed("dogs:2:nsubj sleep:0:root")


def test_a_metric(monkeypatch: pytest.MonkeyPatch) -> None:
    roots = example("core/meantree/metrics/roots.py", monkeypatch).Roots
    monkeypatch.setattr(registry, "METRICS", {**registry.METRICS, "roots": roots})
    chosen, pair = metric("roots:case=keep"), Pair(HYP, [REF], ("A",))
    statistics = chosen.statistics(pair)
    assert statistics.tolist() == [1, 2, 1]
    assert chosen.score(statistics, level="segment") == pytest.approx(2 / 3)
    derivation = chosen.derivation(chosen.evidence(pair))
    assert derivation is not None
    assert derivation.score == pytest.approx(2 / 3)
    marks = compare(pair, chosen).hypothesis.marks.tokens
    assert {token: mark.status for token, mark in marks.items()} == {1: Status.MATCHED, 2: Status.EXTRA}
    assert evidence_json(chosen, pair)["score"] == pytest.approx(2 / 3)
    apart = Pair(HYP, [parsed("no:0:root")])
    undone = chosen.derivation(chosen.evidence(apart))
    assert undone is not None
    assert undone.score == chosen.score(chosen.statistics(apart), level="segment") == 0


def test_an_entailment_feature(monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = example("core/meantree/entailment/exclamations.py", monkeypatch).FEATURES
    calm, loud = "They/PRON:2:nsubj left/VERB:0:root", "They/PRON:2:nsubj left/VERB:0:root !/PUNCT:2:punct"
    fired = found.function(view(loud, calm))
    assert (fired.value, fired.conclusion) == (pytest.approx(1 / 3), (2,))
    assert found.function(view(loud, loud)).value == found.function(view(calm, loud)).value == 0
    assert (found.name, found.claim.split(";")[0]) == (
        "exclaims_alone",
        "The conclusion is an exclamation, unlike the premise",
    )


def test_a_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    json_lines = example("core/meantree/corpus/formats/json_lines.py", monkeypatch)
    row = catalogue.Format(
        "json-lines",
        "JSON lines",
        (".jsonl",),
        lambda path, _head: path.suffix.lower() == ".jsonl",
        json_lines.read,
        single=True,
    )
    monkeypatch.setattr(catalogue, "FORMATS", (row, *catalogue.FORMATS))
    file = tmp_path / "hyp.north.jsonl"
    file.write_text('{"id": "7", "text": "One."}\nno object\n{"id": "8", "text": "Two."}\n', encoding="utf-8")
    corpus = read_corpus([InputFile(file, name="north")])
    assert [(one.id, one.hypotheses["north"].text) for one in corpus.segments] == [("7", "One."), ("8", "Two.")]
    assert [str(one) for one in corpus.problems] == [f"{file}:2: 'no object', expected an object with id and text"]

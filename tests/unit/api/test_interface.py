"""The public interface: what ``import meantree`` offers."""

from __future__ import annotations

import doctest
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest

import meantree as mt
from helpers.corpora import corpus_of
from helpers.messages import tell
from meantree.api import corpora, experiments, findings, pairs, requests, scores, texts
from meantree.corpus.corpus import Corpus
from meantree_resources import resource

HYPS: dict[str, list[str | None]] = {"north": ["The cat sat.", "He left early."], "south": ["A dog ran.", None]}


REFS = ["The cat sat.", "He left."]


def test_importing_imports_nothing_else(tmp_path: Path) -> None:
    script = "import sys, meantree; print(*(name for name in sys.modules if name.startswith('meantree')))"
    script += "\nassert set(meantree.__all__) <= set(dir(meantree)) and callable(meantree.report)"
    found = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["meantree"]


def test_all_names_are_there_and_no_others() -> None:
    assert [getattr(mt, name).__name__ for name in mt.__all__] == mt.__all__
    with pytest.raises(AttributeError, match="no attribute 'evaluate'"):
        _ = mt.evaluate  # type: ignore[attr-defined]


@pytest.mark.pipeline
@pytest.mark.parametrize(
    "module",
    [corpora, experiments, findings, pairs, requests, scores, texts],
    ids=lambda module: module.__name__.rpartition(".")[2],
)
def test_examples_in_docstrings(module: ModuleType) -> None:
    failed, _ = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert not failed


def test_scores_have_rows_of_segments_and_systems_and_undefined_ones_are_missing() -> None:
    scored = mt.score(HYPS, {"A": REFS, "B": ["A cat sat.", None]}, metrics="TER,bleu")
    frame = scored.frame()
    assert list(frame.columns) == ["system", "document", "segment", "ter", "bleu"]
    assert frame["ter"].isna().tolist() == [False, False, False, True]
    assert scored.systems().loc["north", "ter"] == pytest.approx(2 / 5)
    assert scored.signatures["ter"].startswith("ter|case:fold|refs:2|")
    assert tell(scored.problems, "segment 2: … south; not scored")
    compared = scored.compare("north", "south")
    assert list(compared.loc["ter"][["wins", "ties", "losses"]]) == [1, 0, 0]
    assert "<table" in scored._repr_html_()


@pytest.mark.parametrize(
    ("hypotheses", "references", "metrics", "message"),
    [
        (
            ["a"],
            {"A": [], "B": ["a"]},
            "bleu",
            "references A: found 0 texts, expected 1, as many as in hypotheses translation",
        ),
        (["a"], ["a", "b"], "bleu", "references A: found 2 texts, expected 1, as many as in hypotheses translation"),
        (["a"], [1], "bleu", "references A, text 1: found '1', expected one text"),
        ("a", ["a"], "bleu", "hypotheses translation: found one text, expected a list of texts; mt.compare"),
        ({"n": "a"}, ["a"], "bleu", "hypotheses n: found one text, expected a list"),
        (["a"], {"A": "a"}, "bleu", "references A: found one text, expected a list"),
        (["a"], [["a"], ["b"]], "bleu", "references A: found a list of lists, expected one list of texts, or lists by"),
        ({"a"}, ["a"], "bleu", "hypotheses translation: found .*, expected a list of texts"),
        (3, ["a"], "bleu", "hypotheses translation: found '3', expected a list of texts"),
        (None, ["a"], "bleu", "hypotheses: found none"),
        (["a"], None, "bleu", "references: found none"),
        (["a"], ["a"], "blue", "did you mean bleu"),
        (["a"], ["a"], [None], "metrics: found 'None', expected the name of a metric"),
        (["a"], ["a"], None, "metrics: found 'None', expected the name of a metric"),
        ([], [], "bleu", "hypotheses: found none"),
    ],
)
def test_what_does_not_fit_is_one_message(
    hypotheses: list[str], references: list[str], metrics: str, message: str
) -> None:
    with pytest.raises(mt.MeantreeError, match=message):
        mt.score(hypotheses, references, metrics)


def test_texts_come_as_columns_arrays_and_generators_and_nan_is_missing() -> None:
    texts = ["The cat sat.", "He left."]
    for of in (pd.Series(texts, index=[5, 7]), np.array(texts), (text for text in texts)):
        assert mt.score(of, texts, "ter").frame()["ter"].tolist() == [0, 0]
    for missing in (None, float("nan"), pd.NA):
        scored = mt.score(pd.DataFrame({"north": [texts[0], missing], "south": texts}), pd.Series(texts), "ter")
        assert scored.frame()["ter"].isna().tolist() == [False, True, False, False]
        assert len(scored.problems) == 1


@pytest.mark.parametrize(
    ("hypothesis", "reference", "message"),
    [
        (None, "a", "hypothesis: found 'None', expected one text"),
        (["a", "b"], "a", "hypothesis: found .*, expected one text"),
        ("a", None, "reference: found 'None', expected a list of texts"),
        ("a", [], "reference: found none"),
        ("a", ["a", None], "reference B: found 'None', expected one text"),
        ({"north": "a", "south": None}, "a", "hypothesis south: found 'None', expected one text"),
    ],
)
def test_what_cannot_be_compared_is_one_message(hypothesis: str, reference: str, message: str) -> None:
    with pytest.raises(mt.MeantreeError, match=message):
        mt.compare(hypothesis, reference, "ter")


@pytest.mark.parametrize(
    "call",
    [
        lambda: mt.compare("\ud800", "a"),
        lambda: mt.compare("a", "The \udcff"),
        lambda: mt.compare("a", {"A": "\ud800"}, "bleu"),
        lambda: mt.compare("a", {"\ud800": "a"}, "bleu"),
        lambda: mt.compare({"\ud800": "a", "b": "b"}, "a", "bleu"),
        lambda: mt.compare("a", "b", "\ud800"),
        lambda: mt.score(["\ud800"], ["a"]),
        lambda: mt.score({"\ud800": ["a"]}, ["a"], "bleu"),
        lambda: mt.score(["a"], {"\ud800": ["a"]}, "bleu"),
        lambda: mt.score(["a"], ["a"], "bleu", source=["\ud800"]),
        lambda: mt.parse("The \ud800 man"),
        lambda: mt.read("\ud800"),
        lambda: mt.read(__file__, encoding="\ud800"),
        lambda: mt.compare("a", "a", "ter").save("\ud800.svg"),
        lambda: mt.compare("a", "a", "ter").save("\0.svg"),
    ],
)
def test_half_a_character_is_one_message(call: Callable[[], object]) -> None:
    with pytest.raises(mt.MeantreeError, match=r"^[^\ud800-\udfff\0]+$"):
        call()


def test_what_is_no_file_or_corpus_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(mt.MeantreeError, match=r"name of a file.*mt\.read"):
        mt.read(["hyp.a.en", "ref.en"])  # type: ignore[arg-type]
    with pytest.raises(mt.MeantreeError, match=r"corpus: found .*, expected what mt\.read returns"):
        mt.report(["a"], tmp_path / "a.html")  # type: ignore[arg-type]


def test_a_pair_has_evidence_a_derivation_and_a_picture(tmp_path: Path) -> None:
    pair = mt.compare("He left early.", ["He left.", "She went."], metric="WER")
    assert (pair.metric, pair.reference) == ("wer", "A")
    assert pair.score == pytest.approx(1 / 3)
    assert pair.derivation is not None
    assert pair.derivation.steps[-1].value == pair.score
    assert pair.frame()["status"].tolist().count("extra") == 1
    assert "    extra   early" in str(pair)
    assert pair._repr_svg_().startswith("<svg")
    for ending in ("svg", "pdf", "tex"):
        pair.save(tmp_path / f"pair.{ending}")
        assert (tmp_path / f"pair.{ending}").stat().st_size > 1_000
    with pytest.raises(mt.MeantreeError, match=r"'pair.doc'.*\.svg, \.pdf, \.tex"):
        pair.save(tmp_path / "pair.doc")


def test_two_translations_and_one_reference_are_one_picture() -> None:
    both = mt.compare({"north": "He left.", "south": "He went."}, "He left.", metric="wer")
    assert both.scores == {"north": 0, "south": pytest.approx(1 / 3)}
    assert set(both.frame()["system"]) == {"north", "south"}
    assert "north and south compared with reference A" in both.svg().replace("\n", " ")
    with pytest.raises(mt.MeantreeError, match="found 1 translations"):
        mt.compare({"north": "He left."}, "He left.")


@pytest.mark.pipeline
def test_a_parsed_text_has_all_layers() -> None:
    text = mt.parse("Anna praised the keeper in Berlin. She left.")
    assert text.words[-2:] == ("left", ".")
    assert len(text.words) == len(text.heads) == len(text.labels) == len(text.tags) == len(text.lemmas)
    assert [span.text for span in text.names] == ["Anna", "Berlin"]
    assert ("NP", "the keeper") in {(span.label, span.text) for span in text.spans}
    assert {frame.predicate for frame in text.frames} == {"praised", "left"}
    assert text.networkx().edges[1, 0]["label"] == "nsubj"
    assert text.conllu().count("# sent_id") == 2
    assert "praised" in text.svg()


def test_files_are_read_scored_and_reported(tmp_path: Path) -> None:
    corpus = mt.read(resource("sample/sample.tsv"))
    assert repr(corpus) == "<sample: 30 segments, 2 systems, 2 references>"
    assert (corpus.systems, corpus.references) == (("north", "south"), ("A", "B"))
    assert len(mt.score(corpus, metrics="ter").frame()) == 60
    mt.report(corpus, tmp_path / "report.html", metrics="ter", segments="news/1")
    assert "news/1" in (tmp_path / "report.html").read_text(encoding="utf-8")
    with pytest.raises(mt.MeantreeError, match="has its own references"):
        mt.score(corpus, ["a"])
    with pytest.raises(mt.MeantreeError, match="found no project"):
        mt.read(resource("sample/sample.tsv"), annotator="ana")


RATED = """id\tsystem\treference\thypothesis\trating:da
1\tnorth\tThe cat sat.\tThe cat sat.\t90
1\tsouth\tThe cat sat.\tA dog ran.\t20
2\tnorth\tHe left.\tHe left early.\t70
2\tsouth\tHe left.\tHe has left.\t80
"""


@pytest.mark.pipeline
def test_an_experiment_has_typed_tables_figures_and_what_was_not_made(tmp_path: Path) -> None:
    path = tmp_path / "rated.tsv"
    path.write_text(RATED, encoding="utf-8")
    corpus = mt.read(path)
    made = mt.experiment(corpus, ["sepia", "pado"], rating="da", metrics="ter", resamples=20)
    assert made.names == ("sepia-segments", "sepia-systems", "provenance")
    frame = made.frame("sepia-segments")
    assert frame.attrs["title"] == "SEPIA's sub-scores, by segment"
    assert frame["rated"].dtype == "float64"
    assert tuple(frame.itertuples(index=False, name=None)) == made.tables[0].rows
    assert [problem.partition(",")[0] for problem in made.problems] == ["pado: not made"]
    twice = mt.experiment([corpus, corpus], "sepia", rating="da").frame("sepia-segments")
    assert list(twice)[2:] == ["rated", "rated (2)"]
    files = {file.name for file in made.save_figures(tmp_path / "figures")}
    assert "sepia-segments.svg" in files
    assert files == {file.name for file in (tmp_path / "figures").iterdir()}
    with pytest.raises(mt.MeantreeError, match="did you mean sepia-systems"):
        made.frame("sepia")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"corpora": "rated.tsv"}, r"corpora: .*expected what mt\.read returns"),
        ({"corpora": []}, r"corpora: .*expected what mt\.read returns"),
        ({"tables": "kan"}, "did you mean kahn"),
        ({"metrics": "blue"}, "did you mean bleu"),
        ({"rating": ""}, "no human judgements"),
        ({"preferences": ["a", "b"]}, "found 2 files for 1 corpus"),
        ({"group_by": "segment"}, "group_by: found .*, expected one of None, 'none', 'item', 'system'"),
        ({"correction": "bonferroni"}, "correction: found .*, expected one of 'none', 'holm', 'bh'"),
        ({"limit": 1}, "limit: found 1, expected at least 2"),
        ({"resamples": 0}, "resamples: found 0"),
        ({"seed": -1}, "seed: found -1"),
    ],
)
def test_an_experiment_that_cannot_be_is_one_message(options: dict[str, Any], message: str) -> None:
    with pytest.raises(mt.MeantreeError, match=message):
        mt.experiment(**{"corpora": Corpus("c", (), (), ()), "rating": "da", **options})


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda corpus: mt.search(corpus, "pattern { V"), "line 1"),
        (lambda corpus: mt.search(corpus, "pattern { V [] }", systems=["nort"]), "systems: found 'nort'"),
        (lambda corpus: mt.search(corpus, "pattern { V [] }", reference="B"), "reference: found 'B'"),
        (lambda corpus: mt.search(corpus, "pattern { V [] }", group_by="W.lemma"), "W"),
        (lambda corpus: mt.findings(corpus, systems=["nort"]), "systems: found 'nort'"),
    ],
)
def test_search_and_findings_refuse_what_they_do_not_know(call: Callable[[Corpus], object], message: str) -> None:
    with pytest.raises(mt.MeantreeError, match=message):
        call(corpus_of([("A cat sat.", "A cat sat.")], ["north"]))

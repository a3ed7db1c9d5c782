"""Files that translators, campaigns and parsers hand over are read as ``expected.txt`` says.

Each folder below ``odd_files`` has its input and a file ``expected.txt`` in words.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import meantree as mt
from helpers.command import invoke
from meantree.errors import MeantreeError

FOLDER = Path(__file__).parent / "odd_files"


@dataclass(frozen=True, slots=True)
class Case:
    """Files and what comes of them.

    Attributes:
        hyp, ref: files below :data:`FOLDER`.
        scores: by metric, of the one system; none if the files are refused.
        says: parts of the messages.
        columns: meanings and names.
    """

    hyp: str
    ref: str = ""
    scores: Mapping[str, float] = field(default_factory=dict)
    says: tuple[str, ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict)


NAMED = {"hypothesis": "MT", "reference": "Human reference"}
CASES = {
    "sdlxliff": Case("one-line-sdlxliff/a.sdlxliff", "one-line-sdlxliff/ref.A.en", {"chrf": 0.423}),
    "txlf": Case("one-line-sdlxliff/a.txlf", "one-line-sdlxliff/ref.A.en", {"chrf": 0.423}),
    "conllu-plus": Case("conllu-plus/hyp.a.conllup", "conllu-plus/ref.A.txt", {"bleu": 1.0}),
    "columns of COMET": Case("column-names/b.tsv", scores={"bleu": 0.354}),
    "unknown columns": Case(
        "column-names/a.csv", says=("Segment ID, Source, Target, MT, Human reference", "--columns hypothesis=MT")
    ),
    "named columns": Case("column-names/a.csv", scores={"bleu": 0.354}, says=("'Target'",), columns=NAMED),
    "no such column": Case("column-names/b.tsv", says=("'XY'", "src, mt, ref"), columns={"hypothesis": "XY"}),
    "no such meaning": Case("column-names/b.tsv", says=("'hypo'", "hypothesis"), columns={"hypo": "mt"}),
    "columns of no table": Case(
        "tokenized-hypotheses/hyp.a.en",
        "tokenized-hypotheses/ref.A.en",
        says=("hypothesis=mt",),
        columns={"hypothesis": "mt"},
    ),
    "Excel's sep=": Case("excel-sep-line/table.csv", scores={"bleu": 0.387}),
    "workbook": Case("xlsx-texts/texts.xlsx", scores={"bleu": 0.291}),
    "ids from 0 and 1": Case(
        "ids-from-0-and-1/hyp.a.conllu",
        "ids-from-0-and-1/ref.A.conllu",
        {"bleu": 1.0, "hwcm": 1.0},
        ("paired by position", "'0'", "'1'"),
    ),
    "tokenised": Case(
        "tokenized-hypotheses/hyp.a.en",
        "tokenized-hypotheses/ref.A.en",
        {"bleu": 0.202},
        ("120 end in a tokenised period", "120 have escaped quotes", "120 have words in pieces"),
    ),
    "Chinese": Case("cjk/hyp.a.zh", "cjk/ref.A.zh", {"bleu": 0.579, "ter": 0.226}),
    "invisible characters": Case(
        "invisible-findings/hyp.a.en",
        "invisible-findings/ref.A.en",
        {"hwcm": 1.0, "wer": 0.0, "bleu": 0.664},
        ("8 segments read composed (NFC) and without 9 characters", "BLEU, chrF and TER"),
    ),
    "argument above its predicate": Case(
        "up-argument-above-predicate/hyp.a.conllu", "up-argument-above-predicate/ref.A.txt", {"bleu": 1.0}
    ),
}


def _paths(case: Case) -> list[Path]:
    return [FOLDER / name for name in (case.hyp, case.ref) if name]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_odd_files(case: Case) -> None:
    if not case.scores:
        with pytest.raises(MeantreeError) as raised:
            mt.read(*_paths(case), columns=case.columns)
        assert all(part in str(raised.value) for part in case.says)
        return
    corpus = mt.read(*_paths(case), columns=case.columns)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it is a problem of the scores, too
        scored = mt.score(corpus, metrics=list(case.scores))
    said = " ".join((*map(str, corpus.problems), *scored.problems))
    assert all(part in said for part in case.says), said
    frame = scored.systems()
    scores = {metric: float(frame[metric].iloc[0]) for metric in case.scores}
    assert scores == pytest.approx(case.scores, abs=0.0006)


def test_propositions_2_have_their_spans() -> None:
    (segment,) = mt.read(FOLDER / "conllu-plus/hyp.a.conllup").segments
    labelled = segment.hypotheses["a"].labelled
    assert labelled is not None
    (frame,) = labelled.frames
    assert (frame.roleset, [(one.label, one.span) for one in frame.fillers]) == (
        "leave.01",
        [("ARG0", (0, 2)), ("ARG1", (3, 5))],
    )


@pytest.mark.parametrize("name", ["mqm.csv", "mqm.tsv"])
def test_marks_of_mqm_tables(name: str) -> None:
    (segment,) = mt.read(FOLDER / "mqm-csv" / name).segments
    text = segment.hypotheses["S1"].text
    assert text == 'Das Boot, das "schnell" sank.'
    assert [(error.start, error.end, text[error.start : error.end]) for error in segment.errors] == [
        (4, 13, "Boot, das"),
        (4, 8, "Boot"),
    ]


@pytest.mark.parametrize("with_texts", [True, False])
def test_comet_brings_texts_scores_and_errors(*, with_texts: bool) -> None:
    folder = FOLDER / "comet-json"
    corpus = mt.read(folder / "comet.json", *(sorted(folder.glob("*.en")) if with_texts else ()))
    assert (corpus.systems, corpus.references) == (("sys-a", "sys-b"), ("A" if with_texts else "ref",))
    marked = [
        one.hypotheses[error.system].text[error.start : error.end] for one in corpus.segments for error in one.errors
    ]
    assert marked == ["sunk", "walk"]
    assert [[(one.system, one.value) for one in segment.given] for segment in corpus.segments] == [
        [("sys-a", 0.71), ("sys-b", 0.98)],
        [("sys-b", 0.5)],
    ]


def test_decimal_commas_are_read() -> None:
    segments = mt.read(FOLDER / "excel-sep-line/table.csv").segments
    assert [rating.value for segment in segments for rating in segment.ratings] == [0.75, -1.5]
    assert segments[0].source == "Die Fähre fuhr ab;\nvor Sonnenaufgang."


def test_pearmut_marks_the_word() -> None:
    first, _ = mt.read(FOLDER / "pearmut-emoji-newline/res.jsonl").segments
    (error,) = first.errors
    assert (first.hypotheses["sysA"].text[error.start : error.end], error.severity) == ("sunk", "major")


@pytest.mark.parametrize(("encoding", "code"), [("", 2), ("cp1252", 0)])
def test_an_encoding_is_that_of_files_that_are_not_utf8(encoding: str, code: int) -> None:
    files = [f"--hyp={FOLDER / 'mixed-encodings/hyp.a.de'}", f"--ref={FOLDER / 'mixed-encodings/ref.A.de'}"]
    options = ["--metric=chrf", "--format=json", *([f"--encoding={encoding}"] if encoding else [])]
    result = invoke("score", *files, *options)
    if code:
        assert "hyp.a.de:1: byte 5 (E4)" in str(result.exception)
    else:
        assert json.loads(result.stdout)["systems"][0]["scores"] == {"chrf": 1.0}

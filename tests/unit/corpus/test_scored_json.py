"""JSON of judges and campaigns: whose texts, scores and errors are read, and what is reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.formats.file_contents import APPRAISE, PEARMUT, Count

SPAN = {"start_i": 8, "end_i": 13, "severity": "minor", "error_type": None}
ITEMS = [
    {"documentID": f"d#{system}", "targetID": system, "itemType": kind, "itemID": n,
     "sourceText": source, "targetText": text}
    for n, (system, source, text, kind) in enumerate(
        [("A", "Eins.", "One.", "TGT"), ("A", "Zwei.", "The dog walked.", "TGT"), ("A", "x", "y", "BAD"),
         ("B", "Zwei.", "The 🎉 dog.", "TGT")], start=1)
]  # fmt: skip
RESULTS = [
    ("ana", "A", 1, "TGT", 90, "[]"),
    ("ana", "A", 2, "TGT", 40, json.dumps([SPAN, {**SPAN, "start_i": "missing", "end_i": "missing"}])),
    ("ben", "B", 4, "TGT", 60, str([{**SPAN, "start_i": 7, "end_i": 9}])),
    ("ben", "A", 3, "BAD", 10, "[]"),
]
WMT25 = {
    "doc_id": "d_#_1", "src_text": "Das Boot.", "tgt_text": {"S": "The boot.", "refA": "The boat."},
    "scores": {"S": [{"human1": 70, "errors1": [{"start_i": 4, "end_i": 7, "severity": "major"}], "annotator1": "ana",
                      "CometKiwi22": 0.5},
                     {"human": 80.5, "errors": []}],
               "refA": {"human": 90, "errors": []}},
}  # fmt: skip
TASK = {
    "id": 5, "data": {"mt": "The 🎉 boat sunk.", "source": "Das Boot sank.", "system": "S"},
    "annotations": [
        {"completed_by": 7, "result": [
            {"value": {"start": 11, "end": 15, "text": "sunk", "labels": ["Grammar", "Major"]}, "type": "labels"}]},
        {"completed_by": {"id": 1, "email": "ann@x.org"}, "was_cancelled": False, "result": [
            {"value": {"start": 6, "end": 10, "text": "boat", "labels": ["Minor"]}, "to_name": "mt"}]},
        {"completed_by": {"id": 2, "email": "bob@x.org"}, "was_cancelled": True, "result": []}],
}  # fmt: skip


def _read(folder: Path, **files: str) -> Corpus:
    paths = []
    for name, content in files.items():
        paths.append(folder / name.replace("_", "."))
        paths[-1].write_text(content, encoding="utf-8")
    return read_corpus([InputFile(path) for path in paths])


def _marked(corpus: Corpus) -> list[tuple[str, str, str]]:
    return [
        (error.rater, segment.hypotheses[error.system].text[error.start : error.end], error.severity)
        for segment in corpus.segments
        for error in segment.errors
    ]


def _rated(corpus: Corpus) -> list[tuple[str, str, str, float]]:
    ratings = (rating for segment in corpus.segments for rating in segment.ratings)
    return [(rating.rater, rating.system, rating.kind, rating.value) for rating in ratings]


@pytest.mark.parametrize(
    ("before", "after"), [("", ""), ("", ",1.5,2.5"), ("{item},", ",1.5,2.5,x,y")], ids=["10", "12", "15 columns"]
)
def test_results_of_appraise_get_the_texts_of_their_campaign(tmp_path: Path, before: str, after: str) -> None:
    quoted = [(*row[:-1], '"' + row[-1].replace('"', '""') + '"') for row in RESULTS]
    rows = "\n".join(
        f"{who},{before.format(item=item)}{system},{'d' if before else item},{kind},eng,deu,{score},d#{system},False,"
        f"{errors}{after}"
        for who, system, item, kind, score, errors in quoted
    )
    corpus = _read(tmp_path, results_csv=rows, batch_json=json.dumps([{"items": ITEMS, "task": {}}]))
    assert [(segment.key, segment.source, list(segment.hypotheses)) for segment in corpus.segments] == [
        ("d/1", "Eins.", ["A"]),
        ("d/2", "Zwei.", ["A", "B"]),
    ]
    assert _marked(corpus) == [("ana", "walked", "minor"), ("ben", "dog", "minor")]
    assert _rated(corpus) == [("ana", "A", "esa", 90), ("ana", "A", "esa", 40), ("ben", "B", "esa", 60)]
    assert any("checks and documents left out: 1" in problem.message for problem in corpus.problems)


@pytest.mark.parametrize("errors", ["[{'minor'}]", "[b'x']", "[1j]", "[..."])
def test_errors_of_appraise_that_are_none_are_told(tmp_path: Path, errors: str) -> None:
    row = f'ana,A,1,TGT,eng,deu,90,d#A,False,"{errors}"\n'
    corpus = _read(tmp_path, results_csv=row, batch_json=json.dumps([{"items": ITEMS, "task": {}}]))
    assert not _marked(corpus)
    assert any("errors" in problem.message for problem in corpus.problems)


def test_wmt25_has_references_and_several_annotators(tmp_path: Path) -> None:
    corpus = _read(tmp_path, w_jsonl=json.dumps(WMT25))
    assert (corpus.systems, corpus.references) == (("S",), ("refA",))
    assert _marked(corpus) == [("ana", "boot", "major")]
    assert _rated(corpus) == [("ana", "S", "esa", 70), ("human", "S", "esa", 80.5)]
    assert list(corpus.given) == ["given:CometKiwi22"]
    assert [problem.message for problem in corpus.problems] == ["scores and errors of references left out: refA (1)"]


TEXT = " \n🎉 Cafe\u0301,\r\nno!"


@pytest.mark.parametrize(("count", "first", "end"), [(APPRAISE, 3, 7), (PEARMUT[0], 4, 8), (PEARMUT[1], 5, 9)])
def test_counts_of_other_programs(count: Count, first: int, end: int) -> None:
    """By hand: the emoji has two units; Appraise trims the text, older Pearmut gives no index to a line feed."""
    start, after = count.span(TEXT, first, end)
    assert TEXT[start:after] == "Cafe\u0301"
    indices = count.indices(TEXT)
    assert (indices[start], indices[after] - 1) == (first, end)


@pytest.mark.parametrize(("start", "missing"), [(26, 41), (27, 42)], ids=["older", "since 1.1.5"])
def test_how_pearmut_counts_is_seen_by_whole_words(tmp_path: Path, start: int, missing: int) -> None:
    spans = [{"start_i": start, "end_i": start + 3}, {"start_i": missing, "end_i": missing}]
    text = "Great 🎉🎉 party!\nThe boat sunk yesterday."
    result = {"item": [{"tgt": {"S": text}}], "annotation": [{"S": {"error_spans": spans}}], "user_id": "u"}
    corpus = _read(tmp_path, r_jsonl=json.dumps(result))
    assert [words for _, words, _ in _marked(corpus)] == ["sunk"]
    (note,) = corpus.problems
    assert (note.message, note.is_note) == ("1 error at [missing] left out: no words to compare with metrics", True)


def test_spans_of_label_studio(tmp_path: Path) -> None:
    """In the layout of its exports: who annotated may be an object, and a task may be skipped."""
    corpus = _read(tmp_path, tasks_json=json.dumps([TASK]))
    assert _marked(corpus) == [("7", "sunk", "Major"), ("ann@x.org", "boat", "Minor")]
    errors = corpus.segments[0].errors
    assert [(one.side, one.start, one.category) for one in errors if one.rater != "ann@x.org"] == [
        ("hypothesis", 11, "Grammar")
    ]
    assert {rater for rater, *_ in _rated(corpus)} == {"7", "ann@x.org"}, "skipped is not without errors"


def test_label_studio_marks_the_source_too(tmp_path: Path) -> None:
    mark = {"value": {"start": 4, "end": 8, "text": "Boot", "labels": ["Major"]}, "to_name": "source", "type": "labels"}
    task = {**TASK, "annotations": [{"completed_by": 7, "result": [mark, {"type": "relation", "from_id": "a"}]}]}
    (error,) = _read(tmp_path, tasks_json=json.dumps([task])).segments[0].errors
    assert (error.side, error.start, error.end) == ("source", 4, 8)


@pytest.mark.parametrize(("words", "marked"), [("sunk", 1), ("boat", 0), ("ship", 0)])
def test_words_of_judges_are_placed_where_they_stand_once(tmp_path: Path, words: str, marked: int) -> None:
    verdict = {"id": "1", "system": "S", "score": 3, "errors": [{"span": words, "severity": "major"}]}
    corpus = _read(tmp_path, hyp_S_en="The boat, a boat, sunk.", judge_jsonl=json.dumps(verdict))
    assert len(_marked(corpus)) == marked
    assert list(corpus.given) == ["given:judge"]
    assert marked or any("not once in the translation" in problem.message for problem in corpus.problems)

"""Error spans of other tools: read into projects, written again, and nothing moved or lost in silence."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from helpers.command import meantree
from helpers.corpora import corpus_of
from helpers.messages import tell
from helpers.projects import project_of
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Origin, Place
from meantree.annotation.error_import import ImportedErrors, import_errors, read_error_files, rules_for, without_errors
from meantree.annotation.frame_annotation import State
from meantree.annotation.rules import ESA, MQM, Rules
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.formats.assemble import assemble
from meantree.corpus.formats.marked_errors import read_placed as read_table
from meantree.corpus.formats.raw_file import RawFile
from meantree.errors import InputError, Problem, UsageError
from meantree.escaping import escaped
from meantree.project.conversion import add_errors, convert_texts
from meantree.project.error_export import (
    Exported,
    SpanFormat,
    exported_errors,
    mqm_table,
    pearmut_campaign,
    pearmut_results,
    rating_lines,
)
from meantree.project.file import Project
from meantree.project.new_projects import make_project
from meantree.reporting.error_files import error_table, export_errors
from meantree.reporting.formats.workbook import tables_workbook
from meantree.reporting.table_text import tables_csv, tables_tsv

HEADER = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
ROWS = (
    "A\td\t1\t1\tr1\tein Haus\ta <v>house</v>\tAccuracy/Mistranslation\tMajor\n"
    "A\td\t1\t1\tr1\tein <v>Haus</v>\ta house\tAccuracy/Omission\tminor\n"
    "A\td\t1\t1\tr2\tein Haus\ta house\tNo-error\tNo-error\n"
    "B\td\t1\t1\tr1\tein Haus\t<v>a </v>dog <v>.</v>\tFluency/Punctuation\tMinor\n"
    "B\td\t1\t1\tr1\tein Haus\ta dog . <v> </v>\tOwn/New\tMinor\n"
    "ref\td\t1\t1\tr1\tein Haus\tone <v>house</v>\tOther\tMinor\n"
    "A\td\t1\t1\tr3\tein Haus\ta <v>hut</v>\tOther\tMinor\n"
)
CORPUS = Corpus(
    "p",
    (
        Segment("1", "d", "ein Haus", {}, {"A": Text("a house"), "B": Text("a dog .")}),
        Segment("2", "d", "zwei", {}, {"A": Text("two =x"), "B": Text("")}),
    ),
    ("A", "B"),
    (),
)


def _write(path: Path, content: str) -> Path:
    path.write_text(content, encoding="utf-8")
    return path


def _read(path: Path, annotator: str | None = None) -> ImportedErrors:
    return import_errors(CORPUS, read_error_files([path]), annotator)


def test_a_table_of_google_s_comes_back_byte_by_byte(tmp_path: Path) -> None:
    project, out = tmp_path / "p.meantree", tmp_path / "out.tsv"
    errors = _read(_write(tmp_path / "m.tsv", HEADER + ROWS))
    _, problems = convert_texts(CORPUS, project, errors)
    aside, _categories = problems
    assert "2 of 7 error rows kept aside: 1 of a system that is not in the corpus (ref)" in str(aside)
    export_errors(project, out, "mqm", None)
    assert sorted(out.read_text(encoding="utf-8").splitlines()) == sorted((HEADER + ROWS).splitlines())
    with Project(project) as opened:
        opened.save_errors(ErrorKey("d/2", "A", "r4"), ErrorAnnotation((), 90.0, State.DONE, "why"), "x")
        rows = mqm_table(exported_errors(opened)).splitlines()
        last = ROWS.splitlines()[-2:]
        assert rows[-2:] == [f"{row}\t" for row in last], "rows that were kept aside follow further columns"
        again = read_error_files([_write(tmp_path / "n.tsv", "\n".join(rows))])
        opened.keep_unplaced(import_errors(CORPUS, again).unplaced)
        opened.save_errors(ErrorKey("d/2", "A", "r4"), ErrorAnnotation(state=State.NOTHING), "x")
        rows = mqm_table(exported_errors(opened)).splitlines()
        assert rows[-4:] == [*last, *last]
        assert (opened.rules.protocol, opened.rules.severities) == (MQM, ("minor", "major"))
        assert "Own/New" in [category.name for category in opened.rules.category_list[:5]]
        assert opened.error_annotations("r2") == {
            ErrorKey("d/1", "A", "r2"): ErrorAnnotation(
                state=State.NOTHING, cells=(("doc", "d"), ("doc_id", "1"), ("seg_id", "1"))
            )
        }
        parts = opened.error_annotation(ErrorKey("d/1", "B", "r1"))
        assert parts is not None
        assert parts.marked[0].places == (Place("hypothesis", 0, 2), Place("hypothesis", 6, 7))


@pytest.mark.parametrize("annotator", [None, "ana"])
def test_later_annotations_have_the_ids_of_the_imported_rows(tmp_path: Path, annotator: str | None) -> None:
    project, out = tmp_path / "p.meantree", tmp_path / "out.tsv"
    header = "system\tdoc\tdocSegId\tglobalSegId\trater\tseconds\tsource\ttarget\tcategory\tseverity\n"
    row = "A\ttalk.2\t1\t84\tr1\t7.5\tein Haus\ta <v>house</v>\tOther\tMajor\n"
    convert_texts(CORPUS, project, _read(_write(tmp_path / "m.tsv", header + row)))
    with Project(project) as opened:
        for segment in ("d/1", "d/2"):
            opened.save_errors(ErrorKey(segment, "A", "ana"), ErrorAnnotation(state=State.NOTHING), "done")
    export_errors(project, out, "mqm", annotator)
    names, *lines = [line.split("\t") for line in out.read_text(encoding="utf-8").splitlines()]
    records = [dict(zip(names, line, strict=True)) for line in lines]
    own = [record for record in records if record["rater"] == "ana"]
    ids = [(record["doc"], record["docSegId"], record["globalSegId"], record.get("seconds", "")) for record in own]
    assert ids == [("talk.2", "1", "84", ""), ("d", "2", "2", "")]


SPANS = st.tuples(st.integers(0, 7), st.integers(0, 7)).map(lambda ends: Place("hypothesis", min(ends), max(ends)))
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp", "Cs"]), max_size=6).map(str.strip)
WORDS = WORDS.filter(lambda text: escaped(text) == text)  # spreadsheets get escapes in place of invisible characters
CELLS = st.text(st.sampled_from("'=+-@ \t\n\\nx1\"e.－\u202e")) | st.text(st.characters(codec="utf-8"), max_size=4)


@given(CELLS, CELLS, st.integers(0, 9), st.integers(0, 9))
def test_tables_with_offsets_hold_every_text(words: str, comment: str, start: int, end: int) -> None:
    text = f"a{words}b"
    first, last = sorted((min(start, len(text)), min(end, len(text))))
    error = MarkedError((Place("hypothesis", first, last),), "minor", "Other", comment.strip())
    corpus = Corpus("p", (Segment("1", "d", "ein Haus", {}, {"A": Text(text)}),), ("A",), ())
    exported = Exported(corpus, {ErrorKey("d/1", "A", "ana"): ErrorAnnotation((error,), None, State.DONE)})
    for name, table in {"e.csv": tables_csv, "e.tsv": tables_tsv}.items():
        imported = import_errors(corpus, [read_table(RawFile(Path(name), table([error_table(exported)]).encode()))])
        assert imported.problems == ()
        assert [found.marked for found in imported.annotations.values()] == [(error,)]


def test_a_workbook_holds_the_same(tmp_path: Path) -> None:
    key = ErrorKey("d/2", "A", "=1+1")
    error = MarkedError((Place("hypothesis", 4, 6),), "minor", "Other", "=SUM(1)\tor \\t")
    exported = Exported(CORPUS, {key: ErrorAnnotation((error,), 7.0, State.DONE)})
    path = tmp_path / "e.xlsx"
    content = tables_workbook([error_table(exported)], "")
    path.write_bytes(content if isinstance(content, bytes) else b"".join(content))
    imported = _read(path)
    assert imported.problems == ()
    assert [(found.marked, found.score) for found in imported.annotations.values()] == [((error,), 7.0)]
    assert list(imported.annotations) == [key]


def test_ratings_of_mt_metrics_eval_are_written_and_read(tmp_path: Path) -> None:
    errors = _read(_write(tmp_path / "m.tsv", HEADER + ROWS))
    convert_texts(CORPUS, tmp_path / "p.meantree", errors)
    with pytest.raises(UsageError, match="name one with --annotator"):
        export_errors(tmp_path / "p.meantree", tmp_path / "x.rating", "rating", None)
    export_errors(tmp_path / "p.meantree", tmp_path / "x.rating", "rating", "r1")
    again = _read(tmp_path / "x.rating")
    assert again.annotations[ErrorKey("d/1", "A", "r1")].mqm == -6.0
    assert (tmp_path / "x.rating").read_text().count("None\n") == 2


@pytest.mark.parametrize(
    ("text", "words", "start", "end"),
    [
        pytest.param("Great 🎉🎉 boat", "boat", 11, 14, id="emoji before"),
        pytest.param("a 🎉 b", "🎉", 2, 3, id="emoji itself"),
        pytest.param("One.\nThe boat", "boat", 8, 11, id="line break before"),
        pytest.param("One\n\nTwo", "One\n\nTwo", 0, 5, id="line breaks within"),
        pytest.param("One.\r\nThe boat", "boat", 9, 12, id="a carriage return has an index"),
        pytest.param("cafe\u0301 boat", "boat", 6, 9, id="combining accent before"),
        pytest.param("cafe\u0301", "e\u0301", 3, 4, id="combining accent within"),
    ],
)
def test_pearmut_counts_utf_16_units_without_line_feeds(
    tmp_path: Path, text: str, words: str, start: int, end: int
) -> None:
    units = len(text.replace("\n", "").encode("utf-16-le")) // 2
    spans = [{"start_i": start, "end_i": end, "severity": "major", "category": None}]
    spans.append({"start_i": units, "end_i": units, "severity": "minor", "category": None})
    item = {"item_id": "1", "tgt": {"A": text}}
    result = {"item": [item], "annotation": [{"A": {"score": 7, "error_spans": spans}}], "user_id": "u", "item_i": 0}
    path = _write(tmp_path / "r.jsonl", json.dumps(result))
    corpus = read_corpus([InputFile(path)])
    errors = import_errors(corpus, read_error_files([path]))
    ((found, missing),) = (annotation.marked for annotation in errors.annotations.values())
    assert [text[place.start : place.end] for place in found.places] == [words]
    assert missing.missing
    convert_texts(corpus, tmp_path / "p.meantree", errors)
    export_errors(tmp_path / "p.meantree", tmp_path / "out.jsonl", "pearmut", None)
    written = json.loads((tmp_path / "out.jsonl").read_text())
    assert written["annotation"][0]["A"]["error_spans"] == spans


def test_results_of_pearmut_make_a_project_and_come_back(tmp_path: Path) -> None:
    span = {"start_i": 2, "end_i": 6, "severity": "major", "category": None}
    item = {"item_id": "1", "src": "ein Haus", "tgt": {"A": "a house", "B": "a dog"}}
    answers = {"A": {"score": 70, "error_spans": [span]}, "B": {"score": 100.0, "error_spans": []}}
    results = [{"annotation": [answers], "actions": [], "item": [item], "user_id": "u1", "item_i": 0}, {"item": 1}]
    path = _write(tmp_path / "r.jsonl", "\n".join(map(json.dumps, results)))
    assert {rating.kind for rating in read_corpus([InputFile(path)]).segments[0].ratings} == {"esa"}
    corpus = assemble("r", [without_errors(contents) for contents in read_error_files([path])])
    errors = import_errors(corpus, read_error_files([path]))
    assert len(errors.problems) == 1
    convert_texts(corpus, tmp_path / "p.meantree", errors)
    with Project(tmp_path / "p.meantree") as project:
        assert project.rules.protocol == ESA
        assert [rating.value for rating in project.corpus().segments[0].ratings] == [70, 100]
    export_errors(tmp_path / "p.meantree", tmp_path / "out.jsonl", "pearmut", None)
    again = import_errors(corpus, read_error_files([tmp_path / "out.jsonl"]))
    assert again.annotations == errors.annotations


def test_what_nobody_annotated_is_not_begun(tmp_path: Path) -> None:
    span = {"start_i": 2, "end_i": 6, "severity": "major"}
    item = {"item_id": "1", "src": "ein Haus", "tgt": {"A": "a house", "B": "a dog"}, "error_spans": {"A": [span]}}
    path = _write(tmp_path / "c.json", json.dumps({"data": [[item]]}))
    corpus = assemble("c", [without_errors(contents) for contents in read_error_files([path])])
    errors = import_errors(corpus, read_error_files([path]))
    assert {key.system: annotation.state for key, annotation in errors.annotations.items()} == {"A": State.DONE}
    assert [*corpus.segments[0].hypotheses] == ["A", "B"]
    assert errors.summary == "1 error in 1 translation by c"


HUGE = "1" + "0" * 400
CAMPAIGN = '{"data": [[{"item_id": "1", "src": "x", "tgt": {"A": "y z"}, "error_spans": {"A": %s}}]]}'
RESULT = '{"item": [{"item_id": "1", "tgt": {"A": "y z"}}], "annotation": [{"A": {"score": %s}}], "user_id": "u"}'
SCORED = 'A\t{"errors": [{"start": 0, "end": 1, "severity": "minor", "score": %s}]}\nA\tNone\n'


@pytest.mark.parametrize(
    ("name", "content", "value", "message"),
    [
        *[("c.json", CAMPAIGN, value, "error_spans '.*', expected a list; left out") for value in ("5", "true", '"a"')],
        ("c.json", CAMPAIGN, '[{"start_i": HUGE, "end_i": HUGE}]', "expected start and end; skipped"),
        *[("r.jsonl", RESULT, value, "score '.*', expected a number; left out") for value in ("true", '"a"', "{}")],
        *[("r.jsonl", RESULT, value, "expected 0 to 100") for value in ("HUGE", "1e999", "NaN", "Infinity", "-5")],
    ],
)
def test_values_of_another_type_are_left_out_and_texts_are_kept(
    tmp_path: Path, name: str, content: str, value: str, message: str
) -> None:
    path = _write(tmp_path / name, content % value.replace("HUGE", HUGE))
    corpus = assemble("r", [without_errors(contents) for contents in read_error_files([path])])
    errors = import_errors(corpus, read_error_files([path]))
    assert any(re.search(message, str(problem)) for problem in errors.problems), errors.problems
    convert_texts(corpus, tmp_path / "p.meantree", errors)
    with Project(tmp_path / "p.meantree") as project:
        assert project.corpus().segments[0].hypotheses["A"].text == "y z"


UNREADABLE = r"half a character|no error spans can be read|no translation was found"


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("m.tsv", HEADER + "A\td\t1\n", r"m\.tsv:2: .*1 row skipped: 3 columns, expected 9"),
        ("a.txt", "a text\n", "expected"),
        ("a.json", '{"error_spans": 3}', "expected"),
        ("a.csv", "segment,system\n1,2\n", "expected"),
        *[("s.seg.rating", SCORED % value, UNREADABLE) for value in (HUGE, "true", '"a"', "NaN", "1e999")],
        ("s.seg.rating", SCORED % '1, "category": "\\ud800"', UNREADABLE),
        ("c.json", CAMPAIGN % '[], "\\ud800": []', UNREADABLE),
        ("c.json", CAMPAIGN.replace("y z", "\\udfff") % "[]", UNREADABLE),
        ("r.jsonl", RESULT.replace('"u"', '"\\ud800"') % "1", UNREADABLE),
        ("A.json", '{"error_spans": [[{"start": 0, "end": 1, "severity": "\\ud800"}], []]}', UNREADABLE),
        ("A.json", '{"error_spans": [5, "a"]}', UNREADABLE),
    ],
)
def test_files_with_nothing_readable_are_one_message(tmp_path: Path, name: str, content: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        read_error_files([_write(tmp_path / name, content)])


def test_results_name_segments_with_the_same_translation(tmp_path: Path) -> None:
    segments = tuple(Segment(name, "d", "ein Haus", {}, {"A": Text("a house")}) for name in "12")
    corpus, error = Corpus("p", segments, ("A",), ()), MarkedError((Place("hypothesis", 2, 7),), "major")
    annotations = {ErrorKey(f"d/{n}", "A", "ana"): ErrorAnnotation((error,), float(n), State.DONE) for n in (1, 2)}
    convert_texts(corpus, tmp_path / "p.meantree", ImportedErrors(annotations))
    export_errors(tmp_path / "p.meantree", tmp_path / "out.jsonl", "pearmut", None)
    assert import_errors(corpus, read_error_files([tmp_path / "out.jsonl"])).annotations == annotations


def _apart(places: list[Place]) -> tuple[Place, ...]:
    """Return places in the order of files, without those that overlap or touch one before."""
    chosen: list[Place] = []
    for place in sorted(places, key=lambda place: (place.side == "hypothesis", place)):
        if not any(place.side == other.side and place.start <= other.end for other in chosen):
            chosen.append(place)
    return tuple(chosen)


PLACED = st.builds(
    MarkedError,
    st.lists(SPANS | st.just(Place("source", 0, 3)), max_size=3).map(_apart),
    st.sampled_from(["minor", "major", "trivial"]),
    st.sampled_from(["Accuracy/Addition", "Other"]),
    WORDS,
    st.booleans(),
    st.sampled_from(Origin),
    WORDS,
).map(lambda error: error if error.origin is not Origin.OWN else replace(error, by=""))
PLACED_ANNOTATIONS = st.builds(
    ErrorAnnotation, st.lists(PLACED, max_size=3).map(tuple), st.none() | st.integers(0, 100).map(float)
).map(lambda found: replace(found, state=State.DONE if found.errors else State.NOTHING))


@pytest.mark.parametrize("name", ["x.rating", "x.json", "x.jsonl", "m.tsv", "e.csv"])
@given(annotation=PLACED_ANNOTATIONS)
@example(ErrorAnnotation((MarkedError((Place("hypothesis", 0, 3),), "major", "Other"),), state=State.DONE))
@example(
    ErrorAnnotation((MarkedError((Place("hypothesis", 0, 3),), "major", origin=Origin.REJECTED),), None, State.NOTHING)
)
def test_what_a_format_cannot_hold_is_reported_and_the_rest_comes_back(name: str, annotation: ErrorAnnotation) -> None:
    key = ErrorKey("d/1", "A", "ana")
    exported = Exported(CORPUS, {key: annotation})
    written = {
        "x.rating": lambda: rating_lines(exported),
        "x.json": lambda: pearmut_campaign(exported, "c", MQM),
        "x.jsonl": lambda: pearmut_results(exported),
        "m.tsv": lambda: mqm_table(exported),
        "e.csv": lambda: tables_csv([error_table(exported)]),
    }[name]()
    with TemporaryDirectory() as folder:
        path = _write(Path(folder) / name, written)
        found = {} if annotation.marked == () and name == "x.json" else _read(path, "ana").annotations
    again = found.get(key, ErrorAnnotation(state=annotation.state))
    is_counted = name != "e.csv" and any(error.origin is Origin.REJECTED for error in again.marked)
    assert not is_counted, "other programs would take rejected ones for errors"
    assert (again.errors == annotation.errors and again.score == annotation.score) or exported.problems
    if exported.problems == []:
        assert (again.marked, again.score, again.state) == (annotation.marked, annotation.score, annotation.state)


def test_tables_name_who_locked_and_what_was_suggested(tmp_path: Path) -> None:
    project, key = tmp_path / "p.meantree", ErrorKey("d/1", "A", "gold")
    of_ana = {replace(key, annotator="ana"): ErrorAnnotation(state=State.NOTHING)}
    convert_texts(CORPUS, project, ImportedErrors(of_ana))
    error = MarkedError((Place("hypothesis", 2, 7),), "major", "Other", origin=Origin.CHANGED, by="findings 1.0.0")
    error = replace(error, suggested=(Place("hypothesis", 0, 7),), finding="word.different: A word differs")
    with Project(project) as opened:
        opened.save_errors(key, ErrorAnnotation((error,), state=State.DONE, finalized_by="lea"), "finalized")
        decided = (error.finding, "a house", "lea", opened.errors_changed("gold")[key])
        exported = exported_errors(opened)
    for table in (mqm_table(exported), tables_tsv([error_table(exported)])):
        (tmp_path / "t.tsv").write_text(table, encoding="utf-8")
        (contents,) = read_error_files([tmp_path / "t.tsv"])
        (note,) = contents.problems
        assert str(note).endswith("t.tsv:3: 1 row of translations that lea finalized; nothing is locked")
        assert note.is_note
        head, *rows = (line.split("\t") for line in table.splitlines())
        assert head[-4:] == ["suggested by finding", "suggested words", "finalized by", "finalized"]
        assert [tuple(row[-4:]) for row in rows] == [("", "", "", ""), decided]


PARTS = MarkedError((Place("hypothesis", 0, 1), Place("hypothesis", 2, 7)), "major", "Other")
GONE = MarkedError((), "minor", "Accuracy/Omission", missing=True)
OMITTED = MarkedError((Place("source", 0, 3),), "major", "Accuracy/Omission", missing=True)


def test_what_adjudicators_reject_is_called_an_error_and_no_suggestion(tmp_path: Path) -> None:
    rejected = ErrorAnnotation((replace(PARTS, origin=Origin.REJECTED),), state=State.NOTHING)
    keys = [ErrorKey("d/1", "A", annotator) for annotator in ("ana", "gold")]
    convert_texts(CORPUS, tmp_path / "p.meantree", ImportedErrors(dict.fromkeys(keys, rejected)))
    with Project(tmp_path / "p.meantree") as opened:
        exported = exported_errors(opened)
    mqm_table(exported)
    assert [problem.message.partition(";")[0] for problem in exported.problems] == [
        "1 rejected suggestion left out",
        "1 rejected error left out",
    ]


SCORE, SEVERAL = "1 score left out", "1 error in several parts written as several errors"
NOT_MISSING = "1 error written without the mark that something is missing"
LEFT_OUT = "1 error not marked in the translation left out"
NO_SOURCE = "1 error written without words in the source"
LOST = {
    *(f"1 error written without {what}" for what in ("origin", "the finding that suggested it")),
    "1 error written without the words first suggested",
    "1 finalized annotation written without who finalized it",
}


@pytest.mark.parametrize(
    ("name", "losses"),
    [
        ("x.rating", {SCORE, SEVERAL, NOT_MISSING}),
        ("x.json", {SCORE, SEVERAL, NO_SOURCE, LEFT_OUT}),
        ("x.jsonl", {SEVERAL, NO_SOURCE, LEFT_OUT}),
    ],
)
def test_losses_are_reported_by_count_and_example_before_anything_is_written(
    tmp_path: Path, name: str, losses: set[str]
) -> None:
    project, target = tmp_path / "p.meantree", tmp_path / name
    decided = replace(OMITTED, origin=Origin.CHANGED, by="findings 1", finding="x: y", suggested=PARTS.places)
    in_source = MarkedError((Place("source", 0, 3),), "major", "Other")
    annotation = ErrorAnnotation((PARTS, decided, in_source), 50.0, State.DONE, finalized_by="lea")
    convert_texts(CORPUS, project, ImportedErrors({ErrorKey("d/1", "A", "ana"): annotation}))
    reported: list[str] = []

    def report(problems: Sequence[Problem]) -> None:
        assert not target.exists()
        reported.extend(map(str, problems))

    form = "rating" if name == "x.rating" else "pearmut"
    export_errors(project, target, form, None, report)  # type: ignore[arg-type]
    losses |= LOST
    assert set(reported) == {f"{loss}; first: segment d/1, A, ana" for loss in losses}
    done = meantree("convert", "--spans", form, project, tmp_path / f"again-{name}", code=1)
    assert done.stderr.index("first: segment d/1, A, ana") < done.stderr.index(" in 1 translation by ana")


@pytest.mark.parametrize(
    ("name", "form", "written"),
    [
        ("x.rating", "rating", "4 errors in 1 translation by ana"),
        ("x.json", "pearmut", "3 errors in 1 translation by ana; a campaign of Pearmut names no annotator"),
        ("x.jsonl", "pearmut", "3 errors in 1 translation by ana"),
        ("x.tsv", "mqm", "2 errors in 1 translation by ana"),
        ("x.csv", "csv", "3 errors in 2 translations by ana"),
    ],
)
def test_the_summary_counts_what_the_file_has(tmp_path: Path, name: str, form: SpanFormat, written: str) -> None:
    project, target = tmp_path / "p.meantree", tmp_path / name
    omitted = replace(OMITTED, places=(Place("source", 0, 1), Place("source", 2, 3)))
    work = {"1": ErrorAnnotation((PARTS, omitted), state=State.DONE), "2": ErrorAnnotation((GONE,))}
    of_ana = {ErrorKey(f"d/{segment}", "A", "ana"): annotation for segment, annotation in work.items()}
    convert_texts(CORPUS, project, ImportedErrors(of_ana))
    summary, _ = export_errors(project, target, form, None)
    assert summary == f"{target}: {written}"


def test_new_categories_and_unpaired_marks_are_notes(tmp_path: Path) -> None:
    rows = "A\td\t1\t1\tr\tein Haus\ta <v>house <v>\tOwn/New\tMinor\n"
    errors = _read(_write(tmp_path / "m.tsv", HEADER + rows))
    _, problems = convert_texts(CORPUS, tmp_path / "p.meantree", errors)
    assert ["1 row with marks" in str(problems[0]), problems[0].is_note] == [True, True]
    assert tell(problems[1:2], "1 error … ('Own/New') … added to the list")
    assert problems[1].is_note
    (annotation,) = errors.annotations.values()
    assert annotation.marked[0].places == (Place("hypothesis", 2, 7),)


@pytest.mark.parametrize(
    ("category", "source", "missing"),
    [
        ("Accuracy/Omission", "ein Haus", True),
        ("Accuracy/Omission (Translation)", "ein Haus", True),
        ("Accuracy/Omission", "ein <v>Haus</v>", False),
        ("Accuracy/Mistranslation", "ein Haus", False),
    ],
)
def test_an_omission_without_a_place_is_missing_and_comes_back_as_it_was(
    tmp_path: Path, category: str, source: str, missing: bool
) -> None:
    table = HEADER + f"A\td\t1\t1\tr1\t{source}\ta house\t{category}\tcritical\n"
    errors = _read(_write(tmp_path / "m.tsv", table))
    ((error,),) = (annotation.errors for annotation in errors.annotations.values())
    assert error.missing is missing
    convert_texts(CORPUS, tmp_path / "p.meantree", errors)
    export_errors(tmp_path / "p.meantree", tmp_path / "out.tsv", "mqm", None)
    assert (tmp_path / "out.tsv").read_text(encoding="utf-8") == table
    with Project(tmp_path / "p.meantree") as project:
        older = ErrorAnnotation((replace(error, missing=False),))
        project.save_errors(ErrorKey("d/1", "A", "r1"), older, "as older versions read it")
        assert project.add_errors(errors.annotations) == 0, "they are equal"


@pytest.mark.parametrize(
    ("used", "replaced"),
    [
        ("Accuracy/Untranslated", "Accuracy/Untranslated text"),
        ("Locale_conventions/Date_format", "Locale convention/Date format"),
        ("Other/Grammar", ""),
    ],
)
def test_a_new_list_has_no_second_name_of_a_category(used: str, replaced: str) -> None:
    annotation = ErrorAnnotation((MarkedError((), "minor", used),))
    names = [category.name for category in rules_for([annotation], Rules()).category_list]
    assert names == [used, *(one.name for one in Rules().category_list if one.name != replaced)]


def test_a_row_with_a_score_alone_is_no_error(tmp_path: Path) -> None:
    head = "document,segment,system,side,start,end,annotator,score\n"
    (annotation,) = _read(_write(tmp_path / "s.csv", head + "d,1,A,,,,ana,70\n")).annotations.values()
    assert annotation == ErrorAnnotation((), 70.0, State.NOTHING)


def test_spans_of_xcomet_may_begin_with_a_blank(tmp_path: Path) -> None:
    span = {"start": 1, "end": 7, "severity": "major", "confidence": 0.5, "text": " house"}
    shifted = {"start": 3, "end": 7, "severity": "major", "text": "house"}
    path = _write(tmp_path / "hyp.A.json", json.dumps({"error_spans": [[span, shifted], []]}))
    errors = _read(path)
    assert errors.annotations[ErrorKey("d/1", "A", "XCOMET")].marked[0].places == (Place("hypothesis", 2, 7),)
    assert "kept aside: 1 marked in a text" in str(errors.problems[0])
    assert json.loads(errors.unplaced[0])["errors"][1] == shifted


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("1,A,hypothesis,2,99,,minor", "after the end of its text"),
        ("1,A,hypothesis,2,7,hut,minor", "marked in a text that the segment does not have"),
        ("2,B,hypothesis,0,1,x,minor", "after the end of its text"),
        ("1,A,hypothesis,x,9,,minor", "expected hypothesis or source"),
        ("9,A,hypothesis,0,1,a,minor", "segment is not in the corpus"),
    ],
)
def test_spans_that_fit_no_text_are_kept_aside_and_told(tmp_path: Path, row: str, message: str) -> None:
    header = "segment,system,side,start,end,words,severity,document"
    errors = _read(_write(tmp_path / "e.csv", f"{header}\n{row},d\n1,A,hypothesis,0,1,a,minor,d\n"))
    assert message in str(errors.problems[0])
    assert len(errors.annotations) == 1
    assert len(errors.unplaced) == (0 if "expected" in message else 1)
    assert errors.summary == "1 error in 1 translation by e"
    assert ImportedErrors({}).summary == "no error spans that fit the texts"


@pytest.mark.parametrize(
    ("rows", "messages"),
    [
        (("inf,,", "90,,", "nan,,"), ["e.csv:2: 2 scores left out: found 'inf', 'nan', expected a number"]),
        (("70,,", "80,,", ""), ["e.csv:2: 1 translation with several scores; the last one is taken; found '70, 80'"]),
        (("101,,", ",,", ",,"), ["e.csv:2: 1 score left out, expected 0 to 100; found '101'"]),
        ((",finish,", ",finish,", ",,"), ["of unknown state, expected open, done, to review, no error"]),
        ((",,mine", ",,kept", ",,yours"), ["2 errors of unknown origin, expected own, kept", "'mine', 'yours'"]),
    ],
)
def test_what_is_read_otherwise_than_it_stands_is_counted(
    tmp_path: Path, rows: tuple[str, ...], messages: list[str]
) -> None:
    header = "segment,document,system,side,start,end,annotator,score,state,origin"
    lines = "".join(f"1,d,A,hypothesis,{place},{place + 1},ana,{row}\n" for place, row in enumerate(rows))
    (problem,) = _read(_write(tmp_path / "e.csv", f"{header}\n{lines}")).problems
    assert all(message in str(problem) for message in messages), str(problem)
    assert (problem.line, problem.is_note) == (2, False)


def test_no_rater_has_the_name_of_attention_checks(tmp_path: Path) -> None:
    row = "A\td\t1\t1\tattention check\tein Haus\ta <v>house</v>\tOther\tMajor\n"
    path = _write(tmp_path / "m.tsv", HEADER + row)
    errors = _read(path)
    assert [key.annotator for key in errors.annotations] == ["attention check (imported)"]
    (problem,) = errors.problems
    assert "1 row of raters with a name that no annotator has; stored as attention check (imported)" in str(problem)
    with pytest.raises(UsageError, match="name of no annotator"):
        _read(path, "attention check")


def test_errors_are_added_to_a_copy_of_a_project(tmp_path: Path) -> None:
    project, key = tmp_path / "p.meantree", ErrorKey("d/1", "A", "r1")
    make_project(project, CORPUS)
    mine = ErrorAnnotation((), 50.0, State.DONE)
    with Project(project) as opened:
        opened.save_errors(key, mine, "x")
    table = _write(tmp_path / "m.tsv", HEADER + ROWS)
    contents = read_error_files([table])
    _, problems = add_errors(
        project, lambda opened: import_errors(opened.corpus_of(""), contents), tmp_path / "q.meantree"
    )
    assert any("1 translation of the files have other error spans" in str(problem) for problem in problems)
    with Project(tmp_path / "q.meantree") as opened:
        assert opened.error_annotation(key) == mine
        assert set(opened.annotators) == {"r1", "r2"}
        assert len(opened.unplaced_rows) == 2
        assert len(exported_errors(opened).annotations) == 3


WHOLE = (
    MarkedError((Place("hypothesis", 8, 11), Place("hypothesis", 0, 3)), "minor", "Other", "Why\nthat?"),
    MarkedError((Place("hypothesis", 4, 7),), "major", "Other", origin=Origin.CHANGED, by="x", finding="x: y"),
    MarkedError((Place("hypothesis", 4, 7),), "major", "Other", origin=Origin.REJECTED, by="x"),
    MarkedError((), "minor", "Accuracy/Omission", missing=True),
)
REJECTED = ErrorAnnotation(WHOLE[2:3], state=State.NOTHING)


@pytest.mark.parametrize(
    ("present", "differing"),
    [
        ((ErrorAnnotation(WHOLE, None, State.DONE), REJECTED), 0),
        ((ErrorAnnotation(WHOLE[:2], None, State.DONE), REJECTED), 1),
        ((ErrorAnnotation(WHOLE, 70.0, State.DONE), REJECTED), 1),
        ((ErrorAnnotation(WHOLE, None, State.DONE), ErrorAnnotation(WHOLE[:1], None, State.DONE)), 1),
    ],
)
def test_the_errors_of_a_projects_own_table_differ_only_where_they_changed(
    tmp_path: Path, present: tuple[ErrorAnnotation, ...], differing: int
) -> None:
    texts = corpus_of([["The old man"]] * 2, "A", "", document="d", source="ein Mann")
    keys = [ErrorKey(segment.key, "A", "ana") for segment in texts.segments]
    errors = dict(zip(keys, (ErrorAnnotation(WHOLE, None, State.DONE), REJECTED), strict=True))
    project_of(tmp_path / "p.meantree", texts, errors=errors, rules=Rules(protocol=MQM))
    export_errors(tmp_path / "p.meantree", tmp_path / "out.tsv", "mqm", None)
    project_of(tmp_path / "q.meantree", texts, errors=dict(zip(keys, present, strict=True)), rules=Rules(protocol=MQM))
    with Project(tmp_path / "q.meantree") as project:
        read = import_errors(project.corpus_of(""), read_error_files([tmp_path / "out.tsv"])).annotations
        assert read.keys() == set(keys)
        assert project.add_errors(read) == differing


def test_whose_error_spans_are_missing_is_told(tmp_path: Path) -> None:
    make_project(tmp_path / "p.meantree", CORPUS)
    with Project(tmp_path / "p.meantree") as project:
        project.mark(["d/1"], "ana", marked=True)
        for name, message in (
            (None, "no error spans$"),
            ("ana", "no error spans by ana"),
            ("eva", "no annotator 'eva'"),
        ):
            with pytest.raises(UsageError, match=message):
                exported_errors(project, name)


def test_a_table_that_is_texts_and_errors_counts_once(tmp_path: Path) -> None:
    table, project = _write(tmp_path / "m.tsv", HEADER + ROWS + "A\ttoo\tshort\n"), tmp_path / "p.meantree"
    done = meantree("convert", table, "--spans", table, project, code=1)
    assert done.stderr.count("3 columns, expected 9") == 1
    with Project(project) as opened:
        first = opened.corpus().segments[0]
    assert [error.rater for error in first.errors if error.system == "A"] == ["r1", "r1"]
    assert sorted((one.rater, one.value) for one in first.ratings if one.system == "A") == [("r1", -6.0), ("r2", 0.0)]


def test_the_command_reads_writes_and_sets_the_rules(tmp_path: Path) -> None:
    table, project = _write(tmp_path / "m.tsv", HEADER + ROWS), tmp_path / "p.meantree"
    done = meantree("convert", "--spans", table, project, code=1)
    assert "errors in 3 translations by r1, r2; " in done.stderr.replace("\n", "; ")
    meantree("convert", project, tmp_path / "out.tsv", "--spans", "mqm", code=0)
    meantree("convert", project, tmp_path / "e.csv", "--spans", "csv", "--annotator", "r1")
    meantree("convert", project, tmp_path / "q.meantree", "--spans", tmp_path / "e.csv", "--annotator", "tool")
    done = meantree("assign", tmp_path / "q.meantree", "--suggestions", "tool", "--severities", "minor,critical")
    assert "error spans are annotated by MQM" in done.stderr
    assert "errors of tool are suggested" in " ".join(done.stderr.split())
    done = meantree("assign", tmp_path / "q.meantree", "--suggestions", "tol", code=2)
    assert "found 'tol' (did you mean tool?), expected one of r1, r2, tool" in " ".join(done.stderr.split())
    done = meantree("assign", tmp_path / "q.meantree", "--suggestions", "findings", code=2)
    assert "--spans findings" in " ".join(done.stderr.split())
    with Project(tmp_path / "q.meantree") as opened:
        assert opened.rules.suggestions == ("tool",)
        assert opened.rules.severities == ("minor", "critical")
        errors = [
            {error.places for found in opened.error_annotations(name).values() for error in found.errors}
            for name in ("r1", "tool")
        ]
        assert errors[0] == errors[1]
    aside = tmp_path / "x.tsv"
    for arguments in (("--spans", "mqm", project, tmp_path / "x.meantree"), (project, aside, "--annotator", "a")):
        assert "--spans" in meantree("convert", *arguments, code=2).stderr


LETTERS = corpus_of([["The old man"], ["A man"]], "A", "", ids="12")
COLUMNS = "document,segment,system,annotator,state,error,side,start,end,words,severity,category\n"
TABLE = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
RATED = '{"errors": [{"start": 0, "end": %d, "category": "Other", "severity": "minor"}]}'


@pytest.mark.parametrize("is_coded", [False, True])
@pytest.mark.parametrize(
    ("name", "content", "fits"),
    [
        ("ben.csv", f"{COLUMNS},1,A,ben,done,1,hypothesis,4,7,old,minor,Other\n", True),
        ("ben.csv", f"{COLUMNS},1,A,ben,done,1,hypothesis,4,7,new,minor,Other\n,2,A,ben,no error,1,,,,,,\n", False),
        ("ben.tsv", f"{TABLE}A\t\t1\t1\tben\t\tThe <v>old</v> man\tOther\tminor\n", True),
        ("ben.tsv", f"{TABLE}A\t\t1\t1\tben\t\tAn <v>old</v> man\tOther\tminor\n", False),
        ("ben.rating", f"A\t{RATED % 3}\tben\nA\tNone\tben\n", True),
        ("ben.rating", f"A\t{RATED % 3}\tben\nA\t{RATED % 9}\tben\n", False),
    ],
)
def test_nothing_of_another_part_comes_into_a_part_with_letters(
    tmp_path: Path, name: str, content: str, *, fits: bool, is_coded: bool
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    files, corpus = read_error_files([tmp_path / name]), replace(LETTERS, why_unnamed="letters" * is_coded)
    if is_coded and not fits:
        with pytest.raises(UsageError, match=r"error rows? not taken: .*letters stand for other systems in each part"):
            import_errors(corpus, files)
        return
    errors = import_errors(corpus, files)
    assert bool(errors.unplaced) == (not fits)
    is_said = any("nothing tells whether they are of this part" in problem.message for problem in errors.problems)
    assert is_said == (is_coded and name.endswith(".rating"))

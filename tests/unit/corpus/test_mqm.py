"""Errors that people marked: MQM tables and the error spans of mt-metrics-eval."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.input_files import Write
from helpers.messages import tell
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.corpus.error_weights import error_weight
from meantree.corpus.formats import FileRole, InputFile, read_corpus
from meantree.corpus.formats.marked_errors import read_mqm as read
from meantree.corpus.formats.marked_errors import read_spans
from meantree.corpus.formats.placement import attach_errors
from meantree.corpus.formats.raw_file import RawFile
from meantree.errors import InputError

TEXTS = (
    "id\tdocument\tsource\thypothesis:A\thypothesis:B-1\n"
    "1\td\tein Haus\ta house\t a dog .\n"
    "2\td\tzwei\tthe same\tx\n"
    "1\te\tdrei\tthe same\ty\n"
)
HEADER = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"


def opened(write: Write, name: str, content: str) -> Corpus:
    return read_corpus([InputFile(write("t.tsv", TEXTS)), InputFile(write(name, content))])


def marked(corpus: Corpus) -> list[tuple[str, ...]]:
    """What is marked, as the text that it is marked in."""
    results: list[tuple[str, ...]] = []
    for segment in corpus.segments:
        for error in segment.errors:
            text = segment.source if error.side == "source" else segment.hypotheses[error.system].text
            assert text is not None
            part = text[error.start : error.end]
            results.append((segment.key, error.system, error.side, part, error.category, error.severity, error.rater))
    return results


def rated(corpus: Corpus) -> list[tuple[str, str, str, float]]:
    return [
        (segment.key, rating.system, rating.rater, rating.value)
        for segment in corpus.segments
        for rating in segment.ratings
    ]


def test_spans_are_characters_of_the_texts(write: Write) -> None:
    rows = (
        "A\td\t1\t1\tr1\tein Haus\ta <v>house</v>\tAccuracy/Mistranslation\tMajor\n"
        "A\td\t1\t1\tr1\tein <v>Haus</v>\ta house\tAccuracy/Omission\tminor\n"
        "A\td\t1\t1\tr2\tein Haus\ta house\tNo-error\tno-error\n"
        "B-1\td\t1\t1\tr1\tein Haus\ta <v>dog</v> <v>.</v>\tFluency/Punctuation\tMinor\n"
        "B-1\td\t2\t2\tr1\tzwei\tx\tNon-translation!\tMajor\n"
    )
    result = opened(write, "m.tsv", HEADER + rows)
    assert result.problems == ()
    assert marked(result) == [
        ("d/1", "A", "hypothesis", "house", "Accuracy/Mistranslation", "Major", "r1"),
        ("d/1", "A", "source", "Haus", "Accuracy/Omission", "minor", "r1"),
        ("d/1", "B-1", "hypothesis", "dog", "Fluency/Punctuation", "Minor", "r1"),
        ("d/1", "B-1", "hypothesis", ".", "Fluency/Punctuation", "Minor", "r1"),
        ("d/2", "B-1", "hypothesis", "x", "Non-translation!", "Major", "r1"),
    ]
    assert rated(result) == [
        ("d/1", "A", "r1", -6.0),
        ("d/1", "A", "r2", 0.0),
        ("d/1", "B-1", "r1", -0.1),
        ("d/2", "B-1", "r1", -25.0),
    ]


def test_equal_translations_are_told_apart_by_document_and_id(write: Write) -> None:
    rows = "".join(
        f"A\t{document}\t{within}\t{seg}\tr\tsource\tthe <v>same</v>\tStyle\tminor\n"
        for document, within, seg in (("e", 1, 9), ("x", 9, 2), ("x", 9, 9))
    )
    result = opened(write, "m.tsv", HEADER + rows)
    assert [one[0] for one in marked(result)] == ["d/2", "e/1"]
    assert tell(result.problems, "m.tsv:4: 1 of 3 error rows … several segments")


def test_the_id_within_a_document_goes_before_the_number_of_the_segment(write: Write) -> None:
    texts = "id\tdocument\tsource\thypothesis:A\n0\td\tein\ta man\n1\td\tein\ta man\n"
    row = "A\td\t0\t1\tr1\tein\ta <v>man</v>\tOther\tMajor\n"
    corpus = read_corpus([InputFile(write("t.tsv", texts)), InputFile(write("m.tsv", HEADER + row))])
    assert [key for key, *_ in marked(corpus)] == ["d/0"]


def test_what_fits_nowhere_is_told_in_one_message(write: Write) -> None:
    """Google's tables hold ratings of the references, too, by the thousand."""
    rows = (
        "A\td\t1\t1\tr1\tein Haus\ta <v>house</v>\tStyle\tminor\n"
        + "ref-A\td\t1\t1\tr1\tein Haus\ta <v>house</v>\tStyle\tminor\n" * 3
        + "Human-B.0\td\t1\t1\tr1\tein Haus\ta home\tNo-error\tNo-error\n"
        + "A\td\t1\t1\tr1\tein Haus\ta <v>hut</v>\tStyle\tminor\n"
        + "A\td\t1\t1\tr1\tein Haus\ta <v>house</v>\tStyle\twild\n"
        + "A\tshort\n" * 2
    )
    result = opened(write, "m.tsv", HEADER + rows)
    assert tell(
        result.problems,
        "m.tsv:9: 2 rows … 2 columns, expected 9",
        "m.tsv:3: 5 of 7 error rows … 4 of systems … ref-A, Human-B.0 … 1 whose segment … line 7",
        "m.tsv:8: 1 error row … 'wild'",
    )


def test_google_s_columns_are_known_and_a_comment_is_none(write: Write) -> None:
    header = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tcomment\n"
    rows = "A\tx\t9\t2\trater1\tzwei\tthe <v>same</v>\tStyle/Awkward\tMinor\t\n"
    result = opened(write, "m.tsv", header + rows)
    assert result.problems == ()
    assert marked(result) == [("d/2", "A", "hypothesis", "same", "Style/Awkward", "Minor", "rater1")]


@pytest.mark.parametrize(
    ("system", "target", "parts"),
    [
        ("B-1", "a<v>dog</v>.", ["dog"]),
        ("B-1", "a  <v>dog .</v>", ["dog ."]),
        ("B-1", " a dog<v> </v>.", [" "]),
        ("B-1", " a  dog<v> </v>.", [""]),
        ("B-1", "<v>a\u00a0</v>dog.", ["a"]),
        ("B-1", "<v>a dog.</v>", ["a dog ."]),
        ("A", "<v>a house", ["a house"]),
        ("A", "a house</v>", []),
        ("A", "<v>a <v>house</v>", ["a house"]),
        ("A", "a <v></v>house", [""]),
    ],
)
def test_blanks_may_be_others_and_marks_ill_formed(write: Write, system: str, target: str, parts: list[str]) -> None:
    result = opened(write, "m.tsv", f"{HEADER}{system}\td\t1\t1\tr\tein Haus\t{target}\tStyle\tminor\n")
    assert [one[3] for one in marked(result)] == parts


def test_error_spans_stand_in_the_order_of_the_segments(write: Write) -> None:
    first = {"start": 2, "end": 7, "category": "Style", "severity": "major"}
    second = {"start": 0, "end": 3, "category": None, "severity": "minor", "score": 2.5, "is_source_error": True}
    lines = [f"A\t{json.dumps({'errors': [first, second]})}\tr", "A\tNone\tr", f"A\t{json.dumps({'errors': []})}\tr"]
    result = opened(write, "en-de.mqm.seg.rating", "\n".join(lines) + "\n")
    assert result.problems == ()
    assert [part[:4] for part in marked(result)] == [("d/1", "A", "hypothesis", "house"), ("d/1", "A", "source", "ein")]
    assert rated(result) == [("d/1", "A", "r", -7.5), ("e/1", "A", "r", 0.0)]


def test_raters_share_the_segments_of_a_system(write: Write) -> None:
    """As in real files: whoever rated it, the next line of a system is its next segment."""
    none = json.dumps({"errors": []})
    result = opened(write, "en-de.mqm.seg.rating", f"A\tNone\nA\t{none}\tr1\nA\t{none}\tr2\n")
    assert rated(result) == [("d/2", "A", "r1", 0.0), ("e/1", "A", "r2", 0.0)]


def test_a_table_of_errors_with_its_texts_is_a_corpus(write: Write) -> None:
    rows = (
        "B\te\t1\t12\tr\tzwei\ttwo <v>two</v>\tStyle\tminor\n"
        "A\td\t1\t9\tr\tein Haus\ta house\tNo-error\tNo-error\n"
        "B\td\t1\t9\tr\tein Haus\ta <v>hut</v>\tStyle\tminor\n"
    )
    result = read_corpus([InputFile(write("m.tsv", HEADER + rows))])
    assert result.systems == ("B", "A")
    assert [segment.key for segment in result.segments] == ["d/1", "e/1"]
    assert [one[:4] for one in marked(result)] == [("d/1", "B", "hypothesis", "hut"), ("e/1", "B", "hypothesis", "two")]


@pytest.mark.parametrize("role", [FileRole.REFERENCE, FileRole.SOURCE])
def test_errors_belong_to_translations(write: Write, role: FileRole) -> None:
    errors = write("m.tsv", HEADER + "A\td\t1\t1\tr\t\ta <v>hut</v>\tStyle\tminor\n")
    hypothesis = InputFile(write("t.en", "a hut\n"), FileRole.HYPOTHESIS)
    with pytest.raises(InputError, match=f"given as {role}, but contains marked errors"):
        read_corpus([hypothesis, InputFile(errors, role)])


@pytest.mark.parametrize("others", [[], [FileRole.REFERENCE]])
def test_error_spans_without_texts_are_no_corpus(write: Write, others: list[FileRole]) -> None:
    files = [InputFile(write("t.en", "a house\n"), role) for role in others]
    with pytest.raises(InputError, match="marked errors"):
        read_corpus([*files, InputFile(write("x.seg.rating", 'A\t{"errors": []}\n'), FileRole.HYPOTHESIS)])


@pytest.mark.parametrize(
    ("category", "severity", "expected"),
    [
        ("Accuracy", "Critical", 10),
        ("Accuracy", "Major", 5),
        ("Accuracy", "minor", 1),
        ("Fluency/Punctuation", "Minor", 0.1),
        ("Fluency/Punctuation", "major", 5),
        ("Non-translation!", "major", 25),
        ("No-error", "No-error", 0),
        ("Style", "Neutral", 0),
        ("Style", "wild", None),
    ],
)
def test_weights_are_those_of_the_paper(category: str, severity: str, expected: float | None) -> None:
    assert error_weight(category, severity) == expected


@given(
    st.text(st.sampled_from("<v>/ \taé\u202e"), max_size=20),
    st.lists(
        st.fixed_dictionaries(
            {"start": st.integers(-1, 9), "end": st.integers(-1, 9)},
            optional={"category": st.text(max_size=3), "severity": st.text(max_size=3), "score": st.floats()},
        ),
        max_size=3,
    ),
)
def test_marked_spans_are_always_within_their_text(target: str, errors: list[dict[str, object]]) -> None:
    table = f"{HEADER}A\td\t1\t1\tr\tsource\t{target}\tStyle\tminor\n".encode()
    spans = f"A\t{json.dumps({'errors': errors})}\n".encode()
    text = target.replace("<v>", "").replace("</v>", "")
    segments = (Segment("1", "d", "source", {}, {"A": Text(text)}),)
    for reading in (read(RawFile(Path("m.tsv"), table)), read_spans(RawFile(Path("x.seg.rating"), spans))):
        result = attach_errors(segments, ("A",), reading.errors, problems := list(reading.problems))
        assert all(0 <= error.start <= error.end <= len(text) for error in result[0].errors)
        assert result[0].errors or result[0].ratings or problems or not text.strip() or not reading.errors

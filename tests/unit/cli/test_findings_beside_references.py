"""Findings of translations with two references: every view has those beside the closest one, and names it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from helpers.corpora import corpus_of
from helpers.messages import tell
from helpers.reports import compared, contents_of
from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey
from meantree.annotation.frame_annotation import State
from meantree.cli.command_inputs import Inputs, Task
from meantree.cli.error_output import errors_result
from meantree.cli.explanation import explain_segment, explanation_json, explanation_text
from meantree.cli.finding_output import answers_result, findings_result, found_by_system
from meantree.comparison.comparison import Comparison
from meantree.corpus.corpus import CHECK, Corpus
from meantree.errors import UsageError
from meantree.evaluation.systematic_errors import FindingValues
from meantree.evaluation.unit_counts import kinds_of_difference
from meantree.metrics.registry import metric
from meantree.phenomena.catalogue import KINDS, SEVERITIES
from meantree.project.file import Project
from meantree.queries.corpus_search import Search
from meantree.queries.request_parsing import parse_request
from meantree.reporting.formats.html import html_parts
from meantree.reporting.formats.workbook import workbook_parts
from meantree.reporting.request import ReportSource
from meantree.reporting.segment_choice import accepted_segments
from meantree.scoring.run import score_corpus

pytestmark = pytest.mark.pipeline

TEXTS = (
    (
        "The mayor did not visit the school on Monday, since the heavy rain had flooded the road.",
        "The mayor did visit the school on Friday, since the heavy rain had flooded the road.",
        "The town's mayor did not visit the school on Friday, as the road was under water.",
    ),
    (
        "The company sold 30 houses in March.",
        "In March, 30 houses were sold by the firm.",
        "The company sold 50 houses in March.",
    ),
    ("Anna waited for her brother.", "Anna waited for her brother.", "Anna awaited her brother."),
)
"""Translation, and references A and B: in the first, A has more of its words, and B its meaning; in the second B, A."""
SYSTEM, SPEC = "s", "edpm"


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return replace(corpus_of(TEXTS, SYSTEM, "AB"), target_language="en")


@pytest.fixture(scope="module")
def store() -> AnalysisStore:
    return AnalysisStore(Parsers())


def _listed(corpus: Corpus) -> list[tuple[str, Counter[str]]]:
    """The reference and the shown kinds of each segment, as ``meantree findings`` lists them."""
    result, _ = findings_result(Task(corpus))
    (system,) = json.loads(str(result.written("json")))["systems"]
    return [(one["reference"], Counter(each["kind"] for each in one["findings"])) for one in system["segments"]]


def _compared(corpus: Corpus, store: AnalysisStore) -> Sequence[Comparison]:
    """The comparisons of a report, which the window makes likewise."""
    contents = contents_of(corpus, [SPEC], store=store)
    return [compared(contents, place) for place in range(len(TEXTS))]


def test_that_all_views_list_the_findings_beside_the_closest_reference(corpus: Corpus, store: AnalysisStore) -> None:
    comparisons = _compared(corpus, store)
    drawn = [comparison.pair.reference_names[comparison.reference] for comparison in comparisons]
    listed = _listed(corpus)
    assert drawn == ["A", "B", "A"], "the metric prefers the reference with the same words"
    assert [name for name, _ in listed] == ["B", "A", "A"]
    contents = contents_of(corpus, [SPEC], store=store)
    assert [contents.beside(place, SYSTEM) for place in range(3)] == ["B", "A", "A"]
    kinds = [kinds for _, kinds in listed]
    assert [Counter(each.finding.kind.name for each in contents.found(place, SYSTEM)) for place in range(3)] == kinds
    for place, (name, of_segment) in enumerate(listed):
        explanation = explain_segment(Task(corpus), [SPEC], str(place))
        document = json.loads(explanation_json(explanation))
        assert document["findings_reference"] == name
        assert Counter(each["kind"] for each in document["findings"] if each["shown"]) == of_segment
        assert ("findings beside reference B, the closest" in explanation_text(explanation)) == (place == 0)


def test_that_all_views_count_them(corpus: Corpus, store: AnalysisStore) -> None:
    kinds = [kinds for _, kinds in _listed(corpus)]
    result, notes = errors_result(Task(corpus), None, None, None, "system")
    (counted,) = json.loads(str(result.written("json")))["comparisons"]
    assert {each["kind"]: each["fired"] for each in counted["findings"]} == Counter(
        kind for of_segment in kinds for kind in of_segment
    )
    assert tell(notes, "closest reference")
    count = kinds_of_difference({})[0].count
    for comparison, of_segment in zip(_compared(corpus, store), kinds, strict=True):
        assert {kind: units.hypothesis for (_, kind), units in (count(comparison.pair) or {}).items()} == of_segment
    source = ReportSource(score_corpus(corpus, [SPEC], store), store)
    for severity in SEVERITIES:
        grave = {place for place, found in enumerate(kinds) if any(KINDS[kind].severity == severity for kind in found)}
        assert accepted_segments(source, f"finding:{severity}", [SYSTEM]) == grave
    for kind in {*(kind for of_segment in kinds for kind in of_segment), "negation.added", "number.different"}:
        with_kind = {place for place, of_segment in enumerate(kinds) if kind in of_segment}
        assert accepted_segments(source, f"finding:{kind}", [SYSTEM]) == with_kind
        for statuses in ("", "pattern { X[status=matched] }"):
            request = parse_request(f'{statuses or "pattern { X[] }"} global {{ finding="{kind}" }}')
            matches = Search(request, corpus, store, metric=metric(SPEC)).matches()
            assert {match.place for match in matches} == with_kind


def test_that_reports_and_the_command_name_the_reference(corpus: Corpus, store: AnalysisStore) -> None:
    contents = contents_of(corpus, [SPEC], store=store)
    page = "".join(html_parts(contents))
    listed = _listed(corpus)
    assert page.count("reference B “") == 2 * sum(listed[0][1].values()), "on page one, and at the segment"
    sheet = load_workbook(BytesIO(b"".join(workbook_parts(contents))))["Findings"]
    head, *rows = sheet.iter_rows(values_only=True)
    named = [(row[head.index("segment")], row[head.index("reference")]) for row in rows]
    assert named == [(str(place), name) for place, (name, kinds) in enumerate(listed) for _ in kinds.elements()]
    lines, _ = findings_result(Task(corpus))
    assert "  0, beside reference B\n" in lines.written("text")


def test_that_a_system_without_a_finding_is_said_to_have_none() -> None:
    result, _ = findings_result(Task(corpus_of([["She visited the school."] * 2], SYSTEM)))
    assert result.written("text") == "s\n  nothing that was checked differs\n"


def test_that_rejected_suggestions_alone_have_no_share(tmp_path: Path) -> None:
    texts = corpus_of([["She did not visit the school.", "She visited the school."]], SYSTEM)
    with Project(tmp_path / "a.meantree", new=True) as project:
        project.fill(texts)
        project.answer(texts.segments[0].key, "s", "ana", "word.different: “a”", "rejected")
    printed = str(answers_result(Inputs(project=tmp_path / "a.meantree"), ()).written("text"))
    assert ("rejected" in printed, "share" in printed) == (True, False)


def test_that_answers_to_attention_checks_are_not_counted(tmp_path: Path) -> None:
    texts = corpus_of([["She visited the school.", "She sat.", "She visited the school."]], ("s", CHECK))
    path, key = tmp_path / "a.meantree", ErrorKey(texts.segments[0].key, CHECK, CHECK)
    with Project(path, new=True) as project:
        project.fill(texts)
        project.add_errors({key: ErrorAnnotation(state=State.DONE)})
        project.answer(key.segment, CHECK, "ana", "word.different: “sat”", "right")
        assert len(project.answers()) == 1
    assert str(answers_result(Inputs(project=path), ()).written("text")) == "no answer\n"


def test_that_answers_decide_and_are_exported_with_those_whose_finding_is_gone(tmp_path: Path) -> None:
    texts = corpus_of([["She did not visit the school.", "She visited the school."]] * 2, SYSTEM)
    with Project(tmp_path / "a.meantree", new=True) as project:
        project.fill(texts)
        (shown, *_), _ = (each.shown for each in found_by_system(Task(texts), SYSTEM)[0]["s"])
        project.answer(texts.segments[0].key, "s", "ana", shown.name, "free")
        project.answer(texts.segments[1].key, "s", "lea", shown.name, "wrong")
        project.answer(texts.segments[1].key, "s", "ana", shown.name, "right")
        project.answer(texts.segments[1].key, "s", "ana", "tense.different: gone", "wrong")
        project.answer(texts.segments[0].key, "s", "ana", "tense.different: “x”", "wrong")
        project.answer(texts.segments[0].key, "s", "gold", "tense.different: “x”", "right")  # which counts alone
        corpus = project.corpus()
    result, _ = findings_result(Task(corpus))
    assert len(str(result.written("text")).splitlines()) == 3
    assert " right  " in str(result.written("text"))
    written = json.loads(str(answers_result(Inputs(project=tmp_path / "a.meantree"), ()).written("json")))
    given = [
        (each["segment"], each["kind"], each["answer"]) for each in written["answers"] if each["annotator"] == "ana"
    ]
    assert given.pop(1) == ("0", "tense.different", "wrong")
    assert given == [("0", shown.kind.name, "free"), ("1", shown.kind.name, "right"), ("1", "tense.different", "wrong")]
    shares = [(kind["kind"], kind["right"], kind["answered"]) for kind in written["kinds"]]
    assert shares == [(shown.kind.name, 1, 3), ("tense.different", 1, 2)]
    counted = FindingValues(corpus, {}).features
    assert sorted((kind.name, kind.right, kind.answered) for kind in counted) == shares, "as systems are compared"
    of_ana = answers_result(Inputs(project=tmp_path / "a.meantree", annotator="ana"), ())
    assert str(of_ana.written("text")).count(shown.sentence[:9]) == 2
    head, *lines = str(answers_result(Inputs(project=tmp_path / "a.meantree"), ()).written("tsv")).splitlines()
    assert (head.split("\t"), len(lines)) == (list(written["answers"][0]), 6)
    with pytest.raises(UsageError):
        answers_result(Inputs(), ())

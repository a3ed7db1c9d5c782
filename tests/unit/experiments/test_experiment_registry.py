"""Several experiments at once: one that cannot be made leaves the others, and its reason is told once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers.frames import frame
from helpers.stores import HandMadeStore
from helpers.studies import Translations, rated_corpus, small_study
from helpers.trees import parsed
from meantree.analysis.corrections import FixedLinks
from meantree.analysis.frames import FrameAlignment, FrameLayer, PairFrames
from meantree.analysis.inputs import TokenizedText
from meantree.corpus.corpus import Corpus
from meantree.errors import Cancelled, InputError, MeantreeError, UsageError
from meantree.evaluation.measured import Measured, undefined
from meantree.evaluation.paired_tests import SIGN_FLIPS
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.experiment_corpora import corpus_digest
from meantree.experiments.experiment_registry import Experiment, make_tables, provenance_table
from meantree.experiments.measured_tables import Reasons
from meantree.experiments.pado_training import require_languages
from meantree.experiments.study import Options, Study
from meantree.work import Work

FEW = UsageError("100 rated translations for 170 features, expected more translations than features")
NO_FILE = InputError(Path("p.tsv"), "is not there")


def _study() -> Study:
    return small_study(rated_corpus([("a b", {"s": ("a b", 1.0)}), ("c d", {"s": ("c", 0.0)})]))


def _experiment(name: str, error: MeantreeError | None = None) -> Experiment:
    def make(_study: Study, _options: Options, _work: Work) -> list[ValueTable]:
        if error is not None:
            raise error
        return [ValueTable(name, name, "", ("x",), ((1.0,),))]

    return Experiment(name, make)


@pytest.mark.parametrize("error", [FEW, NO_FILE])
def test_one_that_cannot_be_made_leaves_the_others_and_is_named(error: MeantreeError) -> None:
    study = _study()
    tables = make_tables(study, [_experiment("one"), _experiment("pado-weights", error), _experiment("three")], Work())
    assert [table.name for table in tables] == ["one", "three", "provenance"]
    assert ("not made", f"pado-weights: {error}") in tables[-1].rows
    (problem,) = study.problems
    assert str(problem) == f"pado-weights: not made, {error}"
    assert problem.segment is not None  # something is lost, so the command ends with 1


def test_what_is_made_wholly_has_no_problems() -> None:
    study = _study()
    assert "not made" not in [row[0] for row in make_tables(study, [_experiment("one")], Work())[-1].rows]
    assert not study.problems


@pytest.mark.parametrize("many", [1, 2])
def test_if_none_can_be_made_the_first_says_why(many: int) -> None:
    with pytest.raises(UsageError) as raised:
        make_tables(_study(), [_experiment(f"pado-{number}", FEW) for number in range(many)], Work())
    assert str(raised.value) == f"pado-0: {FEW}"
    with pytest.raises(InputError, match=r"p\.tsv: is not there"):
        make_tables(_study(), [_experiment("preferences", NO_FILE)] * many, Work())


@pytest.mark.parametrize("error", [Cancelled, KeyError])
def test_only_what_users_can_mend_is_left_out(error: Callable[[str], BaseException]) -> None:
    def make(_study: Study, _options: Options, _work: Work) -> list[ValueTable]:
        raise error("x")

    with pytest.raises((Cancelled, KeyError)):
        make_tables(_study(), [_experiment("one"), Experiment("two", make)], Work())


FRAMES = (frame("1 agent=0"),)
ANALYSIS = parsed("a:0:root b:1:dep")
BROUGHT: list[dict[str, Any]] = [
    {"arcs": {0: (1, "nsubj")}},
    {"arcs": {0: (1, "obj")}},
    {"links": {"r": FixedLinks(linked=frozenset({(0, 0)}))}},
    {"links": {"r": FixedLinks(unlinked=frozenset({(0, 0)}))}},
    {"annotation": PairFrames("r", FRAMES, FRAMES, FrameAlignment())},
    {"labelled": FrameLayer(("a", "b"), FRAMES)},
    {"tokens": ("a", "b")},
    {"analysis": ANALYSIS},
]


def never(_given: TokenizedText) -> bool:
    """Take no tokens for the analyser's own."""
    return False


def _plain(segments: int = 3, systems: int = 2) -> Corpus:
    rows: list[tuple[str, Translations]] = [
        ("a b", {f"s{system}": ("a b", float(segment + system)) for system in range(systems)})
        for segment in range(segments)
    ]
    return rated_corpus(rows)


def _with(corpus: Corpus, changes: Mapping[str, Any]) -> Corpus:
    first, *others = corpus.segments
    changed = {**first.hypotheses, "s0": replace(first.hypotheses["s0"], **changes)}
    return replace(corpus, segments=(replace(first, hypotheses=changed), *others), annotator="ann")


def _rows(study: Study) -> dict[str, Value]:
    return {str(row[0]): row[1] for row in provenance_table(study, []).rows}


def test_what_the_input_brought_tells_corpora_apart() -> None:
    plain = _plain()
    result = [corpus_digest(version, never) for version in (plain, *(_with(plain, changes) for changes in BROUGHT))]
    assert len(set(result)) == len(result)
    assert result[0] == "1a0834b1"  # of texts alone it stays what it was, in whosever name
    assert corpus_digest(_with(plain, {}), never) == result[0]


def test_a_reference_may_bring_something_too() -> None:
    plain = _plain()
    first, *others = plain.segments
    reference = {"r": replace(first.references["r"], analysis=ANALYSIS)}
    brought = replace(plain, segments=(replace(first, references=reference), *others))
    assert corpus_digest(brought, never) != corpus_digest(plain, never)


def test_tokens_that_the_analyser_finds_itself_tell_nothing() -> None:
    plain = _plain()
    tokenized = _with(plain, {"tokens": ("a", "b")})
    is_own = HandMadeStore().tokenizes_alike
    assert corpus_digest(tokenized, is_own) == corpus_digest(plain, is_own)
    assert corpus_digest(_with(plain, {"tokens": ("a b",)}), is_own) != corpus_digest(plain, is_own)


@pytest.mark.parametrize("changes", BROUGHT)
def test_the_same_texts_are_no_other_language_whatever_they_bring(changes: Mapping[str, Any]) -> None:
    plain = _plain()
    with pytest.raises(UsageError, match="hold the same segments"):
        require_languages([plain, replace(_with(plain, changes), name="other")])


def test_an_annotator_is_told_with_all_corrections() -> None:
    assert "annotator of c" not in _rows(small_study(_plain()))
    named = ("heads", "heads", "links", "links", "frames")
    message = [str(_rows(small_study(_with(_plain(), changes)))["annotator of c"]) for changes in BROUGHT[:5]]
    assert len(set(message)) == 5
    assert [line.split()[1] for line in message] == list(named)
    assert _rows(small_study(_with(_plain(), {})))["annotator of c"] == "ann"


def test_what_was_used_is_told_beside_the_whole() -> None:
    whole = _plain(segments=5, systems=3)
    segments = (*whole.segments[:4], replace(whole.segments[4], ratings=()))
    study = small_study(replace(whole, segments=segments), metrics=("bleu",), limit=2)
    assert "used of c" not in _rows(study)
    study.rated(Work())
    rows = _rows(study)
    assert str(rows["corpus c"]).endswith(", 5 segments, 3 systems, 1 reference")
    assert rows["used of c"] == "2 segments, 3 systems, 6 translations"
    study.rated(Work(), ["ter"])  # the same translations again
    assert [row[0] for row in provenance_table(study, []).rows].count("used of c") == 1


def test_a_test_that_resamples_do_not_govern_says_how_often_it_drew() -> None:
    study = small_study(_plain(), permutations=200)
    assert "random signs of preferences-differences" not in _rows(study)
    make_tables = [ValueTable("preferences-differences", "", "", ("x",), ())]
    rows = {str(row[0]): row[1] for row in provenance_table(study, make_tables).rows}
    assert rows["random signs of preferences-differences"] == SIGN_FLIPS
    assert rows["permutations"] == 200


def test_a_reason_is_told_once_for_all_rows_and_columns() -> None:
    reasons = Reasons()
    for row in ("bleu", "ter"):
        for column in ("acc_eq", "Δ r"):
            assert reasons.value("c", row, column, undefined("one system")) is None
    assert reasons.sentences() == "c: acc_eq, Δ r are undefined: one system."
    reasons.value("d", "bleu", "acc_eq", undefined("one system"))
    reasons.value("d", "bleu", "Δ r", undefined("one system"))
    assert reasons.sentences() == "c, d: acc_eq, Δ r are undefined: one system."


def test_rows_are_named_where_others_have_a_number() -> None:
    reasons = Reasons()
    assert reasons.value("c", "bleu", "r", Measured(0.5)) == 0.5
    reasons.value("c", "length", "r", undefined("never differs"))
    reasons.value("d", "bleu", "r", undefined("few"))
    assert reasons.sentences() == "c: r of length is undefined: never differs. d: r is undefined: few."

"""Agreement as rows and tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from meantree.agreement.frame_agreement import LABEL_MEASURES, LAYERS, ROLES, EndScores, LayerAgreement, kappa
from meantree.agreement.pooled_annotations import PooledAnnotations
from meantree.agreement.project_agreement import (
    AgreementPart,
    ComparedAnnotators,
    ComparedTranslation,
    ProjectAgreement,
    SystemMean,
    summed_part,
)
from meantree.annotation.frame_annotation import WHEN_TO_REVIEW
from meantree.corpus.corpus import Corpus, Segment
from meantree.evaluation.compared_systems import RankedSystem, Ranking
from meantree.evaluation.significance import Resampling
from meantree.evaluation.value_table import ValueTable
from meantree.reporting.agreement_tables import agreement_tables, systems_tables

NONE = (LayerAgreement("predicates", 0, 0, 0), LayerAgreement("frame links, either type", 0, 0, 2))
SOME = (LayerAgreement("predicates", 3, 4, 5), LayerAgreement("frame links, either type", 1, 1, 2))
KAPPAS = {
    measure.name: kappa({("y", "y"): 20, ("y", "n"): 5, ("n", "y"): 10, ("n", "n"): 15}) for measure in LABEL_MEASURES
}
UNDEFINED = {measure.name: kappa({}) for measure in LABEL_MEASURES}


def _pair(
    names: tuple[str, str],
    translations: int,
    layers: tuple[LayerAgreement, ...],
    scores: EndScores,
    *,
    defined: bool = True,
) -> ComparedAnnotators:
    whole = AgreementPart("", translations, layers, KAPPAS if defined else UNDEFINED, scores)
    roles = tuple(LayerAgreement(role, 1, 2, 2) if defined else LayerAgreement(role, 0, 0, 0) for role in ROLES)
    return ComparedAnnotators(names, (), whole, roles, np.zeros((12, 12), dtype=np.intp))


FIRST = _pair(("ann", "ben"), 2, SOME, EndScores(2, -0.25, 0.0625))
SECOND = _pair(("ann", "eve"), 1, NONE, EndScores(0, None, None), defined=False)
THIRD = _pair(("ben", "eve"), 1, SOME, EndScores(2, 0.75, 0.1875))
FOURTH = _pair(("ann", "automatic"), 9, SOME, EndScores(9, 1.0, 0.5))
SEGMENTS = Segment("1", "news"), Segment("2", "talks")
POOL = PooledAnnotations((), Corpus("c", SEGMENTS, (), ()))


def _tables(*pairs: ComparedAnnotators) -> dict[str, ValueTable]:
    agreement = ProjectAgreement(POOL, "hmeant", pairs, {})
    return {table.name: table for table in agreement_tables(agreement)}


def test_a_column_for_every_two_annotators() -> None:
    assert [row[:3] for row in _tables(FIRST, SECOND)["agreement"].rows] == [
        ("translations in common", 2, 1),
        ("predicates", pytest.approx(2 / 3), None),
        ("frame links, either type", pytest.approx(2 / 3), 0.0),
        ("hmeant: Pearson's r", -0.25, None),
        ("hmeant: mean difference", pytest.approx(0.0625, abs=1e-3), None),
    ]


def test_means_are_of_people_alone() -> None:
    table = _tables(FIRST, THIRD, FOURTH)["agreement"]
    assert table.head == ("F between annotators", "ann – ben", "ben – eve", "ann – automatic †", "mean of people")
    assert table.rows[0] == ("translations in common", 2, 1, 9, None)
    assert table.rows[-2] == ("hmeant: Pearson's r", -0.25, 0.75, 1.0, 0.25)
    assert "†: automatic frames" in table.note
    assert "Pearson's r of fewer than 4 translations is undefined" in table.note
    assert _tables(FIRST, FOURTH)["agreement"].head[-1] == "ann – automatic †"  # one pair of people has no mean


def test_that_automatic_frames_are_nobodys_work() -> None:
    """As in the report of a project in which somebody opened the Annotate page and finished nothing."""
    means = {"automatic": {"s": SystemMean(0.5, 1)}}
    assert systems_tables(ProjectAgreement(POOL, "hmeant", (), {}, means=means)) == []
    both = {"ann": {"s": SystemMean(0.25, 2)}, **means}
    (table,) = systems_tables(ProjectAgreement(POOL, "hmeant", (), {}, means=both))
    assert table.rows == (("ann", "s", 0.25, 2),)
    assert "utomatic" not in table.note


def test_that_a_ranking_without_scores_is_left_out() -> None:
    """As where no segment has the translations of all systems finished."""
    ranked = RankedSystem("s", None, None, None, None, None)
    ranking = Ranking(
        "hmeant", (ranked,), np.full((1, 1), np.nan), np.zeros((1, 1), dtype=bool), np.empty((1, 0)), 0, 2, Resampling()
    )
    agreement = ProjectAgreement(POOL, "hmeant", (), {}, {"ann": ranking})
    assert systems_tables(agreement) == []
    scored = replace(ranking, systems=(replace(ranked, score=0.5),), segments=1)
    assert [table.name for table in systems_tables(replace(agreement, rankings={"ann": scored}))] == ["systems"]


def test_that_the_summary_says_how_many_translations_to_review_are_compared() -> None:
    scores = EndScores(0, None, None)
    translations = tuple(
        ComparedTranslation((name, "s", "r"), SOME, SOME, {}, (None, None), is_to_review)
        for name, is_to_review in (("1", True), ("2", False), ("3", True))
    )
    pairs = (_pair(("ann", "ben"), 3, SOME, scores), _pair(("ann", "eve"), 3, SOME, scores))
    result = [replace(pair, translations=translations[place:]) for place, pair in enumerate(pairs)]
    note = next(iter(agreement_tables(ProjectAgreement(POOL, "hmeant", tuple(result), {})))).note
    assert f"2 of the compared translations are to review ({WHEN_TO_REVIEW}), and compared without links" in note


def test_five_figures_stand_first() -> None:
    agreement = ProjectAgreement(POOL, "hmeant", (FIRST, THIRD, FOURTH), {})
    summary = next(iter(agreement_tables(agreement)))
    layers = (*SOME, LayerAgreement("filler spans and roles", 1, 4, 4))
    alone = _pair(("ann", "ben"), 2, layers, EndScores(0, None, None))
    five = [row[:3] for row in next(iter(agreement_tables(replace(agreement, pairs=(alone,))))).rows]
    assert five == [
        ("translations compared: those that both finished", 2, 2),
        ("F1 of predicates: the same words", 2 / 3, 6),
        ("F1 of fillers: the same words and role, of the same predicate", 0.25, 7),
        # 15 of 50 items differ: 1 − 99 · 30 / (100² − 55² − 45²)
        ("α of words: role or none, of predicates that both marked", pytest.approx(0.4), 50),
        ("F1 of frame links: between the same predicates, correct or partial", 2 / 3, 2),
    ]
    assert summary.head[-2:] == ("mean of people", "n")
    assert summary.rows[0][1:] == (2, 1, 9, None, 3)  # the third pair has a gold standard
    assert summary.rows[1][1:] == (*[2 / 3] * 4, 12)


def test_what_is_undefined_stays_undefined() -> None:
    tables = _tables(FIRST, SECOND)
    assert tables["kappa"].rows[0][0] == "labels of fillers: κ"
    assert tables["kappa"].rows[0][1] == pytest.approx(0.4)
    assert tables["kappa"].rows[0][2] is None
    assert tables["kappa"].rows[1][1:3] == (0.7, None)
    assert tables["kappa"].rows[2][1:3] == (50, 0)
    assert tables["roles"].rows[0] == ("agent", 0.5, None, None, 4)
    assert _tables(FIRST, FOURTH)["roles"].rows[0][-1] == 4, "of people alone"


def test_documents_are_told_apart_where_there_are_several() -> None:
    layers = tuple(LayerAgreement(name, 1, 1, 1) for name in LAYERS)
    tables: dict[str, Counter[tuple[str, str]]] = {measure.name: Counter() for measure in LABEL_MEASURES}
    first, second = (
        ComparedTranslation((name, "s", "r"), layers, layers, tables, (0.5, 0.25)) for name in ("news/1", "talks/2")
    )
    whole = summed_part("", [first, second])
    pair = ComparedAnnotators(("ann", "ben"), (first, second), whole, FIRST.roles, FIRST.confusion)
    agreement = ProjectAgreement(POOL, "hmeant", (pair,), {})
    made = {table.name: table for table in agreement_tables(agreement)}
    assert made["documents"].head[:3] == ("annotators", "document", "translations")
    assert made["documents"].rows == tuple(
        ("ann – ben", name, 1, 1.0, 1.0, 1.0, None, 0.25) for name in ("news", "talks")
    )
    undivided = replace(POOL, corpus=POOL.corpus.part([0]))
    assert "documents" not in {table.name for table in agreement_tables(replace(agreement, pool=undivided))}
    assert [row[0] for row in made["segments"].rows] == ["news/1", "talks/2"]

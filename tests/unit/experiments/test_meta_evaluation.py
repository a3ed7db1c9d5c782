"""What is drawn of tables of experiments: the right columns, and every score with its rating."""

from __future__ import annotations

import pytest

from helpers.charts import drawn_charts
from helpers.studies import cells, rated_corpus, small_study
from meantree.evaluation.value_table import Curves, DotPlot, Heatmap, ScatterPlot, Steps, ValueTable
from meantree.experiments.kahn import kahn_search_tables, kahn_tables
from meantree.experiments.liu_gildea import liu_gildea_tables
from meantree.experiments.lo_wu import lo_wu_tables
from meantree.experiments.meta_evaluation import measure_tables
from meantree.experiments.sepia import sepia_tables
from meantree.experiments.study import Study
from meantree.numbers import fixed
from meantree.work import Work

WORDS = ("a b c d", "b c d", "a c b", "d", "a b", "c c d a")


def study(kind: str = "da") -> Study:
    corpora = []
    for name in ("$x$", "mean"):  # a user's corpus may be called as a column is
        segments = [
            (
                WORDS[0],
                {system: (WORDS[(place + shift) % 6], float(place % 4 + shift)) for shift, system in enumerate("stu")},
            )
            for place in range(6)
        ]
        corpora.append(rated_corpus(segments, name=name, kind=kind))
    return small_study(*corpora, kind=kind, metrics=("bleu:smooth=lin-och", "ter"), resamples=20, permutations=20)


def columns_of(table: ValueTable) -> list[list[str]]:
    """Names of the columns that each figure draws."""
    results = []
    for figure in table.figures:
        if isinstance(figure, (DotPlot, Steps, Heatmap)):
            results.append([table.head[column] for column in figure.columns])
        elif isinstance(figure, ScatterPlot):
            results.append([table.head[figure.x], table.head[figure.y]])
        elif isinstance(figure, Curves):
            results.append([table.head[column] for column in (figure.quantity, figure.value, figure.spread)])
    return results


def test_figures_draw_the_columns_that_they_are_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meantree.training.role_weight_training.GENERATIONS", 1)
    made = study()
    results: dict[str, list[list[str]]] = {}
    for make in (measure_tables, kahn_tables, kahn_search_tables, liu_gildea_tables, lo_wu_tables, sepia_tables):
        results |= {table.name: columns_of(table) for table in make(made, made.options, Work())}
    names, families = ["$x$", "mean"], ["BLEU", "HWCM", "STM", "DSTM"]
    settings = results.pop("kahn-search")[0]
    assert settings[0] == "n 1"
    assert len(settings) == 9
    assert results == {
        "measures-segments": [["r", "ρ", "τ-b"]],
        "measures-systems": [["system r", "system ρ", "system τ-b", "SPA"]],
        "measures-beaten-1": [],
        "measures-beaten-2": [],
        "kahn-differences": [[*names, "all"]],
        "kahn-documents": [[*names, "all"]],
        "liu-gildea-segments": [families],
        "liu-gildea-systems": [families],
        "lo-wu-weights": [["unsupervised", "supervised"]],
        "lo-wu-correlations": [names],
        "lo-wu-sensitivity": [["left out", "halved", "doubled"], ["largest change", "Δ τ"]],
        "lo-wu-matches": [["more useful", "less useful"]],
        "sepia-segments": [names],
        "sepia-systems": [names],
    }


@pytest.mark.parametrize(("kind", "y"), [("da", "da"), ("hter", "−hter")])
def test_every_score_stands_with_its_rating(kind: str, y: str) -> None:
    made = study(kind)
    measured = measure_tables(made, made.options, Work())[0]
    table, other = measured.drawn
    rated = made.rated(Work())[0]
    assert table.head == ("system", "segment", y, "bleu:smooth=lin-och", "−ter")
    assert columns_of(table) == [["bleu:smooth=lin-och", y], ["−ter", y]]
    assert len(table.rows) == int(rated.known.sum()) == 18
    row = rated.systems.index("t")
    values = cells(table, "t", rated.segments[3].key)
    assert values[y] == rated.human[row, 3]
    assert values["−ter"] == rated.scores["ter"][row, 3] <= 0
    message = cells(measured, "$x$", "ter")
    rho, tau = message["ρ"], message["τ-b"]
    assert isinstance(rho, float)
    assert isinstance(tau, float)
    charts = drawn_charts(measured)
    assert list(charts)[:4] == [
        *("measures-segments $x$", "measures-segments mean"),
        *("measures-points-1 bleu:smooth=lin-och", "measures-points-1 −ter"),
    ]
    assert str(charts["measures-points-1 −ter"].figure.get_suptitle()) == (
        f"$x$, 18 translations · −ter · ρ {fixed(rho)}, τ-b {fixed(tau)}"
    )
    assert other.title == "mean, 18 translations"


def test_how_a_table_is_drawn_is_not_written() -> None:
    from meantree.reporting.table_text import tables_json, tables_tsv

    made = study()
    table = measure_tables(made, made.options, Work())[0]
    bare = ValueTable(table.name, table.title, table.note, table.head, table.rows)
    assert tables_json([table]) == tables_json([bare])
    assert tables_tsv([table]) == tables_tsv([bare])

"""Pairwise significance by each measure: a table each, and none twice."""

from __future__ import annotations

from helpers.studies import Translations, rated_corpus, small_study
from meantree.evaluation.value_table import ValueTable
from meantree.experiments.experiment_registry import experiments_of, make_tables
from meantree.work import Work

WORDS = ["the", "old", "cat", "sat", "on", "a", "small", "red", "mat", "near", "my", "house"]


def _tables(*names: str) -> dict[str, ValueTable]:
    rows: list[tuple[str, Translations]] = [
        (
            " ".join(WORDS[place : place + 5]),
            {f"s{lost}": (" ".join(WORDS[place + lost : place + 5]), float(place % 2 - lost)) for lost in range(3)},
        )
        for place in range(5)
    ]
    study = small_study(
        rated_corpus(rows),
        rated_corpus(rows[1:], name="d"),
        metrics=("bleu:smooth=lin-och", "ter"),
        resamples=5,
        permutations=5,
    )
    return {table.name: table for table in make_tables(study, experiments_of(names), Work())}


def test_what_the_measures_tell_is_not_told_again() -> None:
    both, alone = _tables("significance", "measures"), _tables("significance")
    titles = [table.title for table in both.values()]
    assert len(set(titles)) == len(titles)
    assert titles.count("Pairwise significance by r: c") == titles.count("Pairwise significance by r: d") == 1
    assert set(alone) - set(both) == {"significance-pearson-beaten-1", "significance-pearson-beaten-2"}
    for place in "12":
        shared, known = both[f"measures-beaten-{place}"], alone[f"significance-pearson-beaten-{place}"]
        assert (shared.title, shared.note, shared.rows) == (known.title, known.note, known.rows)
    assert all(both[name].rows == alone[name].rows for name in alone if name in both and name != "provenance")

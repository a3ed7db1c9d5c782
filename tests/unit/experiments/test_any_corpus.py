"""Whatever is missing, tables of the papers are whole, or it is told why there are none."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.studies import KIND, rated_corpus, small_study
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.experiments.experiment_registry import Make
from meantree.experiments.kahn import kahn_search_tables, kahn_tables
from meantree.experiments.liu_gildea import liu_gildea_tables
from meantree.experiments.lo_wu import lo_wu_tables
from meantree.experiments.sepia import sepia_tables
from meantree.reporting.figures.table_charts import table_drawings
from meantree.work import Work

TEXTS = st.lists(st.sampled_from("abcd"), max_size=5).map(" ".join)
RATINGS = st.sampled_from([None, 1.0, 2.0, 3.0, 4.0])
SYSTEMS = ("s", "t", "u")


@pytest.fixture(autouse=True, scope="module")
def _short_search() -> Iterator[None]:
    patched = pytest.MonkeyPatch()
    patched.setattr("meantree.training.role_weight_training.GENERATIONS", 1)
    yield
    patched.undo()


@st.composite
def corpora(draw: st.DrawFn) -> tuple[Corpus, ...]:
    """One or two, of a few segments, from which translations, ratings and words are missing."""
    results = []
    for name in ("c", "d")[: draw(st.integers(1, 2))]:
        systems = SYSTEMS[: draw(st.integers(1, 3))]
        segment = st.tuples(TEXTS, st.dictionaries(st.sampled_from(systems), st.tuples(TEXTS, RATINGS)))
        segments = draw(st.lists(segment, min_size=3, max_size=6))
        named = draw(st.sampled_from([(), ("", "x", "y")]))
        documents = [draw(st.sampled_from(named)) for _ in segments] if named else []
        results.append(rated_corpus(segments, documents, name=name))
    return tuple(results)


@pytest.mark.parametrize("make", [kahn_tables, kahn_search_tables, liu_gildea_tables, lo_wu_tables, sepia_tables])
@settings(max_examples=12)
@given(found=corpora(), grouping=st.sampled_from([None, "none", "item", "system"]), kind=st.sampled_from([KIND, ""]))
def test_tables_are_whole_or_it_is_told(make: Make, found: tuple[Corpus, ...], grouping: str | None, kind: str) -> None:
    study = small_study(*found, kind=kind, group_by=grouping)
    try:
        tables = make(study, study.options, Work())
    except UsageError:
        return  # said in words; what words, other tests say
    for table in tables:
        assert all(len(row) == len(table.head) for row in table.rows)
        values = [value for row in table.rows for value in row]
        assert {type(value) for value in values} <= {str, int, float, type(None)}
        assert all(math.isfinite(value) for value in values if isinstance(value, float))
        names = [name for name, _ in table_drawings(table)]
        assert len(set(names)) == len(names)

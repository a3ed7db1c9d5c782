"""Scores that somebody has already: of the very same texts by the same metrics, so that nothing is scored twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import Problem
from meantree.metrics.base import Metric
from meantree.scoring.column import Column
from meantree.scoring.table import ScoreTable

Found = dict[str, ScoreTable]


def known_scores(corpus: Corpus, metrics: Mapping[str, Metric], tables: Sequence[ScoreTable]) -> Found:
    """By spec, the table that has all systems of a corpus scored by that metric; a corpus may be a part of the table's.

    A metric that learned of other segments is another one, and an edited text is another text.
    """
    found: Found = {}
    for table in tables:
        specs = [spec for spec in metrics if spec not in found and _is_whole(table, spec, metrics[spec], corpus)]
        if specs and _has_texts(table, corpus):
            found |= dict.fromkeys(specs, table)
    return found


def put_together(corpus: Corpus, metrics: Mapping[str, Metric], found: Found, rest: ScoreTable | None) -> ScoreTable:
    """One table of what was found and of what was scored beside it, with the metrics in their order."""
    made = ScoreTable(corpus, metrics)
    for spec in metrics:
        for system in corpus.systems:
            if spec in found:
                made.columns[system, spec] = _part(found[spec], corpus, system, spec, metrics[spec])
            elif rest is not None:
                made.columns[system, spec] = rest.columns[system, spec]
    others = {id(table): table for table in found.values()}.values()
    problems = [*(rest.problems if rest is not None else ()), *(one for table in others for one in table.problems)]
    made.problems = list(dict.fromkeys(_of(made, problems)))
    for one in (*others, *([rest] if rest else [])):
        made.makers |= one.makers
    return made


def _is_whole(table: ScoreTable, spec: str, metric: Metric, corpus: Corpus) -> bool:
    known = table.metrics.get(spec)
    return known is not None and known == metric and all(table.is_scored(one, spec) for one in corpus.systems)


def _has_texts(table: ScoreTable, corpus: Corpus) -> bool:
    """Whether all translations of a corpus stand in the table's, beside the same references."""
    there = table.corpus
    if corpus.selected_reference != there.selected_reference or corpus.annotator != there.annotator:
        return False
    places = (there.places.get(one.key) for one in corpus.segments)
    return all(
        place is not None and _is_same(one, there.segments[place], corpus.systems)
        for one, place in zip(corpus.segments, places, strict=True)
    )


def _is_same(one: Segment, there: Segment, systems: Sequence[str]) -> bool:
    return one.references == there.references and all(
        name not in one.hypotheses or one.hypotheses[name] == there.hypotheses.get(name) for name in systems
    )


def _part(table: ScoreTable, corpus: Corpus, system: str, spec: str, metric: Metric) -> Column:
    """The rows of a corpus; what is not in it was not scored."""
    column = table.columns[system, spec]
    rows = [column.row(table.corpus.places[one.key]) if system in one.hypotheses else None for one in corpus.segments]
    return Column(metric, rows)


def _of(table: ScoreTable, problems: Iterable[Problem]) -> Iterable[Problem]:
    """The problems of these translations and metrics, or that concern all."""
    keys, systems = {one.key for one in table.corpus.segments}, table.corpus.systems
    for one in problems:
        is_there = (one.segment is None or one.segment in keys) and (one.system is None or one.system in systems)
        if is_there and (not one.metrics or not set(one.metrics).isdisjoint(table.metrics)):
            yield one

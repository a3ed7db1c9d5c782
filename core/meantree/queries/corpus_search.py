"""Requests over the structure of a corpus: the matches, their number, and the segments with a match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from meantree.analysis.corrections import InvalidCorrection
from meantree.analysis.inputs import excess
from meantree.analysis.store import AnalysisBatch, AnalysisStore
from meantree.comparison.pair_findings import is_english
from meantree.corpus.analyses import analyse, analysis_of
from meantree.corpus.corpus import Corpus, Segment, Side, Text
from meantree.errors import Cancelled, Problem, UsageError
from meantree.escaping import shortened
from meantree.metrics.metric import LONGEST_PAIR, Metric, required_layers
from meantree.metrics.pair import Pair
from meantree.metrics.registry import is_metric
from meantree.queries.absent_values import NamedValues
from meantree.queries.compared_units import LocatedPair, UnitCache, UnitKey, compared_units
from meantree.queries.matches import Edge, GroupKey, Match, Node
from meantree.queries.partial_matches import (
    UNIT,
    CheckCancelled,
    Rows,
    Step,
    can_extend,
    count_rows,
    extend,
    row_count,
    select_rows,
)
from meantree.queries.request_model import EdgeKind, FeatureValue, Request
from meantree.queries.request_scope import BOTH, Scope, require_features, require_kinds
from meantree.queries.search_planning import plan_steps
from meantree.queries.search_units import Unit, text_of, unit_of
from meantree.queries.segment_facts import Facts
from meantree.queries.word_batch import NO_WORD, Batch, Ints
from meantree.scoring.pairing import pair_of, reason_not_scored
from meantree.scoring.table import ScoreTable
from meantree.work import Work, are_processes_free, chunks

CHUNK_TEXTS = 1024
"""Texts that are analysed and searched together."""
STAGE = "Searching segments"
Translation = tuple[int, Segment, str]
"""A segment with its 0-based position, and the system whose hypothesis is searched; empty for a reference alone."""
UnitPlace = tuple[int, str]
"""The position and the system of a translation."""


@dataclass(slots=True)
class Search:
    """A request in a corpus.

    If the request is about one text (all its nodes have ``side=ref``, say, or the corpus has no references), a match is
    searched in that text of each segment, in references once whatever the number of systems. Otherwise it is searched
    in a hypothesis with a reference, for each system. Of several references, the selected one is used; without one, the
    one to which the metric compares the hypothesis if the request depends on that, or the first.

    Attributes:
        corpus, store: where to find it, and what analyses the texts.
        metric: adapted to the corpus; determines statuses, fired features and links. Without a metric, links are those
            of the word alignment.
        systems: whose hypotheses; all by default.
        cache: of compared units, shared between searches; None for no cache.
        problems: texts that could not be searched, with reasons; filled during the search.
        values: those that the request names; the ones in the searched texts are added during the search.
    """

    request: Request
    corpus: Corpus
    store: AnalysisStore
    metric: Metric | None = None
    systems: Sequence[str] | None = None
    reference: str | None = None
    table: ScoreTable | None = None
    work: Work = field(default_factory=Work)
    cache: UnitCache | None = None
    problems: list[Problem] = field(default_factory=list)
    values: NamedValues = field(default_factory=NamedValues)

    def matches(self, keys: Sequence[GroupKey] = ()) -> Iterator[Match]:
        """Yield all matches by segment and system, in the order of the corpus, each with its values of ``keys``.

        Raises:
            RequestError: if the corpus has not the facts that the request tests.
            UsageError: if a metric or a text is missing, or a parser cannot be loaded; if letters stand for systems,
                unless the request is about the texts of one side.
            Cancelled: if the user stopped the search.
        """
        for matcher in self._matchers(keys):
            yield from read_matches(matcher, keys, self.corpus)

    def count(self) -> int:
        """Return the number of matches; raises as :meth:`matches`."""
        return sum(matcher.count() for matcher in self._matchers())

    def _matchers(self, keys: Sequence[GroupKey] = ()) -> Iterator[Matcher]:
        scope = Scope.of(self.request, [key.feature for key in keys])
        if scope.findings:
            require_kinds(self.request)
            scope = replace(scope, english=is_english(self.corpus))
        self._require_texts(scope)
        facts = Facts.of(self.request, self.corpus, self.store, self.table)
        compares = scope.sides == BOTH or facts.scores or "system" in [key.feature for key in keys]
        if compares or self.request.uses_fact("system"):
            self.corpus.require_named("; here a request is about one text, as with [side=hyp] at all its words")
        self._require_annotator(scope, facts)
        return _Run(self, scope, facts).matchers()

    def _require_texts(self, scope: Scope) -> None:
        if scope.compares and self.metric is None:
            raise UsageError("the request tests status or feature; name a metric, as in --metric hwcm")
        if self.metric is not None:
            require_features(self.request, self.metric)
        has_scores = any(is_metric(fact.name) for fact in self.request.facts)
        compares = scope.compares or scope.links or scope.findings or has_scores
        if compares and not (self.corpus.references and self.corpus.systems):
            missing = "reference" if self.corpus.systems else "hypothesis"
            raise UsageError(f"the request compares two texts, but {shortened(self.corpus.name)} has no {missing}")

    def _require_annotator(self, scope: Scope, facts: Facts) -> None:
        """Check that metrics over manual frames have the frames of an annotator; otherwise nothing would match."""
        metrics = facts.scored_metrics()
        if self.metric is not None and scope.depends_on(self.metric):
            metrics.append(self.metric)
        name = next((metric.name for metric in metrics if metric.needs.frames), "")
        if name and not self.corpus.annotator:
            problem = f"{name} scores the frames of one annotator, and no annotator is named"
            raise UsageError(f"{problem}; select an annotator of the project (in a command: --annotator NAME)")


class _Run:
    """One run of a search."""

    def __init__(self, search: Search, scope: Scope, facts: Facts) -> None:
        self.search, self.scope, self.facts = search, scope, facts
        self.corpus, self.work, self.metric = search.corpus, search.work, search.metric
        self.is_compared = scope.depends_on(search.metric)
        self.layers = scope.layers(search.metric)
        self.side = self._single_side()

    def _single_side(self) -> Side | None:
        """Return the side of the only text that is searched, None for both."""
        if not self.corpus.systems:
            return "reference"
        if not self.corpus.references:
            return "hypothesis"
        return next(iter(self.scope.sides)) if len(self.scope.sides) == 1 else None

    def matchers(self) -> Iterator[Matcher]:
        translations = list(self._translations())
        texts = max(1, len(self.corpus.references) + 1)
        total, done = len(translations), 0
        self.work.step(STAGE, done, total)
        for part in chunks(translations, max(1, CHUNK_TEXTS // texts)):
            batch = Batch(list(self._units(part, done, total)))
            self.search.values.add(batch)
            yield Matcher(self.search.request, batch, self._check_cancelled)
            done += len(part)
            self.work.step(STAGE, done, total)

    def _check_cancelled(self) -> None:
        if self.work.cancelled():
            raise Cancelled(f"{STAGE}: stopped")

    def _translations(self) -> Iterator[Translation]:
        """Yield what is to be searched, as far as that is known before anything is analysed."""
        facts = self.facts
        systems: Sequence[str] = self.corpus.systems if self.search.systems is None else self.search.systems
        if not self.corpus.systems or (self.side == "reference" and not facts.of_systems):
            systems = ("",)
        for place, segment in enumerate(self.corpus.segments):
            for system in systems:
                texts = self._texts(segment, system)
                if (
                    texts
                    and facts.scores_may_hold(place, system)
                    and facts.hold_for_segment(segment, system, {side: text.text for side, (_, text) in texts.items()})
                ):
                    yield place, segment, system

    def _texts(self, segment: Segment, system: str) -> dict[Side, tuple[str, Text]]:
        """Return the searched texts with their names; an empty dictionary if one is missing."""
        texts: dict[Side, tuple[str, Text]] = {}
        if self.side != "reference":
            if system not in segment.hypotheses:
                return {}
            texts["hypothesis"] = system, segment.hypotheses[system]
        if self.side != "hypothesis":
            names = [name for name, text in segment.references.items() if text.text.strip()]
            if self.search.reference is not None:
                names = [name for name in names if name == self.search.reference]
            if not names:
                return {}
            texts["reference"] = names[0], segment.references[names[0]]
        return texts

    def _units(self, part: Sequence[Translation], before: int, total: int) -> Iterator[Unit]:
        """Yield the units of a part, cached ones included; ``before`` of ``total`` translations precede the part."""
        facts = self.facts
        units = self._cached(part)
        missing = [item for item in part if (item[0], item[2]) not in units or facts.needs_scores(item[2])]
        pairs, to_compare = self._make_units(missing, units)
        for number, compared in enumerate(self._compared(to_compare), start=1):
            units[compared.place, compared.system] = compared
            self.work.step(STAGE, before + len(part) * number // len(to_compare), total)
        self._cache(part, units)
        for place, _, system in part:
            unit = units.get((place, system))
            pair = pairs.get((place, system))
            if unit is not None and facts.hold_for_unit(unit) and facts.scores_hold(place, system, pair):
                yield unit

    def _make_units(
        self, part: Sequence[Translation], units: dict[UnitPlace, Unit]
    ) -> tuple[dict[UnitPlace, Pair], list[LocatedPair]]:
        """Analyse texts and add the units that need no comparison; return the pairs, and those to be compared."""
        layers = self.layers | required_layers(self.facts.metrics)
        work = self.work.silent() if are_processes_free() else self.work.silent().by(1)
        analyses = analyse(self._texts_to_analyse(part), self.search.store, layers, work=work)
        pairs: dict[UnitPlace, Pair] = {}
        to_compare: list[LocatedPair] = []
        for place, segment, system in part:
            self._check_cancelled()
            pair: Pair | Problem | None = None
            if self.side is None or self.facts.needs_scores(system):
                pair = pair_of(segment, system, analyses, layers, reference=self.search.reference)
            if isinstance(pair, Pair):
                pairs[place, system] = pair
            if (place, system) in units:
                continue
            unit = self._unit((place, segment, system), pair, analyses)
            if isinstance(unit, Problem):
                self.search.problems.append(unit)
            elif isinstance(unit, Pair):
                to_compare.append((place, system, unit))
            else:
                units[place, system] = unit
        return pairs, to_compare

    def _texts_to_analyse(self, part: Sequence[Translation]) -> Iterable[Text]:
        for _, segment, system in part:
            if self.side is None or self.facts.scores:
                if system in segment.hypotheses:
                    yield segment.hypotheses[system]
                chosen = self.search.reference
                yield from (text for name, text in segment.references.items() if chosen in (None, name))
            else:
                yield from (text for _, text in self._texts(segment, system).values())

    def _compared(self, pairs: Sequence[LocatedPair]) -> Iterator[Unit]:
        if self.metric is not None:
            yield from compared_units(pairs, self.metric, self.scope, self.work)
            self._check_cancelled()  # a cancelled comparison yields fewer units and raises nothing

    def _cached(self, part: Sequence[Translation]) -> dict[UnitPlace, Unit]:
        cache = self.search.cache
        if cache is None:
            return {}
        keys = ((place, system, self._unit_key(segment, system)) for place, segment, system in part)
        cached = ((place, system, cache.find(key)) for place, system, key in keys if key is not None)
        return {(place, system): unit for place, system, unit in cached if unit is not None}

    def _cache(self, part: Sequence[Translation], units: Mapping[UnitPlace, Unit]) -> None:
        cache = self.search.cache
        for place, segment, system in part if cache is not None else ():
            key = self._unit_key(segment, system)
            if cache is not None and key is not None and (place, system) in units:
                cache.put(key, units[place, system])

    def _unit_key(self, segment: Segment, system: str) -> UnitKey | None:
        """Return the key of a unit in the cache; None if no metric compares it, since such units are quickly made."""
        if self.side is not None or self.metric is None or not self.is_compared:
            return None
        return UnitKey(segment, system, self.search.reference, self.metric, self.search.store, self.scope)

    def _unit(
        self, translation: Translation, pair: Pair | Problem | None, analyses: AnalysisBatch
    ) -> Unit | Problem | Pair:
        """Return the unit of a translation, the pair that the metric must compare for it, or why there is none."""
        place, segment, system = translation
        if self.side is not None:
            name, text = self._texts(segment, system)[self.side]
            try:
                analysis = analysis_of(text, analyses, self.layers)
            except InvalidCorrection as error:
                return _not_searched(segment, system, f"the corrected heads do not fit: {error}")
            if self.layers and not analysis.sentences and (reason := excess(analysis.text)):
                return _not_searched(segment, system, f"its {self.side} {reason}")
            reference = name if self.side == "reference" else ""
            return Unit(place, system, reference, {self.side: text_of(analysis, self.scope)})
        if not isinstance(pair, Pair):
            return pair if pair is not None else _not_searched(segment, system, "has no reference text")
        if reason := self._reason_not_searched(pair):
            return _not_searched(segment, system, reason)
        return pair if self.is_compared else unit_of(place, system, pair, self.scope, None)

    def _reason_not_searched(self, pair: Pair) -> str:
        if self.metric is not None and self.is_compared:
            return reason_not_scored(pair, self.metric)
        longest = max(map(len, (text.tokens for text in pair.sides(0))))
        if (self.scope.links or self.scope.findings) and longest > LONGEST_PAIR:
            return f"one of its texts has {longest:,} words, expected at most {LONGEST_PAIR:,} to be aligned"
        return ""


def _not_searched(segment: Segment, system: str, reason: str) -> Problem:
    of = f" ({shortened(system)})" if system else ""
    return Problem(None, None, f"segment {shortened(segment.key)}: {reason}; not searched{of}", segment.key, system)


KeyReader = Callable[[Rows], Sequence[str | None]]
"""Returns the value of a key for each row."""


class Matcher:
    """A request in a batch.

    Args:
        request: to match; its facts are ignored.
        check_cancelled: called between blocks of rows; raises if the user stopped the work.
    """

    def __init__(self, request: Request, batch: Batch, check_cancelled: CheckCancelled) -> None:
        pattern = request.pattern
        self.request, self.batch, self._check_cancelled = request, batch, check_cancelled
        self.edge_kinds: dict[str, EdgeKind] = {edge.name: edge.kind for edge in pattern.edges if edge.name}
        self._steps = plan_steps(pattern, batch)
        self._filters: list[tuple[bool, list[Step]]] = [
            (is_kept, plan_steps(item, batch, pattern.nodes, self.edge_kinds)) for is_kept, item in request.filters
        ]

    def count(self) -> int:
        """Return the number of matches."""
        if not self._filters:
            return count_rows(self._units(), self._steps, self._check_cancelled)
        return sum(map(row_count, self.matches()))

    def matches(self) -> Iterator[Rows]:
        """Yield the matches in blocks, sorted by unit and then by the words and edges in the order of the request."""
        for rows in extend(self._units(), self._steps, self._check_cancelled):
            for is_kept, steps in self._filters:
                rows = select_rows(rows, can_extend(rows, steps, self._check_cancelled) == is_kept)
            yield select_rows(rows, self._order(rows))

    def _units(self) -> Rows:
        return {UNIT: np.arange(len(self.batch.units))}

    def _order(self, rows: Rows) -> Ints:
        names = (UNIT, *self.request.pattern.nodes, *self.request.edge_names)
        return np.lexsort([rows[name] for name in reversed(names)])


def read_matches(matcher: Matcher, keys: Sequence[GroupKey], corpus: Corpus) -> Iterator[Match]:
    """Yield the matches of a batch in order, with their values of ``keys``."""
    batch, kinds, nodes = matcher.batch, matcher.edge_kinds, matcher.request.pattern.nodes
    places = (np.arange(len(batch)) - batch.text_start).tolist()
    sides: list[Side] = np.where(batch.is_reference, "reference", "hypothesis").tolist()
    words = [{side: tuple(t.text for t in text.tokens) for side, text in unit.texts.items()} for unit in batch.units]

    @cache  # many matches share a word
    def node(word: int) -> Node:
        return Node(sides[word], places[word])

    def edge(name: str, number: int) -> Edge:
        edges = batch.edges(kinds[name])
        source, label, status = int(edges.source[number]), edges.label[number], edges.status[number]
        return Edge(
            kinds[name],
            str(label or ""),
            None if source == NO_WORD else node(source),
            node(int(edges.target[number])),
            status if isinstance(status, str) else None,
        )

    readers = [_key_reader(key, batch, kinds, corpus) for key in keys]
    for rows in matcher.matches():
        values = [read(rows) for read in readers]
        columns = {name: column.tolist() for name, column in rows.items()}
        for row, number in enumerate(columns[UNIT]):
            unit = batch.units[number]
            yield Match(
                unit.place,
                unit.system,
                unit.reference,
                {name: node(columns[name][row]) for name in nodes},
                {name: edge(name, columns[name][row]) for name in kinds},
                tuple(value[row] for value in values),
                words[number],
            )


def _key_reader(key: GroupKey, batch: Batch, kinds: Mapping[str, EdgeKind], corpus: Corpus) -> KeyReader:
    if key.second:
        signed = key.feature == "delta"
        return lambda rows: _distances(batch, rows[key.name], rows[key.second], signed=signed)
    if not key.name:
        return lambda rows: [_segment_value(key.feature, batch, unit, corpus) for unit in rows[UNIT].tolist()]
    if key.name not in kinds:
        return lambda rows: _word_values(key.feature, batch, rows[key.name])
    kind = kinds[key.name]
    if key.feature in ("length", "delta"):
        edges, signed = batch.edges(kind), key.feature == "delta"
        return lambda rows: _distances(batch, edges.source[rows[key.name]], edges.target[rows[key.name]], signed=signed)
    column = batch.edge_column(kind, key.feature)
    return lambda rows: [_single_value(column[number]) for number in rows[key.name].tolist()]


def _word_values(feature: str, batch: Batch, words: Ints) -> list[str | None]:
    if feature == "side":
        return ["ref" if is_reference else "hyp" for is_reference in batch.is_reference[words].tolist()]
    column = batch.column(feature)
    return [_single_value(column[word]) for word in words.tolist()]


def _segment_value(name: str, batch: Batch, number: int, corpus: Corpus) -> str | None:
    unit = batch.units[number]
    segment = corpus.segments[unit.place]
    values = {"system": unit.system, "reference": unit.reference, "document": segment.document, "id": segment.id}
    return values[name] or None


def _distances(batch: Batch, first: Ints, second: Ints, *, signed: bool) -> list[str | None]:
    is_defined = (first != NO_WORD) & (batch.text_start[first] == batch.text_start[second])
    distances = (second - first if signed else np.abs(second - first)).tolist()
    return [str(number) if known else None for number, known in zip(distances, is_defined.tolist(), strict=True)]


def _single_value(value: FeatureValue) -> str | None:
    return value if isinstance(value, str) else None

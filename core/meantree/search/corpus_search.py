"""Requests over the structure of a corpus: matches, how many there are, and in which segments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.corrections import InvalidCorrection
from meantree.analysis.inputs import excess
from meantree.analysis.store import AnalysisBatch, AnalysisStore
from meantree.corpus.analyses import analyse, analysis_of
from meantree.corpus.corpus import Corpus, Segment, Side, Text
from meantree.errors import Cancelled, Problem, UsageError
from meantree.escaping import shortened
from meantree.metrics.metric import LONGEST_PAIR, Metric, required_layers
from meantree.metrics.pair import Pair
from meantree.scoring.pairing import pair_of, reason_not_scored
from meantree.scoring.table import ScoreTable
from meantree.search.compared_units import Asked, KeptUnits, Located, compared_units
from meantree.search.matches import Key, Match
from meantree.search.matching import Matcher, found_matches
from meantree.search.request_model import Request
from meantree.search.request_scope import Scope, require_features
from meantree.search.search_units import Unit, text_of, unit_of
from meantree.search.segment_facts import Facts, is_metric
from meantree.search.word_batch import Batch
from meantree.work import Work, are_processes_free, chunks

CHUNK_TEXTS = 1024
"""Texts that are analysed and looked through together."""
STAGE = "Searching segments"
Translation = tuple[int, Segment, str]
"""A segment by its 0-based place, and the system whose hypothesis is looked at, empty for the reference alone."""
Whose = tuple[int, str]
"""The place and the system of a translation."""


@dataclass(slots=True)
class Search:
    """A request in a corpus.

    What a match is looked for in: where the request speaks of one text alone (all its nodes have ``side=ref``, say, or
    the corpus has no references), in that text of each segment, for references once whatever the number of systems;
    else in a hypothesis beside a reference, for each system. Of several references it is the one that is named, else
    the one that the metric compares with where the request asks what it says, else the first.

    Attributes:
        request: what is looked for.
        corpus, store: where, and what analyses its texts.
        metric: adapted to the corpus: says which words and edges are matched, missed or extra, which features fired,
            and which words are linked; without one links are those of the word alignment.
        systems: whose hypotheses; all by default.
        reference: only this one.
        table: scores that need not be computed again.
        kept: what was compared in earlier searches, and is not compared again; None forgets it.
        work: by whom, progress and cancel.
        problems: why something was not looked at; grows as segments are.
    """

    request: Request
    corpus: Corpus
    store: AnalysisStore
    metric: Metric | None = None
    systems: Sequence[str] | None = None
    reference: str | None = None
    table: ScoreTable | None = None
    work: Work = field(default_factory=Work)
    kept: KeptUnits | None = None
    problems: list[Problem] = field(default_factory=list)

    def matches(self, keys: Sequence[Key] = ()) -> Iterator[Match]:
        """All matches, by segment and system in the order of the corpus, each with its values of ``keys``.

        Raises:
            RequestError: if the request asks for facts that the corpus has not.
            UsageError: if it needs a metric, or texts that there are not, or a parser cannot be loaded.
            Cancelled: if the user stopped it.
        """
        for matcher in self._matchers(keys):
            yield from found_matches(matcher, keys, self.corpus)

    def count(self) -> int:
        """How many matches there are; raises as :meth:`matches`."""
        return sum(matcher.count() for matcher in self._matchers())

    def places(self) -> NDArray[np.intp]:
        """The segments in which there is a match, 0-based and ascending, shape (n,); raises as :meth:`matches`."""
        found = [np.array([], dtype=np.intp)]
        for matcher in self._matchers():
            own = np.array([unit.place for unit in matcher.batch.units], dtype=np.intp)
            found.append(own[matcher.matched()])
        return np.unique(np.concatenate(found))

    def _matchers(self, keys: Sequence[Key] = ()) -> Iterator[Matcher]:
        scope = Scope.of(self.request, [key.feature for key in keys])
        self._require(scope)
        facts = Facts.of(self.request, self.corpus, self.store, self.table)
        self._require_annotator(scope, facts)
        wanted = list(self._translations(scope, facts))
        texts = max(1, len(self.corpus.references) + 1)
        total, done = len(wanted), 0
        self.work.step(STAGE, done, total)
        for part in chunks(wanted, max(1, CHUNK_TEXTS // texts)):
            batch = Batch(list(self._units(part, scope, facts, done, total)))
            yield Matcher(self.request, batch, self._ask)
            done += len(part)
            self.work.step(STAGE, done, total)

    def _ask(self) -> None:
        if self.work.cancelled():
            raise Cancelled(f"{STAGE}: stopped")

    def _require(self, scope: Scope) -> None:
        if scope.compares and self.metric is None:
            raise UsageError("the request asks for status or feature; name a metric that tells them, as --metric hwcm")
        if self.metric is not None:
            require_features(self.request, self.metric)
        scored = any(is_metric(fact.name) for fact in self.request.facts)
        if (scope.compares or scope.links or scored) and not (self.corpus.references and self.corpus.systems):
            lacking = "reference" if self.corpus.systems else "hypothesis"
            raise UsageError(f"the request compares two texts, but {shortened(self.corpus.name)} has no {lacking}")

    def _require_annotator(self, scope: Scope, facts: Facts) -> None:
        """Frames by hand are those of the annotator whose work lies over the corpus; without one nothing is found."""
        asked = [*facts.asked(), *([self.metric] if self.metric is not None and scope.uses(self.metric) else [])]
        found = next((one.name for one in asked if one.needs.frames), "")
        if found and not self.corpus.annotator:
            told = f"{found} scores the frames of one annotator, and nobody is named"
            raise UsageError(f"{told}; search a project in the name of one (in a command: --annotator NAME)")

    def _single(self, scope: Scope) -> Side | None:
        """The side of the only text that is looked at, None for both."""
        if not self.corpus.systems:
            return "reference"
        if not self.corpus.references:
            return "hypothesis"
        return next(iter(scope.sides)) if len(scope.sides) == 1 else None

    def _translations(self, scope: Scope, facts: Facts) -> Iterator[Translation]:
        """What is looked at, as far as that can be told before anything is analysed."""
        side = self._single(scope)
        systems: Sequence[str] = self.corpus.systems if self.systems is None else self.systems
        if not self.corpus.systems or (side == "reference" and not facts.of_systems):
            systems = ("",)
        for place, segment in enumerate(self.corpus.segments):
            for system in systems:
                texts = self._texts(segment, system, side)
                if (
                    texts
                    and facts.may_hold(place, system)
                    and facts.are_of(segment, system, {one: text.text for one, (_, text) in texts.items()})
                ):
                    yield place, segment, system

    def _texts(self, segment: Segment, system: str, side: Side | None) -> dict[Side, tuple[str, Text]]:
        """The texts that are looked at, with their names; none where one is lacking."""
        found: dict[Side, tuple[str, Text]] = {}
        if side != "reference":
            if system not in segment.hypotheses:
                return {}
            found["hypothesis"] = system, segment.hypotheses[system]
        if side != "hypothesis":
            names = [name for name, text in segment.references.items() if text.text.strip()]
            if self.reference is not None:
                names = [name for name in names if name == self.reference]
            if not names:
                return {}
            found["reference"] = names[0], segment.references[names[0]]
        return found

    def _units(
        self, part: Sequence[Translation], scope: Scope, facts: Facts, before: int, total: int
    ) -> Iterator[Unit]:
        """The units of a part, those of earlier searches among them; ``before`` of ``total`` were looked through."""
        side = self._single(scope)
        found = self._kept(part, side, scope)
        lacking = [one for one in part if (one[0], one[2]) not in found or facts.computes(one[2])]
        pairs, wanted = self._begin(lacking, side, scope, facts, found)
        for number, unit in enumerate(self._compared(wanted, scope), start=1):
            found[unit.place, unit.system] = unit
            self.work.step(STAGE, before + len(part) * number // len(wanted), total)
        self._keep(part, side, scope, found)
        for place, _, system in part:
            made = found.get((place, system))
            if made is not None and facts.hold(made) and facts.scored(place, system, pairs.get((place, system))):
                yield made

    def _begin(
        self, part: Sequence[Translation], side: Side | None, scope: Scope, facts: Facts, found: dict[Whose, Unit]
    ) -> tuple[dict[Whose, Pair], list[Located]]:
        """Analyse texts, and make the units that no metric compares; the pairs, and those that one is to compare."""
        depth = scope.depth(self.metric) | required_layers(facts.metrics)
        taken = analyse(
            self._all_texts(part, side, paired=bool(facts.scores)),
            self.store,
            depth,
            work=self.work.silent() if are_processes_free() else self.work.silent().by(1),
        )
        pairs: dict[Whose, Pair] = {}
        wanted: list[Located] = []
        for place, segment, system in part:
            self._ask()
            pair: Pair | Problem | None = None
            if side is None or facts.computes(system):
                pair = pair_of(segment, system, taken, depth, reference=self.reference)
            if isinstance(pair, Pair):
                pairs[place, system] = pair
            if (place, system) in found:
                continue
            unit = self._unit(place, segment, system, side, pair, taken, scope)
            if isinstance(unit, Problem):
                self.problems.append(unit)
            elif isinstance(unit, Pair):
                wanted.append((place, system, unit))
            else:
                found[place, system] = unit
        return pairs, wanted

    def _kept(self, part: Sequence[Translation], side: Side | None, scope: Scope) -> dict[Whose, Unit]:
        """What of a part earlier searches compared."""
        if self.kept is None:
            return {}
        asked = ((place, system, self._asked(segment, system, side, scope)) for place, segment, system in part)
        known = ((place, system, self.kept.find(one)) for place, system, one in asked if one is not None)
        return {(place, system): unit for place, system, unit in known if unit is not None}

    def _keep(self, part: Sequence[Translation], side: Side | None, scope: Scope, found: Mapping[Whose, Unit]) -> None:
        """Keep what was compared for the next search."""
        for place, segment, system in part if self.kept is not None else ():
            asked = self._asked(segment, system, side, scope)
            if self.kept is not None and asked is not None and (place, system) in found:
                self.kept.put(asked, found[place, system])

    def _compared(self, wanted: Sequence[Located], scope: Scope) -> Iterator[Unit]:
        if self.metric is not None:
            yield from compared_units(wanted, self.metric, scope, self.work)
            self._ask()  # or it would have gone on

    def _asked(self, segment: Segment, system: str, side: Side | None, scope: Scope) -> Asked | None:
        """What a unit is kept under; None where no metric compares, which takes next to no time."""
        if side is not None or self.metric is None or not scope.uses(self.metric):
            return None
        return Asked(segment, system, self.reference, self.metric, self.store, scope)

    def _all_texts(self, part: Sequence[Translation], side: Side | None, *, paired: bool) -> Iterable[Text]:
        for _, segment, system in part:
            if side is None or paired:
                if system in segment.hypotheses:
                    yield segment.hypotheses[system]
                yield from (text for name, text in segment.references.items() if self.reference in (None, name))
            else:
                yield from (text for _, text in self._texts(segment, system, side).values())

    def _unit(
        self,
        place: int,
        segment: Segment,
        system: str,
        side: Side | None,
        pair: Pair | Problem | None,
        taken: AnalysisBatch,
        scope: Scope,
    ) -> Unit | Problem | Pair:
        """What matches are looked for in, why there is none, or the pair that the metric is to compare for it."""
        depth = scope.depth(self.metric)
        if side is not None:
            name, text = self._texts(segment, system, side)[side]
            try:
                found = analysis_of(text, taken, depth)
            except InvalidCorrection as error:
                return _left(segment, system, f"the corrected heads do not fit: {error}")
            if depth and not found.sentences and (why := excess(found.text)):
                return _left(segment, system, f"its {side} {why}")
            system = system if side == "hypothesis" or system else ""
            return Unit(place, system, name if side == "reference" else "", {side: text_of(found, scope)})
        if not isinstance(pair, Pair):
            return pair if pair is not None else _left(segment, system, "has no reference text")
        if lacking := self._lack(pair, scope):
            return _left(segment, system, lacking)
        if self.metric is not None and scope.uses(self.metric):
            return pair
        return unit_of(place, system, pair, scope, None)

    def _lack(self, pair: Pair, scope: Scope) -> str:
        if self.metric is not None and scope.uses(self.metric):
            return reason_not_scored(pair, self.metric)
        longest = max(map(len, (text.tokens for text in pair.sides(0))))
        if scope.links and longest > LONGEST_PAIR:
            return f"one of its texts has {longest:,} words, expected at most {LONGEST_PAIR:,} to be aligned"
        return ""


def _left(segment: Segment, system: str, why: str) -> Problem:
    of = f" ({shortened(system)})" if system else ""
    return Problem(None, None, f"segment {shortened(segment.key)}: {why}; not searched{of}", segment.key, system)

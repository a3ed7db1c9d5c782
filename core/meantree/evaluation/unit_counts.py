"""What of a reference a translation gets, misses and adds: units that are counted pair by pair, of several kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial, reduce
from operator import or_
from typing import Final

from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisStore, Source
from meantree.analysis.tree import Token
from meantree.comparison.marks import Marks
from meantree.comparison.word_links import alignment_marks
from meantree.corpus.analyses import analyse
from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import Problem
from meantree.evaluation.feature_values import features_of, fires
from meantree.metrics.bleu import ORDER, Bleu
from meantree.metrics.compared_words import words_of
from meantree.metrics.evidence import Status
from meantree.metrics.meant import Meant
from meantree.metrics.metric import LONGEST_PAIR, Metric
from meantree.metrics.pair import Pair
from meantree.metrics.regression_metrics import Regression
from meantree.scoring.chunks import texts_to_score
from meantree.scoring.pairing import pair_of, reason_not_scored
from meantree.work import Work, chunks

UnitKey = tuple[str, str]
"""The kind of a unit and its label, as shown to people."""
ORDERS = tuple(f"{size}-grams" for size in range(1, ORDER + 1))
ALIGNED = Layers(1, entities=1)
"""As deep as the alignment of words needs texts."""


@dataclass(frozen=True, slots=True)
class UnitCounts:
    """How a unit fared, in one pair or in many.

    Attributes:
        reference: how often the reference has it.
        matched: how much of that the translation gets.
        hypothesis: how often the translation has it.
        extra: how much of that the reference has not.
    """

    reference: float = 0.0
    matched: float = 0.0
    hypothesis: float = 0.0
    extra: float = 0.0

    @property
    def missed(self) -> float:
        """How much the translation misses."""
        return self.reference - self.matched

    @property
    def recall(self) -> float | None:
        """Which share of the reference is matched, None if it has none."""
        return self.matched / self.reference if self.reference else None

    @property
    def precision(self) -> float | None:
        """Which share of the translation is not extra, None if it has none."""
        return 1 - self.extra / self.hypothesis if self.hypothesis else None

    @property
    def f(self) -> float | None:
        """The harmonic mean of precision and recall, None where neither text has the unit."""
        one, two = self.precision, self.recall
        if one is None and two is None:
            return None
        return 2 * one * two / (one + two) if one and two else 0.0

    def __add__(self, other: UnitCounts) -> UnitCounts:
        return UnitCounts(
            self.reference + other.reference,
            self.matched + other.matched,
            self.hypothesis + other.hypothesis,
            self.extra + other.extra,
        )


CountedUnits = Mapping[UnitKey, UnitCounts]


@dataclass(frozen=True, slots=True, eq=False)
class DifferenceKind:
    """One way to take translations apart.

    Attributes:
        name: by which it is asked for.
        title: what is counted.
        claim: one sentence: when a translation gets a unit of the reference.
        needs: how deep texts must be analysed.
        count: the units of one pair; None where it cannot be counted.
        metric: whose units they are, or whose limits hold; None if anything can be counted.
    """

    name: str
    title: str
    claim: str
    needs: Layers
    count: Callable[[Pair], CountedUnits | None]
    metric: Metric | None = None


def kinds_of_difference(metrics: Mapping[str, Metric]) -> tuple[DifferenceKind, ...]:
    """The kinds that there are: five that need no metric, and one for each metric, by its spec.

    N-grams are those of BLEU beside all references. Labels, relations, parts of speech and roles look at the first
    reference alone. Labels, relations and parts of speech go by the alignment of words, as the pictures of metrics that
    count by it do: a word is got where both directions link it with the same word, and not with an opposite or for its
    surroundings alone; an arc where one of the same label joins the partners of its ends. Roles are those of MEANT: a
    filler is got where it is aligned with one of the same role in an aligned frame.

    Args:
        metrics: of a table of scores, by spec. Of a regression metric it is the entailment features that are counted;
            one that has none has no kind.
    """
    meant = next((one for one in metrics.values() if isinstance(one, Meant)), Meant())
    general = (
        DifferenceKind(
            "n-grams",
            "Word n-grams",
            "One to four words that stand in the translation, too.",
            Layers(),
            _ngrams,
            Bleu(),  # whose units they are
        ),
        DifferenceKind(
            "labels",
            "Dependency labels",
            "An arc of the same label joins the words that are aligned with both of its ends.",
            ALIGNED,
            partial(_arcs, key=lambda _text, arc: ("label", arc[2])),
        ),
        DifferenceKind(
            "relations",
            "Relations of lemmas",
            "An arc of the same label joins the words that are aligned with both lemmas.",
            ALIGNED,
            partial(_arcs, key=_relation),
        ),
        DifferenceKind(
            "pos",
            "Parts of speech",
            "The word of the reference is aligned with one of the same meaning.",
            ALIGNED,
            _parts_of_speech,
        ),
        DifferenceKind(
            "roles",
            "Semantic roles",
            "The filler is aligned with one of the same role in a frame that is aligned, too.",
            meant.needs,
            partial(_roles, meant),
            meant,
        ),
    )
    return (*general, *(kind for spec, metric in metrics.items() if (kind := _kind_of(spec, metric)) is not None))


def _kind_of(spec: str, metric: Metric) -> DifferenceKind | None:
    if not isinstance(metric, Regression):
        told = "As the metric has it."
        return DifferenceKind(spec, f"Units of {spec}", told, metric.needs, partial(metric_units, metric), metric)
    if not features_of(metric)[1]:
        return None
    told = "A feature is no part of the reference: it is counted where it fires."
    return DifferenceKind(spec, f"Features of {spec}", told, metric.needs, partial(_features, metric), metric)


def _ngrams(pair: Pair) -> CountedUnits:
    """The units of BLEU; without their places, which take longer than all the rest."""
    mine = _grams(pair.hypothesis.text)
    theirs = reduce(or_, (_grams(text.text) for text in pair.references))
    found = {}
    for key, count in mine.items():
        reference = theirs.get(key, 0)
        matched = min(count, reference)
        found[key] = cached_counts(reference, matched, count, count - matched)
    for key, reference in theirs.items():
        if key not in found:
            found[key] = cached_counts(reference, 0, 0, 0)
    return found


cached_counts = lru_cache(maxsize=4096)(UnitCounts)
"""Most n-grams have the same few counts; to make them anew takes longer than to count them."""


@lru_cache(maxsize=64)
def _grams(text: str) -> Counter[UnitKey]:
    """Kept for the next translation beside the same reference."""
    words = words_of(text, "13a", "keep")
    found: list[UnitKey] = []
    for size, kind in enumerate(ORDERS, start=1):
        found += [(kind, " ".join(grams)) for grams in zip(*(words[start:] for start in range(size)), strict=False)]
    return Counter(found)


def metric_units(metric: Metric, pair: Pair) -> CountedUnits:
    """The units of a metric's evidence; of equal kind and label together."""
    found: dict[UnitKey, UnitCounts] = {}
    for unit in metric.evidence(pair).units:
        one = UnitCounts(
            unit.reference,
            unit.matched if unit.reference else 0.0,  # units over frames stand on one side alone
            unit.hypothesis,
            max(0.0, unit.hypothesis - unit.matched),
        )
        _add(found, (unit.kind, unit.label), one)
    return found


Arc = tuple[int, int, str]
"""Dependent, head, label."""


def _arcs(pair: Pair, key: Callable[[Analysis, Arc], UnitKey]) -> CountedUnits | None:
    marks = _aligned_marks(pair)
    if marks is None:
        return None
    found: dict[UnitKey, UnitCounts] = {}
    for text, marked, side in zip(pair.sides(0), marks, _SIDES, strict=True):
        for arc in text.tree().arcs():
            _add(found, key(text, arc), side(marked.arcs[arc[:2]].status))
    return found


def _relation(text: Analysis, arc: Arc) -> UnitKey:
    dependent, head, label = arc
    tokens = text.tokens
    return "relation", f"{_lemma(tokens[dependent])} ←{label} {_lemma(tokens[head])}"


def _parts_of_speech(pair: Pair) -> CountedUnits | None:
    marks = _aligned_marks(pair)
    if marks is None:
        return None
    found: dict[UnitKey, UnitCounts] = {}
    for text, marked, side in zip(pair.sides(0), marks, _SIDES, strict=True):
        for place, token in enumerate(text.tokens):
            _add(found, ("part of speech", token.upos or "none"), side(marked.tokens[place].status))
    return found


def _aligned_marks(pair: Pair) -> tuple[Marks, Marks] | None:
    """How words and arcs fared by the alignment; None where a text is too long for one."""
    texts = pair.sides(0)
    if any(len(text.tokens) > LONGEST_PAIR for text in texts):
        return None
    return alignment_marks(pair.alignment(0), texts, (), 0)


def _of_hypothesis(status: Status) -> UnitCounts:
    return UnitCounts(hypothesis=1.0, extra=float(status is not Status.MATCHED))


def _of_reference(status: Status) -> UnitCounts:
    return UnitCounts(reference=1.0, matched=float(status is Status.MATCHED))


_SIDES = _of_hypothesis, _of_reference


def _roles(meant: Meant, pair: Pair) -> CountedUnits | None:
    hyp, ref = (meant.labelled(text) for text in pair.sides(0))
    if hyp is None or ref is None:
        return None
    aligned = meant.matching(pair, 0)
    frames = [{pair[side] for pair in aligned.frames} for side in (0, 1)]
    fillers = [{pair[side] for pair in aligned.fillers} for side in (0, 1)]
    found: dict[UnitKey, UnitCounts] = {}
    for layer, known, parts, side in zip((hyp, ref), frames, fillers, _SIDES, strict=True):
        for place, frame in enumerate(layer.frames):
            _add(found, ("role", "predicate"), side(_got(place in known)))
            for number, filler in enumerate(frame.fillers):
                _add(found, ("role", filler.role.value), side(_got((place, number) in parts)))
    return found


def _got(is_matched: bool) -> Status:
    return Status.MATCHED if is_matched else Status.MISSED


def _features(metric: Regression, pair: Pair) -> CountedUnits:
    places, features = features_of(metric)
    values = metric.statistics(pair)[list(places)]
    fired = fires(values[None], features)[0]
    return fired_features(feature.key for feature, here in zip(features, fired.tolist(), strict=True) if here)


def fired_features(keys: Iterable[UnitKey]) -> CountedUnits:
    """Features that fired in a pair: of the translation, never of the reference."""
    return {key: UnitCounts(hypothesis=1.0, extra=1.0) for key in keys}


def _lemma(token: Token) -> str:
    return token.lemma or token.text.casefold()


def _add(found: dict[UnitKey, UnitCounts], key: UnitKey, counts: UnitCounts) -> None:
    found[key] = found[key] + counts if key in found else counts


TOGETHER: Final = 32
"""Segments that are analysed together."""


def counted_units(
    corpus: Corpus,
    store: AnalysisStore,
    kind: DifferenceKind,
    systems: Sequence[str],
    places: Sequence[int],
    *,
    work: Work | None = None,
) -> Iterator[tuple[int, list[CountedUnits]]]:
    """The units of each system in each of these segments in which all of them can be counted, with its 0-based place.

    Raises:
        UsageError: if the pipeline cannot be loaded.
        Cancelled: if the user stopped it; analyses made so far stay in ``store``.
    """
    work = work or Work()
    stage, done = f"Counting {kind.title.lower()}", 0
    for part in chunks(places, TOGETHER * work.jobs):
        work.step(stage, done, len(places))
        texts = [text for place in part for text in texts_to_score(corpus.segments[place], systems)]
        taken = analyse(texts, store, kind.needs, work=work.silent())
        for place in part:
            found = [_units(kind, corpus.segments[place], system, taken) for system in systems]
            known = [one for one in found if one is not None]
            if len(known) == len(found):
                yield place, known
            done += 1
            work.step(stage, done, len(places))


def _units(kind: DifferenceKind, segment: Segment, system: str, source: Source) -> CountedUnits | None:
    pair = pair_of(segment, system, source, kind.needs)
    if isinstance(pair, Problem) and kind.metric is not None:  # corrections that the metric does not follow may not fit
        pair = pair_of(segment, system, source, kind.needs, metric=kind.metric)
    if not isinstance(pair, Pair) or (kind.metric is not None and reason_not_scored(pair, kind.metric)):
        return None
    return kind.count(pair)

"""Units of several kinds that translations match, miss and add, counted pair by pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial, reduce
from operator import or_
from typing import Final

from meantree.alignment.common_words import compared_form
from meantree.alignment.word_facts import phrases
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisBatch, AnalysisStore
from meantree.analysis.tree import Token
from meantree.comparison.marks import Marks
from meantree.comparison.pair_findings import LAYERS, closest_findings, facts_beside, reason_without_findings
from meantree.comparison.word_links import alignment_marks
from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import Problem
from meantree.evaluation.feature_values import features_of, fires
from meantree.evaluation.systematic_errors import FINDING
from meantree.language.languages import ENGLISH, IN_ENGLISH, Language, Tokenizer
from meantree.metrics.bleu import ORDER, Bleu
from meantree.metrics.compared_words import bleu_words
from meantree.metrics.evidence import Status
from meantree.metrics.meant import Meant
from meantree.metrics.metric import LONGEST_PAIR, Metric
from meantree.metrics.ngrams import ngrams
from meantree.metrics.pair import Pair
from meantree.metrics.regression_metrics import Regression
from meantree.scoring.pairs import analysed_pair, analysed_segments
from meantree.work import Work

UnitKey = tuple[str, str]
"""The kind and the label of a unit, as shown to people."""
ORDERS = tuple(f"{size}-grams" for size in range(1, ORDER + 1))


@dataclass(frozen=True, slots=True)
class UnitCounts:
    """Counts of a unit in one pair or in many.

    Attributes:
        reference: how often the references have it.
        matched: how much of this the translations match.
        hypothesis: how often the translations have it.
        extra: how much of this is not in the references.
    """

    reference: float = 0.0
    matched: float = 0.0
    hypothesis: float = 0.0
    extra: float = 0.0

    @property
    def missed(self) -> float:
        """How much of the reference is missed."""
        return self.reference - self.matched

    @property
    def recall(self) -> float | None:
        """Share of the reference that is matched, None if the reference does not have the unit."""
        return self.matched / self.reference if self.reference else None

    @property
    def precision(self) -> float | None:
        """Share of the translation that is not extra, None if the translation does not have the unit."""
        return 1 - self.extra / self.hypothesis if self.hypothesis else None

    @property
    def f(self) -> float | None:
        """Harmonic mean of precision and recall, None if neither text has the unit."""
        precision, recall = self.precision, self.recall
        if precision is None and recall is None:
            return None
        return 2 * precision * recall / (precision + recall) if precision and recall else 0.0

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
    """A kind of units in which translations differ.

    Attributes:
        name: by which it is requested.
        claim: one sentence on when a translation matches a unit of the reference.
        count: counts the units of a pair; None where they cannot be counted.
        metric: the metric whose units they are, or whose limits hold; None for no limits.
    """

    name: str
    title: str
    claim: str
    needs: Layers
    count: Callable[[Pair], CountedUnits | None]
    metric: Metric | None = None

    @property
    def of_features(self) -> bool:
        """Whether entailment features are counted, which are among the statistics of the metric."""
        return self.metric is not None and bool(features_of(self.metric)[1])


FINDINGS: Final = "findings"


def kinds_of_difference(metrics: Mapping[str, Metric], language: Language = IN_ENGLISH) -> tuple[DifferenceKind, ...]:
    """Return the kinds of units: findings, facts about words, five others, and one for each metric, named by its spec.

    N-grams are those of BLEU, against all references; the others use the first reference only. Labels, relations and
    parts of speech follow word alignment, as the pictures of metrics do: a word is matched if both directions link it
    with the same word, which is neither an opposite nor linked by its context alone; an arc is matched if an arc of the
    same label joins the partners of its ends. Roles are those of MEANT: a filler is matched if it is aligned with one
    of the same role in an aligned frame.

    Args:
        metrics: of a table of scores, by spec. Regression metrics have entailment features counted, or no kind if they
            have none.
        language: of the texts. Findings, facts and roles are for English alone; n-grams are of the words that string
            metrics find in it.
    """
    meant = next((metric for metric in metrics.values() if isinstance(metric, Meant)), Meant())
    general = (
        DifferenceKind(
            "n-grams",
            "Word n-grams",
            "The one to four words also occur in the translation.",
            Layers(),
            partial(_ngrams, language.tokenizer),
            Bleu(tokenize=language.tokenizer),
        ),
        DifferenceKind(
            "labels",
            "Dependency labels",
            "An arc with the same label joins the words that are aligned with both of its ends.",
            LAYERS,
            partial(_arcs, key=lambda _text, arc: ("label", arc[2])),
        ),
        DifferenceKind(
            "relations",
            "Relations of lemmas",
            "An arc with the same label joins the words that are aligned with both lemmas.",
            LAYERS,
            partial(_arcs, key=_relation),
        ),
        DifferenceKind(
            "pos",
            "Parts of speech",
            "The word of the reference is aligned with a word of the same meaning.",
            LAYERS,
            _parts_of_speech,
        ),
    )
    claim = "The filler is aligned with a filler of the same role in an aligned frame."
    roles = DifferenceKind("roles", "Semantic roles", claim, meant.needs, partial(_roles, meant), meant)
    of_metrics = (kind for spec, metric in metrics.items() if (kind := _kind_of(spec, metric)) is not None)
    if language.code != ENGLISH:
        return (*general, *of_metrics)
    return (OF_FINDINGS, WORD_FACTS, *general, roles, *of_metrics)


def _kind_of(spec: str, metric: Metric) -> DifferenceKind | None:
    if not isinstance(metric, Regression):
        claim = "The unit is matched according to the metric."
        return DifferenceKind(spec, f"Units of {spec}", claim, metric.needs, partial(metric_units, metric), metric)
    if not features_of(metric)[1]:
        return None
    claim = "Features are not units of the reference: they are counted where they fire."
    return DifferenceKind(spec, f"Features of {spec}", claim, metric.needs, partial(_features, metric), metric)


def _findings(pair: Pair) -> CountedUnits | None:
    if reason_without_findings(pair):
        return None
    _, found = closest_findings(pair, english=True)
    numbers = Counter((FINDING, finding.kind.name) for finding in found if finding.shown)
    return {key: UnitCounts(hypothesis=number, extra=number) for key, number in numbers.items()}


def _word_facts(pair: Pair) -> CountedUnits | None:
    """Count phrases that are missing or added, and pairs of words that differ or are attached elsewhere."""
    facts, (hyp, ref) = facts_beside(pair, 0), pair.sides(0)
    if facts is None:
        return None
    units: Counter[UnitKey] = Counter()
    for status, text, own in (("added", hyp, facts[0]), ("missing", ref, facts[1])):
        gone = (word for word, fact in enumerate(own) if fact.status == status)
        units.update((status, " ".join(text.words[word] for word in phrase)) for phrase in phrases(gone, text.tree()))
    for word, fact in zip(hyp.words, facts[0], strict=True):
        if fact.partner is not None and compared_form(word) and fact.status in ("different", "attached elsewhere"):
            both = dict.fromkeys((word.casefold(), ref.words[fact.partner].casefold()))
            units[f"{fact.status}: {fact.reason}".rstrip(": "), " for ".join(both)] += 1
    return {key: UnitCounts(hypothesis=number, extra=number) for key, number in units.items()}


OF_FINDINGS: Final = DifferenceKind(
    FINDINGS,
    "Findings",
    "Findings are not units of the reference: those shown of a translation are counted by kind.",
    LAYERS,
    _findings,
)
WORD_FACTS: Final = DifferenceKind(
    "facts",
    "Facts about words",
    "Words are not units of the reference: those that are missing, added, different or attached elsewhere are counted.",
    LAYERS,
    _word_facts,
)


def _ngrams(tokenizer: Tokenizer, pair: Pair) -> CountedUnits:
    """Count the n-grams of BLEU, but without their places, which would take most of the time."""
    hyp_grams = _grams(pair.hypothesis.text, tokenizer)
    ref_grams = reduce(or_, (_grams(text.text, tokenizer) for text in pair.references))
    counts_by_unit = {}
    for key in hyp_grams | ref_grams:
        count, reference = hyp_grams.get(key, 0), ref_grams.get(key, 0)
        matched = min(count, reference)
        counts_by_unit[key] = cached_counts(reference, matched, count, count - matched)
    return counts_by_unit


cached_counts = lru_cache(maxsize=4096)(UnitCounts)
"""Most n-grams have the same few counts: a cache is faster than new objects."""


@lru_cache(maxsize=64)
def _grams(text: str, tokenizer: Tokenizer) -> Counter[UnitKey]:
    """Count n-grams; cached for the next translation of the same segment."""
    (words,) = bleu_words([text], tokenizer, "keep")
    orders = zip(ORDERS, ngrams(words, ORDER), strict=True)
    return Counter((kind, " ".join(gram)) for kind, grams in orders for gram in grams)


def metric_units(metric: Metric, pair: Pair) -> CountedUnits:
    """Count the units of a metric's evidence by kind and label."""
    return _summed(
        (
            (unit.kind, unit.label),
            UnitCounts(
                unit.reference,
                unit.matched if unit.reference else 0.0,  # units over frames are of one side alone
                unit.hypothesis,
                max(0.0, unit.hypothesis - unit.matched),
            ),
        )
        for unit in metric.evidence(pair).units
    )


Arc = tuple[int, int, str]
"""Dependent, head and label."""


def _arcs(pair: Pair, key: Callable[[Analysis, Arc], UnitKey]) -> CountedUnits | None:
    if (marks := _aligned_marks(pair)) is None:
        return None
    return _summed(
        (key(text, arc), side(marked.arcs[arc[:2]].status is Status.MATCHED))
        for text, marked, side in zip(pair.sides(0), marks, _SIDES, strict=True)
        for arc in text.tree().arcs()
    )


def _relation(text: Analysis, arc: Arc) -> UnitKey:
    dependent, head, label = arc
    tokens = text.tokens
    return "relation", f"{_lemma(tokens[dependent])} ←{label} {_lemma(tokens[head])}"


def _parts_of_speech(pair: Pair) -> CountedUnits | None:
    if (marks := _aligned_marks(pair)) is None:
        return None
    return _summed(
        (("part of speech", token.upos or "none"), side(marked.tokens[place].status is Status.MATCHED))
        for text, marked, side in zip(pair.sides(0), marks, _SIDES, strict=True)
        for place, token in enumerate(text.tokens)
    )


def _aligned_marks(pair: Pair) -> tuple[Marks, Marks] | None:
    """Return the status of words and arcs by word alignment; None if a text is too long to be aligned."""
    texts = pair.sides(0)
    if any(len(text.tokens) > LONGEST_PAIR for text in texts):
        return None
    return alignment_marks(pair.alignment(0), texts, (), 0)


def _of_hypothesis(is_matched: bool) -> UnitCounts:
    return UnitCounts(hypothesis=1.0, extra=float(not is_matched))


def _of_reference(is_matched: bool) -> UnitCounts:
    return UnitCounts(reference=1.0, matched=float(is_matched))


_SIDES = _of_hypothesis, _of_reference


def _roles(meant: Meant, pair: Pair) -> CountedUnits | None:
    hyp, ref = (meant.frames_of(text) for text in pair.sides(0))
    if hyp is None or ref is None:
        return None
    aligned = meant.matching(pair, 0)

    def counted() -> Iterator[tuple[str, UnitCounts]]:
        for number, (layer, side) in enumerate(zip((hyp, ref), _SIDES, strict=True)):
            frames, fillers = ({pair[number] for pair in pairs} for pairs in (aligned.frames, aligned.fillers))
            for place, frame in enumerate(layer.frames):
                yield "predicate", side(place in frames)
                yield from (
                    (filler.role.value, side((place, at) in fillers)) for at, filler in enumerate(frame.fillers)
                )

    return _summed((("role", name), counts) for name, counts in counted())


def _features(metric: Regression, pair: Pair) -> CountedUnits:
    places, features = features_of(metric)
    values = metric.statistics(pair)[list(places)]
    fired = fires(values[None], features)[0]
    return fired_features(feature.key for feature, has_fired in zip(features, fired.tolist(), strict=True) if has_fired)


def fired_features(keys: Iterable[UnitKey]) -> CountedUnits:
    """Count features that fired in a pair: in the translation, never in the reference."""
    return {key: UnitCounts(hypothesis=1.0, extra=1.0) for key in keys}


def _lemma(token: Token) -> str:
    return token.lemma or token.text.casefold()


def _summed(counted: Iterable[tuple[UnitKey, UnitCounts]]) -> CountedUnits:
    """Return the sum of the counts of each unit."""
    sums: dict[UnitKey, UnitCounts] = {}
    for key, counts in counted:
        sums[key] = sums[key] + counts if key in sums else counts
    return sums


def counted_units(
    corpus: Corpus,
    store: AnalysisStore,
    kind: DifferenceKind,
    systems: Sequence[str],
    places: Sequence[int],
    *,
    work: Work = Work(),
) -> Iterator[tuple[int, list[CountedUnits]]]:
    """Yield places of segments with the units of each system, where these can be counted for all systems."""
    analysed = analysed_segments(corpus, systems, places, store, kind.needs, f"Counting {kind.title.lower()}", work)
    for place, segment, analyses in analysed:
        of_systems = [_units(kind, segment, system, analyses) for system in systems]
        known = [units for units in of_systems if units is not None]
        if len(known) == len(of_systems):
            yield place, known


def _units(kind: DifferenceKind, segment: Segment, system: str, source: AnalysisBatch) -> CountedUnits | None:
    pair = analysed_pair(segment, system, source, kind.needs, kind.metric)
    return None if isinstance(pair, Problem) else kind.count(pair)

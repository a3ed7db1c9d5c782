"""Texts with planted errors beside their originals and beside another reference, and what findings make of them."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from meantree.alignment.aligner import align
from meantree.alignment.word_alignment import WordAlignment
from meantree.analysis.inputs import AnalysisInput
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisStore
from meantree.phenomena.compared import Candidate
from meantree.phenomena.naming import Rated
from meantree.phenomena.places import is_shown
from meantree.phenomena.planting.faults import LAYERS, Fault, chosen_faults, tokens_in
from meantree.phenomena.search import MOST_SHOWN, chosen_among, rated_candidates
from meantree.work import Work

ALSO: Final[Mapping[str, frozenset[str]]] = {
    "negation": frozenset({"quantifier", "opposite"}),
    "modality": frozenset({"tense", "modifier"}),
    "tense": frozenset({"modality"}),
    "embedding": frozenset({"negation", "event"}),
    "quantifier": frozenset({"negation", "modifier"}),
    "opposite": frozenset({"event", "modifier", "role", "degree", "quantifier"}),
    "specificity": frozenset({"event", "modifier", "role"}),
    "role": frozenset({"name", "event", "modifier", "specificity"}),
    "name": frozenset({"role", "modifier"}),
    "conjunct": frozenset({"modifier", "event", "role", "name"}),
    "event": frozenset({"conjunct", "modifier", "role"}),
    "modifier": frozenset({"name", "number", "event", "attachment", "conjunct"}),
    "attachment": frozenset({"modifier"}),
    "degree": frozenset({"opposite", "quantifier", "modifier"}),
    "untranslated": frozenset({"role", "modifier", "event"}),
    "pronoun": frozenset({"role"}),
}
"""Families of findings that name an error of a family correctly, too."""


@dataclass(frozen=True, slots=True)
class PlantedPair:
    """A text with a planted error beside a reference, and where the error is.

    Attributes:
        hypothesis_words: the tokens that were changed.
        reference_words: the tokens of the reference that correspond to the changed words of the original.
        can_be_seen: whether the reference has what was changed: otherwise the error cannot be seen beside it.
    """

    fault: Fault
    hypothesis: Analysis
    reference: Analysis
    alignment: WordAlignment
    hypothesis_words: frozenset[int]
    reference_words: frozenset[int]

    @property
    def can_be_seen(self) -> bool:  # see Attributes
        return bool(self.reference_words) or not self.fault.original_spans

    def is_named_by(self, candidate: Candidate, *, strictly: bool = False) -> bool:
        """Return whether a finding is about the error, and of a family that names it."""
        planted, found = (kind.partition(".")[0] for kind in (self.fault.kind, candidate.kind))
        named = found == planted or (not strictly and found in ALSO.get(planted, ()))
        return named and self.is_touched_by(candidate)

    def is_touched_by(self, candidate: Candidate) -> bool:
        """Return whether a finding is about words of the error."""
        return not (
            self.hypothesis_words.isdisjoint(candidate.hypothesis)
            and self.reference_words.isdisjoint(candidate.reference)
        )


def planted_pair(
    fault: Fault,
    original: Analysis,
    faulty: Analysis,
    reference: Analysis,
    alignment: WordAlignment,
    original_alignment: WordAlignment | None,
) -> PlantedPair:
    """Return a planted error beside a reference.

    Args:
        original: the text in which it was planted.
        reference: another translation, or the original itself.
        alignment: of the faulty text and the reference.
        original_alignment: of the original and the reference; None if the reference is the original.
    """
    changed = tokens_in(faulty, fault.faulty_spans)
    if fault.kind.startswith("repetition"):
        changed |= {word + step for word in changed for step in (-2, -1, 1, 2)}
    words = tokens_in(original, fault.original_spans)
    if original_alignment is not None:
        words = partners(words, original_alignment)
    return PlantedPair(fault, faulty, reference, alignment, frozenset(changed), frozenset(words))


def partners(words: Collection[int], alignment: WordAlignment) -> set[int]:
    """Return the words of the reference that are linked with words of the hypothesis, in either direction."""
    links = [link for word in words if (link := alignment.of_hypothesis[word]) is not None]
    back = (link for link in alignment.of_reference if link is not None and link.hypothesis in words)
    return {link.reference for link in (*links, *back)}


@dataclass(frozen=True, slots=True)
class Planted:
    """An error planted in a text of a pair, beside the original and beside the other text.

    Attributes:
        place: 0-based, of the pair.
        beside_original: with the original as the reference.
        beside_other: with the other text as the reference; None without one.
    """

    place: int
    beside_original: PlantedPair
    beside_other: PlantedPair | None


@dataclass(frozen=True, slots=True)
class PlantedCorpus:
    """Pairs of texts without an error, and the same with errors.

    Attributes:
        pairs: intact texts and their references with the alignment; the reference is None without one.
        planted: errors, in the order of their kinds.
    """

    pairs: Sequence[tuple[Analysis, Analysis | None, WordAlignment | None]]
    planted: Sequence[Planted]


def planted_corpus(
    texts: Sequence[str],
    references: Sequence[str] | None,
    store: AnalysisStore,
    *,
    most: int = 0,
    seed: int = 1,
    faults: Sequence[Fault] = (),
    work: Work = Work(),
) -> PlantedCorpus:
    """Plant up to ``most`` errors, and harmless changes, of each kind in texts, at most one of a kind in each text.

    Args:
        texts: correct English texts.
        references: other translations of the same; None for none.
        faults: one for each text that others planted; none for those that are planted now.
    """
    needed: dict[AnalysisInput, Layers] = {text: LAYERS for text in (*texts, *(references or ())) if text}
    analyses = store.analyse(needed, work=work)
    chooser = random.Random(seed)  # no secret
    intact = [analyses.get(text) for text in texts]
    chosen = list(enumerate(faults)) or chosen_faults(intact, most, chooser, store, work)
    faulty = store.analyse({fault.faulty: LAYERS for _, fault in chosen}, work=work)
    pairs: list[tuple[Analysis, Analysis | None, WordAlignment | None]] = []
    empty = store.analyse({"": LAYERS})[""]
    for place, text in enumerate(texts):
        work.step("Aligning texts", place, len(texts))
        own = analyses.get(text, empty)
        other = None if references is None else analyses.get(references[place], empty)
        pairs.append((own, other, None if other is None else align(own, other)))
    planted = []
    for number, (place, fault) in enumerate(chosen):
        work.step("Planting errors", number, len(chosen))
        own, other, alignment = pairs[place]
        changed = faulty[fault.faulty]
        beside_original = planted_pair(fault, own, changed, own, align(changed, own), None)
        beside_other = None
        if other is not None and alignment is not None:
            beside_other = planted_pair(fault, own, changed, other, align(changed, other), alignment)
        planted.append(Planted(place, beside_original, beside_other))
    return PlantedCorpus(pairs, planted)


@dataclass(slots=True)
class Recall:
    """How often planted errors of one kind are found.

    Attributes:
        named: by a shown finding of their family.
        related: by a shown finding of a family that describes them, too.
        touched: a shown finding of any kind is about their words.
        seen: planted ones that the reference allows to see; ``seen_and_named`` of these are named.
        others: shown findings that are about something else.
    """

    planted: int = 0
    named: int = 0
    related: int = 0
    touched: int = 0
    seen: int = 0
    seen_and_named: int = 0
    others: int = 0


@dataclass(slots=True)
class FindingFigures:
    """What findings make of planted errors.

    Attributes:
        by_kind: of the errors; harmless changes are among them.
        sure: for each tenth of probability the shown findings about errors, and those among them that are right.
    """

    by_kind: dict[str, Recall] = field(default_factory=lambda: defaultdict(Recall))
    sure: Counter[tuple[int, bool]] = field(default_factory=Counter)

    @property
    def errors(self) -> Mapping[str, Recall]:
        """Those that are no harmless changes."""
        return {kind: recall for kind, recall in self.by_kind.items() if not kind.startswith("harmless.")}

    def macro(self, count: str, among: str = "planted") -> float | None:
        """Return the mean over the kinds of errors of one count as a share of another; None without errors."""
        shares = [
            getattr(recall, count) / getattr(recall, among) for recall in self.errors.values() if getattr(recall, among)
        ]
        return sum(shares) / len(shares) if shares else None

    @property
    def others(self) -> float | None:
        """Shown findings about something else, a text with an error; None without any."""
        planted = sum(recall.planted for recall in self.errors.values())
        return sum(recall.others for recall in self.errors.values()) / planted if planted else None


def finding_figures(pairs: Iterable[PlantedPair]) -> FindingFigures:
    """Return how often planted errors are found, and how often something else is."""
    figures = FindingFigures()
    for pair in pairs:
        recall = figures.by_kind[pair.fault.kind]
        shown = shown_candidates(pair.hypothesis, pair.reference, pair.alignment)
        named = any(pair.is_named_by(each, strictly=True) for each, _ in shown)
        recall.planted += 1
        recall.named += named
        recall.related += any(pair.is_named_by(each) for each, _ in shown)
        recall.touched += any(pair.is_touched_by(each) for each, _ in shown)
        recall.seen += pair.can_be_seen
        recall.seen_and_named += named and pair.can_be_seen
        recall.others += sum(not pair.is_touched_by(each) for each, _ in shown)
        figures.sure.update((int(sure * 10), pair.is_named_by(each)) for each, sure in shown)
    return figures


def shown_candidates(hyp: Analysis, ref: Analysis, alignment: WordAlignment) -> Rated:
    """Return the candidates of a pair that are shown, with their probabilities."""
    if not hyp.sentences or not ref.sentences:
        return []
    chosen = chosen_among(rated_candidates(hyp, ref, alignment))
    return [(each, sure) for each, sure in chosen if is_shown(each, sure)][:MOST_SHOWN]

"""The findings of a pair of texts by its word alignment, and of the segments of a corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from meantree.alignment.pair_cache import cached_between
from meantree.alignment.word_facts import Facts
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis, markup_of
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import Problem
from meantree.lexicon.frequencies import is_not_english
from meantree.metrics.metric import LONGEST_PAIR
from meantree.metrics.pair import Pair
from meantree.phenomena.compared import Compared
from meantree.phenomena.search import Finding, find
from meantree.scoring.pairing import problem_of
from meantree.scoring.pairs import analysed_pair, analysed_segments
from meantree.work import Work

LAYERS: Final = Layers(1, entities=1)
"""The layers that findings need."""
OTHER_LANGUAGE: Final = "findings are for English alone, in which their precision was measured: there are none here"
OTHER_PIPELINE: Final = (
    "the encoder has not read both texts, as another pipeline or the input analysed them: about a tenth fewer errors"
    " are found, and fewer still where the trees are worse"
)
FOUND: Final = "About a quarter of the errors that experts mark is found; other translations may have errors, too."
"""Of accuracy and terminology, .27, as ``packaging/training/findings`` measured it."""
MARKED_UP: Final = "a text has tags, such as <b>: words that these touch are not compared"
NOT_SEARCHED: Final = "not searched for findings"


@dataclass(frozen=True, slots=True)
class SegmentFindings:
    """The findings of one translation of a segment.

    Attributes:
        reference: 0-based place of the reference that it was compared with (:func:`closest_findings`).
        findings: the most important first.
        reason: why not all kinds or references are searched; empty if they are.
    """

    segment: Segment
    system: str
    pair: Pair
    reference: int
    findings: tuple[Finding, ...]
    reason: str = ""

    @property
    def is_searched(self) -> bool:
        """Whether there could be findings in the language of the texts."""
        return self.reason != OTHER_LANGUAGE

    @property
    def shown(self) -> tuple[Finding, ...]:
        """The findings that are sure enough, at most five."""
        return tuple(finding for finding in self.findings if finding.shown)


@lru_cache(maxsize=1 << 12)
def _is_foreign(text: str) -> bool:
    return is_not_english([text])


def is_english(corpus: Corpus) -> bool:
    """Return whether the texts of a corpus are in the language whose kinds of findings were measured."""
    return "findings" in corpus.language.parts


def corpus_findings(
    corpus: Corpus, systems: Sequence[str], store: AnalysisStore, work: Work, *, longest: int = LONGEST_PAIR
) -> Iterator[SegmentFindings | Problem]:
    """Yield the findings of each segment and system, or why there are none, segment by segment.

    Args:
        longest: words of a text that is searched, at most.

    Raises:
        UsageError: if letters stand for systems.
    """
    corpus.require_named()
    english = is_english(corpus)
    places = range(len(corpus.segments))
    analysed = analysed_segments(corpus, systems, places, store, LAYERS, "Searching for findings", work)
    for _, segment, source in analysed:
        for system in systems:
            pair = analysed_pair(segment, system, source, LAYERS, outcome=NOT_SEARCHED)
            if isinstance(pair, Problem):
                yield pair
            elif reason := reason_without_findings(pair, longest):
                yield problem_of(segment, system, reason, outcome=NOT_SEARCHED)
            else:
                yield SegmentFindings(segment, system, pair, *findings_and_reason(pair, english=english))


def shown_findings(
    corpus: Corpus, systems: Sequence[str], store: AnalysisStore, work: Work
) -> dict[str, dict[str, tuple[Finding, ...]]]:
    """Return the shown findings by system and segment, without translations that cannot be searched."""
    found: dict[str, dict[str, tuple[Finding, ...]]] = {system: {} for system in systems}
    for each in corpus_findings(corpus, systems, store, work):
        if isinstance(each, SegmentFindings):
            found[each.system][each.segment.key] = each.shown
    return found


def closest_findings(pair: Pair, *, english: bool) -> tuple[int, tuple[Finding, ...]]:
    """Return the 0-based place of the closest reference, and the findings beside it that no other refutes.

    Only these are shown by any view. The closest is the one with the fewest and least sure findings, whichever a metric
    chooses, and whatever people say of them. References that are too long, not analysed or in another language are left
    out if others are not. There are no findings in other languages.
    """
    of_references = {place: _findings_beside(pair, place) if english else () for place in _comparable(pair)}
    best = min(of_references, key=lambda place: (_count(of_references[place]), place))
    others = [(pair.references[place], found) for place, found in of_references.items() if place != best]
    found = of_references[best]
    if others:
        from meantree.phenomena.several_references import unrefuted

        found = unrefuted(found, pair.hypothesis, others)
    if pair.answers:
        from meantree.phenomena.answered import with_answers

        found = with_answers(found, pair.answers)
    return best, found


def findings_and_reason(pair: Pair, *, english: bool) -> tuple[int, tuple[Finding, ...], str]:
    """Return the closest reference, the findings beside it, and why not all kinds or references are searched."""
    place, found = closest_findings(pair, english=english)
    return place, found, reason_for_fewer_findings(pair, place, english=english)


def _findings_beside(pair: Pair, reference: int) -> tuple[Finding, ...]:
    """Return the findings beside one reference, computed once; none if a text is too long or that is not English."""
    hyp, ref = pair.sides(reference)
    if max(len(hyp.tokens), len(ref.tokens)) > LONGEST_PAIR or _is_foreign(ref.text):
        return ()
    key = ("findings", pair.fixed_links(reference), pair.others)
    return cached_between(hyp, ref, key, lambda: find(hyp, ref, pair.alignment(reference), others=pair.others))


def facts_beside(pair: Pair, reference: int) -> tuple[Facts, Facts] | None:
    """Return the facts about each word of a hypothesis and of one reference, computed once.

    None if a text is too long or in another language than English.
    """
    hyp, ref = pair.sides(reference)
    if max(len(hyp.tokens), len(ref.tokens)) > LONGEST_PAIR or hyp.language or ref.language:
        return None
    key = "facts", pair.fixed_links(reference)
    return cached_between(hyp, ref, key, lambda: Compared(hyp, ref, pair.alignment(reference)).facts)


def _comparable(pair: Pair) -> list[int]:
    """Return the places of the references to compare with: of each that is wanted of them, if any reference has it."""
    wanted: tuple[Callable[[Analysis], bool], ...] = (
        lambda text: bool(text.sentences),
        lambda text: len(text.tokens) <= LONGEST_PAIR,
        lambda text: not _is_foreign(text.text),
    )
    places = list(range(len(pair.references)))
    for fits in wanted:
        places = [place for place in places if fits(pair.references[place])] or places
    return places


def _count(findings: Iterable[Finding]) -> float:
    return sum(finding.probability for finding in findings if finding.shown)


def reason_for_fewer_findings(pair: Pair, reference: int, *, english: bool) -> str:
    """Return why not all kinds or references of a pair are searched; an empty string if they are.

    Args:
        reference: 0-based place of the one that is compared.
    """
    hyp, ref = pair.sides(reference)
    if not english or _is_foreign(ref.text):
        return OTHER_LANGUAGE
    if max(len(text.tokens) for text in pair.references) > LONGEST_PAIR:
        return f"a reference has more than {LONGEST_PAIR:,} words and is left out"
    if any(_is_foreign(text.text) for text in pair.references):
        return "a reference is not in English and is left out"
    if markup_of(hyp).tokens or markup_of(ref).tokens:
        return MARKED_UP
    return "" if hyp.encoded and ref.encoded else OTHER_PIPELINE


def reason_without_findings(pair: Pair, longest: int = LONGEST_PAIR) -> str:
    """Return why a pair has no findings: a text is empty, not analysed or too long; an empty string if it can have."""
    if not pair.hypothesis.text.strip():
        return "the translation is empty"
    if not pair.hypothesis.sentences or not any(reference.sentences for reference in pair.references):
        return "a text is not analysed"
    if max(len(pair.hypothesis.tokens), min(len(text.tokens) for text in pair.references)) > longest:
        return f"a text has more than {longest:,} words"
    return ""

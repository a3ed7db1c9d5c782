"""Differences from the references, found automatically, in the translations of a report, and what it says of them.

A reader checks the quoted words, so a report says no more than they show: that words are no English, that one text
negates what the other does not, that names or numbers are others. Kinds of findings that rest on a reading of the whole
sentence, such as roles and events, are other words here; what they are called stands in the window.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from meantree.alignment.word_facts import DENIALS
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisStore
from meantree.analysis.tree import ROOT, Token
from meantree.comparison.pair_findings import LAYERS, OTHER_LANGUAGE, SegmentFindings, corpus_findings
from meantree.corpus.analyses import available_analyses
from meantree.corpus.corpus import Corpus
from meantree.numbers import percent
from meantree.phenomena.reading import CONTENT
from meantree.phenomena.search import Finding, quoted_words
from meantree.scoring.pairing import reason_not_analysed
from meantree.work import Work

LONGEST: Final = 400
"""Words of a text that is aligned and searched; memory grows with the square of them."""
MOST: Final = 1000
"""Translations that are searched; of more, those of evenly spread segments."""
TOO_MANY: Final = "there are too many"
OTHER_WORDS: Final = "Other words or forms"
FOREIGN_WORDS: Final = "Words that are not English"
TITLES: Final[Mapping[str, str]] = {
    "untranslated": FOREIGN_WORDS,
    "word.nonexistent": FOREIGN_WORDS,
    "negation": "A negation in one text alone",
    "name.different": "Other names",
    "number.different": "Other numbers, amounts or dates",
    "plural": "Singular and plural",
    "pronoun": "Other pronouns",
    "grammar": "Articles and agreement",
}
"""What is said of findings whose quoted words show it, by kind or family; of all others :data:`OTHER_WORDS`."""
_NOMINAL: Final = frozenset({"name.different", "number.different", "plural.different"})
"""Kinds that are said of phrases without a verb alone."""
_TIGHT: Final = frozenset(
    ("det", "amod", "compound", "flat", "nummod", "case", "aux", "cop", "fixed", "goeswith", "nmod:poss")
)
"""Relations of words that no quotation parts from their heads."""
_MARKS: Final = frozenset("\"'`“”‘’«»")
"""Marks of quotations."""
MOST_QUOTED: Final = 9
"""Words of a phrase that is quoted."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A finding as a report words it.

    Attributes:
        title: what the words have in common with others.
        quotes: the phrases of translation and reference in quotation marks; empty for one that is not quoted.
        is_example: whether the quotations are phrases that show what differs.
    """

    finding: Finding
    title: str
    quotes: tuple[str, str]
    is_example: bool

    def words(self, reference: str = "") -> str:
        """Return the quotations: ``“Baby”, reference “Kroshka”``; ``reference`` names one of several."""
        own, other = self.quotes
        if other and not own:
            return f"{f'reference {reference}' if reference else 'the reference'} has {other}"
        return f"{own}, {f'reference {reference}'.strip()} {other}" if other else own

    @property
    def verdict(self) -> str:
        """What people say of it, else how probably it is an error."""
        answered = "an error, as people answered"
        return answered if self.finding.answer else f"error {percent(self.finding.probability)} probable"


@dataclass(frozen=True, slots=True)
class Differences:
    """What was found.

    Attributes:
        shown: by 0-based place of the segment and system, for each translation that was searched, also without any.
        beside: the reference that a translation was compared with, where a segment has several.
        not_searched: number of other translations of the report, by the reason.
        limited: number of those searched that have no English reference.
    """

    shown: Mapping[tuple[int, str], tuple[Difference, ...]]
    beside: Mapping[tuple[int, str], str]
    not_searched: Mapping[str, int] = field(default_factory=dict)
    limited: int = 0

    @property
    def surest(self) -> list[float]:
        """The probability of the surest difference of each translation that has any."""
        return [max(one.finding.probability for one in found) for found in self.shown.values() if found]

    @property
    def answered(self) -> int:
        """Number of differences that people called errors."""
        return sum(bool(one.finding.answer) for found in self.shown.values() for one in found)


Example = tuple[int, str, Difference]
"""The 0-based place of a segment, a system, and what differs."""


@dataclass(frozen=True, slots=True)
class DifferenceGroup:
    """The differences of one title.

    Attributes:
        by_system: number of translations in which there is one, by system.
        expected: number of these with an error, by the probabilities.
        examples: the surest first, one of each segment; without any, the surest difference.
    """

    title: str
    by_system: Mapping[str, int]
    expected: float
    examples: tuple[Example, ...]

    @property
    def number(self) -> int:
        """Number of translations in which there is one."""
        return sum(self.by_system.values())


def search(corpus: Corpus, systems: Sequence[str], store: AnalysisStore, work: Work) -> Differences | None:
    """Return what is found in the translations of these systems; None if their texts cannot be analysed.

    Raises:
        Cancelled: if the user stopped it.
    """
    total = sum(system in segment.hypotheses for segment in corpus.segments for system in systems)
    if not total or not can_analyse(corpus, systems, store, LAYERS):
        return None
    part = corpus.part(tuple(range(0, len(corpus.segments), ceil(total / MOST))))
    chosen = sum(system in segment.hypotheses for segment in part.segments for system in systems)
    not_searched = +Counter({TOO_MANY: total - chosen})
    shown: dict[tuple[int, str], tuple[Difference, ...]] = {}
    beside: dict[tuple[int, str], str] = {}
    limited = 0
    for each in corpus_findings(part, systems, store, work, longest=LONGEST):
        if isinstance(each, SegmentFindings):
            key, sides = (corpus.places[each.segment.key], each.system), each.pair.sides(each.reference)
            shown[key] = tuple(as_difference(finding, sides) for finding in each.shown)
            if len(each.pair.reference_names) > 1:
                beside[key] = each.pair.reference_names[each.reference]
            limited += each.reason == OTHER_LANGUAGE
        elif each.system is not None:
            not_searched[each.reason] += 1
    return Differences(shown, beside, not_searched, limited)


def can_analyse(corpus: Corpus, systems: Sequence[str], store: AnalysisStore, layers: Layers) -> bool:
    """Return whether the first translation and its references have these layers, or can be analysed into them."""
    first = next((one for one in corpus.segments if any(map(one.hypotheses.__contains__, systems))), None)
    if first is None:
        return False
    source = available_analyses((*first.references.values(), *first.hypotheses.values()), store, layers)
    own = [system for system in systems if system in first.hypotheses]
    return bool(first.references) and not any(reason_not_analysed(first, one, source, layers) for one in own)


def as_difference(finding: Finding, sides: tuple[Analysis, Analysis]) -> Difference:
    """Return a finding in a translation and its reference as a report words it."""
    kind = finding.kind
    title = TITLES.get(kind.name, TITLES.get(kind.family, OTHER_WORDS))
    if title == FOREIGN_WORDS:  # the words themselves show it, the phrase that is to be corrected need not
        return Difference(finding, title, (finding.sentence.partition(": ")[2], ""), is_example=True)
    places = finding.hypothesis_place, finding.reference_place
    needed = ["{hyp}" in kind.sentence, "{ref}" in kind.sentence]
    phrases = [
        _phrase(text, words) if is_needed else _Phrase()
        for text, words, is_needed in zip(sides, places, needed, strict=True)
    ]
    quotes = [phrase.quotation for phrase in phrases]
    are_whole = [phrase.heads < 2 and bool(phrase.quotation) for phrase in phrases] == needed
    letters = {"".join(quote.casefold().split()) for quote in quotes}  # blanks are no difference
    if not are_whole or len(letters) < 2 or kind.family == "order":  # of which no phrase alone shows anything
        return Difference(finding, OTHER_WORDS, ("", ""), is_example=False)
    is_other = kind.name in _NOMINAL and any(phrase.has_verb for phrase in phrases)
    is_other |= kind.name == "name.different" and not all(phrase.has_name for phrase in phrases)
    first, second = ("".join(filter(str.isdigit, quote)) for quote in quotes)
    is_other |= kind.name == "number.different" and bool(first) and first == second  # other are its words
    title = OTHER_WORDS if is_other else title
    is_example = title != OTHER_WORDS or (all(needed) and all(phrase.has_content for phrase in phrases))
    return Difference(finding, title, (quotes[0], quotes[1]), is_example)


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A phrase: its quotation, and the number of words in it that depend on others outside."""

    quotation: str = ""
    heads: int = 0
    has_name: bool = False
    has_verb: bool = False
    has_content: bool = False


def _phrase(text: Analysis, words: Sequence[int]) -> _Phrase:
    """Return the phrase from the first to the last of some words, with those that belong to them; empty if too long."""
    tokens, tree = text.tokens, text.tree()
    tight = [
        (word, head)
        for word, (head, label) in enumerate(zip(tree.heads, tree.labels, strict=True))
        if head != ROOT and (_TIGHT & {label, label.partition(":")[0]} or tokens[word].text.casefold() in DENIALS)
    ]
    start, end = (min(words), max(words)) if words else (0, MOST_QUOTED)
    while end - start < MOST_QUOTED:
        parted = [pair for pair in tight if len([word for word in pair if start <= word <= end]) == 1]
        if not parted:
            own = _without_marks(tokens, start, end)
            classes = {tokens[word].upos for word in own}
            heads = sum(tree.heads[word] not in own and tokens[word].upos != "PUNCT" for word in own)
            is_named = "PROPN" in classes or any(word and tokens[word].text[0].isupper() for word in own)
            shows = (is_named, bool(classes & {"VERB", "AUX"}), bool(classes & CONTENT))
            return _Phrase(quoted_words(text, own), heads, *shows)
        start, end = min(start, *map(min, parted)), max(end, *map(max, parted))
    return _Phrase()


def _without_marks(tokens: Sequence[Token], start: int, end: int) -> range:
    """Return the words between these, both included, without marks at the ends, but with whole quotations."""
    while start < end and tokens[start].upos == "PUNCT":
        start += 1
    while start < end and tokens[end].upos == "PUNCT":
        end -= 1
    if sum(token.text in _MARKS for token in tokens[start : end + 1]) % 2:
        if end + 1 < len(tokens) and tokens[end + 1].text in _MARKS:
            end += 1
        elif start and tokens[start - 1].text in _MARKS:
            start -= 1
    return range(start, end + 1)


def difference_groups(differences: Differences, systems: Sequence[str]) -> list[DifferenceGroup]:
    """Return the differences by title, that with most probable errors first."""
    by_title: dict[str, list[Example]] = {}
    for (place, system), found in differences.shown.items():
        for one in found:
            by_title.setdefault(one.title, []).append((place, system, one))
    groups = [_group(title, found, systems) for title, found in by_title.items()]
    return sorted(groups, key=lambda group: -group.expected)


def _group(title: str, found: Sequence[Example], systems: Sequence[str]) -> DifferenceGroup:
    surest: dict[tuple[int, str], float] = {}
    examples: dict[int, Example] = {}
    ranked = sorted(found, key=lambda example: -example[2].finding.probability)
    for place, system, one in ranked:
        surest.setdefault((place, system), one.finding.probability)
        if one.is_example:
            examples.setdefault(place, (place, system, one))
    counts = {system: sum(one == system for _, one in surest) for system in systems}
    return DifferenceGroup(title, counts, sum(surest.values()), tuple(examples.values()) or (ranked[0],))

"""Findings measured on errors that other people planted (DEMETR) or marked (MQM): in one fifth, and from Chinese."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import chain, permutations
from pathlib import Path
from statistics import mean

import numpy as np

from meantree.alignment.aligner import align
from meantree.analysis.frames import spans_of
from meantree.analysis.sentences import Analysis, character_spans
from meantree.analysis.store import AnalysisStore
from meantree.evaluation.planted_faults import partners
from meantree.grouping import grouped
from meantree.phenomena.catalogue import KINDS, OMISSION
from meantree.phenomena.planting.faults import LAYERS
from meantree.phenomena.search import Finding, find
from meantree.work import chunks

sys.path.insert(0, str(Path(__file__).parent.parent / "differences"))
from pairs import (
    MEANING,
    SURFACE,
    TUNING,
    Mark,
    Pair,
    fifth,
    judged_pairs,
    marked_by_each,
    single_spaced,
    talks,
)

TOGETHER, WORST = 64, 5
"""Texts analysed together; the worst kinds that are printed."""
ERRORS = frozenset({"minor", "major", "critical"})
NAMED: Mapping[str, frozenset[str]] = {
    "addition": frozenset({"added", "repetition"}),
    "adj_adv_removed": frozenset({"missing"}),
    "antonym": frozenset({"opposite", "event", "modifier", "role", "degree", "quantifier", "negation"}),
    "aspect": frozenset({"tense", "modality"}),
    "codemix": frozenset({"untranslated", "nonexistent"}),
    "conj_removed": frozenset({"missing"}),
    "function_word": frozenset({"pronoun", "quantifier", "word", "grammar", "modality", "negation"}),
    "gender": frozenset({"pronoun"}),
    "hypernym": frozenset({"specificity", "role", "event", "modifier"}),
    "ne_removed": frozenset({"missing"}),
    "ne_replaced": frozenset({"name", "role"}),
    "negation": frozenset({"negation", "opposite"}),
    "noun_removed": frozenset({"missing"}),
    "numbers_replaced": frozenset({"number", "quantifier"}),
    "pos_shift": frozenset({"word", "event", "modifier", "role", "form"}),
    "pp_removed": frozenset({"missing"}),
    "question": frozenset({"clause"}),
    "repeat2": frozenset({"repetition"}),
    "repeat4": frozenset({"repetition"}),
    "subj_removed": frozenset({"missing"}),
    "tense": frozenset({"tense", "modality"}),
    "verb_removed": frozenset({"missing"}),
    "word_swap": frozenset({"order", "role", "attachment"}),
}
"""Parts of the names of findings that name a planted error; related families count."""
Places = tuple[frozenset[int], frozenset[int]]
"""Words of the translation and of the reference, 0-based."""


@dataclass(slots=True)
class PlantedFigures:
    """Of planted errors beside one kind of reference, by kind: whether each is found, and whether it is named."""

    found: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    named: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    intact: list[int] = field(default_factory=list)

    @property
    def macro(self) -> float:
        """The mean over kinds of the share that is found."""
        return mean(mean(hits) for hits in self.found.values())

    def add(self, kind: str, touching: Sequence[Finding]) -> None:
        """Add an error and the new findings that touch it."""
        self.found[kind].append(bool(touching))
        if touching:
            parts = {part for each in touching for part in each.kind.name.split(".")}
            self.named[kind].append(not parts.isdisjoint(NAMED[kind]))

    def lines(self, title: str) -> Iterator[str]:
        """Yield what is printed."""
        by_kind = sorted((mean(hits), kind) for kind, hits in self.found.items())
        named = mean(mean(hits) for hits in self.named.values())
        yield f"{title}: found, macro {self.macro:.3f} · worst {by_kind[0][0]:.2f} · kind right where found {named:.2f}"
        yield "   " + " · ".join(f"{kind} {share:.2f}" for share, kind in by_kind)
        yield "   named: " + " · ".join(f"{kind} {mean(hits):.2f}" for kind, hits in sorted(self.named.items()))
        if self.intact:
            yield f"   shown an intact segment {mean(self.intact):.3f} (of {len(self.intact)})"


def planted_errors(data: Path, fold: int) -> tuple[PlantedFigures, PlantedFigures]:
    """Return the figures of DEMETR beside the intact text, and beside the reference."""
    own, other, store = PlantedFigures(), PlantedFigures(), AnalysisStore()
    for (reference_text, text), errors in planted_texts(data, fold).items():
        texts = sorted({reference_text, text, *(faulty for _, faulty in errors)})
        analyses = store.analyse(dict.fromkeys(texts, LAYERS))
        good, reference = analyses[text], analyses[reference_text]
        links = align(good, reference)
        before = [each for each in find(good, reference, links) if each.shown]
        other.intact.append(len(before))
        known = {_words_of(each, good) for each in before}
        for kind, faulty_text in errors:
            faulty = analyses[faulty_text]
            changed, gone = changed_words(good, faulty)
            own.add(kind, _touching(faulty, good, (changed, gone), set()))
            there = frozenset(partners(gone, links))
            other.add(kind, _touching(faulty, reference, (changed, there), known))
    return own, other


def planted_texts(data: Path, fold: int) -> Mapping[tuple[str, str], list[tuple[str, str]]]:
    """Return kinds and faulty texts by reference and intact translation, without kinds that change no meaning."""
    items: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for line in (data / "errors" / "demetr-dev.tsv").read_text(encoding="utf-8").split("\n")[1:]:
        if line:
            kind, _, number, _, *texts = line.split("\t")
            reference, good, faulty = map(single_spaced, texts)
            if kind not in SURFACE and fifth(f"demetr {number}") == fold:
                items[reference, good].append((kind, faulty))
    return items


def changed_words(before: Analysis, after: Analysis) -> Places:
    """Return the words of a faulty text that were changed, those beside a gap too, and those of the intact one."""
    texts = [[token.text.casefold() for token in text.tokens] for text in (before, after)]
    changed, gone = set[int](), set[int]()
    for change, start, end, new_start, new_end in SequenceMatcher(None, *texts, autojunk=False).get_opcodes():
        if change != "equal":
            gone.update(range(start, end))
            beside = range(new_start - 1, new_start + 1) if new_start == new_end else range(new_start, new_end)
            changed.update(beside)
    return frozenset(changed), frozenset(gone)


def _touching(text: Analysis, reference: Analysis, places: Places, known: set[tuple[object, ...]]) -> list[Finding]:
    shown = [each for each in find(text, reference, align(text, reference)) if each.shown]
    return [
        each
        for each in shown
        if not (places[0].isdisjoint(each.hypothesis) and places[1].isdisjoint(each.reference))
        and _words_of(each, text) not in known
    ]


def _words_of(finding: Finding, text: Analysis) -> tuple[object, ...]:
    return tuple(text.tokens[word].text.casefold() for word in finding.hypothesis), finding.reference


Spans = tuple[tuple[tuple[tuple[int, int], ...], float, str], ...]
"""Of each finding its characters, in runs of words, its probability and its kind."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A judged translation with its shown findings."""

    pair: Pair
    spans: Spans

    @property
    def errors(self) -> list[Mark]:
        """All errors."""
        return [mark for mark in self.pair.marks if mark.severity in ERRORS]

    @property
    def grave(self) -> list[Mark]:
        """Errors of accuracy or terminology."""
        return [mark for mark in self.errors if mark.category.startswith(MEANING)]


def judged_translations(pairs: Sequence[Pair]) -> Iterator[Judged]:
    """Yield judged translations with their shown findings, which are the same for all experts who judged it.

    As in a corpus, the other translations of the same segment are known.
    """
    store, segments = AnalysisStore(), grouped((pair.key, pair.text) for pair in pairs)
    for part in chunks(pairs, TOGETHER):
        texts = chain.from_iterable((pair.text, pair.reference_text) for pair in part)
        analyses = store.analyse(dict.fromkeys(texts, LAYERS))
        known: dict[tuple[str, str], Spans] = {}
        for pair in part:
            texts_of_pair = pair.text, pair.reference_text
            if texts_of_pair not in known:
                others = tuple(text for text in dict.fromkeys(segments[pair.key]) if text not in texts_of_pair)
                known[texts_of_pair] = _shown_spans(*(analyses[text] for text in texts_of_pair), others)
            yield Judged(pair, known[texts_of_pair])


def _shown_spans(text: Analysis, reference: Analysis, others: Sequence[str]) -> Spans:
    places, spans = character_spans(text), []
    for each in find(text, reference, align(text, reference), others=others):
        if each.shown:
            runs = tuple((places[a][0], places[b - 1][1]) for a, b in spans_of(each.hypothesis))
            spans.append((runs, each.probability, each.kind.name))
    return tuple(spans)


def all_marks(raters: Sequence[Pair]) -> Pair:
    """Return a translation with the marks of all its experts, and the omissions of the one who marked most."""
    marks = tuple(chain.from_iterable(pair.marks for pair in raters))
    return replace(raters[0], marks=marks, omissions=max(pair.omissions for pair in raters))


def rater_spans(pair: Pair) -> Spans:
    """Return the errors of meaning that an expert marked in the form of findings, to be held against another's."""
    marked = [(((mark.start, mark.end),), 1.0, "word.different") for mark in Judged(pair, ()).grave]
    return (*marked, *[((), 1.0, "word.missing")] * pair.omissions)


def held_against_each_other(raters: Iterable[Sequence[Pair]]) -> list[Judged]:
    """Return each translation as one expert judged it, with the errors that another one marked as its findings."""
    return [Judged(pair, rater_spans(other)) for pairs in raters for pair, other in permutations(pairs, 2)]


def touches(runs: Iterable[tuple[int, int]], marks: Iterable[Mark]) -> bool:
    """Return whether characters overlap those of errors."""
    marks = list(marks)
    return any(start < mark.end and mark.start < end for start, end in runs for mark in marks)


def tells_of_omission(kind: str, judged: Judged) -> bool:
    """Return whether a finding says that something is missing where an expert marked that; such marks have no place."""
    return KINDS[kind].mqm == OMISSION and judged.pair.omissions > 0


def judged_figures(judged: Sequence[Judged]) -> dict[str, float]:
    """Return precision, recall, F1 over characters and calibration of shown findings; undefined ones are left out."""
    shown = [(each, runs, chance) for each in judged for runs, chance, _ in each.spans if runs]  # an expert's omission
    told = [
        touches(runs, each.grave) or tells_of_omission(kind, each) for each in judged for runs, _, kind in each.spans
    ]
    hits = [(mark, any(touches(runs, [mark]) for runs, _, _ in each.spans)) for each in judged for mark in each.grave]
    lacking = [
        any(tells_of_omission(kind, each) for *_, kind in each.spans)
        for each in judged
        for _ in range(each.pair.omissions)
    ]
    figures = {
        "touch an error of accuracy or terminology": [touches(runs, each.grave) for each, runs, _ in shown],
        "touch any error": [touches(runs, each.errors) for each, runs, _ in shown],
        "such errors touched": [hit for _, hit in hits],
        "major ones touched": [hit for mark, hit in hits if mark.severity != "minor"],
        "touch one or tell of an omission": told,
        "such errors and omissions found": [*(hit for _, hit in hits), *lacking],
        "right at 60 to 80 %": [touches(runs, each.errors) for each, runs, chance in shown if 0.6 <= chance < 0.8],
    }
    counts = sum(map(_characters, judged), np.zeros(3))
    return {
        "errors of accuracy or terminology a translation": len(hits) / len(judged),
        "shown a translation": len(shown) / len(judged),
        **{name: mean(values) for name, values in figures.items() if values},
        "F1 of characters": float(2 * counts[0] / max(1.0, counts[1] + counts[2])),
    }


def _characters(judged: Judged) -> np.ndarray:
    """Return how many characters are of findings and of errors, of findings, and of errors."""
    chosen, marked = (np.zeros(len(judged.pair.text), bool) for _ in range(2))
    for runs, _, kind in judged.spans:
        for start, end in runs if KINDS[kind].mqm != OMISSION else ():
            chosen[start:end] = True
    for mark in judged.grave:
        marked[mark.start : mark.end] = True
    return np.array([(chosen & marked).sum(), chosen.sum(), marked.sum()], float)


def judged_lines(title: str, judged: Sequence[Judged]) -> Iterator[str]:
    """Yield what is printed of judged translations, with a line for each kind of finding."""
    yield f"{title}, {len(judged)} translations"
    yield "   " + " · ".join(f"{name} {value:.3f}" for name, value in judged_figures(judged).items())
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for each in judged:
        for runs, _, kind in each.spans:
            kinds[kind].update(shown=1, right=touches(runs, each.grave), any=touches(runs, each.errors))
    for kind, count in sorted(kinds.items(), key=lambda item: -item[1]["shown"]):
        yield f"   {kind:<22} {count['right']:>3} (any {count['any']:>3}) of {count['shown']:>3}"


def translations_from_chinese(data: Path) -> dict[str, list[Judged]]:
    """Return translations whose marks neither the network nor a threshold saw; experts stand beside each other, too."""
    raters = list(marked_by_each(data))
    each = list(judged_translations(list(chain.from_iterable(raters))))
    spans = {(known.pair.text, known.pair.reference_text): known.spans for known in each}
    return {
        "TED zh-en": list(judged_translations(list(talks(data)))),
        "WMT 2023 zh-en": each,
        "WMT 2023 zh-en, marked by any of three": [
            Judged(all_marks(pairs), spans[pairs[0].text, pairs[0].reference_text]) for pairs in raters
        ],
        "WMT 2023 zh-en, another expert's errors": held_against_each_other(raters),
    }


def error_figures(data: Path, fold: int) -> dict[str, float | None]:
    """Print the table of errors of others, and return its figures.

    Translations from Chinese belong to no fifth; they come with the one for thresholds.
    """
    own, other = planted_errors(data, fold)
    judged = {"bio MQM": list(judged_translations([pair for pair in judged_pairs(data) if pair.fold == fold]))}
    if fold == TUNING:
        judged |= translations_from_chinese(data)
    planted = (*own.lines("DEMETR beside the intact text"), *other.lines("DEMETR beside the reference"))
    for line in chain(planted, *(judged_lines(*each) for each in judged.items())):
        print(line)
    return {
        "found beside the intact text": own.macro,
        "worst kind": min(map(mean, own.found.values())),
        "found beside the reference": other.macro,
        "shown an intact segment": mean(other.intact),
        **{f"{title}: {name}": value for title, each in judged.items() for name, value in judged_figures(each).items()},
    }

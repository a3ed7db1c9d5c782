"""Words by bucket: of the words of one frequency, length or part of speech, how many a system gets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np

from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisStore
from meantree.corpus.analyses import analyse, analysis_of
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import UsageError
from meantree.escaping import did_you_mean, listed
from meantree.evaluation.buckets import Titled, number_title
from meantree.evaluation.unit_counts import UnitCounts
from meantree.metrics.case import folded
from meantree.metrics.lexical.words import words_of
from meantree.search.filters import Places
from meantree.work import Work, chunks

WordKey = Literal["frequency", "pos", "word-length"]
WORD_KEYS: Final[tuple[WordKey, ...]] = get_args(WordKey)
WORD_TITLES: Final[Mapping[WordKey, str]] = {
    "frequency": "Occurrences in the references",
    "pos": "Part of speech",
    "word-length": "Letters",
}
FREQUENCIES: Final = (1, 2, 3, 4, 5, 10, 100, 1000)
"""Occurrences from which on a word is in the next bucket, as in compare-mt (Neubig et al. 2019)."""
LETTERS: Final = (1, 2, 3, 4, 5, 7, 10, 13)
"""The same for the letters of a word."""
TOGETHER: Final = 32
"""Segments that are analysed together."""
Words = Counter[tuple[Titled, str]]
"""How often a text has each word, with its bucket."""


@dataclass(frozen=True, slots=True)
class WordBucket:
    """Words that have something in common.

    Attributes:
        title: what, as ``5–9``; :data:`WORD_TITLES` says of what.
        counts: of the words of each system; recall, precision and F are theirs.
    """

    title: str
    counts: Mapping[str, UnitCounts]


@dataclass(frozen=True, slots=True)
class WordBuckets:
    """Words by bucket; every word of a reference or translation is in one.

    Attributes:
        by: what words are put together by.
        buckets: in the order of their titles; none is empty.
        segments: how many were counted, those that every system translated.
        left_out: how many others were asked for.
    """

    by: WordKey
    buckets: tuple[WordBucket, ...]
    segments: int
    left_out: int


def word_buckets(
    corpus: Corpus,
    store: AnalysisStore,
    by: WordKey,
    systems: Sequence[str],
    *,
    places: Places | None = None,
    work: Work | None = None,
) -> WordBuckets:
    """Count which words of the first reference each system gets.

    A word is got where the same one, case-folded, stands in the translation, in the same bucket, as often as it does.
    Words are cut by sacrebleu's tokenizer (``13a``), for parts of speech by the analyser.

    Args:
        corpus: texts.
        store: analyses are taken from it, and made, for parts of speech alone.
        by: how often the word stands in the first references of the whole corpus (``frequency``), its part of speech
            (``pos``), or how many letters it has (``word-length``).
        systems: of the corpus.
        places: these segments alone, 0-based; all by default.
        work: progress and cancel.

    Raises:
        UsageError: if there is no such system, or the pipeline cannot be loaded.
        Cancelled: if the user stopped it.
    """
    for system in systems:
        if system not in corpus.systems:
            known = listed(corpus.systems) or "none"
            raise UsageError(f"there is no system {did_you_mean(system, corpus.systems)}; there are {known}")
    work = work or Work()
    asked = range(len(corpus.segments)) if places is None else np.asarray(places).tolist()
    kept = [corpus.segments[place] for place in asked if _is_whole(corpus.segments[place], systems)]
    depth, read = WORDS if by == "pos" else Layers(), _reader(corpus, by)
    found: dict[Titled, dict[str, UnitCounts]] = {}
    done = 0
    for part in chunks(kept, TOGETHER * work.jobs):
        work.step("Counting words", done, len(kept))
        rows = [_texts(segment, systems) for segment in part]
        every = [text for row in rows for text in row]
        taken = analyse(every, store, depth, work=work.silent())
        for row in rows:
            ref, *hyps = (read(analysis_of(text, taken, depth)) for text in row)
            for system, hyp in zip(systems, hyps, strict=True):
                _count(found, system, hyp, ref)
        done += len(part)
    work.report("Counting words", done, len(kept))
    buckets = tuple(WordBucket(title, _whole(counts, systems)) for (_, title), counts in sorted(found.items()))
    return WordBuckets(by, buckets, len(kept), len(asked) - len(kept))


def _is_whole(segment: Segment, systems: Iterable[str]) -> bool:
    """Whether there is a reference, and a translation by every system."""
    return bool(segment.references) and all(system in segment.hypotheses for system in systems)


def _texts(segment: Segment, systems: Iterable[str]) -> list[Text]:
    """The first reference, and the translations."""
    return [next(iter(segment.references.values())), *(segment.hypotheses[system] for system in systems)]


def _reader(corpus: Corpus, by: WordKey) -> Callable[[Analysis], Words]:
    """What cuts a text into words and puts each in its bucket."""
    if by == "pos":
        return lambda text: Counter(((0.0, one.upos or "none"), folded(one.text, "fold")) for one in text.tokens)
    if by == "word-length":
        return lambda text: Counter((number_title(len(word), LETTERS), word) for word in _cut(text.text))
    references = (next(iter(one.references.values())) for one in corpus.segments if one.references)
    times = Counter(word for text in references for word in _cut(text.text))
    return lambda text: Counter((number_title(times[word], FREQUENCIES), word) for word in _cut(text.text))


def _cut(text: str) -> tuple[str, ...]:
    return words_of(text, "13a", "fold")


def _count(found: dict[Titled, dict[str, UnitCounts]], system: str, hyp: Words, ref: Words) -> None:
    for key in hyp.keys() | ref.keys():
        matched = min(hyp[key], ref[key])
        counts = UnitCounts(ref[key], matched, hyp[key], hyp[key] - matched)
        of_systems = found.setdefault(key[0], {})
        of_systems[system] = of_systems.get(system, UnitCounts()) + counts


def _whole(counts: Mapping[str, UnitCounts], systems: Iterable[str]) -> dict[str, UnitCounts]:
    return {system: counts.get(system, UnitCounts()) for system in systems}

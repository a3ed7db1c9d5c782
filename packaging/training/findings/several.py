"""Texts with several planted errors: with one in each text, weights would learn that what is not alone is no error."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from meantree.alignment.aligner import align
from meantree.analysis.store import AnalysisStore
from meantree.evaluation.planted_faults import PlantedCorpus, PlantedPair, planted_pair
from meantree.phenomena.planting.faults import LAYERS, Characters, Fault

HOW_MANY = (2, 2, 3, 3, 4, 5)
MARGIN = 2
"""Characters between two errors, at least."""


def several_planted(
    corpus: PlantedCorpus, store: AnalysisStore, chooser: random.Random
) -> Iterator[tuple[int, bool, tuple[PlantedPair, ...]]]:
    """Yield texts with several of the planted errors of a corpus, beside their originals and other references.

    Each comes with the 0-based place of its pair, whether the reference is the original, and the same pair of texts
    for each of its errors.
    """
    rows = list(several(((each.place, each.beside_original.fault) for each in corpus.planted), chooser))
    analyses = store.analyse({faults[0].faulty: LAYERS for _, faults in rows})
    for place, faults in rows:
        own, other, links = corpus.pairs[place]
        changed = analyses[faults[0].faulty]
        for reference, original_links in ((own, None), (other, links)):
            if reference is not None and changed.sentences and reference.sentences:
                alignment = align(changed, reference)
                pairs = (planted_pair(each, own, changed, reference, alignment, original_links) for each in faults)
                yield place, original_links is None, tuple(pairs)


def several(chosen: Iterable[tuple[int, Fault]], chooser: random.Random) -> Iterator[tuple[int, tuple[Fault, ...]]]:
    """Yield errors of each text that do not touch each other, planted together, with the 0-based place of the text.

    All faults of a text have the same faulty text, with all errors. Texts with a single error are left out.
    """
    by_place: dict[int, list[Fault]] = defaultdict(list)
    for place, fault in chosen:
        by_place[place].append(fault)
    for place, faults in sorted(by_place.items()):
        most = chooser.choice(HOW_MANY)
        taken: list[Fault] = []
        for fault in chooser.sample(faults, len(faults)):
            if len(taken) < most and all(_are_apart(fault, other) for other in taken):
                taken.append(fault)
        if len(taken) > 1:
            yield place, together(taken)


def together(faults: Sequence[Fault]) -> tuple[Fault, ...]:
    """Return the faults of one original, apart from each other, with the text that has them all."""
    text, shift = faults[0].original, 0
    moved = []
    for fault in sorted(faults, key=_changed):
        start, end = _changed(fault)
        new_end = end + len(fault.faulty) - len(fault.original)
        text = text[: start + shift] + fault.faulty[start:new_end] + text[end + shift :]
        moved.append((fault, tuple((first + shift, last + shift) for first, last in fault.faulty_spans)))
        shift += len(fault.faulty) - len(fault.original)
    return tuple(Fault(fault.kind, fault.original, text, fault.original_spans, spans) for fault, spans in moved)


def _are_apart(first: Fault, second: Fault) -> bool:
    (start, end), (other_start, other_end) = _changed(first), _changed(second)
    return end + MARGIN <= other_start or other_end + MARGIN <= start


def _changed(fault: Fault) -> Characters:
    """Return the stretch of the original that differs from the faulty text or is a span of the fault."""
    old, new = fault.original, fault.faulty
    longer = len(new) - len(old)
    start, end = _alike(old, new), len(old) - _alike(old[::-1], new[::-1])
    starts = [first for first, _ in (*fault.original_spans, *fault.faulty_spans)]
    ends = [*(last for _, last in fault.original_spans), *(last - longer for _, last in fault.faulty_spans)]
    start = min(start, *starts, end)
    return start, max(end, start, start - longer, *ends)


def _alike(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))

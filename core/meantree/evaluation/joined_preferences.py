"""People's preferences beside the translations that they are of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from meantree.corpus.corpus import Corpus
from meantree.corpus.formats.pairwise_judgements import PairwiseJudgement
from meantree.corpus.formats.ratings import matching_system
from meantree.errors import UsageError
from meantree.escaping import counted, listed, quoted, shortened

Places = NDArray[np.intp]
Floats = NDArray[np.float64]
SHOWN = 5
"""Ids that a message lists."""


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """Preferences of one corpus.

    Attributes:
        corpus: the segments and systems that preferences are of, with no other translation.
        better, worse: shape (p,), 0-based places in ``corpus.systems``.
        segments: shape (p,), 0-based places in ``corpus.segments``.
        notes: what was left out, in sentences.
    """

    corpus: Corpus
    better: Places
    worse: Places
    segments: Places
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.segments)

    def margins(self, scores: Floats) -> Floats:
        """By how much the better translation scores more, shape (p,), of scores of shape (systems, segments)."""
        return scores[self.better, self.segments] - scores[self.worse, self.segments]

    def shares(self) -> Floats:
        """Of its comparisons in a segment, how many each system won, shape (systems, segments); NaN without one."""
        won, lost = np.zeros((2, len(self.corpus.systems), len(self.corpus.segments)))
        np.add.at(won, (self.better, self.segments), 1)
        np.add.at(lost, (self.worse, self.segments), 1)
        found: Floats = np.divide(won, won + lost, out=np.full(won.shape, np.nan), where=won + lost > 0)
        return found


def joined(corpus: Corpus, preferences: Sequence[PairwiseJudgement]) -> Joined:
    """The preferences that are of translations in a corpus.

    Raises:
        UsageError: if none is.
    """
    places = _places(corpus)
    meant = {name: matching_system(name, corpus.systems) for one in preferences for name in (one.better, one.worse)}
    kept: list[tuple[int, str, str]] = []
    lost: Counter[str] = Counter()
    for one in preferences:
        place, better, worse = places.get(one.id), meant[one.better], meant[one.worse]
        if place is None:
            lost["id"] += 1
        elif better is None or worse is None:
            lost["system"] += 1
        elif not {better, worse} <= corpus.segments[place].hypotheses.keys() or better == worse:
            lost["translation"] += 1
        else:
            kept.append((place, better, worse))
    notes = tuple(_losses(corpus, preferences, lost, places, [name for name, one in meant.items() if one is None]))
    if not kept:
        found = counted(len(preferences), "preference")
        raise UsageError(f"{shortened(corpus.name)}: none of {found} is of its translations. {' '.join(notes)}")
    return _cut(corpus, kept, notes)


def _places(corpus: Corpus) -> dict[str, int]:
    """Segments by their names; by their ids alone, too, if these do not begin anew in each document."""
    by_id = {one.id: place for place, one in enumerate(corpus.segments)}
    return {**(by_id if len(by_id) == len(corpus.segments) else {}), **corpus.places}


def _losses(
    corpus: Corpus,
    preferences: Sequence[PairwiseJudgement],
    lost: Counter[str],
    places: dict[str, int],
    unknown: list[str],
) -> list[str]:
    told, left = [], "left out"
    if lost["id"]:
        absent = list(dict.fromkeys(one.id for one in preferences if one.id not in places))
        ids = f"{counted(len(absent), 'id')} not in the corpus, such as {quoted(absent[0])}"
        here = listed(list(places)[:SHOWN])
        told.append(f"{counted(lost['id'], 'preference')} {left}: {ids}; ids there begin with {here}.")
    if lost["system"]:
        found = f"no translations by {listed(unknown)}, found those by {listed(corpus.systems)}"
        told.append(f"{counted(lost['system'], 'preference')} {left}: {found}.")
    if lost["translation"]:
        told.append(f"{counted(lost['translation'], 'preference')} {left}: a translation is not there.")
    return told


def _cut(corpus: Corpus, kept: Sequence[tuple[int, str, str]], notes: tuple[str, ...]) -> Joined:
    """Nothing but what is compared."""
    of_segments: dict[int, set[str]] = {}
    for place, *pair in kept:
        of_segments.setdefault(place, set()).update(pair)
    there = set().union(*of_segments.values())
    systems = tuple(name for name in corpus.systems if name in there)
    segments = []
    for place in sorted(of_segments):
        one = corpus.segments[place]
        hypotheses = {name: text for name, text in one.hypotheses.items() if name in of_segments[place]}
        segments.append(replace(one, hypotheses=hypotheses))
    rows = {name: place for place, name in enumerate(systems)}
    columns = {place: column for column, place in enumerate(sorted(of_segments))}
    cells = [(rows[better], rows[worse], columns[place]) for place, better, worse in kept]
    better, worse, where = np.array(cells, dtype=np.intp).T
    return Joined(replace(corpus, segments=tuple(segments), systems=systems), better, worse, where, notes)

"""What people and metrics say of the same translations, as matrices of systems by segments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.corpus.corpus import MQM_KIND, Corpus, Segment
from meantree.errors import UsageError
from meantree.escaping import counted, escaped, listed, quoted, shortened
from meantree.evaluation.data_frames import is_error_rate, mean_ratings
from meantree.evaluation.measured import Floats, known_means
from meantree.evaluation.significance import summed_statistics
from meantree.metrics.compared_words import length_of
from meantree.scoring.table import ScoreTable

SET_ASIDE: Final = re.compile(r"metricsystem\d*|ref-?[A-Z0-9]?", re.IGNORECASE)
"""Names that do not stand for a system under test: synthetic systems made to test metrics, and references."""
LENGTHS: Final = ("length of hypothesis", "length of reference")
"""Baselines that do not depend on quality."""
MAX_RATING: Final = 1e100
"""The largest rating accepted: squares of larger ones overflow."""


@dataclass(frozen=True, slots=True, eq=False)
class RatedCorpus:
    """One language pair: the translations that have a rating and a score by every metric.

    Attributes:
        table: the scores, with the rated part of the corpus.
        places: shape (n,), 0-based places of the segments in ``table.corpus``.
        human: shape (s, n), ratings, averaged over raters, higher is better; NaN where not rated, or excluded.
        scores: by spec, shape (s, n), segment scores, higher is better; NaN exactly where ``human`` is.
        system_scores: by spec, shape (s,), the metric's own score of each system, from the summed statistics of the
            same translations; higher is better, NaN where undefined.
        turned: whether ratings count errors and therefore have their sign changed.
        notes: what was excluded or has its sign changed, in sentences.
    """

    table: ScoreTable
    kind: str
    systems: tuple[str, ...]
    places: NDArray[np.intp]
    human: Floats
    scores: Mapping[str, Floats]
    system_scores: Mapping[str, Floats]
    turned: bool
    notes: tuple[str, ...]

    @property
    def corpus(self) -> Corpus:
        """The rated part of the corpus."""
        return self.table.corpus

    @property
    def name(self) -> str:
        """Of the corpus."""
        return self.corpus.name

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The segment of each column of the matrices."""
        return tuple(self.corpus.segments[place] for place in self.places)

    @property
    def known(self) -> NDArray[np.bool_]:
        """Shape (s, n), whether the matrices have a number."""
        return ~np.isnan(self.human)

    @property
    def human_systems(self) -> Floats:
        """Shape (s,), the mean rating of each system."""
        return known_means(self.human)

    def lengths(self) -> dict[str, Floats]:
        """Return the :data:`LENGTHS` in words, shape (s, n) each; several references count with their mean."""
        segments = self.segments
        references = [np.mean([length_of(text.text) for text in segment.references.values()]) for segment in segments]
        hypotheses = np.full(self.human.shape, np.nan)
        for row, column in np.argwhere(self.known):
            hypotheses[row, column] = length_of(segments[column].hypotheses[self.systems[row]].text)
        shared = np.where(self.known, np.array(references, dtype=np.float64), np.nan)
        return dict(zip(LENGTHS, (hypotheses, shared), strict=True))


def why_no_ratings(corpus: Corpus) -> str:
    """Return what problems of a corpus say of ratings, each after a semicolon."""
    return "".join(f"; {problem}" for problem in corpus.problems if "ratings" in problem.message)


def rated_part(corpus: Corpus, kind: str) -> tuple[Corpus, tuple[str, ...]]:
    """Return the segments and systems with ratings of a kind, and in sentences what was set aside.

    Only these are scored, and metrics that learn from the corpus (``nist``) learn from these.

    Raises:
        UsageError: if there are no such ratings, only one segment has some, all are equal, or one is too large.
    """
    ratings_of = [[rating for rating in segment.ratings if rating.kind == kind] for segment in corpus.segments]
    if not any(ratings_of):
        kinds = listed(corpus.rating_kinds)
        available = f"found ratings of the kinds {kinds}" if kinds else "found no ratings of any kind"
        raise UsageError(f"{shortened(corpus.name)}: no ratings {quoted(kind)}, {available}{why_no_ratings(corpus)}")
    named = {rating.system for ratings in ratings_of for rating in ratings}
    set_aside = [name for name in corpus.systems if name in named and SET_ASIDE.fullmatch(name)]
    systems = tuple(name for name in corpus.systems if name in named and name not in set_aside)
    rated_systems = {
        place: {rating.system for rating in ratings if rating.system in systems}
        for place, ratings in enumerate(ratings_of)
        if any(rating.system in systems for rating in ratings)
    }
    if len(rated_systems) < 2:
        raise UsageError(
            f"{shortened(corpus.name)}: {counted(len(rated_systems), 'segment')} with ratings {quoted(kind)}"
            f"{_of_systems(set_aside)}, expected at least 2{why_no_ratings(corpus)}"
        )
    largest = max((abs(rating.value), rating.value) for ratings in ratings_of for rating in ratings)
    if largest[0] > MAX_RATING:
        raise UsageError(
            f"{shortened(corpus.name)}: a rating {quoted(kind)} of {largest[1]:g}, expected none beyond ±{MAX_RATING:g}"
        )
    if len({rating.value for place in rated_systems for rating in ratings_of[place] if rating.system in systems}) == 1:
        raise UsageError(
            f"{shortened(corpus.name)}: all ratings {quoted(kind)} are equal, so no metric can correlate with them"
        )
    segments = tuple(_rated_alone(corpus.segments[place], names) for place, names in rated_systems.items())
    notes = (f"{listed(set_aside)}: excluded, since only systems under test are measured.",) if set_aside else ()
    return replace(corpus, segments=segments, systems=systems), notes


def _of_systems(set_aside: Sequence[str]) -> str:
    return f" without those of {listed(set_aside)}, which are not systems under test" if set_aside else ""


def _rated_alone(segment: Segment, systems: set[str]) -> Segment:
    """Return the segment with only its rated translations, so that nothing else is analysed."""
    return replace(segment, hypotheses={name: text for name, text in segment.hypotheses.items() if name in systems})


def rated_corpus(table: ScoreTable, kind: str, notes: Sequence[str] = ()) -> RatedCorpus:
    """Return the ratings of a kind and the scores by all metrics, of the translations that have all of them.

    Args:
        table: scores of a rated part of a corpus.
        notes: sentences about what was set aside before.

    Raises:
        UsageError: if fewer than two segments have a rating and all scores, or these ratings are all equal.
    """
    human = mean_ratings(table.corpus, kind)
    turned = counts_errors(kind, human[~np.isnan(human)])
    human = -human if turned else human
    scores = {spec: score_matrix(table, spec) for spec in table.metrics}
    known: NDArray[np.bool_] = np.logical_and.reduce(np.isfinite(np.stack([human, *scores.values()])))
    places = np.flatnonzero(known.any(axis=0))
    all_notes = [*notes, *_losses(human, scores, known), *_turned(table, kind, turned=turned)]
    _require_enough(table.corpus.name, kind, human[known], len(places), all_notes)
    return RatedCorpus(
        table=table,
        kind=kind,
        systems=table.corpus.systems,
        places=places,
        human=np.where(known, human, np.nan)[:, places],
        scores={spec: np.where(known, score, np.nan)[:, places] for spec, score in scores.items()},
        system_scores={spec: _system_scores(table, spec, known) for spec in table.metrics},
        turned=turned,
        notes=tuple(all_notes),
    )


def counts_errors(kind: str, ratings: Floats) -> bool:
    """Whether lower is better: for error rates, and for ``mqm`` if it is a sum of penalties, not their negative."""
    return is_error_rate(kind) or (kind.casefold() == MQM_KIND and bool((ratings >= 0).all() and (ratings > 0).any()))


def _losses(human: Floats, scores: Mapping[str, Floats], known: NDArray[np.bool_]) -> Iterator[str]:
    """Yield sentences on rated translations that a metric cannot score, which are excluded for all metrics."""
    rated = ~np.isnan(human)
    for spec, score in scores.items():
        if missing := int((np.isnan(score) & rated).sum()):
            yield f"{escaped(spec)} is undefined in {counted(missing, 'rated translation')}."
    if missing := int((rated & ~known).sum()):
        yield f"{counted(missing, 'rated translation')} of {int(rated.sum()):,} excluded for all metrics."


def turned_note(kind: str) -> str:
    """Return the sentence that the sign of ratings was changed."""
    return f"{escaped(kind)} counts errors: the sign of the ratings is changed, so that higher is better."


def _turned(table: ScoreTable, kind: str, *, turned: bool) -> Iterator[str]:
    if turned:
        yield turned_note(kind)
    if falling := [spec for spec, metric in table.metrics.items() if not metric.higher_is_better]:
        yield f"{listed(falling)}: sign changed, so that higher is better."


def _require_enough(name: str, kind: str, ratings: Floats, segments: int, notes: Sequence[str]) -> None:
    why = "".join(f" {note}" for note in notes)
    if segments < 2:
        problem = f"{counted(segments, 'segment')} with ratings {quoted(kind)} and all scores, expected at least 2."
        raise UsageError(f"{shortened(name)}: {problem}{why}")
    if ratings.min() == ratings.max():
        raise UsageError(
            f"{shortened(name)}: all ratings {quoted(kind)} are equal, so no metric can correlate with them.{why}"
        )


def score_matrix(table: ScoreTable, spec: str) -> Floats:
    """Return segment scores, shape (systems, segments), higher is better, NaN where undefined or not scored."""
    sign = 1.0 if table.metrics[spec].higher_is_better else -1.0
    columns = [table.columns[system, spec] for system in table.corpus.systems]
    return np.stack([np.where(column.defined, sign * column.scores, np.nan) for column in columns])


def _system_scores(table: ScoreTable, spec: str, known: NDArray[np.bool_]) -> Floats:
    """Return each system's score over its known translations, shape (systems,); higher is better, NaN if undefined."""
    metric = table.metrics[spec]
    values = []
    for system, row in zip(table.corpus.systems, known, strict=True):
        places = np.flatnonzero(row)
        summed = summed_statistics(table, spec, [system], places)[0] if len(places) else None
        values.append(None if summed is None else summed.score)
    scores = np.array(values, dtype=np.float64)  # None becomes NaN
    return scores if metric.higher_is_better else -scores

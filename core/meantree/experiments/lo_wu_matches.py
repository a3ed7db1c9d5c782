"""N-grams, subtrees and roles that match in two translations, one useful, one less so (Lo & Wu 2012, their example)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from meantree.corpus.corpus import Corpus
from meantree.escaping import escaped
from meantree.evaluation.compared_frames import Compared, Floats, Stacked
from meantree.evaluation.table_figures import Marks
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.framed import BLEU, Framed
from meantree.experiments.study import Study
from meantree.metrics.lexical.bleu import ORDER
from meantree.work import Work

STM = f"stm:d={ORDER}"
COUNTED: Final = (
    *(f"{size}-grams" for size in range(1, ORDER + 1)),
    *(f"subtrees of depth {depth}" for depth in range(1, ORDER + 1)),
)
SAID: Final = (
    "Two translations about which BLEU and people disagree most, of one source where there are several: matched parts "
    "of each. A role counts as much of it as matched. The paper's example, useful against less useful: n-grams 15 4 1 "
    "0 against 15 4 3 1, subtrees 35 6 1 0 against 34 8 2 0, predicates 2 against 0, arguments 1 against 0."
)


def matches_table(study: Study, corpora: Sequence[Framed], work: Work) -> ValueTable:
    """A column for what people find useful, and one for what they do not, of each corpus.

    Raises:
        Cancelled: if the user stopped it.
    """
    rows = [row for one in corpora if len(one.compared) > 1 for row in _rows(study, one, work)]
    notes = [
        f"{escaped(one.name)}: without ratings, by scores of frames in their place."
        for one in corpora
        if one.compared and not one.judged
    ]
    title = "Lo & Wu: what matches in a useful translation and in one that is less so"
    head = ("corpus", "what matches", "more useful", "less useful")
    figure = Marks((2, 3), "matched", by=1)
    return ValueTable("lo-wu-matches", title, " ".join([SAID, *notes]), head, tuple(rows), (figure,))


def _rows(study: Study, one: Framed, work: Work) -> Iterator[tuple[Value, ...]]:
    pair, corpus = example(one), one.table.corpus
    segments = [corpus.segments[found.place] for found in pair]
    yield one.name, "segment", *(segment.key for segment in segments)
    yield one.name, "system", *(found.system for found in pair)
    yield (
        one.name,
        "translation",
        *(segment.hypotheses[found.system].text for segment, found in zip(segments, pair, strict=True)),
    )
    yield one.name, "reference", *(next(iter(segment.references.values())).text for segment in segments)
    counts = [_matched(study, corpus, found, work) for found in pair]
    for row, name in enumerate(COUNTED):
        yield one.name, name, *(count[row] for count in counts)
    for name, columns in (("predicates", slice(0, 1)), ("arguments", slice(1, None))):
        yield one.name, name, *(float(found.hypothesis.credited[:, columns].sum()) for found in pair)


def example(one: Framed) -> tuple[Compared, Compared]:
    """The more and the less useful of two translations that BLEU orders the other way round, as clearly as can be.

    Of one source if there are two that people find differently good; else those with the largest and the smallest
    difference of rating and BLEU, both standardised.
    """
    people, found = _people(one)
    scores = [one.table.segment_score(this.system, BLEU, this.place) for this in found]
    bleu = _standardised(np.array(scores, dtype=np.float64))
    sources: dict[int, list[int]] = {}
    for number, this in enumerate(found):
        sources.setdefault(this.place, []).append(number)
    best, chosen = -np.inf, None
    for numbers in map(np.array, sources.values()):
        better, worse = (np.subtract.outer(values[numbers], values[numbers]) for values in (people, bleu))
        # Rounded, so that of equals the first is taken.
        clear = np.where(better > 0, np.minimum(better, -worse).round(9), -np.inf)
        if clear.max() > best:
            first, second = np.unravel_index(int(np.argmax(clear)), clear.shape)
            best, chosen = float(clear.max()), (int(numbers[first]), int(numbers[second]))
    if chosen is None:
        gaps = (people - bleu).round(9)
        chosen = int(np.argmax(gaps)), int(np.argmin(gaps))
    return found[chosen[0]], found[chosen[1]]


def _people(one: Framed) -> tuple[Floats, Sequence[Compared]]:
    """What people say of translations, standardised, or, where nobody rated any, their frames."""
    if one.judged:
        return _standardised(np.array([this.rating for this in one.judged])), [this.compared for this in one.judged]
    scored = [this for this in one.compared if one.table.segment_score(this.system, BLEU, this.place) is not None]
    return _standardised(Stacked(scored).scores(one.unsupervised())), scored


def _standardised(values: Floats) -> Floats:
    spread = values.std()
    standard: Floats = (values - values.mean()) / (spread if spread > 0 else 1.0)
    return standard


def _matched(study: Study, corpus: Corpus, found: Compared, work: Work) -> list[Value]:
    """How many n-grams and subtrees match, in the order of :data:`COUNTED`; None where a text cannot be scored."""
    segment = corpus.segments[found.place]
    alone = replace(segment, hypotheses={found.system: segment.hypotheses[found.system]})
    table = study.table(replace(corpus, segments=(alone,), systems=(found.system,)), (BLEU, STM), work)
    cells: list[Value] = []
    for spec, places in ((BLEU, slice(2, 2 + ORDER)), (STM, slice(0, ORDER))):
        row = table.columns[found.system, spec].row(0)
        cells += [None] * ORDER if row is None else [int(count) for count in row[places]]
    return cells

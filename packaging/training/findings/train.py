"""Train the probabilities of findings: ``train.py DATA WEIGHTS``; prints their calibration on texts held out in turn.

For each kind a logistic model over the cues of its candidates, by Newton's method, with weights drawn towards those of
a model for all kinds together. It is right for planted and for natural errors:

- errors planted in good translations (DEMETR) and in biomedical ones in which experts found no error, one or several in
  a text, beside the original and beside the reference, and the original beside its faulty copy: a candidate is right if
  it names an error; beside the intact text all are wrong;
- translations of WMT 2023 zh-en beside the best other ones, of every third document: a candidate is as right as experts
  marked its words.
- twelve sentences of our own that were left in another language.

None of them is measured by ``measure.py``.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from several import several_planted
from texts import FOREIGN, Rated, good_translations, marked

from meantree.alignment.aligner import align
from meantree.analysis.sentences import Analysis, character_spans
from meantree.analysis.store import AnalysisStore
from meantree.evaluation.planted_faults import PlantedCorpus, PlantedPair, planted_corpus
from meantree.phenomena.catalogue import KINDS
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.places import is_shown
from meantree.phenomena.planting.faults import LAYERS
from meantree.phenomena.search import (
    INTERCEPT,
    MOST_SHOWN,
    WEIGHED_AS,
    Weights,
    candidates,
    chosen_among,
    probability,
)

Floats = NDArray[np.float64]
Source = Literal["intact", "beside original", "beside reference", "marked"]
SEED, MOST = 7, 200
"""Errors of each kind that are planted."""
MOST_SCALE = 3.0
"""How much more errors of rare kinds count, at most."""
COUNTS: dict[Source, tuple[float, float]] = {
    "intact": (4.0, 0.0),
    "beside original": (1.5, 1.5),
    "beside reference": (1.0, 4.0),
    "marked": (40.0, 2.5),
}
"""What wrong and right candidates count. Of 10, 20, 40 and 80 for wrong ones among marked words, findings in marked
texts are most often right with 40 on texts held out in turn; with more, fewer are shown."""
MIRRORED = 0.25
"""What an original counts beside its faulty copy, which is how errors are planted that add something. With more, more
additions are found, and fewer findings touch an error of natural texts."""
EXPERTS, TRUST = 2, 0.8
"""Marks that make a candidate as right as marks can, and how right that is: experts mark more than differs."""
NEAR = 0.95
"""Closeness above which marks say little: what differs in otherwise equal texts is a difference, marked or not."""
POOLED, OWN, FREE = 1.0, 0.2, 0.3
"""How strongly weights are drawn: of all kinds to 0, of a kind to those of all kinds, intercepts."""
MOST_OF_LENGTH, USUAL_LENGTH = 2.0, 0.3
"""The largest weight of length, by its absolute value, and the cue of texts of usual length: 18 words."""
FOLDS = 3
SUREST = 6.0
"""Log-odds above which all findings are equally sure when the slope is fitted, so that single ones do not decide it."""


@dataclass(frozen=True, slots=True)
class Examples:
    """The candidates of a pair.

    Attributes:
        source: of the pair.
        group: what cross-validation keeps together: a document, or a text.
        candidates: all of them.
        right: how right each is, in [0, 1]; None if that is unknown.
        scale: more than 1 for errors that can seldom be planted, so that all kinds count alike.
    """

    source: Source
    group: str
    candidates: tuple[Candidate, ...]
    right: tuple[float | None, ...]
    scale: float = 1.0


def planted_examples(corpus: PlantedCorpus) -> Iterator[Examples]:
    """Yield the candidates of intact pairs and of pairs with planted errors."""
    for place, (own, other, alignment) in enumerate(corpus.pairs):
        if other is not None and alignment is not None and own.sentences and other.sentences:
            found = candidates(own, other, alignment)
            yield Examples("intact", str(place), found, (0.0,) * len(found))
    numbers = Counter(planted.beside_original.fault.kind for planted in corpus.planted)
    for planted in corpus.planted:
        scale = min(MOST_SCALE, MOST / numbers[planted.beside_original.fault.kind])
        pairs: tuple[tuple[Source, PlantedPair | None], ...] = (
            ("beside original", planted.beside_original),
            ("beside reference", planted.beside_other),
        )
        for source, pair in pairs:
            if pair is not None and pair.hypothesis.sentences:
                yield _beside(pair, source, planted.place, scale)
        yield _beside(mirrored(planted.beside_original), "beside original", planted.place, scale * MIRRORED)


def several_examples(corpus: PlantedCorpus, store: AnalysisStore) -> Iterator[Examples]:
    """Yield the candidates of texts with several planted errors."""
    for place, is_original, pairs in several_planted(corpus, store, random.Random(SEED)):
        source: Source = "beside original" if is_original else "beside reference"
        found = candidates(pairs[0].hypothesis, pairs[0].reference, pairs[0].alignment)
        yield Examples(source, str(place), found, tuple(_named_among(each, pairs) for each in found))


def _named_among(candidate: Candidate, pairs: Iterable[PlantedPair]) -> float | None:
    """Return 1 for a candidate that names one of the errors, None for one that touches one, 0 for others."""
    touched = [pair for pair in pairs if pair.is_touched_by(candidate)]
    if any(pair.is_named_by(candidate) and not pair.fault.is_harmless for pair in touched):
        return 1.0
    return None if touched else 0.0


def mirrored(pair: PlantedPair) -> PlantedPair:
    """Return a pair whose reference has the error, so that the translation adds what the error loses."""
    return PlantedPair(
        pair.fault,
        pair.reference,
        pair.hypothesis,
        align(pair.reference, pair.hypothesis),
        pair.reference_words,
        pair.hypothesis_words,
    )


def _beside(pair: PlantedPair, source: Source, place: int, scale: float) -> Examples:
    found = candidates(pair.hypothesis, pair.reference, pair.alignment)
    return Examples(source, str(place), found, tuple(_named_among(each, (pair,)) for each in found), scale)


def marked_examples(pairs: Iterable[tuple[Rated, str]], store: AnalysisStore) -> Iterator[Examples]:
    """Yield the candidates of translations with marked errors, as right as experts marked their words."""
    pairs = list(pairs)
    analyses = store.analyse({text: LAYERS for rated, reference in pairs for text in (rated.text, reference)})
    for rated, reference in pairs:
        hyp, ref = analyses[rated.text], analyses[reference]
        alignment = align(hyp, ref)
        if Compared(hyp, ref, alignment).closeness >= NEAR:
            continue
        found = candidates(hyp, ref, alignment)
        yield Examples("marked", rated.document, found, tuple(_marked(each, rated, hyp) for each in found))


def foreign_examples(store: AnalysisStore) -> Iterator[Examples]:
    """Yield the candidates of texts in other languages: that they are not translated."""
    analyses = store.analyse({text: LAYERS for pair in FOREIGN for text in pair})
    for place, (text, reference) in enumerate(FOREIGN):
        hyp, ref = analyses[text], analyses[reference]
        found = candidates(hyp, ref, align(hyp, ref))
        right = tuple(float(each.kind == "untranslated.word") for each in found)
        yield Examples("beside reference", f"foreign {place}", found, right, MOST_SCALE)


def _marked(candidate: Candidate, rated: Rated, hyp: Analysis) -> float:
    spans = character_spans(hyp)
    words = candidate.hypothesis or candidate.hypothesis_place
    marks = max((int(rated.marks[slice(*spans[word])].max(initial=0)) for word in words), default=0)
    if not candidate.hypothesis:
        marks = max(marks, rated.omissions)
    return TRUST * min(1.0, marks / EXPERTS)


def fitted(inputs: Floats, right: Floats, counts: Floats, prior: Floats, strength: Floats) -> Floats:
    """Return the weights of a logistic model with a normal prior, by Newton's method with shortened steps."""

    def surprise(weights: Floats) -> float:
        odds = inputs @ weights
        missed = np.logaddexp(0, -odds) * right + np.logaddexp(0, odds) * (1 - right)
        return float(counts @ missed + strength @ (weights - prior) ** 2 / 2)

    weights, value = prior.copy(), surprise(prior)
    for _ in range(100):
        sure = 1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30)))
        slope = inputs.T @ (counts * (sure - right)) + strength * (weights - prior)
        curve = (inputs * (counts * sure * (1 - sure))[:, None]).T @ inputs + np.diag(strength)
        step = np.linalg.solve(curve, slope)
        while (better := surprise(weights - step)) > value and np.abs(step).max() > 1e-7:
            step /= 2
        weights, value = weights - step, better
        if np.abs(step).max() < 1e-6:
            break
    return weights


Row = tuple[Candidate, float, float]
"""A candidate, how right it is, and what it counts."""


def trained(examples: Iterable[Examples]) -> dict[str, dict[str, float]]:
    """Return the weights of each kind by cue."""
    by_kind: dict[str, list[Row]] = defaultdict(list)
    for each in examples:
        for candidate, right in zip(each.candidates, each.right, strict=True):
            if right is not None:
                kind = WEIGHED_AS.get(candidate.kind, candidate.kind)
                by_kind[kind].append((candidate, right, each.scale * COUNTS[each.source][right > 0]))
    kinds = [kind for kind in KINDS if kind in by_kind]
    rows = [row for kind in kinds for row in by_kind[kind]]
    shared = [cue for cue in rows[0][0].cues if all(cue in row[0].cues for row in rows)]
    labels = {kind: place for place, kind in enumerate(kinds)}
    inputs = np.zeros((len(rows), len(shared) + len(kinds)))
    for place, (candidate, _, _) in enumerate(rows):
        inputs[place, : len(shared)] = [candidate.cues[cue] for cue in shared]
        inputs[place, len(shared) + labels[WEIGHED_AS.get(candidate.kind, candidate.kind)]] = 1
    right, counts = (np.array([row[column] for row in rows]) for column in (1, 2))
    strength = np.r_[np.full(len(shared), POOLED), np.full(len(kinds), FREE)]
    pooled = fitted(inputs, right, counts, np.zeros(inputs.shape[1]), strength)
    return {kind: _of_kind(by_kind[kind], shared, pooled, pooled[len(shared) + labels[kind]]) for kind in kinds}


def _of_kind(rows: list[Row], shared: list[str], pooled: Floats, intercept: float) -> dict[str, float]:
    special = sorted({cue for row in rows for cue in row[0].cues} - set(shared))
    names = [*shared, *special]
    inputs = np.array([[1.0, *(row[0].cues.get(cue, 0.0) for cue in names)] for row in rows])
    right, counts = (np.array([row[column] for row in rows]) for column in (1, 2))
    prior = np.r_[intercept, pooled[: len(shared)], np.zeros(len(special))]
    weights = fitted(inputs, right, counts, prior, np.r_[FREE, np.full(len(names), OWN)])
    return dict(zip([INTERCEPT, *names], map(float, weights), strict=True))


Shown = tuple[bool, float, float]
"""Of a shown finding: whether the pair is natural, its probability, and how right it is."""


def held_out(examples: list[Examples]) -> Iterator[Shown]:
    """Yield the findings shown on each part of the texts, by weights that are trained on the others."""
    groups = {group: place for place, group in enumerate(sorted({each.group for each in examples}))}
    for fold in range(FOLDS):
        weights: Weights = trained(each for each in examples if groups[each.group] % FOLDS != fold)
        for each in examples:
            if groups[each.group] % FOLDS == fold:
                known = dict(zip(map(id, each.candidates), each.right, strict=True))
                rated = [(candidate, probability(candidate, weights)) for candidate in each.candidates]
                shown = [(found, sure) for found, sure in chosen_among(rated) if is_shown(found, sure)][:MOST_SHOWN]
                yield from ((each.source == "marked", sure, known[id(found)] or 0.0) for found, sure in shown)


def slope(rated: Iterable[Shown]) -> float:
    """Return by what to multiply all weights so that probabilities of planted errors fit best; .5 remains .5."""
    planted = [(sure, right) for is_natural, sure, right in rated if not is_natural]
    sures, right = np.array(planted).T
    odds = np.minimum(SUREST, np.log(sures / np.clip(1 - sures, 1e-9, 1)))

    def surprise(factor: float) -> float:
        return float(np.mean(np.log1p(np.exp(-factor * odds)) * right + np.log1p(np.exp(factor * odds)) * (1 - right)))

    return float(minimize_scalar(surprise, bounds=(0.2, 2.0), method="bounded").x)


def print_calibration(rated: Iterable[Shown], factor: float) -> None:
    """Print for planted and natural pairs how many findings of each tenth of probability are right."""
    cells: dict[tuple[bool, int], list[float]] = defaultdict(list)
    for is_natural, sure, right in rated:
        flat = 1 / (1 + ((1 - sure) / sure) ** factor)
        cells[is_natural, min(9, int(flat * 10))].append(right)
    for (is_natural, tenth), right in sorted(cells.items()):
        name = "natural" if is_natural else "planted"
        print(f"{name} {tenth / 10:.1f} to {tenth / 10 + 0.1:.1f}: {np.mean(right):.3f} right of {len(right)}")


def calibrated(examples: list[Examples]) -> dict[str, dict[str, float]]:
    """Return the weights of each kind, flattened so that planted errors are as often right as their probability says.

    Calibration on texts held out in turn is printed.
    """
    held = list(held_out(examples))
    factor = slope(held)
    print_calibration(held, factor)
    flat = {
        kind: {cue: weight * factor for cue, weight in weights.items()} for kind, weights in trained(examples).items()
    }
    return {
        kind: {cue: round(weight, 4) for cue, weight in with_bounded_length(weights).items()}
        for kind, weights in flat.items()
    }


def with_bounded_length(weights: Mapping[str, float]) -> dict[str, float]:
    """Return the weights of a kind with a bounded one of length; in texts of usual length, probabilities stay.

    Few of the texts are long, so that a weight of -7.6 let no added negation be shown in sixty words.
    """
    bounded = max(-MOST_OF_LENGTH, min(MOST_OF_LENGTH, weights["length"]))
    excess = weights["length"] - bounded
    return {**weights, INTERCEPT: weights[INTERCEPT] + excess * USUAL_LENGTH, "length": bounded}


def main() -> None:
    """Train on the data of the first argument, print calibration, and write the file of the second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("weights", type=Path)
    given = parser.parse_args()
    store = AnalysisStore()
    texts, references = zip(*good_translations(given.data), strict=True)
    corpus = planted_corpus(texts, references, store, most=MOST, seed=SEED)
    rated = marked(given.data)
    examples = [
        *planted_examples(corpus),
        *several_examples(corpus, store),
        *marked_examples(rated, store),
        *foreign_examples(store),
    ]
    stored = {
        "about": "weights of the cues of findings, by kind; made by packaging/training/findings",
        "source": "DEMETR and biomedical MQM without two fifths of their items and documents: good translations, and "
        "errors planted in them; WMT 2023 zh-en: translations with errors marked by three experts",
        "licence": "Apache-2.0 as Meantree; the texts do not ship",
        "date": dt.datetime.now(tz=dt.UTC).date().isoformat(),
        "texts": len(texts),
        "planted": len(corpus.planted),
        "marked": len(rated),
        "candidates": sum(len(each.candidates) for each in examples),
        "kinds": calibrated(examples),
    }
    given.weights.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{len(texts)} texts, {len(corpus.planted)} planted errors, {stored['candidates']} candidates")


if __name__ == "__main__":
    main()

"""Let the network of differences learn from its teacher: ``distil.py DATA WHEELS TEACHER WEIGHTS OUTPUT``.

``TEACHER`` and ``WEIGHTS`` are those that ``train.py`` wrote, with and without ``--teacher``; ``WHEELS`` holds both
packages. The teacher says for each word of the second stage's pairs, and of biomedical translations of two systems
beside each other, how probably it is wrong; the network learns the mean of that and of the marks.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from measure import Probabilities, probabilities
from network import read_pair
from pairs import SEED, TUNING, Pair, judged_pairs, words_of
from teacher import learned_network
from train import Course, Example, train_together, training_pairs

from meantree.analysis.encoder.words import PieceReader

SAYS, SAYS_OF_PLANTED = 0.6, 0.3
"""What the teacher counts beside the marks of people, and beside planted errors; where nothing is known it counts 1."""
BESIDE_OTHERS, INTACT_TIMES = 3500, 6
"""Translations beside another system's that no pair of the second stage has; how often good pairs of DEMETR are there.
"""
COURSE = Course(rate=1.2e-4, new_rate=5e-4, passes=(0.0, 2.0))


def pairs_to_learn(data: Path, chooser: random.Random) -> list[Pair]:
    """Return what the teacher labels, once each; none of it is of the fifths that are measured."""
    _, second = training_pairs(data, chooser)
    pairs = {(pair.text, pair.reference_text): pair for pair in reversed(second)}
    others = [pair for pair in _beside_others(data, chooser) if (pair.text, pair.reference_text) not in pairs]
    return [*pairs.values(), *chooser.sample(others, BESIDE_OTHERS)]


def _beside_others(data: Path, chooser: random.Random) -> Iterator[Pair]:
    """Yield judged translations beside another system's; it is not known what they lack."""
    segments: dict[str, list[Pair]] = defaultdict(list)
    for pair in judged_pairs(data):
        if pair.fold > TUNING:
            segments[pair.key].append(pair)
    for _, pairs in sorted(segments.items()):
        for pair in pairs:
            if others := [other.text for other in pairs if other.text != pair.text]:
                text = chooser.choice(others)
                unknown = (None,) * len(words_of(text))
                yield Pair("judged", pair.fold, pair.key, pair.text, text, pair.labels, unknown)


def examples(pairs: Sequence[Pair], said: Mapping[int, Probabilities], pieces: PieceReader) -> Iterator[Example]:
    """Yield the pairs with labels that are means of what the teacher says and what is known."""
    for place, sides in said.items():
        pair = pairs[place]
        share = SAYS if pair.group in {"judged", "marked"} else SAYS_OF_PLANTED
        labels = [
            teacher if label is None else share * teacher + (1 - share) * label
            for label, teacher in zip((*pair.labels, *pair.reference_labels), np.concatenate(sides), strict=True)
        ]
        each = Example(read_pair(pair, pieces), pair.group, np.array(labels, np.float32), np.ones(len(labels), bool))
        yield from [each] * (INTACT_TIMES if pair.group == "intact" else 1)


def main() -> None:
    """Label the pairs, train and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "wheels", "teacher", "weights", "output"):
        parser.add_argument(name, type=Path)
    given = parser.parse_args()
    pairs = pairs_to_learn(given.data, random.Random(SEED))
    teacher, teacher_pieces = learned_network(given.wheels, given.teacher, is_teacher=True)
    said = probabilities(teacher, pairs, teacher_pieces, by_group=True)
    network, pieces = learned_network(given.wheels, given.weights, is_teacher=False)
    train_together(network, [[], list(examples(pairs, said, pieces))], COURSE, given.output)


if __name__ == "__main__":
    main()

"""Let the network of differences learn from its teacher: ``distil.py DATA WHEELS TEACHER WEIGHTS OUTPUT [--again]``.

``TEACHER`` and ``WEIGHTS`` are those that ``train.py`` wrote, with and without ``--teacher``; ``WHEELS`` holds both
packages. The teacher says for each word of the second stage's pairs, and of biomedical translations and news of two
systems beside each other, how probably it is wrong; the network learns the mean of that and of the marks. What the
teacher says is kept in ``OUTPUT.said.npz``, so that a stopped run goes on from there.

With ``--again``, ``WEIGHTS`` are what the first run gave, and translations that a person rewrote are learned, too.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from measure import Probabilities, probabilities
from network import read_pair
from pairs import MOST_EDITED, SEED, TUNING, Pair, judged_pairs, marked_pairs, post_edits, words_of
from teacher import learned_network
from torch import multiprocessing
from train import PROCESSES, Course, Example, train_together, training_pairs

from meantree.analysis.encoder.words import PieceReader

SAYS, SAYS_OF_PLANTED = 0.6, 0.3
"""What the teacher counts beside the marks of people, and beside planted errors; where nothing is known it counts 1."""
BESIDE_OTHERS, REWRITTEN, INTACT_TIMES = 4500, 4000, 6
"""Translations beside another system's that no pair of the second stage has, of each group at most; post-edited ones of
which more is rewritten than the first stage has; how often good pairs of DEMETR are there."""
COURSE = Course(rate=1.2e-4, new_rate=5e-4, passes=(0.0, 4.0))
AGAIN = Course(rate=8e-5, new_rate=3e-4, passes=(0.0, 1.5))


def pairs_to_learn(data: Path, chooser: random.Random, *, again: bool) -> list[Pair]:
    """Return what the teacher labels, once each; none of it is of the fifths that are measured."""
    _, second = training_pairs(data, chooser)
    marked = list(marked_pairs(data))
    known = {(pair.text, pair.reference_text): pair for pair in (*marked, *reversed(second))}
    pairs = list(known.values())
    for group in ([pair for pair in judged_pairs(data) if pair.fold > TUNING], marked):
        others = {(pair.text, pair.reference_text): pair for pair in _beside_others(group, chooser)}
        new = [pair for texts, pair in others.items() if texts not in known]
        pairs += chooser.sample(new, min(len(new), BESIDE_OTHERS))
    return [*pairs, *(chooser.sample(list(_rewritten(data)), REWRITTEN) if again else ())]


def _beside_others(pairs: Iterable[Pair], chooser: random.Random) -> Iterator[Pair]:
    """Yield translations beside another system's; it is not known what they lack."""
    segments: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        segments[pair.key].append(pair)
    for _, same in sorted(segments.items()):
        for pair in same:
            if others := [other.text for other in same if other.text != pair.text]:
                text = chooser.choice(others)
                yield replace(pair, reference_text=text, reference_labels=_unknown(text))


def _rewritten(data: Path) -> Iterator[Pair]:
    """Yield machine translations beside what a person made of them, where many words are edited."""
    for name, found in post_edits(data):
        for text, edited, rate in found:
            if rate > MOST_EDITED:
                yield Pair("judged", -1, name, text, edited, _unknown(text), _unknown(edited))


def _unknown(text: str) -> tuple[None, ...]:
    return (None,) * len(words_of(text))


def labels_of(wheels: Path, weights: Path, pairs: Sequence[Pair], path: Path) -> Mapping[int, Probabilities]:
    """Return what the teacher says of pairs, by their place; it is kept in a file."""
    if not path.exists():
        multiprocessing.start_processes(_label, (wheels, weights, pairs, path), nprocs=PROCESSES, start_method="fork")
        parts = [np.load(_part(path, process)) for process in range(PROCESSES)]
        np.savez_compressed(path, **{name: part[name] for part in parts for name in part.files})
    said = np.load(path)
    sides = {int(name): said[name].astype(np.float32) / 255 for name in said.files}
    return {place: tuple(np.split(both, [len(pairs[place].labels)])) for place, both in sides.items()}


def _part(path: Path, process: int) -> Path:
    return path.with_name(f"{path.stem}.{process}.npz")


def _label(process: int, wheels: Path, weights: Path, pairs: Sequence[Pair], path: Path) -> None:
    """Keep what the teacher says of each second pair, in steps of 1/255."""
    torch.set_num_threads(1)
    teacher, pieces = learned_network(wheels, weights, is_teacher=True)
    said = probabilities(teacher, pairs[process::PROCESSES], pieces, by_group=True)
    codes = {
        str(PROCESSES * place + process): np.rint(255 * np.concatenate(sides)).astype(np.uint8)
        for place, sides in said.items()
    }
    np.savez(_part(path, process), **codes)


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
    parser.add_argument("--again", action="store_true", help="learn a second time")
    given = parser.parse_args()
    pairs = pairs_to_learn(given.data, random.Random(SEED), again=given.again)
    said = labels_of(given.wheels, given.teacher, pairs, given.output.with_suffix(".said.npz"))
    network, pieces = learned_network(given.wheels, given.weights, is_teacher=False)
    course = AGAIN if given.again else COURSE
    train_together(network, [[], list(examples(pairs, said, pieces))], course, given.output)


if __name__ == "__main__":
    main()

"""Figures of a trained encoder: ``evaluate.py DATA WHEELS FOLDER [--split dev] [--nbest 50]``.

Gold words. Trees have a single root; relations count without subtypes. Constituents count as evalb counts them. Roles
and rolesets are those of gold predicates; rolesets are chosen among those of the predicted lemma.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import torch
from analyse import Analyser, Analysis, Span, lexicon
from constituency.gold import GoldTree, brackets
from corpora import spans as name_spans
from examples import Example, dev_examples
from labels import Labels, read_labels
from model import Encoder, load_weights, pretrained_encoder
from pretrained import SOURCES
from reading import Reader


class Counts:
    """Right, found and gold things, by name."""

    def __init__(self) -> None:
        self._right, self._found, self._gold = Counter[str](), Counter[str](), Counter[str]()

    def add(self, name: str, right: int, found: int, gold: int | None = None) -> None:
        """Count things; as many gold ones as found ones if their number is not given."""
        self._right[name] += right
        self._found[name] += found
        self._gold[name] += found if gold is None else gold

    def f1(self) -> dict[str, float]:
        """Return F1 in percent by name; accuracy where as many things are found as there are."""
        return {
            name: 200 * self._right[name] / (self._found[name] + self._gold[name])
            for name in self._found
            if self._found[name] + self._gold[name]
        }


def scores(analyses: Iterable[tuple[Example, Analysis]]) -> dict[str, float]:
    """Return the figures by name, in percent."""
    counts = Counts()
    for example, found in analyses:
        _count_syntax(counts, example, found)
        if example.tree is not None:
            _count_trees(counts, example.tree, found.trees)
        if example.frames is not None and example.tree is not None:
            _count_frames(counts, example, found, example.tree.tags)
        if example.names is not None:
            gold = name_spans(example.names)
            counts.add("names", len(gold.intersection(found.names)), len(found.names), len(gold))
    return counts.f1()


def _count_syntax(counts: Counts, example: Example, found: Analysis) -> None:
    gold = example.syntax
    if gold is None:
        return
    columns = (gold.upos, gold.xpos, gold.feats, gold.lemmas)
    for name, own, theirs in zip(("UPOS", "XPOS", "features", "lemmas"), found.tags, columns, strict=True):
        counts.add(name, sum(one == other for one, other in zip(own, theirs, strict=True)), len(theirs))
    heads = [0 if head == place else head + 1 for place, head in enumerate(gold.heads)]
    right = [one == other for one, other in zip(found.heads, heads, strict=True)]
    same = [a.split(":")[0] == b.split(":")[0] for a, b in zip(found.relations, gold.deprels, strict=True)]
    counts.add("UAS", sum(right), len(right))
    counts.add("LAS", sum(head and label for head, label in zip(right, same, strict=True)), len(right))


def _count_trees(counts: Counts, gold: GoldTree, trees: Sequence[Sequence[Span]]) -> None:
    theirs = Counter(brackets(gold, gold.spans))
    found = [Counter(brackets(gold, spans)) for spans in trees]
    rows = [((own & theirs).total(), own.total()) for own in found]
    counts.add("constituents", *rows[0], theirs.total())
    if len(rows) > 1:
        best = max(rows, key=lambda row: 2 * row[0] / max(1, row[1] + theirs.total()))
        counts.add("constituents, best", *best, theirs.total())


def _count_frames(counts: Counts, example: Example, found: Analysis, tags: Sequence[str]) -> None:
    frames = example.frames or ()
    gold = {frame.predicate for frame in frames}
    counts.add("predicates", len(gold.intersection(found.predicates)), len(found.predicates), len(gold))
    for frame, (_, sense, roles) in zip(frames, found.frames, strict=True):
        theirs = set(frame.arguments)
        for name in ("roles", "verbal roles")[: 1 + tags[frame.predicate].startswith("VB")]:
            counts.add(name, len(theirs.intersection(roles)), len(roles), len(theirs))
        counts.add("rolesets", sense == frame.roleset, 1)


def report(
    model: Encoder, reader: Reader, labels: Labels, examples: Sequence[Example], data: Path, nbest: int = 1
) -> str:
    """Return the figures in one line."""
    analyser = Analyser(model, reader, labels, lexicon(data / "propbank/frames.tsv", labels))
    found = scores(analyser.analyse(examples, nbest))
    return " · ".join(f"{name} {value:.2f}" for name, value in found.items())


def main() -> None:
    """Print the figures of a checkpoint."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("wheels", type=Path, help="folder of the pretrained encoders, for their vocabulary")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--trunk", choices=SOURCES, default="minilm")
    parser.add_argument("--split", choices=("dev", "test"), default="dev")
    parser.add_argument("--nbest", type=int, default=1, help="trees of constituents among which the best one counts")
    parser.add_argument("--onnx", type=Path, help="an exported trunk that is measured in place of the checkpoint's")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    labels = read_labels(options.folder)
    model, reader = pretrained_encoder(options.trunk, options.wheels, labels)
    load_weights(model, torch.load(options.folder / "checkpoint.pt", weights_only=True)["model"])
    if options.onnx:
        from session import SessionTrunk  # needs ONNX Runtime, which nothing else here does

        model.register_module("trunk", SessionTrunk(options.onnx))
    print(report(model, reader, labels, dev_examples(options.data, options.split), options.data, options.nbest))


if __name__ == "__main__":
    main()

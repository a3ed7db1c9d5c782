"""From a trained network to what ships: arrays in half precision, measured, with its licence.

``export.py DATA MODEL.pt OUTPUT`` needs an installed Meantree, whose own parser is what is measured.
"""

from __future__ import annotations

import argparse
import json
import time
from datetime import date
from pathlib import Path

import numpy as np
import torch
from gold import GoldTree, brackets, read_props
from pipeline import seen

from meantree.analysis.constituency.bundled import BundledParser
from meantree.analysis.constituents import ConstituencyTree
from meantree.analysis.tree import Token

VERSION = "1.0.0"
LICENCE = """The constituency parser in this folder was trained on the constituents of English EWT as PropBank's release
gives them (CC BY-SA 4.0), and on trees that parsers trained on these gave to sentences of MLQE-PE (CC0) and of the
documents of UD English GUM that are CC BY or in the public domain.

It is licensed under Creative Commons Attribution-ShareAlike 4.0 International:
https://creativecommons.org/licenses/by-sa/4.0/legalcode
"""


def write(model: Path, output: Path) -> None:
    """``weights.npz`` and ``vocabulary.json``."""
    stored = torch.load(model, weights_only=True)
    output.mkdir(parents=True, exist_ok=True)
    arrays = {name: value.numpy().astype(np.float16) for name, value in stored["state"].items()}
    np.savez_compressed(output / "weights.npz", **arrays)
    vocabulary = stored["vocabulary"]
    codes = {name: sorted(vocabulary[name], key=vocabulary[name].__getitem__) for name in ("words", "features")}
    text = json.dumps({**codes, "labels": vocabulary["labels"]}, ensure_ascii=False, indent=0)
    (output / "vocabulary.json").write_text(text + "\n", encoding="utf-8")


def evaluate(parser: BundledParser, trees: list[GoldTree], *, nbest: int = 1) -> dict[str, float]:
    """Labelled bracket scores in percent (no punctuation, as evalb counts), of the best of ``nbest`` trees."""
    tokens = [[Token(word, xpos=tag) for word, tag in zip(tree.words, tree.predicted, strict=True)] for tree in trees]
    right = found = gold = 0
    for tree, parses in zip(trees, parser.parse(tokens, nbest=nbest), strict=True):
        theirs = brackets(tree, tree.spans)
        counts = []
        for rank in range(len(parses)):
            mine = brackets(tree, constituents(parses.tree(rank)))
            both = sum(min(mine.count(span), theirs.count(span)) for span in set(mine))
            counts.append((2 * both / max(1, len(mine) + len(theirs)), both, len(mine)))
        _, both, mine_count = max(counts)
        right, found, gold = right + both, found + mine_count, gold + len(theirs)
    scores = {"precision": right / found, "recall": right / gold, "f1": 2 * right / (found + gold)}
    return {name: round(100 * value, 2) for name, value in scores.items()}


def constituents(tree: ConstituencyTree) -> list[tuple[int, int, str]]:
    """The phrases, parts of speech left out."""
    leaves = set(tree.leaves())
    return [(start, end, tree.labels[node]) for node, (start, end) in enumerate(tree.spans()) if node not in leaves]


def main() -> None:
    """Export, measure, write ``meta.json``."""
    arguments = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "model", "output"):
        arguments.add_argument(name, type=Path)
    options = arguments.parse_args()
    write(options.model, options.output)
    meta: dict[str, object] = {
        "name": "en_constituency",
        "version": VERSION,
        "license": "CC BY-SA 4.0",
        "sources": ["PropBank release, constituents of EWT", "MLQE-PE (raw text)", "UD English GUM (raw text)"],
        "date": date.today().isoformat(),
    }
    path = options.output / "meta.json"
    path.write_text(json.dumps(meta), encoding="utf-8")
    parser = BundledParser(options.output)
    test = [tree for tree, _ in seen(read_props(options.data / "propbank/ewt-test.props"))]
    start = time.perf_counter()
    meta["ewt_test"] = evaluate(parser, test)
    meta["words_per_second"] = round(sum(len(tree.words) for tree in test) / (time.perf_counter() - start))
    meta["ewt_test_best_of_50"] = evaluate(parser, test, nbest=50)
    path.write_text(json.dumps(meta, indent=1) + "\n", encoding="utf-8")
    (options.output / "LICENSE.md").write_text(LICENCE, encoding="utf-8")
    print(json.dumps(meta, indent=1))


if __name__ == "__main__":
    main()

"""Macro F1 of the aligner on sure links, all pairs and the even-numbered ones.

``measure.py FOLDER [WEIGHTS [--note]] [--words-alone]``; ``--note`` writes the figures into the file of weights.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
from gold import SETS, f1, read

from meantree.alignment.aligner import align
from meantree.alignment.alignment_model import read_weights


def main() -> None:
    """One line a set: all, even-numbered, precision and recall of all; the time goes to stderr."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("weights", type=Path, nargs="?")
    parser.add_argument("--words-alone", action="store_true", help="as if the encoder had not read the texts")
    parser.add_argument("--note", action="store_true", help="write the figures into the file of weights")
    options = parser.parse_args()
    weights = read_weights(options.weights) if options.weights else None
    measured = {}
    print("set\tpairs\tf1\tf1_even\tprecision\trecall")
    for corpus in SETS:
        gold = read(options.folder, corpus, in_context=not options.words_alone)
        start = time.perf_counter()
        found = [frozenset(align(one.hypothesis, one.reference, weights=weights).pairs) for one in gold]
        taken = time.perf_counter() - start
        scores = np.array([f1(links, one.sure) for links, one in zip(found, gold, strict=True)])
        right = sum(len(links & one.sure) for links, one in zip(found, gold, strict=True))
        precision, recall = right / sum(map(len, found)), right / sum(len(one.sure) for one in gold)
        print(f"{corpus}\t{len(gold)}\t{scores.mean():.4f}\t{scores[1::2].mean():.4f}\t{precision:.4f}\t{recall:.4f}")
        measured[corpus] = {"all": round(scores.mean(), 4), "even-numbered": round(scores[1::2].mean(), 4)}
        print(f"{corpus}: {1000 * taken / len(gold):.2f} ms a pair", file=sys.stderr)
    if options.note:
        stored = json.loads(options.weights.read_text(encoding="utf-8"))
        stored["meta"]["macro F1 on sure links"] = measured
        options.weights.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

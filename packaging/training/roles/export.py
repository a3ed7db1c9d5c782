"""From trained networks to what ships: arrays in half precision, measured on EWT test, with their licence.

``export.py DATA WORK OUTPUT`` measures the program's own labeller, over predicted syntax, gold words.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable
from datetime import date
from pathlib import Path

import numpy as np
import torch
from gold import read_frames
from prepare import analysed

from meantree.analysis.roles.labeller import RoleLabeller

VERSION = "1.0.0"
LICENCE = """The semantic role labeller in this folder was trained on the frames of English EWT in PropBank's release
(CC BY-SA 4.0).

It is licensed under Creative Commons Attribution-ShareAlike 4.0 International:
https://creativecommons.org/licenses/by-sa/4.0/legalcode
"""


def write(model: Path, output: Path) -> None:
    """``weights.npz`` and ``labels.json``."""
    stored = torch.load(model, weights_only=True)
    output.mkdir(parents=True, exist_ok=True)
    arrays = {
        f"{part}.{name}": value.numpy().astype(np.float16)
        for part in ("finder", "labeller")
        for name, value in stored[part].items()
    }
    np.savez_compressed(output / "weights.npz", **arrays)
    (output / "labels.json").write_text(json.dumps(stored["labels"], indent=0) + "\n", encoding="utf-8")


def f1(right: int, found: int, gold: int) -> dict[str, float]:
    """Precision, recall and F1 in percent."""
    scores = {"precision": right / found, "recall": right / gold, "f1": 2 * right / (found + gold)}
    return {name: round(100 * value, 2) for name, value in scores.items()}


def scores_of(labeller: RoleLabeller, rows: Iterable) -> dict[str, object]:
    """Predicates, then labelled spans of gold predicates, verbal and all."""
    counts = {name: np.zeros(3, int) for name in ("predicates", "verbal_predicates", "roles_of_verbs", "roles")}
    for sentence, syntax, states in rows:
        found, gold = set(labeller.predicates(syntax, states)), {frame.predicate for frame in sentence.frames}
        verbs = {place for place, tag in enumerate(sentence.tags) if tag.startswith("VB")}
        counts["predicates"] += (len(found & gold), len(found), len(gold))
        counts["verbal_predicates"] += (len(found & gold & verbs), len(found & verbs), len(gold & verbs))
        answers = labeller.arguments(syntax, states, [frame.predicate for frame in sentence.frames])
        for frame, arguments in zip(sentence.frames, answers, strict=True):
            mine = {(*span, label) for span, label in arguments}
            theirs = set(frame.arguments)
            row = (len(mine & theirs), len(mine), len(theirs))
            counts["roles"] += row
            if frame.predicate in verbs:
                counts["roles_of_verbs"] += row
    return {name: f1(*row.tolist()) for name, row in counts.items()}


def main() -> None:
    """Export, measure, write ``meta.json``."""
    arguments = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "work", "output"):
        arguments.add_argument(name, type=Path)
    options = arguments.parse_args()
    write(options.work / "roles.pt", options.output)
    meta: dict[str, object] = {
        "name": "en_roles",
        "version": VERSION,
        "license": "CC BY-SA 4.0",
        "sources": ["PropBank release, frames of EWT"],
        "date": date.today().isoformat(),
    }
    path = options.output / "meta.json"
    path.write_text(json.dumps(meta), encoding="utf-8")
    labeller = RoleLabeller(options.output)
    rows = list(analysed(list(read_frames(options.data / "propbank/ewt-test.props"))))
    start = time.perf_counter()
    meta["ewt_test"] = scores_of(labeller, rows)
    words = sum(len(sentence.words) for sentence, _, _ in rows)
    meta["words_per_second"] = round(words / (time.perf_counter() - start))
    path.write_text(json.dumps(meta, indent=1) + "\n", encoding="utf-8")
    (options.output / "LICENSE.md").write_text(LICENCE, encoding="utf-8")
    print(json.dumps(meta, indent=1))


if __name__ == "__main__":
    main()

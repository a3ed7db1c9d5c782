"""From trained networks to what ships: arrays in 8 and 16 bits, measured on EWT test, with their licence.

``export.py DATA WORK OUTPUT`` measures the program's own labeller, over predicted syntax, gold words.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import numpy as np
import torch
from analyses import analysed, gold
from gold import GoldSentence
from teach import SPLITS as STUDENTS

from meantree.analysis.roles.features import BUCKETS
from meantree.analysis.roles.labeller import RoleLabeller
from meantree.analysis.roles.network import SCALE
from meantree.analysis.roles.syntax import Syntax

VERSION = "2.1.1"
TABLES = ("tokens.weight", "spans.weight", "frames.weight")
RARE = 2
"""Vectors of predicates' features that were seen no more often are left out; F1 on EWT dev stays the same."""
STEPS = 127
LICENCE = """The semantic role labeller in this folder was trained on the frames of English EWT in PropBank's release
and on the annotated examples of PropBank's frame files, and on roles that networks trained on these gave to sentences
of MLQE-PE (CC0) and of the documents of UD English GUM that are CC BY or in the public domain; rolesets.tsv is made
from the frame files, senses.tsv counts both. PropBank's release and frame files are by the PropBank project
(https://github.com/propbank), CC BY-SA 4.0; the table was made shorter: one line for each roleset, the first of several
roles of VerbNet, without examples.

All of it is licensed under Creative Commons Attribution-ShareAlike 4.0 International:
https://creativecommons.org/licenses/by-sa/4.0/legalcode
"""
Row = tuple[GoldSentence, Syntax, np.ndarray]


def write(work: Path, output: Path) -> None:
    """``weights.npz`` and ``labels.json``."""
    found = [torch.load(path, weights_only=True) for path in sorted(work.glob("roles-*.pt"))]
    parts = {f"labeller{number}": one["labeller"] for number, one in enumerate(found)}
    parts["finder"] = torch.load(work / "finder.pt", weights_only=True)
    arrays: dict[str, np.ndarray] = {}
    rare = rare_features(work)
    for part, weights in parts.items():
        for key, value in weights.items():
            name, values = f"{part}.{key}", value.numpy().astype(np.float32)
            if key in TABLES:
                scale = np.quantile(np.abs(values), 0.9999, axis=0) / STEPS
                arrays[name] = np.clip(np.round(values / scale), -STEPS, STEPS).astype(np.int8)
                if key == "frames.weight":
                    arrays[name][rare] = 0
                arrays[name + SCALE] = scale.astype(np.float32)
            elif key != "foreign":  # what is only true of examples
                arrays[name] = values.astype(np.float16)
    np.savez_compressed(output / "weights.npz", **arrays)
    (output / "labels.json").write_text(json.dumps(found[0]["labels"], indent=0) + "\n", encoding="utf-8")


def rare_features(work: Path) -> np.ndarray:
    """Which features of predicates the networks hardly ever saw, (buckets,)."""
    counts = np.zeros(BUCKETS, dtype=np.int64)
    for split in STUDENTS:
        with np.load(work / f"{split}.npz") as arrays:
            counts += np.bincount(arrays["frame_features"].ravel(), minlength=BUCKETS)
    return counts <= RARE


def f1(right: int, found: int, gold: int) -> dict[str, float]:
    """Precision, recall and F1 in percent."""
    scores = {"precision": right / found, "recall": right / gold, "f1": 2 * right / (found + gold)}
    return {name: round(100 * value, 2) for name, value in scores.items()}


def scores_of(labeller: RoleLabeller, rows: Sequence[Row]) -> dict[str, object]:
    """Predicates and rolesets, then labelled spans of gold predicates, verbal and all."""
    counts = {name: np.zeros(3, int) for name in ("predicates", "verbal_predicates", "roles_of_verbs", "roles")}
    senses = []
    for sentence, syntax, states in rows:
        found, theirs = set(labeller.predicates(syntax, states)), {frame.predicate for frame in sentence.frames}
        verbs = {place for place, tag in enumerate(sentence.tags) if tag.startswith("VB")}
        counts["predicates"] += (len(found & theirs), len(found), len(theirs))
        counts["verbal_predicates"] += (len(found & theirs & verbs), len(found & verbs), len(theirs & verbs))
        places = [frame.predicate for frame in sentence.frames]
        names = [one.id for one in labeller.rolesets(syntax, places)]
        usual = [labeller.usual_roleset(syntax, place) for place in places]
        senses += [(f.roleset, a, b) for f, a, b in zip(sentence.frames, names, usual, strict=True)]
        answers = labeller.arguments(syntax, states, places)
        for frame, arguments in zip(sentence.frames, answers, strict=True):
            mine = {(*argument.span, argument.label) for argument in arguments}
            row = (len(mine & set(frame.arguments)), len(mine), len(set(frame.arguments)))
            counts["roles"] += row
            if frame.predicate in verbs:
                counts["roles_of_verbs"] += row
    result: dict[str, object] = {name: f1(*row.tolist()) for name, row in counts.items()}
    right = [(name == chosen, name == usual) for name, chosen, usual in senses]
    chosen, usual = np.mean(right, axis=0)
    return {**result, "rolesets": round(100 * chosen, 2), "most_frequent_roleset": round(100 * usual, 2)}


def measured(labeller: RoleLabeller, sentences: list[GoldSentence]) -> dict[str, object]:
    """All scores, and words a second of the labeller beside those of all that parses before it."""
    start = time.process_time()
    rows = list(analysed(sentences))
    parsed = time.process_time()
    for _, syntax, states in rows:
        list(labeller.frames(syntax, states))
    words = sum(len(sentence.words) for sentence in sentences)
    speed = {"parsers": words / (parsed - start), "labeller": words / (time.process_time() - parsed)}
    return {**scores_of(labeller, rows), "words_per_second": {name: round(value) for name, value in speed.items()}}


def main() -> None:
    """Export, measure, write ``meta.json``."""
    arguments = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "work", "output"):
        arguments.add_argument(name, type=Path)
    options = arguments.parse_args()
    write(options.work, options.output)
    meta: dict[str, object] = {
        "name": "en_roles",
        "version": VERSION,
        "license": "CC BY-SA 4.0",
        "sources": [
            "PropBank release, frames of EWT (CC BY-SA 4.0)",
            "PropBank frame files, rolesets and annotated examples (CC BY-SA 4.0)",
            "UD English GUM, words of the documents that are CC BY or in the public domain",
            "MLQE-PE, sentences (CC0)",
        ],
        "date": date.today().isoformat(),
    }
    path = options.output / "meta.json"
    path.write_text(json.dumps(meta), encoding="utf-8")
    labeller = RoleLabeller.load(options.output)
    meta["ewt_test"] = measured(labeller, gold(options.data, "test"))
    meta["bytes"] = sum(one.stat().st_size for one in options.output.iterdir())
    path.write_text(json.dumps(meta, indent=1) + "\n", encoding="utf-8")
    (options.output / "LICENSE.md").write_text(LICENCE, encoding="utf-8")
    print(json.dumps(meta, indent=1))


if __name__ == "__main__":
    main()

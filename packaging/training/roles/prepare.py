"""What the networks learn from: ``prepare.py WORK OUTPUT [SPLIT…]`` writes one ``.npz`` a split.

It reads the analyses and the chosen rolesets of WORK, and the table of rolesets in OUTPUT. Without splits named it
prepares all that have gold frames.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from analyses import SPLITS, read

from meantree.analysis.entities.clusters import read_clusters
from meantree.analysis.roles.features import NO_ROLESET, FeatureReader
from meantree.analysis.roles.rolesets import Roleset, read_rolesets
from meantree_resources import resource

NAMES = ("sentence", "token_features", "predicate", "verbal", "word", "frame_features")
NAMES += ("frame", "start", "end", "head", "features", "label", "gold", "gold_label")


def arrays(work: Path, split: str, rolesets: dict[str, Roleset]) -> dict[str, np.ndarray]:
    """One split.

    Of words: ``sentence``, ``token_features``, ``predicate`` and ``verbal`` as 0 or 1. Of frames: ``word``, the
    predicate's; ``frame_features``. Of candidates: the ``frame`` they belong to, ``start``, ``end`` and ``head`` as
    words of the split, ``features``, ``label``. ``gold``: all arguments as (frame, start, end), found by candidates or
    not, and ``gold_label``.
    """
    clusters = read_clusters(resource("models/en_entities/clusters.npz"))
    names = iter(json.loads((work / f"{split}.senses.json").read_text(encoding="utf-8")))
    made: dict[str, list] = {name: [] for name in NAMES}
    offset = words = covered = 0
    for number, (sentence, syntax) in enumerate(read(work, split)):
        reader, size = FeatureReader(syntax, clusters), len(sentence.words)
        made["sentence"].append(np.full(size, number))
        made["token_features"].append(reader.words().astype(np.uint16))
        predicates = [frame.predicate for frame in sentence.frames]
        made["predicate"].append(np.isin(np.arange(size), predicates))
        made["verbal"].append(np.array([tag.startswith("VB") for tag in sentence.tags]))
        senses = [rolesets.get(next(names) or "", NO_ROLESET) for _ in predicates]
        if predicates:
            made["word"].append(offset + np.array(predicates))
            made["frame_features"].append(reader.predicates(predicates, senses).astype(np.uint16))
        near = [syntax.beside(predicate) for predicate in predicates]
        if any(near):
            alike = reader.spans()
            flat = [place for each in near for place in each]
            features = np.hstack((alike[flat], reader.pairs(predicates, senses, near)))
            made["features"].append(features.astype(np.uint16))
        for place, (frame, at) in enumerate(zip(sentence.frames, near, strict=True), start=words):
            roles = {(start, end): label for start, end, label in frame.arguments}
            rows = [(place, offset + start, offset + end) for start, end in roles]
            made["gold"].append(np.array(rows, dtype=np.int64).reshape(-1, 3))
            made["gold_label"].append(np.array(list(roles.values()), dtype="U16"))
            spans = [syntax.candidates[one] for one in at]
            covered += sum(span in roles for span in spans)
            made["frame"].append(np.full(len(at), place, dtype=np.int64))
            made["start"].append(offset + np.array([span[0] for span in spans], dtype=np.int64))
            made["end"].append(offset + np.array([span[1] for span in spans], dtype=np.int64))
            made["head"].append(offset + np.array([syntax.head(span) for span in spans], dtype=np.int64))
            made["label"].append(np.array([roles.get(span, "") for span in spans], dtype="U16"))
        offset, words = offset + size, words + len(predicates)
    result = {name: np.concatenate(rows) for name, rows in made.items()}
    print(
        f"{split}: {words} frames, {len(result['frame'])} candidates, {covered} of {len(result['gold'])} arguments "
        "among them",
        flush=True,
    )
    return result


def main() -> None:
    """Write the arrays of all splits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("splits", nargs="*", default=SPLITS)
    options = parser.parse_args()
    with (options.output / "rolesets.tsv").open(encoding="utf-8") as file:
        rolesets = read_rolesets(file)
    for split in options.splits:
        np.savez(options.work / f"{split}.npz", **arrays(options.work, split, rolesets))


if __name__ == "__main__":
    main()

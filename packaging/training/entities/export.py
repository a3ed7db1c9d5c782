"""From a trained network to what ships: small arrays, measured on EWT test and Wikigold, with their licence.

``export.py DATA WORK OUTPUT`` measures the program's own recogniser, over gold words and predicted syntax.
"""

from __future__ import annotations

import argparse
import json
import shutil
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

import numpy as np
import torch
from corpora import TAGS, GoldSentence, read_conll, read_ewt, spans
from network import Network
from prepare import analysed, pipeline
from train import WEIGHTS

from meantree.analysis.entities.recogniser import NameRecogniser
from meantree.analysis.entities.rules import entities_by_rules

VERSION = "1.0.0"
ALL = "all"
SOURCES = [
    "UNER English-EWT, dev (CC BY-SA 4.0)",
    "Broad Twitter Corpus (CC BY 4.0)",
    "WNUT 2017 emerging entities (CC BY 4.0)",
    "UD English-GUM, documents that are CC BY or in the public domain",
    "UD English-EWT, train, without names (CC BY-SA 4.0)",
    "MLQE-PE, text for clusters of words (CC0)",
]
LICENCE = """The recogniser of names in this folder was trained on:

- UNER English-EWT (Mayhew et al. 2024, Universal NER) and UD English-EWT (Silveira et al. 2014), CC BY-SA 4.0
- Broad Twitter Corpus (Derczynski, Bontcheva and Roberts 2016), CC BY 4.0
- WNUT 2017 novel and emerging entities (Derczynski, Nichols, van Erp and Limsopatham 2017), CC BY 4.0
- UD English-GUM (Zeldes 2017), documents that are CC BY or in the public domain
- MLQE-PE (Fomicheva et al. 2022), CC0

All were changed: names were mapped to three kinds, and what remains of them is weights and clusters of words.

It is licensed under Creative Commons Attribution-ShareAlike 4.0 International:
https://creativecommons.org/licenses/by-sa/4.0/legalcode
"""


def write(work: Path, output: Path) -> None:
    """``weights.npz`` and ``clusters.npz``."""
    network = Network(len(WEIGHTS))
    network.load_state_dict(torch.load(work / "names.pt", weights_only=True))
    output.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(output / "weights.npz", **network.arrays(0))
    shutil.copyfile(work / "clusters.npz", output / "clusters.npz")


def scores_of(found: Iterable[set], gold: Sequence[GoldSentence]) -> dict[str, dict[str, float]]:
    """Precision, recall and F1 in percent of whole names, all and of each kind."""
    counts: Counter[tuple[str, str]] = Counter()
    for mine, sentence in zip(found, gold, strict=True):
        theirs = spans(sentence.tags)
        for name, names in (("right", mine & theirs), ("found", mine), ("gold", theirs)):
            counts.update((name, kind) for *_, own in names for kind in (ALL, own))
    return {
        kind: _f1(*(counts[name, kind] for name in ("right", "found", "gold"))) for kind in (ALL, "PER", "ORG", "LOC")
    }


def _f1(right: int, found: int, gold: int) -> dict[str, float]:
    scores = {"precision": right / found, "recall": right / gold, "f1": 2 * right / (found + gold)}
    return {name: round(100 * value, 2) for name, value in scores.items()}


def measured(recogniser: NameRecogniser, gold: Sequence[GoldSentence]) -> dict[str, dict[str, float]]:
    """Scores of names; words a second of the pipeline, and of the recogniser and the rules after it."""
    pipeline()
    words, start = sum(len(sentence.words) for sentence in gold), time.process_time()
    sentences = list(analysed(gold))
    parsed = time.process_time()
    names = recogniser.names(sentences)
    for tokens, _ in sentences:
        list(entities_by_rules(tokens))
    done = time.process_time()
    found = [{(one.start, one.end, one.kind.value) for one in row} for row in names]
    speeds = {"pipeline": round(words / (parsed - start)), "entities": round(words / (done - parsed))}
    return {**scores_of(found, gold), "words_per_second": speeds}


def main() -> None:
    """Export, measure, write ``meta.json``."""
    arguments = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "work", "output"):
        arguments.add_argument(name, type=Path)
    options = arguments.parse_args()
    write(options.work, options.output)
    meta: dict[str, object] = {
        "name": "en_entities",
        "version": VERSION,
        "license": "CC BY-SA 4.0",
        "sources": SOURCES,
        "date": date.today().isoformat(),
        "tags": TAGS,
    }
    path = options.output / "meta.json"
    path.write_text(json.dumps(meta), encoding="utf-8")
    recogniser = NameRecogniser(options.output)
    meta["ewt_test"] = measured(recogniser, list(read_ewt(options.data / "ner/ewt-test.iob2")))
    meta["wikigold"] = measured(recogniser, list(read_conll(options.data / "ner/wikigold.conll")))
    meta["bytes"] = sum(file.stat().st_size for file in options.output.glob("*.npz"))
    path.write_text(json.dumps(meta, indent=1) + "\n", encoding="utf-8")
    (options.output / "LICENSE.md").write_text(LICENCE, encoding="utf-8")
    print(json.dumps(meta, indent=1))


if __name__ == "__main__":
    main()

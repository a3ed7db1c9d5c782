"""Sentences without gold frames for students to learn from: ``silver.py DATA WORK OUTPUT``.

The free part of GUM and a part of MLQE-PE (CC0), analysed by the program's parsers. The trained finder says which words
are predicates, the choice of rolesets in OUTPUT which roleset each has; no argument is known.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from analyses import Row, analysed, write
from gold import GoldFrame, GoldSentence
from network import Finder

from meantree.analysis.entities.clusters import read_clusters
from meantree.analysis.roles.features import FeatureReader
from meantree.analysis.roles.rolesets import read_rolesets
from meantree.analysis.roles.senses import Senses, read_counts, read_weights
from meantree_resources import resource

sys.path.append(str(Path(__file__).parent.parent / "english"))
from raw import raw_sentences  # of the English pipeline's folder
from treebank import FREE_GUM_GENRES, read_conllu

TRANSLATIONS = 10_000
"""So many sentences of MLQE-PE."""
SHORTEST, LONGEST = 4, 60
"""Words."""


def sentences(data: Path) -> list[GoldSentence]:
    """All of the free part of GUM, and translations, chosen and ordered by a seed."""
    free = re.compile(rf"GUM_({'|'.join(sorted(FREE_GUM_GENRES))})_")
    gum = [
        one for document in read_conllu(data / "treebank/gum/train.conllu", document_filter=free) for one in document
    ]
    chance = random.Random(1)
    lines = list(raw_sentences(data))
    translations = chance.sample(lines, min(TRANSLATIONS, len(lines)))
    found = [tuple(one.words) for one in (*gum, *translations) if SHORTEST <= len(one.words) <= LONGEST]
    chance.shuffle(found)
    return [GoldSentence(words, ("",) * len(words), ()) for words in found]


def with_predicates(rows: Iterator[Row], finder: Finder) -> Iterator[Row]:
    """Analyses with a frame for each predicate that is found, without roleset and arguments."""
    clusters = read_clusters(resource("models/en_entities/clusters.npz"))
    for sentence, syntax, states in rows:
        with torch.no_grad():
            scores = finder.scores(torch.from_numpy(FeatureReader(syntax, clusters).words()), torch.from_numpy(states))
        frames = tuple(GoldFrame(int(place), "", ()) for place in np.flatnonzero(scores.numpy() > 0))
        tags = tuple(token.xpos for token in syntax.tokens)
        yield GoldSentence(sentence.words, tags, frames), syntax, states


def with_senses(rows: Iterator[Row], senses: Senses, chosen: list[str]) -> Iterator[Row]:
    """The same rows; the rolesets of their predicates are appended to ``chosen``."""
    for row in rows:
        sentence, syntax, _ = row
        chosen += (senses.best(syntax, frame.predicate) or "" for frame in sentence.frames)
        yield row


def main() -> None:
    """Write the analyses and the chosen rolesets, named as those of the other splits."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "work", "output"):
        parser.add_argument(name, type=Path)
    options = parser.parse_args()
    stored = torch.load(options.work / "finder.pt", weights_only=True)
    finder = Finder(stored["state.weight"].shape[1])
    finder.load_state_dict(stored)
    finder.eval()
    with (options.output / "rolesets.tsv").open(encoding="utf-8") as file:
        known = read_rolesets(file)
    senses = Senses(known, read_counts(options.output / "senses.tsv"), read_weights(options.output / "senses.npz"))
    chosen: list[str] = []
    rows = with_senses(with_predicates(analysed(sentences(options.data)), finder), senses, chosen)
    write(options.work, "silver", rows)
    (options.work / "silver.senses.json").write_text(json.dumps(chosen), encoding="utf-8")
    print(f"{len(chosen)} predicates")


if __name__ == "__main__":
    main()

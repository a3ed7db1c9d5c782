"""Real texts: one beside itself has the best score there is, and the same whatever it says."""

from __future__ import annotations

import csv
import random
from functools import cache

import pytest

from meantree.analysis.analyser import load_analyser
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.metrics.pair import Pair
from meantree.metrics.registry import METRICS, metric
from meantree_resources import resource

pytestmark = pytest.mark.pipeline

UNBOUNDED = {"nist"}
"""A sum of information, which has no upper bound."""
ANNOTATED = {"hmeant"}
"""It compares frames of annotators; its own tests hold it to the contract."""
STEP = 6
"""Of the sample's rows, those so far apart are taken."""


@cache
def pairs() -> list[tuple[Analysis, Analysis]]:
    """References beside themselves, their translations, and their own words: shuffled, cut and doubled."""
    with (resource("sample") / "sample.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[::STEP]
    chance, texts = random.Random(1), list[tuple[str, str]]()
    for row in rows:
        ref = row["reference:A"]
        words = ref.split()
        shuffled = " ".join(chance.sample(words, len(words)))
        cut = " ".join(words[: len(words) // 2])
        texts += [(hyp, ref) for hyp in (ref, row["hypothesis:south"], shuffled, cut, f"{ref} {ref}")]
    known = list(dict.fromkeys(text for pair in texts for text in pair))
    depth = Layers(2, constituents=2, roles=1, entities=1)
    result = dict(zip(known, load_analyser().analyse(known, depth), strict=True))
    return [(result[hyp], result[ref]) for hyp, ref in texts]


@pytest.mark.parametrize("name", [one for one in METRICS if one not in UNBOUNDED | ANNOTATED])
def test_a_text_beside_itself_has_the_best_score(name: str) -> None:
    chosen = metric(name)
    sign = 1 if chosen.higher_is_better else -1
    scores = [(hyp is ref, chosen.score(chosen.statistics(Pair(hyp, [ref])), level="segment")) for hyp, ref in pairs()]
    same, others = (
        [sign * score for is_same, score in scores if is_same == asked and score is not None] for asked in (True, False)
    )
    assert same == pytest.approx([same[0]] * len(same))
    assert max(others) <= min(same) + 1e-12
    assert min(others) < min(same)

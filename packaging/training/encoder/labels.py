"""What each head may answer: the labels of the training data, and the rules that make lemmas of words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from corpora import TAGS as NAME_TAGS
from examples import Example

from meantree.analysis.encoder.words import lemma_rule

FILE = "labels.json"
RARE_ROLE, RARE_RULE, RARE_FEATURES, RARE_CONSTITUENT = 10, 2, 2, 3
"""Labels with fewer occurrences are not learned."""


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of each head in the order of their codes."""

    upos: list[str]
    xpos: list[str]
    features: list[str]
    lemmas: list[str]
    relations: list[str]
    constituents: list[str]
    roles: list[str]
    senses: list[str]
    names: list[str]

    @classmethod
    def of(cls, examples: Sequence[Example], rolesets: Iterable[str]) -> Labels:
        """Return those that occur often enough."""
        syntax = [example.syntax for example in examples if example.syntax is not None]
        trees = [example.tree for example in examples if example.tree is not None]
        frames = [frame for example in examples for frame in example.frames or ()]
        rules = (lemma_rule(*pair) for one in syntax for pair in zip(one.words, one.lemmas, strict=True))
        return cls(
            upos=frequent((tag for one in syntax for tag in one.upos), 1),
            xpos=frequent((tag for one in syntax for tag in one.xpos), 1),
            features=frequent((features for one in syntax for features in one.feats), RARE_FEATURES),
            lemmas=frequent(rules, RARE_RULE),
            relations=frequent((relation for one in syntax for relation in one.deprels), 1),
            constituents=["", *frequent((label for tree in trees for *_, label in tree.spans), RARE_CONSTITUENT)],
            roles=frequent((role for frame in frames for *_, role in frame.arguments), RARE_ROLE),
            senses=sorted({*rolesets, *(frame.roleset for frame in frames)}),
            names=sorted({tag[2:] for tag in NAME_TAGS if tag != "O"}),
        )


def write_labels(labels: Labels, folder: Path) -> None:
    """Write the labels of a run."""
    (folder / FILE).write_text(json.dumps(asdict(labels), ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def read_labels(folder: Path) -> Labels:
    """Return the labels of a run."""
    return Labels(**json.loads((folder / FILE).read_text(encoding="utf-8")))


def frequent(labels: Iterable[str], least: int) -> list[str]:
    """Return the labels that occur at least so often, sorted."""
    return sorted(label for label, count in Counter(labels).items() if count >= least)


def codes(labels: Sequence[str]) -> dict[str, int]:
    """Return the place of each label."""
    return {label: code for code, label in enumerate(labels)}

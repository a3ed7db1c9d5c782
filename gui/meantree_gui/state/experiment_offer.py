"""What can be asked for of experiments on what is open, and what came of it, as plain values. No widgets."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meantree.corpus.model import Corpus
    from meantree.errors import Problem
    from meantree.evaluation.value_table import ValueTable
    from meantree.experiments.registry import Experiment
    from meantree.experiments.requirements import Judgements
    from meantree.scoring.table import ScoreTable


@dataclass(frozen=True, slots=True)
class Pair:
    """One corpus: where it is read from (None if in no one place), and what people say in it."""

    corpus: Corpus
    path: Path | None
    judgements: Judgements


@dataclass(frozen=True, slots=True)
class Offer:
    """What there is to choose from: all experiments, and the open corpus."""

    experiments: tuple[Experiment, ...]
    own: Pair


@dataclass(frozen=True, slots=True)
class Result:
    """What was made.

    Attributes:
        tables: at least one; the last says where the numbers come from.
        problems: what was skipped or could not be scored.
        command: that makes the same, empty where there is none.
        scores: what the tables were made of.
    """

    tables: tuple[ValueTable, ...]
    problems: tuple[Problem, ...]
    command: str
    scores: tuple[ScoreTable, ...]


def pair_of(corpus: Corpus, path: Path | None) -> Pair:
    """Look through the ratings of a corpus; of very many this takes a moment."""
    from meantree.experiments.requirements import judgements_of

    return Pair(corpus, path, judgements_of(corpus))

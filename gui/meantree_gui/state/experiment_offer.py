"""What can be asked for of experiments on what is open, and what came of it, as plain values. No widgets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meantree.corpus.corpus import Corpus
    from meantree.errors import Problem
    from meantree.evaluation.value_table import ValueTable
    from meantree.experiments.experiment_registry import Experiment
    from meantree.experiments.experiment_request import ExperimentRequest, Judgements
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
        asked: what the command would be asked for; its paths are those of the further corpora.
        path: where the first corpus was read from, None if in no one place.
        scores: what the tables were made of.
    """

    tables: tuple[ValueTable, ...]
    problems: tuple[Problem, ...]
    asked: ExperimentRequest
    path: Path | None
    scores: tuple[ScoreTable, ...]

    def command(self, path: Path | None) -> str:
        """The command that makes the same, where the first corpus is read from ``path``; empty where there is none."""
        from meantree.experiments.experiment_request import command_of

        return command_of(replace(self.asked, paths=(path, *self.asked.paths))) if path is not None else ""


def pair_of(corpus: Corpus, path: Path | None) -> Pair:
    """Look through the ratings of a corpus; of very many this takes a moment."""
    from meantree.experiments.experiment_request import judgements_of

    return Pair(corpus, path, judgements_of(corpus))

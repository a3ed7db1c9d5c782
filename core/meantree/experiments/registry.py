"""All experiments, by the name under which the command and the window know them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from meantree.errors import InputError, UsageError
from meantree.escaping import unknown_name
from meantree.evaluation.value_table import ValueTable
from meantree.experiments.kahn import kahn_tables
from meantree.experiments.kahn_search import kahn_search_tables
from meantree.experiments.liu_gildea import liu_gildea_tables
from meantree.experiments.lo_wu import lo_wu_tables
from meantree.experiments.measures import measure_tables
from meantree.experiments.pado.ablation import ablation_tables
from meantree.experiments.pado.learning_curve import learning_curve_tables
from meantree.experiments.pado.tables import pado_tables
from meantree.experiments.pado.weights import weight_tables
from meantree.experiments.preferences.tables import preference_tables
from meantree.experiments.provenance import provenance_table
from meantree.experiments.sepia import sepia_tables
from meantree.experiments.significance import significance_tables
from meantree.experiments.study import Options, Study
from meantree.work import Work

Make = Callable[[Study, Options, Work], list[ValueTable]]


@dataclass(frozen=True, slots=True)
class Experiment:
    """One row of the registry.

    Attributes:
        name: for ``--table``.
        title: for people.
        make: makes its tables; a table's name is the experiment's, perhaps with more after a hyphen.
        follows: what people said that it cannot be made without.
        corpora: how many it takes at least.
    """

    name: str
    title: str
    make: Make
    follows: Literal["ratings", "preferences", "nothing"] = "ratings"
    corpora: int = 1


EXPERIMENTS: tuple[Experiment, ...] = (
    Experiment("measures", "Today's measures", measure_tables),
    Experiment("significance", "Who beats whom by each of today's measures", significance_tables),
    Experiment("liu-gildea", "Length of chains and depth of subtrees (Liu & Gildea)", liu_gildea_tables),
    Experiment("kahn", "Documents, Δ from the mean of the systems (Kahn et al.)", kahn_tables),
    Experiment("kahn-search", "The family of dependency pair match (Kahn et al.)", kahn_search_tables),
    Experiment("lo-wu", "Weights of semantic roles (Lo & Wu)", lo_wu_tables, follows="nothing"),
    Experiment("pado", "Round robin over languages (Padó et al.)", pado_tables, corpora=2),
    Experiment("pado-ablation", "Feature groups left out, and alone (Padó et al.)", ablation_tables, corpora=2),
    Experiment(
        "pado-learning-curve", "How much training data is enough (Padó et al.)", learning_curve_tables, corpora=2
    ),
    Experiment("pado-weights", "Feature weights (Padó et al.)", weight_tables, corpora=2),
    Experiment("preferences", "Preferences in place of ratings (Padó et al.)", preference_tables, "preferences", 2),
    Experiment("sepia", "SEPIA's sub-scores (Habash & Elkholy)", sepia_tables),
)
"""The first is made when none is named."""


def experiments_of(names: Sequence[str]) -> tuple[Experiment, ...]:
    """The named ones, each once, in the order of the registry; the first if none is named.

    Raises:
        UsageError: if there is no such experiment.
    """
    known = [one.name for one in EXPERIMENTS]
    for name in names:
        if name not in known:
            raise UsageError(f"--table: found {unknown_name(name, known)}")
    return tuple(one for one in EXPERIMENTS if one.name in (names or known[:1]))


def made(study: Study, experiments: Sequence[Experiment], work: Work) -> list[ValueTable]:
    """All tables of these experiments, and at the end where their numbers come from.

    One that cannot be made of these corpora is left out, and told among the study's problems.

    Raises:
        UsageError: if none can be made, of the first; it is named.
        InputError: if a file that the first takes cannot be read, and no other can be made.
        Cancelled: if the user stopped it.
    """
    tables: list[ValueTable] = []
    errors: list[tuple[str, UsageError | InputError]] = []
    for one in experiments:
        try:
            tables += one.make(study, study.options, work)
        except (UsageError, InputError) as error:
            errors.append((one.name, error))
    if errors and not tables:
        name, first = errors[0]
        raise first if isinstance(first, InputError) else UsageError(f"{name}: {first}") from first
    study.not_made.update({name: str(error) for name, error in errors})
    return [*tables, provenance_table(study, tables)]

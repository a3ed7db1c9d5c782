"""Several experiments at once: one that cannot be made does not take the others away."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from helpers.studies import rated_corpus, small_study
from meantree.errors import Cancelled, InputError, MeantreeError, UsageError
from meantree.evaluation.value_table import ValueTable
from meantree.experiments.registry import Experiment, made
from meantree.experiments.study import Options, Study
from meantree.work import Work

FEW = UsageError("100 rated translations for 170 features, expected more of them")
NO_FILE = InputError(Path("p.tsv"), "is not there")


def _study() -> Study:
    return small_study(rated_corpus([("a b", {"s": ("a b", 1.0)}), ("c d", {"s": ("c", 0.0)})]))


def _experiment(name: str, error: MeantreeError | None = None) -> Experiment:
    def make(_study: Study, _options: Options, _work: Work) -> list[ValueTable]:
        if error is not None:
            raise error
        return [ValueTable(name, name, "", ("x",), ((1.0,),))]

    return Experiment(name, name, make)


@pytest.mark.parametrize("error", [FEW, NO_FILE])
def test_one_that_cannot_be_made_leaves_the_others_and_is_named(error: MeantreeError) -> None:
    study = _study()
    tables = made(study, [_experiment("one"), _experiment("pado-weights", error), _experiment("three")], Work())
    assert [one.name for one in tables] == ["one", "three", "provenance"]
    assert ("not made", f"pado-weights: {error}") in tables[-1].rows
    (problem,) = study.problems
    assert str(problem) == f"pado-weights: not made, {error}"
    assert problem.segment is not None  # something is lost, so the command ends with 1


def test_what_is_made_wholly_has_no_problems() -> None:
    study = _study()
    assert "not made" not in [row[0] for row in made(study, [_experiment("one")], Work())[-1].rows]
    assert not study.problems


@pytest.mark.parametrize("many", [1, 2])
def test_if_none_can_be_made_the_first_says_why(many: int) -> None:
    with pytest.raises(UsageError) as found:
        made(_study(), [_experiment(f"pado-{one}", FEW) for one in range(many)], Work())
    assert str(found.value) == f"pado-0: {FEW}"
    with pytest.raises(InputError, match=r"p\.tsv: is not there"):
        made(_study(), [_experiment("preferences", NO_FILE)] * many, Work())


@pytest.mark.parametrize("error", [Cancelled, KeyError])
def test_only_what_users_can_mend_is_left_out(error: Callable[[str], BaseException]) -> None:
    def make(_study: Study, _options: Options, _work: Work) -> list[ValueTable]:
        raise error("x")

    with pytest.raises((Cancelled, KeyError)):
        made(_study(), [_experiment("one"), Experiment("two", "two", make)], Work())

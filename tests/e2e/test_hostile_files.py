"""Spoiled files of every format through the command; ``tests/benchmarks/hostile_files.py`` tries thousands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest

from helpers import workers
from helpers.hostile import PARSED, SAMPLES, Case, case
from helpers.workers import Worker

pytestmark = [
    pytest.mark.pipeline,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is measured and limited as Linux does it"),
]


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as started:
        yield started


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_good(name: str, worker: Worker) -> None:
    """Else spoiling them would try nothing but the first check."""
    sample = SAMPLES[name]
    metrics = " ".join(f"--metric {metric}" for metric in PARSED)
    for command in (sample.command, *sample.others):
        outcome = worker.run(Case(sample.files, command.format(metrics=metrics)))
        assert (outcome.code, outcome.fault) in ((0, ""), (1, "")), command


@pytest.mark.parametrize("name", SAMPLES)
def test_spoiled_files(name: str, worker: Worker) -> None:
    faults = {round_: worker.run(case(name, 1, round_)).fault for round_ in range(10)}
    assert not {round_: fault for round_, fault in faults.items() if fault}


def test_a_case_without_end_is_ended(worker: Worker) -> None:
    sample = SAMPLES["text"]
    long = Case({name: text * 500 for name, text in sample.files.items()}, "parse hyp.S.txt --nbest 50")
    assert worker.run(long, hang=0.1).fault == "no end after 0.1 s"
    assert worker.run(Case(sample.files, "parse hyp.S.txt")).code == 0


def _crash() -> None:
    raise KeyError("x")


@pytest.mark.parametrize(
    ("main", "fault"),
    [
        (_crash, "KeyError in test_hostile_files.py"),
        (lambda: sys.exit(3), "exit code 3"),
        (lambda: print("a" * 2_000, file=sys.stderr), "a message of 2,000 characters"),
        (lambda: sys.exit(2), ""),
    ],
)
def test_faults_are_seen(main: Callable[[], object], fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meantree.cli.app.main", main)
    monkeypatch.setattr(sys, "argv", [])
    found = workers.run_command(["score"])[1]
    assert found.startswith(fault)
    assert bool(found) == bool(fault)

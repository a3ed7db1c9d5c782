"""Spoiled files of every format through the command; ``tests/benchmarks/hostile_files.py`` tries thousands."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from helpers.hostile import NO_TEXTS, PARSED, SAMPLES, Case, case
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
    """Formats of texts once: ``tests/unit/corpus/test_hostile.py`` spoils them for their readers."""
    faults = {round_: worker.run(case(name, 1, round_)).fault for round_ in range(3 if name in NO_TEXTS else 1)}
    assert not {round_: fault for round_, fault in faults.items() if fault}

"""Long work."""

from __future__ import annotations

import math
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from types import ModuleType

import pytest
from threadpoolctl import threadpool_info

from helpers.slow_work import slow_root
from meantree.errors import Cancelled, MeantreeError, UsageError
from meantree.work import Work, by_size, chunks, in_batches, single_threaded


def test_chunks_keep_order() -> None:
    assert chunks([1, 2, 3, 4, 5], 2) == [[1, 2], [3, 4], [5]]


def test_lists_are_of_limited_size_and_length() -> None:
    sizes = [4, 5, 2, 20, 1, 1, 1, 1]
    assert list(by_size(sizes, int, 10)) == [[4, 5], [2], [20], [1, 1, 1, 1]]
    assert list(by_size(sizes, int, 10, most=3)) == [[4, 5], [2], [20], [1, 1, 1], [1]]


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    assert list(in_batches(math.sqrt, [1.0, 4.0, 9.0], Work(jobs=jobs))) == [1, 2, 3]


@pytest.mark.parametrize("jobs", [1, 2])
def test_cancelled_work_yields_what_was_begun_and_leaves_the_processes_to_others(jobs: int) -> None:
    stop = Event()

    def first() -> list[float]:
        found = []
        for result in in_batches(slow_root, [1.0] * 1000, Work(jobs=jobs, cancelled=stop.is_set)):
            found.append(result)
            stop.set()
        return found

    with ThreadPoolExecutor(2) as threads:
        one = threads.submit(first)
        stop.wait(30)
        two = threads.submit(lambda: list(in_batches(slow_root, [4.0] * 20, Work(jobs=jobs))))
        assert two.result(60) == [2.0] * 20
        assert 1 <= len(one.result(60)) < 100


def test_work_that_waits_for_processes_can_be_cancelled() -> None:
    held = in_batches(slow_root, [1.0] * 4, Work(jobs=2))
    assert next(held) == 1.0
    assert list(in_batches(slow_root, [4.0] * 4, Work(jobs=2, cancelled=lambda: True))) == []
    assert list(held) == [1.0] * 3


def test_work_reports_and_stops() -> None:
    seen: list[tuple[str, int, int]] = []
    work = Work(report=lambda *step: seen.append(step), cancelled=lambda: len(seen) == 2)
    work.step("Reading", 1, 3)
    with pytest.raises(Cancelled, match="2 of 3"):
        work.step("Reading", 2, 3)
    assert seen == [("Reading", 1, 3), ("Reading", 2, 3)]


def test_one_thread_multiplies_and_then_all_again() -> None:
    def threads() -> list[int]:
        return [library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"]

    before = threads()
    with single_threaded():
        assert set(threads()) == {1}
    assert threads() == before


async def _greeted(_address: str) -> None:
    """A scheduler that says who it is."""


@pytest.fixture
def dask(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A package in dask's place; its client is to be set."""
    found = {name: ModuleType(name) for name in ("dask", "dask.distributed")}
    for name, module in found.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr("meantree.cluster._greet", _greeted)
    return found["dask.distributed"]


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("tcp://127.0.0.1:1", TimeoutError("Timed out trying to connect to tcp://127.0.0.1:1 after 5 s")),
        ("tcp://nowhere.invalid:8786", OSError("Name or service not known")),
        ("no address\x1b", ValueError("unknown address scheme 'no address' (known schemes: ['tcp'])")),
    ],
)
def test_a_scheduler_that_does_not_answer(dask: ModuleType, address: str, error: Exception) -> None:
    waits = []

    def client(_address: str, timeout: float) -> None:
        waits.append(timeout)
        raise error

    dask.__dict__["Client"] = client
    with pytest.raises(UsageError, match="no Dask scheduler") as raised:
        list(in_batches(math.sqrt, [1.0], Work(cluster=address)))
    assert "\x1b" not in str(raised.value)
    assert 0 < waits[0] < 10, "the scheduler is not waited for longer than seconds"


def test_no_address_starts_no_cluster_of_its_own(dask: ModuleType) -> None:
    dask.__dict__["Client"] = None
    with pytest.raises(UsageError, match="an empty address"):
        list(in_batches(math.sqrt, [1.0], Work(cluster="")))


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask.distributed", None)
    monkeypatch.setitem(sys.modules, "dask", None)
    with pytest.raises(UsageError, match=r"pip install 'meantree\[cluster\]'"):
        list(in_batches(math.sqrt, [1.0], Work(cluster="tcp://127.0.0.1:8786")))


def test_a_process_that_is_killed_is_one_message() -> None:
    with pytest.raises(MeantreeError, match="was killed"):
        list(in_batches(signal.raise_signal, [signal.SIGTERM] * 2, Work(jobs=2)))

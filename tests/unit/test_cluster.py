"""Batches on a real Dask cluster on loopback: same results, in order, and one message when it dies."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.command import invoke
from helpers.slow_work import slow_root
from meantree import cluster as clusters
from meantree.errors import MeantreeError, UsageError
from meantree.work import Work, in_batches

pytest.importorskip("distributed", reason="the extra cluster is not installed")
from helpers.dask_cluster import Cluster, dask_cluster

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
NUMBERS = [float(number) for number in range(60)]
ROOTS = [number**0.5 for number in NUMBERS]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Of two workers; the tests below end them one after the other."""
    with dask_cluster(tmp_path_factory.mktemp("cluster")) as made:
        made.begin_workers(2)
        yield made


def test_results_come_in_order_and_no_more_is_sent_than_workers_take(cluster: Cluster) -> None:
    asked: list[float] = []

    def batches() -> Iterator[float]:
        for number in NUMBERS:
            asked.append(number)
            yield number

    found = []
    for root in in_batches(slow_root, batches(), Work(cluster=cluster.address)):
        found.append(root)
        assert len(asked) - len(found) <= 2 * clusters.AHEAD
    assert found == ROOTS


def test_scores_are_those_of_this_machine(cluster: Cluster, tmp_path: Path) -> None:
    files = {name: tmp_path / f"{name}.txt" for name in ("hyp.s", "hyp.t", "ref")}
    for name, file in files.items():
        file.write_text("".join(f"the {name} sat {n % 3} {n}\n" for n in range(50)), encoding="utf-8")
    told = ["score", "--hyp", str(files["hyp.s"]), "--hyp", str(files["hyp.t"]), "--ref", str(files["ref"])]
    told += ["--metric", "chrf", "--metric", "ter", "--format", "json"]
    one, two = (
        invoke(*told, *more, catch_exceptions=False) for more in (["--jobs", "1"], ["--cluster", cluster.address])
    )
    assert one.stdout == two.stdout
    assert json.loads(two.stdout)["systems"][0]["scores"]["chrf"] > 0


def test_a_failure_of_a_worker_is_one_message(cluster: Cluster) -> None:
    with pytest.raises(MeantreeError, match=r"a worker failed \(ValueError: .*(math domain error|nonnegative)"):
        list(in_batches(slow_root, [4.0, -1.0], Work(cluster=cluster.address)))


def test_a_server_that_never_answers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "SCHEDULER_SECONDS", 1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(UsageError, match=r"no Dask scheduler .*within 1 s"):
            list(in_batches(slow_root, NUMBERS, Work(cluster=address)))


def test_a_transport_that_cannot_be_used_is_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> object:
        raise TypeError("Can't instantiate abstract class UCXConnector")

    monkeypatch.setattr("dask.distributed.rpc", fail)
    with pytest.raises(UsageError, match=r"--cluster 'ucx://x': no Dask scheduler answers .*UCXConnector"):
        list(in_batches(slow_root, NUMBERS, Work(cluster="ucx://x")))


def test_stopped_work_yields_what_was_begun(cluster: Cluster) -> None:
    found: list[float] = []
    found.extend(in_batches(slow_root, NUMBERS, Work(cluster=cluster.address, cancelled=lambda: len(found) > 3)))
    assert found == ROOTS[: len(found)]
    assert 3 < len(found) < 20


def test_when_a_worker_dies_another_does_its_work(cluster: Cluster) -> None:
    found = []
    for root in in_batches(slow_root, NUMBERS, Work(cluster=cluster.address)):
        found.append(root)
        if len(found) == 5:
            cluster.workers[0].kill()
    assert found == ROOTS


def test_when_all_workers_died_it_is_one_message(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "WORKER_SECONDS", 1.0)
    found = []
    with pytest.raises(MeantreeError, match="no worker was available"):  # noqa: PT012  # it dies on the way
        for root in in_batches(slow_root, NUMBERS, Work(cluster=cluster.address)):
            found.append(root)
            if len(found) == 5:
                cluster.workers[1].kill()
    assert found == ROOTS[: len(found)]


def test_when_the_scheduler_died_it_is_one_message(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "SCHEDULER_SECONDS", 1)
    cluster.begin_workers(1)
    found = []
    with pytest.raises(MeantreeError, match="scheduler was lost"):  # noqa: PT012  # it dies on the way
        for root in in_batches(slow_root, NUMBERS, Work(cluster=cluster.address)):
            found.append(root)
            if len(found) == 2:
                cluster.scheduler.kill()
    with pytest.raises(UsageError, match="no Dask scheduler"):
        list(in_batches(slow_root, NUMBERS, Work(cluster=cluster.address)))

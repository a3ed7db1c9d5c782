"""Garbage collection: on the main thread, in pieces that nobody notices."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Iterator
from typing import Any
from weakref import ref

import pytest
from PySide6.QtCore import QObject

from meantree_gui.background import Background
from meantree_gui.runtime import AUTOMATIC, GarbageCollection


class Ring:
    """Garbage that only a collection finds."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collection(qapp: QObject) -> Iterator[GarbageCollection]:  # noqa: ARG001  # there are no timers without it
    owner = QObject()
    found = GarbageCollection(Background(), owner)
    yield found
    found.end()


@pytest.fixture
def collections() -> Iterator[list[Any]]:
    found: list[Any] = []

    def note(phase: str, told: dict[str, int]) -> None:
        if phase == "stop":
            found.append(told["generation"])

    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)


@pytest.mark.usefixtures("collection")
def test_no_collection_by_itself_even_where_a_library_turns_it_on(collections: list[Any]) -> None:
    gc.enable()  # as srsly does
    rings = [Ring() for _ in range(10 * AUTOMATIC[0])]
    assert rings
    assert not collections


def test_the_young_are_collected(collection: GarbageCollection, collections: list[Any]) -> None:
    gc.collect()
    gone = ref(Ring())
    rings = [Ring() for _ in range(2 * AUTOMATIC[0])]
    collections.clear()
    collection.collect()
    assert rings
    assert collections == [0]
    assert gone() is None


def test_what_was_loaded_at_once_is_not_looked_at(
    collection: GarbageCollection, collections: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    gc.collect()
    monkeypatch.setattr("meantree_gui.runtime.AT_ONCE", AUTOMATIC[0])
    rings = [Ring() for _ in range(2 * AUTOMATIC[0])]
    collections.clear()
    collection.collect()
    assert rings
    assert not collections
    assert gc.get_freeze_count() >= len(rings)


def test_python_takes_over_in_the_end(collection: GarbageCollection) -> None:
    collection.end()
    assert gc.get_threshold() == AUTOMATIC
    assert gc.isenabled()
    assert not gc.get_freeze_count()


def test_a_tuple_that_a_worker_makes_can_be_finished(collection: GarbageCollection) -> None:
    """Whoever holds an unfinished tuple breaks it: ``SystemError: bad argument to internal function``."""
    kept = [[number] for number in range(100_000)]
    failed: list[SystemError] = []
    ended = threading.Event()

    def work() -> None:
        while not ended.is_set():
            try:
                tuple([number] for number in range(3_000))
            except SystemError as error:
                failed.append(error)
                return

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    worker = threading.Thread(target=work)
    worker.start()
    for _ in range(800):
        kept.extend([number] for number in range(800))  # so that something is due
        collection.collect()
    ended.set()
    worker.join()
    sys.setswitchinterval(interval)
    assert failed == []
    assert kept

"""What was found between two analysed texts: kept as long as both analyses are, whoever asks for it again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

from meantree.analysis.sentences import Analysis

T = TypeVar("T")

_kept: WeakKeyDictionary[Analysis, WeakKeyDictionary[Analysis, dict[Hashable, Any]]] = WeakKeyDictionary()
_lock = Lock()


def cached_between(one: Analysis, two: Analysis, name: Hashable, find: Callable[[], T]) -> T:
    """What ``find`` finds between two texts, found once under that name; safe from several threads.

    Analyses are told apart as objects: a corrected text is another one. What is found must not hold on to them.
    """
    with _lock:
        found = _kept.setdefault(one, WeakKeyDictionary()).setdefault(two, {})
    if name not in found:
        found[name] = find()
    return cast("T", found[name])

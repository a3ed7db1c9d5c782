"""A cache of results about pairs of analysed texts; an entry lives as long as both analyses."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

from meantree.analysis.sentences import Analysis

T = TypeVar("T")

_cache: WeakKeyDictionary[Analysis, WeakKeyDictionary[Analysis, dict[Hashable, Any]]] = WeakKeyDictionary()
_lock = Lock()


def cached_between(hyp: Analysis, ref: Analysis, name: Hashable, compute: Callable[[], T]) -> T:
    """Return the result of ``compute`` for two texts, computed once under that name; safe from several threads.

    Analyses are compared as objects: a corrected text is another one. The result must not refer to them, or they would
    never be freed.
    """
    with _lock:
        results = _cache.setdefault(hyp, WeakKeyDictionary()).setdefault(ref, {})
    if name not in results:
        results[name] = compute()
    return cast("T", results[name])

"""What lies between two texts is found once, and forgotten with them."""

from __future__ import annotations

import gc
import weakref

from helpers.trees import parsed
from meantree.alignment.pair_cache import cached_between
from meantree.analysis.sentences import Analysis
from meantree.metrics.pair import Pair


def test_found_once_for_each_name_and_each_two_texts() -> None:
    first, second, calls = parsed("a:0:root"), parsed("b:0:root"), []

    def find() -> int:
        calls.append(1)
        return len(calls)

    assert [cached_between(first, second, "x", find), cached_between(first, second, "x", find)] == [1, 1]
    assert [cached_between(second, first, "x", find), cached_between(first, second, "y", find)] == [2, 3]
    assert cached_between(parsed("a:0:root"), second, "x", find) == 4, "another analysis of the same words"


def test_nothing_keeps_analyses_alive() -> None:
    first, second = Analysis("a"), Analysis("b")
    cached_between(first, second, "x", lambda: 1)
    watched = weakref.ref(first), weakref.ref(second)
    del first, second
    gc.collect()
    assert [ref() for ref in watched] == [None, None]


def test_pairs_of_the_same_texts_share_their_alignment() -> None:
    first, second = parsed("a:0:root"), parsed("a:0:root")
    assert Pair(first, [second]).words(0) is Pair(first, [parsed("x:0:root"), second]).words(1)

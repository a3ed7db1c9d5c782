"""What lies between two texts is found once, and forgotten with them."""

from __future__ import annotations

import gc
import weakref

from helpers.trees import parsed
from meantree.alignment.pair_cache import cached_between
from meantree.analysis.sentences import Analysis
from meantree.metrics.pair import Pair


def test_found_once_for_each_name_and_each_two_texts() -> None:
    one, two, calls = parsed("a:0:root"), parsed("b:0:root"), []

    def find() -> int:
        calls.append(1)
        return len(calls)

    assert [cached_between(one, two, "x", find), cached_between(one, two, "x", find)] == [1, 1]
    assert [cached_between(two, one, "x", find), cached_between(one, two, "y", find)] == [2, 3]
    assert cached_between(parsed("a:0:root"), two, "x", find) == 4, "another analysis of the same words"


def test_nothing_keeps_analyses_alive() -> None:
    one, two = Analysis("a"), Analysis("b")
    cached_between(one, two, "x", lambda: 1)
    watched = weakref.ref(one), weakref.ref(two)
    del one, two
    gc.collect()
    assert [ref() for ref in watched] == [None, None]


def test_pairs_of_the_same_texts_share_their_alignment() -> None:
    one, two = parsed("a:0:root"), parsed("a:0:root")
    assert Pair(one, [two]).words(0) is Pair(one, [parsed("x:0:root"), two]).words(1)

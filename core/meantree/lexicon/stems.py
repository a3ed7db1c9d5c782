"""Stems of English words (Porter 1980, as NLTK extends it)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib.util import find_spec, module_from_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nltk.stem.porter import PorterStemmer


@contextmanager
def _without_init(*packages: str) -> Iterator[None]:
    """Import modules of packages, named from the outermost inwards, without running the packages' ``__init__``.

    Afterwards the packages are as unknown as before, so that others can import them.
    """
    before = sys.modules.copy()
    for name in packages:
        if name not in before and (spec := find_spec(name)) is not None:
            sys.modules[name] = module_from_spec(spec)
    try:
        yield
    finally:
        for name in sys.modules.keys() - before.keys():
            if name.startswith(packages):
                del sys.modules[name]


@cache
def _stemmer() -> PorterStemmer:
    with _without_init("nltk", "nltk.stem"):  # that of NLTK takes .6 s for SciPy, of which the stemmer needs nothing
        from nltk.stem.porter import PorterStemmer

    return PorterStemmer()


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return the stem of a lower-case word."""
    return str(_stemmer().stem(word))

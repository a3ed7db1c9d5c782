"""The names by which requests ask for entailment features."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache

from meantree.comparison.prediction import feature_name, feature_title
from meantree.errors import UsageError
from meantree.escaping import listed, quoted
from meantree.metrics.evidence import Term
from meantree.metrics.metric import Metric
from meantree.search.requests.model import Request
from meantree.search.requests.values import Regex, Value, is_one

FEATURE = "feature"


def names_of(term: Term) -> frozenset[str]:
    """What a feature may be called: in words, with or without its direction, or as models call it."""
    return _names(term.name)


@lru_cache(maxsize=4096)
def _names(name: str) -> frozenset[str]:
    """The very same names for every word on which a feature fires: there are thousands, and all are kept."""
    term = Term(name, "", 0.0, 0.0, 0.0)
    return frozenset((name, feature_name(term), feature_title(term)))


def require_features(request: Request, metric: Metric) -> None:
    """See to it that a metric has the features that a request names.

    Raises:
        UsageError: if it has none, or not that one; the text says what is like it.
    """
    asked = list(_asked(request))
    if not asked and not request.asks(FEATURE):
        return
    if not metric.feature_names:
        raise UsageError(f"the request asks for a feature, but {metric.name} has none; rte-r has entailment features")
    terms = [Term(name, "", 0.0, 0.0, 0.0) for name in metric.feature_names]
    known = dict.fromkeys(feature_name(term) for term in terms)
    every = {name for term in terms for name in names_of(term)}
    for value in asked:
        if not any(is_one((value,), name) for name in every):
            told = quoted(value.source if isinstance(value, Regex) else value)
            near = get_close_matches(str(value), known, 3) or list(known)
            raise UsageError(f"{metric.name} has no feature {told}; there are {listed(near)}")


def _asked(request: Request) -> Iterator[Value]:
    """All names of features in a request."""
    for item in request.items:
        yield from (value for test in item.tests() if test.name == FEATURE for value in test.values)
    yield from (value for fact in request.facts if fact.name == FEATURE for value in fact.values)

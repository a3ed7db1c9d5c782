"""Options in words."""

from __future__ import annotations

import re

import pytest

from meantree.errors import UsageError
from meantree.metrics.options import MEANINGS, options_in_words, spec_with
from meantree.metrics.registry import METRICS, metric

EVERY = [(name, one) for name in METRICS for one in options_in_words(metric(name))]


@pytest.mark.parametrize(("name", "option"), EVERY, ids=[f"{name}:{one.name}" for name, one in EVERY])
def test_each_option_says_what_it_means_and_takes(name: str, option: object) -> None:
    one = next(one for one in options_in_words(metric(name)) if one == option)
    assert 20 < len(one.meaning) < 170
    assert one.meaning[0].isupper()
    assert not one.meaning.endswith(".")
    assert one.takes
    found = re.fullmatch(r"([\d.]+) to ([\d.]+)(?:, or (\w+))?", one.takes)
    if found:
        for end in filter(None, found.groups()):
            metric(f"{name}:{one.name}={end}")
        for beyond in (float(found[1]) - 1, float(found[2]) + 1):
            with pytest.raises(UsageError):
                metric(f"{name}:{one.name}={beyond:g}")
    for choice in one.choices:
        metric(f"{name}:{one.name}={choice}")


def test_nothing_is_told_of_options_that_there_are_not() -> None:
    known = {key for name, one in EVERY for key in (f"{metric(name).name}.{one.name}", one.name)}
    assert set(MEANINGS) <= known


@pytest.mark.parametrize(
    "spec",
    [
        "edpm",
        "edpm:nbest=10",
        "dpm:nbest=all",
        "dpm:nbest=all,gamma=0.25",
        "dpm:parts=dl,lh,labels=dep",
        "tk:lambda=0.5",
        "bleu:smooth=floor,case=fold",
    ],
)
def test_a_spec_is_written_as_it_was_read(spec: str) -> None:
    name = spec.partition(":")[0]
    assert spec_with(name, metric(name), {one.name: one.value for one in options_in_words(metric(spec))}) == spec

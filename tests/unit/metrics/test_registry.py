"""Spec strings and signatures."""

from __future__ import annotations

import re

import pytest

from meantree import __version__
from meantree.errors import UsageError
from meantree.metrics.bleu import Bleu
from meantree.metrics.compared_words import MECAB
from meantree.metrics.dpm import Dpm
from meantree.metrics.registry import (
    DISTINCT,
    METRICS,
    OFFERED,
    OVERVIEW,
    describe_options,
    explanation,
    metric,
    spec_with,
    specs_in,
)
from meantree.metrics.tree_precisions import Hwcm
from meantree.scoring.provenance import Provenance, signature

FROZEN = {"hwcm", "dpm", "edpm", "bleu", "chrf", "ter"}


PARTS = {"bleu-r", "nist-r", "ter-r", "meteor-r"}
"""What ``mt-r`` is made of is there for those who ask for it."""


@pytest.mark.parametrize(
    ("argument", "specs"),
    [
        ("chrf,given:COMET", ["chrf", "given:COMET"]),
        ("given:A,better=lower, given:B,BLEU", ["given:A,better=lower", "given:B", "bleu"]),
        ("hwcm:n=3,eps=0,given:A", ["hwcm:n=3,eps=0", "given:A"]),
        ("given:of=A,better=lower", ["given:of=A,better=lower"]),
    ],
)
def test_lists_may_have_given_metrics(argument: str, specs: list[str]) -> None:
    assert specs_in(argument) == specs


def test_public_names_stay() -> None:
    assert set(METRICS) >= FROZEN


def test_every_metric_has_one_name_and_the_window_offers_some_of_each_family() -> None:
    distinct = [METRICS[name] for name in DISTINCT]
    assert len(set(distinct)) == len(distinct)
    assert set(distinct) == {found for name, found in METRICS.items() if name not in PARTS}
    assert set(DISTINCT) >= OVERVIEW
    assert OFFERED[0] == "edpm", "the metric in focus"
    assert set(OFFERED) < set(DISTINCT)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("hwcm", Hwcm()),
        ("hwcm:n=3", Hwcm(n=3)),
        ("hwcm:n=3,eps=0,case=keep", Hwcm(n=3, eps=0.0, case="keep")),
        ("dpm:parts=dl,lh,nbest=1", Dpm(parts=("dl", "lh"), nbest=1)),
        ("edpm", Dpm()),
        ("bleu:smooth=lin-och", Bleu(smooth="lin-och")),
    ],
)
def test_specs(spec: str, expected: object) -> None:
    assert metric(spec) == expected


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("hcwm", ["no metric 'hcwm'", "hwcm"]),
        ("blue", ["no metric 'blue' (did you mean bleu?); there are bleu"]),
        ("bleu:smoth=exp", ["unknown option 'smoth' (did you mean smooth?); this metric has smooth"]),
        ("tk:decay=0.5", ["unknown option 'decay'", "lambda"]),
        ("hwcm:m=3", ["unknown option 'm'", "n, eps, case"]),
        ("hwcm:n=three", ["n=three", "whole number"]),
        ("hwcm:n=0", ["n=0", "1 to 20"]),
        ("hwcm:eps=2", ["eps=2", "less than 1"]),
        ("hwcm:case=lower", ["case=lower", "fold or keep"]),
        ("hwcm:3", ["'3'", "key=value"]),
        ("hwcm:n=1,n=2", ["'n'", "twice"]),
        ("dpm:parts=dl,xx", ["parts=dl,xx", "dlh"]),
        ("dpm:parts=dl,dl", ["different"]),
        ("dpm:nbest=0", ["nbest=0"]),
        ("dpm:gamma=-1", ["gamma=-1"]),
        ("dpm:nbest=every", ["nbest=every", "a whole number or all"]),
        ("dpm:gamma=all", ["gamma=all", "a number or auto"]),
        ("dpm:nbest=all,labels=ab", ["nbest=all takes labels=dep alone"]),
        ("chrf:order=0", ["order=0"]),
        ("sepia:mode=sn99", ["sn0 to sn19"]),
        ("hwcm:n=999999999", ["n=999999999", "1 to 20"]),
        ("dpm:nbest=10000000", ["nbest=10000000", "1 to 50"]),
    ],
)
def test_a_wrong_spec_says_what_is_expected(spec: str, words: list[str]) -> None:
    with pytest.raises(UsageError) as raised:
        metric(spec)
    assert all(word in str(raised.value) for word in words)


@pytest.mark.parametrize(
    "spec",
    ["{}", "{}:n=1", "hwcm:{}", "hwcm:{}=1", "hwcm:n={}", "hwcm:case={}", "hmeant:weights={}", "rte-r:weights={}"],
)
def test_a_wrong_spec_is_quoted_shortly(spec: str) -> None:
    with pytest.raises(UsageError) as raised:
        metric(spec.format("x\x1b" * 1_000))
    assert len(str(raised.value)) < 600
    assert "\x1b" not in str(raised.value)


@pytest.mark.parametrize("value", ["9" * 4_000, "9" * 5_000, "x" * 5_000])
@pytest.mark.parametrize("option", ["hwcm:n", "hwcm:eps", "hwcm:case", "hwcm:x", "dpm:nbest", "chrf:beta", "tk:lambda"])
def test_a_value_of_any_length_is_one_short_message(option: str, value: str) -> None:
    with pytest.raises(UsageError) as raised:
        metric(f"{option}={value}")
    assert option.partition(":")[2] in str(raised.value)
    assert len(str(raised.value)) < 400


def test_signature_names_all_that_matters() -> None:
    text = signature(metric("dpm:parts=dl,lh,labels=dep"), Provenance(2, makers={"dependencies": "en_x-1.0-ab"}))
    expected = "dpm|parts:dl,lh|nbest:50|gamma:0.25|labels:dep|case:fold|refs:2|analyser:en_x-1.0-ab"
    assert text == f"{expected}|version:meantree-{__version__}"


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("dpm", "nbest:50|gamma:0.25"),
        ("dpm:gamma=auto", "nbest:50|gamma:0.25"),
        ("dpm:gamma=1", "nbest:50|gamma:1.0"),
        ("dpm:nbest=all", "nbest:all|gamma:1.0"),
        ("dpm:nbest=all,gamma=0.25", "nbest:all|gamma:0.25"),
    ],
)
def test_signature_names_the_gamma_that_is_used(spec: str, expected: str) -> None:
    assert f"|{expected}|" in signature(metric(spec), Provenance(1, makers={"dependencies": "x"}))


def test_signature_names_the_analyser_only_where_it_takes_part() -> None:
    assert "analyser" not in signature(metric("bleu"), Provenance(1, makers={"dependencies": "en_x"}))


EVERY = [(name, option) for name in METRICS for option in describe_options(metric(name))]


@pytest.mark.parametrize(("name", "option"), EVERY, ids=[f"{name}:{one.name}" for name, one in EVERY])
def test_each_option_says_what_it_means_and_takes(name: str, option: object) -> None:
    one = next(one for one in describe_options(metric(name)) if one == option)
    assert 20 < len(one.meaning) < 170
    assert one.meaning[0].isupper()
    assert not one.meaning.endswith(".")
    assert one.takes
    result = re.fullmatch(r"([\d.]+) to ([\d.]+)(?:, or (\w+))?", one.takes)
    if result:
        for end in filter(None, result.groups()):
            metric(f"{name}:{one.name}={end}")
        for beyond in (float(result[1]) - 1, float(result[2]) + 1):
            with pytest.raises(UsageError):
                metric(f"{name}:{one.name}={beyond:g}")
    for choice in (choice for choice in one.choices if choice not in MECAB):
        metric(f"{name}:{one.name}={choice}")


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
    assert (
        spec_with(name, metric(name), {option.name: option.value for option in describe_options(metric(spec))}) == spec
    )


def test_sources_are_of_metrics() -> None:
    assert [name for name, found in METRICS.items() if not found.paper] == ["wer"], "nobody claims the word error rate"


@pytest.mark.parametrize("name", METRICS)
def test_plain_text(name: str) -> None:
    text = explanation(metric(name))
    assert not set("`\n") & set(text)
    assert "Statistics:" not in text
    assert 80 < len(text) < 900

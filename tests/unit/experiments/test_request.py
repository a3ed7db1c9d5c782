"""The command that asks for the same."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from meantree.analysis.parsers import DEFAULT, Parsers
from meantree.cli.app import app
from meantree.errors import UsageError
from meantree.experiments.registry import EXPERIMENTS
from meantree.experiments.request import Asked, command_of
from meantree.experiments.study import DEFAULT_METRICS, Options

WORDS = st.text("ab -'\"$;ü", min_size=1, max_size=8).filter(lambda word: not word.startswith("-"))
OPTIONS = st.builds(
    lambda size, **kept: Options(resamples=size, permutations=size, **kept),
    size=st.integers(1, 9),
    rating=st.one_of(st.just(""), WORDS),
    metrics=st.one_of(st.just(DEFAULT_METRICS), st.tuples(WORDS, WORDS)),
    group_by=st.sampled_from((None, "none", "item", "system")),
    seed=st.integers(0, 3),
    correction=st.sampled_from(("none", "holm", "bh")),
    limit=st.one_of(st.none(), st.integers(2, 9)),
    preferences=st.one_of(st.just(()), st.tuples(WORDS)),
)
ASKED = st.builds(
    Asked,
    paths=st.lists(st.builds(Path, st.one_of(WORDS, st.just("-x"))), min_size=1, max_size=2).map(tuple),
    tables=st.lists(st.sampled_from([one.name for one in EXPERIMENTS]), max_size=2).map(tuple),
    options=OPTIONS,
    encoding=st.sampled_from((None, "latin-1")),
    parsers=st.sampled_from((DEFAULT, Parsers("other pipe", "none"))),
    annotator=st.sampled_from((None, "ana maria")),
)


@given(ASKED)
def test_the_command_asks_for_the_same(asked: Asked) -> None:
    found: list[Asked] = []

    def stop(taken: Asked, *_rest: Any) -> None:
        found.append(taken)
        raise UsageError("enough")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("meantree.cli.experiment.made_content", stop)
        program, *arguments = shlex.split(command_of(asked))
        CliRunner().invoke(app, arguments)
    assert program == "meantree"
    assert found == [asked]


def test_what_holds_anyway_is_left_out() -> None:
    asked = Asked((Path("my data/t.tsv"),), ("measures",), Options("da"), None, DEFAULT)
    assert command_of(asked) == "meantree experiment 'my data/t.tsv' --table measures --rating da"

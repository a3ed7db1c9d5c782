"""The command that asks for the same, and parts of a corpus: the same each time, the smaller in the larger."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from meantree.analysis.parsers import DEFAULT, Parsers
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey
from meantree.annotation.frame_annotation import State
from meantree.cli.app import app
from meantree.corpus.corpus import Corpus, Rating, Segment, Text
from meantree.errors import UsageError
from meantree.experiments.experiment_corpora import naming_raters, read_one, sampled
from meantree.experiments.experiment_registry import EXPERIMENTS
from meantree.experiments.experiment_request import (
    ExperimentRequest,
    Judgements,
    command_of,
    judgements_of,
    rating_kinds,
    why_unavailable,
)
from meantree.experiments.rated import rated_part
from meantree.experiments.study import DEFAULT_METRICS, Options
from meantree.project.file import Project

WORDS = st.text("ab -'\"$;ü", min_size=1, max_size=8).filter(lambda word: not word.startswith("-"))
SPECS = WORDS.map(str.strip).filter(lambda spec: spec and not spec.startswith("-"))
OPTIONS = st.builds(
    lambda size, **kept: Options(resamples=size, permutations=size, **kept),
    size=st.integers(1, 9),
    rating=st.one_of(st.just(""), WORDS),
    metrics=st.one_of(st.just(DEFAULT_METRICS), st.tuples(SPECS, SPECS)),
    group_by=st.sampled_from((None, "none", "item", "system")),
    seed=st.integers(0, 3),
    correction=st.sampled_from(("none", "holm", "bh")),
    limit=st.one_of(st.none(), st.integers(2, 9)),
    preferences=st.one_of(st.just(()), st.tuples(WORDS)),
)
ASKED = st.builds(
    ExperimentRequest,
    paths=st.lists(st.builds(Path, st.one_of(WORDS, st.just("-x"))), min_size=1, max_size=2).map(tuple),
    tables=st.lists(st.sampled_from([one.name for one in EXPERIMENTS]), max_size=2).map(tuple),
    options=OPTIONS,
    encoding=st.sampled_from((None, "latin-1")),
    parsers=st.sampled_from((DEFAULT, Parsers("other pipe", "none"))),
    annotator=st.sampled_from((None, "ana maria")),
)


@given(ASKED)
def test_the_command_asks_for_the_same(expected: ExperimentRequest) -> None:
    results: list[ExperimentRequest] = []

    def stop(request: ExperimentRequest, *_rest: Any) -> None:
        results.append(request)
        raise UsageError("enough")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("meantree.cli.rated_corpora.made_content", stop)
        program, *arguments = shlex.split(command_of(expected))
        CliRunner().invoke(app, arguments)
    assert program == "meantree"
    assert results == [expected]


def test_what_holds_anyway_is_left_out() -> None:
    request = ExperimentRequest((Path("my data/t.tsv"),), ("measures",), Options("da"), None, DEFAULT)
    assert command_of(request) == "meantree experiment 'my data/t.tsv' --table measures --rating da"


BY_NAME = {one.name: one for one in EXPERIMENTS}
GOOD, OTHER = Judgements("et", {"da": "", "hter": ""}), Judgements("ne", {"mqm": "", "da": ""})
NONE, EQUAL = (
    Judgements("x", {}),
    Judgements("y", {"da": "y: all ratings 'da' are equal, so no metric can correlate with them"}),
)


def _corpus(values: Sequence[float], references: int = 1) -> Corpus:
    segments = tuple(
        Segment(
            str(place),
            "",
            references={"A": Text("a")} if references else {},
            hypotheses={"s": Text("a b")},
            ratings=(Rating("s", "da", value),),
        )
        for place, value in enumerate(values)
    )
    return Corpus("c", segments, ("s",), ("A",) if references else ())


def test_kinds_that_nothing_can_follow_say_why() -> None:
    assert judgements_of(_corpus([1, 2])).kinds == {"da": ""}
    assert judgements_of(_corpus([1, 1])).kinds == {
        "da": "c: all ratings 'da' are equal, so no metric can correlate with them"
    }
    assert judgements_of(_corpus([1])).kinds == {"da": "c: 1 segment with ratings 'da', expected at least 2"}
    assert judgements_of(_corpus([1, 2], 0)).lacks == "c has no reference, so nothing can be scored"
    assert judgements_of(Corpus("c", (), (), ())).lacks == "c has no translation, so nothing can be scored"


def test_kinds_that_all_have_come_first() -> None:
    assert rating_kinds([Judgements("a", {"hter": "", "da": ""}), OTHER]) == ("da", "mqm", "hter")


def test_kinds_that_are_followed_most_come_first() -> None:
    kinds = dict.fromkeys(("hter", "z", "da-raw", "da", "mqm"), "")
    assert rating_kinds([Judgements("a", kinds)]) == ("mqm", "da", "z", "da-raw", "hter")


@pytest.mark.parametrize(
    ("name", "corpora", "rating", "preferences", "message"),
    [
        ("meta-evaluation", [GOOD], "da", (), ""),
        ("meta-evaluation", [GOOD], "", (), "it needs ratings: choose their kind"),
        ("meta-evaluation", [NONE], "da", (), "it needs ratings, and x has none"),
        (
            "meta-evaluation",
            [GOOD, OTHER],
            "hter",
            (),
            "ne has no ratings 'hter'; its ratings are of the kinds mqm, da",
        ),
        ("meta-evaluation", [GOOD, NONE], "da", (), "x has no ratings 'da'; there are none"),
        (
            "meta-evaluation",
            [GOOD, EQUAL],
            "da",
            (),
            "y: all ratings 'da' are equal, so no metric can correlate with them",
        ),
        ("meta-evaluation", [Judgements("z", {"da": ""}, "z has no reference")], "da", (), "z has no reference"),
        ("lo-wu", [NONE], "", (), ""),
        ("lo-wu", [EQUAL], "da", (), "y: all ratings 'da' are equal, so no metric can correlate with them"),
        ("pado", [GOOD], "da", (), "leave-one-language-out needs at least 2 corpora, one for each source language"),
        ("pado", [GOOD, OTHER], "da", (), ""),
        ("pairwise-judgements", [NONE, GOOD], "", (), "it needs pairwise judgements: 0 files for 2 corpora"),
        (
            "pairwise-judgements",
            [GOOD],
            "",
            ("p",),
            "leave-one-language-out needs at least 2 corpora, one for each source language",
        ),
        ("pairwise-judgements", [NONE, GOOD], "", ("p", "q"), ""),
    ],
)
def test_what_is_lacking_is_said(
    name: str, corpora: list[Judgements], rating: str, preferences: tuple[str, ...], message: str
) -> None:
    unavailable = why_unavailable(BY_NAME[name], corpora, Options(rating, preferences=preferences))
    assert unavailable.startswith(message) if message else not unavailable


def corpus(size: int) -> Corpus:
    hypotheses = [{"often": Text("a"), **({"once": Text("b")} if place == 0 else {})} for place in range(size)]
    segments = tuple(
        Segment(str(place), "", None, {"A": Text("r")}, versions) for place, versions in enumerate(hypotheses)
    )
    return Corpus("c", segments, ("often", "once"), ("A",))


def ids(part: Corpus) -> list[int]:
    return [int(segment.id) for segment in part.segments]


def test_samples_are_nested_and_ordered() -> None:
    whole = corpus(40)
    few, more = ids(sampled(whole, 5, 1)), ids(sampled(whole, 20, 1))
    assert len(few) == 5
    assert set(few) < set(more)
    assert more == sorted(more)
    assert ids(sampled(whole, 5, 1)) == few
    assert ids(sampled(whole, 5, 2)) != few


def test_all_of_it_is_itself() -> None:
    whole = corpus(3)
    assert sampled(whole, None, 1) is whole
    assert sampled(whole, 3, 1) is whole


def test_a_system_without_translations_is_none() -> None:
    for seed in range(20):
        result = sampled(corpus(40), 4, seed)
        assert ("once" in result.systems) == (0 in ids(result))


def test_whose_ratings_are_too_few_is_said_with_who_has_some(tmp_path: Path) -> None:
    path, read = tmp_path / "p.meantree", {"A": Text("he saw it")}
    segments = tuple(Segment(str(place), "", None, {"r": Text("he saw it")}, read) for place in range(3))
    with Project(path, new=True) as project:
        project.fill(Corpus("p", segments, ("A",), ("r",)))
        for name, judged in {"ana": 3, "gold": 1}.items():
            for place in range(judged):
                clean = ErrorAnnotation((), 50.0 + place, State.NOTHING)
                project.save_errors(ErrorKey(str(place), "A", name), clean, "score")
    others = "the ratings of gold alone are taken, but ana has more"
    with pytest.raises(UsageError, match=f"1 segment with ratings 'esa', expected at least 2; {others}"):
        rated_part(read_one(path, None, "gold"), "esa")
    with Project(path) as project:
        new = naming_raters(project.corpus_of("new"), project, "new")
    experiment = next(one for one in EXPERIMENTS if one.name == "meta-evaluation")
    none = why_unavailable(experiment, [judgements_of(new)], Options(rating="esa"))
    some = "the ratings of new alone are taken, but ana, gold have more"
    assert none == f"it needs ratings, and p has none; {some}"
    assert not read_one(path, None, "ana").problems
    assert read_one(path.rename(path.with_name("q.meantree")), None).name == "q"
    path = path.with_name("q.meantree")
    assert not read_one(path, None).problems

"""How scores come about: every step of every metric computed again, from the units alone, by Python itself."""

from __future__ import annotations

import keyword
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from helpers.frames import annotated, annotated_pairs, frame
from helpers.trees import EMPTY, analyses, bracketed, parsed
from helpers.trees import flat as flat_text
from meantree.analysis.frames import FrameLayer
from meantree.analysis.sentences import Analysis
from meantree.metrics.derivation import Derivation, Deriver, evaluate
from meantree.metrics.evidence import Term, Unit
from meantree.metrics.metric import CorpusContext, Metric
from meantree.metrics.nist import Nist
from meantree.metrics.pair import Pair
from meantree.metrics.registry import METRICS, metric

SPECS = [
    "hwcm", "hwcm:n=1", "hwcm:n=9,eps=0", "stm", "stm:words=yes,eps=.2", "dstm", "dstm:d=2,labels=yes", "tk",
    "tk:lambda=.3", "tk:lambda=1e-310", "dtk", "dtk:lambda=1e-200", "edpm", "dpm:parts=dlh,gamma=0,nbest=2",
    "dpm:parts=dh", "dpm:labels=ab,parts=2g,dlh", "sepia", "sepia:mean=harm", "sepia:bp=no", "sepia:mode=g4",
    "sepia:mode=sn0,sn1.5,sn19p,sn1pr,sn2rp,spn,spnr", "sepia:mode=g1,spnpro,mean=harm,bp=no", "bleu",
    "bleu:smooth=lin-och", "bleu:smooth=floor", "bleu:smooth=none,case=fold", "bleu:tokenize=char", "nist",
    "nist:n=2", "meteor", "meteor:alpha=.5,beta=1,gamma=1", "chrf", "chrf:order=2,beta=1", "chrf:order=20,beta=3",
    "ter", "ter:case=keep", "wer", "per", "cder",
]  # fmt: skip
PREDICTED = ["bleu-r", "nist-r", "ter-r", "meteor-r", "mt-r", "rte-r", "mt+rte-r"]
FRAMES = ["hmeant", "hmeant:partial=.3", "hmeant:weights=unsupervised"]
TEXTS = {spec.partition(":")[0] for spec in SPECS}
GIVEN = re.compile(
    r"(hypothesis|reference|mean_reference|shortest_reference)_words|eps|floor|alpha|beta|gamma|intercept|(log_)?K_(hr|hh|rr)"
)
"""All that stands in a derivation without being a sum of units or terms: lengths, options, kernels."""
FUNCTIONS: Mapping[str, Any] = {
    "min": min,
    "max": max,
    "mean": lambda *values: math.fsum(values) / len(values),
    "sum": lambda *values: math.fsum(values),
    "exp": math.exp,
    "log": math.log,
    "sqrt": math.sqrt,
    "abs": abs,
}


def test_specs_cover_every_registered_metric() -> None:
    assert TEXTS | {"hmeant", "meant"} | set(PREDICTED) == set(METRICS)


def summed(units: Iterable[Unit], kind: str, count: str) -> float:
    return math.fsum(getattr(unit, count) * unit.weight for unit in units if unit.kind == kind)


def check(
    derivation: Derivation | None, units: Sequence[Unit], score: float | None, terms: Sequence[Term] = ()
) -> None:
    """That the derivation leads from the units and terms to the score, with nothing hidden."""
    if score is None or derivation is None:
        assert (derivation, score) == (None, None)
        return
    values: dict[str, float] = {}
    for one in derivation.inputs:
        assert (one.kind is None) == (one.count is None)
        if one.group is not None:
            assert one.kind is None
            values[one.name] = math.fsum(term.contribution for term in terms if term.group == one.group)
        elif one.kind is None or one.count is None:
            assert GIVEN.fullmatch(one.name), "everything else is counted"
            values[one.name] = one.value
        else:
            values[one.name] = summed(units, one.kind, one.count)
        assert values[one.name] == pytest.approx(one.value, rel=1e-9, abs=0)
    for step in derivation.steps:
        assert re.fullmatch(r"[\w\s+*/^(),.-]+", step.formula, re.ASCII)
        assert "**" not in step.formula
        values[step.name] = eval(step.formula.replace("^", "**"), {"__builtins__": {}, **FUNCTIONS}, values)
        assert values[step.name] == pytest.approx(step.value, rel=1e-9, abs=0)
    names = [*(one.name for one in derivation.inputs), *(step.name for step in derivation.steps)]
    assert len(set(names)) == len(names)
    assert all(name.isascii() and name.isidentifier() and not keyword.iskeyword(name) for name in names)
    assert not FUNCTIONS.keys() & set(names)
    assert derivation.steps[-1].name == "score"
    assert derivation.steps[-1].value == pytest.approx(score, rel=1e-9, abs=0)


def check_pair(chosen: Metric, pair: Pair) -> Derivation | None:
    evidence = chosen.evidence(pair)
    derivation = chosen.derivation(evidence)
    check(derivation, evidence.units, chosen.score(chosen.statistics(pair), level="segment"), evidence.terms)
    return derivation


@given(hyp=st.one_of(analyses(), st.just(EMPTY)), refs=st.lists(analyses(), min_size=1, max_size=2))
def test_every_step_follows(hyp: Analysis, refs: list[Analysis]) -> None:
    for spec in [*SPECS, *PREDICTED, "dpm:nbest=all,parts=1g,dlh"]:
        note(spec)
        assert check_pair(metric(spec), Pair(hyp, refs)) is not None
        check_pair(metric(spec), Pair(refs[0], refs[:1]))


@given(pair=annotated_pairs())
def test_every_step_follows_for_frames(pair: Pair) -> None:
    for spec in FRAMES:
        note(spec)
        derivation = check_pair(metric(spec), pair)
        theirs = pair.references[0].frames
        assert (derivation is None) == (theirs is None or not theirs.frames)


@pytest.mark.parametrize("spec", [*SPECS, *PREDICTED])
def test_the_ends_of_likeness(spec: str) -> None:
    if metric(spec).needs.constituents:
        texts = [bracketed("(S (A a) (B b))"), bracketed("(X (Y v) (Z w))"), bracketed("(A a)")]
    else:
        texts = [parsed("a:2:det b:0:root c:2:obj d:2:obj e:2:obj"), parsed("v:0:root w:1:x x:1:x"), parsed("a:0:root")]
    for hyp in [*texts, EMPTY]:
        for ref in texts:
            assert check_pair(metric(spec), Pair(hyp, [ref])) is not None


def test_nist_with_the_information_of_a_corpus() -> None:
    chosen = Nist().adapted(CorpusContext((("a b",), ("a c a",)), constituents=False))
    derivation = check_pair(chosen, Pair(Analysis("a b a"), [Analysis("a b"), Analysis("a a a b")]))
    assert derivation is not None
    assert chosen.evidence(Pair(Analysis("a"), [Analysis("a b")])).units[0].weight == pytest.approx(math.log2(5 / 3))


def test_meant() -> None:
    def labelled(words: str, *frames: str) -> Analysis:
        layer = FrameLayer(tuple(words.split()), tuple(map(frame, frames)))
        return replace(flat_text(words), labelled=layer)

    hyp = labelled("the minister sold the car", "2 agent=0-1 patient=3-4")
    ref = labelled("the minister sold the house", "2 agent=0-1 patient=3-4")
    derivation = check_pair(metric("meant"), Pair(hyp, [ref]))
    assert derivation is not None
    assert derivation.steps[-1].value == pytest.approx(2.5 / 3)
    assert check_pair(metric("meant"), Pair(hyp, [labelled("x y")])) is None


def flat(word: str, size: int = 1_200) -> Analysis:
    """A head with dependents that all have one of their own; the kernel doubles with each."""
    rows = [f"{word}:0:root", *(f"{word}{n}:1:x" for n in range(size // 2))]
    return parsed(" ".join([*rows, *(f"{word}a{n}:{n + 2}:x" for n in range(size // 2))]))


@pytest.mark.parametrize(
    ("hyp", "ref", "names", "formula"),
    [
        (flat("v"), flat("v"), "log_K_hr log_K_hh log_K_rr", "exp(log_K_hr - (log_K_hh + log_K_rr) / 2)"),
        (flat("v"), flat("w"), "K_hr log_K_hh log_K_rr", "K_hr * exp(-log_K_hh / 2) * exp(-log_K_rr / 2)"),
        (flat("v", 8), flat("v", 8), "K_hr K_hh K_rr", "K_hr / sqrt(K_hh * K_rr)"),
        (parsed("v:0:root"), parsed("v:0:root"), "equal_texts", "equal_texts"),
        (parsed("v:0:root"), flat("v"), "equal_texts", "equal_texts"),
    ],
    ids=["huge", "huge and unlike", "small", "lone words", "one lone word"],
)
def test_kernels_of_any_size(hyp: Analysis, ref: Analysis, names: str, formula: str) -> None:
    derivation = check_pair(metric("dtk"), Pair(hyp, [ref]))
    assert derivation is not None
    assert [one.name for one in derivation.inputs] == names.split()
    assert [step.formula for step in derivation.steps] == [formula]


SEES = "the:2:det cat:3:nsubj sees:0:root dogs:3:obj"
FULL = "3 agent=0-2 patient=4-5"


@pytest.mark.parametrize(
    ("spec", "pair", "inputs", "steps"),
    [
        (
            "hwcm",
            Pair(parsed(SEES), [parsed("the:2:det cat:0:root runs:2:acl")]),
            {"eps": 0.001, "matched_1": 2, "hypothesis_1": 4, "matched_2": 1, "hypothesis_2": 3}
            | {"matched_3": 0, "hypothesis_3": 1},
            [
                ("p1", "max(matched_1 / hypothesis_1, eps)", 1 / 2),
                ("p2", "max(matched_2 / hypothesis_2, eps)", 1 / 3),
                ("p3", "max(matched_3 / hypothesis_3, eps)", 0.001),
                ("score", "mean(p1, p2, p3)", (1 / 2 + 1 / 3 + 0.001) / 3),
            ],
        ),
        ("hwcm", Pair(EMPTY, [parsed(SEES)]), {}, [("score", "0", 0)]),
        (
            "dpm:parts=1g,dl,nbest=1",
            Pair(parsed(SEES), [parsed("the:2:det cat:3:nsubj runs:0:root")]),
            {"matched_1g": 2, "matched_dl": 2, "hypothesis_1g": 4, "hypothesis_dl": 3}
            | {"reference_1g": 3, "reference_dl": 2},
            [
                ("matched", "matched_1g + matched_dl", 4),
                ("hypothesis", "hypothesis_1g + hypothesis_dl", 7),
                ("reference", "reference_1g + reference_dl", 5),
                ("precision", "matched / hypothesis", 4 / 7),
                ("recall", "matched / reference", 4 / 5),
                ("score", "2 * precision * recall / (precision + recall)", 2 / 3),
            ],
        ),
        (
            "dpm:parts=2g",
            Pair(parsed("a:0:root"), [parsed("b:0:root")]),
            {"matched_whole": 0, "hypothesis_whole": 1, "reference_whole": 1},
            [
                ("matched", "matched_whole", 0),
                ("hypothesis", "hypothesis_whole", 1),
                ("reference", "reference_whole", 1),
                ("precision", "matched / hypothesis", 0),
                ("recall", "matched / reference", 0),
                ("score", "0", 0),
            ],
        ),
        (
            "bleu",
            Pair(Analysis("a b c"), [Analysis("a b x y")]),
            {"hypothesis_1": 3, "matched_1": 2, "hypothesis_2": 2, "matched_2": 1, "hypothesis_3": 1, "matched_3": 0}
            | {"hypothesis_4": 0, "hypothesis_words": 3, "reference_words": 4},
            [
                ("p1", "matched_1 / hypothesis_1", 2 / 3),
                ("p2", "matched_2 / hypothesis_2", 1 / 2),
                ("p3", "1 / (2 ^ 1 * hypothesis_3)", 1 / 2),
                ("precision", "(p1 * p2 * p3) ^ (1 / 3)", (1 / 6) ** (1 / 3)),
                ("brevity", "exp(min(0, 1 - reference_words / hypothesis_words))", math.exp(-1 / 3)),
                ("score", "brevity * precision", math.exp(-1 / 3) * (1 / 6) ** (1 / 3)),
            ],
        ),
        (
            "hmeant",
            annotated(6, [FULL], ["3 agent=0-1"], "0=0", "0.0=0.0"),
            {"predicate_hypothesis": 1 / 3, "agent_hypothesis": 1 / 3, "patient_hypothesis": 0}
            | {"predicate_reference": 1 / 2, "agent_reference": 1 / 2},
            [
                ("precision", "predicate_hypothesis + agent_hypothesis + patient_hypothesis", 2 / 3),
                ("recall", "predicate_reference + agent_reference", 1),
                ("score", "2 * precision * recall / (precision + recall)", 4 / 5),
            ],
        ),
    ],
    ids=["hwcm", "hwcm empty", "dpm", "dpm whole texts", "bleu", "hmeant"],
)
def test_by_hand(spec: str, pair: Pair, inputs: Mapping[str, float], steps: list[tuple[str, str, float]]) -> None:
    chosen = metric(spec)
    derivation = chosen.derivation(chosen.evidence(pair))
    assert derivation is not None
    assert {one.name: one.value for one in derivation.inputs} == pytest.approx(dict(inputs))
    assert [(step.name, step.formula) for step in derivation.steps] == [step[:2] for step in steps]
    assert [step.value for step in derivation.steps] == pytest.approx([step[2] for step in steps])


@pytest.mark.parametrize("name", ["lambda", "mean", "1g", "a-b", "é", "", "twice"])
def test_names_that_formulas_cannot_use(name: str) -> None:
    deriver = Deriver(())
    deriver.fact("twice", 1)
    with pytest.raises(ValueError, match=r"name|two of"):
        deriver.fact(name, 2)


def test_a_derivation_ends_with_the_score() -> None:
    deriver = Deriver(())
    deriver.step("precision", "1 / 2")
    with pytest.raises(ValueError, match="score"):
        deriver.done()


def test_weights_count_in_sums() -> None:
    deriver = Deriver([Unit("x", "a", 2, 1, 1, weight=0.5), Unit("x", "b", 1, 1, 1), Unit("y", "c", 1, 0, 0)])
    assert deriver[deriver.total("a", "x", "matched")] == 1.5
    assert deriver[deriver.total("b", "x", "hypothesis")] == 2
    assert deriver[deriver.total("c", "z", "matched")] == 0
    assert deriver.kinds("hypothesis") == ("x", "y")
    assert deriver.kinds("reference") == ("x",)


NAMES = {"a": 2.0, "b_1": 3.0, "zero": 0.0}


@pytest.mark.parametrize(
    ("formula", "expected", "why"),
    [
        ("1 + 2 * 3", 7, "products first"),
        ("10 - 3 - 2", 5, "from the left"),
        ("12 / 3 / 2", 2, "from the left"),
        ("2 ^ 3 ^ 2", 512, "powers from the right"),
        ("-2 ^ 2", -4, "powers before the sign"),
        ("2 ^ -1", 0.5, "a sign in a power"),
        ("2 * -3", -6, "a sign after an operator"),
        ("(1 + 2) * 3", 9, "brackets"),
        ("a*b_1", 6, "names"),
        ("1.5e-1", 0.15, "numbers"),
        ("min(3, a, 5) + max(1, b_1)", 5, "of several"),
        ("mean(1, 2, 6)", 3, "the mean"),
        ("sum(1, 2, 6)", 9, "the sum"),
        ("exp(log(a))", 2, "natural logarithms"),
        ("sqrt(16) + abs(-1)", 5, "of one"),
        ("0 ^ (1 / 4)", 0, "a root of nothing"),
        (" a ", 2, "blanks around"),
    ],
)
def test_values(formula: str, expected: float, why: str) -> None:
    assert evaluate(formula, NAMES) == pytest.approx(expected), why


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("", "its end"),
        ("a b_1", "found 'b_1'"),
        ("1 +", "its end"),
        ("(1", "its end"),
        ("1)", "found '\\)'"),
        ("+1", "found '\\+'"),
        ("2 ** 3", "found '\\*'"),
        ("a.real", "character 2"),
        ("__import__('os')", "character 12"),
        ("0x10", "character 1"),
        ("1_000", "character 1"),
        ("1j", "character 1"),
        ("a if 1", "found 'if'"),
        ("c", "there is no c"),
        ("open(1)", "there is no function open"),
        ("min()", "found '\\)'"),
        ("min(1,)", "found '\\)'"),
        ("log(1, 2)", "too many values"),
        ("log(0)", "math|positive"),
        ("sqrt(-1)", "math|nonnegative"),
        ("(-8) ^ (1 / 3)", "math"),
    ],
)
def test_what_is_no_formula(formula: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        evaluate(formula, NAMES)


@pytest.mark.parametrize("formula", ["1 / zero", "exp(1000)", "10 ^ 400"])
def test_what_no_float_holds(formula: str) -> None:
    with pytest.raises(ArithmeticError):
        evaluate(formula, NAMES)


@given(st.floats(0, allow_infinity=False), st.floats(0, allow_infinity=False))
def test_numbers_are_read_as_python_writes_them(first: float, second: float) -> None:
    assert evaluate(f"max({first!r}, {second!r})", {}) == max(first, second)


def test_a_sum_of_many() -> None:
    assert evaluate(" + ".join(["a"] * 5_000), NAMES) == 10_000
    assert evaluate(f"mean({', '.join(['b_1'] * 5_000)})", NAMES) == 3
    assert math.isclose(evaluate("sum(" + ", ".join(["0.1"] * 10) + ")", {}), 1, rel_tol=1e-15)

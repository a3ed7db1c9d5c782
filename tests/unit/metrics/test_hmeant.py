"""HMEANT: by hand, and against the published formula written down term by term."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from helpers.frames import annotated, annotated_pairs
from meantree.analysis.frames import FrameAlignment, FrameLayer, LinkKind, Role
from meantree.errors import InputError, UsageError
from meantree.metrics.evidence import Status
from meantree.metrics.hmeant import Hmeant, Method, unsupervised_weights
from meantree.metrics.metric import CorpusContext
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric

FULL = "3 agent=0-2 patient=4-5"


def score(pair: Pair, spec: str = "hmeant") -> float | None:
    chosen = metric(spec)
    return chosen.score(chosen.statistics(pair), level="segment")


@pytest.mark.parametrize(
    ("pair", "expected", "why"),
    [
        (annotated(6, [FULL], [FULL], "0=0", "0.0=0.0 0.1=0.1"), 1.0, "everything aligned"),
        (annotated(6, [FULL], [FULL], "0~0", "0.0=0.0 0.1=0.1"), 1.0, "a partly aligned predicate counts"),
        (annotated(6, [FULL], [FULL], "0?0", "0.0=0.0 0.1=0.1"), 0.0, "an undecided one does not"),
        (annotated(6, [FULL], [FULL], "", "0.0=0.0 0.1=0.1"), 0.0, "nothing counts without the predicate"),
        (annotated(6, [FULL], [FULL], "0=0", "0.0=0.0"), 2 / 3, "predicate and one filler of two"),
        (annotated(6, [FULL], [FULL], "0=0", "0.0~0.0 0.1?0.1"), (1 + 0.5) / 3, "a partial filler counts half"),
        (annotated(6, [FULL], [FULL], "0=0", "0.0=0.1"), 1 / 3, "an agent is no patient"),
        (annotated(6, [FULL], ["3"], "0=0"), 2 * (1 / 3) / (1 / 3 + 1), "precision 1/3, recall 1"),
        (
            annotated(10, ["3 agent=0-2 patient=4-5", "9 agent=8"], [FULL], "0=0", "0.0=0.0 0.1=0.1"),
            2 * (6 / 8) / (6 / 8 + 1),
            "a frame of two tokens is missed by the reference: precision 6/8",
        ),
        (annotated(4, ["1 agent=0-3"], ["1 agent=0-3", "0"], "0=0", "0.0=0.0"), 2 * 0.8 / 1.8, "tokens count once"),
        (
            annotated(6, ["0 agent=1", "2 agent=3"], ["0 agent=1", "2 agent=3"], "0=0 1=1", "0.0=1.0 1.0=0.0"),
            1 / 2,
            "fillers of frames that are not linked with each other",
        ),
        (annotated(4, [], ["1 agent=0"]), 0.0, "no frame in the hypothesis"),
        (annotated(4, ["1 agent=0"], []), None, "no frame in the reference"),
    ],
)
def test_by_hand(pair: Pair, expected: float | None, why: str) -> None:
    assert score(pair) == (None if expected is None else pytest.approx(expected)), why


def test_weights_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(json.dumps({"predicate": 0.1, "agent": 0.4, "patient": 0.5}))
    pair = annotated(6, [FULL], [FULL], "0=0", "0.1=0.1")
    assert score(pair, f"hmeant:weights={path}") == pytest.approx(0.6)
    assert score(annotated(4, ["1 other=0"], ["1 other=0"], "0=0"), f"hmeant:weights={path}") == pytest.approx(1)


ROLES = {"predicate": 2, "agent": 3, "temporal": 1}


@pytest.mark.parametrize(("method", "predicate"), [("i", 2 / 6), ("ii", 0.25 * 3 / 4)])
def test_unsupervised_weights_are_relative_frequencies(method: Method, predicate: float) -> None:
    weights = unsupervised_weights(ROLES, method)
    assert weights["predicate"] == pytest.approx(predicate)
    assert (weights["agent"], weights["temporal"], weights["patient"]) == (3 / 4, 1 / 4, 0)
    assert unsupervised_weights({}, method) == dict.fromkeys(("predicate", *Role), 0.0)


def test_roles_are_counted_over_the_references_of_a_corpus() -> None:
    pair = annotated(6, [FULL], [FULL], "0=0", "0.0=0.0")
    chosen = Hmeant(weights="unsupervised").adapted(CorpusContext((), constituents=False, roles=ROLES))
    expected = (0.1875 + 0.75) / (0.1875 + 0.75)  # patients weigh nothing
    assert chosen.score(chosen.statistics(pair), level="segment") == pytest.approx(expected)
    alone = (0.125 + 0.5) / (0.125 + 0.5 + 0.5)
    assert score(pair, "hmeant:weights=unsupervised") == pytest.approx(alone), "the reference's own frequencies"


def test_frames_that_weigh_nothing_count_as_their_predicates(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(json.dumps({"agent": 1}))
    assert score(annotated(4, ["1"], ["1"], "0=0"), f"hmeant:weights={path}") == 1
    assert score(annotated(4, ["1"], ["1"]), f"hmeant:weights={path}") == 0


def test_weights_as_small_as_numbers_get(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(json.dumps({"predicate": 1e-311, "agent": 3e-311}))
    pair = annotated(4, ["1 agent=0"], ["1 agent=0"], "0=0")
    assert score(pair, f"hmeant:weights={path}") == pytest.approx(1 / 4)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "not valid JSON"),
        ('{"agent": ' + "[" * 100_000, "nested too deep"),
        ("[]", "an object of roles"),
        ('{"agnet": 1}', "a weight for 'agnet'"),
        ('{"agent": -1}', "the weight -1 of agent"),
        ('{"agent": true}', "the weight True of agent"),
        ('{"agent": NaN}', "the weight nan of agent"),
        ('{"agent": Infinity}', "the weight inf of agent"),
        ('{"agent": "1"}', "the weight '1' of agent"),
        ('{"agent": 1000001}', "from 0 to 1,000,000"),
        (f'{{"agent": [{"9," * 1_000}9]}}', r"the weight \[9, 9, 9, [9, ]+…[9, ]+\] of agent"),
        (f'{{"agent": {"9" * 4_000}}}', "the weight inf of agent"),
        (f'{{"agent": {"9" * 5_000}}}', "the weight inf of agent"),
        (f'{{"{"a" * 5_000}": 1}}', "a weight for 'a+…a+', expected"),
        (f'{{"agent": {"[" * 100_000}1{"]" * 100_000}}}', "nested too deep"),
        (f'{{"agent": 1{" " * 1_000_000}}}', "1,000,012 bytes, expected a file of weights"),
        ("\0", "a zero byte"),
        ("", "the file is empty"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else None,
)
def test_wrong_weights_are_told(tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "weights.json"
    path.write_text(content)
    with pytest.raises(InputError, match=words) as raised:
        metric(f"hmeant:weights={path}")
    assert len(str(raised.value)) < 400


def test_a_name_that_is_too_long_for_a_file_is_none() -> None:
    with pytest.raises(UsageError, match=r"^weights=a+…a+: expected uniform, .*no such file"):
        metric(f"hmeant:weights={'a' * 5_000}")


def published(hyp: FrameLayer, ref: FrameLayer, alignment: FrameAlignment, partial: float) -> float | None:
    """Lo & Wu (2012), all weights 1."""
    if not ref.frames:
        return None
    values = []
    for side, (mine, theirs) in enumerate(((hyp, ref), (ref, hyp))):
        numerator = denominator = 0.0
        for i, frame in enumerate(mine.frames):
            importance = len(frame.tokens) / len(mine.words)
            denominator += importance
            partners = [p for p, kind in alignment.frames.items() if p[side] == i and kind is not LinkKind.UNDECIDED]
            if not partners:
                continue
            correct = dict.fromkeys(Role, 0)
            partly = dict.fromkeys(Role, 0)
            for link, kind in alignment.fillers.items():
                (frame_here, here), (frame_there, there) = link[side], link[1 - side]
                same = frame_here == i and any(pair[1 - side] == frame_there for pair in partners)
                if same:
                    role = frame.fillers[here].role
                    if role == theirs.frames[frame_there].fillers[there].role:
                        correct[role] += kind is LinkKind.CORRECT
                        partly[role] += kind is LinkKind.PARTIAL
            result = 1 + sum(correct[role] + partial * partly[role] for role in Role)
            numerator += importance * result / (1 + len(frame.fillers))
        values.append(numerator / denominator if denominator else 0.0)
    precision, recall = values
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


@given(pair=annotated_pairs())
def test_against_the_published_formula(pair: Pair) -> None:
    mine, theirs = pair.hypothesis.frames, pair.references[0].frames
    assert mine is not None
    assert theirs is not None
    expected = published(mine, theirs, pair.frame_links(0), 0.3)
    assert score(pair, "hmeant:partial=.3") == (None if expected is None else pytest.approx(expected))


@given(pair=annotated_pairs())
def test_evidence_adds_up(pair: Pair) -> None:
    chosen = Hmeant()
    statistics = chosen.statistics(pair)
    evidence = chosen.evidence(pair)
    np.testing.assert_allclose(chosen.statistics_of(evidence), statistics, atol=1e-12)
    assert 0 <= statistics[0] <= 1
    if evidence.units and any(unit.hypothesis for unit in evidence.units):
        assert sum(unit.hypothesis for unit in evidence.units) == pytest.approx(1)


def test_evidence_names_predicates_and_fillers() -> None:
    pair = annotated(6, [FULL], ["3 agent=0-1"], "0=0", "0.0=0.0")
    units = Hmeant().evidence(pair).units
    assert [(unit.kind, unit.label, unit.status) for unit in units] == [
        ("predicate, hypothesis", "w3", Status.MATCHED),
        ("agent, hypothesis", "w0 w1 w2", Status.MATCHED),
        ("patient, hypothesis", "w4 w5", Status.EXTRA),
        ("predicate, reference", "w3", Status.MATCHED),
        ("agent, reference", "w0 w1", Status.MATCHED),
    ]
    assert units[1].reference_places[0][0].tokens == (0, 1)


def test_the_best_of_several_references_counts() -> None:
    poor, rich = annotated(6, [FULL], ["3"], "0=0"), annotated(6, [FULL], [FULL])
    everything = FrameAlignment({(0, 0): LinkKind.CORRECT}, {((0, n), (0, n)): LinkKind.CORRECT for n in (0, 1)})
    chosen = Hmeant()
    both = Pair(poor.hypothesis, [*poor.references, *rich.references], annotated=(poor.frame_links(0), everything))
    assert chosen.statistics(both).tolist() == [1, 1]


def test_documents_are_means_over_defined_segments() -> None:
    rows = np.array([[0.5, 1], [0, 0], [1, 1]])
    assert Hmeant().score(rows.sum(axis=0), level="document") == 0.75
    assert Hmeant().score(np.zeros(2), level="system") is None


@pytest.mark.parametrize(
    ("hyp", "ref", "expected", "remark"),
    [
        ([], [FULL], 0.0, "The translation has no frame, and the reference has 1"),
        ([FULL], [], None, "The reference has no frame"),
        ([FULL], [FULL], 0.0, ""),
    ],
)
def test_texts_without_frames_are_never_silent(
    hyp: list[str], ref: list[str], expected: float | None, remark: str
) -> None:
    pair = annotated(6, hyp, ref)
    assert score(pair) == expected
    evidence = Hmeant().evidence(pair)
    assert evidence.remark.startswith(remark)
    assert bool(evidence.remark) == bool(remark)


def test_a_filler_in_parts_covers_its_tokens_and_not_those_between() -> None:
    parted = annotated(8, ["2 agent=0,6", "4"], ["2 agent=0"], "0=0", "0.0=0.0")
    assert score(parted) == pytest.approx(2 * 0.75 / 1.75), "three tokens of four, and all of the reference's"
    agent = next(unit for unit in Hmeant().evidence(parted).units if unit.kind == "agent, hypothesis")
    assert agent.hypothesis_places[0].tokens == (0, 6)


def test_a_unit_shows_where_a_filler_is_parted() -> None:
    found = Hmeant().evidence(annotated(5, ["2 patient=0-1,3-4"], ["2 patient=0-1,3-4"], "0=0", "0.0=0.0"))
    assert [unit.label for unit in found.units] == ["w2", "w0 w1 … w3 w4"] * 2

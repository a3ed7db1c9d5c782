"""WER, PER, CDER and TER: by hand, by brute force, and equal to sacrebleu's."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import pytest
import sacrebleu
from hypothesis import example, given
from hypothesis import strategies as st

from helpers.trees import parsed
from meantree.analysis.sentences import Analysis
from meantree.metrics.evidence import Evidence
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.metrics.ter import as_characters, edits


@pytest.mark.parametrize(
    ("hyp", "ref", "wer", "per", "cder", "ter", "why"),
    [
        ("a b c", "a b c", 0, 0, 0, 0, "equal"),
        ("a x c", "a b c", 1, 1, 1, 1, "one word for another"),
        ("a c", "a b c", 1, 1, 1, 1, "a word is missing"),
        ("a b b c", "a b c", 1, 1, 1, 1, "a word too many"),
        ("a b x y z c", "a b c", 3, 3, 1, 3, "CDER jumps over any number of words"),
        ("d e a b c", "a b c d e", 4, 0, 3, 1, "a block moved: to it, back, and to the end for CDER"),
        ("c b a", "a b c", 2, 0, 2, 2, "turned round"),
        ("a b", "a b a b", 2, 2, 1, 2, "CDER uses words again"),
        ("x y", "a b", 2, 2, 2, 2, "nothing in common"),
        ("", "a b", 2, 2, 2, 2, "nothing at all"),
        ("a b c d", "a", 3, 3, 1, 3, "rates above 1"),
    ],
)
def test_errors(hyp: str, ref: str, wer: int, per: int, cder: int, ter: int, why: str) -> None:
    for name, expected in (("wer", wer), ("per", per), ("cder", cder), ("ter", ter)):
        chosen = metric(name)
        statistics = chosen.statistics(Pair(Analysis(hyp), [Analysis(ref)]))
        assert statistics.tolist() == [expected, len(ref.split())], f"{name}: {why}"
        assert chosen.score(statistics, level="segment") == pytest.approx(expected / len(ref.split()))


@pytest.mark.parametrize("name", ["wer", "per", "cder"])
def test_the_reference_with_the_lowest_rate_counts(name: str) -> None:
    chosen = metric(name)
    refs = [Analysis("x y"), Analysis("a b c d e f g x"), Analysis("a b")]
    hyp = Analysis("a b c d e f g h")
    assert chosen.statistics(Pair(hyp, refs)).tolist() == [1, 8]
    assert chosen.evidence(Pair(hyp, refs)).reference == 1


def kinds(evidence: Evidence) -> dict[str, list[str]]:
    results: dict[str, list[str]] = {}
    for unit in evidence.units:
        results.setdefault(unit.kind, []).append(unit.label)
    return results


@pytest.mark.parametrize(
    ("name", "hyp", "ref", "expected"),
    [
        ("wer", "a x c d", "a b c", {"kept words": ["a", "c"], "substitutions": ["x ↦ b"], "deletions": ["d"]}),
        ("wer", "a", "a b", {"kept words": ["a"], "insertions": ["b"]}),
        ("per", "b a x", "a b c", {"words": ["b", "a", "x", "c"]}),
        ("cder", "a x y b", "a b", {"kept words": ["a", "b"], "jumps": ["⤳ over x y"]}),
        ("cder", "a b", "a c b", {"kept words": ["a", "b"], "missing words": ["c"]}),
        ("ter", "a x c d", "a b c", {"kept words": ["a", "c"], "substitutions": ["x ↦ b"], "deletions": ["d"]}),
        ("ter", "a c", "a b c", {"kept words": ["a", "c"], "insertions": ["b"]}),
        ("ter", "d e a b c", "a b c d e", {"shifts": ["⇄ d e"], "kept words": ["a", "b", "c", "d", "e"]}),
    ],
)
def test_edit_paths(name: str, hyp: str, ref: str, expected: dict[str, list[str]]) -> None:
    assert kinds(metric(name).evidence(Pair(Analysis(hyp), [Analysis(ref)]))) == expected


def test_jumps_stand_at_what_they_pass_over_or_lead_back_to() -> None:
    moved = parsed("d:0:root e:1:x f:1:x a:1:x b:1:x c:1:x")
    units = metric("cder").evidence(Pair(moved, [Analysis("a b c d e f")])).units
    jumps = [unit for unit in units if unit.kind == "jumps"]
    assert {unit.label: [place.tokens for place in unit.hypothesis_places] for unit in jumps} == {
        "⤳ over d e f": [(0, 1, 2)],
        "⤳ back to d": [(0,)],
        "⤳ over a b c": [(3, 4, 5)],
    }


WORDS = st.lists(st.sampled_from("abcde"), max_size=9)


def textbook_distance(hyp: Sequence[str], ref: Sequence[str]) -> int:
    """The whole table, one cell after the other."""
    table = [[max(i, j) for j in range(len(ref) + 1)] for i in range(len(hyp) + 1)]
    for i in range(1, len(hyp) + 1):
        for j in range(1, len(ref) + 1):
            same = hyp[i - 1] == ref[j - 1]
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (not same))
    return table[-1][-1]


def cheapest_cover(hyp: Sequence[str], ref: Sequence[str]) -> int:
    """CDER as a shortest way from (0, 0) to the ends of both texts; each step as the paper has it (Dijkstra)."""
    queue, done = [(0, 0, 0)], set()
    while queue:
        cost, place, covered = heapq.heappop(queue)
        if (place, covered) == (len(hyp), len(ref)):
            return cost
        if (place, covered) in done:
            continue
        done.add((place, covered))
        for other in range(len(hyp) + 1):
            heapq.heappush(queue, (cost + 1, other, covered))  # a jump
        if covered < len(ref):
            heapq.heappush(queue, (cost + 1, place, covered + 1))  # an insertion
            if place < len(hyp):
                heapq.heappush(queue, (cost + (hyp[place] != ref[covered]), place + 1, covered + 1))
    raise AssertionError("the ends cannot be reached")


@given(hyp=WORDS, ref=WORDS.filter(bool))
def test_wer_and_cder_against_brute_force(hyp: list[str], ref: list[str]) -> None:
    texts = Analysis(" ".join(hyp)), [Analysis(" ".join(ref))]
    assert metric("wer").statistics(Pair(*texts))[0] == textbook_distance(hyp, ref)
    assert metric("cder").statistics(Pair(*texts))[0] == cheapest_cover(hyp, ref)


LONG = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=20)


@given(hyp=LONG, ref=LONG)
@example(hyp=list("defgh" * 9), ref=list("abc" * 3))
@example(hyp=["a"], ref=list("abcdefgh" * 12))
@example(hyp=list("abcdefgh" * 12), ref=list("hgfedcba" * 4))
@example(hyp=["a"], ref=list("b" * 7 + "a" + "c" * 31))
@example(hyp=["d", "a"], ref=list("b" * 13 + "d" + "b" * 18 + "a" + "c" * 83))
def test_ter_equals_sacrebleu(hyp: list[str], ref: list[str]) -> None:
    ours = edits(*as_characters(hyp, ref)).count
    theirs = sacrebleu.TER().sentence_score(" ".join(hyp), [" ".join(ref)])
    assert ours == theirs.num_edits

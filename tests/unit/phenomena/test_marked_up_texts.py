"""Tags within texts are no words: they are neither errors, nor are errors planted in them."""

from __future__ import annotations

import pytest

from meantree.alignment.aligner import align
from meantree.analysis.analyser import load_analyser
from meantree.analysis.sentences import markup_of
from meantree.comparison.pair_findings import LAYERS, MARKED_UP, reason_for_fewer_findings
from meantree.metrics.pair import Pair
from meantree.phenomena.planting import faults as planting
from meantree.phenomena.search import find

pytestmark = pytest.mark.pipeline


@pytest.mark.parametrize(
    ("hypothesis", "reference"),
    [
        ("Line one<br/>line two is here.", "Line one, line two is here."),
        ("The <b>old</b> man bought the house &amp; the car.", "The old man bought the house and the car."),
        ("She sold three houses in Paris.", 'She sold three <i>houses</i> in <a href="http://x.y/z">Paris</a>.'),
        ("He did not buy the house.", "He did <b>not</b> buy the house."),
        ('Press the button <g id="1">twice</g>.', 'Press the button <g id="2">twice</g>.'),
    ],
)
def test_that_tags_are_no_errors(hypothesis: str, reference: str) -> None:
    hyp, ref = load_analyser().analyse([hypothesis, reference], LAYERS)
    assert [finding.sentence for finding in find(hyp, ref, align(hyp, ref)) if finding.shown] == []
    assert reason_for_fewer_findings(Pair(hyp, (ref,)), 0, english=True) == MARKED_UP


def test_that_errors_beside_tags_are_found() -> None:
    texts = "She sold <b>three</b> houses in Paris.", "She did not sell <b>three</b> houses in Paris."
    hyp, ref = load_analyser().analyse(texts, LAYERS)
    assert [finding.kind.name for finding in find(hyp, ref, align(hyp, ref)) if finding.shown] == ["negation.missing"]


@pytest.mark.parametrize("text", ["The value is x < 3 and y > 2.", "Prices at AT&T rose by <5% in May.", "He is <3."])
def test_that_signs_are_no_tags(text: str) -> None:
    (analysis,) = load_analyser().analyse([text], LAYERS)
    assert not markup_of(analysis).tokens


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ('Click <a href="page 3">here</a> to read 5 more pages.', '<a href="page 3">'),
        ('He bought <ph id = "4" /> 3 cars and {0} houses.', '<ph id = "4" />'),
    ],
)
def test_that_nothing_is_planted_in_tags(text: str, tag: str) -> None:
    (analysis,) = load_analyser().analyse([text], planting.LAYERS)
    faults = planting.faults_in(analysis)
    assert "number.different" in {fault.kind for fault in faults}
    assert all(tag in fault.faulty for fault in faults)

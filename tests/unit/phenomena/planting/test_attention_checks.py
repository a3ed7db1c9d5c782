"""Copies of translations with a known error, for attention checks."""

from __future__ import annotations

from collections import Counter

import pytest

from meantree.analysis.analyser import load_analyser
from meantree.analysis.store import AnalysisStore
from meantree.phenomena.catalogue import CHECK_KINDS
from meantree.phenomena.planting.faults import LAYERS, attention_check

pytestmark = pytest.mark.pipeline
TEXT = "The goalkeeper praised the striker on Monday, and 20 people watched."


def test_that_a_check_has_one_grave_error() -> None:
    (text,) = load_analyser().analyse([TEXT], LAYERS)
    store = AnalysisStore()
    checks = [check for seed in range(20) if (check := attention_check(text, seed, store))]
    assert len(checks) == 20
    assert checks[3] == attention_check(text, 3, store)
    assert len({check.kind for check in checks}) > 1
    for check in checks:
        assert check.kind in CHECK_KINDS
        assert check.faulty != TEXT
        assert check.faulty_spans


def test_that_kinds_planted_least_come_first() -> None:
    (text,) = load_analyser().analyse([TEXT], LAYERS)
    store, planted = AnalysisStore(), Counter[str]()
    for seed in range(9):
        check = attention_check(text, seed, store, planted)
        assert check is not None
        planted[check.kind] += 1
    assert max(planted.values()) - min(planted.values()) <= 1


def test_that_a_text_without_content_has_no_check() -> None:
    (text,) = load_analyser().analyse(["Oh."], LAYERS)
    assert attention_check(text, 1, AnalysisStore()) is None

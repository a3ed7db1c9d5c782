"""Python says what is not available in a language, and computes nothing in its place."""

from __future__ import annotations

import math

import pytest

import meantree as mt
from helpers.parser_program import command

FRENCH = "Le petit chat de la voisine dort souvent sur notre grand fauteuil près du feu."


def test_scores_that_are_not_available_are_nan_and_told() -> None:
    with pytest.warns(UserWarning, match="parser for French"):
        scores = mt.score([FRENCH], [FRENCH], "chrf,hwcm")
    assert scores.systems()["chrf"].iloc[0] == pytest.approx(1)
    assert math.isnan(scores.systems()["hwcm"].iloc[0])
    assert any("hwcm: not available" in problem for problem in scores.problems)
    assert scores.signatures["hwcm"] == "hwcm: not available: needs a parser for French"


def test_a_language_that_is_stated_is_not_looked_for() -> None:
    with pytest.warns(UserWarning, match="parser for German"):
        mt.score([FRENCH], [FRENCH], "chrf,hwcm", language="German")
    with pytest.raises(mt.MeantreeError, match="no language"):
        mt.score([FRENCH], [FRENCH], "chrf", language="Klingon")


def test_foreign_texts_are_neither_parsed_nor_compared() -> None:
    with pytest.raises(mt.MeantreeError, match=r"needs a parser for French.*look like French"):
        mt.parse(FRENCH)
    with pytest.raises(mt.MeantreeError, match="hwcm: not available"):
        mt.compare(FRENCH, FRENCH, "hwcm")
    assert mt.compare(FRENCH, FRENCH, "chrf").score == pytest.approx(1)
    with pytest.raises(mt.MeantreeError, match="parser for German"):
        mt.compare(FRENCH, FRENCH, "hwcm", language="German")


def test_a_program_parses() -> None:
    scores = mt.score([FRENCH], [FRENCH], "hwcm", parser=command())
    assert scores.systems()["hwcm"].iloc[0] == pytest.approx(1)
    assert "fr_command-python" in scores.signatures["hwcm"]
    text = mt.parse(FRENCH, parser=command(), language="fr")
    assert text.heads[:3] == (-1, 0, 1)
    assert mt.compare(FRENCH, FRENCH, "hwcm", parser=command()).score == pytest.approx(1)

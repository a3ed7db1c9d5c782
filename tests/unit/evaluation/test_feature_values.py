"""What is said of a trained feature."""

from __future__ import annotations

import pytest

from meantree.evaluation.feature_values import TrainedFeature


@pytest.mark.parametrize(
    ("mean", "scale", "usual"),
    [
        (0.9, 0.3, True),
        (0.5, 0.5, True),
        (0.1, 0.3, False),
        (0.0, 0.0, False),
        (1.0, 0.0, False),
    ],
)
def test_what_translations_mostly_have(mean: float, scale: float, usual: bool) -> None:
    feature = TrainedFeature(
        "ref>hyp.words_changed", "words changed", "alignment", "Words are changed.", mean, scale, -0.5
    )
    assert feature.is_in_most_translations == usual
    assert feature.words == ("words changed: high" if usual else "words changed")


def test_what_weighs_nothing_is_not_high() -> None:
    assert (
        TrainedFeature("ref>hyp.words_changed", "words changed", "alignment", "", 0.8, 0.2, 0.0).words
        == "words changed"
    )

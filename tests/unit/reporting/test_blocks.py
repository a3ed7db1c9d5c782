"""Lines of reports."""

from __future__ import annotations

import pytest

from meantree.reporting.blocks import Details, Heading, Paragraph, Run, line, unfolded, with_isolated


@pytest.mark.parametrize(
    ("text", "isolated"),
    [
        ("They differ most in segment 4 (תרגום: 0.237 and 1.000).", ["תרגום"]),
        ("By hwcm, שركة الترجمة is ahead of שלום, אבא", ["שركة الترجمة", "שלום", "אבא"]),
        ("lost: “2 ספרים”, “b” and “את a הספר”.", ["2 ספרים", "את a הספר"]),
        ("lost: “קראה”, “את”, “הספר”", ["קראה", "את", "הספר"]),
        ("קראה את הספר, page 3", []),
        ("plain", []),
    ],
)
def test_names_and_quotations_from_right_to_left_do_not_turn_the_line(text: str, isolated: list[str]) -> None:
    runs = with_isolated((Run("1: ", weight="strong"), Run(text, weight="muted")))
    assert "".join(run.text for run in runs) == f"1: {text}"
    assert [run.text for run in runs if run.isolated] == isolated
    assert {run.weight for run in runs[1:]} == {"muted"}


def test_a_fold_has_its_title_on_paper_but_not_right_below_a_heading() -> None:
    text, other = Paragraph(line("text")), Paragraph(line("other"))
    fold = Details("3 tables", (text,))
    assert [*unfolded((Heading(2, "In detail"), fold, other))] == [Heading(2, "In detail"), text, other]
    assert [*unfolded((other, fold))] == [other, Heading(4, "3 tables"), text]

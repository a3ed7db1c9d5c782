"""``meantree align``: a line a pair, words counted as the pipeline or as blanks cut them; what ``parse`` skips."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.command import invoke
from helpers.input_files import written
from helpers.messages import tell
from meantree.analysis.parsers import Parsers
from meantree.cli import text_analysis
from meantree.cli.text_analysis import aligned_text
from meantree.errors import InputError, UsageError
from meantree.work import Work

pytestmark = pytest.mark.pipeline


def aligned(folder: Path, hyp: str, ref: str, *, tokenised: bool = False) -> tuple[str, list[str]]:
    one, two = written(folder, {"hyp.txt": hyp, "ref.txt": ref})
    text, problems = aligned_text(one, two, Parsers(), None, Work(), tokenised=tokenised)
    return text, list(map(str, problems))


def test_each_pair_has_its_line(tmp_path: Path) -> None:
    hyp, ref = "The dog sleeps.\n\nBerlin\nMaria sang.\n", "The dog sleeps.\nA cat.\n \nMaria sang.\n"
    text, problems = aligned(tmp_path, hyp, ref)
    assert text == "0-0 1-1 2-2 3-3\n\n\n0-0 1-1 2-2\n"
    assert not problems


@pytest.mark.parametrize("inner", ["\u00a0", "\u0085", "\u2028", "\x1c"])
def test_only_blanks_and_tabs_separate_words(tmp_path: Path, inner: str) -> None:
    text = f"10{inner}000 dogs\t{inner} sleep .\n"
    assert aligned(tmp_path, text, text, tokenised=True)[0] == "0-0 1-1 2-2 3-3\n"


def test_a_text_that_is_too_long_has_an_empty_line_and_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_analysis, "LONGEST_PAIR", 3)
    text, problems = aligned(tmp_path, "The dog sleeps.\nYes.\n", "Yes.\nYes.\n")
    assert text == "\n0-0 1-1\n"
    assert tell(problems, f"{tmp_path / 'hyp.txt'}:1: … 4 words … at most 3 … not aligned")


def test_files_of_other_lengths_and_missing_ones_are_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"has 2 lines, .* has 1; expected the same number"):
        aligned(tmp_path, "a\nb\n", "a\n")
    with pytest.raises(UsageError, match=r"has 1 line, .* has 2; expected the same number"):
        aligned(tmp_path, "a\n", "a\nb\n")
    with pytest.raises(InputError, match="no such file"):
        aligned_text(tmp_path / "x", tmp_path / "y", Parsers(), None, Work(), tokenised=False)


def test_the_command(tmp_path: Path) -> None:
    one, two = written(tmp_path, {"hyp.txt": "The dog sleeps .\n", "ref.txt": "The dog slept .\n"})
    links = tmp_path / "links.txt"
    done = invoke("align", one, two, "--tokenized", "--jobs", "1", "-o", links)
    assert done.exit_code == 0, done.output
    assert links.read_text(encoding="utf-8") == "0-0 1-1 2-2 3-3\n"


def test_trees_that_parse_skips_are_told(tmp_path: Path) -> None:
    (tmp_path / "ref.mrg").write_text("(S (NN a)) (NN b))\n(S (NN c))\n", encoding="utf-8")
    parsed = invoke("parse", str(tmp_path / "ref.mrg"))
    assert "\tc\t" in parsed.stdout
    assert "\ta\t" not in parsed.stdout
    assert "ref.mrg:1: a closing bracket without an opening one" in parsed.stderr

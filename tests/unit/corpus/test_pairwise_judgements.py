"""Pairwise judgements: plain tables, WMT's rankings, and what is no judgement."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from meantree.corpus.formats.pairwise_judgements import PairwiseJudgement, read_judgements
from meantree.errors import InputError

WMT = "srclang,trglang,srcIndex,documentId,segmentId,judgeID," + ",".join(
    f"system{place}Number,system{place}Id" for place in (1, 2, 3)
)
RANKS = "system1rank,system2rank,system3rank"


def written(path: Path, *lines: str) -> Path:
    file = path / "p.tsv"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


@pytest.mark.parametrize("header", [[], ["id\tbetter\tworse"]])
def test_plain_tables_with_and_without_a_header(tmp_path: Path, header: list[str]) -> None:
    judgements = read_judgements(written(tmp_path, *header, "7\ta\tb", "", "8\tb\ta"))
    assert judgements == (PairwiseJudgement("7", "a", "b"), PairwiseJudgement("8", "b", "a"))


def test_rankings_are_all_pairs_without_ties(tmp_path: Path) -> None:
    rows = ["Czech,English,1,d,7,j,1,a,2,b,3,c,1,2,2", "Czech,English,2,d,8,j,1,a,2,b,3,c,3,-1,1", ""]
    judgements = read_judgements(written(tmp_path, f"{WMT},{RANKS}", *rows))
    assert [one.id + one.better + one.worse for one in judgements] == ["7ab", "7ac", "8ca"]


def test_rankings_agree_with_ranks_whatever_they_are(tmp_path: Path) -> None:
    for ranks in permutations((1, 2, 3)):
        cells = ",".join(map(str, ranks))
        judgements = read_judgements(written(tmp_path, f"{WMT},{RANKS}", f"x,y,1,d,7,j,1,a,2,b,3,c,{cells}"))
        order = dict(zip("abc", ranks, strict=True))
        assert len(judgements) == 3
        assert all(order[judgement.better] < order[judgement.worse] for judgement in judgements)


def test_rankings_of_several_languages(tmp_path: Path) -> None:
    file = written(tmp_path, f"{WMT},{RANKS}", "cs,en,1,d,7,j,1,a,2,b,3,c,1,2,2", "de,en,1,d,7,j,1,a,2,b,3,c,2,1,-1")
    assert [judgement.better for judgement in read_judgements(file, "de-en")] == ["b"]
    for languages, message in (("", r"cs-en, de-en, expected .*p.tsv#cs-en"), ("fr-en", "expected some of 'fr-en'")):
        with pytest.raises(InputError, match=message):
            read_judgements(file, languages)


@pytest.mark.parametrize(
    ("lines", "languages", "message"),
    [
        (["7\ta"], "", r"p\.tsv:1: found '7\\ta', expected id, better and worse"),
        (["7\ta\ta"], "", "compared with itself"),
        (["id\tbetter\tworse"], "", "has no judgements"),
        ([f"{WMT},{RANKS}", "cs,en,1"], "", r"p\.tsv:2: 3 columns, expected 15"),
        ([f"{WMT},{RANKS}", "cs,en,1,d,7,j,1,a,2,b,3,c,one,2,3"], "", "the rank 'one', expected a whole number"),
        ([WMT, "cs,en,1,d,7,j,1,a,2,b,3,c"], "", "lack the column system1rank"),
        (["7\ta\tb"], "cs-en", "has no languages"),
    ],
)
def test_what_is_no_preference(tmp_path: Path, lines: list[str], languages: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_judgements(written(tmp_path, *lines), languages)

"""Errors that others planted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from meantree.errors import InputError
from meantree.phenomena.planting.faults import Fault
from meantree.phenomena.planting.others import COLUMNS, read_planted, sampled

HEAD = "\t".join((*COLUMNS[:3], "language", *COLUMNS[3:]))
ROW = "negation\tcritical\t1\tgerman\tShe came here.\tShe  came.\tShe did not come."
ITEM = {"pert_name": "critical_id8_negation", "severity": "critical", "id": 1, "eng_sent": "She came here."}
ITEM |= {"mt_sent": "She came.", "pert_sent": "She did not come."}
SPANS = ((4, 8),), ((4, 16),)


def planted_in(folder: Path, content: str) -> Path:
    path = folder / "planted.any"
    path.write_text(content, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (f"{HEAD}\n{ROW}\n", "negation (critical)"),
        (f"{HEAD}\n{ROW.replace('critical', '')}\n", "negation"),
        (json.dumps([ITEM]), "critical_id8_negation"),
    ],
    ids=["table", "without severity", "DEMETR"],
)
def test_that_tables_and_json_say_the_same(tmp_path: Path, content: str, kind: str) -> None:
    (given,) = read_planted([planted_in(tmp_path, content)])
    assert given.fault == Fault(kind, "She came.", "She did not come.", *SPANS)
    assert given.reference == "She came here."


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (f"{HEAD.replace('faulty', 'bad')}\n{ROW}\n", r"any:1: found no column faulty in .*, expected a table with"),
        (f"{HEAD}\n{ROW}\nnegation\tmajor\n", r"any:3: found 2 cells, expected 7 as in line 1"),
        (f"{HEAD}\n{ROW.replace('She  came.', ' ')}\n", r"any:2: found an empty translation, expected a text"),
        (f"{HEAD}\n", r"any: found no planted error, expected a table"),
        ('[{"id": 1},\n{', r"any:2: not JSON \(.*\), expected"),
        (json.dumps([ITEM, {**ITEM, "mt_sent": 1}]), r"any: item 2: found no text as mt_sent, expected"),
        ("[1]", r"any: item 1: found no text as pert_name, expected"),
        ("[]", r"any: found no planted error"),
        ("[" * 100_000, r"any: not JSON \(nested too deeply\), expected"),
    ],
)
def test_that_what_is_wrong_in_a_file_is_named(tmp_path: Path, content: str, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        read_planted([planted_in(tmp_path, content)])


def test_that_a_seed_chooses_some_of_each_kind(tmp_path: Path) -> None:
    rows = [ROW.replace("\t1\t", f"\t{number}\t").replace("here", f"here {number}") for number in range(9)]
    rows.append(ROW.replace("negation", "aspect"))
    given = read_planted([planted_in(tmp_path, "\n".join((HEAD, *rows)))])
    chosen = sampled(given, 3, 1)
    assert [each.fault.kind for each in chosen] == ["aspect (critical)", *["negation (critical)"] * 3]
    assert chosen == sampled(given, 3, 1) != sampled(given, 3, 2)

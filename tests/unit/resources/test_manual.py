"""The manual and the README say what the program does."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from meantree.cli.project_commands import assign
from meantree.corpus.formats import FORMATS
from meantree.metrics.registry import METRICS, SPELLINGS, metric, specs_in
from meantree.project.annotation import WHEN_TO_REVIEW
from meantree.reporting.annotators import PROGRESS_NOTE
from meantree_resources import resource

README_FILE = Path(__file__).parents[3] / "README.md"
README = README_FILE.read_text(encoding="utf-8")
MANUAL = resource("manual")
PAGES = sorted(MANUAL.rglob("*.md"))


def rows(page: str) -> list[list[str]]:
    """The cells of the table of a page of the reference, without its head."""
    text = (MANUAL / "reference" / f"{page}.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_metrics_table_names_every_metric() -> None:
    assert [row[0].strip("`") for row in rows("metrics")] == list(METRICS)


@pytest.mark.parametrize("row", rows("metrics"), ids=lambda row: row[0].strip("`"))
def test_metrics_table_gives_the_defaults(row: list[str]) -> None:
    options = re.findall(r"`(\w+=[^`]+)`", row[-1])
    name = row[0].strip("`")
    assert metric(f"{name}:{','.join(options)}") == metric(name)


@pytest.mark.parametrize("row", rows("metrics"), ids=lambda row: row[0].strip("`"))
def test_metrics_table_names_existing_options(row: list[str]) -> None:
    known = {SPELLINGS.get(field.name, field.name) for field in dataclasses.fields(METRICS[row[0].strip("`")])}
    assert set(re.findall(r"`(\w+)(?:=[^`]*)?`", row[-1])) - set(METRICS) <= known


def test_formats_table_has_every_extension() -> None:
    listed = {name for row in rows("formats") for name in re.findall(r"`(\.\w+)`", row[0])}
    assert listed == {extension for format_ in FORMATS for extension in format_.extensions}


@pytest.mark.parametrize("page", [README_FILE, *PAGES], ids=lambda page: page.stem)
def test_links_lead_somewhere_and_metrics_in_examples_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", text):
        assert (page.parent / target).exists(), target
    for argument in re.findall(r"--metric ([\w:=.,+-]+)", text):
        assert all(map(metric, specs_in(argument)))


def test_set_up_takes_two_commands_at_most() -> None:
    section = README.split("\n## Set-up\n")[1].split("\n## ")[0]
    commands = [line for block in re.findall(r"```\n(.*?)```", section, re.DOTALL) for line in block.splitlines()]
    assert commands == ["python3 packaging/start.py", "python3 packaging/start.py test"]


def test_to_review_is_explained_in_one_way() -> None:
    manual = (MANUAL / "how-to" / "annotation.md").read_text(encoding="utf-8")
    texts = manual, PROGRESS_NOTE, assign.__doc__ or ""
    assert all(WHEN_TO_REVIEW in " ".join(text.split()) for text in texts)

"""The manual and the README say what the program does."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest

from helpers.command import meantree
from meantree.annotation.frame_annotation import WHEN_TO_REVIEW
from meantree.cli.project_commands import assign
from meantree.metrics.registry import metric, specs_in
from meantree.numbers import percent
from meantree.phenomena import places
from meantree.reporting.progress import progress_note
from meantree_resources import resource

README_FILE = Path(__file__).parents[3] / "README.md"
README = README_FILE.read_text(encoding="utf-8")
MANUAL = resource("manual")
PAGES = sorted(MANUAL.rglob("*.md"))


def name(page: Path) -> str:
    """The page's place in the manual."""
    return page.stem


@pytest.mark.parametrize("page", [README_FILE, *PAGES], ids=name)
def test_links_lead_somewhere_and_metrics_in_examples_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", text):
        assert (page.parent / target).exists(), target
    for argument in re.findall(r"--metric ([a-z][\w:=.,+-]+)", text):
        assert all(map(metric, specs_in(argument)))


def test_set_up_takes_two_commands_at_most() -> None:
    section = README.split("\n## Set-up\n")[1].split("\n## ")[0]
    commands = [line for block in re.findall(r"```\n(.*?)```", section, re.DOTALL) for line in block.splitlines()]
    assert commands == ["python3 packaging/start.py", "python3 packaging/start.py test"]


def test_to_review_is_explained_in_one_way() -> None:
    manual = (MANUAL / "how-to" / "annotation.md").read_text(encoding="utf-8")
    texts = manual, progress_note(["to review"]), assign.help or ""
    assert all(WHEN_TO_REVIEW in " ".join(text.split()) for text in texts)


def test_how_probable_shown_findings_are_is_said_as_it_is_computed() -> None:
    numbers = [places.SHOWN, places.TOLD, places.LEAST, places.EXCHANGED]
    written = {
        "command-line": [f"from {number:g}".replace("0.", ".") for number in numbers],
        "window": list(map(percent, numbers)),
    }
    for page, texts in written.items():
        text = (MANUAL / "how-to" / f"{page}.md").read_text(encoding="utf-8")
        (sentence,) = re.findall(r"[^()]*\([^()]*rule names what differs[^()]*\)", text)
        assert re.findall("|".join(texts), sentence) == texts, page


@pytest.mark.pipeline
@pytest.mark.parametrize("page", [page for page in PAGES if "```pycon" in page.read_text(encoding="utf-8")], ids=name)
def test_examples_in_python_print_what_the_page_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```pycon\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    doctest.DebugRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)


@pytest.mark.pipeline
@pytest.mark.parametrize("page", [page for page in PAGES if "```console" in page.read_text(encoding="utf-8")], ids=name)
def test_commands_print_what_the_page_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line ``…`` of a page stands for any lines, a blank with … at the end of a line for the rest of it."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(resource("sample/sample.tsv"), tmp_path)
    for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *shown = part.splitlines()
            printed = iter(meantree(*shlex.split(command)[1:]).stdout.splitlines())
            for line in filter("…".__ne__, shown):
                start, dots, _ = line.partition(" …")
                assert any(one.startswith(start) if dots else one == line for one in printed), f"{command}: {line}"


@pytest.mark.pipeline
def test_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    assert len([line for line in code.splitlines() if line]) <= 8
    exec(code, {})  # our own page
    assert (tmp_path / "north.svg").exists()

"""The pages of the reference are those that the program makes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.scripts import scripts
from meantree.cli.arguments import COMMANDS
from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.formats.catalogue import FOLDER_FORMATS, FORMATS, sniff
from meantree.corpus.formats.given_scores import with_given
from meantree.metrics.registry import METRICS
from meantree.project.conversion import convert_file
from meantree.project.file import Project
from meantree_resources import resource

notebook, reference = scripts("manual", "notebook", "reference")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
ANNOTATIONS = "hmeant-wmt13", "brat"
MARKED = "mqm", "error-spans", "appraise", "pearmut", "scored-json", "error-table"
MAKE_AGAIN = "python packaging/manual/build.py reference makes it again"


def written(name: str) -> str:
    return resource(f"manual/reference/{name}").read_text(encoding="utf-8")


def test_the_page_of_formats_is_up_to_date() -> None:
    assert written("formats.md") == reference.formats_page(), MAKE_AGAIN


def test_the_page_of_languages_is_up_to_date() -> None:
    assert written("languages.md") == reference.languages_page(), MAKE_AGAIN


def test_every_format_has_a_section_whose_example_is_read(tmp_path: Path) -> None:
    names = [known.name for known in dict.fromkeys((*FORMATS, *FOLDER_FORMATS))]
    assert [*reference.SECTIONS] == [*names, *ANNOTATIONS]
    for name, (_, files) in reference.SECTIONS.items():
        folder = tmp_path / name
        for file, content in files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(content, encoding="utf-8")
        first = folder / next(iter(files)).partition("/")[0]
        if name in ANNOTATIONS:
            convert_file(first, project := tmp_path / f"{name}.meantree")
            with Project(project) as opened:
                assert (opened.annotators, len(opened.annotations("ann"))) == (("ann",), 1)
            continue
        assert sniff(first) == name
        corpus = read_corpus([InputFile(path) for path in sorted(folder.iterdir())])
        if name == "segment-scores":
            assert list(with_given(corpus, first).given) == ["given:comet-22-refa"]
        assert corpus.systems == (("mt" if name == "mlqe-pe" else "north"),), name
        assert not [problem for problem in corpus.problems if not problem.is_note]
        marked = [one.hypotheses[e.system].text[e.start : e.end] for one in corpus.segments for e in one.errors]
        assert marked == ["sunk"] * (name in MARKED), name


@pytest.mark.pipeline
def test_the_page_of_metrics_is_up_to_date() -> None:
    """Numbers of examples may differ a little where another kind of processor runs the networks."""
    page, made = written("metrics.md"), reference.metrics_page()
    assert NUMBER.sub("", page).split() == NUMBER.sub("", made).split(), MAKE_AGAIN
    numbers = (list(map(float, NUMBER.findall(text))) for text in (page, made))
    assert next(numbers) == pytest.approx(next(numbers), rel=0.01, abs=0.002)
    assert re.findall(r"^## (\S+)$", page, re.MULTILINE) == list(METRICS)


@pytest.mark.pipeline
def test_the_schemas_are_up_to_date() -> None:
    assert written("json.md") == reference.schemas_page(), MAKE_AGAIN


def test_every_list_in_a_schema_says_what_it_holds() -> None:
    blocks = re.findall(r"```json\n(.*?)```", written("json.md"), re.DOTALL)
    lists = [one for block in blocks for one in _objects(json.loads(block)) if one.get("type") == "array"]
    assert len(blocks) == 3
    assert lists
    assert all("items" in one for one in lists)


@pytest.mark.parametrize(
    ("command", "name", "types"),
    [
        ("score", "verdict", {"string"}),
        ("explain", "remark", {"string"}),
        ("explain", "findings_reason", {"string"}),
        ("explain", "findings_reference", {"string", "null"}),
        ("explain", "other_translations", {"object", "null"}),
        ("findings", "other_translations", {"object", "null"}),
        ("findings", "reason", {"string"}),
    ],
)
def test_schemas_have_what_is_not_in_every_output(command: str, name: str, types: set[str]) -> None:
    blocks = re.findall(r"^## (\w+)\n+```json\n(.*?)```", written("json.md"), re.DOTALL | re.MULTILINE)
    schemas = [one["properties"] for one in _objects(json.loads(dict(blocks)[command])) if "properties" in one]
    found = [schema[name]["type"] for schema in schemas if name in schema]
    assert [set(each if isinstance(each, list) else [each]) for each in found] == [types]


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _objects(part)


def test_the_page_of_commands_has_all_options() -> None:
    """How types of values are written depends on the version of click."""
    page, made = (
        set(re.findall(r"^#+ .*|--[\w-]+", text, re.MULTILINE))
        for text in (written("commands.md"), reference.commands_page())
    )
    assert page == made, MAKE_AGAIN
    assert all(f"\n### {name}" in written("commands.md") for name in COMMANDS)


@pytest.mark.pipeline
def test_the_notebook_runs_and_is_up_to_date() -> None:
    """The last digits of what networks compute are not compared."""
    made = notebook.notebook()
    read = json.loads(resource("manual/how-to/notebook.ipynb").read_text(encoding="utf-8"))
    assert [cell["source"] for cell in read["cells"]] == [cell["source"] for cell in made["cells"]]
    kinds = [[sorted(one.get("data", ())) for one in cell.get("outputs", ())] for cell in made["cells"]]
    assert kinds == [[sorted(one.get("data", ())) for one in cell.get("outputs", ())] for cell in read["cells"]]
    assert sum("image/svg+xml" in shown for cell in kinds for shown in cell) == 3

"""The one door to shipped files."""

from __future__ import annotations

import pytest

from meantree_resources import ResourceError, resource


@pytest.mark.parametrize("name", ["sample/sample.tsv", "sample/notes.md", "sample/LICENSE.md", "icons/meantree.svg"])
def test_gives_out_files(name: str) -> None:
    assert resource(name).read_text(encoding="utf-8")


def test_gives_out_folders() -> None:
    assert resource("sample").is_dir()


@pytest.mark.parametrize(
    "name",
    ["", ".", "/etc/hostname", "../meantree/errors.py", "sample/../../x", "..\\x", "sample\\sample.tsv", "C:/x"],
    ids=["empty", "root", "absolute", "outside", "outside later", "backslash out", "backslash", "drive"],
)
def test_refuses_names_that_lead_elsewhere(name: str) -> None:
    with pytest.raises(ResourceError, match="relative to the resources"):
        resource(name)


@pytest.mark.parametrize("name", ["__init__.py", "py.typed", "__pycache__"])
def test_own_code_is_no_resource(name: str) -> None:
    with pytest.raises(ResourceError, match="There is no resource"):
        resource(name)


def test_unknown_name_lists_what_lies_there() -> None:
    with pytest.raises(ResourceError, match=r"'sample/simple.tsv'; known are: .*sample/notes.md, sample/sample.tsv"):
        resource("sample/simple.tsv")


def test_unknown_folder_lists_the_folders() -> None:
    with pytest.raises(ResourceError, match=r"known are: .*icons.*sample"):
        resource("samples/sample.tsv")


def test_name_below_a_file_is_unknown() -> None:
    with pytest.raises(ResourceError, match=r"sample/sample\.tsv/x"):
        resource("sample/sample.tsv/x")

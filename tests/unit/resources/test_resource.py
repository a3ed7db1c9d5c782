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


@pytest.mark.parametrize(
    ("name", "message"),
    [
        *((name, "There is no resource") for name in ("__init__.py", "py.typed", "__pycache__")),
        ("sample/simple.tsv", "'sample/simple.tsv'; .*sample/sample.meantree, sample/sample.tsv"),
        ("samples/sample.tsv", "known are: .*icons.*sample"),
        ("sample/sample.tsv/x", r"sample/sample\.tsv/x"),
    ],
)
def test_what_is_not_there_lists_what_is(name: str, message: str) -> None:
    with pytest.raises(ResourceError, match=message):
        resource(name)

"""What the check of the wheel calls wrong; nothing is built."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from helpers.scripts import scripts

LICENCE = "meantree-0.1.dist-info/licenses/LICENSE"
(check,) = scripts("", "check_wheel")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    resources = tmp_path / "resources" / "meantree_resources"
    (resources / "models" / "en").mkdir(parents=True)
    (resources / "models" / "en" / "meta.json").write_text("{}", encoding="utf-8")
    (resources / "py.typed").touch()
    (tmp_path / "LICENSE").write_text("licence", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[project]\nlicense-files = ["LICENSE"]\n', encoding="utf-8")
    monkeypatch.setattr(check, "CHECKOUT", tmp_path)
    monkeypatch.setattr(check, "RESOURCES", resources)
    return tmp_path


def wheel_of(checkout: Path, **changes: str | None) -> Path:
    """A wheel as it must be, but for ``changes``: content by name, None leaves the file out."""
    content: dict[str, str | None] = {f"{package}/py.typed": "" for package in check.PACKAGES}
    content |= {"meantree_resources/models/en/meta.json": "{}", LICENCE: "licence"}
    wheel = checkout / "meantree-0.1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in (content | changes).items():
            if text is not None:
                archive.writestr(name, text)
    return wheel


def test_accepts_a_whole_wheel(checkout: Path) -> None:
    check.check_contents(wheel_of(checkout))


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("meantree_resources/models/en/meta.json", None, "lacks or changes: meantree_resources/models/en/meta.json"),
        ("meantree_resources/models/en/meta.json", "[]", "lacks or changes: meantree_resources/models/en/meta.json"),
        ("meantree_gui/py.typed", None, "lacks or changes: meantree_gui/py.typed"),
        (LICENCE, None, "lacks or changes: meantree.*LICENSE"),
        ("core/meantree/__init__.py", "", "holds more than its packages: core/meantree/__init__.py"),
    ],
    ids=["resource missing", "resource changed", "type marker missing", "licence missing", "wrong place"],
)
def test_says_what_is_wrong(checkout: Path, name: str, text: str | None, message: str) -> None:
    wheel = wheel_of(checkout, **{"meantree-0.1.dist-info/METADATA": "", name: text})
    with pytest.raises(check.CheckError, match=message):
        check.check_contents(wheel)


def test_a_wheel_without_a_pipeline_is_refused(checkout: Path) -> None:
    (checkout / "resources" / "meantree_resources" / "models" / "en" / "meta.json").unlink()
    with pytest.raises(check.CheckError, match="no pipeline"):
        check.check_contents(wheel_of(checkout, **{"meantree_resources/models/en/meta.json": None}))


@pytest.mark.parametrize(
    ("scores", "plausible"),
    [
        ([(0.6, 0.5), (1.0, 1.0), (0.2, 0.0)], True),
        ([(0.6, 0.5), (0.9, 1.0), (0.2, 0.0)], False),
        ([(1.0, 1.0), (1.0, 1.0), (1.0, 1.0)], False),
    ],
    ids=["as expected", "identity is not 1", "all the same"],
)
def test_scores_are_judged(scores: list[tuple[float, ...]], plausible: bool) -> None:
    assert check.is_plausible(scores) is plausible

"""Plug-ins, by the entry points of installed packages."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from meantree.lazy import plugins


def test_plug_ins_are_found_whatever_else_is_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    egg, odd = tmp_path / "old-1.egg", tmp_path / "odd-1.dist-info"
    (egg / "EGG-INFO").mkdir(parents=True)
    (egg / "EGG-INFO" / "PKG-INFO").write_text("Name: old\n", encoding="utf-8")
    (egg / "EGG-INFO" / "entry_points.txt").write_text("[meantree.of_eggs]\nroots = old:Roots\n", encoding="utf-8")
    (odd / "entry_points.txt").mkdir(parents=True)
    (odd / "METADATA").write_text("Name: odd\n", encoding="utf-8")
    out_of_reach = "x" * 5000  # no such name can be looked for, as in a folder of somebody else
    monkeypatch.setattr(sys, "path", [out_of_reach, str(tmp_path), str(egg)])
    assert plugins("meantree.of_eggs").keys() == {"roots"}

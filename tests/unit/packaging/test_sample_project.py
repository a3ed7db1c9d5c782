"""What the sample project promises to somebody who opens it first."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from helpers.command import meantree
from meantree_resources import resource


def test_frames_of_both_annotators_are_scored(tmp_path: Path) -> None:
    project = shutil.copy(resource("sample/sample.meantree"), tmp_path)
    for annotator in ("Ada", "Ben"):
        command = ("score", "--project", project, "--annotator", annotator, "--metric", "hmeant", "--format", "json")
        north, _ = json.loads(meantree(*command, code=1).stdout)["systems"]
        assert sum(one["scores"]["hmeant"] is not None for one in north["segments"]) == 10

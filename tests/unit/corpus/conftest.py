"""Tiny input files, written where each test needs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.input_files import Write


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file below the test's own folder and returns its path."""

    def write_file(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_file

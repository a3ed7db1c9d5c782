"""Tiny input files, written where each test needs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.input_files import Write, written


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file below the test's own folder and returns its path."""

    def write_file(name: str, content: str | bytes) -> Path:
        return written(tmp_path, {name: content})[0]

    return write_file

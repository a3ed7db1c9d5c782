"""Parallel plain text: one segment a line, empty lines included."""

from __future__ import annotations

from meantree.corpus.formats.decode import RawFile
from meantree.corpus.formats.layers import FileRole, Layer, Reading, Row
from meantree.corpus.formats.names import guess_language, guess_name, guess_role


def read(raw: RawFile) -> Reading:
    """One layer without ids; role and name are guesses from the file's name.

    Raises:
        InputError: if the bytes are no text.
    """
    rows = tuple(Row(line, number) for number, line in enumerate(raw.lines(), start=1))
    role = guess_role(raw.path) or FileRole.HYPOTHESIS
    return Reading(layers=(Layer(role, guess_name(raw.path), raw.path, rows, guess_language(raw.path)),))

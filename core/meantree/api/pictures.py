"""Pictures of results: shown in notebooks as SVG, and saved as SVG, PDF or LaTeX."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from meantree.errors import UsageError
from meantree.escaping import quoted
from meantree.files import write_bytes
from meantree.picture.comparison_pictures import WRITERS
from meantree.picture.display_list import Drawing
from meantree.picture.svg import picture_svg


class Pictured(ABC):
    """A result with a picture."""

    __slots__ = ()

    @abstractmethod
    def _drawings(self) -> Sequence[Drawing]:
        """Return the parts of the picture, from top to bottom."""

    def svg(self) -> str:
        """Return the picture as SVG."""
        return picture_svg(self._drawings())

    def save(self, path: str | PathLike[str]) -> None:
        """Save the picture as SVG, PDF or LaTeX (tikz-dependency), by the ending of the file.

        Raises:
            MeantreeError: for another ending, and if the file cannot be written.
        """
        file = Path(path)
        if file.suffix.lower() not in WRITERS:
            raise UsageError(f"{quoted(file.name)}: expected a name that ends in {', '.join(WRITERS)}")
        write_bytes(file, self.picture(file.suffix.lower()))

    def picture(self, ending: str) -> bytes:
        """Return the picture as a file that has this ending: ``.svg``, ``.pdf`` or ``.tex``."""
        return WRITERS[ending](self._drawings())

    def _repr_svg_(self) -> str:
        """Return the picture, for notebooks."""
        return self.svg()

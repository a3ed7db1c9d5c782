"""Which parsers analyse texts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from meantree.errors import UsageError
from meantree.escaping import shortened

if TYPE_CHECKING:
    from meantree.analysis.constituency.base import ConstituencyParser

PIPELINE = "en_meantree"
"""The spaCy pipeline that ships with Meantree."""
BUNDLED, NONE = "bundled", "none"
LANGUAGE = "en"
"""The language of the bundled constituency parser; it serves no other."""


@dataclass(frozen=True, slots=True)
class Parsers:
    """Which parsers analyse texts.

    Attributes:
        pipeline: a spaCy pipeline by package name or path.
        constituency: as :func:`load_constituency_parser` understands it.
        kept: the fingerprint of the analyser whose analyses are used; where it is not the one that these parsers are,
            nothing new is analysed. Empty where no analyses are kept.
    """

    pipeline: str = PIPELINE
    constituency: str = BUNDLED
    kept: str = field(default="", repr=False)

    @property
    def installed(self) -> Parsers:
        """The same parsers, whatever analyses are kept."""
        return replace(self, kept="")


DEFAULT = Parsers()


@lru_cache(maxsize=2)
def load_constituency_parser(choice: str, language: str) -> ConstituencyParser | None:
    """The parser for texts in ``language``, kept for the next call; None if there is none.

    Args:
        choice: ``bundled`` (English only), ``none``, ``bllip:FOLDER`` or ``benepar:MODEL``.
        language: ISO code of the pipeline.

    Raises:
        UsageError: if ``choice`` is none of these, or the parser cannot be loaded.
    """
    if choice == NONE or (choice == BUNDLED and language != LANGUAGE):
        return None
    if choice == BUNDLED:
        from meantree.analysis.constituency.bundled import load_bundled_parser

        return load_bundled_parser()
    kind, _, path = choice.partition(":")
    if kind == "bllip" and path:
        from meantree.analysis.constituency.bllip import load_bllip_parser

        return load_bllip_parser(Path(path))
    if kind == "benepar" and path:
        from meantree.analysis.constituency.benepar import load_benepar_parser

        return load_benepar_parser(Path(path))
    raise UsageError(f"constituency parser {shortened(choice)}: expected bundled, none, bllip:FOLDER or benepar:MODEL")

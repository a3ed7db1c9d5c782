"""Which parsers analyse texts: their names, which :mod:`meantree.analysis.pipeline` loads."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

PIPELINE = "en_meantree"
"""The spaCy pipeline that ships with Meantree."""
CONSTITUENCY = "models/en_constituency"
"""The folder of the constituency parser that ships with Meantree."""
MADE_WITH = (CONSTITUENCY, "models/en_meantree", "head_rules")
"""The resources on which its trees depend."""
BUNDLED, NONE = "bundled", "none"
LANGUAGE = "en"
"""The language of the bundled parsers, labellers and finders."""


@dataclass(frozen=True, slots=True)
class Parsers:
    """The choice of parsers; what analyses texts with them raises UsageError if one cannot be loaded.

    Attributes:
        pipeline: a spaCy pipeline by package name or path.
        constituency: the choice of :func:`meantree.analysis.constituency_parsers.load_constituency_parser`.
        stored: the fingerprint of the analyser whose stored analyses are used; empty without stored analyses. If it
            is not the fingerprint of these parsers, no further text is analysed.
    """

    pipeline: str = PIPELINE
    constituency: str = BUNDLED
    stored: str = field(default="", repr=False)

    @property
    def installed(self) -> Parsers:
        """The same parsers without stored analyses."""
        return replace(self, stored="")


DEFAULT = Parsers()

"""Which parsers analyse texts: their names, which :mod:`meantree.analysis.pipeline` loads."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import Any

from meantree.language.languages import ENGLISH, Language, Part, code_of
from meantree.lazy import plugins

PIPELINE = "en_meantree"
"""The spaCy pipeline that ships with Meantree."""
CONSTITUENCY = "models/en_constituency"
"""The folder of the constituency parser that ships with Meantree."""
MADE_WITH = (CONSTITUENCY, "models/en_meantree", "head_rules")
"""The resources on which its trees depend."""
BUNDLED, NONE = "bundled", "none"
LANGUAGE = ENGLISH
"""The language of the bundled parsers, labellers and finders."""
WORDS_ALONE = "_words"
"""The end of the name of a pipeline that finds words and nothing else: ``ja_words``."""
_OF_LANGUAGE = re.compile(r"\s*(?:([a-z]{2}):\s*)?(.*?)\s*", re.DOTALL)


def installed_pipelines() -> list[str]:
    """Return the names of the installed spaCy pipelines that have a parser; none of them is imported."""
    return [name for name in sorted(plugins("spacy_models")) if "parser" in _meta(_folder(name)).get("pipeline", ())]


def _folder(name: str) -> str:
    """Return the folder of an installed pipeline, the name itself if there is none."""
    point = plugins("spacy_models").get(name)
    return name if point is None or point.dist is None else str(point.dist.locate_file(point.value.partition(":")[0]))


def _meta(folder: str) -> Mapping[str, Any]:
    """Return the ``meta.json`` of a pipeline's folder; empty if there is none, as in placeholders on PyPI."""
    try:
        return dict(json.loads((Path(folder) / "meta.json").read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return {}


@dataclass(frozen=True, slots=True)
class Parsers:
    """The choice of parsers; what analyses texts with them raises UsageError if one cannot be loaded.

    Attributes:
        pipeline: a spaCy pipeline by package name or path.
        constituency: the choice of :func:`meantree.analysis.constituency_parsers.load_constituency_parser`.
        command: the command line of a program that parses, in place of the pipeline
            (:mod:`meantree.analysis.parser_command`); ``de: PROGRAM`` is for texts in one language. Users alone state
            it, no file.
        stored: the fingerprint of the analyser whose stored analyses are used; empty without stored analyses. If it
            is not the fingerprint of these parsers, no further text is analysed.
    """

    pipeline: str = PIPELINE
    constituency: str = BUNDLED
    command: str = ""
    stored: str = field(default="", repr=False)

    @property
    def installed(self) -> Parsers:
        """The same parsers without stored analyses."""
        return replace(self, stored="")

    @property
    def finds_words_alone(self) -> bool:
        """Whether texts get words, and no trees: no parser for their language was chosen."""
        return not self.command and (self.stored.partition("-")[0] or self.pipeline).endswith(WORDS_ALONE)

    @property
    def name(self) -> str:
        """What makes the trees, in few words."""
        return f"parser {PurePath(self.command.split()[0]).stem}" if self.command else f"pipeline {self.pipeline}"

    @property
    def language(self) -> str:
        """The code of the language of the pipeline, or of stored analyses; empty if it is for several, or unknown.

        That in the ``meta.json`` of its folder, or else that with which its name begins (``de_core_news_sm``).
        """
        if not self.stored and (code := str(_meta(self.pipeline).get("lang", ""))):
            return code_of(code)
        name = self.stored or PurePath(self.pipeline).name
        code = name.partition("_")[0] if "_" in name else ""
        return code_of(code) or code * name.endswith(WORDS_ALONE)

    @property
    def labels(self) -> Sequence[str]:
        """The labels of the pipeline's dependencies, as far as it states them."""
        labels = _meta(_folder(self.pipeline)).get("labels")
        return tuple(map(str, labels.get("parser", ()))) if isinstance(labels, dict) else ()

    def for_language(self, code: str) -> Parsers:
        """Return parsers that do not take texts in a language for those in another.

        These are the command, if it is for the language; the pipeline, if it is; for English the bundled one; for
        others an installed one, or they find words alone.
        """
        match = _OF_LANGUAGE.fullmatch(self.command)
        own, command = match.groups() if match is not None else ("", "")
        if command and own in (None, code):
            return replace(self, command=command, pipeline=f"{code}{WORDS_ALONE}")
        if (own := self.language) in ("", code):
            return replace(self, command="")
        installed = [PIPELINE] if code == LANGUAGE else [one for one in installed_pipelines() if code_of(one) == code]
        return replace(self, command="", pipeline=[*installed, f"{code}{WORDS_ALONE}"][0])

    def parts(self, language: Language) -> frozenset[str]:
        """Return the layers of analysis that these parsers make for texts in a language."""
        own = self.language
        if self.finds_words_alone or own not in ("", language.code):
            return frozenset()
        chosen: tuple[Part, ...] = ("constituents",) if self.constituency not in (BUNDLED, NONE) else ()
        return frozenset(("dependencies", *language.parts, *chosen))


DEFAULT = Parsers()

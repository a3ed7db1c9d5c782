"""Meantree: translation error analysis that can be taken apart, corrected and repeated.

The public interface are the names in ``__all__``: functions, and the classes of their results. They keep their meaning
within a major version; a name that changes is kept with a warning for a minor version at least. All modules below are
private, but for those that CONTRIBUTING.md names for plug-ins. Names are imported when they are used.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

# Nothing is sent: whoever loads ONNX Runtime in this process, a plug-in too, or in one that it starts.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

if TYPE_CHECKING:
    from meantree.api.corpora import read, report
    from meantree.api.experiments import ExperimentTables, experiment
    from meantree.api.findings import Findings, findings
    from meantree.api.pairs import ComparedPair, ComparedSystems, compare
    from meantree.api.requests import Matches, search
    from meantree.api.scores import Scores, score
    from meantree.api.texts import ParsedText, parse
    from meantree.corpus.corpus import Corpus
    from meantree.errors import MeantreeError

__version__ = "1.0.0"
__all__ = [
    "ComparedPair",
    "ComparedSystems",
    "Corpus",
    "ExperimentTables",
    "Findings",
    "Matches",
    "MeantreeError",
    "ParsedText",
    "Scores",
    "compare",
    "experiment",
    "findings",
    "parse",
    "read",
    "report",
    "score",
    "search",
]
_PLACES = {
    "ComparedPair": "api.pairs",
    "ComparedSystems": "api.pairs",
    "Corpus": "corpus.corpus",
    "ExperimentTables": "api.experiments",
    "Findings": "api.findings",
    "Matches": "api.requests",
    "MeantreeError": "errors",
    "ParsedText": "api.texts",
    "Scores": "api.scores",
    "compare": "api.pairs",
    "experiment": "api.experiments",
    "findings": "api.findings",
    "parse": "api.texts",
    "read": "api.corpora",
    "report": "api.corpora",
    "score": "api.scores",
    "search": "api.requests",
}


if not TYPE_CHECKING:  # type checkers know the names above, and no others

    def __getattr__(name: str) -> Any:
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = globals()[name] = getattr(import_module(f"meantree.{_PLACES[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

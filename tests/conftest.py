"""For all tests: a few examples of each property, or many with ``--hypothesis-profile=thorough``; no time limits."""

from __future__ import annotations

import gc
from importlib import metadata
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from meantree.analysis.parsers import PIPELINE
from meantree.work import use_one_thread

use_one_thread()  # as the programs do

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
settings.register_profile("quick", PATIENT, max_examples=10)
settings.register_profile("thorough", PATIENT, max_examples=200)
settings.load_profile("quick")


gc.disable()  # what is collected, modules and tests, stays until the end


def pytest_collection_finish() -> None:
    """Search for garbage in what tests make alone."""
    gc.freeze()
    gc.enable()


def _hide_pipelines() -> None:
    """Hide the spaCy pipelines of the machine but the shipped one: what is installed changes no test's result."""
    find: Any = metadata.entry_points
    hidden = find(group="spacy_models").names - {PIPELINE}

    def entry_points(**chosen: str) -> Any:
        found = find(**chosen)
        return metadata.EntryPoints([one for one in found if one.name not in hidden]) if chosen else found

    pytest.MonkeyPatch().setattr(metadata, "entry_points", entry_points)


_hide_pipelines()

"""The user's inputs on the Experiments page, and how they are stored for each corpus. No widgets."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from meantree.experiments import RENAMED
from meantree_gui.settings import EXPERIMENTS, Settings, StoredSetting, of_project
from meantree_gui.state.workspace import Workspace

if TYPE_CHECKING:
    from meantree.evaluation.measured import Grouping
    from meantree.evaluation.paired_tests import Correction

GROUPS: Mapping[str, tuple[Grouping | None, str]] = {
    "": (None, "as each measure is defined"),
    "none": ("none", "over all translations"),
    "item": ("item", "within each source segment"),
    "system": ("system", "within each system"),
}
"""Within which groups values are correlated and paired, with titles."""
CORRECTIONS: Mapping[str, tuple[Correction, str]] = {
    "none": ("none", "not corrected"),
    "holm": ("holm", "Holm"),
    "bh": ("bh", "Benjamini & Hochberg"),
}
"""Corrections of p for multiple tests, with titles."""
MAX_RESAMPLES = 1_000_000
MAX_SEED = 2**31 - 1


@dataclass(frozen=True, slots=True)
class ExperimentInputs:
    """All inputs of the form; field names are the keys under which they are stored.

    Attributes:
        experiments: names of the experiments.
        rating: a kind of rating, empty for none, ``None`` for the first kind of the corpus.
        specs: of the metrics, ``None`` for those offered in the window.
        typed: specs to choose from that the user typed.
        further: paths of the corpora other than the open one.
        preferences: a file of pairwise judgements for each corpus, in their order, empty for none.
        group_by: a key of :data:`GROUPS`.
        correction: a key of :data:`CORRECTIONS`.
        seed, resamples: as options of the command.
        limit: segments of each corpus, 0 for all.
    """

    experiments: tuple[str, ...] = ("meta-evaluation",)
    rating: str | None = None
    specs: tuple[str, ...] | None = None
    typed: tuple[str, ...] = ()
    further: tuple[str, ...] = ()
    preferences: tuple[str, ...] = ()
    group_by: str = ""
    correction: str = "none"
    seed: int = 1
    resamples: int = 1000
    limit: int = 0


def without(inputs: ExperimentInputs, removed: Collection[str]) -> ExperimentInputs:
    """Return the inputs without these further corpora and their files of pairwise judgements."""
    kept = [place for place, path in enumerate(inputs.further) if path not in removed]
    own, others = inputs.preferences[:1], inputs.preferences[1:]
    return replace(
        inputs,
        further=tuple(inputs.further[place] for place in kept),
        preferences=own + tuple(others[place] for place in kept if place < len(others)),
    )


def store_inputs(settings: Settings, workspace: Workspace, inputs: ExperimentInputs) -> None:
    """Store the inputs for what is open, if it was read from files."""
    setting = _setting_of(workspace)
    if setting is not None and inputs != stored_inputs(settings, workspace):
        setting.write(settings, json.dumps(asdict(inputs)))


def stored_inputs(settings: Settings, workspace: Workspace) -> ExperimentInputs:
    """Return the inputs stored for what is open, defaults where they are invalid."""
    setting = _setting_of(workspace)
    try:
        stored = json.loads(setting.read(settings) or "{}") if setting is not None else {}
        known = [field for field in fields(ExperimentInputs) if field.name in stored]
        inputs = ExperimentInputs(**{field.name: _checked(stored[field.name], field.default) for field in known})
    except (ValueError, TypeError):
        return ExperimentInputs()
    inputs = replace(inputs, experiments=tuple(RENAMED.get(name, name) for name in inputs.experiments))
    is_known = inputs.group_by in GROUPS and inputs.correction in CORRECTIONS
    return inputs if is_known else replace(inputs, group_by="", correction="none")


def _checked(value: Any, default: object) -> Any:
    """Return a stored value of the same type as the default.

    Raises:
        ValueError: if it has another type.
    """
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        value = tuple(value)
    if type(value) is type(default) or (default is None and isinstance(value, (str, tuple, type(None)))):
        return value
    raise ValueError(value)


def _setting_of(workspace: Workspace) -> StoredSetting[str] | None:
    if workspace.project is not None:
        return of_project(EXPERIMENTS, workspace.project)
    if not workspace.files:
        return None
    first, *others = (str(file.path.resolve()) for file in workspace.files)
    return EXPERIMENTS.of(quote(f"{first} {len(others)}" if others else first, safe=""))

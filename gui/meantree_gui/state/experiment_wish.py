"""What a user chose on the page of experiments, and how it is kept for each corpus. No widgets."""

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
"""What is correlated and paired on its own, and how that is said."""
CORRECTIONS: Mapping[str, tuple[Correction, str]] = {
    "none": ("none", "not corrected"),
    "holm": ("holm", "Holm"),
    "bh": ("bh", "Benjamini & Hochberg"),
}
"""Of p for the number of pairs that are tested."""
MOST_RESAMPLES = 1_000_000
MOST_SEEDS = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Wish:
    """One set of choices; what is None follows what is open.

    Attributes:
        experiments: names.
        rating: a kind, empty for none, None for the first that is there.
        specs: of the metrics, None for those of the window.
        typed: further specs to choose from.
        further: paths of the corpora beside the open one.
        preferences: a file for each corpus, in their order, empty where none was named.
        group_by: a key of :data:`GROUPS`.
        correction: a key of :data:`CORRECTIONS`.
        seed, resamples: as the command takes them.
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


def without(wish: Wish, gone: Collection[str]) -> Wish:
    """The wish without these further corpora; their files of preferences, which stand in the same order, go too."""
    kept = [place for place, path in enumerate(wish.further) if path not in gone]
    own, others = wish.preferences[:1], wish.preferences[1:]
    return replace(
        wish,
        further=tuple(wish.further[place] for place in kept),
        preferences=own + tuple(others[place] for place in kept if place < len(others)),
    )


def keep_wish(settings: Settings, workspace: Workspace, wish: Wish) -> None:
    """Keep it for what is open, if that stands in files."""
    setting = _setting_of(workspace)
    if setting is not None and wish != kept_wish(settings, workspace):
        setting.write(settings, json.dumps(asdict(wish)))


def kept_wish(settings: Settings, workspace: Workspace) -> Wish:
    """What was kept for what is open; what cannot be understood is left out."""
    setting = _setting_of(workspace)
    try:
        kept = json.loads(setting.read(settings) or "{}") if setting is not None else {}
        wish = Wish(**{one.name: _usable(kept[one.name], one.default) for one in fields(Wish) if one.name in kept})
    except (ValueError, TypeError):
        return Wish()
    wish = replace(wish, experiments=tuple(RENAMED.get(name, name) for name in wish.experiments))
    is_known = wish.group_by in GROUPS and wish.correction in CORRECTIONS
    return wish if is_known else replace(wish, group_by="", correction="none")


def _usable(value: Any, usual: object) -> Any:
    """A value of the right type.

    Raises:
        ValueError: if it is none.
    """
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        value = tuple(value)
    if type(value) is type(usual) or (usual is None and isinstance(value, (str, tuple, type(None)))):
        return value
    raise ValueError(value)


def _setting_of(workspace: Workspace) -> StoredSetting[str] | None:
    if workspace.project is not None:
        return of_project(EXPERIMENTS, workspace.project)
    if not workspace.files:
        return None
    first, *others = (str(one.path.resolve()) for one in workspace.files)
    return EXPERIMENTS.of(quote(f"{first} {len(others)}" if others else first, safe=""))

"""Styles of reports: presets for a kind of reader, and a user's own, which command and window share."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from platformdirs import user_config_path

from meantree.errors import UsageError
from meantree.escaping import as_json, quoted, unknown_name
from meantree.files import write_parts
from meantree.metrics.registry import OVERVIEW
from meantree.reporting.report_options import FORMER_PARTS, MAX_SEGMENTS, PARTS, PICTURES

if TYPE_CHECKING:
    from meantree.annotation.rules import Rules

PRESETS: Final[Mapping[str, frozenset[str]]] = {
    "linguist": frozenset({"summary", "systems", "segments", "findings", "structure", "differences", "comments"}),
    "annotation": frozenset({"summary", "annotators", "segments", "differences", "comments"}),
    "comparison": frozenset({"summary", "systems", "segments", "findings", "comparison", "comments"}),
    "full": frozenset(PARTS),
}
"""The parts of each preset."""
CLAIMS: Final[Mapping[str, str]] = {
    "linguist": "Single translations: texts with their differences marked, findings, the counted structure, comments",
    "annotation": "Annotators: progress, agreement, and side by side each contested frame; of one, all frames",
    "comparison": "Two systems over one reference, and whether their difference is significant",
    "full": "Everything",
}
_MOST_CONTESTED, _MOST_COMPARED = 1000, 40
LONGEST_NAME: Final = 40


def preset_for(*, scored: bool) -> str:
    """Return the preset that a report has by default: for translations if these are scored, else for annotators."""
    return "linguist" if scored else "annotation"


def most_segments(parts: Collection[str], *, is_of_one: bool = False) -> int:
    """Return the number of segments that a report with these parts shows at most if none are named.

    With ``is_of_one``, it is on one annotator, whose frames are drawn; tables of contested frames are much shorter.
    """
    if is_on_annotators(parts) and not PICTURES.intersection(parts) and not is_of_one:
        return _MOST_CONTESTED
    return _MOST_COMPARED if "comparison" in parts and "structure" not in parts else MAX_SEGMENTS


def is_on_annotators(parts: Collection[str]) -> bool:
    """Return whether these parts show segments for what annotators did alone."""
    return "annotators" in parts and not {"structure", "comparison"}.intersection(parts)


def default_metrics(
    parts: Collection[str], offered: Sequence[str], of_frames: Collection[str], rules: Rules | None, *, is_of_one: bool
) -> tuple[str, ...]:
    """Return the metrics of a report for which none are chosen.

    Of an annotated project, a report on annotators alone has the metrics over frames made by hand, none if error spans
    are annotated; other reports have some metrics of each family, and those over frames if it is on annotators, too, or
    on one of them.

    Args:
        parts: of the report.
        offered: the metrics to choose from, in the order of columns.
        of_frames: those of them that score frames made by hand.
        rules: of the annotated project, None without one.
        is_of_one: whether an annotator is named.
    """
    by_hand = tuple(spec for spec in offered if spec in of_frames and spec in OVERVIEW)
    has_frames = rules is not None and rules.has_frames
    if rules is not None and is_on_annotators(parts):
        return by_hand if has_frames else ()
    others = tuple(spec for spec in offered if spec in OVERVIEW and spec not in of_frames)
    return (*others, *by_hand) if is_of_one or ("annotators" in parts and has_frames) else others


def style_parts(name: str) -> frozenset[str]:
    """Return the parts of a preset or of a user's style.

    Raises:
        UsageError: if there is no such style.
    """
    styles = {**own_styles(), **PRESETS}
    if name not in styles:
        raise UsageError(f"--style: found {unknown_name(name, styles)}")
    return styles[name]


def own_styles() -> dict[str, frozenset[str]]:
    """Return the user's styles by name; none if the file cannot be read, and without what is no style in it."""
    try:
        stored = json.loads(_path().read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(stored, dict):
        return {}
    return {
        name: frozenset(known for part in map(str, parts) if (known := FORMER_PARTS.get(part, part)) in PARTS)
        for name, parts in stored.items()
        if isinstance(parts, list) and name not in PRESETS and 0 < len(name) <= LONGEST_NAME
    }


def save_style(name: str, parts: Iterable[str]) -> None:
    """Store a style of the user's own, in place of one of the same name.

    Raises:
        UsageError: if the name is empty, too long or that of a preset, or the file cannot be written.
    """
    name = name.strip()
    if not 0 < len(name) <= LONGEST_NAME or name in PRESETS:
        taken = "a name that no preset has" if name in PRESETS else f"1 to {LONGEST_NAME} characters"
        raise UsageError(f"the style's name: found {quoted(name)}, expected {taken}")
    _write({**own_styles(), name: frozenset(parts)})


def delete_style(name: str) -> None:
    """Delete a style of the user's own, if there is one of that name.

    Raises:
        UsageError: if the file cannot be written.
    """
    _write({other: parts for other, parts in own_styles().items() if other != name})


def _write(styles: Mapping[str, frozenset[str]]) -> None:
    stored = {name: [part for part in PARTS if part in parts] for name, parts in sorted(styles.items())}
    path = _path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{path.parent}: cannot be made: {error.strerror}") from None
    write_parts(path, iter([as_json(stored).encode("utf-8")]))


def _path() -> Path:
    return user_config_path("meantree", appauthor=False) / "report-styles.json"

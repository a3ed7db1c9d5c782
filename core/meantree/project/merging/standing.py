"""The versions that stand in a joined project, of which the first is shown.

What somebody settled is a promise about the frames of the reference, too. So the frames that a settled translation was
settled over stand, and are shown, even where another copy of the project has changed them since: that is a conflict,
until the translation is unlocked.
"""

from __future__ import annotations

from collections.abc import Mapping

from meantree.project.annotation import AUTOMATIC
from meantree.project.annotation_json import digest
from meantree.project.merging.copies import Copy, RecordKey, reference_record
from meantree.project.merging.versions import Content, History

Versions = tuple[tuple[Content, str], ...]
"""Contents with their times, the one to show first."""


def versions_in(copy: Copy) -> dict[RecordKey, Versions]:
    """Return the versions that stand of each record of a copy: one for most."""
    found = {key: _standing(key, history) for key, history in copy.histories.items()}
    settled: dict[RecordKey, dict[str, str]] = {}
    for key, ((shown, time), *_) in found.items():
        over, where = copy.histories[key].settled.get(shown), reference_record(key)
        if over is not None and over in copy.histories[where].versions:
            named = digest(over)
            over = next((one for one, _ in found[where] if one is not None and digest(one) == named), over)
            times = settled.setdefault(where, {})
            times[over] = max(time, times.get(over, ""))
    return found | {key: _with_settled(found[key], copy.histories[key], times) for key, times in settled.items()}


def _standing(key: RecordKey, history: History) -> Versions:
    """The latest of people's work, and of automatic frames the first made, is shown.

    The automatic frames that somebody began with are not replaced because others began with other ones.
    """
    return history.standing[::-1] if key[-1] == AUTOMATIC else history.standing


def _with_settled(standing: Versions, history: History, settled: Mapping[str, str]) -> Versions:
    """With the frames that translations were settled over, by the times of that, before the others."""
    ordered = sorted(settled, key=lambda content: (settled[content], content), reverse=True)
    first = tuple((content, history.versions[content]) for content in ordered)
    return (*first, *(one for one in standing if one[0] not in settled))

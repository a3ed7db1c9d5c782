"""The picture that a page shows, as drawings that can leave the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from meantree.picture.comparison_pictures import (
    PictureSubject,
    compared_picture,
    single_text_picture,
    system_comparison_picture,
)
from meantree.picture.style import approximate_width
from meantree_gui.evidence.feature_list import WAYS

if TYPE_CHECKING:
    from meantree.picture.display_list import Drawing
    from meantree_gui.compare.compared_segment_picture import ComparedSegmentPicture
    from meantree_gui.evidence.feature_list import FeatureList
    from meantree_gui.state.selection import Selection
    from meantree_gui.trees.tree_pair import TreePair


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """Drawings one above the other, with headings, legend and caption; ``naming`` is what they are of."""

    naming: PictureSubject
    drawn: list[Drawing] = field(repr=False)


Source = Callable[[], ShownPicture | None]


def inspected(selection: Selection, trees: TreePair, features: FeatureList) -> ShownPicture | None:
    """One translation as it is inspected, with the waterfall that the user chose; None where nothing is drawn."""
    segment, comparison, system = selection.segment, selection.comparison, selection.system
    if segment is None:
        return None
    if comparison is not None:
        reference = comparison.pair.reference_names[comparison.reference]
        table = selection.scoring.table
        score = table.segment_score(system, selection.focus, selection.place) if table is not None else None
        is_higher = selection.workspace.metrics[selection.focus].higher_is_better
        naming = PictureSubject(
            segment.key, (system,), reference, selection.focus, comparison.kind, (score,), is_higher
        )
        by = WAYS[features.way.currentText()]
        drawn = compared_picture(comparison, naming, approximate_width, frames=trees.with_frames is not False, by=by)
        return ShownPicture(naming, drawn)
    if selection.alone is not None:
        naming = PictureSubject(segment.key, (system,))
        return ShownPicture(naming, single_text_picture(selection.alone, naming, approximate_width))
    return None


def compared(picture: ComparedSegmentPicture) -> ShownPicture | None:
    """Two systems over one reference; None where nothing is drawn."""
    content, asked = picture.content, picture.shown
    if content is None or asked is None:
        return None
    is_higher = asked.metrics[asked.focus].higher_is_better
    naming = PictureSubject(
        asked.segment.key, content.systems, content.reference, asked.focus, higher_is_better=is_higher
    )
    return ShownPicture(naming, system_comparison_picture(content, naming, approximate_width))

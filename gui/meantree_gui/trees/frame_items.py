"""What chips of predicates and fillers, and links between them, are in the window."""

from __future__ import annotations

from meantree.alignment.linked_frames import span_of
from meantree.analysis.frames import LinkKind
from meantree.comparison.comparison import ComparedFrames
from meantree.metrics.evidence import Status
from meantree.numbers import percent
from meantree.picture.frame_picture import Chip, ChipLink, name_of
from meantree_gui import theme
from meantree_gui.trees.items import GroupItem

SAID = {
    Status.MATCHED: "matched",
    Status.PARTIAL: "partly matched",
    Status.MISSED: "missed",
    Status.EXTRA: "extra",
    None: "not counted",
}


def frame_item(content: ComparedFrames, shape: Chip | ChipLink) -> GroupItem:
    """A predicate or filler, or a link of two."""
    item = GroupItem(shape.group(theme.current()))
    tell(item, content)
    return item


def tell(item: GroupItem, content: ComparedFrames) -> None:
    """Let a chip say all of its words and how it fares, and a link what it is and whether it counts."""
    of = item.of
    if isinstance(of, Chip):
        item.mark = of.mark
        words = " ".join(content.words[of.side][slice(*span_of(content.linked, of.side, of.part))])
        probability = content.probabilities.get((of.side, of.part))
        sure = "" if probability is None else f" · probability {percent(probability)}"
        item.setToolTip(f"{name_of(of.role)}: {words} ({SAID[of.mark.status if of.mark else None]}){sure}")
    elif isinstance(of, ChipLink):
        uncounted = of.kind is not LinkKind.UNDECIDED and of.status is None
        item.setToolTip(f"{of.kind.value}{'; it counts for nothing, as roles differ' if uncounted else ''}")

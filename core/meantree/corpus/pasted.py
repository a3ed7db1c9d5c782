"""A corpus of texts that somebody typed or pasted."""

from __future__ import annotations

from collections.abc import Mapping

from meantree.corpus.model import Corpus, Segment, Text

NAME = "pasted texts"


def pasted(hypotheses: Mapping[str, str], references: Mapping[str, str], source: str = "") -> Corpus | None:
    """Segments of what was pasted; None if there is no hypothesis.

    Lines are segments where all texts have the same number of them, empty lines at their ends aside; else each text is
    one segment. Texts that are empty are left out.

    Args:
        hypotheses: by system.
        references: by name.
        source: what was translated, empty if it is not known.
    """
    mine, theirs = (
        {name: text.strip() for name, text in texts.items() if text.strip()} for texts in (hypotheses, references)
    )
    if not mine:
        return None
    every = [*mine.values(), *theirs.values(), *filter(None, [source.strip()])]
    is_by_line = len({len(text.splitlines()) for text in every}) == 1
    rows = len(every[0].splitlines()) if is_by_line else 1

    def part(text: str, row: int) -> Text:
        return Text(text.splitlines()[row].strip() if is_by_line else " ".join(text.split()))

    segments = tuple(
        Segment(
            str(row + 1),
            "",
            part(source.strip(), row).text if source.strip() else None,
            references={name: part(text, row) for name, text in theirs.items()},
            hypotheses={name: part(text, row) for name, text in mine.items()},
        )
        for row in range(rows)
    )
    return Corpus(NAME, segments, tuple(mine), tuple(theirs))

"""Plain text: files with one segment a line, empty lines included, and texts that a user pastes."""

from __future__ import annotations

from collections.abc import Mapping

from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.corpus.formats.file_contents import FileContents, Lines
from meantree.corpus.formats.file_names import guessed_version
from meantree.corpus.formats.raw_file import RawFile
from meantree.errors import Problem
from meantree.scratch import stored_lines


def read(raw: RawFile) -> FileContents:
    """Return one version without ids; role and name are guessed from the file's name.

    Raises:
        InputError: if the bytes are not text.
    """
    texts, reason = stored_lines(raw.text())
    problems = (Problem(raw.path, None, f"its texts are kept in memory: {reason}", is_note=True),) if reason else ()
    return FileContents(versions=(guessed_version(raw.path, Lines(texts)),), problems=problems)


NAME = "pasted texts"


def pasted_corpus(hypotheses: Mapping[str, str], references: Mapping[str, str], source: str = "") -> Corpus | None:
    """Return a corpus of pasted texts, None without any hypothesis.

    If all texts have the same number of lines (empty ones at the ends aside), each line is a segment, else each text is
    one segment. Empty texts are left out.

    Args:
        hypotheses: by system.
        references: by name.
        source: the source text, empty if unknown.
    """
    hypotheses, references = (
        {name: text.strip() for name, text in texts.items() if text.strip()} for texts in (hypotheses, references)
    )
    if not hypotheses:
        return None
    texts = [*hypotheses.values(), *references.values(), *filter(None, [source.strip()])]
    by_line = len({len(text.splitlines()) for text in texts}) == 1
    count = len(texts[0].splitlines()) if by_line else 1

    def segment_text(text: str, number: int) -> Text:
        return Text(text.splitlines()[number].strip() if by_line else " ".join(text.split()))

    segments = tuple(
        Segment(
            str(number + 1),
            "",
            segment_text(source.strip(), number).text if source.strip() else None,
            references={name: segment_text(text, number) for name, text in references.items()},
            hypotheses={name: segment_text(text, number) for name, text in hypotheses.items()},
        )
        for number in range(count)
    )
    return Corpus(NAME, segments, tuple(hypotheses), tuple(references))

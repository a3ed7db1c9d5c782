"""What texts say against their pairing, and of placeholders and tokenisation."""

from __future__ import annotations

from pathlib import Path

import pytest

from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.formats.assemble import assemble
from meantree.corpus.formats.file_contents import FileContents, FileRole, Row, Version
from meantree.errors import InputError

WORDS = [
    "They left early",
    "Nobody came home today",
    "The boat sank",
    "He slept well",
    "Rain fell all night",
    "We won",
    "Anna met Peter",
]


def _version(role: FileRole, texts: list[str], first: int | None = None) -> Version:
    rows = tuple(
        Row(text, place, None if first is None else str(first + place - 1)) for place, text in enumerate(texts, start=1)
    )
    return Version(role, "x", Path(str(role)), rows)


def _problems(hyp: Version, ref: Version) -> tuple[list[str], int]:
    corpus = assemble("x", [FileContents((hyp,)), FileContents((ref,))])
    same = sum(
        one.hypotheses["x"].text == one.references["x"].text
        for one in corpus.segments
        if one.references and one.hypotheses
    )
    return [problem.message for problem in corpus.problems], same


HYP, REF = FileRole.HYPOTHESIS, FileRole.REFERENCE


def test_files_numbered_from_0_and_1_are_paired_by_position() -> None:
    messages, same = _problems(_version(HYP, WORDS, 0), _version(REF, WORDS, 1))
    assert same == len(WORDS)
    assert "paired by position" in messages[0]


def test_ids_are_right_where_the_texts_say_so() -> None:
    """Both files lack a segment: here the last, there the first."""
    messages, same = _problems(_version(HYP, WORDS[:-1], 0), _version(REF, WORDS[1:], 1))
    assert same == len(WORDS) - 2
    assert not any("by position" in message for message in messages)


@pytest.mark.parametrize("first", [None, 1], ids=["by position", "by id"])
def test_shifted_texts_are_reported(first: int | None) -> None:
    shifted = ["An extra line", *WORDS[:-1]]
    messages, _ = _problems(_version(HYP, shifted, first), _version(REF, WORDS, first))
    assert any("shifted" in message for message in messages)
    assert not _problems(_version(HYP, WORDS, first), _version(REF, WORDS, first))[0]


def test_placeholders_are_reported_with_their_count() -> None:
    texts = [f"text {number}" for number in range(20)]
    many = [*texts, *["to be done"] * 10]
    (message,) = _problems(_version(HYP, texts + texts[:10]), _version(REF, many))[0]
    assert "10 of 30 segments of the reference are 'to be done'" in message
    (message,) = _problems(_version(HYP, texts), _version(REF, ["No translation available", *texts[1:]]))[0]
    assert "1 of 20" in message


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (["It rained ."] * 6 + ["No"] * 5, "6 end"),
        (["It rained ."] * 4 + ["No."] * 7, ""),
        (["I don &apos;t"] * 10, "10 have escaped"),
        (["con@@ tract"] * 10, "10 have words in pieces"),
        ([f"It rained {n} ." for n in range(100)] + [f"no {n}" for n in range(900)], "100 end"),
        (["It rained ."] * 3, ""),
    ],
)
def test_tokenised_translations_are_reported(texts: list[str], found: str) -> None:
    numbered = [f"{number} {text}" for number, text in enumerate(texts)]
    messages, _ = _problems(_version(HYP, numbered), _version(REF, numbered))
    assert [found in message for message in messages] == [True] * bool(found)


def test_utf8_read_as_cp1252_is_refused_or_reported(tmp_path: Path) -> None:
    spoiled = "Die Fähre – müde".encode().decode("cp1252")
    for lines, is_refused in (([spoiled, "plain"], True), ([spoiled, "früh", "müde"], False)):
        (tmp_path / "hyp.a.de").write_text("\n".join(lines), encoding="utf-8")
        if is_refused:
            with pytest.raises(InputError, match="read as cp1252"):
                read_corpus([InputFile(tmp_path / "hyp.a.de")])
        else:
            problems = read_corpus([InputFile(tmp_path / "hyp.a.de")]).problems
            assert any("read as cp1252" in problem.message for problem in problems)

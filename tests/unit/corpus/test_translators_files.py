"""Source and target of XLIFF, its dialects and TMX, without markup."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from helpers.input_files import Write
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import FileRole, InputFile, read_corpus
from meantree.errors import ColumnsError, InputError

V12 = 'xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"'
FILE = '<file original="a.docx" source-language="de-DE" target-language="en-GB"><body>'
UNIT = '<trans-unit id="1"><source>Eins</source><target>One</target></trans-unit>'


def xliff(units: str, *, head: str = V12) -> str:
    return f'<?xml version="1.0"?>\n<{head}>{FILE}{units}</body></file></xliff>'


def v2(units: str) -> str:
    return f'<xliff version="2.1" srcLang="de" trgLang="en" xmlns="urn:x"><file id="f">{units}</file></xliff>'


def tmx(*units: Mapping[str, str], more: str = "") -> str:
    variants = (
        "".join(f'<tuv xml:lang="{name}"><seg>{text}</seg></tuv>' for name, text in unit.items()) for unit in units
    )
    body = "".join(f"<tu>{unit}</tu>" for unit in variants)
    return (
        f'<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4"><header srclang="de"/><body>{body}{more}</body></tmx>'
    )


def pairs(corpus: Corpus) -> list[tuple[str, str | None, str | None]]:
    return [
        (one.id, one.source, next((text.text for text in one.hypotheses.values()), None)) for one in corpus.segments
    ]


def opened(write: Write, name: str, content: str, **columns: str) -> Corpus:
    return read_corpus([InputFile(write(name, content), FileRole.HYPOTHESIS, columns=columns)])


SDL = (
    '<trans-unit id="u"><source>Eins. Zwei.</source><seg-source><g id="1"><mrk mtype="seg" mid="1">Eins.</mrk> '
    '<mrk mtype="seg" mid="2">Zwei.</mrk></g></seg-source><target><g id="1"><mrk mtype="seg" mid="1">One'
    '<mrk mtype="x-sdl-deleted"> thing</mrk>.</mrk> <mrk mtype="seg" mid="2">Two.</mrk></g></target>'
    '<sdl:seg-defs xmlns:sdl="urn:sdl"><sdl:seg id="1" conf="Translated"/><sdl:seg id="2" conf="Draft"/></sdl:seg-defs>'
    '</trans-unit><trans-unit id="x" translate="no"><source>id</source></trans-unit>'
)
MQ = (
    '<trans-unit id="1" xmlns:mq="urn:mq" mq:status="Confirmed"><source><bpt id="1">{b}</bpt>Eins<ept id="1">{/b}</ept>'
    "</source><target>One</target><mq:minorversions><mq:historical-unit><source>Alt</source><target>Old</target>"
    "</mq:historical-unit></mq:minorversions><alt-trans><target>Other</target></alt-trans></trans-unit>"
)


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        pytest.param("a.xlf", xliff(UNIT), [("1", "Eins", "One")], id="1.2"),
        pytest.param("a.txlf", xliff(UNIT, head='xliff version="1.2"'), [("1", "Eins", "One")], id="without namespace"),
        pytest.param("a.sdlxliff", xliff(SDL), [("u/1", "Eins.", "One."), ("u/2", "Zwei.", "Two.")], id="Trados"),
        pytest.param("a.mqxliff", xliff(MQ), [("1", "Eins", "One")], id="memoQ"),
        pytest.param(
            "a.xlf",
            v2(
                '<unit id="u"><segment id="s1" state="final"><source>Eins <pc id="1">zwei</pc></source>'
                '<target>One <pc id="1">two</pc><ph id="2"/></target></segment>'
                "<ignorable><source> </source></ignorable>"
                "<segment><source>Drei</source><target>Three</target></segment></unit>"
            ),
            [("u/s1", "Eins zwei", "One two"), ("u/2", "Drei", "Three")],
            id="2.1",
        ),
        pytest.param(
            "a.xlf",
            xliff('<trans-unit id="1"><source>A<x ctype="lb"/>b</source><target>C&amp;<x/>d</target></trans-unit>'),
            [("1", "A b", "C&d")],
            id="a line break separates words",
        ),
        pytest.param("a.tmx", tmx({"de": "Eins", "en": "<bpt>x</bpt>One"}), [("1", "Eins", "One")], id="TMX"),
        pytest.param(
            "a.xml", tmx({"en": "One", "de": "Eins"}), [("1", "Eins", "One")], id="TMX: srclang is the source"
        ),
    ],
)
def test_source_and_target_are_read(
    write: Write, name: str, content: str, expected: list[tuple[str, str, str]]
) -> None:
    corpus = opened(write, name, content)
    assert pairs(corpus) == expected
    assert corpus.systems == ("a",)


def test_what_is_removed_is_counted(write: Write) -> None:
    messages = {problem.message: problem.is_note for problem in opened(write, "a.sdlxliff", xliff(SDL)).problems}
    assert all(messages.values())
    text = " ".join(messages)
    assert "1 unit not to be translated" in text
    assert "Translated" in text
    (note, *_) = (problem.message for problem in opened(write, "a.mqxliff", xliff(MQ)).problems)
    assert "2 inline tags" in note


def test_languages_are_those_of_the_file(write: Write) -> None:
    corpus = opened(write, "a.xlf", xliff(UNIT))
    assert (corpus.source_language, corpus.target_language) == ("de-DE", "en-GB")


def test_role_of_the_target_is_the_users(write: Write) -> None:
    path = write("x.xlf", xliff(UNIT))
    for role, ids in ((FileRole.REFERENCE, ("x",)), (FileRole.SOURCE, ())):
        corpus = read_corpus([InputFile(write("hyp.S.en", "One\n"), FileRole.HYPOTHESIS), InputFile(path, role)])
        assert corpus.references == ids
        assert corpus.segments[0].source == "Eins"


def test_segments_without_target_are_reported(write: Write) -> None:
    more = '<trans-unit id="2"><source>Zwei</source><target/></trans-unit>'
    corpus = opened(write, "a.xlf", xliff(UNIT + more))
    assert pairs(corpus)[1] == ("2", "Zwei", None)
    assert any("1 of 2 segments without a target" in problem.message for problem in corpus.problems)
    with pytest.raises(InputError, match="no segment has a target"):
        opened(write, "b.xlf", xliff(more))
    (segment,) = read_corpus([InputFile(write("b.xlf", xliff(more)))]).segments
    assert (segment.source, segment.hypotheses) == ("Zwei", {}), "without a role it is the source"


def test_units_without_ids_are_told_apart_by_their_order(write: Write) -> None:
    units = "".join(f"<unit><segment><source>{one}</source><target>{one}</target></segment></unit>" for one in "ab")
    corpus = opened(
        write, "a.xlf", f'<xliff version="2.0" srcLang="de" trgLang="en"><file id="f">{units}</file></xliff>'
    )
    assert (pairs(corpus), corpus.problems) == ([("1", "a", "a"), ("2", "b", "b")], ())


def test_units_of_several_files_are_told_apart(write: Write) -> None:
    content = (
        f'<{V12}><file original="a"><body>{UNIT}</body></file><file original="b"><body>{UNIT}</body></file></xliff>'
    )
    assert [segment.key for segment in opened(write, "a.xlf", content).segments] == ["a/1", "b/1"]


def test_pair_of_a_memory_with_several_languages_is_named(write: Write) -> None:
    memory = tmx({"de": "Eins", "en-GB": "One", "fr": "Un"}, {"de": "Zwei", "fr": "Deux"})
    with pytest.raises(ColumnsError, match=r"de, en-gb.* fr.*--columns") as asked:
        opened(write, "a.tmx", memory)
    assert asked.value.columns == {"de": "source", "en-gb": "", "fr": ""}
    corpus = opened(write, "a.tmx", memory, de="source", en="hypothesis")
    assert pairs(corpus) == [("1", "Eins", "One"), ("2", "Zwei", None)]

"""NIST SGML, mteval XML 1.5 and WMT XML."""

from __future__ import annotations

import pytest

from helpers.input_files import Write
from meantree.corpus.formats import InputFile, read_corpus
from meantree.errors import InputError

DATASET = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="t"><collection id="news">
<doc origlang="de" id="d1">
<src lang="de"><p><seg id="1">eins</seg><seg id="2">zwei</seg></p></src>
<ref lang="en" translator="A"><p><seg id="1">one</seg></p><p><seg id="2">two</seg></p></ref>
<ref lang="en" translator="B"><p><seg id="2">2</seg></p></ref>
<hyp lang="en" system="Online-A"><p><seg id="1">won</seg><seg id="2">too</seg></p></hyp>
</doc>
<doc origlang="de" id="d2">
<src lang="de"><p><seg id="1">drei &amp; vier</seg></p></src>
<hyp lang="en" system="Online-A"><p><seg id="1">three
 and four</seg></p></hyp>
</doc></collection></dataset>
"""


def test_versions_of_all_documents(write: Write) -> None:
    corpus = read_corpus([InputFile(write("t.xml", DATASET))])
    assert [segment.key for segment in corpus.segments] == ["d1/1", "d1/2", "d2/1"]
    assert [sorted(segment.references) for segment in corpus.segments] == [["A"], ["A", "B"], []]
    assert (corpus.systems, corpus.references) == (("Online-A",), ("A", "B"))
    assert (corpus.source_language, corpus.target_language) == ("de", "en")
    assert corpus.segments[2].source == "drei & vier"
    assert corpus.segments[2].hypotheses["Online-A"].text == "three and four"
    assert corpus.problems == (), "a reference may lack segments"


@pytest.mark.parametrize(
    ("old", "new", "line", "part"),
    [
        pytest.param('<seg id="2">too', '<seg id="1">too', 7, "'1' occurs again in document 'd1'", id="id twice"),
        pytest.param('<seg id="2">too', "<seg>too", 7, "<seg> has no id", id="segment without id"),
        pytest.param('<doc origlang="de" id="d2">', "<doc>", 9, "<doc> has no id", id="document without id"),
    ],
)
def test_faults_are_listed(write: Write, old: str, new: str, line: int, part: str) -> None:
    path = write("t.xml", DATASET.replace(old, new))
    corpus = read_corpus([InputFile(path)])
    assert [(problem.path, problem.line) for problem in corpus.problems] == [(path, line)]
    assert part in corpus.problems[0].message
    assert corpus.segments[0].hypotheses["Online-A"].text == "won"


def test_line_numbers_of_a_long_file(write: Write) -> None:
    start = '<dataset><doc id="d"><hyp system="S"><seg id="1">a</seg>'
    path = write("t.xml", start + "\n" * 70_000 + "<seg>b</seg></hyp></doc></dataset>")
    assert [problem.line for problem in read_corpus([InputFile(path)]).problems] == [70_001]


UTF16 = '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE m [<!ENTITY a "b">]><mteval a="&a;"/>'


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("t.xml", "<dataset><doc id='d'/></dataset>", "no segment found"),
        ("t.sgm", '<tstset setid="t"></tstset>', "no segment found"),
        ("t.xml", UTF16.encode("utf-16"), "declares entities"),
    ],
)
def test_what_is_no_corpus(write: Write, name: str, content: str | bytes, why: str) -> None:
    with pytest.raises(InputError, match=why):
        read_corpus([InputFile(write(name, content))])


SOURCE = """<srcset setid="t" srclang="German">
<doc docid="d1"><hl>
<seg id="1"> Kaffee &amp; Tee </seg></hl>
<p><seg id="2">zwei</seg></p></doc>
</srcset>
"""
SYSTEMS = """<TSTSET SETID=t SRCLANG=German TRGLANG='English'>
<DOC SYSID="Online-A" DOCID=d1>
<SEG ID=1> coffee & tea
  cost < 3 &#8364; </SEG>
<SEG ID=2>two</SEG>
</DOC>
<DOC DOCID=d1 SYSID=B><SEG ID="1">one</SEG><SEG ID="2"></SEG></DOC>
</TSTSET>
"""


def test_pre_xml_sgml(write: Write) -> None:
    corpus = read_corpus([InputFile(write("src.sgm", SOURCE)), InputFile(write("tst.sgm", SYSTEMS))])
    assert (corpus.systems, corpus.source_language, corpus.target_language) == (("Online-A", "B"), "German", "English")
    first, second = corpus.segments
    assert (first.document, first.id, first.source) == ("d1", "1", "Kaffee & Tee")
    assert first.hypotheses["Online-A"].text == "coffee & tea cost < 3 €"
    assert second.hypotheses["B"].text == ""
    assert corpus.problems == ()


def test_character_references(write: Write) -> None:
    text = "&lt;a&gt; &quot;b&quot; &apos;c&apos; &amp;lt; &#x41; &#0; &#xD800; &#x110000; &nbsp; AT&T;"
    path = write("t.sgm", f'<refset setid="s"><doc sysid="r" docid="d"><seg id="1">{text}</seg></doc></refset>')
    expected = "<a> \"b\" 'c' &lt; A &#0; &#xD800; &#x110000; &nbsp; AT&T;"
    assert read_corpus([InputFile(path)]).segments[0].references["r"].text == expected


SET, DOC, ONE = '<tstset setid="t">', '<doc sysid="A" docid="d">', '<seg id="1">one</seg>'


@pytest.mark.parametrize(
    ("content", "line", "part", "texts"),
    [
        (f'{SET}\n{DOC}\n<seg id="1">one\n<seg id="2">two</seg></doc></tstset>', 3, "has no </seg>", ["one", "two"]),
        (f'{SET}\n{DOC}\n{ONE}\n<seg id="2">two\n</doc></tstset>', 4, "<seg> has no </seg>", ["one", "two"]),
        (f'{SET}{DOC}\n{ONE}\n<seg id="2">two', 3, "the file ends inside it", ["one"]),
        (f'{SET}{DOC}\n{ONE}\n<seg id="1">two</seg></doc>', 3, "'1' occurs again in document 'd'", ["one"]),
        (f'\n<tstset srclang="de">{DOC}{ONE}</doc>', 2, "<tstset> has no setid", ["one"]),
        (f"<!-- a\ncomment -->{SET}{DOC}{ONE}\n<seg>two</seg></doc>", 3, "<seg> has no id", ["one"]),
        (f'{SET}{DOC}{ONE}\n<doc sysid="A"><seg id="1">x</seg>', 2, "<doc> without docid", ["one"]),
        (f'<seg id="7">lost</seg>\n{SET}{DOC}{ONE}</doc>', 1, "<seg> outside of <doc>", ["one"]),
    ],
)
def test_faults_of_sgml(write: Write, content: str, line: int, part: str, texts: list[str]) -> None:
    path = write("t.sgm", content)
    corpus = read_corpus([InputFile(path)])
    assert [segment.hypotheses["A"].text for segment in corpus.segments] == texts
    assert [(problem.path, problem.line) for problem in corpus.problems] == [(path, line)]
    assert part in corpus.problems[0].message


MTEVAL = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE mteval SYSTEM "ftp://jaguar.ncsl.nist.gov/mt/resources/mteval-xml-v1.5.dtd">
<mteval>
<srcset setid="t" srclang="German"><doc docid="d"><seg id="1">eins</seg></doc></srcset>
<refset setid="t" srclang="German" trglang="English" refid="human"><doc docid="d"><seg id="1">one</seg></doc></refset>
<tstset setid="t" srclang="German" trglang="English" sysid="S"><doc docid="d">
<p><seg id="1"> w&#246;n <!-- not text --> &amp; <b>more</b> </seg></p></doc></tstset>
</mteval>
"""


def test_mteval_xml(write: Write) -> None:
    corpus = read_corpus([InputFile(write("t.xml", MTEVAL))])
    (segment,) = corpus.segments
    assert (segment.source, segment.references["human"].text) == ("eins", "one")
    assert segment.hypotheses["S"].text == "wön  & more"
    assert (corpus.source_language, corpus.target_language, corpus.problems) == ("German", "English", ())


@pytest.mark.parametrize(
    ("content", "line", "part"),
    [
        ('<mteval>\n<tstset setid="t">\n<doc></tstset></mteval>', 3, "broken XML: "),
        ("<mteval>\n<tstset>a & b</tstset></mteval>", 2, "broken XML: "),
        ('<!DOCTYPE m [\n<!ENTITY a "b">\n]>\n<mteval>&a;</mteval>', 2, "declares entities"),
        ('<!DOCTYPE m [\n<!ENTITY % a SYSTEM "file:///etc/passwd">\n%a;]><mteval/>', 2, "declares entities"),
        ('<!DOCTYPE mteval SYSTEM "mteval.dtd">\n<mteval>\n<seg>a&nbsp;b</seg></mteval>', 3, "the entity &nbsp;"),
        ("<mteval></mteval>", None, "no segment found"),
        ("<mteval>" + "<a>" * 5000, 1, "broken XML: "),
    ],
)
def test_unusable_xml(write: Write, content: str, line: int | None, part: str) -> None:
    path = write("t.xml", content)
    with pytest.raises(InputError) as raised:
        read_corpus([InputFile(path)])
    problem = raised.value.problem
    assert (problem.path, problem.line) == (path, line)
    assert part in problem.message
    assert "\n" not in problem.message

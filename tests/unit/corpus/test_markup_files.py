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


UTF16 = '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE m [<!ENTITY a "b">]><mteval a="&a;"/>'


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


def test_entities_are_found_in_any_encoding(write: Write) -> None:
    with pytest.raises(InputError, match="declares entities"):
        read_corpus([InputFile(write("t.xml", UTF16.encode("utf-16")))])

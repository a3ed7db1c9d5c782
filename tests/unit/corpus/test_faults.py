"""What cannot be read in files of all formats: each fault is one message with its file and line, and the rest is read.

Folders and judgements have tables of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest

from helpers.input_files import Write
from helpers.messages import tell
from helpers.propositions import CONLL2009, CONLL2012, IN_COLUMNS, IN_MISC, PROPS
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import InputFile, read_corpus
from meantree.errors import InputError, Problem


def translated(corpus: Corpus) -> str:
    """Which segments have a translation."""
    return "".join(str(min(1, len(segment.hypotheses))) for segment in corpus.segments)


def rated(corpus: Corpus) -> str:
    """How many ratings the segments have."""
    return "".join(str(len(segment.ratings)) for segment in corpus.segments)


@dataclass(frozen=True)
class File:
    """A file with a fault at ``@``, other files, and what of the corpus is left; nothing if the file is refused."""

    name: str
    content: str = "@"
    left: str = ""
    count: Callable[[Corpus], str] = translated
    others: Mapping[str, str] = field(default_factory=dict)


def words(*rows: str) -> str:
    """Rows of CoNLL-U, by number, form and head."""
    cells = (row.split(" ") for row in rows)
    return "".join(f"{number}\t{form}\t_\t_\t_\t_\t{head}\tx\t_\t_\n" for number, form, head in cells)


def parses(probability: str, heads: str, name: str = "s") -> str:
    """A parse of "a b c"; six lines if it has a probability."""
    rows = (f"{place} {'abc'[place - 1]} {head}" for place, head in enumerate(heads, start=1))
    return f"# sent_id = {name}\n{probability}{words(*rows)}\n"


GOOD, HALF = f"# sent_id = good\n{words('1 Yes 0')}\n", "# parse_prob = 0.5\n"
CONLLU = File("hyp.S.conllu", f"{words('1 Yes 0')}\n# sent_id = bad\n@\n{GOOD}", "101")
PARSES = File("hyp.S.conllu", f"@{GOOD}", "01")
CAT, DOG = (f"(S1 (S (NP (DT The) (NN {noun})) (VP (VBZ sleeps))))" for noun in ("cat", "dog"))
TREES = File("hyp.S.mrg", f"{CAT}\n@\n{DOG}\n", "101")
LISTS = File("hyp.S.mrg", f"1 good\n-1\n{CAT}\n\n@\n1 last\n-2\n{DOG}\n", "101")
SGM, SGM2 = File("t.sgm", left="1"), File("t.sgm", left="11")
SET, DOC, ONE = '<tstset setid="t">', '<doc sysid="A" docid="d">', '<seg id="1">one</seg>'
XML = File("t.xml")
WMT = File("t.xml", '<dataset><doc id="d">\n<hyp system="S">\n<seg id="1">a</seg>\n@</dataset>', "1")
V12 = 'xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"'
UNIT = '<trans-unit id="1"><source>Eins</source><target>@</target></trans-unit>'
XLIFF = File("hyp.a.xlf", f'<?xml version="1.0"?>\n<{V12}>\n<file original="a"><body>{UNIT}</body></file></xliff>')
HEADER = File("t.tsv", "@1\tx\ty\tz\n")
TSV, CSV = File("t.tsv", "id\tsource\thypothesis\n@", "1"), File("t.csv", "id,source,hypothesis\n@", "1")
LONG = File("t.tsv", "id\tsystem\tsource\thypothesis\trating\n1\tA\teins\tone\t@", "1")
TEXTS = {"t.tsv": "id\tdocument\tsource\thypothesis:A\n1\td\tein Haus\ta house\n2\td\t\tb\n1\te\t\tc\n"}
SCORES = File("x.tsv", "system score seg_id\nA\t1 1\n@", "100", rated, TEXTS)
SCR = File("x.scr", others=TEXTS)
MQM_HEAD = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
MQM = File("m.tsv", f"{MQM_HEAD}@\n", "111", others=TEXTS)
SPANS = File("x.seg.rating", "A\t@\n", "111", others=TEXTS)
PROPS_FILE, CONLL2009_FILE, CONLL2012_FILE = (File(f"hyp.S.{ending}") for ending in ("props", "conll09", "conll12"))
IN_MISC_FILE = IN_COLUMNS_FILE = File("hyp.S.conllu")
ASSERT_FILE = File("hyp.S.assert", "[ARG0 He] [TARGET won]\n@", "10")
# fmt: off
FAULTS = [
    (CONLLU, words("1 a 2", "2 b 1"), 4, "tokens 1, 2 form a cycle"),
    (CONLLU, words("1 a 1"), 4, "form a cycle"),
    (CONLLU, words("1 a 0", "2 b 0"), 4, "2 roots (tokens 1, 2)"),
    (CONLLU, words("1 a 0") + "2\tb\t_\n", 5, "3 columns, expected 10"),
    (CONLLU, words("1 a 0")[:-1] + "\t_\n", 4, "11 columns, expected 10"),
    (CONLLU, words("1 a 0", "2 b x"), 5, "head 'x' … from 0 to 2"),
    (CONLLU, words("1 a 0", "2 b 3"), 5, "head '3' … from 0 to 2"),
    (CONLLU, words("1 a 0", "2 b -1"), 5, "head '-1'"),
    (CONLLU, words("1 a 0", "2 b ²"), 5, "head '²'"),
    (CONLLU, words("1 a 0", "3 b 1"), 5, "word id '3', expected 2"),
    (CONLLU, words("1  0"), 4, "word 1 has no form"),
    (CONLLU, words("1-3 ab _", "1 a 0"), 5, "ends at word 3"),
    (CONLLU, words("2-3 ab _", "1 a 0"), 4, "range 2-3 … starts at word 1"),
    (CONLLU, "# text = lost\n", 3, "without words"),
    (CONLLU, words(*(f"{n} a {int(n > 1)}" for n in range(1, 5_002))), 5_004, "5,000 words"),
    (PARSES, parses(HALF, "011") + parses("# parse_prob = 0\n", "201"), 7, "parse_prob = 0, expected a number above 0"),
    (PARSES, parses(HALF, "011") + parses("# parse_prob = -0.1\n", "201"), 7, "expected a number above 0"),
    (PARSES, parses(HALF, "011") + parses("# parse_prob = 2\n", "201"), 7, "at most 1"),
    (PARSES, parses(HALF, "011") + parses("# parse_prob = nan\n", "201"), 7, "expected a number"),
    (PARSES, parses(HALF, "011") + parses("", "201"), 7, "without # parse_prob"),
    (PARSES, parses(HALF, "011") + parses(HALF, "201").replace("\tc\t", "\tC\t"), 7, "whose words differ"),
    (File("hyp.S.conllu", left="11"), GOOD + GOOD.replace("good", "other") + GOOD, 7, "'good' occurs again"),
    (File("hyp.S.conllu"), "# a comment\n\n", None, "no sentence found"),
    (TREES, "(S (NN a)", 2, "1 brackets are not closed before the next tree … skipped"),
    (TREES, "(S (NN a)))", 2, "a closing bracket without an opening one"),
    (TREES, "(S (NN a) b)", 2, "'b' without a part of speech"),
    (TREES, "(S (NP))", 2, "a tree without words"),
    (TREES, "(NN a) b", 2, "'b' outside of brackets"),
    (TREES, "(S (-NONE- *))", 2, "a tree without words"),
    (TREES, "(())", 2, "a tree without words"),
    (TREES, "(S (NP (DT The) (( () (JJ new) () )) (NN boat)) (VP (VBD sank)))", 2, "nothing; as words they are -LRB-"),
    (LISTS, f"1 a\n-inf\n{CAT}\n", 6, "'-inf', expected a finite number"),
    (LISTS, f"1 a\nnan\n{CAT}\n", 6, "'nan', expected a finite number"),
    (LISTS, f"1 a\nfoo\n{CAT}\n", 6, "'foo', expected a finite number"),
    (LISTS, f"2 a\n-1\n{CAT}\n{DOG}\n-3\n", 9, "expected a tree"),
    (LISTS, f"2 a\n-1\n{CAT}\n-2\n{DOG}\n", 7, "a tree over different words"),
    (LISTS, f"3 a\n-1\n{CAT}\n", 5, "1 parses, expected 3"),
    (LISTS, "0 a\n", 5, "no parse of a, expected at least one"),
    (LISTS, "1 a\n-1\n(S (NN a)\n", 7, "not closed"),
    (File("hyp.S.mrg"), "\n\n", None, "no tree found"),
    (SGM2, f'{SET}\n{DOC}\n<seg id="1">one\n<seg id="2">two</seg></doc></tstset>', 3, "has no </seg>"),
    (SGM2, f'{SET}\n{DOC}\n{ONE}\n<seg id="2">two\n</doc></tstset>', 4, "<seg> has no </seg>"),
    (SGM, f'{SET}{DOC}\n{ONE}\n<seg id="2">two', 3, "the file ends inside it"),
    (SGM, f'{SET}{DOC}\n{ONE}\n<seg id="1">two</seg></doc>', 3, "'1' occurs again in document 'd'"),
    (SGM, f'\n<tstset srclang="de">{DOC}{ONE}</doc>', 2, "<tstset> has no setid"),
    (SGM, f"<!-- a\ncomment -->{SET}{DOC}{ONE}\n<seg>two</seg></doc>", 3, "<seg> has no id"),
    (SGM, f'{SET}{DOC}{ONE}\n<doc sysid="A"><seg id="1">x</seg>', 2, "<doc> without docid"),
    (SGM, f'<seg id="7">lost</seg>\n{SET}{DOC}{ONE}</doc>', 1, "<seg> outside of <doc>"),
    (File("t.sgm"), '<tstset setid="t"></tstset>', None, "no segment found"),
    (WMT, '<seg id="1">b</seg></hyp></doc>', 4, "'1' occurs again in document 'd'"),
    (WMT, "\n" * 70_000 + "<seg>b</seg></hyp></doc>", 70_004, "<seg> has no id"),
    (WMT, '</hyp></doc>\n<doc><hyp system="S"><seg id="1">b</seg></hyp></doc>', 5, "<doc> has no id"),
    (XML, "<dataset><doc id='d'/></dataset>", None, "no segment found"),
    (XML, '<mteval>\n<tstset setid="t">\n<doc></tstset></mteval>', 3, "broken XML: "),
    (XML, "<mteval>\n<tstset>a & b</tstset></mteval>", 2, "broken XML: "),
    (XML, '<!DOCTYPE m [\n<!ENTITY a "b">\n]>\n<mteval>&a;</mteval>', 2, "declares entities"),
    (XML, '<!DOCTYPE m [\n<!ENTITY % a SYSTEM "file:///etc/passwd">\n%a;]><mteval/>', 2, "declares entities"),
    (XML, '<!DOCTYPE mteval SYSTEM "mteval.dtd">\n<mteval>\n<seg>a&nbsp;b</seg></mteval>', 3, "the entity &nbsp;"),
    (XML, "<mteval></mteval>", None, "no segment found"),
    (XML, "<mteval>" + "<a>" * 5000, 1, "broken XML: "),
    (File("hyp.a.xlf"), f'<!DOCTYPE x [<!ENTITY a "b">]><{V12}>&a;</xliff>', 1, "declares entities"),
    (File("hyp.a.xlf"), f"<{V12}></xliff>", None, "no segment found"),
    (XLIFF, "&b;", 3, "ntity"),
    (XLIFF, "</source>", 3, "broken XML: "),
    (XLIFF, '<g y:z="1"/>', 3, "broken XML: … prefix y"),
    (HEADER, "id\tnote\n", 1, "no column with text … id, note … hypothesis"),
    (HEADER, "id\tsource\tsource\n", 1, "'source' occurs twice"),
    (HEADER, "id\tsource\tsrc\n", 1, "'source' occurs twice"),
    (HEADER, "document\tsource\n", 1, "no column id"),
    (HEADER, "system\thypothesis\n", 1, "needs the columns id and hypothesis"),
    (HEADER, "id\tsystem\tsource\n", 1, "needs the columns id and hypothesis"),
    (HEADER, "id\thypothesis:A\thypothesis:B\trating\n", 1, "2 hypothesis columns"),
    (File("t.tsv"), "id\tsource\n", None, "a header without rows"),
    (File("t.tsv", left="0"), "id\tcolour\tsource\tid2\n1\tred\teins\t3\n", 1, "'colour', 'id2'"),
    (TSV, "1\ta\tb\n2\tc\n", 3, "2 cells, expected 3"),
    (TSV, "1\ta\tb\n2\tc\td\te\n", 3, "4 cells, expected 3"),
    (TSV, "1\ta\tb\n\tc\td\n", 3, "an empty id"),
    (TSV, "1\ta\tb\n1\tc\td\n", 3, "'1' occurs again"),
    (CSV, '1,a,b\n2,"c"x,d\n', 3, "expected"),
    (CSV, '1,a,b\n2,"c,d\n3,e,f\n', 3, "unexpected end of data"),
    (CSV, "1,a,b\n2," + "x" * 200_000 + ",d\n", 3, "field larger"),
    (LONG, "1\n1\tA\teins\twon\t\n", 3, "of system 'A' occurs again"),
    (LONG, "1\n1\tB\tEINS\twon\t\n", 3, "differs from line 2"),
    (LONG, "1\n1\t\teins\twon\t\n", 3, "an empty system"),
    (LONG, "good\n", 2, "'good' as rating, expected a number"),
    (LONG, "1_0\n", 2, "'1_0' as rating, expected a number"),
    (LONG, "nan\n", 2, "'nan' as rating, expected a number"),
    (SCORES, "C\t1 1\nC\t1 2\n", 3, "2 ratings of 'C' … no such system"),
    (SCORES, "A\t1 4\nA\t2 5\n", 3, "2 ratings … no such segment … '4'"),
    (SCORES, "A\t1 0\n", 3, "no such segment … '0'"),
    (SCORES, "A 1\n", 3, "2 columns, expected 3"),
    (SCORES, "A good 2\n", 3, "'good', expected a number"),
    (SCR, "A 1 2 3\n", 1, "4 columns, expected"),
    (SCR, " \n\n", None, "only blank lines"),
    (MQM, "C\td\t1\t1\tr\tein Haus\ta <v>house</v>\tStyle\tminor", 2, "1 of a system that is not in the corpus (C)"),
    (MQM, "A\td\t1\t1\tr\tein Haus\ta <v>hut</v>\tStyle\tminor", 2, "or has another translation"),
    (MQM, "A\td\t1\t1\tr\tein <v>Hut</v>\ta house\tStyle\tminor", 2, "1 marked in a text that the segment"),
    (MQM, "A\td\t1\t1\tr\tein Haus\ta <v>house</v>\tStyle\twild", 2, "an unknown severity ('wild')"),
    (MQM, "A\td\t1\t1\tr\tein Haus", 2, "1 row skipped: 6 columns, expected 9"),
    (SPANS, "{}", 1, "expected a JSON object with errors"),
    (SPANS, "[" * 5000, 1, "expected a JSON object with errors"),
    (SPANS, '{"errors": [{"start": 0, "end": 1, "severity": "\\ud800"}]}', 1, "expected a JSON object with errors"),
    (SPANS, '{"errors": [{"start": 3, "end": 1}]}', 1, "expected a JSON object with errors"),
    (SPANS, '{"errors": [{"start": 0, "end": 99, "severity": "minor"}]}', 1, "1 marked after the end of its text"),
    (PROPS_FILE, PROPS.replace("\t(ARG1*\n", "\t(ARG1*(\n"), 6, "expected a piece of a span"),
    (PROPS_FILE, PROPS.replace("*)\t-\t-\t*)\n7", "*)\t-\t-\t*\n7"), 8, "ARG1 does not end"),
    (PROPS_FILE, PROPS.replace("(V*)", "(V*)))"), 5, "was not started"),
    (PROPS_FILE, PROPS.replace("(V*)", "V"), 5, "'V', expected a piece of a span"),
    (File("hyp.S.props", left="10"), PROPS + "1\ta\n", 10, "2 columns, expected 6"),
    (PROPS_FILE, PROPS.replace("4\tcomes", "9\tcomes"), 5, "word '9', expected 4"),
    (PROPS_FILE, PROPS.replace("\tcome\tcome.03", "\t-\t-"), 2, "columns of roles, expected 0"),
    (PROPS_FILE, PROPS.replace("\t(V*)\n5", "\n5"), 5, "6 columns, expected 7"),
    (CONLL2009_FILE, CONLL2009.replace("\t0\t0\tROOT", "\t9\t9\tROOT"), 3, "head '9'"),
    (CONLL2009_FILE, CONLL2009.replace("\t3\t3\tSBJ", "\t²\t²\tSBJ"), 2, "head '²'"),
    (CONLL2009_FILE, CONLL2009.replace("Y\twin.01", "_\t_"), 1, "2 columns of roles, expected 1"),
    (CONLL2012_FILE, CONLL2012.replace("0   3   win", "0   4   win"), 5, "word '4', expected 3"),
    (CONLL2012_FILE, CONLL2012.replace("(V*)      * ", "*      * "), 2, "without a predicate"),
    (IN_MISC_FILE, IN_MISC.replace("Args=V/_", "Args=_/_"), 1, "no V in Args"),
    (IN_MISC_FILE, IN_MISC.replace("Args=V/_", "Args=V"), 1, "different numbers of labels"),
    (IN_COLUMNS_FILE, IN_COLUMNS.replace("\t0\troot\tY", "\t4\troot\tY"), 1, "cycle"),
    (IN_COLUMNS_FILE, IN_COLUMNS.replace("\t0\troot\tY", f"\t{'9' * 5_000}\troot\tY"), 3, "number from 0 to 4"),
    (CONLL2009_FILE, CONLL2009.replace("\t0\t0\tROOT", f"\t{'9' * 5_000}\t0\tROOT"), 3, "number from 0 to 5"),
    (PROPS_FILE, PROPS.replace("\t(V*)\n5", "\t(V*)" * 200_000 + "\n5"), 5, "200,006 columns, expected at most 5,100"),
    (PROPS_FILE, PROPS.replace("7\t:\t:", "8\t:\t:\t*\n" * 5_000 + "7\t:\t:"), 1, "5,007 words in a sentence"),
    (ASSERT_FILE, "[ARG0 a] [TARGET b] [TARGET c]\n", 2, "two targets"),
    (ASSERT_FILE, "[ARG0 a] b\n", 2, "no [TARGET"),
    (ASSERT_FILE, "[TARGET ] b\n", 2, "an empty [TARGET ]"),
    (ASSERT_FILE, "[ARG0 a] ] [TARGET b]\n", 2, "a lone ']'"),
]
# fmt: on


def name(fault: object) -> str:
    return fault.name if isinstance(fault, File) else str(fault)[:30]


@pytest.mark.parametrize(("file", "fault", "line", "part"), FAULTS, ids=name)
def test_a_fault_is_one_message_with_its_line_and_the_rest_is_read(
    write: Write, file: File, fault: str, line: int | None, part: str
) -> None:
    path, left, problems = write(file.name, file.content.replace("@", fault)), "", tuple[Problem, ...]()
    others = [write(name, content) for name, content in file.others.items()]
    try:
        corpus = read_corpus([InputFile(one) for one in (*others, path)])
    except InputError as error:
        problems = (error.problem,)
    else:
        problems, left = corpus.problems, file.count(corpus)
    assert tell(problems, part), problems
    assert [(problem.path, problem.line) for problem in problems] == [(path, line)]
    assert "\n" not in problems[0].message
    assert left == file.left

"""Small valid files of every format that the command reads, and how to spoil them, the same for the same seed."""

from __future__ import annotations

import gzip
import io
import json
import random
import sqlite3
import zipfile
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass

from meantree.project.schema import create_tables

Files = Mapping[str, bytes]
"""Contents by name; names may have folders."""

HYP, REF = b"He has sold it now .\nThe cat sleeps .\n", b"He sold it .\nA cat sleeps .\n"
PLAIN = "bleu", "nist", "meteor", "chrf", "ter", "wer", "per", "cder"
"""Metrics that need no parser."""
PARSED = *PLAIN, "hwcm", "stm", "dstm", "tk", "dtk", "edpm", "sepia", "meant"


@dataclass(frozen=True, slots=True)
class Sample:
    """A valid input.

    Attributes:
        files: all of it; which one is spoiled is drawn.
        command: arguments with file names; ``{metrics}`` stands for some ``--metric`` options.
        others: further commands over the same files.
    """

    files: Files
    command: str
    others: tuple[str, ...] = ()


def _rows(*rows: str) -> bytes:
    return ("\n".join("\t".join(row.split()) for row in rows) + "\n\n").encode()


def _single(name: str, content: bytes, *others: str) -> Sample:
    """One text in a file, as both sides of a comparison."""
    files = {f"hyp.{name}": content, f"ref.{name}": content}
    return Sample(files, f"score --hyp hyp.{name} --ref ref.{name} {{metrics}}", (f"parse hyp.{name}", *others))


def _propositions(name: str, content: bytes, *, trees: bool = True) -> Sample:
    targets = ("out.props", "out.conll12", *(("out.conll09", "out.conllu") if trees else ()))
    return _single(name, content, *(f"convert hyp.{name} {target}" for target in targets))


TABLE = (
    b"id\tdocument\tsource\treference:A\thypothesis:S\trating:da\n"
    b'1\td\teins\the sold it\the "sold" it\t3.5\n2\td\tzwei\ta cat\t"the ""cat"""\t\n'
)
SGML = (
    b'<tstset setid="t" srclang="de" trglang="en"><doc docid="d" sysid="S">\n<seg id="1"> one & &#65; </seg>\n'
    b'<seg id="2">two</seg>\n</doc></tstset>\n'
)
XML = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<mteval><tstset setid="t" srclang="de" trglang="en" sysid="S">'
    b'<doc docid="d"><p><seg id="1">one &amp; two</seg></p></doc></tstset></mteval>\n'
)
WMT = (
    b'<?xml version="1.0"?>\n<dataset id="t"><doc id="d"><src lang="de"><p><seg id="1">eins</seg></p></src>'
    b'<ref lang="en" translator="A"><p><seg id="1">one</seg></p></ref>'
    b'<hyp lang="en" system="S"><p><seg id="1">won</seg></p></hyp></doc></dataset>\n'
)
XLIFF = (
    b'<?xml version="1.0"?>\n<xliff version="1.2"><file original="a" source-language="de" target-language="en">'
    b'<body><trans-unit id="1"><source>eins <g id="1">x</g></source><seg-source><mrk mtype="seg" '
    b'mid="1">eins</mrk></seg-source><target state="new"><mrk mtype="seg" mid="1">one <ph>b</ph></mrk></target>'
    b"</trans-unit></body></file></xliff>\n"
)
XLIFF2 = (
    b'<xliff version="2.0" srcLang="de" trgLang="en"><file id="f"><unit id="1"><segment state="final">'
    b'<source>eins</source><target>one <pc id="1">two</pc></target></segment></unit></file></xliff>\n'
)
TMX = (
    b'<tmx version="1.4"><header srclang="de"/><body><tu tuid="1"><tuv xml:lang="de"><seg>eins</seg></tuv>'
    b'<tuv xml:lang="en"><seg>one<bpt>x</bpt></seg></tuv></tu></body></tmx>\n'
)
CONLLU = b"# newdoc id = d\n# sent_id = s\n# parse_prob = 0.5\n# text = a b\n" + _rows(
    "1-2 ab _ _ _ _ _ _ _ _",
    "1 a a DET DT _ 2 det _ _",
    "2 b b NOUN NN Number=Sing 0 root _ _",
    "2.1 c _ _ _ _ _ _ _ _",
)
CONLLU_PLUS = b"# global.columns = ID FORM UPOS HEAD DEPREL UP:PRED UP:ARGHEADS UP:ARGSPANS\n# sent_id = 0\n" + _rows(
    "1 He PRON 2 nsubj _ _ _", "2 won VERB 0 root win.01 A0:1 A0:1-1", "3 it PRON 2 obj _ _ _",
)  # fmt: skip
EXCEL = '\ufeffsep=;\r\nid;src;R;mt;rating:da\r\n1;"a;\r\nb";"he ""won""";he won;0,75\r\n'.encode()
PROPS = b"# sent_id = s\n" + _rows("1 a NN (TOP(NP* - - (ARG0*", "2 b NN *) - - *)", "3 c VB (VP*)) come come.03 (V*)")
CONLL2005 = b"the DT (S(NP* - (A0* *\nman NN *) - *) (A0*)\nran VBD (VP* run (V*) *\nto TO (S(VP* - (AM-PNC* *\n"
CONLL2005 += b"win VB *)))) win *) (V*)\n\n"
CONLL2009 = _rows(
    "1 the the the DT DT _ _ 2 2 NMOD NMOD _ _ _", "2 man man man NN NN _ _ 3 3 SBJ SBJ _ _ A0",
    "3 ran run run VBD VBD _ _ 0 0 ROOT ROOT Y run.01 _",
)  # fmt: skip
CONLL2012 = (
    b"#begin document (bc/x); part 000\nbc/x 0 0 He PRP (TOP(S(NP*) - - - - * (ARG0*) (1)\n"
    b"bc/x 0 1 won VB (VP*))) win 01 - - * (V*) -\n\n#end document\n"
)
UNIVERSAL = _rows(
    "1 He he PRON PRP _ 2 nsubj 2:nsubj Framefile=-|Roleset=-|Args=ARG0",
    "2 won win VERB VBD _ 0 root 0:root Framefile=win|Roleset=win.01|Args=V",
)
COLUMNS = _rows("1 Er er PRON PPER _ 2 nsubj _ _ A0", "2 kam kommen VERB VVFIN _ 0 root Y come.01 _")
BRACKETS = b"(S1 (S (NP (DT a)\n  (NN b)) (VP (VBZ c)) (. .)))\n( (NN -LRB-))\n"
NBEST = b"2 s\n-1.5\n(S1 (NP (NN a)) (NN b))\n-2.5\n(S1 (NN a) (NN b))\n\n1 t\n-1\n(S1 (NN c))\n"
WMT13 = {
    f"tables/{name}": b"".join("\t".join(row.split(" ")).replace("_", " ").encode() + b"\n" for row in rows)
    for name, rows in {
        "sentences": ("id language segment number version length", "0 en 01 07 00 4", "1 en 01 07 01 6"),
        "sentences_text": (
            "id language segment number version text",
            "0 en 01 07 00 He_sold_it_.",
            "1 en 01 07 01 He_has_it",
        ),
        "annotations": ("id sentence+id annotator ref+id", "1 1 ann NULL", "2 1 ann 1"),
        "actions": ("id annotation+id tokens", "1 1 1", "2 2 2"),
        "slots": ("id action+id type tokens", "1 1 AGENT 0", "2 1 EXPERIENCER-PATIENT 2", "3 2 AGENT 0"),
        "action+aligns": ("id ref+action+id hypo+action+id type", "0 1 2 full"),
        "slot+aligns": ("id ref+slot+id hypo+slot+id type", "0 1 3 partial"),
    }.items()
}
WMT13 = {name.replace("+", "_"): content.replace(b"+", b"_") for name, content in WMT13.items()}
BRAT = {
    "brat/ann/1+S+A.txt": b"He has sold it .\nHe sold it .\n",
    "brat/ann/1+S+A.ann": b"T1\tPredicate 7 11\tsold\nT2\tagent 0 2\tHe\nT3\tPredicate 20 24\tsold\n"
    b"T4\tagent 17 19\tHe\nE1\tPredicate:T1 agent:T2\nE2\tPredicate:T3 agent:T4\nR1\tcorrect Arg1:T1 Arg2:T3\n",
    "brat/ann/states.tsv": b"name\tstate\tcomment\n1+S+A\tdone\tfine\n",
    "brat/annotation.conf": b"[entities]\nPredicate\n",
}
MLQE = {
    "mlqe/dev.mt": HYP,
    "mlqe/dev.pe": REF,
    "mlqe/dev.hter": b"0.25\n0\n",
    "mlqe/dev.da.tsv": b"index\toriginal\tz_mean\n0\t\xc3\xbcks\t-1.5\n1\tkaks\t0.5\n",
}
METRICS_EVAL = {
    "set/sources/de-en.txt": b"eins\nzwei\n",
    "set/documents/de-en.docs": b"news\td1\nnews\td2\n",
    "set/references/de-en.refA.txt": REF,
    "set/system-outputs/de-en/S.txt": HYP,
    "set/system-outputs/de-en/T.txt": REF,
    "set/human-scores/de-en.mqm.seg.rating": b'S\t{"errors": [{"start": 0, "end": 2, "severity": "major"}]}\tr\n'
    b"S\tNone\n",
    "set/human-scores/de-en.da.seg.score": b"S\t0.5\nS\t1\nT\t3\nT\tNone\n",
}
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.'
    'sheet.main+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="a" '
    f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="a"/>'
    "</sheets></workbook>",
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="a" '
    f'Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><dimension ref="A1:G2"/><sheetData>'
    + "".join(
        f'<row r="{row}">'
        + "".join(
            f'<c r="{letter}{row}" t="inlineStr"><is><t>{cell}</t></is></c>'
            if not cell.isdigit()
            else f'<c r="{letter}{row}"><v>{cell}</v></c>'
            for letter, cell in zip("ABCDEFG", cells.split(), strict=True)
        )
        + "</row>"
        for row, cells in enumerate(
            ("segment system side start end words severity", "1 S hypothesis 0 2 He minor"), start=1
        )
    )
    + "</sheetData></worksheet>",
}


TEXT_SHEET = (
    PARTS["xl/worksheets/sheet1.xml"]
    .replace("segment<", "id<").replace("system<", "source<").replace("side<", "reference<")
    .replace("start<", "hypothesis<").replace("end<", "rating<").replace("words<", "document<")
).encode()  # fmt: skip


def workbook(changed: Files) -> bytes:
    """A small workbook of error spans with some parts changed or added."""
    return _packed({**{part: text.encode() for part, text in PARTS.items()}, **changed})


def _packed(parts: Files) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


ODF = "urn:oasis:names:tc:opendocument:xmlns"


def open_document(*rows: str) -> bytes:
    """A small ODS with these rows, as XML with the prefixes ``table``, ``office`` and ``text``."""
    spaces = " ".join(f'xmlns:{name}="{ODF}:{name}:1.0"' for name in ("table", "office", "text"))
    sheet = f'<table:table table:name="S">{"".join(rows)}</table:table>'
    content = f"<office:document {spaces}><office:spreadsheet>{sheet}</office:spreadsheet></office:document>"
    return _packed({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": content.encode()})


def open_row(*cells: str, more: str = "") -> str:
    """A row of an ODS: a cell for each text, then what else it has."""
    texts = (f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in cells)
    return f"<table:table-row>{''.join(texts)}{more}</table:table-row>"


ROWS = """
INSERT INTO settings VALUES ('name', 'p'), ('systems', '["S","T"]'), ('references', '["A"]'),
 ('rule:protocol', '["mqm", "2026"]');
INSERT INTO segments VALUES (0, '1', 'd', 'eins'), (1, '2', 'd', NULL);
INSERT INTO texts VALUES (0, 'reference', 'A', 'It rains', '["It","rains"]', NULL, NULL),
 (0, 'hypothesis', 'S', 'It rained', '["It","rained"]', NULL, NULL), (1, 'reference', 'A', 'a', NULL, NULL, NULL),
 (1, 'hypothesis', 'S', 'b', NULL, NULL, NULL), (0, 'hypothesis', 'T', 'c', NULL, NULL, NULL);
INSERT INTO ratings VALUES (0, 'S', 'da', 0.5, 'r');
INSERT INTO errors VALUES (0, 'S', 'hypothesis', 0, 2, 'Style', 'minor', 'r');
INSERT INTO annotators VALUES (1, 'ana'), (2, 'bob');
INSERT INTO annotations (segment, kind, system, reference, annotator, content, changed)
 SELECT 0, kind, system, reference, id, content, '2026' FROM annotators, (
 SELECT 'frames' kind, 'S' system, 'A' reference, '{"hypothesis":[{"predicate":[1,2],"fillers":[[0,1,"agent"]]}],'
 || '"links":[],"state":"done","comment":"c"}' content
 UNION ALL SELECT 'reference', '', 'A', '{"frames":[{"predicate":[1,2],"fillers":[[0,1,"agent"]]}]}'
 UNION ALL SELECT 'tree', 'S', '', '{"arcs":[[0,1,"nsubj"]]}'
 UNION ALL SELECT 'links', 'S', 'A', '{"linked":[[0,0]],"unlinked":[]}'
 UNION ALL SELECT 'errors', 'S', '', '{"errors":[{"places":[["hypothesis",0,2]],"severity":"minor"}],"state":"done"}');
"""


def project(*changes: str, data: bytes = b"") -> bytes:
    """A small project after some changes in SQL; those that fail are left out."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        if data:
            connection.deserialize(data)
        else:
            create_tables(connection)
            connection.executescript(ROWS)
        connection.execute("PRAGMA writable_schema = ON")
        for change in changes:
            with suppress(sqlite3.Error):
                connection.executescript(change)
        return connection.serialize()


CELLS = ("settings.value", "segments.name", "texts.text", "texts.name", "texts.tokens", "texts.analysis",
         "annotations.system", "annotations.reference", "annotations.content", "annotations.kind", "annotators.name",
         "errors.start", "errors.severity", "ratings.value")  # fmt: skip
COMPUTED = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
DEFINITIONS = (
    "DROP TABLE {0}; CREATE VIEW {0} AS " + COMPUTED + " SELECT i {1} FROM n",
    "ALTER TABLE {0} ADD COLUMN x TEXT GENERATED ALWAYS AS (hex(zeroblob(400000000)))",
    "CREATE TRIGGER t AFTER INSERT ON {0} BEGIN INSERT INTO settings " + COMPUTED + " SELECT i, '' FROM n; END",
    "CREATE INDEX i ON {0} (hex({1}))",
    "ALTER TABLE {0} RENAME COLUMN {1} TO x",
    "DROP TABLE {0}",
    "UPDATE sqlite_schema SET sql = replace(sql, 'TEXT', 'BLOB') WHERE name = '{0}'",
)


def respell(data: bytes, chance: random.Random) -> bytes:
    """A cell of a project changed as a file would be, or a definition replaced; its version, too, in some."""
    table, column = chance.choice(CELLS).split(".")
    if chance.randrange(3):
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(data)
            rows = connection.execute(f"SELECT rowid, CAST({column} AS BLOB) FROM {table}").fetchall()
        number, cell = chance.choice(rows)
        changed = chance.choice(CHANGES)(cell or b"0", chance).hex()
        change = f"UPDATE {table} SET {column} = CAST(x'{changed}' AS TEXT) WHERE rowid = {number}"
    else:
        change = chance.choice(DEFINITIONS).format(table, column)
    return project(change, *[f"PRAGMA user_version = {chance.randrange(12)}"] * (not chance.randrange(4)), data=data)


PEARMUT = json.dumps(
    {"data": [[{"item_id": "1", "src": "x", "tgt": {"S": "y z"}, "error_spans": {"S": [{"start_i": 0, "end_i": 1}]}}]]}
).encode()
MEASURED = "--metric bleu --metric ter --resamples 5"
WEIGHTS = json.dumps({"predicate": 0.5, "agent": 1, "patient": 0.25, "about": {"by": "hand"}}).encode()
MODEL = json.dumps(
    {
        "model": "meteor-r",
        "identical": 0.5,
        "epsilon": 0.01,
        "features": [
            {"name": "METEOR shortfall", "space": space, "mean": 0.5, "scale": 0.2, "weight": -1.5}
            for space in ("linear", "log")
        ],
    }
).encode()
TEXTS = {"hyp.S.txt": HYP, "ref.A.txt": REF}
SCORED = "score --hyp hyp.S.txt --ref ref.A.txt"
EXPLAINED = "explain --segment 1 {metrics} --hyp"

SAMPLES = {
    "text": Sample(TEXTS, f"{SCORED} {{metrics}}", ("parse hyp.S.txt", f"{EXPLAINED} hyp.S.txt --ref ref.A.txt")),
    "tsv": Sample({"x.tsv": TABLE}, "score --hyp x.tsv {metrics}", (f"{EXPLAINED} x.tsv",)),
    "csv": Sample({"x.csv": TABLE.replace(b"\t", b",")}, "score --hyp x.csv {metrics}", (f"{EXPLAINED} x.csv",)),
    "mteval-sgml": Sample({"h.sgm": SGML, "ref.txt": REF}, "score --hyp h.sgm --ref ref.txt {metrics}"),
    "mteval-xml": Sample({"h.xml": XML, "ref.txt": b"one\n"}, "score --hyp h.xml --ref ref.txt {metrics}"),
    "wmt-xml": Sample({"x.xml": WMT}, "score --hyp x.xml {metrics}", (f"{EXPLAINED} x.xml",)),
    "xliff": _single("xlf", XLIFF),
    "xliff2": _single("xlf", XLIFF2),
    "tmx": _single("tmx", TMX),
    "conllu-plus": _single("conllup", CONLLU_PLUS),
    "gzip": Sample(
        {"hyp.S.en.gz": gzip.compress(HYP, mtime=0), "ref.A.en": REF},
        "score --hyp hyp.S.en.gz --ref ref.A.en {metrics}",
    ),
    "excel-csv": Sample({"x.csv": EXCEL}, "score --hyp x.csv --columns hypothesis=mt,reference=R {metrics}"),
    "workbook": Sample({"x.xlsx": workbook({"xl/worksheets/sheet1.xml": TEXT_SHEET})}, "score --hyp x.xlsx {metrics}"),
    "open-document": Sample(
        {"x.ods": open_document(open_row("id", "src", "ref", "mt"), open_row("1", "eins", "one", "won"))},
        "score --hyp x.ods {metrics}",
    ),
    "mqm-csv": Sample(
        {**TEXTS, "m.csv": b'system,rater,target,category,severity\nS,r,"He <v>has</v> sold it now .",Style,minor\n'},
        f"{SCORED} --hyp m.csv {{metrics}}",
    ),
    "conllu": _single("conllu", CONLLU, f"{EXPLAINED.replace('1', 's')} hyp.conllu --ref ref.conllu"),
    "props": _propositions("props", PROPS),
    "conll2005": _propositions("props", CONLL2005),
    "conll2009": _propositions("conll09", CONLL2009),
    "conll2012": _propositions("conll12", CONLL2012),
    "universal": _propositions("conllu", UNIVERSAL),
    "universal-columns": _propositions("conllu", COLUMNS),
    "assert": _propositions("assert", b"[ARG0 He] [TARGET won] it .\n1: [ARG0 He] [TARGET has] it .\n", trees=False),
    "brackets": _single("mrg", BRACKETS, f"{EXPLAINED} hyp.mrg --ref ref.mrg"),
    "nbest": _single("mrg", NBEST),
    "mlqe-pe": Sample(MLQE, "score --hyp mlqe {metrics}", (f"experiment mlqe --rating da {MEASURED}",)),
    "mt-metrics-eval": Sample(
        METRICS_EVAL,
        "score --hyp set {metrics} --format mt-metrics-eval -o set",
        (f"experiment set --rating da {MEASURED} --format tex",),
    ),
    "segment-scores": Sample(
        {**TEXTS, "x.scores": b"system score seg_id\nS\t0.5 1\nS\tNone 2\n"}, f"{SCORED} --hyp x.scores {{metrics}}"
    ),
    "nist-scores": Sample(
        {**TEXTS, "x.scr": b"t\tS\td\t1\t0.5\nt\tS\td\t2\t0.25\n"}, f"{SCORED} --hyp x.scr {{metrics}}"
    ),
    "mqm": Sample(
        {
            **TEXTS,
            "m.tsv": b"system\trater\ttarget\tcategory\tseverity\nS\tr\tHe <v>has</v> sold it now .\tStyle\tminor\n",
        },
        f"{SCORED} --hyp m.tsv {{metrics}}",
    ),
    "error-spans": Sample(
        {**TEXTS, "x.seg.rating": b'S\t{"errors": [{"start": 0, "end": 2, "severity": "major"}]}\nS\tNone\n'},
        f"{SCORED} --hyp x.seg.rating {{metrics}}",
    ),
    "pearmut": Sample({"c.json": PEARMUT}, "convert --spans c.json out.meantree"),
    "given": Sample(
        {
            **TEXTS,
            "c.json": b'{"S.txt": [{"COMET": 0.7}, {"COMET": 1, "MetricX": -1}]}',
        },
        f"{SCORED} --given c.json {{metrics}}",
    ),
    "judge": Sample(
        {
            **TEXTS,
            "S.jsonl": b'{"id": "1", "score": 7, "errors": [{"text": "sold", "severity": "minor"}]}\n{"id": 2}\n',
        },
        f"{SCORED} --hyp S.jsonl {{metrics}}",
    ),
    "wmt25": Sample(
        {
            "w.jsonl": b'{"doc_id": "d", "src_text": "s", "tgt_text": {"S": "a b", "refA": "a c"}, "scores":'
            b' {"S": [{"human":'
            b' 7, "errors": [{"start_i": 0, "end_i": 1, "severity": "minor"}]}]}}\n'
        },
        "score --hyp w.jsonl {metrics}",
    ),
    "appraise": Sample(
        {
            "b.json": b'[{"items": [{"documentID": "d#S", "targetID": "S", "sourceText": "s", "targetText": "a b",'
            b' "itemType": "TGT", "itemID": 1}]}]',
            "r.csv": b'a,S,1,TGT,eng,deu,70,d#S,False,"[{""start_i"":0,""end_i"":1,""severity"":""minor""}]",1.5,2.5\n',
        },
        "convert --hyp b.json --hyp r.csv out.meantree",
    ),
    "label-studio": Sample(
        {
            "l.json": b'[{"id": 5, "data": {"mt": "a b", "system": "S"}, "annotations": [{"completed_by": 7, "result":'
            b' [{"value": {"start": 0, "end": 1, "text": "a", "labels": ["Minor"]}}]}]}]'
        },
        "convert l.json out.meantree",
    ),
    "xcomet": Sample(
        {**TEXTS, "hyp.S.json": b'{"error_spans": [[{"start": 0, "end": 2, "severity": "major"}], []]}'},
        "convert --hyp hyp.S.txt --spans hyp.S.json out.meantree",
    ),
    "error-table": Sample(
        {**TEXTS, "e.csv": b"segment,system,side,start,end,words,severity\n1,S,hypothesis,0,2,He,minor\n"},
        "convert --hyp hyp.S.txt --spans e.csv out.meantree",
    ),
    "error-workbook": Sample({**TEXTS, "e.xlsx": workbook({})}, "convert --hyp hyp.S.txt --spans e.xlsx out.meantree"),
    "project": Sample(
        {"p.meantree": project()},
        "score --project p.meantree {metrics}",
        (
            "agreement p.meantree",
            "score --project p.meantree --annotator ana --metric hmeant",
            "convert p.meantree o",
            "report p.meantree --kind annotation -o r.html",
            "merge p.meantree p.meantree -o o.meantree",
        ),
    ),
    "wmt13": Sample(WMT13, "convert tables out.meantree"),
    "brat": Sample(BRAT, "convert brat out.meantree"),
    "weights": Sample({**TEXTS, "w.json": WEIGHTS}, f"{SCORED} --metric meant:weights=w.json"),
    "model": Sample({**TEXTS, "m.json": MODEL}, f"{SCORED} --metric meteor-r:weights=m.json"),
}
"""By the name of the format."""
NO_TEXTS = {"error-workbook", "mt-metrics-eval", "project", "wmt13", "brat", "weights", "model"}
"""Samples that other code reads than that of the formats of texts."""

Change = Callable[[bytes, random.Random], bytes]
PIECES = (
    b"\0", b"\xef\xbb\xbf", b"\r", b"\xff", b"\xff\xfe", b"\xed\xa0\x80", b"\t", b" ", b"\n\n", b'"', b"'", b"(", b")",
    b"[", b"]", b"<", b">", b"&", b"{", b"}", b"*", b"_", b"-", b"-1", b"0", b"1e999", b"nan", b"9" * 30, b"9" * 5_000,
    b"\x85", b"\xe2\x80\xae", b"\xe2\x80\xa8", b"\xc2\xb2", b"\xcc\x81", b"&#xD800;",
    b"<!ENTITY a 'b'>", b"# sent_id = s\n",
)  # fmt: skip
DEEP = (b"(", b"(A ", b"[", b"<p>", b"<seg>", b'{"a":', b"*)", b"(A*", b'"', b"\t", b"a ", b"a|", b"\n")


def _place(data: bytes, chance: random.Random) -> int:
    return chance.randint(0, len(data))


def flip(data: bytes, chance: random.Random) -> bytes:
    """One bit turned round."""
    if not data:
        return data
    spoiled = bytearray(data)
    spoiled[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(spoiled)


def cut(data: bytes, chance: random.Random) -> bytes:
    """Some bytes out, or all to the end."""
    start = _place(data, chance)
    return data[:start] + data[start + chance.choice((1, 2, 8, 40, len(data))) :]


def put(data: bytes, chance: random.Random) -> bytes:
    """Something strange put in."""
    place = _place(data, chance)
    return data[:place] + chance.choice(PIECES) + data[place:]


def deepen(data: bytes, chance: random.Random) -> bytes:
    """The same thing many times over, for nesting and for very long lines."""
    place = _place(data, chance)
    return data[:place] + chance.choice(DEEP) * chance.choice((50, 1_100, 20_000, 100_000)) + data[place:]


def drop(data: bytes, chance: random.Random) -> bytes:
    """One of the characters that formats live on taken out."""
    wanted = [place for place, byte in enumerate(data) if byte in b'\t\n"()[]<>*_ ']
    if not wanted:
        return data
    place = chance.choice(wanted)
    return data[:place] + data[place + 1 :]


def shuffle(data: bytes, chance: random.Random) -> bytes:
    """Lines doubled, taken out, or swapped."""
    lines = data.split(b"\n")
    one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
    how = chance.randrange(3)
    if how == 0:
        lines[one], lines[two] = lines[two], lines[one]
    elif how == 1:
        lines.insert(two, lines[one])
    else:
        del lines[one]
    return b"\n".join(lines)


def number(data: bytes, chance: random.Random) -> bytes:
    """Another number in place of a digit."""
    digits = [place for place, byte in enumerate(data) if byte in b"0123456789"]
    if not digits:
        return data
    place = chance.choice(digits)
    return data[:place] + chance.choice((b"0", b"-1", b"7", b"99999999999", b"1e9", b"0.5", b"")) + data[place + 1 :]


CHANGES: tuple[Change, ...] = (flip, cut, put, put, drop, drop, shuffle, shuffle, number, deepen)


@dataclass(frozen=True, slots=True)
class Case:
    """One spoiled input and the command that is to read it."""

    files: Files
    command: str

    @property
    def arguments(self) -> list[str]:
        """As the shell would hand them over."""
        return self.command.split()


def case(name: str, seed: int, round_: int) -> Case:
    """The case of one format and round; the same numbers give the same one."""
    chance = random.Random(f"{seed}/{name}/{round_}")
    sample = SAMPLES[name]
    files = dict(sample.files)
    target = chance.choice(_spoilable(name))
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        files[target] = _spoiled(files[target], chance)
    metrics = PARSED if round_ % 10 == 9 else PLAIN
    command = chance.choice((sample.command, sample.command, *sample.others))
    return Case(files, command.format(metrics=" ".join(f"--metric {metric}" for metric in metrics)))


def _spoiled(data: bytes, chance: random.Random) -> bytes:
    """Bytes changed; of a workbook mostly those of a part, before it is packed; of a project mostly a cell."""
    change = chance.choice(CHANGES)
    if data.startswith(b"SQLite") and chance.randrange(3):
        with suppress(sqlite3.Error):
            return respell(data, chance)
    if not zipfile.is_zipfile(io.BytesIO(data)) or not chance.randrange(4):
        return change(data, chance)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
    except Exception:  # spoiled before
        return change(data, chance)
    last = list(parts)[-1]  # the sheet
    part = chance.choice((*parts, last, last))
    return _packed({**parts, part: change(parts[part], chance)})


def _spoilable(name: str) -> list[str]:
    """The files of a format: where texts only stand beside, not those."""
    files = SAMPLES[name].files
    return [file for file in files if name == "text" or file not in (*TEXTS, "ref.txt")]

"""What the manual says of each format of files, with an example that a test reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SECTIONS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "mlqe-pe": (
        "A split has a translation a line (`.mt`), its post-edit as reference (`.pe`), and perhaps `.hter` and "
        "direct assessments (`.da.tsv`, standardised as `da`). Open the folder, or one split by its `.mt` file.",
        {
            "mlqe/dev.mt": "The boat sunk.\n",
            "mlqe/dev.pe": "The boat sank.\n",
            "mlqe/dev.hter": "0.25\n",
            "mlqe/dev.da.tsv": ("index\toriginal\tz_mean\n0\tDas Boot sank.\t0.5\n"),
        },
    ),
    "mteval-xml": (
        "Sets of sources (`srcset`), references (`refset`) and translations (`tstset`) of one or several systems, "
        "with ids of documents and segments.",
        {
            "newstest.xml": (
                '<?xml version="1.0" encoding="UTF-8"?>\n'
                "<mteval>\n"
                '<refset setid="t" srclang="de" trglang="en" refid="A"><doc docid="d"><p><seg id="1">The boat '
                "sank.</seg></p></doc></refset>\n"
                '<tstset setid="t" srclang="de" trglang="en" sysid="north"><doc docid="d"><p><seg id="1">The boat '
                "sunk.</seg></p></doc></tstset>\n"
                "</mteval>\n"
            ),
        },
    ),
    "wmt-xml": (
        "WMT's files since 2021: sources, all references (`translator`) and all systems in one.",
        {
            "newstest.xml": (
                '<?xml version="1.0" encoding="UTF-8"?>\n'
                '<dataset id="t"><doc id="d" origlang="de">\n'
                '<src lang="de"><p><seg id="1">Das Boot sank.</seg></p></src>\n'
                '<ref lang="en" translator="A"><p><seg id="1">The boat sank.</seg></p></ref>\n'
                '<hyp lang="en" system="north"><p><seg id="1">The boat sunk.</seg></p></hyp>\n'
                "</doc></dataset>\n"
            ),
        },
    ),
    "xliff": (
        "XLIFF 1.2 and 2.x, with the dialects of Trados (SDLXLIFF), memoQ (MQXLIFF), Phrase (MXLIFF) and Wordfast "
        "(TXLF). `--hyp` makes a hypothesis of the targets, `--ref` a reference; the source comes with them. A "
        "unit with several segments has ids `unit/segment`. Inline tags (`<g>`, `<ph>`, `<bpt>`, …) are removed "
        "and counted; words deleted with changes tracked, and units that are not to be translated, are left out; "
        "states are listed. The format is read only.",
        {
            "hyp.north.sdlxliff": (
                '<xliff version="1.2">\n'
                '<file original="a.docx" source-language="de-DE" target-language="en-GB"><body>\n'
                '<trans-unit id="1"><source>Die <g id="1">Fähre</g> fuhr ab.</source>\n'
                '<target state="translated">The <g id="1">ferry</g> left.</target></trans-unit>\n'
                "</body></file></xliff>\n"
            ),
        },
    ),
    "tmx": (
        "A translation memory. With two languages the one that the header calls `srclang` is the source; of more, "
        "`--columns source=de,hypothesis=en` names two. A language stands for its regions (`en` for `en-GB`). The "
        "format is read only.",
        {
            "hyp.north.tmx": (
                '<tmx version="1.4"><header srclang="de"/><body>\n'
                '<tu tuid="1"><tuv xml:lang="de"><seg>Die Fähre fuhr ab.</seg></tuv>\n'
                '<tuv xml:lang="en"><seg>The ferry left.</seg></tuv></tu>\n'
                "</body></tmx>\n"
            ),
        },
    ),
    "nist-sgml": (
        "One set a file, as mteval-v13a reads them: tags in any case, `&` escaped or not, blanks around texts ignored.",
        {
            "north.sgm": (
                '<tstset setid="t" srclang="de" trglang="en"><doc docid="d" sysid="north">\n'
                '<seg id="1"> The boat sunk. </seg>\n'
                "</doc></tstset>\n"
            ),
        },
    ),
    "propositions": (
        "Of Universal Propositions 2 the columns `UP:PRED` and `UP:ARGSPANS` (words from 1) make frames; without "
        "spans they are the subtrees of `UP:ARGHEADS`. Its files as published lack the words: merge them with "
        "their trees.",
        {
            "hyp.north.conllup": (
                "# global.columns = ID FORM UPOS HEAD DEPREL UP:PRED UP:ARGHEADS UP:ARGSPANS\n"
                "# text = They left\n"
                "1\tThey\tPRON\t2\tnsubj\t_\t_\t_\n"
                "2\tleft\tVERB\t0\troot\tleave.01\tA0:1\tA0:1-1\n"
                "\n"
            ),
        },
    ),
    "conllu": (
        "CoNLL-U Plus names its columns in the first line; it needs `ID`, `FORM` and `HEAD`. Files numbered from 0 "
        "and from 1 are paired by position, and a note says so.",
        {
            "hyp.north.conllup": (
                "# global.columns = ID FORM UPOS HEAD DEPREL\n"
                "# text = They left\n"
                "1\tThey\tPRON\t2\tnsubj\n"
                "2\tleft\tVERB\t0\troot\n"
                "\n"
            ),
        },
    ),
    "brackets": (
        "Trees of the Penn Treebank, over several lines or one, with `ROOT`, `TOP`, `S1` or nothing as root; "
        "`-LRB-` is a bracket as a word. With a text of the same role and name beside them the words are that "
        "text's; `(())` is a sentence without a parse, whose text is parsed anew.",
        {
            "hyp.north.mrg": ("(ROOT (S (NP (DT The) (NN boat))\n  (VP (VBD sunk)) (. .)))\n"),
        },
    ),
    "mqm": (
        "A table of marked errors, separated by tabs, commas or semicolons.",
        {
            "mqm.csv": (
                "system,doc,seg_id,rater,source,target,category,severity\n"
                'north,d,1,r1,Das Boot sank.,"The boat <v>sunk</v>, ""fast"".",Fluency/Grammar,Major\n'
            ),
        },
    ),
    "error-spans": (
        "A line a translation, in the order of the texts: system, JSON or `None` (not rated), rater. `start` and "
        "`end` count characters, the end excluded; `is_source_error` places them in the source.",
        {
            "de-en.mqm.seg.rating": (
                'north\t{"errors": [{"start": 9, "end": 13, "category": "Grammar", "severity": "major"}]}\tr1\n'
            ),
            "hyp.north.en": "The boat sunk.\n",
        },
    ),
    "appraise": (
        "Results of a campaign, without a header: account, system, item, type, languages, score, document, whether "
        "the row is a document's, errors (JSON, or as Python writes them), perhaps times. Name the campaign's "
        "JSON, too: it has the texts. Attention checks are left out. Offsets count the UTF-16 units of the trimmed "
        "text, line feeds included; the end is inclusive.",
        {
            "results.csv": (
                ""
                'engdeu01,north,2,TGT,eng,deu,70,news.1#north,False,"[{""start_i"":9,""end_i"":12,""severity"":""major"",""error_type"":null}]",1711317347.6,1711317349.1\n'
            ),
            "batch.json": (
                '[{"items": [{"documentID": "news.1#north", "targetID": "north", "sourceText": "Das Boot sank.", '
                '"targetText": "The boat sunk.", "itemType": "TGT", "itemID": 2}]}]\n'
            ),
        },
    ),
    "pearmut": (
        "Offsets count UTF-16 units, so most emoji count two; line feeds have no index before Pearmut 1.1.5, and "
        "one since. Files do not say which: it is the count by which more spans begin and end with words. We write "
        "the older one. The end is inclusive, and an error at the index after the last is at `[missing]`. Here "
        "`sunk` is 23 to 26: two for 🎉, none for the line feed. Results name their annotator, a campaign names none: "
        "its errors are those of an annotator with the name of the file.",
        {
            "results.jsonl": (
                '{"item": [{"item_id": "1", "src": "Das Boot sank.", "tgt": {"north": "Great party 🎉\\nThe boat '
                'sunk"}}], "annotation": [{"north": {"score": 70, "error_spans": [{"start_i": 23, "end_i": 26, '
                '"severity": "major"}]}}], "user_id": "u1", "item_i": 0}\n'
            ),
        },
    ),
    "scored-json": (
        "Translations with texts, scores and errors, as `comet-score --to_json` and XCOMET write them, or one "
        "object a line: MetricX (`prediction`), judges' verdicts (`id`, `system`, `score`, `errors` by `start` and "
        "`end` or by their `text`), WMT25 (`tgt_text` of all systems, `scores`); a campaign of Appraise; an export "
        "of Label Studio with spans of the text `mt`, whose labels are severities or categories; skipped tasks are "
        "not rated, and scores of references in WMT25 are left out. Scores become given metrics (`given:COMET`), a "
        "`score` that of its file's name. Texts are used if no other file has them; scores and errors are placed "
        "by the text, then by id, or in order. `start` and `end` count characters, the end excluded; `start_i` and "
        "`end_i` (WMT25) are those of Appraise; an error given by its words is placed where they stand once.",
        {
            "judge.jsonl": (
                '{"id": "1", "system": "north", "src": "Das Boot sank.", "mt": "The boat sunk.", "score": 70, '
                '"errors": [{"text": "sunk", "category": "Fluency/Grammar", "severity": "major"}]}\n'
            ),
        },
    ),
    "error-table": (
        "The table that *Export* and `meantree convert --spans csv` write, as CSV, TSV, XLSX or ODS. Rows of one "
        "error (column `error`) are its parts.",
        {
            "errors.csv": (
                "segment,system,side,start,end,words,category,severity,annotator\n"
                "1,north,hypothesis,9,13,sunk,Grammar,major,r1\n"
            ),
            "hyp.north.en": "The boat sunk.\n",
        },
    ),
    "segment-scores": (
        "With `--given` the scores are a metric: `--given COMET=metric-scores/en-de/COMET-22-refA.seg.score`, or "
        "the folder of mt-metrics-eval for all its metrics; else they are ratings. `--given` takes tables and "
        "JSON, too, and `--given NAME,better=lower=FILE` for errors. "
        "If no system has the name in a file of texts and scores, the one that has its texts is meant.",
        {
            "COMET-22-refA.seg.score": ("north\t0.71\nnorth\tNone\n"),
            "hyp.north.en": ("The boat sunk.\nThey left.\n"),
        },
    ),
    "table": (
        "Names of columns in any case: `id`, `document`, `system`, `source` (`src`), `reference` (`ref`, `pe`), "
        "`hypothesis` (`hyp`, `mt`, `target`, `translation`), `rating:KIND`, `given:METRIC` for scores of another "
        "metric (also `COMET`, `MetricX`, … alone). Any other is named on the command line: `--columns "
        '"hypothesis=MT,reference=Human reference"`, in Python `mt.read(file, columns={"hypothesis": "MT"})`. '
        "Excel's first line `sep=;` and decimal commas are understood; of a workbook (XLSX) the first sheet is "
        "read, formulas by their values.",
        {
            "hyp.north.csv": (
                "sep=;\nid;src;ref;mt;rating:da\n1;Die Fähre fuhr ab.;The ferry left.;The ferry departed.;0,75\n"
            ),
        },
    ),
    "text": (
        "A segment a line, in UTF-8 (or `--encoding`); an empty line is a segment without text. All files have as "
        "many lines.",
        {
            "hyp.north.en": "The boat sunk.\n",
            "ref.A.en": "The boat sank.\n",
            "src.de": "Das Boot sank.\n",
        },
    ),
    "mt-metrics-eval": (
        "Texts, documents and human scores of a test set, a segment a line.",
        {
            "wmt/system-outputs/de-en/north.txt": "The boat sunk.\n",
            "wmt/sources/de-en.txt": "Das Boot sank.\n",
            "wmt/references/de-en.refA.txt": "The boat sank.\n",
            "wmt/documents/de-en.docs": "news\td1\n",
            "wmt/human-scores/de-en.da.seg.score": "north\t0.5\n",
        },
    ),
    "hmeant-wmt13": (
        "Frames and links that annotators made for HMEANT, a folder of tables; `meantree convert tables "
        "out.meantree` makes a project of them, and back. Words count from 0; version 00 is the reference.",
        {
            "tables/sentences": (
                "id\tlanguage\tsegment\tnumber\tversion\tlength\n0\ten\t01\t07\t00\t4\n1\ten\t01\t07\t01\t4\n"
            ),
            "tables/sentences_text": (
                "id\tlanguage\tsegment\tnumber\tversion\ttext\n"
                "0\ten\t01\t07\t00\tHe sold it .\n"
                "1\ten\t01\t07\t01\tHe has it .\n"
            ),
            "tables/annotations": ("id\tsentence_id\tannotator\tref_id\n1\t1\tann\tNULL\n2\t1\tann\t1\n"),
            "tables/actions": ("id\tannotation_id\ttokens\n1\t1\t1\n2\t2\t1\n"),
            "tables/slots": ("id\taction_id\ttype\ttokens\n1\t1\tAGENT\t0\n2\t2\tAGENT\t0\n"),
            "tables/action_aligns": ("id\tref_action_id\thypo_action_id\ttype\n0\t1\t2\tfull\n"),
            "tables/slot_aligns": ("id\tref_slot_id\thypo_slot_id\ttype\n0\t1\t2\tfull\n"),
        },
    ),
    "brat": (
        "Frames and links as standoff: a folder an annotator, two files a pair, named segment+system+reference; "
        "the first line of the text is the translation, the second the reference. Offsets count characters from 0. "
        "`meantree convert` reads and writes the folder (`.brat`).",
        {
            "marks.brat/ann/1+north+A.txt": ("He has sold it .\nHe sold it .\n"),
            "marks.brat/ann/1+north+A.ann": (
                "T1\tPredicate 7 11\tsold\n"
                "T2\tagent 0 2\tHe\n"
                "T3\tPredicate 20 24\tsold\n"
                "T4\tagent 17 19\tHe\n"
                "E1\tPredicate:T1 agent:T2\n"
                "E2\tPredicate:T3 agent:T4\n"
                "R1\tcorrect Arg1:T1 Arg2:T3\n"
            ),
            "marks.brat/ann/states.tsv": ("name\tstate\tcomment\n1+north+A\tdone\tfine\n"),
        },
    ),
}
"""By the names of formats, then of annotations: what is to be known beside the row in the table, and files."""

"""What the commands refuse: each wrong argument is one message, and nothing is written."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from helpers.annotating import make_project as make_twenty
from helpers.command import invoke
from helpers.corpora import corpus_of
from helpers.stores import HandMadeStore
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.api import requests
from meantree.cli import reports
from meantree.errors import MeantreeError
from meantree.project.new_projects import make_project
from meantree.scoring import verdicts

TEXTS = {
    "hyp.north.en": "a b c\nd e f\n",
    "hyp.south.en": "a b\nd e x\n",
    "ref.A.en": "a b c\nd e f\n",
    "bank.conllu": "1\tDogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tsee\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n",
}
FILES = "--hyp hyp.north.en --ref ref.A.en"
# fmt: off
WRONG = [
    ("report hyp.north.en ref.A.en -o r.doc", "found 'doc', expected one of html"),
    ("report hyp.north.en ref.A.en -o report", "found none, expected one of html"),
    ("report hyp.north.en ref.A.en -o hyp.north.en --to html", "is also an input"),
    ("report hyp.north.en ref.A.en -o p.meantree --to html", "is a project"),
    ("report hyp.north.en --ref ref.A.en -o r.html", "files without a role replace --hyp"),
    ("report hyp.north.en ref.A.en --annotator ann -o r.html", "--annotator names an annotator of a project"),
    ("report p.meantree --annotator eve -o r.html", "there is no annotator 'eve'; there are ann"),
    ("report p.meantree --metric hmeant:x=1 -o r.html", "unknown option 'x'"),
    ("report hyp.north.en ref.A.en --metric blue -o r.html", "there is no metric 'blue'"),
    ("report hyp.north.en ref.A.en --metric ter --system west -o r.html", "no system 'west' was scored"),
    ("report hyp.north.en ref.A.en --metric ter --segments 9 -o r.html", "there is no such segment"),
    ("report hyp.north.en ref.A.en --metric ter --kind analsis -o r.html", "did you mean analysis"),
    ("report hyp.north.en ref.A.en --metric ter --reference B -o r.html", "--reference: found 'B'"),
    ("report -o r.html --metric ter", "name translations with --hyp, or a --project"),
    ("search bank.conllu", "as the last argument, expected a request"),
    ("search 'pattern { X[] }'", "nothing to search"),
    ("search bank.conllu 'pattern { X[ }'", "line 1, column 14"),
    ("search bank.conllu 'pattern { X[] }' --hyp bank.conllu", "found both"),
    ("search bank.conllu 'global { bleu < .5 }'", "compares two texts, but bank has no reference"),
    ("search bank.conllu 'pattern { X[] }' --reference B", "expected one of none"),
    ("search bank.conllu 'pattern { X[] }' --system B", "expected one of bank"),
    ("search bank.conllu 'pattern { X[] }' --group-by Y.form", "has no 'Y'"),
    ("search bank.conllu 'pattern { X[] }' --metric nonsense", "nonsense"),
    ("search bank.conllu 'pattern { X[] }' --annotator ann", "--annotator names an annotator of a project"),
    ("search gone.conllu 'pattern { X[] }'", "gone.conllu"),
    ("assign twenty.meantree --annotators ana --overlap 20", "as in 20%"),
    ("assign twenty.meantree --annotators ana,,ben", "each only once"),
    ("assign twenty.meantree --annotators ana,automatic", "'automatic' is no person; expected names of people"),
    ("merge twenty.meantree -o out.meantree", "a single project cannot be merged"),
    ("merge twenty.meantree twenty.meantree -o out.txt", "ends in .meantree"),
    ("merge twenty.meantree twenty.meantree -o twenty.meantree", "the file already exists"),
    ("split twenty.meantree -o parts", "no annotator has segments"),
    *((f"{command} {FILES} -o link.en", "is also an input")
      for command in ("score --metric bleu", "explain --metric bleu --segment 1", "errors", "compare --metric bleu")),
    ("parse hyp.north.en -o link.en", "is also an input"),
    ("align hyp.north.en hyp.north.en -o link.en", "is also an input"),
    ("agreement hyp.north.en -o link.en", "is also an input"),
    ("train weights hyp.north.en --annotator x --rating da -o link.en", "is also an input"),
    ("train regression hyp.north.en --rating da -o link.en", "is also an input"),
    *((f"{command} {FILES} -o x.csv.gz", "--output: found the ending .gz")
      for command in ("score --metric ter", "explain --metric ter --segment 1", "compare --metric ter", "errors")),
    ("search bank.conllu 'pattern { X[] }' -o x.csv.gz", "--output: found the ending .gz"),
    (f"explain {FILES} --metric bleu --segment 99", "there is no such segment"),
    (f"explain {FILES} --metric bleu --segment 1 --system two", "expected one of north"),
    (f"score {FILES} --metric bleu --reference nobody", "--reference: found 'nobody', expected one of A"),
    (f"score {FILES} --metric bleu --analyse-again", "found no --project"),
    (f"score {FILES} --metric bleu -o none/x.csv", "none/x.csv: the folder none does not exist"),
    (f"score {FILES} --metric bleu --resume", "--resume continues from a journal next to the output"),
    (f"score {FILES} --metric bleu --resume -o /dev/null", "--resume continues from"),
    (f"score {FILES} --metric chrf --format mt-metrics-eval", "writes into a folder: found"),
    (f"score {FILES} --metric chrf --format mt-metrics-eval -o bank.conllu", "writes into a folder: found"),
    (f"compare {FILES} --hyp hyp.south.en --metric bleu --bucket rating", "the corpus has no ratings"),
    ("parse hyp.north.en --to graphml --nbest 2", "conllu"),
    ("metrics blue", "did you mean bleu"),
    ("experiment none.tsv --rating da -o none/x.tsv", "none/x.tsv: the folder none does not exist"),
    ("experiment none.tsv --rating da -o .", ".: is a folder, expected a file"),
    ("experiment none.tsv --rating da --plots link.en", "cannot create the folder link.en: File exists"),
    ("experiment none.tsv --table today", "--table: found 'today', expected one of meta-evaluation"),
    ("faults measure --metric bleu", "expected a file of texts"),
    ("faults measure ref.A.en --planted ref.A.en --metric bleu", "expected a file of texts"),
    ("faults measure --planted ref.A.en --ref ref.A.en --metric bleu", "expected a file of texts"),
    ("faults plant ref.A.en -o faults.xlsx", "expected a name that ends in .tsv"),
]
# fmt: on


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all tests, as nothing is written."""
    made = tmp_path_factory.mktemp("files")
    for name, text in TEXTS.items():
        (made / name).write_text(text, encoding="utf-8")
    (made / "link.en").symlink_to(made / "hyp.north.en")
    remark = {AnnotationKey("d/1", "s", "r", "ann"): Annotation(comment="not <so> good")}
    make_project(made / "p.meantree", corpus_of([("a b c", "a b c")], "s", "r", ids="1", document="d"), remark)
    make_twenty(made / "twenty.meantree")
    return made


@pytest.fixture
def folder(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for module in (requests, verdicts, reports):
        monkeypatch.setattr(module, "AnalysisStore", lambda _parsers, **_limits: HandMadeStore())
    monkeypatch.chdir(made)
    return made


@pytest.mark.parametrize(("command", "message"), WRONG)
def test_what_is_wrong_is_one_message_and_nothing_is_written(folder: Path, command: str, message: str) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(MeantreeError) as raised:
        invoke(*shlex.split(command), catch_exceptions=False, standalone_mode=False)
    assert message in str(raised.value)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before

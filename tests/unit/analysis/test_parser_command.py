"""A program of the user's parses: its words and trees are matched to the texts, and each fault gets one message."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from helpers import parser_program
from helpers.parser_program import command
from meantree.analysis import parser_command
from meantree.analysis.inputs import TokenizedText
from meantree.analysis.layers.required import Layers
from meantree.analysis.parser_command import ParserCommand
from meantree.analysis.parsers import DEFAULT, Parsers
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import UsageError
from meantree.language.languages import Language
from meantree.scoring.run import score_corpus

TEXTS = ["Der Plan wurde bestätigt.", "", "Sie  schläft."]


def _printing(tmp_path: Path, output: str) -> ParserCommand:
    (tmp_path / "out.conllu").write_text(output, encoding="utf-8")
    script = f"print(open({str(tmp_path / 'out.conllu')!r}, encoding='utf-8').read())"
    return ParserCommand(f'{sys.executable} -c "{script}"')


def test_each_text_gets_its_trees() -> None:
    first, empty, last = ParserCommand(command()).parse(TEXTS)
    assert [token.text for token in first[0].tokens] == TEXTS[0].split()
    assert (first[0].tree.heads, first[0].is_certain) == ((-1, 0, 1, 2), True)
    assert (empty, len(last)) == ((), 1)


def test_sentences_and_ranges_are_matched_by_their_characters(tmp_path: Path) -> None:
    rows = ["1\tVoilà\t_\tX\t_\t_\t0\troot\t_\t_", "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_"]
    rows += [f"{place}\t{word}\t_\tX\t_\t_\t{place - 1}\tdep\t_\t_" for place, word in ((1, "de"), (2, "le"))]
    output = f"# newdoc\n{rows[0]}\n\n" + "\n".join(rows[1:]).replace("0\tdep", "0\troot")
    (sentences,) = _printing(tmp_path, output).parse(["Voilà du"])
    assert [[token.text for token in sentence.tokens] for sentence in sentences] == [["Voilà"], ["de", "le"]]


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("die", "ended with status 1: no such model"),
        ("latin-1", "line 4 of its output is not in UTF-8"),
        ("cycle", "line 1 of its output: the heads of tokens 1, 2 form a cycle"),
        ("other", "line 1 of its output: found 'Ein anderer Satz.', expected line 1 of its input, 'Der Plan"),
        ("joined", "must not go on in the next line"),
        ("fewer", r"line 2 of its input, 'Sie  schläft\.', is missing"),
        ("more", r"found 'Noch einer\.' after the last text"),
        ("hang", "took more than 1 seconds"),
        ("flood", "wrote more than 1[0-9,]* bytes"),
    ],
)
def test_faults(fault: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser_command, "SECONDS_A_WORD", 0.0)
    monkeypatch.setattr(parser_command, "SECONDS", 1.0 if fault == "hang" else 60.0)
    monkeypatch.setattr(parser_command, "LARGEST_OUTPUT", 100_000)
    with pytest.raises(UsageError, match=message):
        ParserCommand(command(fault)).parse(TEXTS)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="asks Linux which processes there are")
def test_what_a_program_started_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ParserCommand(command("fork")).parse(TEXTS)
    state = Path("/proc", (tmp_path / "child").read_text(encoding="utf-8"), "stat")
    for _ in range(100):
        if not state.exists() or state.read_text(encoding="utf-8").rpartition(") ")[2][0] in "ZX":
            return
        time.sleep(0.05)
    pytest.fail("it still runs")


@pytest.mark.parametrize(("line", "message"), [("", "no such program"), ("no-such-x", "no such"), ("'a", "quotation")])
def test_commands_that_are_none(line: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        ParserCommand(line)


def test_the_shell_has_no_part_in_it(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="ended with status"):
        ParserCommand(f"{sys.executable} -c 'import sys; sys.exit(sys.argv[1:])' ; touch {tmp_path}/x").parse(["a"])
    assert not (tmp_path / "x").exists()


def test_the_fingerprint_has_language_program_and_a_digest_of_the_files_that_it_names(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_text("1")
    parsers = Parsers(command=f"{command()} {model}").for_language("de")
    before = AnalysisStore(parsers).fingerprint
    assert before.startswith(f"de_command-{Path(sys.executable).stem}")
    assert parsers.command not in before
    model.write_text("2")
    assert ParserCommand(parsers.command).fingerprint not in before


def test_a_command_is_for_one_language_if_it_says_so() -> None:
    german = Parsers(command=f"de: {command()}")
    assert german.for_language("de").command == command()
    assert german.for_language("de").parts(Language("de")) == {"dependencies"}
    assert german.for_language("ja") == DEFAULT.for_language("ja")
    assert german.for_language("en") == DEFAULT


def test_a_store_has_the_trees_of_a_command_and_given_tokens_stay() -> None:
    store = AnalysisStore(Parsers(command=command()).for_language("de"))
    kept, other = TokenizedText("Sie schläft.", ("Sie", "schläft.")), TokenizedText("Er lacht.", ("Er", "la cht."))
    found = store.analyse(dict.fromkeys([TEXTS[0], "", kept, other], Layers(50, 1, roles=1, entities=1)))
    assert found[TEXTS[0]].is_parsed
    assert found[TEXTS[0]].language == "de"
    assert found[""].sentences == ()
    assert found[kept].words == kept.tokens
    assert found[kept].is_parsed
    assert found[other].words == other.tokens
    assert not found[other].is_parsed


def test_a_corpus_is_parsed_by_one_process(tmp_path: Path) -> None:
    count = tmp_path / "count"
    script = tmp_path / "counting.py"
    script.write_text(
        f"import runpy, sys\nopen({str(count)!r}, 'a').write('x')\nsys.argv[1:] = []\n"
        f"runpy.run_path({parser_program.__file__!r}, run_name='__main__')\n"
    )
    texts = [Segment(str(n), "", None, {"A": Text(f"Satz {n} .")}, {"s": Text(f"Satz {n} !")}) for n in range(100)]
    corpus = Corpus("c", tuple(texts), ("s",), ("A",), target_language="de")
    store = AnalysisStore(Parsers(command=f"{sys.executable} {script}").for_language("de"))
    table = score_corpus(corpus, ["hwcm"], store)
    assert table.system_score("s", "hwcm") is not None
    assert count.read_text() == "x"

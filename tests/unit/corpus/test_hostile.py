"""Whatever the bytes: a corpus or a clear error, never anything else."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.hostile import NO_TEXTS, SAMPLES, case
from helpers.input_files import written
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import FORMATS, FileRole, InputFile, read_corpus
from meantree.corpus.formats.assemble import assemble
from meantree.corpus.formats.catalogue import sniff
from meantree.corpus.formats.raw_file import RawFile
from meantree.errors import InputError

NAMES = [name for name in SAMPLES if name not in NO_TEXTS]


def through_the_door(path: Path, encoding: str | None) -> Corpus:
    """The format is found by content and may be another one."""
    return read_corpus([InputFile(path, FileRole.HYPOTHESIS)], encoding=encoding)


def require_sound(make: Callable[[], Corpus]) -> None:
    try:
        corpus = make()
    except InputError as error:
        message = str(error)
    else:
        message = ""
        keys = [segment.key for segment in corpus.segments]
        assert keys
        assert all(rating.system in corpus.systems for segment in corpus.segments for rating in segment.ratings)
        assert all(set(segment.hypotheses) <= set(corpus.systems) for segment in corpus.segments)
    assert "\n" not in message


def test_every_format_has_a_sample(tmp_path: Path) -> None:
    found = {sniff(path) for name in NAMES for path in written(tmp_path / name, SAMPLES[name].files)}
    assert found == {known.name for known in FORMATS}


@pytest.mark.parametrize("name", NAMES)
@given(round_=st.integers(0, 1_000_000), encoding=st.sampled_from([None, None, "latin-1", "utf-16", "utf-7"]))
def test_spoiled_samples(tmp_path: Path, name: str, round_: int, encoding: str | None) -> None:
    """Read as the format that the file had, and as what it is taken for now."""
    sample, spoilt = SAMPLES[name].files, case(name, 1, round_).files
    known = {path: next(one for one in FORMATS if one.name == sniff(path)) for path in written(tmp_path, sample)}
    written(tmp_path, spoilt)
    for path in (tmp_path / name for name in sample if spoilt[name] != sample[name]):
        raw = RawFile(path, path.read_bytes(), encoding)
        require_sound(partial(lambda read, raw: assemble("x", [read(raw)]), known[path].read, raw))
        require_sound(partial(through_the_door, path, encoding))


def _chain(size: int, propositions: int) -> str:
    """Universal Propositions over a sentence in which each word is the head of the next."""
    predicates = {place: place // 10 for place in range(0, 10 * propositions, 10)}
    rows = []
    for place in range(size):
        labels = ["V" if predicates.get(place) == number else "ARG0" for number in range(propositions)]
        fields = [str(place + 1), "w", "w", "X", "X", "_", str(place), "dep", "_"]
        rows.append("\t".join([*fields, f"Roleset=-|Args={'/'.join(labels)}"]))
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param(
            "x.sgm", "<tstset setid=s><doc docid=d sysid=s><seg id=1>a" + " " * 300_000 + "b</seg>", id="blanks"
        ),
        pytest.param("x.sgm", "<tstset setid=s>" + "<!--" * 200_000, id="comments without end"),
        pytest.param("x.sgm", "<tstset setid=s><doc docid=d sysid=s>" + "<seg" * 200_000, id="tags without end"),
        pytest.param("x.conllu", "# " + "a " * 200_000 + "\n1\ta\n", id="long comment"),
        pytest.param("x.props", "1\ta\tNN\t(TOP*)\tb\tb.01" + "\t(V*)" * 200_000 + "\n", id="columns of roles"),
        pytest.param("x.props", "a NN b (V*)\n\na NN" + " (V*)" * 200_000 + "\n", id="columns of CoNLL-2005"),
        pytest.param("x.assert", "[ARG0 a] [TARGET b]\n[ARG0 " + " " * 100_000, id="blanks of ASSERT"),
        pytest.param("x.assert", "[ARG0 a] [TARGET b]\n" + "[A " * 100_000, id="brackets of ASSERT"),
        pytest.param("x.conllu", _chain(1_500, 40), id="roles in a deep tree"),
        pytest.param("x.tsv", "source" + "1" * 300_000 + "x\thyp\na\tb\n", id="long column name"),
    ],
)
def test_time_grows_with_the_length_alone(tmp_path: Path, name: str, content: str) -> None:
    """Quadratic time would be minutes here, linear time is far below a second."""
    path = tmp_path / name
    path.write_text(content)
    start = time.process_time()
    require_sound(lambda: through_the_door(path, None))
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param(
            "x.tsv", "id\tsystem\thypothesis\n" + "".join(f"{i}\tS{i}\ta\n" for i in range(2_300)), id="table"
        ),
        pytest.param(
            "x.xml",
            "<dataset>"
            + "".join(f'<doc id="{i}"><hyp system="S{i}"><seg id="1">a</seg></hyp></doc>' for i in range(2_300))
            + "</dataset>",
            id="WMT XML",
        ),
    ],
)
def test_small_file_that_asks_for_much_memory(tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(InputError, match="2,300 segments in 2,300 versions, expected at most"):
        through_the_door(path, None)


LONG = "x\x1b[31m\u202e" * 100_000
"""A cell of most of a megabyte."""
SENTENCE = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
WORDS = 1_500


def words(head: str) -> str:
    """A long sentence in CoNLL-U, whose words have this head, or the next word."""
    return "".join(
        f"{number}\ta\t_\t_\t_\t_\t{number % WORDS + 1 if head == 'next' else head}\tx\t_\t_\n"
        for number in range(1, WORDS + 1)
    )


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("x.tsv", f"id\thypothesis\n{LONG}\ta\n{LONG}\tb\n", id="table: id twice"),
        pytest.param("x.tsv", f"id\thypothesis\trating\n1\ta\t{LONG}\n", id="table: rating"),
        pytest.param("x.tsv", f"id\thypothesis\trating:{LONG}\n1\ta\tb\n", id="table: kind of rating"),
        pytest.param("x.tsv", f"id\tsystem\thypothesis\n1\t{LONG}\ta\n1\t{LONG}\tb\n", id="table: system"),
        pytest.param("x.tsv", f"id\t{LONG}\n1\ta\n", id="table: no text"),
        pytest.param("x.tsv", f"id\thypothesis\t{LONG}\n1\ta\tb\n", id="table: unknown column"),
        pytest.param("x.tsv", f"id\thypothesis:{LONG}\thypothesis:{LONG}\n", id="table: column twice"),
        pytest.param("x.tsv", "id\t" + "y\t" * 100_000 + "\n1\ta\n", id="table: many columns"),
        pytest.param("x.conllu", f"{LONG}\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n{SENTENCE}", id="CoNLL-U: word id"),
        pytest.param("x.conllu", f"1\ta\t_\t_\t_\t_\t{LONG}\troot\t_\t_\n\n{SENTENCE}", id="CoNLL-U: head"),
        pytest.param("x.conllu", f"# parse_prob = {LONG}\n{SENTENCE}{SENTENCE}", id="CoNLL-U: probability"),
        pytest.param("x.conllu", f"{words('0')}\n{SENTENCE}", id="CoNLL-U: many roots"),
        pytest.param("x.conllu", f"{words('next')}\n{SENTENCE}", id="CoNLL-U: a long cycle"),
        pytest.param("x.mrg", f"{LONG}\n(S1 (NN a))\n", id="brackets: text outside"),
        pytest.param("x.mrg", f"(S1 (NN a) {LONG})\n(S1 (NN a))\n", id="brackets: word without tag"),
        pytest.param("x.mrg", f"1 {LONG}\n-1\n(S1 (NN\n\n1 s\n-1\n(S1 (NN a))\n", id="brackets: name of a list"),
        pytest.param("x.mrg", f"1 s\n{LONG}\n(S1 (NN a))\n\n1 t\n-1\n(S1 (NN a))\n", id="brackets: probability"),
        pytest.param("x.props", f"a\t-\t{LONG}\n\nb\t-\n\n", id="CoNLL-2005: span"),
        pytest.param("x.conll12", f"# sent_id = {LONG}\n1\ta\tNN\t{LONG}\t-\t-\n\n", id="CoNLL-2012"),
        pytest.param("x.xml", f"<dataset><{'y' * 1_000_000}></dataset>", id="XML: a tag"),
        pytest.param("x.xml", "<dataset>&" + "y" * 1_000_000 + ";</dataset>", id="XML: an entity"),
        pytest.param(
            "x.xml",
            '<dataset><doc id="d"><hyp system="S">'
            + f'<seg id="{"y" * 1_000_000}">a</seg>' * 2
            + "</hyp></doc></dataset>",
            id="XML: id twice",
        ),
        pytest.param("x.sgm", f'<tstset setid=s sysid=s><doc docid="{LONG}"><seg>a</seg></doc></tstset>', id="SGML"),
    ],
)
def test_messages_quote_little(tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    try:
        messages = [str(problem) for problem in through_the_door(path, None).problems]
    except InputError as error:
        messages = [str(error)]
    assert all(len(message) < 800 + len(str(path)) for message in messages), [message[:900] for message in messages]
    assert not any({"\x1b", "\u202e"} & set(message) for message in messages)
    assert messages, "there is something to tell"

"""Propositions in every dialect: read, written, read again; what a dialect cannot hold is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.messages import tell
from helpers.propositions import CONLL2005, CONLL2009, CONLL2012, IN_COLUMNS, IN_MISC, PROPS
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.corpus.formats.proposition_dialects import DIALECTS, Dialect, dialect_of
from meantree.corpus.formats.proposition_files import write_propositions
from meantree.corpus.formats.propositions import (
    UNKNOWN,
    Argument,
    Proposition,
    PropSentence,
    full_label,
    make_proposition,
)
from meantree.errors import UsageError

BY_NAME = {dialect.name: dialect for dialect in DIALECTS}

WANTS = (
    Proposition(1, "want.01", (Argument("ARG0", (0, 1)), Argument("ARG1", (2, 4)))),
    Proposition(3, "win.01", (Argument("ARG0", (0, 1)),)),
)


def _read(text: str, dialect: Dialect | None = None) -> list[PropSentence]:
    dialect = dialect or dialect_of(text)
    assert dialect is not None
    result = list(dialect.read(text.split("\n")))
    assert all(isinstance(one, PropSentence) for one in result), result
    return [one for one in result if isinstance(one, PropSentence)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (PROPS, "props"),
        (CONLL2005, "conll2005"),
        (CONLL2012, "conll2012"),
        (CONLL2009, "conll2009"),
        (IN_MISC, "universal"),
        (IN_COLUMNS, "universal-columns"),
        ("[ARG0 He] [TARGET won] .\n", "assert"),
        ("1\ta\tb\tc\n", None),
        ("Plain text.\n", None),
    ],
)
def test_a_dialect_is_found_by_its_rows(text: str, name: str | None) -> None:
    result = dialect_of(text)
    assert (result.name if result else None) == name


def test_props() -> None:
    (sentence,) = _read(PROPS)
    arguments = (Argument("ARG2", (0, 3)), Argument("ARG1", (4, 6)))
    assert (sentence.id, sentence.line) == ("s-1", 1)
    assert sentence.propositions == (Proposition(3, "come.03", arguments),)
    assert write_propositions([sentence], BY_NAME["props"]) == (PROPS, [])


WANTED = Proposition(2, "want.01", (Argument("ARG0", (0, 2)), Argument("ARG1", (3, 5))))
RICH = """30 CD (NP* (S* (TOP(S(NP* (ORG* - (A1*
# # *) * *) *) - *)
fell VBD (VP*) *) (VP*))) * fall (V*)
"""


@pytest.mark.parametrize(
    ("text", "parse", "propositions"),
    [
        (
            CONLL2005,
            ("(S(NP*", "*)", "(VP*", "(S(VP*", "*))))"),
            (
                Proposition(2, UNKNOWN, (Argument("ARG0", (0, 2)), Argument("ARGM-PNC", (3, 5)))),
                Proposition(4, UNKNOWN, (Argument("ARG0", (1, 2)),)),
            ),
        ),
        (RICH, ("(TOP(S(NP*", "*)", "(VP*)))"), (Proposition(2, UNKNOWN, (Argument("ARG1", (0, 2)),)),)),
        (
            CONLL2012,
            None,
            (
                Proposition(1, "want.01", (Argument("ARG0", (0, 1)), Argument("ARG1", (2, 4)))),
                Proposition(3, "win.01", ()),
            ),
        ),
        (CONLL2009, None, (WANTED, Proposition(4, "win.01", (Argument("ARG0", (0, 2)),)))),
        (IN_MISC, None, WANTS),
        (
            IN_COLUMNS,
            None,
            (Proposition(2, "come.01", (Argument("ARGM-TMP", (0, 2)), Argument("ARG0", (3, 4)))),),
        ),
    ],
    ids=["2005", "2005, the richest layer", "2012", "2009: subtrees", "universal", "universal in columns"],
)
def test_propositions(text: str, parse: tuple[str, ...] | None, propositions: tuple[Proposition, ...]) -> None:
    (sentence,) = _read(text)
    assert sentence.propositions == propositions
    assert parse is None or sentence.parse == parse


def test_assert_lines_of_one_sentence_belong_together() -> None:
    text = (
        "1: [ARG0 The man] [TARGET wants] [ARG1 to win] .\n1: [ARG0 The man] wants to [TARGET win] .\n\n2: No verb .\n"
    )
    first, second = _read(text)
    assert first.id == "1"
    assert first.propositions == (
        Proposition(2, UNKNOWN, (Argument("ARG0", (0, 2)), Argument("ARG1", (3, 5)))),
        Proposition(4, UNKNOWN, (Argument("ARG0", (0, 2)),)),
    )
    assert [token.text for token in second.tokens] == ["No", "verb", "."]


def test_propositions_stand_in_the_order_of_their_predicates() -> None:
    rows = [line.split() for line in CONLL2012.splitlines() if line.startswith("bc")]
    turned = "\n".join("   ".join([*row[:11], row[12], row[11], row[13]]) for row in rows) + "\n"
    assert _read(turned)[0].propositions == _read(CONLL2012)[0].propositions
    misc = IN_MISC.replace("Args=V/_", "Args=_/V").replace("ARG1/V", "V/ARG1")
    assert _read(misc)[0].propositions == WANTS


@pytest.mark.parametrize("line", ["Buy one * get one", "a b c *", "* * * *", "1 2 3 4 *"])
def test_stars_in_a_text_are_no_propositions(line: str) -> None:
    assert dialect_of(f"{line}\n") is None


def test_a_sentence_without_predicates_may_come_first() -> None:
    bare = "1\tYes\tyes\tINTJ\tUH\t_\t0\troot\t_\t_\n\n"
    assert [len(one.propositions) for one in _read(bare + IN_MISC)] == [0, 2]
    assert [len(one.propositions) for one in _read("The end .\n[ARG0 He] [TARGET won]\n")] == [0, 1]


def test_a_repeated_target_begins_a_new_sentence() -> None:
    line = "[ARG0 He] [TARGET won]\n"
    assert [len(one.propositions) for one in _read(line * 3)] == [1, 1, 1]


def test_crossing_spans_are_told() -> None:
    crossing = Proposition(0, UNKNOWN, (Argument("ARG1", (1, 4)), Argument("ARG2", (3, 5))))
    sentence = PropSentence("s", tuple(map(Token, "abcde")), (crossing,))
    text, lost = write_propositions([sentence], BY_NAME["props"])
    assert tell(lost, "sentence s: ARG2 at (3, 5) … left out")
    assert _read(text, BY_NAME["props"])[0].propositions[0].arguments == (Argument("ARG1", (1, 4)),)


@pytest.mark.parametrize(
    ("short", "full"), [("A0", "ARG0"), ("AM-TMP", "ARGM-TMP"), ("C-A1", "C-ARG1"), ("AA", "ARGA")]
)
def test_labels_are_written_out(short: str, full: str) -> None:
    assert full_label(short) == full
    assert full_label(full) == full


@st.composite
def _sentences(draw: st.DrawFn) -> list[PropSentence]:
    made = []
    for number in range(draw(st.integers(1, 3))):
        size = draw(st.integers(1, 8))
        words = draw(st.lists(st.sampled_from(["a", "b", "#", "(", "3", "é"]), min_size=size, max_size=size))
        heads = [ROOT, *(draw(st.integers(0, place - 1)) for place in range(1, size))]
        tokens = tuple(Token(word, f"l{word}", "X", "NN") for word in words)
        predicates = sorted(draw(st.sets(st.integers(0, size - 1), max_size=3)))
        result = tuple(_proposition(draw, place, size) for place in predicates)
        tree = DependencyTree(tuple(heads), tuple("root" if head == ROOT else "dep" for head in heads))
        made.append(PropSentence(f"s{number}", tokens, result, tree))
    return made


def _proposition(draw: st.DrawFn, place: int, size: int) -> Proposition:
    cuts = sorted(draw(st.sets(st.integers(0, size), max_size=5)))
    spans = [span for span in zip(cuts[0::2], cuts[1::2], strict=False) if not span[0] <= place < span[1]]
    labels = st.sampled_from(["ARG0", "ARG1", "ARGM-TMP", "R-ARG0"])
    return make_proposition(
        place, draw(st.sampled_from(["see.01", UNKNOWN])), [Argument(draw(labels), span) for span in spans]
    )


@pytest.mark.parametrize("name", ["props", "conll2012"])
@given(sentences=_sentences())
def test_spans_come_read(name: str, sentences: list[PropSentence]) -> None:
    text, _ = write_propositions(sentences, BY_NAME[name])
    back = _read(text, BY_NAME[name])
    assert [(one.id, _words(one), one.propositions) for one in back] == [
        (sentence.id, _words(sentence), sentence.propositions) for sentence in sentences
    ]


@pytest.mark.parametrize("name", ["conll2009", "universal"])
@given(sentences=_sentences())
def test_what_is_not_told_comes_read(name: str, sentences: list[PropSentence]) -> None:
    text, lost = write_propositions(sentences, BY_NAME[name])
    message = {str(problem).split(":")[0].removeprefix("sentence ") for problem in lost}
    back = _read(text, BY_NAME[name])
    for sentence, other in zip(sentences, back, strict=True):
        assert (sentence.id, _words(sentence), sentence.tree) == (other.id, _words(other), other.tree)
        assert (sentence.propositions == other.propositions) == (sentence.id not in message)


@pytest.mark.parametrize("name", ["props", "conll2012", "conll2009", "universal"])
@given(sentences=_sentences(), data=st.data())
def test_segments_come_read(name: str, sentences: list[PropSentence], data: st.DataObject) -> None:
    """Of several sentences, of one and of none; a sentence of no segment beside them stays alone."""
    segments = data.draw(
        st.lists(st.sampled_from(["1", "2/a b", ""]), min_size=len(sentences), max_size=len(sentences))
    )
    named = [replace(sentence, segment=segment) for sentence, segment in zip(sentences, segments, strict=True)]
    empty = PropSentence("3-1", (), (), DependencyTree((), ()), segment="3")
    text, _ = write_propositions([empty, *named], BY_NAME[name])
    back = _read(text, BY_NAME[name])
    assert [(one.segment, one.id, _words(one)) for one in back] == [
        (one.segment, one.id, _words(one)) for one in (empty, *named)
    ]


def test_an_id_on_several_lines_comes_on_one() -> None:
    sentence = PropSentence("a\nb\u2028c", (Token("a"),), (), segment="d\r\ne")
    text, _ = write_propositions([sentence], BY_NAME["props"])
    (back,) = _read(text, BY_NAME["props"])
    assert (back.id, back.segment) == ("a b\u2028c", "d e")


def _words(sentence: PropSentence) -> Sequence[str]:
    return [token.text for token in sentence.tokens]


def test_heads_that_nobody_gave_are_made_of_constituents() -> None:
    text, _ = write_propositions(_read(PROPS), BY_NAME["conll2009"])
    (back,) = _read(text, BY_NAME["conll2009"])
    assert back.propositions == _read(PROPS)[0].propositions


def test_without_structure_no_heads() -> None:
    with pytest.raises(UsageError, match="has no dependency tree"):
        write_propositions(_read("[ARG0 He] [TARGET won]\n"), BY_NAME["universal"])


def test_some_formats_are_only_read() -> None:
    with pytest.raises(UsageError, match=r"conll2005 .*not written"):
        write_propositions(_read(CONLL2005), BY_NAME["conll2005"])

"""Frames of sentences: the table of roles, rules for other languages, and the labeller that ships."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.trees import parsed
from meantree.analysis import role_labeller
from meantree.analysis.analyser import load_analyser
from meantree.analysis.frames import Filler, FrameLayer, Role
from meantree.analysis.layers.required import Layers
from meantree.analysis.roles import Roleset, hmeant_role, read_role_table, read_rolesets, role_rule
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.store import AnalysisStore
from meantree.analysis.tree import ROOT, DependencyTree, Token


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("ARG0", Role.AGENT),
        ("ARG1", Role.PATIENT),
        ("C-ARG1", Role.PATIENT),
        ("R-ARG0", None),
        ("ARGM-TMP", Role.TEMPORAL),
        ("ARGM-NEG", Role.NEGATION),
        ("ARGM-MOD", Role.MODAL),
        ("ARGM-XYZ", Role.OTHER),
    ],
)
def test_propbank_roles(label: str, role: Role | None) -> None:
    assert hmeant_role(label) is role


GIVE = read_rolesets(["give.01\ttransfer\tgive.v\tARG0 PAG/agent giver\tARG1 PPT thing\tARG2 GOL/recipient to whom"])
BE = read_rolesets(["be.01\tcopula\tbe.v\tARG1 PPT/pivot topic\tARG2 PRD/attribute comment"])
PUT = read_rolesets(["put.01\tlocation\tput.v\tARG0 PAG putter\tARG1 PPT thing\tARG2 GOL/destination where"])
HATE = read_rolesets(["hate.01\tdislike\thate.v\tARG0 PPT/experiencer who hates\tARG1 PAG/stimulus what is hated"])
FAIL = read_rolesets(["fail.01\tnot succeed\tfail.v\tARG0 CAU who says so\tARG1 PAG what fails"])
HIDE = read_rolesets(["hide.01\tconceal\thide.v\tARG2 - from whom\tARG3 ZZZ what no line names"])


@pytest.mark.parametrize(
    ("rolesets", "label", "rule"),
    [
        (GIVE, "ARG0", "ARG0 → agent"),
        (GIVE, "ARG2", "ARG2 GOL → benefactive"),
        (GIVE, "C-ARG2", "ARG2 GOL → benefactive"),
        (PUT, "ARG2", "ARG2 GOL/destination → locative"),
        (HATE, "ARG1", "ARG1 → patient"),
        (FAIL, "ARG1", "ARG1 PAG → agent"),
        (BE, "ARG1", "ARG1 PPT/pivot → agent"),
        (BE, "ARG2", "ARG2 PRD/attribute → patient"),
        (BE, "ARG3", "ARG3 → other"),
        (HIDE, "ARG2", "ARG2 → benefactive"),
        (HIDE, "ARG3", "ARG3 → other"),
        (HIDE, "ARGM-TMP", "ARGM-TMP → temporal"),
        ({}, "ARGM-XYZ", "any other label → other"),
    ],
)
def test_roles_follow_the_function_tags(rolesets: dict[str, Roleset], label: str, rule: str) -> None:
    assert str(role_rule(label, next(iter(rolesets.values()), None))) == rule


def test_the_most_specific_line_applies(monkeypatch: pytest.MonkeyPatch) -> None:
    table = read_role_table("ARG* GOL purpose # any\nARG* GOL/goal manner\nARG2 GOL degree\nARG2 other\n")
    assert table == {
        ("ARG*", "GOL"): Role.PURPOSE,
        ("ARG*", "GOL/goal"): Role.MANNER,
        ("ARG2", "GOL"): Role.DEGREE,
        ("ARG2", ""): Role.OTHER,
    }
    roleset = read_rolesets(["x.01\t\t\tARG2 GOL/goal x\tARG3 GOL/goal x\tARG4 GOL x\tARG5 LOC x"])["x.01"]
    monkeypatch.setattr("meantree.analysis.roles._propbank", lambda: table)
    found = [role_rule(f"ARG{number}", roleset) for number in (2, 3, 4, 5)]
    assert [rule and rule.role for rule in found] == [Role.DEGREE, Role.MANNER, Role.PURPOSE, Role.OTHER]


@pytest.mark.parametrize("line", ["ARG0", "ARG0 agnet", "ARG0 agent patient"])
def test_a_wrong_line_of_the_table_is_named(line: str) -> None:
    with pytest.raises(ValueError, match="line 2"):
        read_role_table(f"# roles\n{line}\n")


def sentence(rows: str) -> tuple[list[Token], DependencyTree]:
    """``word:upos:head:label:feats`` items."""
    fields = [row.split(":") for row in rows.split()]
    tokens = [Token(row[0], upos=row[1], feats=row[4] if len(row) > 4 else "") for row in fields]
    heads = tuple(int(row[2]) - 1 if row[2] != "0" else ROOT for row in fields)
    return tokens, DependencyTree(heads, tuple(row[3].replace("_", ":") for row in fields))


def readable(layer: FrameLayer) -> list[str]:
    """``predicate: role words; role words`` of each frame."""

    def words(span: tuple[int, int]) -> str:
        return " ".join(layer.words[slice(*span)])

    return [
        f"{words(one.predicate)}: " + "; ".join(f"{filler.role} {words(filler.span)}" for filler in one.fillers)
        for one in layer.frames
    ]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            "Der:DET:2:det Mann:NOUN:4:nsubj soll:AUX:4:aux:VerbType=Mod schlafen:VERB:0:root .:PUNCT:4:punct",
            ["schlafen: agent Der Mann; modal soll"],
        ),
        (
            "Haus:NOUN:3:nsubj_pass wurde:AUX:3:aux_pass verkauft:VERB:0:root nicht:PART:3:advmod:Polarity=Neg",
            ["verkauft: patient Haus; negation nicht"],
        ),
        ("Ja:INTJ:0:root", []),
    ],
)
def test_rules_for_other_languages(rows: str, expected: list[str]) -> None:
    tokens, tree = sentence(rows)
    layer = FrameLayer(
        tuple(token.text for token in tokens), tuple(role_labeller.frames_by_rules(Sentence(tuple(tokens), tree)))
    )
    assert readable(layer) == expected


def test_other_languages_are_labelled_by_rules() -> None:
    assert role_labeller.label_frames([parsed("x:0:root"), Analysis("")], "de") == [FrameLayer(("x",)), FrameLayer(())]


@pytest.mark.pipeline
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The minister sold the old house in London yesterday.",
            ["sold: agent The minister; patient the old house; locative in London; temporal yesterday"],
        ),
        ("She will not sleep.", ["sleep: agent She; modal will; negation not"]),
        ("Rain.", []),
        ("", []),
    ],
)
def test_the_labeller(text: str, expected: list[str]) -> None:
    (analysis,) = load_analyser().analyse([text], Layers(1, roles=True))
    assert analysis.labelled is not None
    assert readable(analysis.labelled) == expected


@pytest.mark.pipeline
def test_a_predicate_is_labelled_as_the_text_was() -> None:
    store = AnalysisStore()
    text = "It rained. The minister sold the old house in London yesterday."
    analysis = store.analyse({text: Layers(1, roles=True)})[text]
    label = role_labeller.load_predicate_labeller(store.makers(("roles",))["roles"])
    assert label is not None
    assert analysis.labelled is not None
    sold = analysis.labelled.frames[-1]
    assert label(analysis, sold.predicate[0]) == sold
    house = label(analysis, analysis.words.index("house"))
    assert house is not None
    assert house.probability is None
    assert house.predicate not in [frame.predicate for frame in analysis.labelled.frames]


@pytest.mark.parametrize("maker", [role_labeller.BY_RULES, ""], ids=["rules", "trees of the input"])
def test_rules_label_single_words_and_unknown_makers_none(maker: str) -> None:
    tokens, tree = sentence("Haus:NOUN:3:nsubj_pass wurde:AUX:3:aux_pass verkauft:ADJ:0:root")
    words = tuple(token.text for token in tokens)
    text = Analysis(" ".join(words), (*parsed("Ja:0:root").sentences, Sentence(tuple(tokens), tree)))
    label = role_labeller.load_predicate_labeller(maker)
    assert label is not None
    sold = label(text, 3)
    assert sold is not None
    assert readable(FrameLayer(text.words, (sold,))) == ["verkauft: patient Haus"]
    assert role_labeller.load_predicate_labeller("of-another-program-1") is None


@pytest.mark.pipeline
def test_automatic_frames_have_rolesets_and_labels() -> None:
    (analysis,) = load_analyser().analyse(["She gave the boy a book. He put it on the table."], Layers(1, roles=True))
    assert analysis.labelled is not None
    found = [(one.roleset, [(f.label, f.role) for f in one.fillers]) for one in analysis.labelled.frames]
    assert found == [
        ("give.01", [("ARG0", Role.AGENT), ("ARG2", Role.BENEFACTIVE), ("ARG1", Role.PATIENT)]),
        ("put.01", [("ARG0", Role.AGENT), ("ARG1", Role.PATIENT), ("ARG2", Role.LOCATIVE)]),
    ]
    assert analysis.labelled.frames[1].predicate[0] > 6  # what moved with the second sentence kept its roleset


@pytest.mark.pipeline
def test_frames_of_several_sentences_count_tokens_of_the_text() -> None:
    (analysis,) = load_analyser().analyse(["It rained. The dog barked."], Layers(1, roles=True))
    assert analysis.labelled is not None
    assert readable(analysis.labelled)[-1] == "barked: agent The dog"
    assert analysis.labelled.words == tuple(token.text for token in analysis.tokens)


@pytest.mark.pipeline
@pytest.mark.parametrize("text", ["...", "x" * 200, "!!!", "Go go go go!", "中文 文字", "word " * 250])
def test_odd_texts(text: str) -> None:
    (analysis,) = load_analyser().analyse([text], Layers(1, roles=True))
    assert analysis.labelled is not None


LABELS = st.sampled_from(["ARG0", "ARG1", "ARG2", "C-ARG1", "ARGM-TMP", ""])
FILLERS = st.lists(st.tuples(st.sampled_from(Role), LABELS), max_size=6).flatmap(
    lambda found: st.permutations([Filler((at, at + 1), role, label) for at, (role, label) in enumerate(found)])
)


def _roles(*fillers: Filler) -> list[Role]:
    return [filler.role for filler in role_labeller.with_distinct_core(fillers)]


@given(FILLERS)
def test_no_core_role_is_filled_twice(fillers: list[Filler]) -> None:
    found = role_labeller.with_distinct_core(fillers)
    assert [(one.span, one.label) for one in found] == [(one.span, one.label) for one in sorted(fillers)]
    counts = Counter(filler.role for filler in found)
    assert all(counts[role] <= 1 for role in role_labeller.CORE)
    for role in {filler.role for filler in fillers} & set(role_labeller.CORE):
        first = next(filler for filler in fillers if filler.role is role)
        assert first in found, "the most probable filler keeps its role"
    kept = {filler.span: filler.role for filler in found}
    assert all(kept[one.span] is one.role for one in fillers if one.role not in role_labeller.CORE)


def test_the_less_probable_filler_gets_the_role_of_its_number_or_other() -> None:
    assessor, failure = Filler((0, 1), Role.AGENT, "ARG0"), Filler((2, 3), Role.AGENT, "ARG1")
    assert _roles(assessor, failure) == [Role.AGENT, Role.PATIENT]
    assert _roles(failure, assessor) == [Role.OTHER, Role.AGENT]
    thing = Filler((4, 5), Role.PATIENT, "ARG2")
    assert _roles(assessor, failure, thing) == [Role.AGENT, Role.OTHER, Role.PATIENT]
    assert _roles(thing, Filler((0, 1), Role.PATIENT, "ARG1")) == [Role.OTHER, Role.PATIENT]


@pytest.mark.pipeline
@pytest.mark.parametrize("text", ["The patients suffer from a rare disease.", "Environmentalists hate it."])
def test_who_suffers_is_not_what_is_suffered_from(text: str) -> None:
    (analysis,) = load_analyser().analyse([text], Layers(1, roles=True))
    assert analysis.labelled is not None
    (frame,) = analysis.labelled.frames
    assert [(one.role, one.label) for one in frame.fillers] == [(Role.AGENT, "ARG0"), (Role.PATIENT, "ARG1")]

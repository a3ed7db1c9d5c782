"""Dependency pair match: the arithmetic of expected bags."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from helpers.arborescences import all_labelled
from helpers.scores import segment_score
from helpers.trees import analysis, bracketed, parsed, sentence
from meantree.analysis.analyser import load_analyser
from meantree.analysis.corrections import corrected
from meantree.analysis.encoder.decoding import log_softmax
from meantree.analysis.layers.required import Layers
from meantree.analysis.nonprojective.all_trees import AllTrees
from meantree.analysis.serial import packed, unpacked
from meantree.api.evidence_text import evidence_text
from meantree.corpus.formats import FileRole, InputFile, read_corpus
from meantree.errors import UsageError
from meantree.metrics.dpm import Dpm
from meantree.metrics.evidence import by_word
from meantree.metrics.metric import CorpusContext
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.scoring.provenance import Provenance, signature

HYP = "the:2:det cat:3:nsubj sleeps:0:root"
REF = "a:2:det cat:3:nsubj sleeps:0:root"


@pytest.mark.parametrize(
    ("parts", "expected", "why"),
    [
        ("1g", 2 / 3, "two of three words"),
        ("2g", 1 / 2, "one of two pairs"),
        ("dlh", 1 / 2, "cat nsubj sleeps"),
        ("dl", 1 / 2, "the det is extra"),
        ("lh", 1.0, "det cat, nsubj sleeps"),
        ("dh", 1 / 2, "labels do not count"),
        ("dl,lh", 3 / 4, "one bag of both"),
        ("1g,2g,dl,lh", (2 + 1 + 1 + 2) / 9, "the default parts in one bag of nine"),
    ],
)
def test_parts(parts: str, expected: float, why: str) -> None:
    assert segment_score(f"dpm:parts={parts},nbest=1", parsed(HYP), parsed(REF)) == pytest.approx(expected), why


AMBIGUOUS = "saw:0:root girl:1:obj telescope:1:obl"
HIGH, LOW = "0:root 1:obj 1:obl", "0:root 1:obj 2:nmod"


@pytest.mark.parametrize(
    ("gamma", "share"),
    [(1.0, 0.8), (0.0, 0.5), (0.25, 0.8**0.25 / (0.8**0.25 + 0.2**0.25))],
    ids=["as they are", "flat", "the paper's flattening"],
)
def test_counts_are_expectations_over_the_flattened_list(gamma: float, share: float) -> None:
    hyp = analysis(sentence(AMBIGUOUS, probability=[(HIGH, 0.8), (LOW, 0.2)]))
    ref = parsed(AMBIGUOUS)
    matched, hypothesis, reference = Dpm(parts=("dlh",), gamma=gamma).statistics(Pair(hyp, [ref]))
    assert matched == pytest.approx(1 + share)
    assert hypothesis == pytest.approx(2)
    assert reference == 2


def test_nbest_cuts_the_list_and_renormalises() -> None:
    hyp = analysis(sentence(AMBIGUOUS, probability=[(LOW, 0.5), (HIGH, 0.3), ("0:root 3:obj 1:obl", 0.2)]))
    units = Dpm(parts=("dl",), nbest=2, gamma=1.0).evidence(Pair(hyp, [parsed(AMBIGUOUS)])).units
    counts = {unit.label: unit.hypothesis for unit in units}
    assert counts == {
        "girl ←obj": pytest.approx(1.0),
        "telescope ←nmod": pytest.approx(0.625),
        "telescope ←obl": pytest.approx(0.375),
    }


def test_one_best_takes_the_analysers_own_tree() -> None:
    hyp = analysis(sentence(AMBIGUOUS, probability=[(LOW, 1.0)]))
    assert Dpm(parts=("dlh",), nbest=1).statistics(Pair(hyp, [parsed(AMBIGUOUS)])).tolist() == [2, 2, 2]


def test_the_best_reference_is_used_and_named() -> None:
    evidence = Dpm(nbest=1).evidence(Pair(parsed(HYP), [parsed("dogs:2:nsubj bark:0:root"), parsed(REF)]))
    assert evidence.reference == 1


@pytest.mark.parametrize(("other", "expected"), [("Yes:0:root", 1.0), ("No:0:root", 0.0)])
def test_a_word_without_arcs_is_compared_as_a_whole(other: str, expected: float) -> None:
    assert segment_score("dpm:parts=dl,lh", parsed("yes:0:root"), parsed(other)) == expected


def test_pairs_do_not_reach_over_sentences() -> None:
    units = Dpm(parts=("2g",)).evidence(Pair(parsed("a:0:root", "b:0:root c:1:x"), [parsed("a:0:root b:1:x")])).units
    assert {unit.label for unit in units if unit.hypothesis} == {"b c"}


def test_alternative_parses_are_summed_by_word() -> None:
    hyp = analysis(sentence(AMBIGUOUS, probability=[(HIGH, 0.75), (LOW, 0.25)]))
    evidence = Dpm(parts=("dl", "lh"), gamma=1.0).evidence(Pair(hyp, [parsed("saw:0:root girl:1:obj")]))
    words = {total.label: (total.matched, total.hypothesis, total.reference) for total, _ in by_word(evidence.units)}
    assert words == {"girl": (1, 1.25, 1), "telescope": (0, 1, 0), "saw": (1, 1.75, 1)}, "telescope: obl, or nmod"
    lines = evidence_text("dpm", 0.5, evidence, None, 100).splitlines()
    assert "telescope        0            1          0  telescope ←obl" in " ".join(lines)


CAT = "(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))"


@pytest.mark.parametrize(
    ("ref", "expected", "why"),
    [
        (CAT, 1.0, "the same"),
        (CAT.replace("(DT the)", "(JJ the)"), 1 / 2, "NP/DT is not NP/JJ"),
        ("(S (NP (DT the) (NX (NN cat))) (VP (VBZ sleeps)))", 1.0, "A and B are the phrases at the arc's ends"),
        ("(S (NP (DT the) (NN dog)) (VP (VBZ sleeps)))", 0.0, "both arcs have the noun"),
    ],
)
def test_labels_of_head_rules(ref: str, expected: float, why: str) -> None:
    assert segment_score("dpm:parts=dlh,labels=ab", bracketed(CAT), bracketed(ref)) == expected, why


def test_labels_of_head_rules_are_seen() -> None:
    units = metric("dpm:parts=dlh,labels=ab").evidence(Pair(bracketed(CAT), [bracketed(CAT)])).units
    assert {unit.label for unit in units} == {"the ←NP/DT cat", "cat ←S/NP sleeps"}


@pytest.mark.parametrize(("constituents", "labels"), [(True, "ab"), (False, "dep")])
def test_auto_takes_what_can_be_had(constituents: bool, labels: str) -> None:
    adapted = Dpm().adapted(CorpusContext((), constituents))
    assert adapted == Dpm(labels="ab" if labels == "ab" else "dep")
    assert signature(adapted, Provenance(1, makers={"dependencies": "x"})).count(f"labels:{labels}") == 1
    assert Dpm(labels="dep").adapted(CorpusContext((), constituents=True)) == Dpm(labels="dep")


NAMES = ("root", "obj", "obl")
CHANCE = np.random.default_rng(7)
ARCS = log_softmax(CHANCE.normal(size=(3, 4)), axis=1)
RELATIONS = log_softmax(CHANCE.normal(size=(3, 4, len(NAMES))), axis=2)
MODELLED = analysis(replace(sentence(AMBIGUOUS), all_trees=AllTrees.of(ARCS, RELATIONS, NAMES)))
WORDS = ("saw", "girl", "telescope")


@pytest.mark.parametrize(("options", "gamma"), [("", 1.0), (",gamma=0.25", 0.25), (",gamma=0", 0.0), (",gamma=2", 2.0)])
def test_counts_are_expectations_over_all_trees(options: str, gamma: float) -> None:
    weights = {tree: np.exp(gamma * score) for tree, score in all_labelled(ARCS, RELATIONS).items()}
    expected: dict[str, float] = {}
    for (heads, codes), weight in weights.items():
        for word, head, code in zip(WORDS, heads, codes, strict=True):
            if head:
                arc = f"{word} ←{NAMES[code]} {WORDS[head - 1]}"
                expected[arc] = expected.get(arc, 0.0) + weight / sum(weights.values())
    units = metric(f"dpm:nbest=all,parts=dlh{options}").evidence(Pair(MODELLED, [MODELLED])).units
    assert {unit.label: unit.hypothesis for unit in units} == pytest.approx(expected, abs=1e-3)


def test_all_trees_are_those_of_the_dependency_parser() -> None:
    chosen = metric("dpm:nbest=all")
    assert isinstance(chosen, Dpm)
    assert (chosen.needs, chosen.structure) == (Layers(50), "dependencies")
    assert chosen.adapted(CorpusContext((), constituents=True)) == Dpm(nbest="all", labels="dep")
    with pytest.raises(UsageError, match="labels=dep alone"):
        Dpm(nbest="all", labels="ab")


def test_lists_of_the_input_do_not_tell_of_all_trees() -> None:
    listed = analysis(sentence(AMBIGUOUS, probability=[(HIGH, 0.8), (LOW, 0.2)]))
    for pair in (Pair(listed, [MODELLED]), Pair(MODELLED, [listed])):
        with pytest.raises(UsageError, match="neither n-best lists in the input nor"):
            metric("dpm:nbest=all").statistics(pair)


@pytest.mark.parametrize("gamma", ["auto", "0", "2"])
def test_a_tree_of_the_input_without_a_list_is_certain(tmp_path: Path, gamma: str) -> None:
    rows = [("saw", 0, "root"), ("girl", 1, "obj"), ("telescope", 1, "obl")]
    path = tmp_path / "gold.conllu"
    lines = (f"{place}\t{word}\t_\tX\t_\t_\t{head}\t{label}\t_\t_" for place, (word, head, label) in enumerate(rows, 1))
    path.write_text("\n".join(lines) + "\n\n", encoding="utf-8")
    (segment,) = read_corpus([InputFile(path, FileRole.REFERENCE)]).segments
    (text,) = segment.references.values()
    assert text.analysis is not None
    for gold in (text.analysis, unpacked(packed(text.analysis)), bracketed("(S (VB saw) (NP (NN girl)))")):
        pairs = Pair(gold, [gold]), Pair(gold, [MODELLED])
        one, every = metric("dpm:nbest=1,labels=dep"), metric(f"dpm:nbest=all,labels=dep,gamma={gamma}")
        assert one.statistics(pairs[0]).tolist() == every.statistics(pairs[0]).tolist()
        assert every.statistics(pairs[1])[0] > 0


def test_of_a_corrected_sentence_all_trees_are_one() -> None:
    certain = corrected(MODELLED, {2: (1, "nmod")})
    chosen = metric("dpm:nbest=all,parts=dlh,gamma=0.25")
    units = chosen.evidence(Pair(certain, [certain])).units
    assert {unit.label: unit.hypothesis for unit in units} == pytest.approx(
        {"girl ←obj saw": 1.0, "telescope ←nmod girl": 1.0}
    )


@pytest.mark.pipeline
def test_all_trees_of_the_shipped_pipeline() -> None:
    texts = ["I saw the man with the telescope.", "I saw a man who had the telescope."]
    hyp, ref = load_analyser().analyse(texts, Layers(50))
    chosen = {nbest: f"dpm:parts=dlh,labels=dep,nbest={nbest}" for nbest in ("all", "50", "1")}
    assert [segment_score(spec, hyp, hyp) for spec in chosen.values()] == pytest.approx([1.0] * 3)
    result = {nbest: segment_score(spec, hyp, ref) for nbest, spec in chosen.items()}
    for first, second in itertools.combinations(result.values(), 2):
        assert first != pytest.approx(second, abs=1e-6)
    # The fifty best trees are nearly all there is, so their probabilities as they are say nearly the same.
    assert result["all"] == pytest.approx(segment_score(f"{chosen['50']},gamma=1", hyp, ref), abs=0.01)

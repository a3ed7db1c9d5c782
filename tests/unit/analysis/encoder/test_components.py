"""The pipeline of spaCy that ships, as any program would use it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc

from helpers.messages import tell
from helpers.pipelines import hand_made_pipeline
from helpers.trees import parsed
from meantree.analysis.analyser import load_analyser
from meantree.analysis.encoder.components import EncoderComponent
from meantree.analysis.encoder.decoding import arc_scores, best_arcs
from meantree.analysis.encoder.encoder import Encoder
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import SplitSentence
from meantree.analysis.tree import tree_fault
from meantree_resources import resource

FOLDER = "models/en_meantree"
TEXT = "Angela Merkel did not visit Paris. The old houses were sold."


def rows(doc: Doc) -> list[tuple[str, ...]]:
    return [(t.text, t.lemma_, t.pos_, t.tag_, str(t.morph), str(t.head.i), t.dep_, t.ent_type_) for t in doc]


@pytest.mark.pipeline
def test_other_programs_load_it_by_its_folder() -> None:
    code = f"import spacy; doc = spacy.load({str(resource(FOLDER))!r})({TEXT!r}); "
    code += "print([t.dep_ for t in doc], [(e.text, e.label_) for e in doc.ents], [s.text for s in doc.sents])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "'nsubj'" in found.stdout
    assert "('Angela Merkel', 'PER')" in found.stdout
    assert "['Angela Merkel did not visit Paris.', 'The old houses were sold.']" in found.stdout


@pytest.mark.pipeline
def test_words_get_all_annotations_of_spacy() -> None:
    doc = spacy.load(resource(FOLDER))(TEXT)
    found = {row[0]: row for row in rows(doc)}
    assert found["houses"][1:4] == ("house", "NOUN", "NNS")
    assert "Number=Plur" in found["houses"][4]
    assert found["not"][4] == "Polarity=Neg"
    assert (found["Paris"][6], found["Paris"][7]) == ("obj", "LOC")
    assert [sentence.root.text for sentence in doc.sents] == ["visit", "sold"]
    assert doc.tensor.shape == (len(doc), 384)


@pytest.mark.pipeline
def test_other_documents_change_nothing() -> None:
    texts = [TEXT, "", "Yes.", "No!  ", "word " * 600, "The old houses were sold.", "Angela Merkel did not visit Rome."]
    nlp = spacy.load(resource(FOLDER))
    encoder = nlp.get_pipe("encoder")
    assert isinstance(encoder, EncoderComponent)
    found = []
    for batch_size in (1, 3, 1000):
        encoder.encoder = Encoder(resource(FOLDER) / "encoder")  # which has read nothing yet
        found.append([(rows(doc), doc.tensor.tobytes()) for doc in nlp.pipe(texts, batch_size=batch_size)])
    assert found[0] == found[1] == found[2]


@pytest.mark.pipeline
def test_it_can_be_saved_and_loaded(tmp_path: Path) -> None:
    nlp = spacy.load(resource(FOLDER))
    nlp.to_disk(tmp_path / "copy")
    assert rows(spacy.load(tmp_path / "copy")(TEXT)) == rows(nlp(TEXT))


LONG = "the cat saw a dog , and " * 100 + "it ran ."


@pytest.mark.pipeline
def test_a_sentence_that_is_too_long_is_split_and_reported() -> None:
    short, long = load_analyser().analyse([TEXT, f"{TEXT} {LONG}"], Layers(1, 1))
    assert not short.split
    assert long.split == (SplitSentence(703, (523,)),)
    assert long.offsets == (0, 7, 13, 523)
    assert tell(long.split, "703 word pieces … at most 510 … after word 523")


@pytest.mark.pipeline
def test_a_given_sentence_that_is_too_long_stays_whole_and_is_reported() -> None:
    given = parsed("No:0:root", " ".join(f"{word}:{place and 1}:x" for place, word in enumerate(LONG.split())))
    (alone,) = load_analyser().analyse([given], Layers(1))
    assert not alone.split, "nothing was made of it"
    (analysis,) = load_analyser().analyse([given], Layers(1, 1))
    assert analysis.split == (SplitSentence(703, (511,)),)
    assert analysis.offsets == (0, 1)


@given(st.integers(1, 5), st.integers(0, 2**32 - 1))
def test_the_root_alone_is_called_root(size: int, seed: int) -> None:
    chance = np.random.default_rng(seed)
    arcs = chance.normal(size=(size, 1 + size)).astype(np.float32)
    relations = chance.normal(size=(size, 1 + size, 3)).astype(np.float32)
    names = ["nsubj", "root", "obj"]
    heads, labels = best_arcs(arcs, relations, names)
    assert tree_fault(tuple((heads - 1).tolist())) is None
    assert ((labels == 1) == (heads == 0)).all()
    scores = arc_scores(arcs, relations, names)
    assert (best_arcs(scores.arcs, scores.relations, names)[0] == heads).all()
    assert (scores.relations[np.arange(size), heads].argmax(axis=1) == labels).all()


@pytest.mark.pipeline
def test_probabilities_of_arcs_are_the_same_with_and_without_a_list() -> None:
    listed, alone, bare = (
        next(load_analyser().analyse([TEXT], layers)) for layers in (Layers(2), Layers(1, all_trees=1), Layers(1))
    )
    assert [one.all_trees and one.all_trees.to_json() for one in alone.sentences] == [
        one.all_trees and one.all_trees.to_json() for one in listed.sentences
    ]
    assert alone.has_all_trees
    assert [one.nbest for one in alone.sentences] == [None, None]
    assert not bare.has_all_trees, "who does not ask need not wait"


def test_pipelines_without_the_encoder_have_no_probabilities(tmp_path: Path) -> None:
    analysis = next(load_analyser(hand_made_pipeline(tmp_path / "pipeline")).analyse(["a b"], Layers(1, all_trees=1)))
    assert [one.all_trees for one in analysis.sentences] == [None]

"""The graph of a pair."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given

from helpers.trees import EMPTY, analyses, parsed
from meantree.alignment.graph import Word, pair_graph
from meantree.alignment.words import align_words
from meantree.analysis.graph import LINK, TREE, components, dependency_graph, lowest_common_ancestor, path
from meantree.analysis.sentences import Analysis


def hyp(token: int) -> Word:
    return "hypothesis", token


def ref(token: int) -> Word:
    return "reference", token


MINE, THEIRS = parsed("the:2:det cat:0:root", "it:2:nsubj sits:0:root"), parsed("a:2:det cat:0:root sits:2:acl")


def test_both_trees_stand_with_the_links() -> None:
    graph = pair_graph(dependency_graph(MINE), dependency_graph(THEIRS), [(1, 1), (3, 2)])
    assert list(graph) == [*map(hyp, range(4)), *map(ref, range(3))]
    assert graph.nodes[hyp(2)] == {"text": "it", "lemma": "it", "upos": "", "xpos": "", "feats": "", "sentence": 1}
    assert graph.nodes[ref(2)]["text"] == "sits"
    assert {(one, two): data for one, two, data in graph.edges(data=True)} == {
        (hyp(1), hyp(0)): {"kind": TREE, "label": "det"},
        (hyp(3), hyp(2)): {"kind": TREE, "label": "nsubj"},
        (ref(1), ref(0)): {"kind": TREE, "label": "det"},
        (ref(1), ref(2)): {"kind": TREE, "label": "acl"},
        (hyp(1), ref(1)): {"kind": LINK},
        (hyp(3), ref(2)): {"kind": LINK},
    }


def test_links_join_sentences_of_both_sides() -> None:
    mine, theirs = dependency_graph(MINE), dependency_graph(THEIRS)
    assert components(pair_graph(mine, theirs, [(1, 1)])) == (
        (hyp(0), hyp(1), ref(0), ref(1), ref(2)),
        (hyp(2), hyp(3)),
    )
    assert len(components(pair_graph(mine, theirs, [(1, 1), (3, 2)]))) == 1


def test_groups_of_linked_words() -> None:
    graph = pair_graph(dependency_graph(MINE), dependency_graph(THEIRS), [(3, 2), (1, 1), (0, 1)])
    assert [group for group in components(graph, [LINK]) if len(group) > 1] == [
        (hyp(0), hyp(1), ref(1)),
        (hyp(3), ref(2)),
    ]


def test_a_link_is_no_part_of_a_tree() -> None:
    graph = pair_graph(dependency_graph(MINE), dependency_graph(THEIRS), [(1, 1), (0, 0)])
    assert path(graph, hyp(0), ref(0)) is None
    assert path(graph, hyp(0), hyp(2)) is None
    assert lowest_common_ancestor(graph, [ref(0), ref(1)]) == ref(1)
    assert lowest_common_ancestor(graph, [hyp(1), ref(1)]) is None


@pytest.mark.parametrize("link", [(4, 0), (0, 3), (-1, 0)])
def test_a_link_to_nowhere_is_refused(link: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=f"a link {link[0]}-{link[1]} between texts of 4 and 3 tokens"):
        pair_graph(dependency_graph(MINE), dependency_graph(THEIRS), [link])


def test_one_text_may_be_empty() -> None:
    graph = pair_graph(dependency_graph(EMPTY), dependency_graph(THEIRS), [])
    assert components(graph) == ((ref(0), ref(1), ref(2)),)


def sentences_joined(mine: Analysis, theirs: Analysis, links: Sequence[tuple[int, int]]) -> set[frozenset[Word]]:
    """Sentences of both sides, merged for each link between two groups."""
    groups = []
    for side, text in ((hyp, mine), (ref, theirs)):
        for offset, sentence in zip(text.offsets, text.sentences, strict=True):
            groups.append(frozenset(side(offset + place) for place in range(len(sentence.tokens))))
    for one, two in links:
        touched = [group for group in groups if hyp(one) in group or ref(two) in group]
        groups = [group for group in groups if group not in touched] + [frozenset().union(*touched)]
    return set(groups)


@given(analyses(), analyses())
def test_components_are_sentences_joined_by_links(mine: Analysis, theirs: Analysis) -> None:
    links = align_words(mine, theirs)
    graph = pair_graph(dependency_graph(mine), dependency_graph(theirs), links)
    assert set(map(frozenset, components(graph))) == sentences_joined(mine, theirs, links)
    assert {group for group in components(graph, (LINK,)) if len(group) > 1} == {(hyp(a), ref(b)) for a, b in links}

"""Shapes of trees."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from helpers.trees import parsed, trees
from meantree.analysis.tree import DependencyTree
from meantree.search.search_units import is_projective


def below(tree: DependencyTree, token: int, head: int) -> bool:
    while token >= 0 and token != head:
        token = tree.heads[token]
    return token == head


@given(st.integers(1, 7).flatmap(trees))
def test_a_projective_tree_has_all_words_below_the_arcs_over_them(tree: DependencyTree) -> None:
    expected = all(
        below(tree, between, head)
        for dependent, head, _ in tree.arcs()
        for between in range(min(dependent, head), max(dependent, head))
    )
    assert is_projective(tree) == expected


def test_each_sentence_has_a_root_of_its_own() -> None:
    assert is_projective(parsed("a:2:x b:0:root c:2:x", "d:0:root e:1:x").tree())
    assert not is_projective(parsed("a:2:x b:0:root", "d:3:x e:0:root f:2:x").tree())

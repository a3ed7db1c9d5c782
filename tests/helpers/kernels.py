"""The tree kernel as the textbook has it, to compare with."""

from __future__ import annotations

from meantree.metrics.tree_kernels import Grammar


def textbook_kernel(one: Grammar, two: Grammar, decay: float) -> float:
    """Collins & Duffy (2001): the sum of C(n1, n2) over all pairs of nodes."""
    known: dict[tuple[int, int], float] = {}

    def common(n1: int, n2: int) -> float:
        if (n1, n2) not in known:
            known[n1, n2] = 0.0
            if one.productions[n1] == two.productions[n2]:
                value = decay
                for child1, child2 in zip(one.children[n1], two.children[n2], strict=True):
                    inner = child1 in one.productions and child2 in two.productions
                    value *= 1 + (common(child1, child2) if inner else 0.0)
                known[n1, n2] = value
        return known[n1, n2]

    return sum(common(n1, n2) for n1 in one.productions for n2 in two.productions)

"""Convolution tree kernels (Collins & Duffy 2001) as metrics (Liu & Gildea 2005, section 3.2).

Only pairs of nodes with equal productions are visited (Moschitti 2006), in logarithms where a float would overflow.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import bottom_up
from meantree.errors import UsageError
from meantree.metrics.compared_words import Case, folded
from meantree.metrics.derivation import SCORE, Derivation, Deriver
from meantree.metrics.evidence import Evidence, Place, Unit
from meantree.metrics.metric import LONGEST_PAIR, CompareOn, Level, Metric, Statistics
from meantree.metrics.pair import Pair
from meantree.metrics.tree_precisions import escaped

FRAGMENTS, OTHERS = "fragments", "unmatched"
LARGEST_LOG = 350.0
"""Logarithms of kernels within ± this value can be multiplied as floats without overflow or loss of digits."""
Places = tuple[int, int]
Production = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grammar:
    """The productions of a text's trees.

    Attributes:
        productions: a node's label and those of its children, children before their parents.
        children: the nodes below each node, in surface order.
        tokens: the token that a node stands for, -1 for a phrase.
        words: all words, for texts without a production.
        places: the nodes of each production.
    """

    productions: dict[int, Production]
    children: Sequence[Sequence[int]]
    tokens: Sequence[int]
    words: tuple[str, ...]
    places: dict[Production, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        places: dict[Production, list[int]] = {}
        for node, production in self.productions.items():
            places.setdefault(production, []).append(node)
        object.__setattr__(self, "places", places)


@dataclass(frozen=True, slots=True)
class _Kernel(Metric):
    """Base of both kernels; ``decay`` is Collins and Duffy's λ, written ``lambda`` in a spec."""

    name: ClassVar[str]
    max_tokens: ClassVar[int | None] = LONGEST_PAIR

    decay: float = 1.0
    case: Case = "fold"

    def __post_init__(self) -> None:
        if not 0 < self.decay <= 1:
            raise UsageError(f"{self.name}: lambda={self.decay}, expected a number above 0, at most 1")

    def statistics(self, pair: Pair) -> Statistics:
        hyp, *refs = map(self._grammar, pair.texts)
        own = kernel(hyp, hyp, self.decay)
        return np.array([max(_cosine(hyp, ref, own, self.decay) for ref in refs), 1.0])

    def score(self, statistics: Statistics, *, level: Level) -> float | None:  # noqa: ARG002  # the same at all levels
        return float(min(1.0, statistics[0] / statistics[1]))

    def evidence(self, pair: Pair) -> Evidence:
        hyp, *refs = map(self._grammar, pair.texts)
        own = kernel(hyp, hyp, self.decay)
        cosines = [_cosine(hyp, ref, own, self.decay) for ref in refs]
        best = cosines.index(max(cosines))
        units = list(self._units(hyp, refs[best], own, best))
        if not units and cosines[best]:
            units = [Unit(FRAGMENTS, " ".join(hyp.words), 1.0, 1.0, 1.0)]
        facts = _kernel_facts(hyp, refs[best], self.decay)
        return Evidence(tuple(sorted(units, key=lambda unit: (unit.kind, -unit.matched))), best, facts)

    def statistics_of(self, evidence: Evidence) -> Statistics:
        return np.array([min(1.0, sum(unit.matched for unit in evidence.units)), 1.0])

    def derivation(self, evidence: Evidence) -> Derivation | None:
        deriver = Deriver(evidence.units)
        if not evidence.facts:  # texts without productions are equal or not
            deriver.step(SCORE, deriver.total("equal_texts", FRAGMENTS, "matched"))
            return deriver.done()
        for name, value in evidence.facts.items():
            deriver.fact(name, value)
        if "log_K_hr" in evidence.facts:
            formula = "exp(log_K_hr - (log_K_hh + log_K_rr) / 2)"
        elif "log_K_hh" in evidence.facts:  # no common fragment: K_hr is 0, which has no logarithm
            formula = "K_hr * exp(-log_K_hh / 2) * exp(-log_K_rr / 2)"
        else:
            formula = "K_hr / sqrt(K_hh * K_rr)"
        deriver.step(SCORE, formula)
        return deriver.done()

    def _grammar(self, text: Analysis) -> Grammar:
        raise NotImplementedError

    def _place(self, nodes: Sequence[int], grammar: Grammar) -> Place:
        """Return the place of a fragment whose expanded nodes are ``nodes``."""
        raise NotImplementedError

    def _units(self, hyp: Grammar, ref: Grammar, own: float, best: int) -> Iterator[Unit]:
        before: tuple[tuple[Place, ...], ...] = ((),) * best
        pairs = matched_pairs(hyp, ref, self.decay)
        ref_own = kernel(ref, ref, self.decay)
        for top, inside in fragments(hyp, ref, pairs):
            share = math.fsum(math.exp(pairs[pair] - (own + ref_own) / 2) for pair in inside)
            hyp_nodes, ref_nodes = zip(*inside, strict=True)
            places = (self._place(hyp_nodes, hyp),), (self._place(ref_nodes, ref),)
            label = bracketed(top, hyp, set(hyp_nodes))
            yield Unit(FRAGMENTS, label, share, share, share, places[0], (*before, places[1]))
        for side, grammar, total in ((0, hyp, own), (1, ref, ref_own)):
            weights = own_weights(grammar, self.decay)
            used = {pair[side] for pair in pairs}
            for node in grammar.productions:
                if node not in used:
                    share = math.exp(weights[node] - total)
                    place = (self._place([node], grammar),)
                    label = bracketed(node, grammar, {node})
                    if side == 0:
                        yield Unit(OTHERS, label, share, 0.0, 0.0, place, ())
                    else:
                        yield Unit(OTHERS, label, 0.0, share, 0.0, (), (*before, place))


@dataclass(frozen=True, slots=True)
class Tk(_Kernel):
    """Cosine of the tree kernel over constituency trees with words; in [0, 1], higher is better.

    The kernel counts common fragments: parts of a tree with one production at least, each node with all its children
    or none; a fragment of n productions has weight ``lambda``^n. Kernels are summed over all pairs of trees of two
    texts. Of several references the most similar one counts. Documents and systems are means over segments.
    Texts of up to 1,500 tokens.

    Statistics: shape (2,): the cosine, and 1. A unit of the evidence is a largest common fragment; ``matched`` is its
    part of the cosine.
    """

    name: ClassVar[str] = "tk"
    paper: ClassVar[str] = "Liu & Gildea 2005; Collins & Duffy 2001"
    structure: ClassVar[CompareOn] = "constituents"
    needs: ClassVar[Layers] = Layers(1, 1)

    def _grammar(self, text: Analysis) -> Grammar:
        tree = text.constituency()
        if tree is None:
            raise ValueError("tk was given a text without constituency trees")
        children, labels, size = tree.children(), tree.labels, len(tree)
        tokens = [-1] * size
        words = tuple(folded(token.text, self.case) for token in text.tokens)
        for token, leaf in enumerate(tree.leaves()):
            tokens[leaf] = token
        productions = {}
        for node in range(size - 1, -1, -1):
            token = tokens[node]
            below = [labels[child] for child in children[node]] if token < 0 else [f"'{words[token]}"]
            productions[node] = (labels[node], *below)
        return Grammar(productions, children, tokens, words)

    def _place(self, nodes: Sequence[int], grammar: Grammar) -> Place:
        below = {child for node in nodes for child in grammar.children[node]}.difference(nodes)
        tokens = (grammar.tokens[node] for node in nodes if grammar.tokens[node] >= 0)
        return Place(tuple(sorted(tokens)), nodes=tuple(sorted(nodes)), frontier=tuple(sorted(below)))


@dataclass(frozen=True, slots=True)
class Dtk(_Kernel):
    """Cosine of the tree kernel over dependency trees; in [0, 1], higher is better.

    As :class:`Tk`; a production is a head word with all its dependents in surface order. Two texts of lone words,
    without a production, score 1 if they are equal, else 0. Texts of up to 1,500 tokens.
    """

    name: ClassVar[str] = "dtk"
    paper: ClassVar[str] = "Liu & Gildea 2005"
    structure: ClassVar[CompareOn] = "dependencies"
    needs: ClassVar[Layers] = Layers(1)

    def _grammar(self, text: Analysis) -> Grammar:
        tree = text.tree()
        words = tuple(escaped(folded(token.text, self.case)) for token in text.tokens)
        children = tree.children()
        productions = {
            node: (words[node], *(words[child] for child in children[node]))
            for node in bottom_up(tree.heads)
            if children[node]
        }
        return Grammar(productions, children, range(len(words)), words)

    def _place(self, nodes: Sequence[int], grammar: Grammar) -> Place:
        arcs = tuple((child, node) for node in nodes for child in grammar.children[node])
        return Place(tuple(sorted({*nodes, *(child for child, _ in arcs)})), arcs)


def matched_pairs(first: Grammar, second: Grammar, decay: float) -> dict[Places, float]:
    """Return log C(n1, n2) of every pair of nodes with the same production (Collins & Duffy 2001, section 3).

    exp C is the weighted number of common fragments that are rooted in both.
    """
    log_decay = math.log(decay)
    logs: dict[Places, float] = {}
    first_children, second_children, places = first.children, second.children, second.places
    get, log1p, exp = logs.get, math.log1p, math.exp
    for node, production in first.productions.items():
        if production not in places:
            continue
        below = first_children[node]
        for second_node in places[production]:
            value = log_decay
            for pair in zip(below, second_children[second_node], strict=True):
                inner = get(pair)
                if inner is not None:
                    value += inner + log1p(exp(-inner)) if inner > 0 else log1p(exp(inner))
            logs[node, second_node] = value
    return logs


def own_weights(grammar: Grammar, decay: float) -> dict[int, float]:
    """Return log C(n, n) of every node."""
    logs: dict[int, float] = {}
    for node in grammar.productions:
        inner = (logs[child] for child in grammar.children[node] if child in logs)
        # log(1 + e^log) without overflow
        below = (log + math.log1p(math.exp(-log)) if log > 0 else math.log1p(math.exp(log)) for log in inner)
        logs[node] = sum(below, math.log(decay))
    return logs


def kernel(first: Grammar, second: Grammar, decay: float) -> float:
    """Return the log of the kernel, the weighted number of pairs of equal fragments; −∞ if there is none."""
    total = _small_kernel(first, second, decay)
    if total < math.inf:
        return math.log(total) if total else -math.inf
    return _log_sum(list(matched_pairs(first, second, decay).values()))


def _small_kernel(first: Grammar, second: Grammar, decay: float) -> float:
    """Return the kernel, infinity on overflow; several times as fast as in logarithms."""
    weights: dict[Places, float] = {}
    first_children, second_children, places, get = first.children, second.children, second.places, weights.get
    for node, production in first.productions.items():
        if production not in places:
            continue
        below = first_children[node]
        for second_node in places[production]:
            value = decay
            if below:
                for pair in zip(below, second_children[second_node], strict=True):
                    value *= 1.0 + get(pair, 0.0)
            weights[node, second_node] = value
    return sum(weights.values())


def _log_sum(logs: list[float]) -> float:
    if not logs:
        return -math.inf
    top = max(logs)
    return top + math.log(math.fsum([math.exp(value - top) for value in logs]))


def _cosine(hyp: Grammar, ref: Grammar, own: float, decay: float) -> float:
    if not hyp.productions and not ref.productions:
        return float(hyp.words == ref.words and bool(hyp.words))
    if not hyp.productions or not ref.productions:
        return 0.0
    return min(1.0, math.exp(kernel(hyp, ref, decay) - (own + kernel(ref, ref, decay)) / 2))


def _kernel_facts(hyp: Grammar, ref: Grammar, decay: float) -> dict[str, float]:
    """Return the kernels of a cosine, or their logarithms if the product would overflow; empty without productions."""
    if not hyp.productions or not ref.productions:
        return {}
    pairs = {"K_hr": (hyp, ref), "K_hh": (hyp, hyp), "K_rr": (ref, ref)}
    logs = {name: kernel(*grammars, decay) for name, grammars in pairs.items()}
    if max(abs(logs["K_hh"]), abs(logs["K_rr"])) < LARGEST_LOG:
        return {name: _small_kernel(*grammars, decay) for name, grammars in pairs.items()}
    if logs["K_hr"] > -math.inf:
        return {f"log_{name}": log for name, log in logs.items()}
    return {"K_hr": 0.0, "log_K_hh": logs["K_hh"], "log_K_rr": logs["K_rr"]}


def fragments(hyp: Grammar, ref: Grammar, pairs: dict[Places, float]) -> Iterator[tuple[int, list[Places]]]:
    """Yield the largest common fragments: the hypothesis' top node and all pairs of expanded nodes."""
    inner = {
        child_pair
        for hyp_node, ref_node in pairs
        for child_pair in zip(hyp.children[hyp_node], ref.children[ref_node], strict=True)
        if child_pair in pairs
    }
    for top in pairs:
        if top in inner:
            continue
        inside, stack = [], [top]
        while stack:
            pair = stack.pop()
            inside.append(pair)
            stack += [
                child_pair
                for child_pair in zip(hyp.children[pair[0]], ref.children[pair[1]], strict=True)
                if child_pair in pairs
            ]
        yield top[0], inside


def bracketed(top: int, grammar: Grammar, expanded: set[int]) -> str:
    """Return a fragment in brackets; nodes outside of ``expanded`` are printed as labels."""
    written: dict[int, str] = {}
    for node in _bottom_up(top, grammar, expanded):
        label, *labels = grammar.productions[node]
        below = grammar.children[node]
        if below:
            labels = [written.pop(child, name) for child, name in zip(below, labels, strict=True)]
        else:
            labels = [word.removeprefix("'") for word in labels]
        written[node] = f"({label} {' '.join(labels)})"
    return written[top]


def _bottom_up(top: int, grammar: Grammar, expanded: set[int]) -> list[int]:
    """Return the expanded nodes of a fragment, children first; without recursion, as trees can be deep."""
    nodes, waiting = [], [top]
    while waiting:
        node = waiting.pop()
        nodes.append(node)
        waiting += [child for child in grammar.children[node] if child in expanded]
    return nodes[::-1]

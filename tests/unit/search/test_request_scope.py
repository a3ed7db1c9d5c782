"""Which texts a request looks at."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from helpers.requests import brute_matches, requests, units
from meantree.analysis.layers.required import Layers
from meantree.metrics.registry import metric
from meantree.search.request_parsing import parse_request
from meantree.search.request_scope import BOTH, Scope
from meantree.search.search_units import Unit


@given(requests(), units(max_size=3))
def test_nothing_is_found_in_a_text_that_is_not_looked_at(text: str, unit: Unit) -> None:
    request = parse_request(text)
    sides = Scope.of(request).sides
    alone = replace(unit, texts={side: unit.texts[side] for side in unit.texts if side in sides})
    if len(sides) == 1:
        assert brute_matches(request, replace(alone, links=())) == brute_matches(request, unit)
    else:
        assert sides == BOTH


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("pattern { X[side=ref] }", {"reference"}),
        ("pattern { X[side=ref]; X -> Y; Y < Z }", {"reference"}),
        ("pattern { X -> Y; Y -> Z; Z[side=ref] }", {"reference"}),
        ("pattern { X[side=ref]; Y[] }", BOTH),
        ("pattern { X[side=hyp] } without { X -> Y }", {"hypothesis"}),
        ("pattern { X[side=hyp] } without { X -[align]-> Y }", BOTH),
        ("pattern { X[side=ref, status=missed] }", BOTH),
        ('pattern { X[side=ref] } global { feature="f" }', BOTH),
        ("pattern { X[side=ref, upos=VERB]|[side=ref, lemma=a] }", {"reference"}),
        ("pattern { X[side=ref]|[side=hyp] }", BOTH),
        ("pattern { }", BOTH),
    ],
)
def test_sides(text: str, sides: frozenset[str]) -> None:
    assert Scope.of(parse_request(text)).sides == sides


@pytest.mark.parametrize(
    ("text", "spec", "depth"),
    [
        ("global { document=a }", None, Layers()),
        ("global { length > 2 }", None, Layers(1)),
        ("pattern { X[] }", "hwcm", Layers(1)),
        ("pattern { X[ent] }", None, Layers(1, entities=1)),
        ("pattern { X -[align]-> Y }", None, Layers(1, entities=1)),
        ("pattern { X -[role]-> Y }", None, Layers(1, roles=1)),
        ("pattern { X[status=missed] }", "hwcm", Layers(1) | metric("hwcm").needs),
        ("pattern { X[] } without { X.status = X.status }", "bleu", Layers(1)),
    ],
)
def test_texts_are_analysed_as_deep_as_it_takes(text: str, spec: str | None, depth: Layers) -> None:
    chosen = metric(spec) if spec is not None else None
    assert Scope.of(parse_request(text)).layers(chosen) == depth

"""Which metrics there are, and how a spec string such as ``dpm:parts=dl,lh,nbest=1`` becomes one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from meantree.errors import UsageError
from meantree.escaping import did_you_mean, quoted, shortened
from meantree.lazy import LazyMapping
from meantree.metrics.base import Metric
from meantree.metrics.options import SPELLINGS, options_of, words_of

METRICS: Mapping[str, type[Any]] = LazyMapping(
    "meantree.metrics",
    {
        "hwcm": "syntax.hwcm.Hwcm",
        "stm": "syntax.subtrees.Stm",
        "dstm": "syntax.subtrees.Dstm",
        "tk": "syntax.kernels.Tk",
        "dtk": "syntax.kernels.Dtk",
        "dpm": "syntax.dpm.Dpm",
        "edpm": "syntax.dpm.Dpm",  # exactly dpm with its defaults
        "sepia": "syntax.sepia.Sepia",
        "bleu": "lexical.bleu.Bleu",
        "nist": "lexical.nist.Nist",
        "meteor": "lexical.meteor.Meteor",
        "chrf": "lexical.chrf.Chrf",
        "ter": "edits.ter.Ter",
        "wer": "edits.error_rates.Wer",
        "per": "edits.error_rates.Per",
        "cder": "edits.cder.Cder",
        "hmeant": "frames.hmeant.Hmeant",
        "meant": "frames.meant.Meant",
        "bleu-r": "regression.metrics.BleuR",
        "nist-r": "regression.metrics.NistR",
        "ter-r": "regression.metrics.TerR",
        "meteor-r": "regression.metrics.MeteorR",
        "mt-r": "regression.metrics.MtR",
        "rte-r": "regression.metrics.RteR",
        "mt+rte-r": "regression.metrics.MtRteR",
    },
)
"""Public names; once released a name keeps its meaning."""

OFFERED = (
    *("hwcm", "stm", "dstm", "tk", "dtk", "edpm", "sepia", "meant"),
    *("bleu", "nist", "meteor", "chrf", "ter", "wer", "per", "cder"),
    *("mt-r", "rte-r", "mt+rte-r"),
    "hmeant",
)
"""What is offered where nobody asks for certain metrics, in the order of columns: every metric under one name, but for
the regression metrics that are a part of ``mt-r``."""
OVERVIEW = frozenset({"hwcm", "stm", "edpm", "bleu", "ter", "hmeant"})
"""Those of them that a first look shows: few of each family."""

LONGEST_NUMBER = 40
"""Characters of a number; no option takes more."""


def metric(spec: str) -> Metric:
    """The metric that ``name`` or ``name:key=value,key=value`` describes.

    An item without ``=`` continues the list before it.

    Raises:
        UsageError: for an unknown name or option, or a value that the option does not take.
    """
    name, _, options = spec.partition(":")
    if name not in METRICS:
        raise UsageError(f"there is no metric {did_you_mean(name, METRICS)}; there are {', '.join(sorted(METRICS))}")
    factory = METRICS[name]
    kinds = {SPELLINGS.get(key, key): get_type_hints(factory)[key] for key in options_of(factory)}
    names = {SPELLINGS.get(key, key): key for key in options_of(factory)}
    values = {key: _value(spec, key, items, kinds) for key, items in _items(spec, options).items()}
    configured: Metric = factory(**{names[key]: value for key, value in values.items()})
    return configured


def _items(spec: str, options: str) -> dict[str, list[str]]:
    items: dict[str, list[str]] = {}
    key = ""
    for item in options.split(",") if options else []:
        head, equals, value = item.partition("=")
        if equals:
            key = head.strip()
            if key in items:
                raise UsageError(f"{shortened(spec)}: option {quoted(key)} is given twice")
            items[key] = [value.strip()]
        elif not key:
            raise UsageError(f"{shortened(spec)}: found {quoted(item)}, expected key=value after the colon")
        else:
            items[key].append(item.strip())
    return items


def _value(spec: str, key: str, items: list[str], kinds: Mapping[str, Any]) -> object:
    if key not in kinds:
        there = ", ".join(kinds)
        raise UsageError(f"{shortened(spec)}: unknown option {did_you_mean(key, kinds)}; this metric has {there}")
    kind, text = kinds[key], ",".join(items)
    words = words_of(kind)
    if get_origin(kind) is tuple:
        return tuple(items)
    if kind is str or text in words:
        return text
    if get_origin(kind) is Literal:
        raise UsageError(f"{shortened(spec)}: {key}={shortened(text)}, expected {' or '.join(words)}")
    number = get_args(kind)[0] if words else kind
    wanted = {int: "a whole number", float: "a number"}[number]
    if len(text) > LONGEST_NUMBER:
        found = f"{key}={shortened(text)}"
        raise UsageError(f"{shortened(spec)}: {found}, expected {wanted} of at most {LONGEST_NUMBER} digits")
    try:
        return number(text)
    except ValueError:
        wanted = " or ".join((wanted, *words))
        raise UsageError(f"{shortened(spec)}: {key}={shortened(text)}, expected {wanted}") from None

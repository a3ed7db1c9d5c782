"""Which metrics there are, and how a spec string such as ``dpm:parts=dl,lh,nbest=1`` becomes one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from meantree.errors import UsageError
from meantree.metrics.base import Metric
from meantree.metrics.edits.cder import Cder
from meantree.metrics.edits.error_rates import Per, Wer
from meantree.metrics.edits.ter import Ter
from meantree.metrics.frames.hmeant import Hmeant
from meantree.metrics.frames.meant import Meant
from meantree.metrics.lexical.bleu import Bleu
from meantree.metrics.lexical.chrf import Chrf
from meantree.metrics.lexical.meteor import Meteor
from meantree.metrics.lexical.nist import Nist
from meantree.metrics.options import SPELLINGS, options_of
from meantree.metrics.regression.metrics import BleuR, MeteorR, MtR, MtRteR, NistR, RteR, TerR
from meantree.metrics.syntax.dpm import Dpm
from meantree.metrics.syntax.hwcm import Hwcm
from meantree.metrics.syntax.kernels import Dtk, Tk
from meantree.metrics.syntax.sepia import Sepia
from meantree.metrics.syntax.subtrees import Dstm, Stm
from meantree.shown import misnamed, quoted, shortened

METRICS: Mapping[str, type[Any]] = {
    "hwcm": Hwcm,
    "stm": Stm,
    "dstm": Dstm,
    "tk": Tk,
    "dtk": Dtk,
    "dpm": Dpm,
    "edpm": Dpm,  # exactly dpm with its defaults
    "sepia": Sepia,
    "bleu": Bleu,
    "nist": Nist,
    "meteor": Meteor,
    "chrf": Chrf,
    "ter": Ter,
    "wer": Wer,
    "per": Per,
    "cder": Cder,
    "hmeant": Hmeant,
    "meant": Meant,
    "bleu-r": BleuR,
    "nist-r": NistR,
    "ter-r": TerR,
    "meteor-r": MeteorR,
    "mt-r": MtR,
    "rte-r": RteR,
    "mt+rte-r": MtRteR,
}
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
        raise UsageError(f"there is no metric {misnamed(name, METRICS)}; there are {', '.join(sorted(METRICS))}")
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
        raise UsageError(f"{shortened(spec)}: unknown option {misnamed(key, kinds)}; this metric has {there}")
    kind, text = kinds[key], ",".join(items)
    if get_origin(kind) is tuple:
        return tuple(items)
    if get_origin(kind) is Literal:
        if text not in get_args(kind):
            raise UsageError(f"{shortened(spec)}: {key}={shortened(text)}, expected {' or '.join(get_args(kind))}")
        return text
    if kind is str:
        return text
    wanted = {"int": "a whole number", "float": "a number"}[kind.__name__]
    if len(text) > LONGEST_NUMBER:
        found = f"{key}={shortened(text)}"
        raise UsageError(f"{shortened(spec)}: {found}, expected {wanted} of at most {LONGEST_NUMBER} digits")
    try:
        return kind(text)
    except ValueError:
        raise UsageError(f"{shortened(spec)}: {key}={shortened(text)}, expected {wanted}") from None

"""Which metrics there are, and how a spec string such as ``dpm:parts=dl,lh,nbest=1`` becomes one."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from meantree import __version__
from meantree.errors import UsageError
from meantree.metrics.base import Metric
from meantree.metrics.bleu import Bleu
from meantree.metrics.cder import Cder
from meantree.metrics.chrf import Chrf
from meantree.metrics.dpm import Dpm
from meantree.metrics.error_rates import Per, Wer
from meantree.metrics.hmeant import Hmeant
from meantree.metrics.hwcm import Hwcm
from meantree.metrics.kernels import Dtk, Tk
from meantree.metrics.meant import Meant
from meantree.metrics.meteor import Meteor
from meantree.metrics.nist import Nist
from meantree.metrics.sepia import Sepia
from meantree.metrics.subtrees import Dstm, Stm
from meantree.metrics.ter import Ter
from meantree.shown import quoted, shortened

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
}
"""Public names; once released a name keeps its meaning."""

LONGEST_NUMBER = 40
"""Characters of a number; no option takes more."""
SPELLINGS = {"decay": "lambda"}
"""Options whose public name is no name in Python."""


def metric(spec: str) -> Metric:
    """The metric that ``name`` or ``name:key=value,key=value`` describes.

    An item without ``=`` continues the list before it.

    Raises:
        UsageError: for an unknown name or option, or a value that the option does not take.
    """
    name, _, options = spec.partition(":")
    if name not in METRICS:
        raise UsageError(f"there is no metric {quoted(name)}; there are {', '.join(sorted(METRICS))}")
    factory = METRICS[name]
    kinds = {SPELLINGS.get(key, key): get_type_hints(factory)[key] for key in _options(factory)}
    names = {SPELLINGS.get(key, key): key for key in _options(factory)}
    values = {key: _value(spec, key, items, kinds) for key, items in _items(spec, options).items()}
    configured: Metric = factory(**{names[key]: value for key, value in values.items()})
    return configured


def _options(configured: Any) -> list[str]:
    """The fields that a user may set; what a metric learned from the corpus is none."""
    return [field.name for field in dataclasses.fields(configured) if not field.metadata.get("learned")]


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
        raise UsageError(f"{shortened(spec)}: unknown option {quoted(key)}; this metric has {', '.join(kinds)}")
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


def signature(configured: Metric, *, references: int, analyser: str, annotator: str = "none") -> str:
    """Everything that must be the same to get the same score again.

    ``name|option:value|…|refs:N|analyser:fingerprint|version:…``; the analyser stands only where it takes part, so
    does the annotator of frames.
    """
    parts = [configured.name]
    for name in _options(configured):
        value = getattr(configured, name)
        parts.append(f"{SPELLINGS.get(name, name)}:{','.join(value) if isinstance(value, tuple) else value}")
    parts.append(f"refs:{references}")
    parts += getattr(configured, "resources", ())
    if configured.needs:
        parts.append(f"analyser:{analyser}")
    elif configured.needs.frames:
        parts.append(f"frames:{annotator}")
    else:
        import sacrebleu

        parts.append(f"sacrebleu:{sacrebleu.__version__}")
    return "|".join([*parts, f"version:meantree-{__version__}"])

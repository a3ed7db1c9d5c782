"""What a metric is, in a few sentences for its users, and the paper that it comes from."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping

from meantree.metrics.base import Metric

SOURCES: Mapping[str, str] = {
    "hwcm": "Liu & Gildea 2005",
    "stm": "Liu & Gildea 2005",
    "dstm": "Liu & Gildea 2005",
    "tk": "Liu & Gildea 2005; Collins & Duffy 2001",
    "dtk": "Liu & Gildea 2005",
    "dpm": "Kahn, Ostendorf & Roark 2009",
    "sepia": "Habash & Elkholy 2008",
    "bleu": "Papineni et al. 2002",
    "nist": "Doddington 2002",
    "meteor": "Lavie & Agarwal 2007",
    "chrf": "Popović 2015",
    "ter": "Snover et al. 2006",
    "per": "Tillmann et al. 1997",
    "cder": "Leusch, Ueffing & Ney 2006",
    "hmeant": "Lo & Wu 2012",
    "meant": "Lo, Tumuluru & Wu 2012",
    **dict.fromkeys(("bleu-r", "nist-r", "ter-r", "meteor-r", "mt-r", "rte-r", "mt+rte-r"), "Padó et al. 2009"),
}
"""By the metric's own name; the word error rate has no one source."""
_MARKUP = re.compile(r":class:`(\w+)`|``(.+?)``")


def explanation(metric: Metric) -> str:
    """What is compared and how it is scored, without markup, and the source in brackets."""
    paragraphs = (inspect.getdoc(type(metric)) or "").split("\n\n")
    told = [paragraph for paragraph in paragraphs if not paragraph.startswith("Statistics:")][:2]
    text = _MARKUP.sub(lambda found: found[1] or found[2], " ".join(" ".join(told).split()))
    source = SOURCES.get(metric.name)
    return f"{text} ({source})" if source else text

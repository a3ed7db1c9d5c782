"""What metrics and semantic roles are: a paragraph each, with options, direction and source."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from meantree_gui.help.sheet import Chapter

if TYPE_CHECKING:
    from meantree.analysis.role_guide import RoleGuide
    from meantree.metrics.registry import Option

PADDED = "padding: 2px 12px 2px 0"


def metric_chapters() -> list[Chapter]:
    """Every metric that there is, in the order in which they are offered."""
    from meantree.metrics.registry import METRICS, OFFERED, metric

    names = (*OFFERED, *(name for name in METRICS if name not in OFFERED))
    return [_metric(name, metric(name)) for name in names]


def role_chapters() -> list[Chapter]:
    """The predicate and the eleven roles."""
    from meantree.analysis.role_guide import role_guides

    return [_role(guide) for guide in role_guides()]


def _metric(name: str, chosen: Any) -> Chapter:
    from meantree.metrics.registry import describe_options, explanation

    told = explanation(chosen)
    better = "Higher is better." if chosen.higher_is_better else "An error rate: lower is better."
    rows = describe_options(chosen)
    head = "".join(f"<td style='{PADDED}'><i>{title}</i></td>" for title in ("option", "at first", "takes", "meaning"))
    options = "".join(f"<tr>{_cells(one)}</tr>" for one in rows)
    table = f"<h4>Options</h4><table><tr>{head}</tr>{options}</table>" if rows else ""
    written = f"<p>On the command line: <code>--metric {escape(_spec(name, rows))}</code></p>"
    body = f"<h3>{escape(name)}</h3><p>{escape(told)}</p><p>{better} Compares {escape(chosen.structure)}.</p>"
    return Chapter(name, body + table + written, f"{told} {chosen.structure} {' '.join(one.meaning for one in rows)}")


def _cells(one: Option) -> str:
    texts = f"<b>{escape(one.name)}</b>", escape(_broken(one.value)), escape(one.takes), escape(one.meaning)
    return "".join(f"<td style='{PADDED}'>{text}</td>" for text in texts)


def _broken(value: str) -> str:
    """Lists may be broken behind each comma."""
    return value.replace(",", ", ")


def _spec(name: str, rows: list[Option]) -> str:
    option = next(iter(rows), None)
    return f"{name}:{option.name}={option.value}" if option else name


def _role(guide: RoleGuide) -> Chapter:
    before, _, after = guide.example.partition(guide.filler)
    example = f"{escape(before)}<b>{escape(guide.filler)}</b>{escape(after)}"
    body = (
        f"<h3>{escape(guide.role)}</h3><p><i>{escape(guide.question)}</i></p><p>{escape(guide.definition)}</p>"
        f"<p>Example: {example}</p>"
    )
    return Chapter(guide.role, body, f"{guide.question} {guide.definition}")

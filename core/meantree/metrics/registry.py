"""The names of metrics, their options, and specs such as ``dpm:parts=dl,lh,nbest=1``.

A new metric needs a line in :data:`METRICS`, :data:`DISTINCT`, ``_LIMITS`` and ``_COMPARES``, and one in
:data:`MEANINGS` for each option that is new.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from meantree.corpus.corpus import GIVEN, RATERS_KINDS
from meantree.errors import MeantreeError, UsageError
from meantree.escaping import did_you_mean, quoted, shortened
from meantree.language.languages import DEFAULT_TOKENIZER, ENGLISH, Language
from meantree.lazy import PluggableMapping, unusable_plugin, warn_of_plugin, wrong_plugin
from meantree.metrics.compared_words import require_tokenizer
from meantree.metrics.metric import Metric

YesNo = Literal["no", "yes"]
DEFAULT_LANGUAGE: Final = Language(ENGLISH)
SPELLINGS = {"decay": "lambda"}
"""The public names of options whose names are keywords in Python."""
_GIVEN: Final = GIVEN.rstrip(":")
"""The name of metrics whose scores come from files; it is none of :data:`METRICS`, which compute theirs."""
_WEIGHTS: Final = "The weights of the predicate and of each role: all equal, or from a JSON file"
MEANINGS: Final[Mapping[str, tuple[str, str]]] = {
    "case": ("", "Whether words are lower-cased before they are compared"),
    "tokenize": (
        "",
        "The tokenizer of sacrebleu that splits texts into words: by default zh for Chinese, char for Japanese, Korean "
        "and where words have no blanks between them, else 13a",
    ),
    "eps": ("0 to less than 1", "The precision of a size without matches, in segment scores"),
    "d": ("1 to 20", "The maximum depth of counted subtrees, in levels of nodes"),
    "lambda": ("above 0, at most 1", "The decay per production: the smaller, the less large subtrees count"),
    "hwcm.n": ("1 to 20", "The maximum length of headword chains, in words"),
    "stm.words": ("", "Whether words form a level of the tree below their parts of speech"),
    "dstm.labels": ("", "Whether nodes carry the labels of their arcs"),
    "dpm.parts": (
        "some of 1g, 2g, dlh, dl, lh, dh",
        "The counted fragments: words (1g), pairs of adjacent words (2g), parts of arcs (d dependent, l label, h head)",
    ),
    "dpm.nbest": (
        "1 to 50, or all",
        "The number of parses per sentence (n-best): 1 is the best parse alone, all is every tree (with labels=dep "
        "only)",
    ),
    "dpm.gamma": (
        "0 to 10, or auto",
        "The exponent of the parses' probabilities: 0 for equal weights, 1 for the probabilities; auto is 1 with "
        "nbest=all, else 0.25",
    ),
    "dpm.labels": (
        "",
        "The source of arcs: head rules over constituency trees (ab), the dependency parser (dep), or ab where there "
        "are constituency trees, else dep (auto)",
    ),
    "sepia.mode": (
        "some of g1 to g4, sn0 to sn19, spn",
        "The precisions: n-grams (g), head–child pairs weighted by span (sn) or split by span (spn)",
    ),
    "sepia.mean": ("", "The kind of mean of the precisions: arithmetic or harmonic"),
    "sepia.bp": ("", "Whether translations shorter than the shortest reference are penalized"),
    "bleu.smooth": ("", "The smoothing of segment scores, which are 0 without a match of some n-gram length otherwise"),
    "chrf.order": ("1 to 20", "The maximum n-gram length, in characters"),
    "chrf.beta": ("1 to 100", "The weight of recall relative to precision"),
    "nist.n": ("1 to 9", "The maximum n-gram length, in words"),
    "meteor.alpha": ("above 0, less than 1", "The weight of recall relative to precision: equal at .5, larger above"),
    "meteor.beta": (
        "above 0, at most 100",
        "The exponent of the penalty for scattered matches: the larger, the more lenient",
    ),
    "meteor.gamma": ("0 to 1", "The maximum penalty for scattered matches"),
    "hmeant.weights": (
        "uniform, unsupervised or a file",
        f"{_WEIGHTS}, or the relative frequencies of roles in the references",
    ),
    "hmeant.partial": ("0 to 1", "The credit for a partially correct filler, where a correct one gets 1"),
    "hmeant.method": (
        "",
        "The predicate's unsupervised weight: its own frequency (i) or a quarter of the agent's (ii)",
    ),
    "meant.weights": ("uniform or a file", _WEIGHTS),
    "meant.auxiliaries": ("", "Whether auxiliaries, modal verbs and a bare “be” are predicates"),
    "meant.nouns": ("", "Whether bare nouns, which have no filler (“view”, “rule”), are predicates"),
    "meant.similarity": (
        "",
        "The similarity of words: by the lexicon and word vectors, by these and the encoder's contextual vectors, "
        "or by the aligner's links",
    ),
    "weights": ("shipped or a file", "The trained model: the bundled one, or one made by `meantree train regression`"),
}
"""Values and meaning of options, by ``metric.option``, or by option if it has one meaning in all metrics; the values
are empty if the option's type lists them."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a configured metric, in words and as it is written in a spec.

    Attributes:
        choices: all values, if they can be listed; empty if it takes numbers.
        takes: the values it takes, in words.
        meaning: in one line.
    """

    name: str
    value: str
    choices: tuple[str, ...]
    takes: str
    meaning: str
    is_whole: bool


def literal_values(kind: Any) -> tuple[str, ...]:
    """Return the words that an option of this type takes, alone or along with numbers."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(word for part in get_args(kind) for word in literal_values(part)) if get_origin(kind) is Union else ()


def option_names(configured: Any) -> list[str]:
    """Return the Python names of a metric's options, without fields that it learned from a corpus."""
    return [option.name for option in fields(configured) if not option.metadata.get("learned")]


def describe_options(configured: Any) -> list[Option]:
    """Return the options of a configured metric, each with its value, the values it takes and its meaning."""
    kinds = get_type_hints(type(configured))
    return [_option(configured, key, kinds[key]) for key in option_names(configured)]


def spec_with(name: str, configured: Any, values: Mapping[str, str]) -> str:
    """Return the spec of a metric with these values of options, without those equal to ``configured``'s."""
    defaults = {option.name: option.value for option in describe_options(configured)}
    others = ",".join(f"{option}={value}" for option, value in values.items() if value != defaults[option])
    return f"{name}:{others}" if others else name


def _option(configured: Any, key: str, kind: Any) -> Option:
    name, value = SPELLINGS.get(key, key), getattr(configured, key)
    takes, meaning = MEANINGS.get(f"{configured.name}.{name}") or MEANINGS.get(name, ("", ""))
    choices = get_args(kind) if get_origin(kind) is Literal else ()
    written = ",".join(value) if isinstance(value, tuple) else str(value)
    return Option(name, written, choices, takes or " or ".join(choices), meaning, kind is int)


METRICS: PluggableMapping[type[Any]] = PluggableMapping(
    "meantree.metrics",
    {
        "hwcm": "tree_precisions.Hwcm",
        "stm": "tree_precisions.Stm",
        "dstm": "tree_precisions.Dstm",
        "tk": "tree_kernels.Tk",
        "dtk": "tree_kernels.Dtk",
        "dpm": "dpm.Dpm",
        "edpm": "dpm.Dpm",  # exactly dpm with its defaults
        "sepia": "sepia.Sepia",
        "bleu": "bleu.Bleu",
        "nist": "nist.Nist",
        "meteor": "meteor.Meteor",
        "chrf": "chrf.Chrf",
        "ter": "ter.Ter",
        "wer": "error_rates.Wer",
        "per": "error_rates.Per",
        "cder": "error_rates.Cder",
        "hmeant": "hmeant.Hmeant",
        "meant": "meant.Meant",
        "bleu-r": "regression_metrics.BleuR",
        "nist-r": "regression_metrics.NistR",
        "ter-r": "regression_metrics.TerR",
        "meteor-r": "regression_metrics.MeteorR",
        "mt-r": "regression_metrics.MtR",
        "rte-r": "regression_metrics.RteR",
        "mt+rte-r": "regression_metrics.MtRteR",
    },
    "meantree.metrics",
)
"""Classes by public name, those of plug-ins last; a released name keeps its meaning."""

OFFERED: tuple[str, ...] = ("edpm", "hwcm", "stm", "sepia", "meant", "bleu", "chrf", "mt+rte-r", "hmeant")
"""The metrics that the window offers by default, in the order of columns; the first one is in focus."""
DISTINCT: tuple[str, ...] = (
    *("hwcm", "stm", "dstm", "tk", "dtk", "edpm", "sepia", "meant"),
    *("bleu", "nist", "meteor", "chrf", "ter", "wer", "per", "cder"),
    *("mt-r", "rte-r", "mt+rte-r"),
    "hmeant",
)
"""All metrics, each under one name, without the regression metrics whose features are part of ``mt-r``."""
OVERVIEW = frozenset({"hwcm", "stm", "edpm", "bleu", "ter", "hmeant"})
"""Those of them that are shown first: few of each family."""


def in_overview(spec: str) -> bool:
    """Return whether a metric is shown first: one of the overview, or a given one."""
    return spec in OVERVIEW or spec.startswith(GIVEN)


_SURFACE: Final = "who does what to whom, where the words are the same, nor a paraphrase in other words"
_TREES: Final = "a paraphrase in other words, and it takes errors of the parser for errors of the translation"
_LABELS: Final = "the words: a sentence with the same structure and other words is alike"
_LEARNED: Final = (
    "what no feature describes, and it judges other languages and domains by the ratings it was trained on"
)
_LIMITS: Final[Mapping[str, str]] = {
    "hwcm": _TREES,
    "stm": f"{_LABELS} (words=no); it takes errors of the parser for errors of the translation",
    "dstm": _TREES,
    "tk": _TREES,
    "dtk": _TREES,
    "dpm": "a paraphrase in other words; errors of the parser count less, as it weighs several parses",
    "sepia": _TREES,
    "bleu": f"{_SURFACE}; within one sentence it hardly tells good from bad",
    "nist": f"{_SURFACE}; it has no upper bound, and depends on the corpus",
    "meteor": "who does what to whom, where the words are the same",
    "chrf": _SURFACE,
    "ter": f"{_SURFACE}; a lost negation costs as much as a lost article",
    "wer": f"{_SURFACE}; words that move count twice",
    "per": f"{_SURFACE}, nor the order of words",
    "cder": f"{_SURFACE}; extra words of the translation are free",
    "hmeant": "what is in no frame: articles, tense, number, the main verb “be” where the rules leave it out",
    "meant": "what is in no frame: articles, tense, number; errors of the labeller count as errors of the translation",
    **dict.fromkeys(("bleu-r", "nist-r", "ter-r", "meteor-r", "mt-r"), _LEARNED),
    "rte-r": f"{_LEARNED}; it depends on the parser and the alignment of words",
    "mt+rte-r": f"{_LEARNED}; it depends on the parser and the alignment of words",
}
"""What a metric cannot see, by name."""

_COMPARES: Final[Mapping[str, str]] = {
    "hwcm": "chains of heads", "stm": "phrase shapes", "dstm": "dependency shapes", "tk": "subtrees of phrases",
    "dtk": "subtrees of dependencies", "dpm": "expected arcs", "sepia": "spans of arcs", "bleu": "word sequences",
    "nist": "rare word sequences", "meteor": "words and synonyms", "chrf": "letter sequences", "ter": "edits, shifts",
    "wer": "edits", "per": "words in any order", "cder": "edits and jumps", "meant": "who did what",
    "hmeant": "who did what, by people", "rte-r": "predicted by meaning", "mt+rte-r": "predicted adequacy",
    **dict.fromkeys(("bleu-r", "nist-r", "ter-r", "meteor-r", "mt-r"), "predicted by words"),
    _GIVEN: "scores of another tool",
}  # fmt: skip
"""What a metric compares, by name, in words that stand beside it in lists."""

LONGEST_NUMBER = 40
"""The largest number of characters in a number."""


def specs_in(argument: str) -> list[str]:
    """Return the specs in an argument, with the names of metrics as they are registered.

    Commas separate metrics where there is no colon, and given ones: ``BLEU,chrF`` is ``bleu`` and ``chrf``.

    Raises:
        UsageError: if there is none.
    """
    groups = re.split(rf",\s*(?={GIVEN})", argument)
    lists = ([group] if ":" in group.removeprefix(GIVEN) else re.split(r",(?!\s*\w+=)", group) for group in groups)
    specs = [_registered(part) for parts in lists for part in parts if part.strip()]
    if not specs:
        raise UsageError(f"found {quoted(argument)}, expected a metric; there are {', '.join(sorted(METRICS))}")
    return specs


def _registered(spec: str) -> str:
    written, colon, options = spec.strip().partition(":")
    name = written.strip()
    return next((known for known in METRICS if known.lower() == name.lower()), name) + colon + options


def metric(spec: str, language: Language = DEFAULT_LANGUAGE) -> Metric:
    """Return the metric that a spec describes, ``name`` or ``name:key=value,key=value``; the name in any case.

    An item without ``=`` continues the list before it.

    Args:
        language: of the texts, as far as their script tells; it chooses the tokenizer unless the spec does.

    Raises:
        UsageError: for an unknown name or option, or a value that the option does not take.
    """
    name, _, options = _registered(spec).partition(":")
    if name == _GIVEN and "=" not in options.partition(",")[0]:
        options = f"of={options}"
    if "," in name:
        rule = "commas separate metrics without options; name those with options one by one"
        raise UsageError(f"{shortened(spec)}: {rule}")
    if name in RATERS_KINDS:
        hint = "`meantree coverage` and `meantree experiment` compare metrics with it, `meantree report` counts errors"
        raise UsageError(f"{name} is a rating by people, no metric; {hint}")
    if not is_metric(name):
        raise UsageError(f"there is no metric {did_you_mean(name, METRICS)}; there are {', '.join(sorted(METRICS))}")
    factory = _class(name)
    hints = get_type_hints(factory)
    kinds = {SPELLINGS.get(key, key): hints[key] for key in option_names(factory)}
    names = {SPELLINGS.get(key, key): key for key in option_names(factory)}
    values = {key: _value(spec, key, items, kinds) for key, items in _items(spec, options).items()}
    if language.tokenizer in literal_values(kinds.get("tokenize")) and language.tokenizer != DEFAULT_TOKENIZER:
        values.setdefault("tokenize", language.tokenizer)
    require_tokenizer(str(values.get("tokenize", "")))
    try:
        configured: Metric = factory(**{names[key]: value for key, value in values.items()})
    except Exception as error:
        point = METRICS.plugin(name)
        if point is None or isinstance(error, MeantreeError):
            raise
        raise unusable_plugin(point, error) from error
    return configured.in_script(language)


def is_metric(spec: str) -> bool:
    """Return whether there is a metric of the name in a spec."""
    name = spec.partition(":")[0]
    return name == _GIVEN or name in METRICS


def _class(name: str) -> type[Any]:
    if name == _GIVEN:
        from meantree.metrics.given import Given

        return Given
    value, point = METRICS[name], METRICS.plugin(name)
    if point is not None and not (isinstance(value, type) and issubclass(value, Metric) and is_dataclass(value)):
        raise wrong_plugin(point, value, "a subclass of Metric that is a dataclass")
    return value


def usable_metrics() -> dict[str, Metric]:
    """Return all metrics with their defaults, by name; a plug-in that cannot be used is left out with a warning."""
    made = dict[str, Metric]()
    for name in METRICS:
        try:
            made[name] = metric(name)
        except UsageError as error:
            warn_of_plugin(error)
    return made


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
        known = ", ".join(kinds)
        raise UsageError(f"{shortened(spec)}: unknown option {did_you_mean(key, kinds)}; this metric has {known}")
    kind, text = kinds[key], ",".join(items)
    words = literal_values(kind)
    if get_origin(kind) is tuple:
        return tuple(items)
    if kind is str or text in words:
        return text
    if get_origin(kind) is Literal:
        raise UsageError(f"{shortened(spec)}: {key}={shortened(text)}, expected {' or '.join(words)}")
    number = get_args(kind)[0] if words else kind
    wanted = {int: "a whole number", float: "a number"}[number]
    if len(text) > LONGEST_NUMBER:
        value = f"{key}={shortened(text)}"
        raise UsageError(f"{shortened(spec)}: {value}, expected {wanted} of at most {LONGEST_NUMBER} digits")
    try:
        return number(text)
    except ValueError:
        wanted = " or ".join((wanted, *words))
        raise UsageError(f"{shortened(spec)}: {key}={shortened(text)}, expected {wanted}") from None


_MARKUP = re.compile(r":class:`(\w+)`|``(.+?)``")


def compares(metric: Metric) -> str:
    """Return what a metric compares, in a few words; its structure for metrics of plug-ins."""
    return _COMPARES.get(metric.name, metric.structure)


def by_family(metrics: Mapping[str, Metric]) -> dict[str, list[str]]:
    """Return the specs of metrics under the heading of their family, in their order."""
    families: dict[str, list[str]] = {}
    names = {"words": "Words", "frames": "Frames"}
    for spec, each in metrics.items():
        families.setdefault("Ratings" if each.is_trained else names.get(each.structure, "Trees"), []).append(spec)
    return families


def limits(metric: Metric) -> str:
    """Return what a metric cannot see, as the end of a sentence; empty for metrics of plug-ins."""
    return _LIMITS.get(metric.name, "")


def summary(metric: Metric) -> str:
    """Return what a metric is, in one phrase."""
    return explanation(metric).partition(";")[0].partition(". ")[0]


def explanation(metric: Metric) -> str:
    """Return what a metric compares and how it is scored, without markup, and its paper in brackets."""
    paragraphs = (inspect.getdoc(type(metric)) or "").split("\n\n")
    selected = [paragraph for paragraph in paragraphs if not paragraph.startswith("Statistics:")][:2]
    text = _MARKUP.sub(lambda match: match[1].lower() if match[1] else match[2], " ".join(" ".join(selected).split()))
    return f"{text} ({metric.paper})" if metric.paper else text

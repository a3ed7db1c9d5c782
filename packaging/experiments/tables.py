"""The tables of the document, by the name under which the template asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from chosen import Chosen, Column, Given
from outputs import Value
from runs import ANNOTATORS, LANGUAGES

DEV: Final = {language: f"{language}-en/dev" for language in LANGUAGES}
NEWS: Final = ("cs-en", "de-en", "es-en")
ZH: Final = {"corpus": "zh-en"}
LENGTHS: Final = ("length of hypothesis", "length of reference", "chance")
METRICS: Final = (
    *("bleu", "chrf", "ter", "meteor", "hwcm", "stm", "dstm", "tk", "dtk", "sepia", "edpm"),
    *("mt-r", "rte-r", "mt+rte-r"),
)
DUEL: Final = ("rte-r", "mt-r", "meteor", "edpm", "sepia", "ter", "hwcm", "bleu", "chrf")
MODELS: Final = ("bleu-r", "nist-r", "ter-r", "meteor-r", "mt-r", "rte-r", "mt+rte-r")
ROLES: Final = (
    *("agent", "patient", "benefactive", "temporal", "locative", "purpose", "manner", "degree", "modal", "negation"),
    *("other", "predicate (i)", "predicate (ii)"),
)
PAPER_ROLES: Final = ("GALE-A", "GALE-B", "WMT12")


def _measures() -> Mapping[str, Chosen]:
    def segment(head: str, column: str, *, interval: bool = False, run: str = "zh-measures") -> Column:
        return Column(head, run, "measures-segments", column, ZH, interval)

    def system(head: str, column: str) -> Column:
        return Column(head, "zh-measures", "measures-systems", column, ZH)

    def dev(language: str, column: str) -> Column:
        where = {"corpus": DEV[language]}
        return Column(language, "mlqe-measures", "measures-segments", column, where, interval=True)

    kinds = [segment(column, column, interval=True) for column in ("r", "ρ")]
    pairs = [segment(column, column) for column in ("acc_eq", "ε", "Δ r")]
    systems = [system(column, column) for column in ("system r", "system ρ", "SPA")]
    beaten = [Column(metric, "zh-measures", "measures-beaten-1", metric) for metric in DUEL]
    few, tested = ("rte-r", "edpm", "meteor", "chrf", "bleu"), "zh-significance"
    certain = [
        Column("system ρ", tested, "measures-systems", "system ρ", ZH, interval=True),
        Column("SPA", tested, "measures-systems", "SPA", ZH),
        *(Column(f"SPA: p, {metric}", tested, "significance-spa-beaten-1", metric) for metric in few),
        Column("acc_eq", tested, "measures-segments", "acc_eq", ZH),
        *(Column(f"acc_eq: p, {metric}", tested, "significance-acc-beaten-1", metric) for metric in few),
    ]
    return {
        "zh measures": Chosen("metric", (*kinds, *pairs, *systems), (*METRICS, *LENGTHS)),
        "zh beaten": Chosen("metric", tuple(beaten), DUEL),
        "zh significance": Chosen("metric", tuple(certain), few),
        "dev segments": Chosen("metric", tuple(dev(language, "ρ") for language in LANGUAGES), (*METRICS, LENGTHS[0])),
    }


def _pado() -> Mapping[str, Chosen]:
    paper = {
        "Ur": ("49.9", "49.5", "50.1", "49.1", "50.1", "54.5", "55.6"),
        "Ch": ("53.9", "53.1", "50.3", "61.1", "57.3", "58.0", "62.7"),
        "Ar": ("52.5", "50.4", "54.5", "60.1", "55.2", "59.9", "61.1"),
    }
    corpora = [Column(language, "mlqe-pado", "pado-sentences", name) for language, name in DEV.items()]
    mean = Column("mean", "mlqe-pado", "pado-sentences", "mean")
    given = [Given(f"paper: {head}", dict(zip(MODELS, cells, strict=True))) for head, cells in paper.items()]
    groups_of_the_paper: dict[Value, str] = {
        **dict.fromkeys(("alignment", "semantic compatibility", "preservation of reference"), "−.03 or more"),
        "structural alignment": "−.11",
        "insertions and deletions": "−.08",
    }
    groups: list[Column | Given] = [
        Column("features", "mlqe-pado", "pado-ablation", "features"),
        *(Column(f"Δ {language}", "mlqe-pado", "pado-ablation", f"Δ {name}") for language, name in DEV.items()),
        Column("Δ mean", "mlqe-pado", "pado-ablation", "Δ mean"),
        Column("ρ alone, mean", "mlqe-pado", "pado-ablation", "ρ mean"),
        Given("paper: Δ, Ur", groups_of_the_paper),
    ]
    share = "% of training data"
    curve = [Column(model, "mlqe-pado", "pado-learning-curve", "mean ρ", {"metric": model}) for model in MODELS[3:]]
    weights = [Column("group", "mlqe-pado", "pado-weights", "group"), Column("all", "mlqe-pado", "pado-weights", "all")]
    weights += [
        Column(f"without {language}", "mlqe-pado", "pado-weights", f"without {name}") for language, name in DEV.items()
    ]
    return {
        "pado sentences": Chosen("metric", (*corpora, mean, *given), ("bleu", "chrf", "ter", *MODELS)),
        "pado ablation": Chosen("group", tuple(groups)),
        "pado curve": Chosen(share, tuple(curve), (10, 20, 30, 50, 70, 100)),
        "pado weights": Chosen("feature", tuple(weights), most=5),
    }


def _judgements() -> Mapping[str, Chosen]:
    paper = {
        "consistency": ("49.6", "50.2", "51.2", "51.1", "51.5", "51.8", "52.5"),
        "ρ": ("69.3", "70.4", "72.5", "72.6", "73.1", "78.3", "75.8"),
    }
    singles = ("bleu", "chrf", "ter", "nist", "meteor")
    trees = ("hwcm", "dstm", "dtk", "sepia", "edpm:labels=dep,nbest=1")

    def measured(run: str) -> tuple[Column, ...]:
        shares = [
            Column(column, run, "preferences-consistency", column)
            for column in (*NEWS, "mean", "mean best", "mean worst")
        ]
        return *shares, *(Column(f"ρ {column}", run, "preferences-systems", column) for column in (*NEWS, "mean"))

    given = [Given(f"paper: {head}", dict(zip(MODELS, cells, strict=True))) for head, cells in paper.items()]
    return {
        "wmt12": Chosen("metric", (*measured("wmt12-preferences"), *given), (*singles, *trees, *MODELS)),
        "wmt12 structure": Chosen("metric", measured("wmt12-structure"), ("stm", "tk", "edpm", "meant", "rte-r")),
    }


def _liu_gildea() -> Mapping[str, Chosen]:
    families, key = ("BLEU", "HWCM", "STM", "DSTM"), "length or depth"
    rows = (*range(1, 7), "tree kernel")

    def zh(part: str) -> list[Column]:
        where = {**ZH, "translations": part}
        return [Column(family, "zh-syntax", "liu-gildea-segments", family, where) for family in families]

    def dev(language: str) -> list[Column]:
        where = {"corpus": DEV[language], "translations": "all"}
        return [
            Column(f"{language} {family}", "mlqe-syntax", "liu-gildea-segments", family, where) for family in families
        ]

    systems = [Column(f"systems {family}", "zh-syntax", "liu-gildea-systems", family, ZH) for family in families]
    mean = [replace(column, head=f"within {column.head}") for column in zh("mean over systems")]
    return {
        "liu-gildea zh": Chosen(key, (*mean, *systems), rows),
        "liu-gildea dev": Chosen(key, (*dev("et"), *dev("si")), rows),
    }


def _kahn() -> Mapping[str, Chosen]:
    rows, zh, table = ("TER", "BLEU", "EDPM", "chrf", "hwcm"), "zh-syntax", "kahn-documents"
    paper = {
        "Arabic": ("0.51", "−0.40", "−0.61"),
        "Chinese": ("0.19", "−0.19", "−0.25"),
        "all": ("0.39", "−0.32", "−0.47"),
    }
    given = [Given(f"paper: {head}, ΔHTER", dict(zip(rows, cells, strict=False))) for head, cells in paper.items()]
    columns = {**DEV, "all": "all"}
    settings = ("n 1", "n 10, γ .25", "n 50, γ .25", "n 50, γ 1")
    search = [Column(f"zh, {setting}", "zh-kahn-search", "kahn-search", setting, ZH) for setting in settings]
    search += [
        Column(f"{language}, {setting}", "mlqe-kahn-search", "kahn-search", setting, {"corpus": DEV[language]})
        for language in LANGUAGES
        for setting in ("n 1", "n 50, γ .25")
    ]
    return {
        "kahn deltas": Chosen(
            "metric",
            (
                Column("zh-en, Δ of segments", zh, "kahn-differences", "zh-en"),
                Column("zh-en, within systems", zh, table, "zh-en"),
                *given,
            ),
            rows,
        ),
        "kahn documents": Chosen(
            "metric",
            (
                *(Column(f"{head}, DA", "mlqe-syntax", table, name) for head, name in columns.items()),
                *(Column(f"{head}, HTER", "mlqe-hter", table, name) for head, name in columns.items()),
            ),
            rows,
        ),
        "kahn search": Chosen("parts", tuple(search)),
    }


def _lo_wu() -> Mapping[str, Chosen]:
    def deviation(head: str, run: str, corpus: str) -> Column:
        return Column(head, run, "lo-wu-weights", "deviation", {"corpus": corpus})

    et = {"corpus": DEV["et"]}
    given = [Column(f"paper: {data}", "mlqe-lo-wu", "lo-wu-weights", data, et) for data in PAPER_ROLES]
    deviations = [deviation(language, "mlqe-lo-wu", name) for language, name in DEV.items()]
    deviations.append(deviation("zh", "zh-meant", "zh-en"))
    wmt13 = {"corpus": "hmeant-wmt13-en"}
    followed = [
        *(Column(language, "mlqe-lo-wu", "lo-wu-correlations", name) for language, name in DEV.items()),
        Column("zh", "zh-meant", "lo-wu-correlations", "zh-en"),
        *(Column(f"paper: {data}", "mlqe-lo-wu", "lo-wu-correlations", data) for data in PAPER_ROLES),
    ]
    rows = ("supervised, held out", "unsupervised", "uniform")
    others = ("NIST", "METEOR", "TER", "BLEU", "chrf")
    sensitive = [
        Column(f"{annotator}: {column}", f"wmt13-{annotator}", "lo-wu-sensitivity", column, wmt13)
        for annotator in ANNOTATORS
        for column in ("weight", "left out", "largest change")
    ]
    sensitive += [
        Column(f"zh: {column}", "zh-meant", "lo-wu-sensitivity", column, ZH) for column in ("left out", "Δ τ")
    ]
    matched = [
        Column(f"{annotator}, {column}", f"wmt13-{annotator}", "lo-wu-matches", column, wmt13)
        for annotator in (ANNOTATORS[0], ANNOTATORS[2])
        for column in ("more useful", "less useful")
    ]
    counted = [f"{size}-grams" for size in range(1, 5)] + [f"subtrees of depth {depth}" for depth in range(1, 5)]
    counted += ["predicates", "arguments"]
    example = {"more useful": "15 4 1 0 35 6 1 0 2 1", "less useful": "15 4 3 1 34 8 2 0 0 –"}
    paper = [
        Given(f"paper, {column}", dict(zip(counted, cells.split(), strict=True))) for column, cells in example.items()
    ]
    return {
        "lo-wu deviations": Chosen("role", (*deviations, *given), ROLES),
        "lo-wu correlations": Chosen("weights or metric", tuple(followed), (*rows, *others)),
        "lo-wu sensitivity": Chosen("role", tuple(sensitive), ("predicate", "agent", "patient", "modal")),
        "lo-wu matches": Chosen(
            "what matches",
            (*matched, *paper),
            tuple(counted),
        ),
    }


def _sepia() -> Mapping[str, Chosen]:
    segments = [Column(language, "mlqe-syntax", "sepia-segments", name) for language, name in DEV.items()]
    zh = Column("zh", "zh-syntax", "sepia-segments", "zh-en")
    systems = Column("zh, systems", "zh-syntax", "sepia-systems", "zh-en")
    label = Column("what is compared", "mlqe-syntax", "sepia-segments", "what is compared")
    alone = ("g1", "g2", "g4", "sn0", "sn1", "sn2", "spn", "sn1pro")
    combined = ("g1,g2,g3,g4", "sn1,spn", "g1,g2,g3,g4,sn1,spn", "bleu")
    return {"sepia": Chosen("sub-scores", (label, *segments, zh, systems), (*alone, *combined))}


def _faults() -> Mapping[str, Chosen]:
    words = ("bleu", "chrf", "nist", "meteor", "ter", "wer", "per", "cder", "mt-r", "rte-r", "mt+rte-r")
    trees = ("hwcm", "stm", "dstm", "tk", "dtk", "sepia", "edpm", "meant")
    means, other = ("mean of the kinds", "mean of harmless"), "other words"

    def columns(table: str, specs: tuple[str, ...]) -> tuple[Column, ...]:
        return tuple(Column(spec, "faults", table, spec) for spec in specs)

    texts = Column("texts", "faults", "noticed-intact", "texts")
    return {
        "faults words": Chosen("kind", (texts, *columns("noticed-intact", words))),
        "faults trees": Chosen("kind", (texts, *columns("noticed-intact", trees))),
        "faults marked words": Chosen("kind", columns("marked-faults", words), (*means, other)),
        "faults marked trees": Chosen("kind", columns("marked-faults", trees), (*means, other)),
    }


TABLES: Final[Mapping[str, Chosen]] = {
    **_measures(),
    **_pado(),
    **_judgements(),
    **_liu_gildea(),
    **_kahn(),
    **_lo_wu(),
    **_sepia(),
    **_faults(),
}

"""What ``meantree train parser`` makes, and says of it."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from meantree.cli import console
from meantree.language.languages import known_code
from meantree.training.parser_training import measured, read_treebank, train_parser
from meantree.work import Work

NAMES = {
    "dep_las": "arcs and labels (LAS)",
    "dep_uas": "arcs (UAS)",
    "pos_acc": "parts of speech",
    "lemma_acc": "lemmas",
    "sents_f": "sentences (F1)",
    "token_f": "words (F1)",
}


def trained_parser_text(
    train: Path,
    dev: Path,
    test: Path | None,
    folder: Path,
    epochs: int,
    language: str,
    encoder: str,
    seed: int,
    work: Work,
) -> str:
    """Train a parser, and return a table of what it reaches, in percent.

    Raises:
        MeantreeError: if a treebank has no usable sentence, or there is another folder.
        Cancelled: between batches.
    """
    learned, *others = banks = [read_treebank(path) for path in (train, dev, test) if path is not None]
    for problem in chain.from_iterable(bank.problems for bank in banks):
        console.say(str(problem))
    code = known_code(language) if language else ""
    train_parser(learned, others[0], folder, language=code, encoder=encoder, epochs=epochs, seed=seed, work=work)
    figures = [measured(folder, bank) for bank in others]
    rows = [("", *(bank.path.name for bank in others))]
    rows += [(title, *(f"{100 * of[name]:.1f}" for of in figures)) for name, title in NAMES.items()]
    return "".join(f"{row[0]:24}" + "".join(f"{cell:>14}" for cell in row[1:]) + "\n" for row in rows)

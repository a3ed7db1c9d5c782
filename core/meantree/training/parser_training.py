"""A parser of one's own: spaCy's convolutional network, trained on a treebank in CoNLL-U."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from meantree.analysis.conllu_blocks import Block, SentenceError, as_conllu, blocks, parse
from meantree.corpus.formats.raw_file import load
from meantree.errors import InputError, Problem, UsageError
from meantree.escaping import one_line, quoted
from meantree.files import atomic_path, write_text
from meantree.language.detection import detected
from meantree.language.languages import UNKNOWN, Language
from meantree.work import Work

if TYPE_CHECKING:
    from spacy.language import Language as Pipeline
    from spacy.training import Example

EPOCHS: Final = 30
SENTENCES: Final = 5
"""Sentences of a document, so that the parser learns where they begin."""
BATCH_WORDS: Final = 500
LEARN_RATE: Final = 0.0015
WARM_UP: Final = 200
"""Steps after which the learning rate is highest; it then falls to 0."""
COMPONENTS: Final = ["tok2vec", "morphologizer", "parser", "trainable_lemmatizer"]
MEASURES: Final = ("dep_uas", "dep_las", "pos_acc", "lemma_acc", "sents_f", "token_f")
"""What spaCy measures on raw text, by its own tokens and sentences; arcs of punctuation do not count."""
UNFINISHED: Final = ".unfinished"
"""The end of the name of the folder beside the pipeline from which an interrupted training goes on."""


@dataclass(frozen=True, slots=True)
class Treebank:
    """Sentences of a file in CoNLL-U.

    Attributes:
        problems: the sentences that cannot be used, with their lines.
    """

    path: Path
    blocks: tuple[Block, ...]
    texts: tuple[str, ...]
    problems: tuple[Problem, ...]

    @property
    def digest(self) -> str:
        """A digest of its sentences."""
        return hashlib.blake2b(self._conllu.encode(), digest_size=8).hexdigest()

    @property
    def has_lemmas(self) -> bool:
        """Whether words have lemmas."""
        return any(line.split("\t")[2] != "_" for block in self.blocks for _, line in block.rows)

    @property
    def _conllu(self) -> str:
        return "".join("\n".join(line for _, line in block.rows) + "\n\n" for block in self.blocks)

    def examples(self, nlp: Pipeline, sentences: int = SENTENCES) -> list[Example]:
        """Return documents of some sentences each, with the words that the pipeline finds in their texts.

        The words of a range, as ``de`` and ``le`` of ``du``, are one: tokenizers do not divide them.
        """
        from spacy.tokens import DocBin
        from spacy.training import Example
        from spacy.training.converters.conllu_to_docs import conllu_to_docs

        docs = conllu_to_docs(self._conllu, n_sents=sentences, merge_subtokens=True, no_print=True)  # type: ignore[no-untyped-call]
        in_vocab = DocBin(docs=docs).get_docs(nlp.vocab)  # spaCy's scorers look there for all strings
        return [Example(nlp.make_doc(doc.text), doc) for doc in in_vocab]


def read_treebank(path: Path) -> Treebank:
    """Read a treebank; raise InputError if the file has no usable sentence."""
    usable, texts, problems = [], [], []
    for block in blocks(as_conllu(load(path).lines())):
        try:
            texts.append(parse(block).text)
            usable.append(block)
        except SentenceError as fault:
            problems.append(Problem(path, fault.line, f"{fault}; the sentence is left out"))
    if not usable:
        fault_or_none = f": {problems[0].message}" if problems else ""
        raise InputError(path, f"no sentence to learn from{fault_or_none}, expected a treebank in CoNLL-U")
    return Treebank(path, tuple(usable), tuple(texts), tuple(problems))


def train_parser(
    train: Treebank,
    dev: Treebank,
    folder: Path,
    *,
    language: str = "",
    encoder: str = "",
    epochs: int = EPOCHS,
    seed: int = 1,
    work: Work,
) -> None:
    """Train a pipeline that ``--pipeline`` takes; of all epochs, it is the one with the best LAS on ``dev``.

    After each epoch the folder has the best pipeline so far. Training that was interrupted goes on after its last
    epoch if it is called with the same treebank and arguments; Adam's moments begin anew then.

    Args:
        language: ISO code; empty to find it by the texts.
        encoder: a spaCy pipeline by name or folder, from whose ``tok2vec`` the training starts; empty for a new one.

    Raises:
        UsageError: if the folder has another content, spaCy has no words for the language, or the encoder is unusable.
        Cancelled: between batches; what was finished stays.
    """
    code = language or detected(train.texts).code
    if code == UNKNOWN:
        raise UsageError(f"{train.path}: the language is not known, expected --language")
    key = " ".join(filter(None, (train.digest, dev.digest, code, str(epochs), str(seed), encoder)))
    unfinished = folder.with_name(folder.name + UNFINISHED)
    state: dict[str, Any] = _state(unfinished, key)
    if not state and folder.exists():
        raise UsageError(f"{folder}: exists, expected the name of a new folder")
    nlp = _load(unfinished) if state else _untrained(code, seed, encoder, lemmas=train.has_lemmas)
    examples = train.examples(nlp)
    if not state:
        state = {"key": key, "epoch": 0, "best": -1.0}
        with nlp.select_pipes(disable=COMPONENTS[:1] if encoder else []):  # it has its weights
            nlp.initialize(lambda: examples)
    size = len(_batches(examples, seed))  # of other epochs, about
    optimizer = _optimizer(epochs, size, state["epoch"])
    of_dev = dev.examples(nlp)
    while state["epoch"] < epochs:
        batches = _batches(examples, seed + state["epoch"])
        for number, batch in enumerate(batches):
            work.step("Training", state["epoch"] * size + min(number, size), epochs * size)
            nlp.update(batch, drop=0.2, sgd=optimizer)
            optimizer.step_schedules()
        state["epoch"] += 1
        with nlp.use_params(optimizer.averages):
            figures = _measure(nlp, of_dev)
            if figures["dep_las"] > state["best"]:
                state["best"] = figures["dep_las"]
                nlp.meta["performance"] = figures
                _write(nlp, folder)
            _write(nlp, unfinished, state)
    shutil.rmtree(unfinished)
    work.report("Training", epochs * size, epochs * size)


def measured(folder: Path, treebank: Treebank) -> dict[str, float]:
    """Return what the pipeline of a folder reaches on a treebank, of :data:`MEASURES`, from 0 to 1."""
    nlp = _load(folder)
    return _measure(nlp, treebank.examples(nlp))


def _measure(nlp: Pipeline, examples: Sequence[Example]) -> dict[str, float]:
    scores = nlp.evaluate([type(one)(nlp.make_doc(one.reference.text), one.reference) for one in examples])
    return {name: round(scores.get(name) or 0.0, 4) for name in MEASURES}


def _untrained(code: str, seed: int, encoder: str, *, lemmas: bool) -> Pipeline:
    import spacy
    from spacy.cli.init_config import init_config
    from spacy.util import fix_random_seed, load_model_from_config  # type: ignore[attr-defined]

    fix_random_seed(seed)
    code = code if find_spec(f"spacy.lang.{code}") is not None else "xx"  # words of several languages
    try:
        spacy.blank(code)
    except ImportError as error:
        raise UsageError(f"spaCy finds no words in {Language(code).name}: {one_line(str(error))}") from error
    components = COMPONENTS if lemmas else COMPONENTS[:-1]
    config = init_config(lang=code, pipeline=components, optimize="efficiency")
    if encoder:
        width = _width(encoder)
        config["components"]["tok2vec"] = {"source": encoder}
        for component in components[1:]:
            config["components"][component]["model"]["tok2vec"]["width"] = width
    nlp = load_model_from_config(config, auto_fill=True)
    nlp.meta["name"] = "trained"
    return nlp


def _width(encoder: str) -> int:
    """Return the size of the vectors of a pipeline's ``tok2vec``; raise UsageError if there is none."""
    import spacy

    try:
        tok2vec: Any = spacy.load(encoder).get_pipe("tok2vec")
        return int(tok2vec.model.get_dim("nO"))
    except Exception as error:  # those of damaged files have no common class
        raise UsageError(f"{quoted(encoder)}: found no spaCy pipeline with tok2vec: {one_line(str(error))}") from error


def _optimizer(epochs: int, batches: int, done: int) -> Any:
    """Return thinc's Adam after the steps of the epochs that are done."""
    from spacy.util import registry

    rate = registry.get("schedules", "warmup_linear.v1")(LEARN_RATE, WARM_UP, epochs * batches)
    adam = registry.get("optimizers", "Adam.v1")
    optimizer = adam(learn_rate=rate, L2=0.01, L2_is_weight_decay=True, grad_clip=1.0, use_averages=True)
    for _ in range(done * batches):
        optimizer.step_schedules()
    return optimizer


def _batches(examples: Sequence[Example], seed: int) -> list[list[Example]]:
    from spacy.training.batchers import minibatch_by_words

    shuffled = list(examples)
    random.Random(seed).shuffle(shuffled)
    return [list(batch) for batch in minibatch_by_words(shuffled, BATCH_WORDS)]


def _state(unfinished: Path, key: str) -> dict[str, Any]:
    try:
        state: dict[str, Any] = json.loads((unfinished / "training.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if state.get("key") != key:
        raise UsageError(f"{unfinished}: is of another training; delete it, or name another folder")
    return state


def _write(nlp: Pipeline, folder: Path, state: dict[str, Any] | None = None) -> None:
    with atomic_path(folder) as temporary:
        nlp.to_disk(temporary)
        if state is not None:
            write_text(temporary / "training.json", json.dumps(state))
        shutil.rmtree(folder, ignore_errors=True)


def _load(folder: Path) -> Pipeline:
    import spacy

    return spacy.load(folder)

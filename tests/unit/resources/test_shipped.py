"""Shipped resources: each states licence and sources, is known by its digests, and is refused if it is damaged."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from inspect import unwrap
from pathlib import Path

import pytest

import meantree_resources
from helpers.messages import tell
from helpers.scripts import scripts
from meantree import shipped as shipped_module
from meantree.alignment.alignment_model import shipped_weights
from meantree.analysis import roles
from meantree.analysis.constituency_parsers import load_bundled_parser
from meantree.analysis.constituents import english_head_rules
from meantree.analysis.encoder import encoder
from meantree.analysis.entities import finder
from meantree.analysis.layers.registry import LAYERS
from meantree.analysis.parsers import BUNDLED, PIPELINE
from meantree.analysis.pipeline import Pipeline, bundled_fingerprint
from meantree.analysis.role_labeller import load_role_labeller
from meantree.errors import MeantreeError
from meantree.lexicon.frequencies import word_counts
from meantree.lexicon.ppdb import paraphrases
from meantree.lexicon.word_lists import rows
from meantree.lexicon.wordnet import wordnet
from meantree.metrics import trained_model
from meantree.metrics.registry import metric
from meantree.phenomena import embedding, search, word_errors
from meantree.picture.glyphs import Glyphs
from meantree.picture.typesetting import typeset
from meantree.scoring.provenance import Provenance, signature
from meantree.shipped import shipped

CHECKOUT = Path(__file__).parents[3]
ROOT = CHECKOUT / "resources" / "meantree_resources"
(DIGESTS,) = scripts("", "digests")
NOT_LOADED = {"icons", "manual", "sample"}
"""Shown or opened as a user's files are; no score depends on them."""
RESOURCES = sorted(path.parent.relative_to(ROOT).as_posix() for path in ROOT.rglob("meta.json"))
FILES = [(name, file) for name in RESOURCES for file in json.loads((ROOT / name / "meta.json").read_text())["files"]]


def _pipeline() -> object:
    return Pipeline(None, PIPELINE, BUNDLED).nlp


def _template() -> object:
    return typeset("picture.typ", {"svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'}, Glyphs())


LOADERS: dict[str, tuple[Callable[[], object], ...]] = {
    "alignment": (shipped_weights, partial(unwrap(shipped_weights), in_context=True)),
    "findings": (search.shipped_weights, word_errors._network),
    "fonts": (lambda: Glyphs().folders,),
    "head_rules": (english_head_rules,),
    "lexicon/frequencies": (word_counts,),
    "lexicon/ppdb": (paraphrases,),
    "lexicon/signatures": (embedding._signatures,),
    "lexicon/wordnet": (wordnet,),
    "lists/annotation": (partial(unwrap(rows), "annotation/exclusive"),),
    "lists/phenomena": (partial(unwrap(rows), "phenomena/units"),),
    "lists/planting": (partial(unwrap(rows), "planting/opposites"),),
    "models/en_constituency": (load_bundled_parser,),
    "models/en_meantree": (encoder._shipped, finder._load_finder, _pipeline),
    "models/en_roles": (load_role_labeller, roles.rolesets),
    "regression": (partial(unwrap(trained_model._model_of), "mt-r", trained_model.SHIPPED, (), None),),
    "typst": (_template,),
    "role_tables": (roles._propbank, roles.role_guides),
}
"""What loads the files of each resource."""

SIGNED = {
    "alignment": {"meant:similarity=aligner", "rte-r"},
    "head_rules": {"dpm:labels=ab", "stm", "meant", "meant:similarity=aligner"},
    "lexicon/frequencies": {"rte-r"},
    "lexicon/ppdb": {"meant:similarity=aligner", "rte-r"},
    "lexicon/signatures": {"rte-r"},
    "lexicon/wordnet": {"hwcm", "dpm:labels=ab", "stm", "meant", "meant:similarity=aligner", "rte-r", "meteor", "mt-r"},
    "lists/phenomena": {"rte-r"},
    "models/en_constituency": {"dpm:labels=ab", "stm", "meant", "meant:similarity=aligner"},
    "models/en_meantree": {"hwcm", "dpm:labels=ab", "stm", "meant", "meant:similarity=aligner", "rte-r"},
    "models/en_roles": {"meant", "meant:similarity=aligner"},
    "role_tables": {"meant", "meant:similarity=aligner"},
}
"""The metrics whose scores depend on each resource; weights of regression metrics sign with their content."""


def forget() -> None:
    shipped.cache_clear()
    shipped_module._about.cache_clear()


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the shipped resources in place of them."""
    copy = tmp_path / "resources"
    copy_to(copy)
    monkeypatch.setattr(meantree_resources, "_ROOT", copy)
    forget()
    yield copy
    monkeypatch.undo()
    forget()


def copy_to(folder: Path) -> None:
    for source in (path for path in ROOT.rglob("*") if path.is_file() and path.suffix != ".pyc"):
        copy = folder / source.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.symlink_to(source)


def flip_a_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.unlink()
    path.write_bytes(content)


@pytest.mark.parametrize("name", RESOURCES)
def test_digests_are_those_of_the_files(name: str) -> None:
    stated = json.loads((ROOT / name / "meta.json").read_text(encoding="utf-8"))["files"]
    assert stated == DIGESTS.digests(ROOT / name), "run packaging/digests.py"
    assert shipped(name) == ROOT / name


def test_every_resource_that_is_loaded_has_digests_and_a_loader_that_checks_them() -> None:
    covered = {ROOT / name / file for name, file in FILES}
    files = {path for path in ROOT.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    others = {path.relative_to(ROOT) for path in files - covered}
    rest = {path for path in others if path.parts[0] not in NOT_LOADED and len(path.parts) > 1}
    assert {path.name for path in rest} <= {"meta.json", "LICENSE", "LICENSE.md"}
    assert sorted(LOADERS) == RESOURCES
    code = CHECKOUT / "core" / "meantree"
    unchecked = {path.name for path in code.rglob("*.py") if re.search(r"import resource\b", path.read_text("utf-8"))}
    assert unchecked == {"shipped.py", "report_files.py", "experiments.py", "requests.py"}, "others read the sample"


@pytest.mark.parametrize("name", RESOURCES)
def test_a_damaged_file_is_refused_by_whatever_loads_its_resource(copied: Path, name: str) -> None:
    for path in (copied / name / file for resource, file in FILES if resource == name):
        whole = path.readlink()
        for damage, message in ((flip_a_bit, "damaged"), (Path.unlink, "No such file")):
            damage(path)
            for load in LOADERS[name]:
                with pytest.raises(MeantreeError) as raised:
                    unwrap(load)()
                assert str(path) in str(raised.value)
                assert message in str(raised.value)
                assert "reinstall Meantree" in str(raised.value)
        path.symlink_to(whole)


@pytest.mark.parametrize("name", RESOURCES)
def test_a_damaged_meta_json_is_one_message(copied: Path, name: str) -> None:
    path = copied / name / "meta.json"
    path.unlink()
    for content in (None, "", "[]", "{}", '{"version": "1", "files": 3}', "[" * 9_000):
        if content is not None:
            path.write_text(content, encoding="utf-8")
        for load in LOADERS[name]:
            with pytest.raises(MeantreeError, match=f"{name}/meta.json: .*reinstall Meantree"):
                unwrap(load)()


@pytest.mark.parametrize("name", SIGNED)
def test_a_signature_tells_a_resource_that_was_replaced(copied: Path, name: str) -> None:
    """Its ``meta.json`` is made again, as one who trains the resource does."""
    before = signatures()
    meta = copied / name / "meta.json"
    about = json.loads(meta.read_text(encoding="utf-8"))
    file = next(iter(about["files"]))
    flip_a_bit(copied / name / file)
    meta.unlink()
    meta.write_text(json.dumps({**about, "files": DIGESTS.digests(copied / name)}), encoding="utf-8")
    forget()
    shipped(name)
    after = signatures()
    assert {spec for spec, text in after.items() if text != before[spec]} == SIGNED[name]


def test_the_manual_shows_a_signature_of_today() -> None:
    page = (ROOT / "manual/explanation/signatures.md").read_text(encoding="utf-8")
    assert f"|analyser:{bundled_fingerprint()}|" in page


def signatures() -> dict[str, str]:
    specs = {"bleu", *set[str]().union(*SIGNED.values())}
    pipeline = Pipeline(None, PIPELINE, BUNDLED)
    makers = {layer.name: layer.fingerprint(pipeline) for layer in LAYERS}
    return {spec: signature(metric(spec), Provenance(1, makers=makers)) for spec in specs}


@pytest.mark.pipeline
@pytest.mark.parametrize(
    ("file", "spec"),
    [
        ("models/en_roles/head.onnx", "meant"),
        ("lexicon/wordnet/wordnet.npz", "meteor"),
        ("regression/mt-r.json", "mt-r"),
    ],
)
def test_the_program_ends_with_one_message(tmp_path: Path, file: str, spec: str) -> None:
    copy_to(tmp_path)
    flip_a_bit(tmp_path / file)
    code = f"import sys, pathlib, meantree_resources as r; r._ROOT = pathlib.Path({str(tmp_path)!r})\n"
    code += "from meantree.__main__ import main; main()"
    command = ["score", "--hyp", str(ROOT / "sample/sample.tsv"), "--metric", spec, "--jobs", "1", "--quiet"]
    done = subprocess.run(
        [sys.executable, "-c", code, *command], env=os.environ, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert tell(done.stderr.splitlines(), f"meantree: {tmp_path / file}: … damaged … reinstall Meantree")


FOLDERS = sorted({*RESOURCES, *NOT_LOADED})


@pytest.mark.parametrize("name", FOLDERS)
def test_every_resource_states_its_licence_and_sources(name: str) -> None:
    (licence,) = (ROOT / name).glob("LICENSE*")
    assert licence.read_text(encoding="utf-8").strip()
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert licence in {path for pattern in project["license-files"] for path in CHECKOUT.glob(pattern)}, "in the wheel"
    if name in RESOURCES:
        about = json.loads((ROOT / name / "meta.json").read_text(encoding="utf-8"))
        assert about["license"]
        assert about["sources"]
        assert all(isinstance(source, str) and source for source in about["sources"])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("alignment", ("Apache", "msr-rte2-dev", "mtref-train", "mtref-dev", "wiki-dev", "no licence")),
        ("findings", ("Apache", "en_meantree", "DEMETR", "WMT 2023", "MLQE-PE", "Apache-2.0")),
        ("head_rules", ("Apache", "Magerman", "Collins", "Charniak", "Kahn")),
        ("regression", ("CC0", "MLQE-PE")),
        ("role_tables", ("Apache", "HMEANT-WMT13", "PropBank", "CC BY-SA 4.0", "no licence")),
    ],
)
def test_data_that_a_resource_was_tuned_on_is_named(name: str, words: tuple[str, ...]) -> None:
    (licence,) = (ROOT / name).glob("LICENSE*")
    text = licence.read_text(encoding="utf-8")
    assert not [word for word in words if word not in text]

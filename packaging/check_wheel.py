"""Builds the wheel and tries it: everything inside, and scoring works where there is no Qt.

python packaging/check_wheel.py    run it where ``build`` and ``uv`` are installed; the checkout is left as it is
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
RESOURCES = CHECKOUT / "resources" / "meantree_resources"
PACKAGES = ("meantree", "meantree_gui", "meantree_resources")
NO_QT_CHECK = """
import importlib.util, sys
import meantree
assert importlib.util.find_spec("PySide6") is None, "PySide6 was installed without the gui extra"
assert "site-packages" in meantree.__file__, f"not the wheel: {meantree.__file__}"
"""


class CheckError(Exception):
    """The wheel is not as it must be."""


def main() -> int:
    """Build, look inside, install, run; 1 with one message at the first failure."""
    with tempfile.TemporaryDirectory(prefix="meantree-wheel-") as folder:
        try:
            direct, by_sdist = build(Path(folder))
            for wheel in (direct, by_sdist):
                check_contents(wheel)
            check_same_contents(direct, by_sdist)
            check_without_qt(by_sdist, Path(folder))
        except CheckError as error:
            print(f"check_wheel: {error}", file=sys.stderr)
            return 1
    print("check_wheel: all is inside, and scoring works without Qt")
    return 0


def build(folder: Path) -> tuple[Path, Path]:
    """The wheel built from the checkout, and the one built from its source distribution."""
    step("building wheel, and source distribution -> wheel")
    command = [sys.executable, "-m", "build", "--installer", "uv", "--outdir"]
    # Run from outside: the checkout's folder `packaging` must not shadow the library of that name.
    run([*command, str(folder / "direct"), "--wheel", str(CHECKOUT)], cwd=folder)
    run([*command, str(folder / "by_sdist"), str(CHECKOUT)], cwd=folder)
    direct, by_sdist = (only_wheel(folder / name) for name in ("direct", "by_sdist"))
    return direct, by_sdist


def only_wheel(folder: Path) -> Path:
    """The one wheel in a folder."""
    found = list(folder.glob("*.whl"))
    if len(found) != 1:
        raise CheckError(f"expected one wheel, found {[path.name for path in found]}")
    return found[0]


def check_contents(wheel: Path) -> None:
    """Every shipped file, type marker and licence is inside, byte for byte."""
    step(f"looking inside {wheel.parent.name}/{wheel.name}")
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
        wanted = {f"{package}/py.typed" for package in PACKAGES}
        wanted |= {licence_place(archive, path) for path in licences()}
        missing = sorted(wanted - inside)
        for path in shipped_files():
            name = path.relative_to(RESOURCES.parent).as_posix()
            if name not in inside or archive.read(name) != path.read_bytes():
                missing.append(name)
    if missing:
        raise CheckError(f"{wheel.name} lacks or changes: {', '.join(missing)}")
    if not any(name.startswith("meantree_resources/models/") and name.endswith("/meta.json") for name in inside):
        raise CheckError(f"{wheel.name} has no pipeline in meantree_resources/models")
    strange = sorted(name for name in inside if not name.startswith(tuple(f"{package}/" for package in PACKAGES)))
    if any(".dist-info/" not in name for name in strange):
        raise CheckError(f"{wheel.name} holds more than its packages: {', '.join(strange)}")


def shipped_files() -> Iterator[Path]:
    """Every file of the resources, whether git knows it or not."""
    return (path for path in sorted(RESOURCES.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)


def licences() -> set[Path]:
    """The licence files that pyproject.toml names, relative to the checkout."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {path.relative_to(CHECKOUT) for pattern in project["license-files"] for path in CHECKOUT.glob(pattern)}


def licence_place(archive: zipfile.ZipFile, licence: Path) -> str:
    """Where a wheel keeps a licence file."""
    info = next(name.split("/")[0] for name in archive.namelist() if ".dist-info/" in name)
    return f"{info}/licenses/{licence.as_posix()}"


def check_same_contents(direct: Path, by_sdist: Path) -> None:
    """The source distribution loses nothing."""
    first, second = (set(zipfile.ZipFile(wheel).namelist()) for wheel in (direct, by_sdist))
    if first != second:
        raise CheckError(f"the two wheels differ in: {', '.join(sorted(first ^ second))}")


def check_without_qt(wheel: Path, folder: Path) -> None:
    """In an environment of its own, without Qt, the command line works."""
    step("installing the wheel without Qt")
    uv = [sys.executable, "-m", "uv"]
    run([*uv, "venv", "--quiet", "--python", sys.executable, "venv"], cwd=folder)
    programs = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    run([*uv, "pip", "install", "--quiet", "--python", str(programs / "python"), str(wheel)], cwd=folder)
    step("running it")
    run([str(programs / "python"), "-c", NO_QT_CHECK], cwd=folder)
    version = run([str(programs / "meantree"), "--version"], cwd=folder)
    if wheel.name.split("-")[1] not in version:
        raise CheckError(f"meantree --version prints {version!r}")
    check_score(programs / "meantree", folder)


def check_score(meantree: Path, folder: Path) -> None:
    """Two lines are scored, the first one a perfect match."""
    (folder / "hyp.txt").write_text("The cat sat on the mat .\nA dog the ball saw .\n", encoding="utf-8")
    (folder / "ref.txt").write_text("The cat sat on the mat .\nThe ball was seen by a dog .\n", encoding="utf-8")
    metrics = ("hwcm", "bleu")
    options = [word for name in metrics for word in ("--metric", name)]
    files = ["--hyp", "hyp.txt", "--ref", "ref.txt"]
    printed = run([str(meantree), "score", *files, *options, "--format", "json"], cwd=folder)
    try:
        report = json.loads(printed)
        names = tuple(metric["name"] for metric in report["metrics"])
        (system,) = report["systems"]
        rows = [system["scores"], *(segment["scores"] for segment in system["segments"])]
        scores = [tuple(row[name] for name in metrics) for row in rows]
    except (ValueError, LookupError, TypeError) as error:
        raise CheckError(f"meantree score printed something else than its JSON ({error}): {printed[:500]}") from error
    if names != metrics or len(scores) != 3 or not is_plausible(scores):
        raise CheckError(f"meantree score gave {names}: {scores}")


def is_plausible(scores: Sequence[tuple[float, ...]]) -> bool:
    """System, perfect segment, bad segment: the perfect one has 1, the others less."""
    whole, perfect, bad = scores
    return all(abs(score - 1) < 1e-6 for score in perfect) and all(0 <= score < 1 for score in (*whole, *bad))


def run(command: Sequence[str], *, cwd: Path) -> str:
    """What a command prints; its messages appear in the error if it fails."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CheckError(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def step(name: str) -> None:
    """Say what is done now."""
    print(f"check_wheel: {name} ...", flush=True)


if __name__ == "__main__":
    sys.exit(main())

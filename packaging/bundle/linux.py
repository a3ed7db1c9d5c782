"""Packages of the folder for Linux: an archive with an installer for one user, and one for Debian and its like."""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import platform
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

HERE = Path(__file__).parent
FILES = HERE / "linux"
ICONS = HERE.parents[1] / "resources" / "meantree_resources" / "icons"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
XZ = ("xz", "-T0", "-6")
GLIBC = re.compile(rb"GLIBC_2\.(\d+)\0")
Member = tuple[str, Path | bytes]
"""Place in an archive, and a file (or folder, or link) of the disk, or a content."""


def make_packages(folder: Path, target: Path, version: str, date: str, icons: dict[int, Path]) -> list[Path]:
    """Write both packages of a folder into ``target``, and return their paths.

    Args:
        date: of the version, as in 2026-11-29.
        icons: pictures by their size.
    """
    machine, shared = platform.machine(), list(share(version, date, icons))
    archive = target / f"meantree-{version}-linux-{machine}.tar.xz"
    root = f"meantree-{version}"
    with compressed(archive) as file:
        members = [(f"share/{name}", content) for name, content in shared]
        members += [("program", folder), ("install.sh", FILES / "install.sh"), ("LICENSE", HERE.parents[1] / "LICENSE")]
        write_tar(file, ((f"{root}/{name}", content) for name, content in members))
    debian = target / f"meantree_{version}_{ARCHITECTURES[machine]}.deb"
    write_deb(debian, folder, version, [(f"./usr/share/{name}", content) for name, content in shared])
    return [archive, debian]


def share(version: str, date: str, icons: dict[int, Path]) -> Iterator[Member]:
    """Yield what desktops look for: the entry of the menu, icons, the type of projects, and a description."""
    about = (FILES / "meantree.metainfo.xml").read_text(encoding="utf-8")
    yield "applications/meantree.desktop", FILES / "meantree.desktop"
    yield "mime/packages/meantree.xml", FILES / "meantree-mime.xml"
    yield "metainfo/meantree.metainfo.xml", about.replace("@VERSION@", version).replace("@DATE@", date).encode()
    yield "icons/hicolor/scalable/apps/meantree.svg", ICONS / "meantree.svg"
    for size, path in icons.items():
        yield f"icons/hicolor/{size}x{size}/apps/meantree.png", path


def oldest_glibc(folder: Path) -> tuple[int, list[str]]:
    """Return the minor version of the oldest glibc 2 on which the program starts, and the files that need it."""
    needs: dict[int, list[str]] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and (".so" in path.name or path.parent == folder):
            found = GLIBC.findall(path.read_bytes())
            needs.setdefault(max(map(int, found), default=0), []).append(path.relative_to(folder).as_posix())
    newest = max(needs)
    return newest, needs[newest]


def write_deb(path: Path, folder: Path, version: str, shared: list[Member]) -> None:
    """Write a package for Debian: an ``ar`` archive of a version, the control files, and the files."""
    libraries = json.loads((HERE / "libraries.json").read_text(encoding="utf-8"))
    glibc = f"libc6 (>= 2.{oldest_glibc(folder)[0]})"
    depends = sorted({glibc, "xkb-data", *(names["debian"] for names in libraries.values())})
    members: list[Member] = [("./usr/lib/meantree", folder), *shared]
    members += [("./usr/share/doc/meantree/copyright", folder / "_internal" / "THIRD-PARTY.txt")]
    kilobytes = sum(file.lstat().st_size for file in folder.rglob("*")) // 1000
    control = f"""Package: meantree
Version: {version}
Architecture: {ARCHITECTURES[platform.machine()]}
Maintainer: The Meantree authors
Installed-Size: {kilobytes}
Depends: {", ".join(depends)}
Section: science
Priority: optional
Description: see where a translation goes wrong
 Meantree draws the dependency trees of translations and references, marks what
 is matched, missed and extra, scores translations with published metrics, and
 lets people annotate frames and errors. Nothing is sent anywhere.
"""
    data = path.with_suffix(".data")
    with compressed(data) as file:
        write_tar(file, members, links={"./usr/bin/meantree": "../lib/meantree/meantree"})
    with io.BytesIO() as file:
        write_tar(file, [("./control", control.encode()), ("./md5sums", md5sums(members))])
        head = lzma.compress(file.getvalue())
    with path.open("wb") as archive:
        archive.write(b"!<arch>\n")
        for name, content in (("debian-binary", b"2.0\n"), ("control.tar.xz", head), ("data.tar.xz", data)):
            size = content.stat().st_size if isinstance(content, Path) else len(content)
            archive.write(f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{size:<10}`\n".encode())
            with content.open("rb") if isinstance(content, Path) else io.BytesIO(content) as source:
                shutil.copyfileobj(source, archive)
            archive.write(b"\n" * (size % 2))
    data.unlink()


def md5sums(members: Iterable[Member]) -> bytes:
    """Return the sums by which dpkg verifies the files of a package."""
    lines = []
    for name, content in members:
        files = sorted(content.rglob("*")) if isinstance(content, Path) and content.is_dir() else [content]
        for file in files:
            if isinstance(file, bytes) or (file.is_file() and not file.is_symlink()):
                inner = f"/{file.relative_to(content).as_posix()}" if file != content else ""  # type: ignore[arg-type,union-attr]
                digest = hashlib.md5(file if isinstance(file, bytes) else file.read_bytes(), usedforsecurity=False)
                lines.append(f"{digest.hexdigest()}  {name.removeprefix('./')}{inner}\n")
    return "".join(lines).encode()


def write_tar(file: IO[bytes], members: Iterable[Member], links: dict[str, str] | None = None) -> None:
    """Write an archive whose files belong to root, and have its folders before them."""
    with tarfile.open(fileobj=file, mode="w|", format=tarfile.GNU_FORMAT) as tar:
        known: set[Path] = {Path(".")}
        for name, content in members:
            for parent in reversed(Path(name).parents):
                if parent not in known:
                    known.add(parent)
                    add(tar, f"./{parent}" if name.startswith("./") else str(parent), None)
            add(tar, name, content)
        for name, target in (links or {}).items():
            add(tar, f"./{Path(name).parent}", None)
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname, entry.mode = tarfile.SYMTYPE, target, 0o777
            tar.addfile(entry)


def add(tar: tarfile.TarFile, name: str, content: Path | bytes | None) -> None:
    """Add a file, a folder with all that it holds, a content, or an empty folder for None."""
    if isinstance(content, Path):
        tar.add(content, name, filter=of_root)
        return
    entry = tarfile.TarInfo(name)
    entry.mode, entry.size = (0o755, 0) if content is None else (0o644, len(content))
    entry.type = tarfile.DIRTYPE if content is None else tarfile.REGTYPE
    tar.addfile(entry, None if content is None else io.BytesIO(content))


def of_root(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Return a member that belongs to root, can be read by all, and may be run by all if its owner may run it."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
    return entry


@contextmanager
def compressed(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to be compressed as ``.xz``, by the program ``xz`` on all cores if there is one."""
    if not shutil.which("xz"):
        with lzma.open(path, "wb") as file:
            yield file
        return
    with (
        path.open("wb") as target,
        subprocess.Popen(XZ, stdin=subprocess.PIPE, stdout=target) as process,
    ):
        assert process.stdin
        yield process.stdin
        process.stdin.close()
        if process.wait():
            raise SystemExit(f"xz ended with {process.returncode}")

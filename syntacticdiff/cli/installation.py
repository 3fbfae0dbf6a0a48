"""What this installation is made of: versions, the engine, models, extras, threads.

Everything is looked at and nothing is changed. `doctor` shows it; people paste it into reports of
problems.
"""

from __future__ import annotations

import os
import platform
import re
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

from syntacticdiff._version import __version__
from syntacticdiff.errors import SyntacticDiffError
from syntacticdiff.files.container import Kind, open_container

SENTENCE = "She is interested on music."


@dataclass(frozen=True)
class Extra:
    """What is installed only if asked for: `pip install syntacticdiff[NAME]`."""

    purpose: str
    packages: tuple[str, ...]


EXTRAS = {
    "kenlm": Extra("KenLM's models as references", ("kenlm",)),
    "inflections": Extra("inflected forms of words beyond those shipped", ("lemminflect",)),
    "tables": Extra("Parquet files and data frames", ("pandas", "pyarrow")),
    "documents": Extra("Word and OpenDocument files", ("lxml",)),
    "dask": Extra("more machines than one", ("dask", "distributed", "pandas", "pyarrow")),
    "encoder": Extra("features of a pretrained encoder", ("torch", "transformers")),
    "bleu": Extra("BLEU", ("sacrebleu",)),
    "neural": Extra("training of networks, and the system nrl", ("torch",)),
    "serve": Extra("the page and the HTTP interface", ("starlette", "uvicorn")),
}


def installation() -> dict[str, Any]:
    """All facts, as plain data; what is wrong stands under `problems`."""
    facts: dict[str, Any] = {
        "syntacticdiff": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "folder": str(Path(__file__).parents[1]),
        "text": {
            "files": sys.getfilesystemencoding(),
            "output": getattr(sys.stdout, "encoding", None),
        },
        "engine": _engine(),
        "threads": _threads(),
        "models": _models(),
        "references": _references(),
        "packages": _packages(),
        "extras": _extras(),
        "trial": _trial(),
    }
    facts["problems"] = [
        *(f"{name}: {fact['fault']}" for name, fact in facts["models"].items() if fact["fault"]),
        *(f"{name}: not installed" for name, found in facts["packages"].items() if found is None),
        *([facts["trial"]["fault"]] if facts["trial"]["fault"] else []),
    ]
    return facts


def installed(package: str) -> str | None:
    """The version of a package, or None if it is not there."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _engine() -> dict[str, Any]:
    from syntacticdiff.search.extension import WHY_MISSING

    return {"native": WHY_MISSING is None, "why_not": WHY_MISSING}


def _threads() -> dict[str, Any]:
    from joblib import cpu_count

    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "LOKY_MAX_CPU_COUNT")
    return {
        "cores": os.cpu_count(),
        "usable": cpu_count(),
        "settings": {name: os.environ[name] for name in names if name in os.environ},
    }


def _shipped() -> dict[str, tuple[Path, Kind]]:
    from syntacticdiff.neural.network_file import EMBEDDED as ENCODER_DECODER
    from syntacticdiff.neural.network_file import SDNRL
    from syntacticdiff.recognition.indexed_words import EMBEDDED as INDEX
    from syntacticdiff.recognition.indexed_words import SDINDEX
    from syntacticdiff.reference.names import EMBEDDED_FILE
    from syntacticdiff.reference.sdlm import SDLM
    from syntacticdiff.search.prices.context_file import EMBEDDED as CONTEXT
    from syntacticdiff.search.prices.context_file import SDCTX
    from syntacticdiff.search.prices.file import COMPACT
    from syntacticdiff.search.prices.shipped import SHIPPED
    from syntacticdiff.syntax.file import EMBEDDED as PARSER
    from syntacticdiff.syntax.file import SDPARSE
    from syntacticdiff.text.english import EMBEDDED as WORDS
    from syntacticdiff.text.english import SDWORDS

    return {
        "reference": (EMBEDDED_FILE, SDLM),
        "prices": (SHIPPED, COMPACT),
        "context network": (CONTEXT, SDCTX),
        "parser": (PARSER, SDPARSE),
        "words": (WORDS, SDWORDS),
        "word recognition": (INDEX, SDINDEX),
        "encoder-decoder": (ENCODER_DECODER, SDNRL),
    }


def _models() -> dict[str, dict[str, Any]]:
    """The models that come with the package, each read whole and compared with its checksum."""
    facts: dict[str, dict[str, Any]] = {}
    for name, (path, kind) in _shipped().items():
        fault = checksum = size = None
        try:
            size = path.stat().st_size
            checksum = open_container(path, kind).checksum
        except SyntacticDiffError as error:
            fault = str(error)
        except OSError as error:
            fault = f"{path}: {error.strerror}; install the package again"
        facts[name] = {"path": str(path), "bytes": size, "checksum": checksum, "fault": fault}
    return facts


def _references() -> dict[str, str | None]:
    """The larger references: where each is that has been built on this machine."""
    from syntacticdiff.reference.recipes import RECIPES, reference_file

    paths = {name: reference_file(name) for name in RECIPES if name != "default"}
    return {name: str(path) if path.exists() else None for name, path in paths.items()}


def _packages() -> dict[str, str | None]:
    """The packages that are always needed, by what the installed package says of itself."""
    try:
        listed = requires("syntacticdiff") or []
    except PackageNotFoundError:  # run from its sources
        return {}
    names = (item.split(";")[0] for item in listed if "extra ==" not in item)
    return {name: installed(name) for name in sorted(map(_name, names))}


def _name(requirement: str) -> str:
    found = re.match(r"[\w.-]+", requirement.strip())
    return found[0] if found else requirement


def _extras() -> dict[str, dict[str, Any]]:
    facts = {}
    for name, extra in EXTRAS.items():
        versions = {package: installed(package) for package in extra.packages}
        facts[name] = {
            "purpose": extra.purpose,
            "installed": all(versions.values()),
            "packages": versions,
        }
    return facts


def _trial() -> dict[str, Any]:
    """One sentence, searched with the defaults."""
    from syntacticdiff import SyntacticDiff

    try:
        diff = SyntacticDiff()(SENTENCE)
    except SyntacticDiffError as error:
        return {"sentence": SENTENCE, "output": None, "fault": f"trial: {error}"}
    return {"sentence": SENTENCE, "output": diff.output, "fault": None}

"""The architecture: who may import whom, what is public, and that packages load nothing heavy.

docs/architecture.md says why. Imports under TYPE_CHECKING and inside functions count too.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

PROJECT = Path(__file__).resolve().parents[1]
LIBRARY = PROJECT / "syntacticdiff"

# Each room imports from the rooms above it; rooms on one line do not know each other.
LAYERS = (
    ("base",),
    ("files",),
    ("text",),
    ("reference", "syntax"),
    ("alignment",),
    ("edits",),
    ("noise",),
    ("recognition", "repair"),
    ("search",),
    ("differ",),
    ("features", "evaluate", "rankings"),
    ("classify", "topics", "compare", "neural"),
    ("correction",),
    ("tuning",),
    ("report",),
    ("partitioned",),
    ("distributed",),
    ("service",),
    ("cli",),
)
LAYER = {room: number for number, rooms in enumerate(LAYERS) for room in rooms}
KNOW_SEARCH = {"search", "differ", "correction", "tuning", "cli"}

# Names a folder's files as one imports them, without installing the folder.
SCRIPTS = [*PROJECT.glob("pipelines/*.py"), *PROJECT.glob("benchmarks/*.py")]
PAGES = [PROJECT / "README.md", *PROJECT.glob("docs/*.md")]


class Import(NamedTuple):
    """An import of something of the library: `from module import name`, or `import module`."""

    where: str
    module: str
    name: str | None


def imports(source: str, where: str) -> Iterator[Import]:
    for node in ast.walk(ast.parse(source)):
        place = f"{where}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{place}: imports are absolute"
            for alias in node.names:
                yield Import(place, node.module or "", alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(place, alias.name, None)


def of_the_library(found: Iterator[Import]) -> list[Import]:
    return [item for item in found if re.match(r"syntacticdiff(\.|$)", item.module)]


def room_of(parts: tuple[str, ...]) -> str:
    """The room of a module, given its path below the library."""
    return parts[0] if len(parts) > 1 or parts[0] in LAYER else "base"


def room_imported(item: Import) -> str:
    """The room that an import is from; the package itself is known to nobody inside."""
    parts = tuple(item.module.split(".")[1:])
    if not parts:
        return "base" if item.name == "_native" or item.name in ("_version", "errors") else "cli"
    return room_of(parts)


def faults(room: str, found: list[Import]) -> list[str]:
    wrong = []
    for item in found:
        other = room_imported(item)
        if room == other:
            continue
        above = LAYER[other] < LAYER[room]
        if not above or (other == "search" and room not in KNOW_SEARCH):
            wrong.append(f"{item.where}: {room} must not know {item.module}")
    return wrong


MODULES = [path for path in sorted(LIBRARY.rglob("*.py")) if path not in (LIBRARY / "__init__.py",)]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(LIBRARY)))
def test_a_room_imports_only_from_rooms_above_it(path: Path) -> None:
    room = room_of(path.relative_to(LIBRARY).with_suffix("").parts)
    if path.name == "__main__.py":
        room = "cli"
    assert room in LAYER
    found = of_the_library(imports(path.read_text("utf-8"), str(path.relative_to(PROJECT))))
    assert faults(room, found) == []


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("edits", "from syntacticdiff.report.page import html_page"),
        ("topics", "from syntacticdiff.compare import Comparison"),
        ("features", "from syntacticdiff.search import Word"),
        ("text", "def f():\n    import syntacticdiff.reference.model"),
        ("files", "if TYPE_CHECKING:\n    from syntacticdiff.edits.diff import Edit"),
        ("report", "from syntacticdiff import Diff"),
    ],
)
def test_an_import_the_wrong_way_is_noticed(room: str, source: str) -> None:
    assert faults(room, of_the_library(imports(source, "here")))


def public_names(package: str) -> set[str]:
    """What a package's `__init__` exports, read from its source."""
    source = (PROJECT / Path(*package.split(".")) / "__init__.py").read_text("utf-8")
    tree = ast.parse(source)
    exported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return exported - {"TYPE_CHECKING", "exports"}


def not_public(found: list[Import]) -> list[str]:
    wrong = []
    for item in found:
        package = PROJECT / Path(*item.module.split("."))
        if item.name is None:
            public = package.is_dir()
        else:
            public = package.is_dir() and item.name in public_names(item.module)
        if not public:
            wrong.append(f"{item.where}: {item.module}.{item.name} is not public")
    return wrong


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(PROJECT)))
def test_pipelines_and_benchmarks_import_public_names_only(path: Path) -> None:
    source = path.read_text("utf-8")
    assert not_public(of_the_library(imports(source, path.name))) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(PROJECT)))
def test_documentation_imports_public_names_only(path: Path) -> None:
    lines = re.findall(
        r"^(?:from syntacticdiff[\w.]* import (?:\([^)]*\)|[^\n(]+)|import syntacticdiff[\w.]*)",
        path.read_text("utf-8"),
        re.MULTILINE,
    )
    for line in lines:
        assert not_public(of_the_library(imports(line, path.name))) == []


def test_a_private_import_is_noticed() -> None:
    for source in (
        "from syntacticdiff.edits.diff import Edit",
        "from syntacticdiff.edits import _nothing",
        "import syntacticdiff.edits.diff",
    ):
        assert not_public(of_the_library(imports(source, "here")))


PACKAGES = [
    ".".join(path.parent.relative_to(PROJECT).parts)
    for path in sorted(LIBRARY.rglob("__init__.py"))
]


@pytest.mark.parametrize("package", PACKAGES)
def test_no_public_name_is_also_a_module_of_its_package(package: str) -> None:
    # Importing the module would put it in the place of the name.
    folder = PROJECT / Path(*package.split("."))
    modules = {path.stem for path in folder.glob("*.py")} | {
        path.name for path in folder.iterdir() if path.is_dir()
    }
    assert public_names(package) & modules - {"__init__"} == set()


HEAVY = (
    "numpy",
    "scipy",
    "sklearn",
    "gensim",
    "joblib",
    "pandas",
    "dask",
    "jinja2",
    "snowballstemmer",
)


def test_packages_load_nothing_heavy() -> None:
    packages = [package for package in PACKAGES if package != "syntacticdiff.distributed"]
    code = (
        f"import sys\nfor package in {packages!r}: __import__(package)\n"
        f"print(*(name for name in {HEAVY!r} if name in sys.modules))"
    )
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert loaded.split() == []


def test_every_public_name_can_be_had() -> None:
    extras = {"syntacticdiff.distributed": "dask", "syntacticdiff.service": "starlette"}
    packages = [name for name in PACKAGES if find_spec(extras.get(name, name)) is not None]
    code = (
        "from importlib import import_module\n"
        f"for package in {packages!r}:\n"
        "    module = import_module(package)\n"
        "    for name in getattr(module, '__all__', ()):\n"
        "        getattr(module, name)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_files_that_contributors_are_sent_to_exist() -> None:
    page = (PROJECT / "CONTRIBUTING.md").read_text("utf-8")
    named = re.findall(r"\| `(syntacticdiff/[\w/.]+)` \|", page)
    assert len(named) >= 20
    assert [name for name in named if not (PROJECT / name).is_file()] == []

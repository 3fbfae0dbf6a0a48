"""Every public name is documented in full: each parameter, with its type."""

import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

import syntacticdiff

LIBRARY = Path(syntacticdiff.__file__).parent
PACKAGES = sorted(
    ".".join(path.parent.relative_to(LIBRARY.parent).parts) for path in LIBRARY.rglob("__init__.py")
)
NEEDS = {"syntacticdiff.distributed": "dask.distributed", "syntacticdiff.service": "starlette"}
SECTION = re.compile(r"^(\w[\w ]*)\n-{3,}\n", re.MULTILINE)


def public() -> dict[str, object]:
    found = {}
    for package in PACKAGES:
        if package in NEEDS:
            pytest.importorskip(NEEDS[package])
        module = import_module(package)
        for name in getattr(module, "__all__", ()):
            value = getattr(module, name)
            if inspect.isclass(value) or inspect.isfunction(value):
                found[f"{package}.{name}"] = value
    return found


PUBLIC = public()


def sections(docstring: str) -> dict[str, str]:
    parts = SECTION.split(inspect.cleandoc(docstring))
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def documented(docstring: str) -> dict[str, str]:
    """The parameters that a docstring lists, each with its type; several may share a line."""
    listed = {}
    for line in sections(docstring).get("Parameters", "").splitlines():
        if line and not line[0].isspace():
            names, colon, kind = line.partition(" : ")
            for name in names.split(","):
                listed[name.strip().lstrip("*")] = kind if colon else ""
    return listed


def parameters(value: object) -> list[str]:
    """The parameters that have to be documented: those of a call that people write."""
    if inspect.isclass(value) and issubclass(value, (BaseException, dict)):
        return []
    try:
        signature = inspect.signature(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return []
    return [name for name in signature.parameters if name not in ("self", "args", "kwargs")]


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_a_public_name_has_a_docstring(name: str) -> None:
    docstring = PUBLIC[name].__doc__
    assert docstring
    assert not docstring.startswith(f"{name.rpartition('.')[2]}(")  # what dataclasses make up


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_parameters_are_documented_with_their_types(name: str) -> None:
    listed = documented(PUBLIC[name].__doc__ or "")
    assert [item for item in listed if not listed[item]] == [], "without a type"
    known = parameters(PUBLIC[name])
    assert [item for item in listed if item not in known] == [], "not in the signature"
    assert [item for item in known if item not in listed] == [], "not documented"


def test_docstrings_are_understood() -> None:
    def example(first: int, second: str = "x") -> None:
        """Does it.

        Parameters
        ----------
        first : int
            One.
        second, third : str, default "x"
            More.

        Returns
        -------
        None
        """

    assert documented(example.__doc__ or "") == {
        "first": "int",
        "second": 'str, default "x"',
        "third": 'str, default "x"',
    }
    assert parameters(example) == ["first", "second"]

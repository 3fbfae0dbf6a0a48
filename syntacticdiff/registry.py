"""Registries: one for each kind of thing that people add.

An entry says what a thing is called, what it does in a phrase, and where its code is; the command
line's choices, the tables in docs/ and error messages are made from the entries. Code is imported
when it is first used, so that a list of names costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, TypeVar

from syntacticdiff.parameters import one_of


@dataclass(frozen=True)
class Entry:
    """A thing that can be chosen by name.

    Parameters
    ----------
    name : str
        The name that users write.
    help : str
        What it does, in a phrase that starts in lower case and has no full stop.
    home : str
        Where it is defined: `package.module:name`.
    """

    name: str
    help: str
    home: str

    def load(self) -> Any:
        """What the entry stands for."""
        module, _, name = self.home.partition(":")
        return getattr(import_module(module), name)


EntryType = TypeVar("EntryType", bound=Entry)


class Registry(Mapping[str, EntryType], Generic[EntryType]):
    """Entries by name, in the order in which they are listed.

    Parameters
    ----------
    parameter : str
        The parameter that chooses among them, for messages.
    *entries : Entry
        The entries.

    Examples
    --------
    >>> colours = Registry("colour", Entry("red", "a warm one", "colorsys:rgb_to_hsv"))
    >>> list(colours)
    ['red']
    >>> colours.chosen("blue")
    Traceback (most recent call last):
        ...
    syntacticdiff.errors.UsageError: colour: 'blue' is not one of red
    """

    def __init__(self, parameter: str, *entries: EntryType) -> None:
        self.parameter = parameter
        self._entries = {entry.name: entry for entry in entries}

    def chosen(self, name: object) -> EntryType:
        """The entry of that name; any other name is an error that lists the names."""
        return self._entries[one_of(self.parameter, name, self._entries)]

    def add(self, entry: EntryType) -> None:
        """Add an entry, or replace the one of the same name."""
        self._entries[entry.name] = entry

    def __getitem__(self, name: str) -> EntryType:
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

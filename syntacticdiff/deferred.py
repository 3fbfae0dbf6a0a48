"""A mapping that is made when it is first read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value", covariant=True)


class DeferredMapping(Mapping[Key, Value], Generic[Key, Value]):
    """For what is seldom asked for and takes time to make. It is pickled as a dictionary.

    Parameters
    ----------
    make : callable
        Makes the mapping; called at most once by each thread.
    """

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], Mapping[Key, Value]]) -> None:
        self._make: Callable[[], Mapping[Key, Value]] | None = make
        self._made: Mapping[Key, Value] | None = None

    def _mapping(self) -> Mapping[Key, Value]:
        make = self._make  # before the mapping is looked for, which another thread may be making
        made = self._made
        if made is None:
            assert make is not None
            made = self._made = make()
            self._make = None  # with all that it holds
        return made

    def __getitem__(self, key: Key) -> Value:
        return self._mapping()[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._mapping())

    def __len__(self) -> int:
        return len(self._mapping())

    def __repr__(self) -> str:
        return repr(dict(self._mapping()))

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self._mapping()),)

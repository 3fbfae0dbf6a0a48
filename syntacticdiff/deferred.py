"""What is made when it is first read: a mapping, or the fields of an object."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

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


class DeferredFields:
    """Base of frozen dataclasses with slots whose fields may be made when one is first read.

    Such an object is like any other of its class: equality, hash, pickle and `replace` read fields.
    """

    __slots__ = ("_making",)
    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Any]]

    @classmethod
    def deferred(cls, make: Callable[[], Self]) -> Self:
        """An object that gets its fields from the one that `make` gives.

        Parameters
        ----------
        make : callable
            Makes an equal object; called at most once by each thread.
        """
        found = cls.__new__(cls)
        object.__setattr__(found, "_making", make)
        return found

    if not TYPE_CHECKING:  # where it would allow any name

        def __getattr__(self, name: str) -> Any:
            """Called for a slot that is empty, and for a name that there is not."""
            try:
                make = object.__getattribute__(self, "_making")
            except AttributeError:  # made like any other object
                make = None
            # None as well if another thread has just filled the slots
            if make is not None and name in type(self).__dataclass_fields__:
                made = make()
                for item in fields(self):
                    object.__setattr__(self, item.name, getattr(made, item.name))
                object.__setattr__(self, "_making", None)  # with all that it holds
            return object.__getattribute__(self, name)

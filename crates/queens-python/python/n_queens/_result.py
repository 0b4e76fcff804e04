"""The base class of ``n_queens.results``: reading from JSON, writing as a dictionary, and ``repr``."""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, NamedTuple, TypeVar

from ._queens import Solution

_R = TypeVar("_R", bound="Result")


class Result:
    """The base class of all results.

    Results are immutable dataclasses. They are equal if all fields are equal, hashable, and can be
    pickled. Optional fields that do not apply are ``None``.

    Example:
        >>> import n_queens as queens
        >>> result = queens.Position("size:8 given:a1").count()
        >>> result
        PositionCount(n=8, rules='queens', solutions=4, limited=False)
        >>> queens.PositionCount.from_dict(result.to_dict()) == result
        True
    """

    __slots__ = ()

    @classmethod
    def from_dict(cls: type[_R], data: Mapping[str, Any]) -> _R:
        """Reads a result from a dictionary.

        Args:
            data (Mapping[str, Any]): The fields, as ``to_dict`` returns them, or as a line of the
                output of the command with ``--format json``.

        Returns:
            _R: The result, of the class that the method is called on.

        Raises:
            ValueError: If a field is unknown or a required field is missing.

        Example:
            >>> import json
            >>> import n_queens as queens
            >>> line = '{"n": 8, "method": "stacked", "solutions": 92, "seconds": 0.00002}'
            >>> queens.CountResult.from_dict(json.loads(line)).solutions
            92
        """
        names, required = _shape(cls).names, _shape(cls).required
        if unknown := [key for key in data if key not in names]:
            raise ValueError(f"{cls.__name__} has no field '{unknown[0]}': allowed are {', '.join(sorted(names))}")
        if missing := [key for key in required if key not in data]:
            raise ValueError(f"{cls.__name__} needs the field '{missing[0]}'")
        return cls._read(dict(data))

    @classmethod
    def _from_json(cls: type[_R], text: str) -> _R:
        """Reads a result of the extension module."""
        return cls._read(json.loads(text))

    @classmethod
    def _read(cls: type[_R], data: dict[str, Any]) -> _R:
        for key, read in _shape(cls).readers.items():
            if key in data:
                data[key] = read(data[key])
        return cls(**data)

    def to_dict(self) -> dict[str, Any]:
        """Returns the fields as in the command's JSON.

        Returns:
            dict[str, Any]: The fields that apply. A solution is a list of rows, counted from 1.

        Example:
            >>> import n_queens as queens
            >>> queens.Position("size:8 given:a1").count().to_dict()
            {'n': 8, 'rules': 'queens', 'solutions': 4, 'limited': False}
        """
        return {field.name: _plain(value) for field, value in self._present()}

    def _present(self) -> Iterator[tuple[Field[Any], Any]]:
        """The fields that apply, with their values."""
        for field in _shape(type(self)).fields:
            value = getattr(self, field.name)
            if field.default is MISSING or value != field.default:
                yield field, value

    def __repr__(self) -> str:
        shown = ", ".join(f"{field.name}={value!r}" for field, value in self._present())
        return f"{type(self).__name__}({shown})"


class _Shape(NamedTuple):
    """The fields of a class, determined once."""

    fields: tuple[Field[Any], ...]
    names: frozenset[str]
    #: The names of those that always apply.
    required: tuple[str, ...]
    #: Functions that convert a JSON value to the type of the field, for the fields that need it.
    readers: dict[str, Callable[[Any], Any]]


_shapes: dict[type[Result], _Shape] = {}


def _shape(cls: type[Result]) -> _Shape:
    known = _shapes.get(cls)
    if known is None:
        # All classes except `Result` itself, which has no objects, are dataclasses.
        all_fields = fields(cls)  # type: ignore[arg-type]
        names = frozenset(field.name for field in all_fields)
        required = tuple(field.name for field in all_fields if field.default is MISSING)
        readers = {name: read for name, kind in typing.get_type_hints(cls).items() if (read := _reader(kind))}
        known = _shapes[cls] = _Shape(all_fields, names, required, readers)
    return known


def _reader(kind: Any) -> Callable[[Any], Any] | None:
    """The function that converts a JSON value to this type, if they differ."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        (one,) = [part for part in inner if part is not type(None)]
        read = _reader(one)
        return read and (lambda value: None if value is None else read(value))
    if origin is tuple:
        each = _reader(inner[0])
        return (lambda values: tuple(each(value) for value in values)) if each else tuple
    if kind is Solution:
        # It was checked when it was found. The rules of regions accept a solution by any rules.
        # Every row has the same number of queens.
        return lambda rows: Solution(
            [row - 1 for row in rows], rules="regions", stars=rows.count(rows[0]) if rows else 1
        )
    if isinstance(kind, type) and issubclass(kind, Result):
        return kind.from_dict
    return None


def _plain(value: Any) -> Any:
    if isinstance(value, Result):
        return value.to_dict()
    if isinstance(value, Solution):
        return [row + 1 for row in value]
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value

"""The types of arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from os import PathLike
from typing import Any, Literal, SupportsIndex, TypedDict, Union

Count = Union[SupportsIndex, float]
Path = Union[str, "PathLike[str]"]
Player = Literal["left", "right"]
Position = Any
PositionLike = Union[str, int, Fraction, Iterable[Any]]
Progress = Callable[[int, int], object]
Window = Union[range, tuple[SupportsIndex, SupportsIndex], SupportsIndex]


class Limits(TypedDict, total=False):
    """The limits of an answer, and the callback for progress."""

    memory: str | Count | None
    steps: Count | None
    progress: Progress | None


class Reporting(TypedDict, total=False):
    """The callback for progress."""

    progress: Progress | None

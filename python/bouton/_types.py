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


class Means(TypedDict, total=False):
    """What an answer may cost, and who is told on the way."""

    memory: str | Count | None
    steps: Count | None
    progress: Progress | None


class Told(TypedDict, total=False):
    """Who is told on the way."""

    progress: Progress | None

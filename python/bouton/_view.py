"""Answers as objects, whatever was asked."""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from ._bouton import _ask


class View:
    """An answer: what the JSON of the command line has as keys, it has as attributes.

    >>> import bouton
    >>> found = bouton.compare("subtraction:1,3,4", "subtraction:1,4", heaps=1)
    >>> found.same, found.first_difference.position
    (False, (5,))
    >>> found
    <View: game, with_, of, same, standing, positions, first_difference, reasons, game_known, with_known>
    >>> found.to_dict()["first_difference"]
    {'position': [5], 'game': 'N', 'with': 'P'}

    Lists are tuples, and a name that is a keyword of Python's has an underscore behind it.
    """

    __slots__ = ("_fields",)

    def __init__(self, fields: Mapping[str, Any]) -> None:
        object.__setattr__(self, "_fields", dict(fields))

    def __getattr__(self, name: str) -> Any:
        key = name.removesuffix("_")
        if name.startswith("__") or key not in self._fields:
            raise AttributeError(f"this answer has no {name!r}: it has {', '.join(self._names())}")
        return _shown(self._fields[key])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an answer does not change")

    def _names(self) -> list[str]:
        return [name + "_" if name in _KEYWORDS else name for name in self._fields]

    def __dir__(self) -> list[str]:
        return [*object.__dir__(self), *self._names()]

    def to_dict(self) -> dict[str, Any]:
        """The same as dictionaries and lists: what the command line prints with --json."""
        return dict(self._fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._fields == other._fields

    def __hash__(self) -> int:
        return hash(repr(self._fields))

    def __reduce__(self) -> tuple[Any, ...]:
        return (View, (self._fields,))

    def __repr__(self) -> str:
        return f"<View: {', '.join(self._names())}>"

    def _repr_html_(self) -> str:
        rows = (f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>" for name, value in self._fields.items())
        return f"<table>{''.join(rows)}</table>"


_KEYWORDS = {"with"}


def _shown(value: Any) -> Any:
    """Dictionaries of fields as views, lists as tuples."""
    if isinstance(value, dict):
        return View(value)
    if isinstance(value, list):
        return tuple(_shown(one) for one in value)
    return value


def ask(
    name: str,
    /,
    *,
    memory: str | int | None = None,
    steps: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    **question: Any,
) -> Any:
    """Asks any question by its name, with its fields as keyword arguments.

    >>> import bouton
    >>> bouton.ask("solve", game="nim", position=[3, 4, 6]).winning_moves
    ((2, 4, 6),)
    >>> bouton.ask("quotient", game="octal:0.123", heaps=8).order
    20

    `bouton.questions()` lists the names. A field whose name is a keyword of Python's has an underscore behind it.
    """
    fields = {key.removesuffix("_"): value for key, value in question.items() if value is not None}
    return _shown(_ask(name, fields, memory=memory, steps=steps, progress=progress))


def compare(game: str, with_: str, *, of: str = "outcome", to: int | None = None, heaps: int | None = None, **means: Any) -> Any:
    """Whether two games are the same up to a bound, and where they first differ.

    >>> import bouton
    >>> bouton.compare("kayles", "octal:0.77", of="nim-value", heaps=1).standing
    'proved'
    """
    return ask("compare", game=str(game), with_=str(with_), of=of, to=to, heaps=heaps, **means)


def survey(digits: int = 2, to: int = 1024, **means: Any) -> Any:
    """All octal codes with a few digits, and the periods that are proved within a bound.

    >>> import bouton
    >>> found = bouton.survey(1, 100)
    >>> found.proved, len(found.codes)
    (6, 8)
    """
    return ask("survey", digits=digits, to=to, **means)

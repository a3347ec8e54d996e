"""Answers as objects: their attributes are the fields of views, whatever was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from html import escape
from itertools import islice
from keyword import iskeyword
from typing import TYPE_CHECKING, Any

from . import _bouton
from ._errors import BadInput

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import Limits, Path, PositionLike


class View:
    """An answer: the keys of the command line's JSON are its attributes.

    >>> import bouton
    >>> found = bouton.compare("subtraction:1,3,4", "subtraction:1,4", heaps=1)
    >>> found.same, found.first_difference.position
    (False, (5,))
    >>> found
    <View: game, with_, of, same, standing, numbers, positions, first_difference, reasons, game_known, with_known>
    >>> found.to_dict()["first_difference"]
    {'position': [5], 'game': 'N', 'with': 'P'}

    Lists are tuples, and a name that is a keyword of Python's has an underscore after it.
    """

    __slots__ = ("_fields", "_lab")
    _fields: dict[str, Any]
    _lab: Any

    def __init__(self, fields: Mapping[str, Any], lab: Any = None) -> None:
        self._keep(_fields=dict(fields), _lab=lab)

    def _keep(self, **hidden: Any) -> None:
        for name, value in hidden.items():
            object.__setattr__(self, name, value)

    if not TYPE_CHECKING:
        # Type checkers read the annotations of the classes.
        def __getattr__(self, name: str) -> Any:
            key = name.removesuffix("_")
            if name.startswith("_") or key not in self._fields:
                raise AttributeError(f"{type(self).__name__} has no {name!r}")
            return shown(self._fields[key])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an answer does not change")

    def _names(self) -> list[str]:
        return [attribute(name) for name in self._fields]

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *self._names()})

    def to_dict(self) -> dict[str, Any]:
        """The answer as dictionaries and lists: what the command line prints with --json."""
        return dict(self._fields)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._fields == getattr(other, "_fields", None)

    def __hash__(self) -> int:
        return hash(repr(self._fields))

    def __reduce__(self) -> tuple[Any, ...]:
        if self._lab is not None:
            raise TypeError(f"{type(self).__name__} cannot be pickled; its to_dict() can")
        return (type(self), (self._fields,))

    def __repr__(self) -> str:
        return f"<View: {', '.join(self._names())}>"

    def _repr_html_(self) -> str:
        return rows({name: escape(str(value)) for name, value in self._fields.items()})


class Drawn:
    """An answer that has a picture."""

    __slots__ = ()

    def _picture(self) -> _bouton.Picture:
        raise NotImplementedError

    def save(self, path: Path) -> None:
        """Writes the picture; the ending of the file is .png or .svg."""
        self._picture().save(path)


def attribute(field: str) -> str:
    """The Python name of a field."""
    return field + "_" if iskeyword(field) else field


def shown(value: Any) -> Any:
    """Converts dictionaries of fields to views, and lists to tuples."""
    if isinstance(value, dict):
        return View(value)
    if isinstance(value, list):
        return tuple(shown(one) for one in value)
    return value


def place(value: Any, real: bool) -> Any:
    """A position: tuples of numbers, texts for boards, and fractions if the numbers are real."""
    return tuple(Fraction(one) for one in value) if real and isinstance(value, list) else shown(value)


def is_number(thing: object) -> bool:
    """An `int`, a `Fraction`, or one of NumPy's numbers; not an array, which might hold a number."""
    return hasattr(thing, "denominator") or hasattr(thing, "__index__") and not hasattr(thing, "__len__")


def typed(position: PositionLike, depth: int = 0) -> str:
    """A position as it is typed: a text, a number, numbers with commas, or parts with semicolons."""
    if isinstance(position, str) or is_number(position):
        return str(position)
    parts = list(islice(position, 1_000_001)) if isinstance(position, Iterable) and depth < 2 else None
    if parts is None or len(parts) > 1_000_000:
        raise BadInput(f"{repr(position)[:60]} is not a position", 'use "3,4,6" or (3, 4, 6)')
    is_sum = depth == 0 and any(isinstance(part, (tuple, str)) for part in parts)
    return (";" if is_sum else ",").join(typed(part, depth + 1) for part in parts)


def rows(cells: Mapping[str, str], caption: str = "") -> str:
    """A table of names and cells, which are HTML."""
    left = 'style="text-align:left"'
    lines = (f"<tr><th {left}>{name}</th><td {left}>{cell}</td></tr>\n" for name, cell in cells.items())
    head = f"<caption>{escape(caption)}</caption>\n" if caption else ""
    return f"<table>\n{head}{''.join(lines)}</table>"


#: The classes of views by name, and the schemas that refer to others.
VIEWS: dict[str, type[View]] = {}
_SCHEMAS: dict[str, dict[str, Any]] = {}


def read(schema: Mapping[str, Any], value: Any) -> Any:
    """Reads JSON by its schema: objects with known fields as views, other objects as dictionaries, lists as tuples."""
    name = schema.get("$ref", "").rpartition("/")[2]
    if name in VIEWS:
        return VIEWS[name](value)
    if name:
        return shown(value) if name == "Position" else read(_SCHEMAS[name], value)
    for option in schema.get("anyOf", ()):
        if _fits(option, value):
            return read(option, value)
    if isinstance(value, list):
        items = schema.get("items", {})
        plain = "type" in items and not {"items", "properties"} & set(items)
        return tuple(value) if plain else tuple(read(items, one) for one in value)
    if isinstance(value, dict) and isinstance(schema.get("additionalProperties"), dict):
        return {key: read(schema["additionalProperties"], one) for key, one in value.items()}
    return shown(value)


def _fits(option: Mapping[str, Any], value: Any) -> bool:
    name = option.get("$ref", "").rpartition("/")[2]
    if isinstance(value, list):
        return "$ref" in option.get("items", {})
    return isinstance(value, dict) and name in VIEWS and set(_SCHEMAS[name]["required"]) <= set(value)


def _value(text: Any) -> Any:
    from ._value import Value

    return Value._named(text)


#: How fields of these types are read.
_READERS: dict[str, Callable[[Any], Any]] = {
    "Fraction": Fraction,
    "Value": _value,
    "int": int,
    "int | Value": lambda adds: _value(adds) if isinstance(adds, str) else adds,
    "range": lambda ends: range(*ends),
    "tuple[Value, ...]": lambda texts: tuple(map(_value, texts)),
    "tuple[tuple[Fraction, Fraction], ...]": lambda pairs: tuple((Fraction(x), Fraction(y)) for x, y in pairs),
}


def define(name: str, schema: dict[str, Any], types: Mapping[str, str]) -> None:
    """Makes the class of a view, if the schema describes one: a property for each field, with its description."""
    _SCHEMAS[name] = schema
    fields = schema.get("properties")
    if not fields or name in VIEWS:
        return
    members: dict[str, Any] = {
        attribute(field): _property(field, about, types.get(field, "")) for field, about in fields.items()
    }
    members |= {"__slots__": (), "__doc__": schema.get("description"), "__module__": "bouton._views"}
    VIEWS[name] = type(name, (View,), members)


def _property(field: str, schema: dict[str, Any], kind: str) -> property:
    reader = _READERS.get(kind.removesuffix(" | None")) or partial(read, schema)
    empty: Any = {"array": [], "object": {}}.get(str(schema.get("type")))

    def get(self: View) -> Any:
        value = self._fields.get(field, empty)
        return None if value is None else reader(value)

    return property(get, doc=schema.get("description"))


def ask(name: str, /, **question: Any) -> Any:
    """Asks any question by its name, with its fields as keyword arguments.

    >>> import bouton
    >>> bouton.ask("solve", game="nim", position=[3, 4, 6]).winning_moves
    ((2, 4, 6),)
    >>> bouton.ask("quotient", game="octal:0.123", heaps=12).order
    20

    `bouton.questions()` lists the names. A field whose name is a keyword of Python's has an underscore after it.
    `memory`, `steps` and `progress` set the limits of the answer and the callback for progress.
    """
    limits = {key: question.pop(key) for key in ("memory", "steps", "progress") if key in question}
    fields = {key.removesuffix("_"): value for key, value in question.items() if value is not None}
    found = _bouton.ask(name, fields, **limits)
    schema = _ROOTS[name]
    return VIEWS[schema["title"]](found) if schema["title"] in VIEWS else read(schema, found)


_ROOTS: dict[str, dict[str, Any]] = {}


def define_all(types: Mapping[str, Mapping[str, str]]) -> dict[str, type[View]]:
    """Makes the classes of all views, with fields of these types."""
    schemas = _bouton.schemas()
    _ROOTS.update(schemas["questions"])
    for root in [*_ROOTS.values(), *schemas["others"]]:
        for name, schema in {**root.get("$defs", {}), root["title"]: root}.items():
            define(name, schema, types.get(name, {}))
    return VIEWS


def compare(
    game: object,
    with_: object,
    *,
    of: str = "outcome",
    to: int | None = None,
    heaps: int | None = None,
    **limits: Unpack[Limits],
) -> Any:
    """Compares two games up to a bound, and finds where they first differ.

    >>> import bouton
    >>> bouton.compare("kayles", "octal:0.77", of="nim-value", heaps=1).standing
    'proved'
    """
    game, with_ = (getattr(one, "text", one) for one in (game, with_))
    return ask("compare", game=game, with_=with_, of=of, to=to, heaps=heaps, **limits)


def survey(digits: int = 2, to: int = 1024, **limits: Unpack[Limits]) -> Any:
    """Finds the periods of all octal games with a few digits that the heaps below a bound prove.

    >>> import bouton
    >>> found = bouton.survey(1, 100)
    >>> found.proved, len(found.codes)
    (6, 8)
    """
    return ask("survey", digits=digits, to=to, **limits)

"""Values of short games, with operators."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, Union

from . import _bouton
from ._errors import BadInput
from ._view import Drawn, ask, is_number
from ._views import ThermographView, ValuedGame

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import Count, Limits

ValueLike = Union["Value", str, int, Fraction]
Operand = Union["Value", int, Fraction]


class Value(ValuedGame):
    """A short game up to equality: its canonical form.

    >>> from bouton import Value
    >>> up, star = Value("^"), Value("*")
    >>> up + up + star
    Value('^^*')
    >>> up > 0, up > star, up.compare(star)
    (True, False, '||')
    >>> hot = Value(1) | -1
    >>> hot, hot.temperature, hot + hot == 0
    (Value('±1'), Fraction(1, 1), True)

    `game` is an expression in the notation of CGSuite, an `int`, a `Fraction` whose denominator is a power of two,
    or a `Value`. `+`, `-` and comparisons are those of games; `n * G` with an integer n is a multiple; `G | H` is
    the game {G|H}. Values are equal if the games are, and can be keys of dictionaries.
    """

    __slots__ = ("_known", "_text")
    _known: dict[str, Any] | None
    _text: str

    def __init__(self, game: ValueLike, **limits: Unpack[Limits]) -> None:
        expression = game if isinstance(game, str) else _operand(game)
        if expression is None:
            raise TypeError("a value must be a str, a whole number, a Fraction or a Value")
        self._keep(_text=_bouton.canonical(expression, **limits), _known=None)

    @classmethod
    def _named(cls, text: str) -> Value:
        """A value from the text of its canonical form."""
        value = cls.__new__(cls)
        value._keep(_text=text, _known=None)
        return value

    @property
    def text(self) -> str:
        """The canonical form as text."""
        return self._text

    @property
    def _fields(self) -> dict[str, Any]:  # type: ignore[override]
        """Computes the properties on first use."""
        if self._known is None:
            self._keep(_known=_bouton.ask("value", {"expression": self.text}))
        return self._known or {}

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            raise AttributeError(f"a value has no {name!r}")

    @staticmethod
    def of(left: Iterable[ValueLike] = (), right: Iterable[ValueLike] = ()) -> Value:
        """The game with these options.

        >>> from bouton import Value
        >>> Value.of([0], ["*"])
        Value('^')
        >>> Value.of([], [])
        Value('0')
        """
        sides = [[Value(option).text for option in side] for side in (left, right)]
        count = len(sides[0])

        def braces(*games: str) -> str:
            games = tuple(f"({game})" for game in games)
            return f"{{{','.join(games[:count])}|{','.join(games[count:])}}}"

        return _made(braces, *sides[0], *sides[1])

    def compare(self, other: ValueLike) -> Literal["<", "=", ">", "||"]:
        """How it compares: `"<"`, `"="`, `">"`, or `"||"` if the games are confused."""
        return self._sign(Value(other).text)

    def _sign(self, other: str) -> Literal["<", "=", ">", "||"]:
        expression = _build("({}) ? ({})".format, self.text, other)
        sign: Literal["<", "=", ">", "||"] = _bouton.ask("value", {"expression": expression})["comparison"]
        return sign

    def is_confused_with(self, other: ValueLike) -> bool:
        """Is neither at most the other?"""
        return self.compare(other) == "||"

    def _options(self, field: str) -> tuple[Value, ...]:
        texts = self._fields[field]
        if texts is None:
            raise BadInput("there are too many, or they are too large to write down", "ask about a smaller game")
        return tuple(map(Value._named, texts))

    @property
    def left_options(self) -> tuple[Value, ...]:
        """Left's options in the canonical form."""
        return self._options("left_options")

    @property
    def right_options(self) -> tuple[Value, ...]:
        """Right's options in the canonical form."""
        return self._options("right_options")

    @property
    def incentives(self) -> tuple[Value, ...]:
        """The incentives that no other dominates."""
        return self._options("incentives")

    @property
    def thermograph(self) -> Thermograph:
        """The thermograph, which notebooks draw."""
        return Thermograph(self)

    def _called(self, name: str, other: ValueLike) -> Value:
        """Applies a function of the notation to this value and another."""
        return _made((name + "({}, {})").format, self.text, Value(other).text)

    def cool(self, temperature: ValueLike) -> Value:
        """The game cooled by a number.

        >>> from bouton import Value
        >>> Value("±2").cool(1)
        Value('±1')
        """
        return self._called("cool", temperature)

    def heat(self, temperature: ValueLike) -> Value:
        """The game heated by a number.

        >>> from bouton import Value
        >>> Value("*").heat(2)
        Value('±2')
        """
        return self._called("heat", temperature)

    def ordinal(self, other: ValueLike) -> Value:
        """The ordinal sum G:H of canonical forms.

        >>> from bouton import Value
        >>> Value("*").ordinal(1)
        Value('^*')
        """
        return self._called("ordinal", other)

    def norton(self, unit: ValueLike) -> Value:
        """The Norton product G·U.

        >>> from bouton import Value
        >>> Value(3).norton("^")
        Value('^3')
        """
        return self._called("norton", unit)

    def _with(self, other: object, write: str, swap: bool = False) -> Any:
        """An expression of this value and another; `NotImplemented` if the other is not a value."""
        text = _operand(other)
        if text is None:
            return NotImplemented
        pair = (text, self.text) if swap else (self.text, text)
        return _made(write.format, *pair)

    def __add__(self, other: Operand) -> Value:
        return self._with(other, "({}) + ({})")  # type: ignore[no-any-return]

    __radd__ = __add__

    def __sub__(self, other: Operand) -> Value:
        return self._with(other, "({}) - ({})")  # type: ignore[no-any-return]

    def __rsub__(self, other: Operand) -> Value:
        return self._with(other, "({}) - ({})", swap=True)  # type: ignore[no-any-return]

    def __or__(self, other: Operand) -> Value:
        return self._with(other, "{{({})|({})}}")  # type: ignore[no-any-return]

    def __ror__(self, other: Operand) -> Value:
        return self._with(other, "{{({})|({})}}", swap=True)  # type: ignore[no-any-return]

    def __mul__(self, times: int) -> Value:
        if isinstance(times, Value) or not hasattr(times, "__index__"):
            return NotImplemented
        return _made((f"({times}).(" + "{})").format, self.text)

    __rmul__ = __mul__

    def __neg__(self) -> Value:
        return _made("-({})".format, self.text)

    def __pos__(self) -> Value:
        return Value._named(self.text)

    def __bool__(self) -> bool:
        return self.text != "0"

    def _is(self, signs: str, other: object) -> Any:
        text = _operand(other)
        return NotImplemented if text is None else self._sign(text) in signs.split()

    def __lt__(self, other: Operand) -> bool:
        return self._is("<", other)  # type: ignore[no-any-return]

    def __le__(self, other: Operand) -> bool:
        return self._is("< =", other)  # type: ignore[no-any-return]

    def __gt__(self, other: Operand) -> bool:
        return self._is(">", other)  # type: ignore[no-any-return]

    def __ge__(self, other: Operand) -> bool:
        return self._is("> =", other)  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Value) and self.text == other.text:
            return True
        try:
            return self._is("=", other)  # type: ignore[no-any-return]
        except ValueError:
            # 1/3 is not a value, but it can be compared with one.
            return NotImplemented

    def __hash__(self) -> int:
        """Equal numbers have equal hashes, in Python too."""
        is_number = re.fullmatch(r"-?\d+(/\d+)?", self.text)
        return hash(Fraction(self.text) if is_number else self.text)

    def __repr__(self) -> str:
        return f"Value({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[Any, ...]:
        return (Value, (self.text,))

    _repr_html_: Any = None

    def _repr_latex_(self) -> str:
        return f"${self.latex}$"


def _operand(thing: object) -> str | None:
    """The text of a `Value` or a number."""
    if isinstance(thing, Value):
        return thing.text
    return str(thing) if is_number(thing) else None


def _build(write: Callable[..., str], *games: str) -> str:
    """An expression of games, with their definitions at the end under distinct names.

    Names begin with a capital letter; nothing else in a canonical form does.
    """
    parts = [re.sub("([A-Z])", rf"V{place}\1", game).partition(" where ") for place, game in enumerate(games)]
    text = write(*(head for head, _, _ in parts))
    definitions = ", ".join(tail for _, _, tail in parts if tail)
    return f"{text} where {definitions}" if definitions else text


def _made(write: Callable[..., str], *games: str) -> Value:
    return Value._named(_bouton.canonical(_build(write, *games)))


class Thermograph(Drawn, ThermographView):
    """The thermograph of a value: how much each player would gain by moving, at each temperature.

    `Value.thermograph` returns it.

    >>> from bouton import Value
    >>> Value("{3||2|-1}").thermograph.mean
    Fraction(2, 1)

    A notebook draws it; `save` writes the picture.
    """

    __slots__ = ()
    _lab: Value

    def __init__(self, value: Value) -> None:
        super().__init__(value._fields["thermograph"], value)

    @property
    def mean(self) -> Fraction:
        """The mean: the value of the mast."""
        return self._lab.mean

    @property
    def temperature(self) -> Fraction:
        """The temperature: where the mast begins."""
        return self._lab.temperature

    def _picture(self) -> _bouton.Picture:
        return _bouton.thermograph(self._lab.text)

    def __repr__(self) -> str:
        return f"<Thermograph: mean {self.mean}, temperature {self.temperature}>"

    _repr_html_: Any = None

    def _repr_svg_(self) -> str:
        return self._picture().svg()


def born_by(day: Count, **limits: Unpack[Limits]) -> tuple[Value, ...]:
    """All values born by a day, the short names first.

    >>> import bouton
    >>> bouton.born_by(1)
    (Value('*'), Value('0'), Value('1'), Value('-1'))
    """
    return tuple(map(Value._named, ask("born", day=_bouton.count(day), **limits).games))



"""Games, and the questions about them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any, Literal

from . import _bouton
from ._answers import Chart, Sequence, Solution, Table
from ._errors import BadInput
from ._graph import Graph
from ._view import View, place, typed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import Count, Limits, Path, Player, Position, PositionLike, Window


class Game:
    """A game: a name, a name with parameters, a rule file, the rules themselves, or a sum of these.

    >>> from bouton import Game
    >>> Game("nim").solve("3,4,6").winning_moves
    ((2, 4, 6),)
    >>> Game("octal:0.77").sequence(9, of="nim-value").terms.tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    >>> Game("game take; position n; move k in 1..3: n' = n - k").solve(8).outcome
    'P'

    `bouton.games()` lists the names. `/misere` may follow a game, `" + "` stands between the components of a sum.
    With `as_written` the rules run as they are written: no family is recognised that a faster engine knows.

    All questions take three more arguments: `memory`, the bytes that may be used (also `"4GiB"`); `steps`, the
    elementary steps, about a nanosecond each; and `progress`, which is called with `done` and `total` some 25 times
    a second. What would cost more raises `LimitExceeded`.
    """

    __slots__ = ("_as_written", "_lab")

    def __init__(self, text: str, *, as_written: bool = False) -> None:
        self._lab = _bouton.LabGame(text, as_written)
        self._as_written = as_written

    @staticmethod
    def from_rules(text: str, *arguments: str | int | Iterable[int]) -> Game:
        """Reads a game from a rule text, with arguments for its parameters in order.

        >>> from bouton import Game
        >>> rules = '''
        ... # Take some of these numbers.
        ... game take(S)
        ... position n
        ... move s in S: n' = n - s
        ... '''
        >>> Game.from_rules(rules, {1, 3, 4}).sequence(8).letters
        'PNPNNNNPN'

        A text with mistakes raises `BadInput`, which shows all of them.
        """
        ordered = (sorted(one) if isinstance(one, (set, frozenset)) else one for one in arguments)
        game = Game.__new__(Game)
        game._lab = _bouton.LabGame.of_rules(text, "|".join(map(typed, ordered)))
        game._as_written = False
        return game

    @staticmethod
    def from_file(path: Path, *arguments: str | int | Iterable[int]) -> Game:
        """Reads a game from a rule file, with arguments for its parameters in order."""
        return Game.from_rules(_bouton.read_text(path, 16 << 20), *arguments)

    @property
    def text(self) -> str:
        """The text of the game, complete in itself; `Game` reads it back."""
        return self._lab.text

    @property
    def title(self) -> str:
        """The title of the game."""
        return self._lab.title

    @property
    def rules(self) -> str | None:
        """The rules as a rule text, or None if there is none.

        >>> from bouton import Game
        >>> print(Game("wythoff").rules.splitlines()[-1])
        move     k >= 1: a' = a - k, b' = b - k
        """
        return self._lab.rules()

    def explain(self, position: PositionLike | None = None) -> dict[str, Any]:
        """Explains the rules, and which engine answers which question, as dictionaries and lists.

        >>> from bouton import Game
        >>> [plan["engine"] for plan in Game("nimrod").explain()["plans"]][0]
        'nimrod-rows'
        """
        start = None if position is None else typed(position)
        fields = {"game": self.text, "position": start, "as_written": self._as_written}
        found: dict[str, Any] = _bouton.ask("explain", fields)
        return found

    def options(self, position: PositionLike, player: Player = "left") -> tuple[Position, ...]:
        """The options of a position for a player, `"left"` or `"right"`.

        >>> from bouton import Game
        >>> Game("wythoff").options((1, 2))
        ((0, 2), (1, 1), (1, 0), (0, 1))
        """
        return tuple(place(option, self._lab.is_real) for option in self._lab.options(typed(position), player))

    def position(self, text: PositionLike) -> Position:
        """Reads a position; raises `BadInput` if it is not legal."""
        return place(self._lab.position(typed(text)), self._lab.is_real)

    def _ask(self, name: str, limits: Limits, **fields: Any) -> _bouton.LabAnswer:
        given = {key: value for key, value in fields.items() if value is not None}
        return self._lab.ask(name, given, **limits)

    def solve(self, position: PositionLike, *, engine: str | None = None, **limits: Unpack[Limits]) -> Solution:
        """Solves a position: who wins, its value, every winning move, and why.

        >>> from bouton import Game
        >>> solution = Game("antonim").solve((1, 3))
        >>> solution.outcome, solution.winning_moves
        ('N', ((1, 2),))

        `engine` names the engine that must answer, such as `"oracle"`.
        """
        lab = self._ask("solve", limits, position=typed(position), engine=engine)
        return Solution(lab, self._lab.is_real)

    def sequence(
        self,
        to: Count,
        of: Literal["outcome", "nim-value", "value"] = "outcome",
        *,
        row: Count | None = None,
        engine: str | None = None,
        **limits: Unpack[Limits],
    ) -> Sequence:
        """Lists outcomes, nim-values or values of the heaps 0 to `to`, and finds their period.

        >>> from bouton import Game
        >>> found = Game("ending-partizan:2,3").sequence(6)
        >>> found.letters
        'LRLNNLP'
        >>> found.terms.dtype
        dtype('uint8')

        `of` is `"outcome"`, `"nim-value"` or `"value"`. `row` is the second number of the positions, in games that
        have two.
        """
        if of not in ("outcome", "nim-value", "value"):
            raise BadInput("unknown terms", 'use of="outcome", "nim-value" or "value"')
        return Sequence(self._ask("sequence", limits, to=_bouton.count(to), of=of, row=_number(row), engine=engine))

    def table(
        self,
        rows: Count = 10,
        columns: Count | None = None,
        of: Literal["completion", "outcome", "nim-value"] | None = None,
        *,
        heaps: Count | None = None,
        fix: Iterable[Count] = (),
        engine: str | None = None,
        **limits: Unpack[Limits],
    ) -> Table:
        """Makes a table over two numbers of a position: completions, outcomes or nim-values.

        >>> from bouton import Game
        >>> print(Game("antonim").table(4, 5))
           0  1  2  3  4
        0  0  2  1  4  3
        1  2  X  0  5  6
        2  1  0  X  6  5
        3  4  5  6  X  0

        `heaps` says how many numbers a position has, and `fix` which of them stay the same. `of` is
        `"completion"`, `"outcome"` or `"nim-value"`; completions are the usual where the game has them.
        """
        size = {"rows": _bouton.count(rows), "columns": _bouton.count(rows if columns is None else columns)}
        if not all(1 <= side <= 10_000 for side in size.values()):
            raise BadInput("the table is empty or too large", "ask for rows and columns from 1 to 10000")
        fixed = [_bouton.count(one) for one in fix]
        lab = self._ask("table", limits, **size, of=of, heaps=_number(heaps), fix=fixed, engine=engine)
        return Table(lab.view(), lab)

    def count(self, heaps: Count, below: Count, *, engine: str | None = None, **limits: Unpack[Limits]) -> int:
        """Counts the P-positions with this many heaps, ascending, all below a bound.

        >>> from bouton import Game
        >>> Game("nim").count(3, 4)
        5
        """
        lab = self._ask("count", limits, heaps=_bouton.count(heaps), below=_bouton.count(below), engine=engine)
        return int(lab.view()["count"])

    def chart(
        self,
        x: Window = range(120),
        y: Window = range(1, 40),
        *,
        axes: str | tuple[str, str] = "linear",
        sectors: bool = False,
        cell: int = 0,
        engine: str | None = None,
        **limits: Unpack[Limits],
    ) -> Chart:
        """The outcomes of all (x, y) in a window, as an array and as a picture.

        >>> from bouton import Game
        >>> Game("wythoff").chart(8, 5).losing.nonzero()
        (array([0, 1, 2, 3, 4]), array([0, 2, 1, 5, 7]))

        `x` and `y` are ranges, pairs, or where they end. `axes` says how the axes of the picture are drawn:
        `"linear"`, `"sqrt"` or `"log"`, or one of them for each axis. `sectors` names the sectors of Nimrod and draws the
        boundary of its core; `cell` is the side of a cell in pixels, 0 to choose.
        """
        if cell > 64:
            raise BadInput("the cells are too large", "ask for at most 64 pixels per cell")
        both = [axes, axes] if isinstance(axes, str) else list(axes)
        asked = self._ask("chart", limits, x=_side(x), y=_side(y), axes=both, engine=engine)
        return Chart(asked, cell, sectors)

    def graph(self, numbers: Count | None = None, *, below: Count = 8, **limits: Unpack[Limits]) -> Graph:
        """The digraph of all positions with `numbers` numbers, all below a bound, and the moves between them.

        >>> from bouton import Game
        >>> Game("nim").graph(2, below=3)
        <Graph: 9 vertices, 18 edges>
        """
        return Graph._by_names(self._lab.graph(numbers, below, **limits))

    def quotient(self, heaps: Count, **limits: Unpack[Limits]) -> dict[str, Any]:
        """The misère quotient of a game of heaps up to `heaps`, as dictionaries and lists.

        >>> from bouton import Game
        >>> Game("octal:0.123").quotient(12)["order"]
        20
        """
        found: dict[str, Any] = _bouton.ask("quotient", {"game": self.text, "heaps": _bouton.count(heaps)}, **limits)
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.text, self._as_written) == (other.text, other._as_written)

    def __hash__(self) -> int:
        return hash((self.text, self._as_written))

    def __repr__(self) -> str:
        return f"Game({self.title!r})"

    def __str__(self) -> str:
        return self.title

    def __reduce__(self) -> tuple[Any, ...]:
        return (_read_game, (self.text, self._as_written))


def _number(number: Count | None) -> int | None:
    return None if number is None else _bouton.count(number)


def _side(window: Window) -> list[int]:
    """A side of a window from a range, a pair, or its end."""
    if isinstance(window, range) and window.step != 1:
        raise BadInput("a window has no gaps", "use a range with step 1")
    if isinstance(window, range):
        window = (window.start, window.stop)
    start, stop = window if isinstance(window, tuple) else (0, window)
    ends = [_bouton.count(start), _bouton.count(stop)]
    if ends[0] >= ends[1]:
        raise BadInput("the window is empty", "use x=range(0, 200), y=range(1, 60)")
    return ends


def _read_game(text: str, as_written: bool) -> Game:
    """Restores a game from a pickle."""
    return Game(text, as_written=as_written)


class Entry(View):
    """A game of the catalogue: `name`, `parameters`, `summary`, `positions`, `source`, and an `example` of a game and a
    position. `bouton.games` lists them."""

    __slots__ = ()
    name: str
    parameters: str
    summary: str
    positions: str
    source: str
    example: tuple[str, str]

    def __repr__(self) -> str:
        return f"<Entry {self.name}>"

    def _repr_html_(self) -> str:
        return f"<b>{escape(self.name)}</b> {escape(self.summary)}"


def games() -> tuple[Entry, ...]:
    """Lists the games of the catalogue.

    >>> import bouton
    >>> [game.name for game in bouton.games()][:3]
    ['nim', 'antonim', 'chomp']
    """
    return tuple(map(Entry, _bouton.catalogue()))

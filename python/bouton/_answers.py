"""Answers about a game: solutions, sequences, tables, charts, and their certificates."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from html import escape
from operator import index
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from . import _bouton
from ._errors import BadInput
from ._value import Value
from ._view import Drawn, place, rows, typed
from ._views import ChartView, CheckView, Period as PeriodView, SequenceView, SolveView, TableView

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._graph import Graph
    from ._types import Limits, Path, Position


class Certificate:
    """A proof that can be checked from the rules alone, without the engine that found it.

    >>> from bouton import Game
    >>> certificate = Game("subtraction:1,3,4").sequence(20).certificate()
    >>> certificate.check()
    <Checked: it holds>

    `str` gives its JSON, `save` writes it, and `bouton.check` checks what another run wrote.
    """

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def check(self, *, graph: Graph | None = None, **limits: Unpack[Limits]) -> Checked:
        """Checks the certificate from the rules alone, or from the graph that it is about."""
        return Checked(_bouton.check(self._text, None if graph is None else graph._lab, **limits))

    def save(self, path: Path) -> None:
        """Writes the certificate to a file."""
        _bouton.save(path, self._text.encode())

    def to_dict(self) -> dict[str, Any]:
        """The certificate as dictionaries and lists."""
        read: dict[str, Any] = json.loads(self._text)
        return read

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Certificate: {len(self._text)} characters>"


class Checked(CheckView):
    """The result of checking a certificate: true or false, with reasons. `bouton.check` returns it."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        return "<Checked: it holds>" if self.holds else "<Checked: it does not hold>"

    def __str__(self) -> str:
        verdict = "holds" if self.holds else "does not hold"
        return "\n  ".join([f"the certificate {verdict}", *self.reasons])


def check(certificate: Certificate | Path, *, graph: Graph | None = None, **limits: Unpack[Limits]) -> Checked:
    """Checks a certificate from the rules alone: a `Certificate`, a path, or its JSON as a `str`.

    >>> import bouton
    >>> certificate = bouton.Game("nim").solve("1,2,3").certificate()
    >>> bool(bouton.check(certificate))
    True
    >>> bool(bouton.check(str(certificate).replace('"P"', '"N"')))
    False

    `graph` is the digraph that a certificate names only by its digest.
    """
    if isinstance(certificate, Certificate):
        return certificate.check(graph=graph, **limits)
    if isinstance(certificate, str) and certificate.lstrip().startswith("{"):
        return Certificate(certificate).check(graph=graph, **limits)
    return Certificate(_bouton.read_text(certificate, 1 << 30)).check(graph=graph, **limits)


class Solution(SolveView):
    """The solution of a position: who wins, and why. `Game.solve` returns it.

    >>> from bouton import Game
    >>> Game("nim").solve("3,4,6")
    <Solution of nim 3,4,6: N, value *, 1 winning move>
    >>> print(Game("nim").solve("3,4,7"))
    nim 3,4,7: P, the previous player wins; value 0
    """

    __slots__ = ("_real",)
    _lab: _bouton.LabAnswer
    _real: bool

    def __init__(self, lab: _bouton.LabAnswer, real: bool) -> None:
        super().__init__(lab.view(), lab)
        self._keep(_real=real)

    @property
    def position(self) -> Position:
        """The position."""
        return place(self._fields["position"], self._real)

    def _moves(self, field: str) -> tuple[Position, ...]:
        moves = self._fields.get(field, self._fields["winning_moves"])
        return tuple(place(move, self._real) for move in moves)

    @property
    def winning_moves(self) -> tuple[Position, ...]:
        """Every option with which the player who moves first wins; if the game is partizan, either player."""
        return self._moves("winning_moves")

    @property
    def left_winning_moves(self) -> tuple[Position, ...]:
        """Every option with which Left, moving first, wins."""
        return self._moves("left_winning_moves")

    @property
    def right_winning_moves(self) -> tuple[Position, ...]:
        """Every option with which Right, moving first, wins."""
        return self._moves("right_winning_moves")

    @property
    def declined(self) -> tuple[tuple[str, str], ...]:
        """The engines that declined, and why: pairs of texts."""
        return tuple(self._lab.declined())

    def certificate(self, of: Literal["outcome", "value"] = "outcome", **limits: Unpack[Limits]) -> Certificate:
        """A certificate of who wins, or with `of="value"` of the nim-value, that `bouton.check` verifies.

        >>> import bouton
        >>> certificate = bouton.Game("nim").solve("3,4,6").certificate()
        >>> bool(bouton.check(certificate))
        True
        """
        return Certificate(self._lab.certificate(of, **limits))

    def _title(self) -> str:
        return f"{self.title or self.game} {typed(self.position)}"

    def __repr__(self) -> str:
        value = "" if self.value is None else f", value {self.value}"
        count = len(self._fields["winning_moves"])
        moves = "1 winning move" if count == 1 else f"{count} winning moves"
        return f"<Solution of {self._title()}: {self.outcome}{value}, {moves}>"

    def __str__(self) -> str:
        value = "" if self.value is None else f"; value {self.value}"
        return f"{self._title()}: {self.outcome}, {self.sentence}{value}"

    def _repr_html_(self) -> str:
        cells = {"outcome": f"<b>{self.outcome}</b> {self.sentence}"}
        if self.value is not None:
            cells["value"] = escape(str(self.value))
        if "left_winning_moves" in self._fields:
            cells["Left wins by"] = _listed(self.left_winning_moves)
            cells["Right wins by"] = _listed(self.right_winning_moves)
        else:
            cells["winning moves"] = _listed(self.winning_moves)
        cells["why"] = "<br>".join(map(escape, self.reasons))
        cells["known"] = f"{self.standing} by {self.engine}"
        return rows(cells, self._title())


def _listed(moves: tuple[Position, ...], most: int = 8) -> str:
    more = f" and {len(moves) - most} more" if len(moves) > most else ""
    return " &nbsp; ".join(escape(typed(move)) for move in moves[:most]) + more or "none"


class Period(PeriodView):
    """A period: a(n + period) = a(n) + saltus for all n from the preperiod on; both are the least possible."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"period {self.period} after {self.preperiod}, {self.standing}"

    def __repr__(self) -> str:
        grows = f", saltus {self.saltus}" if self.saltus != 0 else ""
        return f"<Period {self.period} after {self.preperiod}{grows}, {self.standing}>"


#: Who wins if Left, and if Right, begins, by letter; positions drawn from one start only are listed apart.
_WINNERS = {"left": str.maketrans("NP", "LR"), "right": str.maketrans("NP", "RL")}


class Sequence(Drawn, SequenceView):
    """The terms of the heaps 0, 1, 2, …, and their period. `Game.sequence` returns it.

    >>> from bouton import Game
    >>> kayles = Game("kayles").sequence(100, of="nim-value")
    >>> kayles[70], len(kayles), kayles.period
    (6, 101, <Period 12 after 71, proved>)
    >>> kayles.terms[72:84]
    array([4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7], dtype=uint64)

    `terms` is the memory that the engine filled, not a copy: letters as `uint8`, nim-values as `uint64`.
    """

    __slots__ = ("_terms",)
    _lab: _bouton.LabAnswer
    _terms: Any

    def __init__(self, lab: _bouton.LabAnswer) -> None:
        super().__init__(lab.view(), lab)
        self._keep(_terms=lab.array())

    @property
    def terms(self) -> Any:
        """The terms: letters as an array of `uint8` (`ord("P")`, …), nim-values as an array of `uint64`, or values as
        a tuple of texts."""
        return self._terms

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def _check_outcomes(self) -> None:
        if self.of != "outcome":
            raise BadInput("these terms are values, not outcomes", 'ask for of="outcome"')

    @property
    def letters(self) -> str:
        """The outcomes as one text."""
        self._check_outcomes()
        return bytes(self.terms).decode()

    @property
    def left_first(self) -> str:
        """Who wins if Left begins, a letter for each outcome: L, R, or D for a draw."""
        return str(self._fields.get("left_first") or self.letters.translate(_WINNERS["left"]))

    @property
    def right_first(self) -> str:
        """Who wins if Right begins, a letter for each outcome: L, R, or D for a draw."""
        return str(self._fields.get("right_first") or self.letters.translate(_WINNERS["right"]))

    @property
    def losing(self) -> tuple[int, ...] | None:
        """The losing heaps from 1 on, for rows; otherwise None."""
        return None if self.row is None else tuple(n for n in self.where("P").tolist() if n > 0)

    @property
    def period(self) -> Period | None:
        """The period, if one was proved, else None."""
        found = self._fields["period"]
        return None if found is None else Period(found)

    def _value(self, term: Any) -> Value:
        """Long values share definitions; a single value needs its own copy of them."""
        if not isinstance(term, str):
            return Value._named("0" if term == 0 else "*" if term == 1 else f"*{term}")
        if not self.definitions:
            return Value._named(term)
        return Value(f"{term} where {', '.join(f'{name} = {text}' for name, text in self.definitions.items())}")

    def where(self, term: Value | str | int | Fraction) -> NDArray[np.intp]:
        """The indices of the terms that are this outcome, nim-value or value, as an array.

        >>> from bouton import Game
        >>> Game("subtraction:1,3,4").sequence(20).where("P")
        array([ 0,  2,  7,  9, 14, 16])
        """
        equal: Any
        if self.of == "outcome":
            if not (isinstance(term, str) and len(term) == 1):
                raise BadInput("outcomes are letters", 'use where("P")')
            equal = np.equal(self.terms, ord(term))
        elif self.of == "nim-value":
            equal = np.equal(self.terms, _bouton.count(term))
        else:
            wanted = Value(term).text
            equal = [self._value(one).text == wanted for one in self.terms]
        return np.flatnonzero(equal)

    def certificate(self, **limits: Unpack[Limits]) -> Certificate:
        """A certificate of the period that `bouton.check` verifies."""
        return Certificate(self._lab.certificate("outcome", **limits))

    def to_bfile(self) -> str:
        """The terms as a b-file of the OEIS."""
        return self._lab.written("b-file")

    def to_csv(self) -> str:
        """The terms as comma-separated values."""
        return self._lab.written("csv")

    def to_latex(self) -> str:
        """The terms as a LaTeX tabular."""
        return self._lab.written("latex")

    def to_dict(self) -> dict[str, Any]:
        """The answer as dictionaries and lists: what `bouton sequence --json` prints."""
        return self._lab.view(whole=True)

    def _picture(self) -> _bouton.Picture:
        return self._lab.strip()

    def __len__(self) -> int:
        return len(self.terms)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return self.terms[key]
        if not -len(self._terms) <= index(key) < len(self._terms):
            raise IndexError(f"there are {len(self._terms)} terms")
        term, of = self._terms[index(key)], self._fields["of"]
        if of == "value":
            return self._value(term)
        return chr(term) if of == "outcome" else int(term)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        terms = np.asarray(self.terms)
        if dtype is not None:
            return terms.astype(dtype)
        return terms.copy() if copy else terms

    def __repr__(self) -> str:
        return f"<Sequence of {self.title or self.game}: {len(self)} terms, {self.period or 'no period proved'}>"

    def _repr_html_(self) -> str:
        most = 1200
        cut = f", the first {most} shown" if len(self) > most else ""
        period = self.period or "no period proved"
        caption = f"<div><b>{escape(self.title or self.game)}</b> {len(self)} terms{cut}; {period}</div>"
        if isinstance(self.terms, tuple):
            cells = {str(n): f"<code>{escape(text)}</code>" for n, text in enumerate(self.terms[:100])}
            return caption + rows(cells)
        return caption + self._lab.strip(most).svg()


class Table(TableView):
    """A table of numbers or outcomes. `Game.table` returns it.

    >>> from bouton import Game
    >>> table = Game("wythoff").table(3, of="nim-value")
    >>> table.rows
    [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    >>> table[2, 1]
    0

    Where the numbers are not a legal position, the cell is None, and `X` in print.
    """

    __slots__ = ()

    @property
    def rows(self) -> list[list[int | None]] | list[list[str | None]]:  # type: ignore[override]
        """The rows as lists."""
        return [list(row) for row in self._fields["rows"]]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self._fields["rows"]), len(self._fields["rows"][0])

    def __getitem__(self, key: tuple[int, int]) -> Any:
        row, column = key
        return self._fields["rows"][row][column]

    def _texts(self) -> list[list[str]]:
        return [["X" if cell is None else str(cell) for cell in row] for row in self._fields["rows"]]

    def __repr__(self) -> str:
        return f"<Table of {self.title or self.game}: {self.shape[0]} × {self.shape[1]}>"

    def __str__(self) -> str:
        texts, (height, width) = self._texts(), self.shape
        wide = max(len(text) for row in [*texts, [str(width - 1)]] for text in row)
        side = len(str(height - 1))

        def line(head: object, cells: Iterable[object]) -> str:
            return f"{head:>{side}}" + "".join(f"  {cell:>{wide}}" for cell in cells)

        return "\n".join([line("", range(width)), *(line(row, cells) for row, cells in enumerate(texts))])

    def _repr_html_(self) -> str:
        most = 60
        heads = "".join(f"<th>{column}</th>" for column in range(min(self.shape[1], most)))
        lines = (
            f"<tr><th>{row}</th>{''.join(f'<td>{cell}</td>' for cell in cells[:most])}</tr>\n"
            for row, cells in enumerate(self._texts()[:most])
        )
        caption = f"<caption>{escape(self.title or self.game)}</caption>"
        return f"<table>\n{caption}\n<tr><th></th>{heads}</tr>\n{''.join(lines)}</table>"


class Chart(Drawn, ChartView):
    """The outcomes of all positions (x, y) in a window. `Game.chart` returns it.

    >>> from bouton import Game
    >>> chart = Game("nimrod").chart(range(0, 400), range(1, 60), sectors=True)
    >>> chart.cells.shape, chart.cells.dtype
    ((59, 400), dtype('uint8'))

    A notebook shows the picture; `save` writes it.
    """

    __slots__ = ("_cells", "_drawn")
    _lab: _bouton.LabAnswer
    _cells: NDArray[np.uint8]
    _drawn: tuple[int, bool]

    def __init__(self, lab: _bouton.LabAnswer, cell: int, sectors: bool) -> None:
        # Refuse bad options, such as sectors of another game, now and not when the picture is drawn.
        lab.picture(cell, sectors, only_check=True)
        super().__init__(lab.view(), lab)
        self._keep(_drawn=(cell, sectors), _cells=lab.array())

    @property
    def cells(self) -> NDArray[np.uint8]:
        """The letters as an array of `uint8` with a row for each y: `ord("P")`, …, and `ord("X")` where the position is
        not legal."""
        return self._cells

    @property
    def losing(self) -> NDArray[np.bool_]:
        """Which positions are losing, as an array of `bool`."""
        return np.equal(self.cells, ord("P"))

    @property
    def rows(self) -> tuple[str, ...]:
        """A text for each y, a letter for each x; X where the position is not legal."""
        return tuple(bytes(row).decode() for row in self.cells)

    def to_dict(self) -> dict[str, Any]:
        """The answer as dictionaries and lists: what `bouton chart --json` prints."""
        return {**self._fields, "rows": list(self.rows)}

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def _picture(self) -> _bouton.Picture:
        return self._lab.picture(*self._drawn)

    def __repr__(self) -> str:
        x, y = self.x, self.y
        return f"<Chart of {self.title or self.game}: {x.start}..{x.stop} × {y.start}..{y.stop}>"

    _repr_html_: Any = None

    def _repr_png_(self) -> bytes:
        return self._picture().png()

"""Checks the claims of the papers, and plays strategies against each other."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from . import _bouton
from ._game import Game
from ._view import place, typed
from ._views import ClaimView, OneDuel

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import Count, Limits, Path, Position, PositionLike, Progress

_COLOURS = {"true": "#2e7d32", "false": "#c62828", "open": "#b26a00", "not-checkable": "#757575"}


class Finding(ClaimView):
    """The result of checking a claim.

    >>> import bouton
    >>> (finding,) = bouton.claims("A7")
    >>> finding
    <Finding A7: false>
    """

    __slots__ = ()
    _lab: tuple[str, float]

    def __init__(self, fields: dict[str, Any], sentence: str, seconds: float) -> None:
        super().__init__(fields, (sentence, seconds))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Finding, (self._fields, *self._lab))

    @property
    def known(self) -> str:  # type: ignore[override]
        """How the verdict is known, in a sentence."""
        return self._lab[0]

    @property
    def steps(self) -> tuple[str, ...]:
        """The counterexample step by step."""
        return tuple(self._fields["steps"] or ())

    @property
    def seconds(self) -> float:
        """How long the check took, in seconds."""
        return self._lab[1]

    def __repr__(self) -> str:
        return f"<Finding {self.id}: {self.verdict}>"

    def __str__(self) -> str:
        known = f" ({self.bound})" if self._fields["known"]["kind"] in ("for-all", "up-to", "sampled") else ""
        against = f"; {self.counterexample}" if self.counterexample else ""
        return f"{self.id}: {self.verdict}{known}{against}"

    def _repr_html_(self) -> str:
        colour = _COLOURS[self.verdict]
        html = (
            f'<div><b>{self.id}</b> {escape(self.title)} <b style="color:{colour}">{self.verdict}</b>'
            f"<br>{escape(self.statement)}<br><i>{escape(self.known)}</i></div>"
        )
        if self.counterexample:
            steps = "".join(f"<li>{escape(step)}</li>" for step in self.steps)
            html += f"<div>{escape(self.counterexample)}<ol>{steps}</ol></div>"
        return html


class Claims(Iterator[Finding]):
    """An iterator over findings. `bouton.claims` returns it."""

    __slots__ = ("_lab",)

    def __init__(self, lab: _bouton.LabClaims) -> None:
        self._lab = lab

    def __len__(self) -> int:
        return len(self._lab)

    def __next__(self) -> Finding:
        found = self._lab.next()
        if found is None:
            raise StopIteration
        return Finding(*found)


def claims(
    *selection: str,
    deep: bool = False,
    state: Path | None = None,
    memory: str | Count | None = None,
    progress: Progress | None = None,
) -> Claims:
    """The claims of the five papers, checked again from the rules: an iterator over findings, in the order of the papers.

    >>> import bouton
    >>> for finding in bouton.claims("A1", "A7"):
    ...     print(finding.id, finding.verdict)
    A1 true
    A7 false

    Papers are named by their letters A to E, claims by ids such as `"C11"`; all are checked if none is named. `deep`
    raises the bounds to what the fast engines allow, which takes hours; `state` is a folder where findings are kept,
    and looked for before anything is computed. Each claim is checked when the iterator comes to it.
    """
    return Claims(_bouton.LabClaims(selection, deep, state, memory, progress=progress))


class Duel(OneDuel):
    """The result of a duel. `bouton.duel` returns it."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return (Duel, (self._fields, self._lab))

    @property
    def start(self) -> Position:
        """The starting position."""
        return self._lab

    @property
    def share(self) -> float:
        """The share of games that the first strategy won."""
        return self.first_wins / self.games

    def __repr__(self) -> str:
        return f"<Duel: {self.first} won {self.first_wins} of {self.games} games against {self.second}>"


def duel(
    game: Game,
    first: str = "random",
    second: str = "random",
    *,
    start: PositionLike | None = None,
    games: Count = 2000,
    seed: Count = 1,
    alternate: bool = False,
    exact: bool = False,
    threads: Count = 0,
    **limits: Unpack[Limits],
) -> Duel:
    """Plays many games between two strategies.

    >>> import bouton
    >>> duel = bouton.duel(bouton.Game("nimrod"), "perfect", "random", start=1000, games=200)
    >>> duel.games, duel.share > 0.9
    (200, True)

    `start` is a position, or a lone pile, or None for the game's example. The same seed gives the same games on any
    number of threads. `alternate` lets the second strategy move first in every other game; `exact` works out the
    chance itself, too. `bouton.strategies()` lists the strategies.
    """
    if not isinstance(game, Game):
        raise TypeError("the first argument of a duel must be a bouton.Game")
    at = start if start is None or isinstance(start, int) else typed(start)
    given = (games, seed, alternate, exact, threads)
    fields, began = _bouton.duel(game._lab, (first, second), at, *given, **limits)
    return Duel(fields, place(began, game._lab.is_real))

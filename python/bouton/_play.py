"""A game in progress, move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from . import _bouton
from ._game import Game
from ._view import place, typed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import Count, Limits, Player, Position, PositionLike


class Play:
    """A game in progress: Left and Right move in turn, `first` first.

    >>> from bouton import Game, Play
    >>> play = Play(Game("nim"), (1, 2))
    >>> play.make((1, 1))
    >>> play.position, play.mover, play.options
    ((1, 1), 'right', ((0, 1), (1, 0)))
    >>> play.reply()[-1]
    'no move wins: this one leaves the fewest winning replies'
    >>> play.reply()[2]
    'sum = 1   the columns with an odd number of ones make 1'
    >>> play.over, play.winner, len(play.positions)
    (True, 'left', 4)

    `memory` and `steps` say what a reply may cost.
    """

    __slots__ = ("_lab", "_real")

    def __init__(
        self, game: Game, start: PositionLike, first: Player = "left", **limits: Unpack[Limits]
    ) -> None:
        if not isinstance(game, Game):
            raise TypeError("the first argument must be a bouton.Game")
        self._lab = _bouton.LabPlay(game._lab, typed(start), first, **limits)
        self._real = game._lab.is_real

    @property
    def positions(self) -> tuple[Position, ...]:
        """The start, and the position after each move."""
        return tuple(place(position, self._real) for position in self._lab.positions())

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    @property
    def mover(self) -> Player:
        """The player to move, `"left"` or `"right"`, whether or not there is a move."""
        return self._lab.mover

    @property
    def options(self) -> tuple[Position, ...] | None:
        """The options of the current position; None if there are infinitely many."""
        options = self._lab.options()
        return None if options is None else tuple(place(option, self._real) for option in options)

    @property
    def winner(self) -> Player | None:
        """The winner, if the game is over, else None."""
        return self._lab.winner()

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self.winner is not None

    def make(self, position: PositionLike) -> None:
        """Moves to a position; raises `BadInput` if that is not a legal move."""
        self._lab.make(typed(position))

    def reply(
        self, strength: Literal["perfect", "weak", "random"] = "perfect", seed: Count = 0
    ) -> tuple[str, ...] | None:
        """Makes a move for the player whose turn it is, and returns the reasons, a line each; None if there is no move.
                The same seed gives the same move."""
        why = self._lab.reply(strength, seed)
        return None if why is None else tuple(why)

    def take_back(self, moves: int = 1) -> None:
        """Takes back the last moves, or as many as there are."""
        self._lab.take_back(moves)

    def __repr__(self) -> str:
        return f"<Play: {self.position}, {self.mover} to move>"

"""A laboratory for Nim-like games: who wins, by which moves, and why.

>>> import bouton
>>> nim = bouton.Game("nim")
>>> nim.solve("3,4,6").winning_moves
((2, 4, 6),)
>>> bouton.Game("kayles").sequence(100, of="nim-value").period
<Period 12 after 71, proved>
>>> bouton.Value("^") + bouton.Value("*")
Value('^*')

`Game`, `Value` and `Graph` are the three places to begin. ``help(bouton.Game)`` tells more, and so does the tutorial
in docs/tutorial.ipynb.
"""

from importlib import import_module
from typing import Any

from ._bouton import (
    Census,
    CensusPlan,
    CensusShard,
    Certificate,
    Chart,
    Checked,
    Claims,
    Duel,
    Entry,
    Explored,
    Finding,
    Game,
    Graph,
    Period,
    Sequence,
    Solution,
    Structure,
    Structures,
    Table,
    Thermograph,
    Value,
    __version__,
    born_by,
    census,
    check,
    check_rules,
    claims,
    duel,
    format_rules,
    games,
    open_census,
    questions,
    strategies,
)
from ._errors import BadInput, Error, InternalError, LimitExceeded
from ._view import View, ask, compare, survey

__all__ = [
    "BadInput",
    "Census",
    "CensusPlan",
    "CensusShard",
    "Certificate",
    "Chart",
    "Checked",
    "Claims",
    "Duel",
    "Entry",
    "Error",
    "Explored",
    "Finding",
    "Game",
    "Graph",
    "InternalError",
    "LimitExceeded",
    "Period",
    "Sequence",
    "Solution",
    "Structure",
    "Structures",
    "Table",
    "Thermograph",
    "Value",
    "View",
    "__version__",
    "ask",
    "born_by",
    "census",
    "check",
    "check_rules",
    "claims",
    "compare",
    "duel",
    "format_rules",
    "games",
    "open_census",
    "questions",
    "strategies",
    "survey",
]


def _read_game(text: str, as_written: bool) -> Game:
    """A game out of a pickle."""
    return Game(text, as_written=as_written)


def __getattr__(name: str) -> Any:
    """`bouton.distributed` is loaded when it is asked for: few need it."""
    if name == "distributed":
        return import_module("bouton.distributed")
    raise AttributeError(f"module 'bouton' has no attribute {name!r}")

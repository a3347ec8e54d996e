"""A laboratory for Nim-like games: who wins, by which moves, and why.

>>> import bouton
>>> nim = bouton.Game("nim")
>>> nim.solve("3,4,6").winning_moves
((2, 4, 6),)
>>> bouton.Game("kayles").sequence(100, of="nim-value").period
<Period 12 after 71, proved>
>>> bouton.Value("^") + bouton.Value("*")
Value('^*')

`Game`, `Value` and `Graph` are the three places to begin. ``help(bouton.Game)`` says more, and so does the tutorial
in docs/tutorial.ipynb.
"""

from importlib import import_module
from typing import Any

from ._answers import Certificate, Chart, Checked, Period, Sequence, Solution, Table, check
from ._bouton import __version__, check_rules, format_rules, questions, strategies
from ._census import Census, CensusPlan, CensusShard, census, open_census
from ._claims import Claims, Duel, Finding, claims, duel
from ._errors import BadInput, Error, InternalError, LimitExceeded, Unsupported
from ._game import Entry, Game, games
from ._graph import Explored, Graph, Structure, Structures
from ._play import Play
from ._value import Thermograph, Value, born_by
from ._view import View, ask, compare, survey

__all__ = [
    "BadInput", "Census", "CensusPlan", "CensusShard", "Certificate", "Chart", "Checked", "Claims", "Duel", "Entry",
    "Error", "Explored", "Finding", "Game", "Graph", "InternalError", "LimitExceeded", "Period", "Play", "Sequence",
    "Solution", "Structure", "Structures", "Table", "Thermograph", "Unsupported", "Value", "View", "__version__", "ask",
    "born_by", "census", "check", "check_rules", "claims", "compare", "duel", "format_rules", "games", "open_census",
    "questions", "strategies", "survey",
]  # fmt: skip


for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = "bouton"


def __getattr__(name: str) -> Any:
    """Loads `bouton.distributed` on first use, because few programs need it."""
    if name == "distributed":
        return import_module("bouton.distributed")
    raise AttributeError(f"module 'bouton' has no attribute {name!r}")

"""Censuses: a row for each game of a family, in a folder of Parquet files."""

from __future__ import annotations

import json
import os
from html import escape
from typing import TYPE_CHECKING, Any, TypedDict, Union

from . import _bouton, _store
from ._errors import BadInput
from ._store import Store
from ._view import View, rows
from ._views import CensusSummary

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import Count, Path, Progress, Reporting

Place = Union[str, "os.PathLike[str]", Store]


class Parameters(TypedDict, total=False):
    """The parameters that define a family of games."""

    min: Count | None
    max: Count | None
    labels: str | None
    digits: Count | None
    vectors: Count | None
    to: Count | None
    over: str | None
    games_per_shard: Count | None


class CensusShard(View):
    """A finished shard: its number from 0 on (`index`), the name of its `file`, the number of its `rows`, its `sha256`,
        whether it was `made` just now or existed already, and the totals of its rows.

    It can be pickled, so that it can be sent from one machine to another.
    """

    __slots__ = ()
    index: int
    file: str
    rows: int
    sha256: str
    made: bool

    @property
    def tally(self) -> dict[str, Any]:
        """The totals of its rows: a dictionary."""
        return dict(self._fields["tally"])

    def __repr__(self) -> str:
        return f"<CensusShard {self.index}: {self.rows} rows in {self.file}>"


class CensusPlan(View):
    """The plan of a census: a family, divided into shards. Equal plans give equal bytes on any machine.

    >>> from bouton import CensusPlan
    >>> plan = CensusPlan("ending-partizan", min=2, max=12, games_per_shard=256)
    >>> plan.games, plan.shards
    (1024, 4)
    >>> shard, data = plan.make(3)
    >>> shard.rows, shard.sha256[:16] in shard.file, data[:4]
    (256, True, b'PAR1')

    `text` is the plan as JSON, and equal texts are equal plans; `command` makes the same census, without the folder;
    `family` is the name of the family; `games`, `shards` and `columns` say how many there are, and their names.

    It pickles as its text. `run_shard` and `finish` make a census with whatever distributes work: any number of
    machines may make the same shard at once, and write the same.
    """

    __slots__ = ()
    _lab: _bouton.LabPlan
    text: str
    command: str
    family: str
    games: int
    shards: int
    columns: tuple[str, ...]

    def __init__(self, family: Path | CensusPlan, **parameters: Unpack[Parameters]) -> None:
        if not isinstance(family, CensusPlan):
            lab = _bouton.LabPlan(os.fspath(family), **parameters)
        elif any(one is not None for one in parameters.values()):
            help = "give a plan, or the name of a family and its parameters"
            raise BadInput("a plan defines the whole census", help)
        else:
            lab = family._lab
        super().__init__(lab.view(), lab)

    @staticmethod
    def _of(lab: _bouton.LabPlan) -> CensusPlan:
        plan = CensusPlan.__new__(CensusPlan)
        View.__init__(plan, lab.view(), lab)
        return plan

    @staticmethod
    def from_text(text: str) -> CensusPlan:
        """Reads a plan from text, such as that of `plan.json` in the folder of a census."""
        return CensusPlan._of(_bouton.LabPlan.parse(text))

    def game(self, number: Count) -> str:
        """The game with this number, as it is typed."""
        return self._lab.game(number)

    def make(self, index: Count, **limits: Unpack[Reporting]) -> tuple[CensusShard, bytes]:
        """Computes a shard: its entry, and the bytes of its file."""
        shard, data = self._lab.make(index, **limits)
        return CensusShard(shard), data

    def verify(self, index: Count, data: bytes) -> CensusShard:
        """Reads every row of a shard and compares it with its checksums and with the plan."""
        return CensusShard(self._lab.verify(index, data))

    def claim(self, out: Place) -> tuple[str, ...]:
        """Writes the plan to a folder or a store, or refuses one that holds something else. Returns the names of the
                shards that exist."""
        return tuple(self._lab.claim(out))

    def run_shard(
        self, index: Count, out: Place, *, known: list[str] | None = None, **limits: Unpack[Reporting]
    ) -> CensusShard:
        """Makes a shard in a folder or a store, unless it exists undamaged.

        To find out, the folder is listed, unless `known` gives the files of this shard.
        """
        return CensusShard(self._lab.run_shard(index, out, known, **limits))

    def manifest(self, shards: list[CensusShard]) -> str:
        """The manifest, from the entries of all shards."""
        return self._lab.manifest(_texts(shards))

    def finish(self, shards: list[CensusShard], out: Place) -> Census:
        """Writes the manifest of a census whose shards are all made."""
        return Census(self._lab.finish(_texts(shards), out))

    def __repr__(self) -> str:
        return f"<CensusPlan: {self.command}, {self.shards} shards>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (CensusPlan.from_text, (self.text,))


def _texts(shards: list[CensusShard]) -> str:
    return json.dumps([shard.to_dict() for shard in shards])


class Census(CensusSummary):
    """The result of a census. `bouton.census` and `bouton.open_census` return it.

    If a family has several sequences, the numbers are those of the first one; `to_dict` has all.
    """

    __slots__ = ()
    _lab: _bouton.LabCensus

    def __init__(self, lab: _bouton.LabCensus) -> None:
        super().__init__(lab.view(), lab)

    @property
    def plan(self) -> CensusPlan:
        """The plan of this census."""
        return CensusPlan._of(self._lab.plan)

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks: shards that were damaged and made again."""
        return tuple(self._lab.notes)

    @property
    def files(self) -> tuple[str, ...]:
        """The Parquet files, in the order of the games."""
        return tuple(os.path.join(self.folder, name) for name in self._lab.names())

    def verify(self, **limits: Unpack[Reporting]) -> Census:
        """Reads every row and compares it with its checksums; see `complete` and `damage` of the result."""
        return Census(_bouton.open_census(self._lab.store or self.folder, True, **limits))

    def _rows(self) -> tuple[list[str], Any]:
        store = self._lab.store
        return (list(self.files) if store is None else self._lab.names()), store

    def to_polars(self) -> Any:
        """All rows as a Polars data frame, if Polars is installed."""
        return _store.to_polars(*self._rows())

    def to_arrow(self) -> Any:
        """All rows as an Arrow table, if PyArrow is installed."""
        return _store.to_arrow(*self._rows())

    def _state(self) -> str:
        if self.complete:
            return "complete"
        return f"{'damaged, ' if self.damage else ''}{self.shards} of {self.shards_in_plan} shards"

    def __repr__(self) -> str:
        return f"<Census: {self.games} games, {self._state()}>"

    def _repr_html_(self) -> str:
        cells = {"games": str(self.games)}
        for letters, count in (self.letters or {}).items():
            cells[f"period of {escape(letters)}"] = str(count)
        for name in ("longest_period", "longest_preperiod"):
            length, game = self._fields.get(name), self._fields.get(f"{name}_game")
            if length is not None:
                cells[name.replace("_", " ")] = f"{length} <code>{escape(game or '')}</code>"
        if self.theorems:
            cells["theorems"] = str(self.theorems.proved)
        cells["command"] = f"<code>{escape(self.command)}</code>"
        cells["folder"] = f"<code>{escape(self.folder)}</code>, {self._state()}"
        return rows(cells)


def census(
    family: Path | CensusPlan,
    *,
    out: Path,
    threads: Count = 0,
    progress: Progress | None = None,
    **parameters: Unpack[Parameters],
) -> Census:
    """Makes a census: a row for each game of a family, in a folder of Parquet files.

    >>> import bouton, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> sets = bouton.census("ending-partizan", out=folder.name, min=2, max=12)
    >>> sets
    <Census: 1024 games, complete>
    >>> sets.eventually_left, sets.longest_period, sets.longest_period_game
    (570, 24, 'ending-partizan:2,3,4,8,9,10,12')

    The families are `"ending-partizan"` (`min`, `max`, `labels`), `"subtraction"` and `"partizan-subtraction"` (`max`),
    `"octal"` (`digits`, `to`), `"lattice"` (`max`, `vectors`), a rule file (`over`, `to`), and whatever a `CensusPlan`
    says. If the folder holds a part of the same census, the rest is made; another census is refused. `threads` is the number of threads, one for each
    processor if 0, and `progress` is called with the games done and all games. Whatever stops the work, the same call
    goes on. A second call for the same folder waits for the first one.

    `bouton.distributed.census` does the same on many machines.
    """
    plan = CensusPlan(family, **parameters)
    return Census(_bouton.census(plan._lab, out, threads, progress=progress))


def open_census(folder: Place, **limits: Unpack[Reporting]) -> Census:
    """Opens a census in a folder or a store.

    >>> import bouton, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> _ = bouton.census("octal", out=folder.name, digits=2, to=300)
    >>> bouton.open_census(folder.name).command
    'bouton census octal --digits 2 --to 300'
    """
    return Census(_bouton.open_census(folder, False, **limits))

"""Censuses on many machines, through Dask: a laptop, machines behind SSH, Slurm, Kubernetes.

>>> import tempfile
>>> import bouton.distributed
>>> from dask.distributed import Client
>>> folder = tempfile.TemporaryDirectory()
>>> with Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0") as client:
...     sets = bouton.distributed.census(
...         "ending-partizan", out=folder.name, client=client, min=2, max=12, games_per_shard=256
...     )
>>> sets.eventually_left, sets.shards, sets.complete
(570, 4, True)

The result is that of one machine, byte for byte. docs/distributed.md says more.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import islice
from typing import Any

from ._census import Census, CensusPlan, CensusShard
from ._errors import Error
from ._store import Store, locate

__all__ = ["Store", "census"]

#: At least this many shards are with the scheduler at a time, so that an adaptive cluster sees that there is work.
_AHEAD = 4096

#: How often shards that were made but cannot be found are made again.
_ROUNDS = 3

Progress = Callable[[int, int], object]


def census(
    family: str | os.PathLike[str] | CensusPlan,
    *,
    out: str | os.PathLike[str] | Store,
    client: Any = None,
    retries: int = 3,
    progress: Progress | bool | None = None,
    **parameters: Any,
) -> Census:
    """Makes a census on a Dask cluster: the same files, with the same bytes, as `bouton.census` on one machine.

    `family` and the parameters (`min`, `max`, `labels`, `digits`, `vectors`, `to`, `over`, `games_per_shard`) are those of
    `bouton.census`. `out` is a folder that all workers share, the address of a store that fsspec supports (`s3://…`,
    `gs://…`), or a `Store` with options. `client` is a `dask.distributed.Client`; if None, the current one, or else a
        temporary cluster of this machine's processors.

    Every shard is a task with a key of its own, which writes its file and returns no more than its name, hash and
    counts. Existing shards are compared with their hashes, and kept. A worker may die at any time: its shards
    are made again. One that fails is tried `retries` times more, and then its error is raised.

    `progress` is called with the games done and all games; if None, a line on a terminal shows them; False is silent.
    Ctrl-C cancels what is not done; finished shards are kept, and the same call continues.
    """
    plan = CensusPlan(family, **parameters)
    place = _shared(out)
    tell = _teller(progress)
    with _client(client) as at_hand:
        work = _Work(at_hand, plan, place, retries)
        shards = work.run(tell)
    return plan.finish([shards[index] for index in range(plan.shards)], place)


def _shard(text: str, place: str | Store, index: int, known: list[str]) -> CensusShard:
    """The task of a worker: makes a shard."""
    return CensusPlan.from_text(text).run_shard(index, place, known=known)


def _shared(out: str | os.PathLike[str] | Store) -> str | Store:
    """The absolute path of a folder: workers may run in another working directory."""
    path, store = locate(out)
    return os.path.abspath(path) if store is None else store


class _Work:
    """The state of one census on a cluster."""

    def __init__(self, client: Any, plan: CensusPlan, place: str | Store, retries: int) -> None:
        self.client = client
        self.plan = plan
        self.place = place
        self.retries = retries
        self.address = place.url if isinstance(place, Store) else place
        token = hashlib.sha256(f"{plan.text}\n{self.address}".encode()).hexdigest()
        self.token = f"bouton-census-{token[:32]}"
        self.known: dict[int, list[str]] = {}
        self.shards: dict[int, CensusShard] = {}
        self.failed: dict[int, int] = {}
        self.done = 0
        self.ahead = _AHEAD

    def run(self, tell: Progress) -> dict[int, CensusShard]:
        """Makes all shards, and checks that they exist."""
        missing: Sequence[int] = range(self.plan.shards)
        for name in self.plan.claim(self.place):
            self.known.setdefault(int(name.split("-")[0]), []).append(name)
        for _ in range(_ROUNDS):
            self._make(missing, tell)
            there = set(self.plan.claim(self.place))
            missing = [n for n, shard in self.shards.items() if shard.file not in there]
            if not missing:
                return self.shards
            for index in missing:
                self.done -= self.shards.pop(index).rows
                self.failed[index] = self.failed.get(index, 0) + 1
        raise Error(
            f"{len(missing)} shards were made and are not in {self.address}",
            "name a folder that all workers share, or the address of a store",
        )

    def _make(self, missing: Sequence[int], tell: Progress) -> None:
        waiting = iter(missing)
        running: dict[Any, int] = {}
        completed = _dask().as_completed(loop=self.client.loop, raise_errors=False)
        try:
            self._submit(waiting, running, completed)
            tell(self.done, self.plan.games)
            while running:
                batch = completed.next_batch(block=True)
                again = self._take(batch, running)
                self._send(again, running, completed)
                self._submit(waiting, running, completed)
                tell(self.done, self.plan.games)
        except BaseException:
            left = list(running)
            self.client.cancel(left, force=True)
            for future in left:
                future.release()
            raise

    def _submit(self, waiting: Iterator[int], running: dict[Any, int], completed: Any) -> None:
        """Keeps the scheduler supplied, but not more: it holds every task in memory."""
        if len(running) > self.ahead // 2:
            return
        self.ahead = max(_AHEAD, 4 * sum(self.client.nthreads().values()))
        self._send(list(islice(waiting, self.ahead - len(running))), running, completed)

    def _send(self, indices: list[int], running: dict[Any, int], completed: Any) -> None:
        """Hands shards to the scheduler, each under a key of its own."""
        if not indices:
            return
        known = [self.known.get(index, []) for index in indices]
        futures = self.client.map(
            partial(_shard, self.plan.text, self.place),
            indices,
            known,
            key=[self._key(index) for index in indices],
            retries=self.retries,
        )
        running.update(zip(futures, indices))
        completed.update(futures)

    def _key(self, index: int) -> str:
        """The key of a shard; a new one after it was lost, or the scheduler would repeat the old result."""
        failed = self.failed.get(index, 0)
        return f"{self.token}-{index:06}" + (f"-{failed}" if failed else "")

    def _take(self, batch: list[Any], running: dict[Any, int]) -> list[int]:
        """Records a result, and returns the shards that were lost with their workers."""
        again = []
        finished = [future for future in batch if future.status == "finished"]
        # Skip results that were lost meanwhile.
        for shard in self.client.gather(finished, errors="skip"):
            self.shards[shard.index] = shard
            self.done += shard.rows
        for future in batch:
            if running[future] not in self.shards:
                self._forgive(running[future], future)
                again.append(running[future])
            del running[future]
            # Otherwise the scheduler would keep the result, or an error, for the next request of this shard.
            future.release()
        return again

    def _forgive(self, index: int, future: Any) -> None:
        """Raises the error of a shard, unless it may be tried again."""
        failed = self.failed[index] = self.failed.get(index, 0) + 1
        error = future.exception() if future.status == "error" else None
        # The scheduler has retried raised errors already; a killed worker leaves no error.
        if error is not None and not isinstance(error, _dask().KilledWorker):
            raise error
        if failed > self.retries:
            raise Error(
                f"shard {index} of {self.plan.shards} was lost {failed} times with its worker: {error or future.status}",
                "see the logs of the workers; they may need more memory. Finished shards are kept; the same call continues",
            )


def _dask() -> Any:
    try:
        return import_module("dask.distributed")
    except ImportError as error:
        raise ImportError(
            "bouton.distributed needs Dask: pip install 'bouton[distributed]'"
        ) from error


@contextmanager
def _client(client: Any) -> Iterator[Any]:
    """The given client, the current one, or a temporary one for this machine."""
    dask = _dask()
    if client is not None:
        yield client
        return
    try:
        at_hand = dask.default_client()
    except ValueError:
        at_hand = None
    if at_hand is not None:
        yield at_hand
        return
    with (
        dask.LocalCluster(processes=True, threads_per_worker=1, dashboard_address=":0") as cluster,
        dask.Client(cluster, set_as_default=False) as own,
    ):
        yield own


def _teller(progress: Progress | bool | None) -> Progress:
    if callable(progress):
        return progress
    if progress is False or (progress is None and not sys.stderr.isatty()):
        return lambda done, total: None
    return _Line()


class _Line:
    """A line on a terminal, written over itself."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.before: int | None = None

    def __call__(self, done: int, total: int) -> None:
        if self.before is None:
            self.before = done
        seconds = time.monotonic() - self.began
        rate = (done - self.before) / seconds if seconds > 0 else 0.0
        left = f", {_duration((total - done) / rate)} left" if 0 < rate and done < total else ""
        line = f"{done:,} of {total:,} games, {rate:,.0f} a second{left}"
        end = "\n" if done == total else ""
        sys.stderr.write(f"\r\x1b[K{line}{end}")
        sys.stderr.flush()


def _duration(seconds: float) -> str:
    for unit, length in (("days", 86400.0), ("hours", 3600.0), ("min", 60.0)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"

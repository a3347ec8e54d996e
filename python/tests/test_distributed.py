"""Censuses on a cluster: the bytes of one machine, whatever happens to the workers."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bouton
import bouton.distributed as distributed
import fsspec
import fsspec.implementations.memory
import pytest
from bouton import BadInput, CensusPlan
from bouton.distributed import Store
from conftest import ROOT, contents, interrupted
from dask.distributed import Client, LocalCluster

#: The sets of 2 to 18, in 64 shards.
SETS: dict[str, Any] = {"min": 2, "max": 18, "games_per_shard": 1024}


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What one machine makes."""
    folder = tmp_path_factory.mktemp("single")
    bouton.census("ending-partizan", out=folder, **SETS)
    return contents(folder)


@pytest.fixture(scope="module")
def threads() -> Iterator[Client]:
    """Two workers within this process."""
    with Client(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0", set_as_default=False
    ) as client:
        yield client


def test_a_killed_worker_changes_nothing(tmp_path: Path, single: dict[str, bytes]) -> None:
    with (
        LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        client.wait_for_workers(3)
        processes = client.run(os.getpid)
        assert len(set(processes.values())) == 3 and os.getpid() not in processes.values()
        killed: list[int] = []

        def kill(done: int, total: int) -> None:
            if 0 < done < total and not killed:
                # Whoever has shards to make right now.
                busy = [worker for worker, tasks in client.processing().items() if tasks]
                assert busy, "shards remain"
                killed.append(processes[busy[0]])
                os.kill(killed[0], signal.SIGKILL)

        sets = distributed.census(
            "ending-partizan", out=tmp_path, client=client, progress=kill, **SETS
        )
        assert len(killed) == 1
        assert killed[0] not in client.run(os.getpid).values(), "it is dead"
    assert sets.complete and sets.games == 2**16
    assert contents(tmp_path) == single
    assert sets.verify().complete


def test_known_counts_and_progress(tmp_path: Path, threads: Client) -> None:
    seen: list[tuple[int, int]] = []
    sets = bouton.distributed.census(
        "ending-partizan",
        out=tmp_path,
        client=threads,
        progress=lambda done, total: seen.append((done, total)),
        min=2,
        max=20,
        games_per_shard=1 << 14,
    )
    assert (sets.games, sets.eventually_left) == (262_144, 200_992)
    assert (sets.longest_period, sets.longest_preperiod) == (78, 156)
    assert seen[0] == (0, 262_144) and seen[-1] == (262_144, 262_144)
    assert seen == sorted(seen)


def test_a_store_holds_the_same_bytes(threads: Client, single: dict[str, bytes]) -> None:
    sets = distributed.census("ending-partizan", out="memory://census/sets", client=threads, **SETS)
    files = fsspec.filesystem("memory")
    found = {path.rsplit("/", 1)[-1]: files.cat_file(path) for path in files.ls("/census/sets", detail=False)}
    assert found == single
    assert sets.folder == "memory://census/sets" and sets.complete
    assert sets.files[0].startswith("memory://census/sets/000000-")
    assert bouton.open_census("memory://census/sets").verify().complete
    assert sets.to_polars().height == sets.to_arrow().num_rows == 2**16
    with pytest.raises(BadInput, match="memory://census/sets holds another census"):
        distributed.census("ending-partizan", out="memory://census/sets", client=threads, min=2, max=5)


class Slowly(fsspec.implementations.memory.MemoryFileSystem):  # type: ignore[misc]
    """A store that may show a file before it is whole."""

    protocol = "slowly"
    store: dict[str, Any] = {}
    pseudo_dirs = [""]
    written: list[str] = []

    def pipe_file(self, path: str, value: bytes, mode: str = "overwrite", **options: Any) -> None:
        Slowly.written.append(path.rsplit("/", 1)[-1])
        super().pipe_file(path, value, mode=mode, **options)


def test_other_stores_see_whole_files_only(threads: Client, single: dict[str, bytes]) -> None:
    fsspec.register_implementation("slowly", Slowly, clobber=True)
    out = Store("slowly://sets", {"skip_instance_cache": True})
    distributed.census("ending-partizan", out=out, client=threads, **SETS)
    assert Slowly.written and all(name.endswith(".unfinished") for name in Slowly.written)
    assert {name: out.read(name) for name in out.names()} == single


def test_what_is_there_is_kept_and_damage_is_made_again(
    tmp_path: Path, threads: Client, single: dict[str, bytes]
) -> None:
    names = sorted(name for name in single if name.endswith(".parquet"))
    for name in names[:40]:
        (tmp_path / name).write_bytes(single[name])
    (tmp_path / "plan.json").write_bytes(single["plan.json"])
    (tmp_path / names[7]).write_bytes(single[names[7]][:-9])
    os.utime(tmp_path / names[3], (1, 1))
    sets = distributed.census("ending-partizan", out=tmp_path, client=threads, **SETS)
    assert sets.complete and contents(tmp_path) == single
    assert (tmp_path / names[3]).stat().st_mtime == 1, "it was not written again"
    again = distributed.census(sets.plan, out=tmp_path, client=threads)
    assert again.to_dict() == sets.to_dict()


def test_refusals_are_those_of_one_machine(tmp_path: Path, threads: Client) -> None:
    bouton.census("ending-partizan", out=tmp_path / "sets", min=2, max=5)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("dear")
    cases: list[tuple[str, dict[str, Any]]] = [
        ("sets", {"min": 2, "max": 6}),
        ("other", {"min": 2, "max": 6}),
        ("new", {"max": 6}),
        ("new", {"min": 2, "max": 6, "games_per_shard": 0}),
    ]
    for name, parameters in cases:
        texts = []
        for refused in (bouton.census, distributed.census):
            more = {"client": threads} if refused is distributed.census else {}
            with pytest.raises(BadInput) as raised:
                refused("ending-partizan", out=tmp_path / name, **parameters, **more)
            texts.append(str(raised.value))
        assert texts[0] == texts[1]


def test_an_error_of_a_worker_is_raised(tmp_path: Path, threads: Client, single: dict[str, bytes]) -> None:
    plan = CensusPlan("ending-partizan", **SETS)
    plan.claim(tmp_path)
    # The right name and hash, in the wrong place.
    name = next(name for name in single if name.startswith("000005"))
    wrong = tmp_path / name.replace("000005", "000006")
    wrong.write_bytes(single[name])
    with pytest.raises(BadInput) as raised:
        distributed.census(plan, out=tmp_path, client=threads, retries=1)
    assert raised.value.problem == f"{wrong} is not a shard of this census"
    wrong.unlink()
    assert distributed.census(plan, out=tmp_path, client=threads).complete
    assert contents(tmp_path) == single


def test_workers_that_write_elsewhere_are_noticed(tmp_path: Path, threads: Client) -> None:
    out = Vanishing(str(tmp_path))
    with pytest.raises(bouton.Error, match="64 shards were made and are not in"):
        distributed.census("ending-partizan", out=out, client=threads, **SETS)


class Vanishing(Store):
    """A store of which every machine has its own."""

    def __init__(self, folder: str) -> None:
        super().__init__(f"file://{folder}")
        self.folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return Elsewhere, (self.folder,)


class Elsewhere(Store):
    """What a worker sees of it."""

    def __init__(self, folder: str) -> None:
        super().__init__(f"file://{folder}/elsewhere")


def test_a_shard_that_kills_its_workers_is_told(tmp_path: Path) -> None:
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        cluster.scheduler.allowed_failures = 0
        with pytest.raises(bouton.Error, match="was lost 2 times with its worker") as raised:
            distributed.census(
                "ending-partizan", out=Deadly(str(tmp_path)), client=client, retries=1, min=2, max=5
            )
        assert "the same call continues" in raised.value.help


class Deadly(Store):
    """A store that ends every process but the one that made it."""

    def __init__(self, folder: str) -> None:
        super().__init__(f"file://{folder}")
        self.folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return _open_deadly, (os.getpid(), self.folder)


def _open_deadly(maker: int, folder: str) -> Deadly:
    if os.getpid() != maker:
        os._exit(1)
    return Deadly(folder)


def test_ctrl_c_cancels_and_keeps(tmp_path: Path) -> None:
    program = f"""
import bouton.distributed
from dask.distributed import Client
def started(done, total):
    if done > 0:
        print("started", flush=True)
if __name__ == "__main__":
    client = Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0")
    try:
        bouton.distributed.census("ending-partizan", out={str(tmp_path)!r}, client=client, progress=started,
                                  min=2, max=40, games_per_shard=4096)
    except KeyboardInterrupt:
        print("interrupted", len(client.futures), flush=True)
    client.close()
"""
    assert interrupted(program) == "interrupted 0"
    kept = bouton.open_census(tmp_path)
    assert kept.shards > 0 and not kept.complete and kept.damage == ()


def test_the_client_at_hand_is_used(tmp_path: Path, threads: Client, single: dict[str, bytes]) -> None:
    with threads.as_current():
        distributed.census("ending-partizan", out=tmp_path, **SETS)
    assert contents(tmp_path) == single


def test_without_dask_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask.distributed", None)
    with pytest.raises(ImportError, match=re.escape("pip install 'bouton[distributed]'")):
        distributed.census("ending-partizan", out=tmp_path, **SETS)
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(ImportError, match=re.escape("pip install 'bouton[distributed]'")):
        bouton.open_census("memory://sets")
    assert contents(tmp_path) == {}


def test_a_line_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    tell = distributed._teller(True)
    tell(0, 1000)
    tell(500, 1000)
    tell(1000, 1000)
    shown = capsys.readouterr().err
    assert "500 of 1,000 games" in shown and shown.endswith("\n") and shown.count("\n") == 1
    distributed._teller(None)(5, 10)
    assert capsys.readouterr().err == "", "no terminal, no line"


def test_the_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks in docs/distributed.md that need no other machine run, in order."""
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "distributed.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert len(blocks) >= 2
    program = "\n".join(blocks)
    main = "if __name__ == '__main__':\n" + "".join(f"    {line}\n" for line in program.splitlines())
    (tmp_path / "document.py").write_text(main)
    done = subprocess.run(
        [sys.executable, "document.py"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr

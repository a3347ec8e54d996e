"""Censuses on one machine: known counts, the bytes of the folder, what stops and what damages them."""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import sys
from pathlib import Path

import bouton
import pytest
from bouton import BadInput, CensusPlan
from conftest import contents, interrupted

#: The sets of 2 to 12, in four shards.
SMALL = {"min": 2, "max": 12, "games_per_shard": 256}

#: More than anybody waits for, in shards of a moment.
LARGE = {"min": 2, "max": 40, "games_per_shard": 1 << 15}


class Enough(Exception):
    """Raised to end long work."""


def test_the_sets_up_to_20(tmp_path: Path) -> None:
    sets = bouton.census("ending-partizan", out=tmp_path / "sets", min=2, max=20)
    assert sets.games == 262_144 == sets.proved
    assert sets.eventually_left == 200_992 == sets.letters["L"]
    assert (sets.longest_period, sets.longest_preperiod) == (78, 156)
    assert sum(sets.letters.values()) == 262_144
    assert sets.complete and sets.damage == () and sets.notes == ()
    assert sets.folder == str(tmp_path / "sets")
    assert sets.command == "bouton census ending-partizan --min 2 --max 20"
    again = bouton.open_census(tmp_path / "sets")
    assert again.to_dict() == sets.to_dict()
    assert again.verify().complete
    assert [Path(file).exists() for file in sets.files] == [True] * sets.shards
    html = sets._repr_html_()
    assert "200992" in html and "complete" in html


def test_records_are_held_by_games(tmp_path: Path) -> None:
    sets = bouton.census("ending-partizan", out=tmp_path, min=2, max=12)
    game = bouton.Game(sets.longest_period_game or "")
    period = game.sequence(500).period
    assert period is not None and period.period == sets.longest_period


def test_other_families(tmp_path: Path) -> None:
    subtraction = bouton.census("subtraction", out=tmp_path / "s", max=6)
    assert subtraction.games == 2**6 - 1
    assert set(subtraction.to_dict()["quantities"]) == {"nim_value", "outcome", "misere"}
    octal = bouton.census("octal", out=tmp_path / "o", digits=2, to=300)
    lattice = bouton.census("lattice", out=tmp_path / "v", max=1, vectors=3)
    assert lattice.theorems is not None and lattice.games == lattice.theorems.proved == 5
    assert octal.games == 64
    rules = tmp_path / "take.game"
    rules.write_text("game take(S)\nposition n\nmove s in S: n' = n - s\n")
    taken = bouton.census(rules, out=tmp_path / "t", over="S=subsets:1..4", to=100)
    assert taken.games == 2**4 - 1


def test_the_folder_says_what_it_is(tmp_path: Path) -> None:
    sets = bouton.census("ending-partizan", out=tmp_path, **SMALL)
    plan = sets.plan
    assert plan == CensusPlan("ending-partizan", **SMALL) == pickle.loads(pickle.dumps(plan))
    assert hash(plan) == hash(CensusPlan.from_text(plan.text))
    assert plan != CensusPlan("ending-partizan", min=2, max=12)
    assert (plan.family, plan.games, plan.shards) == ("ending-partizan", 1024, 4)
    assert plan.columns[:2] == ("set", "max") and "period" in plan.columns
    assert (tmp_path / "plan.json").read_text() == plan.text
    shards = []
    for index in range(plan.shards):
        shard, data = plan.make(index)
        assert (tmp_path / shard.file).read_bytes() == data
        assert hashlib.sha256(data).hexdigest() == shard.sha256
        assert shard.index == index and shard.rows == 256 == shard.tally["games"]
        assert plan.verify(index, data) == shard == pickle.loads(pickle.dumps(shard))
        shards.append(shard)
    assert plan.manifest(shards) == (tmp_path / "manifest.json").read_text()
    assert plan.manifest(shards[::-1]) == plan.manifest(shards)
    with pytest.raises(BadInput, match="^1 of 4 shards are missing"):
        plan.manifest(shards[1:])
    with pytest.raises(BadInput, match="listed twice"):
        plan.manifest([*shards, shards[0]])


def test_any_bytes_but_the_right_ones_are_refused() -> None:
    plan = CensusPlan("ending-partizan", **SMALL)
    _, data = plan.make(1)
    for wrong in (b"", b"PAR1", data[:-1], data[1:], b"x" * 1000):
        with pytest.raises(BadInput):
            plan.verify(1, wrong)
    for index in (0, 2, 4, 10**18):
        with pytest.raises(BadInput):
            plan.verify(index, data)
    with pytest.raises(BadInput, match="there is no shard 4: the plan has 4"):
        plan.make(4)
    with pytest.raises(BadInput, match="not a plan of a census"):
        CensusPlan.from_text(plan.text.replace("12", "13"))


def test_shards_made_one_by_one(tmp_path: Path) -> None:
    bouton.census("ending-partizan", out=tmp_path / "one", threads=1, **SMALL)
    plan = CensusPlan("ending-partizan", **SMALL)
    made = [plan.run_shard(index, tmp_path / "pieces") for index in (3, 1, 0, 2)]
    assert all(shard.made for shard in made)
    assert not plan.run_shard(3, tmp_path / "pieces").made
    assert not bouton.open_census(tmp_path / "pieces").complete, "the manifest is missing"
    assert plan.finish(made, tmp_path / "pieces").complete
    assert contents(tmp_path / "pieces") == contents(tmp_path / "one")


def test_a_damaged_shard_is_made_again(tmp_path: Path) -> None:
    sets = bouton.census("ending-partizan", out=tmp_path, **SMALL)
    whole = contents(tmp_path)
    shard = Path(sets.files[2])
    data = bytearray(shard.read_bytes())
    data[len(data) // 2] ^= 1
    shard.write_bytes(data)
    seen = sets.verify()
    assert not seen.complete and len(seen.damage) == 1 and shard.name in seen.damage[0]
    again = bouton.census("ending-partizan", out=tmp_path, **SMALL)
    assert again.complete and len(again.notes) == 1 and shard.name in again.notes[0]
    assert contents(tmp_path) == whole


def test_another_census_is_refused(tmp_path: Path) -> None:
    bouton.census("ending-partizan", out=tmp_path, **SMALL)
    with pytest.raises(BadInput) as raised:
        bouton.census("ending-partizan", out=tmp_path, min=2, max=13)
    assert str(raised.value) == (
        f"{tmp_path} holds another census\n"
        "  there: bouton census ending-partizan --min 2 --max 12 --games-per-shard 256\n"
        "   here: bouton census ending-partizan --min 2 --max 13\n"
        "help: name another folder with `out`, or remove this one"
    )


def test_what_is_no_census_is_refused(tmp_path: Path) -> None:
    for call in (
        lambda: bouton.census("ending-partisan", out=tmp_path, min=2, max=5),
        lambda: bouton.census("ending-partizan", out=tmp_path),
        lambda: bouton.census("ending-partizan", out=tmp_path, min=2, max=5, digits=3),
        lambda: bouton.census("ending-partizan", out=tmp_path, min=2, max=10**12),
        lambda: bouton.census("ending-partizan", out=tmp_path, min=-1, max=5),
        lambda: bouton.census("octal", out="memory://sets", digits=2),
        lambda: bouton.census(CensusPlan("subtraction", max=4), out=tmp_path, max=4),
        lambda: CensusPlan("subtraction", max=5, games_per_shard=0),
        lambda: CensusPlan("subtraction", max=5).game(31),
        lambda: bouton.open_census(tmp_path),
        lambda: bouton.open_census(tmp_path / "none"),
        lambda: bouton.open_census("memory://none"),
    ):
        with pytest.raises(BadInput) as raised:
            call()
        assert raised.value.help
    assert contents(tmp_path) == {}
    with pytest.raises(TypeError):
        bouton.census("subtraction", max=4)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        bouton.census("subtraction", out=5, max=4)  # type: ignore[arg-type]
    assert CensusPlan("subtraction", max=5).game(0) == "subtraction:1"


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    parameters = {"min": 2, "max": 20, "games_per_shard": 4096}
    looks = 0

    def stop(done: int, total: int) -> None:
        nonlocal looks
        looks += 1
        assert total == 262_144
        if done > 0:
            raise Enough

    # How much is made before it stops depends on the machine: perhaps nothing, perhaps everything.
    with contextlib.suppress(Enough):
        bouton.census("ending-partizan", out=tmp_path / "sets", threads=1, progress=stop, **parameters)
    assert looks > 0
    # At once, while the other may still wind down.
    sets = bouton.census("ending-partizan", out=tmp_path / "sets", **parameters)
    assert sets.eventually_left == 200_992
    bouton.census("ending-partizan", out=tmp_path / "whole", **parameters)
    assert contents(tmp_path / "sets") == contents(tmp_path / "whole")


def test_ctrl_c_keeps_what_is_made(tmp_path: Path) -> None:
    program = f"""
import bouton
def started(done, total):
    if done > 100_000:
        print("started", flush=True)
try:
    bouton.census("ending-partizan", out={str(tmp_path)!r}, progress=started, **{LARGE!r})
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    assert interrupted(program) == "interrupted"
    kept = bouton.open_census(tmp_path)
    assert kept.shards > 0 and not kept.complete and kept.damage == ()
    assert kept.games == kept.shards * LARGE["games_per_shard"]


def test_rows_for_polars_and_arrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sets = bouton.census("ending-partizan", out=tmp_path, **SMALL)
    frame = sets.to_polars()
    assert frame.shape == (1024, len(sets.plan.columns))
    assert int(frame["eventually_left"].sum()) == 570
    table = sets.to_arrow()
    assert table.num_rows == 1024 and tuple(table.column_names) == sets.plan.columns
    assert max(table["period"].to_pylist()) == 24
    # The first set of a family, by bits: 2 alone.
    assert table["set"][0].as_py() == 0b10
    for module, read in (("polars", sets.to_polars), ("pyarrow", sets.to_arrow)):
        monkeypatch.setitem(sys.modules, module, None)
        with pytest.raises(ImportError, match=f"pip install {module}"):
            read()

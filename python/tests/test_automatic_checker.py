"""The second checker of automata, suite/check_automatic.py, and `bouton.check` accept and reject the same certificates."""

from __future__ import annotations

import importlib.util
import json
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import bouton
import pytest
from bouton import Certificate
from conftest import ROOT

CHECKER = ROOT / "suite" / "check_automatic.py"
HOLDS, FAILS, UNCHECKED = "holds", "does not hold", "not checked here"

GAMES = [
    ("nim", 2), ("nim", 3), ("nim/misere", 2), ("nim/misere", 3), ("antonim", 2), ("antonim", 3), ("welter", 2),
    ("welter", 3), ("moore:2", 3), ("subtraction:1,3,4", 1), ("subtraction:1,2,3", 2), ("subtraction:2,5/misere", 1),
    ("ending-partizan:2,3", None), ("ending-partizan:2,3,6", None),
]


def second_checker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_automatic", CHECKER)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SECOND = second_checker()


def certificate(game: str, heaps: int | None) -> str:
    more = {} if heaps is None else {"heaps": heaps}
    return str(bouton.ask("prove", game=game, certificate=True, **more).certificate)


@pytest.mark.parametrize(("game", "heaps"), GAMES)
def test_both_checkers_agree(game: str, heaps: int | None) -> None:
    text = certificate(game, heaps)
    assert SECOND.verdict(text) == (HOLDS, "")
    rng = random.Random(f"{game} {heaps}")
    refused = 0
    for _ in range(20):
        file = json.loads(text)
        table = rng.choice(file["sets"])
        row = rng.choice(table["next"])
        match rng.randrange(4):
            case 0:
                table["accepting"] = sorted({*table["accepting"]} ^ {rng.randrange(len(table["next"]))})
            case 1:
                file["measure"][rng.randrange(len(file["measure"]))] = rng.randrange(3)
            case _:
                row[rng.randrange(len(row))] = rng.randrange(len(table["next"]))
        status, _ = SECOND.verdict(json.dumps(file))
        if status == UNCHECKED:
            continue
        assert (status == HOLDS) == bool(bouton.check(Certificate(json.dumps(file)))), file
        refused += status == FAILS
    assert refused >= 5


def test_other_games_are_not_checked(tmp_path: Path) -> None:
    for game in ["wythoff", "fibonacci"]:
        assert SECOND.verdict(certificate(game, None))[0] == UNCHECKED
    assert SECOND.verdict("{}")[0] == UNCHECKED
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(certificate("nim", 2), encoding="utf-8")
    bad.write_text(certificate("nim", 2).replace('"nim"', '"nim/misere"'), encoding="utf-8")
    for paths, expected in [([good], 0), ([good, bad], 1)]:
        run = subprocess.run([sys.executable, CHECKER, *paths], capture_output=True, text=True, check=False)
        assert run.returncode == expected, run.stdout

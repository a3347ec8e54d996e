"""The stubs are those that the module and the schemas make, and a type checker understands the package."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import bouton
import pytest
from bouton import _bouton
from bouton._view import VIEWS
from conftest import ROOT

PACKAGE = Path(bouton.__file__).parent


def generated() -> dict[str, str]:
    spec = importlib.util.spec_from_file_location("stubs", ROOT / "python" / "stubs.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made: dict[str, str] = module.stubs()
    return made


def test_the_package_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()


@pytest.mark.parametrize("name", ["_bouton.pyi", "_views.pyi"])
def test_stubs_are_not_stale(name: str) -> None:
    assert (PACKAGE / name).read_text() == generated()[name], "cargo xtask schema"


def test_every_view_is_described() -> None:
    assert {"SolveView", "SequenceView", "Period", "OneDuel", "ClaimView", "CensusSummary"} <= set(VIEWS)
    for name, view in VIEWS.items():
        assert view.__doc__, name
        fields = {field: thing for field, thing in vars(view).items() if isinstance(thing, property)}
        assert fields and all(thing.__doc__ for thing in fields.values()), name


def test_every_question_has_a_view() -> None:
    assert set(_bouton.schemas()["questions"]) == set(bouton.questions())


def test_mypy_understands_the_package() -> None:
    tests = Path(__file__).parent
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--no-error-summary",
         "--cache-dir", "/dev/null", "-p", "bouton"],
        capture_output=True, text=True, cwd=tests,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_notices_mistakes(tmp_path: Path) -> None:
    program = tmp_path / "mistaken.py"
    program.write_text(
        "import bouton\n"
        "good: str = bouton.Game('nim').solve((1, 2)).outcome\n"
        "bad: int = bouton.Game('nim').solve((1, 2)).outcome\n"
        "bouton.Game('nim').sequence(3, of='letters')\n"
        "bouton.Game('nim').solve((1, 2)).winningmoves\n"
        "bouton.Game('nim').solve((1, 2), storage=3)\n"
        "also_good: int | None = bouton.Graph([(0, 1)]).explore(steps=10**6).structures\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", "/dev/null", str(program)],
        capture_output=True, text=True, cwd=tmp_path,
    )
    wrong = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert [line.split(":")[1] for line in wrong] == ["3", "4", "5", "6"], done.stdout

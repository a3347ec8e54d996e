"""The stubs say what the module has, and a type checker understands them."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import bouton
import bouton._bouton as compiled

PACKAGE = Path(bouton.__file__).parent


def stubs() -> dict[str, ast.stmt]:
    tree = ast.parse((PACKAGE / "_bouton.pyi").read_text())
    named = (ast.ClassDef, ast.FunctionDef)
    nodes = [node for node in tree.body if isinstance(node, named)]
    return {node.name: node for node in nodes if not node.name.startswith("_")}


def test_the_package_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()


def test_stubs_have_the_same_names() -> None:
    offered = {name for name in vars(compiled) if not name.startswith("_")}
    assert set(stubs()) == offered
    errors = {"BadInput", "Error", "InternalError", "LimitExceeded"}
    assert offered | errors | {"__version__"} == set(bouton.__all__)


def test_stubs_have_the_same_members_and_arguments() -> None:
    for name, node in stubs().items():
        thing = getattr(compiled, name)
        if isinstance(node, ast.FunctionDef):
            assert arguments(node) == list(inspect.signature(thing).parameters), name
            continue
        assert isinstance(node, ast.ClassDef)
        members = {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}
        public = {member for member in vars(thing) if not member.startswith("__")}
        assert {member for member in members if not member.startswith("__")} == public, name
        for member, item in members.items():
            is_plain = not item.decorator_list and not member.startswith("__")
            if is_plain:
                found = list(inspect.signature(vars(thing)[member]).parameters)
                assert arguments(item) == found, f"{name}.{member}"


def arguments(node: ast.FunctionDef) -> list[str]:
    given = node.args
    ordered = [*given.posonlyargs, *given.args]
    several = [given.vararg] if given.vararg else []
    return [argument.arg for argument in [*ordered, *several, *given.kwonlyargs]]


def test_mypy_understands_the_package_and_its_tests() -> None:
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
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", "/dev/null", str(program)],
        capture_output=True, text=True, cwd=tmp_path,
    )
    wrong = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert [line.split(":")[1] for line in wrong] == ["3", "4"], done.stdout

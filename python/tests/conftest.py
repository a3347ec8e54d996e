"""What the tests share."""

from __future__ import annotations

import inspect
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import bouton
import pytest

ROOT = Path(__file__).resolve().parents[2]


def public() -> Iterator[tuple[str, object]]:
    """Everything that `bouton` offers, and the public members of its classes, inherited ones too."""
    for name in bouton.__all__:
        thing = getattr(bouton, name)
        yield name, thing
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            members = {key: value for base in reversed(thing.__mro__[:-1]) for key, value in vars(base).items()}
            for member, value in members.items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", value


@pytest.fixture
def root() -> Path:
    """The folder of the whole project."""
    return ROOT


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a census with their bytes, but for the lock, which is empty."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != ".lock"}


def interrupted(program: str) -> str:
    """The last line of a program that gets Ctrl-C once it has printed `started`, and that ends well."""
    # Who starts in the background of a script, the tests and with them this child, is born deaf to Ctrl-C.
    program = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n" + program
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "started\n", program
        child.send_signal(signal.SIGINT)
        rest, _ = child.communicate(timeout=600)
    finally:
        child.kill()
    assert child.returncode == 0, program
    return rest.splitlines()[-1]

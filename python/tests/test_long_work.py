"""Long work: it can be watched and stopped, leaves other threads alone, and keeps within its limits."""

from __future__ import annotations

import threading

import bouton
import pytest
from bouton import Game, Graph
from bouton._bouton import _stumble
from conftest import interrupted

#: Hours of work.
LONG = {"to": 10**7, "of": "nim-value", "steps": 10**18, "memory": "64GiB"}

#: More looks than a working test needs.
MANY = 2000


class Enough(Exception):
    """Raised to end long work."""


def test_ctrl_c_stops_any_long_work() -> None:
    program = """
import bouton
def started(done, total):
    print("started", flush=True)
try:
    CALL
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    calls = [
        f"bouton.Game('grundy').sequence(**{LONG!r}, progress=started)",
        "bouton.duel(bouton.Game('nimrod'), 'random', 'random', start=10**6, games=10**9, steps=10**18, progress=started)",
        "list(bouton.claims('E', deep=True, progress=started))",
        "bouton.Graph([(n, (n * n + k) % 997) for n in range(997) for k in range(9)])"
        ".explore(steps=10**18, progress=started)",
    ]
    for call in calls:
        assert interrupted(program.replace("CALL", call)) == "interrupted", call


def test_other_threads_go_on() -> None:
    counted = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal counted
        while not stop.is_set():
            counted += 1
            stop.wait(0.0001)

    looks = 0

    def look(done: int, total: int) -> None:
        nonlocal looks
        looks += 1
        assert looks < MANY, "the other thread does not get on"
        if counted > 100:
            raise Enough

    thread = threading.Thread(target=count)
    thread.start()
    try:
        with pytest.raises(Enough):
            Game("grundy").sequence(**LONG, progress=look)
    finally:
        stop.set()
        thread.join()


def test_progress_goes_up_and_may_stop() -> None:
    seen: list[tuple[int, int]] = []

    def look(done: int, total: int) -> None:
        seen.append((done, total))
        assert len(seen) < MANY
        if len(seen) > 3 and done > seen[0][0]:
            raise Enough

    with pytest.raises(Enough):
        Game("grundy").sequence(**LONG, progress=look)
    assert all(done <= total for done, total in seen)
    assert Game("grundy").sequence(5, of="nim-value").terms.tolist() == [0, 0, 0, 1, 0, 2]


def test_questions_run_side_by_side() -> None:
    found: dict[int, str] = {}

    def ask(n: int) -> None:
        found[n] = Game("subtraction:1,3,4").sequence(n).letters

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(len(found[n]) == n + 1 for n in range(30))


def test_limits_say_what_they_need() -> None:
    with pytest.raises(bouton.LimitExceeded, match="allowed 1.0 MiB") as raised:
        Game("kayles").sequence(10**9, memory="1MiB")
    error = raised.value
    assert error.unit == "bytes" and error.allowed == 2**20 < error.needed
    assert str(error) == f"{error.problem}\nhelp: {error.help}"
    assert 'memory="4GiB"' in error.help
    with pytest.raises(bouton.LimitExceeded) as raised:
        Game("grundy").sequence(10**6, of="nim-value", steps=1000)
    assert raised.value.unit == "steps"
    with pytest.raises(bouton.LimitExceeded):
        next(Graph([(n, n ^ 1) for n in range(400)]).structures(memory=100))


def test_a_panic_is_an_exception_and_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(bouton.InternalError, match="^a sentence \\(.*work.rs:") as raised:
        _stumble("a sentence")
    assert isinstance(raised.value, bouton.Error)
    assert "report" in raised.value.help
    assert capfd.readouterr() == ("", "")
    assert Game("nim").solve(1).outcome == "N", "and everything still works"

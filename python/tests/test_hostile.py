"""Whatever is handed over, an ordinary exception comes back, and never a crash."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bouton
import pytest
from bouton import BadInput, Game, Graph, LimitExceeded, Value

BAD_INPUT: list[Callable[[], object]] = [
    lambda: Game("nmi"),
    lambda: Game(""),
    lambda: Game("\0"),
    lambda: Game("nim" * 10**6),
    lambda: Game("subtraction:"),
    lambda: Game("subtraction:0"),
    lambda: Game("/etc"),
    lambda: Game.from_rules(""),
    lambda: Game.from_rules("game"),
    lambda: Game.from_rules("\ud7ff" * 100_000),
    lambda: Game.from_rules("game g(S)\nposition n\nmove s in S: n' = n - s\n"),
    lambda: Game.from_rules("game g\nposition n\nmove n' = n - 1\n", 1, 2, 3),
    lambda: Game("nim").solve("3,x"),
    lambda: Game("nim").solve((-1, 2)),
    lambda: Game("nim").solve(object()),
    lambda: Game("nim").solve([[[[1]]]]),
    lambda: Game("nim").solve(10**30),
    lambda: Game("nim").solve(None),
    lambda: Game("antonim").solve((2, 2)),
    lambda: Game("nim").solve(3, engine="none"),
    lambda: Game("nim").sequence(-1),
    lambda: Game("nim").sequence(1.5),
    lambda: Game("nim").sequence(float("nan")),
    lambda: Game("nim").sequence(float("inf")),
    lambda: Game("nim").sequence(10**30),
    lambda: Game("nim").sequence(3, of="letters"),  # type: ignore[arg-type]
    lambda: Game("nim").sequence(3, memory="lots"),
    lambda: Game("nim").table(0),
    lambda: Game("nim").table(10**9),
    lambda: Game("nim").table(3, heaps=10**6),
    lambda: Game("nim").table(3, of="colour"),  # type: ignore[arg-type]
    lambda: Game("wythoff").chart(range(0, 10, 2)),
    lambda: Game("wythoff").chart(range(5, 5)),
    lambda: Game("wythoff").chart(10, 10, cell=1000),
    lambda: Game("nim").graph(10**17),
    lambda: Game("nim").options(10**12),
    lambda: Game("nim").options(3, "up"),  # type: ignore[arg-type]
    lambda: Game("kayles").sequence(3, of="nim-value").letters,
    lambda: Game("kayles").sequence(3).where(5),
    lambda: Game("nim").solve("1,2,3").certificate("beauty"),  # type: ignore[arg-type]
    lambda: Value("{1|"),
    lambda: Value("1/3"),
    lambda: Value("1 < 2"),
    lambda: Value("{" * 10**5),
    lambda: Value("*1000000000").left_options,
    lambda: Value("{1|0}").cool("*"),
    lambda: Graph([1]),  # type: ignore[list-item]
    lambda: Graph([("a", "b")]).explore(winning=["c"]),
    lambda: Graph([("a", "b")]).certificate("beauty"),  # type: ignore[arg-type]
    lambda: Graph([("a", "b")]).save("graph.jpg"),
    lambda: bouton.claims("Z9"),
    lambda: bouton.duel(Game("nim"), "perfekt"),
    lambda: bouton.duel(Game("nim"), games=0),
    lambda: bouton.duel(Game("kayles"), "model", "random"),
    lambda: bouton.format_rules("game g\nposition n\nmove m' =\n"),
]


@pytest.mark.parametrize("call", BAD_INPUT)
def test_bad_input_says_what_to_do(call: Callable[[], object]) -> None:
    with pytest.raises(BadInput) as raised:
        call()
    error = raised.value
    assert isinstance(error, ValueError) and isinstance(error, bouton.Error)
    assert error.problem and (error.help or error.diagnostics)
    assert str(error).startswith(error.problem)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.diagnostics == error.diagnostics


UNSUPPORTED: list[Callable[[], object]] = [
    lambda: Game("nim/misere").sequence(3, of="nim-value"),
    lambda: Game("nim").count(10**9, 10),
    lambda: Game("wythoff").chart(10, 10, sectors=True),
    lambda: Game("kayles").sequence(3).to_bfile(),
    lambda: Game("nimrod").sequence(50, row=1).certificate(),
]


@pytest.mark.parametrize("call", UNSUPPORTED)
def test_what_nothing_answers_says_what_to_ask(call: Callable[[], object]) -> None:
    with pytest.raises(bouton.Unsupported) as raised:
        call()
    error = raised.value
    assert not isinstance(error, BadInput) and error.problem and error.help
    assert "--" not in error.help
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


TOO_MUCH: list[Callable[[], object]] = [
    lambda: Game("kayles").sequence(10**12),
    lambda: Game("wythoff").chart(10**6, 10**6),
    lambda: Game("nim").graph(2, below=10**9),
    lambda: Game("nimrod").sequence(10**15, row=1),
    lambda: bouton.born_by(5),
    lambda: Value(" + ".join(f"{{{n}||0|-{n + 1}/4}}" for n in range(1, 30)), memory="1MiB"),
]


@pytest.mark.parametrize("call", TOO_MUCH)
def test_too_much_is_refused_with_numbers(call: Callable[[], object]) -> None:
    with pytest.raises(LimitExceeded) as raised:
        call()
    error = raised.value
    assert error.needed > error.allowed or error.needed == error.allowed
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


WRONG_TYPES: list[Callable[[], object]] = [
    lambda: Game(5),  # type: ignore[arg-type]
    lambda: Game("nim").sequence("7"),  # type: ignore[arg-type]
    lambda: Game("nim").sequence(None),  # type: ignore[arg-type]
    lambda: Game("nim").solve(3, progress=5),  # type: ignore[arg-type]
    lambda: Value(1.5),  # type: ignore[arg-type]
    lambda: Value(None),  # type: ignore[arg-type]
    lambda: Value(1) + "1",  # type: ignore[operator]
    lambda: Value(1) * Value(1),  # type: ignore[operator]
    lambda: Value(1) < "2",  # type: ignore[operator]
    lambda: Graph([([], 1)]),  # type: ignore[list-item]
    lambda: Graph(5),  # type: ignore[arg-type]
    lambda: bouton.check(5),  # type: ignore[arg-type]
    lambda: bouton.duel("nim"),  # type: ignore[arg-type]
    lambda: bouton.claims(7),  # type: ignore[arg-type]
    lambda: bouton.Solution(),
]


@pytest.mark.parametrize("call", WRONG_TYPES)
def test_wrong_types_are_type_errors(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        call()


def test_files_that_are_not_there(tmp_path: Path) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: bouton.check(tmp_path / "none.json"),
        lambda: Graph.read(tmp_path / "none.txt"),
        lambda: Game.from_file(tmp_path / "none.game"),
        lambda: Game("nim").chart(3, 3).save(tmp_path / "none" / "chart.png"),
    ]
    for call in calls:
        with pytest.raises(FileNotFoundError) as raised:
            call()
        assert "none" in str(raised.value)
    with pytest.raises(IsADirectoryError):
        Game.from_file(tmp_path)


def test_mistakes_of_rules_are_drawn() -> None:
    with pytest.raises(BadInput) as raised:
        Game("game take\nposition n\nmove k in 1..3: m' = n - k\n")
    text = str(raised.value)
    assert " --> the rules:3:17" in text and "^^" in text and text.endswith("1 error")
    assert "\x1b" not in text, "no colours"
    assert raised.value.diagnostics[0]["line"] == 3


def test_random_texts_are_games_or_bad_input() -> None:
    letters = "game position move legal n' = k in 1..3 : - + | { } * ^ 0 7 , ; / \\ \n # é ∞ \t".split(" ")
    numbers = random.Random(1901)
    for _ in range(300):
        text = " ".join(numbers.choice(letters) for _ in range(numbers.randrange(1, 25)))
        for read in (Game, Value, bouton.check_rules, lambda text: Game.from_rules("game g\n" + text)):
            try:
                read(text)
            except (BadInput, LimitExceeded):
                pass


def test_a_wrong_certificate_does_not_hold(tmp_path: Path) -> None:
    certificate = Game("subtraction:1,3,4").sequence(20).certificate()
    assert certificate.check().reasons
    path = tmp_path / "period.json"
    certificate.save(path)
    assert bouton.check(path) and bouton.check(str(path)) and bouton.check(str(certificate))
    assert certificate.to_dict()
    wrong = str(certificate).replace('"period":7', '"period":8').replace('"period": 7', '"period": 8')
    assert wrong != str(certificate)
    verdict = bouton.check(wrong)
    assert not verdict and not verdict.holds and verdict.reasons
    assert "does not hold" in str(verdict)
    for text in ["{}", "{" * 10**5]:
        with pytest.raises(BadInput, match="not a certificate"):
            bouton.check(text)
    value = Game("kayles").solve(5).certificate("value")
    assert bouton.check(value)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput):
        bouton.check(tmp_path / "bytes")

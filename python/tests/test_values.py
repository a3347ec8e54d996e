"""The arithmetic of short games."""

from __future__ import annotations

import itertools
import pickle
from fractions import Fraction
from pathlib import Path

import bouton
import pytest
from bouton import Value

GAMES = ["0", "1", "-1/2", "*", "*2", "^", "v*", "{1|0}", "±1", "{2||1|-1}", "tiny(1)"]


def test_games_form_a_group() -> None:
    for g, h in itertools.product(map(Value, GAMES), repeat=2):
        assert g + h == h + g
        assert g - h == g + -h
        assert (g + h) - h == g
    assert sum(map(Value, GAMES)) == Value(" + ".join(f"({game})" for game in GAMES))


def test_order_agrees_with_who_wins_the_difference() -> None:
    signs = {"L": ">", "R": "<", "P": "=", "N": "||"}
    for g, h in itertools.product(map(Value, GAMES), repeat=2):
        sign = signs[(g - h).outcome]
        assert g.compare(h) == sign
        assert (g > h, g < h, g == h) == (sign == ">", sign == "<", sign == "=")
        assert (g >= h, g <= h, g != h) == (sign in "=>", sign in "<=", sign != "=")
        assert g.is_confused_with(h) == (sign == "||")


def test_numbers_mix_with_python() -> None:
    assert Value(1) + 1 == 2 and 3 - Value(1) == 2 and Value(Fraction(1, 2)) + Fraction(1, 2) == 1
    assert Value("1/2") == Fraction(1, 2) and hash(Value("1/2")) == hash(Fraction(1, 2))
    assert {Value(2): "two"}[2] == "two"
    assert Value(0) == 0 and not Value("*2 + *2") and Value("*")
    assert Value(1) != Fraction(1, 3) and Value(1) != "1"
    assert 2 * Value("^") == Value("^") + Value("^") == Value("^") * 2
    assert +Value("^") == Value("^")


def test_braces() -> None:
    assert (Value(1) | 0) == Value("{1|0}") and (1 | Value(0)) == Value("{1|0}")
    assert Value.of(["1", 2], [0]) == Value("{1,2|0}")
    assert Value.of() == 0
    assert [str(option) for option in Value("{1|0}").left_options] == ["1"]
    assert [str(option) for option in Value("{1|0}").right_options] == ["0"]


def test_temperature_theory(tmp_path: Path) -> None:
    # {3||2|-1}: Right's move threatens 3/2, so the walls meet where 3 - t = 2.
    g = Value("{3||2|-1}")
    assert (g.mean, g.temperature) == (2, 1)
    assert (g.left_stop, g.right_stop) == (3, 2)
    graph = g.thermograph
    assert (graph.mean, graph.temperature) == (2, 1)
    assert (Fraction(1), Fraction(2)) in graph.left
    assert graph.right
    assert graph._repr_svg_().startswith("<svg")
    graph.save(tmp_path / "t.png")
    assert (tmp_path / "t.png").read_bytes().startswith(b"\x89PNG")
    graph.save(tmp_path / "t.svg")
    assert (tmp_path / "t.svg").read_text() == graph._repr_svg_()
    assert Value("±2").cool(1) == Value("±1")


def test_properties() -> None:
    up = Value("^")
    assert up.latex and up._repr_latex_().startswith("$") and up.text == str(up) == "^"
    assert up.birthday == 2 and up.is_infinitesimal and up.is_all_small and not up.is_number
    assert up.atomic_weight == 1 and up.reduced == 0 and up.outcome == "L"
    assert Value("1/2").is_number and Value("{1|0}").atomic_weight is None
    assert Value("*").incentives == (Value("*"),)
    assert up.to_dict()["value"] == "^"
    assert Value("*").ordinal("*") == Value("*2"), "*m:*n = *(m+n)"


def test_days() -> None:
    assert [len(bouton.born_by(day)) for day in range(3)] == [1, 4, 22]


def test_long_values_keep_their_definitions() -> None:
    parts = [Value(f"{{{n}||0|-{n + 1}/4}}") for n in range(1, 5)]
    g = sum(parts[1:], parts[0] + Value("{3||2|-1}"))
    assert " where " in g.text, "the text is long enough to matter"
    assert g - g == 0 and Value(g.text) == g and pickle.loads(pickle.dumps(g)) == g
    assert (g | 0).left_options == (g,)


def test_pickles_and_reprs() -> None:
    for text in GAMES:
        value = Value(text)
        assert pickle.loads(pickle.dumps(value)) == value
        assert eval(repr(value), {"Value": Value}) == value

"""Games, solutions, sequences, tables and charts, against definitions written here once more."""

from __future__ import annotations

import pickle
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import bouton
import numpy as np
import pytest
from bouton import Game

TAKE = """
# Take up to k.
game take(k)
position n
move s in 1 .. k: n' = n - s
"""


def mex(values: set[int]) -> int:
    return next(n for n in range(len(values) + 1) if n not in values)


def kayles(to: int) -> list[int]:
    values: list[int] = []
    for n in range(to + 1):
        followers = {
            values[a] ^ values[n - taken - a]
            for taken in (1, 2)
            if taken <= n
            for a in range(n - taken + 1)
        }
        values.append(mex(followers))
    return values


@lru_cache(maxsize=None)
def nimrod_is_lost(pile: int, rate: int) -> bool:
    moves = [(pile - r, r) for r in (rate - 1, rate, rate + 1) if r >= 1 and pile >= r]
    return not any(nimrod_is_lost(*move) for move in moves)


def nim_winning(heaps: tuple[int, ...]) -> set[tuple[int, ...]]:
    total = 0
    for heap in heaps:
        total ^= heap
    return {
        heaps[:place] + (heap ^ total,) + heaps[place + 1 :]
        for place, heap in enumerate(heaps)
        if heap ^ total < heap
    }


@pytest.mark.parametrize("heaps", [(3, 4, 6), (1, 2, 3), (7, 7), (9, 5, 1, 12)])
def test_nim_is_solved_by_the_nim_sum(heaps: tuple[int, ...]) -> None:
    for engine in (None, "oracle"):
        found = Game("nim").solve(heaps, engine=engine)
        assert set(found.winning_moves) == nim_winning(heaps)
        assert found.outcome == ("N" if found.winning_moves else "P")
        assert found.position == heaps
        assert found.standing == "proved"


def test_a_solution_tells_all_it_knows() -> None:
    found = Game("nim").solve("3,4,6")
    assert found.value == bouton.Value("*")
    assert found.reasons and found.theorem and found.engine == "nim-sum"
    assert Game("nim").solve("3,4,6", engine="oracle").engine == "oracle"
    view = found.to_dict()
    assert view["winning_moves"] == [[2, 4, 6]]
    html = found._repr_html_()
    assert "2,4,6" in html and "the next player wins" in html
    assert Game("kayles").solve(5).declined


def test_positions_come_in_many_shapes() -> None:
    nim = Game("nim")
    shapes = ["3,4,6", (3, 4, 6), [3, 4, 6], np.array([3, 4, 6]), (n for n in (3, 4, 6))]
    assert {nim.position(shape) for shape in shapes} == {(3, 4, 6)}
    assert nim.position(5) == (5,)
    assert Game("nim + kayles").position(((3,), (5,))) == ((3,), (5,))
    assert Game("nim + kayles").position("3;5") == ((3,), (5,))
    assert Game("dyadic-nim").position((Fraction(3, 4), 2)) == (Fraction(3, 4), Fraction(2))
    assert Game("domineering").position("2x2") == "..|.."


def test_partizan_solutions_have_two_sides() -> None:
    found = Game("domineering").solve("..|..")
    assert found.outcome == "N"
    assert set(found.left_winning_moves) == {"#.|#.", ".#|.#"}
    assert set(found.right_winning_moves) == {"##|..", "..|##"}
    assert set(found.winning_moves) == set(found.left_winning_moves) | set(found.right_winning_moves)
    assert "Left wins by" in found._repr_html_()


def test_a_start_may_be_a_draw_and_the_other_one_won() -> None:
    game = Game("game f; position a; legal a <= 1; left move a' = 1 - a; right move a' = a + 1; loopy")
    # From 0 Left moves to 1, where Right is stuck; if Right begins, both go to and fro.
    found = game.solve(0)
    assert (found.outcome, found.left_first, found.right_first) == ("D", "L", "D")
    assert (found.left_winning_moves, found.right_winning_moves) == (((1,),), ())
    assert "Left first: Left wins" in str(found)
    terms = game.sequence(1)
    assert (terms.letters, terms.left_first, terms.right_first) == ("DD", "LD", "DL")
    told = terms.to_dict()
    assert (told["terms"], told["left_first"], told["right_first"]) == ("DD", "LD", "DL")
    nim = Game("nim").solve("3,4,7")
    assert (nim.outcome, nim.left_first, nim.right_first) == ("P", "R", "L")
    with pytest.raises(bouton.BadInput, match="values, not outcomes"):
        _ = Game("nim").sequence(5, of="nim-value").left_first


def test_options_are_those_of_the_rules() -> None:
    assert set(Game("wythoff").options((1, 2))) == {(0, 2), (1, 1), (1, 0), (0, 1)}
    game = Game("partizan-subtraction:1,2|1,3")
    assert set(game.options(3)) == {(2,), (1,)}
    assert set(game.options(3, "right")) == {(2,), (0,)}


def test_nim_values_of_kayles() -> None:
    found = Game("octal:0.77").sequence(200, of="nim-value")
    assert found.terms.dtype == np.uint64
    assert found.terms.tolist() == kayles(200)
    assert (found.period.preperiod, found.period.period, found.period.saltus) == (71, 12, 0)
    assert found.period.standing == "proved"
    assert list(found)[:5] == kayles(4)
    assert found.where(4).tolist() == [n for n, value in enumerate(kayles(200)) if value == 4]
    assert found.to_bfile().splitlines()[3] == f"3 {kayles(3)[3]}"


def test_outcomes_are_letters() -> None:
    found = Game("subtraction:1,3,4").sequence(30)
    lost: list[bool] = []
    for n in range(31):
        lost.append(not any(lost[n - s] for s in (1, 3, 4) if s <= n))
    letters = "".join("P" if is_lost else "N" for is_lost in lost)
    assert found.letters == letters == bytes(found.terms).decode()
    assert found.terms.dtype == np.uint8
    assert found[7] == letters[7] and found[-1] == letters[-1]
    assert found.where("P").tolist() == [n for n in range(31) if lost[n]]
    assert len(found) == 31
    assert found.to_csv().splitlines()[1:3] == ["0,P", "1,N"]
    assert "tabular" in found.to_latex()
    assert found.to_dict()["terms"] == letters


def test_terms_are_not_copied_and_cannot_be_changed() -> None:
    for found in (Game("kayles").sequence(50), Game("kayles").sequence(50, of="nim-value")):
        assert np.shares_memory(found.terms, np.asarray(found))
        assert np.shares_memory(found.terms, found.terms)
        assert not found.terms.flags.owndata, "the memory is Rust's"
        with pytest.raises(ValueError, match="read-only"):
            found.terms[0] = 1
        assert np.array(found, dtype=float).dtype == float
        assert not np.shares_memory(np.array(found, copy=True), found.terms)


def test_values_of_heaps() -> None:
    found = Game("ending-partizan:2,3").sequence(6, of="value")
    assert found.terms[0] == "1" and found[0] == 1
    assert all(isinstance(value, bouton.Value) for value in found)
    outcomes = Game("ending-partizan:2,3").sequence(6).letters
    assert "".join(value.outcome for value in found) == outcomes
    assert found.where(1).tolist() == [n for n in range(7) if found[n] == 1]
    named = Game("kayles").sequence(10, of="value")
    assert [str(value) for value in named][:4] == ["0", "*", "*2", "*3"]
    assert named.where("*4").tolist() == [n for n, value in enumerate(kayles(10)) if value == 4]
    assert "<table>" in found._repr_html_()


def test_a_row_of_nimrod() -> None:
    found = Game("nimrod").sequence(300, row=1)
    assert found.where("P").tolist() == [p for p in range(301) if nimrod_is_lost(p, 1)]
    assert found.period is None and found.standing == "computed to 300"
    assert found.losing == tuple(found.to_dict()["losing"]) and Game("kayles").sequence(5).losing is None


def test_strips(tmp_path: Path) -> None:
    found = Game("subtraction:1,3,4").sequence(30)
    html = found._repr_html_()
    assert html.count("<title>") == 31 and "<title>7: P</title>" in html
    found.save(tmp_path / "strip.png")
    assert (tmp_path / "strip.png").read_bytes().startswith(b"\x89PNG")
    found.save(str(tmp_path / "strip.svg"))
    assert (tmp_path / "strip.svg").read_text().startswith("<svg")
    with pytest.raises(bouton.BadInput, match="neither in .png nor in .svg"):
        found.save(tmp_path / "strip.gif")


def test_tables() -> None:
    table = Game("wythoff").table(5, 6, of="outcome")
    assert table.shape == (5, 6)
    lost = {(0, 0), (1, 2), (2, 1), (3, 5)}
    for x in range(5):
        for y in range(6):
            assert table[x, y] == ("P" if (x, y) in lost else "N")
    nim = Game("nim").table(4)
    assert nim.rows == [[x ^ y for y in range(4)] for x in range(4)]
    assert nim.to_dict()["rows"] == nim.rows
    assert nim._repr_html_().count("<td>") == 16
    assert Game("antonim").table(2, 3)[1, 1] is None, "heaps must differ"
    assert Game("nim").table(2, heaps=4, fix=[3])[0, 1] == 3 ^ 1


def test_counts() -> None:
    ascending = [(a, b, c) for c in range(8) for b in range(c + 1) for a in range(b + 1)]
    assert Game("nim").count(3, 8) == sum(1 for a, b, c in ascending if a ^ b ^ c == 0)


def test_charts(tmp_path: Path) -> None:
    chart = Game("nimrod").chart(range(0, 90), range(1, 12), sectors=True)
    wanted = [[nimrod_is_lost(pile, rate) for pile in range(90)] for rate in range(1, 12)]
    assert chart.losing.dtype == np.bool_
    assert chart.losing.tolist() == wanted
    assert chart.cells.dtype == np.uint8 and chart.cells.shape == (11, 90)
    assert (chart.x, chart.y) == (range(0, 90), range(1, 12))
    assert not chart.cells.flags.writeable and not chart.cells.flags.owndata
    assert chart._repr_png_().startswith(b"\x89PNG")
    assert chart.to_dict()["rows"][0][:4] == "".join("P" if cell else "N" for cell in wanted[0][:4])
    for name, start in (("chart.png", b"\x89PNG"), ("chart.svg", b"<svg")):
        chart.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
    bent = Game("nimrod").chart(range(0, 90), range(1, 12), axes=("sqrt", "linear"))
    assert bent.losing.tolist() == wanted and bent.axes == ("sqrt", "linear")
    assert bent._repr_png_() != Game("nimrod").chart(range(0, 90), range(1, 12))._repr_png_()
    assert Game("antonim").chart(3, 3).cells.tobytes().decode().count("X") > 0
    assert chart.engine == "nimrod-rows"


def test_rules_with_arguments(tmp_path: Path) -> None:
    game = Game.from_rules(TAKE, 3)
    assert game.sequence(8).letters == "PNNNPNNNP"
    path = tmp_path / "take.game"
    path.write_text(TAKE)
    assert Game.from_file(path, 2).sequence(3).letters == "PNNP"
    assert Game(f"{path}:2").sequence(3).letters == "PNNP"
    with pytest.raises(FileNotFoundError):
        Game.from_file(tmp_path / "none.game")
    assert "move" in (Game("nimrod").rules or "")
    assert Game("domineering").rules is None


def test_rules_as_they_are_written_say_the_same() -> None:
    fast, slow = Game("wythoff"), Game("wythoff", as_written=True)
    assert fast.chart(12, 12).cells.tolist() == slow.chart(12, 12).cells.tolist()
    assert fast.explain((3, 5))["family"] != slow.explain((3, 5))["family"]


def test_games_are_values() -> None:
    assert Game("nim") == Game("nim") and Game("nim") != Game("nim/misere")
    assert len({Game("nim"), Game("nim"), Game("kayles")}) == 2
    for game in (Game("nim/misere"), Game.from_rules(TAKE, 3), Game("wythoff", as_written=True)):
        again = pickle.loads(pickle.dumps(game))
        assert again == game and again.text == game.text
    assert repr(Game("nim")) == "Game('nim')" and str(Game("nim")) == Game("nim").title == "nim"


def test_every_game_of_the_catalogue_solves_its_example() -> None:
    entries = bouton.games()
    assert len(entries) > 30
    for entry in entries:
        game, position = entry.example
        assert Game(game).solve(position).outcome in "NPLRD"
        assert entry.name in entry._repr_html_() and entry.summary and entry.positions
        assert isinstance(entry.source, str) and isinstance(entry.parameters, str)


def test_quotient() -> None:
    assert Game("octal:0.123").quotient(12)["order"] == 20, "Plambeck, Taming the wild (2005)"


def test_rule_texts_are_checked_and_laid_out() -> None:
    assert bouton.check_rules(bouton.Game("nimrod").rules or "") == []
    (mistake,) = bouton.check_rules("game g\nposition n\nmove m' = n - 1\n")
    assert (mistake["line"], mistake["severity"]) == (3, "error")
    text = bouton.format_rules("game g;position n;move n'=n-1")
    assert text.splitlines()[0] == "game g" and bouton.format_rules(text) == text
    with pytest.raises(bouton.BadInput) as raised:
        bouton.format_rules("game g\nposition n\nmove m' =\n")
    assert raised.value.diagnostics

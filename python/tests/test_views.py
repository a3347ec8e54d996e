"""Answers have the fields of their views as attributes, whoever asks."""

from __future__ import annotations

import pickle
from fractions import Fraction

import bouton
import pytest
from bouton import Game, Play, Value


def test_every_question_is_answered_by_a_view() -> None:
    assert bouton.ask("solve", game="nim", position="3,4,6").value == Value("*")
    assert bouton.ask("chart", game="wythoff", x=[0, 3], y=[1, 3]).x == range(0, 3)
    assert bouton.ask("value", expression="{3||2|-1}").thermograph.left[0] == (Fraction(-1), Fraction(4))
    assert bouton.ask("value", expression="^ > *2").holds is True
    assert bouton.ask("graph", text="a b\nb a\n", list=2).list[0].losing == ("a",)
    assert bouton.ask("sequence", game="kayles", to=100, of="nim-value").period.saltus == 0
    assert bouton.ask("duel", game="nim", first="random", second="perfect", positions=["1,2"]).games == 1000
    assert bouton.ask("games")[0].example.game == "nim" and bouton.ask("games", name="nimrod").impartial
    assert bouton.ask("explain", game="nim").plans[0].declined is not None
    for wrong in (lambda: bouton.ask("slove"), lambda: bouton.ask("solve", game="nim"), lambda: bouton.ask("born", day=-1)):
        with pytest.raises(bouton.BadInput) as raised:
            wrong()
        assert raised.value.help


def test_views_are_values() -> None:
    found = bouton.compare(Game("kayles"), "octal:0.77", of="nim-value", heaps=1)
    again = pickle.loads(pickle.dumps(found))
    assert again == found and hash(again) == hash(found) and again.to_dict() == found.to_dict()
    assert found.with_ == "octal:0.77" and "with_" in dir(found) and "octal:0.77" in found._repr_html_()
    with pytest.raises(AttributeError):
        found.same = False
    with pytest.raises(AttributeError):
        _ = found.sam
    with pytest.raises(AttributeError):
        _ = Value("^").temper


def test_answers_have_all_fields_of_their_views() -> None:
    solved = Game("nim").solve("3,4,6")
    for field, value in solved.to_dict().items():
        assert hasattr(solved, field) and (value is None) == (getattr(solved, field) is None)
    assert solved.sentence == "the next player wins" and solved.value_known.engine
    assert Game("dyadic-nim").solve((Fraction(3, 4), 2)).position == (Fraction(3, 4), 2)
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(solved)
    duel = bouton.duel(Game("nim"), start=(1, 2), games=5)
    assert pickle.loads(pickle.dumps(duel)).start == (1, 2)


def test_play() -> None:
    play = Play(Game("domineering"), "2x2", "right")
    assert (play.mover, play.over, play.winner) == ("right", False, None)
    assert set(play.options or ()) == {"##|..", "..|##"}
    play.make("##|..")
    assert play.winner == "right" and play.over and play.reply() is None
    play.take_back()
    assert play.position == "..|.." and len(play.positions) == 1
    with pytest.raises(bouton.BadInput):
        play.make("#.|#.")
    replies = [Play(Game("nim"), (5, 6, 7)) for _ in range(2)]
    assert [one.reply("random", seed=8) for one in replies] and replies[0].position == replies[1].position
    assert Play(Game("dyadic-nim"), (Fraction(1, 2), 2)).options is None
    for wrong in (lambda: Play(Game("nim"), 10**12), lambda: Play(Game("nim"), 3, "up"), lambda: play.reply("best")):  # type: ignore[arg-type]
        with pytest.raises(bouton.BadInput):
            wrong()
    with pytest.raises(TypeError):
        Play("nim", 3)  # type: ignore[arg-type]

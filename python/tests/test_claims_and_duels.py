"""Claims one after the other, and strategies against each other."""

from __future__ import annotations

from pathlib import Path

import bouton
from bouton import Game


def test_claims_come_one_after_the_other(tmp_path: Path) -> None:
    claims = bouton.claims("A1", "A7", state=tmp_path)
    assert len(claims) == 2
    first = next(claims)
    assert (first.id, first.verdict, len(claims)) == ("A1", "true", 1)
    (second,) = claims
    assert second.verdict == "false" and second.counterexample and second.steps
    assert second.statement and second.paper and isinstance(second.title, str)
    assert second.bound == "by example" and second.known and second.cases > 0
    assert second.seconds >= 0 and isinstance(second.note, str)
    assert second.to_dict()["id"] == "A7" and str(second).startswith("A7: false")
    assert "<ol>" in second._repr_html_()
    assert next(claims, None) is None
    assert len(bouton.claims()) > len(bouton.claims("A")) > 2
    again = next(bouton.claims("A1", state=tmp_path))
    assert again.to_dict() == first.to_dict(), "kept in the folder"


def test_duels_depend_on_the_seed_alone() -> None:
    nimrod = Game("nimrod")

    def wins(**more: object) -> int:
        return bouton.duel(nimrod, "model", "random", start=500, games=300, **more).first_wins  # type: ignore[arg-type]

    assert wins(seed=5) == wins(seed=5, threads=1) == wins(seed=5, threads=3)


def test_the_perfect_player_wins_what_can_be_won() -> None:
    duel = bouton.duel(Game("nim"), "perfect", "random", start=(3, 4, 6), games=50, exact=True)
    assert (duel.first_wins, duel.second_wins, duel.unfinished, duel.games) == (50, 0, 0, 50)
    assert duel.exact == 1.0 and duel.share == 1.0
    low, high = duel.interval
    assert 0.9 < low < high <= 1.0
    assert duel.start == (3, 4, 6) and duel.moves >= 50
    assert (duel.first, duel.second) == ("perfect", "random")
    assert duel.to_dict()["first_wins"] == 50
    lost = bouton.duel(Game("nim"), "random", "perfect", start=(1, 2, 3), games=50)
    assert lost.first_wins == 0
    assert bouton.duel(Game("nim"), games=10, alternate=True).games == 10


def test_strategies_are_told() -> None:
    told = bouton.strategies()
    assert {"random", "perfect"} <= set(told) and all(told.values())

"""The second checker, suite/check_certificate.py, and `bouton.check` accept and reject the same certificates."""

from __future__ import annotations

import importlib.util
import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import bouton
import pytest
from bouton import BadInput, Certificate, Game
from conftest import ROOT

CHECKER = ROOT / "suite" / "check_certificate.py"
HOLDS, FAILS, UNCHECKED, NONE = "holds", "does not hold", "not checked here", "this is not a certificate"
# What the second checker may do for a mutant; all files here need far less.
STEPS = 200_000

POSITIONS = [
    ("nim", "3,4,6"), ("nim", "1,2,3"), ("nim", "5,0,2"), ("nim/misere", "1,1,1"), ("nim/misere", "4,5,3"),
    ("nim/even-odd", "2,3"), ("subtraction:1+", "2,5"), ("subtraction:2+", "4,3"), ("subtraction:3,4+2k", "9,5"),
    ("subtraction:1,3,4", "9,5"), ("subtraction:1,3,4/misere", "8"), ("subtraction:1,3/even-odd", "7,2"),
    ("partizan-subtraction:1,2|1,3", "9,4"), ("partizan-subtraction:1,2|2,3/misere", "7"),
    ("partizan-subtraction:1|2/even-odd", "5,2"), ("partizan-subtraction:1,4|1,4", "7,2"),
    ("ending-partizan:2,3", "6"), ("ending-partizan:2,3", "11"), ("ending-partizan:3,4@LRN", "12"),
    ("ending-partizan:2,5@NP", "13"), ("ending-partizan:2,3@PP", "9"), ("ending-partizan:2,3@NN", "10"),
    ("ending-partizan:2+@LR", "7"), ("octal:0.77", "7,5"), ("octal:4.07", "6,3"), ("octal:0.f/misere", "6"),
    ("octal:0.3[12]", "8,3"), ("octal:8.1", "7"), ("octal:0.16/even-odd", "6,2"),
    ("partizan-octal:0.3|0.7", "5,4"), ("partizan-octal:0.07|0.13/misere", "6"),
    ("partizan-octal:0.[1]|0.[3]/even-odd", "5"), ("kayles", "5"), ("kayles/misere", "6,3"),
    ("dawsons-kayles", "9,4"), ("dawsons-chess", "8,5"), ("dawsons-chess", "1"), ("officers", "9"), ("lasker", "3,4,6"),
    ("lasker/misere", "4,2"), ("grundy", "12,5"), ("grundy/misere", "8,3"), ("grundy/even-odd", "7,4"),
    ("antonim", "1,4,5"), ("antonim/misere", "2,3"), ("welter", "1,3,6"), ("welter/misere", "0,2,3"),
    ("moore:2", "2,3,3"), ("moore:3/misere", "1,2,1"), ("wythoff", "3,5"), ("wythoff/misere", "4,4"),
    ("wythoff/even-odd", "3,2"), ("rook", "3,5"), ("rook:3", "1,2,2"), ("rook:1/misere", "4"), ("king", "3,5"),
    ("king:3/misere", "2,1,2"), ("nimrod", "12,1"), ("nimrod:2/misere", "9,2"), ("nimrod/even-odd", "8,2"),
    ("euclid", "5,8"), ("euclid/misere", "6,4"), ("euclid/even-odd", "7,3"), ("fibonacci", "12"),
    ("fibonacci:3", "9,2"), ("fibonacci/misere", "8"), ("fibonacci/even-odd", "7,3"), ("chomp", "3,3,2"),
    ("chomp/misere", "3,2"), ("chomp/even-odd", "2,2,1"), ("coins:turtles", "2,5"), ("coins:turtles/misere", "1,3"),
    ("coins:mock-turtles", "0,3,4"), ("coins:ruler", "1,4"), ("coins:twins", "2"), ("coins:triplets", "2,4,5"),
    ("coins:ruler/misere", "2,3"), ("digraph:0>1,1>0,1>2,3>1,2>3,3>4", "3"), ("digraph:0>1,1>2,0>2,2>3", "0"),
    ("digraph:0>1,1>0,1>2,2>3/misere", "1"),
]
VALUES = [
    ("nim", "3,4,6"), ("subtraction:1,3,4", "9,5"), ("subtraction:2+", "7"), ("partizan-subtraction:2,3|3,2", "8,1"),
    ("ending-partizan:2,3@PP", "9"), ("octal:0.77", "12,5"), ("octal:4.8f", "9"), ("octal:0.[12]", "10"),
    ("partizan-octal:0.07|0.070", "9,4"), ("dawsons-kayles", "9,4"), ("dawsons-chess", "11"), ("officers", "12,5"),
    ("lasker", "7,4"), ("grundy", "15,8"), ("antonim", "1,4,5"), ("welter", "1,3,6"), ("moore:2", "2,3,3"),
    ("wythoff", "6,4"), ("rook:3", "1,2,4"), ("king", "5,4"), ("nimrod", "15,2"), ("euclid", "7,4"),
    ("fibonacci", "11"), ("chomp", "4,3,1"), ("coins:twins", "3,6"), ("coins:triplets", "5"),
    ("coins:turtles", "2,5"), ("coins:mock-turtles", "0,3,4"), ("coins:ruler", "1,7"),
    ("digraph:0>1,1>2,0>2,2>3", "0"),
]
PERIODS: list[tuple[str, Literal["outcome", "nim-value"]]] = [
    ("subtraction:1,3,4", "outcome"), ("subtraction:1,3,4", "nim-value"), ("subtraction:2,5/misere", "outcome"),
    ("subtraction:1,4/even-odd", "outcome"), ("subtraction:2,3,7", "nim-value"),
    ("partizan-subtraction:1,2|1,3", "outcome"), ("partizan-subtraction:2,3|3/misere", "outcome"),
    ("partizan-subtraction:1|2/even-odd", "outcome"), ("ending-partizan:2,3", "outcome"),
    ("ending-partizan:3,5@LRN", "outcome"), ("ending-partizan:2,3@NP", "outcome"), ("octal:0.3", "outcome"),
    ("octal:0.15", "nim-value"), ("octal:0.34", "outcome"), ("octal:0.53", "outcome"), ("octal:4.3", "nim-value"),
    ("octal:0.a", "nim-value"), ("octal:0.b", "outcome"), ("octal:0.115", "nim-value"), ("octal:0.133", "outcome"),
    ("kayles", "outcome"), ("dawsons-kayles", "outcome"), ("dawsons-chess", "nim-value"),
]


def period(game: str, preperiod: int, terms: str, *witnesses: tuple[int, int]) -> str:
    found = [{"prime": prime, "index": index} for prime, index in witnesses]
    return json.dumps({"bouton-certificate": 1, "kind": "period", "game": game, "of": "outcome",
                       "preperiod": preperiod, "period": len(terms) - preperiod, "terms": terms, "witnesses": found})


# Bouton proves no period here, but the chapter says how.
BY_HAND = [
    period("octal:0.0/misere", 0, "N"),
    period("octal:0.3[0]", 0, "PN", (2, 1)),
    period("octal:0.13/misere", 0, "NPPN", (2, 3)),
    period("octal:0.33/misere", 0, "NPN", (3, 0)),
    period("octal:0.303/even-odd", 0, "L"),
    period("partizan-octal:0.3|0.03", 0, "PLN", (3, 2)),
    period("partizan-octal:0.3|0.33/misere", 3, "NPNR"),
    period("partizan-octal:0.31|0.23/even-odd", 2, "LNL"),
]


def second_checker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_certificate", CHECKER)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SECOND = second_checker()


@cache
def certificates() -> list[str]:
    made = [Game(game).solve(position).certificate() for game, position in POSITIONS]
    made += [Game(game).solve(position).certificate("value") for game, position in VALUES]
    made += [Game(game).sequence(400, of=of).certificate() for game, of in PERIODS]
    return [json.dumps(certificate.to_dict()) for certificate in made] + BY_HAND


def first_verdict(text: str) -> str:
    try:
        return HOLDS if bouton.check(Certificate(text)) else FAILS
    except BadInput:
        return NONE


def second_verdict(text: str) -> str:
    status, reason = SECOND.verdict(text, STEPS)
    return NONE if status == UNCHECKED and reason.startswith(NONE) else str(status)


# Mutants. Each function changes a file in place.

File = dict[str, Any]
LETTERS = "NPLRDk0123456789,.|>@+/*[]{} ();-"


def places(thing: Any, wanted: type | tuple[type, ...]) -> list[tuple[Any, Any]]:
    """Where something of this type stands in the file: what holds it, and its key there."""
    inner = list(thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ())
    here = [(thing, key) for key, value in inner if isinstance(value, wanted)]
    return here + [place for _, value in inner for place in places(value, wanted)]


def other_number(number: int, rng: random.Random) -> int:
    return rng.choice([number + 1, number + 2, abs(number - 1), 2 * number, 0])


def change_number(file: File, rng: random.Random) -> None:
    holder, key = rng.choice(places(file, int))
    usual = other_number(holder[key], rng)
    holder[key] = rng.choice([usual] * 8 + [-1, 2**64])


def change_number_in_text(file: File, rng: random.Random) -> None:
    texts = [(holder, key) for holder, key in places(file, str) if re.search("[0-9]", holder[key])]
    if not texts:
        return change_claim(file, rng)
    holder, key = rng.choice(texts)
    number = rng.choice(list(re.finditer("[0-9]+", holder[key])))
    changed = str(other_number(int(number[0]), rng))
    holder[key] = holder[key][: number.start()] + changed + holder[key][number.end() :]
    return None


def change_letter(file: File, rng: random.Random) -> None:
    holder, key = rng.choice(places(file, str))
    at, text = rng.randrange(len(holder[key]) + 1), holder[key]
    holder[key] = text[:at] + rng.choice(LETTERS) + text[at + rng.randrange(2) :]


def change_claim(file: File, rng: random.Random) -> None:
    """Another outcome, value or term that could stand there."""
    if "value" in file:
        file["value"] = rng.choice(["0", "*", "*2", "*3", "*4", "*5", "*1", "*0", "*02", "1"])
    elif "outcome" in file:
        file["outcome"] = rng.choice("NPLR")
    elif isinstance(file["terms"], str):
        at = rng.randrange(len(file["terms"]))
        file["terms"] = file["terms"][:at] + rng.choice("NPLR") + file["terms"][at + 1 :]
    else:
        file["terms"][rng.randrange(len(file["terms"]))] = rng.randrange(4)


def change_list(file: File, rng: random.Random) -> None:
    lists = [holder[key] for holder, key in places(file, list) if holder[key]]
    if not lists:
        return change_claim(file, rng)
    members = rng.choice(lists)
    at, to = rng.randrange(len(members)), rng.randrange(len(members))
    match rng.randrange(4):
        case 0:
            del members[at]
        case 1:
            members.insert(to, members[at])
        case 2:
            members[at], members[to] = members[to], members[at]
        case 3:
            members.append(members[at])
    return None


def change_game(file: File, rng: random.Random) -> None:
    name, _, ending = file["game"].partition("/")
    games = [game for game, _ in [*POSITIONS, *VALUES, *PERIODS]]
    match rng.randrange(4):
        case 0:
            file["game"] = rng.choice(games)
        case 1:
            file["game"] = rng.choice([game for game in games if game[:4] == name[:4]] or games)
        case 2:
            file["game"] = name + rng.choice(["", "/normal", "/misere", "/misère", "/even-odd", "/odd"])
        case 3:
            file["game"] = name.replace("partizan-", "").replace("|", ",") + ("/" + ending if ending else "")


def swap_fields(file: File, rng: random.Random) -> None:
    one, other = rng.sample(sorted(file), 2)
    file[one], file[other] = file[other], file[one]


def change_fields(file: File, rng: random.Random) -> None:
    holder, key = rng.choice([place for place in places(file, object) if isinstance(place[0], dict)])
    match rng.randrange(4):
        case 0:
            del holder[key]
        case 1:
            holder[key + "s"] = holder.pop(key)
        case 2:
            holder[key] = rng.choice([True, 1.5, "", 7, "nim-values", {}, "3"])
        case 3:
            holder[rng.choice(["note", "winning_move", "kind", "first"])] = rng.choice(["0", "1,2", "value", 1])


def keep_the_meaning(file: File, rng: random.Random) -> None:
    """Other words for the same, so that most of these mutants hold."""
    fields = list(file.items())
    rng.shuffle(fields)
    file.clear()
    file.update(fields)
    for holder, key in places(file, str):
        if isinstance(holder, list) or key in ("position", "winning_move"):
            holder[key] = rng.choice(["{}", "({})", " {} ", "( {})"]).format(holder[key].replace(",", ", ")).strip()
            if rng.random() < 0.3:
                holder[key] = ",".join(reversed(holder[key].strip("() ").split(",")))
    if "/" not in file["game"] and rng.random() < 0.5:
        file["game"] = " " + file["game"] + rng.choice(["/normal", " /normal", " "])
    for holder, key in places(file, list):
        if key == "losing" and holder[key]:
            at = rng.randrange(len(holder[key]))
            holder[key].insert(at + rng.randrange(2), holder[key][at])


MUTATORS: list[Callable[[File, random.Random], None]] = [
    change_number, change_number_in_text, change_number_in_text, change_letter, change_letter, change_claim,
    change_list, change_list, change_game, change_game, swap_fields, change_fields, keep_the_meaning, keep_the_meaning,
]


def mutants(text: str, seed: int) -> list[str]:
    rng = random.Random(seed)
    made = [text.replace("{", '{"game": "nim", ', 1)]
    # The nim-values of hundreds of heaps take their time.
    is_slow = '"period"' in text and ("kayles" in text or "chess" in text)
    for mutate in MUTATORS * (1 if is_slow else 4):
        file = json.loads(text)
        mutate(file, rng)
        if rng.random() < 0.1:
            change_letter(file, rng)
        made.append(json.dumps(file))
    return made


def test_both_accept_what_bouton_writes() -> None:
    texts = certificates()
    assert len(texts) >= 130 and len(set(texts)) == len(texts)
    kinds = Counter(json.loads(text)["kind"] for text in texts)
    assert min(kinds[kind] for kind in ("period", "position", "value")) >= 25
    for text in texts:
        assert first_verdict(text) == HOLDS, text
        assert SECOND.verdict(text) == (HOLDS, ""), text


def test_both_judge_mutants_alike() -> None:
    seen: Counter[str] = Counter()
    for seed, text in enumerate(certificates()):
        for mutant in mutants(text, seed):
            second = second_verdict(mutant)
            seen[second] += 1
            if second != UNCHECKED:
                assert first_verdict(mutant) == second, mutant
    assert seen[HOLDS] > 1_500 and seen[FAILS] > 2_500 and seen[NONE] > 1_500, seen
    assert seen[UNCHECKED] < 0.05 * seen.total(), seen


def value(game: str, position: str, value: str) -> str:
    return json.dumps({"bouton-certificate": 1, "kind": "value", "game": game, "position": position, "value": value})


def position(game: str, start: str, outcome: str, proof: object, *winning_move: str) -> str:
    file = {"bouton-certificate": 1, "kind": "position", "game": game, "position": start, "outcome": outcome}
    return json.dumps(file | {"proof": proof} | {"winning_move": move for move in winning_move})


@pytest.mark.parametrize(
    "text",
    [
        value("nim + kayles", "3;5", "0"),
        value("subtraction:1+ + nim", "3;3", "0"),
        value("game take; position n; move k in 1..3: n' = n - k", "4", "0"),
        value("domineering", "..|..", "0"),
        value("dyadic-nim", "1/2,1/2", "0"),
        value("ending-partizan:2,3@0,0", "1", "0"),
        value("nimrod:1000000", "3,1", "0"),
        value("nim", "1000000000000000000", "*1000000000000000000"),
        value("nim", "12345,54321", "0"),
        value("moore:9", ",".join(["9"] * 40), "0"),
        json.dumps({"bouton-certificate": 1, "kind": "structure", "direction": "game", "losing": [1],
                    "graph": {"vertices": 2, "edges": [[0, 1]]}}),
    ],
)
def test_what_the_second_checker_leaves_out(text: str) -> None:
    status, reason = SECOND.verdict(text, STEPS)
    assert status == UNCHECKED and reason and not reason.startswith(NONE)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", "{", "{}", "[" * 10**5, "9" * 10**4, '{"kind": "value"}', value("nim", "2", "*2")[:-1],
     value("nim", "2", "*2").replace("1", "1.0", 1), value("nim", "2", "*2").replace("1", "2", 1),
     value("nim", "0", "0").replace("1", "true", 1), value("nim", "2", "*2").replace('"2"', "2"),
     value("nim", "2", "*2").replace("value", "values", 1), value("nim", "2", "*2").replace("1", "NaN", 1)],
)
def test_what_is_no_certificate(text: str) -> None:
    assert second_verdict(text) == NONE == first_verdict(text)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"bouton-certificate": 1, "kind": "period", "game": "octal:0.2", "of": "nim-value", "preperiod": 0,
                    "period": 1, "terms": [0], "witnesses": []}),
        value("nim", "()", "0"), value("nim", "", "0"), value("nim", "3,", "*3"), value("welter", "2,2", "0"),
        value("coins:ruler", "3,3", "0"), value("chomp", "2,3", "0"), value("rook:5", "1,1,1,1,1", "*"),
        value("subtraction:0", "0", "0"), value("octal:1.7", "0", "0"), value("nim/misere", "0", "0"),
        value("digraph:0>1,1>0", "0", "0"), value("coins:twins/even-odd", "0", "0"),
        value("nim", "0," * 256 + "0", "0"),
    ],
)
def test_what_does_not_hold(text: str) -> None:
    assert second_verdict(text) == FAILS == first_verdict(text)


@pytest.mark.parametrize(
    "text",
    [
        # A lone heap from which anything may be taken is Nim, but the theorem is only looked up for games of heaps.
        position("ending-partizan:1+@P", "2", "N", {"theorem": "nim-sum"}),
        # Both sets are the same, but Bouton compares how they are written.
        value("partizan-subtraction:1,2,3+|1+", "2", "*2"),
    ],
)
def test_bouton_refuses_more_than_it_must(text: str) -> None:
    assert (first_verdict(text), second_verdict(text)) == (FAILS, HOLDS)


def test_long_play_needs_no_recursion() -> None:
    assert SECOND.verdict(value("subtraction:1", "20001", "*")) == (HOLDS, "")
    path = ",".join(f"{vertex}>{vertex + 1}" for vertex in range(1200))
    assert SECOND.verdict(value(f"digraph:{path}", "0", "0")) == (HOLDS, "")


def test_the_command_line(tmp_path: Path) -> None:
    texts = {"good": value("kayles", "5", "*4"), "bad": value("kayles", "5", "*3")}
    texts |= {"sum": value("nim + nim", "1;1", "0")}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")

    def run(*names: str) -> tuple[int, list[str]]:
        paths = [str(tmp_path / name) for name in names]
        done = subprocess.run([sys.executable, "-I", str(CHECKER), *paths], capture_output=True, text=True)
        assert not done.stderr
        return done.returncode, [line.removeprefix(str(tmp_path) + "/") for line in done.stdout.splitlines()]

    assert run("good") == (0, ["good: holds"])
    assert run("good", "bad") == (1, ["good: holds", "bad: does not hold: the nim-value is 4"])
    code, lines = run("good", "sum", "bytes", "missing")
    assert code == 2 and lines[0] == "good: holds"
    assert all(line.split(": ")[1] == UNCHECKED for line in lines[1:]), lines

"""A second checker of certificates, written from docs/certificates.md alone.

    python3 suite/check_certificate.py FILE...

It prints for each file that it holds, that it does not hold, or that it is not checked here. It exits with 0 if all
hold, with 1 if one does not, and otherwise with 2. It reads games in its own way and verifies the kinds `period`,
`position` and `value` by plain loops over options. Not checked here are the other kinds, rule texts, sums, boards,
real-valued Nim, games in the place of labels (`@1,{0|-1}`), large numbers for which the chapter gives no bounds,
whatever takes too many steps, and files that are not certificates as Bouton writes them.
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import chain, combinations, product
from operator import xor
from pathlib import Path
from typing import Any, NamedTuple

Player = int
Position = tuple[int, ...]
Verdict = tuple[str, str]  # one of the three below, and a reason unless it holds
LEFT, RIGHT = PLAYERS = 0, 1
HOLDS, FAILS, UNCHECKED = "holds", "does not hold", "not checked here"

class Stop(Exception):
    """Ends a check; its arguments are the verdict."""

def require(condition: object, otherwise: str, status: str = FAILS) -> None:
    if not condition:
        raise Stop(status, otherwise)

def named_winner(letter: str, mover: Player) -> Player:
    return {"N": mover, "P": 1 - mover, "L": LEFT, "R": RIGHT}[letter]

class Law(NamedTuple):
    """What may be taken from a heap: bit b of the digit at i says that i tokens may go and b heaps stay. A set has the
    digit 3 at its members, a block repeats from `start` on, zeros are not kept, and equal moves are equal laws."""
    digits: dict[int, int]
    start: int = 0
    length: int = 0
    block: dict[int, int] = {}
    is_code: bool = False

    def options(self, heap: int) -> Iterator[Position]:
        repeated = ((taken, digit) for offset, digit in self.block.items()
                    for taken in range(self.start + offset, heap + 1, self.length))
        for taken, digit in chain(self.digits.items(), repeated):
            rest = heap - taken
            ways: list[Iterable[Position]] = [
                [()] * (rest == 0), [(rest,)] * (rest > 0), ((a, rest - a) for a in range(1, rest // 2 + 1)),
                ((a, b, rest - a - b) for a in range(1, rest // 3 + 1) for b in range(a, (rest - a) // 2 + 1))]
            yield from chain.from_iterable(way for count, way in enumerate(ways) if digit >> count & 1)

def read_set(text: str) -> Law:
    inner = text[1:-1] if text[:1] + text[-1:] == "{}" else text
    element = r"\s*0*[1-9][0-9]*\s*(\+\s*(0*[1-9][0-9]*\s*k\s*)?)?"
    require(re.fullmatch(f"{element}(,{element})*", inner) and inner.count("+") <= 1, f"`{text}` is not a set")
    members = {int(each) for each in inner.split(",") if "+" not in each}
    for first, length in re.findall(r"([0-9]+)\s*\+\s*([0-9]*)", inner):
        start, step = int(first), int(length or 1)
        while start - step in members:
            start -= step
        others = (member for member in members if member < start or (member - start) % step)
        return Law(dict.fromkeys(others, 3), start, step, {0: 3})
    return Law(dict.fromkeys(members, 3))

def read_code(text: str) -> Law:
    match = re.fullmatch(r"([048c]?)\.(?=.)([0-9a-f]*)(?:\[([0-9a-f]+)\])?", text.lower())
    require(match, f"`{text}` is not a code")
    whole, point, block = (group or "" for group in match.groups()) if match else ("", "", "")
    block = block[: (block + block).find(block, 1)] or "0"  # a block that repeats itself becomes shorter
    while point[-1:] == block[-1]:
        point, block = point[:-1], block[-1] + block[:-1]
    parts = (whole or "0") + point, block
    digits, repeated = ({place: int(digit, 16) for place, digit in enumerate(part) if digit != "0"} for part in parts)
    return Law(digits, 1 + len(point), len(block), repeated, True)

@dataclass
class Game:
    options: Callable[[Position, Player], Iterator[Position]]
    legal: Callable[[Position], bool] = bool
    length: int | None = None  # of all positions, if it is fixed
    alike: Callable[[Position], Position] = tuple  # equal for positions that play alike
    independent: bool = False  # heaps or heads do not look at each other
    laws: tuple[Law, ...] = ()  # of Left and of Right; others have the same options
    tokens: int = 256  # of the first numbers, this many count tokens
    has_preset: bool = False  # the second number may be left out
    ending: str = "normal"  # or "misere", "even-odd", "labels"
    labels: str = ""
    steps: int = 0  # that the check may still take

    def moves(self, position: Position, player: Player) -> Iterator[Position]:
        require(max(position, default=0) < 10**6, "the numbers are large", UNCHECKED)
        for option in self.options(position, player):
            self.steps -= 1 + len(option)
            require(self.steps >= 0, "that takes too many steps", UNCHECKED)
            yield option

    def winner_if_stuck(self, position: Position, player: Player) -> Player:
        if self.ending == "even-odd":
            return sum(position[: self.tokens]) % 2
        return named_winner({"normal": "P", "misere": "N"}.get(self.ending) or self.labels[sum(position)], player)

    def read(self, text: str) -> Position:
        inner = re.sub(r"^\s*\((.*)\)\s*$", r"\1", text)
        numbers = inner.split(",") if inner.strip() or inner == text else []
        require(all(re.fullmatch(r"\s*[0-9]+\s*", number) for number in numbers), f"`{text}` is not a position")
        position = tuple(map(int, numbers))
        if self.has_preset and len(position) == 1:
            position += (max(position[0] - 1, 0),)
        is_small = len(position) <= 256 and max(position, default=0) <= 10**18
        require(is_small and self.length in (None, len(position)) and self.legal(position), f"`{text}` is not legal")
        return position

    def nim_values(self, positions: Iterable[Position]) -> Iterator[int]:
        """By the definitions, and without recursion, since play may be long."""
        require(self.laws[:1] == self.laws[1:] and self.ending == "normal", "there are no nim-values")
        values: dict[Position, int] = {}  # below 0 until all options have theirs
        parts: Callable[[Position], list[Position]] = lambda position: (
            [(number,) for number in position] if self.independent else [self.alike(position)])
        for position in positions:
            stack = parts(position)
            while stack:
                here = stack.pop()
                if values.get(here, -1) >= 0:
                    continue
                options = [parts(option) for option in self.moves(here, LEFT)]
                unknown = {part for option in options for part in option if values.get(part, -1) < 0}
                if unknown:
                    values[here] = -1
                    require(not any(part in values for part in unknown), "play may go on for ever")
                    stack += [here, *unknown]
                else:
                    found = {reduce(xor, (values[part] for part in option), 0) for option in options}
                    values[here] = next(value for value in range(len(found) + 1) if value not in found)
            yield reduce(xor, (values[part] for part in parts(position)), 0)

    def lone_outcomes(self, count: int) -> list[str]:
        """The outcomes of the lone heaps below `count`, where no move leaves several."""
        outcomes: list[str] = []
        for heap in range(count):
            pair = []
            for player in PLAYERS:
                after = {named_winner(outcomes[sum(option)], 1 - player) for option in self.moves((heap,), player)}
                stuck = 1 - player if after else self.winner_if_stuck((heap,), player)
                pair.append(player if player in after else stuck)
            outcomes += [letter for letter in "NPLR" if pair == [named_winner(letter, player) for player in PLAYERS]]
        return outcomes

def in_any_order(position: Position) -> Position:
    return tuple(sorted(position))

def sorted_heaps(position: Position) -> Position:
    return tuple(sorted(heap for heap in position if heap > 0))

def heaps(become: Callable[[int, Player], Iterator[Position]], *laws: Law) -> Game:
    return Game(lambda p, player: (p[:place] + parts + p[place + 1 :] for place, heap in enumerate(p)
                                   for parts in become(heap, player)), alike=sorted_heaps, independent=True, laws=laws)

def by_laws(read: Callable[[str], Law], left: str, right: str) -> Game:
    laws = read(left.strip()), read(right.strip())
    return heaps(lambda heap, player: laws[player].options(heap), *laws)

def lower(position: Position, most: int = 1) -> Iterator[Position]:
    """At least one number and at most `most` of them become smaller; the first of these is chosen first."""
    for place, number in enumerate(position if most else ()):
        for before in (position[:place] + (less,) for less in range(number)):
            yield before + position[place + 1 :]
            yield from (before + rest for rest in lower(position[place + 1 :], most - 1))

def differing(alike: Callable[[Position], Position]) -> Game:
    legal: Callable[[Position], bool] = lambda p: p != () and len({*alike(p)}) == len(alike(p))
    return Game(lambda p, _: filter(legal, lower(p)), legal, alike=alike)

def coins(kind: str) -> Game:
    counts = {"twins": [1], "triplets": [2], "turtles": [0, 1], "mock-turtles": [0, 1, 2], "ruler": []}
    require(kind in counts, f"`{kind}` is not a kind of coins")
    turned: Callable[[int], Iterator[Iterable[int]]] = lambda head: chain(
        (range(least, head) for least in range(head + 1) if kind == "ruler"),
        *(combinations(range(head), count) for count in counts[kind]))
    return Game(lambda p, _: (tuple({*p} ^ {head, *others}) for head in p for others in turned(head)),
                lambda p: len({*p}) == len(p), None, in_any_order if list(turned(0)) else sorted_heaps, True, tokens=0)

def digraph(text: str) -> Game:
    arrow = r"\s*[0-9]{1,4}\s*>\s*[0-9]{1,4}\s*"
    require(re.fullmatch(f"{arrow}(,{arrow})*", text), "the arrows are not all written as in 0>1", UNCHECKED)
    arrows = [[int(vertex) for vertex in each.split(">")] for each in text.split(",")]
    return Game(lambda p, _: ((to,) for at, to in arrows if at == p[0]), lambda p: p[0] <= max(map(max, arrows)),
                length=1, tokens=0)

def ending_partizan(text: str) -> Game:
    members, at, labels = text.partition("@")
    game = by_laws(read_set, members, members)
    game.length, game.ending, game.labels = 1, "even-odd", labels
    if at:
        require(re.fullmatch("[LRNP]*", labels), "the labels are not plain letters", UNCHECKED)
        law = game.laws[LEFT]
        require(len(labels) == min({*law.digits, law.start} - {0}), "not every stuck heap has a label")
        game.ending = {"P": "normal", "N": "misere"}.get("".join(set(labels)), "labels")
    return game

SHORT = {"nim": "subtraction:1+", "kayles": "octal:0.77", "dawsons-kayles": "octal:0.07",
         "dawsons-chess": "octal:0.137", "officers": "octal:0.6", "lasker": "octal:4.[3]"}
FIXED: dict[str, Callable[[], Game]] = {
    "grundy": lambda: heaps(lambda heap, _: ((a, heap - a) for a in range(1, (heap + 1) // 2))),
    "antonim": lambda: differing(sorted_heaps), "welter": lambda: differing(in_any_order),
    "wythoff": lambda: Game(lambda p, _: chain(lower(p), zip(range(p[0])[::-1], range(p[1])[::-1])), length=2),
    "euclid": lambda: Game(
        lambda p, _: (q for q in lower(p) if all(p) and (p[0] - q[0]) % p[1] == (p[1] - q[1]) % p[0] == 0), length=2),
    "chomp": lambda: Game(lambda p, _: (p[:place] + tuple(min(later, less) for later in p[place:])
                                        for place, row in enumerate(p) for less in range(place == 0, row)),
                          lambda p: p[:1] > (0,) and p == in_any_order(p)[::-1]),
}
# With a number, its preset, and its bound. In the chapter only dimensions have bounds.
NUMBERED: dict[str, tuple[int, int, Callable[[int], Game]]] = {
    "moore": (0, 64, lambda most: Game(lambda p, _: lower(p, most), alike=sorted_heaps)),
    "rook": (2, 4, lambda length: Game(lambda p, _: lower(p), length=length)),
    "king": (2, 4, lambda length: Game(
        lambda p, _: (q for q in product(*(range(max(n - 1, 0), n + 1) for n in p)) if q != p), length=length)),
    "nimrod": (1, 64, lambda reach: Game(
        lambda p, _: ((p[0] - q, q) for q in range(max(1, p[1] - reach), min(p[0], p[1] + reach) + 1)),
        lambda p: p[1] >= 1, length=2, tokens=1)),
    "fibonacci": (2, 64, lambda factor: Game(
        lambda p, _: ((p[0] - k, factor * k) for k in range(1, min(p) + 1)), length=2, tokens=1, has_preset=True)),
}
TEXTUAL: dict[str, Callable[[str], Game]] = {
    "subtraction": lambda text: by_laws(read_set, text, text), "octal": lambda text: by_laws(read_code, text, text),
    "partizan-subtraction": lambda text: by_laws(read_set, *text.partition("|")[::2]),
    "partizan-octal": lambda text: by_laws(read_code, *text.partition("|")[::2]),
    "ending-partizan": ending_partizan, "coins": coins, "digraph": digraph,
}

def read_game(text: str, steps: int) -> Game:
    require(not re.search(r"\+\s*[A-Za-z(]|[0-9]{19}", text), "the game is a sum or has large numbers", UNCHECKED)
    body, slash, ending = (part.strip() for part in text.replace("misère", "misere").partition("/"))
    name, _, parameter = (part.strip() for part in SHORT.get(body, body).partition(":"))
    require(body in FIXED or name in NUMBERED or name in TEXTUAL, f"no game `{body}` is known here", UNCHECKED)
    if name in NUMBERED:
        preset, most, make = NUMBERED[name]
        number = int(parameter or preset) if re.fullmatch("[0-9]*", parameter) else 0
        require(1 <= number <= most, f"`{parameter}` is not from 1 to {most}", FAILS if most == 4 else UNCHECKED)
        game = make(number)
    else:
        game = FIXED[body]() if body in FIXED else TEXTUAL[name](parameter)
    if body == "dawsons-chess":
        game.legal = lambda position: True  # by its rule text a heap can go away
    if slash:
        known = ("normal", "misere", "even-odd") if game.tokens else ("normal", "misere")
        require(ending in known and name != "ending-partizan", f"the game cannot have the ending `{ending}`")
        game.ending = ending
    game.steps = steps
    return game

def check_period(game: Game, file: dict[str, Any]) -> None:
    preperiod, period, terms, nim = file["preperiod"], file["period"], list(file["terms"]), file.get("nim_values")
    require(period >= 1 and len(terms) == preperiod + period, "the terms are not as many as they must be")
    require(not nim or nim["period"] >= 1 and file["of"] == "outcome", "the period of the nim-values is of no use")
    if "form" in file:
        form = SHORT["nim"] if file["form"].strip() == "nim" else file["form"]
        name, _, parameter = (part.strip() for part in form.partition(":"))
        require(file["game"].partition("/")[0].strip() in SHORT.keys() - {"nim"}, "the game is not a rule text")
        is_form = re.fullmatch("(partizan-)?(subtraction|octal)", name)
        require(is_form and TEXTUAL[name](parameter).laws == game.laws, "the rules are not of this form")
    require(game.laws and not any(law.block for law in game.laws), "there is no bound on what a move takes")
    digits = [place for law in game.laws for place in law.digits.items()]
    most_heaps = max([1, *(digit.bit_length() - 1 for _, digit in digits)])
    most_taken = max([0, *(taken for taken, _ in digits)])
    start, length = (nim["preperiod"], nim["period"]) if nim else (preperiod, period)
    window = most_heaps * max(start, 1) + (most_heaps - 1) * length + most_taken
    end = max(preperiod, start) + length if nim else window
    count = max(window + length, end + period)
    require(count <= game.steps, "that takes too many steps", UNCHECKED)
    if nim or file["of"] == "nim-value":
        values = list(game.nim_values((heap,) for heap in range(count)))
        require(all(values[n] == values[n + length] for n in range(start, window)), "the nim-values do not repeat")
        found: list[Any] = ["N" if value else "P" for value in values] if nim else values
    else:
        require(most_heaps == 1, "a heap can fall into several")
        for player in PLAYERS if game.ending in ("even-odd", "labels") else ():
            require(list(game.moves((most_taken + 1,), player)), "a player can be stuck on large heaps")
        found = game.lone_outcomes(count)
    require(terms == found[: len(terms)], "the terms do not follow from the rules")
    require(all(found[n] == found[n + period] for n in range(preperiod, end)), "the terms do not repeat")
    require(preperiod == 0 or found[preperiod - 1] != found[preperiod - 1 + period], "the preperiod is not the least")
    primes = [q for q in range(2, period + 1) if period % q == 0 and all(q % d for d in range(2, q))]
    require(sorted(each["prime"] for each in file["witnesses"]) == primes, "the witnesses are not those of the primes")
    for each in file["witnesses"]:
        index, other = each["index"], each["index"] + period // each["prime"]
        differs = index < len(terms) and terms[index] != terms[other if other < len(terms) else other - period]
        require(preperiod <= index and differs, "a witness proves nothing")

def check_strategy(game: Game, start: Position, first: Player, winner: Player, losing: list[str]) -> set[Position]:
    """The positions of the list, once it is clear that the winner wins with them."""
    earlier: set[Position] = set()
    def can_win(position: Position) -> bool:
        options = {game.alike(option) for option in game.moves(position, winner)}
        return bool(options & earlier) if options else game.winner_if_stuck(position, winner) == winner

    for position in map(game.read, losing):
        options = list(game.moves(position, 1 - winner))
        require(options or game.winner_if_stuck(position, 1 - winner) == winner, f"the loser wins at {position}")
        require(all(map(can_win, options)), f"an option of {position} has no reply")
        earlier.add(game.alike(position))
    require(can_win(start) if winner == first else game.alike(start) in earlier, "the start is not won")
    return earlier

def check_nim_sum(game: Game, start: Position, outcome: str, move: Position | None) -> None:
    def is_lost(heaps: Position) -> bool:
        return sum(heaps) % 2 == 1 if game.ending == "misere" and max(heaps) <= 1 else reduce(xor, heaps) == 0
    require(game.laws == (read_set("1+"),) * 2 and game.ending in ("normal", "misere"), "the game is not Nim")
    require(outcome == ("P" if is_lost(start) else "N"), "the outcome is another")
    if move is not None:
        removed = [start[:place] + start[place + 1 :] for place, heap in enumerate(start) if heap > 0]
        lowered = len(move) == len(start) and [new < old for new, old in zip(move, start) if new != old] == [True]
        require((lowered or move in removed) and is_lost(move), "the move does not win")

def check_position(game: Game, file: dict[str, Any]) -> None:
    start, outcome, proof = game.read(file["position"]), file["outcome"], file["proof"]
    move = game.read(file["winning_move"]) if "winning_move" in file else None
    require(move is None or outcome == "N", "a winning move is given, but not for N")
    if proof == "nim-values":
        value, after = game.nim_values([start, start if move is None else move])
        require(outcome == ("N" if value else "P"), "the outcome is another")
        require(move is None or after == 0 and game.alike(move) in map(game.alike, game.moves(start, LEFT)),
                "the move does not win")
    elif "theorem" in proof:
        require(proof["theorem"] == "nim-sum", "the game is not real-valued Nim")
        check_nim_sum(game, start, outcome, move)
    else:
        firsts = sorted(each["first"] for each in proof["strategies"])
        require(firsts in (["Left", "Right"], ["either"]), "there is not one strategy for each who may begin")
        is_impartial = game.laws[:1] == game.laws[1:] and game.ending != "even-odd" and not {*game.labels} & {"L", "R"}
        require(firsts != ["either"] or is_impartial and outcome in "NP", "the game is not impartial")
        for each in proof["strategies"]:
            first = RIGHT if each["first"] == "Right" else LEFT
            listed = check_strategy(game, start, first, named_winner(outcome, first), each["losing"])
            require(move is None or game.alike(move) in listed.intersection(map(game.alike, game.moves(start, first))),
                    "the move does not win")

def check_value(game: Game, file: dict[str, Any]) -> None:
    (value,) = game.nim_values([game.read(file["position"])])
    require(file["value"] == ("0" if value == 0 else "*" if value == 1 else f"*{value}"), f"the nim-value is {value}")

CHECKS = {"period": check_period, "position": check_position, "value": check_value}
TEXT = "(?s:.*)"
# A shape is a pattern for strings, `int`, a list of a shape, or an object of shapes. A kind has several.
SHAPES: dict[str, list[dict[str, Any]]] = {
    "period": [{"of": of, "preperiod": int, "period": int, "terms": terms, "witnesses": [{"prime": int, "index": int}]}
               | nim_values | form for nim_values in ({}, {"nim_values": {"preperiod": int, "period": int}})
               for form in ({}, {"form": TEXT}) for of, terms in (("outcome", "[NPLR]*"), ("nim-value", [int]))],
    "position": [{"position": TEXT, "outcome": "[NPLR]", "proof": proof} | move for move in ({}, {"winning_move": TEXT})
                 for proof in ("nim-values", {"theorem": "nim-sum|structure"},
                               {"strategies": [{"first": "Left|Right|either", "losing": [TEXT]}]})],
    "value": [{"position": TEXT, "value": r"0|\*|\*[2-9]|\*[1-9][0-9]+"}],
}

def fits(value: Any, shape: Any) -> bool:
    if isinstance(shape, dict):
        return type(value) is dict and value.keys() == shape.keys() and all(fits(value[k], shape[k]) for k in shape)
    if isinstance(shape, list):
        return type(value) is list and all(fits(each, shape[0]) for each in value)
    if shape is int:
        return type(value) is int and 0 <= value < 2**64
    return type(value) is str and re.fullmatch(shape, value) is not None

def verdict(text: str, steps: int = 10**7) -> Verdict:
    try:
        # A field that is given twice makes an object unusable, and so does -0 a number.
        file = json.loads(text, object_pairs_hook=lambda pairs: dict(pairs) if len(dict(pairs)) == len(pairs) else None,
                          parse_int=lambda digits: int(digits) if digits != "-0" else None)
        kind = str(file.get("kind")) if isinstance(file, dict) else ""
        graphs = ("structure", "no-structure", "only-structure", "all-structures", "labels")
        require(kind not in graphs, "it is about a graph", UNCHECKED)
        head = {"bouton-certificate": int, "kind": kind, "game": TEXT}
        is_one = any(fits(file, head | shape) for shape in SHAPES.get(kind, [])) and file["bouton-certificate"] == 1
        require(is_one, "this is not a certificate", UNCHECKED)
        CHECKS[kind](read_game(file["game"], steps), file)
    except Stop as stop:
        return stop.args[0], stop.args[1]
    except (ValueError, RecursionError) as error:
        return UNCHECKED, f"this is not a certificate: {error}"
    return HOLDS, ""

def main(paths: list[str]) -> int:
    found = set() if paths else {UNCHECKED}
    for path in paths:
        try:
            status, reason = verdict(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            status, reason = UNCHECKED, str(error)
        print(f"{path}: {status}" + (f": {reason}" if reason else ""))
        found.add(status)
    return 1 if FAILS in found else 2 if UNCHECKED in found else 0

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A second checker of certificates of the kind `automatic`, written from docs/certificates.md alone.

    python3 suite/check_automatic.py FILE...

It verifies `lost` in base 2 for Nim, Antonim, Welter's game, Moore's Nim, subtraction games, also under misère play, and
ending-partizan subtraction; it says of all others that they are not checked here. Exits as `check_certificate.py` does.
"""

import json
import re
import sys
from collections.abc import Callable, Hashable, Iterator
from functools import reduce
from itertools import combinations
from pathlib import Path
from typing import Any

HOLDS, FAILS, UNCHECKED = "holds", "does not hold", "not checked here"

class Stop(Exception):
    """Ends a check; its arguments are the verdict and the reason."""

def require(condition: object, otherwise: str, status: str = FAILS) -> None:
    if not condition:
        raise Stop(status, otherwise)

class Set:
    """A set of assignments of numbers to variables: an automaton that reads their digits, the least significant first.
    Bit i of a letter is a digit of variable i; the first state is the start."""

    def __init__(self, names: tuple[str, ...], next: list[list[int]], accepts: list[bool]) -> None:
        self.names, self.next, self.accepts = names, next, accepts

    @staticmethod
    def explore(names: tuple[str, ...], start: Hashable, step: Callable[[Any, int], Hashable],
                accepts: Callable[[Any], bool]) -> "Set":
        known, order, rows = {start: 0}, [start], []
        for state in order:
            require(len(order) * 2 ** len(names) < 60_000, "the automata are too large", UNCHECKED)
            row = []
            for letter in range(2 ** len(names)):
                after = step(state, letter)
                if after not in known:
                    known[after] = len(order)
                    order.append(after)
                row.append(known[after])
            rows.append(row)
        return Set(names, rows, [accepts(state) for state in order]).merged()

    def merged(self) -> "Set":
        """Equal states become one: classes are split until their rows agree."""
        kind, count = [int(accepts) for accepts in self.accepts], 0
        while count != len(set(kind)):
            count, seen = len(set(kind)), {}
            kind = [seen.setdefault((kind[state], *(kind[after] for after in row)), len(seen))
                    for state, row in enumerate(self.next)]
        first = {one: state for state, one in reversed(list(enumerate(kind)))}
        return Set(self.names, [[kind[after] for after in self.next[first[one]]] for one in range(len(first))],
                   [self.accepts[first[one]] for one in range(len(first))])

    def join(self, other: "Set", holds: Callable[[bool, bool], bool]) -> "Set":
        names = tuple(dict.fromkeys(self.names + other.names))
        def part(of: Set, letter: int) -> int:
            return sum((letter >> names.index(name) & 1) << place for place, name in enumerate(of.names))
        parts = [(part(self, letter), part(other, letter)) for letter in range(2 ** len(names))]
        return Set.explore(names, (0, 0), lambda at, letter: (self.next[at[0]][parts[letter][0]],
                           other.next[at[1]][parts[letter][1]]),
                           lambda at: holds(self.accepts[at[0]], other.accepts[at[1]]))

    def __and__(self, other: "Set") -> "Set":
        return self.join(other, lambda a, b: a and b)

    def __or__(self, other: "Set") -> "Set":
        return self.join(other, lambda a, b: a or b)

    def minus(self, other: "Set") -> "Set":
        return self.join(other, lambda a, b: a and not b)

    def some(self, gone: tuple[str, ...]) -> "Set":
        """Where there are numbers for these variables; they may be longer than the others."""
        for name in (name for name in gone if name in self.names):
            place, names = self.names.index(name), tuple(one for one in self.names if one != name)
            def both(letter: int, place: int = place) -> tuple[int, int]:
                wide = letter % 2 ** place + (letter >> place << place + 1)
                return wide, wide + 2 ** place
            ends = {state for state, accepts in enumerate(self.accepts) if accepts}
            while more := {state for state, row in enumerate(self.next) if state not in ends and
                           any(row[letter] in ends for letter in both(0))}:
                ends |= more
            now = self
            self = Set.explore(names, frozenset([0]), lambda at, letter, now=now, both=both: frozenset(
                now.next[state][wide] for state in at for wide in both(letter)),
                lambda at, ends=ends: not ends.isdisjoint(at))
        return self

    def renamed(self, names: list[str]) -> "Set":
        return Set(tuple(names), self.next, self.accepts)

    def word(self) -> list[int] | None:
        """A shortest word that is accepted."""
        ways: dict[int, list[int]] = {0: []}
        for state in (queue := [0]):
            if self.accepts[state]:
                return ways[state]
            for letter, after in enumerate(self.next[state]):
                if after not in ways:
                    ways[after] = [*ways[state], letter]
                    queue.append(after)
        return None

def linear(factors: dict[str, int], constant: int, equal: bool) -> Set:
    """Sum of factor times number plus constant is 0, or at least 0: what is left, divided by 2 for each digit."""
    names, values = tuple(factors), list(factors.values())
    def step(left: int | None, letter: int) -> int | None:
        total = None if left is None else left + sum(value * (letter >> i & 1) for i, value in enumerate(values))
        return None if total is None or (equal and total % 2) else total // 2
    return Set.explore(names, constant, step, lambda left: left is not None and (left == 0 if equal else left >= 0))

def read_set(table: Any, numbers: int, most_first: bool) -> Set:
    rows, accepting = table["next"], set(table["accepting"])
    names = tuple(f"x{i}" for i in range(numbers))
    good = all(len(row) == 2 ** numbers and all(type(to) is int and 0 <= to < len(rows) for to in row) for row in rows)
    require(good and rows and accepting <= set(range(len(rows))), "the automaton does not fit")
    found = Set(names, rows, [state in accepting for state in range(len(rows))])
    if most_first:  # words are read from their ends
        before: list[list[list[int]]] = [[[] for _ in rows] for _ in range(2 ** numbers)]
        for state, row in enumerate(rows):
            for letter, to in enumerate(row):
                before[letter][to].append(state)
        found = Set.explore(names, frozenset(accepting), lambda at, letter: frozenset(
            state for to in at for state in before[letter][to]), lambda at: 0 in at)
    padded = Set(names, found.next, [found.accepts[row[0]] for row in found.next])
    require(found.join(padded, lambda a, b: a != b).word() is None, "a zero more makes a difference")
    return found

def ways(name: str, values: list[int], numbers: int) -> Iterator[tuple[tuple[int, ...], Set]]:
    """The moves: which numbers change, and how x0, x1, … become y0, y1, …"""
    for count in range(1, (values[0] if name == "moore" else 1) + 1):
        for changed in combinations(range(numbers), count):
            steps = values if name in ("subtraction", "ending-partizan") else [None]
            for step in steps:
                parts = [linear({f"x{i}": 1, f"y{i}": -1}, -(step or 1), step is not None) for i in changed]
                yield changed, reduce(Set.__and__, parts)

def check(certificate: dict[str, Any]) -> None:
    game, numeration = certificate["game"], certificate["numeration"]
    match = re.fullmatch(r"(nim|antonim|welter|moore|subtraction|ending-partizan)(?::([0-9, ]+))?(/misere)?", game)
    known = match and numeration in ("msd_2", "lsd_2") and certificate["of"] == "lost"
    require(known, f"`{game}` in {numeration}", UNCHECKED)
    name, misere = match[1], bool(match[3])
    values = [int(value) for value in (match[2] or "").split(",") if value]
    partizan, numbers = name == "ending-partizan", len(certificate["measure"])
    require(numbers == (1 if partizan else certificate.get("heaps")), "the measure does not fit")
    require(bool(values) == (name in ("moore", "subtraction", "ending-partizan")) and not (partizan and misere),
            f"`{game}`", UNCHECKED)
    names = [f"x{i}" for i in range(numbers)]
    sets = [read_set(table, numbers, numeration == "msd_2") for table in certificate["sets"]]
    require(len(sets) == (2 if partizan else 1), "there are too many sets, or too few")
    legal = linear(dict.fromkeys(names, 0), 0, True)
    for a, b in combinations(names, 2) if name in ("antonim", "welter") else []:
        same = linear({a: 1, b: -1}, 0, True)
        legal = legal.minus(same if name == "welter" else same.minus(linear({a: 1}, 0, True)))
    moves = list(ways(name, values, numbers))
    for changed, way in moves:
        rise = {name: 0 for name in names}
        for i in changed:
            rise |= {f"y{i}": certificate["measure"][i], f"x{i}": -certificate["measure"][i]}
        require((way & legal & linear(rise, 0, False)).word() is None, "a move does not lower the measure")
    def into(target: Set) -> Set:
        found = legal.minus(legal)
        for changed, way in moves:
            new = target.renamed([f"y{i}" if i in changed else f"x{i}" for i in range(numbers)])
            found |= (way & new).some(tuple(f"y{i}" for i in changed))
        return found
    stuck = legal.minus(into(legal))
    for player, own in enumerate(sets):
        lost = legal.minus(into(sets[1 - player] if partizan else own))
        if misere:
            lost = lost.minus(stuck)
        elif partizan:  # where an even number of tokens is left Left wins, else Right
            even = linear({"x0": 1, "half": -2}, 0, True).some(("half",))
            lost = lost.minus(stuck & even if player == 0 else stuck.minus(even))
        require(lost.join(own, lambda a, b: a != b).word() is None, "the equation fails")

def verdict(text: str) -> tuple[str, str]:
    """The status, and the reason unless it holds."""
    try:
        certificate = json.loads(text)
        good = certificate.get("bouton-certificate") == 1 and certificate.get("kind") == "automatic"
        require(good, "it is of another kind", UNCHECKED)
        check(certificate)
    except Stop as stop:
        return stop.args[0], stop.args[1]
    except (KeyError, TypeError, ValueError, AttributeError):
        return FAILS, "this is not a certificate"
    return HOLDS, ""

def main(paths: list[str]) -> int:
    statuses = set()
    for path in paths:
        status, reason = verdict(Path(path).read_text(encoding="utf-8"))
        statuses.add(status)
        print(f"{path}: {status}" + f": {reason}" * bool(reason))
    return 0 if statuses <= {HOLDS} else 1 if FAILS in statuses else 2

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

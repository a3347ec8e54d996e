"""A second program, written from the rules alone, that makes the cases in this folder.

It shares nothing with the Rust code: every game is a function from a position and a player to the
list of options, and everything is worked out by plain recursion.

    python3 suite/brute_force.py > suite/positions.toml
"""

import sys
from functools import lru_cache
from itertools import product

sys.setrecursionlimit(100_000)

LEFT, RIGHT = 0, 1


def lower_one(heaps, allowed):
    """Every way to lower one heap to a value that `allowed(rest, value)` permits."""
    for i, heap in enumerate(heaps):
        rest = heaps[:i] + heaps[i + 1 :]
        for value in range(heap):
            if allowed(rest, value):
                yield heaps[:i] + (value,) + heaps[i + 1 :]


def nim(p, _):
    return list(lower_one(p, lambda rest, value: True))


def antonim(p, _):
    return list(lower_one(p, lambda rest, value: value == 0 or value not in rest))


def welter(p, _):
    return list(lower_one(p, lambda rest, value: value not in rest))


def subtraction(left, right=None):
    right = right or left

    def options(p, mover):
        out = []
        for i, heap in enumerate(p):
            for s in sorted((left, right)[mover]):
                if s <= heap:
                    out.append(p[:i] + (heap - s,) + p[i + 1 :])
        return list(dict.fromkeys(out))

    return options


def octal(code):
    digits = [int(c, 16) for c in code.replace(".", "")]

    def parts(total, count, least=1):
        if count == 0:
            return [()] if total == 0 else []
        return [
            (a,) + rest
            for a in range(least, total + 1)
            for rest in parts(total - a, count - 1, a)
        ]

    def options(p, _):
        out = []
        for i, heap in enumerate(p):
            for taken, digit in enumerate(digits):
                if taken > heap:
                    break
                for count in range(4):
                    if digit >> count & 1:
                        for split in parts(heap - taken, count):
                            out.append(p[:i] + (split or (0,)) + p[i + 1 :])
        return list(dict.fromkeys(out))

    return options


def lasker(p, _):
    out = nim(p, _)
    for i, heap in enumerate(p):
        out += [p[:i] + (a, heap - a) + p[i + 1 :] for a in range(1, heap // 2 + 1)]
    return out


def grundy(p, _):
    out = []
    for i, heap in enumerate(p):
        out += [p[:i] + (a, heap - a) + p[i + 1 :] for a in range(1, heap) if a < heap - a]
    return list(dict.fromkeys(out))


def moore(k):
    def options(p, _):
        out = {p}
        for _ in range(k):
            out |= {q[:i] + (v,) + q[i + 1 :] for q in out for i in range(len(p)) for v in range(p[i])}
        # Each round may lower a heap again; keep what changes at most k heaps and raises none.
        return [
            q
            for q in sorted(out)
            if q != p and all(b <= a for a, b in zip(p, q)) and sum(a != b for a, b in zip(p, q)) <= k
        ]

    return options


def exact(k):
    def options(p, _):
        lower = [tuple(range(heap + 1)) for heap in p]
        return [q for q in product(*lower) if sum(a != b for a, b in zip(p, q)) == k]

    return options


def circular(k):
    def options(p, _):
        lower = [tuple(range(heap + 1)) for heap in p]
        stretches = [{(start + i) % len(p) for i in range(k)} for start in range(len(p))]
        changed = lambda q: {i for i, (a, b) in enumerate(zip(p, q)) if a != b}
        return [q for q in product(*lower) if changed(q) and any(changed(q) <= s for s in stretches)]

    return options


def nimhoff(p, _):
    chosen = [which for which in product((0, 1), repeat=len(p)) if any(which)]
    lowered = [tuple(h - k * c for h, c in zip(p, which)) for which in chosen for k in range(1, max(p) + 1)]
    return sorted({q for q in lowered if min(q) >= 0})


def with_pass(p, mover):
    heaps, passes = p[:-1], p[-1]
    passed = [heaps + (passes - 1,)] if passes and any(heaps) else []
    return [q + (passes,) for q in nim(heaps, mover)] + passed


def mark(p, _):
    (n,) = p
    return [(m,) for m in sorted({n - 1, n // 2}) if 0 <= m < n]


def nimrod(p, _):
    pile, rate = p
    return [(pile - q, q) for q in (rate - 1, rate, rate + 1) if 1 <= q <= pile]


def wythoff(p, _):
    a, b = p
    out = [(a - k, b) for k in range(1, a + 1)] + [(a, b - k) for k in range(1, b + 1)]
    return out + [(a - k, b - k) for k in range(1, min(a, b) + 1)]


def rook(p, _):
    return nim(p, _)


def king(p, _):
    steps = [()]
    for _ in p:
        steps = [s + (d,) for s in steps for d in (0, 1)]
    moved = [tuple(x - d for x, d in zip(p, s)) for s in steps if any(s)]
    return [q for q in moved if min(q) >= 0]


def euclid(p, _):
    a, b = p
    if 0 in p:
        return []
    out = [(a, b - k * a) for k in range(1, b // a + 1)] if b >= a else []
    return out + ([(a - k * b, b) for k in range(1, a // b + 1)] if a >= b else [])


def fibonacci(p, _):
    heap, limit = p
    return [(heap - t, 2 * t) for t in range(1, min(heap, limit) + 1)]


def chomp(p, _):
    out = []
    for row, length in enumerate(p):
        for column in range(length):
            if (row, column) != (0, 0):
                out.append(tuple(n if r < row else min(n, column) for r, n in enumerate(p)))
    return out


def coins(turned_sets):
    """Turn a set of coins whose largest goes from heads to tails."""

    def options(p, _):
        heads = set(p)
        out = []
        for top in p:
            for others in turned_sets(top):
                out.append(tuple(sorted(heads ^ ({top} | set(others)))))
        return list(dict.fromkeys(out))

    return options


def few(least, most):
    def sets(top):
        chosen = [()]
        for _ in range(most - 1):
            chosen += [c + (x,) for c in chosen for x in range(top) if not c or x > c[-1]]
        return {c for c in chosen if least <= len(c) + 1 <= most}

    return sets


def ruler(top):
    return [tuple(range(first, top)) for first in range(top + 1)]


def total(p):
    return sum(p)


def normal(_, stuck):
    return 1 - stuck


def misere(_, stuck):
    return stuck


def even_odd(p, _):
    return LEFT if total(p) % 2 == 0 else RIGHT


def labels(word):
    def ending(p, stuck):
        return {"L": LEFT, "R": RIGHT, "N": stuck, "P": 1 - stuck}[word[total(p)]]

    return ending


class Game:
    def __init__(self, options, ending=normal):
        self.options, self.ending = options, ending
        self.wins = lru_cache(None)(self.wins)
        self.value = lru_cache(None)(self.value)

    def wins(self, p, mover):
        """Does `mover`, to move, win?"""
        options = self.options(p, mover)
        if not options:
            return self.ending(p, mover) == mover
        return any(not self.wins(q, 1 - mover) for q in options)

    def outcome(self, p):
        return {(1, 1): "N", (0, 0): "P", (1, 0): "L", (0, 1): "R"}[
            (int(self.wins(p, LEFT)), int(self.wins(p, RIGHT)))
        ]

    def winning(self, p, mover):
        return [q for q in self.options(p, mover) if not self.wins(q, 1 - mover)]

    def value(self, p):
        seen = {self.value(q) for q in self.options(p, LEFT)}
        return next(n for n in range(len(seen) + 1) if n not in seen)


def text(p):
    return ",".join(map(str, p)) if p else "()"


def name(n):
    return "0" if n == 0 else "*" if n == 1 else f"*{n}"


def listed(positions):
    return "[" + ", ".join(f'"{text(q)}"' for q in sorted(positions)) + "]"


GAMES = {
    # game: (rules, positions, has nim-values, engine that is to answer or None for any)
    "nim": (Game(nim), [(0,), (3, 4, 6), (3, 4, 7), (1, 1, 1), (2, 4, 6), (7, 7), (5, 1, 0, 2)], True, "nim-sum"),
    "nim/misere": (Game(nim, misere), [(0,), (1,), (2,), (1, 1, 2), (1, 1, 1), (2, 2), (3, 4, 6), (1, 2, 3), (1, 1)], False, "misere-nim"),
    "antonim": (Game(antonim), [(0, 0, 0), (0, 1, 2), (1, 3, 5), (2, 5, 6), (0, 0, 4), (3,), (2, 7)], True, "antonim-three-heaps"),
    "welter": (Game(welter), [(0, 1, 2), (1, 3, 6), (0, 2, 5, 7), (4,), (3, 8)], True, "welter-function"),
    "subtraction:1,3,4": (Game(subtraction([1, 3, 4])), [(0,), (2,), (9,), (12,), (5, 6), (8, 3, 4)], True, "heap-values"),
    "subtraction:1,3,4/misere": (Game(subtraction([1, 3, 4]), misere), [(0,), (1,), (3,), (9,)], False, None),
    "subtraction:2,5/misere": (Game(subtraction([2, 5]), misere), [(3, 4), (7, 7)], False, "oracle"),
    "subtraction:2,5/even-odd": (Game(subtraction([2, 5]), even_odd), [(3, 4), (7, 1)], False, "oracle"),
    "ending-partizan:2,3": (Game(subtraction([2, 3]), even_odd), [(0,), (1,), (2,), (3,), (5,), (6,), (11,), (14,)], False, None),
    "ending-partizan:2,3,6": (Game(subtraction([2, 3, 6]), even_odd), [(6,), (7,), (8,), (20,)], False, None),
    "ending-partizan:2,3@LN": (Game(subtraction([2, 3]), labels("LN")), [(1,), (2,), (9,)], False, None),
    "ending-partizan:2,3@NL": (Game(subtraction([2, 3]), labels("NL")), [(0,), (2,), (4,), (8,)], False, None),
    "partizan-subtraction:1,2|1,3": (Game(subtraction([1, 2], [1, 3])), [(1,), (2,), (4,), (9,), (10,)], False, None),
    "partizan-subtraction:2|3": (Game(subtraction([2], [3])), [(2,), (3, 2), (5, 5)], False, None),
    "octal:0.77": (Game(octal("0.77")), [(0,), (5,), (9,), (7, 4), (3, 3, 1)], True, "heap-values"),
    "octal:0.07": (Game(octal("0.07")), [(4,), (8,), (6, 5)], True, "heap-values"),
    "octal:0.137": (Game(octal("0.137")), [(5,), (9,)], True, "heap-values"),
    "octal:0.8": (Game(octal("0.8")), [(7,), (9,)], True, "heap-values"),
    "octal:4.0": (Game(octal("4.0")), [(6,), (3, 4)], True, "heap-values"),
    "octal:0.77/misere": (Game(octal("0.77"), misere), [(4,), (7,), (3, 2)], False, "oracle"),
    "lasker": (Game(lasker), [(3,), (4,), (7,), (3, 4)], True, "lasker"),
    "grundy": (Game(grundy), [(5,), (8,), (7, 4)], True, None),
    "moore:2": (Game(moore(2)), [(1, 1, 1), (1, 2, 3), (3, 3, 3), (2, 3)], True, "moore-columns"),
    "moore:2/misere": (Game(moore(2), misere), [(1,), (1, 1), (1, 1, 1, 1), (2, 2, 2)], False, "moore-columns"),
    "game e; heaps h; move exactly 2 of h: 0 <= h' < h": (Game(exact(2)), [(2,), (1, 1), (2, 3, 4), (1, 2, 2), (1, 1, 1, 2), (3, 3, 3)], True, "oracle"),
    "game e; heaps h; move exactly 3 of h: 0 <= h' < h": (Game(exact(3)), [(2, 3), (1, 1, 1), (2, 2, 1, 2), (3, 2, 2, 1)], True, "oracle"),
    "game e; heaps h; move exactly count h of h: 0 <= h' < h": (Game(lambda p, _: exact(len(p))(p, _)), [(2,), (1, 1), (2, 3), (1, 0)], True, "oracle"),
    "game e; heaps h; end misere; move exactly 2 of h: 0 <= h' < h": (Game(exact(2), misere), [(2,), (1, 1), (2, 3, 4), (1, 2, 2)], False, "oracle"),
    "game c; rows h; move 2 consecutive of h: 0 <= h' < h": (Game(circular(2)), [(2,), (1, 1), (1, 2, 3), (2, 1, 2, 1), (1, 2, 1, 2), (1, 2, 2, 1), (0, 2, 0, 2), (0, 0, 2, 2), (1, 1, 1, 1, 1)], True, "oracle"),
    "game c; rows h; move 3 consecutive of h: 0 <= h' < h": (Game(circular(3)), [(1, 2), (1, 1, 1, 1), (1, 2, 1, 2), (1, 0, 2, 1, 0), (1, 1, 1, 1, 1), (0, 1, 1, 0, 2)], True, "oracle"),
    "game c; rows h; end misere; move 2 consecutive of h: 0 <= h' < h": (Game(circular(2), misere), [(1, 1), (1, 2, 1, 2), (0, 2, 0, 2), (1, 1, 1, 1, 1)], False, "oracle"),
    "game h; heaps h; move up to count h of h, k >= 1: h' = h - k": (Game(nimhoff), [(3,), (1, 2), (3, 5), (1, 2, 4), (1, 1, 2), (2, 2, 2), (1, 3, 4)], True, "oracle"),
    "game p; position a, b, c, p; move k >= 1: a' = a - k; move k >= 1: b' = b - k; move k >= 1: c' = c - k; move p' = p - 1 if a + b + c >= 1": (Game(with_pass), [(0, 0, 0, 1), (1, 0, 0, 1), (2, 0, 0, 1), (1, 2, 3, 0), (1, 2, 3, 1), (2, 2, 0, 1), (1, 1, 2, 2), (3, 2, 2, 1)], True, None),
    "game mark; position n; move n' = n - 1; move n >= 1: n' = n div 2": (Game(mark), [(0,), (1,), (2,), (6,), (24,), (57,), (96,)], True, "heap-values"),
    "nimrod": (Game(nimrod), [(0, 1), (3, 1), (16, 1), (17, 1), (40, 1), (20, 9), (5, 7), (30, 12)], True, None),
    "wythoff": (Game(wythoff), [(0, 0), (1, 2), (3, 5), (4, 7), (4, 4), (6, 9), (10, 2)], True, "wythoff-golden"),
    "wythoff/misere": (Game(wythoff, misere), [(0, 1), (2, 2), (3, 5), (1, 2)], False, None),
    "rook": (Game(rook), [(3, 5), (4, 4)], True, None),
    "king": (Game(king), [(3, 5), (4, 4), (2, 3)], True, None),
    "king:3": (Game(king), [(1, 2, 3), (2, 2, 2)], True, None),
    "euclid": (Game(euclid), [(5, 8), (8, 5), (3, 9), (4, 4), (0, 7), (13, 21)], True, "euclid-golden"),
    "fibonacci": (Game(fibonacci), [(20, 19), (13, 12), (8, 2), (11, 3)], True, "zeckendorf"),
    "chomp": (Game(chomp), [(1,), (2, 1), (3, 3), (4, 2), (3, 3, 3), (5,)], True, "oracle"),
    "coins:turtles": (Game(coins(few(1, 2))), [(), (3,), (0, 3, 4)], True, None),
    "coins:mock-turtles": (Game(coins(few(1, 3))), [(3,), (0, 3, 4), (1, 2, 6)], True, None),
    "coins:twins": (Game(coins(few(2, 2))), [(3,), (0, 3, 4)], True, None),
    "coins:triplets": (Game(coins(few(3, 3))), [(5,), (2, 3, 6)], True, None),
    "coins:ruler": (Game(coins(ruler)), [(3,), (0, 3, 4), (6,)], True, None),
}


def main():
    print("# Made by brute_force.py, a second program that shares nothing with the engines.")
    print("# Every engine that accepts a case runs it, and the plan must name the engine given here.")
    for game_name, (game, positions, has_values, engine) in GAMES.items():
        for p in positions:
            print("\n[[case]]")
            print(f'game = "{game_name}"')
            print(f'position = "{text(p)}"')
            print(f'outcome = "{game.outcome(p)}"')
            if has_values:
                print(f'value = "{name(game.value(p))}"')
            print(f"left = {listed(game.winning(p, LEFT))}")
            print(f"right = {listed(game.winning(p, RIGHT))}")
            if engine:
                print(f'engine = "{engine}"')


main()

"""A second program, written from the definitions alone, that makes the cases in values.toml.

It is the theory of short partizan games under normal play. It shares nothing with the Rust code: a
game is a pair of sets of games, and everything is worked out by plain recursion on the options.

    python3 suite/short_games.py > suite/values.toml

Conventions, where the literature leaves a choice:

* Every operation takes the canonical form of what it is given. Only the ordinal sum G:H depends on
  the form of G, and there it matters.
* The temperature of the number m/2^k in lowest terms is -1/2^k, so that of an integer is -1; this
  is the convention of CGSuite. All other games have a temperature of at least 0.
* Cooling by t freezes only above the temperature: cool({1|-1}, 1) is *, not 0.
* 0 is a number, infinitesimal and all-small.
* The reduced canonical form is that of Grossman and Siegel: a game whose two stops are equal
  becomes that number, any other loses its Inf-dominated and Inf-reversible options.
* The atomic weight is {aw(L) - 2 | aw(R) + 2}, except where that is an integer. It is then 0 if the
  game is confused with the far star, the largest integer that fits under all aw(R) + 2 if it is
  greater, and the least one that fits over all aw(L) - 2 if it is smaller.

The notation: integers and fractions `3/4`; `*`, `*2`; `^`, `^^`, `^3` (three ups), `v`, `v3`; these
three written one after the other are added, `1/2^3*2`; `+-1` or `±1` where a game is expected is
the switch {1|-1}; `{a,b|c,d}`, where of several runs of bars the longest is the outermost, so that
`{1||0|-2}` is {1|{0|-2}}; `+`, `-`, parentheses, and the functions of FUNCTIONS below.

The full structural text of a game is `{`, its Left options, `|`, its Right options, `}`, the
options written in the same way, sorted as texts and separated by commas: 0 is `{|}`, 1 is `{{|}|}`.

References: J. H. Conway, On Numbers and Games; E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning
Ways, chapters 1-8; A. N. Siegel, Combinatorial Game Theory, chapter II; J. P. Grossman,
A. N. Siegel, Reductions of partizan games.
"""

import random
import re
import sys
from fractions import Fraction
from functools import cache, reduce
from itertools import product

sys.setrecursionlimit(100_000)


# Games, order, canonical form


class Game:
    """Two sets of games. There is one object for each form, so `is` compares forms."""

    __slots__ = ("left", "right")
    forms = {}

    def __repr__(self):
        return brief(self)


def game(left, right):
    """The form {left|right}, exactly as given."""
    key = frozenset(left), frozenset(right)
    if key not in Game.forms:
        form = Game()
        form.left, form.right = key
        Game.forms[key] = form
    return Game.forms[key]


@cache
def le(g, h):
    """G <= H unless some G^L >= H or some H^R <= G."""
    return not any(le(h, x) for x in g.left) and not any(le(x, g) for x in h.right)


def compare(g, h):
    return {(True, True): "=", (True, False): "<", (False, True): ">", (False, False): "||"}[
        le(g, h), le(h, g)
    ]


@cache
def canonical(g):
    """The form of the same value without dominated and reversible options."""
    g = game(map(canonical, g.left), map(canonical, g.right))

    left, waiting = set(), list(g.left)
    while waiting:
        x = waiting.pop()
        through = next((y for y in x.right if le(y, g)), None)
        if through is None:
            left.add(x)
        else:
            waiting.extend(through.left)

    right, waiting = set(), list(g.right)
    while waiting:
        x = waiting.pop()
        through = next((y for y in x.left if le(g, y)), None)
        if through is None:
            right.add(x)
        else:
            waiting.extend(through.right)

    return game(
        (x for x in left if not any(x is not y and le(x, y) for y in left)),
        (x for x in right if not any(x is not y and le(y, x) for y in right)),
    )


def make(left, right):
    """The canonical form of {left|right}."""
    return canonical(game(left, right))


ZERO = game((), ())
STAR = game((ZERO,), (ZERO,))
UP = game((ZERO,), (STAR,))


@cache
def negative(g):
    return game(map(negative, g.right), map(negative, g.left))


@cache
def plus(g, h):
    """The canonical form of G + H = {G^L + H, G + H^L | G^R + H, G + H^R}."""
    return make(
        [plus(x, h) for x in g.left] + [plus(g, x) for x in h.left],
        [plus(x, h) for x in g.right] + [plus(g, x) for x in h.right],
    )


def minus(g, h):
    return plus(g, negative(h))


def times(n, g):
    """n copies of G, for an integer n."""
    return reduce(plus, [g if n > 0 else negative(g)] * abs(n), ZERO)


def birthday(g):
    @cache
    def depth(g):
        return max((1 + depth(x) for x in g.left | g.right), default=0)

    return depth(canonical(g))


@cache
def left_wins_first(g):
    return any(not right_wins_first(x) for x in g.left)


@cache
def right_wins_first(g):
    return any(not left_wins_first(x) for x in g.right)


def outcome(g):
    return {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}[
        left_wins_first(g), right_wins_first(g)
    ]


# Numbers, stops, infinitesimals


@cache
def number(q):
    """The canonical form of a dyadic rational."""
    q = Fraction(q)
    step = Fraction(1, q.denominator)
    assert step.denominator & (step.denominator - 1) == 0, f"{q} is not dyadic"
    if q.denominator > 1:
        return game((number(q - step),), (number(q + step),))
    if q == 0:
        return ZERO
    return game((number(q - 1),), ()) if q > 0 else game((), (number(q + 1),))


@cache
def as_number(g):
    """The rational that G equals, or None."""
    g = canonical(g)
    left, right = [[as_number(x) for x in side] for side in (g.left, g.right)]
    if None in left + right or len(left) > 1 or len(right) > 1:
        return None
    if left and right:
        return (left[0] + right[0]) / 2 if left[0] < right[0] else None
    return left[0] + 1 if left else right[0] - 1 if right else Fraction(0)


def as_integer(g):
    q = as_number(g)
    return int(q) if q is not None and q.denominator == 1 else None


@cache
def left_stop(g):
    """Where play ends if Left begins and it ends at the first number."""
    g, q = canonical(g), as_number(g)
    return q if q is not None else max(right_stop(x) for x in g.left)


@cache
def right_stop(g):
    g, q = canonical(g), as_number(g)
    return q if q is not None else min(left_stop(x) for x in g.right)


def is_number(g):
    return as_number(g) is not None


def is_infinitesimal(g):
    """-x < G < x for all numbers x > 0, which is to say that both stops are 0."""
    return left_stop(g) == right_stop(g) == 0


@cache
def is_all_small(g):
    """In every position both players can move or neither can."""
    g = canonical(g)
    return bool(g.left) == bool(g.right) and all(map(is_all_small, g.left | g.right))


# Thermographs. A wall is a list of pieces (start, value at start, slope) on t >= 0; the last piece
# goes on for ever.


def wall_at(wall, t):
    start, value, slope = [piece for piece in wall if piece[0] <= t][-1]
    return value + slope * (t - start)


def slope_at(wall, t):
    return [piece for piece in wall if piece[0] <= t][-1][2]


def tilt(wall, slope):
    """The wall plus slope * t."""
    return [(t, value + slope * t, s + slope) for t, value, s in wall]


def breaks(f, g):
    """The places where one of the walls bends or the two cross."""
    starts = sorted({piece[0] for piece in f + g})
    out = set(starts)
    for a, b in zip(starts, starts[1:] + [None]):
        gap, closing = wall_at(f, a) - wall_at(g, a), slope_at(g, a) - slope_at(f, a)
        if closing != 0 and gap / closing > 0 and (b is None or a + gap / closing < b):
            out.add(a + gap / closing)
    return sorted(out)


def envelope(walls, choose):
    """The wall that is the max or the min of the given ones everywhere."""

    def two(f, g):
        return [
            (t, *choose((wall_at(f, t), slope_at(f, t)), (wall_at(g, t), slope_at(g, t))))
            for t in breaks(f, g)
        ]

    return reduce(two, walls)


@cache
def thermograph(g):
    """Left wall, right wall, mean, temperature."""
    g, q = canonical(g), as_number(g)
    if q is not None:
        mast = [(Fraction(0), q, Fraction(0))]
        return mast, mast, q, Fraction(-1, q.denominator)
    left = tilt(envelope([thermograph(x)[1] for x in g.left], max), -1)
    right = tilt(envelope([thermograph(x)[0] for x in g.right], min), 1)
    temperature = next(t for t in breaks(left, right) if wall_at(left, t) <= wall_at(right, t))
    mean = wall_at(left, temperature)
    mast = [(temperature, mean, Fraction(0))]
    below = [[piece for piece in wall if piece[0] < temperature] for wall in (left, right)]
    return below[0] + mast, below[1] + mast, mean, temperature


def mean(g):
    return thermograph(g)[2]


def temperature(g):
    return thermograph(g)[3]


@cache
def cool(g, t):
    """G_t = {G^L_t - t | G^R_t + t}, or the mean of G above its temperature; t >= 0 is a number."""
    g, amount = canonical(g), as_number(t)
    assert amount is not None and amount >= 0, "only cooling by a number that is not negative"
    if is_number(g):
        return g
    if amount > temperature(g):
        return number(mean(g))
    return make([minus(cool(x, t), t) for x in g.left], [plus(cool(x, t), t) for x in g.right])


# Heating, products, ordinal sums


@cache
def heat(g, t):
    """{heat(G^L) + t | heat(G^R) - t} unless G is a number."""
    g = canonical(g)
    if is_number(g):
        return g
    return make([plus(heat(x, t), t) for x in g.left], [minus(heat(x, t), t) for x in g.right])


@cache
def overheat(g, s, t):
    """{overheat(G^L) + t | overheat(G^R) - t}; but an integer n becomes n copies of s."""
    g, n = canonical(g), as_integer(g)
    if n is not None:
        return times(n, s)
    return make(
        [plus(overheat(x, s, t), t) for x in g.left], [minus(overheat(x, s, t), t) for x in g.right]
    )


def left_incentives(g):
    g = canonical(g)
    return {minus(x, g) for x in g.left}


def right_incentives(g):
    g = canonical(g)
    return {minus(g, x) for x in g.right}


def incentives(g):
    """The incentives of both players that are not dominated by another."""
    every = left_incentives(g) | right_incentives(g)
    return {x for x in every if not any(x is not y and le(x, y) for y in every)}


@cache
def norton(g, u):
    """G·U for U > 0: {G^L·U + (U + I) | G^R·U - (U + I)}, where I runs through the incentives of both
    players in U; but an integer n becomes n copies of U."""
    assert compare(u, ZERO) == ">", "the Norton product needs a positive unit"
    g, n = canonical(g), as_integer(g)
    if n is not None:
        return times(n, u)
    steps = [plus(u, i) for i in left_incentives(u) | right_incentives(u)]
    return make(
        [plus(norton(x, u), step) for x in g.left for step in steps],
        [minus(norton(x, u), step) for x in g.right for step in steps],
    )


def ordinal(g, h):
    """G:H = {G^L, G:H^L | G^R, G:H^R}, with G in canonical form."""
    g = canonical(g)

    @cache
    def over(h):
        return game(g.left | set(map(over, h.left)), g.right | set(map(over, h.right)))

    return canonical(over(canonical(h)))


@cache
def nimber(n):
    below = [nimber(m) for m in range(n)]
    return game(below, below)


def as_nimber(g):
    n = birthday(g)
    return n if canonical(g) is nimber(n) else None


@cache
def nim_times(a, b):
    """The least number that is none of a'b + ab' + a'b' for a' < a and b' < b."""
    seen = {
        nim_times(x, b) ^ nim_times(a, y) ^ nim_times(x, y) for x in range(a) for y in range(b)
    }
    return next(n for n in range(len(seen) + 1) if n not in seen)


def nim_product(g, h):
    return nimber(nim_times(as_nimber(g), as_nimber(h)))


# Reduced canonical form


def le_inf(g, h):
    """G <= H + x for every number x > 0: the right stop of H - G is not negative."""
    return right_stop(minus(h, g)) >= 0


@cache
def reduced(g):
    g = canonical(g)
    if left_stop(g) == right_stop(g):
        return number(left_stop(g))

    left, waiting = set(), [reduced(x) for x in g.left]
    while waiting:
        x = waiting.pop()
        through = next((y for y in x.right if le_inf(y, g)), None)
        if through is None:
            left.add(x)
        else:
            waiting.extend(through.left)

    right, waiting = set(), [reduced(x) for x in g.right]
    while waiting:
        x = waiting.pop()
        through = next((y for y in x.left if le_inf(g, y)), None)
        if through is None:
            right.add(x)
        else:
            waiting.extend(through.right)

    out = game(
        (x for x in left if not any(x is not y and le_inf(x, y) for y in left)),
        (x for x in right if not any(x is not y and le_inf(y, x) for y in right)),
    )
    # There is exactly one game with these two properties, whatever the way to it.
    assert le_inf(out, g) and le_inf(g, out) and is_reduced(out)
    return out


@cache
def is_reduced(g):
    """Every position is a number in canonical form, or its stops differ and none of its options is
    Inf-dominated or Inf-reversible."""
    if is_number(g):
        return g is canonical(g)
    return (
        left_stop(g) != right_stop(g)
        and not any(x is not y and le_inf(x, y) for x in g.left for y in g.left)
        and not any(x is not y and le_inf(x, y) for x in g.right for y in g.right)
        and not any(le_inf(y, g) for x in g.left for y in x.right)
        and not any(le_inf(g, y) for x in g.right for y in x.left)
        and all(map(is_reduced, g.left | g.right))
    )


# Atomic weight


def far_star(*games):
    """A nimber so large that no sum of positions of these games meets it."""
    return nimber(1 << max(map(birthday, games)).bit_length())


def atomic_bounds(g):
    """The games aw(G^L) - 2 and aw(G^R) + 2."""
    two = number(2)
    return (
        {minus(atomic_weight(x), two) for x in g.left},
        {plus(atomic_weight(x), two) for x in g.right},
    )


@cache
def atomic_weight(g):
    assert is_all_small(g), "only all-small games have an atomic weight"
    g = canonical(g)
    left, right = atomic_bounds(g)
    simplest = make(left, right)
    if as_integer(simplest) is None:
        return simplest
    match compare(g, far_star(g)):
        case "||":
            return ZERO
        case ">":
            n = as_integer(simplest)
            while not any(le(x, number(n + 1)) for x in right):
                n += 1
        case "<":
            n = as_integer(simplest)
            while not any(le(number(n - 1), x) for x in left):
                n -= 1
    return number(n)


def is_eccentric(g):
    """Is the atomic weight an integer, and not the simplest one?"""
    g = canonical(g)
    return is_all_small(g) and atomic_weight(g) is not make(*atomic_bounds(g))


def has_atomic_weight(g, weight):
    """The definition: G - weight·^ lies between v + far star and ^ + far star."""
    rest = minus(g, norton(weight, UP))
    bound = plus(UP, far_star(rest, UP))
    return le(rest, bound) and le(negative(bound), rest)


# Texts


@cache
def structure(g):
    sides = [",".join(sorted(map(structure, side))) for side in (g.left, g.right)]
    return "{" + "|".join(sides) + "}"


@cache
def brief(g):
    """The same with numbers and nimbers by their names, a text of the notation."""
    if is_number(g) and g is canonical(g):
        return str(as_number(g))
    if as_nimber(g) is not None and g is canonical(g):
        n = as_nimber(g)
        return "*" if n == 1 else f"*{n}"
    sides = [",".join(sorted(map(brief, side))) for side in (g.left, g.right)]
    return "{" + "|".join(sides) + "}"


def switch(g):
    return make([g], [negative(g)])


def tiny(g):
    """{0||0|-G}"""
    return make([ZERO], [make([ZERO], [negative(g)])])


def miny(g):
    return negative(tiny(g))


FUNCTIONS = {
    "tiny": tiny,  # (G)
    "miny": miny,  # (G)
    "heat": heat,  # (G, t)
    "overheat": overheat,  # (G, s, t)
    "cool": cool,  # (G, t)
    "norton": norton,  # (G, U)
    "ordinal": ordinal,  # (G, H)
    "nim_product": nim_product,  # (a, b)
    "reduce": reduced,  # (G)
    "atomic_weight": atomic_weight,  # (G)
}

LITERAL = re.compile(
    r"(?P<number>\d+(/\d+)?)?"
    r"((?P<ups>\^+|v+)(?P<count>(?<=\^)(?<!\^\^)\d+|(?<=v)(?<!vv)\d+)?)?"
    r"(?P<star>\*\d*)?"
)


class Reader:
    """Reads one text of the notation from left to right."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def skip(self, word):
        """Step over `word` if it comes next."""
        while self.text[self.at : self.at + 1] == " ":
            self.at += 1
        found = self.text.startswith(word, self.at)
        self.at += len(word) * found
        return found

    def expect(self, word):
        assert self.skip(word), f"{self.text!r}: {word!r} is missing at {self.at}"

    def sum(self):
        out = self.term()
        while True:
            if self.skip("+"):
                out = plus(out, self.term())
            elif self.skip("-"):
                out = minus(out, self.term())
            else:
                return out

    def term(self):
        if self.skip("+-") or self.skip("±"):
            return switch(self.atom(r"\d+(/\d+)?"))
        if self.skip("-"):
            return negative(self.term())
        return self.atom(LITERAL)

    def atom(self, literal):
        if self.skip("("):
            out = self.sum()
            self.expect(")")
            return out
        if self.skip("{"):
            return self.braces()
        name = re.compile(r"[a-z_]+(?=\()").match(self.text, self.at)
        if name:
            self.at = name.end()
            return FUNCTIONS[name[0]](*self.arguments())
        found = re.compile(literal).match(self.text, self.at)
        assert found and found[0], f"{self.text!r}: a game is missing at {self.at}"
        self.at = found.end()
        return self.literal(LITERAL.fullmatch(found[0]))

    @staticmethod
    def literal(found):
        out = number(Fraction(found["number"] or 0))
        if found["ups"]:
            count = int(found["count"] or len(found["ups"]))
            out = plus(out, times(count if found["ups"][0] == "^" else -count, UP))
        if found["star"]:
            out = plus(out, nimber(int(found["star"][1:] or 1)))
        return out

    def arguments(self):
        self.expect("(")
        out = [self.sum()]
        while self.skip(","):
            out.append(self.sum())
        self.expect(")")
        return out

    def braces(self):
        """Lists of games with runs of bars between them."""
        lists, bars = [[]], []
        while not self.skip("}"):
            if self.skip("|"):
                bars.append(1)
                while self.text[self.at] == "|":
                    bars[-1] += 1
                    self.at += 1
                lists.append([])
            else:
                if lists[-1]:
                    self.expect(",")
                lists[-1].append(self.sum())
        return make(*self.split(lists, bars))

    def split(self, lists, bars):
        assert bars.count(max(bars)) == 1, f"{self.text!r}: no outermost bar"
        k = bars.index(max(bars))
        return [
            [make(*self.split(part, inner))] if inner else part[0]
            for part, inner in ((lists[: k + 1], bars[:k]), (lists[k + 1 :], bars[k + 1 :]))
        ]


@cache
def read(text):
    """The canonical form of the game that a text stands for."""
    reader = Reader(text)
    out = reader.sum()
    reader.skip("")
    assert reader.at == len(text), f"{text!r}: what is this at {reader.at}?"
    return out


# All games of a day


def antichains(games):
    """Every set of games no two of which are comparable."""
    out = [frozenset()]
    for g in games:
        out += [chain | {g} for chain in out if not any(le(g, h) or le(h, g) for h in chain)]
    return out


@cache
def born_by(day):
    """All values born by a day, in canonical form, sorted by their structure."""
    if day == 0:
        return [ZERO]
    sides = antichains(born_by(day - 1))
    return sorted({make(*pair) for pair in product(sides, sides)}, key=structure)


# The cases

NUMBERS = """
0  1  -1  2  -3  7  10  -12  1/2  -1/2  3/2  1/4  -3/4  5/4  -7/4  1/8  3/8  -5/8  21/8  1/16  -9/16
15/16  5/32  -31/32  1/64  -37/64  101/128  1/256  -255/256  511/512  1/1024  -1/1024  1023/1024
341/1024  683/1024  1025/1024
"""

SIMPLEST = """
{|}  {0|}  {|0}  {-5|}  {|5}  {2|}  {|-2}  {0,1,2|}  {|-3,7}  {-1|1}  {0|1}  {-1|0}  {1|2}  {0|2}
{0|100}  {-7|9}  {3/4|7/8}  {1/4|15/16}  {1/4|1}  {3/8|1/2}  {-5/8|-1/4}  {5/2|4}  {-4|-5/2}
{1023/1024|}  {1023/1024|1025/1024}  {511/1024|513/1024}  {0|1/1024}  {1021/1024|1023/1024}
{1022/1024|1}  {-1/512|-1/1024}  {*|1}  {-1|*}  {*|}  {|*}  {^|1}  {^|}  {v|}  {-1,*|1/2}  {+-1|2}
{+-1|}  {-2|+-1}  {*2|*2,1}  {{0|-5}|{5|0}}  {{1|-1}|{1|-1}}  {v,-1|^,1}  {1/2|{3|2}}  {{1|0}|{3|2}}
{1/4,*|^,3/8}
"""

SWITCHES = """
+-1  ±1  {1|-1}  +-2  +-1/2  ±3/4  +-1/1024  {3|-1}  {1|0}  {0|-1}  {5|1/2}  {7/4|-3/8}  {1/2|1/2}
{3|3}  {-2|-2}  +-1 + +-2  +-3 + +-2  +-1/2 + +-1/4  +-1 + +-2 + +-4  {3|-1} + {2|0}  {5|2} - {4|-1}
+-1 + *  +-1 + ^  +-1 + 1/2  +-2 + +-1 + *2  +-(1/2)  +-{2|1}  +-{3||2|1}  +-(1 + *)  +-(+-1)
+-1 + {1||0|-2}  {2|1} + {1|-2} + {0|-1}  1 - {2|0}
"""

HOT = """
{1||0|-2}  {1|0||-2}  {{4|2}|{1|-3}}  {5||2|-1}  {{10|0},{3|2}||{1|0},-5}  {3|1||-1|-3}
{4||1|-1|||-6}  {9|||5||2|-1}  {8|||4|2||1|-7}  {{8|1}|{2|-6}}  {{6|2},{5|3}|-1}
{{6|2},{5|3}|{0|-8},{-1|-3}}  {{20|1},{9|5},6|-4}  {{7|-7}|{7|-7}}  {{3|-3},0|{1|-9}}
{{5|-5},1|{5|-5},-1}  {1/2||1/4|-3/4}  {2,{5|-3}|-2,{3|-5}}  {{4|3*}|{2^|-1}}  {{4|4v}|{1*|1v}}
{3*|1*}  {3^|1v}  {2|{1*2|-1*3}}  {10|||9||8|0}  {16||8|4|||2|1||||-32}  {{2|0}|{1|-1}}
{{2|0}|{1|-3}}  {{3|0}|{0|-3}}  {{1|0}|{1/2|-1/2}}  {{5|3}|{4|2}}  {{9|{3|1}}|{{2|0}|-7}}
{{12|4||3|-1}|{2|-5||-6|-20}}  {4,{6|{3|-9}}|{{5|1}|-2},-1}  {{2|-1},{3|-3}|-4}  {15/2|{3/4|-9/8}}
{{5/4|-1/4}|{1/8|-7/2}}  {2||0|-1/1024}  {1,{9|*}|{*|-9},-1}  {{1|1},{5|-2}|{-1|-1}}
"""

UPS = """
*  *2  *3  *4  *5  *7  *8  ^  v  ^^  vv  ^3  v3  ^4  v4  ^5  v6  ^*  v*  ^^*  vv*  ^3*  v3*  ^4*
^*2  v*2  ^*3  v*3  ^^*2  vv*3  ^3*2  ^3*3  v3*4  ^^*5  3*  -2*  1/2^  3/4v  1^*  2v3*2  5^^*3
* + *2  ^ + ^*  *2 + *5  ^*2 - v*3  ^^ - 1  -(1/2^)  1/2 - ^  -1/2 + ^*  v + 1  ^ + *4
"""

TINIES = """
tiny(0)  tiny(1)  tiny(2)  tiny(1/2)  tiny(1/4)  miny(1)  miny(3)  miny(1/8)  tiny(*)  tiny(^)
tiny(+-1)  tiny(1)+tiny(1)  tiny(1)+tiny(2)  tiny(1)-tiny(2)  tiny(1)+^  tiny(1)+*  tiny(2)+v
miny(1)+^*  1/2+tiny(1)  {3|tiny(1)}  {tiny(1)|miny(1)}  {tiny(1)|0}  {0||1|0|||-2}  {1|{1|0}||0}
{0|||0||0|-2}  {0|tiny(1)}  tiny(tiny(1))
"""

UPTIMALS = """
{0|v*}  {0|v*} + *  {0|v*} + {0|v*}  -{0|v*}  {^|*}  ^ + {0|v*}  {0|v - {0|v*} + *}
^ + {0|v*} + {0|v - {0|v*} + *}  {{^|*}|*}  ^ - {0|v*}  ^3 + {0|v*} + *  {0|v*} - {0|v - {0|v*} + *}
ordinal(^, 1)  ordinal(^, 2)  ordinal(^, 1/2)  ordinal(*, 1)  ordinal(*, -1)  ordinal(*, ^)
"""

ALL_SMALL = """
{^|v}  {v|^}  {^|*}  {^|^}  {*|^}  {*2|0}  {0|*2}  {*2,0|*}  {*,*2|0}  {*2|*2}  {*2|*3}  {0,*2|0,*3}
{^,*|v}  {^|0}  {^^|0}  {^3|0}  {^^|v}  {^^|vv}  {^^*|v*}  {^3|v}  {^3*|vv*}  {^4|0}  {^4|^}
{^4|v4}  {^5|*}  {0|^}  {0|^^}  {0|^^*}  {0|^3*2}  {^*|v*}  {^*2|v*3}  {^^*|*}  {^^|*}  {^3|^^}
{^3*|^}  {*|vv}  {0|vv}  {0|v3*}  {^^*2|v}  {^^|v*2}  {0,^^|v3}  {0,{^4|v4}|0}  {0|{^4|v4}}
{{^4|v4}|*2}  {{^^|v}|0}  {{^^*|v*}|v*}  {{^^*|v*}|{^*|vv*}}  {{^3|0}|*}  {*2,^4|*2,v4}
{*2,{^4|0}|*2}  {*2|*2,{0|v4}}  {^^,*2|vv,*2}  {0|{^3|vv}}  {{^3|vv}|0}  {0,*3|*2,{^3|v}}
{0|||0||^4|v4}  {{0|^^*2},*2|v3}  {0,*4|{*|^}}  {{^|v*2}|{^^|*}}  {0,{0|^3}|{v3|0},*2}
norton(1/2,^)  norton(3/4,^)  norton(+-1,^)  norton({2||1|-1},^)  norton(*,^)  norton(^,^)
norton(-5/4,^)  norton(tiny(1),^)
"""

REVERSIBLE = """
{*|*}  {0|0}  {0,*|0,*}  {0,1|0,-1}  {0,*,*2|0,*,*2}  {^,*|0}  {^,v|*}  {^,*2|v,*3}  {0,^,^^|*,v}
{0,+-1|0}  {+-1|+-1}  {+-1,*|0}  {+-1,+-2|0}  {{1|0},*|0}  {*,^*2,^*3|0,v}  {{2|*2}|{1,{1|0}|0}}
{{0|*2}|{2|-2}}  {{2|{*|0}}|1}  {-3/4|{2|{*|-1}}}  {{1|*2}|{*2,0|-1}}  {2,{{*,0|0}|-1/2}|*}
{{2|*,*2}|{1/2|-1}}  {{2,-2|v*2},1|^^*}  {^^*,{1,^*|v*2,*}|2}  {{{2||1|-1}|v*2},^^|^}
{{2||1|-1},{^^|v*2}|^3}  {{^^,^|1,^^},{2,^^|v*2}|*}  {{vv*|^^},{-1,^^|^^*,v*2}|+-1}
{{^^*|v*2},2|{{2||1|-1}|^*},+-1}  {{v3,^|v*2},{{0|-1}|{1||0|-2}}|*}
{^,{{1|0},v|v*2,{1|0}}|{v*2,^3|*2}}  {{^3|^3,v*2},{^3|*}|{2,{2||1|-1}|*}}
{{v|{1||0|-2},+-1},{^,{1|0}|0,v*2}|^^}  {1,{{1|0},{0|-1}|{1||0|-2},v*2}|{1|{1|-1||-2}}}
"""

# Identities, most of them from Winning Ways and from Siegel's book.
IDENTITIES = """
+-1 + +-1 = 0                           ^ + v = 0
* + * = 0                               *2 + *3 = *
*5 + *6 = *3                            ^* = {0,*|0}
^ = {0|*}                               ^^ = {0|^*}
^^* = {0|^}                             ^3 = {0|^^*}
^3* = {0|^^}                            ^4 = {0|^3*}
^*2 = {0|*3}                            ^*3 = {0|*2}
^^*2 = {0|^*3}                          {^|v} = *
{v|^} = 0                               {^|^} = ^^*
{0|^} = ^^*                             {0,*|0,*} = *2
{*|*} = 0                               {0|0} = *
tiny(0) = ^                             tiny(1) = {0||0|-1}
miny(1) = {1|0||0}                      tiny(1) + miny(1) = 0
tiny(3) = -miny(3)                      {0|v*} = {0||0|0,*}
^ + {0|v*} = {^|*}                      {3|-1} = 1 + +-2
{7/2|1/2} = 2 + +-3/2                   +-3 + +-2 = {5|1||-1|-5}
+-(+-1) = 0                             {1/2|1/2} = 1/2*
{3|3} = 3*                              {5^|5^} = 5^^*
{1|1*} = 1^                             {1|0} - {1|0} = 0
{1|0} + {1|0} = 1                       {2|1} + {0|-1} = 1 + +-1/2 + +-1/2
{1||0|-2} = 1 + {0||-1|-3}              {-1|1} = 0
{-5|} = 0                               {2|} = 3
{3/4|7/8} = 13/16                       {0|1} = 1/2
{0,{1|-1}|} = 1                         {0,+-1|0} = {0,{1|-1}|0}
+-(1*) = +-1 + *                        ±2 = +-2
{|} = 0                                 {1|||0||-2} = {1||0|-2}
{1||{0|-2}} = {1||0|-2}                 {1|0|||-2} = {1|0||-2}
1/2^ = 1/2 + ^                          2v3*2 = 2 - ^3 + *2
ordinal(1,1) = 2                        ordinal(1,-1) = 1/2
ordinal(*,*) = *2                       ordinal(*2,*) = *3
ordinal(*,1) = {0,*|0}                  ordinal(*2,*3) = *5
norton(1/2,^) = {^^*|v*}                norton(1,^^*) = ^^*
norton(3,^) = ^3                        norton({1|-1},1) = +-1
heat(*,1) = +-1                         heat(^,1) = {1||0|-2}
overheat(1/2,1,1) = {1|0}               cool({1||0|-2},1) = ^
nim_product(*2,*2) = *3                 nim_product(*2,*3) = *
nim_product(*4,*4) = *6                 reduce(^ + {2|1}) = {2|1}
reduce({0||0|-5}) = 0                   atomic_weight(^3*) = 3
"""

PAIRS = """
0 0  0 1  0 *  * *2  * 0  ^ 0  ^ *  ^^ *  ^* 0  ^*2 0  ^*2 *  ^*2 *2  ^*2 *3  ^*2 *4  ^ *2  ^^* *
^^* 0  ^3 ^^*  ^3 ^^*2  ^3 ^  ^ 1/1024  v -1/1024  tiny(1) 0  tiny(1) ^  tiny(1) *  tiny(1) tiny(2)
tiny(2)+tiny(2) tiny(1)  tiny(1/2) tiny(1)  miny(1) v  {0|v*} ^  {0|v*} tiny(1)  {0|v*} 0
{0|v*}+{0|v*}+{0|v*} ^  {0|v*}+* 0  {^|*} ^  {^|*} ^^  +-1 0  +-1 1  +-1 1*  +-1 2  +-1 1^  +-1 -1
+-1 -1+^  +-1 +-2  +-2 1  {1|0} 1/2  {1|0} 0  {1|0} 1  {1|0} -1/2  {1|0} v  {2|1} +-1  {2|1} 1^
{2|1} 1v*  {2|1} {1|0}  {2|1} {2|0}  {3|1} {2|0}  {1||0|-2} 0  {1||0|-2} *  {1||0|-2} +-1
{1||0|-2} ^  {1||0|-2} {1|0||-2}  1/2 1/2*  1/2^ 1/2  1/2 513/1024  3 {2|}  *2 {0,*|0,*}
norton(1/2,^) ^  norton(1/2,^) 0  norton(+-1,^) 0  norton(+-1,^) ^  norton(+-1,^) ^^  {^4|v4} *9
{^4|v4} ^3  {{4|2}|{1|-3}} 1  {{4|2}|{1|-3}} 2^  {5||2|-1} 2  {5||2|-1} {5|2}  {v|^} 0
"""

CALLS = """
norton({1|-1}, ^)  norton(1/2, ^)  norton(1/4, ^)  norton(3/8, ^)  norton(-3/4, ^)  norton(5, ^^*)
norton(-2, ^)  norton(0, ^)  norton(*, ^)  norton(*2, ^)  norton(^, ^)  norton(^*, ^)
norton(tiny(1), ^)  norton({2|1}, ^)  norton({3||1|-2}, ^)  norton(1/2, ^*2)  norton(1/2, 1)
norton({2||1|-1}, 1)  norton(1/2, 2)  norton(*, 2)  norton(+-1, 1/2)  norton(1/2, 1*)  norton(*, 1*)
norton(^, 1*)  norton(1/2, tiny(1))  norton(*, tiny(1))  norton(+-1, tiny(2))  norton(1/2, {2|1})
norton(*, {2|1})  norton(1/2, {0|v*})  norton(1/2, ^^)  norton(*, ^^*)  norton({1|0}, ^^)
heat(*, 1)  heat(*2, 1)  heat(^, 1)  heat(^*, 1)  heat(^^, 2)  heat(v3*, 1/2)  heat(3, 1)
heat(1/2, 1)  heat(1/2*, 1)  heat({1|-1}, 1)  heat({2||1|-1}, 1/4)  heat(tiny(1), 1)
heat({0|v*}, 1)  heat(^, 0)  heat(^*2, 3/2)  heat({1|0}, 2)  heat(+-1 + ^, 1)  overheat(2, 1, 1)
overheat(1/2, 1, 1)  overheat(1/4, 1, 1)  overheat(3/4, 1, 1)  overheat(-5/8, 1, 1)
overheat(1/2, 1*, 1)  overheat(3/4, 1*, 1)  overheat(1, 1*, 1)  overheat(*, 1, 1)  overheat(^, 1, 2)
overheat(1/2, 1/2, 1)  overheat(3/2, 2, 1)  overheat({1|-1}, 1, 1)  overheat({1|0}, 1, 1/2)
overheat(1/2, 0, 1)  overheat(-3, ^, 1)  overheat(1/2, ^, ^*)  overheat(5/4, 1*, 1*)
overheat(1*, 1, 1)  cool({3|-1}, 1)  cool({3|-1}, 0)  cool({3|-1}, 1/2)  cool({3|-1}, 2)
cool({3|-1}, 5/2)  cool({1|-1}, 1)  cool({1||0|-2}, 1)  cool({1||0|-2}, 1/2)  cool({1||0|-2}, 2)
cool(*, 0)  cool(*, 1)  cool(^*, 1/1024)  cool(7/8, 3)  cool({{4|2}|{1|-3}}, 1/2)
cool({{4|2}|{1|-3}}, 1)  cool({{4|2}|{1|-3}}, 3/2)  cool({{4|2}|{1|-3}}, 2)
cool({{4|2}|{1|-3}}, 9/4)  cool({5||2|-1}, 1)  cool({5||2|-1}, 3/2)  cool({5||2|-1}, 7/4)
cool({{10|0},{3|2}||{1|0},-5}, 1/4)  cool({{10|0},{3|2}||{1|0},-5}, 1)
cool({{10|0},{3|2}||{1|0},-5}, 3)  cool(+-3 + +-2, 2)  cool(+-3 + +-2, 5/2)  cool({2|1} + ^, 1/2)
cool(heat(^^*, 1), 1)  cool({{6|2},{5|3}|{0|-8},{-1|-3}}, 1)  cool({16||8|4|||2|1||||-32}, 5)
ordinal(1, *)  ordinal(1, 1)  ordinal(1, -1)  ordinal(2, 1/2)  ordinal(1/2, 1)  ordinal(1/2, -1)
ordinal(*, 1)  ordinal(*, -2)  ordinal(*, *)  ordinal(*2, *3)  ordinal(^, *)  ordinal(^, v)
ordinal(0, ^3)  ordinal(^3, 0)  ordinal(*, +-1)  ordinal(+-1, *)  ordinal(+-1, 1)  ordinal(-3/4, ^)
ordinal(tiny(1), 1)  ordinal({2|1}, -1/2)  nim_product(*2, *3)  nim_product(*2, *2)
nim_product(*3, *3)  nim_product(*4, *4)  nim_product(*4, *5)  nim_product(*5, *6)
nim_product(*7, *7)  nim_product(*8, *8)  nim_product(*9, *14)  nim_product(*15, *15)
nim_product(*12, *4)  nim_product(*, *11)  nim_product(0, *7)  nim_product(*2, *4)
nim_product(*10, *13)  reduce(^ + {2|1})  reduce(*)  reduce(3/4 + tiny(1))  reduce({2*|1v})
reduce({3|*,^})  reduce({1*|-1*})  reduce(+-1 + *)  reduce({2,2*|0})  reduce({1||0|-2} + ^)
reduce({5|{3*|1}})  reduce({{5|1}|{1*|-2}})  reduce({{1|0}|{0|-1}})  reduce({{1|*}|{^|-1}})
reduce({{3|1},1*|0})  reduce({{4|3*}|{2^|-1}})  reduce({{2|^}|{*|-2}})  reduce({{9|*2},3|{1||0|-4}})
reduce({2|{2*|0}})  reduce({2||2|0})  reduce({1,{4|0}|{0|-4},-1})  reduce(+-2 + +-1 + tiny(1))
reduce({0,{3|-1}|-2})  atomic_weight(0)  atomic_weight(*5)  atomic_weight(^)  atomic_weight(^*)
atomic_weight(v3*2)  atomic_weight({0|v*})  atomic_weight({^|*})  atomic_weight(norton(1/2, ^))
atomic_weight(norton(+-1, ^))  atomic_weight(norton({3||1|-2}, ^))  atomic_weight({^^|vv})
atomic_weight({^4|^})  atomic_weight({0|{^4|v4}})  atomic_weight({*2,^4|*2,v4})
atomic_weight({{^^*|v*}|v*})  atomic_weight({^4|v4} + ^)  atomic_weight({^3|v} - {^4|0})
atomic_weight(norton(*, ^))  atomic_weight({0,*4|{*|^}})  atomic_weight({0|||0||^4|v4})
"""


def words(text):
    """The texts between line ends and gaps of two spaces or more."""
    return re.split(r"\n|  +", text.strip())


def identities():
    return [identity.split(" = ") for identity in words(IDENTITIES)]


def random_text(rng, leaves, depth):
    """A form with one or two options on each side, written out."""
    if depth == 0 or rng.random() < 0.3:
        return rng.choice(leaves)

    def side():
        return ",".join(random_text(rng, leaves, depth - 1) for _ in range(rng.randint(1, 2)))

    return "{" + side() + "|" + side() + "}"


def random_texts(seed, leaves, count):
    rng = random.Random(seed)
    out = []
    while len(out) < count:
        text = "{%s|%s}" % tuple(random_text(rng, leaves.split(), 1) for _ in "LR")
        if text not in out and text.count("{") > 1:
            out.append(text)
    return out


def chapters():
    """Headings and the texts below them."""
    yield "The 22 games born by day 2", map(brief, born_by(2))
    older = set(born_by(2))
    younger = [g for g in born_by(3) if g not in older]
    yield "Some of the 1474 games born by day 3", map(brief, random.Random(3).sample(younger, 60))
    yield "Numbers", words(NUMBERS)
    yield "The simplest number that fits, and games that are not numbers", words(SIMPLEST)
    yield "Switches", words(SWITCHES)
    yield "Hot games", words(HOT)
    yield "Ups and stars", words(UPS)
    yield "Tiny and miny", words(TINIES)
    yield "Uptimals and ordinal sums", words(UPTIMALS)
    yield "All-small games", words(ALL_SMALL)
    yield "Dominated and reversible options", words(REVERSIBLE)
    hot = "0 1 -1 2 -3 1/2 * ^ v* +-1 {2|1} {0|-4} {3||1|-1}"
    yield "Forms at random", random_texts(7, hot, 20)
    small = "0 * *2 *3 ^ v ^* v*2 ^^ vv* ^3 v4 {^^*|v*} {^4|v4}"
    yield "All-small forms at random", random_texts(8, small, 20)


def some_pairs():
    pairs = [tuple(text.split()) for text in words(PAIRS)]
    rng = random.Random(5)
    return pairs + [tuple(map(brief, rng.sample(born_by(3), 2))) for _ in range(30)]


# Output


def toml(value):
    return str(value).lower() if isinstance(value, bool | int) else f'"{value}"'


def table(kind, **fields):
    print(f"\n[[{kind}]]")
    for name, value in fields.items():
        if value is not None:
            print(f"{name} = {toml(value)}")


def facts(g):
    text = structure(g)
    return dict(
        structure=text if len(text) < 400 else None,
        outcome=outcome(g),
        birthday=birthday(g),
        left_stop=left_stop(g),
        right_stop=right_stop(g),
        mean=mean(g),
        temperature=temperature(g),
        atomic_weight=brief(atomic_weight(g)) if is_all_small(g) else None,
        reduced=brief(reduced(g)),
        is_number=is_number(g),
        is_infinitesimal=is_infinitesimal(g),
        is_all_small=is_all_small(g),
    )


def write():
    print("# Made by short_games.py, a second program that shares nothing with the engines; notation")
    print("# and conventions are explained there.")
    done = set()
    for heading, texts in chapters():
        print(f"\n# {heading}")
        for text in texts:
            if text not in done:
                table("case", expression=text, **facts(read(text)))
            done.add(text)
    print("\n# Identities")
    for text, same in identities():
        assert read(text) is read(same), f"{text} is {read(text)}, {same} is {read(same)}"
        table("case", expression=text, equals=same)
    print("\n# The order")
    for a, b in some_pairs():
        table("compare", a=a, b=b, result=compare(read(a), read(b)))
    print("\n# Functions")
    for call in words(CALLS):
        table("function", call=call, equals=brief(read(call)))


# What the program checks about itself before it writes anything


def positions(g):
    """G and everything that can be reached from it."""
    return {g}.union(*map(positions, g.left | g.right))


def check_order_and_group():
    days = [len(born_by(day)) for day in range(4)]
    assert days == [1, 4, 22, 1474], days
    two = born_by(2)
    for g in two:
        assert negative(negative(g)) is g and minus(g, g) is ZERO and plus(g, ZERO) is g
        assert canonical(g) is g and le(g, g) and read(structure(g)) is g and read(brief(g)) is g
        assert {"N": "||", "P": "=", "L": ">", "R": "<"}[outcome(g)] == compare(g, ZERO)
    for g, h in product(two, two):
        assert plus(g, h) is plus(h, g)
        assert compare(g, h) == compare(minus(g, h), ZERO) == compare(negative(h), negative(g))
        assert (compare(g, h) == "=") == (g is h)
        for k in two:
            assert plus(plus(g, h), k) is plus(g, plus(h, k))
            assert not (le(g, h) and le(h, k)) or le(g, k)
            assert le(g, h) == le(plus(g, k), plus(h, k))


def check_canonical_forms(rng):
    """A canonical form equals what it came from, as raw forms, and nothing in it can go."""
    for _ in range(3000):
        sides = [rng.sample(born_by(3), rng.randint(0, 3)) for _ in "LR"]
        g = game(*sides)
        c = canonical(g)
        assert compare(g, c) == "=" and canonical(c) is c and birthday(c) <= 4
        for side in (c.left, c.right):
            assert all(compare(x, y) == "||" for x in side for y in side if x is not y)
        assert not any(le(y, c) for x in c.left for y in x.right)
        assert not any(le(c, y) for x in c.right for y in x.left)


def check_numbers():
    some = [Fraction(m, 16) for m in range(-40, 41)]
    for p in some:
        assert as_number(number(p)) == p and canonical(number(p)) is number(p)
        for q in some[::7]:
            assert plus(number(p), number(q)) is number(p + q)
            assert le(number(p), number(q)) == (p <= q)
    for m, n in product(range(8), range(8)):
        assert plus(nimber(m), nimber(n)) is nimber(m ^ n)
    for a, b, c in product(range(8), repeat=3):
        assert nim_times(a, b) == nim_times(b, a)
        assert nim_times(a, b ^ c) == nim_times(a, b) ^ nim_times(a, c)
        assert nim_times(nim_times(a, b), c) == nim_times(a, nim_times(b, c))


GRID = Fraction(1, 16)


@cache
def cooled_by_definition(g, t):
    """G_t by the definition, where the temperatures of all positions are multiples of GRID: the
    number that an earlier G_t' is infinitely close to, if there is one."""
    if is_number(g):
        return g
    earlier = cooled_by_definition(g, t - GRID) if t > 0 else None
    if earlier is not None and left_stop(earlier) == right_stop(earlier):
        return number(left_stop(earlier))
    tax = number(t)
    return make(
        [minus(cooled_by_definition(x, t), tax) for x in g.left],
        [plus(cooled_by_definition(x, t), tax) for x in g.right],
    )


def check_thermographs(rng):
    for g in born_by(2) + rng.sample(born_by(3), 100) + [read(text) for text in words(HOT)[:8]]:
        assert all(temperature(x) % GRID == 0 for x in positions(g) if not is_number(x))
        left, right, mast, freezing = thermograph(g)
        assert wall_at(left, 0) == left_stop(g) and wall_at(right, 0) == right_stop(g)
        for t in [GRID * k for k in range(int(max(freezing, 0) / GRID) + 3)]:
            cooled = cooled_by_definition(g, t)
            assert (left_stop(cooled), right_stop(cooled)) == (wall_at(left, t), wall_at(right, t))
            assert cooled is cool(g, number(t)) and (t <= freezing or cooled is number(mast))
    for _ in range(300):
        g, h = rng.sample(born_by(3), 2)
        assert mean(plus(g, h)) == mean(g) + mean(h)
        assert temperature(plus(g, h)) <= max(temperature(g), temperature(h))


def check_products(rng):
    units = [read(text) for text in ("^", "1", "1*", "tiny(1)", "{2|1}")]
    for u in units:
        for _ in range(60):
            g, h = rng.sample(born_by(2), 2)
            assert norton(plus(g, h), u) is plus(norton(g, u), norton(h, u))
            assert compare(norton(g, u), norton(h, u)) == compare(g, h)
    assert all(norton(g, number(1)) is g for g in born_by(3))
    one = number(1)
    # Not of all games: 0 < 1*, but heated by 1 they are 0 and {2|0}, which are confused.
    small = [g for g in born_by(3) if is_all_small(g)]
    for g in small:
        assert cool(heat(g, one), one) is g
        for h in small:
            assert heat(plus(g, h), one) is plus(heat(g, one), heat(h, one))
    for g in rng.sample(born_by(3), 100):
        assert incentives(g) <= left_incentives(g) | right_incentives(g)
        assert is_number(g) == all(compare(i, ZERO) == "<" for i in incentives(g))


def check_reductions(rng):
    for g in born_by(3):
        assert canonical(reduced(g)) is reduced(g) is reduced(reduced(g))
        assert (mean(g), left_stop(g)) == (mean(reduced(g)), left_stop(reduced(g)))
    for _ in range(300):
        g, h = rng.sample(born_by(3), 2)
        assert reduced(plus(g, h)) is reduced(plus(reduced(g), reduced(h)))
        assert reduced(plus(g, UP)) is reduced(g)


def check_atomic_weights(rng):
    small = [g for g in born_by(3) if is_all_small(g)]
    small += [read(text) for text in words(ALL_SMALL) if birthday(read(text)) < 9]
    assert any(is_eccentric(g) for g in small)
    for g in small:
        weight = atomic_weight(g)
        assert has_atomic_weight(g, weight)
        for other in (plus(weight, number(1)), plus(weight, STAR), minus(weight, number(1))):
            assert not has_atomic_weight(g, other)
    for _ in range(100):
        g, h = rng.sample(small[:90], 2)
        assert atomic_weight(plus(g, h)) is plus(atomic_weight(g), atomic_weight(h))
    for g in born_by(2):
        assert atomic_weight(norton(g, UP)) is g


def check():
    rng = random.Random(1)
    check_order_and_group()
    check_canonical_forms(rng)
    check_numbers()
    check_thermographs(rng)
    check_products(rng)
    check_reductions(rng)
    check_atomic_weights(rng)


if __name__ == "__main__":
    check()
    write()

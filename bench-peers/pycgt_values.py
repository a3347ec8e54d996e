"""Values of normalised ending-partizan heaps by pycgt: CPU seconds, then the stops of each term."""

import sys
import time

from pycgt import game
from pycgt.game import Game
from pycgt.stops import left_stop, right_stop

sys.setrecursionlimit(1_000_000)


def values(subtraction_set: list[int], to: int) -> list[Game]:
    one = game([game()], [])
    minus_one = game([], [game()])
    found: list[Game] = []
    for n in range(to + 1):
        options = [found[n - s] for s in subtraction_set if s <= n]
        found.append(game(options, options) if options else (minus_one if n % 2 else one))
    return found


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1].split(",")]
    start = time.process_time()
    terms = values(numbers, int(sys.argv[2]))
    print(time.process_time() - start)
    for term in terms:
        print(left_stop(term), right_stop(term))

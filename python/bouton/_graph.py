"""Digraphs, whose vertices may be any Python objects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, cast

from . import _bouton
from ._errors import BadInput
from ._view import Drawn, rows
from ._views import GraphView

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._answers import Certificate
    from ._types import Count, Limits, Path

Label = Literal["win", "lose", "draw"]


class Graph(Drawn):
    """A finite digraph, on which two players move in turn; a player who cannot move loses.

    >>> from bouton import Graph
    >>> graph = Graph([("a", "b"), ("b", "a"), ("b", "c")])
    >>> graph.labels
    {'a': 'lose', 'b': 'win', 'c': 'lose'}
    >>> graph.explore().structures
    1

    `edges` are pairs of any hashable objects, or a dictionary from each vertex to those that follow it. What comes
    back speaks of the same objects. A notebook draws the digraph, coloured by who wins.
    """

    __slots__ = ("_lab", "_vertices")
    _vertices: tuple[Any, ...]

    def __init__(
        self,
        edges: Iterable[tuple[Hashable, Hashable]] | Mapping[Any, Iterable[Hashable]],
        vertices: Iterable[Hashable] | None = None,
    ) -> None:
        places: dict[Hashable, int] = {}
        if vertices is None:
            vertices = edges if isinstance(edges, dict) else ()
        for vertex in (*vertices, *(edges if isinstance(edges, dict) else ())):
            places.setdefault(vertex, len(places))
        arrows = []
        pairs = ((at, to) for at in edges for to in edges[at]) if isinstance(edges, dict) else edges
        for edge in pairs:
            if not (isinstance(edge, tuple) and len(edge) == 2):
                raise BadInput(f"{edge!r} is not an edge", "use pairs (from, to)")
            arrows.append(tuple(places.setdefault(end, len(places)) for end in edge))
        nodes = list(places)
        self._lab, order = _bouton.LabGraph.of(_names(nodes), arrows)
        self._vertices = tuple(nodes[place] for place in order)

    @staticmethod
    def _by_names(lab: _bouton.LabGraph) -> Graph:
        """A digraph whose vertices are their names."""
        graph = Graph.__new__(Graph)
        graph._lab, graph._vertices = lab, tuple(lab.names())
        return graph

    @staticmethod
    def from_networkx(graph: Any) -> Graph:
        """Converts a `networkx.DiGraph`."""
        if not graph.is_directed():
            raise BadInput("the edges of this graph have no direction", "make it a DiGraph")
        return Graph([(edge[0], edge[1]) for edge in graph.edges()], graph.nodes())

    @staticmethod
    def read(
        path: Path,
        format: Literal["edges", "dot", "graphml", "digraph6", "apx", "af"] | None = None,
        **limits: Unpack[Limits],
    ) -> Graph:
        """Reads an edge list, DOT, GraphML, digraph6 or an argumentation framework; `format` is `"edges"`, `"dot"`,
        `"graphml"`, `"digraph6"`, `"apx"`, `"af"`, or guessed."""
        return Graph._by_names(_bouton.LabGraph.read(path, format, **limits))

    @property
    def vertices(self) -> tuple[Any, ...]:
        """The vertices."""
        return self._vertices

    @property
    def edges(self) -> tuple[tuple[Any, Any], ...]:
        """The edges as pairs of vertices."""
        return tuple((self._vertices[at], self._vertices[to]) for at, to in self._lab.edges())

    @property
    def labels(self) -> dict[Any, Label]:
        """Who wins when play may go on for ever: `"win"`, `"lose"` or `"draw"` for the player to move, by vertex."""
        return {vertex: label for vertex, (label, _) in zip(self._vertices, self._lab.labels())}

    @property
    def distances(self) -> dict[Any, int | None]:
        """In how many moves the game ends under best play, by vertex; None for draws."""
        return {vertex: moves for vertex, (_, moves) in zip(self._vertices, self._lab.labels())}

    def _find(self, *wanted: Iterable[Hashable] | None) -> list[list[int]]:
        """The indices of the vertices of these objects."""
        places = {vertex: place for place, vertex in enumerate(self._vertices)} if any(wanted) else {}
        found: list[list[int]] = []
        for states in wanted:
            found.append([])
            for state in states or ():
                if state not in places:
                    raise BadInput(f"the graph has no state {state!r}", "use states of the graph")
                found[-1].append(places[state])
        return found

    def explore(
        self,
        winning: Iterable[Hashable] | None = None,
        losing: Iterable[Hashable] | None = None,
        *,
        backbone: bool = False,
        **limits: Unpack[Limits],
    ) -> Explored:
        """How many game structures (kernels) and cogames there are, and why.

        >>> from bouton import Graph
        >>> found = Graph([(0, 1), (1, 2), (2, 0)]).explore()
        >>> found.structures, found.cogames
        (0, 0)

        `winning` and `losing` are states that must win or lose. `backbone` finds out which states win in all, some
        or no structure.
        """
        wins, loses = self._find(winning, losing)
        return Explored(self._vertices, *self._lab.explore(wins, loses, backbone, **limits))

    def structures(
        self,
        winning: Iterable[Hashable] | None = None,
        losing: Iterable[Hashable] | None = None,
        **limits: Unpack[Limits],
    ) -> Structures:
        """An iterator over the game structures, always in the same order.

        >>> from bouton import Graph
        >>> for structure in Graph([("a", "b"), ("b", "a")]).structures():
        ...     print(structure.losing)
        frozenset({'a'})
        frozenset({'b'})
        """
        return Structures(self, self._find(winning, losing), limits)

    def sample(self, count: Count, seed: Count = 1, **limits: Unpack[Limits]) -> tuple[Structure, ...]:
        """Some structures drawn at random, each equally likely; the same ones for the same seed."""
        found = self._lab.structures([], [], count, seed, **limits)
        return tuple(Structure(self._vertices, losing) for losing in found)

    def certificate(
        self, of: Literal["structures", "labels"] = "structures", **limits: Unpack[Limits]
    ) -> Certificate:
        """A certificate of all structures, or with `of="labels"` of who wins.

        If there are more than 1000 structures, it is of one of them.

        >>> import bouton
        >>> triangle = bouton.Graph([(0, 1), (1, 2), (2, 0)])
        >>> bool(bouton.check(triangle.certificate()))
        True
        """
        from ._answers import Certificate

        return Certificate(self._lab.certificate(of, **limits))

    def to_networkx(self) -> Any:
        """The digraph as a `networkx.DiGraph`, with `label` and `distance` for each vertex."""
        graph = import_module("networkx").DiGraph()
        for vertex, (label, distance) in zip(self._vertices, self._lab.labels()):
            graph.add_node(vertex, label=label, distance=distance)
        graph.add_edges_from(self.edges)
        return graph

    def _picture(self) -> _bouton.Picture:
        return self._lab.picture()

    def __len__(self) -> int:
        return len(self._vertices)

    def __repr__(self) -> str:
        return f"<Graph: {len(self)} vertices, {len(self._lab.edges())} edges>"

    def _repr_svg_(self) -> str | None:
        """None if the digraph is too large to draw."""
        try:
            return self._picture().svg()
        except BadInput:
            return None


def _names(nodes: list[Hashable]) -> list[str]:
    """The names of vertices in pictures and certificates: by `str`, or by `repr` if that is not unique."""
    for name in (str, repr):
        texts = [name(node).encode(errors="replace").decode() for node in nodes]
        if all(texts) and len(set(texts)) == len(texts):
            return texts
    return [f"{place}: {text}" for place, text in enumerate(texts)]


class Structure:
    """A game structure: which states win. Each winning state has a move to a losing one, and no losing state has."""

    __slots__ = ("_losing", "_vertices")

    def __init__(self, vertices: tuple[Any, ...], losing: list[int]) -> None:
        self._vertices = vertices
        self._losing = losing

    @property
    def winning(self) -> frozenset[Any]:
        """The states that win for the player to move."""
        losing = set(self._losing)
        return frozenset(vertex for place, vertex in enumerate(self._vertices) if place not in losing)

    @property
    def losing(self) -> frozenset[Any]:
        """The states that lose: a kernel of the digraph."""
        return frozenset(self._vertices[place] for place in self._losing)

    def __repr__(self) -> str:
        losing = len(self._losing)
        return f"<Structure: {len(self._vertices) - losing} winning, {losing} losing>"


class Structures(Iterator[Structure]):
    """An iterator over the structures of a digraph. `Graph.structures` returns it."""

    __slots__ = ("_claims", "_found", "_graph", "_limits", "_wanted")

    def __init__(self, graph: Graph, claims: list[list[int]], limits: Limits) -> None:
        self._graph, self._claims, self._limits = graph, claims, limits
        self._found: Iterator[list[int]] = iter(())
        self._wanted = 0

    def __next__(self) -> Structure:
        for losing in self._found:
            return Structure(self._graph._vertices, losing)
        if self._wanted < 0:
            raise StopIteration
        # Twice as many each time. Each list extends the one before, so only the new part is returned.
        given, wanted = self._wanted, max(16, 2 * self._wanted)
        found = self._graph._lab.structures(self._claims[0], self._claims[1], wanted, **self._limits)
        self._found, self._wanted = iter(found[given:]), wanted if len(found) == wanted else -1
        return next(self)


class Explored(GraphView):
    """The results about the games on a digraph. `Graph.explore` returns it."""

    __slots__ = ("_ones",)
    _lab: tuple[Any, ...]
    _ones: list[Structure | None]

    def __init__(self, vertices: tuple[Any, ...], fields: dict[str, Any], *ones: list[int] | None) -> None:
        super().__init__(fields, vertices)
        self._keep(_ones=[None if one is None else Structure(vertices, one) for one in ones])

    @property
    def structure(self) -> Structure | None:
        """One of the structures, or None."""
        return self._ones[0]

    @property
    def cogame(self) -> Structure | None:
        """One of the cogames, or None."""
        return self._ones[1]

    def _by_vertex(self, field: str) -> Any:
        return dict(zip(self._lab, self._fields[field].values()))

    @property
    def labels(self) -> dict[Any, Label]:  # type: ignore[override]
        """`"win"`, `"lose"` or `"draw"` by vertex."""
        return cast("dict[Any, Label]", self._by_vertex("labels"))

    @property
    def distances(self) -> dict[Any, int | None]:
        """In how many moves the game ends under best play, by vertex; None for draws."""
        return cast("dict[Any, int | None]", self._by_vertex("distances"))

    @property
    def wins_in(self) -> dict[Any, Literal["all", "some", "none"]] | None:  # type: ignore[override]
        """In how many structures a vertex wins, `"all"`, `"some"` or `"none"`, by vertex; None unless asked for."""
        return self._by_vertex("wins_in") if "wins_in" in self._fields else None

    def __repr__(self) -> str:
        counts = (f"{name}={self._fields[name] or '?'}" for name in ("structures", "cogames", "both"))
        return f"<Explored: {', '.join(counts)}>"

    def _repr_html_(self) -> str:
        cells = {name: self._fields[name] or "?" for name in ("structures", "cogames", "both")}
        tally = Counter(self._fields["labels"].values())
        cells["states"] = ", ".join(f"{tally[label]} {label}" for label in ("win", "lose", "draw"))
        if self.reasons:
            cells["why"] = "<br>".join(map(escape, self.reasons))
        return rows(cells)

"""Games on digraphs, against all subsets of vertices."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import bouton
import networkx
import pytest
from bouton import Graph


def kernels(vertices: list[object], edges: set[tuple[object, object]]) -> Iterator[frozenset[object]]:
    for size in range(len(vertices) + 1):
        for losing in itertools.combinations(vertices, size):
            chosen = set(losing)
            if all((v in chosen) == all(to not in chosen for at, to in edges if at == v) for v in vertices):
                yield frozenset(chosen)


SMALL = [
    {("a", "b"), ("b", "a"), ("b", "c")},
    {(0, 1), (1, 2), (2, 0)},
    {(0, 1), (1, 0), (2, 3), (3, 2), (3, 0)},
    {("x", "x")},
    {((1, 2), (3, 4)), ((3, 4), (1, 2)), ((1, 2), "end")},
]


@pytest.mark.parametrize("edges", SMALL)
def test_structures_are_the_kernels(edges: set[tuple[object, object]]) -> None:
    graph = Graph(sorted(edges, key=repr))
    vertices = list(graph.vertices)
    wanted = set(kernels(vertices, edges))
    assert {structure.losing for structure in graph.structures()} == wanted
    found = graph.explore(backbone=True)
    assert found.structures == len(wanted)
    assert found.cogames == len(set(kernels(vertices, {(to, at) for at, to in edges})))
    assert (found.structure is not None) == bool(wanted)
    assert (found.cogame is not None) == bool(found.cogames)
    assert found.both is not None and found.components >= 1 and found.stopped is None
    if found.wins_in is not None:
        for vertex, verdict in found.wins_in.items():
            wins = [vertex not in losing for losing in wanted]
            assert verdict == ("all" if all(wins) else "some" if any(wins) else "none")
    assert bool(graph.certificate().check())
    assert bool(bouton.check(graph.certificate("labels"), graph=graph))
    assert set(graph.edges) == edges
    assert found.labels == graph.labels and "states" in found._repr_html_()


def test_claims_choose_structures() -> None:
    graph = Graph([("a", "b"), ("b", "a")])
    assert graph.explore(winning=["a"]).structures == 1
    (only,) = graph.structures(losing=["a"])
    assert only.losing == {"a"} and only.winning == {"b"}
    assert graph.explore(winning=["a", "b"]).structures == 0


def test_many_structures_come_one_after_the_other() -> None:
    pairs = [(n, n ^ 1) for n in range(16)]
    graph = Graph(pairs)
    assert graph.explore().structures == 2**8
    found = [structure.losing for structure in graph.structures()]
    assert len(found) == len(set(found)) == 2**8
    assert next(graph.structures()).losing == found[0]
    huge = Graph([(n, n ^ 1) for n in range(400)])
    assert huge.explore().structures == 2**200
    assert len(list(itertools.islice(huge.structures(), 100))) == 100
    sample = graph.sample(5, seed=7)
    assert [one.losing for one in sample] == [one.losing for one in graph.sample(5, seed=7)]
    assert all(one.losing in found for one in sample)


def test_an_iterator_that_was_stopped_is_not_over() -> None:
    found = Graph([(n, n ^ 1) for n in range(16)]).structures(memory=10)
    for _ in range(2):
        with pytest.raises(bouton.LimitExceeded):
            next(found)
    all_of_them = Graph([("a", "b"), ("b", "a")]).structures()
    assert len(list(all_of_them)) == 2 and next(all_of_them, None) is None


def test_labels_and_distances() -> None:
    graph = Graph({"a": ["b"], "b": ["c"], "c": [], "d": ["d"]})
    assert graph.labels == {"a": "lose", "b": "win", "c": "lose", "d": "draw"}
    assert graph.distances == {"a": 2, "b": 1, "c": 0, "d": None}
    assert len(graph) == 4


def test_networkx() -> None:
    theirs = networkx.gnp_random_graph(9, 0.3, seed=3, directed=True)
    graph = Graph.from_networkx(theirs)
    back = graph.to_networkx()
    assert set(back.nodes) == set(theirs.nodes) and set(back.edges) == set(theirs.edges)
    assert {node: back.nodes[node]["label"] for node in back} == graph.labels
    with pytest.raises(bouton.BadInput, match="no direction"):
        Graph.from_networkx(networkx.path_graph(3))


def test_files_and_pictures(tmp_path: Path) -> None:
    path = tmp_path / "moves.txt"
    path.write_text("a b\nb a\nc\n")
    graph = Graph.read(path)
    assert graph.vertices == ("a", "b", "c")
    svg = graph._repr_svg_()
    assert svg is not None and svg.startswith("<svg") and svg.count("<circle") >= 3
    graph.save(tmp_path / "moves.svg")
    assert (tmp_path / "moves.svg").read_text() == svg
    graph.save(tmp_path / "moves.png")
    assert (tmp_path / "moves.png").read_bytes().startswith(b"\x89PNG")
    (tmp_path / "moves.dot").write_text("digraph { a -> b; b -> a; c }")
    assert set(Graph.read(tmp_path / "moves.dot", "dot").edges) == set(graph.edges)
    with pytest.raises(FileNotFoundError):
        Graph.read(tmp_path / "none.txt")
    assert Graph([(n, n + 1) for n in range(1000)])._repr_svg_() is None


def test_names_that_look_alike_stay_apart() -> None:
    graph = Graph([(1, "1"), ("1", 2)], vertices=["", "a b\n\"\\"])
    assert graph.labels == {1: "lose", "1": "win", 2: "lose", "": "lose", "a b\n\"\\": "lose"}
    assert Graph([(2, 0), (0, 1)]).labels == {2: "lose", 0: "win", 1: "lose"}


def test_graph_of_a_game() -> None:
    graph = bouton.Game("nim").graph(2, below=4)
    assert len(graph) == 16
    lost = {vertex for vertex, label in graph.labels.items() if label == "lose"}
    assert lost == {f"{n},{n}" for n in range(4)}

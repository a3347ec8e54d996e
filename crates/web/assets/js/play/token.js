// A token on a digraph. The arrows that leave its vertex are the moves: click where they point, or go
// through them with the arrow keys.

import { h, s } from "../dom.js";
import { keys, rove } from "../keys.js";
import { arrow, heads, isBent, leads, radius, sheet } from "../graph.js";
import { layout } from "../layout.js";

const LARGEST = 150;

export function draw(table, actions) {
  if (!table.digraph || table.digraph.vertices > LARGEST) return null;
  const graph = {
    names: Array.from({ length: table.digraph.vertices }, (_, at) => String(at)),
    edges: table.digraph.arrows,
  };
  const [width, height] = sheet(430);
  const r = radius(graph.names.length);
  const places = layout(graph, width, height);
  const here = graph.names.indexOf(table.position);
  const open = new Map(table.options.map((option) => [graph.names.indexOf(option.position), option]));
  const vertices = graph.names.map((name, at) =>
    vertex(name, at, places[at], { open, here, table, actions, graph, r }),
  );
  const svg = s(
    "svg",
    {
      class: `digraph ${r < 21 ? "many" : ""}`,
      viewBox: `0 0 ${width} ${height}`,
      role: "group",
      "aria-label": `Digraph; the token is on ${table.position}`,
    },
    heads("play-head", r < 16 ? 7 : 10),
    graph.edges.map((edge) =>
      s("path", {
        class: `arrow ${edge[0] === here && !table.over ? "open" : ""}`,
        d: arrow(places[edge[0]], places[edge[1]], isBent(graph.edges, edge), r),
        "marker-end": "url(#play-head)",
      }),
    ),
    vertices,
  );
  const stops = vertices.filter((one) => one.classList.contains("open"));
  if (stops.length && table.isMine) rove(svg, stops, { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 });
  return h("div.drawing", svg);
}

function vertex(name, at, place, { open, here, table, actions, graph, r }) {
  const isOpen = open.has(at) && table.isMine;
  const isGood = isOpen && table.winning.has(open.get(at).position);
  const go = () => actions.move(open.get(at).position);
  const group = s(
    "g",
    {
      class: `vertex ${isOpen ? "open" : ""} ${isGood ? "good" : ""} ${at === here ? "here" : ""}`,
      transform: `translate(${place.x} ${place.y})`,
      role: isOpen ? "button" : "img",
      "data-stop": isOpen ? at : null,
      "aria-label": `${isOpen ? `Move to ${name}` : `${name}${at === here ? ", the token" : ""}`}, ${leads(graph, at)}`,
      onclick: isOpen ? go : null,
    },
    s("circle", { r }),
    at === here && s("circle.token", { r: 0.72 * r }),
    s("text", name),
  );
  if (isOpen) keys(group, { Enter: go, Space: go });
  return group;
}

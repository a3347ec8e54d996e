// Keeps drawings as files: SVG that looks as it does on the page, or PNG made from it.

import { h, s, save } from "./dom.js";
import { alarm } from "./announce.js";
import { during } from "./rest.js";

// What the style sheets say about a drawing, and a file must say itself.
const STYLES = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity",
  "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "visibility", "display",
]; // prettier-ignore
const SHARP = 2; // Pixels of a PNG for each pixel of the drawing.

/** A copy of a drawing that needs no style sheet. */
export function standalone(svg) {
  const copy = svg.cloneNode(true);
  const [from, to] = [svg, copy].map((one) => [one, ...one.querySelectorAll("*")]);
  from.forEach((element, at) => {
    const style = getComputedStyle(element);
    for (const name of STYLES) to[at].setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "tabindex", "role"]) to[at].removeAttribute(name);
  });
  const { width, height } = svg.viewBox.baseVal?.width ? svg.viewBox.baseVal : svg.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const paper = getComputedStyle(document.body).backgroundColor;
  copy.prepend(s("rect", { width: "100%", height: "100%", fill: paper }));
  return copy;
}

const text = (svg) => new XMLSerializer().serializeToString(svg);

/** The drawing as an image. */
async function pixels(svg) {
  const address = URL.createObjectURL(new Blob([text(svg)], { type: "image/svg+xml" }));
  try {
    const image = h("img", { src: address });
    await image.decode();
    const [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)) * SHARP);
    const canvas = h("canvas", { width: Math.round(width), height: Math.round(height) });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Two buttons that keep a drawing. `make()` gives it, as an element that needs no style sheet. */
export function keepPicture(name, make) {
  const keep = (ending, blobOf) => () =>
    during(async () => {
      try {
        save(await blobOf(await make()), `${name}.${ending}`);
      } catch {
        alarm("The picture cannot be made.");
      }
    });
  const button = (ending, blobOf) =>
    h("button.quiet", { onclick: keep(ending, blobOf) }, ending.toUpperCase());
  return h(
    "p.row.keep-picture",
    h("span.small", "Save as"),
    button("svg", (svg) => new Blob([text(svg)], { type: "image/svg+xml" })),
    button("png", pixels),
  );
}

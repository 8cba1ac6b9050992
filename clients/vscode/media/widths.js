// The widths of columns, dragged by the right edges of their heads.

export const WIDTH_MIN = 40;
const WIDTH_MAX = 1200;

/** The distance from the edge of a head at which the pointer takes it, in pixels. */
const EDGE = 6;

export function widthWithin(pixels) {
  return Math.round(Math.max(WIDTH_MIN, Math.min(pixels, WIDTH_MAX)));
}

/** Calls `resize(column, pixels)` while the edge of a head is dragged; a double click gives null. */
export function dragWidths(head, resize) {
  let dragged = null;
  const edgeAt = ({ clientX, target }) => {
    const cell = target.closest(".cell");
    if (cell === null) return null;
    const { left, right } = cell.getBoundingClientRect();
    const column = [...head.querySelectorAll(".cell")].indexOf(cell);
    return right - clientX <= EDGE ? { column, left } : null;
  };
  head.addEventListener("pointerdown", (event) => {
    dragged = edgeAt(event);
    if (dragged !== null) head.setPointerCapture(event.pointerId);
  });
  head.addEventListener("pointermove", (event) => {
    if (dragged !== null) resize(dragged.column, widthWithin(event.clientX - dragged.left));
    head.classList.toggle("edge", dragged !== null || edgeAt(event) !== null);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    head.addEventListener(name, () => (dragged = null));
  }
  head.addEventListener("dblclick", (event) => {
    const edge = edgeAt(event);
    if (edge !== null) resize(edge.column, null);
  });
}

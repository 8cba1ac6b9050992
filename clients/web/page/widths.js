// The widths of columns: dragged by the edge of a head, and as wide as what is in view by a double
// click on it.

const WIDTH_MIN = 40;
const WIDTH_MAX = 1_200;
/** The space after the longest text. */
const SPARE = 10;

/**
 * Listens to the edges of heads, which have the class "edge":
 *
 * - columnAt(index): the column of a head
 * - cellsOf(index): its cells that are in the document
 * - changed(): a column has another width
 */
export function dragWidths(head, { columnAt, cellsOf, changed }) {
  let dragged = null;
  const indexOf = (edge) => Number(edge.parentElement.getAttribute("aria-colindex")) - 1;
  const resize = (column, pixels) => {
    column.pixels = Math.round(Math.max(WIDTH_MIN, Math.min(pixels, WIDTH_MAX)));
    changed();
  };
  head.addEventListener("pointerdown", (event) => {
    const edge = event.target.closest(".edge");
    if (edge === null) return;
    dragged = { column: columnAt(indexOf(edge)), left: edge.parentElement.getBoundingClientRect().left };
    edge.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  head.addEventListener("pointermove", (event) => {
    if (dragged !== null) resize(dragged.column, event.clientX - dragged.left);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    head.addEventListener(name, () => (dragged = null));
  }
  head.addEventListener("dblclick", (event) => {
    const edge = event.target.closest(".edge");
    if (edge === null) return;
    const index = indexOf(edge);
    resize(columnAt(index), WIDTH_MIN);
    const needed = [edge.parentElement, ...cellsOf(index)].map((cell) => cell.scrollWidth);
    resize(columnAt(index), Math.max(...needed) + SPARE);
  });
}

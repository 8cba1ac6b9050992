// The panes beside and below the grid: closed and opened by a button, and as large as somebody drags
// their edge, or moves it by the arrow keys.

import { byID, on } from "./dom.js";

const SIZE_MIN = 90;
/** The part of the window that stays for the grid. */
const REST_MIN = 200;
const STEP = 24;

/** Makes a pane of an element, with its button and its edge; `isWide`: it is dragged sideways. */
export function makePane(id, isWide) {
  const [pane, button, edge] = [byID(id), byID(`${id}-button`), byID(`${id}-edge`)];
  const { style } = pane.parentElement;
  let size = "";
  const show = () => {
    button.setAttribute("aria-pressed", !pane.hidden);
    if (pane.hidden) style.setProperty(`--${id}`, "0px");
    else if (size === "") style.removeProperty(`--${id}`);
    else style.setProperty(`--${id}`, size);
  };
  const resize = (pixels) => {
    const max = (isWide ? innerWidth : innerHeight) - REST_MIN;
    size = `${Math.max(SIZE_MIN, Math.min(pixels, max))}px`;
    show();
  };
  on(`${id}-button`, "click", () => {
    pane.hidden = !pane.hidden;
    show();
  });
  edge.addEventListener("pointerdown", (event) => {
    edge.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  edge.addEventListener("pointermove", (event) => {
    if (!edge.hasPointerCapture(event.pointerId)) return;
    const box = pane.getBoundingClientRect();
    resize(isWide ? box.right - event.clientX : box.bottom - event.clientY);
  });
  edge.addEventListener("keydown", ({ key }) => {
    const now = isWide ? pane.offsetWidth : pane.offsetHeight;
    if (key === (isWide ? "ArrowLeft" : "ArrowUp")) resize(now + STEP);
    else if (key === (isWide ? "ArrowRight" : "ArrowDown")) resize(now - STEP);
  });
}

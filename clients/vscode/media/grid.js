// The page of the grid: draws the visible rows, asks the extension for those that are not there.

import { matching } from "./filter.js";
import { movedTo } from "./keys.js";
import { heightOf, ROW_HEIGHT, scrollTopOf, visibleRows } from "./scroll.js";
import { dragWidths } from "./widths.js";

/** Rows that are kept; past it those that are far from the visible ones are forgotten. */
const KEPT_MAX = 5000;

/** The number of rows around the visible ones that are requested with them. */
const AHEAD = 50;

const editor = acquireVsCodeApi();
const [grid, head, scroller, space, list, status, filter] = [
  "grid", "head", "scroller", "space", "rows", "status", "filter",
].map((id) => document.getElementById(id));
const kept = new Map();
let columns = [""];
let count = 1;
let isExact = false;
let asked = null;
let failure = "";
/** The cell that keys move; its row is a place among those that are shown. */
let active = { row: 0, column: 0 };
/** The indexes of the rows that the filter leaves; null where it is empty. */
let left = null;
/** The widths that were dragged, in pixels, by the names of the columns. */
const widths = new Map();

function element(className, text, role) {
  const made = document.createElement("div");
  made.className = className;
  made.textContent = text;
  if (role !== undefined) made.setAttribute("role", role);
  return made;
}

/** The number of rows, and the index of the item in one of them. */
const shownCount = () => left?.length ?? count;
const itemOf = (row) => (left === null ? row : left[row]);

function sized(cell, column) {
  const pixels = widths.get(columns[column]);
  if (pixels !== undefined) cell.style.flex = `0 0 ${pixels}px`;
  return cell;
}

/** A row: its number, and its cells or what stands for them while it loads. */
function rowOf(place) {
  const index = itemOf(place);
  const row = element("row", "", "row");
  row.dataset.place = place;
  row.setAttribute("aria-rowindex", place + 2);
  const number = element("number", String(index + 1));
  number.setAttribute("aria-hidden", "true");
  row.append(number);
  const cells = kept.get(index);
  if (cells === undefined) row.setAttribute("aria-busy", "true");
  (cells ?? ["…"]).forEach((text, column) => {
    const cell = sized(element(cells ? "cell" : "cell waiting", text, "gridcell"), column);
    cell.setAttribute("aria-colindex", column + 1);
    if (place === active.row && column === (cells ? active.column : 0)) {
      cell.id = "active";
      cell.classList.add("active");
    }
    row.append(cell);
  });
  if (place === active.row) row.setAttribute("aria-selected", "true");
  return row;
}

function place() {
  const { scrollTop, clientHeight: viewHeight } = scroller;
  return visibleRows({ scrollTop, viewHeight, count: shownCount() });
}

function draw() {
  left = matching(kept, filter.value);
  const { first, end, top } = place();
  const rows = [];
  for (let index = first; index < end; index += 1) rows.push(rowOf(index));
  list.style.transform = `translateY(${top}px)`;
  list.replaceChildren(...rows);
  grid.setAttribute("aria-rowcount", isExact || left !== null ? shownCount() + 1 : -1);
  grid.setAttribute("aria-colcount", columns.length);
  if (document.getElementById("active") === null) grid.removeAttribute("aria-activedescendant");
  else grid.setAttribute("aria-activedescendant", "active");
  space.style.height = `${heightOf(shownCount())}px`;
  const known = isExact ? `of ${count}` : `of ${count} or more`;
  if (left !== null) {
    status.textContent = `${left.length} of the ${kept.size} rows that are loaded match, ${known}`;
    return;
  }
  status.textContent = failure || `${first + 1} to ${end} ${known}`;
  ask(first, end);
}

function ask(first, end) {
  let start = first;
  while (start < end && kept.has(start)) start += 1;
  if (start === end || failure !== "" || (asked !== null && asked <= start)) return;
  asked = Math.max(0, start - AHEAD);
  while (asked < start && kept.has(asked)) asked += 1;
  editor.postMessage({ type: "rows", start: asked, count: end - asked + AHEAD });
}

function forgetFar() {
  if (kept.size <= KEPT_MAX) return;
  const { first, end } = place();
  for (const index of kept.keys()) {
    if (index < first - KEPT_MAX / 4 || index > end + KEPT_MAX / 4) kept.delete(index);
  }
}

window.addEventListener("message", ({ data }) => {
  if (data?.type === "failed") {
    failure = data.message;
  } else if (data?.type === "rows") {
    failure = data.message ?? "";
    ({ columns, isExact } = data);
    count = isExact ? data.count : Math.max(count, data.count, data.start + data.rows.length + 1);
    data.rows.forEach((cells, offset) => cells && kept.set(data.start + offset, cells));
    head.replaceChildren(
      element("number", ""),
      ...columns.map((name, at) => sized(element("cell", name || "item", "columnheader"), at)),
    );
    forgetFar();
  } else if (data?.type === "go") {
    scroller.scrollTop = scrollTopOf(data.index, { viewHeight: scroller.clientHeight, count });
  } else if (data?.type === "reset") {
    kept.clear();
    failure = "";
    active.column = 0;
  }
  asked = null;
  draw();
});

function indexOf(row) {
  return Number(row.dataset.place);
}

let frame = null;
function drawSoon() {
  failure = "";
  frame ??= requestAnimationFrame(() => {
    frame = null;
    draw();
  });
}

/** Scrolls as little as needed to bring the active row into view. */
function reveal() {
  const { first } = place();
  const fitting = Math.max(1, Math.floor(scroller.clientHeight / ROW_HEIGHT));
  const goal = { viewHeight: scroller.clientHeight, count: shownCount() };
  if (active.row < first) scroller.scrollTop = scrollTopOf(active.row, goal);
  else if (active.row >= first + fitting) {
    scroller.scrollTop = scrollTopOf(active.row - fitting + 1, goal);
  }
}

function openItem(row) {
  const index = itemOf(row);
  if (index !== undefined) editor.postMessage({ type: "open", index });
}

/** Copies the active cell with nothing cut, or the whole item. */
function copy(isItem) {
  const index = itemOf(active.row);
  if (index === undefined) return;
  editor.postMessage({ type: "copy", index, ...(!isItem && { column: active.column }) });
}

grid.addEventListener("keydown", (event) => {
  const isCopy = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "c";
  // A text that somebody has marked is what they mean.
  if (isCopy && document.getSelection().isCollapsed) return copy(event.shiftKey);
  if (event.altKey || event.metaKey) return;
  if (event.key === "/") {
    event.preventDefault();
    return filter.focus();
  }
  if (event.key === "Enter") return openItem(active.row);
  const page = Math.max(1, Math.floor(scroller.clientHeight / ROW_HEIGHT) - 1);
  const moved = movedTo(active, event, { rows: shownCount(), columns: columns.length, page });
  if (moved === null) return;
  event.preventDefault();
  active = moved;
  reveal();
  drawSoon();
});
scroller.addEventListener("mousedown", ({ target }) => {
  const row = target.closest(".row");
  if (row === null) return;
  const column = [...row.querySelectorAll(".cell")].indexOf(target.closest(".cell"));
  active = { row: indexOf(row), column: Math.max(0, column) };
  drawSoon();
});
scroller.addEventListener("scroll", () => {
  head.scrollLeft = scroller.scrollLeft;
  drawSoon();
});
window.addEventListener("resize", drawSoon);
scroller.addEventListener("dblclick", ({ target }) => {
  const row = target.closest(".row");
  if (row !== null) openItem(indexOf(row));
});
filter.addEventListener("input", () => {
  active = { row: 0, column: active.column };
  scroller.scrollTop = 0;
  drawSoon();
});
filter.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") filter.value = "";
  if (key === "Escape" || key === "Enter") grid.focus();
  drawSoon();
});
document.getElementById("choose").addEventListener("click", () => {
  editor.postMessage({ type: "choose" });
});
dragWidths(head, (column, pixels) => {
  if (pixels === null) widths.delete(columns[column]);
  else widths.set(columns[column], pixels);
  const { flex } = sized(element("cell", ""), column).style;
  for (const row of [head, ...list.children]) {
    const cell = row.querySelectorAll(".cell")[column];
    if (cell !== undefined) cell.style.flex = flex;
  }
});
draw();

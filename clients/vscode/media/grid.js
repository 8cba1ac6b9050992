// The page of the grid: draws the visible rows, asks the extension for those that are not there.

import { heightOf, scrollTopOf, visibleRows } from "./scroll.js";

/** Rows that are kept; past it those that are far from the visible ones are forgotten. */
const KEPT_MAX = 5000;

/** How many rows around the visible ones are asked for with them. */
const AHEAD = 50;

const editor = acquireVsCodeApi();
const [head, scroller, space, list, status] = ["head", "scroller", "space", "rows", "status"].map(
  (id) => document.getElementById(id),
);
const kept = new Map();
let columns = [""];
let count = 1;
let isExact = false;
let asked = null;
let failure = "";

function element(className, text) {
  const made = document.createElement("div");
  made.className = className;
  made.textContent = text;
  return made;
}

function place() {
  const { scrollTop, clientHeight: viewHeight } = scroller;
  return visibleRows({ scrollTop, viewHeight, count });
}

function draw() {
  const { first, end, top } = place();
  const rows = [];
  for (let index = first; index < end; index += 1) {
    const row = element("row", "");
    row.append(element("number", String(index + 1)));
    const cells = kept.get(index);
    for (const cell of cells ?? ["…"]) row.append(element(cells ? "cell" : "cell waiting", cell));
    rows.push(row);
  }
  list.style.transform = `translateY(${top}px)`;
  list.replaceChildren(...rows);
  space.style.height = `${heightOf(count)}px`;
  const known = isExact ? `of ${count}` : `of ${count} or more`;
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
      element("number", ""), ...columns.map((name) => element("cell", name || "item")),
    );
    forgetFar();
  } else if (data?.type === "go") {
    scroller.scrollTop = scrollTopOf(data.index, { viewHeight: scroller.clientHeight, count });
  } else if (data?.type === "reset") {
    kept.clear();
    failure = "";
  }
  asked = null;
  draw();
});

let frame = null;
function drawSoon() {
  failure = "";
  frame ??= requestAnimationFrame(() => {
    frame = null;
    draw();
  });
}

scroller.addEventListener("scroll", drawSoon);
window.addEventListener("resize", drawSoon);
scroller.addEventListener("dblclick", ({ target }) => {
  const row = target.closest(".row");
  if (row === null) return;
  editor.postMessage({ type: "open", index: Number(row.firstChild.textContent) - 1 });
});
draw();

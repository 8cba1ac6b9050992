// The grid "Items": draws the rows in view of a list of any length, and moves in it by keys. A row
// of the document serves one row of the list after the other. Nothing here loads anything.

import { afterRest, make, perFrame, setText } from "./dom.js";
import { Scroller } from "./scroller.js";
import { dragWidths } from "./widths.js";
import { cut, failureText, separated } from "./text.js";

const ROW_HEIGHT = 24;
const HEAD_HEIGHT = 28;
/** With the header, at most 200 rows are in the document. */
const SLOTS_MAX = 199;
const OVERSCAN = 8;
/** Milliseconds of rest before a view counts that a jump led to, and before it is tidied. */
const REST = 60;
const TIDY = 250;
/** Characters of a tooltip. */
const TOOLTIP_MAX = 5_000;
/** Keys that lead to another row, and select the rows on the way together with Shift. */
const MOVES = ["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End"];

export class Grid {
  #box;
  #head;
  #space;
  #scroller;
  #columns;
  #collection = null;
  #filtered = null;
  #slots = [];
  #active = { row: 0, column: 0 };
  /** The other end of the rows that are selected; null where only the active one is. */
  #anchor = null;
  #handlers;
  #shown = { start: -1, end: -1 };
  #resting = 0;
  #version = 0;
  #digits = 0;
  #tidy;

  /**
   * - moved(start, end): other rows are in view
   * - scrolled(): the view has changed in any way
   * - chosen(index): another item is the active one
   * - opened(): Enter or a double click
   * - sorted(column): a click on its head, or the key s
   * - tryAgain(failure)
   */
  constructor(box, columns, handlers) {
    this.#box = box;
    this.#columns = columns;
    this.#handlers = handlers;
    this.#head = make("div", { className: "head", role: "row", "aria-rowindex": 1 });
    this.#space = make("div", { className: "rows", role: "rowgroup" });
    box.append(this.#head, this.#space);
    this.#scroller = new Scroller(box, this.#space, {
      rowHeight: ROW_HEIGHT,
      headHeight: HEAD_HEIGHT,
    });
    this.draw = perFrame(() => this.#draw());
    this.#tidy = afterRest(TIDY, () => this.#sort());
    box.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    box.addEventListener("keydown", (event) => this.#key(event));
    box.addEventListener("mousedown", (event) => this.#pressed(event));
    box.addEventListener("click", (event) => this.#clicked(event));
    box.addEventListener("mouseover", (event) => this.#explain(event));
    box.addEventListener("dblclick", (event) => {
      if (event.target.closest('[role="gridcell"]') !== null) this.#handlers.opened();
    });
    dragWidths(this.#head, {
      columnAt: (index) => columns.shown[index],
      cellsOf: (index) => this.#slots.filter(({ row }) => row >= 0).map(({ cells }) => cells[index]),
      changed: () => this.#layOut(),
    });
    new ResizeObserver(() => this.draw()).observe(box);
  }

  /** Shows another collection, from its first item. */
  show(collection) {
    this.#collection = collection;
    this.#filtered = null;
    this.#active = { row: 0, column: 0 };
    this.#anchor = null;
    this.#shown = { start: -1, end: -1 };
    this.#scroller.resize(0);
    this.#box.scrollLeft = 0;
    this.columnsChanged();
  }

  /** Shows only some items, by their indexes; all where `indexes` is null. */
  filter(indexes) {
    const index = this.activeIndex;
    const isOther = (indexes === null) !== (this.#filtered === null);
    this.#filtered = indexes;
    this.#anchor = null;
    if (isOther) {
      const row = indexes === null ? index - this.#first : indexes.indexOf(index);
      this.#active.row = Math.max(0, row);
      this.#scroller.resize(this.#rowCount);
      this.#scroller.scrollTo(indexes === null ? this.#active.row * ROW_HEIGHT : 0);
    }
    if (this.activeIndex !== index) this.#chosen();
    this.#version += 1;
    this.draw();
  }

  get activeIndex() {
    return this.#indexOf(this.#active.row);
  }

  /** The index of the first row that is in view. */
  get topIndex() {
    return this.#indexOf(this.#scroller.visible.start);
  }

  /** Brings an item to the top, and makes it the active one. */
  goTo(index) {
    if (this.#filtered === null) this.#collection.reach(index);
    this.#scroller.resize(this.#rowCount);
    const row = this.#filtered?.indexOf(index) ?? index - this.#first;
    this.#active.row = Math.max(0, Math.min(row, this.#rowCount - 1));
    this.#scroller.scrollTo(this.#active.row * ROW_HEIGHT);
    this.#chosen();
    this.draw();
  }

  focus() {
    this.#box.focus({ preventScroll: true });
  }

  columnsChanged() {
    const { shown } = this.#columns;
    this.#active.column = Math.max(0, Math.min(this.#active.column, shown.length - 1));
    this.#layOut();
    this.#box.setAttribute("aria-colcount", Math.max(1, shown.length));
    this.#head.replaceChildren(
      make("span", { className: "number", "aria-hidden": "true" }, "#"),
      ...shown.map((column, index) => headerOf(column, index, this.#columns.order)),
    );
    for (const slot of this.#slots) slot.element.remove();
    this.#slots = [];
    this.#version += 1;
    this.draw();
  }

  /** Gives each column its width. */
  #layOut() {
    const { shown } = this.#columns;
    // Text takes the room that is left. The width of a row must not depend on what it holds.
    const widths = shown.map(({ width, pixels }) =>
      pixels === null ? `calc(${width}ch + 18px)` : `${pixels}px`,
    );
    const tracks = shown.map(({ width, isText, pixels }, index) =>
      isText && pixels === null ? `minmax(${widths[index]}, ${width}fr)` : widths[index],
    );
    const rest = shown.some(({ isText, pixels }) => isText && pixels === null) ? "" : " 1fr";
    this.#box.style.setProperty("--tracks", tracks.join(" ") + rest);
    this.#box.style.setProperty("--width", ["var(--number)", ...widths].join(" + "));
  }

  // Rows

  get #rowCount() {
    if (this.#filtered !== null) return this.#filtered.length;
    return this.#collection?.extent ?? 0;
  }

  #indexOf(row) {
    return this.#filtered === null ? this.#first + row : (this.#filtered[row] ?? -1);
  }

  /** The index of the first row of all. */
  get #first() {
    return this.#collection?.first ?? 0;
  }

  #draw() {
    const collection = this.#collection;
    if (collection === null) return;
    this.#scroller.resize(this.#rowCount);
    this.#active.row = Math.max(0, Math.min(this.#active.row, this.#rowCount - 1));
    const rowCount = this.#filtered !== null || collection.isEndKnown ? this.#rowCount + 1 : -1;
    if (this.#box.getAttribute("aria-rowcount") !== String(rowCount)) {
      this.#box.setAttribute("aria-rowcount", rowCount);
    }
    const digits = Math.max(4, separated(this.#first + collection.extent).length);
    if (this.#digits !== digits) {
      this.#digits = digits;
      this.#box.style.setProperty("--number", `calc(${digits}ch + 1.25rem)`);
    }
    const { start, end } = this.#scroller.visible;
    const first = Math.max(0, start - OVERSCAN);
    const last = Math.min(this.#rowCount, end + OVERSCAN, first + SLOTS_MAX);
    this.#prepare(last - first);
    const size = this.#slots.length;
    const whole = this.#scroller.firstWhole;
    for (let row = first; row < last; row += 1) this.#place(this.#slots[row % size], row, whole);
    for (const slot of this.#slots) if (slot.row < first || slot.row >= last) hide(slot);
    this.#box.classList.toggle("is-empty", collection.isEndKnown && collection.rowCount === 0);
    this.#point();
    this.#tell(start, end);
    this.#tidy();
    this.#handlers.scrolled();
  }

  /** Makes as many slots as are needed; with another number each row has another one. */
  #prepare(count) {
    if (count <= this.#slots.length) return;
    for (const slot of this.#slots) hide(slot);
    while (this.#slots.length < count) this.#slots.push(this.#newSlot());
  }

  /** Puts the rows of the document in their order, for whoever reads them one after the other. */
  #sort() {
    const used = this.#slots.filter((slot) => slot.row >= 0).sort((a, b) => a.row - b.row);
    const isSorted = used.every(({ element }, at) => {
      return at === 0 || used[at - 1].element.nextElementSibling === element;
    });
    if (!isSorted) this.#space.append(...used.map(({ element }) => element));
  }

  #newSlot() {
    const number = make("span", { className: "number", "aria-hidden": "true" });
    const cells = this.#columns.shown.map((_, index) =>
      make("span", { role: "gridcell", "aria-colindex": index + 1, dir: "auto" }),
    );
    if (cells.length === 0) cells.push(make("span", { role: "gridcell", "aria-colindex": 1 }));
    const element = make("div", { role: "row", hidden: true }, number, ...cells);
    this.#space.append(element);
    return { element, number, cells, row: -1, index: -1, place: -1, drawn: null, version: -1, message: null };
  }

  #place(slot, row, firstWhole) {
    const index = this.#indexOf(row);
    const place = this.#scroller.placeOf(row);
    if (slot.place !== place) {
      slot.element.style.transform = `translateY(${place}px)`;
      slot.place = place;
    }
    if (slot.row !== row || slot.index !== index) {
      slot.row = row;
      slot.index = index;
      slot.element.hidden = false;
      slot.version = -1;
    }
    const item = this.#collection.item(index);
    const failure = item === undefined ? this.#collection.failure(index) : undefined;
    const isFirst =
      failure !== undefined && index === Math.max(this.#indexOf(firstWhole), failure.start);
    const drawn = item ?? (failure === undefined ? null : `${isFirst}${failureText(failure.error)}`);
    if (slot.version === this.#version && slot.drawn === drawn) return;
    slot.version = this.#version;
    slot.drawn = drawn;
    setText(slot.number, separated(index + 1));
    slot.element.setAttribute("aria-rowindex", row + 2);
    this.#fill(slot, item, failure, isFirst);
  }

  #fill(slot, item, failure, isFirst) {
    const isBusy = item === undefined && failure === undefined;
    slot.element.classList.toggle("is-failed", failure !== undefined);
    if (isBusy) slot.element.setAttribute("aria-busy", "true");
    else slot.element.removeAttribute("aria-busy");
    slot.message?.remove();
    slot.message = null;
    this.#columns.shown.forEach((column, index) => {
      const cell = slot.cells[index];
      const { text, kind } = this.#columns.cellOf(item, column);
      setText(cell, text);
      if (column.widen(text)) this.#layOut();
      if (cell.className !== kind) cell.className = kind;
    });
    // One sentence over all of a page's rows, in the first that is in view.
    slot.element.classList.toggle("is-told", isFirst);
    if (!isFirst) return;
    slot.element.style.setProperty("--lines", failure.end - slot.index);
    const button = make("button", { type: "button", className: "small", tabIndex: -1 });
    button.textContent = "Try again";
    const sentence = make("bdi", {}, failureText(failure.error));
    slot.message = make("span", { className: "message" }, button, sentence);
    slot.cells[0].append(slot.message);
  }

  /** Tells what is in view: at once after small movements, after a rest where it jumps. */
  #tell(start, end) {
    if (this.#filtered !== null) return;
    const [first, last] = [this.#first + start, this.#first + end];
    if (first === this.#shown.start && last === this.#shown.end) return;
    if (performance.now() < this.#resting) {
      setTimeout(this.draw, REST);
      return;
    }
    this.#shown = { start: first, end: last };
    this.#handlers.moved(first, last);
  }

  #scrolled() {
    if (this.#scroller.moved()) this.#resting = performance.now() + REST;
    this.draw();
  }

  // The active cell

  get #activeSlot() {
    return this.#slots.find((each) => each.row === this.#active.row);
  }

  /** Marks the active cell, where it is in the document. */
  #point() {
    const { row, column } = this.#active;
    const [first, last] = this.#selected;
    for (const slot of this.#slots) {
      const isActive = slot.row === row;
      if (isActive || slot.isActive) this.#mark(slot, isActive ? column : -1);
      const isSelected = slot.row >= first && slot.row <= last;
      if (isSelected) slot.element.setAttribute("aria-selected", "true");
      else slot.element.removeAttribute("aria-selected");
    }
    const cell = this.#activeSlot?.cells[column];
    if (cell === undefined) this.#box.removeAttribute("aria-activedescendant");
    else if (this.#box.getAttribute("aria-activedescendant") !== cell.id) {
      this.#box.setAttribute("aria-activedescendant", cell.id);
    }
  }

  /** The rows that are selected, the first and the last one. */
  get #selected() {
    const { row } = this.#active;
    const other = this.#anchor ?? row;
    return [Math.min(row, other), Math.max(row, other)];
  }

  #select(event) {
    if (!event.shiftKey) this.#anchor = null;
    else this.#anchor ??= this.#active.row;
  }

  /** The text for Ctrl+C: the active cell, or the loaded ones of the selected rows between tabs. */
  get copied() {
    const { shown } = this.#columns;
    const { row, column } = this.#active;
    const itemAt = (at) => this.#collection.item(this.#indexOf(at));
    if (this.#anchor === null) return this.#columns.wholeCell(itemAt(row), shown[column]);
    const [first, last] = this.#selected;
    const rows = Array.from({ length: last - first + 1 }, (_, at) => itemAt(first + at));
    const cellOf = (item, column) => this.#columns.wholeCell(item, column).replace(/\s/g, " ");
    const lineOf = (item) => shown.map((column) => cellOf(item, column));
    return rows.filter(Boolean).map((item) => lineOf(item).join("\t")).join("\n");
  }

  /** A cell's tooltip is its whole text, that of a failure its whole error. */
  #explain(event) {
    const cell = event.target.closest('[role="gridcell"]');
    const slot = this.#slotAt(event);
    const column = this.#columns.shown[slot?.cells.indexOf(cell)];
    if (column === undefined || slot.index < 0) return;
    const failure = this.#failureAt(slot.row);
    const item = this.#collection.item(slot.index);
    const text = failure === undefined ? this.#columns.wholeCell(item, column) : failureText(failure.error);
    cell.title = cut(text, TOOLTIP_MAX);
  }

  #mark(slot, column) {
    slot.isActive = column >= 0;
    slot.cells.forEach((cell, index) => {
      const isActive = index === column;
      cell.classList.toggle("is-active", isActive);
      if (isActive) cell.id = `cell-${slot.row + 1}-${index + 1}`;
      else cell.removeAttribute("id");
    });
  }

  #chosen() {
    const index = this.activeIndex;
    if (index >= 0) this.#handlers.chosen(index);
  }

  #move(row, column) {
    const last = Math.max(0, this.#rowCount - 1);
    const isOther = row !== this.#active.row;
    this.#active.row = Math.max(0, Math.min(row, last));
    const { shown } = this.#columns;
    this.#active.column = Math.max(0, Math.min(column, shown.length - 1));
    this.#scroller.reveal(this.#active.row);
    this.#draw();
    this.#revealColumn();
    if (isOther) this.#chosen();
  }

  #revealColumn() {
    const slot = this.#activeSlot;
    const cell = slot?.cells[this.#active.column];
    if (cell === undefined) return;
    const left = cell.offsetLeft - slot.number.offsetWidth;
    const right = cell.offsetLeft + cell.offsetWidth;
    const { scrollLeft, clientWidth } = this.#box;
    if (left < scrollLeft) this.#box.scrollLeft = left;
    else if (right > scrollLeft + clientWidth) {
      this.#box.scrollLeft = Math.min(left, right - clientWidth);
    }
  }

  #key(event) {
    const isCopy = event.key === "c" && (event.ctrlKey || event.metaKey);
    if (this.#rowCount === 0 || event.altKey || (event.metaKey && !isCopy)) return;
    const { row, column } = this.#active;
    const page = Math.max(1, Math.floor(this.#scroller.viewHeight / ROW_HEIGHT) - 1);
    const { key, ctrlKey } = event;
    if (MOVES.includes(key)) this.#select(event);
    if (isCopy) {
      if (!getSelection().isCollapsed) return;
      navigator.clipboard.writeText(this.copied);
    } else if (key === "Enter") {
      const failure = this.#failureAt(row);
      if (failure === undefined) this.#handlers.opened();
      else this.#handlers.tryAgain(failure);
    } else if (key === "s" && !ctrlKey) this.#sortBy(column);
    else if (key === "ArrowDown") this.#move(row + 1, column);
    else if (key === "ArrowUp") this.#move(row - 1, column);
    else if (key === "ArrowLeft") this.#move(row, column - 1);
    else if (key === "ArrowRight") this.#move(row, column + 1);
    else if (key === "PageDown") this.#move(row + page, column);
    else if (key === "PageUp") this.#move(row - page, column);
    else if (key === "Home") this.#move(ctrlKey ? 0 : row, 0);
    else if (key === "End") this.#move(ctrlKey ? Infinity : row, Infinity);
    else return;
    event.preventDefault();
  }

  #failureAt(row) {
    const index = this.#indexOf(row);
    if (this.#collection.item(index) !== undefined) return undefined;
    return this.#collection.failure(index);
  }

  #slotAt(event) {
    const element = event.target.closest('[role="row"]');
    return this.#slots.find((each) => each.element === element);
  }

  #pressed(event) {
    const slot = this.#slotAt(event);
    if (slot === undefined || event.target.closest("button") !== null) return;
    const at = slot.cells.indexOf(event.target.closest('[role="gridcell"]'));
    this.#select(event);
    if (event.shiftKey) event.preventDefault();
    this.#active = { row: slot.row, column: at < 0 ? this.#active.column : at };
    this.#point();
    this.#chosen();
  }

  #sortBy(at) {
    const column = this.#columns.shown[at];
    if (column !== undefined) this.#handlers.sorted(column);
  }

  #clicked(event) {
    if (event.target.closest(".edge") !== null) return undefined;
    const header = event.target.closest('[role="columnheader"]');
    if (header !== null) return this.#sortBy(Number(header.getAttribute("aria-colindex")) - 1);
    if (event.target.closest("button") === null) return undefined;
    const slot = this.#slotAt(event);
    const failure = slot === undefined ? undefined : this.#failureAt(slot.row);
    if (failure !== undefined) this.#handlers.tryAgain(failure);
    return this.focus();
  }
}

function headerOf(column, index, order) {
  const { title, isText } = column;
  const header = make(
    "span",
    {
      role: "columnheader",
      "aria-colindex": index + 1,
      className: isText ? "" : "number-head",
      title: `${title}: sort the loaded items (key s)`,
    },
    make("bdi", {}, title),
    make("span", { className: "edge", "aria-hidden": "true", title: "Drag, or fit by a double click" }),
  );
  if (order?.column === column) {
    header.setAttribute("aria-sort", order.isDescending ? "descending" : "ascending");
  }
  return header;
}

function hide(slot) {
  if (slot.row < 0) return;
  slot.row = -1;
  slot.drawn = null;
  slot.version = -1;
  slot.element.hidden = true;
}

// The tree "Item": an item's JSON, opened and closed by mouse and keys, and the key path of the
// node that is selected.

import { byID, copy, make, on, setText } from "./dom.js";
import { isNumber, isObject, isScalar, stringify } from "./json.js";
import { pathOf } from "./paths.js";
import { counted, cut } from "./text.js";

const TEXT_MAX = 2_000;
/** Members of one object or list that are shown at a time. */
const CHILDREN_MAX = 500;
/** Levels that are open at first, where they have few members. */
const LEVELS_OPEN = 2;
const FEW_MEMBERS = 50;

/** A line of the tree. */
class Node {
  constructor(value, key, parent) {
    this.value = value;
    this.key = key;
    this.parent = parent;
    this.level = parent === null ? 0 : parent.level + 1;
    this.isOpen = false;
    this.isLeaf = isScalar(value) || sizeOf(value) === 0;
    this.limit = CHILDREN_MAX;
  }

  get keys() {
    return this.parent === null ? [] : [...this.parent.keys, this.key];
  }

  get children() {
    if (this.isLeaf) return [];
    const members = isObject(this.value) ? this.value.entries : [...this.value.entries()];
    this.made ??= [];
    for (let at = this.made.length; at < Math.min(members.length, this.limit); at += 1) {
      this.made.push(new Node(members[at][1], members[at][0], this));
    }
    return this.made;
  }
}

const sizeOf = (value) => (isObject(value) ? value.entries.length : value.length);

export class Tree {
  #box = byID("tree");
  #root = null;
  #item = null;
  #lines = [];
  #selected = null;
  #left;

  /** `left()` is called when Escape leads back. */
  constructor(left) {
    this.#left = left;
    this.#box.addEventListener("keydown", (event) => this.#key(event));
    this.#box.addEventListener("click", (event) => this.#clicked(event));
    on("copy-path", "click", (event) => copy(pathOf(this.#selected.keys), event.target));
    on("copy-value", "click", (event) => {
      const { value } = this.#selected;
      copy(typeof value === "string" ? value : stringify(value, "  "), event.target);
    });
    on("item", "keydown", (event) => {
      if (event.key === "Escape") this.#left();
    });
  }

  /** Shows an item; nothing where it is not there yet. */
  show(item, title) {
    setText(byID("item-title"), item === undefined ? "Item" : title);
    byID("item").classList.toggle("is-filled", item !== undefined);
    if (item === this.#item) return;
    this.#item = item;
    const first = this.#lines[0]?.node ?? null;
    const path = this.#selected === first ? null : pathOf(this.#selected.keys);
    this.#root = item === undefined ? null : new Node(item.value, "", null);
    if (this.#root !== null) {
      this.#root.isOpen = true;
      openLevels(this.#root, LEVELS_OPEN);
    }
    this.#selected = null;
    this.#draw();
    // The node of the same path stays selected from item to item, and the first one first.
    const same = this.#lines.find(({ node }) => pathOf(node.keys) === path);
    this.#select(same?.node ?? this.#lines[0]?.node ?? null);
    byID("copy-path").disabled = byID("copy-value").disabled = item === undefined;
  }

  focus() {
    const line = this.#lines.find(({ node }) => node === this.#selected);
    (line?.element ?? this.#box).focus();
  }

  #draw() {
    this.#lines = [];
    const add = (node) => {
      this.#lines.push({ node, element: this.#lineOf(node) });
      if (node.isOpen && !node.isLeaf) addChildren(node);
    };
    const addChildren = (node) => {
      for (const child of node.children) add(child);
      if (node.children.length < sizeOf(node.value)) {
        this.#lines.push({ node, isMore: true, element: moreOf(node) });
      }
    };
    if (this.#root?.isLeaf) add(this.#root);
    else if (this.#root !== null) addChildren(this.#root);
    this.#box.replaceChildren(...this.#lines.map(({ element }) => element));
  }

  #lineOf(node) {
    const { value } = node;
    const level = Math.max(1, node.level);
    const element = make("div", { role: "treeitem", tabIndex: -1, "aria-level": level });
    element.style.setProperty("--level", level);
    if (!node.isLeaf) element.setAttribute("aria-expanded", node.isOpen);
    if (node.parent !== null) {
      element.append(make("bdi", { className: "key" }, cut(String(node.key))));
    }
    element.append(make("bdi", { className: `value ${kindOf(value)}` }, shortOf(node)));
    return element;
  }

  /** Scrolls the tree alone: the page stays where somebody moves in the grid. */
  #reveal(element) {
    const [box, line] = [this.#box, element].map((each) => each.getBoundingClientRect());
    if (line.top < box.top) this.#box.scrollTop -= box.top - line.top;
    else if (line.bottom > box.bottom) this.#box.scrollTop += line.bottom - box.bottom;
  }

  #select(node) {
    const isFocused = this.#box.contains(document.activeElement);
    for (const { node: each, element, isMore } of this.#lines) {
      const isSelected = each === node && !isMore;
      element.setAttribute("aria-selected", isSelected);
      element.tabIndex = isSelected ? 0 : -1;
      if (isSelected && isFocused) element.focus();
      if (isSelected) this.#reveal(element);
    }
    this.#selected = node;
    setText(byID("item-path"), node === null ? "" : pathOf(node.keys));
  }

  #toggle(node, isOpen) {
    const hadFocus = this.#box.contains(document.activeElement);
    node.isOpen = isOpen;
    this.#draw();
    this.#select(node);
    if (hadFocus) this.focus();
  }

  #clicked(event) {
    const element = event.target.closest("div");
    const line = this.#lines.find((each) => each.element === element);
    if (line === undefined) return;
    const { node, isMore } = line;
    if (isMore) node.limit += CHILDREN_MAX;
    if (isMore || (node === this.#selected && !node.isLeaf) || isTwisty(event, element)) {
      this.#toggle(node, isMore ? true : !node.isOpen);
    } else this.#select(node);
    this.focus();
  }

  #key(event) {
    const nodes = this.#lines.filter((line) => !line.isMore).map((line) => line.node);
    const at = nodes.indexOf(this.#selected);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const node = nodes[at];
    const { key } = event;
    if (key === "ArrowDown") this.#select(nodes[Math.min(at + 1, nodes.length - 1)]);
    else if (key === "ArrowUp") this.#select(nodes[Math.max(at - 1, 0)]);
    else if (key === "Home") this.#select(nodes[0]);
    else if (key === "End") this.#select(nodes.at(-1));
    else if (key === "ArrowRight" && !node.isLeaf) {
      if (node.isOpen) this.#select(node.children[0]);
      else this.#toggle(node, true);
    } else if (key === "ArrowLeft" && node.isOpen && !node.isLeaf) this.#toggle(node, false);
    else if (key === "ArrowLeft" && node.parent?.parent) this.#select(node.parent);
    else if ((key === "Enter" || key === " ") && !node.isLeaf) this.#toggle(node, !node.isOpen);
    else if (!["ArrowLeft", "ArrowRight"].includes(key)) return;
    event.preventDefault();
  }
}

function openLevels(node, levels) {
  if (levels === 0) return;
  for (const child of node.children) {
    child.isOpen = !child.isLeaf && sizeOf(child.value) <= FEW_MEMBERS;
    if (child.isOpen) openLevels(child, levels - 1);
  }
}

/** True when a click was on the arrow before a line. */
function isTwisty(event, element) {
  const left = event.clientX - element.getBoundingClientRect().left;
  const isInner = element.hasAttribute("aria-expanded");
  return isInner && left < parseFloat(getComputedStyle(element).paddingLeft);
}

function kindOf(value) {
  if (isNumber(value)) return "number";
  if (value === null) return "null";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "string" ? "string" : "inner";
}

/** The part of a value that its line shows. */
function shortOf({ value, isLeaf, isOpen }) {
  if (typeof value === "string") {
    const text = cut(value, TEXT_MAX);
    return value.length > TEXT_MAX ? `${text} … ${value.length} characters` : text;
  }
  if (isNumber(value)) return cut(value.text, TEXT_MAX);
  if (isScalar(value)) return String(value);
  if (isLeaf) return isObject(value) ? "{}" : "[]";
  const size = counted(sizeOf(value), isObject(value) ? "member" : "element");
  return isOpen ? size : `${size}  ${cut(stringify(value), 80)}`;
}

function moreOf(node) {
  const rest = sizeOf(node.value) - node.children.length;
  const text = `Show ${Math.min(rest, CHILDREN_MAX)} of ${rest} more`;
  const element = make("div", { className: "more" }, text);
  element.style.setProperty("--level", node.level + 1);
  return element;
}

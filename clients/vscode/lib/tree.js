// The tree as data: collections, their pages, their items, and what can be done next.
//
//     Swift issues          page 2 of 10, 250 items
//       Page 1              25 items
//       Page 2              25 items
//         Crash in ...      someone
//       Load more           8 pages to go

import { wordsOf } from "./failures.js";
import { labelOf } from "./labels.js";

/**
 * A node: `id` (unique in the tree), `kind`, `label`, `description`, `icon`, `children`
 * ("none", "collapsed" or "expanded"), and `collection`, `page`, `item`, `command`, `tooltip`
 * where it has them.
 */
export function rootsOf(collections) {
  return collections.map((collection) => ({
    id: collection.key,
    kind: "collection",
    label: collection.name,
    description: placeOf(collection),
    tooltip: tooltipOf(collection),
    icon: collection.error === null ? "list-tree" : "warning",
    children: "expanded",
    collection,
  }));
}

export function childrenOf(node) {
  if (node.kind === "collection") return pagesOf(node.collection);
  if (node.kind === "page") return itemsOf(node.collection, node.page);
  return [];
}

function pagesOf(collection) {
  const { pages, state } = collection;
  const numbers = [...pages.keys()];
  const nodes = [];
  if (collection.droppedPages > 0) nodes.push(droppedNode(collection));
  else if (numbers.length > 0 && state.hasPreviousPage && state.currentPage === numbers[0]) {
    nodes.push(action(collection, "previous", "Load previous page", "arrow-up", "loadPrevious"));
  }
  for (const page of numbers) {
    nodes.push({
      id: `${collection.key}/${page}`,
      kind: "page",
      label: `Page ${page}`,
      description: counted(pages.get(page).length, "item"),
      icon: "files",
      children: page === state.currentPage ? "expanded" : "collapsed",
      collection,
      page,
    });
  }
  if (collection.error !== null) nodes.push(errorNode(collection));
  if (collection.activity !== null) nodes.push(busyNode(collection));
  else if (collection.isOpen) nodes.push(lastNode(collection));
  return nodes;
}

function itemsOf(collection, page) {
  return (collection.pages.get(page) ?? []).map((text, item) => {
    const { label, detail } = labelOf(text, collection.display);
    return {
      id: `${collection.key}/${page}/${item}`,
      kind: "item",
      label,
      description: detail,
      icon: "json",
      children: "none",
      command: { name: "showItem", title: "Show Item as JSON" },
      collection,
      page,
      item,
    };
  });
}

/** The entry for the next load, or for the reason that there is none. */
function lastNode(collection) {
  const { state } = collection;
  if (state.hasNextPage === false) {
    const { endReason } = state;
    const how = collection.verdict === null ? "" : `${collection.verdict}, `;
    const doubts = state.warnings.map(({ message }) => message).join("\n");
    return {
      ...information(collection, "end", "The end", doubts === "" ? "check" : "warning"),
      description: endReason === null ? "" : `${how}${endReason.kind}`,
      ...(doubts !== "" && { tooltip: doubts }),
    };
  }
  return {
    ...action(collection, "more", "Load more", "arrow-down", "loadMore"),
    description: remaining(state),
  };
}

function remaining({ currentPage, pageCount, firstPage }) {
  if (pageCount === null || currentPage === null) return "";
  return `${counted(firstPage + pageCount - 1 - currentPage, "page")} to go`;
}

function errorNode(collection) {
  const isGone = !collection.isOpen;
  return {
    ...action(
      collection, "error", wordsOf(collection.error).split("\n")[0], "error",
      isGone ? "restart" : "loadMore",
    ),
    description: isGone ? "click to restart" : "click to try again",
    tooltip: wordsOf(collection.error),
  };
}

function busyNode(collection) {
  const { text, percentage } = collection.activity;
  return {
    ...action(collection, "busy", text, "loading~spin", "cancel"),
    description: percentage === null ? "click to cancel" : `${percentage} %, click to cancel`,
  };
}

function droppedNode(collection) {
  const text = `${counted(collection.droppedPages, "page")} no longer kept`;
  return information(collection, "dropped", text, "ellipsis");
}

function action(collection, kind, label, icon, name) {
  const command = { name, title: label };
  return { ...information(collection, kind, label, icon), command };
}

function information(collection, kind, label, icon) {
  const id = `${collection.key}/${kind}`;
  return { id, kind, label, description: "", icon, children: "none", collection };
}

/** `page 3 of 10, 250 items` */
export function placeOf({ state }) {
  if (state === null || state.currentPage === null) return "nothing loaded";
  const { currentPage, pageCount, objectCount } = state;
  if (objectCount === 0) return "no items";
  const place = pageCount === null ? `page ${currentPage}` : `page ${currentPage} of ${pageCount}`;
  return objectCount === null ? place : `${place}, ${counted(objectCount, "item")}`;
}

function tooltipOf({ state, verdict }) {
  if (state === null) return undefined;
  const lines = [state.url ?? state.patternURL, `Strategy: ${state.strategy}`];
  if (verdict !== null) lines.push(`Last walk: ${verdict}`);
  for (const warning of state.warnings) lines.push(`Warning: ${warning.message}`);
  return lines.join("\n");
}

export function counted(number, noun) {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}

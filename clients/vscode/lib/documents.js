// Virtual documents: which items a URI stands for, and their text.
//
//     paginator:/Swift issues, page 3, item 5.json?key=1&page=3&item=4

import { laidOut } from "./json.js";

export const SCHEME = "paginator";

/** The parts of a URI, for `Uri.from`; `item` counts from 0 in a page, `index` in the whole collection. */
export function documentOf(collection, { page, item, index } = {}) {
  const parts = [collection.name.replaceAll("/", " ")];
  if (index !== undefined) parts.push(`item ${index + 1}`);
  if (page !== undefined) parts.push(`page ${page}`);
  if (item !== undefined) parts.push(`item ${item + 1}`);
  const query = new URLSearchParams({ key: collection.key });
  for (const [name, value] of Object.entries({ page, item, index })) {
    if (value !== undefined) query.set(name, String(value));
  }
  return { scheme: SCHEME, path: `/${parts.join(", ")}.json`, query: query.toString() };
}

/** The text of a document; Error where there is nothing to show any more. */
export async function textOf(collections, { query }) {
  const { key, page, item, index } = Object.fromEntries(new URLSearchParams(query));
  const collection = collections.find((each) => each.key === key);
  if (collection === undefined) throw new Error("This collection has been closed.");
  const text =
    index === undefined
      ? collection.text({ page: numberOf(page), item: numberOf(item) })
      : await collection.itemAt(Number(index));
  if (text === null) throw new Error("These items are no longer kept: load their page again.");
  return `${laidOut(text)}\n`;
}

function numberOf(text) {
  return text === undefined ? undefined : Number(text);
}

// The status bar: what is going on, or where the collection that was used last stands.

import { wordsOf } from "./failures.js";
import { counted, placeOf } from "./tree.js";

/** `{text, tooltip, command}`; null where there is nothing to show. */
export function statusOf({ collections, current }) {
  const busy = collections.find((each) => each.activity !== null);
  if (busy !== undefined) {
    const { text, percentage } = busy.activity;
    const share = percentage === null ? "" : ` (${percentage} %)`;
    return {
      text: `$(sync~spin) ${busy.name}: ${text}${share}`,
      tooltip: "Click to cancel",
      command: "cancel",
    };
  }
  if (current === null) return null;
  const kept = `${counted(current.itemCount, "item")} loaded`;
  if (current.error !== null) {
    return {
      text: `$(warning) ${current.name}: ${placeOf(current)}`,
      tooltip: wordsOf(current.error),
      command: current.isOpen ? "loadMore" : "restart",
    };
  }
  return {
    text: `$(list-tree) ${current.name}: ${placeOf(current)}`,
    tooltip: `${kept}. Click to show them as JSON`,
    command: "showItems",
  };
}

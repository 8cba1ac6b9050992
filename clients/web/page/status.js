// The status "State" and the list "Warnings": where the view is, and what is known of the end.

import { byID, make, setText } from "./dom.js";
import { counted, endSentence, separated } from "./text.js";

/** A sentence on where the view is: `page 3 of 10, 250 items`. */
export function placeSentence(collection, topIndex) {
  const { count, first, rowCount, isEndKnown, pageCount, loneFailure } = collection;
  if (isEndKnown && rowCount === 0) return "no items";
  if (loneFailure !== null) return loneFailure.error.data?.kind === "cancelled" ? "cancelled" : "failed";
  if (rowCount === 0) return "loading";
  const page = separated(collection.pageOf(Math.min(topIndex, count - 1)));
  const place = pageCount === null ? `page ${page}` : `page ${page} of ${separated(pageCount)}`;
  let from = first > 0 ? ` from item ${separated(first + 1)} on` : "";
  if (first === 0 && collection.isInside) from = " from within the list, numbered from 1";
  return `${place}, ${counted(rowCount, "item")}${from}${isEndKnown ? "" : " so far"}`;
}

export class Status {
  #warnings = "";
  #listChosen;

  /** - listChosen(itemsPath): another of several lists is to be opened */
  constructor(listChosen) {
    this.#listChosen = listChosen;
  }

  clear(text) {
    this.#say(text);
    setText(byID("strategy"), "");
    this.#warn([]);
  }

  /** Shows the state of a collection; `end` is why there is no more, where that is known. */
  show(collection, topIndex, end) {
    const place = placeSentence(collection, topIndex);
    this.#say(end === null ? place : `${place}; end: ${endSentence(end)}`);
    setText(byID("strategy"), collection.state.strategy);
    this.#warn(collection.state.warnings);
  }

  /** Says where the view is; in full in a tooltip, too, as a narrow page cuts it. */
  #say(text) {
    const state = byID("state");
    setText(state, text);
    if (state.title !== text) state.title = text;
  }

  #warn(warnings) {
    const texts = warnings.map(({ kind, message }) => message ?? kind);
    if (texts.join("\n") === this.#warnings) return;
    this.#warnings = texts.join("\n");
    byID("warnings").replaceChildren(
      ...warnings.map(({ paths = [] }, at) => {
        return make("li", {}, texts[at], ...paths.map((path) => this.#buttonOf(path)));
      }),
    );
  }
  #buttonOf(itemsPath) {
    const button = make("button", { type: "button", className: "small" }, `Open ${itemsPath}`);
    button.addEventListener("click", () => this.#listChosen(itemsPath));
    return button;
  }
}

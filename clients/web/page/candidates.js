// The list "Candidates": the ways in which an API may page, each with why, and a button.

import { byID, make, setText } from "./dom.js";
import { cut } from "./text.js";

/** Members of a candidate that are no params of `open`. */
const ABOUT = ["score", "evidence"];

export class Candidates {
  #box = byID("candidates-box");
  #list = byID("candidates");
  #opened;

  /** `opened(params)` is called with the params of the candidate that is to be opened. */
  constructor(opened) {
    this.#opened = opened;
  }

  clear() {
    this.#list.replaceChildren();
    this.#box.hidden = true;
  }

  wait() {
    this.clear();
    this.#box.hidden = false;
    setText(byID("candidates-title"), "Detecting …");
  }

  show({ candidates, confirmed }) {
    this.#box.hidden = false;
    const title = confirmed ? "Candidates, the first one proved" : "Candidates, none proved";
    setText(byID("candidates-title"), candidates.length > 0 ? title : "No candidates");
    this.#list.replaceChildren(...candidates.map((each, index) => this.#row(each, index + 1)));
  }

  #row(candidate, number) {
    const { pagination, score, evidence = [] } = candidate;
    const button = make(
      "button",
      { type: "button", className: "small", "aria-label": `Open candidate ${number}` },
      "Open",
    );
    button.addEventListener("click", () => {
      const params = Object.entries(candidate).filter(([name]) => !ABOUT.includes(name));
      this.#opened(Object.fromEntries(params));
    });
    const head = make(
      "div",
      { className: "candidate" },
      make("b", {}, pagination?.strategy ?? "?"),
      make("span", { className: "score" }, Number(score).toFixed(2)),
      button,
    );
    return make("li", {}, head, ...evidence.map(evidenceLine));
  }
}

function evidenceLine({ pointer, value, says }) {
  const place = make("code", {}, cut(String(pointer), 80));
  const found = make("code", { className: "value" }, cut(JSON.stringify(value ?? null), 60));
  return make("p", {}, place, " ", found, " ", says ?? "");
}

// The steps of a user in the page of the grid, in a browser; the result is where it goes to. The test
// sends the text of the function, which runs before the page's own script.

export function drive() {
  const posted = [];
  const COLUMNS = ["id", "name"];
  const answer = (data) => window.dispatchEvent(new MessageEvent("message", { data }));

  /** The editor's side of the page: rows come at once, 1,000 of them. */
  globalThis.acquireVsCodeApi = () => ({
    postMessage(message) {
      posted.push(message);
      if (message.type !== "rows") return;
      const rows = [];
      for (let at = message.start; at < Math.min(1000, message.start + message.count); at += 1) {
        rows.push([`1234567890123456${7000 + at}`, at % 2 === 0 ? "new ford" : "ford, a new one"]);
      }
      setTimeout(() => {
        answer({ type: "rows", start: message.start, rows, columns: COLUMNS, count: 1000, isExact: true });
      }, 5);
    },
  });

  // Pointers that are made up cannot be captured.
  Element.prototype.setPointerCapture = () => {};

  const by = (id) => document.getElementById(id);
  const waited = (milliseconds = 50) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  /** Waits until something is true, or not long enough: then the result shows it. */
  async function until(holds) {
    for (let round = 0; round < 100 && !holds(); round += 1) await waited();
  }
  const firstNumber = () => by("rows").firstChild?.querySelector(".number").textContent;
  const texts = (element, part) => [...element.querySelectorAll(part)].map((each) => each.textContent);
  const key = (name, more) => by("grid").dispatchEvent(
    new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...more }),
  );

  async function run() {
    const result = {};
    await until(() => texts(by("rows"), ".cell").length > 1);
    result.head = texts(by("head"), ".cell");
    result.first = texts(by("rows").firstChild, ".cell");
    result.status = by("status").textContent;

    key("ArrowDown");
    key("ArrowRight");
    key("c", { ctrlKey: true });
    key("C", { ctrlKey: true, shiftKey: true });
    key("Enter");
    by("choose").click();
    result.posted = posted.filter(({ type }) => type !== "rows");

    // Rows that come make the head anew.
    const headCell = () => by("head").querySelector(".cell");
    const { left, right } = headCell().getBoundingClientRect();
    const pointer = (name, clientX) => headCell().dispatchEvent(
      new PointerEvent(name, { clientX, bubbles: true, cancelable: true }),
    );
    pointer("pointerdown", right - 2);
    pointer("pointermove", left + 222);
    pointer("pointerup", left + 222);
    pointer("pointermove", left + 20);
    await waited();
    const width = (element) => Math.round(element.getBoundingClientRect().width);
    const cell = by("rows").firstChild.querySelector(".cell");
    result.widths = [width(headCell()), width(cell)];
    by("scroller").scrollTop = 4400;
    await until(() => firstNumber() === "201" && by("rows").querySelector(".waiting") === null);
    result.scrolled = [
      firstNumber(), width(by("rows").firstChild.querySelector(".cell")),
    ];
    by("scroller").scrollTop = 0;
    await until(() => firstNumber() === "1");

    // Columns that are wider than the page: the head goes along.
    pointer("pointerdown", headCell().getBoundingClientRect().right - 2);
    pointer("pointermove", left + 1150);
    pointer("pointerup", left + 1150);
    by("scroller").scrollLeft = 150;
    await until(() => by("head").scrollLeft === 150);
    const edge = (element) => Math.round(element.getBoundingClientRect().right);
    result.edges = edge(headCell()) - edge(by("rows").firstChild.querySelector(".cell"));
    result.scrollLeft = by("scroller").scrollLeft;
    by("scroller").scrollLeft = 0;

    key("/");
    result.focused = document.activeElement.id;
    by("filter").value = '"a new"';
    by("filter").dispatchEvent(new Event("input"));
    await until(() => firstNumber() === "2");
    result.filtered = texts(by("rows").firstChild, "div");
    result.filterStatus = by("status").textContent;
    key("Enter");
    result.opened = posted.at(-1);
    by("filter").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    await until(() => firstNumber() === "1");
    result.unfiltered = [by("filter").value, firstNumber()];
    return result;
  }

  window.addEventListener("load", async () => {
    const result = await run().catch((error) => ({ error: `${error.stack}` }));
    // The page may ask for nothing, but it may be left.
    location.href = `/result?${encodeURIComponent(JSON.stringify(result))}`;
  });
}

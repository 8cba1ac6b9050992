// The position of one paginator, as its calls and loops move it: none misses items silently.

import { PaginatorError } from "./errors.js";

export class Position {
  /** Another one each time that a call or loop begins to move it; null before. */
  #reading = null;
  /** It may have moved before the call or loop that moves it now. */
  wasRead = false;
  /** It is past the last page that a loop over a walk has handed out. */
  isAhead = false;

  /**
   * Moves it on behalf of one call or loop; a loop that had it will say so. Fails where that would
   * continue from a position that nobody knows.
   */
  begin(continues = true) {
    if (continues && this.isAhead) {
      throw new PaginatorError(
        "A loop over these pages was left, and the server has read ahead of it, so to continue " +
          "here would miss items. Begin again: with reset(), or with a loop over the items.",
        { kind: "positionMoved" },
      );
    }
    this.wasRead = this.#reading !== null;
    this.#reading = {};
    return this.#reading;
  }

  /** Fails if it has moved on behalf of another call or loop. */
  goOn(reading, hasLoaded = false) {
    if (this.#reading === reading) return;
    if (hasLoaded) this.begin(false); // The other one may lack what was just loaded.
    throw new PaginatorError(
      "Another loop or call has moved these pages meanwhile, so this loop would miss items. A " +
        "loop of its own needs pages of its own: open the list once more.",
      { kind: "positionMoved" },
    );
  }
}

// The position of the view in the list. Browsers cap heights: beyond HEIGHT_MAX a jump of the scroll bar
// leads to the same share of the list, while small movements (wheel, a finger) stay one to one.

const HEIGHT_MAX = 10_000_000;

/** Movements up to so many views are small. */
const SMALL_VIEWS = 2;

export class Scroller {
  #box;
  #space;
  #rowHeight;
  #headHeight;
  #rows = 0;
  #height = 0;
  /** The place in the whole list less the place of the bar. */
  #offset = 0;
  #last = 0;

  /** `box` scrolls, `space` is as high as the list, below a head that stays. */
  constructor(box, space, { rowHeight, headHeight }) {
    this.#box = box;
    this.#space = space;
    this.#rowHeight = rowHeight;
    this.#headHeight = headHeight;
  }

  /** The height of the rows' part of the view. */
  get viewHeight() {
    return Math.max(0, this.#box.clientHeight - this.#headHeight);
  }

  get #fullHeight() {
    return this.#rows * this.#rowHeight;
  }

  get #topMax() {
    return Math.max(0, this.#fullHeight - this.viewHeight);
  }

  get #barMax() {
    return Math.max(0, this.#height - this.viewHeight);
  }

  /** The place of the view in the whole list, in pixels. */
  get top() {
    return Math.min(this.#topMax, Math.max(0, this.#box.scrollTop + this.#offset));
  }

  /** The offset of a row from the top of the space. */
  placeOf(row) {
    return row * this.#rowHeight - this.#offset;
  }

  resize(rows) {
    if (rows === this.#rows) return;
    const { top } = this;
    this.#rows = rows;
    this.#height = Math.min(HEIGHT_MAX, this.#fullHeight);
    this.#space.style.height = `${this.#height}px`;
    if (this.#height === this.#fullHeight) this.#offset = 0;
    this.scrollTo(top);
  }

  /** After a movement of the bar; whether it was a jump. */
  moved() {
    const bar = this.#box.scrollTop;
    const distance = Math.abs(bar - this.#last);
    const isJump = distance > SMALL_VIEWS * this.viewHeight;
    this.#last = bar;
    if (this.#height === this.#fullHeight) return isJump;
    const top = bar + this.#offset;
    const isStuck = (bar <= 0 && top > 0) || (bar >= this.#barMax - 1 && top < this.#topMax);
    if (isJump) this.#offset = this.#share(bar) - bar;
    else if (isStuck || top < 0 || top > this.#topMax) this.scrollTo(top);
    return isJump;
  }

  /** Brings a place of the list to the top of the view. */
  scrollTo(top) {
    const place = Math.min(this.#topMax, Math.max(0, top));
    if (this.#height < this.#fullHeight) {
      const bar = Math.round((place / this.#topMax) * this.#barMax);
      this.#box.scrollTop = bar;
      // At either end of the bar there is no way on: that is the list's end, too.
      const isLast = this.#box.scrollTop >= this.#barMax - 1;
      this.#offset = (isLast ? this.#topMax : place) - this.#box.scrollTop;
    } else if (this.#box.scrollTop !== place) this.#box.scrollTop = place;
    this.#last = this.#box.scrollTop;
  }

  /** Moves as little as needed to bring a row into view. */
  reveal(row) {
    const start = row * this.#rowHeight;
    const end = start + this.#rowHeight;
    if (start < this.top) this.scrollTo(start);
    else if (end > this.top + this.viewHeight) this.scrollTo(end - this.viewHeight);
  }

  /** The first and the last row in view, exclusive. */
  get visible() {
    const start = Math.floor(this.top / this.#rowHeight);
    const end = Math.ceil((this.top + this.viewHeight) / this.#rowHeight);
    return { start, end: Math.max(start, Math.min(end, this.#rows)) };
  }

  /** The first row that is in view from its top on. */
  get firstWhole() {
    return Math.ceil(this.top / this.#rowHeight);
  }

  /** The share of the list that the bar's share of its way stands for. */
  #share(bar) {
    return this.#barMax === 0 ? 0 : (bar / this.#barMax) * this.#topMax;
  }
}

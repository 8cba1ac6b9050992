// The arithmetic of a list that is longer than a browser lets an element be.

/** The height of a row, in pixels. */
export const ROW_HEIGHT = 22;

/** The greatest height of the scrolled element: browsers end at 17 to 33 million pixels. */
export const HEIGHT_MAX = 16_000_000;

/** The height of the element that is scrolled. */
export function heightOf(count) {
  return Math.min(count * ROW_HEIGHT, HEIGHT_MAX);
}

/**
 * The visible rows, and the position of the first of them: `{first, end, top}`.
 *
 * Where the element is as high as all rows, a pixel is a pixel; past that, positions are shares.
 */
export function visibleRows({ scrollTop, viewHeight, count }) {
  const height = heightOf(count);
  const shown = Math.ceil(viewHeight / ROW_HEIGHT) + 1;
  if (height === count * ROW_HEIGHT) {
    const first = Math.max(0, Math.min(count, Math.floor(scrollTop / ROW_HEIGHT)));
    return { first, end: Math.min(count, first + shown), top: first * ROW_HEIGHT };
  }
  const share = Math.min(1, Math.max(0, scrollTop / Math.max(1, height - viewHeight)));
  const last = Math.max(0, count - shown + 1);
  const first = Math.round(share * last);
  return { first, end: Math.min(count, first + shown), top: scrollTop };
}

/** The scroll position at which a row is the first. */
export function scrollTopOf(row, { viewHeight, count }) {
  const height = heightOf(count);
  if (height === count * ROW_HEIGHT) return row * ROW_HEIGHT;
  const last = Math.max(1, count - Math.ceil(viewHeight / ROW_HEIGHT));
  return Math.min(1, row / last) * (height - viewHeight);
}

// The requests as bars over time. What is under way at the same time is drawn side by side; a
// wait is a frame in its bar. Screen readers have the table.

import { draw } from "./dom.js";
import { duration } from "./text.js";

/** The time that is shown grows from the first to the second, in milliseconds. */
const SPAN_MIN = 2_000;
const SPAN_MAX = 30_000;
const LANES_MAX = 64;
const AXIS = 16;
const LANE_MAX = 14;
const BAR_MIN = 2;
/** Steps between two ticks, in milliseconds. */
const STEPS = [250, 500, 1_000, 2_000, 5_000, 10_000];

export class Timeline {
  #svg;

  constructor(svg) {
    this.#svg = svg;
  }

  draw(loads) {
    const { clientWidth: width, clientHeight: height } = this.#svg;
    if (width === 0 || loads.length === 0) return this.#svg.replaceChildren();
    const now = performance.now();
    const isActive = loads.some((load) => load.ended === null);
    const last = isActive ? now : Math.max(...loads.map((load) => load.ended));
    const oldest = Math.max(loads[0].began, last - SPAN_MAX);
    const span = Math.max(SPAN_MIN, last - oldest) * 1.02;
    const x = (time) => Math.max(0, ((time - oldest) / span) * width);
    const inView = loads.filter((load) => (load.ended ?? now) >= oldest);
    const lanes = laned(inView, now);
    const count = Math.max(4, ...lanes.map((lane) => lane + 1));
    const laneHeight = Math.min(LANE_MAX, (height - AXIS) / count);
    const bars = inView.flatMap((load, index) => {
      const y = AXIS + lanes[index] * laneHeight;
      return barsOf(load, now, x, y, Math.max(1, laneHeight - 2));
    });
    return this.#svg.replaceChildren(...ticks(span, width, height), ...bars);
  }
}

/** The lane of each load: the first that is free when it begins. */
function laned(loads, now) {
  const ends = [];
  return loads.map(({ began, ended }) => {
    let lane = ends.findIndex((end) => end <= began);
    if (lane < 0) lane = Math.min(ends.length, LANES_MAX - 1);
    ends[lane] = ended ?? now;
    return lane;
  });
}

function barsOf(load, now, x, y, height) {
  const end = load.ended ?? now;
  const bar = (from, to, kind) =>
    draw("rect", {
      class: kind,
      x: x(from).toFixed(1),
      y: y.toFixed(1),
      width: Math.max(BAR_MIN, x(to) - x(from)).toFixed(1),
      height: height.toFixed(1),
      rx: 1.5,
    });
  let kind = "done";
  if (load.ended === null) kind = "pending";
  else if (load.error !== null) kind = "failed";
  else if (load.why === "ahead") kind = "ahead";
  const waits = load.waits.map(([from, to]) => bar(from, Math.min(to, end), "wait"));
  return [bar(load.began, end, kind), ...waits];
}

function ticks(span, width, height) {
  const step = STEPS.find((each) => span / each <= width / 70) ?? STEPS.at(-1);
  const made = [];
  for (let at = step; at < span; at += step) {
    const x = ((at / span) * width).toFixed(1);
    made.push(draw("line", { x1: x, x2: x, y1: 0, y2: height }));
    made.push(draw("text", { x: Number(x) - 4, y: 11, "text-anchor": "end" }, duration(at)));
  }
  return made;
}

// Where things are: bands below one another, time from left to right, and which part of both is seen.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Steps between the marks of the time axis. */
const STEPS = [
  1000, 5000, 15_000, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR,
  DAY, 2 * DAY, 7 * DAY, 14 * DAY,
];

/** The positions of all nodes, apart from what is seen of them. */
class Scene {
  /** @param {Log} log */
  constructor(log) {
    this.log = log;
    this.isByTime = true;
    /** The positions of the first and the last node. */
    this.first = 0;
    this.last = 0;
    /** The space between two bands, in lanes. */
    this.gap = 0.5;
    /** The position of each node from left to right: its moment, or its number. */
    this.xs = log.walls;
    /** The nodes of each band from left to right; those of a band begin where the log's do. */
    this.sorted = log.bandNodes.slice();
    /** @type {Int32Array} the bands from top to bottom */
    this.order = new Int32Array(0);
    /** The top of each band, in lanes, by its rank in the order; at the end the height of all. */
    this.tops = new Float64Array(1);
    /** The rank of each band in the order; -1 if it is hidden. */
    this.rankOf = new Int32Array(log.meta.bands.length).fill(-1);
    /** The vertical position of each node in lanes; far above everything if its band is hidden. */
    this.ys = new Float64Array(log.count);
    this.setSpacing(true);
  }

  /** @param {boolean} isByTime */
  setSpacing(isByTime) {
    const { log } = this;
    this.isByTime = isByTime;
    this.xs = isByTime ? log.walls : Float64Array.from(log.walls, (_, node) => node);
    this.first = Infinity;
    this.last = -Infinity;
    for (const x of this.xs) {
      if (x < this.first) this.first = x;
      if (x > this.last) this.last = x;
    }
    if (log.count === 0) this.first = this.last = Date.parse(log.meta.now);
    for (let band = 0; band + 1 < log.bandStarts.length; band++) {
      const nodes = this.sorted.subarray(log.bandStarts[band], log.bandStarts[band + 1]);
      let isSorted = true;
      for (let index = 1; index < nodes.length && isSorted; index++) {
        isSorted = this.xs[nodes[index - 1]] <= this.xs[nodes[index]];
      }
      if (!isSorted) nodes.sort((left, right) => this.xs[left] - this.xs[right] || left - right);
    }
  }

  /**
   * Sets the space between two bands.
   * @param {number} gap
   * @returns {boolean} whether it has changed: the bands are to be arranged again
   */
  setGap(gap) {
    const hasChanged = gap !== this.gap;
    this.gap = gap;
    return hasChanged;
  }

  /**
   * Puts bands below one another.
   * @param {number[]} bands
   */
  arrange(bands) {
    this.order = Int32Array.from(bands);
    this.tops = new Float64Array(bands.length + 1);
    this.rankOf.fill(-1);
    let top = 0;
    bands.forEach((band, rank) => {
      this.tops[rank] = top;
      this.rankOf[band] = rank;
      top += this.log.meta.bands[band].lanes + this.gap;
    });
    this.tops[bands.length] = top;
    const { log, rankOf, tops, ys, gap } = this;
    for (let node = 0; node < log.count; node++) {
      const rank = rankOf[log.bands[node]];
      ys[node] = rank < 0 ? -1e9 : tops[rank] + log.lanes[node] + 0.5 + gap / 2;
    }
  }

  get height() { return this.tops[this.tops.length - 1]; }

  /**
   * The vertical position of a node in lanes; null if its band is hidden.
   * @param {number} node
   */
  laneOf(node) {
    return this.ys[node] < -1e8 ? null : this.ys[node];
  }

  /**
   * The nodes of a band from left to right.
   * @param {number} band
   */
  nodesOf(band) {
    return this.sorted.subarray(this.log.bandStarts[band], this.log.bandStarts[band + 1]);
  }

  /**
   * The index of the first of a band's nodes that is not left of a position.
   * @param {Int32Array} nodes
   * @param {number} x
   */
  firstAt(nodes, x) {
    let low = 0;
    let high = nodes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.xs[nodes[middle]] < x) low = middle + 1; else high = middle;
    }
    return low;
  }
}

/** What is seen of a scene. */
class View {
  constructor() {
    this.width = 800;
    this.height = 500;
    /** The width of the names at the left, and the height of the axis at the top. */
    this.gutter = 200;
    this.axis = 26;
    /** The position at the left edge of the nodes, and pixels for each unit. */
    this.left = 0;
    this.scaleX = 1;
    /** The lane at the top, and pixels for each lane. */
    this.top = 0;
    this.scaleY = 26;
  }

  /** @param {number} x */
  screenX(x) { return this.gutter + (x - this.left) * this.scaleX; }
  /** @param {number} lane */
  screenY(lane) { return this.axis + (lane - this.top) * this.scaleY; }
  /** @param {number} pixel */
  sceneX(pixel) { return this.left + (pixel - this.gutter) / this.scaleX; }
  /** @param {number} pixel */
  sceneY(pixel) { return this.top + (pixel - this.axis) / this.scaleY; }
  get right() { return this.sceneX(this.width); }
  get bottom() { return this.sceneY(this.height); }

  /**
   * Shows a part of the time with some room at both sides.
   * @param {number} from
   * @param {number} to
   */
  fitX(from, to) {
    const room = Math.max(40, this.width - this.gutter - 60);
    this.scaleX = room / Math.max(to - from, 1);
    this.left = (from + to) / 2 - (this.width - this.gutter) / 2 / this.scaleX;
  }

  /**
   * Keeps what is seen near the scene.
   * @param {Scene} scene
   */
  clamp(scene) {
    const span = Math.max(scene.last - scene.first, 1);
    const width = Math.max(1, this.width - this.gutter);
    const closest = scene.isByTime ? width / (2 * MINUTE) : 60;
    this.scaleX = Math.min(Math.max(this.scaleX, width / (span * 4 + (scene.isByTime ? DAY : 4))), closest);
    this.scaleY = Math.min(Math.max(this.scaleY, Math.min(4, (this.height - this.axis) / Math.max(1, scene.height))), 48);
    const half = width / 2 / this.scaleX;
    this.left = Math.min(Math.max(this.left, scene.first - half), scene.last + half - width / this.scaleX + half);
    const lowest = scene.height - (this.height - this.axis) / this.scaleY;
    this.top = Math.max(0, Math.min(this.top, lowest));
  }
}

/**
 * The marks of the time axis: positions and texts.
 * @param {View} view
 * @returns {{x: number, text: string, isLarge: boolean}[]}
 */
function timeMarks(view) {
  const least = 84 / view.scaleX;
  const marks = [];
  const [from, to] = [view.left, view.right];
  const step = STEPS.find((candidate) => candidate >= least);
  if (step !== undefined) {
    const zone = new Date(from).getTimezoneOffset() * MINUTE;
    for (let x = Math.floor((from - zone) / step) * step + zone; x <= to && marks.length < 200; x += step) {
      const date = new Date(x);
      const isMidnight = date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0;
      const seconds = step < MINUTE ? `:${twoDigits(date.getSeconds())}` : "";
      const text = step >= DAY || isMidnight ? day(x) : `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}${seconds}`;
      marks.push({ x, text, isLarge: isMidnight });
    }
    return marks;
  }
  const months = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 12_000]
    .find((count) => count * 30.4 * DAY >= least) ?? 12_000;
  const first = new Date(from);
  let month = Math.floor((first.getFullYear() * 12 + first.getMonth()) / months) * months;
  for (; marks.length < 200; month += months) {
    const date = new Date(2000, 0, 1);
    date.setFullYear(Math.floor(month / 12), month % 12, 1);
    const x = date.getTime();
    if (x > to) break;
    const text = months >= 12 ? String(date.getFullYear()) : `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}`;
    marks.push({ x, text, isLarge: date.getMonth() === 0 });
  }
  return marks;
}

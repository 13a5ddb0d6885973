// Drawing the graph on a canvas. Few nodes are drawn as shapes with their edges, many as points of a picture.

/** At most so many nodes are drawn as shapes. */
const SHAPE_LIMIT = 1500;
/** Lanes are drawn as shapes if they have so many pixels. */
const SHAPE_LANE = 7;

/** What is marked in the graph beside the nodes themselves. */
class Highlights {
  constructor() {
    /** @type {number|null} */ this.selected = null;
    /** @type {number|null} */ this.hovered = null;
    /** @type {number[]} the two nodes that are compared */ this.compared = [];
    /** @type {number[]} the nodes that decide a verdict */ this.chain = [];
    /**
     * A test of nodes that stand out; the others are faint.
     * @type {((node: number) => boolean)|null}
     */
    this.filter = null;
  }
}

/** Draws a scene. */
class Painter {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Scene} scene
   * @param {View} view
   * @param {Highlights} highlights
   */
  constructor(canvas, scene, view, highlights) {
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    this.scene = scene;
    this.view = view;
    this.highlights = highlights;
    /** Pixels of the canvas for each of the page. */
    this.ratio = 1;
    this.isDark = false;
    this.colors = { paper: "", ink: "", soft: "", line: "", stripe: "", bad: "", accent: "", edge: "" };
    /** @type {string[]} */
    this.deviceColors = [];
    this.deviceBytes = new Uint32Array(0);
    this.badBytes = 0;
    this.faintBytes = 0;
    this.font = "";
    this.smallFont = "";
    /**
     * The pixel of each node, for one filter.
     * @type {Uint32Array|null}
     */
    this.colored = null;
    /** @type {((node: number) => boolean)|null} */
    this.coloredFilter = null;
    this.points = document.createElement("canvas");
    /** @type {ImageData|null} */
    this.image = null;
    /**
     * Titles that were cut to a width.
     * @type {Map<string, string>}
     */
    this.cutTitles = new Map();
    this.readColors();
  }

  /** Reads the colours of the page, which follow the choice of light or dark. */
  readColors() {
    const style = getComputedStyle(document.documentElement);
    const color = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    this.isDark = color("--scheme") === "dark";
    this.colors = {
      paper: color("--paper"), ink: color("--ink"), soft: color("--soft"), line: color("--line"),
      stripe: color("--stripe"), bad: color("--bad"), accent: color("--accent"), edge: color("--edge"),
    };
    const count = Math.max(1, this.scene.log.meta.devices.length);
    this.deviceColors = Array.from({ length: count }, (_, device) =>
      `hsl(${deviceHue(device)} ${this.isDark ? "62% 66%" : "58% 42%"})`);
    this.deviceBytes = Uint32Array.from(this.deviceColors, (text) => this.colorBytes(text));
    this.badBytes = this.colorBytes(this.colors.bad);
    this.faintBytes = this.colorBytes(this.colors.edge);
    this.cutTitles.clear();
    this.colored = null;
    this.font = `13px ${style.fontFamily}`;
    this.smallFont = `11px ${style.fontFamily}`;
  }

  /**
   * A colour as a pixel of a picture.
   * @param {string} text
   */
  colorBytes(text) {
    const pixel = document.createElement("canvas");
    pixel.width = pixel.height = 1;
    const context = /** @type {CanvasRenderingContext2D} */ (pixel.getContext("2d"));
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    return (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
  }

  /**
   * @param {number} width
   * @param {number} height in pixels of the page
   */
  resize(width, height) {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.ratio = ratio;
    this.view.width = width;
    this.view.height = height;
  }

  /** Draws what is seen. */
  draw() {
    const { context, view, scene, colors } = this;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.fillStyle = colors.paper;
    context.fillRect(0, 0, view.width, view.height);
    const first = Math.max(0, lastNotAbove(scene.tops, view.top));
    const end = Math.min(scene.order.length, lastNotAbove(scene.tops, view.bottom) + 1);
    this.drawStripes(first, end);
    this.drawAxis();
    context.save();
    context.beginPath();
    context.rect(view.gutter, view.axis, view.width - view.gutter, view.height - view.axis);
    context.clip();
    const ranges = view.scaleY < SHAPE_LANE ? null : this.visibleRanges(first, end);
    if (!ranges || ranges.count > SHAPE_LIMIT) drawPoints(this, first, end);
    else this.drawShapes(ranges.list);
    this.drawGaps(first, end);
    this.drawHighlights();
    context.restore();
    this.drawTitles(first, end);
  }

  /**
   * The nodes of each band that are seen, as ranges of the band's nodes.
   * @param {number} first
   * @param {number} end
   */
  visibleRanges(first, end) {
    const { scene, view } = this;
    const margin = 12 / view.scaleX;
    const list = [];
    let count = 0;
    for (let rank = first; rank < end; rank++) {
      const band = scene.order[rank];
      const nodes = scene.nodesOf(band);
      const from = scene.firstAt(nodes, view.left - margin);
      const to = scene.firstAt(nodes, view.right + margin);
      count += to - from;
      list.push({ rank, band, nodes, from, to });
    }
    return { list, count };
  }

  /**
   * @param {number} first
   * @param {number} end
   */
  drawStripes(first, end) {
    const { context, view, scene, colors } = this;
    if (view.scaleY * 1.5 < 10) return;
    context.fillStyle = colors.stripe;
    for (let rank = first; rank < end; rank++) {
      if (rank % 2 === 0) continue;
      const top = view.screenY(scene.tops[rank]);
      context.fillRect(0, top, view.width, view.screenY(scene.tops[rank + 1]) - top);
    }
  }

  drawAxis() {
    const { context, view, colors, scene } = this;
    context.font = this.smallFont;
    context.textBaseline = "middle";
    context.textAlign = "left";
    context.strokeStyle = colors.line;
    context.lineWidth = 1;
    context.beginPath();
    const marks = scene.isByTime ? timeMarks(view) : [];
    for (const mark of marks) {
      const x = Math.round(view.screenX(mark.x)) + 0.5;
      if (x < view.gutter) continue;
      context.moveTo(x, view.axis - 6);
      context.lineTo(x, view.height);
    }
    context.moveTo(0, view.axis + 0.5);
    context.lineTo(view.width, view.axis + 0.5);
    context.stroke();
    for (const mark of marks) {
      const x = view.screenX(mark.x);
      if (x < view.gutter - 2) continue;
      context.fillStyle = mark.isLarge ? colors.ink : colors.soft;
      context.fillText(mark.text, x + 4, view.axis / 2);
    }
    if (scene.isByTime && view.gutter > 90) {
      // The day at the left edge, since the marks can have hours alone.
      context.fillStyle = colors.soft;
      context.fillText(day(view.left), 10, view.axis / 2);
    }
    if (!scene.isByTime) {
      context.fillStyle = colors.soft;
      context.fillText("one step for each node, in replay order", view.gutter + 8, view.axis / 2);
    }
  }

  /**
   * Few nodes: edges first, then a shape each.
   * @param {{rank: number, band: number, nodes: Int32Array, from: number, to: number}[]} ranges
   */
  drawShapes(ranges) {
    const { context, view, scene, highlights, colors } = this;
    const { log, xs } = scene;
    context.lineWidth = 1.5;
    context.strokeStyle = colors.edge;
    context.beginPath();
    for (const { band, nodes, from, to } of ranges) {
      // Edges that only pass through come from one of the next nodes.
      const beyond = Math.min(nodes.length, to + 2 * log.meta.bands[band].lanes);
      const first = from === 0 ? 0 : from;
      for (let index = first; index < beyond; index++) this.traceEdges(nodes[index]);
    }
    context.stroke();
    const radius = Math.max(2.5, Math.min(6, view.scaleY * 0.24));
    const { filter } = highlights;
    for (const { nodes, from, to } of ranges) {
      for (let index = from; index < to; index++) {
        const node = nodes[index];
        const lane = /** @type {number} */ (scene.laneOf(node));
        context.globalAlpha = filter && !filter(node) ? 0.18 : 1;
        drawNode(this, node, view.screenX(xs[node]), view.screenY(lane), radius);
      }
    }
    context.globalAlpha = 1;
  }

  /**
   * Adds the ways to a node's parents.
   * @param {number} node
   */
  traceEdges(node) {
    const { context, view, scene } = this;
    const { log, xs } = scene;
    const x = view.screenX(xs[node]);
    const y = view.screenY(/** @type {number} */ (scene.laneOf(node)));
    for (let edge = log.edgeStarts[node]; edge < log.edgeStarts[node + 1]; edge++) {
      const parent = log.edgeNodes[edge];
      const parentX = view.screenX(xs[parent]);
      const parentY = view.screenY(/** @type {number} */ (scene.laneOf(parent)));
      if (parentX > view.width + 20 || x < view.gutter - 20 && parentX < view.gutter - 20) continue;
      const laneY = y + (log.edgeLanes[edge] - log.lanes[node]) * view.scaleY;
      const bend = Math.min(22, Math.abs(x - parentX) / 2) * (x < parentX ? -1 : 1);
      context.moveTo(parentX, parentY);
      if (parentY !== laneY) context.bezierCurveTo(parentX + bend * 0.6, parentY, parentX + bend * 0.4, laneY, parentX + bend, laneY);
      context.lineTo(x - bend, laneY);
      if (laneY === y) context.lineTo(x, y);
      else context.bezierCurveTo(x - bend * 0.4, laneY, x - bend * 0.6, y, x, y);
    }
  }

  /**
   * Where the sign of a gap in a band's history is: behind its last node.
   * @param {number} rank
   */
  gapPoint(rank) {
    const { view, scene } = this;
    const nodes = scene.nodesOf(scene.order[rank]);
    const last = nodes[nodes.length - 1];
    return { x: view.screenX(scene.xs[last]) + 26, y: view.screenY(scene.ys[last]) };
  }

  /**
   * Signs for nodes that are damaged or missing.
   * @param {number} first
   * @param {number} end
   */
  drawGaps(first, end) {
    const { context, scene, colors, view } = this;
    if (view.scaleY < SHAPE_LANE) return;
    context.font = `bold ${this.smallFont}`;
    for (let rank = first; rank < end; rank++) {
      if (!scene.log.meta.bands[scene.order[rank]].gap) continue;
      const { x, y } = this.gapPoint(rank);
      context.strokeStyle = context.fillStyle = colors.bad;
      context.lineWidth = 1.5;
      context.setLineDash([3, 2]);
      context.strokeRect(x - 8, y - 8, 16, 16);
      context.setLineDash([]);
      context.textAlign = "center";
      context.fillText("?", x, y + 0.5);
      context.textAlign = "left";
    }
  }

  /** Rings around what is selected, compared, and decides a verdict. */
  drawHighlights() {
    const { context, view, scene, highlights, colors } = this;
    const ring = (/** @type {number} */ node, /** @type {string} */ color, /** @type {number} */ radius, /** @type {string} */ label) => {
      const lane = scene.laneOf(node);
      if (lane === null) return;
      const [x, y] = [view.screenX(scene.xs[node]), view.screenY(lane)];
      context.strokeStyle = color;
      context.lineWidth = 2.5;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.stroke();
      if (!label) return;
      context.font = `bold ${this.smallFont}`;
      context.fillStyle = color;
      context.textAlign = "center";
      context.fillText(label, x, y - radius - 7);
      context.textAlign = "left";
    };
    const chain = highlights.chain.filter((node) => scene.laneOf(node) !== null);
    context.strokeStyle = colors.bad;
    context.lineWidth = 2;
    context.setLineDash([5, 4]);
    context.beginPath();
    chain.forEach((node, index) => {
      const point = /** @type {[number, number]} */ ([view.screenX(scene.xs[node]), view.screenY(/** @type {number} */ (scene.laneOf(node)))]);
      if (index === 0) context.moveTo(...point); else context.lineTo(...point);
    });
    context.stroke();
    context.setLineDash([]);
    chain.forEach((node, index) => ring(node, colors.bad, 11, String(index + 1)));
    highlights.compared.forEach((node, index) => ring(node, colors.accent, 12, "AB"[index]));
    if (highlights.hovered !== null) ring(highlights.hovered, colors.soft, 10, "");
    if (highlights.selected !== null) ring(highlights.selected, colors.ink, 10, "");
  }

  /**
   * The names of bands.
   * @param {number} first
   * @param {number} end
   */
  drawTitles(first, end) {
    const { context, view, scene, colors } = this;
    const least = Math.max(1, Math.ceil(15 / (view.scaleY * (1 + scene.gap))));
    const isBeside = view.gutter > 0;
    if (isBeside) {
      context.strokeStyle = colors.line;
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(view.gutter - 0.5, 0);
      context.lineTo(view.gutter - 0.5, view.height);
      context.stroke();
    }
    context.font = isBeside ? this.font : this.smallFont;
    context.textBaseline = "middle";
    const room = isBeside ? view.gutter - 20 : view.width - 16;
    for (let rank = first - first % least; rank < end; rank += least) {
      const band = scene.log.meta.bands[scene.order[rank]];
      const top = view.screenY(scene.tops[rank]);
      const y = isBeside ? top + view.scaleY * 0.5 * (1 + scene.gap) : top + 7;
      if (y < view.axis + 2) continue;
      context.fillStyle = band.status && band.status !== "open" || band.kind !== "task" ? colors.soft : colors.ink;
      context.fillText(this.cut(band.title, room), isBeside ? 10 : 8, y);
    }
  }

  /**
   * A title that fits a width.
   * @param {string} title
   * @param {number} width
   */
  cut(title, width) {
    const key = `${width} ${title}`;
    const known = this.cutTitles.get(key);
    if (known !== undefined) return known;
    let text = title.slice(0, 200);
    const { context } = this;
    if (context.measureText(text).width > width) {
      let [low, high] = [0, text.length];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (context.measureText(`${text.slice(0, middle)}…`).width <= width) low = middle; else high = middle - 1;
      }
      text = `${text.slice(0, low).trimEnd()}…`;
    }
    if (this.cutTitles.size > 5000) this.cutTitles.clear();
    this.cutTitles.set(key, text);
    return text;
  }
}

// The graph: what mouse, touch and keys do with it.

/** The orders of the bands, from top to bottom. */
const BAND_ORDERS = {
  recent: "Last changed first", oldest: "First created first", title: "By title", trouble: "Trouble first",
};

class Graph {
  /**
   * @param {Log} log
   * @param {(node: number) => void} open shows a node
   */
  constructor(log, open) {
    this.log = log;
    this.open = open;
    this.scene = new Scene(log);
    this.view = new View();
    this.highlights = new Highlights();
    this.canvas = /** @type {HTMLCanvasElement} */ (byID("canvas"));
    this.painter = new Painter(this.canvas, this.scene, this.view, this.highlights);
    this.overview = new Overview(/** @type {HTMLCanvasElement} */ (byID("overview")), this.scene, this.view, () => this.redraw());
    this.isWaiting = false;
    /**
     * The script times of the last redraws, in milliseconds.
     * @type {number[]}
     */
    this.times = [];
    this.orderName = "recent";
    /**
     * What compares states, and what shows a gap: set when the page starts.
     * @type {any}
     */
    this.compare = null;
    /** @type {((band: number) => void)|null} */
    this.openGap = null;
    /** @type {((band: number) => boolean)|null} */
    this.bandFilter = null;
    this.listen();
  }

  /**
   * Puts the bands in an order; those that a filter leaves out are hidden.
   * @param {string} [name]
   */
  arrange(name = this.orderName) {
    this.orderName = name;
    const { log } = this;
    const bands = log.meta.bands.map((_, band) => band).filter((band) => !this.bandFilter || this.bandFilter(band));
    const last = (/** @type {number} */ band) => log.walls[log.nodesOf(band).at(-1) ?? 0];
    const first = (/** @type {number} */ band) => log.walls[log.nodesOf(band)[0]];
    const trouble = (/** @type {number} */ band) => log.nodesOf(band).reduce(
      (sum, node) => sum + (log.has(node, MARK.withoutEffect) ? 1000 : 0), log.heads(band).length + (log.meta.bands[band].gap ? 1e9 : 0));
    if (name === "recent") bands.sort((left, right) => last(right) - last(left) || left - right);
    else if (name === "oldest") bands.sort((left, right) => first(left) - first(right) || left - right);
    else if (name === "title") bands.sort((left, right) => log.meta.bands[left].title.localeCompare(log.meta.bands[right].title) || left - right);
    else {
      const scores = new Map(bands.map((band) => [band, trouble(band)]));
      bands.sort((left, right) => (scores.get(right) ?? 0) - (scores.get(left) ?? 0) || left - right);
    }
    this.scene.arrange(bands);
    this.redraw();
  }

  resize() {
    const stage = byID("stage");
    const { width, height } = stage.getBoundingClientRect();
    if (width === 0) return;
    const strip = 40;
    const { view } = this;
    const before = view.width - view.gutter;
    view.gutter = width >= 640 ? Math.min(300, Math.round(width * 0.24)) : 0;
    // Without a column for them, titles are above their rows.
    if (this.scene.setGap(view.gutter > 0 ? 0.5 : 1)) this.arrange();
    this.painter.resize(width, Math.max(120, height - strip));
    // The same time stays visible.
    view.scaleX *= (view.width - view.gutter) / before;
    this.overview.resize(width, strip, this.painter);
    // At once: the new canvas is black, and paper has no further frame.
    this.drawNow();
  }

  /** Shows the first bands, over the time in which they changed. */
  fitFirst() {
    const { scene, view, log } = this;
    view.top = 0;
    view.scaleY = 28;
    const end = Math.max(1, lastNotAbove(scene.tops, view.bottom) + 1);
    let [from, to] = [Infinity, -Infinity];
    for (const band of scene.order.subarray(0, end)) {
      for (const node of log.nodesOf(band)) {
        from = Math.min(from, scene.xs[node]);
        to = Math.max(to, scene.xs[node]);
      }
    }
    if (from > to) [from, to] = [scene.first, scene.last];
    view.fitX(from, to);
    this.redraw();
  }

  /** Shows everything. */
  fitAll() {
    const { scene, view } = this;
    view.top = 0;
    view.scaleY = Math.min(28, (view.height - view.axis) / Math.max(1, scene.height));
    view.fitX(scene.first, scene.last);
    this.redraw();
  }

  /**
   * @param {number} factor
   * @param {number} [pixel] what stays where it is
   */
  zoomX(factor, pixel = (this.view.gutter + this.view.width) / 2) {
    const { view } = this;
    const x = view.sceneX(pixel);
    view.scaleX *= factor;
    view.clamp(this.scene);
    view.left = x - (pixel - view.gutter) / view.scaleX;
    this.redraw();
  }

  /**
   * @param {number} factor
   * @param {number} [pixel]
   */
  zoomY(factor, pixel = (this.view.axis + this.view.height) / 2) {
    const { view } = this;
    const lane = view.sceneY(pixel);
    view.scaleY *= factor;
    view.clamp(this.scene);
    view.top = lane - (pixel - view.axis) / view.scaleY;
    this.redraw();
  }

  /**
   * @param {number} byX
   * @param {number} byY in pixels
   */
  pan(byX, byY) {
    this.view.left += byX / this.view.scaleX;
    this.view.top += byY / this.view.scaleY;
    this.redraw();
  }

  /** @param {boolean} isByTime */
  setSpacing(isByTime) {
    const { scene, view, log } = this;
    const nodes = Array.from({ length: log.count }, (_, node) => node).filter((node) => scene.xs[node] >= view.left && scene.xs[node] <= view.right);
    scene.setSpacing(isByTime);
    const seen = nodes.map((node) => scene.xs[node]);
    view.fitX(seen.length ? seen.reduce((a, b) => Math.min(a, b)) : scene.first, seen.length ? seen.reduce((a, b) => Math.max(a, b)) : scene.last);
    this.resize();
  }

  /** Draws once before the next frame. */
  redraw() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.drawNow();
    });
  }

  drawNow() {
    const start = performance.now();
    this.view.clamp(this.scene);
    this.painter.draw();
    this.overview.draw(this.painter);
    this.times.push(performance.now() - start);
    if (this.times.length > 2000) this.times.splice(0, 1000);
  }

  /**
   * The node nearest to a point; null if none is near.
   * @param {number} x
   * @param {number} y
   */
  nodeAt(x, y) {
    return this.nodesAt(x, y)[0] ?? null;
  }

  /**
   * The node nearest to a point, after it the others that are in its place: nodes of one moment hide one another.
   * @param {number} x
   * @param {number} y
   * @returns {number[]}
   */
  nodesAt(x, y) {
    const { scene, view } = this;
    if (x < view.gutter || y < view.axis) return [];
    const reach = Math.max(9, view.scaleY * 0.45);
    const first = Math.max(0, lastNotAbove(scene.tops, view.sceneY(y - reach)));
    const end = Math.min(scene.order.length, lastNotAbove(scene.tops, view.sceneY(y + reach)) + 1);
    /** @type {number[]} */
    let best = [];
    let distance = reach * reach;
    for (let rank = first; rank < end; rank++) {
      const nodes = scene.nodesOf(scene.order[rank]);
      for (let index = scene.firstAt(nodes, view.sceneX(x - reach)); index < nodes.length; index++) {
        const node = nodes[index];
        const dx = view.screenX(scene.xs[node]) - x;
        if (dx > reach) break;
        const dy = view.screenY(/** @type {number} */ (scene.laneOf(node))) - y;
        const square = dx * dx + dy * dy;
        if (square > distance + 4) continue;
        best = square < distance - 4 ? [node] : [node, ...best];
        distance = Math.min(distance, square);
      }
    }
    return best;
  }

  /**
   * The band whose sign of a gap is at a point.
   * @param {number} x
   * @param {number} y
   */
  gapAt(x, y) {
    const { scene, view } = this;
    const rank = lastNotAbove(scene.tops, view.sceneY(y));
    if (rank < 0 || rank >= scene.order.length || !this.log.meta.bands[scene.order[rank]].gap) return null;
    const point = this.painter.gapPoint(rank);
    return Math.abs(point.x - x) < 12 && Math.abs(point.y - y) < 12 ? scene.order[rank] : null;
  }

  /**
   * Moves what is seen so that a node is in it.
   * @param {number} node
   */
  reveal(node) {
    const { scene, view } = this;
    if (scene.laneOf(node) === null) {
      this.bandFilter = null;
      this.arrange();
    }
    const lane = /** @type {number} */ (scene.laneOf(node));
    if (view.scaleY < SHAPE_LANE) view.scaleY = 24;
    const [x, y] = [view.screenX(scene.xs[node]), view.screenY(lane)];
    if (y < view.axis + 30 || y > view.height - 30) view.top = lane - (view.height - view.axis) / 2 / view.scaleY;
    if (x < view.gutter + 20 || x > view.width - 20) view.left = scene.xs[node] - (view.width - view.gutter) / 2 / view.scaleX;
    this.redraw();
  }

  /** @param {number|null} node */
  select(node) {
    this.highlights.selected = node;
    this.highlights.chain = [];
    if (node !== null) this.reveal(node);
    this.redraw();
  }

  // What a person does

  listen() {
    const { canvas } = this;
    /** @type {Map<number, {x: number, y: number}>} */
    const held = new Map();
    let moved = 0;
    const at = (/** @type {MouseEvent} */ event) => {
      const box = canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    canvas.addEventListener("pointerdown", (event) => {
      held.set(event.pointerId, at(event));
      moved = 0;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      const point = at(event);
      const last = held.get(event.pointerId);
      if (!last) return this.hover(this.nodeAt(point.x, point.y), point);
      const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const spread = (/** @type {{x: number, y: number}} */ from) => Math.max(20, Math.hypot(from.x - other.x, from.y - other.y));
        this.zoomX(spread(point) / spread(last), (point.x + other.x) / 2);
      } else {
        this.pan(last.x - point.x, last.y - point.y);
      }
      moved += Math.abs(point.x - last.x) + Math.abs(point.y - last.y);
      held.set(event.pointerId, point);
      if (moved > 4) canvas.classList.add("held");
    });
    const release = (/** @type {PointerEvent} */ event) => {
      held.delete(event.pointerId);
      canvas.classList.remove("held");
      if (event.type === "pointerup" && moved <= 4) {
        const { x, y } = at(event);
        // A further click on the selected node comes to the next one that it hides.
        const nodes = this.nodesAt(x, y);
        const node = nodes.length === 0 ? null : nodes[(nodes.indexOf(this.highlights.selected ?? -1) + 1) % nodes.length];
        const band = node === null ? this.gapAt(x, y) : null;
        const selected = this.highlights.selected;
        if (node !== null && event.shiftKey && selected !== null && selected !== node) this.compare?.show(selected, node);
        else if (node !== null) this.open(node);
        else if (band !== null) this.openGap?.(band);
      }
    };
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
    canvas.addEventListener("pointerleave", () => this.hover(null, { x: 0, y: 0 }));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const { x, y } = at(event);
      const factor = Math.exp(-event.deltaY * (event.deltaMode === 0 ? 0.002 : 0.06));
      if (event.altKey) this.zoomY(factor, y);
      else if (event.ctrlKey || event.metaKey) this.zoomX(factor, x);
      else if (event.shiftKey) this.pan(event.deltaY + event.deltaX, 0);
      else this.pan(event.deltaX, event.deltaY);
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * @param {number|null} node
   * @param {{x: number, y: number}} point
   */
  hover(node, point) {
    const tip = byID("tip");
    tip.hidden = node === null;
    this.canvas.classList.toggle("over", node !== null);
    if (node !== null) {
      tip.replaceChildren(
        element("strong", { text: actionLabel(this.log.action(node)) }), ` ${this.log.band(node).title}`,
        element("br"), `${moment(this.log.walls[node])}, ${this.log.authorText(node)}`,
        this.log.verdict(node) ? element("span", { class: "verdict", text: this.log.verdict(node)?.text }) : "");
      const left = Math.min(point.x + 14, this.view.width - 270);
      tip.style.transform = `translate(${Math.max(4, left)}px, ${point.y + 16}px)`;
    }
    if (this.highlights.hovered === node) return;
    this.highlights.hovered = node;
    this.redraw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = this.step(event.key);
    if (next !== undefined) {
      if (next !== null) this.open(next);
    } else if (event.key === "+" || event.key === "=") this.zoomX(1.5);
    else if (event.key === "-") this.zoomX(1 / 1.5);
    else if (event.key === "]") this.zoomY(1.4);
    else if (event.key === "[") this.zoomY(1 / 1.4);
    else if (event.key === "0") this.fitAll();
    else if (event.key === "1") this.fitFirst();
    else if (event.key === "PageDown") this.pan(0, this.view.height * 0.8);
    else if (event.key === "PageUp") this.pan(0, -this.view.height * 0.8);
    else return;
    event.preventDefault();
  }

  /**
   * The node that a key leads to from the selected one; undefined for other keys.
   * @param {string} key
   * @returns {number|null|undefined}
   */
  step(key) {
    const { scene, log } = this;
    if (!["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(key)) return undefined;
    const selected = this.highlights.selected;
    if (selected === null) {
      const band = scene.order[Math.max(0, lastNotAbove(scene.tops, this.view.top + 0.1))];
      return band === undefined ? null : scene.nodesOf(band).at(-1) ?? null;
    }
    const nodes = scene.nodesOf(log.bands[selected]);
    const index = nodes.indexOf(selected);
    if (key === "ArrowLeft") return nodes[index - 1] ?? null;
    if (key === "ArrowRight") return nodes[index + 1] ?? null;
    if (key === "Home") return nodes[0];
    if (key === "End") return nodes[nodes.length - 1];
    const rank = scene.rankOf[log.bands[selected]] + (key === "ArrowDown" ? 1 : -1);
    if (rank < 0 || rank >= scene.order.length) return null;
    const others = scene.nodesOf(scene.order[rank]);
    const near = Math.min(others.length - 1, scene.firstAt(others, scene.xs[selected]));
    return others[near];
  }
}

// The strip below the graph: how many nodes there are at each time, and which part of it is seen.

class Overview {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Scene} scene
   * @param {View} view
   * @param {() => void} changed
   */
  constructor(canvas, scene, view, changed) {
    this.canvas = canvas;
    this.width = 1;
    this.height = 1;
    this.ratio = 1;
    this.scene = scene;
    this.view = view;
    this.changed = changed;
    /** @type {HTMLCanvasElement|null} the bars, which change with the size alone */
    this.bars = null;
    let isHeld = false;
    const move = (/** @type {PointerEvent} */ event) => {
      const x = (event.clientX - canvas.getBoundingClientRect().left) / Math.max(1, this.width);
      const middle = scene.first + x * (scene.last - scene.first);
      view.left = middle - (view.width - view.gutter) / 2 / view.scaleX;
      changed();
    };
    canvas.addEventListener("pointerdown", (event) => {
      isHeld = true;
      canvas.setPointerCapture(event.pointerId);
      move(event);
    });
    canvas.addEventListener("pointermove", (event) => { if (isHeld) move(event); });
    canvas.addEventListener("pointerup", () => { isHeld = false; });
  }

  /**
   * @param {number} width
   * @param {number} height
   * @param {Painter} painter
   */
  resize(width, height, painter) {
    this.width = width;
    this.height = height;
    this.ratio = painter.ratio;
    this.canvas.width = Math.round(width * this.ratio);
    this.canvas.height = Math.round(height * this.ratio);
    const bars = document.createElement("canvas");
    bars.width = this.canvas.width;
    bars.height = this.canvas.height;
    const context = /** @type {CanvasRenderingContext2D} */ (bars.getContext("2d"));
    context.scale(this.ratio, this.ratio);
    context.fillStyle = painter.colors.stripe;
    context.fillRect(0, 0, width, height);
    const { scene } = this;
    const count = Math.max(1, Math.floor(width / 3));
    const counts = new Int32Array(count);
    const span = Math.max(scene.last - scene.first, 1);
    let most = 1;
    for (const x of scene.xs) {
      const bar = Math.min(count - 1, Math.floor((x - scene.first) / span * count));
      most = Math.max(most, ++counts[bar]);
    }
    context.fillStyle = painter.colors.soft;
    for (let bar = 0; bar < count; bar++) {
      if (counts[bar] === 0) continue;
      const top = Math.max(2, Math.log1p(counts[bar]) / Math.log1p(most) * (height - 6));
      context.fillRect(bar * width / count, height - top, 2, top);
    }
    this.bars = bars;
  }

  /** @param {Painter} painter */
  draw(painter) {
    if (!this.bars) return;
    const context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.bars, 0, 0);
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    const { scene, view } = this;
    const span = Math.max(scene.last - scene.first, 1);
    const from = Math.max(0, (view.left - scene.first) / span * this.width);
    const to = Math.min(this.width, (view.right - scene.first) / span * this.width);
    context.globalAlpha = 0.18;
    context.fillStyle = painter.colors.accent;
    context.fillRect(from, 0, Math.max(2, to - from), this.height);
    context.globalAlpha = 1;
    context.strokeStyle = painter.colors.accent;
    context.lineWidth = 1.5;
    context.strokeRect(from + 0.75, 0.75, Math.max(2, to - from - 1.5), this.height - 1.5);
  }
}

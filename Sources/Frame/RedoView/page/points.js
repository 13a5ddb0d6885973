// Many nodes: a picture with a point for each.

/** The pixels of the picture of points. */
const POINT_LIMIT = 1_500_000;

/**
 * Many nodes: a point each.
 * @param {Painter} painter
 * @param {number} first
 * @param {number} end the bands that are seen
 */
function drawPoints(painter, first, end) {
  const { view, scene } = painter;
  const [width, height] = [view.width - view.gutter, view.height - view.axis];
  const shrink = Math.min(1, Math.sqrt(POINT_LIMIT / Math.max(1, width * height)));
  const [columns, rows] = [Math.max(1, Math.floor(width * shrink)), Math.max(1, Math.floor(height * shrink))];
  if (!painter.image || painter.image.width !== columns || painter.image.height !== rows) {
    painter.points.width = columns;
    painter.points.height = rows;
    painter.image = new ImageData(columns, rows);
  }
  const pixels = new Uint32Array(painter.image.data.buffer);
  pixels.fill(0);
  const [scaleX, scaleY] = [view.scaleX * shrink, view.scaleY * shrink];
  const size = Math.max(1, Math.min(4, Math.round(scaleY * 0.6)));
  if (scaleY >= 3) drawBandLines(painter, first, end, pixels, columns, rows, scaleX, scaleY);
  const { xs, ys } = scene;
  const colors = nodeColors(painter);
  const [left, top] = [view.left + size / 2 / scaleX, view.top + size / 2 / scaleY];
  const count = xs.length;
  for (let node = 0; node < count; node++) {
    const x = (xs[node] - left) * scaleX;
    const y = (ys[node] - top) * scaleY;
    if (x < 0 || y < 0 || x > columns - size || y > rows - size) continue;
    const color = colors[node];
    let at = (y | 0) * columns + (x | 0);
    for (let row = 0; row < size; row++, at += columns) {
      for (let column = 0; column < size; column++) pixels[at + column] = color;
    }
  }
  /** @type {CanvasRenderingContext2D} */ (painter.points.getContext("2d")).putImageData(painter.image, 0, 0);
  painter.context.imageSmoothingEnabled = false;
  painter.context.drawImage(painter.points, view.gutter, view.axis, width, height);
}

/**
 * A line for each band, from its first node to its last one.
 * @param {Painter} painter
 * @param {number} first
 * @param {number} end
 * @param {Uint32Array} pixels
 * @param {number} columns
 * @param {number} rows
 * @param {number} scaleX
 * @param {number} scaleY
 */
function drawBandLines(painter, first, end, pixels, columns, rows, scaleX, scaleY) {
  const { view, scene } = painter;
  for (let rank = first; rank < end; rank++) {
    const nodes = scene.nodesOf(scene.order[rank]);
    const row = Math.floor((scene.tops[rank] - view.top + 0.5 + scene.gap / 2) * scaleY);
    if (row < 0 || row >= rows || nodes.length === 0) continue;
    const from = Math.max(0, Math.floor((scene.xs[nodes[0]] - view.left) * scaleX));
    const to = Math.min(columns, (scene.xs[nodes[nodes.length - 1]] - view.left) * scaleX);
    if (to > from) pixels.fill(painter.faintBytes, row * columns + from, row * columns + to);
  }
}

/**
 * The pixel of each node, for one filter.
 * @param {Painter} painter
 */
function nodeColors(painter) {
  const { log } = painter.scene;
  const { filter } = painter.highlights;
  if (painter.coloredFilter === filter && painter.colored) return painter.colored;
  const colors = new Uint32Array(log.count);
  for (let node = 0; node < log.count; node++) {
    colors[node] = filter && !filter(node) ? painter.faintBytes
      : log.has(node, MARK.withoutEffect) ? painter.badBytes : painter.deviceBytes[log.device(node)] ?? painter.faintBytes;
  }
  painter.coloredFilter = filter;
  painter.colored = colors;
  return colors;
}

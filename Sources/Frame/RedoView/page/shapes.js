// The shapes of nodes in the graph.

/**
 * Draws a node: its shape says what it does, its colour which device wrote it.
 * @param {Painter} painter
 * @param {number} node
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function drawNode(painter, node, x, y, radius) {
  const { context, scene, colors } = painter;
  const { log } = scene;
  const color = painter.deviceColors[log.device(node)] ?? colors.soft;
  const hasEffect = !log.has(node, MARK.withoutEffect);
  const kind = log.shapes[log.actions[node]];
  context.fillStyle = hasEffect ? color : colors.paper;
  context.strokeStyle = hasEffect ? color : colors.bad;
  context.lineWidth = 1.5;
  context.beginPath();
  if (kind === "merge") {
    const reach = radius * 1.35;
    context.moveTo(x - reach, y);
    context.lineTo(x, y - reach);
    context.lineTo(x + reach, y);
    context.lineTo(x, y + reach);
    context.closePath();
  } else if (kind === "create") {
    context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
  } else {
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.fill();
  if (!hasEffect) context.stroke();
  drawSign(painter, kind, hasEffect, x, y, radius);
  if (log.has(node, MARK.head)) {
    context.strokeStyle = color;
    context.beginPath();
    context.arc(x, y, radius + 3.5, 0, 2 * Math.PI);
    context.stroke();
  }
  if (!log.has(node, MARK.signed)) {
    context.strokeStyle = colors.soft;
    context.setLineDash([2, 2]);
    context.beginPath();
    context.arc(x, y, radius + 2, 0, 2 * Math.PI);
    context.stroke();
    context.setLineDash([]);
  }
  if (log.lacking[node] !== 0) {
    context.fillStyle = colors.accent;
    context.fillRect(x - 3, y + radius + 4, 6, 2);
  }
}

/**
 * What is drawn in a node: a tick, a stroke, a cross.
 * @param {Painter} painter
 * @param {string} kind
 * @param {boolean} hasEffect
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function drawSign(painter, kind, hasEffect, x, y, radius) {
  const { context, colors } = painter;
  if (radius < 4 || hasEffect && kind !== "done" && kind !== "remove") return;
  const reach = radius * 0.5;
  context.strokeStyle = hasEffect ? colors.paper : colors.bad;
  context.beginPath();
  if (!hasEffect) {
    context.moveTo(x - reach, y - reach);
    context.lineTo(x + reach, y + reach);
    context.moveTo(x + reach, y - reach);
    context.lineTo(x - reach, y + reach);
  } else if (kind === "done") {
    context.moveTo(x - reach, y);
    context.lineTo(x - reach * 0.2, y + reach * 0.8);
    context.lineTo(x + reach, y - reach * 0.7);
  } else {
    context.moveTo(x - reach, y);
    context.lineTo(x + reach, y);
  }
  context.stroke();
}

// Charts as pictures in the page, each with a table of its figures for readers of the screen.

const CHART = { width: 460, height: 200, base: 164, top: 34 };

/**
 * A chart of bars.
 * @param {string} title
 * @param {{label: string, value: number, text: string}[]} bars
 * @param {number} [labelEvery]
 */
function barChart(title, bars, labelEvery = 1) {
  const most = Math.max(...bars.map((bar) => bar.value), 0);
  const step = (CHART.width - 24) / Math.max(1, bars.length);
  const parts = bars.flatMap((bar, index) => {
    const height = bar.value <= 0 ? 0 : Math.max(2, bar.value / most * (CHART.base - CHART.top));
    const x = 12 + index * step;
    return [
      height > 0 && shape("rect", { class: "bar", x: x + step * 0.15, y: CHART.base - height, width: step * 0.7, height, rx: 2 },
        shape("title", { text: `${bar.label}: ${bar.text}` })),
      height > 0 && step > 24 && shape("text", { class: "value", x: x + step / 2, y: CHART.base - height - 6, "text-anchor": "middle", text: bar.text }),
      index % labelEvery === (bars.length - 1) % labelEvery && shape("text", { class: "label", x: x + step / 2, y: CHART.base + 18, "text-anchor": "middle", text: bar.label }),
    ];
  });
  return chartCard(title, most > 0 ? parts : null, bars);
}

/**
 * A chart of a line and the area below it.
 * @param {string} title
 * @param {{label: string, value: number, text: string}[]} points
 */
function lineChart(title, points) {
  const most = Math.max(...points.map((point) => point.value), 0);
  const at = (/** @type {number} */ index) => 12 + index * (CHART.width - 24) / Math.max(1, points.length - 1);
  const line = points.map((point, index) => `${at(index).toFixed(1)} ${(CHART.base - point.value / Math.max(most, 1e-9) * (CHART.base - CHART.top)).toFixed(1)}`).join("L");
  const parts = [
    shape("path", { class: "area", d: `M12 ${CHART.base}L${line}L${CHART.width - 12} ${CHART.base}Z` }),
    shape("path", { class: "trend", d: `M${line}` }),
    shape("text", { class: "label", x: 12, y: CHART.base + 18, text: points[0]?.label ?? "" }),
    shape("text", { class: "label", x: CHART.width - 12, y: CHART.base + 18, "text-anchor": "end", text: points.at(-1)?.label ?? "" }),
    shape("text", { class: "value", x: 12, y: CHART.top - 8, text: `at most ${most.toLocaleString("en")}` }),
  ];
  return chartCard(title, most > 0 ? parts : null, points);
}

/**
 * @param {string} title
 * @param {any[]|null} parts
 * @param {{label: string, text: string}[]} figures
 */
function chartCard(title, parts, figures) {
  const picture = shape("svg", { viewBox: `0 0 ${CHART.width} ${CHART.height}`, "aria-hidden": "true" },
    shape("path", { class: "axis", d: `M12 ${CHART.base}h${CHART.width - 24}` }),
    ...(parts ?? [shape("text", { class: "label", x: CHART.width / 2, y: 100, "text-anchor": "middle", text: "nothing yet" })]));
  return element("section", { class: "card" }, element("h3", { text: title }), picture,
    element("table", { class: "unseen" }, element("caption", { text: title }), element("tbody", {},
      ...figures.map((figure) => element("tr", {}, element("th", { scope: "row", text: figure.label }), element("td", { text: figure.text }))))));
}

/**
 * A table under a heading; null without rows.
 * @param {string} title
 * @param {string[]} columns
 * @param {any[][]} rows
 */
function figureTable(title, columns, rows) {
  if (rows.length === 0) return null;
  return element("section", { class: "card wide" }, element("h3", { text: title }), element("table", { class: "figures-table" },
    element("thead", {}, element("tr", {}, ...columns.map((text) => element("th", { scope: "col", text })))),
    element("tbody", {}, ...rows.map((cells) => element("tr", {}, ...cells.map((cell) => element("td", {}, cell)))))));
}

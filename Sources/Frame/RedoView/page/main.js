// Starting the page: the tabs, the search, the tools of the graph.

const TABS = ["graph", "tasks", "figures", "store"];

async function start() {
  const started = performance.now();
  const [meta, columns] = await Promise.all([blockJSON("meta"), blockBytes("graph")]);
  const log = new Log(meta, columns);
  const reader = new NodeReader(log);
  const graph = new Graph(log, (node) => { if (!compare.choose(node)) details.open(node); });
  const details = new Details(log, reader, graph);
  graph.openGap = (band) => details.openGap(band);
  const compare = new Compare(log, reader, graph, details);
  graph.compare = compare;
  const tasks = new Tasks(log, reader, openNode);
  /**
   * What each tab shows when it is opened for the first time.
   * @type {Record<string, () => void>}
   */
  const first = {
    tasks: () => tasks.show(search.value),
    figures: () => { showFigures(log, byID("panel-figures"), openTask); },
    store: () => {},
  };
  const search = /** @type {HTMLInputElement} */ (byID("search"));

  /**
   * @param {string} name
   * @param {boolean} [takesFocus]
   */
  function openTab(name, takesFocus = false) {
    for (const other of TABS) {
      const tab = byID(`tab-${other}`);
      const isOpen = other === name;
      tab.setAttribute("aria-selected", String(isOpen));
      tab.tabIndex = isOpen ? 0 : -1;
      byID(`panel-${other}`).hidden = !isOpen;
      if (isOpen && takesFocus) tab.focus();
    }
    document.body.dataset.tab = name;
    if (name === "graph") graph.resize();
    first[name]?.();
    delete first[name];
  }

  /** @param {number} node */
  function openNode(node) {
    openTab("graph");
    details.open(node);
  }

  /** @param {number} band */
  function openTask(band) {
    openTab("tasks");
    tasks.open(band, true);
  }

  for (const [index, name] of TABS.entries()) {
    byID(`tab-${name}`).addEventListener("click", () => openTab(name));
    byID(`tab-${name}`).addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) openTab(TABS[(index + step + TABS.length) % TABS.length], true);
    });
  }

  byID("store-name").textContent = meta.store.replace(/\/\.redo$/, "").split("/").at(-1) ?? "";
  const found = showStore(log, byID("panel-store"), openNode, openTask);
  showNotice(meta, found, () => openTab("store"));
  if (found.damage > 0) byID("tab-store").append(element("span", { class: "badge", text: String(found.damage) }));
  setUpTools(log, graph);
  setUpSearch(search, reader, tasks, graph, openTab);
  graph.arrange();
  openTab("graph");
  graph.fitFirst();
  graph.drawNow();
  const drawn = performance.now();
  new ResizeObserver(() => graph.resize()).observe(byID("stage"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    graph.painter.readColors();
    graph.resize();
  });
  matchMedia("print").addEventListener("change", () => {
    graph.painter.readColors();
    graph.resize();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key === "Escape") {
      if (compare.first !== null) compare.cancel();
      else if (!details.panel.hidden) details.close();
    } else if (event.key === "/" && !isTyping) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "?" && !isTyping) toggleHelp();
    else if (!isTyping && !event.ctrlKey && !event.metaKey && !event.altKey && graph.highlights.selected !== null && !byID("panel-graph").hidden) {
      if (event.key === "c") compare.start(graph.highlights.selected);
      if (event.key === "w" && log.verdict(graph.highlights.selected)) details.why(graph.highlights.selected);
      if (event.key === "s") compare.showState(graph.highlights.selected);
    }
  });
  byID("help-button").addEventListener("click", toggleHelp);
  byID("help-close").addEventListener("click", toggleHelp);
  // For tests, and for whoever looks into the page with the tools of a browser.
  Object.assign(globalThis, { redoView: { log, graph, details, compare, tasks, reader, startTimes: { started, drawn } } });
  document.documentElement.dataset.ready = "true";
}

function toggleHelp() {
  const dialog = /** @type {HTMLDialogElement} */ (byID("help"));
  if (dialog.open) dialog.close(); else dialog.showModal();
}

/**
 * A line above everything: damage, and what the page leaves out.
 * @param {Meta} meta
 * @param {{damage: number, diverged: number}} found
 * @param {() => void} openStore
 */
function showNotice(meta, found, openStore) {
  const notice = byID("notice");
  const parts = [];
  if (found.damage > 0) parts.push(element("strong", { text: `${counted(found.damage, "thing")} damaged or missing in this store. ` }), button("Show what helps", openStore, { class: "link" }));
  if (meta.privacy === "anonymous") parts.push("An anonymous copy: texts, ids, keys and times are replaced.");
  if (meta.privacy === "redacted") parts.push("Texts are left out of this page.");
  notice.replaceChildren(...parts);
  notice.classList.toggle("bad", found.damage > 0);
  notice.hidden = parts.length === 0;
}

/**
 * @param {Log} log
 * @param {Graph} graph
 */
function setUpTools(log, graph) {
  const tool = (/** @type {string} */ id, /** @type {() => void} */ press) => byID(id).addEventListener("click", press);
  tool("fit-all", () => graph.fitAll());
  tool("fit-first", () => graph.fitFirst());
  tool("closer", () => graph.zoomX(1.6));
  tool("farther", () => graph.zoomX(1 / 1.6));
  tool("taller", () => graph.zoomY(1.4));
  tool("lower", () => graph.zoomY(1 / 1.4));
  const order = /** @type {HTMLSelectElement} */ (byID("order"));
  order.append(...Object.entries(BAND_ORDERS).map(([value, text]) => element("option", { value, text })));
  order.addEventListener("change", () => graph.arrange(order.value));
  const spacing = /** @type {HTMLSelectElement} */ (byID("spacing"));
  spacing.addEventListener("change", () => graph.setSpacing(spacing.value === "time"));
  const filter = /** @type {HTMLSelectElement} */ (byID("filter"));
  const filters = /** @type {Record<string, ((node: number) => boolean)|null>} */ ({
    all: null, heads: (node) => log.has(node, MARK.head), without: (node) => log.has(node, MARK.withoutEffect),
    unsigned: (node) => !log.has(node, MARK.signed), merges: (node) => log.parents(node).length > 1,
    forks: (node) => log.children(node).length > 1,
  });
  filter.append(...Object.entries({
    all: "All nodes", heads: "Heads", without: "Not counting", unsigned: "Unsigned", merges: "Merges", forks: "Forks",
  }).map(([value, text]) => element("option", { value, text })));
  log.meta.remotes.slice(0, 30).forEach((remote, index) => {
    filters[`remote-${index}`] = (node) => (log.lacking[node] & 1 << index) !== 0;
    filter.append(element("option", { value: `remote-${index}`, text: `Lacked by ${remote.name}` }));
  });
  log.meta.devices.slice(0, 40).forEach((name, device) => {
    filters[`device-${device}`] = (node) => log.device(node) === device;
    filter.append(element("option", { value: `device-${device}`, text: `By ${name}` }));
  });
  filter.addEventListener("change", () => {
    graph.highlights.filter = filters[filter.value];
    graph.redraw();
  });
  byID("legend").append(...log.meta.devices.slice(0, 12).map((name, device) => deviceMark(device, name)));
}

/**
 * @param {HTMLInputElement} search
 * @param {NodeReader} reader
 * @param {Tasks} tasks
 * @param {Graph} graph
 * @param {(name: string) => void} openTab
 */
function setUpSearch(search, reader, tasks, graph, openTab) {
  search.addEventListener("input", () => {
    const query = search.value.trim();
    tasks.show(query);
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    graph.bandFilter = words.length ? (band) => words.every((word) => tasks.texts[band].includes(word)) : null;
    graph.view.top = 0;
    graph.arrange();
    if (words.length) announce(counted(graph.scene.order.length, "row") + " in the graph");
  });
  search.addEventListener("keydown", async (event) => {
    if (event.key !== "Enter") return;
    const node = await reader.find(search.value.trim());
    if (node !== null) {
      search.value = "";
      search.dispatchEvent(new Event("input"));
      openTab("graph");
      graph.open(node);
    }
  });
}

start();

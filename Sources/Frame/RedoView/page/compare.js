// Comparing the states at two nodes.

class Compare {
  /**
   * @param {Log} log
   * @param {NodeReader} reader
   * @param {Graph} graph
   * @param {Details} details
   */
  constructor(log, reader, graph, details) {
    this.log = log;
    this.reader = reader;
    this.graph = graph;
    this.details = details;
    /**
     * The first of two nodes, once it was chosen.
     * @type {number|null}
     */
    this.first = null;
    byID("compare-note").replaceChildren(
      element("span", { text: "Choose the node to compare with. " }), button("Cancel", () => this.cancel(), { class: "link" }));
  }

  /** @param {number} node */
  start(node) {
    this.first = node;
    this.graph.highlights.compared = [node];
    byID("compare-note").hidden = false;
    announce("Choose the node to compare with");
    this.graph.redraw();
    this.graph.canvas.focus();
  }

  cancel() {
    this.first = null;
    this.graph.highlights.compared = [];
    byID("compare-note").hidden = true;
    this.graph.redraw();
  }

  /**
   * Takes a node that was chosen.
   * @param {number} node
   * @returns {boolean} false if nothing is being compared
   */
  choose(node) {
    if (this.first === null || this.first === node) return false;
    const first = this.first;
    this.cancel();
    this.show(first, node);
    return true;
  }

  /**
   * @param {number} node
   * @returns {Promise<TaskHistory|null>}
   */
  history(node) { return TaskHistory.of(this.log, this.reader, this.log.bands[node]); }

  /**
   * @param {number} left
   * @param {number} right
   */
  async show(left, right) {
    const { log, reader } = this;
    this.graph.highlights.compared = [left, right];
    this.graph.select(right);
    const request = ++this.details.request;
    const [leftHistory, rightHistory, ...ids] = await Promise.all([this.history(left), this.history(right), reader.shortID(left), reader.shortID(right)]);
    const states = [await leftHistory?.stateAt(left), await rightHistory?.stateAt(right)];
    if (request !== this.details.request) return;
    const isOneTask = log.bands[left] === log.bands[right];
    const heads = [left, right].map((node, index) => element("li", {},
      element("strong", { text: "AB"[index] }), " ",
      button(`${actionLabel(log.action(node))} ${ids[index]}`, () => this.details.open(node), { class: "link" }),
      element("span", { class: "why", text: `${log.band(node).title}, ${moment(log.walls[node])}, ${log.authorText(node)}` })));
    const limited = leftHistory?.isLimited || rightHistory?.isLimited;
    this.details.show([
      element("ul", { class: "nodes" }, ...heads),
      !isOneTask && element("p", { class: "none", text: "The two nodes are of different tasks." }),
      limited && this.limitation(ids),
      this.partNote(left) ?? this.partNote(right),
      ...this.table(states, ids),
      isOneTask && commandList([{ text: `redo diff ${ids[0]} ${ids[1]}`, why: "compare them in a terminal" }]),
    ], "Two states", true);
    announce("The states at the two nodes are compared");
  }

  /**
   * A warning if the page lacks earlier nodes of a node's task, and so the values that they set.
   * @param {number} node
   * @returns {HTMLElement|null}
   */
  partNote(node) {
    const { log } = this;
    const isPart = log.nodesOf(log.bands[node]).some((other) => log.has(other, MARK.hiddenParents));
    return isPart ? element("p", { class: "warning", text: "Some nodes of the task are not part of this page: values that they set are missing." }) : null;
  }

  /** @param {string[]} ids */
  limitation(ids) {
    return element("p", { class: "warning", text: `This task has too many branches for this page: 'redo diff ${ids.join(" ")}' compares them exactly.` });
  }

  /**
   * What differs between two states. Nothing is compared with a state that the page does not have.
   * @param {(Map<string, {member: Member, value: any, node: number}>|null|undefined)[]} states
   * @param {string[]} ids
   * @returns {HTMLElement[]}
   */
  table(states, ids) {
    const missing = states.flatMap((state, index) => state ? [] : [element("p", { class: "none", text: state === null ? `At ${"AB"[index]} the task is not there.` : `This page does not have the state at ${"AB"[index]}: 'redo replay --at ${ids[index]}' shows it.` })]);
    if (states.includes(undefined)) return missing;
    const { isRedacted } = this.log;
    const [left, right] = states.map((state) => state ?? new Map());
    const keys = [...new Set([...left.keys(), ...right.keys()])].sort();
    const rows = keys.map((key) => {
      const [before, after] = [left.get(key), right.get(key)];
      const member = (before ?? after).member;
      const isSame = canonical(before?.value ?? null) === canonical(after?.value ?? null) && !before === !after;
      return { member, before: before?.value, after: after?.value, isSame };
    }).filter((row) => row.member.name !== "guid");
    const different = rows.filter((row) => !row.isSame);
    return [
      ...missing,
      element("p", { text: different.length === 0 ? "Nothing differs." : `${counted(different.length, "field")} of ${rows.length} ${different.length === 1 ? "differs" : "differ"}.` }),
      element("table", { class: "changes" },
        element("thead", {}, element("tr", {}, ...["Field", "A", "B"].map((text) => element("th", { scope: "col", text })))),
        element("tbody", {}, ...[...different, ...rows.filter((row) => row.isSame)].map((row) => element("tr", { class: row.isSame ? "same" : "" },
          element("th", { scope: "row", text: fieldLabel(row.member.name) }),
          element("td", {}, row.before === undefined ? "" : element(row.isSame ? "span" : "del", { text: valueText(row.before, isRedacted) })),
          element("td", {}, row.after === undefined ? "" : element(row.isSame ? "span" : "ins", { text: valueText(row.after, isRedacted) })))))),
    ];
  }

  /**
   * Shows all fields of a task at a node.
   * @param {number} node
   */
  async showState(node) {
    const { log, reader } = this;
    const request = ++this.details.request;
    const [history, id] = await Promise.all([this.history(node), reader.shortID(node)]);
    const state = await history?.stateAt(node);
    if (request !== this.details.request) return;
    const rows = [...(state ?? new Map()).values()].filter((entry) => entry.member.name !== "guid");
    this.details.show([
      element("p", {}, `${log.band(node).title}, ${moment(log.walls[node])} `),
      history?.isLimited && this.limitation([id]),
      this.partNote(node),
      state ? element("table", { class: "changes" }, element("tbody", {}, ...rows.map((entry) => element("tr", {},
        element("th", { scope: "row", text: fieldLabel(entry.member.name) }),
        element("td", { text: valueText(entry.value, log.isRedacted) }),
        element("td", {}, button(moment(log.walls[entry.node]), () => this.details.open(entry.node), { class: "link" }))))))
        : element("p", { class: "none", text: state === null ? "The task is not there at this node." : `This page does not have that state: 'redo replay --at ${id}' shows it.` }),
      button("Back to the node", () => this.details.open(node)),
    ], `State at ${id}`, true);
  }
}

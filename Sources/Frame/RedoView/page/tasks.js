// The tasks: a list that is searched as one types, and the history of one task.

const LISTED = 300;

class Tasks {
  /**
   * @param {Log} log
   * @param {NodeReader} reader
   * @param {(node: number) => void} openNode
   */
  constructor(log, reader, openNode) {
    this.log = log;
    this.reader = reader;
    this.openNode = openNode;
    this.bands = log.meta.bands.map((band, index) => index).filter((index) => log.taskNumbers[index] >= 0)
      .sort((left, right) => this.last(right) - this.last(left));
    /** What a search looks at, in small letters. */
    this.texts = log.meta.bands.map((band) => [
      band.title, band.id, band.status, band.project, ...(band.tags ?? []), band.claim?.by,
    ].filter(Boolean).join(" ").toLowerCase());
    /** @type {number|null} */
    this.selected = null;
    this.query = "";
  }

  /** @param {number} band */
  last(band) { return this.log.walls[this.log.nodesOf(band).at(-1) ?? 0]; }

  /**
   * The tasks that have all words of a text.
   * @param {string} query
   * @returns {number[]}
   */
  search(query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    return words.length === 0 ? this.bands : this.bands.filter((band) => words.every((word) => this.texts[band].includes(word)));
  }

  /** @param {string} query */
  show(query) {
    this.query = query;
    const found = this.search(query);
    const { log } = this;
    byID("task-count").textContent = query ? `${counted(found.length, "task")} of ${this.bands.length.toLocaleString("en")}` : counted(found.length, "task");
    const rows = found.slice(0, LISTED).map((band) => this.row(band));
    byID("task-list").replaceChildren(...rows,
      found.length > LISTED ? element("li", { class: "none", text: `and ${(found.length - LISTED).toLocaleString("en")} more: search for words of the title` }) : "",
      found.length === 0 ? element("li", { class: "none", text: "No task has these words." }) : "");
    if (log.count > 0 && this.selected === null && found.length > 0 && window.innerWidth >= 900) this.open(found[0], false);
  }

  /** @param {number} band */
  row(band) {
    const { log } = this;
    const { title, status, due, project, claim, gap } = log.meta.bands[band];
    const heads = log.heads(band).length;
    const isLate = status === "open" && due !== undefined && Date.parse(due) < Date.parse(log.meta.now);
    return element("li", {}, element("button", {
      type: "button", class: `task-row ${status === "open" ? "" : "over"}`,
      "aria-current": band === this.selected ? "true" : null,
      on: { click: () => this.open(band, true) },
    },
    element("span", { class: "title", text: title || "(no title)" }),
    element("span", { class: "meta" },
      status !== "open" && element("span", { text: status }),
      due && element("span", { class: isLate ? "late" : "", text: `due ${moment(Date.parse(due))}` }),
      project && element("span", { text: project }),
      claim && element("span", { text: `claimed by ${claim.by}` }),
      heads > 1 && element("span", { class: "warn", text: `${heads} heads` }),
      gap && element("span", { class: "late", text: "damaged or missing nodes" }),
      element("span", { text: counted(log.nodesOf(band).length, "node") }))));
  }

  /**
   * Shows the history of a task.
   * @param {number} band
   * @param {boolean} takesFocus
   */
  async open(band, takesFocus) {
    const { log, reader } = this;
    this.selected = band;
    for (const row of byID("task-list").querySelectorAll("[aria-current]")) row.removeAttribute("aria-current");
    const history = await TaskHistory.of(log, reader, band);
    if (this.selected !== band) return;
    this.show(this.query);
    const { title, id, status, claim, gap } = log.meta.bands[band];
    const heads = log.heads(band);
    const panel = byID("task-history");
    const heading = element("h2", { text: title || "(no title)", tabindex: "-1" });
    panel.replaceChildren(
      heading,
      element("p", { class: "about" }, element("span", { class: "chips" },
        element("span", { class: "chip", text: status }),
        claim && element("span", { class: "chip", text: `claimed by ${claim.by} until ${moment(Date.parse(claim.until))}` }),
        heads.length > 1 && element("span", { class: "chip warn", text: `${heads.length} heads` }))),
      element("p", { class: "none" }, element("code", { class: "id", text: id })),
      gap ? element("section", { class: "verdict-box bad" }, element("h3", { text: "Damaged or missing" }), element("p", { text: gap.detail }),
        element("p", { class: "none" }, element("code", { class: "id", text: gap.id }))) : "",
      heads.length > 1 ? commandList([{ text: `redo merge ${(id ?? "").slice(0, 8)}`, why: "join the heads of this task" }]) : "",
      element("h3", { text: "Who set what" }), this.blame(history),
      element("h3", { text: "History" }), this.timeline(band, history));
    if (takesFocus) heading.focus();
  }

  /** @param {TaskHistory|null} history */
  blame(history) {
    const { log } = this;
    const rows = history?.blame() ?? [];
    if (rows.length === 0) return element("p", { class: "none", text: "Nothing is set now." });
    return element("table", { class: "changes" },
      element("thead", {}, element("tr", {}, ...["Field", "Value", "Set by"].map((text) => element("th", { scope: "col", text })))),
      element("tbody", {}, ...rows.map((change) => element("tr", {},
        element("th", { scope: "row", text: fieldLabel(change.member.name) }),
        element("td", { text: valueText(change.value, log.isRedacted) }),
        element("td", {}, deviceMark(log.device(change.node), log.authorText(change.node)), " ",
          button(moment(log.walls[change.node]), () => this.openNode(change.node), { class: "link" }))))));
  }

  /**
   * @param {number} band
   * @param {TaskHistory|null} history
   */
  timeline(band, history) {
    const { log } = this;
    const nodes = Array.from(log.nodesOf(band)).reverse();
    return element("ol", { class: "timeline" }, ...nodes.slice(0, LISTED).map((node) => {
      const verdict = log.verdict(node);
      const changes = history?.changesBy(node) ?? [];
      const item = element("li", { class: log.has(node, MARK.withoutEffect) ? "bad" : "" },
        element("div", { class: "when" },
          button(actionLabel(log.action(node)), () => this.openNode(node), { class: "link" }),
          element("span", { class: "why" }, `${moment(log.walls[node])}, `, deviceMark(log.device(node), log.authorText(node)))),
        verdict && element("p", { class: "verdict", text: verdict.text }),
        changes.length > 0 && element("ul", { class: "patch" }, ...changes.map((change) => element("li", {},
          `${fieldLabel(change.member.name)}: `,
          change.before !== undefined && element("del", { text: valueText(change.before, log.isRedacted) }),
          change.before !== undefined && " ",
          change.value === undefined ? element("em", { text: "removed" }) : element("ins", { text: valueText(change.value, log.isRedacted) })))));
      item.style.setProperty("--hue", String(deviceHue(Math.max(0, log.device(node)))));
      return item;
    }), nodes.length > LISTED ? element("li", { class: "none", text: `and ${nodes.length - LISTED} earlier nodes` }) : "");
  }
}

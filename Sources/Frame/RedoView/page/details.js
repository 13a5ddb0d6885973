// One node: what it did, who wrote it, what became of it and why, its neighbours, its bytes.

class Details {
  /**
   * @param {Log} log
   * @param {NodeReader} reader
   * @param {Graph} graph
   */
  constructor(log, reader, graph) {
    this.log = log;
    this.reader = reader;
    this.graph = graph;
    this.panel = byID("details");
    /** The number of the last request: a slower earlier one is dropped. */
    this.request = 0;
  }

  /**
   * @param {(Node|null|undefined|false)[]} content
   * @param {string} title
   * @param {boolean} [takesFocus]
   */
  show(content, title, takesFocus = false) {
    const heading = element("h2", { text: title, tabindex: "-1" });
    const close = button("Close", () => this.close(), { class: "quiet close", "aria-label": "Close the details" });
    this.panel.replaceChildren(element("div", { class: "panel-head" }, heading, close), ...content.flatMap((part) => part ? [part] : []));
    this.panel.scrollTop = 0;
    if (this.panel.hidden) {
      this.panel.hidden = false;
      document.body.classList.add("has-details");
      this.graph.resize();
      const selected = this.graph.highlights.selected;
      if (selected !== null) this.graph.reveal(selected);
    }
    if (takesFocus) heading.focus();
  }

  close() {
    this.request++;
    this.panel.hidden = true;
    document.body.classList.remove("has-details");
    this.graph.highlights.compared = [];
    this.graph.select(null);
    this.graph.resize();
    if (!byID("panel-graph").hidden) this.graph.canvas.focus();
  }

  /**
   * Shows a node.
   * @param {number} node
   */
  async open(node) {
    const { log, reader } = this;
    this.graph.select(node);
    const request = ++this.request;
    const band = log.band(node);
    const [id, history] = await Promise.all([reader.digits(node), TaskHistory.of(log, reader, log.bands[node])]);
    const neighbours = await this.neighbours(node);
    if (request !== this.request) return;
    const verdict = log.verdict(node);
    const heads = log.heads(log.bands[node]);
    const shortID = id.slice(0, 7);
    const proof = element("span", { class: "proof", text: log.has(node, MARK.signed) ? "signed" : "not signed" });
    const bytes = element("pre", { class: "bytes", tabindex: "0", "aria-label": "The bytes of the node" });
    const content = [
      element("p", { class: "about" },
        element("span", { class: "task", text: band.title }), this.chips(node, band, heads.length)),
      verdict && this.verdictBox(node, verdict),
      facts([
        ["Device", deviceMark(log.device(node), log.authorText(node))],
        ["Proof", proof],
        ["Time", moment(log.walls[node])],
        ["Lamport", String(log.lamports[node])],
        ["Id", element("code", { class: "id", text: `sha256:${id}` })],
        ["Lacked by", this.lackedBy(node)],
      ]),
      element("h3", { text: "Changes" }),
      this.changeTable(history?.changesBy(node) ?? []) ?? element("p", { class: "none", text: this.noChanges(node, verdict) }),
      element("div", { class: "buttons" },
        button("Compare with another node", () => this.graph.compare?.start(node)),
        history && button("State at this node", () => this.graph.compare?.showState(node))),
      neighbours,
      element("h3", { text: "What you can do" }),
      commandList(nodeCommands({
        id: shortID, task: band.kind === "task" ? (band.id ?? "").slice(0, 8) : null,
        counts: !log.has(node, MARK.withoutEffect), isForked: heads.length > 1, isSigned: log.has(node, MARK.signed),
      })),
      element("p", { class: "none", text: "The page runs nothing: copy a command and run it in a terminal." }),
      element("h3", { text: "Bytes" }), bytes,
    ];
    this.show(content, `${actionLabel(log.action(node))} ${shortID}`);
    announce(`${actionLabel(log.action(node))}, ${band.title}, ${moment(log.walls[node])}, ${log.authorText(node)}`
      + (verdict ? `. ${OUTCOMES[verdict.kind] ?? verdict.kind}: ${verdict.text}` : ""));
    await this.addBytes(node, bytes, proof, request);
  }

  /**
   * Shows what is known of a node that is damaged or missing.
   * @param {number} band
   */
  openGap(band) {
    const { log } = this;
    const gap = log.meta.bands[band].gap;
    if (!gap) return;
    this.request++;
    this.graph.select(null);
    this.show([
      element("p", { class: "about" }, element("span", { class: "task", text: log.meta.bands[band].title })),
      element("section", { class: "verdict-box bad" }, element("h3", { text: "Damaged or missing" }), element("p", { text: gap.detail }),
        element("p", { class: "none" }, element("code", { text: gap.code }))),
      facts([["Id", element("code", { class: "id", text: gap.id })]]),
      element("p", { class: "none", text: "The history of this task has a gap: what this node set, and what follows it, is not in the graph." }),
      element("h3", { text: "What helps" }),
      commandList(findingCommands({ code: gap.code, detail: gap.detail, path: "", isNote: false }, log.meta.remotes.map((remote) => remote.name))),
    ], "Gap in the history", true);
    announce(`A node of ${log.meta.bands[band].title} is damaged or missing: ${gap.detail}`);
  }

  /**
   * Fills in what takes a moment: the bytes, and whether hash and signature are right.
   * @param {number} node
   * @param {HTMLElement} bytes
   * @param {HTMLElement} proof
   * @param {number} request
   */
  async addBytes(node, bytes, proof, request) {
    const members = await this.reader.members(node);
    if (request !== this.request) return;
    bytes.textContent = members ? JSON.stringify(members, null, 2) : "Texts are left out of this page, and so are the bytes.";
    const checked = await this.reader.proof(node);
    if (request !== this.request) return;
    const signed = this.log.has(node, MARK.signed);
    const hash = checked.hash === null ? "" : checked.hash ? "the id is the hash of the bytes" : "THE HASH DIFFERS";
    const signature = !signed ? "not signed: anyone can have written it"
      : checked.signature === null ? "signed; the signature was verified when the node came in"
        : checked.signature ? "signed by this key, verified here" : "THE SIGNATURE IS WRONG";
    proof.textContent = hash ? `${signature}; ${hash}` : signature;
    proof.classList.toggle("bad", checked.hash === false || checked.signature === false || !signed);
  }

  /**
   * @param {number} node
   * @param {Band} band
   * @param {number} headCount
   */
  chips(node, band, headCount) {
    const { log } = this;
    const chip = (/** @type {string} */ text, kind = "") => element("span", { class: `chip ${kind}`, text });
    return element("span", { class: "chips" },
      band.status && chip(band.status),
      log.has(node, MARK.head) && chip(headCount > 1 ? `head, one of ${headCount}` : "head", headCount > 1 ? "warn" : ""),
      log.parents(node).length > 1 && chip("merge"),
      log.children(node).length > 1 && chip("fork"),
      band.claim && chip(`claimed by ${band.claim.by}`),
      !log.has(node, MARK.signed) && chip("unsigned", "warn"));
  }

  /** @param {number} node */
  lackedBy(node) {
    const names = this.log.meta.remotes.filter((_, index) => (this.log.lacking[node] & 1 << index) !== 0).map((remote) => remote.name);
    return names.join(", ");
  }

  /**
   * @param {number} node
   * @param {Verdict|null} verdict
   */
  noChanges(node, verdict) {
    if (verdict && this.log.has(node, MARK.withoutEffect)) return "It changed nothing, since it does not count.";
    return this.log.band(node).kind === "task" ? "It set no field of the task." : "Its data is below.";
  }

  /**
   * @param {Change[]} changes
   * @returns {HTMLElement|null}
   */
  changeTable(changes) {
    if (changes.length === 0) return null;
    const { isRedacted } = this.log;
    return element("table", { class: "changes" },
      element("thead", {}, element("tr", {}, ...["Field", "Before", "After"].map((text) => element("th", { scope: "col", text })))),
      element("tbody", {}, ...changes.map((change) => element("tr", {},
        element("th", { scope: "row", text: fieldLabel(change.member.name) }),
        element("td", {}, change.before === undefined ? "" : element("del", { text: valueText(change.before, isRedacted) })),
        element("td", {}, change.value === undefined ? element("em", { text: "removed" }) : element("ins", { text: valueText(change.value, isRedacted) }))))));
  }

  /**
   * The outcome of a node, and what decides it.
   * @param {number} node
   * @param {Verdict} verdict
   */
  verdictBox(node, verdict) {
    const isBad = this.log.has(node, MARK.withoutEffect);
    return element("section", { class: `verdict-box ${isBad ? "bad" : ""}` },
      element("h3", { text: OUTCOMES[verdict.kind] ?? verdict.kind }),
      element("p", { text: verdict.text }),
      verdict.code && element("p", { class: "none" }, element("code", { text: verdict.code }), ` ${verdict.meaning ?? ""}`),
      verdict.by.length > 0 && button("Why?", () => this.why(node), { class: "primary" }));
  }

  /**
   * Marks the nodes that decide a verdict, and those that decide theirs.
   * @param {number} node
   */
  async why(node) {
    const { log, reader } = this;
    const chain = [node];
    for (let index = 0; index < chain.length && chain.length < 30; index++) {
      for (const decider of log.verdict(chain[index])?.by ?? []) if (!chain.includes(decider)) chain.push(decider);
    }
    const request = ++this.request;
    const ids = await Promise.all(chain.map((other) => reader.shortID(other)));
    if (request !== this.request) return;
    this.graph.highlights.chain = chain;
    this.graph.reveal(node);
    const steps = chain.map((other, index) => {
      const verdict = log.verdict(other);
      return element("li", {},
        button(`${actionLabel(log.action(other))} ${ids[index]}`, () => this.open(other), { class: "link" }),
        ` by ${log.authorText(other)}, ${moment(log.walls[other])}`,
        element("p", { text: verdict ? verdict.text : "counts" }));
    });
    this.show([
      element("p", { text: "The nodes that decide it, each with what became of it. They are numbered in the graph." }),
      element("ol", { class: "why-list" }, ...steps),
      button("Back to the node", () => this.open(node)),
    ], "Why it does not simply count");
    announce(`${counted(chain.length - 1, "node")} decide it`);
  }

  /**
   * Links to parents and children.
   * @param {number} node
   */
  async neighbours(node) {
    const { log, reader } = this;
    const list = async (/** @type {string} */ title, /** @type {Int32Array} */ nodes) => {
      if (nodes.length === 0) return null;
      const shown = Array.from(nodes.subarray(0, 20));
      const ids = await Promise.all(shown.map((other) => reader.shortID(other)));
      return element("div", {}, element("h3", { text: title }), element("ul", { class: "nodes" }, ...shown.map((other, index) => element("li", {},
        button(`${actionLabel(log.action(other))} ${ids[index]}`, () => this.open(other), { class: "link" }),
        element("span", { class: "why", text: `${moment(log.walls[other])}, ${log.authorText(other)}` })))),
      nodes.length > 20 && element("p", { class: "none", text: `and ${nodes.length - 20} more` }));
    };
    return element("div", {}, await list("Parents", log.parents(node)),
      log.has(node, MARK.hiddenParents) && element("p", { class: "none", text: "Some parents are not part of this page." }),
      await list("Children", log.children(node)));
  }
}

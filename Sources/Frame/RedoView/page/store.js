// The store: what a check found, what remotes have, who claims what, and which nodes do not count.

/**
 * Shows the store.
 * @param {Log} log
 * @param {HTMLElement} panel
 * @param {(node: number) => void} openNode
 * @param {(band: number) => void} openTask
 */
function showStore(log, panel, openNode, openTask) {
  const { meta } = log;
  const now = Date.parse(meta.now);
  const card = (/** @type {string} */ title, /** @type {any[]} */ ...content) => element("section", { class: "card wide" }, element("h3", { text: title }), ...content);
  const none = (/** @type {string} */ text) => element("p", { class: "none", text });
  const names = meta.remotes.map((remote) => remote.name);
  const findings = meta.findings.map((finding) => element("li", { class: finding.isNote ? "" : "bad" },
    element("p", {}, element("strong", { text: finding.isNote ? "Note" : "Damage" }), ` ${finding.detail} `, !finding.isNote && element("code", { text: finding.code })),
    element("p", { class: "none" }, element("code", { text: finding.path }), finding.offset === null ? "" : `, byte ${finding.offset.toLocaleString("en")}`)));
  const kinds = new Map(meta.findings.map((finding) => [finding.isNote, finding]));
  const forked = meta.bands.map((_, band) => band).filter((band) => log.taskNumbers[band] >= 0 && log.heads(band).length > 1);
  const gaps = meta.bands.map((_, band) => band).filter((band) => meta.bands[band].gap);
  const without = [];
  for (let node = 0; node < log.count && without.length < 500; node++) if (log.has(node, MARK.withoutEffect)) without.push(node);
  const isAnonymous = meta.privacy === "anonymous";
  panel.replaceChildren(...[
    element("h2", { text: "Store" }),
    element("p", { class: "none", text: `${counted(log.count, "node")}, ${counted(log.taskNumbers.filter((number) => number >= 0).length, "task")}, ${counted(meta.devices.length, "device")}${meta.isPart ? "; a part of the log" : ""}; as of ${moment(now)}` }),
    element("div", { class: "cards" },
      !isAnonymous && card("Damaged or missing", findings.length === 0 ? none("Nothing is damaged or missing, as far as this page was made to look.") : element("ul", { class: "findings" }, ...findings),
        ...(findings.length ? [element("h4", { text: "What helps" }), commandList([...kinds.values()].flatMap((finding) => findingCommands(finding, names)))] : [])),
      !isAnonymous && card("Remotes", meta.remotes.length === 0 ? none("This store has no remote.") : element("ul", { class: "findings" }, ...meta.remotes.map((remote) => element("li", {},
        element("p", {}, element("strong", { text: remote.name }), ` ${remote.url}`),
        element("p", { class: "none", text: remote.lastRead === null ? "never read" : `last read ${moment(remote.lastRead * 1000)}` }),
        element("p", { text: remote.lacks === null ? "What it has is not known." : remote.lacks.length === 0 ? "It has every node of this page, as far as is known." : `It lacks ${counted(remote.lacks.length, "node")}, marked by a bar below them in the graph.` }),
        ...remote.findings.map((text) => element("p", { class: "bad", text })),
        remote.lacks?.length ? commandList([{ text: `redo push ${shellWord(remote.name)}`, why: "send them" }]) : "")))),
      gaps.length > 0 && card("Tasks with a gap", element("ul", { class: "findings" }, ...gaps.map((band) => element("li", {},
        element("p", {}, button(meta.bands[band].title || "(no title)", () => openTask(band), { class: "link" })),
        element("p", { class: "none" }, `${meta.bands[band].gap?.detail} `, element("code", { text: meta.bands[band].gap?.id })))))),
      card("Diverged tasks", forked.length === 0 ? none("No task has several heads.") : element("ul", { class: "findings" }, ...forked.slice(0, 200).map((band) => element("li", {},
        element("p", {}, button(meta.bands[band].title || "(no title)", () => openTask(band), { class: "link" }), ` ${counted(log.heads(band).length, "head")}`),
        commandList([{ text: `redo merge ${(meta.bands[band].id ?? "").slice(0, 8)}`, why: "join them" }]))))),
      card("Claims", claims(log, openTask) ?? none("No task is claimed now.")),
      card("Nodes that do not count", without.length === 0 ? none("Every node counts.") : element("ul", { class: "findings" }, ...without.map((node) => element("li", {},
        element("p", {}, button(`${actionLabel(log.action(node))}: ${log.band(node).title}`, () => openNode(node), { class: "link" }),
          element("span", { class: "why", text: `${moment(log.walls[node])}, ${log.authorText(node)}` })),
        element("p", { class: "none", text: log.verdict(node)?.text ?? "" }))))),
    ),
  ]);
  const damage = meta.findings.filter((finding) => !finding.isNote).length;
  return { damage, diverged: forked.length, without: without.length };
}

/**
 * @param {Log} log
 * @param {(band: number) => void} openTask
 */
function claims(log, openTask) {
  const held = log.meta.bands.map((_, band) => band).filter((band) => log.meta.bands[band].claim);
  if (held.length === 0) return null;
  return element("ul", { class: "findings" }, ...held.map((band) => element("li", {},
    element("p", {}, button(log.meta.bands[band].title || "(no title)", () => openTask(band), { class: "link" }),
      ` by ${log.meta.bands[band].claim?.by} until ${moment(Date.parse(log.meta.bands[band].claim?.until ?? ""))}`))));
}

// What the page says: labels, moments, and the commands that a person would type. No text of the log is written here.

/**
 * A label for each outcome of a node that does not simply count.
 * @type {Record<string, string>}
 */
const OUTCOMES = {
  void: "Void", rejected: "Rejected", buried: "Deleted", withoutCreate: "No effect",
  skipped: "Skipped", ignored: "Ignored", deletes: "Deletes", restored: "Restored",
};

/**
 * @param {number} count
 * @param {string} one
 * @returns {string}
 */
function counted(count, one) {
  return `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;
}

/**
 * @param {number} number
 * @returns {string}
 */
function twoDigits(number) {
  return String(number).padStart(2, "0");
}

/**
 * A moment in local time: `2026-09-21 08:10`.
 * @param {number} milliseconds
 * @returns {string}
 */
function moment(milliseconds) {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return "unknown";
  return `${day(milliseconds)} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/**
 * A local day: `2026-09-21`.
 * @param {number} milliseconds
 * @returns {string}
 */
function day(milliseconds) {
  const date = new Date(milliseconds);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/**
 * The name of an action for people: `Complete todo`.
 * @param {string} name
 * @returns {string}
 */
function actionLabel(name) {
  const text = name.replaceAll("_", " ").toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * What an action does, for its shape.
 * @param {string} name
 * @returns {"create"|"done"|"remove"|"merge"|"change"}
 */
function actionShape(name) {
  if (name === "MERGE") return "merge";
  if (name === "CREATE" || name.startsWith("CREATE_PERSON") || name === "OPEN_ROOM") return "create";
  if (/^(DELETE|REVOKE|UNSHARE|REMOVE|TRASH)/.test(name)) return "remove";
  return /^COMPLETE/.test(name) ? "done" : "change";
}

/**
 * The hue of a device, as `redo graph` chooses it.
 * @param {number} device
 * @returns {number}
 */
function deviceHue(device) {
  return (211 + device * 138) % 360;
}

/**
 * A name of a field for people: `snoozedUntil` is `snoozed until`.
 * @param {string} name
 * @returns {string}
 */
function fieldLabel(name) {
  /** @type {Record<string, string>} */
  const known = { guid: "to-do", completedAt: "completed", ownerNonce: "owner's nonce" };
  if (Object.hasOwn(known, name)) return known[name];
  return /^[a-z]+([A-Z][a-z]+)+$/.test(name)
    ? name.replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase()) : name;
}

/**
 * A value of a field as text.
 * @param {unknown} value
 * @param {boolean} redacted
 * @returns {string}
 */
function valueText(value, redacted) {
  if (value === undefined) return "nothing";
  if (typeof value === "string") {
    const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? Date.parse(value) : NaN;
    return Number.isNaN(time) ? value : moment(time);
  }
  if (redacted && value !== null && typeof value === "object" && !Array.isArray(value)) {
    const count = /** @type {Record<string, number>} */ (value).characters;
    return count === undefined ? "left out" : `text of ${counted(count, "character")}, left out`;
  }
  if (Array.isArray(value) && value.every((entry) => typeof entry === "string")) {
    return value.length === 0 ? "none" : value.join(", ");
  }
  return JSON.stringify(value);
}

/**
 * A word that a shell reads as it is.
 * @param {string} text
 * @returns {string}
 */
function shellWord(text) {
  return /^[\w@%+=:,./-]+$/.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The commands for a node: what a person would type. The page runs none of them.
 * @param {{id: string, task: string|null, counts: boolean, isForked: boolean, isSigned: boolean}} node
 * @returns {{text: string, why: string}[]}
 */
function nodeCommands(node) {
  const commands = [];
  if (node.isForked && node.task) {
    commands.push({ text: `redo merge ${node.task}`, why: "join the heads of this task" });
  }
  if (node.task && node.counts) {
    commands.push({ text: `redo revert ${node.id}`, why: "take back what this node changed" });
  }
  commands.push({ text: `redo show ${node.id}`, why: "show it in a terminal" });
  commands.push({ text: `redo verify ${node.id}`, why: "check its hash and signature again" });
  return commands;
}

/**
 * The commands that help with what a check found.
 * @param {{code: string, detail: string, path: string, isNote: boolean}} finding
 * @param {string[]} remotes
 * @returns {{text: string, why: string}[]}
 */
function findingCommands(finding, remotes) {
  if (finding.isNote) return [{ text: "redo gc", why: "tidy up what an interrupted command left" }];
  const commands = remotes.map((name) => ({
    text: `redo fsck --from ${shellWord(name)}`, why: "repair, then fetch what is missing from there",
  }));
  commands.push({ text: "redo fsck --repair", why: "save what is whole, and set damaged files aside" });
  return commands;
}

// The data of the page: blocks of base64 in elements that browsers neither run nor show (see ViewWriter).

/**
 * @typedef {{kind: string, id?: string, title: string, lanes: number, status?: string, due?: string,
 *   priority?: number, project?: string, tags?: string[], gap?: {id: string, detail: string, code: string}, claim?: {by: string, until: string}}} Band
 * @typedef {{kind: string, code: string|null, meaning: string|null, text: string, by: number[]}} Verdict
 * @typedef {{name: string, url: string, lastRead: number|null, lacks: number[]|null, findings: string[]}} Remote
 * @typedef {{code: string, detail: string, path: string, offset: number|null, isNote: boolean}} Finding
 * @typedef {{actions: string[], authors: {device: number, json: any, person: string|null}[], bands: Band[],
 *   bodyStarts: number[], historyStarts: number[], devices: string[], findings: Finding[], isPart: boolean,
 *   now: string, privacy: string, remotes: Remote[], store: string, verdicts: Verdict[], version: string}} Meta
 */

const MARK = { head: 1, signed: 2, withoutEffect: 4, hiddenParents: 8, signedOverDigest: 16 };

/** Resolves when the parser has read all blocks. */
const wholePage = new Promise((resolve) => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => resolve(null));
  else resolve(null);
});

/**
 * @param {string} text
 * @returns {Uint8Array}
 */
function fromBase64(text) {
  const native = /** @type {any} */ (Uint8Array).fromBase64;
  if (native) return native.call(Uint8Array, text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

/**
 * The bytes of a block.
 * @param {string} name
 * @returns {Promise<Uint8Array>}
 */
async function blockBytes(name) {
  const block = document.getElementById(`data-${name}`);
  if (!block) return new Uint8Array(0);
  const bytes = fromBase64(block.textContent ?? "");
  if (block.dataset.form === "raw") return bytes;
  const stream = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(new (/** @type {any} */ (globalThis).DecompressionStream)("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * @param {string} name
 * @returns {Promise<any>}
 */
async function blockJSON(name) {
  const bytes = await blockBytes(name);
  return bytes.length === 0 ? null : JSON.parse(new TextDecoder().decode(bytes));
}

/** Texts in several blocks, the last used ones of which stay in memory. */
class Chunks {
  /**
   * @param {string} name
   * @param {number[]} starts the number of the first text of each block
   */
  constructor(name, starts) {
    this.name = name;
    this.starts = starts;
    /** @type {Map<number, Promise<any[]>>} */
    this.kept = new Map();
  }

  /**
   * @param {number} number
   * @returns {Promise<any>}
   */
  async at(number) {
    const block = lastNotAbove(this.starts, number);
    if (block < 0) return null;
    let texts = this.kept.get(block);
    this.kept.delete(block);
    texts ??= wholePage.then(() => blockJSON(`${this.name}-${block}`));
    this.kept.set(block, texts);
    if (this.kept.size > 12) this.kept.delete(/** @type {number} */ (this.kept.keys().next().value));
    return (await texts)?.[number - this.starts[block]] ?? null;
  }
}

/**
 * The last index whose number is not above another one; -1 if there is none.
 * @param {ArrayLike<number>} numbers
 * @param {number} value
 */
function lastNotAbove(numbers, value) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= value) low = middle + 1; else high = middle;
  }
  return low - 1;
}

/** Reads the columns of the nodes: see `ViewColumns`. */
class Columns {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.offset = 0;
  }

  number() {
    const { bytes } = this;
    let byte = bytes[this.offset++];
    let value = byte & 127;
    let factor = 128;
    while (byte > 127) {
      byte = bytes[this.offset++];
      value += (byte & 127) * factor;
      factor *= 128;
    }
    return value;
  }

  column() {
    const column = new Int32Array(this.number());
    for (let index = 0; index < column.length; index++) column[index] = this.number();
    return column;
  }

  /** Differences of either sign. */
  sums() {
    const column = new Float64Array(this.number());
    let sum = 0;
    for (let index = 0; index < column.length; index++) {
      const code = this.number();
      sum += code % 2 === 0 ? code / 2 : -(code + 1) / 2;
      column[index] = sum;
    }
    return column;
  }
}

/** The shown part of a log. A node is its position in replay order. */
class Log {
  /**
   * @param {Meta} meta
   * @param {Uint8Array} graph
   */
  constructor(meta, graph) {
    this.meta = meta;
    this.isRedacted = meta.privacy === "redacted";
    const columns = new Columns(graph);
    this.walls = columns.sums();
    this.lamports = columns.sums();
    this.bands = columns.column();
    this.lanes = columns.column();
    this.authors = columns.column();
    this.actions = columns.column();
    this.marks = columns.column();
    this.verdicts = columns.column();
    this.parentStarts = starts(columns.column());
    this.parentNodes = earlier(this.parentStarts, columns.column());
    this.edgeStarts = starts(columns.column());
    this.edgeNodes = earlier(this.edgeStarts, columns.column());
    this.edgeLanes = columns.column();
    this.count = this.walls.length;
    const [childStarts, childNodes] = reversed(this.count, this.parentStarts, this.parentNodes);
    this.childStarts = childStarts;
    this.childNodes = childNodes;
    this.devices = Int32Array.from(meta.authors, (author) => author.device);
    this.shapes = meta.actions.map(actionShape);
    /** The nodes of each band, in replay order: those of band b begin at bandStarts[b]. */
    this.bandStarts = new Int32Array(meta.bands.length + 1);
    for (const band of this.bands) this.bandStarts[band + 1]++;
    for (let band = 0; band < meta.bands.length; band++) this.bandStarts[band + 1] += this.bandStarts[band];
    this.bandNodes = new Int32Array(this.count);
    this.offsets = new Int32Array(this.count);
    const next = this.bandStarts.slice();
    for (let node = 0; node < this.count; node++) {
      this.offsets[node] = next[this.bands[node]]++;
      this.bandNodes[this.offsets[node]] = node;
    }
    /** The number of each task among the tasks. */
    this.taskNumbers = new Int32Array(meta.bands.length);
    let tasks = 0;
    meta.bands.forEach((band, index) => { this.taskNumbers[index] = band.kind === "task" ? tasks++ : -1; });
    /** @type {Map<string, number>} */
    this.bandOfID = new Map(meta.bands.map((band, index) => [band.id ?? "", index]));
    /** For each node a bit for each remote that lacks it. */
    this.lacking = new Int32Array(this.count);
    meta.remotes.slice(0, 30).forEach((remote, index) => {
      for (const node of remote.lacks ?? []) this.lacking[node] |= 1 << index;
    });
    this.bodies = new Chunks("bodies", meta.bodyStarts);
    this.histories = new Chunks("histories", meta.historyStarts);
  }

  /** @param {number} node */
  parents(node) { return this.parentNodes.subarray(this.parentStarts[node], this.parentStarts[node + 1]); }
  /** @param {number} node */
  children(node) { return this.childNodes.subarray(this.childStarts[node], this.childStarts[node + 1]); }
  /** @param {number} band */
  nodesOf(band) { return this.bandNodes.subarray(this.bandStarts[band], this.bandStarts[band + 1]); }
  /** @param {number} node */
  device(node) { return this.devices[this.authors[node]]; }
  /**
   * @param {number} node
   * @param {number} mark
   */
  has(node, mark) { return (this.marks[node] & mark) !== 0; }
  /** @param {number} node */
  action(node) { return this.meta.actions[this.actions[node]]; }
  /**
   * @param {number} node
   * @returns {Verdict|null}
   */
  verdict(node) { return this.verdicts[node] === 0 ? null : this.meta.verdicts[this.verdicts[node] - 1]; }
  /** @param {number} node */
  band(node) { return this.meta.bands[this.bands[node]]; }

  /**
   * The heads of a band.
   * @param {number} band
   * @returns {number[]}
   */
  heads(band) {
    return Array.from(this.nodesOf(band)).filter((node) => this.has(node, MARK.head));
  }

  /**
   * The device, and the person if the log names one.
   * @param {number} node
   */
  authorText(node) {
    const author = this.meta.authors[this.authors[node]];
    const device = this.meta.devices[author.device] ?? "unknown device";
    return author.person && !device.includes(author.person) ? `${device} (${author.person})` : device;
  }
}

/**
 * Where the lists of each node begin.
 * @param {Int32Array} counts
 */
function starts(counts) {
  const begins = new Int32Array(counts.length + 1);
  for (let index = 0; index < counts.length; index++) begins[index + 1] = begins[index] + counts[index];
  return begins;
}

/**
 * Nodes from their distances to those that list them.
 * @param {Int32Array} begins
 * @param {Int32Array} distances
 */
function earlier(begins, distances) {
  for (let node = 0; node + 1 < begins.length; node++) {
    for (let index = begins[node]; index < begins[node + 1]; index++) distances[index] = node - distances[index];
  }
  return distances;
}

/**
 * The lists the other way round.
 * @param {number} count
 * @param {Int32Array} begins
 * @param {Int32Array} nodes
 */
function reversed(count, begins, nodes) {
  const counts = new Int32Array(count);
  for (const node of nodes) counts[node]++;
  const reverse = starts(counts);
  const next = reverse.slice();
  const lists = new Int32Array(nodes.length);
  for (let node = 0; node < count; node++) {
    for (let index = begins[node]; index < begins[node + 1]; index++) lists[next[nodes[index]]++] = node;
  }
  return /** @type {[Int32Array, Int32Array]} */ ([reverse, lists]);
}

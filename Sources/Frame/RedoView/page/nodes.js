// One node as a whole: its id, its canonical bytes, and whether hash and signature are right.

/**
 * Bytes in hexadecimal digits.
 * @param {ArrayLike<number>} bytes
 */
function hexadecimal(bytes) {
  let text = "";
  for (let index = 0; index < bytes.length; index++) text += bytes[index].toString(16).padStart(2, "0");
  return text;
}

/**
 * @param {string} digits
 * @returns {Uint8Array}
 */
function fromHexadecimal(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * Canonical JSON (RFC 8785), which is defined by how scripts print numbers, texts and the order of names.
 * @param {any} value
 * @returns {string}
 */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

/** Reads nodes of a log. */
class NodeReader {
  /** @param {Log} log */
  constructor(log) {
    this.log = log;
    /** @type {Promise<Uint8Array>|null} */
    this.idBytes = null;
    /** @type {Promise<Uint8Array>|null} */
    this.signatureBytes = null;
    /** @type {Int32Array|null} */
    this.signed = null;
  }

  /**
   * The 64 digits of a node's id.
   * @param {number} node
   */
  async digits(node) {
    this.idBytes ??= wholePage.then(() => blockBytes("ids"));
    return hexadecimal((await this.idBytes).subarray(32 * node, 32 * node + 32));
  }

  /**
   * The node whose id begins with some digits; null if none or several do.
   * @param {string} text
   */
  async find(text) {
    const wanted = text.toLowerCase().replace(/^sha256:/, "");
    if (!/^[0-9a-f]{4,64}$/.test(wanted)) return null;
    await this.digits(0);
    const bytes = /** @type {Uint8Array} */ (await this.idBytes);
    const first = fromHexadecimal(wanted.slice(0, 4));
    let found = null;
    for (let node = 0; node < this.log.count; node++) {
      if (bytes[32 * node] !== first[0] || bytes[32 * node + 1] !== first[1]) continue;
      if (!(await this.digits(node)).startsWith(wanted)) continue;
      if (found !== null) return null;
      found = node;
    }
    return found;
  }

  /**
   * As much of the id as a person needs.
   * @param {number} node
   */
  async shortID(node) {
    return (await this.digits(node)).slice(0, 7);
  }

  /**
   * @param {number} node
   * @returns {Promise<string|null>}
   */
  async signature(node) {
    if (!this.log.has(node, MARK.signed) || this.log.isRedacted) return null;
    this.signatureBytes ??= wholePage.then(() => blockBytes("signatures"));
    if (!this.signed) {
      this.signed = new Int32Array(this.log.count);
      let count = 0;
      for (let other = 0; other < this.log.count; other++) {
        this.signed[other] = this.log.has(other, MARK.signed) ? count++ : -1;
      }
    }
    const start = 64 * this.signed[node];
    return hexadecimal((await this.signatureBytes).subarray(start, start + 64));
  }

  /**
   * All members of a node; null if texts are left out.
   * @param {number} node
   * @returns {Promise<Record<string, any>|null>}
   */
  async members(node) {
    const { log } = this;
    if (log.isRedacted) return null;
    const rest = await log.bodies.at(log.offsets[node]);
    if (!rest) return null;
    const band = log.band(node);
    /** @type {Record<string, any>} */
    const members = {
      action: log.action(node), author: log.meta.authors[log.authors[node]].json,
      id: `sha256:${await this.digits(node)}`,
      parents: await Promise.all(Array.from(log.parents(node), async (parent) => `sha256:${await this.digits(parent)}`)),
      timestamp: { lamport: log.lamports[node], wall: new Date(log.walls[node]).toISOString() }, version: 1,
    };
    if (band.kind === "task") members.taskId = band.id;
    const signature = await this.signature(node);
    if (signature) members.signature = signature;
    return { ...members, ...rest };
  }

  /**
   * What a node's data says.
   * @param {number} node
   * @returns {Promise<any>}
   */
  async data(node) {
    if (this.log.isRedacted) return null;
    return (await this.log.bodies.at(this.log.offsets[node]))?.data ?? null;
  }

  /**
   * Computes the hash of a node's body, and verifies its signature where the browser can.
   * @param {number} node
   * @returns {Promise<{hash: boolean|null, signature: boolean|null}>} null for what cannot be checked here
   */
  async proof(node) {
    const members = await this.members(node);
    if (!members || !globalThis.crypto?.subtle) return { hash: null, signature: null };
    const { id, signature, ...body } = members;
    const bytes = new TextEncoder().encode(canonical(body));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const hash = `sha256:${hexadecimal(digest)}` === id;
    const key = members.author?.publicKey;
    if (!signature || !key) return { hash, signature: null };
    try {
      const imported = await crypto.subtle.importKey("raw", fromHexadecimal(key), "Ed25519", false, ["verify"]);
      const signed = this.log.has(node, MARK.signedOverDigest) ? digest : bytes;
      return { hash, signature: await crypto.subtle.verify("Ed25519", imported, fromHexadecimal(signature), signed) };
    } catch {
      return { hash, signature: null };
    }
  }
}

// The changes of tasks: who set which field, and the state at any node. The fold is redo's: the page has its results,
// and only looks up the last one on the way to a node.

/**
 * @typedef {{todo: string|null, name: string}} Member
 * @typedef {{node: number, member: Member, key: string, value: any, before: any}} Change
 */

/** The history of one task. */
class TaskHistory {
  /** @type {Map<number, Promise<TaskHistory|null>>} */
  static kept = new Map();

  /**
   * @param {Log} log
   * @param {any} stored
   * @param {(node: number) => Promise<any>} data
   */
  constructor(log, stored, data) {
    this.log = log;
    this.data = data;
    /** @type {Member[]} */
    this.members = stored.m.map((/** @type {[number, string]} */ [todo, name]) => ({
      todo: todo < 0 ? null : stored.t[todo], name,
    }));
    this.stored = stored;
    /** True if the states of branches are not in the page. */
    this.isLimited = stored.l === true;
    /** @type {Map<number, any>} */
    this.steps = new Map((stored.s ?? []).map((/** @type {any} */ step) => [step[0], step]));
    /** @type {Change[]} */
    this.changes = [];
  }

  /**
   * The history of a task; null for a band of another kind. The last ones stay in memory.
   * @param {Log} log
   * @param {NodeReader} reader
   * @param {number} band
   * @returns {Promise<TaskHistory|null>}
   */
  static of(log, reader, band) {
    let history = TaskHistory.kept.get(band);
    if (!history) {
      history = TaskHistory.read(log, reader, band);
      if (TaskHistory.kept.size >= 16) TaskHistory.kept.delete(/** @type {number} */ (TaskHistory.kept.keys().next().value));
      TaskHistory.kept.set(band, history);
    }
    return history;
  }

  /**
   * @param {Log} log
   * @param {NodeReader} reader
   * @param {number} band
   * @returns {Promise<TaskHistory|null>}
   */
  static async read(log, reader, band) {
    if (log.taskNumbers[band] < 0) return null;
    const stored = await log.histories.at(log.taskNumbers[band]);
    if (!stored) return null;
    const history = new TaskHistory(log, stored, (node) => reader.data(node));
    const last = new Map();
    for (const change of stored.a) {
      const value = await history.value(change);
      const [number, node] = change;
      history.changes.push({
        node, member: history.members[number], key: history.key(number), value, before: last.get(number),
      });
      last.set(number, value);
    }
    return history;
  }

  /** @param {number} number */
  key(number) {
    const { todo, name } = this.members[number];
    return `${todo ?? ""} ${name}`;
  }

  /**
   * The value of a stored change: of the node's data, its own, or nothing.
   * @param {any[]} change
   */
  async value(change) {
    const [number, node, stored] = change;
    if (stored === 0) return undefined;
    if (stored !== undefined) return stored[0];
    const data = await this.data(node);
    const name = this.members[number].name;
    const fields = data?.fields && typeof data.fields === "object" && !Array.isArray(data.fields) ? data.fields : data;
    return fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
  }

  /**
   * What a node changed, by the whole log.
   * @param {number} node
   * @returns {Change[]}
   */
  changesBy(node) {
    return this.changes.filter((change) => change.node === node && change.member.name !== "guid");
  }

  /**
   * The change that set each field that has a value, by name.
   * @returns {Change[]}
   */
  blame() {
    const last = new Map();
    for (const change of this.changes) last.set(change.key, change);
    return [...last.values()].filter((change) => change.value !== undefined && change.member.name !== "guid")
      .sort((left, right) => (left.key < right.key ? -1 : 1));
  }

  /**
   * The values of the task's fields at a node: what it and its ancestors have set.
   * @param {number} node
   * @returns {Promise<Map<string, {member: Member, value: any, node: number}>|null|undefined>}
   *     null if the task is not there, undefined if the page cannot say: at a node that does not count and joins branches,
   *     and at every node of a task with too many branches
   */
  async stateAt(node) {
    const state = new Map();
    const set = async (/** @type {any[]} */ change) => {
      const key = this.key(change[0]);
      const value = await this.value(change);
      if (value === undefined) state.delete(key);
      else state.set(key, { member: this.members[change[0]], value, node: change[1] });
    };
    if (this.isLimited) return undefined;
    if (!this.stored.s) {
      const above = this.ancestors(node);
      for (const change of this.stored.a) if (above.has(change[1])) await set(change);
      return state.size === 0 ? null : state;
    }
    const ends = this.nearest(node);
    if (ends.length > 1) return undefined;
    const path = [];
    for (let at = this.steps.get(ends[0]); at !== undefined; at = this.steps.get(at[1])) path.push(at);
    if (path.length === 0 || !path[0][3]) return null;
    for (const step of path.reverse()) for (const change of step[2]) await set(change);
    return state;
  }

  /**
   * A node and all that it follows.
   * @param {number} node
   */
  ancestors(node) {
    const found = new Set([node]);
    for (const at of found) for (const parent of this.log.parents(at)) found.add(parent);
    return found;
  }

  /**
   * A node that counts, or else the nearest ones before it that do.
   * @param {number} node
   * @returns {number[]}
   */
  nearest(node) {
    const found = new Set([node]);
    const ends = [];
    for (const at of found) {
      if (this.steps.has(at)) ends.push(at);
      else for (const parent of this.log.parents(at)) found.add(parent);
    }
    return ends;
  }
}

// Elements of the page. Texts become text nodes and nothing else, so no title or name can become markup.

/**
 * An element.
 * @param {string} tag
 * @param {{class?: string, text?: string, on?: Record<string, (event: any) => void>, [name: string]: any}} [options]
 *     its class, its text, what listens to it, and further attributes
 * @param {(Node|string|null|undefined|false)[]} children
 * @returns {HTMLElement}
 */
function element(tag, options = {}, ...children) {
  const made = document.createElement(tag);
  fill(made, options, children);
  return made;
}

/**
 * An element of a picture.
 * @type {typeof element}
 */
function shape(tag, options = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(made, options, children);
  return /** @type {any} */ (made);
}

/**
 * @param {Element} made
 * @param {Record<string, any>} options
 * @param {any[]} children
 */
function fill(made, options, children) {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") made.setAttribute("class", value);
    else if (name === "text") made.append(String(value));
    else if (name === "on") {
      for (const [event, listener] of Object.entries(value)) made.addEventListener(event, /** @type {any} */ (listener));
    } else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
}

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @returns {T}
 */
function byID(id) {
  return /** @type {T} */ (document.getElementById(id));
}

/**
 * A button.
 * @param {string} text
 * @param {() => void} press
 * @param {Record<string, any>} [options]
 */
function button(text, press, options = {}) {
  return element("button", { type: "button", text, on: { click: press }, ...options });
}

/**
 * A command with a button that copies it.
 * @param {{text: string, why: string}} command
 */
function commandLine(command) {
  const copy = button("Copy", () => copyText(command.text, copy), {
    class: "quiet", "aria-label": `Copy ${command.text}`,
  });
  return element("li", { class: "command" },
    element("div", {}, element("code", { text: command.text }), element("span", { class: "why", text: command.why })),
    copy);
}

/** @param {{text: string, why: string}[]} commands */
function commandList(commands) {
  return element("ul", { class: "commands" }, ...commands.map(commandLine));
}

/**
 * @param {string} text
 * @param {HTMLElement} copy the button
 */
async function copyText(text, copy) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page from a file has no clipboard in some browsers: a selection can be copied everywhere.
    const area = element("textarea", { class: "unseen", text });
    document.body.append(area);
    /** @type {HTMLTextAreaElement} */ (area).select();
    document.execCommand("copy");
    area.remove();
  }
  copy.textContent = "Copied";
  announce(`Copied: ${text}`);
  setTimeout(() => { copy.textContent = "Copy"; }, 1500);
}

/**
 * Tells readers of the screen.
 * @param {string} text
 */
function announce(text) {
  byID("live").textContent = text;
}

/**
 * A definition list.
 * @param {[string, Node|string|null][]} rows
 */
function facts(rows) {
  return element("dl", { class: "facts" }, ...rows.filter((row) => row[1] !== null && row[1] !== "").flatMap(
    ([name, value]) => [element("dt", { text: name }), element("dd", {}, /** @type {any} */ (value))]));
}

/**
 * A dot in the colour of a device, and its name.
 * @param {number} device
 * @param {string} name
 */
function deviceMark(device, name) {
  const dot = element("span", { class: "dot", "aria-hidden": "true" });
  dot.style.setProperty("--hue", String(deviceHue(Math.max(0, device))));
  return element("span", { class: "device" }, dot, name);
}

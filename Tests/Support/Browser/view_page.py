"""Uses a page of `redo view` as a person does, in a headless Chromium.

    view_page.py walk PAGE             every tab, clicks, comparing, searching, printing, keys alone
    view_page.py texts PAGE            opens every node and task: no text of the log has become anything else
    view_page.py states PAGE NODE...   prints what the page says of the state at each node, by its number, and of what
                                       differs between the first node of the log and it, as a JSON object a line
    view_page.py rules PAGE AXE        the rules of axe-core (its file) at three widths, light and dark
    view_page.py measure PAGE          prints the time of redraws and of the first picture, and the memory, as JSON
    view_page.py shots PAGE FOLDER     pictures at three widths, light and dark
    view_page.py pictures PAGE FILE    compares every tab with what was recorded; with a further word record, records it

Whatever it does, nothing may appear in the console and no request may leave. The status is 1, with the reason, if
something is not as it should be.
"""

import json
import pathlib
import statistics
import sys

import devtools

WIDTHS = [(320, 700), (1280, 800), (2560, 1440)]

# Every element that a text could have made, and every attribute that runs something.
STRANGE = """(() => {
  const known = new Set('HTML HEAD META TITLE STYLE BODY HEADER H1 H2 H3 H4 SPAN DIV BUTTON INPUT P MAIN CANVAS SELECT OPTION \
UL OL LI DL DT DD CODE PRE TABLE CAPTION THEAD TBODY TR TH TD STRONG EM DEL INS BR ASIDE SECTION DIALOG NOSCRIPT SCRIPT \
svg path rect circle text title'.split(' '));
  const found = [];
  for (const element of document.querySelectorAll('*')) {
    if (!known.has(element.tagName)) found.push(element.tagName);
    for (const {name} of element.attributes) if (/^on|^href$|^src$|^srcdoc$/.test(name)) found.push(`${element.tagName} ${name}`);
  }
  if (document.querySelectorAll('script:not([type])').length !== 1) found.push('a further script');
  return found;
})()"""


# How many colours the graph has.
COLORS = """(() => { const {canvas} = redoView.graph;
  const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  const seen = new Set(); for (let i = 0; i < data.length; i += 4) seen.add(data[i] << 16 | data[i+1] << 8 | data[i+2]);
  return seen.size; })()"""


def check(condition, what):
    """Ends the check if something is not so."""
    if not condition:
        raise devtools.Failure(what)


def opened(browser, page):
    """Opens the page, and waits for its first picture."""
    browser.open(pathlib.Path(page).resolve().as_uri())


def point_of(browser, node):
    """Where a node is drawn."""
    return browser.run(f"""(() => {{
      const {{graph}} = redoView; graph.reveal({node}); graph.drawNow();
      const box = graph.canvas.getBoundingClientRect();
      return [box.left + graph.view.screenX(graph.scene.xs[{node}]), box.top + graph.view.screenY(graph.scene.laneOf({node}))];
    }})()""")


def heading(browser):
    """The heading of the details."""
    return browser.run("document.querySelector('#details h2')?.textContent ?? ''")


def walk(browser, page):
    """Every tab, with the mouse, and then the same with keys alone."""
    browser.size(1280, 800)
    opened(browser, page)
    count = browser.run("redoView.log.count")
    check(count > 2, "the log has too few nodes for a walk")
    check(browser.run("redoView.graph.times.length > 0"), "nothing was drawn")
    check(browser.run(COLORS) > 8, "the picture is empty")

    # A node, its state, and another one beside it. Nodes of one moment would be in one place.
    browser.run("(s => { s.value = 'order'; s.dispatchEvent(new Event('change')); })(document.getElementById('spacing'))")
    # The first and the last node of a task.
    ends = browser.run("""(() => { const {log} = redoView;
      const band = log.meta.bands.findIndex((entry, index) => entry.kind === 'task' && log.nodesOf(index).length > 1);
      return [log.nodesOf(band)[0], Array.from(log.nodesOf(band)).at(-1)]; })()""")
    browser.click(*point_of(browser, ends[0]))
    browser.wait("!document.getElementById('details').hidden && document.querySelector('.bytes').textContent.length > 0")
    first = heading(browser)
    browser.wait("/verified|not signed|left out|hash/.test(document.querySelector('.proof').textContent)")
    check(not browser.run("/DIFFERS|WRONG/.test(document.querySelector('.proof').textContent)"), "hash or signature is wrong")
    browser.run("[...document.querySelectorAll('#details button')].find(b => b.textContent.startsWith('Compare')).click()")
    check(browser.run("!document.getElementById('compare-note').hidden"), "nothing asks for the second node")
    browser.click(*point_of(browser, ends[1]))
    browser.wait("document.querySelector('#details h2').textContent === 'Two states'")
    check(browser.run("document.querySelectorAll('#details tbody tr').length > 0"), "no state is shown")
    browser.press("Escape")
    browser.wait("document.getElementById('details').hidden")

    # Why a node does not count.
    without = browser.run("Array.from(redoView.log.verdicts).findIndex((v, n) => v && redoView.log.verdict(n).by.length)")
    if without >= 0:
        browser.run(f"redoView.details.open({without})")
        browser.wait("document.querySelector('.verdict-box button')")
        browser.run("document.querySelector('.verdict-box button').click()")
        browser.wait("document.querySelectorAll('.why-list li').length > 1")
        check(browser.run("redoView.graph.highlights.chain.length > 1"), "the chain is not marked")
        browser.press("Escape")

    # Zooming and panning.
    for what in ["closer", "farther", "taller", "lower", "fit-all", "fit-first"]:
        browser.run(f"document.getElementById('{what}').click()")
    browser.run("(s => { s.value = 'time'; s.dispatchEvent(new Event('change')); })(document.getElementById('spacing'))")
    browser.call("Input.dispatchMouseEvent", type="mouseWheel", x=700, y=400, deltaX=0, deltaY=120)

    # Searching, and the other tabs.
    title = browser.run("redoView.log.meta.bands.find(band => band.kind === 'task').title")
    browser.run("document.getElementById('tab-tasks').click()")
    browser.run("document.getElementById('search').focus()")
    word = next((word for word in title.split() if word.isascii() and word.isalnum()), "")
    browser.type(word)
    browser.wait("document.querySelectorAll('#task-list .task-row').length > 0")
    check(browser.run(f"[...document.querySelectorAll('.task-row .title')].some(t => t.textContent.toLowerCase().includes({json.dumps(word.lower())}))"), "the search does not find a title")
    browser.run("document.querySelector('.task-row').click()")
    browser.wait("document.querySelectorAll('#task-history .timeline > li').length > 0")
    browser.run("(s => { s.value = ''; s.dispatchEvent(new Event('input')); })(document.getElementById('search'))")
    browser.run("document.getElementById('tab-figures').click()")
    browser.wait("document.querySelectorAll('#panel-figures svg').length === 4")
    browser.run("document.getElementById('tab-store').click()")
    check(browser.run("document.querySelectorAll('#panel-store .card').length >= 3"), "the store is not shown")

    keys(browser, page, first)
    browser.run("document.getElementById('tab-graph').click()")
    check(len(browser.pdf()) > 5000, "nothing is printed")
    browser.size(1280, 800, media="print")
    check(browser.run(COLORS) > 8, "the graph is empty on paper")
    check(not browser.run(STRANGE), "there is something strange in the page")


def keys(browser, page, first):
    """The keyboard alone: from the tabs to a node, its state, a comparison, the search by id and the help."""
    opened(browser, page)
    seen = []
    for _ in range(30):
        browser.press("Tab")
        seen.append(browser.run("document.activeElement.id"))
        if seen[-1] == "canvas":
            break
    check("canvas" in seen and "search" in seen and "tab-graph" in seen, f"Tab comes to {seen}")
    browser.press("ArrowRight")
    browser.wait("!document.getElementById('details').hidden")
    before = browser.run("redoView.graph.highlights.selected")
    for key in ["ArrowLeft", "Home", "End", "ArrowDown", "ArrowUp", "+", "-", "]", "[", "0", "1"]:
        browser.press(key)
    check(browser.run("document.activeElement.id") == "canvas", "the graph has lost the keyboard")
    browser.press("Home")
    browser.press("c")
    check(browser.run("redoView.compare.first !== null"), "c compares nothing")
    browser.press("Escape")
    browser.press("s")
    browser.wait("document.querySelector('#details h2').textContent.startsWith('State at')")
    browser.press("Escape")
    browser.wait("document.getElementById('details').hidden")
    check(before is not None, "no node was selected")
    browser.press("/")
    check(browser.run("document.activeElement.id") == "search", "/ does not search")
    browser.type(first.split()[-1])
    browser.press("Enter")
    browser.wait(f"document.querySelector('#details h2')?.textContent === {json.dumps(first)}")
    browser.run("document.getElementById('canvas').focus()")
    browser.press("?")
    check(browser.run("document.getElementById('help').open"), "? shows no help")
    browser.press("Escape")


def texts(browser, page):
    """Opens everything that shows a text of the log."""
    browser.size(1280, 800)
    opened(browser, page)
    browser.run("""(async () => {
      const {log, details, tasks, compare} = redoView;
      document.getElementById('tab-store').click();
      document.getElementById('tab-figures').click();
      document.getElementById('tab-tasks').click();
      for (let band = 0; band < log.meta.bands.length; band++) if (log.taskNumbers[band] >= 0) await tasks.open(band, false);
      for (let node = 0; node < log.count; node++) {
        await details.open(node);
        await compare.showState(node);
        redoView.graph.hover(node, {x: 10, y: 10});
      }
      tasks.show('');
    })()""")
    check(not browser.run(STRANGE), f"texts have become {browser.run(STRANGE)}")
    check(browser.run("document.title") .startswith("redo view"), "the title has changed")


def states(browser, page, *nodes):
    """What is said of the states at nodes; a negative number counts from the end."""
    browser.size(1280, 800)
    opened(browser, page)
    for node in map(int, nodes):
        if node < 0:
            node += browser.run("redoView.log.count")
        said = {}
        for name, script in [("state", f"showState({node})"), ("comparison", f"show(0, {node})")]:
            browser.run(f"redoView.compare.{script}")
            said[name] = browser.run("document.getElementById('details').innerText")
        print(json.dumps(said))


def rules(browser, page, axe):
    """The rules for everybody who reads with eyes, ears or fingers."""
    source = pathlib.Path(axe).read_text(encoding="utf-8")
    views = {
        "graph": "document.getElementById('tab-graph').click()",
        "node": "redoView.details.open(0)",
        "tasks": "(document.getElementById('tab-tasks').click(), redoView.tasks.open(redoView.tasks.bands[0], false))",
        "figures": "document.getElementById('tab-figures').click()",
        "store": "document.getElementById('tab-store').click()",
        "help": "document.getElementById('help').showModal()",
    }
    for width, height in WIDTHS:
        for dark in [False, True]:
            browser.size(width, height, dark)
            opened(browser, page)
            browser.run(source + ";0")
            for name, script in views.items():
                browser.run(script)
                if name == "figures":
                    browser.wait("document.querySelector('#panel-figures svg')")
                found = browser.run("axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.target + ' ' + n.failureSummary).join('; ')}`))")
                check(not found, f"{name} at {width}, {'dark' if dark else 'light'}: {found}")
                overflow = browser.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                check(overflow <= 0, f"{name} at {width} is {overflow} pixels too wide")
            browser.run("document.getElementById('help').close()")


def measure(browser, page):
    """Times of redraws while a large log is moved, of the first picture, and the memory."""
    browser.size(1280, 800)
    opened(browser, page)
    first = browser.run("redoView.startTimes.drawn")
    browser.wait("document.readyState === 'complete'")
    browser.run("""(async () => {
      const {graph} = redoView;
      const frame = () => new Promise(done => requestAnimationFrame(done));
      graph.times.length = 0;
      graph.fitAll();
      for (let step = 0; step < 60; step++) { graph.zoomX(1.15, 300 + step * 10); await frame(); }
      for (let step = 0; step < 60; step++) { graph.pan(40, 60); await frame(); }
      for (let step = 0; step < 60; step++) { graph.zoomY(step < 30 ? 1.2 : 1 / 1.2, 300); await frame(); }
      for (let step = 0; step < 60; step++) { graph.zoomX(1 / 1.15, 700); graph.pan(-20, 40); await frame(); }
      graph.fitFirst();
      for (let step = 0; step < 60; step++) { graph.pan(3, 500); await frame(); }
      graph.fitAll();
      for (let step = 0; step < 60; step++) { graph.pan(step % 2 ? 9 : -9, 0); await frame(); }
    })()""")
    times = sorted(browser.run("redoView.graph.times"))
    memory = browser.run("performance.memory.usedJSHeapSize")
    total = browser.call("Performance.enable") and None
    total = {entry["name"]: entry["value"] for entry in browser.call("Performance.getMetrics")["metrics"]}
    pids = [process["id"] for process in browser_processes(browser) if process["type"] == "renderer"]
    resident = max((resident_bytes(pid) for pid in pids), default=0)
    print(json.dumps({
        "nodes": browser.run("redoView.log.count"), "redraws": len(times),
        "median": round(times[len(times) // 2], 2), "p99": round(times[len(times) * 99 // 100], 2), "longest": round(times[-1], 2),
        "firstPicture": round(first), "script": round(total.get("ScriptDuration", 0), 3),
        "heapMegabytes": round(memory / 1e6), "rendererMegabytes": round(resident / 1e6),
    }))


def browser_processes(browser):
    """The processes of the browser."""
    session, browser.session = browser.session, None
    try:
        return browser.call("SystemInfo.getProcessInfo")["processInfo"]
    finally:
        browser.session = session


def resident_bytes(pid):
    """What a process has in memory that is not shared with others."""
    try:
        lines = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_"))


def shots(browser, page, folder):
    """Pictures of every tab at three widths, light and dark."""
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    for width, height in WIDTHS:
        for dark in [False, True]:
            browser.size(width, height, dark)
            opened(browser, page)
            for name in ["graph", "node", "tasks", "figures", "store"]:
                if name == "node":
                    browser.run("document.getElementById('tab-graph').click()")
                    node = browser.run("""(() => { const {log} = redoView; let best = 0;
                      for (let n = 0; n < log.count; n++) if (log.verdict(n)?.by.length) best = n; return best || log.count - 1; })()""")
                    browser.run(f"redoView.details.open({node})")
                    browser.run("new Promise(done => setTimeout(done, 200))")
                else:
                    browser.run(f"document.getElementById('tab-{name}').click()")
                    browser.run("new Promise(done => setTimeout(done, 200))")
                browser.screenshot(f"{folder}/{name}-{width}-{'dark' if dark else 'light'}.png")


def pictures(browser, page, recorded, mode="compare"):
    """Compares every tab at three widths, light and dark, with what was recorded: the brightness of 32 columns of squares.

    Fonts and browsers differ a little, so a picture may differ by a quarter of what stands out from its background.
    """
    seen = {}
    for width, height in WIDTHS:
        for dark in [False, True]:
            browser.size(width, height, dark)
            opened(browser, page)
            for name in ["graph", "tasks", "figures", "store"]:
                browser.run(f"document.getElementById('tab-{name}').click()")
                browser.run("new Promise(done => setTimeout(done, 200))")
                seen[f"{name}-{width}-{'dark' if dark else 'light'}"] = browser.brightness(width, height, 32)
    file = pathlib.Path(recorded)
    if mode == "record":
        lines = [f"{json.dumps(name)}: {json.dumps(rows, separators=(',', ':'))}" for name, rows in seen.items()]
        file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="ascii")
        return
    expected = json.loads(file.read_text(encoding="ascii"))
    check(seen.keys() == expected.keys(), f"other pictures than those recorded: {sorted(seen.keys() ^ expected.keys())}")
    for name, rows in seen.items():
        cells = [cell for row in expected[name] for cell in row]
        background = statistics.mode(cells)
        ink = sum(abs(cell - background) for cell in cells)
        difference = sum(abs(here - there) for here, there in zip((cell for row in rows for cell in row), cells))
        check(len(rows) == len(expected[name]) and difference <= ink / 4, f"{name} differs by {difference / ink:.0%}")


def main():
    """Does what the first argument names."""
    what, page, *rest = sys.argv[1:]
    actions = {"walk": walk, "texts": texts, "rules": rules, "measure": measure, "shots": shots,
               "pictures": pictures, "states": states}
    with devtools.Browser() as browser:
        try:
            actions[what](browser, page, *rest)
            address = pathlib.Path(page).resolve().as_uri()
            strange = [url for url in browser.requests if url != address and not url.startswith("blob:")]
            check(not strange, f"requests left: {strange}")
            check(not browser.complaints, f"the console has: {browser.complaints}")
        except devtools.Failure as failure:
            print(f"error: {failure} {browser.complaints}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

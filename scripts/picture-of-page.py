#!/usr/bin/env python3
"""Renders the graph of a page of `redo view` with a node opened: scripts/picture-of-page.py PAGE FOLDER

Tests/Support/Browser has to be in PYTHONPATH.
"""

import pathlib
import sys

import devtools

# The node that is opened: the last update, which changed a field.
OPENED = """(() => { const {log} = redoView; let opened = 0;
  for (let node = 0; node < log.count; node++) if (log.action(node) === 'UPDATE') opened = node;
  return opened; })()"""


def main():
    """Writes view.png and view-dark.png."""
    page, folder = sys.argv[1:]
    with devtools.Browser() as browser:
        for dark in [False, True]:
            browser.size(1100, 640, dark)
            browser.open(pathlib.Path(page).resolve().as_uri())
            browser.run(f"redoView.details.open({OPENED})")
            browser.wait("/verified/.test(document.querySelector('.proof').textContent)")
            browser.run("redoView.graph.drawNow()")
            browser.screenshot(f"{folder}/view{'-dark' if dark else ''}.png")


if __name__ == "__main__":
    main()

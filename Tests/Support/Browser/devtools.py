"""A headless Chromium over its DevTools protocol: a pipe of JSON texts with a NUL after each."""

import base64
import itertools
import json
import os
import pathlib
import select
import shutil
import struct
import subprocess
import tempfile
import time
import zlib

NAMES = ["chromium", "chromium-browser", "google-chrome"]


def path():
    """The browser's path; None if there is none."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Failure(Exception):
    """What the browser says is wrong."""


class Browser:
    """One page. Everything that it logs, and each request that is not for the file itself, is kept."""

    def __init__(self, timeout=60):
        self.timeout = timeout
        self.numbers = itertools.count(1)
        self.events = []
        self.complaints = []
        self.requests = []
        self.rest = b""
        self.folder = tempfile.mkdtemp(prefix="redo-browser-")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        # The browser reads from descriptor 3 and writes to 4.
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser}', path(), "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-extensions", "--disable-dev-shm-usage", "--disable-background-networking",
             "--disable-component-update", "--no-default-browser-check", "--enable-precise-memory-info",
             "--force-color-profile=srgb", "--hide-scrollbars", f"--user-data-dir={self.folder}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            pass_fds=[to_browser, from_browser],
            env={**os.environ, "HOME": self.folder, "TZ": "UTC", "LANG": "C.UTF-8"})
        os.close(to_browser)
        os.close(from_browser)
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")

    def close(self):
        """Ends the browser and removes what it has written."""
        try:
            self.session = None
            self.call("Browser.close")
            self.process.wait(10)
        except (Failure, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.output)
        os.close(self.input)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # The protocol

    def call(self, method, **parameters):
        """Calls a method, and returns its result."""
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        end = time.monotonic() + self.timeout
        while True:
            answer = self.receive(end, method)
            if answer.get("id") == number:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def receive(self, end, what):
        """Reads one message, and keeps it if it is an event."""
        while b"\0" not in self.rest:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.input], [], [], left)[0]:
                raise Failure(f"no answer to {what}")
            data = os.read(self.input, 1 << 20)
            if not data:
                raise Failure("the browser has ended")
            self.rest += data
        text, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(text)
        if "method" in message:
            self.note(message)
        return message

    def note(self, event):
        """Keeps what an event says."""
        method, parameters = event["method"], event["params"]
        self.events.append(method)
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.complaints.append(" ".join(str(part.get("value", part.get("description"))) for part in parameters["args"]))
        elif method == "Log.entryAdded":
            self.complaints.append(parameters["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    # The page

    def open(self, url, ready="document.documentElement?.dataset.ready === 'true'"):
        """Opens an address, and waits until an expression is true."""
        self.call("Page.navigate", url=url)
        self.wait(ready)

    def run(self, script):
        """The value of an expression, which may be a promise."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failure(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait(self, condition, timeout=None):
        """Waits until an expression is true."""
        end = time.monotonic() + (timeout or self.timeout)
        while not self.run(f"!!({condition})"):
            if time.monotonic() > end:
                raise Failure(f"still not so: {condition}")
            time.sleep(0.02)

    def size(self, width, height, dark=False, scale=1, media=""):
        """Sets the size of the page, and the choice of light or dark."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def press(self, key, text=None):
        """Presses a key."""
        codes = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
                 "Home": 36, "End": 35}
        text = text or (key if len(key) == 1 else "\r" if key == "Enter" else "")
        values = {"key": key, "windowsVirtualKeyCode": codes.get(key, ord(key[0].upper())), "text": text}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **values)
        self.call("Input.dispatchKeyEvent", type="keyUp", **{**values, "text": ""})

    def type(self, text):
        """Types a text."""
        for character in text:
            self.press(character)

    def click(self, x, y):
        """Clicks at a point of the page."""
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def screenshot(self, file):
        """Writes what is seen as a PNG."""
        data = self.call("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(file).write_bytes(base64.b64decode(data))

    def brightness(self, width, height, columns):
        """The brightness of the page, from 0 to 255, in so many columns and as many rows as are square, by rows."""
        scale = columns / width
        data = self.call("Page.captureScreenshot", format="png",
                         clip={"x": 0, "y": 0, "width": width, "height": height, "scale": scale})["data"]
        return brightness_of(base64.b64decode(data))

    def pdf(self):
        """The bytes of the page as it is printed."""
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])


def brightness_of(png):
    """The brightness of each pixel of a PNG with 8 bits a channel and without interlacing, by rows."""
    width, height, _, kind = struct.unpack(">IIBB", png[16:26])
    channels = {2: 3, 6: 4}[kind]
    packed, offset = b"", 8
    while offset < len(png):
        length, = struct.unpack(">I", png[offset:offset + 4])
        if png[offset + 4:offset + 8] == b"IDAT":
            packed += png[offset + 8:offset + 8 + length]
        offset += 12 + length
    data, size = zlib.decompress(packed), width * channels
    above, rows = bytearray(size), []
    for number in range(height):
        start = number * (size + 1)
        row = bytearray(data[start + 1:start + 1 + size])
        for i in range(size):
            left = row[i - channels] if i >= channels else 0
            corner = above[i - channels] if i >= channels else 0
            row[i] = (row[i] + predicted(data[start], left, above[i], corner)) & 255
        rows.append([sum(row[i:i + 3]) // 3 for i in range(0, size, channels)])
        above = row
    return rows


def predicted(filter_type, left, above, corner):
    """What a filter of PNG predicts of a byte."""
    if filter_type == 4:
        distances = [abs(above - corner), abs(left - corner), abs(left + above - 2 * corner)]
        return [left, above, corner][distances.index(min(distances))]
    return [0, left, above, (left + above) // 2][filter_type]

"""A headless browser, driven over the DevTools protocol, to test what a page does.

It needs Debian's `chromium` (or another Chromium of that name) and websocket-client.
"""

from __future__ import annotations

import base64
import itertools
import json
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from support.commands import UNWATCHED

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 60.0  # seconds; a busy machine is slow, and a browser that does not answer is broken


def chromium() -> str | None:
    """The path of the browser, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """A page of a running browser, and the events since it was last opened."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._events: list[dict[str, Any]] = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> Any:
        """Call a method of the protocol and return its result."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while (message := self._message()).get("id") != number:
            pass
        assert "error" not in message, message
        return message["result"]

    def open(self, path: Path) -> None:
        """Load a file, and wait until it is loaded."""
        self.open_address(path.resolve().as_uri())

    def open_address(self, wanted: str) -> None:
        """Load a page, and wait until it is loaded."""
        for address in ("about:blank", wanted):  # unloads the last page
            self._events.clear()
            self.call("Page.navigate", url=address)
            while not any(event["method"] == "Page.loadEventFired" for event in self._events):
                self._message()
        self.value("1")  # by now the events of the page's scripts have arrived

    def value(self, expression: str) -> Any:
        """Evaluate an expression in the page; an exception there fails the test."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def type_into(self, element: str, text: str) -> None:
        """Replace the text of an input element by typing."""
        self.value(f"document.getElementById({json.dumps(element)}).select()")
        self.call("Input.insertText", text=text)

    def type_key(self, letter: str) -> None:
        """Press and release the key of a letter, as typing does."""
        for kind in ("keyDown", "keyUp"):
            settings = {"type": kind, "key": letter}
            if kind == "keyDown":
                settings |= {"text": letter, "unmodifiedText": letter}
            self.call("Input.dispatchKeyEvent", **settings)

    def press(self, key: str) -> None:
        """Press and release a key."""
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, "ArrowRight": 39}
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        for kind in ("keyDown", "keyUp"):
            settings = {"type": kind, "key": key, "windowsVirtualKeyCode": codes.get(key, 0)}
            if kind == "keyDown" and text:
                settings["text"] = text
            self.call("Input.dispatchKeyEvent", **settings)

    def hover(self, selector: str) -> None:
        """Move the mouse over an element."""
        x, y = self.value(
            f"(e => {{ e.scrollIntoView({{block: 'center'}}); const r = e.getClientRects()[0];"
            f"return [r.x + r.width / 2, r.y + r.height / 2]; }})"
            f"(document.querySelector({json.dumps(selector)}))"
        )
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click(self, selector: str) -> None:
        """Click on an element with the mouse."""
        self.hover(selector)
        x, y = self.value(
            f"(r => [r.x + r.width / 2, r.y + r.height / 2])"
            f"(document.querySelector({json.dumps(selector)}).getClientRects()[0])"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def settle(self) -> None:
        """Wait until the page has drawn what was chosen."""
        self.value(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
        )

    def go(self, fragment: str) -> None:
        """Follow a link inside the page."""
        self.value(
            "new Promise(done => { addEventListener('hashchange', () => done(), {once: true});"
            f"location.hash = {json.dumps(fragment)}; }})"
        )

    def resize(self, width: int, height: int, *, dark: bool = False) -> None:
        """Set the size of the window and the preferred color scheme."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def screenshot(self, *, whole: bool = True) -> bytes:
        """A screenshot of the page as PNG."""
        picture = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        return base64.b64decode(picture["data"])

    def complaints(self) -> list[str]:
        """Everything on the console, including exceptions and policy violations."""
        self.value("1")
        kinds = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        return [json.dumps(event) for event in self._events if event["method"] in kinds]

    def forget_complaints(self) -> None:
        """Begin anew, where some were expected."""
        self.value("1")
        self._events.clear()

    def requests(self) -> list[str]:
        """The requested addresses."""
        wanted = "Network.requestWillBeSent"
        sent = [event["params"] for event in self._events if event["method"] == wanted]
        return [request["request"]["url"] for request in sent]

    def dialogs(self) -> int:
        """How many dialogs scripts have opened."""
        return sum(event["method"] == "Page.javascriptDialogOpening" for event in self._events)

    def _message(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._socket.recv())
        if "method" in message:
            self._events.append(message)
            if message["method"] == "Page.javascriptDialogOpening":  # it blocks the page
                answer = {"id": 0, "method": "Page.handleJavaScriptDialog"}
                self._socket.send(json.dumps(answer | {"params": {"accept": True}}))
        return message


@contextmanager
def running(program: str, profile: Path, options: Sequence[str] = ()) -> Iterator[Browser]:
    """A browser with an empty profile, which is closed when the block ends."""
    import websocket

    command = [program, "--headless=new", "--remote-debugging-port=0", "--remote-allow-origins=*"]
    command += [f"--user-data-dir={profile}", "--no-first-run", "--disable-gpu", *options]
    command += ["--disable-dev-shm-usage", "--no-sandbox", "--disable-background-networking"]
    with subprocess.Popen(
        [*command, "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=UNWATCHED | {"HOME": str(profile)},
    ) as process:
        try:
            port = _port(profile / "DevToolsActivePort", process)
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as answer:
                pages = [item for item in json.load(answer) if item["type"] == "page"]
            socket = websocket.create_connection(pages[0]["webSocketDebuggerUrl"], timeout=PATIENCE)
            try:
                yield Browser(socket)
            finally:
                socket.close()
        finally:
            process.terminate()


def _port(path: Path, process: subprocess.Popen[bytes]) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        if path.exists() and (lines := path.read_text().splitlines()):
            return lines[0]
        time.sleep(0.05)
    raise RuntimeError("the browser does not answer")

"""A browser that tests drive: headless Chromium over its debugging pipe, with nothing but the standard library."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from select import select
from types import TracebackType
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
#: Seconds that an answer of the browser may take.
_PATIENCE = 60
_KEYS = {
    "ArrowRight": 39,
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowDown": 40,
    "Home": 36,
    "End": 35,
    " ": 32,
    "Tab": 9,
    "Enter": 13,
    "PageDown": 34,
}


class Browser:
    """One page of a browser; what it writes to its console, and whatever goes wrong in it, is in `said`."""

    def __init__(self, profile: Path, width: int = 1280, height: int = 900) -> None:
        to_read, self._to = os.pipe()
        self._from, to_write = os.pipe()
        # The browser reads its commands from 3 and answers on 4, whatever numbers the pipes have here.
        script = f'exec 3<&{to_read} 4>&{to_write}; exec "$@"'
        command = [
            str(CHROMIUM),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--remote-debugging-pipe",
            "--no-first-run",
            "--hide-scrollbars",
            "--disable-background-networking",
            f"--user-data-dir={profile}",
            "about:blank",
        ]
        self._process = subprocess.Popen(
            ["bash", "-c", script, "bash", *command],
            pass_fds=(to_read, to_write),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self._rest = b""
        self._number = 0
        self._session: str | None = None
        self.said: list[str] = []
        self._loaded = 0
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.size(width, height)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        os.close(self._to)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._from)

    # -- the wire ------------------------------------------------------------------------------------

    def call(self, method: str, **given: Any) -> dict[str, Any]:
        """What the browser answers to a command."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": given}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return dict(answer["result"])

    def _next(self) -> dict[str, Any]:
        until = time.monotonic() + _PATIENCE
        while b"\0" not in self._rest:
            ready, _, _ = select([self._from], [], [], max(0.0, until - time.monotonic()))
            data = os.read(self._from, 1 << 20) if ready else b""
            if not data:
                raise RuntimeError("The browser does not answer.")
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        self._hear(message.get("method"), message.get("params", {}))
        return message

    def _hear(self, event: str | None, told: dict[str, Any]) -> None:
        match event:
            case "Runtime.consoleAPICalled":
                self.said.append(" ".join(str(part.get("value", part.get("description"))) for part in told["args"]))
            case "Runtime.exceptionThrown":
                details = told["exceptionDetails"]
                self.said.append(details.get("exception", {}).get("description") or details["text"])
            case "Log.entryAdded":
                self.said.append(told["entry"]["text"])
            case "Page.loadEventFired":
                self._loaded += 1

    # -- what a person does --------------------------------------------------------------------------

    def size(self, width: int, height: int, *, phone: bool = False) -> None:
        """Make the window so large."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)

    def media(self, **features: str) -> None:
        """What the person prefers, such as `prefers_color_scheme="dark"`."""
        pairs = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.call("Emulation.setEmulatedMedia", media="", features=pairs)

    def open(self, address: str) -> None:
        """Open a page, and wait until it is loaded."""
        before = self._loaded
        self.call("Page.navigate", url=address)
        while self._loaded == before:
            self._next()

    def run(self, script: str) -> Any:
        """The value of a script, which may be promised."""
        told = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in told:
            details = told["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description") or details["text"])
        return told["result"].get("value")

    def wait(self, condition: str) -> None:
        """Wait until a script is true."""
        until = time.monotonic() + _PATIENCE / 4
        while not self.run(condition):
            if time.monotonic() > until:
                raise RuntimeError(f"It never comes: {condition}; the console says {self.said}")
            time.sleep(0.02)

    def press(self, key: str, *, shift: bool = False) -> None:
        """Press a key and let it go."""
        code = _KEYS.get(key, ord(key.upper()[0]))
        text = "\r" if key == "Enter" else key if len(key) == 1 else ""
        given: dict[str, Any] = {"key": key, "code": key, "windowsVirtualKeyCode": code, "modifiers": 8 if shift else 0}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **given)
        self.call("Input.dispatchKeyEvent", type="keyUp", **given)

    def picture(self, path: Path, *, whole: bool = False) -> None:
        """Take a picture of what is seen, or of the whole page."""
        told = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(told["data"]))

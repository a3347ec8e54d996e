"""The server and the browser of these tests.

The server is the one at BOUTON_URL, or one that is started from the program BOUTON (by default the debug build).
The browser is Debian's chromium; none is ever downloaded.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import pytest
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[3]


def program():
    """The program under test."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    path = pathlib.Path(os.environ.get("BOUTON", target / "debug" / "bouton"))
    assert path.exists(), f"{path} is missing: cargo build -p bouton"
    return path


@pytest.fixture(scope="session")
def base():
    """The address of the server."""
    if "BOUTON_URL" in os.environ:
        yield os.environ["BOUTON_URL"].rstrip("/")
        return
    with tempfile.TemporaryDirectory() as folder:
        command = [program(), "serve", "--port", "0", "--census-dir", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
            try:
                yield address(server)
            finally:
                server.terminate()


def address(server):
    """The address that the server prints when it is ready."""
    seen = []
    for line in server.stdout:
        seen.append(line)
        found = re.search(r"http://[\d.]+:\d+", line)
        if found:
            return found[0]
    raise AssertionError("the server printed no address: " + "".join(seen))


@pytest.fixture(scope="session")
def browser():
    """Debian's chromium, without a screen."""
    path = shutil.which("chromium")
    assert path, "chromium is missing: apt-get install chromium"
    arguments = ["--disable-background-networking"] + (["--no-sandbox"] if os.geteuid() == 0 else [])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


LOOKS = {
    "light": {"color_scheme": "light", "viewport": {"width": 1280, "height": 860}},
    "dark": {"color_scheme": "dark", "viewport": {"width": 1280, "height": 860}},
    "phone": {"color_scheme": "light", "viewport": {"width": 390, "height": 844}, "has_touch": True},
}


@pytest.fixture(params=["light"])
def page(request, browser, base):
    """A page that must not complain: no error in the console, nothing that the policy forbids."""
    context = browser.new_context(base_url=base, **LOOKS[request.param])
    context.set_default_timeout(15_000)
    page = context.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complain(complaints, message))
    page.forgiven = []
    yield page
    context.close()
    left = [text for text in complaints if not any(word in text for word in page.forgiven)]
    assert not left, left


def complain(complaints, message):
    if message.type in ("error", "warning"):
        complaints.append(message.text)


@pytest.fixture
def ask(page, base):
    """Asks the engine directly, beside the page."""
    def post(path, body):
        response = page.request.post(f"{base}/api/{path}", data=body)
        assert response.ok, response.text()
        return response.json()
    return post

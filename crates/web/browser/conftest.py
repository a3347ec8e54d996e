"""The server and the browser of these tests.

The server is the one at BOUTON_URL, or one that is started from the program BOUTON (by default the debug build).
The browser is Debian's chromium; none is ever downloaded.
"""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

import pytest
from playwright.sync_api import expect, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Nothing depends on how fast the machine is: whoever waits so long waits in vain.
PATIENCE = 90
expect.set_options(timeout=PATIENCE * 1000)


def pytest_collection_modifyitems(items):
    """Whoever looks at the claims does so at one server: checking them takes a minute."""
    for item in items:
        if "papers" in item.nodeid or "claims" in item.name:
            item.add_marker(pytest.mark.xdist_group("papers"))


def program():
    """The program under test."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    path = pathlib.Path(os.environ.get("BOUTON", target / "debug" / "bouton"))
    assert path.exists(), f"{path} is missing: cargo build -p bouton"
    return path


@contextlib.contextmanager
def serve(*options):
    """A server with a folder of its own; its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program(), "serve", "--port", "0", "--census-dir", folder, *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
            try:
                yield address(server)
            finally:
                server.terminate()


@pytest.fixture(scope="session")
def base():
    """The address of the server."""
    if "BOUTON_URL" in os.environ:
        yield os.environ["BOUTON_URL"].rstrip("/")
        return
    with serve() as url:
        yield url


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


# How many questions of the page are not answered yet.
COUNT = """(() => {
  const ask = window.fetch;
  window.unanswered = 0;
  window.fetch = (...question) => {
    window.unanswered += 1;
    return ask(...question).finally(() => { window.unanswered -= 1; });
  };
})()"""

# A page is at rest when all questions are answered and a few pictures in a row show the same.
REST = """() => new Promise((rest) => {
  let still = 0;
  const watch = new MutationObserver(() => { still = 0; });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  const look = () => {
    const ready = document.querySelector("main h1") && window.unanswered === 0;
    still = ready ? still + 1 : 0;
    if (still < 8) return requestAnimationFrame(look);
    watch.disconnect();
    rest();
  };
  look();
})"""


@pytest.fixture
def at_rest(page):
    """Waits until the page has loaded what it shows."""
    def wait():
        expect(page.locator("main h1")).to_be_visible()
        page.evaluate(REST)
    return wait


@pytest.fixture
def wait_for():
    """Asks until the answer will do."""
    def wait(ask, will_do, patience=600):
        end = time.monotonic() + patience
        while not will_do(answer := ask()):
            assert time.monotonic() < end, answer
            time.sleep(0.2)
        return answer
    return wait


LOOKS = {
    "light": {"color_scheme": "light", "viewport": {"width": 1280, "height": 860}},
    "dark": {"color_scheme": "dark", "viewport": {"width": 1280, "height": 860}},
    "phone": {"color_scheme": "light", "viewport": {"width": 390, "height": 844}, "has_touch": True},
}


@pytest.fixture(params=["light"])
def page(request, browser, base):
    """A page that must not complain: no error in the console, nothing that the policy forbids."""
    context = browser.new_context(base_url=base, **LOOKS[request.param])
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(COUNT)
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

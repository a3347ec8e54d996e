"""The server and the browser of these tests.

The server is the one at BOUTON_URL, or one that is started from the program BOUTON (by default the debug build).
The browser is Debian's Chromium without its windows; none is ever downloaded.
"""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Nothing depends on how fast the machine is: whoever waits so long, in seconds, waits in vain.
PATIENCE = 300
LONG_PATIENCE = 3600  # For what takes minutes: the claims of all papers.
expect.set_options(timeout=PATIENCE * 1000)


# Groups are for the plugin that divides the tests, which looks for them in the same hook.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Whoever looks at the claims does so at one server: checking them takes a minute. What takes long begins first."""
    for item in items:
        if "papers" in item.nodeid or "claims" in item.name:
            item.add_marker(pytest.mark.xdist_group("papers"))
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_terminal_summary(terminalreporter):
    """Prints what tests have measured."""
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            terminalreporter.write_line(f"{name}: {value}")


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
        # What other tests have found about the claims of the papers is not looked for again.
        if "BOUTON_CLAIMS" in os.environ:
            command += ["--claims-dir", os.environ["BOUTON_CLAIMS"]]
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
    # A slow machine takes longer, and gives the same answers.
    with serve("--seconds", "120") as url:
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
    """Debian's Chromium, without a screen."""
    path = shutil.which("chromium-headless-shell")
    assert path, "the browser is missing: apt-get install chromium-headless-shell"
    arguments = ["--disable-background-networking"] + (["--no-sandbox"] if os.geteuid() == 0 else [])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


# The page tells in `data-rest` whether something is under way, and has another value after each rest.
AT_REST = "before => (now => now && now !== before)(document.documentElement.dataset.rest)"


def at_rest(page):
    """Waits until nothing is under way: all questions are answered, all pauses over, everything is drawn."""
    page.wait_for_function(AT_REST, arg="")


def act(page, action, *arguments, **options):
    """Acts on a page that is at rest, and waits until it has done what followed, and rests again.

    This is for actions after which the page has something to do; it would wait in vain after others.
    """
    at_rest(page)
    before = page.evaluate("document.documentElement.dataset.rest")
    action(*arguments, **options)
    page.wait_for_function(AT_REST, arg=before)


def visit(page, address):
    """Opens an address, and waits until everything is there; a page that is at this address already is loaded anew."""
    if unquote(page.url).endswith(unquote(address)):
        page.goto("about:blank")
    before = page.evaluate("document.documentElement.dataset.rest ?? ''")
    page.goto(address)
    page.wait_for_function(AT_REST, arg=before)


def holding(page, path):
    """Keeps questions back; the function that is returned waits for the next one, which can then go on."""
    held = []
    page.route(path, lambda route: held.append(route))

    def following():
        while not held:
            page.wait_for_timeout(20)
        return held.pop(0)

    return following


@pytest.fixture
def wait_for():
    """Asks until the answer will do. The pauses only spare the server."""
    def wait(ask, will_do):
        end = time.monotonic() + LONG_PATIENCE
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
# The pauses of the page are for people who look at it. Nobody looks here, and whatever follows a pause follows a short one.
SHORT_PAUSES = """
const pause = window.setTimeout;
window.setTimeout = (action, wait = 0, ...more) => pause(action, wait <= 1000 ? wait / 10 : wait, ...more);
"""
# A server with much to do says so, and the page asks again; what comes of it is for the tests to see.
BUSY = re.compile(r"status of (503|429)\b")


def new_context(browser, base, look):
    """A browser that has never been here. Nothing moves by itself, so that what is measured does not depend on when."""
    context = browser.new_context(base_url=base, reduced_motion="reduce", **LOOKS[look])
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(f"{{{SHORT_PAUSES}}}")
    return context


@pytest.fixture(scope="session")
def looks(browser, base):
    """A browser for each look. It keeps the files of the page, which would be sent and compiled for each test."""
    contexts = {}

    def of(look):
        if look not in contexts:
            contexts[look] = new_context(browser, base, look)
        return contexts[look]

    yield of
    for context in contexts.values():
        context.close()


@pytest.fixture
def new_page(browser, base):
    """Opens pages, each in a browser that has never been here."""
    contexts = []

    def open_page(look="light"):
        contexts.append(new_context(browser, base, look))
        return contexts[-1].new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def onward():
    """The pages that go on from test to test, by look."""
    return {}


@pytest.fixture(params=["light"])
def page(request, looks, new_page, onward, base):
    """A page that must not complain: no error in the console, nothing that the policy forbids.

    Whatever the pages before it have noted in the browser is gone.
    """
    is_onward = request.node.get_closest_marker("onward")
    page = onward.pop(request.param, None) if is_onward else None
    if request.node.get_closest_marker("alone"):
        page = new_page(request.param)
    elif page is None:
        page = looks(request.param).new_page()
        page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", {"origin": base, "storageTypes": "all"})
    complaints = []
    listeners = {"pageerror": lambda error: complaints.append(str(error)), "console": lambda message: complain(complaints, message)}
    for event, listener in listeners.items():
        page.on(event, listener)
    page.forgiven = []
    yield page
    if is_onward:
        for event, listener in listeners.items():
            page.remove_listener(event, listener)
        onward[request.param] = page
    else:
        page.close()
    left = [text for text in complaints if not any(word in text for word in page.forgiven)]
    assert not left, left


def complain(complaints, message):
    if message.type in ("error", "warning") and not BUSY.search(message.text):
        complaints.append(message.text)


@pytest.fixture
def ask(page, base, wait_for):
    """Asks the engine directly, beside the page; again if it has too much to do."""
    def post(path, body):
        response = wait_for(lambda: page.request.post(f"{base}/api/{path}", data=body), lambda one: one.status != 503)
        assert response.ok, response.text()
        return response.json()
    return post

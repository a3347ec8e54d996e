"""The static edition: the page as files, with the lab in a worker. It answers as the server does, and works offline."""

import base64
import functools
import gzip
import http.server
import json
import os
import pathlib
import threading
from urllib.parse import quote

import pytest
import requests
from conftest import PATIENCE, ROOT, visit
from playwright.sync_api import expect

MOST_BYTES = 2_000_000


def folder():
    """The static edition, as `cargo xtask site` writes it."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    path = pathlib.Path(os.environ.get("BOUTON_SITE", target / "site"))
    assert (path / "index.html").exists(), f"{path} is missing: cargo xtask site"
    return path


class Files(http.server.SimpleHTTPRequestHandler):
    """Files and nothing else, without a word about each."""

    def log_message(self, *_):
        pass


class FileServer(http.server.ThreadingHTTPServer):
    """A plain file server, which can be stopped for good."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), functools.partial(Files, directory=folder()))
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def stop(self):
        self.shutdown()
        self.server_close()


@pytest.fixture
def site():
    """The address of the static edition, with its server."""
    server = FileServer()
    yield server
    server.stop()


@pytest.fixture
def new_tab(browser):
    """Opens pages in browsers that have never seen this site."""
    contexts = []

    def open_tab(**options):
        context = browser.new_context(reduced_motion="reduce", **options)
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        return context.new_page()

    yield open_tab
    for context in contexts:
        context.close()


# Asks the lab in the worker as the page does; files as base64.
ASK = """async questions => {
  const { request } = await import("./js/transport.js");
  const ask = async ([path, body]) => {
    const response = await request(path, body === null ? {} : { method: "POST", body: JSON.stringify(body) });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = Array.from(bytes, one => String.fromCharCode(one)).join("");
    const named = name => response.headers.get(name);
    return [response.status, named("Content-Type"), named("Content-Disposition"), named("X-Exact"), btoa(text)];
  };
  return Promise.all(questions.map(ask));
}"""


def of_worker(page, questions):
    """What the worker answers: the status, some headers, and the content."""
    for status, *headers, content in page.evaluate(ASK, questions):
        yield status, headers, base64.b64decode(content)


def of_server(base, wait_for, path, body):
    """What the server answers."""
    def ask():
        method = "GET" if body is None else "POST"
        return requests.request(method, f"{base}/api/{path}", json=body, timeout=PATIENCE)
    response = wait_for(ask, lambda one: one.status_code != 503)
    named = [response.headers.get(name) for name in ("Content-Type", "Content-Disposition", "X-Exact")]
    return response.status_code, named, response.content


def comparable(answer):
    """An answer without what depends on limits: those of the server in these tests are larger."""
    status, headers, content = answer
    if headers[0] != "application/json":
        return status, headers, content
    content = json.loads(content)
    if status == 400 and content["kind"] == "limit":
        return status, headers, "limit"
    return status, headers, content


def about(name, position):
    """Questions about a game: each kind of request that the page makes, none of them near a limit."""
    named = quote(name)
    # The values of partizan octal games grow quickly.
    zoom, to = (4, 16) if name.startswith("partizan-octal") else (1, 300)
    yield f"game?game={named}", None
    yield f"point?game={named}&x={to // 4}&y={to // 5}", None
    yield f"tile?game={named}&x=0&y=0&zoom={zoom}", None
    yield f"overlay?game={named}&x0=0&x1=90&y0=0&y1=70", None
    yield "play", {"game": name}
    yield "play", {"game": name, "random": True, "seed": 5}
    yield "hint", {"game": name, "position": position}
    yield "reply", {"game": name, "position": position, "seed": 3}
    yield "solve", {"game": name, "position": position}
    yield "explain", {"game": name}
    yield "sequence", {"game": name, "to": to, "of": "nim-value"}
    yield "sequence", {"game": name, "to": to, "of": "outcome"}
    yield "export", {"game": name, "to": to // 5, "format": "svg"}
    yield "certificate/position", {"game": name, "position": position}


def examples(description):
    """The examples of the description."""
    for path, methods in description["paths"].items():
        for operation in methods.values():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            if "census" not in path:
                yield from ((path.removeprefix("/api/"), one["value"]) for one in content.get("examples", {}).values())


def large():
    """Numbers beyond 32 bits, which a browser's lab has for addresses in memory."""
    for power in (31, 32, 33, 40, 53):
        for more in (-1, 0, 3):
            large = 2**power + more
            yield "solve", {"game": "nim", "position": f"{large},{large - 1},5"}
            yield "solve", {"game": "wythoff", "position": f"{large},{large + 7}"}
            yield "solve", {"game": "subtraction:1,3,4", "position": str(large)}
            yield "solve", {"game": "king", "position": f"{large},3"}
            yield "solve", {"game": "rook", "position": f"{large},3"}
            yield "sequence", {"game": f"subtraction:1,{large}", "to": 50, "of": "nim-value"}
            yield "solve", {"game": f"moore:{large}", "position": "1,2,3"}
            yield "solve", {"game": f"subtraction:1,{large}", "position": f"{large + 1}"}
            yield "point?" + f"game=wythoff&x={large}&y=5", None
            yield "hint", {"game": "nim", "position": f"{large},3"}


def mistakes():
    """Questions that have no answer."""
    for body in ({}, {"game": "nym", "position": "1"}, {"game": "nim", "position": "1,x"}, {"game": "nim", "position": "1", "more": 1}):
        yield "solve", body
    yield "rules", {"text": "game g\nposition n\nmove k in 1 .. : n' = n - k\n"}
    yield "tile?game=nim&x=-1&y=0", None
    yield "tile?game=wythoff&x=0", None
    yield "nothing", None


@pytest.fixture(scope="module")
def asked(base):
    """At least 500 questions. A game is asked about a position to play from: examples may be much larger."""
    def get(path):
        return requests.get(f"{base}/api/{path}", timeout=PATIENCE).json()
    found = [*examples(get("openapi.json")), *large(), *mistakes()]
    for game in get("games"):
        name = game["example"]["game"]
        begun = requests.post(f"{base}/api/play", json={"game": name}, timeout=PATIENCE).json()
        found += about(name, begun.get("position", game["example"]["position"]))
    assert len(found) >= 500
    return found


BATCHES = 24


@pytest.fixture(scope="module")
def lab(browser):
    """A page whose worker answers all batches: it compiles the lab once."""
    server = FileServer()
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    visit(page, server.url)
    yield page
    context.close()
    server.stop()


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_worker_answers_as_the_server_does(batch, lab, base, wait_for, asked):
    """In batches, so that a run shows how far it is; each has questions of all kinds."""
    questions = asked[batch::BATCHES]
    answered = 0
    for (path, body), found in zip(questions, of_worker(lab, questions), strict=True):
        assert comparable(found) == comparable(of_server(base, wait_for, path, body)), (path, body)
        answered += found[0] == 200
    assert answered >= len(questions) / 2, f"only {answered} of {len(questions)} questions have an answer"


VIEWS = {
    "play?game=nim&start=3,4,6": ".moves .start",
    "chart?game=wythoff": ".view-chart canvas",
    "sequence?game=kayles&of=nim-value&to=100": ".view-sequence canvas",
    "values?expression={1|-1}": ".view-values svg",
    "relation": ".view-relation svg",
    "rules": ".view-rules textarea",
    "papers": ".claims section",
    "ask": ".asked a",
    "census": ".view-census .trouble",
}


def test_all_views_work_without_a_connection(new_tab, site):
    page = new_tab()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: message.type in ("error", "warning") and complaints.append(message.text))
    visit(page, site.url)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    site.stop()
    for view, shown in VIEWS.items():
        page.goto("about:blank")
        visit(page, f"{site.url}/#/{view}")
        expect(page.locator(shown).first).to_be_visible()
        if not view.startswith("census"):
            expect(page.locator(".trouble")).to_have_count(0)
    expect(page.locator(".view-census .trouble")).to_contain_text("without a server")
    page.goto(f"{site.url}/api/claims/report")
    expect(page.locator("h1").first).to_be_visible()
    assert not complaints, complaints


# A long question, and another one after it.
BEGIN = """async () => {
  const { request } = await import("./js/transport.js");
  const ask = (path, body, signal) => request(path, { method: "POST", body: JSON.stringify(body), signal });
  const control = new AbortController();
  const long = ask("sequence", { game: "grundy", to: 1_000_000, of: "nim-value" }, control.signal);
  const after = ask("solve", { game: "nim", position: "1,2,3" });
  window.cancel = async () => {
    control.abort();
    const ended = await long.catch(error => error.name);
    const { outcome } = await (await after).json();
    return [ended, outcome, document.querySelector(".working").hidden];
  };
}"""


def test_a_long_question_shows_its_progress_and_can_be_cancelled(new_tab, site):
    page = new_tab()
    visit(page, site.url)
    workers = []
    page.on("worker", lambda worker: workers.append(worker))
    page.evaluate(BEGIN)
    expect(page.locator(".working")).to_be_visible()
    page.wait_for_function("document.querySelector('.working').position > 0")
    assert page.evaluate("cancel()") == ["AbortError", "P", True]
    assert len(workers) == 1, "the long question goes on until its worker is ended, and another one answers"


def test_leaving_a_view_ends_its_long_question(new_tab, site):
    page = new_tab()
    visit(page, site.url)
    workers = []
    page.on("worker", lambda worker: workers.append(worker))
    page.evaluate("location.hash = '#/sequence?game=grundy&of=nim-value&to=1000000'")
    expect(page.locator(".working")).to_be_visible()
    page.evaluate("location.hash = '#/play?game=nim&start=3,4,6'")
    expect(page.locator(".moves .start")).to_be_visible()
    expect(page.locator(".working")).to_be_hidden()
    assert len(workers) == 1, "the question of the view goes on until its worker is ended"


def test_the_first_answer_comes_in_a_new_browser(new_tab, site, record_property):
    """How soon it comes is printed at the end of the run."""
    page = new_tab()
    page.goto(f"{site.url}/#/play?game=nim&start=3,4,6")
    expect(page.locator(".moves .start")).to_be_visible()
    seconds = page.evaluate("performance.now()") / 1000
    record_property(f"the first answer in a new browser, Chromium {page.context.browser.version}", f"{seconds:.2f} s")


def test_a_browser_that_cannot_run_the_lab_says_so(new_tab, site):
    page = new_tab(service_workers="block")
    page.route("**/bouton.wasm", lambda route: route.fulfill(status=200, content_type="application/wasm", body=b"?"))
    visit(page, site.url)
    expect(page.locator(".trouble").first).to_contain_text("cannot run in this browser")


def test_a_file_server_that_does_not_know_the_type_will_do(new_tab, site):
    page = new_tab(service_workers="block")
    lab = (folder() / "bouton.wasm").read_bytes()
    page.route("**/bouton.wasm", lambda route: route.fulfill(status=200, content_type="text/plain", body=lab))
    visit(page, f"{site.url}/#/play?game=nim&start=3,4,6")
    expect(page.locator(".moves .start")).to_be_visible()


def test_the_files_are_small(record_property):
    """All of them together, as a server compresses them; the lab is the largest."""
    files = [path for path in folder().rglob("*") if path.is_file()]
    sizes = {path.relative_to(folder()): len(gzip.compress(path.read_bytes())) for path in files}
    assert len(sizes) > 50
    record_property("all files with gzip", f"{sum(sizes.values()) / 1e6:.2f} MB")
    assert sum(sizes.values()) <= MOST_BYTES, sorted(sizes.items(), key=lambda one: -one[1])[:5]

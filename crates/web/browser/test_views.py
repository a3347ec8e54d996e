"""The views beside Play."""

import math
import re
from urllib.parse import parse_qs, quote, unquote, urlencode

import pytest
from conftest import LONG_PATIENCE, act, at_rest, visit
from playwright.sync_api import expect

COLOURS = {"P": (31, 41, 55), "N": (243, 240, 232)}

PIXELS = """(cells) => {
  const canvas = document.querySelector(".map canvas");
  const told = new URLSearchParams(location.hash.split("?")[1]);
  const [left, low, scale] = ["x", "y", "scale"].map((key) => Number(told.get(key)));
  const ratio = canvas.width / canvas.clientWidth;
  return cells.map(([x, y]) => {
    const px = (x + 0.5 - left) * scale + canvas.clientWidth / 2;
    const py = canvas.clientHeight / 2 - (y + 0.5 - low) * scale;
    const inside = px > 50 && py > 4 && px < canvas.clientWidth - 4 && py < canvas.clientHeight - 26;
    return inside ? [...canvas.getContext("2d").getImageData(px * ratio, py * ratio, 1, 1).data].slice(0, 3) : null;
  });
}"""


def go_to(page, first, second):
    """Goes to a position of the chart, and waits until it is drawn and read."""
    page.get_by_label("Go to first number").fill(first)
    page.get_by_label("Go to second number").fill(second)
    act(page, page.get_by_role("button", name="Go", exact=True).click)


def scale_of(page):
    return float(re.search(r"scale=([\d.]+)", page.url)[1])


def compared(page, ask, game, cells):
    """How many of the cells are in sight; each must have the colour of its outcome."""
    seen = 0
    for (x, y), pixel in zip(cells, page.evaluate(PIXELS, cells), strict=True):
        if pixel is None:
            continue
        seen += 1
        outcome = ask("solve", {"game": game, "position": f"{x},{y}"})["outcome"]
        assert tuple(pixel) == COLOURS[outcome], (x, y, outcome)
    return seen


def test_the_chart_of_nimrod_agrees_with_the_engine_before_and_after_zooming(page, ask):
    page.forgiven = ["willReadFrequently"]
    visit(page, "/#/chart?game=nimrod&layer=outcome&over=-core-names")
    assert compared(page, ask, "nimrod", [(x, y) for x in (3, 17, 40, 61) for y in (1, 2, 5, 19)]) >= 12
    page.locator(".map canvas").hover(position={"x": 200, "y": 400})
    act(page, page.mouse.wheel, 0, -500)
    assert scale_of(page) > 12
    near = [(x, y) for x in range(8, 30, 3) for y in range(6, 30, 4)]
    assert compared(page, ask, "nimrod", near) >= 10


# The place of a number on an axis, in units; the scale is the pixels of a unit.
PLACES = {"linear": lambda n: n, "sqrt": lambda n: n**0.5, "log": lambda n: 32 * math.log2(n + 1)}


def drawn_box(page, size, position):
    """The box of a position on the canvas of this size, by the axes that the address names: left, top, right, bottom."""
    told = {key: one[0] for key, one in parse_qs(page.url.split("?")[-1]).items()}
    scale = float(told["scale"])
    ends = []
    for number, kind, middle, scale, length in (
        (position[0], told.get("across", "linear"), told["x"], scale, size["width"]),
        (position[1], told.get("up", "linear"), told["y"], float(told.get("tall", scale)), size["height"]),
    ):
        place = PLACES[kind]
        ends.append([(place(at) - place(float(middle))) * scale + length / 2 for at in (number, number + 1)])
    (left, right), (low, high) = ends
    return left, size["height"] - high, right, size["height"] - low


@pytest.mark.parametrize("axes", ["across=sqrt&scale=40", "across=log&up=log&scale=3", "across=sqrt&up=log&scale=40&tall=3", "scale=12&tall=20"])
def test_positions_are_where_the_axes_say(page, ask, axes):
    page.forgiven = ["willReadFrequently"]
    visit(page, f"/#/chart?game=nimrod&layer=outcome&over=-core-names&{axes}")
    pixels = """(places) => {
      const canvas = document.querySelector(".map canvas");
      const ratio = canvas.width / canvas.clientWidth;
      const context = canvas.getContext("2d");
      return places.map(([x, y]) => [...context.getImageData(x * ratio, y * ratio, 1, 1).data].slice(0, 3));
    }"""
    size = page.locator(".map canvas").bounding_box()
    middles = {}
    for position in [(x, y) for x in (1, 2, 5, 9, 14, 30, 47) for y in (1, 2, 3, 6, 11)]:
        left, top, right, bottom = drawn_box(page, size, position)
        isInside = left > 60 and right < size["width"] - 60 and top > 30 and bottom < size["height"] - 30
        if isInside and min(right - left, bottom - top) >= 4:
            middles[position] = (left + right) / 2, (top + bottom) / 2
    assert len(middles) >= 5
    # All colours before the pointer frames a position.
    seen = page.evaluate(pixels, list(middles.values()))
    for pixel, (position, (x, y)) in zip(seen, middles.items(), strict=True):
        outcome = ask("solve", {"game": "nimrod", "position": "{},{}".format(*position)})["outcome"]
        assert tuple(pixel) == COLOURS[outcome], (position, outcome)
        act(page, page.mouse.move, size["x"] + x, size["y"] + y)
        expect(page.locator(".reading .spot")).to_have_text("{}{}, {}".format(outcome, *position))


def test_axes_are_chosen_and_stretched_and_the_address_has_them(page):
    visit(page, "/#/chart?game=nimrod")
    act(page, page.get_by_label("Across", exact=True).select_option, "sqrt")
    assert "across=sqrt" in page.url and "up=" not in page.url
    before = scale_of(page)
    act(page, page.get_by_role("button", name="Shrink the axis across").click)
    assert scale_of(page) == before / 2 and "tall=8" in page.url
    visit(page, "/#/chart?game=wythoff&across=log&up=sqrt")
    expect(page.get_by_label("Across", exact=True)).to_have_value("log")
    expect(page.get_by_label("Upwards", exact=True)).to_have_value("sqrt")


def test_nim_values_are_a_layer_with_a_legend(page, ask):
    page.forgiven = ["willReadFrequently"]
    visit(page, "/#/chart?game=wythoff")
    act(page, page.get_by_role("button", name="Nim-values").click)
    assert "layer=nim-values" in page.url
    told = page.request.get("/api/overlay?game=wythoff&x0=0&x1=9&y0=0&y1=9").json()["nim_values"]
    colours = {one["value"]: tuple(bytes.fromhex(one["colour"][1:])) for one in told}
    expect(page.locator(".legend").first).to_contain_text("0: the player to move loses")
    # As in the table of the guide.
    values = {(3, 6): 1, (11, 6): 2, (7, 6): 4, (6, 2): 8, (12, 6): 16, (10, 6): 0}
    for (cell, value), pixel in zip(values.items(), page.evaluate(PIXELS, list(values)), strict=True):
        assert tuple(pixel) == colours[value], cell
    go_to(page, "16", "0")
    expect(page.locator(".reading .facts")).to_contain_text("nim-value")
    expect(page.locator(".reading .facts dd").first).to_have_text("16")
    visit(page, "/#/chart?game=partizan-subtraction:1,2|1,3")
    expect(page.get_by_role("button", name="Nim-values")).to_have_count(0)


@pytest.mark.parametrize("place, body", [
    ("chart?game=wythoff", {"game": "wythoff"}),
    ("chart?game=nim", {"game": "nim", "heaps": 2}),
    ("sequence?game=subtraction:1,3,4", {"game": "subtraction:1,3,4", "heaps": 1}),
    ("analysis?game=nim&start=3,4,6", {"game": "nim", "heaps": 3}),
    ("rules?text=game+mine%0Aposition+a,+b%0Amove+k+>=+1:+a'+=+a+-+k%0Amove+k+>=+1:+b'+=+b+-+k%0A", None),
])
def test_a_button_proves_a_theorem_about_the_game_in_view(page, ask, place, body):
    visit(page, f"/#/{place}")
    act(page, page.get_by_role("button", name="Prove", exact=True).click)
    card = page.locator(".prover")
    expect(card.locator("h2")).to_contain_text("Proved for all positions")
    expect(card.get_by_label("The automaton").locator("svg")).to_be_visible()
    if body:
        expect(card.locator(".statement")).to_have_text(ask("prove", body)["statement"])
    with page.expect_download() as kept:
        card.get_by_role("button", name="Save the certificate").click()
    assert ask("check", {"certificate": kept.value.path().read_text()})["holds"]


def test_a_theorem_about_numbers_that_may_rise_says_where_they_end(page):
    visit(page, "/#/chart?game=fibonacci")
    act(page, page.get_by_role("button", name="Prove", exact=True).click)
    expect(page.locator(".prover h2")).to_contain_text("no number rises above 10¹⁸")


def test_the_chart_reads_a_position_and_plays_from_there(page):
    visit(page, "/#/chart?game=wythoff")
    go_to(page, "8", "13")
    reading = page.locator(".reading")
    expect(reading.locator(".letter")).to_have_text("P")
    act(page, reading.get_by_role("link", name="Play from here").click)
    expect(page.locator(".moves li code").first).to_have_text("8,13")


def test_the_chart_is_moved_with_keys(page):
    visit(page, "/#/chart?game=wythoff")
    page.locator(".map canvas").focus()
    act(page, page.keyboard.press, "-")
    assert scale_of(page) == 4
    act(page, page.keyboard.press, "Shift+ArrowRight")
    expect(page.locator(".reading .letter")).to_be_visible()


@pytest.mark.parametrize("page", ["phone"], indirect=True)
def test_two_fingers_zoom_the_chart_about_the_point_between_them(page):
    visit(page, "/#/chart?game=wythoff&x=60&y=60&scale=8")
    box = page.locator(".map canvas").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)

    def fingers(kind, apart):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}] if apart else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def zoom():
        fingers("touchStart", 30)
        for apart in (40, 50, 60):
            fingers("touchMove", apart)
        fingers("touchEnd", 0)

    act(page, zoom)
    # The fingers went from 60 to 120 pixels apart, and the middle of the map lay between them.
    assert abs(scale_of(page) - 16) < 0.5
    assert abs(float(re.search(r"[?&]x=([\d.]+)", page.url)[1]) - 60) < 1.5


def test_the_legend_of_an_impartial_game_has_two_colours_and_its_axes_have_names(page):
    texts = """() => new Promise((done) => {
      const seen = new Set();
      const write = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) { seen.add(text); write.call(this, text, ...rest); };
      dispatchEvent(new Event("themechange"));
      requestAnimationFrame(() => requestAnimationFrame(() => done([...seen])));
    })"""
    visit(page, "/#/chart?game=nimrod")
    expect(page.locator(".legend").first.locator("li")).to_have_text(["the player to move loses", "the player to move wins", "no position"])
    expect(page.locator(".tints strong")).to_have_text(["A", "B", "C", "D"])
    written = page.evaluate(texts)
    assert {"pile →", "rate ↑", "A1", "D0", "D1"} <= set(written)
    act(page, page.get_by_label("names of the sectors").uncheck)
    assert not {"A1", "D1"} & set(page.evaluate(texts))
    assert "over=-names" in page.url
    visit(page, "/#/chart?game=partizan-subtraction:1,2|1,3")
    expect(page.locator(".legend").first).to_contain_text("Left wins")


def test_a_view_does_not_write_over_an_address_that_is_on_its_way(page):
    """The chart writes its address a moment after it was moved. Whoever has followed a link by then goes on to its target."""
    visit(page, "/#/chart?game=nimrod")
    writes = """async () => {
      const { note } = await import("/js/router.js");
      note("chart", { game: "nimrod", x: 3 });
      const moved = location.hash;
      location.hash = "#/chart?game=wythoff";
      note("chart", { game: "nimrod", x: 4 });
      return [moved, location.hash];
    }"""
    assert page.evaluate(writes) == ["#/chart?game=nimrod&x=3", "#/chart?game=wythoff"]
    at_rest(page)
    assert "game=wythoff" in page.url


def test_the_line_of_the_core_goes_where_the_server_says(page):
    page.forgiven = ["willReadFrequently"]
    visit(page, "/#/chart?game=nimrod&layer=outcome&scale=16&over=-names")
    line = page.request.get("/api/overlay?game=nimrod&x0=0&x1=40&y0=0&y1=20").json()["boundary"]
    # The middles of its upright pieces.
    upright = [(x, y) for (x, y), (_, above) in zip(line, line[1:]) if x > 1 and above > y]
    assert len(upright) > 3
    reds = page.evaluate(PIXELS, [[x - 0.5, y] for x, y in upright[:4]])
    assert all(red > 190 and green < 110 for red, green, _ in reds), reds
    act(page, page.get_by_label("where the core begins").uncheck)
    assert "over=-names-core" in page.url
    reds = page.evaluate(PIXELS, [[x - 0.5, y] for x, y in upright[:4]])
    assert not any(red > 190 and green < 110 for red, green, _ in reds), reds


def test_the_chart_goes_far_away(page, ask):
    page.forgiven = ["willReadFrequently"]
    page.set_viewport_size({"width": 700, "height": 500})
    visit(page, "/#/chart?game=nimrod&layer=outcome&over=-core&scale=0.5")
    go_to(page, "10 000 000", "1")
    expect(page.locator(".reading .spot")).to_have_text(re.compile("^[NP]10.000.000, 1$"))
    assert scale_of(page) == 4
    expect(page.locator(".reading-card .trouble")).to_have_count(0)
    assert compared(page, ask, "nimrod", [(10**7 + x, y) for x in (-9, 8) for y in (2, 3, 7)]) == 6


def test_a_slice_of_antonim_lies_beside_a_heap(page, ask):
    visit(page, "/#/chart?game=antonim")
    page.get_by_label(re.compile("^Further numbers")).fill("2")
    act(page, page.get_by_role("button", name="Show").click)
    assert "beside=2" in page.url
    go_to(page, "1", "3")
    outcome = ask("solve", {"game": "antonim", "position": "1,3,2"})["outcome"]
    expect(page.locator(".reading .letter")).to_have_text(outcome)
    act(page, page.get_by_role("link", name="Play from here").click)
    expect(page.locator(".moves .start code")).to_have_text("1,3,2")


@pytest.mark.parametrize("page", ["light", "dark"], indirect=True)
def test_cells_that_are_no_positions_look_like_neither_outcome(page):
    page.forgiven = ["willReadFrequently"]
    visit(page, "/#/chart?game=antonim&scale=20")
    expect(page.locator(".legend").first).to_contain_text("no position")
    # Two heaps alike are no position.
    places = 5, 8, 13
    for at, pixel in zip(places, page.evaluate(PIXELS, [[at, at] for at in places]), strict=True):
        for outcome in COLOURS.values():
            assert sum(abs(a - b) for a, b in zip(pixel, outcome)) > 100, (at, pixel)
    visit(page, "/#/chart?game=wythoff&scale=20")
    expect(page.locator(".legend").first).not_to_contain_text("no position")


def test_links_have_short_numbers_and_two_numbers_are_not_one(page):
    visit(page, "/#/chart?game=wythoff&scale=0.02")
    act(page, page.get_by_role("button", name="Zoom out").click)
    # 1/64 is the smallest scale.
    assert scale_of(page) == 0.015625 and "scale=0.015625&" in page.url + "&"
    first = page.get_by_label("Go to first number")
    for text, is_one in (("18", True), ("1 8", False), ("10 000", True), ("10\u202f000", True), ("1 0000", False), ("", True)):
        first.fill(text)
        assert first.evaluate("one => one.checkValidity()") == is_one, text


def test_far_numbers_fit_their_fields(page):
    visit(page, "/#/chart?game=nim&x=1000000000000&y=1000000000000&scale=8")
    for which in ("first", "second"):
        box = page.get_by_label(f"Go to {which} number")
        box.fill("1000000000000")
        assert box.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_a_tile_that_cannot_be_had_is_said_once(page):
    page.forgiven = ["400"]
    page.route("**/api/tile?*", lambda route: route.fulfill(status=400, json={"error": "too far", "help": "stay near"}))
    visit(page, "/#/chart?game=wythoff")
    expect(page.locator(".reading-card .trouble strong")).to_have_text(["too far"])
    page.unroute("**/api/tile?*")
    act(page, page.get_by_role("button", name="Try again").click)
    expect(page.locator(".reading-card .trouble")).to_have_count(0)


def test_a_busy_server_is_asked_again_for_a_tile(page):
    asked = []

    def busy(route):
        asked.append(route.request.url)
        if asked.count(route.request.url) > 1:
            return route.continue_()
        return route.fulfill(status=503, headers={"Retry-After": "1"}, json={"error": "busy", "help": "wait"})

    page.route("**/api/tile?*", busy)
    visit(page, "/#/chart?game=wythoff")
    assert asked and all(asked.count(url) >= 2 for url in asked)
    expect(page.locator(".reading-card .trouble")).to_have_count(0)


def test_far_work_is_asked_for_until_it_is_there(page):
    """More often than a busy server is asked: each time a part is done."""
    asked = []

    def unfinished(route):
        asked.append(route.request.url)
        if len(asked) > 12:
            return route.continue_()
        told = {"error": "this takes a while", "help": "ask again", "unfinished": True}
        return route.fulfill(status=503, headers={"Retry-After": "0.01"}, json=told)

    page.route("**/api/point?*", unfinished)
    visit(page, "/#/chart?game=wythoff")
    page.get_by_label("Go to first number").fill("2")
    page.get_by_label("Go to second number").fill("1")
    act(page, page.get_by_role("button", name="Go", exact=True).click)
    expect(page.locator(".reading")).to_contain_text("the player to move loses")
    assert len(asked) == 13


def test_a_certificate_is_offered_where_there_is_one(page):
    visit(page, "/#/sequence?game=subtraction:1,3,4&to=100")
    expect(page.get_by_role("button", name="Certificate")).to_be_enabled()
    visit(page, "/#/sequence?game=nim&of=outcome&to=100")
    expect(page.get_by_role("button", name="CSV")).to_be_enabled()
    expect(page.get_by_role("button", name="Certificate")).to_have_count(0)


def test_the_layers_of_a_chart_are_those_of_the_game_not_of_its_name(page):
    """The same rules under another name have the same sectors; another game under that name has none."""
    text = page.request.get("/api/games").json()
    nimrod = next(one for one in text if one["has_sectors"])["rules_text"]
    visit(page, "/#/chart?" + urlencode({"game": nimrod.replace("game nimrod", "game another")}))
    expect(page.get_by_role("button", name="Sectors")).to_have_count(1)
    other = "game nimrod\nposition a, b\nmove a' < a\nmove b' < b\n"
    visit(page, "/#/chart?" + urlencode({"game": other}))
    expect(page.get_by_role("button", name="Sectors")).to_have_count(0)


def test_the_period_of_kayles_is_proved_and_can_be_kept(page):
    visit(page, "/#/sequence?game=octal:0.77&of=nim-value&to=300")
    expect(page.locator(".card h2").first).to_have_text("Period 12 after a preperiod of 71: proved.")
    with page.expect_download() as kept:
        page.get_by_role("button", name="b-file").click()
    lines = open(kept.value.path(), encoding="utf-8").read().splitlines()
    terms = [line for line in lines if line and not line.startswith("#")]
    # Kayles: 0, 1, 2, 3, 1, 4, 3, 2, 1, 4 (Winning Ways, chapter 4).
    assert [line.split()[1] for line in terms[:10]] == list("0123143214")
    with page.expect_download() as kept:
        page.get_by_role("button", name="Certificate").click()
    assert kept.value.suggested_filename.endswith(".json")
    expect(page.locator(".neighbours li").first).to_contain_text("period")


def test_terms_are_kept_in_every_format(page):
    visit(page, "/#/sequence?game=subtraction:1,2&of=nim-value&to=8")
    expect(page.locator(".card h2").first).to_have_text(re.compile("^Period 3"))

    def kept(name):
        with page.expect_download() as download:
            page.get_by_role("button", name=name, exact=True).click()
        return open(download.value.path(), "rb").read()

    # Of a heap of n, 1 or 2 may be taken: its nim-value is n mod 3.
    rows = [line.split(",") for line in kept("CSV").decode().splitlines() if line[:1].isdigit()]
    assert [int(row[1]) for row in rows] == [int(row[0]) % 3 for row in rows] and len(rows) >= 8
    latex = kept("LaTeX").decode()
    assert "\\begin{" in latex and "\\end{" in latex
    assert kept("PNG").startswith(b"\x89PNG\r\n\x1a\n")
    assert b"<svg" in kept("SVG")[:300]


def test_a_game_without_nim_values_shows_its_outcomes(page):
    # Its neighbours take long; nobody waits for them here.
    page.goto("/#/sequence?game=octal:0.77/misere&to=12")
    expect(page.locator(".terms")).to_have_text(re.compile("^[NP]{13}"))
    bfile = page.get_by_role("button", name="b-file")
    expect(bfile).to_be_disabled()
    expect(bfile).to_have_attribute("title", re.compile("outcomes"))
    page.goto("/#/sequence?game=nimrod&to=20&row=1")
    expect(bfile).to_be_enabled()
    expect(bfile).to_have_attribute("title", re.compile("P-positions"))
    with page.expect_download() as kept:
        bfile.click()
    lines = open(kept.value.path(), encoding="utf-8").read().split("\n")
    # From a pile of 3 at rate 1: 2 more can be taken in no way that wins.
    assert lines[0] == "1 3"


def test_a_strip_has_the_colours_of_left_and_right_and_cells_are_read(page, ask):
    visit(page, "/#/sequence?game=ending-partizan:2,3&to=40")
    grid = page.locator(".grid-frame canvas")
    expect(grid).to_be_visible()
    page.locator(".grid-frame").focus()
    for heap in range(6):
        page.keyboard.press("ArrowRight")
        outcome = ask("solve", {"game": "ending-partizan:2,3", "position": str(heap)})["outcome"]
        expect(page.get_by_text(f"heap {heap}: {outcome}", exact=True).first).to_be_visible()
    page.forgiven = ["willReadFrequently"]
    corner = """() => [...document.querySelector(".grid-frame canvas").getContext("2d").getImageData(2, 2, 1, 1).data]"""
    # An empty heap: whoever is stuck, Left wins, and Left is blue. (The preperiod is paler.)
    red, _, blue, _ = page.evaluate(corner)
    assert blue > red


def test_a_value_has_its_form_thermograph_and_comparison(page):
    visit(page, "/#/values?expression=%5E&with=*")
    expect(page.locator(".canonical").first).to_have_text("^")
    expect(page.locator(".relation")).to_have_text("||")
    page.get_by_label("Expression").fill("{1|-1} + 2")
    act(page, page.get_by_role("button", name="Evaluate").click)
    expect(page.locator(".canonical").first).to_have_text("{3|1}")
    expect(page.get_by_role("img", name=re.compile("mean 2, temperature 1"))).to_be_visible()


def test_the_kind_of_a_value_is_what_the_engine_says(page):
    visit(page, "/#/values?expression=%7B1%7C1%7D&with=*")
    kind = page.locator(".facts dd").first
    expect(kind).to_have_text("a number plus an infinitesimal")
    expect(page.locator("#polite")).to_have_text("The value is 1*. It is greater than *.")
    visit(page, "/#/values?expression=0")
    expect(kind).to_have_text(re.compile("number"))
    # The game 0 is born on day 0, and has mean 0.
    expect(page.locator("dt", has_text="birthday").locator("+ dd")).to_have_text("0")


def test_many_vertices_are_seen_one_by_one(page):
    visit(page, "/#/relation")
    # Nine circles of six or seven vertices.
    text = "\n".join(f"v{at} v{at + 9 if at + 9 < 60 else at % 9}" for at in range(60))
    act(page, page.locator("textarea").fill, text)
    expect(page.locator(".vertex")).to_have_count(60)
    expect(page.locator("path.arrow")).to_have_count(60)
    least, shortest = page.evaluate("""() => {
      const places = [...document.querySelectorAll(".vertex")].map((one) => one.getAttribute("transform").match(/[\\d.]+/g).map(Number));
      const far = places.flatMap(([a, b], at) => places.slice(0, at).map(([c, d]) => Math.hypot(a - c, b - d)));
      const long = [...document.querySelectorAll("path.arrow")].map((one) => one.getTotalLength());
      const r = Number(document.querySelector(".vertex circle").getAttribute("r"));
      return [Math.min(...far) / r, Math.min(...long)];
    }""")
    assert least > 2 and shortest > 4


def test_a_vertex_says_where_its_arrows_go(page):
    visit(page, "/#/relation?text=a+b%0Ab+a%0Ab+c")
    expect(page.get_by_role("button", name=re.compile("^b, .*arrows to a, c$"))).to_have_count(1)
    expect(page.get_by_role("button", name=re.compile("^c, .*no arrow leaves it$"))).to_have_count(1)
    # One control loads a file.
    assert page.locator("main").aria_snapshot().count("Load a file") == 1


def test_a_drawn_cycle_of_three_has_no_structure_and_one_of_four_has_two(page):
    visit(page, "/#/relation")
    act(page, page.get_by_role("button", name="Clear").click)
    paper = page.locator("svg.paper")
    box = paper.bounding_box()
    places = [(0.3, 0.3), (0.7, 0.3), (0.5, 0.75)]
    at = [(box["x"] + a * box["width"], box["y"] + b * box["height"]) for a, b in places]
    for x, y in at:
        page.mouse.click(x, y)
    for start, end in [(0, 1), (1, 2), (2, 0)]:
        page.mouse.move(*at[start])
        page.mouse.down()
        page.mouse.move(*at[end], steps=4)
        page.mouse.up()
    at_rest(page)
    expect(page.locator(".two h2").first).to_have_text("No structure")
    act(page, page.locator("textarea").fill, "a b\nb c\nc d\nd a")
    expect(page.locator(".two h2").first).to_have_text("2 structures")
    page.get_by_role("button", name="Next ›").click()
    expect(page.locator(".vertex.lose")).to_have_count(2)
    expect(page.get_by_role("heading", name="Structure 1 of 2")).to_be_visible()


# Three vertices in a circle, as DOT, GraphML and digraph6 (rows 010, 001, 100 in sixes: 010001 and 100000).
FILES = {
    "circle.dot": 'digraph { "the first" -> b; b -> c; c -> "the first" }',
    "circle.graphml": """<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="directed">
<node id="a"/><node id="b"/><node id="c"/><edge source="a" target="b"/><edge source="b" target="c"/><edge source="c" target="a"/></graph></graphml>""",
    "circle.d6": "&BP_\n",
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_drawn_and_can_be_edited(page, name):
    visit(page, "/#/relation")
    act(page, page.locator("input[type=file]").set_input_files, {"name": name, "mimeType": "text/plain", "buffer": FILES[name].encode()})
    expect(page.locator(".vertex")).to_have_count(3)
    expect(page.locator("path.arrow")).to_have_count(3)
    expect(page.locator(".two h2").first).to_have_text("No structure")
    expect(page.locator("textarea")).to_have_value(re.compile(r"^(\S+ \S+\n){2}\S+ \S+$"))
    # Without one vertex it is a path of two.
    page.locator(".vertex").last.focus()
    act(page, page.keyboard.press, "Delete")
    expect(page.locator(".two h2").first).to_have_text("One structure")


def test_a_large_digraph_is_counted_and_not_drawn(page):
    visit(page, "/#/relation")
    path = "\n".join(f"v{at} v{at + 1}" for at in range(400))
    act(page, page.locator("input[type=file]").set_input_files, {"name": "path.txt", "mimeType": "text/plain", "buffer": path.encode()})
    expect(page.locator(".large")).to_contain_text("401 vertices and 400 arrows")
    expect(page.locator(".two h2").first).to_have_text("One structure")
    expect(page.locator("svg.paper")).to_be_hidden()
    # Along a path every second vertex is lost, the last one first.
    expect(page.locator(".tag.lose")).to_have_text("201 lose")


def test_a_digraph_is_drawn_with_keys(page):
    visit(page, "/#/relation")
    act(page, page.get_by_role("button", name="Clear").click)
    for _ in range(2):
        page.locator("svg.paper").focus()
        act(page, page.keyboard.press, "n")
    expect(page.locator(".vertex")).to_have_count(2)
    page.locator(".vertex").first.focus()
    act(page, page.keyboard.press, "Enter")
    page.locator(".vertex").last.focus()
    act(page, page.keyboard.press, "Enter")
    expect(page.locator("textarea")).to_have_value("a b")
    expect(page.locator(".two h2").first).to_have_text("One structure")


BROKEN = "game mine\nposition n\nlegal    n >= 0\nmove     k in 1..2: n' = n - kk\n"


def test_rules_are_broken_and_repaired_and_played(page):
    visit(page, "/#/rules")
    act(page, page.get_by_label("Rules").fill, BROKEN)
    expect(page.locator(".copy mark.error")).to_have_text(["kk"])
    expect(page.locator(".mistakes li.error")).to_contain_text("line 4")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_disabled()
    act(page, page.get_by_label("Rules").fill, BROKEN.replace("kk", "k"))
    expect(page.locator(".sound")).to_have_text("No mistakes.")
    act(page, page.locator("main").get_by_role("link", name="Play", exact=True).click)
    expect(page.locator(".status strong")).to_have_text("Your move")


def test_rules_are_solved_and_a_remark_before_them_does_no_harm(page):
    visit(page, "/#/rules")
    act(page, page.get_by_label("Rules").fill, "# a remark\n\n" + BROKEN.replace("kk", "k"))
    expect(page.locator(".sound")).to_be_visible()
    solving = page.locator(".solving")
    # One or two may be taken: multiples of three are lost.
    for heap, outcome in (("9", "P"), ("10", "N")):
        solving.get_by_label("Position").fill(heap)
        act(page, solving.get_by_role("button", name="Solve").click)
        expect(solving.locator(".letter")).to_have_text(outcome)
    expect(solving.locator(".option")).to_have_text(["9"])
    engines = page.locator(".plans strong").all_inner_texts()
    assert len(engines) == len(set(engines)) > 0
    act(page, page.locator("main").get_by_role("link", name="Play", exact=True).click)
    expect(page.locator(".status strong")).to_have_text("Your move")


THREE = "game three\nposition a, b, c\nlegal    a >= 0 and b >= 0 and c >= 0\nmove     k >= 1: a' = a - k\nmove     k >= 1: b' = b - k\nmove     k >= 1: c' = c - k\n"


def test_rules_with_three_numbers_have_a_chart_of_a_slice_and_no_sequence(page):
    visit(page, "/#/rules")
    act(page, page.get_by_label("Rules", exact=True).fill, THREE)
    main = page.locator("main")
    expect(main.get_by_role("button", name="Sequence")).to_be_disabled()
    expect(main.get_by_role("button", name="Sequence")).to_have_attribute("title", re.compile("one heap"))
    act(page, main.get_by_role("link", name="Chart", exact=True).click)
    expect(page.get_by_label(re.compile("^Further numbers"))).to_have_value("0")
    go_to(page, "5", "5")
    # It is Nim with three heaps: 5, 5, 0 is balanced.
    expect(page.locator(".reading .letter")).to_have_text("P")
    # The same without a word about what lies beside.
    visit(page, "/#/chart?game=" + quote(THREE))
    expect(page.get_by_label(re.compile("^Further numbers"))).to_have_value("0")


def test_rules_with_one_number_have_no_chart(page):
    visit(page, "/#/rules")
    act(page, page.get_by_label("Rules", exact=True).fill, BROKEN.replace("kk", "k"))
    chart = page.locator("main").get_by_role("button", name="Chart")
    expect(chart).to_be_disabled()
    expect(chart).to_have_attribute("title", re.compile("two numbers"))
    act(page, page.locator("main").get_by_role("link", name="Sequence", exact=True).click)
    expect(page.locator(".terms")).to_have_text(re.compile("^0 1 2 0 1 2"))


def test_parameters_of_rules_have_fields(page, ask):
    visit(page, "/#/rules")
    act(page, page.get_by_label("Rules", exact=True).fill, "game mine(S, K = 2)\nheaps    h\nmove     one h, s in S where s <= K: h' = h - s\n")
    fields = page.get_by_role("group", name="Parameters")
    # What has no value gets one that the engine proposes.
    expect(fields.get_by_label("S", exact=True)).to_have_value(re.compile(r"\d"))
    expect(fields.get_by_label("K", exact=True)).to_have_attribute("placeholder", "2")
    act(page, fields.get_by_label("S", exact=True).fill, "1,3,4")
    act(page, fields.get_by_label("K", exact=True).fill, "3")
    assert "arguments=1,3,4|3" in page.url
    expect(page.locator("main").get_by_role("link", name="Sequence", exact=True)).to_have_attribute("href", re.compile(re.escape("S%20") + "|S\\+"))
    act(page, page.locator("main").get_by_role("link", name="Sequence", exact=True).click)
    # One or three may be taken: heaps are lost if they are even.
    expect(page.locator(".terms")).to_have_text(re.compile("^0 1 0 1 0 1"))


def test_rules_of_no_family_are_understood_as_written(page):
    visit(page, "/#/rules?text=" + "game odd%0Aposition n, m%0Alegal n >= 0 and m >= 0%0Amove n > m: n' = m, m' = n - m - 1%0A")
    expect(page.locator(".side h2").first).to_have_text("A game of its own, played as written")


def test_the_editor_indents_takes_back_and_lets_one_go(page):
    visit(page, "/#/rules")
    area = page.get_by_label("Rules")
    area.fill("game x")
    area.press("End")
    area.press("Tab")
    expect(area).to_have_value("game x  ")
    area.press("Control+z")
    expect(area).to_have_value("game x")
    area.press("Escape")
    area.press("Tab")
    expect(area).not_to_be_focused()


def test_keywords_within_names_are_not_painted(page):
    visit(page, "/#/rules")
    act(page, page.get_by_label("Rules", exact=True).fill, "game my-game-one\nposition left-over\n")
    expect(page.locator(".copy .keyword")).to_have_text(["game", "position"])


def test_keys_are_explained(page):
    visit(page, "/#/chart?game=wythoff")
    expect(page.locator(".map canvas")).to_be_visible()
    act(page, page.keyboard.press, "?")
    expect(page.get_by_role("dialog")).to_contain_text("zoom")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_colours_have_three_states_with_names(page):
    visit(page, "/#/values")
    button = page.locator("#theme")
    for name, scheme in (("Auto", "light dark"), ("Light", "light"), ("Dark", "dark")):
        expect(button).to_contain_text(name)
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == scheme
        button.click()
    expect(button).to_contain_text("Auto")


@pytest.mark.slow
def test_the_papers_have_verdicts(page):
    visit(page, "/#/papers")
    expect(page.locator(".claim")).not_to_have_count(0, timeout=LONG_PATIENCE * 1000)
    everything = page.locator(".claim").count()
    page.get_by_role("button", name="False", exact=True).click()
    refuted = page.locator(".claim")
    assert 0 < refuted.count() < everything
    refuted.first.locator("summary").first.click()
    expect(refuted.first.locator(".box.against")).to_be_visible()
    expect(refuted.nth(1).locator(".claim-statement")).not_to_be_empty()
    for verdict in ("Open", "Not checkable", "True"):
        page.get_by_role("button", name=verdict, exact=True).click()
        page.locator(".claim summary").first.click()
        expect(page.locator(".claim blockquote").first).to_be_visible()
    # The address names the claim that was opened.
    page.wait_for_url(re.compile("claim="))
    # Whatever is false has a grade, and nothing else has one; papers name their authors.
    told = page.request.get("/api/claims").json()
    for claim in told:
        assert (claim["verdict"] == "false") == (claim["grade"] is not None), claim["id"]
        assert claim["source"]
    # Commands that are questions are asked here, the others can be copied.
    visit(page, "/#/papers?claim=A3")
    command = page.locator("#claim-A3 .command-list")
    act(page, command.get_by_role("link", name=re.compile("bouton solve antonim 1,4,5,9")).click)
    expect(page.locator(".answer h2").first).to_be_visible()


def test_a_census_is_started_watched_and_read(page):
    visit(page, "/#/census")
    page.get_by_label("Family").select_option("subtraction")
    page.get_by_label("largest number").fill("8")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".census-facts .badge")).to_have_text("complete")
    # All sets that are not empty within 1..8.
    expect(page.locator(".census-facts dd").first).to_have_text("255")
    expect(page.locator(".folders a", has_text="subtraction-max-8")).to_have_count(1)


def test_a_census_is_stopped_and_goes_on(page):
    page.goto("/#/census")
    page.get_by_label("Family").select_option("subtraction")
    # Four million games: nobody waits for its end.
    page.get_by_label("largest number").fill("22")
    page.get_by_role("button", name="Start", exact=True).click()
    panel = page.get_by_role("region", name="One census")
    says, stop, resume = panel.get_by_role("status"), panel.get_by_role("button", name="Stop"), panel.get_by_role("button", name="Continue")
    running = re.compile(r"%: [\d\s]+ of 4\s194\s303 games")
    expect(says).to_have_text(running)
    stop.click()
    expect(says).to_contain_text("stopped")
    # A reader who comes later finds it resting, and goes on.
    page.reload()
    expect(panel.locator(".census-facts .badge")).to_contain_text("shards")
    expect(stop).to_be_hidden()
    resume.click()
    expect(says).to_have_text(running)
    expect(resume).to_be_hidden()
    stop.click()
    expect(says).to_contain_text("stopped")
    expect(resume).to_be_visible()


def test_commands_of_the_papers_are_answered_by_the_page(page):
    lines = {
        "bouton table antonim --size 15x13": "#/ask?question=table&game=antonim&rows=15&columns=13",
        "bouton table antonim --heaps 4 --below 256 --count": "#/ask?question=count&game=antonim&heaps=4&below=256",
        "bouton chart nimrod --x 0..60 --y 1..5": "#/ask?question=chart&game=nimrod&x=0,61&y=1,6",
        "bouton duel nimrod --first model --second random --pile 100,1000": "#/ask?question=duel&game=nimrod&first=model&second=random&positions=100,1\n1000,1",
        "bouton sequence nimrod --row 1 --to 1e3 --json": "#/ask?question=sequence&game=nimrod&row=1&to=1000",
        "bouton play nim 3,4,6": "#/play?game=nim&start=3,4,6",
        # A file that the page does not have, and more terms than it sends.
        "bouton graph docs/examples/triangle.txt": None,
        "bouton sequence nimrod --row 1 --to 1e7": None,
    }
    visit(page, "/#/values")
    draw = "(lines) => import('/js/papers/commands.js').then(({ commands }) => document.querySelector('main').append(commands(lines)))"
    page.evaluate(draw, list(lines))
    expect(page.locator(".command-list a")).to_have_count(6)
    for line, place in lines.items():
        item = page.locator(".command-list li", has=page.get_by_text(line, exact=True))
        if place is None:
            expect(item.get_by_role("button", name="Copy")).to_be_visible()
        else:
            assert unquote(item.locator("a").get_attribute("href")) == place

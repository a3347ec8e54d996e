"""The views beside Play."""

import re

import pytest
from playwright.sync_api import expect

COLOURS = {"P": (31, 41, 55), "N": (243, 240, 232)}

PIXEL = """([x, y]) => {
  const canvas = document.querySelector(".map canvas");
  const told = new URLSearchParams(location.hash.split("?")[1]);
  const [left, low, scale] = ["x", "y", "scale"].map((key) => Number(told.get(key)));
  const px = (x + 0.5 - left) * scale + canvas.clientWidth / 2;
  const py = canvas.clientHeight / 2 - (y + 0.5 - low) * scale;
  const ratio = canvas.width / canvas.clientWidth;
  const inside = px > 50 && py > 4 && px < canvas.clientWidth - 4 && py < canvas.clientHeight - 26;
  return inside ? [...canvas.getContext("2d").getImageData(px * ratio, py * ratio, 1, 1).data].slice(0, 3) : null;
}"""


def settled(page):
    """Waits until all tiles are there and the address tells the window."""
    page.wait_for_timeout(300)
    expect(page.locator(".map-busy")).to_be_hidden()
    page.wait_for_timeout(400)


def compared(page, ask, game, cells):
    """How many of the cells are in sight; each must have the colour of its outcome."""
    seen = 0
    for x, y in cells:
        pixel = page.evaluate(PIXEL, [x, y])
        if pixel is None:
            continue
        seen += 1
        outcome = ask("solve", {"game": game, "position": f"{x},{y}"})["outcome"]
        assert tuple(pixel) == COLOURS[outcome], (x, y, outcome)
    return seen


def test_the_chart_of_nimrod_agrees_with_the_engine_before_and_after_zooming(page, ask):
    page.forgiven = ["willReadFrequently"]
    page.goto("/#/chart?game=nimrod&layer=outcome")
    settled(page)
    assert compared(page, ask, "nimrod", [(x, y) for x in (3, 17, 40, 61) for y in (1, 2, 5, 19)]) >= 12
    page.locator(".map canvas").hover(position={"x": 200, "y": 400})
    page.mouse.wheel(0, -500)
    settled(page)
    scale = float(re.search(r"scale=([\d.]+)", page.url)[1])
    assert scale > 12
    near = [(x, y) for x in range(8, 30, 3) for y in range(6, 30, 4)]
    assert compared(page, ask, "nimrod", near) >= 10


def test_the_chart_reads_a_position_and_plays_from_there(page):
    page.goto("/#/chart?game=wythoff")
    settled(page)
    page.get_by_label("Go to first number").fill("8")
    page.get_by_label("Go to second number").fill("13")
    page.get_by_role("button", name="Go", exact=True).click()
    reading = page.locator(".reading")
    expect(reading.locator(".letter")).to_have_text("P")
    reading.get_by_role("link", name="Play from here").click()
    expect(page.locator(".moves li code").first).to_have_text("8,13")


def test_the_chart_is_moved_with_keys(page):
    page.goto("/#/chart?game=wythoff")
    settled(page)
    page.locator(".map canvas").focus()
    page.keyboard.press("-")
    settled(page)
    assert "scale=4" in page.url
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".reading .letter")).to_be_visible()


def test_the_period_of_kayles_is_proved_and_can_be_kept(page):
    page.goto("/#/sequence?game=octal:0.77&of=nim-value&to=300")
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


def test_a_value_has_its_form_thermograph_and_comparison(page):
    page.goto("/#/values?expression=%5E&with=*")
    expect(page.locator(".canonical").first).to_have_text("^")
    expect(page.locator(".relation")).to_have_text("||")
    page.get_by_label("Expression").fill("{1|-1} + 2")
    page.get_by_role("button", name="Evaluate").click()
    expect(page.locator(".canonical").first).to_have_text("{3|1}")
    expect(page.get_by_role("img", name=re.compile("mean 2, temperature 1"))).to_be_visible()


def test_a_drawn_cycle_of_three_has_no_structure_and_one_of_four_has_two(page):
    page.goto("/#/relation")
    page.get_by_role("button", name="Clear").click()
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
    expect(page.locator(".two h2").first).to_have_text("No structure")
    page.locator("textarea").fill("a b\nb c\nc d\nd a")
    expect(page.locator(".two h2").first).to_have_text("2 structures")
    page.get_by_role("button", name="Next ›").click()
    expect(page.locator(".vertex.lose")).to_have_count(2)


def test_a_digraph_is_drawn_with_keys(page):
    page.goto("/#/relation")
    page.get_by_role("button", name="Clear").click()
    page.locator("svg.paper").focus()
    page.keyboard.press("n")
    page.locator("svg.paper").focus()
    page.keyboard.press("n")
    page.locator(".vertex").first.focus()
    page.keyboard.press("Enter")
    page.locator(".vertex").last.focus()
    page.keyboard.press("Enter")
    expect(page.locator("textarea")).to_have_value("a b")
    expect(page.locator(".two h2").first).to_have_text("One structure")


BROKEN = "game mine\nposition n\nlegal    n >= 0\nmove     k in 1..2: n' = n - kk\n"


def test_rules_are_broken_and_repaired_and_played(page):
    page.goto("/#/rules")
    page.get_by_label("Rules").fill(BROKEN)
    expect(page.locator(".copy mark.error")).to_have_text(["kk"])
    expect(page.locator(".mistakes li.error")).to_contain_text("line 4")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_disabled()
    page.get_by_label("Rules").fill(BROKEN.replace("kk", "k"))
    expect(page.locator(".sound")).to_have_text("No mistakes.")
    page.locator("main").get_by_role("link", name="Play", exact=True).click()
    expect(page.locator(".status strong")).to_have_text("Your move")


@pytest.mark.slow
def test_the_papers_have_verdicts(page):
    page.goto("/#/papers")
    expect(page.locator(".claim").first).to_be_visible(timeout=400_000)
    everything = page.locator(".claim").count()
    page.get_by_role("button", name="False", exact=True).click()
    refuted = page.locator(".claim")
    assert 0 < refuted.count() < everything
    refuted.first.locator("summary").first.click()
    expect(refuted.first.locator(".box.against")).to_be_visible()


def test_a_census_is_started_watched_and_read(page):
    page.goto("/#/census")
    page.get_by_label("Family").select_option("subtraction")
    page.get_by_label("largest up to").fill("8")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".census-facts .badge")).to_have_text("complete", timeout=60_000)
    # All sets that are not empty within 1..8.
    expect(page.locator(".census-facts dd").first).to_have_text("255")
    expect(page.locator(".folders a")).to_have_count(1)

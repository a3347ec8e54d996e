"""What axe finds, what fits on a phone, and how much is sent before the first picture."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import act, visit
from playwright.sync_api import expect

ROUTES = {
    "home": "", "learn": "#/learn", "lesson": "#/learn?lesson=mirror&task=2", "number": "#/learn?lesson=columns&task=2", "coins": "#/learn?lesson=antonim",
    "puzzle": "#/puzzles?game=nim&seed=1", "sheet": "#/puzzles?game=nim&seed=1&sheet=4",
    "play": "#/play?game=nim&start=3,4,6", "antonim": "#/play?game=antonim&start=1,4,6,9",
    "nimrod": "#/play?game=nimrod&start=40,1", "digraph": "#/play?game=digraph:0>1,1>2,0>2,2>3&start=0",
    "board": "#/play?game=domineering&start=...|...", "hackenbush": "#/play?game=hackenbush&start=LRR|RL.", "toads": "#/play?game=toads-and-frogs&start=TT.FF",
    "long": "#/play?game=nim&start=1000,37", "nimrod-chart": "#/chart?game=nimrod", "chart": "#/chart?game=wythoff", "values-chart": "#/chart?game=wythoff&layer=nim-values&across=sqrt", "prove": "#/ask?question=prove&game=nim&heaps=2&draw=true", "sequence": "#/sequence?game=subtraction:1,3,4",
    "values": "#/values?expression={3||2|-1}&with=*2", "relation": "#/relation", "rules": "#/rules", "papers": "#/papers", "census": "#/census",
    "questions": "#/ask", "table": "#/ask?question=table", "quotient": "#/ask?question=quotient", "survey": "#/ask?question=survey", "duel": "#/ask?question=duel", "check": "#/ask?question=check",
    "compare": "#/ask?question=compare", "explain": "#/ask?question=explain", "wrong": "#/ask?question=born&day=9",
}
STRICT = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}}


# What is there once a view has its answer.
READY = {
    "home": ".trial .heaps", "learn": ".lesson", "lesson": ".answers button", "number": ".answers input", "coins": ".answers input", "puzzle": ".answers input", "sheet": ".sheet-answers",
    "nimrod-chart": ".map canvas", "chart": ".map canvas", "values-chart": ".map canvas", "sequence": ".grid-frame canvas", "values": ".thermograph svg", "relation": ".view-relation .facts",
    "rules": ".solving .letter", "papers": ".claim, progress", "census": ".view-census h2",
    "questions": ".asked a", "wrong": ".entry .trouble", **{name: ".answer h2" for name in ("table", "quotient", "survey", "duel", "check", "compare", "explain", "prove")},
}


@pytest.fixture
def opened(page):
    """Opens a view and waits until everything is there."""
    def go(name):
        visit(page, "/" + ROUTES[name])
        expect(page.locator(READY.get(name, ".moves .start")).first).to_be_visible()
    return go


@pytest.mark.onward
@pytest.mark.parametrize("page", ["light", "dark", "phone"], indirect=True)
@pytest.mark.parametrize("name", ROUTES)
def test_axe_finds_nothing(page, opened, name):
    opened(name)
    found = Axe().run(page, options=STRICT).response["violations"]
    told = [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found]
    assert not told


@pytest.mark.onward
@pytest.mark.parametrize("page", ["phone"], indirect=True)
@pytest.mark.parametrize("name", ROUTES)
def test_nothing_is_wider_than_a_phone(page, opened, name):
    opened(name)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.alone
@pytest.mark.parametrize("name", ["home", "lesson", "puzzle", "play", "chart", "rules"])
def test_the_first_picture_needs_little_script(page, opened, name):
    sizes = []
    page.on("response", lambda response: sizes.append(len(response.body())) if response.url.endswith(".js") else None)
    opened(name)
    assert 0 < sum(sizes) < 100_000


@pytest.mark.parametrize("page", ["phone"], indirect=True)
def test_all_views_are_in_sight_on_a_phone(page, opened):
    opened("play")
    boxes = [link.bounding_box() for link in page.locator("#views a").all()]
    assert len(boxes) == 12 and all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)


@pytest.mark.parametrize("page", ["light", "dark", "phone"], indirect=True)
def test_axe_finds_nothing_after_a_game(page):
    visit(page, "/#/play?game=nim&start=3,4,6&line=3,4,0~3,3,0~0,3,0~0,0,0")
    act(page, page.get_by_role("button", name="Where was it lost?").click)
    expect(page.locator(".better")).to_be_visible()
    found = Axe().run(page, options=STRICT).response["violations"]
    assert not [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found]


@pytest.mark.parametrize("page", ["light", "dark", "phone"], indirect=True)
def test_axe_finds_nothing_with_hints_and_parameters(page):
    for address, button in (("play?game=nim&start=3,5,7", "Which moves win?"), ("rules?text=game+mine(S)%0Aheaps+h%0Amove+one+h,+s+in+S:+h'+=+h+-+s%0A", None)):
        visit(page, f"/#/{address}")
        if button:
            act(page, page.get_by_role("button", name=button).click)
        expect(page.locator(".winning button, .parameters input").first).to_be_visible()
        found = Axe().run(page, options=STRICT).response["violations"]
        assert not [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found]

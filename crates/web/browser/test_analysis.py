"""The analysis of positions: rated options, reasons for moves, variations, the editor and the links."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import act, visit
from playwright.sync_api import expect
from test_access import STRICT


def look_at(page, query):
    visit(page, f"/#/analysis?{query}")
    expect(page.locator(".rated")).to_be_visible()


def option(page, text):
    return page.locator(".rated").get_by_role("button", name=text, exact=True)


def here(page):
    return page.locator(".node[aria-current] code")


def test_every_option_is_rated(page):
    # Bouton's theorem: an option of Nim wins exactly if its nim-sum is 0.
    look_at(page, "game=nim&start=3,4,6")
    rows = page.locator(".rated tbody tr")
    expect(rows).to_have_count(3 + 4 + 6)
    for row in rows.all():
        text, result, value = row.locator("td").all_inner_texts()
        a, b, c = map(int, text.split(","))
        assert result == ("wins" if a ^ b ^ c == 0 else "loses"), text
        assert value in ({0: ["0"], 1: ["*", "*1"]}.get(a ^ b ^ c, [f"*{a ^ b ^ c}"])), (text, value)


def test_a_move_of_kayles_is_explained_by_its_parts(page):
    look_at(page, "game=kayles&start=12")
    act(page, option(page, "5,5").click)
    expect(here(page)).to_have_text("5,5")
    told = page.locator(".table-card")
    expect(told).to_contain_text("This move keeps the win.")
    # The nim-value of a row of five pins is 4.
    expect(told.locator("table.columns tbody th")).to_have_text(["5 has *4", "5 has *4"])
    expect(told.locator("table.columns tfoot td")).to_have_text(["even", "even", "even"])
    expect(told).to_contain_text("whatever is done in one can be answered in the other")


@pytest.mark.parametrize("game, start", [("chomp", "4,4,4"), ("domineering", "...|..."), ("ending-partizan:2,3", "17")])
def test_other_games_have_reasons_too(page, game, start):
    look_at(page, f"game={game}&start={start}")
    winning = page.locator(".rated tr.win button").first
    act(page, winning.click)
    told = page.locator(".table-card .card")
    expect(told).to_contain_text(re.compile("This move (keeps the win|wins the game)"))
    expect(told.locator(".answers li, .parts dd, .why li").first).to_be_visible()


def test_variations_are_a_tree_and_any_move_can_be_clicked(page, new_page):
    look_at(page, "game=nim&start=1,2,3")
    act(page, option(page, "1,2,2").click)
    act(page, option(page, "0,2,2").click)
    act(page, page.locator(".node").first.click)
    expect(here(page)).to_have_text("1,2,3")
    act(page, option(page, "1,2,1").click)
    expect(page.locator(".tree .tree .node code")).to_have_text(["1,2,1"])
    # 1,2,3 is lost, and so is every move from it; 0,2,2 won for whoever made it.
    expect(page.locator(".tree > li > .node.win code")).to_have_text(["0,2,2"])
    act(page, page.get_by_role("button", name="Back", exact=True).click)
    expect(here(page)).to_have_text("1,2,3")
    act(page, page.get_by_role("button", name="End", exact=True).click)
    expect(here(page)).to_have_text("0,2,2")
    other = new_page()
    visit(other, page.url)
    expect(other.locator(".node code")).to_have_text(["1,2,3", "1,2,2", "1,2,1", "0,2,2"])
    expect(here(other)).to_have_text("0,2,2")
    act(page, page.get_by_role("button", name="Start", exact=True).click)
    act(page, page.get_by_role("button", name="Forward", exact=True).click)
    act(page, page.get_by_role("button", name="Remove this move").click)
    expect(page.locator(".node code")).to_have_text(["1,2,3", "1,2,1"])


def test_a_move_on_the_board_is_a_move(page):
    look_at(page, "game=nim&start=0,0,2")
    act(page, page.locator('[data-heap="2"] .stone:not(.ghost)').first.click)
    expect(here(page)).to_have_text("0,0,0")


def test_a_move_that_is_not_answered_changes_nothing(page):
    page.forgiven = ["500", "Failed to load"]
    look_at(page, "game=nim&start=1,2,4")
    page.route("**/api/options", lambda route: route.fulfill(status=500, body="?"))
    act(page, option(page, "1,2,3").click)
    expect(page.locator(".message .trouble")).to_be_visible()
    expect(page.locator(".node code")).to_have_text(["1,2,4"])


def test_an_address_with_a_move_that_is_not_legal_is_not_believed(page):
    page.forgiven = ["400"]
    visit(page, "/#/analysis?game=nim&start=1,2,3&tree=0.1,2,2~1.5,5,5~0.1,1,3")
    expect(page.locator(".node code")).to_have_text(["1,2,3", "1,2,2"])
    expect(page.locator(".message")).to_contain_text("cannot be reached")


def test_a_position_is_edited(page):
    look_at(page, "game=nim&start=1,2,3")
    page.get_by_label("Number 2").fill("7")
    page.get_by_label("Number 2").press("Tab")
    page.get_by_role("button", name="one more").click()
    act(page, page.locator(".position-editor").get_by_role("button", name="Set up").click)
    expect(here(page)).to_have_text("1,7,3,1")
    look_at(page, "game=domineering&start=...|...")
    page.get_by_role("button", name=re.compile("row 1, cell 2")).click()
    act(page, page.locator(".position-editor").get_by_role("button", name="Set up").click)
    expect(here(page)).to_have_text(".#.|...")


def test_links_lead_to_the_other_views(page):
    look_at(page, "game=wythoff&start=30,40")
    act(page, page.get_by_role("link", name="Chart", exact=True).last.click)
    expect(page.locator(".map canvas")).to_be_visible()
    look_at(page, "game=kayles&start=12")
    act(page, page.locator(".chips").get_by_role("link", name="Sequence").click)
    expect(page.locator(".grid-frame canvas")).to_be_visible()
    look_at(page, "game=kayles&start=12")
    act(page, page.locator(".chips").get_by_role("link", name="Solve").click)
    expect(page.locator(".answer h2").first).to_be_visible()


def test_a_game_that_was_played_is_analysed(page):
    visit(page, "/#/play?game=nim&start=3,4,6&line=3,4,0~3,3,0")
    act(page, page.get_by_role("link", name="Analyse").click)
    expect(page.locator(".node code")).to_have_text(["3,4,6", "3,4,0", "3,3,0"])
    expect(here(page)).to_have_text("3,3,0")


@pytest.mark.parametrize("page", ["light", "dark", "phone"], indirect=True)
@pytest.mark.parametrize("query", ["game=nim&start=3,4,6&tree=0.3,4,5~0.2,4,6&at=1", "game=domineering&start=...|..."])
def test_axe_finds_nothing(page, query):
    look_at(page, query)
    found = Axe().run(page, options=STRICT).response["violations"]
    assert not [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found]
    if page.viewport_size["width"] < 400:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

"""Pictures that are kept as files, two sequences side by side, play on a drawing, rule files, and paper."""

import re
import struct
import xml.etree.ElementTree as xml

import pytest
from conftest import act, at_rest, visit
from playwright.sync_api import expect

# The views, what is there once they have their answer, and the name of the file.
KEPT = {
    "chart": ("#/chart?game=wythoff", ".map canvas"),
    "thermograph": ("#/values?expression={3||2|-1}", ".thermograph svg"),
    "relation": ("#/relation", ".view-relation .facts"),
}


@pytest.mark.parametrize("name", KEPT)
def test_a_picture_is_kept_as_svg_and_as_png(page, name):
    address, ready = KEPT[name]
    visit(page, f"/{address}")
    expect(page.locator(ready).first).to_be_visible()
    at_rest(page)
    with page.expect_download() as kept:
        page.get_by_role("button", name="SVG", exact=True).click()
    assert kept.value.suggested_filename == f"{name}.svg"
    root = xml.parse(kept.value.path()).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    width, height = float(root.get("width")), float(root.get("height"))
    # It needs no style sheet, and no server.
    assert not [one for one in root.iter() if one.get("class")]
    assert not re.search(r'href="(?!data:|#)', xml.tostring(root, encoding="unicode"))
    with page.expect_download() as kept:
        page.get_by_role("button", name="PNG", exact=True).click()
    head = kept.value.path().read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    across, down = struct.unpack(">II", head[16:])
    assert (across, down) == (round(2 * width), round(2 * height))


def test_a_map_that_is_kept_has_a_title_and_a_legend(page):
    visit(page, "/#/chart?game=wythoff")
    at_rest(page)
    with page.expect_download() as kept:
        page.get_by_role("button", name="SVG", exact=True).click()
    words = [one.text for one in xml.parse(kept.value.path()).getroot().iter() if one.tag.endswith("text")]
    assert words[0].startswith("wythoff: 0 to ")
    assert words[1:3] == ["the player to move loses", "the player to move wins"]


def test_two_sequences_are_shown_side_by_side(page):
    # By the definition the nim-values are 0, 1, 0, 1, 2, 3, … and 0, 1, 0, 1, 2, 0, …
    visit(page, "/#/sequence?game=subtraction:1,3,4&to=100&with=subtraction:1,4")
    expect(page.locator(".difference")).to_have_text("They first differ at 5.")
    expect(page.locator(".second canvas")).to_be_visible()
    page.get_by_label("Beside").fill("octal:0.77")
    act(page, page.get_by_label("Beside").press, "Enter")
    expect(page.locator(".second h3 code")).to_have_text("octal:0.77")


def test_a_drawn_digraph_is_played_on(page):
    visit(page, "/#/relation?text=a+b%0Ab+c%0Ab+a")
    act(page, page.get_by_role("link", name="Play on it").click)
    expect(page.locator(".digraph .vertex")).to_have_count(3)
    expect(page.locator(".moves .start")).to_be_visible()


def test_rules_are_saved_and_opened(page, tmp_path):
    visit(page, "/#/rules")
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save as a file").click()
    assert kept.value.suggested_filename == "my-game.game"
    text = kept.value.path().read_text(encoding="utf-8").replace("my-game", "your-game")
    file = tmp_path / "your.game"
    file.write_text(text, encoding="utf-8")
    act(page, page.locator('input[type="file"]').set_input_files, str(file))
    expect(page.get_by_label("Rules", exact=True)).to_have_value(text)
    expect(page.locator(".sound")).to_be_visible()


def test_paper_has_no_forms(page):
    visit(page, "/#/play?game=nim&start=3,4,6")
    page.emulate_media(media="print")
    for gone in (".top", ".fold", ".tools"):
        expect(page.locator(gone)).to_be_hidden()
    expect(page.locator(".heaps")).to_be_visible()


def test_paper_says_what_was_asked(page):
    visit(page, "/#/sequence?game=kayles")
    expect(page.locator(".printed")).to_be_hidden()
    page.emulate_media(media="print")
    page.pdf()  # As whoever prints does; a sheet is about to be drawn.
    expect(page.locator(".printed")).to_contain_text("Sequence · game kayles")
    expect(page.get_by_role("heading", name="Keep")).to_be_hidden()
    expect(page.get_by_role("heading", name="A theorem for all positions")).to_be_hidden()

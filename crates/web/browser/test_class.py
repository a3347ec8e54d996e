"""A server for a class: who lacks the token, how links are shared, and links from other sites."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import LOOKS, PATIENCE, serve, visit
from playwright.sync_api import expect
from test_access import STRICT

TOKEN = "abcd-efgh-ijkm-npqr"
GAME = "#/play?game=nim&start=3,4,6"


@pytest.fixture(scope="module")
def class_url():
    """The address of a server for a class, on this machine."""
    with serve("--class", "--token", TOKEN, "--origin", "https://lab.example") as url:
        yield url


@pytest.fixture
def visitor(browser, class_url):
    """A browser that has never been here."""
    context = browser.new_context(reduced_motion="reduce", **LOOKS["phone"])
    context.set_default_timeout(PATIENCE * 1000)
    yield context.new_page()
    context.close()


def test_whoever_lacks_the_token_can_type_it(visitor, class_url):
    visitor.goto(f"{class_url}/{GAME}")
    expect(visitor.get_by_role("heading", name="This server needs a token")).to_be_visible()
    assert visitor.evaluate("document.documentElement.scrollWidth") <= 390
    found = Axe().run(visitor, options=STRICT).response["violations"]
    assert not [(one["id"], one["nodes"]) for one in found]
    visitor.get_by_label("Token").fill("abcd-efgh-ijkm-wrong")
    visitor.get_by_role("button", name="Open").click()
    expect(visitor.get_by_role("alert")).to_have_text("That is not the token.")
    visitor.get_by_label("Token").fill(TOKEN)
    visitor.get_by_role("button", name="Open").click()
    # The game of the link is still there, and the token is not in the address any more.
    expect(visitor.locator(".moves .start code")).to_have_text("3,4,6")
    assert TOKEN not in visitor.url


def test_a_link_from_another_site_opens_the_page(visitor, class_url):
    link = f'<!doctype html><title>course</title><a href="{class_url}/?token={TOKEN}{GAME}">the game</a>'
    visitor.route("http://course.example/", lambda route: route.fulfill(content_type="text/html", body=link))
    visitor.goto("http://course.example/")
    visitor.get_by_role("link").click()
    expect(visitor.locator(".moves .start code")).to_have_text("3,4,6")


def test_a_copied_link_has_the_address_for_others_and_the_token(visitor, class_url):
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=class_url)
    visit(visitor, f"{class_url}/?token={TOKEN}{GAME}")
    visitor.get_by_role("button", name="Copy a link").click()
    expect(visitor.get_by_role("button", name="Copied")).to_be_visible()
    copied = visitor.evaluate("navigator.clipboard.readText()")
    assert copied == f"https://lab.example/?token={TOKEN}{GAME}"


def test_where_the_clipboard_is_closed_the_link_is_shown(visitor, class_url):
    visitor.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    visit(visitor, f"{class_url}/?token={TOKEN}{GAME}")
    visitor.get_by_role("button", name="Copy a link").click()
    expect(visitor.get_by_label("The link, to be copied")).to_have_value(f"https://lab.example/?token={TOKEN}{GAME}")

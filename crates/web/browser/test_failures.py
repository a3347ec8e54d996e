"""Questions of the page that fail or come too late: what is shown stays true, and one can play on."""

from urllib.parse import parse_qs

import pytest
from conftest import act, at_rest, holding, visit
from playwright.sync_api import expect
from test_play import hint, open_game, type_move


def shown(page):
    """The positions of the game, by the transcript."""
    return page.locator(".moves li code").all_inner_texts()


def linked(page):
    """The positions of the game, by the address."""
    told = {key: value for key, [value] in parse_qs(page.url.split("?", 1)[1]).items()}
    return [told["start"], *filter(None, told.get("line", "").split("~"))]


def check(page, ask):
    """What is shown is a game, and the address has the same."""
    line = shown(page)
    assert linked(page) == line
    for at, (before, after) in enumerate(zip(line, line[1:])):
        ask("play", {"game": "nim", "position": before, "mover": ["left", "right"][at % 2], "to": after})


def lose(route):
    """The server answers, and the answer is lost."""
    route.fetch()
    route.abort()


WAYS = {
    "no connection": lambda route: route.abort(),
    "a lost answer": lose,
    "an error": lambda route: route.fulfill(status=500, body="?"),
    "a cut answer": lambda route: route.fulfill(status=200, content_type="application/json", body='{"game":'),
}


def stone(page):
    page.locator(".stone:not(.ghost)").last.click()


def always(page):
    page.get_by_label("before every move").check()


# What is asked, and what the reader does. The game stands at a move of hers.
ACTIONS = {
    "a move": ("play", stone),
    "a move that is listed": ("play", lambda page: page.locator(".all-moves button").first.evaluate("one => one.click()")),
    "a move that is typed": ("play", lambda page: page.get_by_label("Type a move").press("Enter")),
    "undo": ("play", lambda page: page.get_by_role("button", name="Undo").click()),
    "a random start": ("play", lambda page: page.get_by_role("button", name="Random").click()),
    "a new game": ("play", lambda page: page.get_by_role("button", name="New game").click()),
    "another opponent": ("play", lambda page: page.get_by_label("Against").select_option("weak")),
    "another side": ("play", lambda page: page.get_by_label("You move").select_option("second-right")),
    "a hint": ("hint", lambda page: page.get_by_role("button", name="Which moves win?").click()),
    "hints before every move": ("hint", always),
    "a reply": ("reply", stone),
}


@pytest.mark.parametrize("action", ACTIONS)
def test_what_fails_leaves_the_game_as_it_was_and_can_be_tried_again(page, ask, new_page, action):
    page.forgiven = ["ERR_FAILED", "status of 500"]
    asked, do = ACTIONS[action]
    open_game(page, "game=nim&start=7,8,9")
    type_move(page, "7,8,8")
    before = shown(page)
    assert len(before) == 3
    page.get_by_label("Type a move").fill(lower(before[-1]))
    again = page.get_by_role("button", name="Try again")
    seats = [page.get_by_label(name, exact=True).input_value() for name in ("Against", "You move")]
    for at, way in enumerate(WAYS.values()):
        page.route(f"**/api/{asked}", way)
        act(page, do if at == 0 else (lambda page: again.click()), page)
        page.unroute(f"**/api/{asked}")
        expect(page.locator(".message .trouble")).to_be_visible()
        expect(again).to_have_count(1)
        line = shown(page)
        assert line[:3] == before and len(line) == 3 + (asked == "reply")
        check(page, ask)
        assert [page.get_by_label(name, exact=True).input_value() for name in ("Against", "You move")] == seats
        expect(page.locator(".status strong")).to_have_text("Bouton has not moved" if asked == "reply" else "Your move")
    act(page, again.click)
    expect(page.locator(".message")).to_be_empty()
    expect(page.locator(".status strong")).to_have_text("Your move")
    check(page, ask)
    # And on: whoever opens the link finds the same game.
    type_move(page, lower(shown(page)[-1]))
    check(page, ask)
    other = new_page()
    visit(other, page.url)
    assert shown(other) == shown(page)
    expect(other.locator(".trouble")).to_have_count(0)


def lower(position):
    """A move: one less from the largest heap."""
    heaps = [int(heap) for heap in position.split(",")]
    heaps[heaps.index(max(heaps))] -= 1
    return ",".join(map(str, heaps))


@pytest.mark.parametrize("action", ["a move", "undo", "a reply", "a hint"])
def test_after_a_failure_something_else_can_be_done(page, ask, action):
    page.forgiven = ["ERR_FAILED"]
    asked, do = ACTIONS[action]
    open_game(page, "game=nim&start=7,8,9")
    type_move(page, "7,8,8")
    page.route(f"**/api/{asked}", lambda route: route.abort())
    act(page, do, page)
    page.unroute(f"**/api/{asked}")
    if asked == "reply":
        # The next move is Bouton's, and nobody can make it in its place.
        page.get_by_role("button", name="Move", exact=True).click()
        at_rest(page)
        assert len(shown(page)) == 4
        act(page, page.get_by_role("button", name="Undo").click)
        assert len(shown(page)) == 3
    else:
        type_move(page, lower(shown(page)[-1]))
        assert len(shown(page)) == 5
    check(page, ask)
    expect(page.locator(".message")).to_be_empty()


def test_a_game_that_could_not_be_opened_can_be_tried_again(page, ask):
    page.forgiven = ["ERR_FAILED"]
    asked = []

    def second(route):
        asked.append(route)
        return route.abort() if len(asked) == 2 else route.continue_()

    # The first move of the line is lost.
    page.route("**/api/play", second)
    visit(page, "/#/play?game=nim&start=3,4,6&line=2,4,6~2,4,5")
    expect(page.locator(".stage .trouble")).to_contain_text("does not answer")
    # Nim has no Left and no Right, whether or not the server has said so.
    expect(page.get_by_label("You move").locator("option")).to_have_text(["first", "second"])
    act(page, page.get_by_role("button", name="Try again").click)
    assert shown(page) == ["3,4,6", "2,4,6", "2,4,5"]
    check(page, ask)


def test_an_answer_that_is_late_is_not_shown(page, ask):
    following = holding(page, "**/api/reply")
    page.goto("/#/play?game=nim&start=3,4,6&you=second-right")
    late = following()
    # Bouton was to begin; meanwhile the reader wants to.
    page.get_by_label("You move").select_option("first-left")
    at_rest(page)
    late.fulfill(response=late.fetch())
    # Another question, answered later than that one: by then it would have been shown.
    hint(page)
    expect(page.locator(".status strong")).to_have_text("Your move")
    assert shown(page) == ["3,4,6"]
    check(page, ask)


def test_a_game_that_was_left_does_not_come_back(page):
    following = holding(page, "**/api/reply")
    page.goto("/#/play?game=nim&start=3,4,6&you=second-right")
    late = following()
    page.evaluate("location.hash = '#/play?game=nim&start=1,2'")
    expect(page.locator(".moves .start code")).to_have_text("1,2")
    at_rest(page)
    late.fulfill(response=late.fetch())
    # Another question, answered later than that one: by then it would have been shown.
    page.unroute("**/api/reply")
    hint(page)
    assert "start=1,2" in page.url and "line" not in page.url
    assert shown(page) == ["1,2"]


def test_undo_while_bouton_thinks_takes_the_move_back(page, ask):
    open_game(page, "game=nim&start=3,4,6")
    following = holding(page, "**/api/reply")
    stone(page)
    late = following()
    page.get_by_role("button", name="Undo").click()
    at_rest(page)
    late.abort()
    page.unroute("**/api/reply")
    assert shown(page) == ["3,4,6"]
    type_move(page, "2,4,6")
    assert len(shown(page)) == 3
    check(page, ask)


def test_rules_that_were_not_checked_lead_nowhere(page):
    page.forgiven = ["ERR_FAILED"]
    visit(page, "/#/rules")
    play = page.locator("main").get_by_role("link", name="Play", exact=True)
    expect(play).to_be_visible()
    page.route("**/api/rules", lambda route: route.abort())
    act(page, page.get_by_label("Rules", exact=True).fill, "game other\nposition n\nlegal n >= 0\nmove n' = n - 1\n")
    expect(page.locator(".view-rules .trouble")).to_contain_text("does not answer")
    # The link is about rules that are not those in the editor: nobody can press it.
    assert play.evaluate("one => one.closest('[inert]') !== null")

"""Comments on moves, hints in steps, the last move as a switch, and the board first where there is little room."""

import re

import pytest
from conftest import act, at_rest, holding, visit
from playwright.sync_api import expect
from test_play import open_game, type_move


def test_a_move_that_gives_the_win_away_is_said_at_once(page):
    # 3 ⊕ 4 ⊕ 6 = 1: only 2,4,6 wins. After 3,4,5 the nim-sum is 2, and the opponent wins by making it 0.
    open_game(page, "game=nim&start=3,4,6")
    type_move(page, "3,4,5")
    comment = page.locator(".feedback")
    expect(comment).to_contain_text("gives the win away")
    expect(comment).to_contain_text("2,4,6 would have kept it")
    expect(comment).to_contain_text("The opponent can win now: take")
    expect(comment).to_have_class(re.compile("bad"))


def test_a_move_that_keeps_the_win_is_said_and_comments_can_be_switched_off(page):
    open_game(page, "game=nim&start=3,4,6")
    type_move(page, "2,4,6")
    expect(page.locator(".feedback")).to_contain_text("2,4,6 This move keeps the win. Whatever the opponent does")
    act(page, page.get_by_role("button", name="Undo").click)
    expect(page.locator(".feedback")).to_have_count(0)
    page.get_by_label("comment on my moves").uncheck()
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "review" in request.url else None)
    type_move(page, "2,4,6")
    expect(page.locator(".feedback")).to_have_count(0)
    assert not asked
    # The choice is remembered.
    page.reload()
    at_rest(page)
    expect(page.get_by_label("comment on my moves")).not_to_be_checked()


def test_a_comment_that_is_late_is_not_shown_with_another_move(page):
    open_game(page, "game=nim&start=3,4,6")
    following = holding(page, "**/api/review")
    page.get_by_label("Type a move").fill("3,4,5")
    page.get_by_label("Type a move").press("Enter")
    late = following()
    expect(page.locator(".moves li")).to_have_count(3)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".moves li")).to_have_count(1)
    late.continue_()
    at_rest(page)
    expect(page.locator(".feedback")).to_have_count(0)


def test_a_hint_comes_in_three_steps(page):
    # A row of three pins has the nim-value 3 and one of twelve 4, so a winning move makes 3 of the 4.
    open_game(page, "game=kayles&start=3,12")
    card = page.locator(".side .card").first
    act(page, page.get_by_role("button", name="Hint", exact=True).click)
    expect(card).to_contain_text(re.compile(r"There is a winning move\. Look at heap \d\."))
    expect(card.locator("code")).to_have_count(0)
    act(page, page.get_by_role("button", name="Which move?").click)
    target = card.locator(".clue-move code")
    expect(target).to_be_visible()
    act(page, page.get_by_role("button", name="Why?").click)
    # What the move leaves has two columns, 3 being 11 in binary, and both are even.
    expect(card.locator("table.columns tfoot td")).to_have_text(["even", "even"])
    expect(card).to_contain_text("their nim-sum is 0")
    expect(page.get_by_role("button", name="Hint", exact=True)).to_be_disabled()


def test_a_hint_for_a_lost_position_says_so(page):
    open_game(page, "game=nim&start=1,2,3")
    act(page, page.get_by_role("button", name="Hint", exact=True).click)
    expect(page.locator(".side .card").first).to_contain_text("No move wins")


def test_the_last_move_is_a_switch_and_misere_is_in_the_menu(page, ask):
    open_game(page, "game=nim&start=3,4,6")
    act(page, page.get_by_role("button", name="loses (misère)").click)
    expect(page.locator(".head p")).to_contain_text("Whoever cannot move wins.")
    expect(page.get_by_label("Game", exact=True)).to_have_value("nim/misere")
    expect(page.locator(".moves .start code")).to_have_text("3,4,6")
    act(page, page.get_by_role("button", name="wins", exact=True).click)
    expect(page.locator(".head p")).to_contain_text("Whoever cannot move loses.")
    act(page, page.get_by_label("Game", exact=True).select_option, "kayles/misere")
    expect(page.locator(".head p")).to_contain_text("Whoever cannot move wins.")
    start = page.locator(".moves .start code").inner_text()
    assert ask("solve", {"game": "kayles/misere", "position": start})["outcome"] == "N"
    # A game whose rules say who wins has no such switch.
    visit(page, "/#/play?game=ending-partizan:2,3")
    expect(page.get_by_role("button", name="loses (misère)")).to_have_count(0)


@pytest.mark.parametrize("size", [(390, 844), (1280, 720), (1024, 768)])
def test_where_there_is_little_room_the_board_comes_first(page, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    visit(page, "/#/play?game=nim&start=3,4,6")
    board = page.locator(".heaps").bounding_box()
    assert board["y"] < size[1] * 0.5, board
    assert board["y"] + board["height"] <= size[1], board
    # The other games are one click away.
    page.locator(".fold > summary").click()
    expect(page.get_by_label("Game", exact=True)).to_be_visible()

"""Whole games, played in the browser."""

import re

from playwright.sync_api import expect


def open_game(page, query):
    page.goto(f"/#/play?{query}")
    expect(page.locator(".status strong")).to_have_text("Your move")


def position(page):
    """Where the game stands, by the transcript."""
    return page.locator(".moves li code").last.inner_text()


def follow_hints(page, move):
    """Asks which moves win and makes the first, until the game is over. Returns how many moves were made."""
    for count in range(60):
        page.get_by_role("button", name="Which moves win?").click()
        target = page.locator(".winning code").first.inner_text()
        made = page.locator(".moves li").count()
        move(target)
        # The move, and then a reply unless there is none.
        expect(page.locator(".moves li code").nth(made)).to_have_text(target)
        expect(page.locator(".status")).to_have_text(re.compile("Your move|win"))
        if "win" in page.locator(".status").inner_text():
            return count + 1
    raise AssertionError("the game does not end")


def test_nim_is_won_by_clicking_the_stones_that_light_up(page):
    open_game(page, "game=nim&start=3,4,6")

    def click(target):
        before = [int(heap) for heap in position(page).split(",")]
        after = [int(heap) for heap in target.split(",")]
        (heap,) = [at for at in range(3) if before[at] != after[at]]
        stones = page.locator(f'[data-heap="{heap}"] .stone:not(.ghost)')
        # The stones from here on are those that light up.
        expect(stones.nth(after[heap])).to_have_class(re.compile("good"))
        stones.nth(after[heap]).click()

    follow_hints(page, click)
    expect(page.locator(".status strong")).to_have_text("You win")
    assert position(page) == "0,0,0"


def test_nim_shows_the_odd_columns(page):
    open_game(page, "game=nim&start=3,4,6")
    page.get_by_role("button", name="Which moves win?").click()
    odd = page.locator("table.columns tfoot td")
    # 3 = 011, 4 = 100, 6 = 110: only the last column has an odd number of ones.
    expect(odd).to_have_text(["even", "even", "odd"])
    expect(page.locator(".winning code")).to_have_text(["2,4,6"])


def test_antonim_is_won_by_dragging_coins(page):
    open_game(page, "game=antonim&start=1,4,6,9")

    def drag(target):
        before = [int(coin) for coin in position(page).split(",")]
        after = [int(coin) for coin in target.split(",")]
        (coin,) = [at for at in range(len(before)) if before[at] != after[at]]
        held = page.get_by_role("button", name=f"Coin on {before[coin]}", exact=True).last
        held.drag_to(page.locator(f'[data-square="{after[coin]}"]'), force=True)

    follow_hints(page, drag)
    expect(page.locator(".status strong")).to_have_text("You win")


def test_a_game_can_be_played_with_the_keyboard_alone(page):
    open_game(page, "game=nim&start=0,0,2")
    page.locator('[data-heap="2"]').focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('[data-heap="2"]')).to_have_attribute("aria-valuetext", "take 2, leave nothing")
    page.keyboard.press("Enter")
    expect(page.locator(".status strong")).to_have_text("You win")
    expect(page.locator("#polite")).to_have_text(re.compile("You win"))


def test_a_link_restores_the_game_and_undo_takes_back(page, browser, base):
    open_game(page, "game=nim&start=1,2,4")
    page.get_by_label("Type a move").fill("1,2,3")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.locator(".moves li")).to_have_count(3)
    expect(page.locator(".status strong")).to_have_text("Your move")
    link, reached = page.url, position(page)
    other = browser.new_context().new_page()
    other.goto(link)
    expect(other.locator(".moves li code").last).to_have_text(reached)
    other.context.close()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".moves li")).to_have_count(1)
    assert position(page) == "1,2,4"


def test_an_illegal_move_is_refused_with_a_reason(page):
    page.forgiven = ["400"]
    open_game(page, "game=nim&start=1,2,4")
    page.get_by_label("Type a move").fill("9,9,9")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.locator(".message")).to_contain_text("cannot be reached")
    assert position(page) == "1,2,4"


def test_nimrod_has_a_pile_and_its_rate(page):
    open_game(page, "game=nimrod&start=100,1")
    page.get_by_role("button", name="Which moves win?").click()
    expect(page.locator(".rates button.good strong")).to_have_text(["take 1"])
    page.locator(".rates button.good").click()
    expect(page.locator(".moves li")).to_have_count(3)


def test_a_token_moves_along_the_arrows(page):
    open_game(page, "game=digraph:0>1,1>2,0>2,2>3&start=0")
    expect(page.locator(".vertex.open")).to_have_count(2)
    # From 1 the opponent must go to 2, and we go on to 3, where nobody can move.
    page.get_by_role("button", name="Which moves win?").click()
    good = page.locator(".vertex.good text")
    expect(good).to_have_text(["1"])
    page.locator(".vertex.good").click()
    expect(page.locator(".status strong")).to_have_text("Your move")
    page.locator(".vertex.open").click()
    expect(page.locator(".status strong")).to_have_text("You win")


def test_a_domino_is_placed_with_one_or_two_clicks(page):
    open_game(page, "game=domineering&start=..|..|..")
    page.locator('[data-at="0,0"]').click()
    expect(page.locator(".moves li code").nth(1)).to_have_text("#.|#.|..")


def test_a_friend_plays_both_sides(page):
    page.goto("/#/play?game=nim&start=1,1&with=friend")
    expect(page.locator(".status strong")).to_have_text("Left to move")
    page.locator('[data-heap="0"] .stone').first.click()
    expect(page.locator(".status strong")).to_have_text("Right to move")
    page.locator('[data-heap="1"] .stone').first.click()
    expect(page.locator(".status strong")).to_have_text("Right wins")

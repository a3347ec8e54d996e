"""Whole games, played in the browser."""

import re
from urllib.parse import quote

import pytest
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


def test_friends_play_and_an_impartial_game_names_no_sides(page):
    page.goto("/#/play?game=nim&start=1,1&with=friend")
    status = page.locator(".status strong")
    expect(status).to_have_text("First player to move")
    page.locator('[data-heap="0"] .stone').first.click()
    expect(status).to_have_text("Second player to move")
    page.locator('[data-heap="1"] .stone').first.click()
    expect(status).to_have_text("Second player wins")
    assert not re.search(r"\b(Left|Right)\b", page.locator("main").inner_text())


def test_friends_in_a_partizan_game_are_left_and_right(page):
    page.goto("/#/play?game=hackenbush&start=L|R&with=friend")
    expect(page.locator(".status strong")).to_have_text("Left to move")
    expect(page.get_by_label("You move").locator("option")).to_have_count(4)


def test_a_toad_hops_and_a_frog_answers(page):
    open_game(page, "game=toads-and-frogs&start=T.F")
    expect(page.locator(".toad")).to_have_count(1)
    expect(page.locator(".frog")).to_have_count(1)
    # The toad has one move; then the frog hops over it, and no toad can move.
    page.locator('[data-at="0,0"]').click()
    expect(page.locator(".moves li code")).to_have_text(["T.F", ".TF", "FT."])
    expect(page.locator(".status strong")).to_have_text("Your move")
    page.locator('[data-at="1,0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".moves li code").last).to_have_text("F.T")
    expect(page.locator(".status strong")).to_have_text("You win")


def test_an_edge_of_hackenbush_is_cut_where_it_is_clicked(page):
    open_game(page, "game=hackenbush&start=RLL|R..")
    expect(page.locator(".stalk")).to_have_text(["R", "L", "L", "R"])
    # The edge of Right is not ours; the lower one of ours takes the upper one with it.
    page.locator('[data-at="0,0"]').click(force=True)
    expect(page.locator(".message")).to_have_text("No move begins here.")
    page.locator('[data-at="1,0"]').click()
    expect(page.locator(".moves li code").nth(1)).to_have_text("R..|R..")


def test_heaps_too_long_for_stones_are_taken_from_with_a_slider(page):
    open_game(page, "game=nim&start=1000,37")
    page.get_by_role("button", name="Which moves win?").click()
    expect(page.locator(".bar-of-stones .tick")).to_have_count(1)
    slider = page.get_by_role("slider", name="Heap 1 of 2")
    slider.fill("37")
    expect(slider).to_have_attribute("aria-valuetext", "take 963, leave 37")
    page.get_by_role("button", name="Take", exact=True).click()
    expect(page.locator(".moves li code").nth(1)).to_have_text("37,37")


def test_coins_that_are_far_away_are_shown_too(page):
    open_game(page, "game=antonim&start=5000,37,6")
    expect(page.locator(".bar-of-stones")).to_have_count(1)
    expect(page.locator('[data-heap="2"] .stone')).to_have_count(6)


def test_every_game_can_be_begun_at_random(page, base):
    games = page.request.get(f"{base}/api/games").json()
    assert len(games) > 30
    for game in games:
        page.goto(f"/#/play?game={quote(game['example_game'])}&start={quote(game['example_position'])}")
        expect(page.locator(".moves .start code")).not_to_have_text("")
        page.evaluate("document.querySelector('.stage').replaceChildren()")
        page.get_by_role("button", name="Random").click()
        # The table is laid anew, without a complaint.
        expect(page.locator(".stage > *")).to_have_count(1)
        expect(page.locator(".stage .trouble, .message .trouble")).to_have_count(0)


def test_back_and_forward_go_through_views_and_games(page):
    open_game(page, "game=nim&start=1,2")
    page.get_by_label("Start").fill("3,4")
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".moves .start code")).to_have_text("3,4")
    page.get_by_role("link", name="Values").click()
    expect(page.locator("h1")).to_have_text("Values")
    assert page.title() == "Values · Bouton"
    page.go_back()
    expect(page.locator(".moves .start code")).to_have_text("3,4")
    assert page.title() == "nim · Play · Bouton"
    page.go_back()
    expect(page.locator(".moves .start code")).to_have_text("1,2")
    page.go_forward()
    page.go_forward()
    expect(page.locator("h1")).to_have_text("Values")


HOSTILE = ["play?game=💥", "play?game=nim&start=-1", f"play?game=nim&start={10**30}", "play?game=nim&start=3,4&line=9,9~1",
           "chart?game=💥", "chart?game=wythoff&x=abc&scale=-3", f"sequence?game=octal:0.77&to={10**30}", "sequence?game=💥",
           "values?expression={|", f"values?game=nim&position={10**30}", "relation?text=💥 a&places=x", "rules?text=💥", "nowhere"]


@pytest.mark.parametrize("address", HOSTILE)
def test_odd_input_is_answered_with_a_sentence(page, address):
    page.forgiven = ["400", "willReadFrequently"]
    page.goto(f"/#/{address}")
    said = page.locator("main .trouble, main .mistakes, main .waiting, main .grid-frame, main .reading .note, main .facts")
    expect(said.first).to_be_visible()
    expect(page.locator("main")).not_to_contain_text(re.compile(r"undefined|NaN|\[object|null"))

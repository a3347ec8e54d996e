"""Whole games, played in the browser."""

import json
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


def keyboard_game(page, press):
    """A whole game with the keyboard alone. After every move the focus is on the table again, never on Undo."""
    focus = "() => { const now = document.activeElement; return now.closest('.stage') ? now.dataset.stop ?? 'stage' : now.textContent || now.tagName; }"
    for _ in range(60):
        made = page.locator(".moves li").count()
        stop = page.evaluate(focus)
        assert re.fullmatch(r"[\d,]+", stop), stop
        press()
        # While the opponent thinks, nothing that Enter would press has the focus.
        page.keyboard.press("Enter")
        expect(page.locator(".moves li").nth(made)).to_be_visible()
        expect(page.locator(".status")).to_have_text(re.compile("Your move|win"))
        assert page.locator(".moves li").count() > made
        if "win" in page.locator(".status").inner_text():
            return
    raise AssertionError("the game does not end")


def test_a_whole_game_of_nim_is_played_with_keys(page):
    open_game(page, "game=nim&start=2,3,2&with=random")
    page.locator('[data-heap="0"]').focus()

    def press():
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")

    keyboard_game(page, press)


def test_a_whole_game_of_antonim_is_played_with_keys(page):
    open_game(page, "game=antonim&start=1,2,4&with=random")
    page.locator(".coin:not(:disabled)").first.focus()

    def press():
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")

    keyboard_game(page, press)


def test_a_whole_game_of_nimrod_is_played_with_keys(page):
    open_game(page, "game=nimrod&start=14,1&with=random")
    page.locator(".rates button").first.focus()

    def press():
        page.keyboard.press("Enter")

    keyboard_game(page, press)


def test_the_focus_stays_at_the_heap_or_goes_to_the_next_one(page):
    open_game(page, "game=nim&start=5,1,9&with=random")
    page.locator('[data-heap="1"]').focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".moves li")).to_have_count(3)
    expect(page.locator(".status strong")).to_have_text("Your move")
    # Heap 2 is gone: one beside it has the focus.
    assert page.evaluate("document.activeElement.dataset.heap") in ("0", "2")


def test_a_move_that_is_typed_leaves_the_focus_where_it_is_typed(page):
    open_game(page, "game=nim&start=5,5,9")
    typed = page.get_by_label("Type a move")
    typed.fill("5,5,0")
    typed.press("Enter")
    expect(page.locator(".moves li")).to_have_count(3)
    expect(page.locator(".status strong")).to_have_text("Your move")
    expect(typed).to_be_focused()


def test_a_link_with_an_illegal_move_is_not_believed(page):
    page.forgiven = ["400"]
    page.goto("/#/play?game=nim&start=3,4,6&line=2,4,6~2,4,5~2,4,9~1,4,9")
    expect(page.locator(".message .trouble")).to_contain_text("2,4,5 to 2,4,9")
    expect(page.locator(".moves li code")).to_have_text(["3,4,6", "2,4,6", "2,4,5"])
    page.wait_for_url(re.compile(r"line=2,4,6~2,4,5$"))


def test_what_bouton_did_is_said_in_words(page):
    open_game(page, "game=nim&start=1,4,6")
    page.get_by_label("Type a move").fill("1,4,5")
    page.get_by_label("Type a move").press("Enter")
    # 1, 4, 5 is balanced, so Bouton may do anything; what it did is in the transcript.
    expect(page.locator(".moves li")).to_have_count(3)
    before, after = [1, 4, 5], [int(heap) for heap in position(page).split(",")]
    (heap,) = [at for at in range(3) if before[at] != after[at]]
    words = f"Bouton took {before[heap] - after[heap]} from heap {heap + 1}; now {', '.join(map(str, after))}. Your move."
    expect(page.locator("#polite")).to_have_text(words)


def test_hints_are_said_each_time_with_their_reason(page):
    open_game(page, "game=nim&start=3,5,7")
    heard = page.locator("#polite")
    page.get_by_label("before every move").check()
    expect(heard).to_have_text(re.compile(r"^3 moves win: take 1 from heap 1\. take 1 from heap 2\. take 1 from heap 3\. .*column.*\.$"))
    page.get_by_label("Type a move").fill("3,5,1")
    page.get_by_label("Type a move").press("Enter")
    expect(heard).to_have_text(re.compile(r"^Bouton took .*\. Your move\. (No move wins|One move wins|\d+ moves win).*\.$"))
    expect(page.locator(".verdict")).to_be_visible()


def test_the_rules_stand_under_the_heading(page, base):
    summary = {game["name"]: game["summary"] for game in page.request.get(f"{base}/api/games").json()}
    page.goto("/#/play?game=nim")
    rules = page.locator(".head p")
    expect(rules).to_have_text(f"{summary['nim']} Whoever cannot move loses.")
    page.goto("/#/play?game=nim/misere")
    expect(rules).to_have_text(f"{summary['nim']} Whoever cannot move wins.")
    page.goto("/#/play?game=" + quote("game mine\nposition n\nlegal n >= 0\nmove k in 1..2: n' = n - k\n"))
    rules.get_by_role("link").click()
    expect(page.get_by_label("Rules", exact=True)).to_have_value(re.compile("^game mine\n"))


def test_a_game_that_is_chosen_begins_where_the_mover_can_win(page, ask):
    open_game(page, "game=nim&start=1,1")
    page.get_by_label("Game", exact=True).select_option("euclid")
    expect(page.locator(".moves .start code")).not_to_have_text("1,1")
    start = page.locator(".moves .start code").inner_text()
    assert ask("solve", {"game": "euclid", "position": start})["outcome"] == "N"


# Whoever gives the win away from 3,5,7: 0,5,7 leaves 5 and 7 unequal, and so on.
LOST = "line=2,5,7~0,5,7~0,4,7~0,4,4~0,4,0~0,1,0~0,0,0"


def test_where_a_game_turned_is_shown(page):
    page.goto(f"/#/play?game=nim&start=3,5,7&with=friend&{LOST}")
    expect(page.locator(".status strong")).to_have_text("First player wins")
    page.get_by_role("button", name="Where did it turn?").click()
    # The second player moved from 2,5,7 (balanced: no way to win), from 0,4,7 (to 0,4,4, which won),
    # and from 0,4,0, where taking all four had won.
    expect(page.locator(".moves .turned > code")).to_have_text(["0,1,0"])
    expect(page.locator(".better")).to_have_text(["0,0,0 would have won"])
    expect(page.locator(".turning")).to_contain_text("could have won once")


def test_a_game_against_bouton_turns_too(page):
    # From 3,4,6 only 2,4,6 wins; after 3,4,0 Bouton wins with 3,3,0 and so on.
    page.goto("/#/play?game=nim&start=3,4,6&line=3,4,0~3,3,0~0,3,0~0,0,0")
    expect(page.locator(".status strong")).to_have_text("Bouton wins")
    page.get_by_role("button", name="Where did it turn?").click()
    expect(page.locator(".better")).to_have_text(["2,4,6 would have won"])


def test_a_hint_is_a_button_and_lights_its_stones_alone(page):
    open_game(page, "game=nim&start=3,5,7")
    page.get_by_role("button", name="Which moves win?").click()
    good = page.locator(".stone.good")
    expect(good).to_have_count(3)
    hint = page.locator(".winning button").nth(1)
    hint.hover()
    expect(good).to_have_count(1)
    expect(page.locator('[data-heap="1"] .good')).to_have_count(1)
    page.locator(".winning button").nth(2).focus()
    expect(page.locator('[data-heap="2"] .good')).to_have_count(1)
    hint.click()
    expect(page.locator(".moves li code").nth(1)).to_have_text("3,4,7")
    expect(page.get_by_role("heading", name="What Bouton saw at 3,4,7")).to_be_visible()


def test_a_position_has_a_certificate(page):
    open_game(page, "game=nim&start=3,4,6")
    page.get_by_role("button", name="Which moves win?").click()
    with page.expect_download() as kept:
        page.get_by_role("button", name="Certificate").click()
    told = json.load(open(kept.value.path(), encoding="utf-8"))
    assert (told["position"], told["outcome"]) == ("3,4,6", "N")


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


def test_whoever_moves_second_can_win_a_random_start(page, ask):
    page.goto("/#/play?game=nim&start=3,4,6&you=second-right")
    expect(page.locator(".status strong")).to_have_text("Your move")
    page.get_by_role("button", name="Random").click()
    expect(page.locator(".moves li")).to_have_count(2)
    expect(page.locator(".status strong")).to_have_text("Your move")
    start = page.locator(".moves li code").first.inner_text()
    # Bouton began, and has lost if we play well.
    assert ask("solve", {"game": "nim", "position": start})["outcome"] == "P"

"""Whole games, played in the browser."""

import json
import re
from urllib.parse import quote

import pytest
from conftest import act, holding, visit
from playwright.sync_api import expect


def open_game(page, query):
    visit(page, f"/#/play?{query}")
    expect(page.locator(".status strong")).to_have_text("Your move")


def hint(page):
    """Asks which moves win, and waits for the answer."""
    act(page, page.get_by_role("button", name="Which moves win?").click)


def type_move(page, text):
    """Types a move, and waits for what the opponent does."""
    page.get_by_label("Type a move").fill(text)
    act(page, page.get_by_label("Type a move").press, "Enter")


def position(page):
    """Where the game stands, by the transcript."""
    return page.locator(".moves li code").last.inner_text()


def follow_hints(page, move):
    """Asks which moves win and makes the first, until the game is over. Returns how many moves were made."""
    for count in range(60):
        hint(page)
        target = page.locator(".winning code").first.inner_text()
        made = page.locator(".moves li").count()
        act(page, move, target)
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
    hint(page)
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
    act(page, page.keyboard.press, "Enter")
    expect(page.locator(".status strong")).to_have_text("You win")
    expect(page.locator("#polite")).to_have_text(re.compile("You win"))


def keyboard_game(page, press):
    """A whole game with the keyboard alone. After every move the focus is on the table again, never on Undo."""
    focus = "() => { const now = document.activeElement; return now.closest('.stage') ? now.dataset.stop ?? 'stage' : now.textContent || now.tagName; }"
    following = holding(page, "**/api/reply")

    def turn():
        press()
        expect(page.locator(".status")).to_have_text(re.compile("thinking|win"))
        if "win" in page.locator(".status").inner_text():
            return
        # While the opponent thinks, nothing that Enter would press has the focus.
        reply = following()
        page.keyboard.press("Enter")
        reply.continue_()

    for _ in range(60):
        made = page.locator(".moves li").count()
        stop = page.evaluate(focus)
        assert re.fullmatch(r"[\d,]+", stop), stop
        act(page, turn)
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
    act(page, page.keyboard.press, "Enter")
    expect(page.locator(".moves li")).to_have_count(3)
    # Heap 2 is gone: one beside it has the focus.
    assert page.evaluate("document.activeElement.dataset.heap") in ("0", "2")


def test_a_move_that_is_typed_leaves_the_focus_where_it_is_typed(page):
    open_game(page, "game=nim&start=5,5,9")
    type_move(page, "5,5,0")
    expect(page.locator(".moves li")).to_have_count(3)
    expect(page.get_by_label("Type a move")).to_be_focused()


def test_a_link_with_an_illegal_move_is_not_believed(page):
    page.forgiven = ["400"]
    visit(page, "/#/play?game=nim&start=3,4,6&line=2,4,6~2,4,5~2,4,9~1,4,9")
    expect(page.locator(".message .trouble")).to_contain_text("2,4,5 to 2,4,9")
    expect(page.locator(".moves li code")).to_have_text(["3,4,6", "2,4,6", "2,4,5"])
    page.wait_for_url(re.compile(r"line=2,4,6~2,4,5$"))


def test_what_bouton_did_is_said_in_words(page):
    open_game(page, "game=nim&start=1,4,6")
    type_move(page, "1,4,5")
    # 1, 4, 5 is balanced, so Bouton may do anything; what it did is in the transcript.
    expect(page.locator(".moves li")).to_have_count(3)
    before, after = [1, 4, 5], [int(heap) for heap in position(page).split(",")]
    (heap,) = [at for at in range(3) if before[at] != after[at]]
    words = f"Bouton took {before[heap] - after[heap]} from heap {heap + 1}; now {', '.join(map(str, after))}. Your move."
    expect(page.locator("#polite")).to_have_text(words)


def test_hints_are_said_each_time_with_their_reason(page):
    open_game(page, "game=nim&start=3,5,7")
    heard = page.locator("#polite")
    act(page, page.get_by_label("before every move").check)
    expect(heard).to_have_text(re.compile(r"^3 moves win: take 1 from heap 1\. take 1 from heap 2\. take 1 from heap 3\. .*column.*\.$"))
    type_move(page, "3,5,1")
    expect(heard).to_have_text(re.compile(r"^Bouton took .*\. Your move\. (No move wins|One move wins|\d+ moves win).*\.$"))
    expect(page.locator(".verdict")).to_be_visible()


def test_the_rules_stand_under_the_heading(page, base):
    summary = {game["name"]: game["summary"] for game in page.request.get(f"{base}/api/games").json()}
    visit(page, "/#/play?game=nim")
    rules = page.locator(".head p")
    expect(rules).to_have_text(f"{summary['nim']} Whoever cannot move loses.")
    visit(page, "/#/play?game=nim/misere")
    expect(rules).to_have_text(f"{summary['nim']} Whoever cannot move wins.")
    visit(page, "/#/play?game=" + quote("game mine\nposition n\nlegal n >= 0\nmove k in 1..2: n' = n - k\n"))
    act(page, rules.get_by_role("link").click)
    expect(page.get_by_label("Rules", exact=True)).to_have_value(re.compile("^game mine\n"))


def test_a_game_that_is_chosen_begins_where_the_mover_can_win(page, ask):
    open_game(page, "game=nim&start=1,1")
    act(page, page.get_by_label("Game", exact=True).select_option, "euclid")
    expect(page.locator(".moves .start code")).not_to_have_text("1,1")
    start = page.locator(".moves .start code").inner_text()
    assert ask("solve", {"game": "euclid", "position": start})["outcome"] == "N"


# Whoever gives the win away from 3,5,7: 0,5,7 leaves 5 and 7 unequal, and so on.
LOST = "line=2,5,7~0,5,7~0,4,7~0,4,4~0,4,0~0,1,0~0,0,0"


def test_where_a_game_turned_is_shown(page):
    visit(page, f"/#/play?game=nim&start=3,5,7&with=friend&{LOST}")
    expect(page.locator(".status strong")).to_have_text("First player wins")
    act(page, page.get_by_role("button", name="Where was it lost?").click)
    # The second player moved from 2,5,7 (balanced: no way to win), from 0,4,7 (to 0,4,4, which won),
    # and from 0,4,0, where taking all four had won.
    expect(page.locator(".moves .turned > code")).to_have_text(["0,1,0"])
    expect(page.locator(".better")).to_have_text(["0,0,0 would have won"])
    expect(page.locator(".turning")).to_contain_text("could have won once")


def test_a_game_against_bouton_turns_too(page):
    # From 3,4,6 only 2,4,6 wins; after 3,4,0 Bouton wins with 3,3,0 and so on.
    visit(page, "/#/play?game=nim&start=3,4,6&line=3,4,0~3,3,0~0,3,0~0,0,0")
    expect(page.locator(".status strong")).to_have_text("Bouton wins")
    act(page, page.get_by_role("button", name="Where was it lost?").click)
    expect(page.locator(".better")).to_have_text(["2,4,6 would have won"])


def test_a_hint_is_a_button_and_lights_its_stones_alone(page):
    open_game(page, "game=nim&start=3,5,7")
    hint(page)
    good = page.locator(".stone.good")
    expect(good).to_have_count(3)
    second = page.locator(".winning button").nth(1)
    second.hover()
    expect(good).to_have_count(1)
    expect(page.locator('[data-heap="1"] .good')).to_have_count(1)
    page.locator(".winning button").nth(2).focus()
    expect(page.locator('[data-heap="2"] .good')).to_have_count(1)
    act(page, second.click)
    expect(page.locator(".moves li code").nth(1)).to_have_text("3,4,7")
    expect(page.get_by_role("heading", name="Bouton's reasons at 3,4,7")).to_be_visible()


def test_a_position_has_a_certificate(page):
    open_game(page, "game=nim&start=3,4,6")
    hint(page)
    with page.expect_download() as kept:
        page.get_by_role("button", name="Certificate").click()
    told = json.load(open(kept.value.path(), encoding="utf-8"))
    assert (told["position"], told["outcome"]) == ("3,4,6", "N")


def test_a_link_restores_the_game_and_undo_takes_back(page, new_page):
    open_game(page, "game=nim&start=1,2,4")
    page.get_by_label("Type a move").fill("1,2,3")
    act(page, page.get_by_role("button", name="Move", exact=True).click)
    expect(page.locator(".moves li")).to_have_count(3)
    link, reached = page.url, position(page)
    other = new_page()
    visit(other, link)
    expect(other.locator(".moves li code").last).to_have_text(reached)
    act(page, page.get_by_role("button", name="Undo").click)
    expect(page.locator(".moves li")).to_have_count(1)
    assert position(page) == "1,2,4"


def test_an_illegal_move_is_refused_with_a_reason(page):
    page.forgiven = ["400"]
    open_game(page, "game=nim&start=1,2,4")
    type_move(page, "9,9,9")
    expect(page.locator(".message")).to_contain_text("cannot be reached")
    assert position(page) == "1,2,4"


def test_spaces_stand_between_numbers_and_never_vanish(page):
    page.forgiven = ["400"]
    open_game(page, "game=subtraction:1,2,3&start=21")
    type_move(page, "1 8")
    expect(page.locator(".message")).to_contain_text("1,8 cannot be reached")
    assert position(page) == "21"
    type_move(page, " 20 ")
    expect(page.locator(".moves li code").nth(1)).to_have_text("20")
    open_game(page, "game=nim&start=3,4,6")
    type_move(page, "2 4  6")
    expect(page.locator(".moves li code").nth(1)).to_have_text("2,4,6")
    page.get_by_label("Start").fill("3 4 5")
    act(page, page.get_by_role("button", name="New game").click)
    expect(page.locator(".moves .start code")).to_have_text("3,4,5")


# A start with a winning move for each way a table is drawn, and where a hint is seen.
HINTS = {
    "heaps": ("nim&start=3,4,6", ".stone"),
    "a split": ("grundy&start=5", ".stone"),
    "a long heap": ("nim&start=1000,37", ".tick"),
    "coins": ("antonim&start=1,4,6,9", ".coin"),
    "coins that are turned": ("coins:mock-turtles&start=0,3,4", ".coin"),
    "a pile": ("nimrod&start=100,1", ".rates button"),
    "a digraph": ("digraph:0>1,1>2,0>2,2>3&start=0", ".vertex"),
    "chomp": ("chomp&start=4,4,4", ".cell"),
    "domineering": ("domineering&start=..|..|..", ".cell"),
    "clobber": ("clobber&start=LR.", ".cell"),
    "col": ("col&start=.", ".cell"),
    "snort": ("snort&start=...|...", ".cell"),
    "toads and frogs": ("toads-and-frogs&start=TT.FF", ".cell"),
    "hackenbush": ("hackenbush&start=LL|R.", ".cell"),
}

# What each of these shows of itself and within itself, and which have the colour of good moves in it.
SEEN = """(these) => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "var(--stone-good)";
  const good = getComputedStyle(probe).color;
  probe.remove();
  const faces = (one) => [one, ...one.querySelectorAll("*")].flatMap((part) => ["", "::before", "::after"].map((of) => {
    const style = getComputedStyle(part, of || null);
    const isThere = style.visibility === "visible" && style.display !== "none" && (!of || style.content !== "none");
    return isThere ? [style.boxShadow, style.backgroundColor, style.backgroundImage, style.borderColor, style.stroke].join(" ") : "";
  }));
  return these.map((one) => ({ isGood: one.matches(".good, .cut, .tick"), isSeen: faces(one).some((face) => face.includes(good)) }));
}"""


@pytest.mark.onward
@pytest.mark.parametrize("page", ["light", "dark"], indirect=True)
@pytest.mark.parametrize("name", HINTS)
def test_a_hint_is_seen_on_every_table(page, name):
    game, marks = HINTS[name]
    open_game(page, f"game={game}")
    assert not any(one["isSeen"] for one in page.locator(marks).evaluate_all(SEEN))
    hint(page)
    page.mouse.move(0, 0)
    seen = page.locator(marks).evaluate_all(SEEN)
    assert any(one["isGood"] for one in seen)
    assert all(one["isSeen"] == one["isGood"] for one in seen), seen


@pytest.mark.parametrize("page", ["light", "dark"], indirect=True)
def test_the_poisoned_square_is_not_green(page):
    open_game(page, "game=chomp&start=4,4,4")
    colours = page.locator(".cell").evaluate_all("(all) => all.map((one) => getComputedStyle(one).backgroundColor.match(/[\\d.]+/g).map(Number))")
    poison, *others = colours
    assert len(others) == 11 and all(other == others[0] != poison for other in others)
    red, green, blue = poison[:3]
    # Good moves are green: of its three parts that one is the largest.
    assert green < max(red, blue)


def test_nimrod_has_a_pile_and_its_rate(page):
    open_game(page, "game=nimrod&start=100,1")
    hint(page)
    expect(page.locator(".rates button.good strong")).to_have_text(["take 1"])
    act(page, page.locator(".rates button.good").click)
    expect(page.locator(".moves li")).to_have_count(3)


def test_a_token_moves_along_the_arrows(page):
    open_game(page, "game=digraph:0>1,1>2,0>2,2>3&start=0")
    expect(page.locator(".vertex.open")).to_have_count(2)
    # From 1 the opponent must go to 2, and we go on to 3, where nobody can move.
    hint(page)
    good = page.locator(".vertex.good text")
    expect(good).to_have_text(["1"])
    act(page, page.locator(".vertex.good").click)
    expect(page.locator(".moves li code")).to_have_text(["0", "1", "2"])
    act(page, page.locator(".vertex.open").click)
    expect(page.locator(".status strong")).to_have_text("You win")


def test_a_domino_is_placed_with_one_or_two_clicks(page):
    open_game(page, "game=domineering&start=..|..|..")
    act(page, page.locator('[data-at="0,0"]').click)
    expect(page.locator(".moves li code").nth(1)).to_have_text("#.|#.|..")


def test_friends_play_and_an_impartial_game_names_no_sides(page):
    visit(page, "/#/play?game=nim&start=1,1&with=friend")
    status = page.locator(".status strong")
    expect(status).to_have_text("First player to move")
    act(page, page.locator('[data-heap="0"] .stone').click)
    expect(status).to_have_text("Second player to move")
    act(page, page.locator('[data-heap="1"] .stone').click)
    expect(status).to_have_text("Second player wins")
    assert not re.search(r"\b(Left|Right)\b", page.locator("main").inner_text())


def test_friends_in_a_partizan_game_are_left_and_right(page):
    visit(page, "/#/play?game=hackenbush&start=L|R&with=friend")
    expect(page.locator(".status strong")).to_have_text("Left to move")
    expect(page.get_by_label("You move").locator("option")).to_have_count(4)


def test_a_toad_hops_and_a_frog_answers(page):
    open_game(page, "game=toads-and-frogs&start=T.F")
    expect(page.locator(".toad")).to_have_count(1)
    expect(page.locator(".frog")).to_have_count(1)
    # The toad has one move; then the frog hops over it, and no toad can move.
    act(page, page.locator('[data-at="0,0"]').click)
    expect(page.locator(".moves li code")).to_have_text(["T.F", ".TF", "FT."])
    page.locator('[data-at="1,0"]').focus()
    page.keyboard.press("ArrowRight")
    act(page, page.keyboard.press, "Enter")
    expect(page.locator(".moves li code").last).to_have_text("F.T")
    expect(page.locator(".status strong")).to_have_text("You win")


def test_an_edge_of_hackenbush_is_cut_where_it_is_clicked(page):
    open_game(page, "game=hackenbush&start=RLL|R..")
    expect(page.locator(".stalk")).to_have_text(["R", "L", "L", "R"])
    # The edge of Right is not ours; the lower one of ours takes the upper one with it.
    page.locator('[data-at="0,0"]').click(force=True)
    expect(page.locator(".message")).to_have_text("No move begins here.")
    act(page, page.locator('[data-at="1,0"]').click)
    expect(page.locator(".moves li code").nth(1)).to_have_text("R..|R..")


def test_heaps_too_long_for_stones_are_taken_from_with_a_slider(page):
    open_game(page, "game=nim&start=1000,37")
    hint(page)
    expect(page.locator(".bar-of-stones .tick")).to_have_count(1)
    slider = page.get_by_role("slider", name="Heap 1 of 2")
    slider.fill("37")
    expect(slider).to_have_attribute("aria-valuetext", "take 963, leave 37")
    act(page, page.get_by_role("button", name="Take", exact=True).click)
    expect(page.locator(".moves li code").nth(1)).to_have_text("37,37")


def test_coins_that_are_far_away_are_shown_too(page):
    open_game(page, "game=antonim&start=5000,37,6")
    expect(page.locator(".bar-of-stones")).to_have_count(1)
    expect(page.locator('[data-heap="2"] .stone')).to_have_count(6)


def test_every_game_can_be_begun_at_random(page, base):
    games = page.request.get(f"{base}/api/games").json()
    assert len(games) > 30
    for game in games:
        visit(page, f"/#/play?game={quote(game['example']['game'])}&start={quote(game['example']['position'])}")
        expect(page.locator(".moves .start code")).not_to_have_text("")
        page.evaluate("document.querySelector('.stage').replaceChildren()")
        act(page, page.get_by_role("button", name="Random").click)
        # The table is laid anew, without a complaint.
        expect(page.locator(".stage > *")).to_have_count(1)
        expect(page.locator(".stage .trouble, .message .trouble")).to_have_count(0)


def test_back_and_forward_go_through_views_and_games(page):
    open_game(page, "game=nim&start=1,2")
    page.get_by_label("Start").fill("3,4")
    act(page, page.get_by_role("button", name="New game").click)
    expect(page.locator(".moves .start code")).to_have_text("3,4")
    act(page, page.get_by_role("link", name="Values").click)
    expect(page.locator("h1")).to_have_text("Values")
    assert page.title() == "Values · Bouton"
    act(page, page.go_back)
    expect(page.locator(".moves .start code")).to_have_text("3,4")
    assert page.title() == "nim · Play · Bouton"
    act(page, page.go_back)
    expect(page.locator(".moves .start code")).to_have_text("1,2")
    act(page, page.go_forward)
    act(page, page.go_forward)
    expect(page.locator("h1")).to_have_text("Values")


HOSTILE = ["play?game=💥", "play?game=nim&start=-1", f"play?game=nim&start={10**30}", "play?game=nim&start=3,4&line=9,9~1",
           "chart?game=💥", "chart?game=wythoff&x=abc&scale=-3", f"sequence?game=octal:0.77&to={10**30}", "sequence?game=💥",
           "values?expression={|", f"values?game=nim&position={10**30}", "relation?text=💥 a&places=x", "rules?text=💥", "nowhere"]


@pytest.mark.parametrize("address", HOSTILE)
def test_odd_input_is_answered_with_a_sentence(page, address):
    page.forgiven = ["400", "willReadFrequently"]
    visit(page, f"/#/{address}")
    said = page.locator("main .trouble, main .mistakes, main .waiting, main .grid-frame, main .reading .note, main .facts")
    expect(said.filter(visible=True)).not_to_have_count(0)
    expect(page.locator("main")).not_to_contain_text(re.compile(r"undefined|NaN|\[object|null"))


def test_whoever_moves_second_can_win_a_random_start(page, ask):
    visit(page, "/#/play?game=nim&start=3,4,6&you=second-right")
    expect(page.locator(".status strong")).to_have_text("Your move")
    act(page, page.get_by_role("button", name="Random").click)
    expect(page.locator(".moves li")).to_have_count(2)
    expect(page.locator(".status strong")).to_have_text("Your move")
    start = page.locator(".moves li code").first.inner_text()
    # Bouton began, and has lost if we play well.
    assert ask("solve", {"game": "nim", "position": start})["outcome"] == "P"


@pytest.mark.parametrize("page", ["light", "phone"], indirect=True)
@pytest.mark.parametrize("game, start", [("chomp", "4,4,4"), ("domineering", "....|....|....")])
def test_the_whole_board_is_in_sight(page, game, start):
    visit(page, f"/#/play?game={game}&start={start}")
    frame = page.locator(".board-frame").bounding_box()
    last = page.locator(".board-frame .cell").last.bounding_box()
    assert last["y"] + last["height"] <= frame["y"] + frame["height"]

"""The first page, lessons and puzzles: keyboard, mistakes and their refutation."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import act, visit
from playwright.sync_api import expect

STRICT = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}}


def axe(page):
    found = Axe().run(page, options=STRICT).response["violations"]
    return [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found]


def lessons(page, base):
    return page.request.post(f"{base}/api/lessons", data={}).json()["lessons"]


def answer(ask, task, position=None):
    """The right answer, as the server shows it to whoever gives up."""
    asked = {key: task[key] for key in ("game", "mover", "task", "number") if key in task}
    return ask("attempt", {**asked, "position": position or task["position"]})["answer"]


def type_answer(page, text):
    """Types a move or a number into the field of the task, with the keyboard alone."""
    for _ in range(40):
        if page.evaluate("document.activeElement.matches('.answers input')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.type(text)
    act(page, page.keyboard.press, "Enter")


def choose(page, text):
    """Goes to the button with this text by Tab, and presses it."""
    for _ in range(40):
        if page.evaluate("document.activeElement.textContent") == text:
            break
        page.keyboard.press("Tab")
    act(page, page.keyboard.press, "Enter")


CHOICES = {"mover": "The player to move", "other": "The other player", "nobody": "Nobody: it never ends"}


@pytest.mark.parametrize("name", ["mirror", "endless"])
def test_a_lesson_is_done_to_its_end_by_keyboard_alone(page, base, ask, name):
    lesson = next(one for one in lessons(page, base) if one["name"] == name)
    visit(page, f"/#/learn?lesson={name}")
    expect(page.get_by_role("heading", level=1)).to_have_text(lesson["title"])
    for number, task in enumerate(lesson["tasks"], start=1):
        expect(page.locator(".task-text")).to_have_text(task["text"])
        if task["task"] == "winner":
            choose(page, CHOICES[answer(ask, task)])
        elif task["task"] == "win":
            position = task["position"]
            while page.locator(".feedback .row button").count() == 0:
                to = answer(ask, task, position)
                # The game goes on from the reply that a perfect player makes, which the server names.
                reply = ask("attempt", {**{key: task[key] for key in ("game", "mover", "task")}, "position": position, "answer": to})["reply"]
                type_answer(page, to)
                position = reply and reply["position"]
        else:
            type_answer(page, answer(ask, task))
        expect(page.locator(".feedback.good")).to_be_visible()
        expect(page.locator(".ladder .done")).to_have_count(number)
        # The button that goes on has the focus.
        expect(page.locator(".feedback .row button")).to_be_focused()
        act(page, page.keyboard.press, "Enter")
    expect(page.locator(".learnt")).to_have_text(lesson["learnt"])
    expect(page.locator("#polite")).to_contain_text("The lesson is done")
    visit(page, "/#/learn")
    expect(page.locator(".lesson.done strong")).to_have_text([lesson["title"]])


def test_a_board_is_played_with_the_arrows(page, base):
    visit(page, "/#/learn?lesson=mirror&task=1")
    page.locator("[data-stop='1']").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    act(page, page.keyboard.press, "Enter")
    expect(page.locator(".feedback.good")).to_contain_text("take 2 from heap 2")


def test_a_mistake_is_refuted_and_named_and_can_be_tried_again(page, ask):
    visit(page, "/#/learn?lesson=mirror&task=1")
    type_answer(page, "3,4")
    expect(page.locator(".feedback.wrong")).to_contain_text("After “take 1 from heap 2” the answer “take 1 from heap 2” wins.")
    # The refutation is on the board: two equal heaps.
    expect(page.locator(".heap .count")).to_have_text(["3", "3"])
    expect(page.locator("#urgent")).to_contain_text("wins")
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_focused()
    expect(page.get_by_role("button", name="Show me")).to_be_hidden()
    expect(page.locator(".hint")).to_be_visible()
    act(page, page.keyboard.press, "Enter")
    expect(page.locator(".heap .count")).to_have_text(["3", "5"])
    type_answer(page, "0,5")
    act(page, page.keyboard.press, "Enter")
    # After two mistakes the answer can be shown; it lights up, and is still to be made.
    act(page, page.get_by_role("button", name="Show me").click)
    expect(page.locator(".stone.good").first).to_be_visible()
    expect(page.locator(".ladder .done")).to_have_count(0)
    type_answer(page, "3,3")
    expect(page.locator(".ladder .done")).to_have_count(1)


def test_wrong_winners_and_numbers_are_refuted(page):
    visit(page, "/#/learn?lesson=mirror&task=2")
    choose(page, "The player to move")
    expect(page.locator(".feedback.wrong")).to_contain_text("the player to move loses")
    act(page, page.keyboard.press, "Enter")
    choose(page, "The other player")
    expect(page.locator(".feedback.good")).to_be_visible()
    visit(page, "/#/learn?lesson=columns&task=2")
    type_answer(page, "8")
    expect(page.locator(".feedback.wrong")).to_contain_text("8 is too large")
    act(page, page.keyboard.press, "Enter")
    page.forgiven = ["400"]
    type_answer(page, "six")
    expect(page.locator(".feedback .trouble")).to_contain_text("not a whole number")
    visit(page, "/#/learn?lesson=ending&task=5")
    expect(page.get_by_role("group", name="Who wins?").get_by_role("button")).to_have_text(["Right, who moves", "Left"])


def test_a_lesson_that_is_not_there_lists_all(page):
    visit(page, "/#/learn?lesson=nothing")
    expect(page.locator(".lesson")).to_have_count(10)
    expect(page.locator(".view-learn")).to_contain_text("There is no lesson “nothing”")


def puzzle(page, base, **asked):
    return page.request.post(f"{base}/api/puzzle", data=asked).json()["puzzles"][0]


def test_a_puzzle_is_failed_and_then_solved(page, base, ask):
    made = puzzle(page, base, game="nim", seed=5)
    wrong = next(one["position"] for one in ask("play", {"game": "nim", "position": made["position"]})["options"] if one["position"] != made["answer"]["position"])
    visit(page, "/#/puzzles?game=nim&seed=5")
    expect(page.locator(".task-card .badge")).to_have_text(made["grade"])
    type_answer(page, wrong)
    expect(page.locator(".feedback.wrong")).to_contain_text("wins")
    act(page, page.get_by_role("button", name="Try again").click)
    type_answer(page, made["answer"]["position"])
    expect(page.locator(".feedback.good")).to_contain_text(f"Right: {made['answer']['move']}")
    act(page, page.locator(".feedback").get_by_role("button", name="Another puzzle").click)
    assert re.search(r"seed=\d+", page.url) and "seed=5" not in page.url.split("&")
    expect(page.locator(".feedback")).to_be_hidden()


@pytest.mark.alone
def test_the_puzzle_of_the_day_depends_on_the_day_alone(page, base):
    made = puzzle(page, base, date="2026-03-14")
    visit(page, "/#/puzzles?date=2026-03-14")
    expect(page.locator(".task-card h2")).to_contain_text(f"2026-03-14: {made['title']}")
    # What the browser takes for today.
    page.clock.set_fixed_time("2026-03-15T12:00:00")
    visit(page, "/#/puzzles")
    other = puzzle(page, base, date="2026-03-15")
    expect(page.locator(".task-card h2")).to_contain_text(f"2026-03-15: {other['title']}")


def test_puzzles_of_own_rules(page, base):
    rules = "game mine\nposition n\nmove k in 1..3: n' = n - k\n"
    made = puzzle(page, base, game=rules, seed=2)
    visit(page, "/#/puzzles?seed=2&game=" + rules.replace("\n", "%0A").replace(" ", "+"))
    type_answer(page, made["answer"]["position"])
    expect(page.locator(".feedback.good")).to_be_visible()


def test_a_sheet_has_boards_and_answers(page):
    visit(page, "/#/puzzles?game=nim&seed=3&sheet=4")
    expect(page.locator(".puzzle-sheet > li")).to_have_count(4)
    expect(page.locator(".puzzle-sheet .heaps")).to_have_count(4)
    expect(page.locator(".sheet-answers li")).to_have_count(4)
    expect(page.get_by_role("button", name="Print")).to_be_visible()


def test_the_first_page_has_three_doors_and_a_move_to_try(page):
    visit(page, "/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Who wins, by which move, and why?")
    expect(page.locator(".door h2")).to_have_text(["Play", "Learn", "Research"])
    type_answer(page, "3,3")
    on = page.get_by_role("link", name="Go on with the lesson")
    expect(on).to_be_focused()
    act(page, page.keyboard.press, "Enter")
    expect(page.locator(".ladder [aria-current]")).to_contain_text("Who wins?")
    act(page, page.locator(".brand").click)
    expect(page.locator(".doors")).to_be_visible()
    act(page, page.locator(".door", has_text="Research").locator("h2 a").click)
    expect(page.locator("#views [aria-current]")).to_have_text("Rules")


def test_a_lost_connection_leaves_the_task_as_it_was(page):
    page.forgiven = ["Failed to load resource", "ERR_FAILED"]
    visit(page, "/#/learn?lesson=mirror&task=1")
    page.route("**/api/attempt", lambda route: route.abort())
    type_answer(page, "3,3")
    expect(page.locator(".feedback .trouble")).to_contain_text("the server does not answer")
    page.unroute("**/api/attempt")
    page.locator(".answers input").fill("")
    type_answer(page, "3,3")
    expect(page.locator(".feedback.good")).to_be_visible()


@pytest.mark.parametrize("page", ["light", "dark", "phone"], indirect=True)
def test_axe_finds_nothing_after_a_mistake_and_at_the_end(page):
    visit(page, "/#/learn?lesson=mirror&task=1")
    type_answer(page, "3,4")
    assert not axe(page)
    act(page, page.get_by_role("button", name="Try again").click)
    type_answer(page, "3,3")
    assert not axe(page)

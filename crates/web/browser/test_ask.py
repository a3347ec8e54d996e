"""Ask: every question of the description, with its form and its answer."""

import json
import subprocess

import pytest
from conftest import act, holding, program, visit
from playwright.sync_api import expect

DESCRIPTION = json.loads(subprocess.run([program(), "serve", "--openapi"], stdout=subprocess.PIPE, check=True).stdout)
QUESTIONS = {
    path.rsplit("/", 1)[1]: (method, told)
    for path, methods in DESCRIPTION["paths"].items()
    for method, told in methods.items()
    if "question" in told.get("tags", [])
}


def body_of(name):
    """The schema and the examples of a question; nothing where it has no fields."""
    told = QUESTIONS[name][1].get("requestBody")
    if not told:
        return {}, []
    content = told["content"]["application/json"]
    schema = DESCRIPTION["components"]["schemas"][content["schema"]["$ref"].rsplit("/", 1)[1]]
    return schema, [one["value"] for one in content["examples"].values()]


def lead(page):
    return page.locator(".answer h2")


def press_ask(page):
    act(page, page.get_by_role("button", name="Ask", exact=True).click)


def kept(page, button):
    """What a button saves."""
    with page.expect_download() as saved:
        button.click()
    return saved.value.path().read_text()


def test_all_questions_are_listed(page):
    visit(page, "/#/ask")
    expect(page.locator(".asked a")).to_have_text([name.capitalize() for name in QUESTIONS])
    assert {"table", "quotient", "survey", "duel", "check", "compare"} <= set(QUESTIONS)
    act(page, page.locator(".asked a", has_text="Survey").click)
    expect(page.get_by_role("heading", level=1)).to_have_text("Survey")
    act(page, page.get_by_role("link", name="All questions").click)
    expect(page.locator(".asked a")).to_have_count(len(QUESTIONS))
    visit(page, "/#/ask?question=nothing")
    expect(page.locator(".trouble")).to_contain_text("there is no question “nothing”")


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_has_a_form_and_its_examples_are_answered(page, ask, name):
    schema, examples = body_of(name)
    bodies = []
    page.on("request", lambda request: bodies.append(request.post_data_json) if request.url.endswith(f"/api/{name}") else None)
    visit(page, f"/#/ask?question={name}")
    for field, about in schema.get("properties", {}).items():
        control = page.locator(f".view-ask form [name={field}]")
        expect(control).to_have_count(1)
        assert control.get_attribute("aria-required") == ("true" if field in schema.get("required", []) else None)
        expect(page.locator(f"#about-{field}")).to_contain_text(about["description"].split("`")[0].split("\n")[0])
    expect(lead(page)).to_be_visible()
    for index in range(1, page.locator(".chips", has_text="for example").locator("a").count()):
        act(page, page.locator(".chips", has_text="for example").locator("a").nth(index).click)
        expect(lead(page)).to_be_visible()
    expect(page.locator(".trouble")).to_have_count(0)
    # What is asked is what the examples ask, however a form writes it: then the answers are the same.
    others = [one for one in examples if one not in bodies]
    answers = [ask(name, one) for one in bodies] if others else []
    assert all(ask(name, one) in answers for one in others)


def test_cells_of_a_table_lead_to_the_game_and_the_table_is_kept(page, ask):
    visit(page, "/#/ask?question=table&game=antonim&rows=6&columns=7&heaps=4&fix=1")
    rows = ask("table", {"game": "antonim", "rows": 6, "columns": 7, "heaps": 4, "fix": [1]})["rows"]
    expect(page.locator(".answer tbody tr")).to_have_count(6)
    for row, cells in enumerate(rows):
        expect(page.locator(".answer tbody tr").nth(row).locator("td")).to_have_text(["" if one is None else str(one) for one in cells])
    csv = kept(page, page.get_by_role("button", name="Save as CSV")).splitlines()
    assert csv[0] == ",0,1,2,3,4,5,6" and csv[3] == "2," + ",".join("" if one is None else str(one) for one in rows[2])
    assert json.loads(kept(page, page.get_by_role("button", name="Save as JSON")))["rows"] == rows
    act(page, page.locator(".answer tbody tr").nth(2).locator("td").nth(3).locator("a").click)
    expect(page.locator(".moves li code").first).to_have_text(f"1,2,3,{rows[2][3]}")


def test_a_table_of_outcomes_has_letters_and_one_of_nim_values_numbers(page):
    visit(page, "/#/ask?question=table&game=wythoff&rows=3&columns=3&of=nim-value")
    expect(page.locator(".answer tbody td")).to_have_text(list("012120201"))
    page.get_by_label("Of", exact=True).select_option("outcome")
    press_ask(page)
    expect(page.locator(".answer tbody .letter")).to_have_text(list("PNNNNPNPN"))
    assert "of=outcome" in page.url


def test_a_quotient_has_its_presentation_and_its_heaps(page):
    visit(page, "/#/ask?question=quotient&game=octal:0.123&heaps=12")
    expect(lead(page)).to_have_text("20 elements, 5 of them losing")
    presentation = page.locator(".part-of", has_text="Presentation")
    expect(presentation).to_contain_text("b: heap 3")
    expect(presentation).to_contain_text("b⁴ = b²")
    expect(page.locator(".part-of", has_text="P-portion").locator("code")).to_have_text(["a", "b²", "ac", "bd", "d²"])
    # Heaps 1, 5, 6, 10 and 11 are lost alone.
    expect(page.locator(".answer td.lost")).to_have_text(["a", "a", "d²", "a", "d²"])
    expect(page.locator(".figures")).to_contain_text("proved for sums of the heaps 0..12")


def test_a_survey_is_put_in_order_and_a_code_leads_to_its_sequence(page):
    visit(page, "/#/ask?question=survey&digits=1&to=100")
    expect(lead(page)).to_have_text("6 of 8 codes have a period that the heaps below 100 prove")
    codes = page.locator(".answer tbody td:first-child")
    expect(codes).to_have_text([f"0.{digit}" for digit in range(8)])
    by = page.get_by_role("columnheader", name="preperiod")
    by.get_by_role("button").click()
    expect(by).to_have_attribute("aria-sort", "descending")
    expect(codes).to_have_text(["0.1", "0.2", "0.0", "0.3", "0.5", "0.7", "0.4", "0.6"])
    by.get_by_role("button").click()
    expect(codes).to_have_text(["0.0", "0.3", "0.5", "0.7", "0.2", "0.1", "0.4", "0.6"])
    act(page, codes.get_by_role("link", name="0.1").click)
    expect(page.get_by_label("Written as")).to_have_value("octal:0.1")


def test_a_duel_has_a_bar_for_each_start(page):
    visit(page, "/#/ask?question=duel&game=nim&first=perfect&second=random&positions=3,4%0A1,1&games=200&seed=1&alternate=true&exact=true")
    bouts = page.locator(".bout")
    expect(bouts).to_have_count(2)
    expect(bouts.locator("figcaption")).to_have_text(["3,4", "1,1"])
    expect(bouts.nth(1).locator("strong")).to_have_text(["perfect 100", "random 100"])
    first, neither, second = (one.bounding_box()["width"] for one in bouts.nth(1).locator(".shares span").all())
    assert abs(first - second) < 1 and not neither
    expect(bouts.nth(1)).to_contain_text("The exact chance is 50.0 %")
    expect(page.get_by_label("Alternate")).to_be_checked()
    page.get_by_label("Positions").fill("3,4,5")
    press_ask(page)
    expect(lead(page)).to_contain_text("perfect won")
    expect(bouts).to_have_count(1)


CERTIFICATE = {"bouton-certificate": 1, "kind": "position", "game": "nim", "position": "1,1", "outcome": "P", "proof": {"theorem": "nim-sum"}}


def test_a_certificate_is_checked_from_a_file(page, tmp_path):
    visit(page, "/#/ask?question=check")
    expect(lead(page)).to_contain_text("The certificate holds")
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps({**CERTIFICATE, "position": "1,2"}, indent=2))
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file …").click()
    act(page, chooser.value.set_files, path)
    expect(page.get_by_label("Certificate")).to_have_value(path.read_text())
    press_ask(page)
    expect(lead(page)).to_contain_text("The certificate does not hold")
    expect(page.locator(".why")).to_contain_text("the outcome is N, not P")
    expect(page.locator(".facts")).to_contain_text("nim-sum")
    # A certificate of this length goes into the address.
    act(page, page.reload)
    expect(lead(page)).to_contain_text("The certificate does not hold")


def test_a_long_certificate_is_checked_and_stays_out_of_the_address(page):
    visit(page, "/#/ask?question=check")
    page.get_by_label("Certificate").fill(json.dumps(CERTIFICATE) + " " * 8000)
    press_ask(page)
    expect(lead(page)).to_contain_text("The certificate holds")
    assert page.url.endswith("#/ask?question=check")


def test_two_games_are_compared(page):
    visit(page, "/#/ask?question=compare&game=subtraction:1,3,4&with=subtraction:1,4")
    expect(lead(page)).to_contain_text("They differ, first at 0,0,5")
    expect(page.locator(".facts .letter")).to_have_text(["N", "P"])
    page.get_by_label("With").fill("subtraction:1,3,4")
    press_ask(page)
    expect(lead(page)).to_contain_text("Equal at")
    expect(page.locator(".facts")).to_have_count(0)


def test_large_numbers_are_exact(page):
    visit(page, "/#/ask?question=count&game=antonim&heaps=3&below=1000000000000")
    expect(lead(page)).to_have_text("151\u202f731\u202f822\u202f714\u202f388\u202f439\u202f970\u202f476 P-positions of 3 heaps below 1\u202f000\u202f000\u202f000\u202f000")


def test_what_is_wrong_is_said_beside_its_field(page):
    page.forgiven = ["400 (Bad Request)"]
    visit(page, "/#/ask?question=compare&game=nim&with=nimx")
    other, game = page.locator(".entry", has=page.get_by_label("With")), page.locator(".entry", has=page.get_by_label("Game"))
    expect(other.locator(".trouble")).to_contain_text("no game is called `nimx`")
    expect(other.locator(".trouble")).to_contain_text("did you mean `nim`?")
    expect(page.get_by_label("With")).to_have_attribute("aria-invalid", "true")
    expect(game.locator(".trouble")).to_have_count(0)
    expect(page.locator("#urgent")).to_contain_text("no game is called")
    page.get_by_label("With").fill("nim/misere")
    press_ask(page)
    expect(lead(page)).to_contain_text("They differ")
    expect(page.locator(".trouble")).to_have_count(0)


def test_what_is_about_no_field_is_said_below_the_form(page):
    page.forgiven = ["400 (Bad Request)"]
    visit(page, "/#/ask?question=table&game=nim&rows=100000&columns=100000")
    expect(page.locator(".answer .trouble")).to_contain_text("the table would need")
    expect(page.locator(".answer .trouble")).to_contain_text("ask for less")


def test_what_cannot_be_asked_is_not_asked(page):
    visit(page, "/#/ask?question=chart&game=wythoff&x=0,5&y=0,5")
    expect(page.locator(".answer tbody tr")).to_have_count(5)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_label("X", exact=True).fill("3")
    page.get_by_label("Game").fill("")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator("#wrong-game")).to_have_text("this field is required")
    expect(page.locator("#wrong-x")).to_have_text("2 whole numbers, please, such as 0, 12")
    expect(page.get_by_label("Game")).to_be_focused()
    assert not asked


def test_the_address_holds_the_question_and_back_goes_to_the_one_before(page):
    visit(page, "/#/ask?question=count&game=antonim&heaps=3&below=12")
    expect(lead(page)).to_have_text("18 P-positions of 3 heaps below 12")
    below = page.get_by_label("Below")
    below.fill("13")
    act(page, below.press, "Enter")
    expect(below).to_be_focused()
    said = lead(page).inner_text()
    assert said.endswith("below 13") and page.url.endswith("#/ask?question=count&game=antonim&heaps=3&below=13")
    act(page, page.reload)
    expect(lead(page)).to_have_text(said)
    act(page, page.go_back)
    expect(lead(page)).to_have_text("18 P-positions of 3 heaps below 12")
    expect(page.get_by_label("Below")).to_have_value("12")
    act(page, page.go_forward)
    expect(lead(page)).to_have_text(said)


def test_a_slow_answer_is_waited_for_and_a_late_one_is_not_shown(page):
    visit(page, "/#/ask?question=born&day=1")
    following = holding(page, "**/api/born")
    page.get_by_label("Day").fill("2")
    page.get_by_role("button", name="Ask", exact=True).click()
    first = following()
    expect(page.locator(".answer .waiting")).to_have_text("computing …")
    page.get_by_label("Day").fill("0")
    page.get_by_role("button", name="Ask", exact=True).click()
    second = following()
    second.continue_()
    expect(page.locator(".figures")).to_contain_text("Count1")
    first.abort()
    expect(page.locator(".trouble")).to_have_count(0)
    page.unroute("**/api/born")


def test_rules_that_are_pasted_keep_their_lines(page):
    rules = "game take\nposition n\nlegal    n >= 0\nmove     k in 1 .. 3: n' = n - k\n"
    visit(page, "/#/ask?question=solve")
    page.get_by_label("Game").evaluate(
        """(input, text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", text);
          input.select();
          input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }""",
        rules,
    )
    expect(page.get_by_label("Game")).to_have_value(rules)
    page.get_by_label("Position").fill("21")
    press_ask(page)
    expect(lead(page)).to_have_text("The next player wins")
    act(page, page.get_by_role("link", name="explain").click)
    expect(page.get_by_role("heading", level=1)).to_have_text("Explain")
    expect(page.get_by_label("Game")).to_have_value(rules)


def test_another_question_about_the_same_game_and_the_view_that_draws_it(page):
    visit(page, "/#/ask?question=sequence&game=octal:0.77&to=40&of=nim-value")
    act(page, page.locator(".answer .chips").get_by_role("link", name="quotient").click)
    expect(page.get_by_label("Game")).to_have_value("octal:0.77")
    expect(lead(page)).to_contain_text("elements")
    act(page, page.go_back)
    act(page, page.locator(".answer .chips").get_by_role("link", name="Sequence", exact=True).click)
    expect(page.locator(".grid-frame canvas")).to_be_visible()
    assert page.url.endswith("of=nim-value&to=40") or "to=40" in page.url


@pytest.mark.parametrize("page", ["phone"], indirect=True)
def test_on_a_phone_the_answer_comes_into_sight(page):
    visit(page, "/#/ask?question=compare")
    page.get_by_label("To", exact=True).fill("5")
    press_ask(page)
    expect(lead(page)).to_be_in_viewport()

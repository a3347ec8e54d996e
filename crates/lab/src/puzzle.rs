//! Puzzles: random positions with exactly one winning move, graded by how often weak strategies miss it.
//!
//! Everything follows from the seed. The day of a daily puzzle is a seed too, so nothing here looks at a clock.

use std::collections::HashSet;
use std::path::Path;

use bouton_ask as ask;
use bouton_ask::{Grade, OnePuzzle, PuzzlesView, StrategyChance};
use bouton_duels::{StrategyName, chance_of};
use bouton_rules::{Game, Help, Limits, Position, Refusal, Ruleset, catalogue};
use bouton_values::Player;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::answer::{Answer, answer};
use crate::explain::{entry, usual_start};
use crate::opponent::{candidate, won};
use crate::play::mover_of;
use crate::question::Question;
use crate::questions::{Answerable, Desk};
use crate::render::scene::escaped;
use crate::render::style::{FAINT, GOOD, STRONG, paint};
use crate::render::{AsText, picture};
use crate::rules_file::ReadError;
use crate::show::{ending_of, is_impartial, move_view};
use crate::views;

/// The most puzzles of one question.
const MOST: usize = 500;
/// How many random positions are tried for a puzzle.
const TRIED: usize = 200;
/// How many games are tried for a puzzle of any game.
const GAMES: usize = 20;

impl Answerable for ask::Puzzle {
    fn answer(&self, desk: &Desk) -> Result<PuzzlesView, ReadError> {
        let seed = self.date.as_deref().map_or(Ok(self.seed), day)?;
        if !(1..=MOST).contains(&self.count) {
            let help = Help::from("write ").set("count", 10);
            return Err(Refusal::bad(format!("a sheet has 1 to {MOST} puzzles"), help).into());
        }
        let game = self.game.as_deref().map(|game| desk.game(game, false)).transpose()?;
        if let Some(game) = game.as_ref().filter(|game| game.finite().is_none()) {
            return Err(Refusal::unsupported(
                format!("{} has endlessly many moves", game.title()),
                "take a game with finitely many",
            )
            .into());
        }
        let limits = &desk.limits;
        let random = ChaCha8Rng::seed_from_u64(seed);
        let mut maker = Maker { random, limits, seen: HashSet::new() };
        let mut puzzles = Vec::new();
        while puzzles.len() < self.count {
            limits.progress(puzzles.len() as u64, self.count as u64)?;
            let found = match &game {
                Some(game) => maker.puzzle(game)?,
                None => maker.of_any_game()?,
            };
            let Some(found) = found else { break };
            puzzles.push(found);
        }
        match (puzzles.is_empty(), &game) {
            (true, Some(game)) => Err(Refusal::bad(
                format!("found no position of {} with exactly one winning move", game.title()),
                "take another seed, or a game with more moves",
            )
            .into()),
            _ => Ok(PuzzlesView { seed, puzzles }),
        }
    }
}

/// The seed of a day: 20260314 for `2026-03-14`.
fn day(date: &str) -> Result<u64, Refusal> {
    let wrong = || {
        let problem = format!("`{}` is not a day", bouton_values::excerpt(date));
        Refusal::bad(problem, "write a day such as 2026-03-14")
    };
    let parts: Vec<&str> = date.trim().split('-').collect();
    let [year, month, day] = parts[..] else { return Err(wrong()) };
    if [year.len(), month.len(), day.len()] != [4, 2, 2] {
        return Err(wrong());
    }
    let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => text.parse::<u64>().map_err(|_| wrong()),
        false => Err(wrong()),
    };
    let (year, month, day) = (number(year)?, number(month)?, number(day)?);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u64::from(is_leap),
        1..=12 => 31,
        _ => 0,
    };
    match (1..=days).contains(&day) {
        true => Ok(year * 10_000 + month * 100 + day),
        false => Err(wrong()),
    }
}

/// Makes puzzles, all different.
struct Maker<'a> {
    random: ChaCha8Rng,
    limits: &'a Limits,
    seen: HashSet<(String, Position, Player)>,
}

impl Maker<'_> {
    /// A puzzle of some game of the catalogue.
    fn of_any_game(&mut self) -> Result<Option<OnePuzzle>, Refusal> {
        for _ in 0..GAMES {
            let all = catalogue::games();
            let entry = &all[self.random.random_range(0..all.len())];
            let found = self.puzzle(&Game::parse(entry.example.0)?)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn puzzle(&mut self, game: &Game) -> Result<Option<OnePuzzle>, Refusal> {
        let Some(finite) = game.finite() else { return Ok(None) };
        let usual = usual_start(game)?;
        let impartial = is_impartial(game);
        for tried in 0..TRIED {
            self.limits.progress(tried as u64, TRIED as u64)?;
            let mover = match impartial || self.random.random_bool(0.5) {
                true => Player::Left,
                false => Player::Right,
            };
            let drawn = candidate(game, &usual, mover, &mut self.random);
            let Some(position) = drawn else { continue };
            if !self.seen.insert((game.text().to_owned(), position.clone(), mover)) {
                continue;
            }
            let only_one = won(game, &position, mover, self.limits)?;
            if only_one.is_none_or(|won| won.moves.len() != 1) {
                continue;
            }
            let moves = finite.options(&position, mover).len();
            let question = Question::solve(game.clone(), position.clone()).within(self.limits);
            let answered = answer(&question)?;
            if let Some(puzzle) = self.graded(game, (&position, mover), moves, &answered)? {
                return Ok(Some(puzzle));
            }
        }
        Ok(None)
    }

    /// The puzzle, if the only winning move is known to be the only one and there are others that lose.
    fn graded(
        &self,
        game: &Game,
        (position, mover): (&Position, Player),
        moves: usize,
        answered: &Answer,
    ) -> Result<Option<OnePuzzle>, Refusal> {
        let Some(solution) = answered.solution() else { return Ok(None) };
        let wanted = solution.winning(mover);
        let ([winning], None, true) = (wanted, &solution.unlisted, moves > 1) else {
            return Ok(None);
        };
        let chances = StrategyName::weak(game)
            .map(|name| {
                let chance = chance_of(name, game, (position, mover), wanted, self.limits)?;
                Ok(StrategyChance { strategy: name.to_string(), chance })
            })
            .collect::<Result<Vec<_>, Refusal>>()?;
        let found: f64 = chances.iter().map(|one| one.chance).sum();
        let missed = 1.0 - found / chances.len().max(1) as f64;
        let drawing = picture::draw(game, position);
        Ok(Some(OnePuzzle {
            game: game.text().to_owned(),
            title: title(game),
            rules: rules(game),
            position: position.to_string(),
            drawing: drawing.iter().map(|line| without_colours(line)).collect(),
            mover: mover_of(mover),
            impartial: is_impartial(game),
            moves,
            answer: move_view(game, position, winning),
            grade: grade(missed),
            missed,
            chances,
            reasons: solution.reasons.clone(),
            known: views::known(answered),
        }))
    }
}

fn grade(missed: f64) -> Grade {
    match missed {
        missed if missed <= 0.5 => Grade::Easy,
        missed if missed <= 5.0 / 6.0 => Grade::Medium,
        _ => Grade::Hard,
    }
}

/// The title of the game, with its parameters and its ending as they are typed.
fn title(game: &Game) -> String {
    match entry(game) {
        Some(entry) if entry.name == game.text() => entry.title.to_owned(),
        Some(entry) => format!("{} ({})", entry.title, game.text()),
        None => game.title().to_owned(),
    }
}

/// The rules in a sentence or two: the beginning of what the catalogue says, and who wins at the end.
fn rules(game: &Game) -> String {
    const LONG: usize = 200;
    let end = match ending_of(game) {
        "normal" => "Whoever cannot move loses.",
        "misere" => "Whoever cannot move wins.",
        _ => "",
    };
    let Some(entry) = entry(game) else { return end.to_owned() };
    let mut text = String::new();
    for sentence in entry.summary.split_inclusive(". ") {
        // Further sentences with such signs say how parameters are typed.
        let is_for_typists = sentence.contains(['`', ':', '@']);
        if !text.is_empty() && (is_for_typists || text.len() + sentence.len() > LONG) {
            break;
        }
        text += sentence;
    }
    format!("{} {end}", text.trim()).trim().to_owned()
}

/// A line without the codes of colours.
fn without_colours(line: &str) -> String {
    let mut parts = line.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

fn who(puzzle: &OnePuzzle) -> String {
    match puzzle.impartial {
        true => "One move wins. Which?".to_owned(),
        false => format!("{:?} moves, and one move wins. Which?", puzzle.mover),
    }
}

/// The puzzles; their answers after them if `all` is set.
impl AsText for PuzzlesView {
    fn text(&self, all: bool) -> String {
        let puzzle = |(at, puzzle): (usize, &OnePuzzle)| {
            let OnePuzzle { title, rules, position, drawing, moves, grade, .. } = puzzle;
            let number = paint(STRONG, format!("{}. {title}  {position}", at + 1));
            let grade = paint(FAINT, format!("{grade:?}, {moves} moves").to_lowercase());
            let drawn: String = drawing.iter().map(|line| format!("    {line}\n")).collect();
            let rules = paint(FAINT, format!("    {rules}"));
            format!("{number}  {grade}\n{rules}\n{drawn}    {}\n\n", who(puzzle))
        };
        let solved = |(at, puzzle): (usize, &OnePuzzle)| {
            let OnePuzzle { answer, reasons, .. } = puzzle;
            let reasons: String = reasons.iter().map(|line| format!("    {line}\n")).collect();
            let to = paint(GOOD, &answer.position);
            format!("{}. {to}  {}\n{}", at + 1, answer.words, paint(FAINT, reasons))
        };
        let puzzles: String = self.puzzles.iter().enumerate().map(puzzle).collect();
        if !all {
            return puzzles;
        }
        let answers: String = self.puzzles.iter().enumerate().map(solved).collect();
        format!("{puzzles}{}\n{answers}", paint(STRONG, "Answers"))
    }
}

/// A sheet to print, with the answers on a page of their own: HTML or plain text, by the ending of the file.
pub fn sheet(view: &PuzzlesView, path: &Path) -> Result<String, Refusal> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html" | "htm") => Ok(html(view)),
        Some("txt") => Ok(without_colours(&view.text(true))),
        _ => Err(Refusal::bad(
            format!("{} ends neither in .html nor in .txt", path.display()),
            "write a file name such as sheet.html",
        )),
    }
}

const STYLE: &str = "\
body { font: 1rem/1.45 Charter, Georgia, serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; color: #22262c }
h1 { font: 600 1.6rem/1.2 sans-serif } h2 { font: 600 1.05rem/1.3 sans-serif; margin: 0 }
section { display: grid; grid-template-columns: 1fr 1fr; gap: 1.4rem 2rem }
article { break-inside: avoid; border-top: 1px solid #aaa; padding-top: .6rem }
pre { font: .95rem/1.35 monospace; overflow-x: auto } p { margin: .3rem 0 } small { color: #5b626d }
.line { border-bottom: 1px solid #888; height: 1.9rem } .answers { break-before: page }
.answers li { break-inside: avoid; margin-bottom: .6rem } ul { padding-left: 1rem; color: #5b626d }
@media (max-width: 40rem) { section { grid-template-columns: 1fr } }";

fn html(view: &PuzzlesView) -> String {
    let puzzle = |(at, puzzle): (usize, &OnePuzzle)| {
        let OnePuzzle { title, rules, position, drawing, moves, grade, .. } = puzzle;
        format!(
            "<article><h2>{}. {}</h2><p><small>{}</small></p><pre>{}</pre>\
             <p>{} <small>({position}; {moves} moves, {})</small></p><div class=\"line\"></div></article>\n",
            at + 1,
            escaped(title),
            escaped(rules),
            escaped(&drawing.join("\n")),
            who(puzzle),
            format!("{grade:?}").to_lowercase(),
        )
    };
    let solved = |puzzle: &OnePuzzle| {
        let OnePuzzle { answer, reasons, .. } = puzzle;
        let reasons = reasons.iter().map(|line| format!("<li>{}</li>", escaped(line)));
        let words = escaped(&answer.words);
        let to = escaped(&answer.position);
        format!("<li><strong>{to}</strong>: {words}<ul>{}</ul></li>\n", reasons.collect::<String>())
    };
    let puzzles: String = view.puzzles.iter().enumerate().map(puzzle).collect();
    let answers: String = view.puzzles.iter().map(solved).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Puzzles</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\"><style>\n{STYLE}\n</style></head><body>\n\
         <h1>Puzzles</h1>\n<section>\n{puzzles}</section>\n\
         <h1 class=\"answers\">Answers</h1>\n<ol class=\"answers-list\">\n{answers}</ol>\n\
         <p><small>Seed {}; made by Bouton.</small></p>\n</body></html>\n",
        view.seed
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_as_seeds_and_nothing_else_is() {
        assert_eq!(day("2026-03-14"), Ok(20_260_314));
        assert_eq!(day(" 2024-02-29 "), Ok(20_240_229));
        for wrong in
            ["2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "14.3.2026", "", "+026-01-01"]
        {
            assert!(day(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn colours_are_removed() {
        let line = format!("a {} b", paint(STRONG, "x m y"));
        assert!(line.contains('\u{1b}'));
        assert_eq!(without_colours(&line), "a x m y b");
    }

    #[test]
    fn grades_follow_the_chance_to_miss() {
        let grades = [0.0, 0.5, 0.51, 0.8, 0.84, 1.0].map(grade);
        use Grade::{Easy, Hard, Medium};
        assert_eq!(grades, [Easy, Easy, Medium, Medium, Hard, Hard]);
    }
}

//! Strategies that are written out, for positions whose numbers have their places.

use bouton_certify::{First, PositionCertificate, Strategy};
use bouton_definition::Game as Stated;
use bouton_lang::Shape;
use bouton_lang::formula::{Formula, Outside, Statement};
use bouton_lang::linear::Linear;
use bouton_prove::decide;
use bouton_rules::{Game, Limits, Refusal};

use super::automata::{Rules, identifiers};
use super::games::constructor;
use super::not_covered;
use super::text::{Theorem, define, list, name_of};

/// What is chosen for a move must be at most a multiple of the sum of the position and 1, by one of these factors: the
/// options are listed in this range.
const FACTORS: [i128; 4] = [1, 2, 4, 8];
/// More positions are not followed.
const MOST_POSITIONS: usize = 2000;

/// The outcome of a position, by the strategies of a certificate.
pub(super) fn position(
    certificate: &PositionCertificate,
    strategies: &[Strategy],
    limits: &Limits,
) -> Result<Theorem, Refusal> {
    let program = Stated::read_program(&certificate.game)
        .map_err(|_| not_covered("strategies for games that are not one rule text"))?;
    if !matches!(program.shape, Shape::Named(_)) {
        return Err(not_covered("strategies for heaps, whose order makes no difference"));
    }
    if strategies.iter().any(|one| one.losing.len() > MOST_POSITIONS) {
        return Err(not_covered(&format!("strategies of more than {MOST_POSITIONS} positions")));
    }
    let outside = |Outside(reason): Outside| not_covered(&reason);
    let statement = program.statement(None).map_err(outside)?;
    let rules = Rules::new(&statement, identifiers(&program, None)?)?;
    let game = Game::parse(&certificate.game)?;
    let numbers = |text: &str| match game.position(text)?.tuple() {
        Some(numbers) => Ok(list(numbers)),
        None => Err(not_covered("sums of games")),
    };
    let follow = |first: First| -> Result<Vec<String>, Refusal> {
        let strategy =
            strategies.iter().find(|one| one.first == first || one.first == First::Either);
        let losing = strategy.map(|one| &one.losing[..]).unwrap_or_default();
        losing.iter().map(|text| numbers(text)).collect()
    };
    let (left, right) = (follow(First::Left)?, follow(First::Right)?);
    let factor = factor(&statement, limits)?;
    let name = name_of(&certificate.game);
    let rules_name = if name == "the_game" { name.clone() } else { format!("{name}_game") };
    let definitions = format!(
        "{}{}\n(* Where the winner's opponent is to move and loses, if Left begins and if Right does *)\n{}{}",
        rules.rules_text(&rules_name),
        rules.data_text(&rules_name),
        define("left_first", "(list N)", &left),
        define("right_first", "(list N)", &right),
    );
    let start = numbers(&certificate.position)?;
    let outcome = constructor(certificate.outcome);
    let (ways, stated) = match rules.is_impartial() {
        true => ("ways ways wins_stuck wins_stuck", "(rules_stated Left) (rules_stated Right)"),
        false => ("left_ways right_ways left_wins right_wins", "left_stated right_stated"),
    };
    let count = rules.names.len();
    Ok(Theorem {
        claim: format!("{rules_name}: the outcome of the position {start}, by strategies."),
        definitions,
        statement: format!(
            "has_outcome {rules_name} ({}) {outcome}",
            start.trim_matches(['[', ']']).replace(';', ",")
        ),
        proof: format!(
            "won_by_strategies {rules_name} {count} place {factor} atoms legal_formula {ways} {outcome} left_first \
             right_first {start} {stated} _"
        ),
        name: format!("{name}_position"),
        computes: true,
        corollaries: String::new(),
    })
}

/// A factor by which the sum of the position and 1 is multiplied such that no move chooses a larger number.
fn factor(statement: &Statement, limits: &Limits) -> Result<i128, Refusal> {
    let unbounded = || not_covered("moves that choose numbers of any size");
    let numeration = "lsd_2".parse().map_err(|_| unbounded())?;
    for factor in FACTORS {
        let mut holds = true;
        for way in &statement.ways {
            for chosen in &way.chosen {
                let mut terms: Vec<_> = (0..statement.numbers).map(|one| (one, -factor)).collect();
                terms.push((*chosen, 1));
                let above = Linear::of(&terms, -factor - 1).ok_or_else(unbounded)?;
                let mut parts = vec![statement.legal.clone(), Formula::NotNegative(above)];
                parts.extend(way.condition.iter().cloned());
                let variables = (0..statement.numbers).chain(way.chosen.iter().copied()).collect();
                let some = Formula::Exists(variables, Box::new(Formula::all(parts)));
                holds = holds && !decide(&some, numeration, limits)?;
            }
        }
        if holds {
            return Ok(factor);
        }
    }
    Err(unbounded())
}

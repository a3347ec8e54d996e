//! Rules of a text on named numbers, as bytecode over blocks of positions: those that no family recognises, those of a
//! family that has no engine for a question, and the rules of one heap that are neither a set nor a code
//! ([`values_of_heaps`]).
//!
//! # What is accepted, and why that is sound
//! * A position has a fixed number of named numbers.
//! * `facts::largest` proves a box that holds all positions that can be reached from those asked for. In the box
//!   other positions may have options outside; these are left out, and nobody asks for what comes of them.
//! * `facts::measure` proves that every move lowers a number, a sum of numbers, or the first of several that
//!   changes. Positions that agree in these are not options of each other, so they can be worked out
//!   together after all smaller ones. The table is laid out so that they lie side by side ([`layout`]).
//! * All numbers that occur in the box fit 62 bits.
//!
//! Play may be normal, misère or end as the text says, and the moves may be those of one player.
//!
//! # How it works
//! Each move is compiled once ([`compile`], [`build`]) into a routine ([`code`]) that works out the options of a
//! block of positions that differ in one number, the lane. Choices are loops around the block ([`machine`]).
//! What is the same in all lanes is worked out once. What is linear in the lane is not worked out at all: the lanes
//! for which a linear condition holds are found by dividing, and where the place of the option is linear, the
//! instruction is "or with the table from here on, by this stride", as in a program written by hand. All else is
//! done in columns of up to 256 numbers by plain loops that compilers turn into wide instructions ([`columns`]).
//!
//! Moves of any length along a vector are carried along as flags ([`rays`]). Where there are too few lanes, such as
//! in games on one number, the choices of the last range are the lanes. Choices that depend on the lane, such as
//! `rate' in rate - 1 .. rate + 1`, are counted from an anchor, here from `rate`.
//!
//! [`outcomes`] and [`values`] say what is done with the options.
//!
//! # Why it is done this way
//! The aim is to be as fast as a program written by hand for one game. The benchmark of rule texts compares Nimrod's
//! text with such a program (README: 0.120 s against 0.097 s for 2·10⁷ positions).
//!
//! * *Blocks, not positions.* An interpreter that takes one position at a time spends its time on deciding what to do
//!   next. Here that is decided once for up to 8192 positions, and the rest is loops without branches.
//! * *Lines, not columns.* In the moves of games most numbers are linear in the position. A column for each of them
//!   is memory traffic; a line is a slope and a scalar, whatever the length of the block. [`Style::Columns`] does
//!   without lines and rays; the benchmark runs both styles, and tests demand the same answers from both.
//! * *Interpreted, not compiled.* Machine code would need `unsafe` and a back end for each processor. With blocks the cost of
//!   interpreting is paid once for a block, so little would be gained.
//! * *A whole box, not what can be reached.* From most corners nearly all of the box can be reached; its places are
//!   linear in the numbers, so no position is ever looked up by hashing. Where little can be reached, the oracle is the
//!   better engine, which is asked before if that is seen soon ([`crate::few`]), and afterwards where a table is too large
//!   ([`MOST_CELLS`]).

mod answer;
mod build;
mod code;
mod columns;
mod compile;
mod layout;
mod machine;
mod outcomes;
mod rays;
mod sweep;
#[cfg(test)]
mod tests;
mod values;

use bouton_lang::facts;
use bouton_lang::{
    Becomes, Condition, End, Expr, Move, Program, Relation, Select, Shape, Step, Winner,
};
use bouton_rules::{Ending, FiniteGame, Game, Limits, MAX_NUMBER, Refusal, Spec, TerminalLabels};
use bouton_values::Outcome;

use crate::ask::Ask;
use crate::engine::{Declined, Engine, Run, check_quantity, finite, tuple};
use crate::view::View;
use answer::Question;
use compile::Code;
use layout::Layout;
use sweep::Sweep;
use values::Values;

/// Rules that are written out, by blocks of positions.
#[derive(Clone, Copy, Debug)]
pub struct Bytecode {
    /// How blocks are worked out.
    pub style: Style,
}

/// How blocks of positions are worked out; what is found is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// What is linear is not worked out lane by lane, and rays are carried along.
    Lines,
    /// What differs from lane to lane is worked out lane by lane: to measure what lines gain.
    Columns,
}

/// How the moves of some rules are worked out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveKinds {
    /// Moves for which no column is needed.
    pub lines: usize,
    /// Moves that need columns.
    pub columns: usize,
    /// Moves that are carried along as rays; they are among the other two as well.
    pub rays: usize,
}

/// Larger tables are left to those who look only at what can be reached.
const MOST_CELLS: u128 = 1 << 34;

/// The most cells of a table for a single position, from which often little can be reached.
const MOST_CELLS_FOR_ONE: u128 = 1 << 31;

/// Why rules are declined of which a form overflows.
const TOO_LARGE: &str = "the numbers are too large";

/// Larger rules are not compiled.
const MOST_NODES: usize = 3_000;

impl Engine for Bytecode {
    fn name(&self) -> &'static str {
        "bytecode"
    }

    fn theorem(&self) -> &'static str {
        "the definition, in the order of what every move lowers: positions that agree in it are not \
         options of each other, so blocks of them are worked out together"
    }

    fn knows_values(&self) -> bool {
        true
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let (question, view) = self.question(game, ask)?;
        question.prepare(ask, view)
    }

    fn prepare_within<'a>(
        &self,
        game: &'a Game,
        ask: &'a Ask,
        limits: &Limits,
        named: bool,
    ) -> Result<Run<'a>, Declined> {
        let (question, view) = self.question(game, ask)?;
        let is_recognised = !matches!(finite(game)?.spec, Spec::Written(_));
        if is_recognised && !named {
            // The oracle needs room only for what can be reached, and has always answered where a family has no engine.
            question.check_memory(limits)?;
        }
        question.prepare(ask, view)
    }
}

impl Bytecode {
    /// As it stands on the ladder.
    pub(crate) const USUAL: Bytecode = Bytecode { style: Style::Lines };

    /// The rules, compiled for what is asked, and the part of the table that is shown.
    fn question<'a>(
        &self,
        game: &'a Game,
        ask: &Ask,
    ) -> Result<(Question<'a>, Option<View>), Declined> {
        // This is asked before the text of a family is read, which takes longer than some answers.
        if let Ask::Values { .. } | Ask::Count { .. } = ask {
            return Declined::because("it shows outcomes and nim-values");
        }
        let (rules, game) = (Rules::of(game)?, finite(game)?);
        let program = rules.program;
        check_quantity(game, ask)?;
        let wants_values = ask.wants_nim_values();
        let (view, corner, most) = match ask {
            Ask::Solve(_) => (None, tuple(ask)?.to_vec(), MOST_CELLS_FOR_ONE),
            _ => {
                let view = View::of(ask, program.position_slots())?;
                let corner = view.corner();
                (Some(view), corner, MOST_CELLS)
            }
        };
        let layout = layout(program, &corner, most)?;
        let end = rules.end(game)?;
        let compiled = |rays: bool| Code::new(program, &end, &layout, self.style, rays);
        let outcomes = if wants_values { None } else { Some(compiled(true)?) };
        let values = match (wants_values, &view) {
            (true, _) => Some(compiled(false)?),
            (false, None) if game.has_nim_values() => compiled(false).ok(),
            (false, _) => None,
        };
        Ok((Question { game, layout, outcomes, values }, view))
    }

    /// How the moves of a game would be worked out for positions up to these numbers.
    pub fn manner(&self, game: &Game, most: &[u64]) -> Result<MoveKinds, Declined> {
        let rules = Rules::of(game)?;
        let layout = layout(rules.program, most, MOST_CELLS)?;
        let end = rules.end(finite(game)?)?;
        let code = Code::new(rules.program, &end, &layout, self.style, true)?;
        let lines = code.moves.iter().filter(|(_, routine)| routine.is_linear()).count();
        let is_ray = |routine: &code::Routine| matches!(routine.action, code::Action::Flag(_));
        Ok(MoveKinds {
            lines,
            columns: code.moves.len() - lines,
            rays: code.moves.iter().filter(|(_, routine)| is_ray(routine)).count(),
        })
    }
}

/// The rules of a text.
struct Rules<'a> {
    program: &'a Program,
    /// Are they taken for those of a family? Its engines come first; this one is asked where they have no answer, so that
    /// being recognised never makes a game slower.
    is_recognised: bool,
}

impl<'a> Rules<'a> {
    /// The rules, if there is a text and its positions are named numbers.
    fn of(game: &'a Game) -> Result<Rules<'a>, Declined> {
        let (program, is_recognised) = match (&finite(game)?.spec, game.written()) {
            (Spec::Written(rules), _) => (rules.program().as_ref(), false),
            (_, Some(written)) => (written.program.as_ref(), true),
            _ => return Declined::because("no rule text states the game"),
        };
        if !matches!(program.shape, Shape::Named(_)) || program.position_slots() == 0 {
            return Declined::because("a position has any number of heaps");
        }
        check_length(program)?;
        Ok(Rules { program, is_recognised })
    }

    /// The ending as a text would say it. A family's is another form of what its own text says.
    fn end(&self, game: &FiniteGame) -> Result<End, Declined> {
        if self.is_recognised { Ok(self.program.end.clone()) } else { end(game, self.program) }
    }
}

/// Works out the nim-values of the heaps up to a largest one, by rules that say what becomes of one heap and look at no
/// other. Declined where several heaps, or none, may take its place.
pub(crate) fn values_of_heaps(
    program: &Program,
    largest: u64,
) -> Result<impl FnOnce(&Limits) -> Result<Vec<u32>, Refusal> + use<>, Declined> {
    let program = of_one_heap(program).ok_or("a heap may become several")?;
    check_length(&program)?;
    let layout = layout(&program, &[largest], MOST_CELLS)?;
    let end = End::Always(Winner::Normal);
    let code = Code::new(&program, &end, &layout, Style::Lines, false)?;
    Ok(move |limits: &Limits| Values::table(&Sweep::new(&code, &layout), limits))
}

/// The rules for one heap as those of a named number.
fn of_one_heap(program: &Program) -> Option<Program> {
    let Shape::Many(_, name) = &program.shape else { return Some(program.clone()) };
    let of_number = |one: &Move| match &one.becomes {
        Becomes::Heaps(new) if one.select == Select::One && new.len() == 1 => {
            let becomes = Becomes::Position(new.clone());
            Some(Move { select: Select::Position, becomes, ..one.clone() })
        }
        _ => None,
    };
    let moves = program.moves.iter().map(of_number).collect::<Option<_>>()?;
    let shape = Shape::Named(vec![(name.clone(), None)]);
    Some(Program { shape, moves, ..program.clone() })
}

fn check_length(program: &Program) -> Result<(), Declined> {
    match nodes(program) > MOST_NODES {
        true => Declined::because("the rules are too long to be compiled"),
        false => Ok(()),
    }
}

/// The box of what can be reached, in an order in which it can be worked out.
fn layout(program: &Program, corner: &[u64], most_cells: u128) -> Result<Layout, Declined> {
    if corner.iter().any(|number| *number > MAX_NUMBER) {
        return Declined::because(format!("numbers go to {MAX_NUMBER}"));
    }
    let measure = facts::measure(program)
        .ok_or("it is not proved that a number or a sum falls with every move")?;
    let start: Vec<i128> = corner.iter().map(|number| i128::from(*number)).collect();
    let largest = facts::largest(program, &start)
        .ok_or("it is not proved that the numbers stay below a bound")?;
    let most = largest.iter().map(|number| u64::try_from(*number).ok());
    let most = most.collect::<Option<Vec<_>>>().ok_or(TOO_LARGE)?;
    let layout = Layout::new(&most, &measure)
        .ok_or("what falls with every move gives no order of layers")?;
    if layout.cells() > most_cells {
        return Declined::because(format!("a table of {} cells is too large", layout.cells()));
    }
    Ok(layout)
}

/// The ending as a text would say it.
fn end(game: &FiniteGame, program: &Program) -> Result<End, Declined> {
    const LONGEST_WORD: u64 = 64;
    let always = |winner: Winner| End::Always(winner);
    let labels = match &game.ending {
        Ending::Normal => return Ok(always(Winner::Normal)),
        Ending::Misere => return Ok(always(Winner::Misere)),
        Ending::Written(_) => return Ok(program.end.clone()),
        Ending::Partizan(labels) => labels,
    };
    let numbers = (0..program.position_slots()).map(Expr::Slot);
    let sum = |a: Expr, b: Expr| Expr::Sum(Box::new(a), Box::new(b));
    let tokens = numbers.reduce(sum).unwrap_or(Expr::Constant(0));
    let equal = |a: Expr, b: u64| {
        Box::new(Condition::Compare(Relation::Equal, a, Expr::Constant(b.into())))
    };
    let label = |letter: Outcome| match letter {
        Outcome::L => Winner::Left,
        Outcome::R => Winner::Right,
        Outcome::N => Winner::Misere,
        // Labels are never draws.
        _ => Winner::Normal,
    };
    let length = match labels {
        TerminalLabels::EvenOdd => {
            let even = equal(Expr::Remainder(Box::new(tokens), 2), 0);
            let (left, right) = (always(Winner::Left), always(Winner::Right));
            return Ok(End::If(even, Box::new(left), Box::new(right)));
        }
        TerminalLabels::Word(word) => word.len() as u64,
        TerminalLabels::Values(_) => LONGEST_WORD,
    };
    if length > LONGEST_WORD {
        return Declined::because("too many stuck positions have labels of their own");
    }
    // Beyond the last label the stuck player loses.
    Ok((0..length).rev().fold(always(Winner::Normal), |rest, number| {
        let here = always(label(labels.at(number)));
        End::If(equal(tokens.clone(), number), Box::new(here), Box::new(rest))
    }))
}

/// How large the program is.
fn nodes(program: &Program) -> usize {
    let elements = |step: &Step| match step {
        Step::Choose { set: Some(set), .. } => set.finite.len(),
        _ => 0,
    };
    let of_move = |one: &Move| one.nodes() + one.steps.iter().map(elements).sum::<usize>();
    let legal = program.legal.iter().map(Condition::nodes).sum::<usize>();
    legal + program.end.nodes() + program.moves.iter().map(of_move).sum::<usize>()
}

//! Theorems of Rocq about periods, values and outcomes of games of heaps.

use bouton_certify::Theorem as Formula;
use bouton_certify::{
    PeriodCertificate, Periodicity, PositionCertificate, Proof, Terms, ValueCertificate,
};
use bouton_engines::{Ask, Quantity};
use bouton_rules::{
    Ending, Game, HeapMoves, Limits, Refusal, Spec, SubtractionSet, TerminalLabels,
};
use bouton_values::Outcome;

use super::text::{Theorem, define, list, name_of};
use super::{not_covered, strategies};
use crate::answer::answer;
use crate::question::Question;

/// More terms than this make a file that Rocq would read for an hour.
const MOST_TERMS: u64 = 2_000_000;
/// Masks up to this are tried.
const MOST_MASKS: u64 = 1 << 12;
/// The letters of a word in one string.
const LETTERS: usize = 400;

/// The moves of a game, as far as the library knows them.
enum Moves {
    Nim,
    /// The digits d₀, d₁, …, each 0 to 15.
    Code(Vec<u8>),
    Sets {
        left: Vec<u64>,
        right: Vec<u64>,
    },
}

/// A game of heaps.
struct Heaps {
    game: Game,
    moves: Moves,
    ending: Ending,
}

impl Heaps {
    fn read(text: &str) -> Result<Heaps, Refusal> {
        let game = Game::parse(text)?;
        let Some(finite) = game.finite() else { return Err(not_covered("real-valued games")) };
        let Spec::Heap(rules) = &finite.spec else {
            return Err(not_covered("games other than Nim, octal codes and subtraction"));
        };
        let moves = match &rules.moves {
            HeapMoves::Any => Moves::Nim,
            HeapMoves::Subtract { left, right } => {
                Moves::Sets { left: elements(left)?, right: elements(right)? }
            }
            HeapMoves::Code(code) => {
                let last = code.last_digit().filter(|last| *last < MOST_TERMS);
                let last = last.ok_or_else(|| not_covered("codes without a last digit"))?;
                let digits: Vec<u8> = (0..=last).map(|taken| code.digit(taken)).collect();
                Moves::Code(digits)
            }
            HeapMoves::PartizanCode { .. } => return Err(not_covered("partizan codes")),
            HeapMoves::Rule(_) => {
                return Err(not_covered("rules that are neither a code nor a set"));
            }
        };
        let ending = finite.ending.clone();
        Ok(Heaps { game, moves, ending })
    }

    /// What the moves are called, and how they are defined: the rule of the library, for games with nim-values.
    fn rule(&self) -> Result<(String, String, &'static str), Refusal> {
        match &self.moves {
            Moves::Code(digits) => {
                let definition = define("digits", "N", digits);
                Ok(("by_code digits".to_owned(), definition, "digits"))
            }
            Moves::Sets { left, right } if left == right => {
                Ok(("taking set".to_owned(), define("set", "N", left), "set"))
            }
            _ => Err(not_covered("nim-values of this game")),
        }
    }

    /// The nim-values of the heaps 0 to `last`, by whatever engine finds them: Rocq will see whether they are right.
    fn values(&self, last: u64, limits: &Limits) -> Result<Vec<u64>, Refusal> {
        let sequence = self.sequence(last, limits)?;
        match sequence.terms {
            bouton_engines::Terms::NimValues(values) => Ok(values),
            _ => Err(not_covered("games without nim-values")),
        }
    }

    fn sequence(&self, to: u64, limits: &Limits) -> Result<bouton_engines::Sequence, Refusal> {
        check_length(to)?;
        let ask = Ask::Sequence { of: Quantity::NimValue, to, row: None };
        let question =
            Question { game: self.game.clone(), ask, limits: limits.clone(), engine: None };
        match answer(&question)?.finding {
            bouton_engines::Finding::Sequence(sequence) => Ok(sequence),
            _ => Err(not_covered("games without sequences")),
        }
    }

    /// Which values are common, so that Rocq need not look at all splits: a mask whose bits a common value has an odd
    /// number of, and whether the parity of the heap counts too. 0 if that leaves too many that are not common.
    fn sparse(&self, values: &[u64]) -> (u64, bool) {
        let Moves::Code(digits) = &self.moves else { return (0, false) };
        if digits.iter().any(|digit| *digit > 7) {
            return (0, false);
        }
        let splits = || (0..digits.len()).filter(|taken| digits[*taken] & 4 != 0);
        let greatest = values.iter().max().map_or(0, |value| value + 1);
        let masks = greatest.next_power_of_two().min(MOST_MASKS);
        let mut seen = vec![[0u64; 2]; greatest.min(MOST_MASKS) as usize];
        for (heap, value) in values.iter().enumerate() {
            if let Some(counts) = seen.get_mut(*value as usize) {
                counts[heap % 2] += 1;
            }
        }
        let odd = splits().filter(|taken| taken % 2 == 1).count();
        let colours: &[(bool, bool)] = match (odd, splits().count()) {
            (_, 0) => return (0, false),
            (0, _) => &[(false, true), (true, true)],
            (odd, all) if odd == all => &[(false, true), (true, false)],
            _ => &[(false, true)],
        };
        let rare = |mask: u64, alternate: bool, colour: bool| -> u64 {
            let is_rare = |value: usize, heap: usize| {
                let parity = (value as u64 & mask).count_ones() % 2 == 1;
                (parity ^ (alternate && heap == 1)) != colour
            };
            let at = |value: usize, heap| if is_rare(value, heap) { seen[value][heap] } else { 0 };
            (0..seen.len()).map(|value| at(value, 0) + at(value, 1)).sum()
        };
        let tried = (1..masks).flat_map(|mask| colours.iter().map(move |colour| (mask, *colour)));
        let best = tried.min_by_key(|(mask, (alternate, colour))| rare(*mask, *alternate, *colour));
        match best {
            Some((mask, (alternate, colour)))
                if rare(mask, alternate, colour) * 4 < values.len() as u64 =>
            {
                (mask, alternate)
            }
            _ => (0, false),
        }
    }
}

fn elements(set: &SubtractionSet) -> Result<Vec<u64>, Refusal> {
    let greatest = set.max().filter(|greatest| *greatest < MOST_TERMS);
    let greatest = greatest.ok_or_else(|| not_covered("sets without a greatest element"))?;
    Ok(set.up_to(greatest).collect())
}

fn check_length(terms: u64) -> Result<(), Refusal> {
    match terms <= MOST_TERMS {
        true => Ok(()),
        false => Err(not_covered(&format!("tables of more than {MOST_TERMS} terms"))),
    }
}

/// A period as a theorem.
pub(super) fn period(certificate: &PeriodCertificate, limits: &Limits) -> Result<Theorem, Refusal> {
    let heaps = Heaps::read(&certificate.game)?;
    let claim = certificate.periodicity;
    check_length(claim.preperiod.saturating_add(claim.period))?;
    match (&certificate.terms, &heaps.moves) {
        (Terms::NimValues(values), _) => nim_values(&heaps, certificate, values),
        (Terms::Outcomes(terms), Moves::Sets { left, right }) => {
            outcomes_of_sets(&heaps, certificate, terms, left, right)
        }
        (Terms::Outcomes(terms), Moves::Code(_)) if heaps.ending == Ending::Normal => {
            outcomes_of_code(&heaps, certificate, terms, limits)
        }
        _ => Err(not_covered("outcomes of this game")),
    }
}

fn nim_values(
    heaps: &Heaps,
    certificate: &PeriodCertificate,
    values: &[u64],
) -> Result<Theorem, Refusal> {
    let (rule, definition, name) = heaps.rule()?;
    let Periodicity { preperiod, period } = certificate.periodicity;
    let (mask, alternate) = heaps.sparse(values);
    let checker = if name == "set" { "subtraction_period" } else { "nim_value_period" };
    let about = format!("nim_values ({rule}) g");
    Ok(of_sequence(Sequence {
        certificate,
        what: "nim-values",
        definitions: definition + &define("terms", "N", values),
        variable: 'g',
        about: &about,
        proof: format!("{checker} {name} {mask} {alternate} {preperiod} {period} terms _"),
    }))
}

fn outcomes_of_code(
    heaps: &Heaps,
    certificate: &PeriodCertificate,
    terms: &[Outcome],
    limits: &Limits,
) -> Result<Theorem, Refusal> {
    let (rule, definition, name) = heaps.rule()?;
    let known = match certificate.nim_values {
        Some(known) => known,
        None => {
            let found = heaps.sequence(terms.len() as u64, limits)?.period;
            let found = found.ok_or_else(|| not_covered("nim-values without a known period"))?;
            Periodicity { preperiod: found.preperiod, period: found.period }
        }
    };
    let values = heaps.values(known.preperiod.saturating_add(known.period) - 1, limits)?;
    let (mask, alternate) = heaps.sparse(&values);
    let values = Terms::NimValues(values);
    let Some(PeriodCertificate { terms: Terms::NimValues(values), .. }) =
        PeriodCertificate::new(certificate.game.as_str(), values, known)
    else {
        return Err(not_covered("a period of the nim-values that is not the least"));
    };
    let Periodicity { preperiod: n1, period: p1 } = known;
    let Periodicity { preperiod, period } = certificate.periodicity;
    let about = format!("outcomes (heaps ({rule})) alone f");
    let mut theorem = of_sequence(Sequence {
        certificate,
        what: "outcomes",
        definitions: definition + &define("nim_terms", "N", &values) + &word("terms", terms),
        variable: 'f',
        about: &about,
        proof: format!(
            "code_outcome_period {name} {mask} {alternate} {n1} {p1} nim_terms {preperiod} {period} terms _"
        ),
    });
    let game = name_of(&certificate.game);
    let values = format!("{game}_nim_values");
    theorem.corollaries.push_str(&format!(
        "\nTheorem {values} : forall g, nim_values ({rule}) g ->\n  starts_with g nim_terms /\\ least_period g {n1} \
         {p1}.\nProof. refine (nim_value_period {name} {mask} {alternate} {n1} {p1} nim_terms _). computed. Qed.\n\nTheorem \
         {game}_has_period_{p1} : forall g, nim_values ({rule}) g ->\n  forall n, {n1} <= n -> g (n + {p1}) = g \
         n.\nProof. intros g G. destruct ({values} g G) as [_ [[_ P] _]]. exact P. Qed.\n"
    ));
    Ok(theorem)
}

fn outcomes_of_sets(
    heaps: &Heaps,
    certificate: &PeriodCertificate,
    terms: &[Outcome],
    left: &[u64],
    right: &[u64],
) -> Result<Theorem, Refusal> {
    let Periodicity { preperiod, period } = certificate.periodicity;
    let (sets, one, other) = match left == right {
        true => (define("set", "N", left), "set", "set"),
        false => (define("left", "N", left) + &define("right", "N", right), "left", "right"),
    };
    let (checker, ending, more) = match &heaps.ending {
        Ending::Normal => ("normal_period", "normal", String::new()),
        Ending::Misere => ("misere_period", "misere", String::new()),
        Ending::Partizan(TerminalLabels::EvenOdd) => ("ending_period", "even_odd", String::new()),
        Ending::Partizan(TerminalLabels::Word(letters)) => {
            ("ending_period", "(ends_by endings)", word("endings", letters))
        }
        _ => return Err(not_covered("this ending")),
    };
    let mut about = format!("outcomes (one_heap (sets {one} {other}) {ending}) itself f");
    if ending == "even_odd" && one == other {
        about = "outcomes (ending_partizan set) itself f".to_owned();
    }
    let named = if checker == "ending_period" { format!(" {ending}") } else { String::new() };
    Ok(of_sequence(Sequence {
        certificate,
        what: "outcomes",
        definitions: sets + &more + &word("terms", terms),
        variable: 'f',
        about: &about,
        proof: format!("{checker} {one} {other}{named} {preperiod} {period} terms _"),
    }))
}

/// What a theorem about a sequence is made of.
struct Sequence<'a> {
    certificate: &'a PeriodCertificate,
    what: &'static str,
    definitions: String,
    variable: char,
    about: &'a str,
    proof: String,
}

fn of_sequence(sequence: Sequence<'_>) -> Theorem {
    let Sequence { certificate, what, definitions, variable: f, about, proof } = sequence;
    let Periodicity { preperiod, period } = certificate.periodicity;
    let game = name_of(&certificate.game);
    let name = format!("{game}_{}", what.replace('-', "_"));
    let corollary = match what {
        "nim-values" => format!("{game}_has_period_{period}"),
        _ => format!("{game}_outcomes_have_period_{period}"),
    };
    Theorem {
        claim: format!(
            "{game}: the {what} of the heaps 0, 1, 2, ... have preperiod {preperiod} and period {period}."
        ),
        definitions,
        statement: format!(
            "forall {f}, {about} ->\n  starts_with {f} terms /\\ least_period {f} {preperiod} {period}"
        ),
        proof,
        corollaries: format!(
            "\nTheorem {corollary} : forall {f}, {about} ->\n  forall n, {preperiod} <= n -> {f} (n + {period}) = {f} \
             n.\nProof. intros {f} H. destruct ({name} {f} H) as [_ [[_ P] _]]. exact P. Qed.\n"
        ),
        name,
    }
}

/// A word of outcomes.
fn word(name: &str, outcomes: &[Outcome]) -> String {
    let letters: Vec<char> = outcomes.iter().map(|outcome| outcome.letter()).collect();
    let pieces = letters.chunks(LETTERS).map(|piece| {
        let piece: String = piece.iter().collect();
        format!("letters \"{piece}\"")
    });
    match letters.len() <= LETTERS {
        true => format!("Definition {name} : list outcome := {}.\n", pieces.collect::<String>()),
        false => {
            let pieces = pieces.collect::<Vec<_>>().join(";\n  ");
            format!("Definition {name} : list outcome := concat [\n  {pieces}].\n")
        }
    }
}

/// The nim-value of a position as a theorem.
pub(super) fn value(certificate: &ValueCertificate, limits: &Limits) -> Result<Theorem, Refusal> {
    let heaps = Heaps::read(&certificate.game)?;
    let position = heaps.game.position(&certificate.position)?;
    let x = position.tuple().ok_or_else(|| not_covered("sums of games"))?;
    let mut theorem = of_position(&heaps, &certificate.game, x, certificate.value.0, limits)?;
    theorem.statement = theorem.statement.split(" /\\\n").next().unwrap_or_default().to_owned();
    theorem.proof = format!("proj1 ({})", theorem.proof);
    Ok(theorem)
}

/// The outcome of a position as a theorem.
pub(super) fn position(
    certificate: &PositionCertificate,
    limits: &Limits,
) -> Result<Theorem, Refusal> {
    if let Proof::Strategies(strategies) = &certificate.proof {
        return strategies::position(certificate, strategies, limits);
    }
    let heaps = Heaps::read(&certificate.game)?;
    let position = heaps.game.position(&certificate.position)?;
    let x = position.tuple().ok_or_else(|| not_covered("sums of games"))?;
    match &certificate.proof {
        Proof::Theorem(Formula::NimSum) => {
            let (theorem, game) = match heaps.ending {
                Ending::Misere => ("misere_nim", "misere_heaps nim"),
                _ => ("bouton", "heaps nim"),
            };
            let outcome = constructor(certificate.outcome);
            let text = list(x);
            Ok(Theorem {
                claim: format!("The outcome of the position {text} of Nim, by Bouton's theorem."),
                name: format!("{}_position", name_of(&certificate.game)),
                statement: format!("has_outcome ({game}) {text} {outcome}"),
                proof: format!("{theorem} {text}"),
                ..Theorem::default()
            })
        }
        _ => {
            let values = heaps.values(x.iter().max().copied().unwrap_or(0), limits)?;
            let value = x.iter().fold(0, |sum, heap| sum ^ values[*heap as usize]);
            of_position(&heaps, &certificate.game, x, value, limits)
        }
    }
}

/// The value of heaps together, and who wins them.
fn of_position(
    heaps: &Heaps,
    game: &str,
    x: &[u64],
    value: u64,
    limits: &Limits,
) -> Result<Theorem, Refusal> {
    let (rule, definition, name) = heaps.rule()?;
    let values = heaps.values(x.iter().max().copied().unwrap_or(0), limits)?;
    let (mask, alternate) = heaps.sparse(&values);
    let checker = if name == "set" { "subtraction_position" } else { "code_position" };
    let outcome = constructor(if value == 0 { Outcome::P } else { Outcome::N });
    let text = list(x);
    Ok(Theorem {
        claim: format!("{}: the position {text} has the nim-value {value}.", name_of(game)),
        definitions: definition + &define("values", "N", &values),
        name: format!("{}_position", name_of(game)),
        statement: format!(
            "(forall g, nim_values ({rule}) g -> nim_sum (map g {text}) = {value}) /\\\n  has_outcome (heaps ({rule})) \
             {text} {outcome}"
        ),
        proof: format!("{checker} {name} {mask} {alternate} values {text} {value} _"),
        ..Theorem::default()
    })
}

/// What the library calls an outcome.
pub(super) fn constructor(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::P => "Previous",
        Outcome::L => "OnlyLeft",
        Outcome::R => "OnlyRight",
        _ => "Next",
    }
}

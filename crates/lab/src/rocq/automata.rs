//! Lost positions and nim-values of all sizes: the rules, the automaton, and what it says in words.

use bouton_certify::{AutomaticCertificate, Claimed};
use bouton_definition::Game;
use bouton_lang::Program;
use bouton_lang::formula::{Formula, Outside, Statement, Variable, Way};
use bouton_prove::{Automaton, Given, Numeration, Question};
use bouton_rules::{Limits, Refusal};
use bouton_values::Player;

use super::arithmetic::{Atoms, Numbers, Said};
use super::text::{Theorem, list, name_of};
use super::{not_covered, words};
use crate::prove::names;

/// Names that mean something else in a file.
const TAKEN: [&str; 38] = [
    "as", "at", "cofix", "else", "end", "exists", "fix", "for", "forall", "fun", "if", "in", "let",
    "match", "mod", "return", "then", "using", "where", "with", "Prop", "Set", "Type", "legal",
    "lost", "place", "atoms", "accepts", "normal", "misere", "opponent", "m", "p", "I", "option",
    "ways", "values", "v",
];

/// An automatic certificate as a theorem.
pub(super) fn claim(
    certificate: &AutomaticCertificate,
    limits: &Limits,
) -> Result<Theorem, Refusal> {
    let numeration: Numeration = match &certificate.numeration[..] {
        "msd_2" | "lsd_2" => {
            certificate.numeration.parse().map_err(|reason: String| not_covered(&reason))?
        }
        _ => return Err(not_covered("numerations other than base 2")),
    };
    let program = Game::read_program(&certificate.game)?;
    let outside = |Outside(reason): Outside| not_covered(&reason);
    let statement = program.statement(certificate.heaps).map_err(outside)?;
    let question = Question {
        program: &program,
        heaps: certificate.heaps,
        values: certificate.of == Claimed::NimValue,
        numerations: Vec::new(),
    };
    let sets = certificate.sets.iter();
    let sets: Vec<_> = sets.map(|set| (&set.accepting[..], &set.next[..])).collect();
    let given = question.given(numeration, &sets, &certificate.measure, limits)?;
    let given = given.ok_or_else(|| not_covered("these rules"))?;
    let names = identifiers(&program, certificate.heaps)?;
    let leaves = if question.values { Leaves::Positions } else { Leaves::Position };
    let rules = Rules::new(&statement, names, leaves)?;
    match question.values {
        true => rules.values(certificate, &given),
        false => rules.theorem(certificate, &given, limits),
    }
}

/// What the numbers of a position are called in the file.
pub(super) fn identifiers(program: &Program, heaps: Option<usize>) -> Result<Vec<String>, Refusal> {
    let names = names(program, heaps).map_err(|reason| not_covered(&reason))?;
    let is_plain = |name: &String| {
        name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
            && !TAKEN.contains(&&name[..])
    };
    match names.iter().all(is_plain) {
        true => Ok(names),
        false => Ok((1..=names.len()).map(|number| format!("x{number}")).collect()),
    }
}

/// What the moves of a theorem lead to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaves {
    /// A position.
    Position,
    /// A list of positions side by side, for nim-values.
    Positions,
}

/// The ways of a player, and when the player wins being stuck.
struct Side {
    data: Vec<String>,
    plain: Vec<String>,
    wins_stuck: Said,
}

/// Rules as the file states them.
pub(super) struct Rules {
    /// The names of the numbers.
    pub(super) names: Vec<String>,
    pub(super) atoms: Atoms,
    legal: Said,
    /// One side if both players have the same moves and the ending names neither, else Left's and Right's.
    sides: Vec<Side>,
    is_normal: bool,
    is_misere: bool,
}

impl Rules {
    pub(super) fn new(
        statement: &Statement,
        names: Vec<String>,
        leaves: Leaves,
    ) -> Result<Rules, Refusal> {
        let mut atoms = Atoms::default();
        let numbers = Numbers(names.iter().cloned().enumerate().collect());
        let legal = atoms.said(&statement.legal, &numbers)?;
        let players = if statement.impartial { &Player::BOTH[..1] } else { &Player::BOTH };
        let mut sides = Vec::new();
        for (place, player) in players.iter().enumerate() {
            let wins_stuck = atoms.said(&statement.stuck_wins[place], &numbers)?;
            let mut side = Side { data: Vec::new(), plain: Vec::new(), wins_stuck };
            let is_own = |way: &&Way| way.player.is_none_or(|named| named == *player);
            for way in statement.ways.iter().filter(is_own).flat_map(with_sums) {
                let (data, plain) = way_texts(&way, leaves, &numbers, &mut atoms)?;
                side.data.push(data);
                side.plain.push(plain);
            }
            sides.push(side);
        }
        let always =
            |truth: bool| statement.stuck_wins.iter().all(|wins| *wins == Formula::Truth(truth));
        let (is_normal, is_misere) = (always(false), always(true));
        Ok(Rules { names, atoms, legal, sides, is_normal, is_misere })
    }

    /// The numbers of a position.
    pub(super) fn numbers(&self) -> Numbers {
        Numbers(self.names.iter().cloned().enumerate().collect())
    }

    /// Is there one side for both players?
    pub(super) fn is_impartial(&self) -> bool {
        self.sides.len() == 1
    }

    /// `(a, b, c)`
    pub(super) fn tuple(&self) -> String {
        tuple(&self.names)
    }

    /// The nim-values of all positions.
    fn values(self, certificate: &AutomaticCertificate, given: &Given) -> Result<Theorem, Refusal> {
        let ([side], true, [values]) = (&self.sides[..], self.is_normal, &given.lost[..]) else {
            return Err(not_covered("nim-values where play is not normal or not impartial"));
        };
        let game = game_name(&certificate.game, certificate.heaps);
        let (count, tuple, variables) = (self.names.len(), self.tuple(), self.names.join(" "));
        let quote = if count > 1 { "'" } else { "" };
        let definitions = format!(
            "(* The rules: the legal positions, and the moves from a position to the list p *)\n{}Definition {game}_options {quote}({tuple} \
             : {kind}) (p : list ({kind})) : Prop :=\n  {}.\n\n(* The automaton: it starts in state 0, reads the lowest digits \
             first, of the value last *)\n{}\n{}Definition ways : list way := [\n  {}].\nLemma rules_stated : options_stated \
             {game}_options {count} place atoms ways.\nProof. intros {} p L; try discriminate L. exact (iff_refl _). Qed.\n",
            self.legal_text(),
            alternatives(side, "  "),
            table("values", values),
            self.data_head(),
            side.data.join(";\n  "),
            self.pattern(),
            kind = self.kind(),
        );
        let (row, measure) = (list(&self.names), list(&certificate.measure));
        let row_and_value = list(self.names.iter().map(String::as_str).chain(["v"]));
        Ok(Theorem {
            claim: format!("{game}: the nim-values of all positions, for numbers of any size."),
            definitions,
            statement: format!(
                "forall {variables} v, legal {variables} ->\n  has_nim_value {game}_options {tuple} v <-> accepts values {row_and_value} = \
                 true"
            ),
            proof: format!(
                "fun {variables} v H => all_nim_values {game}_options {count} place atoms legal_formula {measure} ways values \
                 rules_stated _ {row} v eq_refl H"
            ),
            name: format!("{game}_nim_values"),
            ..Theorem::default()
        })
    }

    /// The theorem about lost positions.
    fn theorem(
        mut self,
        certificate: &AutomaticCertificate,
        given: &Given,
        limits: &Limits,
    ) -> Result<Theorem, Refusal> {
        let game = game_name(&certificate.game, certificate.heaps);
        let said = words::in_words(&mut self, given, limits)?;
        let (count, tuple) = (self.names.len(), self.tuple());
        let variables = self.names.join(" ");
        let row = list(&self.names);
        let (tables, ended) = tables(given);
        let measure = list(&certificate.measure);
        let name = format!("{game}_lost");
        let (outcome, proof) = match self.sides.len() {
            1 => (
                format!("(if accepts lost {row} then Previous else Next)"),
                format!(
                    "lost_positions {game} {count} place atoms legal_formula {measure} ways wins_stuck lost {} rules_stated",
                    ended[0]
                ),
            ),
            _ => (
                format!("(outcome_of (accepts left_lost {row}) (accepts right_lost {row}))"),
                format!(
                    "lost_by_player {game} {count} place atoms legal_formula {measure} left_ways right_ways left_wins \
                     right_wins left_lost right_lost {} {} left_stated right_stated",
                    ended[0], ended[1]
                ),
            ),
        };
        let corollaries = said.map_or_else(String::new, |said| said.theorem(&game, &self));
        let definitions = format!("{}{tables}\n{}", self.rules_text(&game), self.data_text(&game));
        Ok(Theorem {
            claim: format!("{game}: which positions are lost, for numbers of any size."),
            definitions,
            statement: format!(
                "forall {variables}, legal {variables} ->\n  has_outcome {game} {tuple}\n    {outcome}"
            ),
            proof: format!("fun {variables} H => {proof} _ {row} eq_refl H"),
            name,
            corollaries,
        })
    }

    /// The rules, to be read.
    pub(super) fn rules_text(&self, game: &str) -> String {
        let tuple = self.tuple();
        let quote = if self.names.len() > 1 { "'" } else { "" };
        let ending = self.ending_text();
        let moves = match &self.sides[..] {
            [side] => format!("fun _ {quote}{tuple} p =>\n  {}", alternatives(side, "  ")),
            sides => format!(
                "fun m {quote}{tuple} p => match m with\n  | Left =>\n    {}\n  | Right =>\n    {}\n  end",
                alternatives(&sides[0], "    "),
                alternatives(&sides[1], "    ")
            ),
        };
        format!(
            "(* The rules: the legal positions, the moves from a position to p, and who wins where no move is left \
             *)\n{}Definition {game} : game := Game ({})\n  ({moves})\n  {ending}.\n\n",
            self.legal_text(),
            self.kind(),
        )
    }

    fn legal_text(&self) -> String {
        let variables = self.names.join(" ");
        format!("Definition legal ({variables} : N) : Prop := {}.\n", self.legal.plain)
    }

    /// `N * N * N`
    fn kind(&self) -> String {
        vec!["N"; self.names.len()].join(" * ")
    }

    fn ending_text(&self) -> String {
        let quote = if self.names.len() > 1 { "'" } else { "" };
        let tuple = self.tuple();
        match &self.sides[..] {
            _ if self.is_normal => "normal".to_owned(),
            _ if self.is_misere => "misere".to_owned(),
            [side] => format!(
                "(fun m {quote}{tuple} => if {} then m else opponent m)",
                side.wins_stuck.decided
            ),
            sides => format!(
                "(fun m {quote}{tuple} => match m with\n  | Left => if {} then Left else Right\n  | Right => if {} then Right \
                 else Left\n  end)",
                sides[0].wins_stuck.decided, sides[1].wins_stuck.decided
            ),
        }
    }

    /// Positions from lists, the atoms, and which positions are legal.
    fn data_head(&self) -> String {
        let places: Vec<String> =
            (0..self.names.len()).map(|place| format!("nth {place} x 0")).collect();
        format!(
            "(* The rules once more, as data for the checker; the kernel compares them with those above *)\nDefinition place (x \
             : list N) : {} := {}.\nDefinition atoms : list atom := [\n  {}].\nDefinition legal_formula : formula := \
             {}.\n",
            self.kind(),
            tuple(&places),
            self.atoms.0.join(";\n  "),
            self.legal.data
        )
    }

    /// A list of as many numbers as a position has, taken apart.
    fn pattern(&self) -> String {
        let names = self.names.iter().rev();
        names.fold("[|? ?]".to_owned(), |inner, name| format!("[|{name} {inner}]"))
    }

    /// The rules as data, and that they are the same.
    pub(super) fn data_text(&self, game: &str) -> String {
        let count = self.names.len();
        let mut text = self.data_head();
        let pattern = self.pattern();
        let row = list(&self.names);
        let words: &[[&str; 6]] = match self.sides.len() {
            1 => &[["", "m", "wins_stuck", "rules_stated", "forall m, ", "intro m. "]],
            _ => &[
                ["left_", "Left", "left_wins", "left_stated", "", ""],
                ["right_", "Right", "right_wins", "right_stated", "", ""],
            ],
        };
        for (side, [prefix, player, wins, lemma, all, intro]) in self.sides.iter().zip(words) {
            text.push_str(&format!(
                "Definition {prefix}ways : list way := [\n  {}].\nDefinition {wins} : formula := {}.\nLemma {lemma} : {all}stated \
                 {game} {count} place atoms {player} {prefix}ways {wins}. Proof.\n  {intro}split.\n  - intros {pattern} p L; \
                 try discriminate L. exact (iff_refl _).\n  - intros {pattern} L; try discriminate L. exact (ends_when atoms \
                 {row} {wins} {player}).\nQed.\n",
                side.data.join(";\n  "),
                side.wins_stuck.data
            ));
        }
        text
    }
}

/// `a`, `(a, b)`
fn tuple(names: &[String]) -> String {
    if names.len() == 1 { names[0].clone() } else { format!("({})", names.join(", ")) }
}

/// The ways of a player, one on each line.
fn alternatives(side: &Side, indent: &str) -> String {
    match side.plain.len() {
        0 => "False".to_owned(),
        1 => side.plain[0].clone(),
        _ => {
            let ways: Vec<String> = side.plain.iter().map(|way| format!("({way})")).collect();
            ways.join(&format!(" \\/\n{indent}"))
        }
    }
}

/// The way, with numbers that only its condition speaks of chosen like the others: nim-sums. Where it says "or" about them,
/// there is a way for each part.
fn with_sums(way: &Way) -> Vec<Way> {
    let mut ways = Vec::new();
    let start = Way { condition: Vec::new(), ..way.clone() };
    let mut branches = vec![(start, way.condition.iter().rev().cloned().collect::<Vec<_>>())];
    while let Some((mut way, mut open)) = branches.pop() {
        match open.pop() {
            None => ways.push(way),
            Some(Formula::Exists(variables, inner)) => {
                way.chosen.extend(variables);
                open.push(*inner);
                branches.push((way, open));
            }
            Some(Formula::All(parts)) => {
                open.extend(parts.into_iter().rev());
                branches.push((way, open));
            }
            Some(Formula::Any(parts)) if parts.iter().any(Formula::has_nim_sum) => {
                for part in parts.into_iter().rev() {
                    let open = open.iter().cloned().chain([part]).collect();
                    branches.push((way.clone(), open));
                }
            }
            Some(other) => {
                way.condition.push(other);
                branches.push((way, open));
            }
        }
    }
    ways
}

/// What the game is called in the file.
pub(super) fn game_name(game: &str, heaps: Option<usize>) -> String {
    match (heaps, name_of(game)) {
        (Some(heaps), name) => format!("{name}_{heaps}_heaps"),
        (None, name) if name == "the_game" => name,
        (None, name) => format!("{name}_game"),
    }
}

/// A way to move as data, and as a proposition about p.
fn way_texts(
    way: &Way,
    leaves: Leaves,
    position: &Numbers,
    atoms: &mut Atoms,
) -> Result<(String, String), Refusal> {
    if leaves == Leaves::Position && way.becomes.len() != 1 {
        return Err(not_covered("moves that change the number of heaps"));
    }
    let mut numbers = position.clone();
    let chosen = |variable: Variable, number: usize| {
        let find = |part: &Vec<Variable>| part.iter().position(|one| *one == variable);
        let found = way.becomes.iter().enumerate().find_map(|(part, new)| Some((part, find(new)?)));
        match found {
            Some((part, place)) => format!("{}{}", position.0[place].1, "'".repeat(part + 1)),
            None => format!("k{number}"),
        }
    };
    for (number, variable) in way.chosen.iter().enumerate() {
        numbers.0.push((*variable, chosen(*variable, number + 1)));
    }
    let condition = atoms.said(&Formula::all(way.condition.clone()), &numbers)?;
    let find = |one: &Variable| numbers.0.iter().position(|(other, _)| one == other);
    let places: Option<Vec<usize>> = way.becomes.iter().flatten().map(find).collect();
    let places = places.ok_or_else(|| not_covered("a number that is neither old nor new"))?;
    let new: Vec<String> = places.iter().map(|place| numbers.0[*place].1.clone()).collect();
    let new: Vec<String> = new.chunks(position.0.len()).map(tuple).collect();
    let new = if leaves == Leaves::Position { new.concat() } else { list(new) };
    let chosen: Vec<&str> =
        numbers.0[position.0.len()..].iter().map(|(_, name)| &name[..]).collect();
    let exists =
        if chosen.is_empty() { String::new() } else { format!("exists {}, ", chosen.join(" ")) };
    let plain = format!("{exists}{} /\\ p = {new}", condition.part());
    let data = format!("Way {} {} {}%nat", way.chosen.len(), condition.data, list(&places));
    Ok((data, plain))
}

/// The tables of lost positions, and for each player where play has ended in the player's favour.
fn tables(given: &Given) -> (String, Vec<String>) {
    let titles: &[&str] =
        if given.lost.len() == 1 { &["lost"] } else { &["left_lost", "right_lost"] };
    let mut text =
        "(* The automata: they start in state 0 and read the lowest digits first *)\n".to_owned();
    for (title, set) in titles.iter().zip(&given.lost) {
        text.push_str(&table(title, set));
    }
    let mut ended = Vec::new();
    for (title, set) in titles.iter().zip(&given.ended) {
        match set {
            None => ended.push("[Always false]".to_owned()),
            Some(set) => {
                let title = title.replace("lost", "ended");
                text.push_str(&table(&title, set));
                ended.push(title);
            }
        }
    }
    (text, ended)
}

/// An automaton as a table whose first row is the start; states that nothing leaves say so.
fn table(name: &str, set: &Automaton) -> String {
    let rows: Vec<&[u32]> = set.rows().collect();
    let mut order = vec![set.start()];
    let mut place = 0;
    while let Some(state) = order.get(place) {
        for next in rows[*state as usize] {
            if !order.contains(next) {
                order.push(*next);
            }
        }
        place += 1;
    }
    let number = |state: &u32| order.iter().position(|one| one == state).unwrap_or_default();
    let lines = order.iter().map(|state| {
        let (row, accepts) = (rows[*state as usize], set.accepts_at(*state));
        match row.iter().all(|next| next == state) {
            true => format!("Always {accepts}"),
            false => format!("Row {accepts} {}%nat", list(row.iter().map(number))),
        }
    });
    let lines: Vec<String> = lines.collect();
    format!("Definition {name} : table := [\n  {}].\n", lines.join(";\n  "))
}

//! Lost positions of all sizes: the rules, the automaton, and what it says in words.

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
const TAKEN: [&str; 34] = [
    "as", "at", "cofix", "else", "end", "exists", "fix", "for", "forall", "fun", "if", "in", "let",
    "match", "mod", "return", "then", "using", "where", "with", "Prop", "Set", "Type", "legal",
    "lost", "place", "atoms", "accepts", "normal", "misere", "opponent", "m", "p", "I",
];

/// An automatic certificate as a theorem.
pub(super) fn lost(
    certificate: &AutomaticCertificate,
    limits: &Limits,
) -> Result<Theorem, Refusal> {
    if certificate.of == Claimed::NimValue {
        return Err(not_covered("nim-values of all positions"));
    }
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
        values: false,
        numerations: Vec::new(),
    };
    let sets = certificate.sets.iter();
    let sets: Vec<_> = sets.map(|set| (&set.accepting[..], &set.next[..])).collect();
    let given = question.given(numeration, &sets, &certificate.measure, limits)?;
    let given = given.ok_or_else(|| not_covered("these rules"))?;
    let names = identifiers(&program, certificate.heaps)?;
    let rules = Rules::new(&statement, names)?;
    rules.theorem(certificate, &given, limits)
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
    pub(super) fn new(statement: &Statement, names: Vec<String>) -> Result<Rules, Refusal> {
        let mut atoms = Atoms::default();
        let numbers = Numbers(names.iter().cloned().enumerate().collect());
        let legal = atoms.said(&statement.legal, &numbers)?;
        let players = if statement.impartial { &Player::BOTH[..1] } else { &Player::BOTH };
        let mut sides = Vec::new();
        for (place, player) in players.iter().enumerate() {
            let wins_stuck = atoms.said(&statement.stuck_wins[place], &numbers)?;
            let mut side = Side { data: Vec::new(), plain: Vec::new(), wins_stuck };
            let is_own = |way: &&Way| way.player.is_none_or(|named| named == *player);
            for way in statement.ways.iter().filter(is_own) {
                let (data, plain) = way_texts(way, &numbers, &mut atoms)?;
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

    fn theorem(
        mut self,
        certificate: &AutomaticCertificate,
        given: &Given,
        limits: &Limits,
    ) -> Result<Theorem, Refusal> {
        let game = match (certificate.heaps, &name_of(&certificate.game)[..]) {
            (Some(heaps), name) => format!("{name}_{heaps}_heaps"),
            (None, "the_game") => "the_game".to_owned(),
            (None, name) => format!("{name}_game"),
        };
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
            computes: true,
            corollaries,
        })
    }

    /// The rules, to be read.
    pub(super) fn rules_text(&self, game: &str) -> String {
        let (tuple, variables) = (self.tuple(), self.names.join(" "));
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
            "(* The rules: the legal positions, the moves from a position to p, and who wins where no move is left *)\nDefinition \
             legal ({variables} : N) : Prop := {}.\nDefinition {game} : game := Game ({})\n  ({moves})\n  {ending}.\n\n",
            self.legal.plain,
            self.kind(),
        )
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

    /// The rules as data, and that they are the same.
    pub(super) fn data_text(&self, game: &str) -> String {
        let (count, kind) = (self.names.len(), self.kind());
        let places: Vec<String> = (0..count).map(|place| format!("nth {place} x 0")).collect();
        let mut text = format!(
            "(* The rules once more, as data for the checker; the kernel compares them with those above *)\nDefinition place (x \
             : list N) : {kind} := {}.\nDefinition atoms : list atom := [\n  {}].\nDefinition legal_formula : formula := \
             {}.\n",
            tuple(&places),
            self.atoms.0.join(";\n  "),
            self.legal.data
        );
        let pattern: String = self
            .names
            .iter()
            .rev()
            .fold("[|? ?]".to_owned(), |inner, name| format!("[|{name} {inner}]"));
        let row = list(&self.names);
        let prefixes: &[(&str, &str)] = match self.sides.len() {
            1 => &[("", "m")],
            _ => &[("left_", "Left"), ("right_", "Right")],
        };
        for (side, (prefix, player)) in self.sides.iter().zip(prefixes) {
            let wins =
                if *player == "m" { "wins_stuck".to_owned() } else { format!("{prefix}wins") };
            let lemma =
                if *player == "m" { "rules_stated".to_owned() } else { format!("{prefix}stated") };
            let all = if *player == "m" { "forall m, " } else { "" };
            let intro = if *player == "m" { "intro m. " } else { "" };
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

/// A way to move as data, and as a proposition about p.
fn way_texts(
    way: &Way,
    position: &Numbers,
    atoms: &mut Atoms,
) -> Result<(String, String), Refusal> {
    let [becomes] = &way.becomes[..] else {
        return Err(not_covered("moves that change the number of heaps"));
    };
    let mut numbers = position.clone();
    let chosen = |variable: Variable, number: usize| {
        let place = becomes.iter().position(|one| *one == variable);
        match place {
            Some(place) => format!("{}'", position.0[place].1),
            None => format!("k{number}"),
        }
    };
    for (number, variable) in way.chosen.iter().enumerate() {
        numbers.0.push((*variable, chosen(*variable, number + 1)));
    }
    let condition = atoms.said(&Formula::all(way.condition.clone()), &numbers)?;
    let find = |one: &Variable| numbers.0.iter().position(|(other, _)| one == other);
    let places: Option<Vec<usize>> = becomes.iter().map(find).collect();
    let places = places.ok_or_else(|| not_covered("a number that is neither old nor new"))?;
    let new: Vec<String> = places.iter().map(|place| numbers.0[*place].1.clone()).collect();
    let chosen: Vec<&str> =
        numbers.0[position.0.len()..].iter().map(|(_, name)| &name[..]).collect();
    let exists =
        if chosen.is_empty() { String::new() } else { format!("exists {}, ", chosen.join(" ")) };
    let plain = format!("{exists}{} /\\ p = {}", condition.part(), tuple(&new));
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

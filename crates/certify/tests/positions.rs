//! Certificates of who wins: right ones hold, and everything else is refused. What is right is
//! decided by the oracle, on whole positions, and by a validator written a second time.

use crate::common;

use bouton_certify::{
    Certificate, First, PeriodCertificate, Periodicity, PositionCertificate, Proof, Rejection,
    Strategy, StrategyBuilder, StrategyError, Terms, Theorem, ValueCertificate, check, check_game,
};
use bouton_definition::{Definition, Ending, Game as Rules, Ruleset, Tuples};
use bouton_oracle::Oracle;
use bouton_values::{Limits, Nimber, Outcome, Player, Refusal};

const OUTCOMES: [Outcome; 5] = [Outcome::N, Outcome::P, Outcome::L, Outcome::R, Outcome::D];

fn holds(certificate: &PositionCertificate) -> Result<(), Rejection> {
    check(&Certificate::Position(certificate.clone()), &Limits::default()).map(|_| ())
}

/// A game and the text that names it.
#[derive(Clone)]
struct Game {
    text: String,
    rules: Rules,
}

impl Game {
    fn read(text: &str) -> Result<Game, Refusal> {
        Ok(Game { text: text.to_owned(), rules: Rules::read(text)? })
    }

    fn text(&self) -> &str {
        &self.text
    }

    fn position(&self, text: &str) -> Result<Tuples, Refusal> {
        self.rules.position(text)
    }
}

fn tuple(position: &Tuples) -> &[u64] {
    &position.0[0]
}

/// The strategies for a position, written out with the oracle's help.
fn by_strategies(game: &Game, position: &Tuples) -> PositionCertificate {
    let limits = Limits::default();
    let mut oracle = Oracle::new(&game.rules, limits.clone());
    let outcome = oracle.outcome(position).unwrap();
    let builder = StrategyBuilder { game: &game.rules, limits: &limits, most: 10_000 };
    let mut solve = |position: &Tuples, mover| {
        let winning = oracle.winning_options(position, mover)?;
        let rounds = |option: &Tuples| (0..20).find(|n| is_lost_within(game, option, mover, *n));
        match game.text().starts_with("digraph") {
            true => Ok(winning.into_iter().min_by_key(rounds)),
            false => Ok(winning.into_iter().next()),
        }
    };
    let strategies = builder.strategies(position, outcome, &mut solve).unwrap();
    PositionCertificate {
        game: game.text().to_owned(),
        position: position.to_string(),
        outcome,
        winning_move: None,
        proof: Proof::Strategies(strategies),
    }
}

/// Can `winner`, whose opponent is to move, win within so many rounds?
fn is_lost_within(game: &Game, position: &Tuples, winner: Player, rounds: usize) -> bool {
    let rules = &game.rules;
    let options = rules.options(position, winner.opponent());
    if options.is_empty() {
        return rules.ending(position, winner.opponent()) == winner;
    }
    options.iter().all(|option| match &rules.options(option, winner)[..] {
        [] => rules.ending(option, winner) == winner,
        replies => {
            let wins = |reply| is_lost_within(game, reply, winner, rounds - 1);
            rounds > 0 && replies.iter().any(wins)
        }
    })
}

/// Is a certificate by strategies right? The definition once more, without canonical forms: heaps
/// are compared as sorted lists of what is not empty, and each member by the oracle.
fn is_right(certificate: &PositionCertificate) -> bool {
    let Ok(game) = Game::read(&certificate.game) else { return false };
    let Ok(start) = game.position(&certificate.position) else { return false };
    let Proof::Strategies(strategies) = &certificate.proof else { return false };
    let mut oracle = Oracle::new(&game.rules, Limits::default());
    let outcome = certificate.outcome;
    let firsts: Vec<First> = strategies.iter().map(|strategy| strategy.first).collect();
    let covers = match firsts[..] {
        [First::Either] => is_impartial(&game) && matches!(outcome, Outcome::N | Outcome::P),
        [First::Left, First::Right] | [First::Right, First::Left] => true,
        _ => false,
    };
    let is_true = oracle.outcome(&start).unwrap() == outcome && outcome != Outcome::D;
    covers
        && is_true
        && strategies.iter().all(|strategy| {
            let first = if strategy.first == First::Right { Player::Right } else { Player::Left };
            let winning_move = certificate.winning_move.as_deref();
            let found = Validator { game: &game, winner: outcome.winner(first).unwrap() };
            found.validates(&mut oracle, &start, first, &strategy.losing, winning_move)
        })
        && (certificate.winning_move.is_none() || outcome == Outcome::N)
}

fn is_impartial(game: &Game) -> bool {
    let text = game.text();
    !(text.contains("partizan") || text.contains("even-odd"))
}

struct Validator<'a> {
    game: &'a Game,
    winner: Player,
}

impl Validator<'_> {
    fn validates(
        &self,
        oracle: &mut Oracle<'_, Rules>,
        start: &Tuples,
        first: Player,
        texts: &[String],
        winning_move: Option<&str>,
    ) -> bool {
        let Ok(members) =
            texts.iter().map(|text| self.game.position(text)).collect::<Result<Vec<_>, _>>()
        else {
            return false;
        };
        let opponent = self.winner.opponent();
        for (index, member) in members.iter().enumerate() {
            // Truly lost, and answered by earlier members alone.
            let is_lost = oracle.outcome(member).unwrap().winner(opponent) == Some(self.winner);
            if !is_lost || !self.is_answered(member, &members[..index]) {
                return false;
            }
        }
        let opens = match first == self.winner {
            true => self.reaches(start, &members),
            false => members.iter().any(|member| self.key(member) == self.key(start)),
        };
        opens && winning_move.is_none_or(|text| self.wins_by(oracle, start, first, text, &members))
    }

    fn is_answered(&self, member: &Tuples, earlier: &[Tuples]) -> bool {
        let options = self.game.rules.options(member, self.winner.opponent());
        options.iter().all(|option| self.reaches(option, earlier))
    }

    /// The winner, to move, is stuck (and the oracle has said that this is a win) or can move to
    /// one of the members.
    fn reaches(&self, position: &Tuples, members: &[Tuples]) -> bool {
        let replies = self.game.rules.options(position, self.winner);
        replies.is_empty()
            || replies
                .iter()
                .any(|reply| members.iter().any(|member| self.key(member) == self.key(reply)))
    }

    fn wins_by(
        &self,
        oracle: &mut Oracle<'_, Rules>,
        start: &Tuples,
        first: Player,
        text: &str,
        members: &[Tuples],
    ) -> bool {
        let Ok(option) = self.game.position(text) else { return false };
        let winning = oracle.winning_options(start, first).unwrap();
        winning.iter().any(|winning| self.key(winning) == self.key(&option))
            && members.iter().any(|member| self.key(member) == self.key(&option))
    }

    fn key(&self, position: &Tuples) -> Vec<u64> {
        let tuple = tuple(position);
        // Numbers that have names keep their order.
        if ["nimrod", "wythoff", "digraph"].iter().any(|name| self.game.text().contains(name)) {
            return tuple.to_vec();
        }
        let mut heaps: Vec<u64> = tuple.iter().copied().filter(|heap| *heap > 0).collect();
        heaps.sort_unstable();
        heaps
    }
}

/// Games and positions of many kinds.
fn rows() -> Vec<(Game, Tuples)> {
    let triples = (0..4).flat_map(|a| (0..4).flat_map(move |b| (0..4).map(move |c| vec![a, b, c])));
    let triples: Vec<Vec<u64>> = triples.collect();
    let pairs: Vec<Vec<u64>> = (0..7).flat_map(|a| (0..7).map(move |b| vec![a, b])).collect();
    let lone: Vec<Vec<u64>> = (0..12).map(|n| vec![n]).collect();
    let table: [(&str, &[Vec<u64>]); 16] = [
        ("nim", &triples),
        ("nim/misere", &triples),
        ("nim/even-odd", &triples[..16]),
        ("antonim", &triples),
        ("antonim/misere", &triples),
        ("nimrod", &pairs),
        ("nimrod/misere", &pairs),
        ("wythoff", &pairs[..20]),
        ("kayles/misere", &pairs),
        ("subtraction:1,3/misere", &pairs),
        ("ending-partizan:2,3", &lone),
        ("ending-partizan:3,4@NLR", &lone),
        ("partizan-subtraction:1,2|1,3", &pairs),
        ("partizan-subtraction:1|2,3/misere", &pairs),
        ("digraph:0>1,1>0,1>2,3>0,4>3,4>2,5>5,5>3", &lone[..6]),
        ("digraph:0>1,1>0,1>2,3>0,4>3,4>2/misere", &lone[..5]),
    ];
    let mut rows = Vec::new();
    for (text, tuples) in table {
        let game = Game::read(text).unwrap();
        let legal = |tuple: &Vec<u64>| game.position(&common::commas(tuple)).ok();
        let positions: Vec<Tuples> = tuples.iter().filter_map(legal).collect();
        let mut oracle = Oracle::new(&game.rules, Limits::default());
        for position in positions {
            if oracle.outcome(&position).unwrap() != Outcome::D {
                rows.push((game.clone(), position));
            }
        }
    }
    rows
}

#[test]
fn strategies_by_the_oracle_hold() {
    let mut letters = std::collections::HashSet::new();
    for (game, position) in rows() {
        let certificate = by_strategies(&game, &position);
        assert_eq!(holds(&certificate), Ok(()), "{certificate:?}");
        assert!(is_right(&certificate), "{certificate:?}");
        letters.insert(certificate.outcome);
    }
    assert_eq!(letters.len(), 4, "all four outcomes occur");
}

fn mutations(right: &PositionCertificate) -> Vec<PositionCertificate> {
    let mut mutants = Vec::new();
    for outcome in OUTCOMES.into_iter().filter(|outcome| *outcome != right.outcome) {
        mutants.push(PositionCertificate { outcome, ..right.clone() });
    }
    for position in neighbours(&right.position) {
        mutants.push(PositionCertificate { position: position.clone(), ..right.clone() });
        mutants.push(PositionCertificate { winning_move: Some(position), ..right.clone() });
    }
    for game in ["nim", "nim/misere", "antonim", "nimrod", "partizan-subtraction:1,2|1,3"] {
        mutants.push(PositionCertificate { game: game.to_owned(), ..right.clone() });
    }
    let Proof::Strategies(strategies) = &right.proof else { panic!("{right:?}") };
    let with = |strategies: Vec<Strategy>| PositionCertificate {
        proof: Proof::Strategies(strategies),
        ..right.clone()
    };
    mutants.push(with(Vec::new()));
    mutants.push(with([&strategies[..], &strategies[..1]].concat()));
    for (index, strategy) in strategies.iter().enumerate() {
        mutants.push(with(vec![strategy.clone()]));
        for first in [First::Left, First::Right, First::Either] {
            mutants.push(with(changed(strategies, index, Strategy { first, ..strategy.clone() })));
            mutants.push(with(vec![Strategy { first, ..strategy.clone() }]));
        }
        for losing in other_members(&strategy.losing) {
            let first = strategy.first;
            mutants.push(with(changed(strategies, index, Strategy { first, losing })));
        }
    }
    mutants
}

fn changed(strategies: &[Strategy], index: usize, strategy: Strategy) -> Vec<Strategy> {
    let mut strategies = strategies.to_vec();
    strategies[index] = strategy;
    strategies
}

/// Members dropped, doubled, swapped, reversed, changed.
fn other_members(losing: &[String]) -> Vec<Vec<String>> {
    let reversed: Vec<String> = losing.iter().rev().cloned().collect();
    let mut others = vec![Vec::new(), reversed, vec!["x".to_owned()]];
    for (index, member) in losing.iter().enumerate() {
        let mut dropped = losing.to_vec();
        dropped.remove(index);
        others.push([&dropped[..], std::slice::from_ref(member)].concat());
        others.push([std::slice::from_ref(member), &dropped[..]].concat());
        others.push(dropped);
        others.push([losing, std::slice::from_ref(member)].concat());
        for neighbour in neighbours(member) {
            let mut replaced = losing.to_vec();
            replaced[index] = neighbour;
            others.push(replaced);
        }
    }
    others
}

/// One number raised or lowered; the numbers in another order.
fn neighbours(text: &str) -> Vec<String> {
    let numbers: Vec<u64> = text.split(',').map(|number| number.parse().unwrap()).collect();
    let mut others = vec![numbers.iter().rev().copied().collect::<Vec<u64>>()];
    for index in 0..numbers.len() {
        for number in [numbers[index] + 1, numbers[index].saturating_sub(1), 0] {
            let mut other = numbers.clone();
            other[index] = number;
            others.push(other);
        }
    }
    others.iter().map(|numbers| common::commas(numbers)).collect()
}

#[test]
fn mutants_are_judged_rightly() {
    let (mut refused, mut accepted) = (0, 0);
    for (game, position) in rows() {
        for mutant in mutations(&by_strategies(&game, &position)) {
            let expected = is_right(&mutant);
            let verdict = holds(&mutant);
            assert_eq!(verdict.is_ok(), expected, "{mutant:?}: {verdict:?}");
            *(if expected { &mut accepted } else { &mut refused }) += 1;
        }
    }
    assert!(refused > 10_000 && accepted > 1000, "{refused} refused, {accepted} accepted");
}

/// Dropping any member of a strategy that has no member to spare breaks it.
#[test]
fn every_member_of_a_tight_strategy_is_needed() {
    let game = Game::read("subtraction:1,2").unwrap();
    let certificate = by_strategies(&game, &game.position("12").unwrap());
    let Proof::Strategies(strategies) = &certificate.proof else { panic!() };
    let losing = &strategies[0].losing;
    assert_eq!(*losing, ["0", "3", "6", "9", "12"]);
    for index in 0..losing.len() {
        let mut losing = losing.clone();
        losing.remove(index);
        let proof = Proof::Strategies(vec![Strategy { first: First::Either, losing }]);
        assert!(holds(&PositionCertificate { proof, ..certificate.clone() }).is_err());
    }
}

/// All digraphs on three vertices, all starts, all claims, all lists of vertices: what is accepted
/// is true, and what is true can be certified.
#[test]
fn on_all_small_digraphs_exactly_the_truth_can_be_certified() {
    let mut lists: Vec<Vec<String>> = vec![Vec::new()];
    for a in 0..3 {
        lists.push(vec![a.to_string()]);
        for b in (0..3).filter(|b| *b != a) {
            lists.push(vec![a.to_string(), b.to_string()]);
            lists.push([a, b, 3 - a - b].map(|v| v.to_string()).to_vec());
        }
    }
    assert_eq!(lists.len(), 16);
    for arrows in 0u32..512 {
        for ending in ["", "/misere"] {
            let game = small_digraph(arrows, ending);
            let mut oracle = Oracle::new(&game.rules, Limits::default());
            for vertex in 0..3 {
                let position = Tuples(vec![vec![vertex]]);
                let truth = oracle.outcome(&position).unwrap();
                assert_exactly(&game, vertex, truth, &lists);
            }
        }
    }
}

fn small_digraph(arrows: u32, ending: &str) -> Game {
    let edges = (0..9).filter(|bit| arrows >> bit & 1 == 1);
    let edges = edges.map(|bit| format!(",{}>{}", bit / 3, bit % 3)).collect::<String>();
    Game::read(&format!("digraph:0,1,2{edges}{ending}")).unwrap()
}

fn assert_exactly(game: &Game, vertex: u64, truth: Outcome, lists: &[Vec<String>]) {
    for outcome in OUTCOMES {
        let is_certified = lists.iter().any(|losing| {
            let strategy = |first| Strategy { first, losing: losing.clone() };
            let strategies = match is_impartial(game) {
                true => vec![strategy(First::Either)],
                false => vec![strategy(First::Left), strategy(First::Right)],
            };
            holds(&PositionCertificate {
                game: game.text().to_owned(),
                position: vertex.to_string(),
                outcome,
                winning_move: None,
                proof: Proof::Strategies(strategies),
            })
            .is_ok()
        });
        let expected = outcome == truth && truth != Outcome::D;
        assert_eq!(is_certified, expected, "{} {vertex}: {outcome}", game.text());
    }
}

/// One list for both players would prove N where the claim is L.
#[test]
fn one_strategy_for_both_players_proves_only_n_and_p() {
    let certificate = |game: &str, outcome| PositionCertificate {
        game: game.to_owned(),
        position: "1".to_owned(),
        outcome,
        winning_move: None,
        proof: Proof::Strategies(vec![Strategy {
            first: First::Either,
            losing: vec!["0".to_owned()],
        }]),
    };
    assert_eq!(holds(&certificate("nim", Outcome::N)), Ok(()));
    for (game, outcome) in
        [("nim", Outcome::L), ("nim", Outcome::R), ("partizan-subtraction:1|2", Outcome::L)]
    {
        let verdict = holds(&certificate(game, outcome));
        assert!(matches!(verdict, Err(Rejection::DoesNotApply { .. })), "{game} {verdict:?}");
    }
}

fn solver_for<'o>(
    oracle: &'o mut Oracle<'_, Rules>,
    choose: fn(Vec<Tuples>) -> Option<Tuples>,
) -> impl FnMut(&Tuples, Player) -> Result<Option<Tuples>, Refusal> + 'o {
    move |position, mover| Ok(choose(oracle.winning_options(position, mover)?))
}

#[test]
fn the_builder_says_why_not() {
    let limits = Limits::default();
    let game = Game::read("digraph:0>1,1>0,1>2").unwrap();
    let builder = StrategyBuilder { game: &game.rules, limits: &limits, most: 10 };
    let mut oracle = Oracle::new(&game.rules, limits.clone());
    let start = game.position("0").unwrap();
    let mut build = |choose: fn(Vec<Tuples>) -> Option<Tuples>| {
        let mut solve = solver_for(&mut oracle, choose);
        builder.losing(&start, Player::Left, Player::Right, &mut solve)
    };
    // From 1 both 0 and the sink 2 win; 0 wins only on paper.
    assert_eq!(
        build(|winning| winning.into_iter().min()),
        Err(StrategyError::Circle { position: start.clone() })
    );
    let positions = |numbers: &[u64]| numbers.iter().map(|n| Tuples(vec![vec![*n]])).collect();
    assert_eq!(build(|winning| winning.into_iter().max()), Ok(positions(&[2, 0])));
    let one = Tuples(vec![vec![1]]);
    assert_eq!(build(|_| None), Err(StrategyError::NotWon { position: one.clone() }));
    assert_eq!(
        build(|_| Some(Tuples(vec![vec![1]]))),
        Err(StrategyError::NotWon { position: one }),
        "1 is not an option of 1"
    );
    let mut refuse = |_: &Tuples, _| Err(Refusal::Interrupted);
    assert_eq!(
        builder.losing(&start, Player::Left, Player::Right, &mut refuse),
        Err(StrategyError::Refused(Refusal::Interrupted))
    );
    assert_eq!(builder.strategies(&start, Outcome::D, &mut refuse), Err(StrategyError::Draw));
    // Where nobody can move, the ending decides without the solver.
    let sink = game.position("2").unwrap();
    assert_eq!(
        builder.losing(&sink, Player::Left, Player::Left, &mut refuse),
        Err(StrategyError::NotWon { position: sink.clone() })
    );
    assert_eq!(
        builder.losing(&sink, Player::Left, Player::Right, &mut refuse),
        Ok(vec![sink.clone()])
    );
}

/// A solver that moves to an end which the opponent wins is found out.
#[test]
fn the_builder_looks_at_the_ending() {
    let limits = Limits::default();
    let game = Game::read("nim/misere").unwrap();
    let builder = StrategyBuilder { game: &game.rules, limits: &limits, most: 10 };
    let (one, none) = (game.position("1").unwrap(), game.position("0").unwrap());
    let mut take_it = |_: &Tuples, _| Ok(Some(Tuples(vec![vec![0]])));
    assert_eq!(
        builder.losing(&one, Player::Left, Player::Left, &mut take_it),
        Err(StrategyError::NotWon { position: none })
    );
    assert_eq!(builder.losing(&one, Player::Left, Player::Right, &mut take_it), Ok(vec![one]));
}

#[test]
fn long_strategies_are_built_without_recursion_or_refused() {
    let limits = Limits::default();
    let game = Game::read("subtraction:1,2").unwrap();
    let start = game.position("300000").unwrap();
    let mut solve = |position: &Tuples, _| {
        let heap = tuple(position)[0];
        Ok(Some(Tuples(vec![vec![heap - heap % 3]])))
    };
    let builder = |most| StrategyBuilder { game: &game.rules, limits: &limits, most };
    let strategies = builder(100_001).strategies(&start, Outcome::P, &mut solve).unwrap();
    assert_eq!(strategies[0].losing.len(), 100_001);
    let certificate = PositionCertificate {
        game: game.text().to_owned(),
        position: start.to_string(),
        outcome: Outcome::P,
        winning_move: None,
        proof: Proof::Strategies(strategies),
    };
    assert_eq!(holds(&certificate), Ok(()));
    assert_eq!(
        builder(100_000).strategies(&start, Outcome::P, &mut solve),
        Err(StrategyError::TooLong { most: 100_000 })
    );
}

fn by_proof(game: &str, heaps: &[u64], outcome: Outcome, proof: Proof) -> PositionCertificate {
    PositionCertificate {
        game: game.to_owned(),
        position: common::commas(heaps),
        outcome,
        winning_move: None,
        proof,
    }
}

/// Every claim about every small position, and every winning move, against the oracle.
#[test]
fn formulas_and_nim_values_agree_with_the_oracle() {
    let nim_sum = Proof::Theorem(Theorem::NimSum);
    let mut moves = 0;
    for (game, proof) in [
        ("nim", &nim_sum),
        ("nim/misere", &nim_sum),
        ("nim", &Proof::NimValues),
        ("kayles", &Proof::NimValues),
        ("grundy", &Proof::NimValues),
        ("subtraction:1,3", &Proof::NimValues),
        ("octal:0.a1", &Proof::NimValues),
        ("coins:mock-turtles", &Proof::NimValues),
        ("coins:twins", &Proof::NimValues),
        ("antonim", &Proof::NimValues),
    ] {
        let parsed = Game::read(game).unwrap();
        let mut oracle = Oracle::new(&parsed.rules, Limits::default());
        for (a, b, c) in triples(4) {
            let Ok(position) = parsed.position(&common::commas(&[a, b, c])) else { continue };
            let truth = oracle.outcome(&position).unwrap();
            for outcome in OUTCOMES {
                let certificate = by_proof(game, &[a, b, c], outcome, proof.clone());
                assert_eq!(holds(&certificate).is_ok(), outcome == truth, "{certificate:?}");
            }
            moves += judge_moves(&mut oracle, &parsed, &position, proof);
        }
    }
    assert!(moves > 300, "{moves}");
}

fn triples(below: u64) -> impl Iterator<Item = (u64, u64, u64)> {
    (0..below).flat_map(move |a| (0..below).flat_map(move |b| (0..below).map(move |c| (a, b, c))))
}

/// Of all positions with as many numbers, exactly the oracle's winning moves are accepted.
fn judge_moves(
    oracle: &mut Oracle<'_, Rules>,
    game: &Game,
    position: &Tuples,
    proof: &Proof,
) -> usize {
    let outcome = oracle.outcome(position).unwrap();
    let winning = oracle.winning_options(position, Player::Left).unwrap();
    let right = by_proof(game.text(), tuple(position), outcome, proof.clone());
    let mut accepted = 0;
    for (a, b, c) in triples(5) {
        let text = common::commas(&[a, b, c]);
        let is_winning = winning.iter().any(|option| option.to_string() == text);
        // Nim-values compare heaps in any order; such moves are told from others by sorting.
        let is_same = |option: &Tuples| {
            let sort = |tuple: &[u64]| {
                let mut sorted = tuple.to_vec();
                sorted.retain(|heap| *heap > 0 || game.text().starts_with("coins"));
                sorted.sort_unstable();
                sorted
            };
            *proof == Proof::NimValues && sort(tuple(option)) == sort(&[a, b, c])
        };
        let expected = is_winning || winning.iter().any(is_same);
        let certificate = PositionCertificate { winning_move: Some(text), ..right.clone() };
        let is_legal = game.position(certificate.winning_move.as_deref().unwrap()).is_ok();
        let verdict = holds(&certificate);
        assert_eq!(verdict.is_ok(), expected && is_legal, "{certificate:?}: {verdict:?}");
        accepted += usize::from(expected && is_legal);
    }
    accepted
}

#[test]
fn nim_is_decided_on_heaps_of_any_size() {
    let big = 1_000_000_000_000_000_000;
    let nim_sum = Proof::Theorem(Theorem::NimSum);
    for game in ["nim", "nim/misere"] {
        let heaps = [big, big - 1, big ^ (big - 1)];
        let lost = by_proof(game, &heaps, Outcome::P, nim_sum.clone());
        assert_eq!(holds(&lost), Ok(()));
        let mut won = by_proof(game, &[big, big - 1], Outcome::N, nim_sum.clone());
        won.winning_move = Some(format!("{0},{0}", big - 1));
        assert_eq!(holds(&won), Ok(()));
        won.winning_move = Some(format!("{0},{0}", big - 2));
        assert!(matches!(holds(&won), Err(Rejection::MoveNotLegal { .. })));
        won.winning_move = Some(format!("{},{}", big - 2, big - 1));
        assert!(matches!(holds(&won), Err(Rejection::MoveNotWinning { .. })));
        // Balanced, and the first heap lowered: but two more heaps have appeared.
        won.winning_move = Some(format!("{0},{0},2,2", big - 1));
        assert!(matches!(holds(&won), Err(Rejection::MoveNotLegal { .. })));
        let tabled = by_proof(game, &[big], Outcome::N, Proof::NimValues);
        let is_refused = |verdict: Result<(), Rejection>| match game {
            "nim" => matches!(verdict, Err(Rejection::Refused(Refusal::Limit { .. }))),
            _ => matches!(verdict, Err(Rejection::DoesNotApply { .. })),
        };
        assert!(is_refused(holds(&tabled)));
    }
    for game in ["kayles", "moore:2", "nim/even-odd", "antonim", "octal:0.[3]"] {
        let verdict = holds(&by_proof(game, &[1], Outcome::N, nim_sum.clone()));
        assert!(matches!(verdict, Err(Rejection::DoesNotApply { .. })), "{game}");
    }
}

/// Members with more moves than there is memory or time for are refused, not listed.
#[test]
fn huge_positions_in_strategies_are_refused_at_once() {
    let losing = vec!["1000000000000000000".to_owned()];
    let certificate = PositionCertificate {
        game: "nim".to_owned(),
        position: "5".to_owned(),
        outcome: Outcome::N,
        winning_move: None,
        proof: Proof::Strategies(vec![Strategy { first: First::Either, losing }]),
    };
    let verdict = holds(&certificate);
    assert!(matches!(verdict, Err(Rejection::Refused(Refusal::Limit { .. }))), "{verdict:?}");
    let limits = Limits { steps: 10_000, ..Limits::default() };
    let losing = vec!["0".to_owned(); 100];
    let proof = Proof::Strategies(vec![Strategy { first: First::Either, losing }]);
    let verdict =
        check(&Certificate::Position(PositionCertificate { proof, ..certificate }), &limits);
    assert!(matches!(verdict, Err(Rejection::Refused(Refusal::Limit { .. }))), "{verdict:?}");
}

/// From 2,3 the next player wins by 2,2 only; 2,1 is another option, and 1,1 none.
#[test]
fn the_winning_move_of_a_strategy_is_an_option_that_wins() {
    let losing = ["0,0", "1,1", "2,2"].map(str::to_owned).to_vec();
    let proof = Proof::Strategies(vec![Strategy { first: First::Either, losing }]);
    let verdict = |option: &str| {
        let winning_move = Some(option.to_owned());
        let right = by_proof("nim", &[2, 3], Outcome::N, proof.clone());
        holds(&PositionCertificate { winning_move, ..right })
    };
    assert_eq!(verdict("2,2"), Ok(()));
    assert_eq!(verdict("2,1"), Err(Rejection::MoveNotWinning { option: "2,1".to_owned() }));
    let (position, option) = ("2,3".to_owned(), "1,1".to_owned());
    let illegal = Rejection::MoveNotLegal { position, option, first: Player::Left };
    assert_eq!(verdict("1,1"), Err(illegal));
}

#[test]
fn rejections_say_where() {
    let verdict = |game: &str, position: &str, outcome, losing: &[&str]| {
        let losing = losing.iter().map(|text| (*text).to_owned()).collect();
        holds(&PositionCertificate {
            game: game.to_owned(),
            position: position.to_owned(),
            outcome,
            winning_move: None,
            proof: Proof::Strategies(vec![Strategy { first: First::Either, losing }]),
        })
        .unwrap_err()
    };
    let text = str::to_owned;
    assert_eq!(
        verdict("nim", "2,2", Outcome::P, &["2,2"]),
        Rejection::NoReply { member: text("2,2"), option: text("1,2") }
    );
    assert_eq!(
        verdict("nim/misere", "1", Outcome::N, &["0"]),
        Rejection::StuckAgainst { position: text("0"), stuck: Player::Right }
    );
    assert_eq!(
        verdict("nim", "2", Outcome::P, &["0"]),
        Rejection::StartNotWon { position: text("2"), first: Player::Left }
    );
    assert!(matches!(
        verdict("nim", "2", Outcome::N, &["nonsense"]),
        Rejection::Refused(Refusal::BadInput { .. })
    ));
}

/// Nim in which a heap that is taken goes away: a position with fewer heaps is an option, but only by one heap that was
/// not empty, the others staying as they are.
#[test]
fn a_heap_that_goes_away_is_a_move_of_nim() {
    let nim = "game x; heaps h; move one h: h' = none if h >= 1; move one h: 1 <= h' < h";
    let verdict = |heaps: &[u64], to: &str| {
        let by_sum = by_proof(nim, heaps, Outcome::N, Proof::Theorem(Theorem::NimSum));
        holds(&PositionCertificate { winning_move: Some(to.to_owned()), ..by_sum })
    };
    for (heaps, to) in [
        ([2, 3, 3], "3,3"),
        ([3, 2, 3], "3,3"),
        ([3, 3, 2], "3,3"),
        ([4, 2, 1], "3,2,1"),
        ([1, 1, 5], "1,1"),
    ] {
        assert_eq!(verdict(&heaps, to), Ok(()), "{heaps:?} to {to}");
    }
    assert!(matches!(verdict(&[2, 3, 3], "2,3"), Err(Rejection::MoveNotWinning { .. })));
    for (heaps, to) in
        [(&[1, 2, 3, 4][..], "2,2"), (&[1, 2, 4], "2,2"), (&[5, 3, 3], "5,5"), (&[0, 5], "5")]
    {
        let verdict = verdict(heaps, to);
        assert!(matches!(verdict, Err(Rejection::MoveNotLegal { .. })), "{heaps:?}: {verdict:?}");
    }
}

/// A step down, for either player; positions are said to be large.
struct Stairs;

impl Ruleset for Stairs {
    type Position = u64;

    fn options(&self, position: &u64, _: Player) -> Vec<u64> {
        position.checked_sub(1).into_iter().collect()
    }

    fn ending(&self, _: &u64, mover: Player) -> Player {
        mover.opponent()
    }

    fn option_bound(&self, _: &u64) -> u128 {
        1
    }

    fn bytes(&self, _: &u64) -> u128 {
        1000
    }
}

impl Definition for Stairs {
    fn position(&self, text: &str) -> Result<u64, Refusal> {
        text.parse().map_err(|_| Refusal::bad("not a number", "write one"))
    }

    fn has_same_options(&self) -> bool {
        true
    }

    fn end(&self) -> &Ending {
        &Ending::Normal
    }
}

/// Even steps are lost, and odd ones worth 1.
#[test]
fn a_game_that_is_handed_over_is_checked_by_its_moves() {
    let limits = Limits::default();
    let losing = vec!["0".to_owned(), "2".to_owned()];
    let strategies = Proof::Strategies(vec![Strategy { first: First::Either, losing }]);
    let claim = |outcome, proof: &Proof| {
        Certificate::Position(PositionCertificate {
            winning_move: (outcome == Outcome::N).then(|| "2".to_owned()),
            ..by_proof("stairs", &[3], outcome, proof.clone())
        })
    };
    let verdict = |certificate: &Certificate| check_game(certificate, &Stairs, &limits);
    let concluded = ["the move to 2 wins", "3 is N: the next player wins"];
    for (proof, reason) in [
        (&strategies, "the next player wins, by a strategy that lists 2 positions"),
        (&Proof::NimValues, "by the definition 3 has the value *"),
    ] {
        let sentences = verdict(&claim(Outcome::N, proof)).unwrap();
        assert_eq!(sentences, [&[reason], &concluded[..]].concat());
        assert!(verdict(&claim(Outcome::P, proof)).is_err());
    }
    let theorem = claim(Outcome::N, &Proof::Theorem(Theorem::NimSum));
    assert!(matches!(verdict(&theorem), Err(Rejection::DoesNotApply { .. })));
    let (game, position) = ("stairs".to_owned(), "3".to_owned());
    let value = ValueCertificate { game, position, value: Nimber(1) };
    let right = verdict(&Certificate::Value(value.clone()));
    assert_eq!(right.unwrap(), ["by the definition 3 has the value *"]);
    let wrong = Certificate::Value(ValueCertificate { value: Nimber(0), ..value });
    let (claimed, computed) = (Nimber(0), Nimber(1));
    assert_eq!(verdict(&wrong), Err(Rejection::ValueDiffers { claimed, computed }));
    let periodicity = Periodicity { preperiod: 0, period: 2 };
    let period = PeriodCertificate::new("stairs", Terms::NimValues(vec![0, 1]), periodicity);
    let verdict = verdict(&Certificate::Period(period.unwrap()));
    assert!(matches!(verdict, Err(Rejection::DoesNotApply { .. })), "{verdict:?}");
}

/// An option takes 128 bytes and what its position takes; one of them at a time is listed or waits for its answer.
#[test]
fn strategies_hold_the_moves_of_one_position_at_a_time() {
    let limits = |memory| Limits { memory, ..Limits::default() };
    let build = |memory| {
        let limits = limits(memory);
        let builder = StrategyBuilder { game: &Stairs, limits: &limits, most: 100 };
        builder.strategies(&40, Outcome::P, &mut |position, _| Ok(position.checked_sub(1)))
    };
    assert!(matches!(build(1127), Err(StrategyError::Refused(Refusal::Limit { .. }))));
    let strategies = build(1128).unwrap();
    let even: Vec<String> = (0..=20).map(|half| (2 * half).to_string()).collect();
    assert_eq!(strategies, [Strategy { first: First::Either, losing: even }]);
    let claim = by_proof("stairs", &[40], Outcome::P, Proof::Strategies(strategies));
    let claim = Certificate::Position(claim);
    assert!(check_game(&claim, &Stairs, &limits(1128)).is_ok());
    assert!(check_game(&claim, &Stairs, &limits(1127)).is_err());
}

#[test]
fn the_sentences_say_who_wins_by_what() {
    let sentences = |game: &str, heaps: &[u64], outcome, strategies: &[(First, &[&str])]| {
        let strategy = |(first, losing): &(First, &[&str])| {
            let losing = losing.iter().map(|text| (*text).to_owned()).collect();
            Strategy { first: *first, losing }
        };
        let proof = Proof::Strategies(strategies.iter().map(strategy).collect());
        let certificate = Certificate::Position(by_proof(game, heaps, outcome, proof));
        check(&certificate, &Limits::default()).unwrap()
    };
    assert_eq!(
        sentences("nim", &[1, 1], Outcome::P, &[(First::Either, &["0,0", "1,1"])]),
        [
            "the previous player wins, by a strategy that lists 2 positions",
            "1,1 is P: the previous player wins",
        ]
    );
    // Left takes 1, and Right could only take 2.
    let both: [(First, &[&str]); 2] = [(First::Left, &["0"]), (First::Right, &["1"])];
    assert_eq!(
        sentences("partizan-subtraction:1|2", &[1], Outcome::L, &both),
        [
            "if Left moves first, Left wins, by a strategy that lists 1 position",
            "if Right moves first, Left wins, by a strategy that lists 1 position",
            "1 is L: Left wins, whoever moves first",
        ]
    );
}

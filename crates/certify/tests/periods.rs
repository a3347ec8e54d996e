//! Period certificates: right ones hold, and everything else is refused. What is right is decided by
//! the sequences of `common`, computed a second time.

use std::sync::OnceLock;

use crate::common::{
    End, Known, commas, nim_values, nim_values_of_set, of_long_run, of_windows, outcomes, sets,
    subtract,
};
use bouton_certify::{
    Certificate, PeriodCertificate, Periodicity, Rejection, Terms, Witness, check,
};
use bouton_values::Outcome;
use bouton_values::{Limits, Refusal};

/// A game and what is known of it without the crates under test.
#[derive(Clone, Debug)]
struct Row {
    game: String,
    known: AnyKnown,
}

#[derive(Clone, Debug)]
enum AnyKnown {
    Outcomes(Known<Outcome>),
    NimValues(Known<u64>),
}

impl Row {
    fn outcomes(game: String, known: Known<Outcome>) -> Row {
        Row { game, known: AnyKnown::Outcomes(known) }
    }

    fn nim_values(game: String, known: Known<u64>) -> Row {
        Row { game, known: AnyKnown::NimValues(known) }
    }

    fn terms(&self, count: usize) -> Terms {
        match &self.known {
            AnyKnown::Outcomes(known) => Terms::Outcomes(known.terms[..count].to_vec()),
            AnyKnown::NimValues(known) => Terms::NimValues(known.terms[..count].to_vec()),
        }
    }

    fn periodicity(&self) -> Periodicity {
        let (preperiod, period) = match &self.known {
            AnyKnown::Outcomes(known) => (known.preperiod, known.period),
            AnyKnown::NimValues(known) => (known.preperiod, known.period),
        };
        Periodicity { preperiod: preperiod as u64, period: period as u64 }
    }

    fn differ(&self, n: usize, m: usize) -> bool {
        match &self.known {
            AnyKnown::Outcomes(known) => known.terms[n] != known.terms[m],
            AnyKnown::NimValues(known) => known.terms[n] != known.terms[m],
        }
    }

    fn certificate(&self) -> PeriodCertificate {
        let claim = self.periodicity();
        let terms = self.terms((claim.preperiod + claim.period) as usize);
        PeriodCertificate::new(&self.game, terms, claim).expect("preperiod and period are minimal")
    }

    /// Is a certificate that names this game right?
    fn agrees(&self, certificate: &PeriodCertificate) -> bool {
        let claim = self.periodicity();
        let Periodicity { preperiod, period } = claim;
        let is_prime = |q: u64| q > 1 && (2..q).all(|d| !q.is_multiple_of(d));
        let mut primes: Vec<u64> = certificate.witnesses.iter().map(|w| w.prime).collect();
        primes.sort_unstable();
        certificate.periodicity == claim
            && certificate.terms == self.terms((preperiod + period) as usize)
            && primes
                == (1..=period).filter(|q| is_prime(*q) && period % q == 0).collect::<Vec<_>>()
            && certificate.witnesses.iter().all(|w| {
                (preperiod..preperiod + period).contains(&w.index)
                    && self.differ(w.index as usize, (w.index + period / w.prime) as usize)
            })
    }
}

fn holds(certificate: &PeriodCertificate) -> Result<(), Rejection> {
    check(&Certificate::Period(certificate.clone()), &Limits::default()).map(|_| ())
}

const FAR: usize = 600;

/// Every subtraction set within 1..6: outcomes under normal and misère play, under the even-odd
/// ending and under labels of the terminal heaps, and nim-values.
fn subtraction_rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for set in sets(6) {
        let (name, k) = (commas(&set), set[set.len() - 1]);
        let letters = |end: &End| of_windows(outcomes(FAR, subtract(&set), subtract(&set), end), k);
        rows.push(Row::outcomes(format!("subtraction:{name}"), letters(&End::StuckLoses)));
        rows.push(Row::outcomes(format!("subtraction:{name}/misere"), letters(&End::StuckWins)));
        rows.push(Row::outcomes(format!("ending-partizan:{name}"), letters(&End::Parity)));
        for word in words(set[0]) {
            let known = letters(&End::Letters(word.clone()));
            rows.push(Row::outcomes(format!("ending-partizan:{name}@{word}"), known));
            // Where every stuck player loses, play is normal and there are nim-values.
            if word.chars().all(|letter| letter == 'P') {
                let known = of_windows(nim_values_of_set(&set, FAR), k);
                rows.push(Row::nim_values(format!("ending-partizan:{name}@{word}"), known));
            }
        }
        let known = of_windows(nim_values_of_set(&set, FAR), k);
        rows.push(Row::nim_values(format!("subtraction:{name}"), known));
    }
    rows
}

/// All words of one or two letters, and a few longer ones.
fn words(length: usize) -> Vec<String> {
    let letters = ["L", "R", "N", "P"];
    match length {
        1 => letters.map(str::to_owned).to_vec(),
        2 => letters.iter().flat_map(|a| letters.map(|b| format!("{a}{b}"))).collect(),
        _ => ["LRNPLR", "NNPPRL", "RLRLRL"].map(|word| word[..length].to_owned()).to_vec(),
    }
}

fn partizan_rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for left in sets(3) {
        for right in sets(3).filter(|right| *right != left) {
            let k = left.iter().chain(&right).copied().max().unwrap();
            for (suffix, end) in [("", End::StuckLoses), ("/misere", End::StuckWins)] {
                let letters = outcomes(FAR, subtract(&left), subtract(&right), &end);
                let game =
                    format!("partizan-subtraction:{}|{}{suffix}", commas(&left), commas(&right));
                rows.push(Row::outcomes(game, of_windows(letters, k)));
            }
        }
    }
    rows
}

/// The codes 0.dd with octal digits whose period shows within 500 heaps.
fn octal_rows() -> Vec<Row> {
    let codes = (0..64).map(|code| [0, code / 8, code % 8]);
    codes
        .filter_map(|digits| {
            let known = of_long_run(&nim_values(&digits, 500))?;
            let game = format!("octal:0.{:o}{:o}", digits[1], digits[2]);
            // At least as far as the proof will look.
            let (preperiod, period) = (known.preperiod, known.period);
            (2 * preperiod + 2 * period + 4 < 500).then(|| Row::nim_values(game, known))
        })
        .collect()
}

/// The outcomes of those codes that never split.
fn taking_rows() -> Vec<Row> {
    let taking = |row: &Row| !row.game.contains(['4', '5', '6', '7']);
    octal_rows().into_iter().filter(taking).map(|row| outcomes_of(&row)).collect()
}

/// The row of the outcomes, which are P where the nim-value is 0.
fn outcomes_of(row: &Row) -> Row {
    let AnyKnown::NimValues(values) = &row.known else { panic!("{} has no nim-values", row.game) };
    let letter = |value: &u64| if *value == 0 { Outcome::P } else { Outcome::N };
    let letters: Vec<Outcome> = values.terms.iter().map(letter).collect();
    Row::outcomes(row.game.clone(), of_long_run(&letters).unwrap())
}

fn all_rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| [subtraction_rows(), partizan_rows(), octal_rows(), taking_rows()].concat())
}

#[test]
fn true_periods_hold() {
    for row in all_rows() {
        assert!(row.agrees(&row.certificate()), "{}", row.game);
        assert_eq!(holds(&row.certificate()), Ok(()), "{}", row.game);
    }
    assert_eq!(octal_rows().len(), 45);
}

/// Kayles, Dawson's Kayles and Dawson's Chess, with what Guy and Smith found.
#[test]
fn the_periods_of_the_literature_hold() {
    for (code, digits, preperiod, period) in [
        ("0.77", &[0, 7, 7][..], 71, 12),
        ("0.07", &[0, 0, 7], 53, 34),
        ("0.137", &[0, 1, 3, 7], 52, 34),
    ] {
        let terms = nim_values(digits, preperiod + period);
        let claim = Periodicity { preperiod: preperiod as u64, period: period as u64 };
        let certificate =
            PeriodCertificate::new(format!("octal:{code}"), Terms::NimValues(terms), claim);
        assert_eq!(holds(&certificate.unwrap()), Ok(()), "{code}");
    }
}

/// Changes of one field, and claims of other periods with the terms that belong to them.
fn mutations(row: &Row, others: &[&Row]) -> Vec<PeriodCertificate> {
    let right = row.certificate();
    let mut wrong: Vec<PeriodCertificate> = Vec::new();
    for other in others {
        wrong.push(PeriodCertificate { game: other.game.clone(), ..right.clone() });
    }
    for periodicity in other_claims(right.periodicity) {
        wrong.push(PeriodCertificate { periodicity, ..right.clone() });
        let terms = row.terms((periodicity.preperiod + periodicity.period) as usize);
        wrong.push(PeriodCertificate { periodicity, terms: terms.clone(), ..right.clone() });
        let witnesses =
            right.witnesses.iter().copied().filter(|w| periodicity.period % w.prime == 0);
        let witnesses = witnesses.collect();
        wrong.push(PeriodCertificate { periodicity, terms, witnesses, ..right.clone() });
        wrong.extend(PeriodCertificate::new(
            &row.game,
            row.terms((periodicity.preperiod + periodicity.period) as usize),
            periodicity,
        ));
    }
    for terms in other_terms(&right.terms) {
        wrong.push(PeriodCertificate { terms, ..right.clone() });
    }
    for witnesses in other_witnesses(&right.witnesses) {
        wrong.push(PeriodCertificate { witnesses, ..right.clone() });
    }
    wrong
}

fn other_claims(claim: Periodicity) -> Vec<Periodicity> {
    let Periodicity { preperiod, period } = claim;
    let preperiods = [preperiod + 1, preperiod.saturating_sub(1), 0, preperiod + period];
    let periods = [period + 1, period - 1, 2 * period, 3 * period];
    let divisors = (1..period).filter(|divisor| period % divisor == 0);
    let shifted = preperiods.map(|preperiod| Periodicity { preperiod, period });
    let changed =
        periods.into_iter().chain(divisors).map(|period| Periodicity { preperiod, period });
    shifted.into_iter().chain(changed).filter(|other| *other != claim).collect()
}

fn other_terms(terms: &Terms) -> Vec<Terms> {
    let mut others = Vec::new();
    match terms {
        Terms::NimValues(values) => {
            for n in 0..values.len() {
                for value in [values[n] + 1, values[n].wrapping_sub(1), values[n] ^ 2] {
                    let mut changed = values.clone();
                    changed[n] = value;
                    others.push(Terms::NimValues(changed));
                }
            }
            let letter = |value: &u64| if *value == 0 { Outcome::P } else { Outcome::N };
            others.push(Terms::Outcomes(values.iter().map(letter).collect()));
            others.push(Terms::NimValues([&values[..], &values[..1]].concat()));
            others.push(Terms::NimValues(values[1..].to_vec()));
        }
        Terms::Outcomes(letters) => {
            for n in 0..letters.len() {
                let all = [Outcome::N, Outcome::P, Outcome::L, Outcome::R, Outcome::D];
                for letter in all.into_iter().filter(|letter| *letter != letters[n]) {
                    let mut changed = letters.clone();
                    changed[n] = letter;
                    others.push(Terms::Outcomes(changed));
                }
            }
            let value = |letter: &Outcome| u64::from(*letter != Outcome::P);
            others.push(Terms::NimValues(letters.iter().map(value).collect()));
            others.push(Terms::Outcomes([&letters[..], &letters[..1]].concat()));
            others.push(Terms::Outcomes(letters[1..].to_vec()));
        }
    }
    others
}

fn other_witnesses(witnesses: &[Witness]) -> Vec<Vec<Witness>> {
    let mut others = vec![[witnesses, &[Witness { prime: 1009, index: 0 }]].concat()];
    for (place, witness) in witnesses.iter().enumerate() {
        let Witness { prime, index } = *witness;
        let mut dropped = witnesses.to_vec();
        dropped.remove(place);
        others.push(dropped);
        others.push([witnesses, &[*witness]].concat());
        let changed = [
            Witness { prime, index: index + 1 },
            Witness { prime, index: index.wrapping_sub(1) },
            Witness { prime, index: index + 1_000_000 },
            Witness { prime, index: u64::MAX },
            Witness { prime: prime + 1, index },
            Witness { prime: prime * 2, index },
            Witness { prime: 0, index },
            Witness { prime: 1, index },
        ];
        for change in changed {
            let mut witnesses = witnesses.to_vec();
            witnesses[place] = change;
            others.push(witnesses);
        }
    }
    others
}

/// Mutants are judged by the second computation: most are wrong, and a few (another game with the
/// same sequence, another witness) are right and must be accepted.
#[test]
fn mutants_are_judged_rightly() {
    let rows = all_rows();
    let (mut refused, mut accepted) = (0, 0);
    for (index, row) in rows.iter().enumerate() {
        let same_kind = |other: &&Row| {
            std::mem::discriminant(&other.known) == std::mem::discriminant(&row.known)
        };
        let others: Vec<&Row> =
            (1..6).map(|step| &rows[(index + 7 * step) % rows.len()]).filter(same_kind).collect();
        for mutant in mutations(row, &others) {
            let judge = others.iter().copied().find(|other| other.game == mutant.game);
            let is_right =
                judge.unwrap_or(row).agrees(&mutant) || is_right_for_nim_values(row, &mutant);
            let verdict = holds(&mutant);
            assert_eq!(verdict.is_ok(), is_right, "{mutant:?}: {verdict:?}");
            *(if is_right { &mut accepted } else { &mut refused }) += 1;
        }
    }
    assert!(refused > 20_000 && accepted > 100, "{refused} refused, {accepted} accepted");
}

/// A mutant whose terms changed their kind, because all nim-values are 0 and 1, can be right.
fn is_right_for_nim_values(row: &Row, mutant: &PeriodCertificate) -> bool {
    let of_other_kind = |other: &&Row| {
        other.game == mutant.game
            && std::mem::discriminant(&other.known) != std::mem::discriminant(&row.known)
    };
    all_rows().iter().filter(of_other_kind).any(|other| other.agrees(mutant))
}

/// Every small claim about every small code, with its true terms, is accepted iff it is the least
/// period of a run that goes far beyond the window. (This is where the theorem with n₀ instead of
/// max(n₀, 1) fails: 0.2 with preperiod 0 and period 1.)
#[test]
fn small_claims_about_all_small_codes_are_judged_rightly() {
    let mut accepted = 0;
    for code in 0..256 {
        let digits = [0, code / 16, code % 16];
        let values = nim_values(&digits, 60);
        let game = format!("octal:0.{:x}{:x}", digits[1], digits[2]);
        accepted += judge_small_claims(&game, &values, Terms::NimValues);
    }
    for first in [0, 4, 8, 12] {
        for digit in 0..16 {
            let values = nim_values(&[first, digit], 60);
            let game = format!("octal:{first:x}.{digit:x}");
            accepted += judge_small_claims(&game, &values, Terms::NimValues);
        }
    }
    assert_eq!(accepted, 73);
}

/// The codes that only take, under all three endings: stuck heaps may have any size there.
#[test]
fn small_claims_about_outcomes_of_taking_codes_are_judged_rightly() {
    let mut accepted = 0;
    for code in 0..16 {
        let digits = [code / 4, code % 4];
        let options = |n: usize| {
            let allowed = |taken: &usize| {
                *taken <= n && digits[taken - 1] & (if *taken == n { 1 } else { 2 }) > 0
            };
            [1, 2].into_iter().filter(allowed).map(|taken| n - taken).collect()
        };
        for (suffix, end) in
            [("", End::StuckLoses), ("/misere", End::StuckWins), ("/even-odd", End::Parity)]
        {
            let letters = outcomes(60, options, options, &end);
            let game = format!("octal:0.{}{}{suffix}", digits[0], digits[1]);
            // Where large heaps are stuck and their parity decides, no window is a proof.
            if suffix == "/even-odd" && options(40).is_empty() {
                assert!(small_claims(&letters, Terms::Outcomes).all(|(claim, terms)| {
                    let certificate = PeriodCertificate::new(&game, terms, claim);
                    certificate.is_none_or(|certificate| {
                        matches!(holds(&certificate), Err(Rejection::DoesNotApply { .. }))
                    })
                }));
                continue;
            }
            accepted += judge_small_claims(&game, &letters, Terms::Outcomes);
        }
    }
    assert!(accepted > 30, "{accepted}");
}

fn small_claims<T: Clone>(
    terms: &[T],
    kind: fn(Vec<T>) -> Terms,
) -> impl Iterator<Item = (Periodicity, Terms)> {
    let claims = (0..5u64).flat_map(|n0| (1..6u64).map(move |p| (n0, p)));
    claims.map(move |(preperiod, period)| {
        let terms = kind(terms[..(preperiod + period) as usize].to_vec());
        (Periodicity { preperiod, period }, terms)
    })
}

fn judge_small_claims<T: Clone + PartialEq>(
    game: &str,
    terms: &[T],
    kind: fn(Vec<T>) -> Terms,
) -> usize {
    let known = of_long_run(terms);
    let mut accepted = 0;
    for (claim, shown) in small_claims(terms, kind) {
        let is_right = known.as_ref().is_some_and(|known| {
            (known.preperiod as u64, known.period as u64) == (claim.preperiod, claim.period)
        });
        let verdict =
            PeriodCertificate::new(game, shown, claim).map(|certificate| holds(&certificate));
        assert_eq!(verdict == Some(Ok(())), is_right, "{game} {claim:?}: {verdict:?}");
        accepted += usize::from(is_right);
    }
    accepted
}

/// Outcomes of games that split, by way of a period of their nim-values that need not be the least.
#[test]
fn outcomes_of_splitting_games_follow_from_nim_values() {
    let (mut accepted, mut refused) = (0, 0);
    for row in octal_rows() {
        let AnyKnown::NimValues(values) = &row.known else { unreachable!() };
        let outcome_row = outcomes_of(&row);
        let right = outcome_row.certificate().by_nim_values(row.periodicity());
        assert_eq!(holds(&right), Ok(()), "{}", row.game);
        for support in other_claims(row.periodicity()) {
            let mutant = right.clone().by_nim_values(support);
            let is_right = support.period > 0
                && (support.preperiod as usize..200)
                    .all(|n| values.terms[n] == values.terms[n + support.period as usize]);
            let verdict = holds(&mutant);
            assert_eq!(verdict.is_ok(), is_right, "{mutant:?}: {verdict:?}");
            *(if is_right { &mut accepted } else { &mut refused }) += 1;
        }
        let late = late_claims(&outcome_row, row.periodicity());
        for mutant in mutations(&outcome_row, &[]).into_iter().chain(late) {
            let mutant = mutant.by_nim_values(row.periodicity());
            let is_right = outcome_row.agrees(&mutant);
            assert_eq!(holds(&mutant).is_ok(), is_right, "{mutant:?}");
            *(if is_right { &mut accepted } else { &mut refused }) += 1;
        }
    }
    assert!(accepted > 50 && refused > 1000, "{accepted} accepted, {refused} refused");
}

/// Claims that start a round or more after the nim-values have begun to repeat.
fn late_claims(row: &Row, support: Periodicity) -> Vec<PeriodCertificate> {
    let after = support.preperiod + support.period;
    let claims = (after..after + 6).flat_map(|n0| (1..8).map(move |p| (n0, p)));
    claims
        .filter_map(|(preperiod, period)| {
            let terms = row.terms((preperiod + period) as usize);
            PeriodCertificate::new(&row.game, terms, Periodicity { preperiod, period })
        })
        .collect()
}

fn kayles() -> PeriodCertificate {
    let terms = Terms::NimValues(nim_values(&[0, 7, 7], 83));
    let claim = Periodicity { preperiod: 71, period: 12 };
    PeriodCertificate::new("kayles", terms, claim).unwrap().of_form("octal:0.77")
}

#[test]
fn rejections_say_what_is_wrong_with_numbers() {
    let right = kayles();
    let verdict = |change: fn(&mut PeriodCertificate)| {
        let mut mutant = right.clone();
        change(&mut mutant);
        holds(&mutant).unwrap_err()
    };
    assert_eq!(verdict(|c| c.periodicity.period = 0), Rejection::ZeroPeriod);
    assert_eq!(
        verdict(|c| c.periodicity.period = 24),
        Rejection::TermCount { expected: 95, given: 83 }
    );
    assert_eq!(
        verdict(|c| {
            let Terms::NimValues(values) = &mut c.terms else { return };
            values[70] = 3;
        }),
        Rejection::TermDiffers { n: 70, claimed: "3".into(), computed: "6".into() }
    );
    assert_eq!(
        verdict(|c| {
            c.terms = Terms::NimValues(nim_values(&[0, 7, 7], 82));
            c.periodicity.preperiod = 70;
        }),
        Rejection::WindowBroken { n: 70, period: 12 }
    );
    assert_eq!(
        verdict(|c| {
            c.terms = Terms::NimValues(nim_values(&[0, 7, 7], 84));
            c.periodicity.preperiod = 72;
        }),
        Rejection::PreperiodNotMinimal { preperiod: 72 }
    );
    assert_eq!(verdict(|c| c.witnesses.truncate(1)), Rejection::WitnessMissing { prime: 3 });
    assert_eq!(verdict(|c| c.witnesses[1].prime = 5), Rejection::WitnessStray { prime: 5 });
    assert_eq!(
        verdict(|c| c.witnesses[0].index = 83),
        Rejection::WitnessOutside { prime: 2, index: 83 }
    );
}

#[test]
fn what_the_theorem_does_not_cover_is_no_proof() {
    let constant = |game: &str, terms: Terms| {
        let claim = Periodicity { preperiod: 1, period: 1 };
        let certificate = PeriodCertificate::new(game, terms, claim).unwrap();
        let is_text = ["kayles", "wythoff"].iter().any(|text| game.starts_with(text));
        holds(&PeriodCertificate { form: is_text.then(|| "octal:0.77".into()), ..certificate })
    };
    let letters = || Terms::Outcomes(vec![Outcome::P, Outcome::N]);
    for game in ["nim", "wythoff", "kayles", "subtraction:2+", "kayles/misere", "nim + nim"] {
        let verdict = constant(game, letters());
        assert!(matches!(verdict, Err(Rejection::DoesNotApply { .. })), "{game}: {verdict:?}");
    }
    for game in ["subtraction:1/misere", "partizan-subtraction:1|2", "ending-partizan:1"] {
        let verdict = constant(game, Terms::NimValues(vec![0, 1]));
        assert!(matches!(verdict, Err(Rejection::DoesNotApply { .. })), "{game}: {verdict:?}");
    }
    let supported = kayles().by_nim_values(Periodicity { preperiod: 71, period: 12 });
    assert!(matches!(holds(&supported), Err(Rejection::DoesNotApply { .. })));
}

/// What would take for ever, or more memory than there is, is refused before it starts.
#[test]
fn huge_claims_are_refused_at_once() {
    let huge = Periodicity { preperiod: u64::MAX, period: u64::MAX };
    let claimed = PeriodCertificate { periodicity: huge, ..kayles() };
    let expected = 2 * u128::from(u64::MAX);
    assert_eq!(holds(&claimed), Err(Rejection::TermCount { expected, given: 83 }));

    let claim = Periodicity { preperiod: 0, period: 1 };
    let far =
        PeriodCertificate::new("subtraction:500000000000000000", Terms::NimValues(vec![0]), claim);
    assert!(matches!(holds(&far.unwrap()), Err(Rejection::Refused(Refusal::Limit { .. }))));

    let letters = Terms::Outcomes(vec![Outcome::P]);
    for support in [huge, Periodicity { preperiod: 0, period: 100_000_000_000_000_000 }] {
        let supported = kayles_outcomes(letters.clone(), claim);
        let verdict = holds(&supported.by_nim_values(support));
        assert!(matches!(verdict, Err(Rejection::Refused(Refusal::Limit { .. }))), "{verdict:?}");
    }
    assert!(matches!(
        holds(&PeriodCertificate { game: "nmi".into(), ..kayles() }),
        Err(Rejection::Refused(Refusal::Unsupported { .. }))
    ));
}

fn kayles_outcomes(terms: Terms, claim: Periodicity) -> PeriodCertificate {
    PeriodCertificate::new("kayles", terms, claim).unwrap().of_form("octal:0.77")
}

/// The form is not believed, and a text without one proves no period.
#[test]
fn the_form_is_compared_with_the_text() {
    let with = |form: &str| PeriodCertificate { form: Some(form.into()), ..kayles() };
    assert_eq!(holds(&kayles()), Ok(()));
    assert_eq!(holds(&PeriodCertificate { form: None, ..kayles() }), Err(Rejection::FormMissing));
    assert_eq!(holds(&with("octal:0.07")), Err(Rejection::NotTheForm { heap: 1 }));
    assert_eq!(holds(&with("octal:0.770001")), Err(Rejection::NotTheForm { heap: 6 }));
    assert_eq!(holds(&with("subtraction:1,2")), Err(Rejection::NotTheForm { heap: 3 }));
    for nonsense in ["grundy", "kayles", "octal:9", "", "domineering"] {
        let verdict = holds(&with(nonsense));
        assert!(matches!(verdict, Err(Rejection::Refused(_))), "{nonsense}: {verdict:?}");
    }
    // A code is its own form, and has no other.
    let code = PeriodCertificate { game: "octal:0.77".into(), form: None, ..kayles() };
    assert_eq!(holds(&code), Ok(()));
    let formed = holds(&PeriodCertificate { form: Some("octal:0.77".into()), ..code });
    assert!(
        matches!(formed, Err(Rejection::DoesNotApply { argument: "a form", .. })),
        "{formed:?}"
    );
}

#[test]
fn the_builder_refuses_what_is_not_minimal_or_too_short() {
    let terms = |count| Terms::NimValues(nim_values(&[0, 7, 7], count));
    let build = |count, preperiod, period| {
        let claim = Periodicity { preperiod, period };
        PeriodCertificate::new("kayles", terms(count), claim)
            .map(|built| built.of_form("octal:0.77"))
    };
    assert_eq!(build(200, 71, 12), Some(kayles()));
    assert_eq!(build(82, 71, 12), None, "too few terms");
    assert_eq!(build(200, 72, 12), None, "the preperiod is not minimal");
    assert_eq!(build(200, 71, 24), None, "the period is not minimal");
    assert_eq!(build(200, 71, 0), None);
    assert_eq!(build(200, u64::MAX, u64::MAX), None);
}

/// Where heaps can go away, the ending may see that none is left, and what is computed of heaps of 0 says nothing.
#[test]
fn an_ending_that_counts_heaps_needs_moves_that_keep_them() {
    let everywhere = |winner: Outcome, game: &str| {
        let claim = Periodicity { preperiod: 0, period: 1 };
        let certificate = PeriodCertificate::new(game, Terms::Outcomes(vec![winner]), claim);
        holds(&certificate.unwrap().of_form("subtraction:1"))
    };
    let keeps = "game x; heaps h; move one h: h' = h - 1; end left if sum h = 0 else right";
    assert_eq!(everywhere(Outcome::L, keeps), Ok(()));
    // From 1 on Left wins, for no heap is left in the end; a heap of 0 at the end would let Right win.
    let loses = "game x; heaps h; move one h: h' = none if h = 1; \
                 move one h: h' = h - 1 if h >= 2; end left if count h = 0 else right";
    for winner in [Outcome::L, Outcome::R] {
        let verdict = everywhere(winner, loses);
        let is_refused = matches!(&verdict, Err(Rejection::DoesNotApply { reason, .. })
            if reason.starts_with("a heap can go away"));
        assert!(is_refused, "{verdict:?}");
    }
}

/// M = t·max(n₀, 1) + (t − 1)·p + k. Kayles: t = 2, k = 2; a subtraction set: t = 1 and k its largest number.
#[test]
fn the_sentences_name_the_window() {
    let sentences = |certificate| check(&Certificate::Period(certificate), &Limits::default());
    assert_eq!(
        sentences(kayles()).unwrap(),
        [
            "all 83 terms of the certificate follow from the rules",
            "a move leaves at most 2 heaps and takes at most 2 tokens, and a(n + 12) = a(n) for \
             71 ≤ n < 156",
            "such a window proves a(n + 12) = a(n) for all n ≥ 71 (Guy, Smith)",
            "preperiod 71 and period 12 are the least",
        ]
    );
    let letters = Terms::Outcomes(vec![Outcome::P, Outcome::N]);
    let claim = Periodicity { preperiod: 0, period: 2 };
    let odd = PeriodCertificate::new("subtraction:1,3", letters.clone(), claim).unwrap();
    assert_eq!(
        sentences(odd).unwrap()[1],
        "a move leaves at most 1 heap and takes at most 3 tokens, and a(n + 2) = a(n) for 0 ≤ n < 4"
    );
    // Outcomes by nim-values: one round of their period, from 71 on.
    let claim = Periodicity { preperiod: 1, period: 1 };
    let supported = kayles_outcomes(letters, claim);
    let supported = supported.by_nim_values(Periodicity { preperiod: 71, period: 12 });
    assert_eq!(
        sentences(supported).unwrap()[1..],
        [
            "a move leaves at most 2 heaps and takes at most 2 tokens, and a(n + 12) = a(n) for \
             71 ≤ n < 156",
            "this proves the period 12 of the nim-values; the outcomes, P where the nim-value is \
             0, repeat with period 1 for 1 ≤ n < 83 and so for all n ≥ 1",
            "preperiod 1 and period 1 are the least",
        ]
    );
}

/// On a lone heap an ending is normal play if it lets every player lose who can be stuck, and nobody is stuck on large
/// heaps.
#[test]
fn an_ending_by_which_stuck_players_lose_is_normal_play() {
    let verdict = |game: &str, form: Option<&str>, values: &[u64], preperiod: u64| {
        let period = values.len() as u64 - preperiod;
        let terms = Terms::NimValues(values.to_vec());
        let claim = PeriodCertificate::new(game, terms, Periodicity { preperiod, period }).unwrap();
        holds(&PeriodCertificate { form: form.map(str::to_owned), ..claim })
    };
    let (by_2, by_4) = (&[0, 1, 2][..], &[0, 0, 1, 1][..]);
    let taking_2 = |end: &str| format!("game x; position n; move k in 1..2: n' = n - k; end {end}");
    let taking_one = |end: &str| format!("game x; position n; move n' = n - 2; end {end}");
    for (game, form, values) in [
        ("ending-partizan:1,2@P", None, by_2),
        ("ending-partizan:2@PP", None, by_4),
        (&*taking_2("normal if n = 0 else left"), Some("subtraction:1,2"), by_2),
        (&*taking_one("normal if n <= 1 else left"), Some("subtraction:2"), by_4),
    ] {
        assert_eq!(verdict(game, form, values, 0), Ok(()), "{game}");
    }
    // From 2 on nobody can move; from 3 on Left wins there.
    let stuck = "game x; position n; move n' = n - 1 if n = 1; end normal if n <= 2 else left";
    let heaps = "game x; heaps h; move one h, k in 1..2: h' = h - k; \
                 end normal if sum h = 0 else left";
    for (game, form, values, preperiod) in [
        ("ending-partizan:1,2@N", None, by_2, 0),
        ("ending-partizan:2@PL", None, by_4, 0),
        (&*taking_2("misere if n = 0 else normal"), Some("subtraction:1,2"), by_2, 0),
        (&*taking_one("normal if n = 0 else left"), Some("subtraction:2"), by_4, 0),
        (stuck, Some("octal:0.1"), &[0, 1, 0], 2),
        (heaps, Some("subtraction:1,2"), by_2, 0),
    ] {
        let verdict = verdict(game, form, values, preperiod);
        assert!(matches!(verdict, Err(Rejection::DoesNotApply { .. })), "{game}: {verdict:?}");
    }
}

//! How many S end in L: the census by maximum, and which maxima fit what is printed (C9).

use bouton_lab::engines::{Family, Summary};
use bouton_lab::rules::Limits;
use bouton_lab::values::Outcome::L;

use super::deciding;
use super::elements::percent;
use super::printed::Share;
use super::sets::Set;
use super::strip::{FIRST_SET, each_of};
use crate::finding::{Exhibit, Finding, Known, Statement, cells, curves, said_table};
use crate::frame::{Frame, Result};
use crate::judge::listed;
use crate::words::{Values, looked, words};

/// The sets with one minimum and at most some maximum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted {
    pub(super) min: u32,
    pub(super) max: u32,
    pub(super) all: Summary,
}

impl Counted {
    pub(super) fn percent(&self) -> f64 {
        percent([self.all.games, self.all.eventually_left])
    }
}

/// The census of all S with this minimum, for each maximum up to one.
pub(super) fn by_maximum(min: u32, max: u32, limits: &Limits) -> Result<Vec<Counted>> {
    let mut rows = Vec::new();
    let mut all = Summary::default();
    for top in min..=max {
        // The numbers of the sets whose maximum is exactly this.
        let numbers = (1_u64 << (top - min) >> 1)..(1 << (top - min));
        Family::new(min, top)?.classify_range(numbers, limits, |row| all.add(row))?;
        rows.push(Counted { min, max: top, all });
    }
    Ok(rows)
}

/// C9. The fast census is compared with the strips on the small maxima. A printed share is true if some maximum of one of
/// the two families fits it, and open as long as none does.
pub(super) fn census(said: &[Share], tops: [u32; 2], frame: &Frame) -> Result {
    let families = [by_maximum(2, tops[0], &frame.limits)?, by_maximum(3, tops[1], &frame.limits)?];
    let last = || families.iter().filter_map(|family| family.last());
    let cases = last().map(|row| u128::from(row.all.games)).sum();
    let enumerated = looked("C9", &[&tops[0], &tops[1]]);
    // The census and the strips count the same where both are quick.
    let small = families.iter().flatten().filter(|row| row.max <= 12);
    let mut tried = frame.forall("the smallest maximum", small).claim(|tried, row| {
        let sets = Set::within(row.min, row.max).filter(|set| set.min() == row.min);
        let mut left = 0;
        each_of(FIRST_SET, sets, frame, |_, strip| left += u64::from(strip.ends_in(L)))?;
        tried.expect(left == row.all.eventually_left, || {
            words("C9.differ", &[&row.min, &row.max, &row.all.eventually_left, &left])
        });
        Ok(())
    })?;
    tried.cases = cases;
    let is_unfitting = |share: &&Share| !families.iter().flatten().any(|row| fits(share, row));
    let mut finding = match said.iter().find(is_unfitting).filter(|_| tried.holds()) {
        Some(share) => Finding::open(words("C9.unfitting", &[&share.text]), cases, &enumerated),
        None => tried.finding("C9", &[&tops[0], &tops[1]], Known::up_to(&enumerated)),
    };
    for share in said {
        finding = finding.statement(fitting(share, &families, &enumerated));
    }
    let never_falls =
        families.iter().all(|rows| rows.is_sorted_by(|one, next| one.percent() <= next.percent()));
    let course = words(if never_falls { "C9.rises" } else { "C9.falls" }, &[]);
    let last =
        last().map(|row| format!("{:.2} % for min {} max {}", row.percent(), row.min, row.max));
    let curve = |rows: &Vec<Counted>| {
        let name = rows.first().map_or(String::new(), |row| format!("min S = {}", row.min));
        (name, rows.iter().map(|row| (f64::from(row.max), row.percent())).collect())
    };
    let axes = ["max S at most", "per cent"];
    finding = finding
        .note(words("C9.families", &[&course, &listed(last, ", ")]))
        .exhibit(curves("How many S end in L", axes, families.iter().map(curve)))
        .exhibit(census_table(&families));
    deciding::add(finding, frame)
}

fn fits(share: &Share, row: &Counted) -> bool {
    (share.from..share.to).contains(&row.percent())
}

fn fitting(share: &Share, families: &[Vec<Counted>; 2], enumerated: &str) -> Statement {
    let (mut fitting, mut without) = (Vec::new(), String::new());
    for (min, family) in [2, 3].into_iter().zip(families) {
        let found = family.iter().filter(|row| fits(share, row)).map(|row| {
            let percent = format!("{:.2}", row.percent());
            words("C9.fits", &[&row.max, &row.all.eventually_left, &row.all.games, &percent])
        });
        let found = listed(found, " and ");
        match found.is_empty() {
            true => {
                let most = family.last().map_or(min, |row| row.max);
                without += &format!("; with min {min} no maximum up to {most} fits");
            }
            false => fitting.push(format!("min {min} with {found}")),
        }
    }
    let fitting = match fitting[..] {
        [] => "nothing that was looked at".to_owned(),
        _ => fitting.join(", and "),
    };
    let text = format!("“{}” ({}) fits {fitting}{without}.", share.text, share.source);
    Statement::beyond(text, Known::up_to(enumerated.to_owned()))
}

fn census_table(families: &[Vec<Counted>; 2]) -> Exhibit {
    let rows = families.iter().flatten().map(|row| {
        let Summary { games, eventually_left, longest_period, longest_preperiod } = row.all;
        let share = format!("{:.2} %", row.percent());
        let period = longest_period.map_or(0, |row| row.period);
        let preperiod = longest_preperiod.map_or(0, |row| row.preperiod);
        let shown: Values<'_> = &[&games, &eventually_left, &share, &period, &preperiod];
        (format!("min {}, max {}", row.min, row.max), cells(shown))
    });
    said_table("C9.table", &[], rows)
}

//! Long answers: what is refused before the work, and what ends it on the way.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bouton_lab::ask::{self, Cells, Of};
use bouton_lab::render::AsText;
use bouton_lab::render::grid::AsGrid;
use bouton_lab::render::within::{bytes_within, write_within};
use bouton_lab::rules::{Limits, Refusal, Watch};
use bouton_lab::{Answerable, Desk, ForEngines, ReadError, answer};
use serde::Serialize;

/// Lets the work go on until it is asked this many times.
struct Until(AtomicU64);

impl Watch for Until {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
        if left.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

fn until(asked: u64) -> Limits {
    Limits { watch: Arc::new(Until(asked.into())), ..Limits::default() }
}

fn desk(limits: Limits) -> Desk {
    Desk { limits, files: false }
}

fn table(of: Cells, size: u64) -> ask::Table {
    ask::Table { of: Some(of), ..ask::Table::new("wythoff", size, size) }
}

/// Whoever begins to work asks the watch, which stops it at once.
#[test]
fn tables_that_do_not_fit_are_refused_before_the_work() {
    for (of, size, bytes) in [(Cells::Outcome, 3000, 10), (Cells::NimValue, 1500, 40)] {
        let limits = Limits { memory: 64 << 20, ..until(0) };
        let refused = table(of, size).answer(&desk(limits));
        let Err(ReadError::Refused(Refusal::Limit { needed, allowed, .. })) = refused else {
            panic!("{of:?}: {refused:?}");
        };
        assert_eq!((needed, allowed), (u128::from(size * size * bytes), 64 << 20));
    }
    let usual = Limits::default().memory;
    assert!(3000 * 3000 * 40 < usual, "what the default allows");
}

#[test]
fn views_that_do_not_fit_are_refused_and_long_ones_can_be_stopped() {
    let view = |limits: Limits, memory| {
        let asked = table(Cells::Outcome, 40);
        let mut question = asked.question(&desk(Limits::default())).unwrap();
        let found = answer(&question).unwrap();
        question.limits = limits;
        let table = asked.view(&question, &found).map(|_| ());
        let asked = ask::Sequence::new("subtraction:1,3,4", Of::Losing, 1000);
        let mut question = asked.question(&desk(Limits::default())).unwrap();
        let found = answer(&question).unwrap();
        question.limits.memory = memory;
        [table, asked.view(&question, &found).map(|_| ())]
    };
    assert_eq!(view(until(40), 6000), [Ok(()), Ok(())]);
    let [table, terms] = view(until(39), 3000);
    assert_eq!(table, Err(Refusal::Interrupted));
    assert!(matches!(terms, Err(Refusal::Limit { .. })), "{terms:?}");
}

/// The texts of a view, by the ways in which fronts write them.
fn ways<V: AsGrid + AsText + Serialize>(
    view: &V,
) -> [impl Fn(&mut dyn Write) -> io::Result<()>; 4] {
    [0, 1, 2, 3].map(|way| {
        move |out: &mut dyn Write| match way {
            0 => view.write_text(true, out),
            1 => view.csv(out),
            2 => view.latex(out),
            _ => Ok(serde_json::to_writer(out, view)?),
        }
    })
}

fn check<V: AsGrid + AsText + Serialize>(view: &V) {
    for (way, write) in ways(view).iter().enumerate() {
        let whole = bytes_within(&Limits::default(), write).unwrap();
        assert!(whole.len() > 3 << 16, "{way}: {} bytes are not long", whole.len());
        if way == 0 {
            assert_eq!(String::from_utf8(whole.clone()).unwrap(), view.text(true));
        }
        let mut part = Vec::new();
        let stopped = write_within(&until(2), &mut part, write).unwrap_err();
        assert_eq!(stopped.downcast::<Refusal>().unwrap(), Refusal::Interrupted, "{way}");
        assert!(whole.starts_with(&part) && part.len() < 3 << 16, "{way}: {}", part.len());
        let limits = Limits { memory: 1 << 17, ..Limits::default() };
        let refused = bytes_within(&limits, write);
        assert!(matches!(refused, Err(Refusal::Limit { .. })), "{way}: {refused:?}");
    }
}

#[test]
fn long_texts_end_where_the_watch_or_the_memory_says() {
    let desk = desk(Limits::default());
    for of in [Cells::Outcome, Cells::NimValue] {
        check(&table(of, 320).answer(&desk).unwrap());
    }
    for of in [Of::Outcome, Of::NimValue, Of::Value, Of::Losing] {
        let terms = ask::Sequence::new("subtraction:1,3,4", of, 200_000);
        check(&terms.answer(&desk).unwrap());
    }
}

#[test]
fn lists_are_folded_and_written_as_before() {
    let desk = desk(Limits::default());
    let terms = ask::Sequence::new("subtraction:1,2", Of::NimValue, 16).answer(&desk).unwrap();
    let latex = bytes_within(&desk.limits, |out| terms.latex(out)).unwrap();
    let line = |name: &str, cells: &[&str]| format!("${name}$ & {} \\\\\n", cells.join(" & "));
    let first: Vec<String> = (0..15).map(|n| format!("${n}$")).collect();
    let first: Vec<&str> = first.iter().map(String::as_str).collect();
    let blank = |cells: [&'static str; 2]| [&cells[..], &[""; 13]].concat();
    let wanted = [
        "\\begin{tabular}{r|*{15}{c}}\n".to_owned(),
        line("n", &first),
        line("a(n)", &["$0$", "$1$", "$2$"].repeat(5)),
        "\\hline\n".to_owned(),
        line("n", &blank(["$15$", "$16$"])),
        line("a(n)", &blank(["$0$", "$1$"])),
        "\\hline\n\\end{tabular}\n".to_owned(),
    ];
    assert_eq!(String::from_utf8(latex).unwrap(), wanted.concat());
    let bfile = bytes_within(&desk.limits, |out| terms.bfile(out)).unwrap();
    assert!(bfile.starts_with(b"0 0\n1 1\n2 2\n3 0\n"));
    let refused = bytes_within(&desk.limits, |out| {
        table(Cells::Outcome, 3).answer(&desk).unwrap().bfile(out)
    });
    assert!(matches!(refused, Err(Refusal::Unsupported { .. })), "{refused:?}");
}

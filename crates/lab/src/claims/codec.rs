//! Findings as views and back.

use bouton_ask::{
    Cell as CellView, Curve as CurveView, ExhibitView, FindingView, KnownKind, KnownView,
    StatementView, TableRow,
};
use bouton_papers::{
    Cell, Counterexample, Curve, Exhibit, Finding, Known, Picture, Statement, Verdict,
};

/// A finding as a view.
#[must_use]
pub fn finding_view(finding: &Finding) -> FindingView {
    let counterexample = finding.counterexample.as_ref();
    FindingView {
        verdict: finding.verdict.name().to_owned(),
        bound: finding.known.bound().to_owned(),
        counterexample: counterexample.map(|found| found.what.clone()),
        note: finding.note.clone(),
        known: known_view(&finding.known),
        cases: finding.cases.to_string(),
        enumerated: finding.enumerated.clone(),
        steps: counterexample.map(|found| found.steps.clone()),
        smallest: counterexample.map(|found| found.smallest.clone()),
        statements: finding.statements.iter().map(statement_view).collect(),
        exhibits: finding.exhibits.iter().map(exhibit_view).collect(),
        commands: finding.commands.clone(),
    }
}

fn known_view(known: &Known) -> KnownView {
    let (kind, text) = match known {
        Known::ForAll(reason) => (KnownKind::ForAll, reason.as_str()),
        Known::UpTo(bound) => (KnownKind::UpTo, bound.as_str()),
        Known::ByExample => (KnownKind::ByExample, ""),
        Known::Unsettled(reason) => (KnownKind::Unsettled, reason.as_str()),
    };
    KnownView { kind, text: text.to_owned() }
}

fn statement_view(statement: &Statement) -> StatementView {
    StatementView {
        text: statement.text.clone(),
        correction: statement.is_correction,
        bound: statement.known.bound().to_owned(),
        known: known_view(&statement.known),
    }
}

/// Something to look at, as a view.
#[must_use]
pub fn exhibit_view(exhibit: &Exhibit) -> ExhibitView {
    match exhibit.clone() {
        Exhibit::Table { caption, columns, rows } => {
            let row = |(label, cells): (String, Vec<Cell>)| TableRow {
                label,
                cells: cells.into_iter().map(cell_view).collect(),
            };
            ExhibitView::Table { caption, columns, rows: rows.into_iter().map(row).collect() }
        }
        Exhibit::Strip { caption, letters, period } => {
            ExhibitView::Strip { caption, letters, period }
        }
        Exhibit::Curves { caption, x, y, curves } => {
            let curve = |Curve { name, points }| CurveView { name, points };
            ExhibitView::Curves { caption, x, y, curves: curves.into_iter().map(curve).collect() }
        }
        Exhibit::Picture(Picture { caption, game, x, y, sectors }) => {
            let (x, y) = ([x.start, x.end], [y.start, y.end]);
            ExhibitView::Picture { caption, game, x, y, sectors }
        }
        Exhibit::Lines { caption, lines } => ExhibitView::Lines { caption, lines },
    }
}

fn cell_view(cell: Cell) -> CellView {
    match cell.printed {
        None => CellView::Text(cell.text),
        Some(printed) => CellView::Corrected { computed: cell.text, printed },
    }
}

/// What [`finding_view`] made; `None` if it did not make this.
#[must_use]
pub fn finding_of_view(view: FindingView) -> Option<Finding> {
    let counterexample = match view.counterexample {
        None => None,
        Some(what) => Some(Counterexample { what, steps: view.steps?, smallest: view.smallest? }),
    };
    Some(Finding {
        verdict: Verdict::ALL.into_iter().find(|known| known.name() == view.verdict)?,
        known: known(view.known),
        cases: view.cases.parse().ok()?,
        enumerated: view.enumerated,
        counterexample,
        statements: view.statements.into_iter().map(statement).collect(),
        note: view.note,
        exhibits: view.exhibits.into_iter().map(exhibit).collect(),
        commands: view.commands,
    })
}

fn known(view: KnownView) -> Known {
    match view.kind {
        KnownKind::ForAll => Known::ForAll(view.text),
        KnownKind::UpTo => Known::UpTo(view.text),
        KnownKind::ByExample => Known::ByExample,
        KnownKind::Unsettled => Known::Unsettled(view.text),
    }
}

fn statement(view: StatementView) -> Statement {
    Statement { text: view.text, is_correction: view.correction, known: known(view.known) }
}

fn exhibit(view: ExhibitView) -> Exhibit {
    match view {
        ExhibitView::Table { caption, columns, rows } => {
            let row = |row: TableRow| (row.label, row.cells.into_iter().map(cell).collect());
            Exhibit::Table { caption, columns, rows: rows.into_iter().map(row).collect() }
        }
        ExhibitView::Strip { caption, letters, period } => {
            Exhibit::Strip { caption, letters, period }
        }
        ExhibitView::Curves { caption, x, y, curves } => {
            let curve = |CurveView { name, points }| Curve { name, points };
            Exhibit::Curves { caption, x, y, curves: curves.into_iter().map(curve).collect() }
        }
        ExhibitView::Picture { caption, game, x, y, sectors } => {
            let (x, y) = (x[0]..x[1], y[0]..y[1]);
            Exhibit::Picture(Picture { caption, game, x, y, sectors })
        }
        ExhibitView::Lines { caption, lines } => Exhibit::Lines { caption, lines },
    }
}

fn cell(view: CellView) -> Cell {
    match view {
        CellView::Text(text) => Cell::new(text),
        CellView::Corrected { computed, printed } => {
            Cell { text: computed, printed: Some(printed) }
        }
    }
}

//! Tables, charts and sequences: the parts of a plane that questions ask for.

use bouton_rules::{Limits, Refusal};

use super::Plane;
use crate::ask::Quantity;
use crate::finding::{Bits, Chart, Sequence, Table, Terms, outcome_if};
use crate::view::{View, pack};

impl View {
    pub(super) fn table_of_outcomes(
        &self,
        plane: &impl Plane,
        limits: &Limits,
    ) -> Result<Table, Refusal> {
        self.check(1, limits)?;
        let outcome = |lost: &u8| Some(outcome_if(*lost > 0));
        let rows = self.collect(Vec::new(), |rows| {
            plane.losing(self, limits, |row| rows.push(row.iter().map(outcome).collect()))
        });
        rows.map(Table::Outcomes)
    }

    pub(super) fn table_of_values(
        &self,
        plane: &impl Plane,
        limits: &Limits,
    ) -> Result<Table, Refusal> {
        self.check(16, limits)?;
        let rows = self.collect(Vec::new(), |rows| {
            plane.values(self, limits, |row| rows.push(row.iter().copied().map(Some).collect()))
        });
        rows.map(Table::Numbers)
    }

    pub(super) fn chart(&self, plane: &impl Plane, limits: &Limits) -> Result<Chart, Refusal> {
        self.check(1, limits)?;
        let rows = self.collect(Bits::default(), |rows| {
            plane.losing(self, limits, |row| rows.push(pack(row)))
        });
        rows.map(Chart::Losing)
    }

    pub(super) fn sequence(
        &self,
        plane: &impl Plane,
        of: Quantity,
        limits: &Limits,
    ) -> Result<Sequence, Refusal> {
        self.check(8, limits)?;
        let mut terms = Terms::Losing(Bits::default());
        match of {
            Quantity::Outcome => {
                plane.losing(self, limits, |row| terms = Terms::Losing(pack(row)))?;
            }
            Quantity::NimValue => {
                plane.values(self, limits, |row| terms = Terms::NimValues(row.to_vec()))?;
            }
        }
        Ok(Sequence::from_table(terms))
    }
}

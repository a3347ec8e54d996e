//! The order in which engines are asked.

use crate::antonim::CompletionSearch;
use crate::automatic::ProvedAutomata;
use crate::closed::{
    AntonimTriples, ChompPairs, EuclidGolden, LaskerClosed, MisereNim, Moore, NimSum,
    NimrodSectors, WelterFunction, WythoffGolden, Zeckendorf,
};
use crate::definition::Definition;
use crate::engine::Engine;
use crate::few::FewPositions;
use crate::heap::{HeapOutcomes, HeapValues, ShiftRegister};
use crate::lattice::LatticeTable;
use crate::nimrod::{NimrodRows, RateColumns};
use crate::octal::SparseSpace;
use crate::partizan::CanonicalForms;
use crate::real::RealStructure;
use crate::sum::SumOfValues;
use crate::written::Bytecode;

/// All engines. The first that accepts a question answers it: theorems before tables, tables before
/// the definition.
pub const LADDER: &[&dyn Engine] = &[
    // A theorem decides at once, at any size.
    &NimSum,
    &MisereNim,
    &Moore,
    &AntonimTriples,
    &WelterFunction,
    &WythoffGolden,
    &EuclidGolden,
    &Zeckendorf,
    &NimrodSectors,
    &LaskerClosed,
    &ChompPairs,
    &RealStructure,
    // Large numbers from which little can be reached.
    &FewPositions,
    // Large questions about rules without a closed form, if a theorem is found.
    &ProvedAutomata::USUAL,
    // A table over single heaps, with the period where one is proved.
    &ShiftRegister,
    &HeapOutcomes,
    &SparseSpace,
    &HeapValues,
    // Tables for the games whose numbers depend on each other.
    &CompletionSearch,
    &NimrodRows,
    &RateColumns,
    &LatticeTable,
    // Written rules that no family recognises, by blocks of positions.
    &Bytecode::USUAL,
    // Components whose values are nimbers.
    &SumOfValues,
    // Positions that are short games.
    &CanonicalForms,
    // Everything that can be reached, one by one.
    &Definition,
];

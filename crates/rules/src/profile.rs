//! What is provably true of the rules of a game.

pub use bouton_definition::Fact;

/// The facts that are proved of a game's rules, from which the plan is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// f_L = f_R: both players have the same options everywhere.
    pub same_options: Fact,
    /// e_L = e_R: a stuck player wins or loses, whoever it is.
    pub same_endings: Fact,
    /// Does every run of moves end?
    pub terminates: Fact,
    /// A position is the disjunctive sum of its heaps.
    pub independent: Fact,
    /// A single heap's options lie at most this far below it and never split it.
    pub lookback: Option<u64>,
}

impl Profile {
    /// Impartial: the same options and the same endings (Definition 2 of *On Ending Partizan Subtraction Nim*).
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.same_options.holds() && self.same_endings.holds()
    }
}

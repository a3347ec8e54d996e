//! Fingerprints of periods: a hash of 64 bits that is easy to compute in any language, and the letters that occur.

use bouton_values::Outcome;

/// The hash FNV-1a (Fowler, Noll, Vo) with 64 bits over the bytes of a text. It takes a multiplication a byte and three
/// lines in any language; it guards against accidents, not against an adversary.
///
/// ```
/// use bouton_engines::census::Fnv;
/// assert_eq!(Fnv::default().text("foobar").0, 0x8594_4171_f739_67e8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv(pub u64);

impl Default for Fnv {
    /// The hash of the empty text.
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// The hash with one more byte.
    #[inline(always)]
    #[must_use]
    pub fn byte(self, byte: u8) -> Fnv {
        Fnv((self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
    }

    /// The hash with the bytes of one more text.
    #[must_use]
    pub fn text(self, text: &str) -> Fnv {
        text.bytes().fold(self, Fnv::byte)
    }
}

/// Which letters of outcomes occur in a period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Letters(u8);

impl Letters {
    const ORDER: [Outcome; 5] = [Outcome::L, Outcome::N, Outcome::P, Outcome::R, Outcome::D];

    /// The letter L alone.
    pub const LEFT: Letters = Letters(1);

    /// How many sets of letters there are.
    pub const COUNT: usize = 32;

    /// These letters and that of one more outcome.
    #[must_use]
    pub fn with(self, outcome: Outcome) -> Letters {
        Letters(self.0 | bit(outcome))
    }

    /// Does the outcome occur?
    #[must_use]
    pub fn has(self, outcome: Outcome) -> bool {
        self.0 & bit(outcome) != 0
    }

    /// A number below [`Letters::COUNT`] for each set of letters.
    #[must_use]
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// All sets of letters, by their numbers.
    pub fn all() -> impl Iterator<Item = Letters> {
        (0..Letters::COUNT as u8).map(Letters)
    }

    /// The letters in alphabetical order, but D last: `LNPR`.
    #[must_use]
    pub fn text(self) -> String {
        Letters::ORDER.iter().filter(|o| self.has(**o)).map(|outcome| outcome.letter()).collect()
    }
}

fn bit(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::L => 1,
        Outcome::N => 2,
        Outcome::P => 4,
        Outcome::R => 8,
        Outcome::D | Outcome::LD | Outcome::DL | Outcome::RD | Outcome::DR => 16,
    }
}

/// A fingerprint of the outcomes of one period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeriodWord {
    /// The letters that occur.
    pub letters: Letters,
    /// The hash of the outcomes of one period from the preperiod on, written as letters.
    pub hash: u64,
}

impl PeriodWord {
    /// The fingerprint of a period that is L alone.
    #[must_use]
    pub fn left() -> PeriodWord {
        PeriodWord::of([Outcome::L])
    }

    /// The fingerprint of these outcomes.
    pub fn of(outcomes: impl IntoIterator<Item = Outcome>) -> PeriodWord {
        let (mut letters, mut hash) = (Letters::default(), Fnv::default());
        for outcome in outcomes {
            letters = letters.with(outcome);
            hash = hash.byte(outcome.letter() as u8);
        }
        PeriodWord { letters, hash: hash.0 }
    }
}

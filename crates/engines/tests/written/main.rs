//! Rule texts that run as bytecode, against the oracle: every position of a box, in both styles.

mod compare;
mod random;
mod texts;

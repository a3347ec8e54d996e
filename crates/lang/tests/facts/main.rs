//! What is proved of programs holds in their positions, one by one.
//!
//! `brute` compares every claim with [`bouton_lang::Program::options`], and `exactness` the exact cases; `games`,
//! `readings` and `texts` hold rules for which the claims are known, `random` hundreds for which they are not, `hostile` some that would
//! take for ever.

mod brute;
mod build;
mod exactness;
mod games;
mod hostile;
mod random;
mod readings;
mod texts;

//! `bouton-check FILE`: does a certificate about a game hold? Nothing is linked but the checker and what it needs: the
//! rule language without its proofs, the definitions of games, the oracle. `cargo xtask trusted` counts the lines.

mod front;

use std::process::ExitCode;

use bouton_certify::{Certificate, Rejection, check};
use bouton_values::{Limits, Refusal};

const USAGE: &str = "\
Checks a certificate about a game from the rules alone.

usage: bouton-check [--json] FILE      - for standard input

Exit code 0: it holds; 1: it does not; 2: this is not a certificate, or one that this program
cannot check; 3: a limit was exceeded.

It reads rule texts as they are written, sets, codes and digraphs as games. Boards, real-valued
Nim, heaps whose endings are normalised in a sum, and certificates of version 0.1 that do not carry
the form of their rules are left to `bouton check`; certificates about the structures and labels of
a digraph to `bouton-check-graph`.

Example:
  bouton sequence kayles --to 200 --of nim-value --certificate kayles.json
  bouton-check kayles.json
";

fn main() -> ExitCode {
    let verify = |certificate: &Certificate, _: &[String], limits: &Limits| {
        // A build of all programs at once has both parts of the checker.
        if certificate.is_about_graph() {
            return Err(Refusal::unsupported(
                "the certificate is about a digraph",
                "`bouton-check-graph` checks such certificates",
            )
            .into());
        }
        check(certificate, limits).map_err(|rejection| match rejection {
            Rejection::FormMissing => {
                Refusal::unsupported(rejection.to_string(), "`bouton check` can supply it").into()
            }
            other => other,
        })
    };
    front::Program { name: "bouton-check", usage: USAGE, files: 1, check: verify }.run()
}

//! The answers without a server: what the static edition's page asks its worker.

use std::sync::Arc;

use bouton_lab::ask;
use bouton_lab::render::painter::Painter;
use bouton_lab::rules::Watch;

use crate::api::{self, Plain};
use crate::budget::Budget;
use crate::page::{Page, Reply, from_body, from_query};
use crate::problem::Problem;

/// Answers the requests of the page within the limits that a server has by default, except those that need a server:
/// a census is kept in a folder, and the claims of the papers are checked in the background.
///
/// ```
/// use std::sync::Arc;
/// use bouton_lab::rules::Quiet;
///
/// let alone = bouton_web::Alone::default();
/// let reply = alone.answer("solve", br#"{ "game": "nim", "position": "3,4,6" }"#, Arc::new(Quiet));
/// assert_eq!(reply.status, 200);
/// assert_eq!(alone.answer("game?game=nym", b"", Arc::new(Quiet)).status, 400);
/// assert_eq!(alone.answer("census", b"", Arc::new(Quiet)).status, 501);
/// ```
#[derive(Default)]
pub struct Alone {
    painter: Painter,
}

impl Alone {
    /// Answers a request to an address after `/api/`, with its query if it has one, and a JSON body.
    pub fn answer(&self, address: &str, body: &[u8], watch: Arc<dyn Watch>) -> Reply {
        let (name, query) = address.split_once('?').unwrap_or((address, ""));
        self.found(name, query, body, &Budget::usual(watch)).unwrap_or_else(Reply::from)
    }

    #[expect(unreachable_patterns, reason = "of some questions the page shows more than the view")]
    fn found(
        &self,
        name: &str,
        query: &str,
        body: &[u8],
        budget: &Budget,
    ) -> Result<Reply, Problem> {
        // The list of all questions comes last: of some the page shows more than the view.
        macro_rules! find {
            ($($page:ty),*; $($in_address:ty),*; $($question:ty),*) => {
                match name {
                    $(<$page as Page>::NAME => from_body::<$page>(body)?.answer(budget),)*
                    $(<$in_address as Page>::NAME => {
                        from_query::<$in_address>(query)?.answer(budget)
                    })*
                    "tile" => Ok(from_query::<api::Where>(query)?.tile(&self.painter, budget)?.into()),
                    "point" => from_query::<api::At>(query)?.point(&self.painter, budget),
                    $(<Plain<$question> as Page>::NAME => {
                        from_body::<Plain<$question>>(body)?.answer(budget)
                    })*
                    _ if name == "census" || name.starts_with("census/") => Err(Problem::NEEDS_FOLDER),
                    _ => Err(Problem::NOT_FOUND),
                }
            };
        }
        macro_rules! find_all {
            ($($question:ty),*) => {
                find!(
                    ask::Solve, ask::Sequence, ask::Graph, api::Expression, api::Begin, api::Respond,
                    api::Hint, api::Made, api::Options, api::Rules, api::Export, api::PeriodCertificate,
                    api::PositionCertificate;
                    api::Games, api::About, api::Seen;
                    $($question),*
                )
            };
        }
        ask::each_question!(find_all)
    }
}

#[cfg(all(test, feature = "server"))]
mod tests {
    use bouton_lab::rules::Quiet;

    use super::*;

    /// What the static edition cannot answer is listed here: it needs a folder or a server's address, or is a file.
    #[test]
    fn every_other_address_of_the_server_is_answered_alone() {
        let alone = Alone::default();
        let missing: Vec<String> = crate::routes()
            .into_iter()
            .map(|(_, path)| path.trim_start_matches("/api/").to_owned())
            .filter(|path| matches!(alone.answer(path, b"{}", Arc::new(Quiet)).status, 404 | 501))
            .collect();
        let known = [
            "openapi.json",
            "claims",
            "claims/report",
            "census",
            "census",
            "census/{id}",
            "census/{id}/events",
            "census/{id}/stop",
            "share",
        ];
        assert_eq!(missing, known);
    }
}

//! The routes of the server: for each address its handler and its entry in the API description.

use std::sync::LazyLock;

use axum::Router;
use axum::http::header;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::{any, get, post};
use bouton_lab::ask;
use schemars::JsonSchema;
use serde::Serialize;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use super::asked::{answered, answered_in_address, of_panic};
use super::description::Route;
use super::state::Shared;
use super::{assets, census, guard, outbox, share, tiles};
use crate::api;
use crate::page::Page;
use crate::problem::Problem;

/// The method and the path of every address of the API, as `openapi.json` writes them.
#[must_use]
pub fn routes() -> Vec<(&'static str, String)> {
    table().into_iter().map(|route| (route.method, route.path)).collect()
}

/// All routes of the API.
pub(crate) fn table() -> Vec<Route> {
    let mut table = vec![
        Route::get("/api/openapi.json", "openapi", get(description))
            .about("The description of this API, in the OpenAPI format.")
            .files(&["application/json"]),
    ];
    table.extend(questions());
    table.extend(plane());
    table.extend(files());
    #[cfg(feature = "papers")]
    table.extend(claims());
    table.extend(background());
    table.push(
        Route::get("/api/share", "share", get(share::share))
            .about("Says by which address others reach the page, if the server is for a class.")
            .gives::<share::SharePage>(),
    );
    table
}

/// A route for every question, at the address of its name, and the routes of games in progress. Where the page needs
/// more than the question's view, a special route replaces the general one.
fn questions() -> Vec<Route> {
    use ask::Question;
    fn page<P: Page, View: JsonSchema + 'static>(
        about: impl Into<String>,
        examples: Vec<impl JsonSchema + Serialize>,
    ) -> Route {
        let route = Route::post(&format!("/api/{}", P::NAME), P::NAME, post(answered::<P>));
        route.about(about).takes(examples).gives::<View>()
    }
    fn question<Q: Question, P: Page, View: JsonSchema + 'static>() -> Route {
        page::<P, View>(Q::summary(), Q::examples())
    }
    macro_rules! plain_routes {
        ($($question:ty),*) => {
            vec![$(question::<$question, api::Plain<$question>, <$question as Question>::View>()),*]
        };
    }
    let mut special = vec![
        question::<ask::Solve, ask::Solve, api::solve::SolvePage>(),
        question::<ask::Sequence, ask::Sequence, api::sequence::SequencePage>(),
        page::<api::Expression, api::value::ValuePage>(
            ask::Value::summary(),
            api::Expression::examples(),
        ),
        question::<ask::Graph, ask::Graph, api::graph::GraphPage>(),
        Route::get("/api/games", "games", get(answered_in_address::<api::Games>))
            .about("Lists the games of the catalogue.")
            .gives::<Vec<ask::GameView>>(),
        Route::get("/api/game", "game", get(answered_in_address::<api::About>))
            .about(
                "Describes a game: its positions, its endings and the questions that it supports.",
            )
            .query::<api::About>()
            .gives::<ask::AboutView>(),
        page::<api::Begin, ask::PlayView>(
            "Shows a game in progress and its moves; makes the given move first, if there is one.",
            api::Begin::examples(),
        ),
        page::<api::Respond, ask::PlayView>("Makes the opponent's move.", api::Respond::examples()),
        page::<api::Hint, ask::HintView>("Says how to win a position.", api::Hint::examples()),
        page::<api::Made, ask::ReviewView>(
            "Says what a move did: whether it kept the win, what the opponent can do now, and why.",
            api::Made::examples(),
        ),
        page::<api::Options, ask::OptionsView>(
            "Rates every option of a position: what it leads to, and its value.",
            api::Hint::examples(),
        ),
        page::<api::Rules, api::rules::RulesPage>(
            "Lists the mistakes in a rule text, and describes the game that it defines.",
            api::Rules::examples(),
        ),
    ];
    let plain: Vec<Route> = ask::each_question!(plain_routes);
    let mut routes = Vec::new();
    for route in plain {
        let own = special.iter().position(|other| other.path == route.path);
        routes.push(own.map_or(route, |at| special.remove(at)).question());
    }
    routes.extend(special);
    routes
}

/// Routes of the chart: the plane of positions (x, y).
fn plane() -> Vec<Route> {
    vec![
        Route::get("/api/tile", "tile", get(tiles::tile))
            .about("Draws a tile of 256×256 pixels of the plane of positions, y upwards.")
            .query::<api::Where>()
            .files(&["image/png"])
            .header("X-Exact", "`true` if every pixel shows exactly one position, else `false`.")
            .header("Cache-Control", "Tiles never change and may be cached for ever."),
        Route::get("/api/point", "point", get(tiles::point))
            .about("Says who wins a position of the plane.")
            .query::<api::At>()
            .gives::<api::chart::PointPage>(),
        Route::get("/api/overlay", "overlay", get(answered_in_address::<api::Seen>))
            .about("Lists the lines and the names to draw over the tiles of a window.")
            .query::<api::Seen>()
            .gives::<ask::Overlay>(),
    ]
}

/// Routes that answer with a file.
fn files() -> Vec<Route> {
    use ask::Question;
    const KINDS: &[&str] =
        &["text/plain", "text/csv", "application/x-tex", "image/png", "image/svg+xml"];
    fn file<P: Page>(name: &'static str, kinds: &'static [&'static str]) -> Route {
        let route = Route::post(&format!("/api/{}", P::NAME), name, post(answered::<P>));
        route.files(kinds).header("Content-Disposition", "The name of the file.")
    }
    vec![
        file::<api::Export>("export", KINDS)
            .about("Writes the rows of an answer to a file, or draws a sequence.")
            .takes(api::Export::examples()),
        file::<api::PeriodCertificate>("certificate", &["application/json"])
            .about("Writes a certificate of a period, which /api/check verifies.")
            .takes(vec![ask::Sequence::new(ask::examples::TERMS, ask::Of::NimValue, 200)]),
        file::<api::PositionCertificate>("positionCertificate", &["application/json"])
            .about("Writes a certificate of who wins a position, which /api/check verifies.")
            .takes(ask::Solve::examples()),
    ]
}

/// Routes of the papers' claims, which are checked once in the background.
#[cfg(feature = "papers")]
fn claims() -> Vec<Route> {
    use super::claims;
    vec![
        Route::get("/api/claims", "claims", get(claims::claims))
            .about("Lists the claims of the papers with their verdicts; the first request starts the checkers.")
            .gives::<Vec<ask::ClaimView>>()
            .or(202, "The claims are still being checked.", Route::json::<claims::HowFar>)
            .refuses(&[400]),
        Route::get("/api/claims/report", "report", get(claims::report))
            .about("The report on the claims, as a page.")
            .files(&["text/html"])
            .or(202, "The claims are still being checked.", Route::json::<claims::HowFar>)
            .refuses(&[400]),
    ]
}

/// Routes of work that goes on in the background: censuses.
fn background() -> Vec<Route> {
    vec![
        Route::get("/api/census", "censuses", get(census::censuses))
            .about("Lists the censuses of this server, and the families that a census can cover.")
            .gives::<census::CensusList>()
            .refuses(&[503]),
        Route::post("/api/census", "startCensus", post(census::start_census))
            .about("Starts a census, or continues one.")
            .takes(census::Wanted::examples())
            .or(202, "The census is running.", Route::json::<census::Started>)
            .refuses(&[404]),
        Route::get("/api/census/{id}", "census", get(census::census))
            .about("Summarises what a census found.")
            .gives::<census::CensusPage>()
            .refuses(&[400, 503]),
        Route::get("/api/census/{id}/events", "censusEvents", get(census::census_events))
            .about("Reports the progress of a census until it ends.")
            .events::<census::CensusProgress>()
            .refuses(&[400, 503]),
        Route::post("/api/census/{id}/stop", "stopCensus", post(census::stop_census))
            .about("Stops a census; finished parts are kept.")
            .gives::<census::Started>(),
    ]
}

/// The router of all addresses, wrapped in the access checks.
pub(crate) fn router(state: &Shared) -> Router {
    let mut router = Router::new();
    for route in table() {
        router = router.route(&route.path, route.handler);
    }
    router
        .route("/", get(assets::serve))
        .route("/{*path}", get(assets::serve))
        .route("/api/{*path}", any(nothing))
        .fallback(nothing)
        .method_not_allowed_fallback(wrong_method)
        .layer(CatchPanicLayer::custom(of_panic))
        .layer(from_fn_with_state(state.clone(), outbox::count))
        // Fast, since it is done for every response; pictures, which are compressed already, are left alone.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(from_fn_with_state(state.clone(), guard::guard))
        .with_state(state.clone())
}

/// The text of `openapi.json`, which is the same for every server, so it is made once.
static DESCRIPTION: LazyLock<String> = LazyLock::new(super::description);

async fn description() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION.as_str())
}

async fn nothing() -> Problem {
    Problem::NOT_FOUND
}

async fn wrong_method() -> Problem {
    Problem::WRONG_METHOD
}

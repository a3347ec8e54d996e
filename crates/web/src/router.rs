//! Which address is answered by whom, and how it is described.

use std::sync::LazyLock;

use axum::Router;
use axum::http::header;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::{any, get, post};
use bouton_lab::{Answered, ask};
use tower_http::catch_panic::CatchPanicLayer;

use crate::description::Route;
use crate::problem::{Problem, of_panic};
use crate::state::Shared;
use crate::{api, assets, guard, outbox};

/// The addresses of the API with their methods, as the description writes them.
#[must_use]
pub fn routes() -> Vec<(&'static str, String)> {
    table().into_iter().map(|route| (route.method, route.path)).collect()
}

/// The addresses of the API.
pub(crate) fn table() -> Vec<Route> {
    let mut table = vec![
        Route::get("/api/openapi.json", "openapi", get(description))
            .about("This description.")
            .files(&["application/json"]),
    ];
    table.extend(questions());
    table.extend(plane());
    table.extend(files());
    table.extend(background());
    table
}

/// Every question at the address of its name, and the games in progress. Where the page shows more than the view, a
/// route of its own takes the place of the general one.
fn questions() -> Vec<Route> {
    use ask::Question;
    fn plain<Q: Answered>() -> Route {
        let path = format!("/api/{}", Q::NAME);
        let route = Route::post(&path, Q::NAME, post(api::asked::<Q>));
        route.about(Q::SUMMARY).takes(Q::examples()).gives::<Q::View>()
    }
    macro_rules! plain_routes {
        ($($question:ty),*) => { vec![$(plain::<$question>()),*] };
    }
    let mut special = vec![
        Route::post("/api/solve", "solve", post(api::solve))
            .about(ask::Solve::SUMMARY)
            .takes(ask::Solve::examples())
            .gives::<api::SolvePage>(),
        Route::post("/api/sequence", "sequence", post(api::sequence))
            .about(ask::Sequence::SUMMARY)
            .takes(ask::Sequence::examples())
            .gives::<api::SequencePage>(),
        Route::post("/api/value", "value", post(api::value))
            .about(ask::Value::SUMMARY)
            .takes(api::Expression::examples())
            .gives::<api::ValuePage>(),
        Route::post("/api/graph", "graph", post(api::graph))
            .about(ask::Graph::SUMMARY)
            .takes(ask::Graph::examples())
            .gives::<api::GraphPage>(),
        Route::get("/api/games", "games", get(api::games))
            .about("The games that are known.")
            .gives::<Vec<ask::GameView>>(),
        Route::get("/api/game", "game", get(api::about))
            .about("What is known of a game before anything is asked of it.")
            .query::<api::About>()
            .gives::<ask::AboutView>(),
        Route::post("/api/play", "play", post(api::play))
            .about(
                "Where a game stands, and what can be done; a move is made first, if there is one.",
            )
            .takes(api::Begin::examples())
            .gives::<ask::PlayView>(),
        Route::post("/api/reply", "reply", post(api::reply))
            .about("The opponent's move.")
            .takes(api::Respond::examples())
            .gives::<ask::PlayView>(),
        Route::post("/api/hint", "hint", post(api::hint))
            .about("How to win a position.")
            .takes(api::Hint::examples())
            .gives::<ask::HintView>(),
        Route::post("/api/rules", "rules", post(api::rules))
            .about("The mistakes of a rule text, and what is understood of it.")
            .takes(api::Rules::examples())
            .gives::<api::RulesPage>(),
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

/// The plane of positions.
fn plane() -> Vec<Route> {
    vec![
        Route::get("/api/tile", "tile", get(api::tile))
            .about("256×256 pixels of the plane of positions, y upwards.")
            .query::<api::Where>()
            .files(&["image/png"])
            .header("X-Exact", "Does every pixel show one position? `true` or `false`.")
            .header("Cache-Control", "Tiles may be kept for ever."),
        Route::get("/api/point", "point", get(api::point))
            .about("Who wins a position of the plane.")
            .query::<api::At>()
            .gives::<api::PointPage>(),
        Route::get("/api/overlay", "overlay", get(api::overlay))
            .about("What is written over the tiles of a window.")
            .query::<api::Seen>()
            .gives::<ask::Overlay>(),
    ]
}

/// What is sent as a file.
fn files() -> Vec<Route> {
    use ask::Question;
    const KINDS: &[&str] =
        &["text/plain", "text/csv", "application/x-tex", "image/png", "image/svg+xml"];
    let named = |route: Route| route.header("Content-Disposition", "The name of the file.");
    vec![
        named(
            Route::post("/api/export", "export", post(api::export))
                .about("A sequence as a file.")
                .takes(api::Export::examples())
                .files(KINDS),
        ),
        named(
            Route::post("/api/certificate", "certificate", post(api::certificate))
                .about("A certificate of a period, which /api/check verifies.")
                .takes(vec![ask::Sequence::new(ask::examples::TERMS, ask::Of::NimValue, 200)])
                .files(&["application/json"]),
        ),
        named(
            Route::post(
                "/api/certificate/position",
                "positionCertificate",
                post(api::position_certificate),
            )
            .about("A certificate of who wins a position, which /api/check verifies.")
            .takes(ask::Solve::examples())
            .files(&["application/json"]),
        ),
    ]
}

/// What goes on by itself.
fn background() -> Vec<Route> {
    vec![
        Route::get("/api/claims", "claims", get(api::claims))
            .about("The claims of the papers; the first who asks sets the checkers to work.")
            .gives::<Vec<ask::ClaimView>>()
            .or(202, "They are being checked.", Route::json::<api::HowFar>)
            .refuses(&[400]),
        Route::get("/api/claims/report", "report", get(api::report))
            .about("The report on the claims.")
            .files(&["text/html"])
            .or(202, "They are being checked.", Route::json::<api::HowFar>)
            .refuses(&[400]),
        Route::get("/api/census", "censuses", get(api::censuses))
            .about("The censuses that are there, and the families that can be counted.")
            .gives::<api::CensusList>()
            .refuses(&[503]),
        Route::post("/api/census", "startCensus", post(api::start_census))
            .about("Begins a census, or goes on with one.")
            .takes(api::Wanted::examples())
            .or(202, "It is being made.", Route::json::<api::Started>)
            .refuses(&[404]),
        Route::get("/api/census/{id}", "census", get(api::census))
            .about("What a census found.")
            .gives::<api::CensusPage>()
            .refuses(&[400, 503]),
        Route::get("/api/census/{id}/events", "censusEvents", get(api::census_events))
            .about("How far a census is, until it ends.")
            .events::<api::News>()
            .refuses(&[400, 503]),
        Route::post("/api/census/{id}/stop", "stopCensus", post(api::stop_census))
            .about("Stops a census; what was made so far is kept.")
            .gives::<api::Started>(),
    ]
}

/// All addresses, behind the guard.
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
        .layer(from_fn_with_state(state.clone(), guard::guard))
        .with_state(state.clone())
}

/// It is the same for every server, and made once.
static DESCRIPTION: LazyLock<String> = LazyLock::new(crate::description);

async fn description() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION.as_str())
}

async fn nothing() -> Problem {
    Problem::NOT_FOUND
}

async fn wrong_method() -> Problem {
    Problem::WRONG_METHOD
}

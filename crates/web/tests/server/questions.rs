//! The questions and their answers, over loopback.

use crate::common::Server;
use bouton_web::Settings;
use serde_json::{Value, json};

#[test]
fn every_game_of_the_list_can_be_begun_and_solved() {
    let server = Server::new();
    let games = server.get("/api/games").json();
    let games = games.as_array().unwrap();
    assert!(games.len() > 25);
    let pictures = ["heaps", "number-line", "pile-and-rate", "board", "digraph", "plain"];
    for entry in games {
        assert!(pictures.contains(&entry["picture"].as_str().unwrap()), "{entry}");
        let (game, position) = (&entry["example"]["game"], &entry["example"]["position"]);
        let begun = server.ask("/api/play", json!({ "game": game }));
        assert_eq!(begun["picture"], entry["picture"]);
        assert_eq!(begun["board"], entry["board"]);
        assert_eq!(entry["board"].is_string(), entry["picture"] == "board", "{entry}");
        let solved = server.ask("/api/solve", json!({ "game": game, "position": position }));
        assert!(solved["outcome"].is_string() && solved["text"].is_string());
        assert!(!solved["text"].as_str().unwrap().contains('\u{1b}'), "no colours for terminals");
    }
    let charted: Vec<&str> = games
        .iter()
        .filter(|entry| entry["charts"] == true)
        .map(|entry| entry["name"].as_str().unwrap())
        .collect();
    for name in ["nimrod", "wythoff", "euclid", "nim", "antonim", "welter"] {
        assert!(charted.contains(&name), "{charted:?}");
    }
    let sliced =
        |name: &str| games.iter().find(|entry| entry["name"] == name).map(|entry| &entry["slices"]);
    assert_eq!(sliced("antonim"), Some(&json!(true)));
    assert_eq!(sliced("nimrod"), Some(&json!(false)));
}

#[test]
fn a_game_is_known_with_its_parameters_and_its_ending() {
    let server = Server::new();
    for (game, fact, value) in [
        ("rook:3", "numbers", json!(3)),
        ("octal:0.77", "has_nim_values", json!(true)),
        ("octal:0.77/misere", "has_nim_values", json!(false)),
        ("octal:0.77/misere", "ending", json!("misere")),
        ("ending-partizan:2,7", "ending", json!("own")),
        ("nimrod", "has_sectors", json!(true)),
        ("hackenbush", "board", json!("strings")),
        ("game%20g;position%20a,b;move%20a'%3Ca;move%20b'%3Cb", "has_rows", json!(true)),
    ] {
        let facts = server.get(&format!("/api/game?game={game}")).json();
        assert_eq!(facts[fact], value, "{game}: {facts}");
    }
    let rules = json!({ "text": "game g\nposition a, b\nmove a' < a\nmove b' < b\n" });
    assert_eq!(server.ask("/api/rules", rules)["has_rows"], true);
    assert_eq!(server.get("/api/game?game=none-of-these").status, 400);
}

#[test]
fn a_certificate_is_offered_where_one_can_be_written() {
    let server = Server::new();
    for (game, of, has) in [
        ("kayles", "nim-value", true),
        ("subtraction:1,3,4", "outcome", true),
        ("ending-partizan:2,3", "outcome", true),
        ("ending-partizan:2,3", "value", false),
        ("nim", "outcome", false),
        ("lasker", "nim-value", false),
        ("grundy", "nim-value", false),
    ] {
        let asked = json!({ "game": game, "to": 200, "of": of });
        assert_eq!(server.ask("/api/sequence", asked.clone())["has_certificate"], has, "{asked}");
        let status = if has { 200 } else { 400 };
        assert_eq!(server.post("/api/certificate", &asked).status, status, "{asked}");
    }
}

/// Whatever is refused, nobody is told to type a command or an option.
#[test]
fn what_is_refused_speaks_to_people_in_front_of_the_page() {
    let server = Server::new();
    let rules = "game g\nposition a, b\nmove a' < a\nmove b' < b\n";
    for (path, asked) in [
        ("/api/solve", json!({ "game": "misere nmi", "position": "3,4" })),
        ("/api/solve", json!({ "game": "nimm", "position": "3,4" })),
        ("/api/solve", json!({ "game": "rules/mine.game", "position": "3,4" })),
        ("/api/solve", json!(["nim", "3,4"])),
        ("/api/solve", json!({ "game": "domineering", "position": "8x8" })),
        ("/api/play", json!({ "game": "nim", "position": "3,4", "to": "1,1" })),
        ("/api/sequence", json!({ "game": "nimrod", "to": 20 })),
        ("/api/sequence", json!({ "game": "domineering", "to": 20 })),
        ("/api/sequence", json!({ "game": "nim", "to": 9_000_000 })),
        ("/api/sequence", json!({ "game": "nim/misere", "to": 20, "of": "nim-value" })),
        ("/api/certificate", json!({ "game": "grundy", "to": 50, "of": "nim-value" })),
        ("/api/export", json!({ "game": "kayles", "to": 50, "format": "bfile" })),
        ("/api/export", json!({ "game": "kayles", "to": 900_000, "format": "latex" })),
        ("/api/census", json!({ "family": "octal" })),
        ("/api/census", json!({ "family": "ending-partizan", "min": 2, "max": 30 })),
        ("/api/census", json!({ "family": "subtraction", "max": 5, "digits": 2 })),
        ("/api/value", json!({ "expression": "1+".repeat(20_000) })),
        ("/api/rules", json!({ "text": rules })),
    ] {
        let told = server.post(path, &asked).text();
        assert_is_for_people(&told);
    }
    for address in [
        "/api/point?game=nimrod&x=3&y=4&beside=5",
        "/api/tile?game=nim&x=0&y=0&layer=sectors",
        "/api/point?game=nim&x=a&y=4",
        "/api/tile?game=rook:3&x=0&y=0",
    ] {
        assert_is_for_people(&server.get(address).text());
    }
}

fn assert_is_for_people(told: &str) {
    for word in ["`bouton", "bouton ", " --", "(--", "`--", "command line", "struct ", "eserialize"]
    {
        assert!(!told.contains(word), "{word:?} in {told}");
    }
}

/// 3 ⊕ 4 ⊕ 6 = 1, so the only winning moves clear the last column: 3→2, and nothing from the even heaps.
#[test]
fn the_hint_in_nim_shows_the_columns() {
    let server = Server::new();
    let hint = server.ask("/api/hint", json!({ "game": "nim", "position": "3,4,6" }));
    assert_eq!(hint["outcome"], "N");
    assert_eq!(hint["winning"][0]["position"], "2,4,6");
    assert_eq!(hint["winning"][0]["move"], "take 1 from heap 1");
    assert_eq!(hint["winning_count"], 1);
    assert_eq!(
        hint["columns"],
        json!([
            { "bit": 2, "ones": [1, 2], "parity": 0 },
            { "bit": 1, "ones": [0, 2], "parity": 0 },
            { "bit": 0, "ones": [0], "parity": 1 },
        ])
    );
    let other = server.ask("/api/hint", json!({ "game": "kayles", "position": "5" }));
    assert_eq!(other["columns"], Value::Null);
}

/// From 0 Left moves to 1, where Right is stuck; if Right begins, both go to and fro between 0 and 1.
#[test]
fn a_start_may_be_a_draw_and_the_other_one_won() {
    let server = Server::new();
    let game =
        "game f; position a; legal a <= 1; left move a' = 1 - a; right move a' = a + 1; loopy";
    let solved = server.ask("/api/solve", json!({ "game": game, "position": "0" }));
    assert_eq!(
        [&solved["outcome"], &solved["left_first"], &solved["right_first"]],
        ["D", "L", "D"]
    );
    assert_eq!(solved["sentence"], "Left first: Left wins · Right first: a draw");
    for (mover, wins, winning) in [("left", true, 1), ("right", false, 0)] {
        let asked = json!({ "game": game, "position": "0", "mover": mover });
        let hint = server.ask("/api/hint", asked);
        assert_eq!([&hint["left_first"], &hint["right_first"]], ["L", "D"]);
        assert_eq!((&hint["wins"], &hint["winning_count"]), (&json!(wins), &json!(winning)));
    }
}

/// Follows the hints against an opponent of each strength, and wins.
#[test]
fn whoever_follows_the_hints_wins() {
    let server = Server::new();
    for (game, strength) in
        [("nim", "perfect"), ("nim", "random"), ("antonim", "perfect"), ("nimrod", "weak")]
    {
        let start = json!({ "game": game, "mover": "left", "random": true, "seed": 3 });
        let mut table = server.ask("/api/play", start);
        let mut moves = 0;
        while table["over"] == false {
            let here = json!({ "game": game, "position": table["position"], "mover": "left" });
            let hint = server.ask("/api/hint", here);
            assert_eq!(hint["wins"], true, "{game} {}", table["position"]);
            let to = &hint["winning"][0]["position"];
            let moved = json!({
                "game": game, "position": table["position"], "mover": "left", "to": to,
            });
            table = server.ask("/api/play", moved);
            if table["over"] == false {
                assert_eq!(table["mover"], "right");
                let question = json!({
                    "game": game, "position": table["position"], "mover": "right",
                    "strength": strength, "seed": moves,
                });
                table = server.ask("/api/reply", question);
                assert!(table["move"].is_string() && !table["why"].as_array().unwrap().is_empty());
            }
            moves += 1;
            assert!(moves < 200);
        }
        assert_eq!(table["winner"], "left", "{game} against {strength}");
    }
}

#[test]
fn positions_may_be_lists_and_games_texts() {
    let server = Server::new();
    for (game, position, outcome) in [
        ("nim", json!([3, 4, 6]), "N"),
        ("nim", json!("1,2,3"), "P"),
        ("nim + kayles", json!([[3], [5]]), "N"),
        ("dyadic-nim", json!(["3/4", "3/4"]), "P"),
        ("game take; position n; move k in 1..3: n' = n - k", json!([8]), "P"),
    ] {
        let asked = json!({ "game": game, "position": position });
        assert_eq!(server.ask("/api/solve", asked)["outcome"], outcome, "{game} {position}");
    }
}

/// Kayles, from the definition: a heap of n becomes two heaps with n - 1 or n - 2 together.
#[test]
fn sequences_come_as_terms_files_and_certificates() {
    let server = Server::new();
    let mut wanted: Vec<u64> = vec![0];
    for n in 1..=120_usize {
        let rest = [1, 2].into_iter().filter_map(|taken| n.checked_sub(taken));
        let options = rest.flat_map(|rest| (0..=rest).map(move |a| (a, rest - a)));
        let values: Vec<u64> = options.map(|(a, b)| wanted[a] ^ wanted[b]).collect();
        wanted.push((0..).find(|value| !values.contains(value)).unwrap());
    }
    let asked = json!({ "game": "octal:0.77", "to": 120, "of": "nim-value" });
    let found = server.ask("/api/sequence", asked.clone());
    assert_eq!(found["terms"], json!(wanted));
    assert_eq!(found["partial"], false);
    for (format, kind, start) in [
        ("bfile", "text/plain", "0 0\n1 1\n2 2\n3 3\n4 1\n"),
        ("csv", "text/csv", "n,"),
        ("latex", "application/x-tex", ""),
        ("png", "image/png", ""),
        ("svg", "image/svg+xml", "<svg"),
    ] {
        let mut asked = asked.clone();
        asked["format"] = json!(format);
        let file = server.post("/api/export", &asked);
        assert_eq!(file.status, 200, "{format}: {}", file.text());
        assert!(file.header("content-type").unwrap().starts_with(kind));
        assert!(file.header("content-disposition").unwrap().starts_with("attachment"));
        assert!(file.text().starts_with(start), "{format}: {}", file.text());
        assert!(!file.body.is_empty());
    }
    // Whatever has rows is a file, too.
    let table = json!({ "question": "table", "game": "wythoff", "rows": 2, "columns": 3, "of": "nim-value" });
    let exported = |format: &str| {
        let mut asked = table.clone();
        asked["format"] = json!(format);
        server.post("/api/export", &asked)
    };
    assert_eq!(exported("csv").text(), ",0,1,2\n0,0,1,2\n1,1,2,0\n");
    assert_eq!(
        exported("csv").header("content-disposition"),
        Some("attachment; filename=\"table.csv\"")
    );
    assert!(exported("latex").text().starts_with("\\begin{tabular}"));
    assert_eq!([exported("bfile").status, exported("png").status], [400, 400]);
    let solve = json!({ "question": "solve", "game": "nim", "position": "1", "format": "csv" });
    assert_eq!(server.post("/api/export", &solve).status, 400);
    let certificate =
        server.ask("/api/certificate", json!({ "game": "subtraction:1,3,4", "to": 50 }));
    assert!(certificate.is_object());
}

#[test]
fn tiles_show_what_points_tell() {
    let server = Server::new();
    let tile = server.get("/api/tile?game=nimrod&x=0&y=0&zoom=0");
    assert_eq!(tile.status, 200, "{}", tile.text());
    assert_eq!(tile.header("content-type"), Some("image/png"));
    assert_eq!(tile.header("x-exact"), Some("true"));
    assert!(tile.header("cache-control").unwrap().contains("immutable"));
    let again = server.get("/api/tile?game=nimrod&x=0&y=0&zoom=0");
    assert_eq!(again.body, tile.body);
    let far = server.get("/api/tile?game=nimrod&x=1&y=0&zoom=-2&layer=sectors");
    assert_eq!((far.status, far.header("x-exact")), (200, Some("false")));
    let (pixels, side) = pixels(&tile.body);
    for (x, y) in [(10, 1), (13, 2), (20, 3), (30, 30), (100, 7), (255, 255)] {
        let point = server.get(&format!("/api/point?game=nimrod&x={x}&y={y}"));
        let is_lost = point.json()["outcome"] == "P";
        let at = 4 * ((side - 1 - y) * side + x);
        assert_eq!(pixels[at] < 100, is_lost, "{x},{y}");
    }
    for query in
        ["x=0&y=0", "game=nimrod&x=-1&y=0", "game=nimrod&x=0&y=0&zoom=99", "game=col&x=0&y=0"]
    {
        assert_eq!(server.get(&format!("/api/tile?{query}")).status, 400, "{query}");
    }
}

/// Two clicks on − from the start, and farther out.
#[test]
fn the_chart_of_chomp_can_be_seen_from_afar() {
    let server = Server::new();
    for place in ["x=0&y=0&zoom=0", "x=2&y=1&zoom=0", "x=0&y=0&zoom=-3"] {
        let tile = server.get(&format!("/api/tile?game=chomp&{place}"));
        assert_eq!(tile.status, 200, "{place}: {}", tile.text());
    }
}

#[test]
fn maps_have_landmarks() {
    let server = Server::new();
    let seen = server.get("/api/overlay?game=nimrod&x0=0&x1=90&y0=0&y1=70").json();
    assert_eq!(seen["axes"], json!(["pile", "rate"]));
    for region in seen["regions"].as_array().unwrap() {
        let [x, y] = ["x", "y"].map(|key| region[key].as_f64().unwrap().floor());
        let point = server.get(&format!("/api/point?game=nimrod&x={x}&y={y}"));
        assert_eq!(point.json()["sector"], region["name"]);
    }
    let plain = server.get("/api/overlay?game=euclid&x0=0&x1=9&y0=0&y1=9").json();
    assert_eq!((&plain["regions"], &plain["boundary"]), (&json!([]), &Value::Null));
    for query in ["x0=5&x1=5&y0=0&y1=1", "x0=5&x1=4&y0=0&y1=1", "x0=0&x1=1&y0=0&y1=99e99"] {
        assert_eq!(server.get(&format!("/api/overlay?game=nimrod&{query}")).status, 400, "{query}");
    }
}

/// Antonim beside 4 and 7: pixels, single positions, and where two heaps are alike.
#[test]
fn slices_show_what_points_tell() {
    let server = Server::new();
    let slice = "game=antonim&beside=4,7";
    let tile = server.get(&format!("/api/tile?{slice}&x=0&y=0&zoom=4"));
    assert_eq!(tile.status, 200, "{}", tile.text());
    let (pixels, side) = pixels(&tile.body);
    let at = |x: usize, y: usize| &pixels[4 * ((side - 1 - (y << 4)) * side + (x << 4))..][..4];
    let mut lost = 0;
    for (x, y) in (0..16).flat_map(|x| (0..8).map(move |y| (x, y))) {
        let point = server.get(&format!("/api/point?{slice}&x={x}&y={y}"));
        let is_legal = ![4, 7].contains(&x) && ![4, 7].contains(&y) && (x != y || x == 0);
        assert_eq!((point.status, at(x, y)[3] > 0), (if is_legal { 200 } else { 400 }, is_legal));
        if is_legal {
            let is_lost = point.json()["outcome"] == "P";
            assert_eq!(at(x, y)[0] < 100, is_lost, "{x},{y}");
            assert_eq!(point.json()["position"], json!([x, y, 4, 7]));
            lost += u32::from(is_lost);
        }
    }
    assert!(lost > 2, "{lost} losing positions");
    let plain = server.get("/api/tile?game=antonim&x=0&y=0&zoom=4");
    assert_eq!(server.get("/api/tile?game=antonim&x=0&y=0&zoom=4&beside=").body, plain.body);
    assert_ne!(plain.body, tile.body, "what is beside belongs to the tile");
    for query in
        ["beside=a", "beside=3,", "beside=-1", "beside=99999999999999999999", "beside=%2B3"]
    {
        let refused = server.get(&format!("/api/tile?game=antonim&x=0&y=0&{query}"));
        assert_eq!(refused.status, 400, "{query}");
        let refused = server.get(&format!("/api/point?game=antonim&x=0&y=0&{query}"));
        assert_eq!(refused.status, 400, "{query}");
    }
    assert_eq!(server.get("/api/tile?game=nimrod&x=0&y=0&beside=3").status, 400);
}

fn pixels(file: &[u8]) -> (Vec<u8>, usize) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (pixels, info.width as usize)
}

#[test]
fn values_have_thermographs_and_comparisons() {
    let server = Server::new();
    let hot = server.ask("/api/value", json!({ "expression": "{3|-1}" }));
    assert_eq!((&hot["temperature"], &hot["mean"]), (&json!("2"), &json!("1")));
    assert!(hot["thermograph_svg"].as_str().unwrap().starts_with("<svg"));
    let both = server.ask("/api/value", json!({ "expression": "^", "with": "*" }));
    assert_eq!(both["comparison"], "||");
    assert_eq!(both["with"]["value"], "*");
    assert_eq!(server.refused("/api/value", json!({ "expression": "{1|" })).0, 400);
}

#[test]
fn a_cycle_of_three_has_no_structure() {
    let server = Server::new();
    let found = server.ask("/api/graph", json!({ "text": "a b\nb c\nc a", "list": 4 }));
    assert_eq!((&found["structures"], &found["exists"]), (&json!("0"), &json!(false)));
    assert!(found["svg"].as_str().unwrap().starts_with("<svg"));
    let drawing = json!({ "names": ["a", "b", "c"], "arrows": [[0, 1], [1, 2], [2, 0]] });
    assert_eq!(found["drawing"], drawing);
    let dot = json!({ "text": "digraph { a -> b -> c -> a }" });
    assert_eq!(server.ask("/api/graph", dot)["drawing"], drawing);
    let square = json!({ "text": "a b\nb c\nc d\nd a", "list": 4 });
    let found = server.ask("/api/graph", square);
    assert_eq!(found["structures"], "2");
    assert_eq!(found["list"].as_array().unwrap().len(), 2);
}

#[test]
fn rules_are_checked_laid_out_and_playable() {
    let server = Server::new();
    let good = "game take\nposition n\nmove k in 1..3: n' = n-k\n";
    let found = server.ask("/api/rules", json!({ "text": good }));
    assert_eq!((&found["ok"], &found["mistakes"]), (&json!(true), &json!([])));
    assert!(found["formatted"].as_str().unwrap().contains("n - k"));
    assert!(found["explanation"].is_object());
    let solved = server.ask("/api/solve", json!({ "game": found["game"], "position": "4" }));
    assert_eq!(solved["outcome"], "P");
    let bad = "game take\nposition n\nmove k in 1..3: m' = n - k\n";
    let found = server.ask("/api/rules", json!({ "text": bad }));
    assert_eq!((&found["ok"], &found["explanation"]), (&json!(false), &Value::Null));
    let mistake = &found["mistakes"][0];
    assert_eq!(mistake["line"], 3);
    let at = |key: &str| mistake[key].as_u64().unwrap() as usize;
    assert!(bad[at("start")..at("end")].contains('m'), "{mistake}");
    let (status, problem) = server.refused("/api/solve", json!({ "game": bad, "position": "4" }));
    assert_eq!(status, 400);
    assert!(problem["mistakes"].is_array());
}

#[test]
fn a_census_is_made_watched_and_read() {
    let server = Server::new();
    assert_eq!(server.get("/api/census").json()["censuses"], json!([]));
    let started = server.post("/api/census", &json!({ "family": "subtraction", "max": 8 }));
    assert_eq!(started.status, 202, "{}", started.text());
    let id = started.json()["id"].as_str().unwrap().to_owned();
    // The stream ends when the census does.
    let events = server.get(&format!("/api/census/{id}/events"));
    assert_eq!(events.header("content-type"), Some("text/event-stream"));
    let text = events.text();
    let last = text.lines().rfind(|line| line.starts_with("data:")).unwrap();
    let last: Value = serde_json::from_str(last.trim_start_matches("data:")).unwrap();
    // There are 2⁸ - 1 sets within 1..8.
    assert_eq!(last["summary"]["games"], 255, "{last}");
    let summary = server.get(&format!("/api/census/{id}")).json();
    assert_eq!((&summary["complete"], &summary["games"]), (&json!(true), &json!(255)));
    let list = server.get("/api/census").json();
    assert_eq!(list["censuses"][0]["id"], json!(id));
    let again = server.post("/api/census", &json!({ "id": id }));
    assert_eq!(again.status, 202);
    assert_eq!(server.post(&format!("/api/census/{id}/stop"), &json!({})).status, 200);
    assert!(server.folder().join(&id).is_dir());
}

#[test]
fn a_large_census_can_be_stopped_and_goes_on() {
    let server = Server::new();
    let asked = json!({ "family": "subtraction", "max": 26 });
    let started = server.post("/api/census", &asked);
    assert_eq!(started.status, 202, "{}", started.text());
    let id = started.json()["id"].as_str().unwrap().to_owned();
    let other = server.post("/api/census", &json!({ "family": "subtraction", "max": 8 }));
    assert_eq!((other.status, other.header("retry-after").is_some()), (503, true));
    assert_eq!(server.post(&format!("/api/census/{id}/stop"), &json!({})).status, 200);
    let events = server.get(&format!("/api/census/{id}/events")).text();
    assert!(events.contains("\"ended\":true"), "{events}");
    assert_eq!(server.get(&format!("/api/census/{id}")).json()["complete"], false);
}

#[test]
fn claims_are_checked_in_the_background() {
    let server = Server::new();
    let begun = server.get("/api/claims");
    assert_eq!(begun.status, 202);
    assert!(begun.json()["done"].is_u64() && begun.json()["total"].is_u64());
    assert_eq!(server.get("/api/claims/report").status, 202);
}

#[test]
fn findings_are_looked_for_in_the_folder_of_the_claims_until_it_is_there() {
    // A file is not a folder.
    let file = std::env::temp_dir().join(format!("bouton-web-claims-{}", std::process::id()));
    std::fs::write(&file, "").unwrap();
    let server = Server::with(Settings { claims_dir: Some(file.clone()), ..Settings::default() });
    let answer = (0..).map(|_| server.get("/api/claims")).find(|answer| answer.status != 202);
    let answer = answer.unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(answer.status, 400, "{}", answer.text());
    let error = answer.json()["error"].as_str().unwrap().to_owned();
    assert!(error.contains(file.to_str().unwrap()), "{error}");
    assert!(answer.json()["help"].as_str().unwrap().contains("--claims-dir"), "{}", answer.text());
    // The file is gone, so that the folder can be made.
    assert_eq!(server.get("/api/claims").status, 202);
}

#[test]
fn answers_that_do_not_fit_are_refused_with_numbers() {
    let server = Server::new();
    let large = json!({ "game": "wythoff", "rows": 5000, "columns": 5000 });
    let export = json!({
        "question": "table", "format": "latex", "game": "wythoff", "rows": 2500, "columns": 2500
    });
    let refused = |address: &str, asked| {
        let reply = server.post(address, asked);
        let problem = reply.json();
        assert_eq!((reply.status, &problem["kind"]), (400, &json!("limit")), "{problem}");
        problem["error"].as_str().unwrap().to_owned()
    };
    let table = refused("/api/table", &large);
    assert_eq!(table, "the table would need 238.4 MiB, allowed 160.0 MiB");
    // On a busy machine the time is over before the file is too long.
    refused("/api/export", &export);
    let strip = json!({
        "format": "png", "game": "subtraction:1,3,4", "to": 900_000, "of": "nim-value"
    });
    let reply = server.post("/api/export", &strip);
    assert_eq!(reply.status, 400);
    assert_eq!(reply.json()["error"], "a strip of 900001 terms is too long to draw");
}

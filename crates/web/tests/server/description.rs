//! The description of the API says what the server does.

use std::collections::BTreeSet;

use crate::common::Server;
use bouton_web::{description as describe, routes};
use serde_json::Value;

fn description() -> Value {
    serde_json::from_str(&describe()).unwrap()
}

#[test]
fn every_route_is_described_and_the_other_way_round() {
    let described: BTreeSet<(String, String)> = description()["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().keys();
            methods.map(move |method| (method.clone(), path.clone()))
        })
        .collect();
    let served: BTreeSet<(String, String)> =
        routes().into_iter().map(|(method, path)| (method.to_owned(), path)).collect();
    assert_eq!(described, served);
}

#[test]
fn the_table_of_addresses_is_that_of_the_description() {
    let text = include_str!("../../../../docs/web.md");
    let lines = text.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
    let addresses = lines.filter_map(|(address, _)| address.split_once(' '));
    let listed: BTreeSet<(String, String)> = addresses
        .filter(|(_, path)| path.starts_with("/api/"))
        .map(|(method, path)| (method.to_lowercase(), path.to_owned()))
        .collect();
    let served: BTreeSet<(String, String)> =
        routes().into_iter().map(|(method, path)| (method.to_owned(), path)).collect();
    assert_eq!(listed, served, "docs/web.md and the routes");
}

#[test]
fn every_reference_leads_somewhere() {
    fn references(value: &Value, into: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                into.extend(map.get("$ref").and_then(Value::as_str).map(str::to_owned));
                map.values().for_each(|inner| references(inner, into));
            }
            Value::Array(list) => list.iter().for_each(|inner| references(inner, into)),
            _ => {}
        }
    }
    let description = description();
    let mut found = Vec::new();
    references(&description, &mut found);
    assert!(found.len() > 50);
    for reference in found {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(description.pointer(pointer).is_some(), "{reference}");
    }
}

/// An address that takes the method answers in some way; the other method is refused and says so.
#[test]
fn described_methods_are_taken_and_others_are_not() {
    let server = Server::new();
    for (method, path) in routes() {
        let path = path.replace("{id}", "none");
        let reply = server.send(&method.to_uppercase(), &path, &[], b"");
        assert_ne!(reply.status, 405, "{method} {path}");
        assert!(reply.status < 500, "{method} {path}: {}", reply.status);
        let wrong = server.send("DELETE", &path, &[], b"");
        assert_eq!(wrong.status, 405, "DELETE {path}");
        let allowed = wrong.header("allow").unwrap().to_lowercase();
        assert!(allowed.contains(method), "{path} takes {allowed}");
        assert!(wrong.json()["error"].is_string());
    }
}

#[test]
fn the_description_is_served() {
    let reply = Server::new().get("/api/openapi.json");
    assert_eq!(reply.json(), description());
}

/// The page has a form for each of them, in this order.
#[test]
fn all_questions_are_tagged_in_the_order_in_which_people_meet_them() {
    use bouton_lab::ask::{self, Question};
    macro_rules! paths {
        ($($question:ty),*) => { vec![$(format!("/api/{}", <$question>::NAME)),*] };
    }
    let is_tagged = |methods: &Value| {
        methods.as_object().unwrap().values().any(|one| one["tags"][0] == "question")
    };
    let description = description();
    let paths = description["paths"].as_object().unwrap().iter();
    let tagged: Vec<&String> =
        paths.filter(|(_, methods)| is_tagged(methods)).map(|(path, _)| path).collect();
    let all: Vec<String> = ask::each_question!(paths);
    assert_eq!(tagged, all.iter().collect::<Vec<_>>());
}

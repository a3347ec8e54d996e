//! The description of the API in the format of OpenAPI, made from the types of questions and answers.

use std::collections::BTreeSet;

use axum::routing::MethodRouter;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::state::Shared;

/// An address of the API: its handler, the types of its request and of its responses.
pub(crate) struct Route {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) handler: MethodRouter<Shared>,
    name: &'static str,
    summary: String,
    /// The schema of the body, and examples of it.
    body: Option<(Schema, Vec<Value>)>,
    query: Option<Schema>,
    /// Responses: the status, what it means, and the content.
    answers: Vec<(u16, &'static str, Content)>,
    headers: Vec<(&'static str, &'static str)>,
    refusals: BTreeSet<u16>,
    /// Is this one of the questions that the command line, the page and Python share?
    is_question: bool,
}

type Schema = fn(&mut SchemaGenerator) -> Value;
type Content = Box<dyn Fn(&mut SchemaGenerator) -> Value>;

/// The JSON schema of a type, as a reference within the description.
fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}

/// Error statuses that every address may return: not allowed, wrong method, wrong host.
const ALWAYS: [u16; 4] = [401, 403, 405, 421];
/// Error statuses of addresses that compute something.
const WORK: [u16; 3] = [400, 500, 503];
/// Error statuses of addresses that take a body.
const BODY: [u16; 3] = [408, 413, 415];

impl Route {
    pub(crate) fn get(path: &str, name: &'static str, by: MethodRouter<Shared>) -> Route {
        Route::new("get", path, name, by)
    }

    pub(crate) fn post(path: &str, name: &'static str, by: MethodRouter<Shared>) -> Route {
        Route::new("post", path, name, by)
    }

    fn new(
        method: &'static str,
        path: &str,
        name: &'static str,
        handler: MethodRouter<Shared>,
    ) -> Route {
        let named = path.contains("{id}").then_some(404);
        Route {
            method,
            path: path.to_owned(),
            handler,
            name,
            summary: String::new(),
            body: None,
            query: None,
            answers: Vec::new(),
            headers: Vec::new(),
            refusals: ALWAYS.into_iter().chain(named).collect(),
            is_question: false,
        }
    }

    /// Marks one of the questions that every front has. The page makes a form for each of them.
    pub(crate) fn question(self) -> Route {
        Route { is_question: true, ..self }
    }

    /// Sets the summary.
    pub(crate) fn about(self, summary: impl Into<String>) -> Route {
        Route { summary: summary.into(), ..self }
    }

    /// Sets the type of the JSON body, with examples of it.
    pub(crate) fn takes<T: JsonSchema + Serialize>(mut self, examples: Vec<T>) -> Route {
        let examples = examples.iter().filter_map(|one| serde_json::to_value(one).ok()).collect();
        self.body = Some((schema::<T>, examples));
        self.refusals.extend(WORK.into_iter().chain(BODY));
        self
    }

    /// Sets the type of the query.
    pub(crate) fn query<T: JsonSchema>(mut self) -> Route {
        self.query = Some(schema::<T>);
        self.refusals.extend(WORK);
        self
    }

    /// Adds the response with status 200 and JSON of this type.
    pub(crate) fn gives<T: JsonSchema + 'static>(self) -> Route {
        self.or(200, "The answer.", Route::json::<T>)
    }

    /// Adds the response with status 200 and a file of one of these media types.
    pub(crate) fn files(self, kinds: &'static [&'static str]) -> Route {
        let any = || Value::Object(Map::new());
        self.or(200, "The file.", move |_| kinds.iter().map(|kind| (*kind, any())).collect())
    }

    /// Adds the response with status 200 and server-sent events whose data is JSON of this type.
    pub(crate) fn events<T: JsonSchema + 'static>(self) -> Route {
        self.or(200, "Server-sent events; the data of each is JSON.", |generator| {
            json!({ "text/event-stream": { "schema": {
                "type": "object",
                "properties": { "data": {
                    "type": "string",
                    "contentMediaType": "application/json",
                    "contentSchema": schema::<T>(generator),
                } },
            } } })
        })
    }

    /// Adds a response.
    pub(crate) fn or(
        mut self,
        status: u16,
        meaning: &'static str,
        content: impl Fn(&mut SchemaGenerator) -> Value + 'static,
    ) -> Route {
        self.answers.push((status, meaning, Box::new(content)));
        self
    }

    /// The content of a JSON response.
    pub(crate) fn json<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
        json!({ "application/json": { "schema": schema::<T>(generator) } })
    }

    /// Adds a header of the response with status 200.
    pub(crate) fn header(mut self, name: &'static str, meaning: &'static str) -> Route {
        self.headers.push((name, meaning));
        self
    }

    /// Adds error statuses.
    pub(crate) fn refuses(mut self, statuses: &[u16]) -> Route {
        self.refusals.extend(statuses);
        self
    }

    fn operation(&self, generator: &mut SchemaGenerator) -> Value {
        let mut operation =
            json!({ "operationId": self.name, "summary": self.summary, "responses": {} });
        if self.is_question {
            operation["tags"] = json!(["question"]);
        }
        let parameters = self.parameters(generator);
        if !parameters.is_empty() {
            operation["parameters"] = Value::Array(parameters);
        }
        if let Some((schema, examples)) = &self.body {
            let examples = examples.iter().enumerate();
            let examples: Map<String, Value> = examples
                .map(|(index, one)| (format!("example {}", index + 1), json!({ "value": one })))
                .collect();
            operation["requestBody"] = json!({
                "required": true,
                "content": {
                    "application/json": { "schema": schema(generator), "examples": examples },
                },
            });
        }
        for (status, meaning, content) in &self.answers {
            let mut answer = json!({ "description": meaning, "content": content(generator) });
            for (name, meaning) in self.headers.iter().filter(|_| *status == 200) {
                answer["headers"][name] = header(meaning);
            }
            operation["responses"][status.to_string()] = answer;
        }
        for status in &self.refusals {
            operation["responses"][status.to_string()]["$ref"] =
                format!("#/components/responses/E{status}").into();
        }
        operation
    }

    /// The parameters in the path and the query.
    fn parameters(&self, generator: &mut SchemaGenerator) -> Vec<Value> {
        let mut found = Vec::new();
        if self.path.contains("{id}") {
            found.push(json!({
                "name": "id",
                "in": "path",
                "required": true,
                "description": "The folder of the census.",
                "schema": { "type": "string", "pattern": "^[A-Za-z0-9_-]{1,100}$" },
            }));
        }
        let Some(query) = self.query else { return found };
        let schema = resolved(query(generator), generator);
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let mut parameter = json!({
                "name": name,
                "in": "query",
                "required": required.iter().any(|one| one == name),
                "schema": property,
            });
            if let Some(example) = property["examples"].get(0) {
                parameter["example"] = example.clone();
            }
            found.push(parameter);
        }
        found
    }
}

/// Follows a reference to a schema.
fn resolved(schema: Value, generator: &SchemaGenerator) -> Value {
    let name = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    name.and_then(|name| generator.definitions().get(name).cloned()).unwrap_or(schema)
}

fn header(meaning: &str) -> Value {
    json!({ "required": true, "description": meaning, "schema": { "type": "string" } })
}

/// What each error status means.
const REFUSALS: [(u16, &str); 11] = [
    (
        400,
        "The question has bad input, is not supported, or needs more time or memory than is allowed.",
    ),
    (401, "The token is missing or wrong."),
    (403, "The request comes from a page of another site."),
    (404, "There is nothing at this address."),
    (
        405,
        "The address does not support this method; the Allow header lists those that it supports.",
    ),
    (408, "The request body did not arrive in time."),
    (413, "The request body has more than 1 MB."),
    (415, "The request body is not declared as JSON."),
    (421, "The host name in the request is not one of this server's."),
    (500, "A bug in the program: please report it with the question."),
    (
        503,
        "The server is busy, or the work is not finished and its finished part is kept: ask again.",
    ),
];

/// The description of the API as a whole.
const ABOUT: &str = "Questions about games. Request bodies are JSON of at most 1 MB. Every question has a limit of time \
   and of memory; what exceeds it is refused with advice, or answered in part and marked `partial`.";

/// The description of the API, from its routes and their types: a document of OpenAPI 3.1.
///
/// ```
/// assert!(bouton_web::description().contains("/api/solve"));
/// ```
#[must_use]
pub fn description() -> String {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut generator = settings.into_generator();
    let mut paths = Value::Null;
    for route in super::router::table() {
        paths[&route.path][route.method] = route.operation(&mut generator);
    }
    let problem = schema::<bouton_lab::ask::Problem>(&mut generator);
    let content = json!({ "application/json": { "schema": problem } });
    let responses: Map<String, Value> = REFUSALS
        .into_iter()
        .map(|(status, meaning)| {
            let mut refusal = json!({ "description": meaning, "content": content });
            if status == 405 {
                refusal["headers"]["Allow"] = header("The supported methods.");
            }
            (format!("E{status}"), refusal)
        })
        .collect();
    let mut schemas = Value::Object(generator.take_definitions(true));
    bounded(&mut schemas);
    bounded(&mut paths);
    let description = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Bouton",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT", "identifier": "MIT" },
            "description": ABOUT,
        },
        "servers": [{ "url": "/" }],
        "security": [{}, { "token": [] }],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": responses,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "Needed if the server was started with --token.",
                },
            },
        },
    });
    format!("{description:#}\n")
}

/// Adds the bounds of the integer types: a schema names the type, but programs that generate numbers look for bounds.
fn bounded(value: &mut Value) {
    match value {
        Value::Object(map) => {
            let most = match map.get("format").and_then(Value::as_str) {
                Some("uint64" | "uint") => Some(u64::MAX),
                Some("uint32") => Some(u32::MAX.into()),
                _ => None,
            };
            if let Some(most) = most {
                map.entry("maximum").or_insert(most.into());
            }
            map.values_mut().for_each(bounded);
        }
        Value::Array(list) => list.iter_mut().for_each(bounded),
        _ => {}
    }
}

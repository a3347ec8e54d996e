//! The question whether a certificate holds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Question;

/// Checks a certificate by the rules of its game alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The certificate: the text of its file.
    pub certificate: String,
    /// The digraph that the certificate is about, as an edge list, DOT, GraphML or digraph6, if it is not part of the
    /// certificate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<String>,
}

impl Question for Check {
    type View = CheckView;
    const NAME: &'static str = "check";

    fn examples() -> Vec<Check> {
        let certificate = r#"{
            "bouton-certificate": 1, "kind": "position", "game": "nim", "position": "1,1",
            "outcome": "P", "proof": { "theorem": "nim-sum" }
        }"#;
        vec![Check { certificate: certificate.to_owned(), graph: None }]
    }
}

/// The result of checking a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckView {
    /// Does the certificate hold?
    pub holds: bool,
    /// What was verified, or why the certificate does not hold; a line each.
    pub reasons: Vec<String>,
}

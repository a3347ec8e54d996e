//! The file format: JSON with a header that names its version and the kind of certificate.
//!
//! The text is read twice, first for the header alone, then for the whole: so each error knows its
//! line and column, which a reader that keeps the fields until it knows the kind would lose.

use std::fmt;

use bouton_values::{Nimber, Outcome};
use serde::de::{DeserializeOwned, Error as _, SeqAccess, Unexpected, Visitor};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

#[cfg(feature = "automatic")]
use crate::automatic::AutomaticFile;
use crate::certificate::{
    Certificate, Of, PeriodCertificate, Periodicity, PositionCertificate, Proof, Terms,
    ValueCertificate, Witness,
};
#[cfg(feature = "graphs")]
use crate::graph;

/// The text is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// The text is not JSON, or not the JSON of a certificate.
    #[error("line {line}, column {column}: {problem}")]
    Unreadable {
        /// The line, from 1.
        line: usize,
        /// The column, from 1; 0 before the first character of a line.
        column: usize,
        /// What is wrong there.
        problem: String,
    },
    /// Outcomes are a string of letters, nim-values a list of numbers; this is the other one.
    #[error("the terms are not those of {}", match of {
        Of::Outcome => "outcomes, which are a string of letters",
        Of::NimValue => "nim-values, which are a list of numbers",
    })]
    Terms {
        /// What the certificate says it is of.
        of: Of,
    },
    /// The certificate is about a digraph, and this program was built without that part of the checker.
    #[cfg(not(feature = "graphs"))]
    #[error("it is about a digraph, and here certificates about games are checked")]
    Graph,
    /// It is about all positions of a game, and this program was built without that part of the checker.
    #[cfg(not(feature = "automatic"))]
    #[error(
        "it is about all positions of a game, which `bouton check` verifies, but not this program"
    )]
    Automatic,
}

impl Certificate {
    /// Reads a certificate; fields that are missing or unknown are errors.
    pub fn parse(text: &str) -> Result<Certificate, CertificateError> {
        let header: Header = read(text)?;
        match header.kind {
            Kind::Period => read::<PeriodFile>(text)?.try_into().map(Certificate::Period),
            Kind::Position => Ok(Certificate::Position(read::<PositionFile>(text)?.into())),
            Kind::Value => Ok(Certificate::Value(read::<ValueFile>(text)?.into())),
            Kind::Structure
            | Kind::NoStructure
            | Kind::OnlyStructure
            | Kind::AllStructures
            | Kind::Labels => {
                #[cfg(feature = "graphs")]
                return graph::file::parse(header.kind, text).map(Certificate::Graph);
                #[cfg(not(feature = "graphs"))]
                Err(CertificateError::Graph)
            }
            #[cfg(feature = "automatic")]
            Kind::Automatic => Ok(Certificate::Automatic(read::<AutomaticFile>(text)?.into())),
            #[cfg(not(feature = "automatic"))]
            Kind::Automatic => Err(CertificateError::Automatic),
        }
    }

    /// The text that [`Certificate::parse`] reads back: indented, with a newline at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        let text = match self {
            Certificate::Period(certificate) => write_file(&PeriodFile::from(certificate)),
            Certificate::Position(certificate) => write_file(&PositionFile::from(certificate)),
            Certificate::Value(certificate) => write_file(&ValueFile::from(certificate)),
            #[cfg(feature = "graphs")]
            Certificate::Graph(certificate) => graph::file::write(certificate),
            #[cfg(feature = "automatic")]
            Certificate::Automatic(certificate) => write_file(&AutomaticFile::from(certificate)),
        };
        text + "\n"
    }
}

pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, CertificateError> {
    serde_json::from_str(text).map_err(|error| CertificateError::Unreadable {
        line: error.line(),
        column: error.column(),
        problem: problem(&error),
    })
}

/// What is wrong, without the place and without the length or the control characters that a
/// hostile text may have brought into it.
fn problem(error: &serde_json::Error) -> String {
    const LONGEST: usize = 200;
    let said = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let said = said.strip_suffix(&place).unwrap_or(&said);
    let shown = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    said.chars().take(LONGEST).map(shown).collect()
}

pub(crate) fn write_file<T: Serialize>(file: &T) -> String {
    serde_json::to_string_pretty(file).expect("a certificate is strings, numbers and lists")
}

/// The fields that all certificates have; the others are skipped.
#[derive(Deserialize)]
#[serde(expecting = "a certificate: an object with `bouton-certificate`, `kind` and more")]
struct Header {
    #[serde(rename = "bouton-certificate")]
    _version: Version,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    Period,
    Position,
    Value,
    Structure,
    NoStructure,
    OnlyStructure,
    AllStructures,
    Labels,
    Automatic,
}

/// The version of the format, which is the number 1.
pub(crate) struct Version;

impl Version {
    const NUMBER: u64 = 1;
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(Version::NUMBER)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Version, D::Error> {
        match u64::deserialize(deserializer)? {
            Version::NUMBER => Ok(Version),
            other => Err(D::Error::custom(format!(
                "version {other} of the format is not known, only {}",
                Version::NUMBER
            ))),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PeriodFile {
    #[serde(rename = "bouton-certificate")]
    version: Version,
    kind: Kind,
    game: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    form: Option<String>,
    of: Of,
    preperiod: u64,
    period: u64,
    terms: TermsText,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nim_values: Option<Periodicity>,
    witnesses: Vec<Witness>,
}

impl From<&PeriodCertificate> for PeriodFile {
    fn from(certificate: &PeriodCertificate) -> PeriodFile {
        PeriodFile {
            version: Version,
            kind: Kind::Period,
            game: certificate.game.clone(),
            form: certificate.form.clone(),
            of: certificate.terms.of(),
            preperiod: certificate.periodicity.preperiod,
            period: certificate.periodicity.period,
            terms: TermsText(certificate.terms.clone()),
            nim_values: certificate.nim_values,
            witnesses: certificate.witnesses.clone(),
        }
    }
}

impl TryFrom<PeriodFile> for PeriodCertificate {
    type Error = CertificateError;

    fn try_from(file: PeriodFile) -> Result<PeriodCertificate, CertificateError> {
        if file.terms.0.of() != file.of {
            return Err(CertificateError::Terms { of: file.of });
        }
        Ok(PeriodCertificate {
            game: file.game,
            form: file.form,
            terms: file.terms.0,
            periodicity: Periodicity { preperiod: file.preperiod, period: file.period },
            nim_values: file.nim_values,
            witnesses: file.witnesses,
        })
    }
}

/// Outcomes as a string of letters, nim-values as a list of numbers on one line.
struct TermsText(Terms);

impl Serialize for TermsText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Terms::Outcomes(terms) => {
                serializer.collect_str(&terms.iter().map(|term| term.letter()).collect::<String>())
            }
            Terms::NimValues(terms) => {
                let numbers: Vec<String> = terms.iter().map(u64::to_string).collect();
                let list = format!("[{}]", numbers.join(", "));
                RawValue::from_string(list).map_err(S::Error::custom)?.serialize(serializer)
            }
        }
    }
}

impl<'de> Deserialize<'de> for TermsText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TermsText, D::Error> {
        deserializer.deserialize_any(TermsVisitor).map(TermsText)
    }
}

struct TermsVisitor;

impl<'de> Visitor<'de> for TermsVisitor {
    type Value = Terms;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string of outcome letters or a list of nim-values")
    }

    fn visit_str<E: serde::de::Error>(self, letters: &str) -> Result<Terms, E> {
        let outcomes: Option<Vec<Outcome>> = letters.chars().map(outcome).collect();
        outcomes.map(Terms::Outcomes).ok_or_else(|| E::custom(format!("a term is {OUTCOME}")))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Terms, A::Error> {
        let mut terms = Vec::new();
        while let Some(term) = list.next_element()? {
            terms.push(term);
        }
        Ok(Terms::NimValues(terms))
    }
}

const OUTCOME: &str = "one of the letters N, P, L, R";

/// The outcome with this letter, if it is not a draw.
fn outcome(letter: char) -> Option<Outcome> {
    letter.to_string().parse().ok().filter(|outcome| *outcome != Outcome::D)
}

/// Reads a string in a way of its own. (As a visitor, so that the error is placed at the string.)
pub(crate) struct FromText<F> {
    pub(crate) expecting: &'static str,
    pub(crate) read: F,
}

impl<T, F: Fn(&str) -> Option<T>> Visitor<'_> for FromText<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expecting)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        (self.read)(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionFile {
    #[serde(rename = "bouton-certificate")]
    version: Version,
    kind: Kind,
    game: String,
    position: String,
    outcome: Letter,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winning_move: Option<String>,
    proof: Proof,
}

impl From<&PositionCertificate> for PositionFile {
    fn from(certificate: &PositionCertificate) -> PositionFile {
        PositionFile {
            version: Version,
            kind: Kind::Position,
            game: certificate.game.clone(),
            position: certificate.position.clone(),
            outcome: Letter(certificate.outcome),
            winning_move: certificate.winning_move.clone(),
            proof: certificate.proof.clone(),
        }
    }
}

impl From<PositionFile> for PositionCertificate {
    fn from(file: PositionFile) -> PositionCertificate {
        PositionCertificate {
            game: file.game,
            position: file.position,
            outcome: file.outcome.0,
            winning_move: file.winning_move,
            proof: file.proof,
        }
    }
}

/// An outcome as its letter; draws are not certified.
struct Letter(Outcome);

impl Serialize for Letter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.0.letter())
    }
}

impl<'de> Deserialize<'de> for Letter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Letter, D::Error> {
        let read = |text: &str| {
            let mut letters = text.chars();
            let outcome = outcome(letters.next()?)?;
            letters.next().is_none().then_some(Letter(outcome))
        };
        deserializer.deserialize_str(FromText { expecting: OUTCOME, read })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueFile {
    #[serde(rename = "bouton-certificate")]
    version: Version,
    kind: Kind,
    game: String,
    position: String,
    value: NimberText,
}

impl From<&ValueCertificate> for ValueFile {
    fn from(certificate: &ValueCertificate) -> ValueFile {
        ValueFile {
            version: Version,
            kind: Kind::Value,
            game: certificate.game.clone(),
            position: certificate.position.clone(),
            value: NimberText(certificate.value),
        }
    }
}

impl From<ValueFile> for ValueCertificate {
    fn from(file: ValueFile) -> ValueCertificate {
        ValueCertificate { game: file.game, position: file.position, value: file.value.0 }
    }
}

/// A nimber as it is written: `0`, `*`, `*2`, ….
struct NimberText(Nimber);

impl Serialize for NimberText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for NimberText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<NimberText, D::Error> {
        let expecting = "a value, written 0, *, *2, *3 and so on";
        deserializer.deserialize_str(FromText { expecting, read: nimber }).map(NimberText)
    }
}

/// Only the way in which a nimber writes itself is read: neither *0 nor *1 nor *007.
fn nimber(text: &str) -> Option<Nimber> {
    let number = match text {
        "0" => 0,
        "*" => 1,
        _ => text.strip_prefix('*')?.parse().ok()?,
    };
    Some(Nimber(number)).filter(|nimber| nimber.to_string() == text)
}

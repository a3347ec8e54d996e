//! How certificates about graphs are written.
//!
//! Lists of numbers stand on one line; a proof has a line for each step.

use std::borrow::Cow;
use std::fmt::{self, Display};

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::certificate::{
    Direction, GraphCertificate, GraphClaim, GraphSource, Label, VertexSet, Vertices,
};
use super::refutation::{Refutation, Step};
use crate::file::{CertificateError, FromText, Kind, Version, read, write_file};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StructureFile<'a> {
    #[serde(rename = "bouton-certificate")]
    version: Version,
    kind: Kind,
    graph: Text<'a, GraphSource>,
    direction: Direction,
    losing: Text<'a, VertexSet>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoStructureFile<'a> {
    #[serde(rename = "bouton-certificate")]
    version: Version,
    kind: Kind,
    graph: Text<'a, GraphSource>,
    direction: Direction,
    proof: Text<'a, Refutation>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OnlyStructureFile<'a> {
    #[serde(rename = "bouton-certificate")]
    version: Version,
    kind: Kind,
    graph: Text<'a, GraphSource>,
    direction: Direction,
    losing: Text<'a, VertexSet>,
    proof: Text<'a, Refutation>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AllStructuresFile<'a> {
    #[serde(rename = "bouton-certificate")]
    version: Version,
    kind: Kind,
    graph: Text<'a, GraphSource>,
    direction: Direction,
    structures: Vec<Text<'a, VertexSet>>,
    proof: Text<'a, Refutation>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LabelsFile<'a> {
    #[serde(rename = "bouton-certificate")]
    version: Version,
    kind: Kind,
    graph: Text<'a, GraphSource>,
    labels: Text<'a, Vec<Label>>,
}

impl From<StructureFile<'_>> for GraphCertificate {
    fn from(file: StructureFile<'_>) -> GraphCertificate {
        let (direction, losing) = (file.direction, file.losing.into_owned());
        let claim = GraphClaim::Structure { direction, losing };
        GraphCertificate { graph: file.graph.into_owned(), claim }
    }
}

impl From<NoStructureFile<'_>> for GraphCertificate {
    fn from(file: NoStructureFile<'_>) -> GraphCertificate {
        all(file.graph, file.direction, Vec::new(), file.proof)
    }
}

impl From<OnlyStructureFile<'_>> for GraphCertificate {
    fn from(file: OnlyStructureFile<'_>) -> GraphCertificate {
        all(file.graph, file.direction, vec![file.losing], file.proof)
    }
}

impl From<AllStructuresFile<'_>> for GraphCertificate {
    fn from(file: AllStructuresFile<'_>) -> GraphCertificate {
        all(file.graph, file.direction, file.structures, file.proof)
    }
}

fn all(
    graph: Text<'_, GraphSource>,
    direction: Direction,
    structures: Vec<Text<'_, VertexSet>>,
    proof: Text<'_, Refutation>,
) -> GraphCertificate {
    let structures = structures.into_iter().map(Text::into_owned).collect();
    let claim = GraphClaim::AllStructures { direction, structures, proof: proof.into_owned() };
    GraphCertificate { graph: graph.into_owned(), claim }
}

impl From<LabelsFile<'_>> for GraphCertificate {
    fn from(file: LabelsFile<'_>) -> GraphCertificate {
        let claim = GraphClaim::Labels { labels: file.labels.into_owned() };
        GraphCertificate { graph: file.graph.into_owned(), claim }
    }
}

/// Reads a certificate of one of the kinds about digraphs.
pub(crate) fn parse(kind: Kind, text: &str) -> Result<GraphCertificate, CertificateError> {
    match kind {
        Kind::NoStructure => read::<NoStructureFile<'_>>(text).map(Into::into),
        Kind::OnlyStructure => read::<OnlyStructureFile<'_>>(text).map(Into::into),
        Kind::AllStructures => read::<AllStructuresFile<'_>>(text).map(Into::into),
        Kind::Labels => read::<LabelsFile<'_>>(text).map(Into::into),
        _ => read::<StructureFile<'_>>(text).map(Into::into),
    }
}

/// The text of a certificate about a graph.
pub(crate) fn write(certificate: &GraphCertificate) -> String {
    let (version, graph) = (Version, Text(Cow::Borrowed(&certificate.graph)));
    match &certificate.claim {
        GraphClaim::Structure { direction, losing } => {
            let (kind, direction, losing) = (Kind::Structure, *direction, Text::of(losing));
            write_file(&StructureFile { version, kind, graph, direction, losing })
        }
        GraphClaim::AllStructures { direction, structures, proof } => {
            let (direction, proof) = (*direction, Text::of(proof));
            match &structures[..] {
                [] => {
                    let kind = Kind::NoStructure;
                    write_file(&NoStructureFile { version, kind, graph, direction, proof })
                }
                [losing] => {
                    let (kind, losing) = (Kind::OnlyStructure, Text::of(losing));
                    write_file(&OnlyStructureFile {
                        version,
                        kind,
                        graph,
                        direction,
                        losing,
                        proof,
                    })
                }
                several => {
                    let kind = Kind::AllStructures;
                    let structures = several.iter().map(Text::of).collect();
                    write_file(&AllStructuresFile {
                        version,
                        kind,
                        graph,
                        direction,
                        structures,
                        proof,
                    })
                }
            }
        }
        GraphClaim::Labels { labels } => {
            let (kind, labels) = (Kind::Labels, Text::of(labels));
            write_file(&LabelsFile { version, kind, graph, labels })
        }
    }
}

/// Something in the form in which a certificate writes it: borrowed to write, owned when read.
struct Text<'a, T: Clone>(Cow<'a, T>);

impl<'a, T: Clone> Text<'a, T> {
    fn of(value: &'a T) -> Text<'a, T> {
        Text(Cow::Borrowed(value))
    }

    fn into_owned(self) -> T {
        self.0.into_owned()
    }
}

/// A list on one line.
fn line<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let mut text = String::from("[");
    for (index, item) in items.into_iter().enumerate() {
        text += if index == 0 { "" } else { ", " };
        text += &item.to_string();
    }
    text + "]"
}

fn raw<S: Serializer>(text: String, serializer: S) -> Result<S::Ok, S::Error> {
    RawValue::from_string(text).map_err(S::Error::custom)?.serialize(serializer)
}

/// Bytes as hexadecimal digits, two each.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Only the way in which [`hex`] writes them is read.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?)).collect()
}

/// What stands between the braces of a graph.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GraphFields {
    vertices: VerticesField,
    edges: EdgesField,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sha256: Option<Sha256Field>,
}

enum VerticesField {
    Count(u64),
    Names(Vec<String>),
}

enum EdgesField {
    Count(u64),
    List(Vec<(u32, u32)>),
}

struct Sha256Field([u8; 32]);

impl Serialize for Text<'_, GraphSource> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = match &*self.0 {
            GraphSource::Embedded { vertices, edges } => GraphFields {
                vertices: match vertices {
                    Vertices::Count(count) => VerticesField::Count(*count),
                    Vertices::Names(names) => VerticesField::Names(names.clone()),
                },
                edges: EdgesField::List(edges.clone()),
                sha256: None,
            },
            GraphSource::Digest { vertices, edges, sha256 } => GraphFields {
                vertices: VerticesField::Count(*vertices),
                edges: EdgesField::Count(*edges),
                sha256: Some(Sha256Field(*sha256)),
            },
        };
        fields.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Text<'_, GraphSource> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let GraphFields { vertices, edges, sha256 } = GraphFields::deserialize(deserializer)?;
        let source = match (vertices, edges, sha256) {
            (VerticesField::Count(count), EdgesField::List(edges), None) => {
                GraphSource::Embedded { vertices: Vertices::Count(count), edges }
            }
            (VerticesField::Names(names), EdgesField::List(edges), None) => {
                GraphSource::Embedded { vertices: Vertices::Names(names), edges }
            }
            (VerticesField::Count(vertices), EdgesField::Count(edges), Some(sha256)) => {
                GraphSource::Digest { vertices, edges, sha256: sha256.0 }
            }
            _ => {
                return Err(D::Error::custom(
                    "a graph has a list of edges, or the numbers of vertices and edges and `sha256`",
                ));
            }
        };
        Ok(Text(Cow::Owned(source)))
    }
}

impl Serialize for VerticesField {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            VerticesField::Count(count) => serializer.serialize_u64(*count),
            VerticesField::Names(names) => raw(
                line(names.iter().map(|name| serde_json::Value::from(name.as_str()))),
                serializer,
            ),
        }
    }
}

impl<'de> Deserialize<'de> for VerticesField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expecting = "the number of vertices or a list of their names";
        match deserializer.deserialize_any(CountOrList::new(expecting))? {
            Either::Count(count) => Ok(VerticesField::Count(count)),
            Either::List(names) => Ok(VerticesField::Names(names)),
        }
    }
}

impl Serialize for EdgesField {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            EdgesField::Count(count) => serializer.serialize_u64(*count),
            EdgesField::List(edges) => {
                raw(line(edges.iter().map(|(from, to)| format!("[{from}, {to}]"))), serializer)
            }
        }
    }
}

impl<'de> Deserialize<'de> for EdgesField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expecting = "a list of edges or their number";
        match deserializer.deserialize_any(CountOrList::new(expecting))? {
            Either::Count(count) => Ok(EdgesField::Count(count)),
            Either::List(edges) => Ok(EdgesField::List(edges)),
        }
    }
}

impl Serialize for Sha256Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex(&self.0))
    }
}

impl<'de> Deserialize<'de> for Sha256Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| bytes(text)?.try_into().ok().map(Sha256Field);
        deserializer.deserialize_str(FromText { expecting: "64 hexadecimal digits", read })
    }
}

/// Reads a number, or a list of something.
struct CountOrList<T> {
    expecting: &'static str,
    of: std::marker::PhantomData<T>,
}

enum Either<T> {
    Count(u64),
    List(Vec<T>),
}

impl<T> CountOrList<T> {
    fn new(expecting: &'static str) -> CountOrList<T> {
        CountOrList { expecting, of: std::marker::PhantomData }
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for CountOrList<T> {
    type Value = Either<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expecting)
    }

    fn visit_u64<E: serde::de::Error>(self, count: u64) -> Result<Either<T>, E> {
        Ok(Either::Count(count))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Either<T>, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(Either::List)
    }
}

/// A list of vertices, or a string of hexadecimal digits.
impl Serialize for Text<'_, VertexSet> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &*self.0 {
            VertexSet::List(members) => raw(line(members), serializer),
            VertexSet::Bits(bytes) => serializer.serialize_str(&hex(bytes)),
        }
    }
}

impl<'de> Deserialize<'de> for Text<'_, VertexSet> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(VertexSetVisitor).map(|set| Text(Cow::Owned(set)))
    }
}

struct VertexSetVisitor;

impl<'de> Visitor<'de> for VertexSetVisitor {
    type Value = VertexSet;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of vertices, or bytes as pairs of hexadecimal digits")
    }

    fn visit_str<E: serde::de::Error>(self, digits: &str) -> Result<VertexSet, E> {
        let bits = bytes(digits).map(VertexSet::Bits);
        bits.ok_or_else(|| E::custom("bytes are pairs of the digits 0 to 9 and a to f"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<VertexSet, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(VertexSet::List)
    }
}

/// A line for each step: the literals of a clause, or `{"delete": step}`.
impl Serialize for Text<'_, Refutation> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::from("[");
        for (index, step) in self.0.steps().enumerate() {
            text += if index == 0 { "\n    " } else { ",\n    " };
            match step {
                Step::Add(clause) => text += &line(clause),
                Step::Delete(target) => text += &format!("{{\"delete\": {target}}}"),
            }
        }
        text += if self.0.is_empty() { "]" } else { "\n  ]" };
        raw(text, serializer)
    }
}

impl<'de> Deserialize<'de> for Text<'_, Refutation> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(RefutationVisitor).map(|proof| Text(Cow::Owned(proof)))
    }
}

struct RefutationVisitor;

impl<'de> Visitor<'de> for RefutationVisitor {
    type Value = Refutation;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the steps of a proof")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Refutation, A::Error> {
        let mut proof = Refutation::new();
        while let Some(step) = list.next_element()? {
            match step {
                StepField::Add(clause) => proof.add(&clause),
                StepField::Delete(target) => proof.delete(target),
            };
        }
        Ok(proof)
    }
}

enum StepField {
    Add(Vec<i32>),
    Delete(usize),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeleteFields {
    delete: usize,
}

impl<'de> Deserialize<'de> for StepField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StepVisitor)
    }
}

struct StepVisitor;

impl<'de> Visitor<'de> for StepVisitor {
    type Value = StepField;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of literals, or `delete` with the number of a step")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<StepField, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(StepField::Add)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<StepField, A::Error> {
        let fields = DeleteFields::deserialize(MapAccessDeserializer::new(map))?;
        Ok(StepField::Delete(fields.delete))
    }
}

/// W or L with the rank, or D.
impl Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::Win(rank) => write!(f, "W{rank}"),
            Label::Lose(rank) => write!(f, "L{rank}"),
            Label::Draw => f.write_str("D"),
        }
    }
}

impl Serialize for Text<'_, Vec<Label>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        raw(line(self.0.iter().map(|label| format!("\"{label}\""))), serializer)
    }
}

impl<'de> Deserialize<'de> for Text<'_, Vec<Label>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields: Vec<LabelField> = Vec::deserialize(deserializer)?;
        Ok(Text(Cow::Owned(fields.into_iter().map(|field| field.0).collect())))
    }
}

struct LabelField(Label);

impl<'de> Deserialize<'de> for LabelField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expecting = "a label: W or L with the rank, as in W3, or D";
        deserializer.deserialize_str(FromText { expecting, read: label }).map(LabelField)
    }
}

/// Only the way in which a label writes itself is read: not W03.
fn label(text: &str) -> Option<Label> {
    let label = match text.split_at_checked(1)? {
        ("W", rank) => Label::Win(rank.parse().ok()?),
        ("L", rank) => Label::Lose(rank.parse().ok()?),
        ("D", "") => Label::Draw,
        _ => return None,
    };
    Some(label).filter(|label| label.to_string() == text)
}

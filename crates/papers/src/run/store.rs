//! Keeps findings in a folder, so that a run that was stopped can go on.
//!
//! A file for each claim and effort: a line of JSON that names the claim, the effort, the program's version, digests of
//! its sources and of what the claim is checked against, and the SHA-256 of what follows; then the finding. It is written
//! under another name, synced and renamed, so that it is whole at every moment. A file that is damaged, or of another
//! build or statement, is not used: the claim is checked again.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::report::checksum;
use crate::{Claim, Effort, FindingView, Paper};
use bouton_lab::checkpoint::write_whole;
use bouton_lab::files;
use bouton_lab::rules::{Help, Refusal};
use serde::{Deserialize, Serialize};

/// The largest finding that is read.
const LARGEST: u64 = 64 << 20;

/// A folder of findings, and the effort of those that are looked for.
pub(super) struct Store {
    folder: PathBuf,
    effort: Effort,
}

/// A finding and the time that it took.
pub(super) type Kept = (FindingView, Duration);

/// The first line of a file.
#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(rename = "bouton-finding")]
    layout: u64,
    key: Key,
    sha256: String,
}

/// What a finding depends on.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Key {
    claim: String,
    effort: String,
    version: String,
    /// A digest of the sources: two builds of one version may differ in a checker or an engine.
    sources: String,
    data: String,
}

/// The rest of a file.
#[derive(Serialize, Deserialize)]
struct Body {
    seconds: f64,
    finding: FindingView,
}

impl Store {
    /// Makes the folder if there is none.
    pub(super) fn open(folder: &Path, effort: Effort) -> Result<Store, Refusal> {
        files::make_folder(folder).map_err(|error| problem(folder, &error))?;
        Ok(Store { folder: folder.to_owned(), effort })
    }

    /// The finding of a claim; nothing if there is no file, or what is wrong with the file.
    pub(super) fn load(&self, paper: &Paper, claim: &Claim) -> Result<Option<Kept>, String> {
        match files::read(&self.path(claim), LARGEST) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.to_string()),
            Ok(file) => match read(&file) {
                None => Err("the file is damaged".to_owned()),
                Some((key, _)) if key != self.key(paper, claim) => {
                    Err("kept by another build of the program or for another statement".to_owned())
                }
                Some((_, kept)) => Ok(Some(kept)),
            },
        }
    }

    pub(super) fn save(&self, paper: &Paper, claim: &Claim, kept: &Kept) -> Result<(), Refusal> {
        let (path, (finding, time)) = (self.path(claim), kept);
        let written = || {
            let body = Body { seconds: time.as_secs_f64(), finding: finding.clone() };
            let body = serde_json::to_string(&body)? + "\n";
            let (key, sha256) = (self.key(paper, claim), digest([body.as_str()]));
            let header = serde_json::to_string(&Header { layout: 1, key, sha256 })?;
            write_whole(&path, format!("{header}\n{body}").as_bytes())
        };
        written().map_err(|error| problem(&path, &error))
    }

    fn path(&self, claim: &Claim) -> PathBuf {
        self.folder.join(format!("{}-{}.json", claim.id, self.effort.name()))
    }

    fn key(&self, paper: &Paper, claim: &Claim) -> Key {
        let text = serde_json::to_string(claim).unwrap_or_default();
        let texts = [text.as_str()].into_iter().chain(paper.data.iter().copied());
        Key {
            claim: claim.id.clone(),
            effort: self.effort.name().to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            sources: env!("BOUTON_SOURCES").to_owned(),
            data: digest(texts),
        }
    }
}

/// The key and the finding, if the file is whole.
fn read(file: &[u8]) -> Option<(Key, Kept)> {
    let (header, body) = str::from_utf8(file).ok()?.split_once('\n')?;
    let header: Header = serde_json::from_str(header).ok()?;
    if header.layout != 1 || header.sha256 != digest([body]) {
        return None;
    }
    let body: Body = serde_json::from_str(body).ok()?;
    let time = Duration::try_from_secs_f64(body.seconds).ok()?;
    Some((header.key, (body.finding, time)))
}

/// The lengths of the texts are hashed too, so that texts cannot be divided in another way.
fn digest<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let parts = texts
        .into_iter()
        .flat_map(|text| [(text.len() as u64).to_le_bytes().as_slice(), text.as_bytes()].concat());
    checksum(&parts.collect::<Vec<u8>>())
}

fn problem(path: &Path, error: &std::io::Error) -> Refusal {
    Refusal::bad(
        format!("{}: {error}", path.display()),
        Help::from("name a folder that can be written to with ").setting("state"),
    )
}

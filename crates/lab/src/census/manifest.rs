//! The manifest: lists all shards with their hashes; it can be rebuilt from the shards.

use std::io::ErrorKind;

use bouton_census::Plan;
use bouton_rules::Refusal;
use serde::Serialize;
use serde_json::Value;

use super::folder::{Folder, MANIFEST};
use super::work::Done;

/// The state of the manifest in a folder.
pub(super) enum Found {
    Same,
    Missing,
    Other,
}

/// Writes the manifest of a complete census, unless it exists already. Returns `true`: the census is complete.
pub(super) fn write(folder: &Folder<'_>, done: &Done) -> Result<bool, Refusal> {
    if !matches!(compare(folder, done)?, Found::Same) {
        folder.put(MANIFEST, text(folder.plan, done).as_bytes())?;
    }
    Ok(true)
}

/// Compares the manifest with the shards.
pub(super) fn compare(folder: &Folder<'_>, done: &Done) -> Result<Found, Refusal> {
    match folder.storage.read(MANIFEST) {
        Ok(bytes) if bytes == text(folder.plan, done).as_bytes() => Ok(Found::Same),
        Ok(_) => Ok(Found::Other),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Found::Missing),
        Err(error) => Err(folder.problem(MANIFEST, &error)),
    }
}

/// A line for a shard.
#[derive(Serialize)]
struct Line<'a> {
    file: String,
    rows: u64,
    sha256: &'a str,
}

/// The text of the manifest, a line for each shard. It does not depend on when, where and how the census was made.
pub(super) fn text(plan: &Plan, done: &Done) -> String {
    let view: Value = serde_json::from_str(plan.text()).unwrap_or_default();
    let mut text = String::from("{\n");
    for key in ["bouton-census", "version", "command", "family", "parameters"] {
        text += &format!("  \"{key}\": {},\n", view[key]);
    }
    let tally = serde_json::to_string(&done.tally).unwrap_or_default();
    text += &format!("  \"tally\": {tally},\n  \"shards\": [");
    for (index, found) in &done.digests {
        let games = plan.games(*index);
        let comma = if *index > 0 { "," } else { "" };
        let file = format!("{index:06}-{}.parquet", &found[..16]);
        let line = Line { file, rows: games.end - games.start, sha256: found };
        let line = serde_json::to_string(&line).unwrap_or_default();
        text += &format!("{comma}\n    {line}");
    }
    text + "\n  ]\n}\n"
}

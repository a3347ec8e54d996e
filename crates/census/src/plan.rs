//! Plans of censuses: the family, and how its games are divided into shards.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bouton_rules::{Limits, Refusal, Watch};
use bytes::Bytes;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::column::{Batch, Column, Field};
use crate::families::{Family, FamilyDescription};
use crate::read;
use crate::shard::ShardWriter;
use crate::tally::Tally;

/// The version of the layout: it changes whenever a plan would give different bytes than before.
pub const LAYOUT: u64 = 1;

/// The games of a family in shards of a fixed size. Equal plans give equal shards, on any machine.
#[derive(Clone)]
pub struct Plan {
    family: Arc<dyn Family>,
    games_per_shard: u64,
    text: String,
}

/// The text of a plan, as JSON.
#[derive(Serialize, Deserialize)]
struct PlanText {
    #[serde(rename = "bouton-census")]
    layout: u64,
    version: String,
    command: String,
    #[serde(flatten)]
    family: FamilyDescription,
    games: u64,
    games_per_shard: u64,
    shards: u64,
}

/// A part of the rows of a census, as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the shard, from 0 on.
    pub index: u64,
    /// The bytes of the Parquet file.
    pub bytes: Vec<u8>,
    /// The SHA-256 of the bytes, in hexadecimal digits.
    pub digest: String,
    /// The counts and records of its rows.
    pub tally: Tally,
}

/// The notes in the footer of a shard: its plan, its number and its totals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notes {
    /// The plan that it belongs to.
    pub plan: String,
    /// The number of the shard.
    pub index: u64,
    /// The counts and records of its rows.
    pub tally: Tally,
}

impl Plan {
    /// The family in shards of this size, or of the usual one.
    pub fn new(family: Arc<dyn Family>, games_per_shard: Option<u64>) -> Result<Plan, Refusal> {
        let usual = family.games_per_shard();
        let games_per_shard = games_per_shard.unwrap_or(usual);
        if games_per_shard == 0 || games_per_shard > 1 << 22 {
            return Err(Refusal::bad(
                format!("a shard cannot have {games_per_shard} games"),
                "choose 1 to 4194304",
            ));
        }
        let mut command = format!("bouton census {}", family.arguments());
        if games_per_shard != usual {
            command += &format!(" --games-per-shard {games_per_shard}");
        }
        let written = PlanText {
            layout: LAYOUT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command,
            family: family.description(),
            games: family.games(),
            games_per_shard,
            shards: family.games().div_ceil(games_per_shard),
        };
        let text = serde_json::to_string_pretty(&written)
            .map_err(|error| Refusal::bug(format!("a plan was not written: {error}")))?;
        Ok(Plan { family, games_per_shard, text: text + "\n" })
    }

    /// Reads what [`Plan::text`] wrote, here or on another machine.
    pub fn parse(text: &str) -> Result<Plan, Refusal> {
        let no_plan = |problem: &str| {
            Refusal::bad(
                format!("this is not a plan of a census: {problem}"),
                "make it again by the same command",
            )
        };
        let written: PlanText =
            serde_json::from_str(text).map_err(|error| no_plan(&error.to_string()))?;
        let plan = Plan::new(written.family.family()?, Some(written.games_per_shard))?;
        if plan.text != text {
            return Err(no_plan(&format!(
                "it was changed, or made by another version ({:?}; this is {})",
                written.version,
                env!("CARGO_PKG_VERSION")
            )));
        }
        Ok(plan)
    }

    /// The plan as JSON; equal texts are equal plans.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The command that makes this census, without the folder.
    #[must_use]
    pub fn command(&self) -> String {
        command_of(&self.text).unwrap_or_default()
    }

    /// The family of games that is counted.
    #[must_use]
    pub fn family(&self) -> &dyn Family {
        &*self.family
    }

    /// The number of shards.
    #[must_use]
    pub fn shards(&self) -> u64 {
        self.family.games().div_ceil(self.games_per_shard)
    }

    /// The numbers of the games in a shard.
    #[must_use]
    pub fn games(&self, index: u64) -> Range<u64> {
        let start = index * self.games_per_shard;
        start..(start + self.games_per_shard).min(self.family.games())
    }

    fn check_index(&self, index: u64) -> Result<(), Refusal> {
        match index < self.shards() {
            true => Ok(()),
            false => Err(Refusal::bad(
                format!("there is no shard {index}: the plan has {}", self.shards()),
                "count from 0 on",
            )),
        }
    }

    /// The columns of every shard.
    #[must_use]
    pub fn fields(&self) -> Vec<Field> {
        self.family.fields()
    }

    /// Computes a shard. The watch is informed of the games within it.
    pub fn make(&self, index: u64, limits: &Limits) -> Result<Shard, Refusal> {
        self.check_index(index)?;
        let fields = self.fields();
        let games = self.games(index);
        let within = Arc::new(ShardProgress {
            watch: limits.watch.clone(),
            done: AtomicU64::new(0),
            total: games.end - games.start,
        });
        let limits = &Limits { watch: within.clone(), ..limits.clone() };
        let mut tally = Tally::default();
        let rows = (games.end - games.start) as usize;
        let mut writer = ShardWriter::new(&fields, rows).map_err(unwritten)?;
        let mut first = games.start;
        while first < games.end {
            within.done.store(first - games.start, Ordering::Relaxed);
            limits.progress(0, 0)?;
            let end = (first + self.family.games_per_batch()).min(games.end);
            let mut columns = self.family.keys(first..end);
            columns.extend(self.family.found(first..end, limits)?);
            let batch = Batch { first, columns };
            tally.add(&fields, &batch);
            writer.push(&batch).map_err(unwritten)?;
            first = end;
        }
        let notes = vec![
            ("bouton.plan", self.text.clone()),
            ("bouton.shard", index.to_string()),
            ("bouton.tally", serde_json::to_string(&tally).unwrap_or_default()),
        ];
        let bytes = writer.finish(notes).map_err(unwritten)?;
        Ok(Shard { index, digest: digest(&bytes), bytes, tally })
    }

    /// Reads every row of a shard: checksums, the games in their order, and whether they add up to what the footer says.
    pub fn verify(&self, index: u64, bytes: Vec<u8>) -> Result<Tally, String> {
        let file =
            SerializedFileReader::new(Bytes::from(bytes)).map_err(|error| error.to_string())?;
        let notes = notes(&file)?;
        if notes.plan != self.text || notes.index != index {
            return Err("it belongs to another census, or to another place in it".to_owned());
        }
        let fields = self.fields();
        let columns = read::columns(&file, &fields).map_err(|error| error.to_string())?;
        let games = self.games(index);
        let keys = self.family.keys(games.clone());
        if columns.first().map(Column::len) != Some((games.end - games.start) as usize)
            || keys[..] != columns[..keys.len()]
        {
            return Err("its games are not those of the shard".to_owned());
        }
        let mut tally = Tally::default();
        tally.add(&fields, &Batch { first: games.start, columns });
        match tally == notes.tally {
            true => Ok(tally),
            false => Err("its rows do not add up to what its footer says".to_owned()),
        }
    }
}

/// Reports the number of finished games, whatever the engine reports of the current one.
struct ShardProgress {
    watch: Arc<dyn Watch>,
    done: AtomicU64,
    total: u64,
}

impl Watch for ShardProgress {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        self.watch.progress(self.done.load(Ordering::Relaxed), self.total)
    }
}

/// The notes in the footer of a file, without reading its rows.
pub fn read_notes(bytes: Vec<u8>) -> Result<Notes, String> {
    let file = SerializedFileReader::new(Bytes::from(bytes)).map_err(|error| error.to_string())?;
    notes(&file)
}

fn notes(file: &SerializedFileReader<Bytes>) -> Result<Notes, String> {
    let note = |key| read::note(file.metadata(), key);
    let read = || {
        Some(Notes {
            plan: note("bouton.plan")?.to_owned(),
            index: note("bouton.shard")?.parse().ok()?,
            tally: serde_json::from_str(note("bouton.tally")?).ok()?,
        })
    };
    read().ok_or_else(|| "it is not a shard of a census".to_owned())
}

/// The command in the text of a plan, even of one that this version cannot read.
#[must_use]
pub fn command_of(plan: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        command: String,
    }
    serde_json::from_str(plan).ok().map(|named: Named| named.command)
}

/// The SHA-256 of the bytes, in hexadecimal digits.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unwritten(error: ParquetError) -> Refusal {
    Refusal::bad(
        format!("the rows could not be put into a file: {error}"),
        "this is a bug; please report it",
    )
}

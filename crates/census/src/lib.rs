//! Censuses: a row for each game of a family, as columns and as shards. This crate makes the bytes and touches no files.
//!
//! # Main definitions
//! * [`Family`]: games in a fixed order, and what is found of each.
//! * [`Plan`]: a family, divided into shards. A plan gives the same bytes on every machine.
//! * [`Shard`]: the rows of some games as a Parquet file, with a checksum for every page.
//! * [`Tally`]: counts and records, added up shard by shard.

mod coded;
mod column;
mod families;
mod narrow;
mod pages;
mod plan;
mod read;
mod shard;
mod tally;
#[cfg(test)]
mod tests;

pub use column::{Batch, Column, Field, Kind};
pub use families::{
    CatalogueGames, EndingSets, Family, FamilyDescription, LatticeSets, RuleTextGames,
};
pub use plan::{LAYOUT, Notes, Plan, Shard, command_of, digest, read_notes};
pub use tally::{Longest, Quantity, Tally, Theorems};

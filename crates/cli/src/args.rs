//! Options that several commands share, and the parsers of numbers, sizes, times and ranges.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use bouton_lab::Desk;
use bouton_lab::rules::Limits;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, ValueEnum};

use crate::commands::Command;
use crate::progress::{Bar, stop_after};

/// A laboratory for Nim-like games: who wins, by which moves, and why.
#[derive(Parser)]
#[command(name = "bouton", version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// When to colour the output.
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub(crate) color: Color,
}

/// When to colour the output.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// Only on a terminal, unless NO_COLOR is set.
    Auto,
    /// Also in pipes and files.
    Always,
    /// Never.
    Never,
}

const EXAMPLES: &str = "\
Examples:
  bouton solve nim 3,4,6
  bouton solve ending-partizan:2,3 11
  bouton solve \"octal:0.77 + wythoff\" \"30;3,4\"
  bouton sequence octal:0.77 --to 40 --of nim-value
  bouton value '{1|-1} + *2 - ^'
  bouton table antonim --heaps 4 --fix 1 --size 6
  bouton play antonim 1,4,5,7
  bouton games show nimrod > mine.game
  bouton rules check mine.game

A game is `name` or `name:parameters`, with or without /misere or /even-odd; `bouton games`
lists them.
It may also be a rule file (`mine.game`, `mine.game:parameters`), or the rules in quotes: \"game …\".

Exit codes:
  0    an answer
  1    a negative answer of check, census --verify or rules fmt --check
  2    wrong usage or bad input
  3    a limit was exceeded: --memory, --steps or --time
  70   a bug in Bouton; no answer is shown
  130  interrupted";

/// The options for the format of an answer.
#[derive(Args)]
pub(crate) struct Output {
    /// Print one JSON document; short for --format json.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// The output format.
    #[arg(long, short, value_enum, default_value = "text")]
    format: Format,
}

impl Output {
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

/// The options that choose an engine and limit it.
#[derive(Args)]
pub(crate) struct EngineArgs {
    /// Use only this engine, such as oracle [default: the first that can answer]
    #[arg(long, value_name = "NAME")]
    pub(crate) engine: Option<String>,
    /// Run the rules as written, without recognising a family of games that has a faster engine.
    #[arg(long)]
    pub(crate) as_written: bool,
    #[command(flatten)]
    pub(crate) means: LimitArgs,
}

/// The options that limit memory, steps and time.
#[derive(Args)]
pub(crate) struct LimitArgs {
    /// The most memory to use, such as 512MiB or 4GiB.
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = read_size)]
    memory: u64,
    /// The most elementary steps to take (about a nanosecond each), such as 5e9.
    #[arg(long, value_name = "COUNT", default_value = "2e10", value_parser = read_count)]
    steps: u64,
    /// Stop without an answer after this time, such as 500ms, 10s or 2m.
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    time: Option<Duration>,
}

impl LimitArgs {
    pub(crate) fn limits(&self) -> Limits {
        if let Some(time) = self.time {
            stop_after(time);
        }
        Limits { memory: self.memory, steps: self.steps, watch: Arc::new(Bar::default()) }
    }

    /// The desk that answers within these limits; a game may be a rule file.
    pub(crate) fn desk(&self) -> Desk {
        Desk { limits: self.limits(), files: true }
    }
}

/// Reads one of the words of a type of `ask`, such as `Of`; the help lists them.
pub(crate) fn one_of<T: Clone + Send + Sync + 'static>(
    words: Vec<(String, String, T)>,
) -> impl TypedValueParser<Value = T> {
    one_of_but(&[], words)
}

/// Reads one of the words of a type of `ask`. The help does not list those that the command would refuse.
pub(crate) fn one_of_but<T: Clone + Send + Sync + 'static>(
    refused: &[&str],
    words: Vec<(String, String, T)>,
) -> impl TypedValueParser<Value = T> + use<T> {
    let known = words.iter().cloned().map(|(word, meaning, _)| {
        let is_refused = refused.contains(&&*word);
        // They live as long as the program, which reads its arguments once.
        let value = PossibleValue::new(&*word.leak()).hide(is_refused);
        value.help(meaning.trim_end_matches('.').to_owned())
    });
    let known = PossibleValuesParser::new(known.collect::<Vec<_>>());
    known.try_map(move |typed| {
        let found = words.iter().find(|(word, ..)| *word == typed);
        found.map(|(.., value)| value.clone()).ok_or("unknown word")
    })
}

/// The formats of an answer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for reading.
    Text,
    /// One JSON document.
    Json,
    /// A b-file of the OEIS.
    Bfile,
    /// Comma-separated values.
    Csv,
    /// A LaTeX tabular.
    Latex,
}

/// A position from the arguments that spaces divide, as in `bouton solve nim 3 4 6`.
pub(crate) fn position(first: &str, more: &[String]) -> String {
    std::iter::once(first).chain(more.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}

/// Reads a size in bytes: 512MiB, 4GiB, 100000.
pub(crate) fn read_size(text: &str) -> Result<u64, String> {
    const UNITS: [(&str, u32); 4] = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40)];
    let unit = UNITS.iter().find_map(|(name, shift)| Some((text.strip_suffix(name)?, *shift)));
    let (number, shift) = unit.unwrap_or((text, 0));
    let number: u64 =
        number.trim().parse().map_err(|_| "write 512MiB, 4GiB or a number of bytes")?;
    number.checked_mul(1 << shift).ok_or_else(|| "the size is too large".to_owned())
}

/// Reads a time: 500ms, 10s, 2m, 1h.
pub(crate) fn read_time(text: &str) -> Result<Duration, String> {
    const UNITS: [(&str, u64); 4] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];
    let wrong = || "write 500ms, 10s, 2m or 1h".to_owned();
    let unit = UNITS.iter().find_map(|(name, unit)| {
        let number: u64 = text.strip_suffix(name)?.trim().parse().ok()?;
        number.checked_mul(*unit).filter(|time| *time > 0)
    });
    unit.map(Duration::from_millis).ok_or_else(wrong)
}

/// Reads a part such as `0/8`: the remainder and the divisor.
pub(crate) fn read_part(text: &str) -> Result<(u64, u64), String> {
    let part = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match part {
        Some((i, n)) if i < n => Ok((i, n)),
        _ => Err("write I/N with I from 0 to N-1, such as 0/8".to_owned()),
    }
}

/// Reads a count: 20000, 2e10.
pub(crate) fn read_count(text: &str) -> Result<u64, String> {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let wrong = "write a whole number, such as 1000 or 1e6";
    let number: u64 = digits.replace('_', "").parse().map_err(|_| wrong)?;
    let power = 10u64.checked_pow(exponent.parse().map_err(|_| wrong)?);
    power
        .and_then(|power| number.checked_mul(power))
        .filter(|count| *count <= bouton_lab::rules::MAX_NUMBER)
        .ok_or_else(|| format!("the largest number is {}", bouton_lab::rules::MAX_NUMBER))
}

/// Reads a count into a smaller type.
pub(crate) fn whole<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let count = read_count(text)?;
    T::try_from(count).map_err(|_| format!("{count} is too large here"))
}

/// Reads a seed: any number of 64 bits.
pub(crate) fn read_seed(text: &str) -> Result<u64, String> {
    let seed = text.parse().ok().or_else(|| read_count(text).ok());
    seed.ok_or_else(|| format!("write a whole number from 0 to {}", u64::MAX))
}

/// Reads a number from `LEAST` to `MOST`.
pub(crate) fn between<const LEAST: u64, const MOST: u64, T: TryFrom<u64>>(
    text: &str,
) -> Result<T, String> {
    let number = read_count(text).ok().filter(|number| (LEAST..=MOST).contains(number));
    let number = number.and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| format!("write a whole number from {LEAST} to {MOST}"))
}

/// Reads the rows and columns of a table: 6 or 15x13.
pub(crate) fn read_shape(text: &str) -> Result<(u64, u64), String> {
    let (rows, columns) = text.split_once('x').unwrap_or((text, text));
    let side = |text: &str| match read_count(text.trim()) {
        Ok(side @ 1..=10_000) => Ok(side),
        _ => Err("write rows and columns from 1 to 10000, such as 6 or 15x13".to_owned()),
    };
    Ok((side(rows)?, side(columns)?))
}

/// Reads a number, or a range as [`read_range`] does.
pub(crate) fn read_range_or_count(text: &str) -> Result<Range<u64>, String> {
    if text.contains("..") {
        return read_range(text);
    }
    let number = read_count(text)?;
    Ok(number..number + 1)
}

/// Reads a range such as 0..200, which includes both ends, as in rule texts.
pub(crate) fn read_range(text: &str) -> Result<Range<u64>, String> {
    let wrong = "write a range such as 0..200; both ends are included";
    let (start, end) = text.split_once("..").ok_or(wrong)?;
    let range = read_count(start)?..read_count(end)? + 1;
    if range.is_empty() { Err(wrong.to_owned()) } else { Ok(range) }
}

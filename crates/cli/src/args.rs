//! The arguments, which are also the reference documentation of the commands.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bouton_lab::Desk;
use bouton_lab::ask;
use bouton_lab::rules::Limits;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::progress::{Bar, stop_after};

/// A laboratory for Nim-like games: who wins, by which moves, and why.
#[derive(Parser)]
#[command(name = "bouton", version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// When texts are coloured.
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub(crate) color: Color,
}

/// When texts are coloured.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Also in pipes and files.
    Always,
    /// Not at all.
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
  bouton rules check mine.game

A game is `name` or `name:parameters`, perhaps with /misere or /even-odd; `bouton games` lists them.
It may also be a rule file (`mine.game`, `mine.game:parameters`), or the rules in quotes: \"game …\".";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Who wins a position, its value, every winning move, and why.
    #[command(after_help = "Examples:
  bouton solve antonim 1,4,5,7
  bouton solve nim/misere 1,1,2 --json
  bouton solve nimrod 100,1 --explain
  bouton solve antonim 1,4,5,7 --certificate win.json
  printf '3,4,6\\n3,4,7\\n' | bouton solve nim -")]
    Solve(SolveArgs),
    /// Outcomes or nim-values of the heaps 0, 1, 2, …, and their period.
    #[command(after_help = "Examples:
  bouton sequence ending-partizan:2,3 --to 60
  bouton sequence octal:0.07 --to 100 --of nim-value --format bfile
  bouton sequence nimrod --row 1 --to 1000 --count
  bouton sequence subtraction:1,3,4 --to 60 --of losing --format bfile
  bouton sequence subtraction:1,3,4 --to 20 --certificate period.json")]
    Sequence(SequenceArgs),
    /// A table over two numbers: completions, outcomes or nim-values.
    #[command(after_help = "Examples:
  bouton table antonim --size 15x13
  bouton table antonim --heaps 4 --fix 1 --size 6 --json
  bouton table antonim --size 6 --format latex
  bouton table antonim --heaps 4 --layers 0,1 --size 6
  bouton table antonim --heaps 4 --below 64 --count
  bouton table wythoff --size 12 --of nim-value")]
    Table(TableArgs),
    /// A picture of a window of two numbers, the others fixed, as PNG or SVG.
    #[command(after_help = "Examples:
  bouton chart nimrod --x 0..400 --y 1..60 --sectors --out nimrod.png
  bouton chart wythoff --x 0..60 --y 0..60 --out wythoff.svg
  bouton chart euclid --x 1..30 --y 1..12")]
    Chart(ChartArgs),
    /// Whether two games are the same up to a bound, and where they first differ.
    #[command(after_help = "Examples:
  bouton compare kayles octal:0.77 --heaps 1 --of nim-value
  bouton compare nim nim/misere --heaps 2
  bouton compare mine.game wythoff --to 40 --json")]
    Compare(CompareArgs),
    /// All octal codes with a few digits, and the periods that are proved within a bound.
    #[command(after_help = "Example:
  bouton survey --digits 3 --to 4096")]
    Survey(SurveyArgs),
    /// A row for each of a million or a billion games, in a folder of Parquet files.
    #[command(after_help = "Examples:
  bouton census ending-partizan --min 2 --max 24 --out sets
  bouton census sets --summary
  bouton census sets --verify

Whatever stops a census, the same command goes on. Ask it anything with DuckDB or Polars:
  duckdb -c \"SELECT period, count(*) FROM 'sets/*.parquet' GROUP BY period ORDER BY period\"
  python -c \"import polars as p; print(p.scan_parquet('sets/*.parquet').filter(p.col.period > 100).collect())\"
docs/census.md tells what the columns are.")]
    Census(CensusArgs),
    /// The misère quotient of a game of heaps: which sums play alike when the last move loses.
    #[command(after_help = "Examples:
  bouton quotient octal:0.123 --heaps 30
  bouton quotient kayles --heaps 20 --json")]
    Quotient(QuotientArgs),
    /// The value of a short game: canonical form, stops, mean, temperature, and how games compare.
    #[command(after_help = "Examples:
  bouton value '{1|-1} + *2 - ^'
  bouton value '{3||2|-1}' --thermograph thermograph.svg
  bouton value '^ > *2'
  bouton value 'norton({1|-1}, ^)' --json
  printf '^ + *\\n{1|-1}\\n' | bouton value -
  bouton value --born-by 2")]
    Value(ValueArgs),
    /// Games on any finite digraph: its game structures (kernels), cogames, and who wins.
    #[command(after_help = "Examples:
  bouton graph moves.txt
  printf 'a b\\nb a\\n' | bouton graph - --list 5
  bouton graph relation.dot --draw relation.svg --certificate proof.json
  bouton graph --game nim --heaps 2 --below 8
  bouton graph --game mine.game --below 20
  bouton graph --all-digraphs 3

A file is an edge list (`a b` on a line for a→b, `a` alone for a state), DOT, GraphML or digraph6.")]
    Graph(GraphArgs),
    /// Strategies against each other: win rates with their intervals, from a seed.
    #[command(after_help = "Examples:
  bouton duel nimrod --first model --second random --pile 1000,10000,100000 --alternate
  bouton duel nimrod --first perfect --second sector-random --pile 1e6 --games 500
  bouton duel nimrod --first model:-1.5708,3.1416,1,0 --second sector-careful --pile 1000 --exact
  bouton duel nim/misere --first leave-sum:1 --second perfect --position 1,2,3
  bouton duel nimrod --fit
  bouton duel --list

The same seed gives the same games, on any number of threads.")]
    Duel(DuelArgs),
    /// The games that are known, one of them in detail, or the rules of one as a text.
    #[command(after_help = "Examples:
  bouton games
  bouton games nimrod
  bouton games show nimrod > mine.game")]
    Games(GamesArgs),
    /// The claims of the five papers, each with a verdict that is computed.
    #[command(after_help = "Examples:
  bouton claims
  bouton claims A7 --verbose
  bouton claims A B --json
  bouton claims C --deep --state findings
  bouton claims --report report

A claim is true (for all, or up to a bound), false (with a counterexample), open, or not checkable. The exit
code is 0 whatever the verdicts.")]
    Claims(ClaimsArgs),
    /// Rule files: find their mistakes, lay them out, see what is understood of them.
    #[command(after_help = "Examples:
  bouton games show nimrod > mine.game
  bouton rules check mine.game
  bouton rules fmt mine.game
  bouton rules explain mine.game 100,1
  bouton solve mine.game 100,1

docs/rules.md is the reference, docs/rules-tutorial.md the way in.")]
    Rules(RulesArgs),
    /// Checks a certificate from the rules alone. Exit code 0: it holds; 1: it does not.
    #[command(after_help = "Example:
  bouton sequence octal:0.77 --to 20 --of nim-value --certificate kayles.json
  bouton check kayles.json")]
    Check(CheckArgs),
    /// Play against a perfect opponent who says why.
    #[command(after_help = "Examples:
  bouton play nim 3,4,5
  bouton play antonim --second
  printf '2,4,6\\nquit\\n' | bouton play nim 3,4,6")]
    Play(PlayArgs),
    /// The lab as a web page, on this machine.
    #[command(after_help = "Examples:
  bouton serve --open
  bouton serve --port 9000 --census-dir ~/censuses
  bouton serve --host 0.0.0.0 --token 5f1d0c7a9be34a20
  bouton serve --name games.example.org --token 5f1d0c7a9be34a20

Only this machine can reach the page, unless --host says more; then everybody needs the token.
docs/web.md tells about the page and its API.")]
    Serve(ServeArgs),
    /// Writes completions for a shell to standard output.
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
    /// Writes the manual page to standard output, or one page a command to a folder.
    Man {
        /// The folder.
        #[arg(long)]
        dir: Option<PathBuf>,
    },
}

/// How an answer is written.
#[derive(Args)]
pub(crate) struct Output {
    /// Print one JSON document; short for --format json.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// How the answer is written.
    #[arg(long, short, value_enum, default_value = "text")]
    format: Format,
}

impl Output {
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

/// Who shall answer.
#[derive(Args)]
pub(crate) struct Choice {
    /// The engine that shall answer, such as oracle; chosen by the plan if not given.
    #[arg(long, value_name = "NAME")]
    pub(crate) engine: Option<String>,
    /// Take the rules as they are written, without recognising a family that a faster engine knows.
    #[arg(long)]
    pub(crate) as_written: bool,
}

/// What an answer may cost.
#[derive(Args)]
pub(crate) struct Means {
    /// Memory that may be used, such as 512MiB or 4GiB.
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = read_size)]
    memory: u64,
    /// Elementary steps that may be taken (about a nanosecond each), such as 5e9.
    #[arg(long, value_name = "COUNT", default_value = "2e10", value_parser = read_count)]
    steps: u64,
    /// Stop after this time, such as 500ms, 10s or 2m; what is stopped has no answer.
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    time: Option<Duration>,
}

impl Means {
    pub(crate) fn limits(&self) -> Limits {
        if let Some(time) = self.time {
            stop_after(time);
        }
        Limits { memory: self.memory, steps: self.steps, watch: Arc::new(Bar::default()) }
    }

    /// Where questions are answered: a game may be a rule file.
    pub(crate) fn desk(&self) -> Desk {
        Desk { limits: self.limits(), files: true }
    }
}

#[derive(Args)]
pub(crate) struct SolveArgs {
    /// The game, such as nim, octal:0.77/misere or a rule file.
    pub(crate) game: String,
    /// The position: integers with commas, such as 3,4,6; semicolons between components of a sum; - for one on each
    /// line of standard input, each answered by a line of JSON.
    #[arg(allow_hyphen_values = true)]
    pub(crate) position: String,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show every winning move.
    #[arg(long)]
    pub(crate) all: bool,
    /// Show which engines declined, and why.
    #[arg(long)]
    pub(crate) explain: bool,
    /// Write a certificate of who wins that `bouton check` verifies.
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Write a certificate of the nim-value.
    #[arg(long, value_name = "FILE")]
    pub(crate) value_certificate: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) choice: Choice,
    #[command(flatten)]
    pub(crate) means: Means,
}

#[derive(Args)]
pub(crate) struct SequenceArgs {
    /// The game, such as subtraction:1,3,4.
    pub(crate) game: String,
    /// The last heap.
    #[arg(long, value_name = "N", value_parser = read_count)]
    pub(crate) to: u64,
    /// What the terms are.
    #[arg(long, value_enum, default_value = "outcome")]
    pub(crate) of: Of,
    /// The second number of the positions, for games with two: (0,ROW), (1,ROW), …
    #[arg(long)]
    pub(crate) row: Option<u64>,
    /// Only how many of 1..N are lost for the mover, and their share.
    #[arg(long)]
    pub(crate) count: bool,
    /// Keep the nim-values of an octal game in this file, and go on from what it holds.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Draw the terms as a strip of cells that shows the period, by the file's ending .png or .svg.
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Show every term.
    #[arg(long)]
    pub(crate) all: bool,
    /// Show which engines declined, and why.
    #[arg(long)]
    pub(crate) explain: bool,
    /// Write a certificate of the period that `bouton check` verifies.
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) choice: Choice,
    #[command(flatten)]
    pub(crate) means: Means,
}

/// What the terms of a sequence are.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Of {
    /// N, P, L, R, or D for a draw from at least one of the two starts.
    Outcome,
    /// Nim-values, for impartial games under normal play.
    NimValue,
    /// Values by name: 0, *, {1|0}, … for games under normal play and normalised endings.
    Value,
    /// The heaps that are lost for the mover, as a list of numbers.
    Losing,
}

impl From<Of> for ask::Of {
    fn from(of: Of) -> ask::Of {
        match of {
            Of::Outcome => ask::Of::Outcome,
            Of::NimValue => ask::Of::NimValue,
            Of::Value => ask::Of::Value,
            Of::Losing => ask::Of::Losing,
        }
    }
}

/// How an answer is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
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

#[derive(Args)]
pub(crate) struct TableArgs {
    /// The game, such as antonim or wythoff.
    pub(crate) game: String,
    /// How many heaps a position has, the completion included.
    #[arg(long, value_name = "N")]
    pub(crate) heaps: Option<usize>,
    /// Numbers that stay the same all over the table.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    pub(crate) fix: Vec<u64>,
    /// One table for each of these in front of the fixed numbers, as papers print layers.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', conflicts_with = "count")]
    pub(crate) layers: Vec<u64>,
    /// Rows and columns: 6 or 15x13.
    #[arg(long, value_name = "ROWSxCOLUMNS", default_value = "10", value_parser = read_shape)]
    pub(crate) size: (u64, u64),
    /// What stands in a cell; completions where the game has them, else outcomes.
    #[arg(long, value_enum)]
    pub(crate) of: Option<Cells>,
    /// With --count: all heaps are less than this.
    #[arg(long, value_name = "N", requires = "count")]
    pub(crate) below: Option<u64>,
    /// Count the P-positions with all heaps below a bound, written in ascending order.
    #[arg(long, requires = "below")]
    pub(crate) count: bool,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Show which engines declined, and why.
    #[arg(long)]
    pub(crate) explain: bool,
    #[command(flatten)]
    pub(crate) choice: Choice,
    #[command(flatten)]
    pub(crate) means: Means,
}

/// What a cell of a table holds.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Cells {
    /// The number that completes row, column and fixed numbers to a P-position.
    Completion,
    /// N, P, L, R or D.
    Outcome,
    /// The nim-value.
    NimValue,
}

impl From<Cells> for ask::Cells {
    fn from(cells: Cells) -> ask::Cells {
        match cells {
            Cells::Completion => ask::Cells::Completion,
            Cells::Outcome => ask::Cells::Outcome,
            Cells::NimValue => ask::Cells::NimValue,
        }
    }
}

#[derive(Args)]
pub(crate) struct CompareArgs {
    /// A game, such as kayles.
    pub(crate) game: String,
    /// Another one, such as octal:0.77.
    pub(crate) with: String,
    /// What is compared.
    #[arg(long, value_enum, default_value = "outcome")]
    pub(crate) of: Of,
    /// All numbers of the positions are at most this [default: 1000 for one number, 60 for two, 15 for three]
    #[arg(long, value_name = "N", value_parser = read_count)]
    pub(crate) to: Option<u64>,
    /// How many heaps the positions have, where the games leave it open [default: 3]
    #[arg(long, value_name = "N")]
    pub(crate) heaps: Option<usize>,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) means: Means,
}

#[derive(Args)]
pub(crate) struct ChartArgs {
    /// The game, such as nimrod.
    pub(crate) game: String,
    /// The first numbers, both ends included.
    #[arg(long, value_name = "A..B", default_value = "0..120", value_parser = read_range)]
    pub(crate) x: Range<u64>,
    /// The second numbers [default: 0..40, or 1..40 where none may be 0]
    #[arg(long, value_name = "A..B", value_parser = read_range)]
    pub(crate) y: Option<Range<u64>>,
    /// The further numbers, which stay the same, for games with more than two.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    pub(crate) beside: Vec<u64>,
    /// What a cell shows: outcomes or nim-values.
    #[arg(long, value_enum, default_value = "outcome")]
    pub(crate) of: Of,
    /// The picture, by its ending .png or .svg; letters on standard output if not given.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Tint and name Nimrod's sectors, and draw the boundary of its core.
    #[arg(long, requires = "out")]
    pub(crate) sectors: bool,
    /// Pixels a cell; chosen to fit if not given.
    #[arg(long, value_name = "PIXELS", default_value = "0", value_parser = between::<0, 64, u32>)]
    pub(crate) cell: u32,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) choice: Choice,
    #[command(flatten)]
    pub(crate) means: Means,
}

#[derive(Args)]
pub(crate) struct SurveyArgs {
    /// Digits after the point.
    #[arg(long, value_name = "N", default_value = "2", value_parser = between::<1, 4, u32>)]
    pub(crate) digits: u32,
    /// Heaps below this are looked at.
    #[arg(long, value_name = "N", default_value = "1024", value_parser = read_count)]
    pub(crate) to: u64,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) means: Means,
}

#[derive(Args)]
pub(crate) struct CensusArgs {
    /// The family: ending-partizan, …, or a rule file; with --summary and --verify the folder.
    #[arg(value_name = "FAMILY|DIR")]
    pub(crate) family: String,
    /// The least element of every set.
    #[arg(long, value_name = "N")]
    pub(crate) min: Option<u32>,
    /// The largest element that a set may have.
    #[arg(long, value_name = "N")]
    pub(crate) max: Option<u32>,
    /// Who wins the heaps 0 to MIN-1, such as LN [default: the EO rule, LRLR…]
    #[arg(long, value_name = "LETTERS")]
    pub(crate) labels: Option<String>,
    /// Digits after the point of a code.
    #[arg(long, value_name = "N")]
    pub(crate) digits: Option<u32>,
    /// How far a period is sought, where it need not show.
    #[arg(long, value_name = "N", value_parser = read_count)]
    pub(crate) to: Option<u64>,
    /// The parameters of a rule file: k=1..10 for numbers, S=subsets:1..6 for sets, with commas.
    #[arg(long, value_name = "NAME=VALUES,…")]
    pub(crate) over: Option<String>,
    /// The folder. If it holds a part of this census, the rest is made.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Only the shards i, i+n, i+2n, …: for many machines that write to one folder.
    #[arg(long, value_name = "I/N", value_parser = read_part)]
    pub(crate) shard: Option<(u64, u64)>,
    /// How many games a file has.
    #[arg(long, value_name = "N", value_parser = read_count)]
    pub(crate) games_per_shard: Option<u64>,
    /// How many threads work [default: one for each processor]
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    pub(crate) threads: usize,
    /// Go on with what the folder holds, which is done anyway.
    #[arg(long)]
    pub(crate) resume: bool,
    /// What the folder holds.
    #[arg(long, conflicts_with_all = ["verify", "out"])]
    pub(crate) summary: bool,
    /// Read every row and compare it with its checksums. Exit code 0: all is there and whole; 1: it is not.
    #[arg(long, conflicts_with = "out")]
    pub(crate) verify: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct ValueArgs {
    /// A game in the notation of CGSuite, a sum of games, or a comparison of two.
    #[arg(allow_hyphen_values = true, required_unless_present = "born_by")]
    pub(crate) expression: Option<String>,
    /// All games born by this day, instead of one.
    #[arg(long, value_name = "DAY", conflicts_with_all = ["expression", "thermograph"])]
    pub(crate) born_by: Option<u32>,
    /// Draw the thermograph, by the file's ending .png or .svg.
    #[arg(long, value_name = "FILE")]
    pub(crate) thermograph: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Show everything, however long.
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) means: Means,
}

#[derive(Args)]
pub(crate) struct QuotientArgs {
    /// The game, such as octal:0.123, with or without /misere.
    pub(crate) game: String,
    /// The largest heap.
    #[arg(long, value_name = "N", value_parser = read_count)]
    pub(crate) heaps: u64,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) means: Means,
}

#[derive(Args)]
pub(crate) struct GraphArgs {
    /// The digraph; - for standard input.
    #[arg(required_unless_present_any = ["game", "all_digraphs"])]
    pub(crate) file: Option<PathBuf>,
    /// How the file is written: edges, dot, graphml or digraph6; guessed if not given.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// The positions of this game instead of a file.
    #[arg(long, value_name = "GAME", conflicts_with = "file")]
    pub(crate) game: Option<String>,
    /// With --game: how many numbers a position has; as many as have names, or one, if not given.
    #[arg(long, value_name = "N", requires = "game")]
    pub(crate) heaps: Option<usize>,
    /// With --game: all numbers are less than this.
    #[arg(long, value_name = "N", default_value = "8", requires = "game")]
    pub(crate) below: u64,
    /// The structures of all labelled digraphs with this many vertices, loops allowed, counted.
    #[arg(long, value_name = "N", conflicts_with_all = ["file", "game"])]
    pub(crate) all_digraphs: Option<u32>,
    /// List so many structures.
    #[arg(long, value_name = "K", default_value = "0")]
    pub(crate) list: usize,
    /// Draw so many structures at random, each equally likely.
    #[arg(long, value_name = "K", default_value = "0")]
    pub(crate) sample: usize,
    /// Where the random draws begin.
    #[arg(long, default_value = "1")]
    pub(crate) seed: u64,
    /// States that shall win, with commas.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    pub(crate) winning: Vec<String>,
    /// States that shall lose, with commas.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    pub(crate) losing: Vec<String>,
    /// Which states win in all, some or no structure.
    #[arg(long)]
    pub(crate) backbone: bool,
    /// Draw the digraph with its labels, by the file's ending .png or .svg.
    #[arg(long, value_name = "FILE")]
    pub(crate) draw: Option<PathBuf>,
    /// Write a certificate: a structure, that it is the only one, or that there is none.
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Write a certificate of the win, lose and draw labels.
    #[arg(long, value_name = "FILE")]
    pub(crate) label_certificate: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show every state.
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) means: Means,
}

#[derive(Args)]
pub(crate) struct DuelArgs {
    /// The game, such as nimrod.
    #[arg(required_unless_present = "list")]
    pub(crate) game: Option<String>,
    /// The first strategy, such as model; it plays Left [default: random]
    #[arg(long, value_name = "STRATEGY", allow_hyphen_values = true)]
    pub(crate) first: Option<String>,
    /// The second strategy, such as sector-random [default: random]
    #[arg(long, value_name = "STRATEGY", allow_hyphen_values = true)]
    pub(crate) second: Option<String>,
    /// Where to start: a pile (at the rate 1, where there is one), or several with commas.
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = read_count, allow_hyphen_values = true)]
    pub(crate) pile: Vec<u64>,
    /// Where to start, in any game [default: the game's example]
    #[arg(long, value_name = "POSITION", conflicts_with = "pile", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// How many games are played from each start.
    #[arg(long, value_name = "N", default_value = "2000", value_parser = read_count)]
    pub(crate) games: u64,
    /// Where the random numbers begin.
    #[arg(long, default_value = "1", value_parser = read_seed, allow_hyphen_values = true)]
    pub(crate) seed: u64,
    /// The second strategy moves first in every other game.
    #[arg(long)]
    pub(crate) alternate: bool,
    /// Work out the exact chance, too, by going through all positions.
    #[arg(long)]
    pub(crate) exact: bool,
    /// How many threads play [default: one for each processor]
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    pub(crate) threads: usize,
    /// Search for the parameters of model, and say what they are worth in the core; --pile is the largest pile
    /// that is learnt from.
    #[arg(long, conflicts_with_all = ["first", "second", "position", "alternate", "exact"])]
    pub(crate) fit: bool,
    /// With --fit: try the parameters on piles below 10^(N+1).
    #[arg(long, value_name = "N", default_value = "3", requires = "fit", value_parser = between::<1, 7, u32>)]
    pub(crate) decades: u32,
    /// List the strategies.
    #[arg(long)]
    pub(crate) list: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) means: Means,
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct GamesArgs {
    #[command(subcommand)]
    pub(crate) action: Option<GamesAction>,
    /// One game.
    pub(crate) name: Option<String>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Subcommand)]
pub(crate) enum GamesAction {
    /// Prints the rules of a game as a text that can be changed and used as a rule file.
    #[command(after_help = "Examples:
  bouton games show nimrod > mine.game
  bouton games show subtraction:1,3,4
  bouton games show kayles/misere")]
    Show {
        /// The game, such as nimrod or subtraction:1,3,4.
        game: String,
    },
}

#[derive(Args)]
pub(crate) struct RulesArgs {
    #[command(subcommand)]
    pub(crate) action: RulesAction,
}

#[derive(Subcommand)]
pub(crate) enum RulesAction {
    /// Finds all mistakes of rule files. Exit code 0: there is no error; 2: there is.
    #[command(after_help = "Examples:
  bouton rules check mine.game
  bouton rules check docs/examples/*.game
  bouton rules check mine.game --short
  bouton games show chomp | bouton rules check -

Parameters without a value are checked with one that stands in for them.")]
    Check(RulesCheckArgs),
    /// Lays out rule files in the one usual way. A file with mistakes stays as it is.
    #[command(after_help = "Examples:
  bouton rules fmt mine.game
  bouton rules fmt --check *.game
  bouton rules fmt - < mine.game")]
    Fmt(RulesFmtArgs),
    /// What is understood of a game's rules, which engines answer which questions and why, and what it would cost.
    #[command(after_help = "Examples:
  bouton rules explain mine.game
  bouton rules explain nimrod 1000,1
  bouton rules explain \"game take; position n; move k in 1..3: n' = n - k\" 100
  bouton rules explain subtraction:1,3,4 --json")]
    Explain(RulesExplainArgs),
}

#[derive(Args)]
pub(crate) struct RulesCheckArgs {
    /// The rule files; - for standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// One line a mistake, for editors: FILE:LINE:COLUMN: error: ….
    #[arg(long, conflicts_with = "json")]
    pub(crate) short: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct RulesFmtArgs {
    /// The rule files; - reads standard input and writes standard output.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Change nothing; name the files that would change, and exit with 1 if there are any.
    #[arg(long)]
    pub(crate) check: bool,
    /// Write to standard output instead of the files.
    #[arg(long, conflicts_with = "check")]
    pub(crate) stdout: bool,
}

#[derive(Args)]
pub(crate) struct RulesExplainArgs {
    /// A rule file, rules, or a game of the catalogue.
    pub(crate) game: String,
    /// The position whose cost is estimated; a usual one if not given.
    #[arg(allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Take the rules as they are written, without recognising a family that a faster engine knows.
    #[arg(long)]
    pub(crate) as_written: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct ClaimsArgs {
    /// Papers by their letters A to E, and claims by their ids such as C11; all if none is given.
    #[arg(value_name = "PAPER|ID")]
    pub(crate) selection: Vec<String>,
    /// Show everything: what was enumerated, the counterexample step by step, tables.
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Raise the bounds to what the fast engines allow. Takes a quarter of an hour, can be stopped and goes on.
    #[arg(long)]
    pub(crate) deep: bool,
    /// Keep findings in this folder and go on from those it holds [default with --deep: bouton-claims]
    #[arg(long, value_name = "DIR")]
    pub(crate) state: Option<PathBuf>,
    /// List the claims without checking them.
    #[arg(long, conflicts_with_all = ["verbose", "deep", "state", "json", "report"])]
    pub(crate) list: bool,
    /// Write a report into this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) report: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long, conflicts_with = "verbose")]
    pub(crate) json: bool,
    /// How many claims are worked on at once.
    #[arg(long, value_name = "N", default_value = "2", value_parser = between::<1, 256, u16>)]
    pub(crate) threads: u16,
    /// Memory that one claim may use, such as 512MiB or 4GiB.
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = read_size)]
    pub(crate) memory: u64,
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// The certificate; - for standard input.
    pub(crate) file: PathBuf,
    /// The digraph that a certificate names only by its digest.
    #[arg(long, value_name = "FILE")]
    pub(crate) graph: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) means: Means,
}

#[derive(Args)]
pub(crate) struct PlayArgs {
    /// The game.
    pub(crate) game: String,
    /// Where to start; the game's example if not given.
    #[arg(allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Let the opponent move first.
    #[arg(long)]
    pub(crate) second: bool,
    /// Two people play; nobody else moves.
    #[arg(long, conflicts_with = "second")]
    pub(crate) friend: bool,
    /// Write the moves to a file when the game ends.
    #[arg(long, value_name = "FILE")]
    pub(crate) transcript: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) means: Means,
}

#[derive(Args)]
pub(crate) struct ServeArgs {
    /// The port; any free one if 0.
    #[arg(long, value_name = "N", default_value_t = 8801)]
    pub(crate) port: u16,
    /// The address to listen on, if others shall reach the page.
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) host: Option<String>,
    /// A further name of the server, for those who reach it through another one; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Vec<String>,
    /// What everybody must present; at least 16 letters and digits. The variable hides it from lists of processes.
    #[arg(long, value_name = "TEXT", env = "BOUTON_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// The folder whose folders are censuses.
    #[arg(long, value_name = "DIR", default_value = "bouton-census")]
    pub(crate) census_dir: PathBuf,
    /// How long a question may be worked on, in seconds.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = between::<1, 600, u32>)]
    pub(crate) seconds: u32,
    /// Open the page in the browser.
    #[arg(long)]
    pub(crate) open: bool,
    /// Print the description of the API (OpenAPI 3.1) instead, and start nothing.
    #[arg(long)]
    pub(crate) openapi: bool,
}

/// 512MiB, 4GiB, 100000.
fn read_size(text: &str) -> Result<u64, String> {
    const UNITS: [(&str, u32); 4] = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40)];
    let unit = UNITS.iter().find_map(|(name, shift)| Some((text.strip_suffix(name)?, *shift)));
    let (number, shift) = unit.unwrap_or((text, 0));
    let number: u64 =
        number.trim().parse().map_err(|_| "write 512MiB, 4GiB or a number of bytes")?;
    number.checked_mul(1 << shift).ok_or_else(|| "that is more than any machine has".to_owned())
}

/// 500ms, 10s, 2m, 1h.
fn read_time(text: &str) -> Result<Duration, String> {
    const UNITS: [(&str, u64); 4] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];
    let wrong = || "write 500ms, 10s, 2m or 1h".to_owned();
    let unit = UNITS.iter().find_map(|(name, unit)| {
        let number: u64 = text.strip_suffix(name)?.trim().parse().ok()?;
        number.checked_mul(*unit).filter(|time| *time > 0)
    });
    unit.map(Duration::from_millis).ok_or_else(wrong)
}

/// `0/8`: the remainder and the divisor.
fn read_part(text: &str) -> Result<(u64, u64), String> {
    let part = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match part {
        Some((i, n)) if i < n => Ok((i, n)),
        _ => Err("write I/N with I from 0 to N-1, such as 0/8".to_owned()),
    }
}

/// 20000, 2e10.
fn read_count(text: &str) -> Result<u64, String> {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let wrong = "write a whole number, such as 1000 or 1e6";
    let number: u64 = digits.replace('_', "").parse().map_err(|_| wrong)?;
    let power = 10u64.checked_pow(exponent.parse().map_err(|_| wrong)?);
    power
        .and_then(|power| number.checked_mul(power))
        .filter(|count| *count <= bouton_lab::rules::MAX_NUMBER)
        .ok_or_else(|| format!("the largest number is {}", bouton_lab::rules::MAX_NUMBER))
}

/// Any number of 64 bits.
fn read_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("write a whole number from 0 to {}", u64::MAX))
}

/// A number between two.
fn between<const LEAST: u64, const MOST: u64, T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| (LEAST..=MOST).contains(number));
    let number = number.and_then(|number: u64| T::try_from(number).ok());
    number.ok_or_else(|| format!("write a whole number from {LEAST} to {MOST}"))
}

/// 6 or 15x13.
fn read_shape(text: &str) -> Result<(u64, u64), String> {
    let (rows, columns) = text.split_once('x').unwrap_or((text, text));
    let side = |text: &str| match text.trim().parse::<u64>() {
        Ok(side @ 1..=10_000) => Ok(side),
        _ => Err("write rows and columns from 1 to 10000, such as 6 or 15x13".to_owned()),
    };
    Ok((side(rows)?, side(columns)?))
}

/// 0..200, with both ends as in rules.
fn read_range(text: &str) -> Result<Range<u64>, String> {
    let wrong = "write a range such as 0..200; both ends belong to it";
    let (start, end) = text.split_once("..").ok_or(wrong)?;
    let range = read_count(start)?..read_count(end)? + 1;
    if range.is_empty() { Err(wrong.to_owned()) } else { Ok(range) }
}

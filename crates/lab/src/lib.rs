//! From a question to an answer, and from an answer to what people read.
//!
//! ```text
//! Question ─▶ plan() ─▶ engine ─▶ Answer ─▶ certificate, render
//! ```
//!
//! # Main definitions
//! * [`Question`]: a game, what to find out about it, and the limits.
//! * [`plan()`]: the first engine on the ladder that accepts, and why those before it declined.
//! * [`Answer`]: the result, whether it is proved, and the engine that found it.
//! * [`certify`]: a certificate for an answer, which [`bouton_certify::check`] verifies.
//! * [`rocq`]: a certificate as a theorem of a proof assistant.
//! * [`render`]: text, JSON, b-file, CSV and LaTeX.
//! * [`census`]: a row for each game of a family.
//! * [`Play`]: a game in progress, for the fronts that let people play.
//!
//! ```
//! use bouton_lab::{Question, answer, rules::Game};
//!
//! let game = Game::parse("nim")?;
//! let position = game.position("3,4,6")?;
//! let answer = answer(&Question::solve(game, position))?;
//! let solution = answer.solution().expect("a position was solved");
//! assert_eq!(solution.outcome.letter(), 'N');
//! assert_eq!(solution.left[0].to_string(), "2,4,6");
//! assert_eq!(answer.engine, "nim-sum");
//! # Ok::<(), bouton_lab::rules::Refusal>(())
//! ```

mod answer;
mod attempt;
#[cfg(feature = "census")]
pub mod census;
pub mod certify;
pub mod checkpoint;
mod compare;
pub mod duel;
mod explain;
pub mod files;
mod games;
pub mod graph;
mod lessons;
mod neighbours;
mod opponent;
mod plan;
mod play;
mod prove;
pub mod puzzle;
mod question;
mod questions;
mod quotient;
pub mod render;
mod review;
pub mod rocq;
mod rules_file;
mod show;
mod survey;
mod table;
mod value;
mod verify;
mod views;

pub use answer::{Answer, Credit, VALUE_MEMORY, VALUE_STEPS, answer};
pub use explain::{explain, usual_start};
pub use games::{all_games, facts, game_view};
pub use neighbours::neighbours;
pub use opponent::{Reply, Seats, fair_start, first_start, reply};
pub use plan::{Plan, plan};
pub use play::{Play, Turn, mover_of, player_of};
pub use prove::{ProveAnswer, prove};
pub use question::{Question, ask_for_values};
pub use questions::{
    Answerable, Desk, ForEngines, answer_by_name, charted, check, place, position_of, read_digraph,
    read_question, rows_by_name,
};
pub use render::chart::has_sectors;
pub use review::{rate_options, review};
pub use rules_file::{
    FormatResult, Mistakes, ReadError, RuleText, RulesCheck, check_rules, format_rules,
    game_of_rules, read_game, read_game_as_written, read_game_text, rule_text,
};
pub use show::{
    arrows_of, binary_columns, board_of, is_impartial, move_in_words, move_view, numbers_of,
    picture_of, place_in_words, sector_of,
};
pub use table::table_question;
pub use value::{ValueAnswer, canonical, value};
pub use views::{losing as losing_view, problem_kind};

pub use bouton_ask as ask;
pub use bouton_engines::{
    Ask, Bits, Chart, Entries, Finding, Periodicity, Quantity, Saltus, Sequence, Solution,
    Standing, Table, TableShape, Terms, Value, Window,
};
pub use bouton_short::Texts;

/// Games, positions, limits and refusals.
pub mod rules {
    pub use bouton_rules::real::RealNim;
    pub use bouton_rules::{
        Ending, FiniteGame, Game, Help, Kind, Limits, MAX_NUMBER, Position, Quiet, Reference,
        Refusal, Ruleset, SubtractionSet, Unit, Watch, catalogue,
    };
}

/// Players, outcomes and nimbers.
pub mod values {
    pub use bouton_values::{Nimber, Outcome, Player, counted, mex};
}

/// The definition of outcomes, for any rules.
pub mod oracle {
    pub use bouton_oracle::Oracle;
}

/// Short games by their canonical forms.
pub mod short {
    pub use bouton_short::{Expression, Form, Forms};
}

/// Digraphs, how they are read, and their kernels.
pub mod graphs {
    pub use bouton_engines::graph::Structures;
    pub use bouton_graphs::{Digraph, Format, NamedDigraph, read, read_edge_list};
}

/// Strategies, games between them, and their exact chances.
pub mod duels {
    pub use bouton_duels::{
        Duel, Model, Nimrod, Outcomes, Proposition, Settings, State, Strategy, StrategyName, Tally,
        Turn, chance_of, core_begins, wilson,
    };
}

/// Parts of the engines that go beyond single questions: the sectors of Nimrod, and many ending-partizan sets at once.
pub mod engines {
    pub use bouton_engines::census::{Family, Summary};
    pub use bouton_engines::{Sector, sector};
}

/// Certificates, and the checker of certificates.
pub mod certificates {
    pub use crate::verify::verify as check;
    pub use bouton_certify::{Certificate, PositionCertificate, Rejection};
}

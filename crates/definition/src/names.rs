//! What the names of the catalogue mean: sets, codes, digraphs, and the texts of the folder `games`.

use std::borrow::Cow;

use bouton_lang::Argument;
use bouton_values::{Refusal, excerpt};

use crate::code::TakeAndBreakCode;
use crate::digraph::DigraphRules;
use crate::ending::{Ending, TerminalLabels};
use crate::game::Component;
use crate::heap::{HeapMoves, HeapRules};
use crate::set::SubtractionSet;
use crate::source::{Source, Suffix};
use crate::stated::TextRules;

/// The rule texts of the catalogue: the path of each file in the folder, without its ending, and what it holds.
pub static TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// The rule text of this path: `kayles`, `coins/twins`.
#[must_use]
pub fn rule_text(path: &str) -> Option<&'static str> {
    TEXTS.iter().find(|(known, _)| *known == path).map(|(_, text)| *text)
}

/// The remark under `key` in the comments before the first line of a rule text, as in `# title: Kayles`. A line that
/// begins with `#` and two spaces continues the remark above it.
///
/// ```
/// use bouton_definition::remark;
/// let text = "# title: Take\n# summary: Take one\n#  or two.\ngame take\n";
/// assert_eq!(remark(text, "title").as_deref(), Some("Take"));
/// assert_eq!(remark(text, "summary").as_deref(), Some("Take one or two."));
/// assert_eq!(remark(text, "source"), None);
/// ```
#[must_use]
pub fn remark(text: &str, key: &str) -> Option<String> {
    let mut lines = text.lines().take_while(|line| line.is_empty() || line.starts_with('#'));
    let says = |line: &str| {
        let rest = line.strip_prefix("# ")?.strip_prefix(key)?.strip_prefix(':')?;
        Some(rest.trim().to_owned())
    };
    let first = lines.by_ref().find_map(says)?;
    let more = lines.map_while(|line| line.strip_prefix("#  "));
    Some(more.fold(first, |all, line| format!("{all} {}", line.trim())))
}

/// The game with this name and these parameters, and its ending.
pub(crate) fn named(
    name: &str,
    parameters: &str,
    suffix: Option<Suffix>,
) -> Result<(Component, Ending), Refusal> {
    if let Some(rules) = HeapRules::named(name, parameters) {
        return Ok((Component::Heap(rules?), suffix.into()));
    }
    match name {
        "ending-partizan" => match suffix {
            None => ending_partizan(parameters),
            Some(suffix) => {
                let problem = format!("{name} has its own ending, not {}", suffix.name());
                Err(Refusal::bad(problem, format!("write {name} alone")))
            }
        },
        "digraph" if suffix != Some(Suffix::EvenOdd) => {
            Ok((Component::Digraph(DigraphRules::parse(parameters)?), suffix.into()))
        }
        _ => by_text(name, parameters, suffix),
    }
}

/// The game with this name by its rule text, also where [`named`] knows its set or code.
pub(crate) fn by_text(
    name: &str,
    parameters: &str,
    suffix: Option<Suffix>,
) -> Result<(Component, Ending), Refusal> {
    if let "rook" | "king" = name {
        let (_, text, tokens) = walk(name, parameters)?;
        return stated(&Source { name: "", text: &text, tokens: Some(&tokens) }, "", suffix);
    }
    let kind = rule_text(&format!("{name}/{parameters}"));
    let (text, arguments) = match (kind, rule_text(name)) {
        (Some(text), _) => (text, ""),
        (None, Some(text)) => (text, parameters),
        (None, None) => return Err(unknown(name)),
    };
    let tokens = remark(text, "tokens");
    stated(&Source { name: "", text, tokens: tokens.as_deref() }, arguments, suffix)
}

fn unknown(name: &str) -> Refusal {
    Refusal::unsupported(
        format!("`{}` is neither a rule text nor a set, a code or a digraph", excerpt(name)),
        "boards, real-valued Nim and other games without such a text are for `bouton check`",
    )
}

/// The rules of a text, as they are written.
pub(crate) fn stated(
    source: &Source<'_>,
    arguments: &str,
    suffix: Option<Suffix>,
) -> Result<(Component, Ending), Refusal> {
    let meaning = source.read(&Argument::split(arguments), suffix)?;
    let ending = Ending::from(&meaning.program);
    Ok((Component::TextRules(TextRules::new(meaning.program, meaning.legal)), ending))
}

/// `S` or `S@WORD`: one heap, and an ending by the parity or by the letters of the word.
fn ending_partizan(parameters: &str) -> Result<(Component, Ending), Refusal> {
    let (set, word) = match parameters.split_once('@') {
        None => (SubtractionSet::parse(parameters)?, None),
        Some((set, word)) => (SubtractionSet::parse(set)?, Some(word.trim())),
    };
    let labels = match word {
        None => TerminalLabels::EvenOdd,
        Some(word) if word.bytes().all(|letter| letter.is_ascii_uppercase()) => {
            TerminalLabels::parse_word(word, set.min())?
        }
        Some(word) => {
            return Err(Refusal::unsupported(
                format!("`{}` puts games in the place of stuck heaps", excerpt(word)),
                "canonical forms are for `bouton check`",
            ));
        }
    };
    let moves = HeapMoves::Subtract { left: set.clone(), right: set };
    let rules = HeapRules { moves, most_heaps: 1 };
    Ok((Component::Heap(rules), Ending::at_stuck_heaps(labels)))
}

/// The dimension, the rules and what counts as tokens of a walk towards the corner: a rook goes any distance along one
/// axis, a king one step along any axes at once.
pub fn walk(name: &str, parameters: &str) -> Result<(usize, Cow<'static, str>, String), Refusal> {
    const AXES: [&str; 4] = ["a", "b", "c", "d"];
    let dimension = match parameters {
        "" => Some(2),
        _ => parameters.parse().ok().filter(|dimension| (1..=AXES.len()).contains(dimension)),
    };
    let Some(dimension) = dimension else {
        return Err(Refusal::bad(
            format!("`{}` is not a dimension", excerpt(parameters)),
            format!("write a dimension from 1 to {}", AXES.len()),
        ));
    };
    let axes = &AXES[..dimension];
    let (choice, length) = if name == "rook" { ("k >= 1: ", "k") } else { ("", "1") };
    let mut rules = format!("game {name}\nposition {}\n", axes.join(", "));
    for bits in 1u32..1 << dimension {
        if name == "rook" && !bits.is_power_of_two() {
            continue;
        }
        let lowered = axes.iter().enumerate().filter(|(axis, _)| bits >> axis & 1 == 1);
        let clauses: Vec<String> = lowered.map(|(_, n)| format!("{n}' = {n} - {length}")).collect();
        rules += &format!("move {choice}{}\n", clauses.join(", "));
    }
    let rules = match rule_text(name) {
        Some(text) if dimension == 2 => Cow::Borrowed(text),
        _ => Cow::Owned(rules),
    };
    Ok((dimension, rules, axes.join(" + ")))
}

impl HeapRules {
    /// The heaps that a name and its parameters stand for: Nim, subtraction sets and take-and-break codes. `None` if
    /// the name stands for something else.
    #[must_use]
    pub fn named(name: &str, parameters: &str) -> Option<Result<HeapRules, Refusal>> {
        let moves = match name {
            "nim" if parameters.is_empty() => Ok(HeapMoves::Any),
            "nim" => Err(Refusal::bad(
                format!("nim takes no parameters, not `{}`", excerpt(parameters)),
                "write nim alone",
            )),
            "subtraction" => SubtractionSet::parse(parameters)
                .map(|set| HeapMoves::Subtract { left: set.clone(), right: set }),
            "partizan-subtraction" => pair(
                parameters,
                SubtractionSet::parse,
                ("Right's set is missing", "write both sets: partizan-subtraction:1,2|1,3"),
            )
            .map(|(left, right)| HeapMoves::Subtract { left, right }),
            "octal" => TakeAndBreakCode::parse(parameters).map(HeapMoves::Code),
            "partizan-octal" => pair(
                parameters,
                TakeAndBreakCode::parse,
                ("Right's code is missing", "write both codes: partizan-octal:0.3|0.7"),
            )
            // Equal codes are an impartial game.
            .map(|(left, right)| match left == right {
                true => HeapMoves::Code(left),
                false => HeapMoves::PartizanCode { left, right },
            }),
            _ => return None,
        };
        Some(moves.map(HeapRules::new))
    }

    /// The heaps that a form names: `nim`, `subtraction:1,3,4`, `octal:0.77`.
    pub fn parse_form(form: &str) -> Result<HeapRules, Refusal> {
        let (name, parameters) = form.split_once(':').unwrap_or((form, ""));
        HeapRules::named(name.trim(), parameters.trim()).unwrap_or_else(|| {
            Err(Refusal::bad(
                format!("`{}` is not a form of heap games", excerpt(form)),
                "write nim, or a set or a code: subtraction:1,3,4 or octal:0.77",
            ))
        })
    }

    /// The text that [`HeapRules::parse_form`] reads back; `None` where the moves are neither a set nor a code.
    #[must_use]
    pub fn form(&self) -> Option<String> {
        Some(match &self.moves {
            HeapMoves::Any => "nim".to_owned(),
            HeapMoves::Subtract { left, right } if left == right => format!("subtraction:{left}"),
            HeapMoves::Subtract { left, right } => format!("partizan-subtraction:{left}|{right}"),
            HeapMoves::Code(code) => format!("octal:{code}"),
            HeapMoves::PartizanCode { left, right } => format!("partizan-octal:{left}|{right}"),
            HeapMoves::Rule(_) => return None,
        })
    }
}

/// What is Left's and what is Right's.
fn pair<T>(
    parameters: &str,
    read: fn(&str) -> Result<T, Refusal>,
    (missing, help): (&str, &str),
) -> Result<(T, T), Refusal> {
    let (left, right) = parameters.split_once('|').ok_or_else(|| Refusal::bad(missing, help))?;
    Ok((read(left)?, read(right)?))
}

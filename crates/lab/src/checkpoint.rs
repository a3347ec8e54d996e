//! Checkpoints of long sequences: the terms so far are kept in a file, so that a run can be stopped and continued.
//!
//! The file is a line of JSON that names the game, the number of terms and the SHA-256 of what
//! follows, and then the terms, two bytes each, low byte first. It is written under another name and
//! renamed, so that it is whole at every moment; a file that is damaged or of another game is refused.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use bouton_engines::octal::Values;
use bouton_engines::{Finding, LADDER, Periodicity, Sequence, Standing, Terms};
use bouton_rules::{Game, Help, Limits, Refusal, Spec};
use bouton_values::counted;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::answer::Answer;
use crate::files;

/// The only engine whose terms can be kept in a file.
const ENGINE: &str = "sparse-space";

/// Terms are saved at least as often as their number grows by this share, or by `FEWEST`.
const SHARE: u64 = 8;
const FEWEST: u64 = 1 << 18;

/// The nim-values of the heaps 0 to `to`, starting with the terms in the file, if there are any. Whatever stops the
/// computation, the terms so far are in the file.
pub fn nim_values(game: &Game, to: u64, path: &Path, limits: &Limits) -> Result<Answer, Refusal> {
    let Some(Spec::Heap(rules)) =
        game.finite().filter(|game| game.has_nim_values()).map(|g| &g.spec)
    else {
        return Err(unsuited(game, "it has no heaps with nim-values"));
    };
    let values = Values::new(rules).map_err(|declined| unsuited(game, &declined.reason))?;
    let mut values = values.resume(load(game, path)?)?;
    while (values.terms().len() as u64) <= to {
        let known = values.terms().len() as u64;
        let next = known.saturating_add((known / SHARE).max(FEWEST)).min(to);
        let extended = values.extend_to(next, limits);
        save(game, path, values.terms())?;
        extended?;
    }
    let terms: Vec<u64> =
        values.terms().iter().take(to as usize + 1).map(|term| u64::from(*term)).collect();
    let period = values.period(limits)?;
    Ok(answer(terms, period, to))
}

fn answer(terms: Vec<u64>, period: Option<(u64, u64)>, to: u64) -> Answer {
    let period = period.map(|(preperiod, period)| Periodicity::proved(preperiod, period));
    let standing = if period.is_some() { Standing::Proved } else { Standing::ComputedTo(to) };
    let reasons = vec![match &period {
        Some(_) => {
            "the terms repeat for as long as the theorem of Guy and Smith requires".to_owned()
        }
        None => format!("no period was found in {}", counted(terms.len(), "term")),
    }];
    let sequence = Sequence { terms: Terms::NimValues(terms), period, reasons, stopped: None };
    let engine = LADDER.iter().find(|engine| engine.name() == ENGINE);
    Answer {
        finding: Finding::Sequence(sequence),
        standing,
        engine: ENGINE,
        theorem: engine.map_or("", |engine| engine.theorem()),
        value_by: None,
        declined: Vec::new(),
    }
}

fn unsuited(game: &Game, reason: &str) -> Refusal {
    let help = Help::from("leave ").setting("checkpoint");
    Refusal::unsupported(
        format!("the terms of {} cannot be kept in a file: {reason}", game.title()),
        help.and(" out; it is for octal games and Grundy's game"),
    )
}

/// The first line of a file.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    #[serde(rename = "bouton-checkpoint")]
    layout: u64,
    game: String,
    terms: usize,
    sha256: String,
}

impl Header {
    fn new(game: &Game, body: &[u8]) -> Header {
        let sha256 = Sha256::digest(body).iter().map(|byte| format!("{byte:02x}")).collect();
        Header { layout: 1, game: game.text().to_owned(), terms: body.len() / 2, sha256 }
    }
}

/// The largest checkpoint that is read: two bytes a term, and more terms than anybody has worked out.
const LARGEST: u64 = 4 << 30;

fn load(game: &Game, path: &Path) -> Result<Vec<u16>, Refusal> {
    let file = match files::read(path, LARGEST) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(file_problem(path, &error.to_string())),
    };
    let damaged = || file_problem(path, "it is damaged, or not a checkpoint");
    let end = file.iter().position(|byte| *byte == b'\n').ok_or_else(damaged)?;
    let header: Header = serde_json::from_slice(&file[..end]).map_err(|_| damaged())?;
    let body = &file[end + 1..];
    if header.game != game.text() {
        return Err(file_problem(path, &format!("it belongs to {:?}", header.game)));
    }
    if header != Header::new(game, body) {
        return Err(damaged());
    }
    Ok(body.as_chunks::<2>().0.iter().map(|bytes| u16::from_le_bytes(*bytes)).collect())
}

fn save(game: &Game, path: &Path, terms: &[u16]) -> Result<(), Refusal> {
    let body: Vec<u8> = terms.iter().flat_map(|term| term.to_le_bytes()).collect();
    let written = || {
        let header = serde_json::to_vec(&Header::new(game, &body))?;
        write_whole(path, &[header, b"\n".to_vec(), body].concat())
    };
    written().map_err(|error| file_problem(path, &error.to_string()))
}

fn file_problem(path: &Path, problem: &str) -> Refusal {
    Refusal::bad(
        format!("{}: {problem}", path.display()),
        "name another file, or remove this one to start over",
    )
}

/// Writes a file atomically: under a temporary name, which is then renamed. A link is followed, permissions are kept,
/// and anything but a regular file, such as a pipe or a device, is not replaced.
pub fn write_whole(path: &Path, content: &[u8]) -> std::io::Result<()> {
    match files::check_regular(path) {
        Err(error) if error.kind() == ErrorKind::InvalidInput => return Err(error),
        _ => {}
    }
    let resolved = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let path = resolved.as_path();
    let name = path.file_name().ok_or_else(|| {
        std::io::Error::new(ErrorKind::InvalidInput, "the path does not name a file")
    })?;
    let mut unfinished = name.to_owned();
    unfinished.push(format!(".{}.unfinished", std::process::id()));
    let unfinished = path.with_file_name(unfinished);
    let written = fs::write(&unfinished, content)
        .and_then(|()| fs::File::open(&unfinished)?.sync_all())
        .and_then(|()| match fs::metadata(path) {
            Ok(known) => fs::set_permissions(&unfinished, known.permissions()),
            Err(_) => Ok(()),
        })
        .and_then(|()| fs::rename(&unfinished, path));
    if written.is_err() {
        // What is left of the attempt is of no use; the error to report is the first one.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use bouton_rules::Watch;

    use super::*;
    use crate::{Ask, Quantity, Question};

    /// Says stop after a number of reports.
    struct Impatient(AtomicU64);

    impl Watch for Impatient {
        fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
            match self.0.fetch_sub(1, Ordering::Relaxed) {
                0 | 1 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        }
    }

    fn folder(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("bouton-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_stopped_run_goes_on_and_ends_with_the_same_terms() {
        let folder = folder("resume");
        let path = folder.join("officers");
        let game = Game::parse("officers").unwrap();
        let mut stops = 0;
        let found = loop {
            let watch = Arc::new(Impatient(AtomicU64::new(2 + stops)));
            let limits = Limits { watch, ..Limits::default() };
            match nim_values(&game, 30_000, &path, &limits) {
                Ok(found) => break found,
                Err(Refusal::Interrupted) => stops += 1,
                Err(other) => panic!("{other}"),
            }
            assert!(stops < 10_000, "no progress is made");
        };
        assert!(stops > 0, "it was never stopped");
        let ask = Ask::Sequence { of: Quantity::NimValue, to: 30_000, row: None };
        let at_once = crate::answer(&Question::new(game, ask)).unwrap();
        assert_eq!(found.sequence().unwrap().terms, at_once.sequence().unwrap().terms);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let folder = folder("damaged");
        let path = folder.join("kayles");
        let kayles = Game::parse("kayles").unwrap();
        nim_values(&kayles, 3000, &path, &Limits::default()).unwrap();
        let good = fs::read(&path).unwrap();
        let officers = Game::parse("officers").unwrap();
        assert!(nim_values(&officers, 3000, &path, &Limits::default()).is_err());
        for (index, flip) in [(good.len() - 1, 1), (good.len() / 2, 4), (3, 1), (40, 8)] {
            let mut bad = good.clone();
            bad[index] ^= flip;
            fs::write(&path, &bad).unwrap();
            let refused = nim_values(&kayles, 4000, &path, &Limits::default());
            assert!(refused.is_err(), "byte {index}");
            assert_eq!(fs::read(&path).unwrap(), bad, "the file is left alone");
        }
        fs::write(&path, &good[..good.len() - 7]).unwrap();
        assert!(nim_values(&kayles, 4000, &path, &Limits::default()).is_err());
        fs::write(&path, &good).unwrap();
        assert!(nim_values(&kayles, 4000, &path, &Limits::default()).is_ok());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn games_without_such_terms_are_refused() {
        let path = Path::new("never-written");
        for game in ["antonim", "kayles/misere", "real-nim:x", "partizan-subtraction:1|2"] {
            let game = Game::parse(game).unwrap();
            assert!(nim_values(&game, 10, path, &Limits::default()).is_err());
        }
        assert!(!path.exists());
    }
}

//! Hands a theorem to `coqc`, and reads what it says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use bouton_ask::CheckView;
use bouton_rules::{Limits, Refusal};

use super::{LIBRARY, text, theorem};

/// What `Print Assumptions` prints where no axiom is used.
const CLOSED: &str = "Closed under the global context";

/// Lets `coqc` verify a file that [`theorem`] wrote.
///
/// Any other file is refused: `coqc` would do whatever it says.
pub fn check(file: &str, limits: &Limits) -> Result<CheckView, Refusal> {
    let foreign = || {
        Refusal::bad(
            "this is not a file for Rocq as Bouton writes it; only such files are run, because coqc does whatever a file says",
            "write it again from its certificate with --rocq, or run coqc yourself",
        )
    };
    let certificate = text::certificate(file).ok_or_else(foreign)?;
    if theorem(&certificate, limits)? != file {
        return Err(foreign());
    }
    let version = version()?;
    let folder = Folder::new()?;
    for (name, source) in LIBRARY {
        folder.compile(name, source)?.map_err(|error| {
            Refusal::unsupported(
                format!("{version} does not accept the library, at {name}.v: {error}"),
                "use Coq 8.16 or a later version",
            )
        })?;
    }
    Ok(match folder.compile("Certificate", file)? {
        Ok(printed) if printed.trim() == CLOSED => CheckView {
            holds: true,
            reasons: vec![
                format!("{version} accepts the library and the theorem"),
                format!("Print Assumptions: {CLOSED}"),
            ],
        },
        Ok(printed) => CheckView {
            holds: false,
            reasons: vec![format!("the theorem rests on assumptions: {}", printed.trim())],
        },
        Err(error) => CheckView {
            holds: false,
            reasons: vec![format!("{version} does not accept the theorem: {error}")],
        },
    })
}

/// `The Coq Proof Assistant, version 8.16.1`, if there is one.
fn version() -> Result<String, Refusal> {
    let printed = Command::new("coqc").arg("--version").output();
    let printed = printed.ok().filter(|output| output.status.success());
    let printed = printed.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    match printed.as_deref().and_then(|text| text.lines().next()) {
        Some(line) => Ok(line.to_owned()),
        None => Err(Refusal::unsupported(
            "the program coqc, which checks theorems of Rocq, is not installed",
            "install it with `apt-get install coq` or `opam install coq`; the file is as Bouton writes it",
        )),
    }
}

/// A folder of its own for the compiler, which goes away again.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, Refusal> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let process = std::process::id();
        // What another process has left is not used: a new folder must be new.
        for _ in 0..1000 {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("bouton-rocq-{process}-{number}"));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Folder(path)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(unwritable(&path, &error)),
            }
        }
        Err(Refusal::unsupported(
            "no new folder can be made",
            "empty the folder for temporary files",
        ))
    }

    /// Compiles a file in the folder: what `coqc` printed, or its complaint.
    fn compile(&self, name: &str, source: &str) -> Result<Result<String, String>, Refusal> {
        let file = format!("{name}.v");
        let path = self.0.join(&file);
        fs::write(&path, source).map_err(|error| unwritable(&path, &error))?;
        let mut command = Command::new("coqc");
        command.args(["-q", "-R", ".", "Bouton", "-w", "none"]).arg(&file).current_dir(&self.0);
        let output = command.output().map_err(|error| unwritable(Path::new("coqc"), &error))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
        Ok(match output.status.success() {
            true => Ok(text(&output.stdout)),
            false => Err(text(&output.stderr)),
        })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is left to whoever empties the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn unwritable(path: &Path, error: &std::io::Error) -> Refusal {
    Refusal::unsupported(
        format!("{}: {error}", path.display()),
        "see that the folder for temporary files can be written to",
    )
}

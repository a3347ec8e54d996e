//! What the programs that check certificates share: reading the files, printing the verdict, and the exit codes.

use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use bouton_certify::{Certificate, Rejection};
use bouton_values::{Limits, Refusal};

/// Verifies a certificate; other files were given with it.
pub(crate) type Checker = fn(&Certificate, &[String], &Limits) -> Result<Vec<String>, Rejection>;

/// What a program says about itself.
pub(crate) struct Program {
    /// Its name.
    pub(crate) name: &'static str,
    /// How it is called.
    pub(crate) usage: &'static str,
    /// How many files it takes at most.
    pub(crate) files: usize,
    /// What it does.
    pub(crate) check: Checker,
}

/// Why there is no verdict, and the exit code.
struct Problem(String, u8);

/// Bytes that a byte of a certificate takes: its text, and what the text is made into.
const BYTES_PER_BYTE: u64 = 8;

impl Program {
    /// Does what the command line says.
    pub(crate) fn run(&self) -> ExitCode {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let (options, files): (Vec<&String>, Vec<&String>) =
            arguments.iter().partition(|argument| argument.starts_with("--"));
        let json = match &options[..] {
            [] => false,
            [option] if *option == "--json" => true,
            [option] if *option == "--help" => return tell(self.usage, ExitCode::SUCCESS),
            _ => return self.refuse_usage(),
        };
        if files.is_empty() || files.len() > self.files {
            return self.refuse_usage();
        }
        let code = |holds| if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        match (self.verdict(&files), json) {
            (Ok((holds, reasons)), true) => {
                let document = serde_json::json!({ "holds": holds, "reasons": reasons });
                tell(&format!("{document}\n"), code(holds))
            }
            (Ok((holds, reasons)), false) => {
                let no = if holds { "holds" } else { "does not hold" };
                let lines = reasons.iter().map(|sentence| format!("  {sentence}\n"));
                tell(&format!("the certificate {no}\n{}", lines.collect::<String>()), code(holds))
            }
            (Err(Problem(problem, code)), true) => {
                let document = serde_json::json!({ "error": problem });
                tell(&format!("{document}\n"), ExitCode::from(code))
            }
            (Err(Problem(problem, code)), false) => {
                let _ = writeln!(io::stderr(), "{}: {problem}", self.name);
                ExitCode::from(code)
            }
        }
    }

    fn refuse_usage(&self) -> ExitCode {
        let _ = write!(io::stderr(), "{}", self.usage);
        ExitCode::from(2)
    }

    /// Does the certificate hold, and why (not)?
    fn verdict(&self, files: &[&String]) -> Result<(bool, Vec<String>), Problem> {
        let limits = Limits::default();
        let texts = files.iter().map(|file| read(file, &limits)).collect::<Result<Vec<_>, _>>()?;
        let certificate = Certificate::parse(&texts[0])
            .map_err(|error| Problem(format!("this is not a certificate: {error}"), 2))?;
        match (self.check)(&certificate, &texts[1..], &limits) {
            Ok(reasons) => Ok((true, reasons)),
            Err(Rejection::Refused(refusal @ (Refusal::Limit { .. } | Refusal::Interrupted))) => {
                Err(Problem(refusal.to_string(), 3))
            }
            Err(Rejection::Refused(refusal @ Refusal::Unsupported { .. })) => {
                Err(Problem(format!("{refusal}; {}", refusal.help()), 2))
            }
            Err(rejection) => Ok((false, vec![rejection.to_string()])),
        }
    }
}

/// Prints a text; whoever closes the pipe has read enough.
fn tell(text: &str, code: ExitCode) -> ExitCode {
    let _ = io::stdout().write_all(text.as_bytes());
    code
}

/// The text of a file, if it fits into the memory that is allowed.
fn read(file: &str, limits: &Limits) -> Result<String, Problem> {
    let failed = |error: io::Error| Problem(format!("{file}: {error}"), 2);
    let input: Box<dyn Read> = match file {
        "-" => Box::new(io::stdin()),
        _ => Box::new(File::open(file).map_err(failed)?),
    };
    let mut text = String::new();
    input.take(limits.memory / BYTES_PER_BYTE + 1).read_to_string(&mut text).map_err(failed)?;
    let needed = text.len() as u128 * u128::from(BYTES_PER_BYTE);
    let fits = limits.check_memory("reading the certificate", needed);
    fits.map(|()| text).map_err(|refusal| Problem(refusal.to_string(), 3))
}

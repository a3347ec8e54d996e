//! The static edition: the page as a folder of files, with the lab compiled to WebAssembly.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use crate::environment::{root, target};
use crate::{build_program, debian, end, step};

/// Builds the program, writes the static edition to `target/site`, and says how to look at it.
pub(crate) fn site() -> Result<(), String> {
    build_program()?;
    let folder = write(&begin()?.finish()?)?;
    println!("{}: serve these files, for example by", folder.display());
    println!("python3 -m http.server --directory {}", folder.display());
    Ok(())
}

/// Writes the static edition around the lab; the program must be there, because some answers are the same for everybody.
pub(crate) fn write(lab: &Path) -> Result<PathBuf, String> {
    let folder = target()?.join("site");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    copy(&root().join("crates/web/assets"), &folder).map_err(failed)?;
    // Its scripts take the place of those that need a server.
    copy(&root().join("crates/wasm/site"), &folder).map_err(failed)?;
    fs::copy(lab, folder.join("bouton.wasm")).map_err(failed)?;
    known_answers(&folder)?;
    adapt(&folder.join("index.html"), |document| {
        document.replace("<link rel=\"icon\"", &format!("{HEAD}<link rel=\"icon\""))
    })
    .map_err(failed)?;
    let (files, version) = listed(&folder).map_err(failed)?;
    adapt(&folder.join("service.js"), |script| {
        script
            .replace("bouton-VERSION", &format!("bouton-{version:016x}"))
            .replace("FILES = []", &format!("FILES = {files:?}"))
    })
    .map_err(failed)?;
    Ok(folder)
}

/// What the document has beyond that of the server, which sends such a policy with every file: the lab and the
/// catalogue begin to load before a script asks for them.
const HEAD: &str = "\
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
base-uri 'none'; form-action 'none'\">
<link rel=\"preload\" href=\"bouton.wasm\" as=\"fetch\" crossorigin>
<link rel=\"preload\" href=\"api/games.json\" as=\"fetch\" crossorigin>
<link rel=\"modulepreload\" href=\"js/progress.js\">
<link rel=\"stylesheet\" href=\"css/site.css\">
";

/// The lab while it is compiled, beside whatever else is under way; that ends when this is dropped.
pub(crate) struct Compiling {
    command: Child,
    module: PathBuf,
    start: Instant,
}

impl Compiling {
    /// Waits for the module, and returns where it is.
    pub(crate) fn finish(mut self) -> Result<PathBuf, String> {
        let status = self.command.wait().map_err(|error| format!("{LAB}: {error}"))?;
        if !status.success() {
            return Err(format!("{LAB} failed ({status})"));
        }
        end(LAB, self.start);
        Ok(self.module.clone())
    }
}

impl Drop for Compiling {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.command.kill();
        let _ = self.command.wait();
    }
}

const LAB: &str = "the lab as WebAssembly";

/// Begins to compile the lab with Debian's Rust, which has the sources of the standard library.
pub(crate) fn begin() -> Result<Compiling, String> {
    debian::install("lld-22", &PACKAGES, "the static edition is compiled with Debian's rustc-web")?;
    let built = target()?.join("wasm");
    let mut build = Command::new("/usr/bin/cargo");
    // Whatever cargo and rustup have set for this program is about another Rust.
    for name in
        ["RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH", "RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO"]
    {
        build.env_remove(name);
    }
    build.current_dir(root()).env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
    build.args(["build", "--quiet", "--locked", "--package", "bouton-wasm", "--profile", "site"]);
    build.args(["--target", TARGET, "-Zbuild-std=std,panic_abort", "--target-dir"]).arg(&built);
    build.args(["--config", &format!("target.{TARGET}.linker='lld-22'")]);
    // Nobody reads what a panic says: there is no standard error in a browser, and the page reports a bug anyway.
    build.args(["-Zpanic-immediate-abort", "--config", "profile.site.panic='immediate-abort'"]);
    // So nothing of the standard library is needed that finds out where a panic came from.
    build.arg("-Zbuild-std-features=");
    build.args([
        "--config",
        &format!("target.{TARGET}.rustflags=['-C', 'target-feature=+simd128']"),
    ]);
    let start = crate::begin(LAB, &build);
    let command = build.spawn().map_err(|error| format!("{LAB} could not be started: {error}"))?;
    let module = built.join(TARGET).join("site").join("bouton_wasm.wasm");
    Ok(Compiling { command, module, start })
}

const TARGET: &str = "wasm32-unknown-unknown";
/// No other Rust with the target can be had everywhere.
const PACKAGES: [&str; 5] = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm", "lld-22"];

/// Writes the answers that are the same for everybody: the catalogue, which every view begins with, the description of
/// the API, the claims of the papers and their report. The findings are kept, so that nothing is checked twice.
fn known_answers(folder: &Path) -> Result<(), String> {
    let api = folder.join("api");
    let report = api.join("claims");
    fs::create_dir_all(&report).map_err(|error| format!("{}: {error}", report.display()))?;
    say(
        "the description of the API",
        Command::new(program()?).args(["serve", "--openapi"]),
        &api.join("openapi.json"),
    )?;
    say(
        "the catalogue",
        Command::new(program()?).args(["games", "--json"]),
        &api.join("games.json"),
    )?;
    let (state, written) = (findings()?, target()?.join("site-report"));
    let mut claims = Command::new(program()?);
    claims.args(["claims", "--json", "--state"]).arg(state).arg("--report").arg(&written);
    say("the claims of the papers", &mut claims, &api.join("claims.json"))?;
    let html = report.join("report");
    let page = html.join("index.html");
    // A page without an icon makes browsers ask the host for one, also where there is no connection.
    let with_icon =
        |page: &str| page.replace("<style>", "<link rel=\"icon\" href=\"data:,\">\n<style>");
    fs::create_dir_all(&html)
        .and_then(|()| fs::copy(written.join("claims.html"), &page))
        .and_then(|_| adapt(&page, with_icon))
        .map_err(|error| format!("{}: {error}", html.display()))
}

/// The folder with what has been found about the claims of the papers. What another build has found is not used.
pub(crate) fn findings() -> Result<PathBuf, String> {
    Ok(target()?.join("site-claims"))
}

fn program() -> Result<PathBuf, String> {
    Ok(target()?.join("debug").join("bouton"))
}

/// Runs a command and writes what it prints to a file.
fn say(name: &str, command: &mut Command, path: &Path) -> Result<(), String> {
    let file = fs::File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
    step(name, command.stdout(Stdio::from(file)))
}

/// Copies a folder with all that is in it.
pub(crate) fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let copied = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy(&entry.path(), &copied)?,
            false => fs::copy(entry.path(), copied).map(drop)?,
        }
    }
    Ok(())
}

/// Changes the text of a file.
pub(crate) fn adapt(path: &Path, change: impl Fn(&str) -> String) -> std::io::Result<()> {
    let text = fs::read_to_string(path)?;
    fs::write(path, change(&text))
}

/// The paths of all files, in order, and a number that changes with their content.
fn listed(folder: &Path) -> std::io::Result<(Vec<String>, u64)> {
    let mut paths = Vec::new();
    list(folder, &mut paths)?;
    paths.sort();
    let mut version = DefaultHasher::new();
    let mut files = Vec::new();
    for path in paths {
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        version.write(name.as_bytes());
        version.write(&fs::read(&path)?);
        if name != "service.js" {
            files.push(name);
        }
    }
    Ok((files, version.finish()))
}

fn list(folder: &Path, into: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => list(&entry.path(), into)?,
            false => into.push(entry.path()),
        }
    }
    Ok(())
}

//! The tests of the page and of its server, through a browser and from outside.

use std::path::Path;
use std::process::Command;

use crate::environment::{Environment, target};
use crate::{Count, build_program, debian, site, step};

/// The tests of the page alone, with the program as it is now.
pub(crate) fn build_and_test(count: &mut Count) -> Result<(), String> {
    build_program()?;
    let mut pytest = pytest()?;
    pytest.args([TESTS, "--ignore", SITE]);
    count.step("tests in a browser", &mut pytest)
}

/// The tests of the static edition alone, with the program as it is now.
pub(crate) fn build_and_test_site(count: &mut Count) -> Result<(), String> {
    build_program()?;
    let mut pytest = pytest()?;
    pytest.arg(SITE).env("BOUTON_SITE", site::write(&site::begin()?.finish()?)?);
    count.step("tests of the static edition", &mut pytest)
}

/// The tests of the page and of its static edition, which is in this folder, with the program that other tests have
/// compiled.
pub(crate) fn test(count: &mut Count, site: &Path) -> Result<(), String> {
    let mut pytest = pytest()?;
    pytest.arg(TESTS).env("BOUTON_SITE", site).env("BOUTON_CLAIMS", site::findings()?);
    count.step("tests in a browser", &mut pytest)
}

/// Debian's Chromium and two processes, each with a server and a browser of its own.
fn pytest() -> Result<Command, String> {
    let mut pytest = ready()?.pytest();
    pytest.args(["--numprocesses", "2", "--dist", "loadgroup"]);
    pytest.env("BOUTON", target()?.join("debug").join("bouton"));
    Ok(pytest)
}

const TESTS: &str = "crates/web/browser";
const SITE: &str = "crates/web/browser/test_site.py";

/// The environment with what the tests need, and a browser.
pub(crate) fn ready() -> Result<Environment, String> {
    let environment = Environment::ready("web-venv")?;
    let requirements = Path::new(TESTS).join("requirements.txt");
    step("what the tests need", environment.install().arg("-r").arg(requirements))?;
    debian::install(PACKAGES[0], &PACKAGES, "the page is tested with Debian's Chromium")?;
    Ok(environment)
}

/// The browser, and the font that it shows the page in. The package `chromium` is the same browser with windows and
/// menus, which are drawn for nobody: a visit to the page takes it three times as much processor time.
const PACKAGES: [&str; 2] = ["chromium-headless-shell", "fonts-dejavu-core"];

//! The tests of the page and of its server, through a browser and from outside.

use std::path::{Path, PathBuf};

use crate::environment::{Environment, target};
use crate::{Count, build_program, debian, site, step};

/// The tests of the page alone, with the program as it is now.
pub(crate) fn build_and_test(count: &mut Count) -> Result<(), String> {
    build_program()?;
    test(count)
}

/// The tests of the static edition alone, with the program as it is now.
pub(crate) fn build_and_test_site(count: &mut Count) -> Result<(), String> {
    build_program()?;
    test_site(count)
}

/// Compiles the static edition, with which its tests begin.
pub(crate) fn test_site(count: &mut Count) -> Result<(), String> {
    let environment = ready()?;
    let mut pytest = environment.pytest();
    pytest.arg(SITE).env("BOUTON", program()?).env("BOUTON_SITE", site::write()?);
    count.step("tests of the static edition", &mut pytest)
}

/// Runs the program that the other tests have built for themselves, Debian's chromium, and pytest.
pub(crate) fn test(count: &mut Count) -> Result<(), String> {
    let environment = ready()?;
    let mut pytest = environment.pytest();
    // Each of the two has a server and a browser of its own.
    pytest.args(["--numprocesses", "2", "--dist", "loadgroup", "--ignore", SITE]).arg(TESTS);
    pytest.env("BOUTON", program()?);
    count.step("tests in a browser", &mut pytest)
}

const TESTS: &str = "crates/web/browser";
const SITE: &str = "crates/web/browser/test_site.py";

fn program() -> Result<PathBuf, String> {
    Ok(target()?.join("debug").join("bouton"))
}

/// The environment with what the tests need, and a browser.
pub(crate) fn ready() -> Result<Environment, String> {
    let environment = Environment::ready("web-venv")?;
    let requirements = Path::new(TESTS).join("requirements.txt");
    step("what the tests need", environment.install().arg("-r").arg(requirements))?;
    debian::install("chromium", &PACKAGES, "the page is tested with Debian's chromium")?;
    Ok(environment)
}

/// What the page is looked at with, and what it is written in.
const PACKAGES: [&str; 2] = ["chromium", "fonts-dejavu-core"];

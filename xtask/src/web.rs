//! The tests of the page and of its server, through a browser and from outside.

use std::path::Path;

use crate::environment::{Environment, target};
use crate::{Count, cargo, debian, site, step};

/// The tests of the page alone, with the program as it is now.
pub(crate) fn build_and_test(count: &mut Count) -> Result<(), String> {
    step("the program", cargo().args(["build", "--package", "bouton"]))?;
    test(count)
}

/// Runs the program that the other tests have built for themselves, Debian's chromium, and pytest.
pub(crate) fn test(count: &mut Count) -> Result<(), String> {
    let environment = Environment::ready("web-venv")?;
    let tests = "crates/web/browser";
    let requirements = Path::new(tests).join("requirements.txt");
    step("what the tests need", environment.install().arg("-r").arg(requirements))?;
    debian::install("chromium", &PACKAGES, "the page is tested with Debian's chromium")?;
    let site = site::write()?;
    let mut pytest = environment.pytest();
    // Each of the two has a server and a browser of its own.
    pytest.args(["--numprocesses", "2", "--dist", "loadgroup"]).arg(tests);
    pytest.env("BOUTON", target()?.join("debug").join("bouton")).env("BOUTON_SITE", site);
    count.step("tests in a browser", &mut pytest)
}

/// What the page is looked at with, and what it is written in.
const PACKAGES: [&str; 2] = ["chromium", "fonts-dejavu-core"];

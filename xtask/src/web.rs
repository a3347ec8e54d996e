//! The tests of the page and of its server, through a browser and from outside.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::environment::{Environment, target};
use crate::{Count, cargo, step};

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
    browser()?;
    let mut pytest = environment.pytest();
    // Each of the two has a server and a browser of its own.
    pytest.args(["--numprocesses", "2", "--dist", "loadgroup"]).arg(tests);
    pytest.env("BOUTON", target()?.join("debug").join("bouton"));
    count.step("tests in a browser", &mut pytest)
}

/// What the page is looked at with, and what it is written in.
const PACKAGES: [&str; 2] = ["chromium", "fonts-dejavu-core"];

/// Installs Debian's chromium if there is none.
fn browser() -> Result<(), String> {
    if is_there("chromium") {
        return Ok(());
    }
    let install = ["install", "-y", "--no-install-recommends"];
    let installed = step("the list of packages", apt_get().arg("update"))
        .and_then(|()| step("a browser", apt_get().args(install).args(PACKAGES)));
    match installed {
        Ok(()) if is_there("chromium") => Ok(()),
        Ok(()) => Err("chromium was installed, but is not on the path".to_owned()),
        Err(problem) => Err(format!(
            "{problem}\n  the page is tested with Debian's chromium, which is not here:\n  apt-get \
             install -y --no-install-recommends {}",
            PACKAGES.join(" ")
        )),
    }
}

/// As whoever runs this, if that is root, and through sudo if not.
fn apt_get() -> Command {
    let asked = Command::new("id").arg("-u").output();
    let is_root = asked.is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let mut command = match is_root {
        true => Command::new("apt-get"),
        false => Command::new("sudo"),
    };
    if !is_root {
        // Nobody may be there to type a password.
        command.args(["--non-interactive", "apt-get"]);
    }
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn is_there(program: &str) -> bool {
    let mut asked = Command::new(program);
    asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}

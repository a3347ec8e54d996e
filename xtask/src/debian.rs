//! Programs that the tests need from Debian.

use std::process::{Command, Stdio};

use crate::step;

/// Installs packages of Debian if a program is not there.
pub(crate) fn install(program: &str, packages: &[&str], why: &str) -> Result<(), String> {
    if is_there(program) {
        return Ok(());
    }
    let install = ["install", "-y", "--no-install-recommends"];
    let installed = step("the list of packages", apt_get().arg("update"))
        .and_then(|()| step(program, apt_get().args(install).args(packages)));
    match installed {
        Ok(()) if is_there(program) => Ok(()),
        Ok(()) => Err(format!("{program} was installed, but is not on the path")),
        Err(problem) => Err(format!(
            "{problem}\n  {why}, which is not here:\n  apt-get install -y --no-install-recommends {}",
            packages.join(" ")
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
    // What it says does not matter: some programs do not know their version.
    asked.status().is_ok()
}

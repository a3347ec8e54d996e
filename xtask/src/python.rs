//! The Python package: installed into a virtual environment, its tests, and its stubs.

use crate::environment::{Environment, target};
use crate::{Count, linted, step};

/// Installs the package as a user would, and runs its tests.
pub(crate) fn test(count: &mut Count) -> Result<(), String> {
    // From the root, where no folder is called like the package.
    let mut pytest = installed()?.pytest();
    count.step("tests in Python", pytest.args(["--numprocesses", "2", "python/tests"]))
}

/// Writes the stubs of the package from the compiled module and the schemas of the views.
pub(crate) fn schema() -> Result<(), String> {
    // Isolated, or the package would be imported from its sources.
    step("stubs", installed()?.python().args(["-I", "python/stubs.py", "python/bouton"]))
}

/// The environment that the package is installed into.
pub(crate) fn ready() -> Result<Environment, String> {
    Environment::ready("python-venv")
}

fn installed() -> Result<Environment, String> {
    let environment = ready()?;
    let mut install = environment.install();
    install.arg("./python[test]");
    // The profile, the features and the folder of the other tests: what they have built is not built again.
    linted(&mut install)
        .env("MATURIN_PEP517_ARGS", "--profile=dev --features=workspace")
        .env("CARGO_TARGET_DIR", target()?);
    step("the Python package", &mut install)?;
    Ok(environment)
}

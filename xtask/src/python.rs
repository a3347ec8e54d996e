//! The tests of the Python package: the package installed into a virtual environment, and pytest.

use crate::environment::{Environment, target};
use crate::{Count, step};

/// Installs the package as a user would, and runs its tests.
pub(crate) fn test(count: &mut Count) -> Result<(), String> {
    let environment = Environment::ready("python-venv")?;
    let mut install = environment.install();
    install.arg("./python[test]");
    // The profile and the folder of the other tests: what they have built is not built again.
    install.env("MATURIN_PEP517_ARGS", "--profile=dev").env("CARGO_TARGET_DIR", target()?);
    step("the Python package", &mut install)?;
    // From the root, where no folder is called like the package.
    count.step("tests in Python", environment.pytest().arg("python/tests"))
}

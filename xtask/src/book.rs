//! The chapters of docs/ as a book with search.

use std::process::Command;

use crate::environment::{root, target, tool};
use crate::step;

/// Writes the book to `target/book`.
pub(crate) fn book() -> Result<(), String> {
    // Without its server, which would bring a second web framework.
    let mdbook = tool("mdbook", "0.5.4", &["--no-default-features", "--features", "search"])?;
    let folder = target()?.join("book");
    let mut build = Command::new(mdbook);
    build.current_dir(root()).arg("build").arg("--dest-dir").arg(&folder);
    step("the book", &mut build)?;
    println!("{}", folder.join("index.html").display());
    Ok(())
}

//! The chapters of docs/ as a book with search.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::environment::{root, target, tool};
use crate::site::{adapt, copy};
use crate::step;

/// Writes the book to `target/book`.
pub(crate) fn book() -> Result<(), String> {
    // Without its server, which would bring a second web framework.
    let mdbook = tool("mdbook", "0.5.4", &["--no-default-features", "--features", "search"])?;
    let (folder, source) = (target()?.join("book"), target()?.join("book-source"));
    chapters(&source).map_err(|error| format!("{}: {error}", source.display()))?;
    let mut build = Command::new(mdbook);
    build.current_dir(root()).arg("build").arg(&source).arg("--dest-dir").arg(&folder);
    step("the book", &mut build)?;
    println!("{}", folder.join("index.html").display());
    Ok(())
}

/// Copies what the book is made from, without the links that lead out of it.
fn chapters(to: &Path) -> std::io::Result<()> {
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    copy(&root().join("docs"), &to.join("docs"))?;
    fs::copy(root().join("book.toml"), to.join("book.toml"))?;
    for entry in fs::read_dir(to.join("docs"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "md") {
            adapt(&path, within)?;
        }
    }
    Ok(())
}

/// The text of a chapter with links to other chapters alone: of a link to a file outside of `docs` the words are left.
fn within(text: &str) -> String {
    let mut parts = text.split("](../");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match (written.rfind('['), part.split_once(')')) {
            (Some(start), Some((_, rest))) => {
                written.remove(start);
                written += rest;
            }
            _ => written = format!("{written}](../{part}"),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_out_of_the_book_are_words() {
        let text = "See [the\nsource](../crates/x.rs), [`a`](../b) and [prove](prove.md).";
        assert_eq!(within(text), "See the\nsource, `a` and [prove](prove.md).");
        assert_eq!(within("[a](b.md) but ](../c"), "[a](b.md) but ](../c");
    }

    #[test]
    fn no_chapter_leads_out_of_the_book() {
        let folder = target().unwrap().join("book-source-test");
        chapters(&folder).unwrap();
        for entry in fs::read_dir(folder.join("docs")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "md") {
                let text = fs::read_to_string(&path).unwrap();
                assert!(!text.contains("](../"), "{}", path.display());
            }
        }
        fs::remove_dir_all(folder).unwrap();
    }
}

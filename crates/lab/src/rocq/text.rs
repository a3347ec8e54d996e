//! The text of a file for Rocq: a theorem with its definitions and its proof.

use bouton_certify::Certificate;

use super::{FOLDER, LIBRARY};

/// What stands before the certificate, at the end of a file.
const MARK: &str = "\n(* The certificate that this file was written from:\n";
const END: &str = "*)\n";
/// A row of a long list has this many entries, and a definition this many rows: the parser of Rocq recurs.
const ROW: usize = 32;
const ROWS: usize = 100;

/// A theorem, with what it is about.
#[derive(Default)]
pub(super) struct Theorem {
    /// What is claimed, in words, without quotation marks and comments.
    pub(super) claim: String,
    /// Definitions, a line or more each.
    pub(super) definitions: String,
    /// The name; nothing in the library ends like it.
    pub(super) name: String,
    /// What holds.
    pub(super) statement: String,
    /// The term of the library that proves it, with a hole for what is computed.
    pub(super) proof: String,
    /// More theorems that follow from this one, whole.
    pub(super) corollaries: String,
}

impl Theorem {
    /// The whole file, with the certificate at its end.
    pub(super) fn file(&self, certificate: &Certificate) -> String {
        let Theorem { claim, definitions, name, statement, proof, corollaries } = self;
        let files: Vec<&str> = LIBRARY.iter().map(|(name, _)| *name).collect();
        let files = files.join(" ");
        // A proof with a hole leaves the rest to be computed.
        let computed = if proof.contains(" _") { " computed." } else { "" };
        let safe = without_comment_signs(&certificate.to_json());
        format!(
            "(* {claim}\n\n   The words are defined in {FOLDER}/Games.v. To check this file, in its folder:\n\n     \
             for f in {files}; do\n       coqc -R {FOLDER} Bouton {FOLDER}/$f.v; done\n     coqc -R {FOLDER} Bouton \
             THIS-FILE.v\n\n   or: bouton check THIS-FILE.v. It must print: Closed under the global context *)\nFrom Coq \
             Require Import NArith String List.\nImport ListNotations.\nFrom Bouton Require Import Games Automata Automatic Values Digraphs Theorems Checkers.\nOpen \
             Scope N_scope.\nOpen Scope list_scope.\n\n{definitions}\nTheorem {name} : {statement}.\nProof. refine \
             ({proof}).{computed} Qed.\n{corollaries}\nPrint Assumptions {name}.\n{MARK}{safe}{END}"
        )
    }
}

/// The certificate of a file, if there is one: nothing else of the file is looked at.
pub(super) fn certificate(file: &str) -> Option<Certificate> {
    let (_, rest) = file.rsplit_once(MARK)?;
    Certificate::parse(rest.strip_suffix(END)?).ok()
}

/// JSON that means the same, with other escapes: in a comment of Rocq, quotation marks must be paired, and stars and parentheses
/// are better not there. Outside of its strings JSON has neither.
fn without_comment_signs(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    let mut letters = json.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('"') => safe.push_str("\\u0022"),
                Some(other) => safe.extend(['\\', other]),
                None => safe.push('\\'),
            },
            '*' | '(' | ')' => safe.push_str(&format!("\\u{:04x}", u32::from(letter))),
            other => safe.push(other),
        }
    }
    safe
}

/// `[1; 2; 3]`
pub(super) fn list<T: ToString>(entries: impl IntoIterator<Item = T>) -> String {
    let entries: Vec<String> = entries.into_iter().map(|entry| entry.to_string()).collect();
    format!("[{}]", entries.join("; "))
}

/// The definition of a list of any length, in rows.
pub(super) fn define<T: ToString>(name: &str, of: &str, entries: &[T]) -> String {
    if entries.len() <= ROW {
        return format!("Definition {name} : list {of} := {}.\n", list(rows(entries)));
    }
    let lines: Vec<String> = entries.chunks(ROW).map(|row| list(rows(row))).collect();
    if lines.len() <= ROWS {
        let lines = lines.join(";\n  ");
        return format!("Definition {name} : list {of} := concat [\n  {lines}].\n");
    }
    let mut text = String::new();
    let mut parts = Vec::new();
    for (number, lines) in lines.chunks(ROWS).enumerate() {
        let part = format!("{name}_{number}");
        let lines = lines.join(";\n  ");
        text.push_str(&format!("Definition {part} : list {of} := concat [\n  {lines}].\n"));
        parts.push(part);
    }
    text + &format!("Definition {name} : list {of} := concat {}.\n", list(parts))
}

fn rows<T: ToString>(entries: &[T]) -> impl Iterator<Item = String> {
    entries.iter().map(T::to_string)
}

/// A name that Rocq takes: of the text of a game if that is short and plain, else `the_game`.
pub(super) fn name_of(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-:.,|/@".contains(c);
    let starts_well = text.starts_with(|c: char| c.is_ascii_alphabetic());
    if text.len() > 60 || !starts_well || !text.chars().all(is_plain) {
        return "the_game".to_owned();
    }
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sign_of_a_comment_is_left_and_the_json_means_the_same() {
        let json = r#"{"a": "x*) \" \\", "b(*": 1}"#;
        let safe = without_comment_signs(json);
        assert!(!safe.contains(['*', '(', ')']), "{safe}");
        assert_eq!(safe.matches('"').count(), 6, "{safe}");
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
        assert_eq!(read(&safe), read(json));
    }

    #[test]
    fn names_are_identifiers() {
        assert_eq!(name_of("octal:0.77"), "octal_0_77");
        assert_eq!(name_of("partizan-subtraction:1,2|1,3"), "partizan_subtraction_1_2_1_3");
        for text in ["game x; position n", "\"", "0.77", "", "é", &"a".repeat(61)] {
            assert_eq!(name_of(text), "the_game", "{text}");
        }
    }
}

//! A rule text without mistakes: what is printed is read back as the same tree, in either layout, and printing
//! again changes nothing.

#![no_main]

use bouton_lang::{Diagnostic, parse, print, print_inline};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (tree, mistakes) = parse(text);
    let (usual, inline) = (print(&tree), print_inline(&tree));
    if mistakes.iter().any(Diagnostic::is_error) {
        return;
    }
    let (again, mistakes) = parse(&usual);
    assert!(!mistakes.iter().any(Diagnostic::is_error), "{usual}\n{mistakes:?}");
    assert_eq!(again, tree, "{usual}");
    assert_eq!(print(&again), usual);
    let (again, mistakes) = parse(&inline);
    assert!(!mistakes.iter().any(Diagnostic::is_error), "{inline}\n{mistakes:?}");
    assert_eq!(again.items, tree.items, "{inline}");
    assert_eq!(print_inline(&again), inline);
});

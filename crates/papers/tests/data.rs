//! What was transcribed is known to the papers: kept findings depend on it.

use std::fs;
use std::path::Path;

use bouton_papers::{PAPERS, claims};

#[test]
fn every_transcription_belongs_to_a_paper() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let is_known = PAPERS.iter().any(|paper| paper.data().contains(&text.as_str()));
        assert!(is_known, "{} is missing in DATA", path.display());
    }
}

#[test]
fn ids_are_the_letters_of_their_papers_and_count_up() {
    for paper in PAPERS {
        for (index, claim) in paper.claims.iter().enumerate() {
            assert_eq!(claim.id, format!("{}{}", paper.letter, index + 1));
            assert!(!claim.statement.is_empty(), "{} states nothing", claim.id);
        }
    }
    let counts: Vec<usize> = PAPERS.iter().map(|paper| paper.claims.len()).collect();
    assert_eq!(counts, [13, 9, 31, 14, 18], "{} claims", claims().count());
}

//! Sentences of linear arithmetic, decided here and by MONA (Henriksen et al. 1995), if it is installed: `apt-get install
//! mona`.

use crate::sentences;

use std::process::Command;

use bouton_prove::decide;
use bouton_values::Limits;

#[test]
fn mona_agrees() {
    let started = Command::new("mona").arg("-h").output();
    assert!(started.is_ok(), "this test needs MONA: apt-get install -y mona");
    let mut verdicts = [0, 0];
    for (number, (sentence, program)) in sentences::sentences(60).into_iter().enumerate() {
        let path =
            std::env::temp_dir().join(format!("bouton-mona-{}-{number}.mona", std::process::id()));
        std::fs::write(&path, &program).unwrap();
        let said = Command::new("mona").arg("-q").arg(&path).output().unwrap();
        std::fs::remove_file(&path).unwrap();
        let said = String::from_utf8(said.stdout).unwrap();
        let expected = match (said.contains("is valid"), said.contains("is unsatisfiable")) {
            (true, false) => true,
            (false, true) => false,
            _ => panic!("{program}\n{said}"),
        };
        for numeration in ["msd_2", "lsd_2"] {
            let found = decide(&sentence, numeration.parse().unwrap(), &Limits::default()).unwrap();
            assert_eq!(found, expected, "{program} in {numeration}");
        }
        verdicts[usize::from(expected)] += 1;
    }
    assert!(verdicts.iter().all(|count| *count >= 8), "{verdicts:?}");
}

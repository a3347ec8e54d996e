//! Nothing is lost: errors at every operation, damage at every byte, and any number of threads.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use bouton_census::EndingSets;
use bouton_rules::Quiet;

use super::*;

/// Files in memory; the operation with a given number fails, and perhaps all after it.
#[derive(Default)]
struct Faulty {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
    operations: AtomicU64,
    fails_at: u64,
    /// As if the program were killed.
    for_good: bool,
}

impl Faulty {
    fn with(files: BTreeMap<String, Vec<u8>>, fails_at: u64, for_good: bool) -> Faulty {
        Faulty { files: Mutex::new(files), operations: AtomicU64::new(0), fails_at, for_good }
    }

    fn step(&self) -> io::Result<()> {
        let number = self.operations.fetch_add(1, Ordering::Relaxed);
        match number == self.fails_at || self.for_good && number > self.fails_at {
            true => Err(io::Error::new(io::ErrorKind::StorageFull, "no space left")),
            false => Ok(()),
        }
    }

    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        self.files.lock().unwrap().clone()
    }
}

fn missing() -> io::Error {
    io::ErrorKind::NotFound.into()
}

impl Storage for Faulty {
    fn list(&self) -> io::Result<Vec<String>> {
        self.step()?;
        Ok(self.files().into_keys().collect())
    }

    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        self.step()?;
        self.files().get(name).cloned().ok_or_else(missing)
    }

    fn create(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut files = self.files.lock().unwrap();
        if files.contains_key(name) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let done = self.step();
        // A write that fails leaves some of the bytes.
        let written = if done.is_ok() { bytes.len() } else { bytes.len() / 2 };
        files.insert(name.to_owned(), bytes[..written].to_vec());
        done
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.step()?;
        let mut files = self.files.lock().unwrap();
        let bytes = files.remove(from).ok_or_else(missing)?;
        files.insert(to.to_owned(), bytes);
        Ok(())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.step()?;
        self.files.lock().unwrap().remove(name).map(|_| ()).ok_or_else(missing)
    }

    fn sync(&self) -> io::Result<()> {
        self.step()
    }
}

fn plan(games_per_shard: u64) -> Plan {
    Plan::new(Arc::new(EndingSets::new(2, 10, None).unwrap()), Some(games_per_shard)).unwrap()
}

fn run_on(storage: &Faulty, plan: &Plan, threads: usize) -> Result<Report, Refusal> {
    let folder = Folder { storage, path: "census".into(), plan };
    run_in(&folder, Settings { threads, part: None }, Arc::new(Quiet))
}

fn uninterrupted(plan: &Plan) -> (BTreeMap<String, Vec<u8>>, u64) {
    let storage = Faulty::with(BTreeMap::new(), u64::MAX, false);
    assert!(run_on(&storage, plan, 1).unwrap().complete);
    (storage.files(), storage.operations.into_inner())
}

#[test]
fn an_error_at_any_operation_loses_nothing() {
    let plan = plan(40);
    let (expected, operations) = uninterrupted(&plan);
    assert_eq!(expected.len(), 2 + 7);
    assert!(operations >= 4 * 7, "{operations}");
    for for_good in [false, true] {
        for fails_at in 0..operations {
            let storage = Faulty::with(BTreeMap::new(), fails_at, for_good);
            let failed = run_on(&storage, &plan, 1);
            assert!(matches!(failed, Err(Refusal::BadInput { .. })), "{fails_at} {for_good}");
            let again = Faulty::with(storage.files(), u64::MAX, false);
            assert!(run_on(&again, &plan, 1).unwrap().complete);
            assert_eq!(again.files(), expected, "{fails_at} {for_good}");
        }
    }
}

/// Killed again and again, each time a little later, it still ends.
#[test]
fn many_errors_in_a_row_lose_nothing() {
    let plan = plan(20);
    let (expected, _) = uninterrupted(&plan);
    let (mut files, mut runs) = (BTreeMap::new(), 0);
    loop {
        let storage = Faulty::with(files, 20 + runs % 7, true);
        let done = run_on(&storage, &plan, 2);
        files = storage.files();
        runs += 1;
        if done.is_ok() {
            break;
        }
        assert!(runs < 1000, "no progress is made");
    }
    assert!(runs > 1);
    assert_eq!(files, expected);
}

#[test]
fn the_bytes_do_not_depend_on_the_threads() {
    let plan = plan(16);
    let (expected, _) = uninterrupted(&plan);
    for threads in [2, 3, 8] {
        let storage = Faulty::with(BTreeMap::new(), u64::MAX, false);
        run_on(&storage, &plan, threads).unwrap();
        assert_eq!(storage.files(), expected, "{threads}");
    }
}

/// Truncated at every length and flipped at every byte: noticed, and made again.
#[test]
fn damage_is_noticed_and_repaired() {
    let plan = plan(128);
    let (expected, _) = uninterrupted(&plan);
    let name = expected.keys().find(|name| name.starts_with("000001")).unwrap();
    let good = &expected[name];
    let damaged = |bytes: Vec<u8>, what: String| {
        let mut files = expected.clone();
        files.insert(name.clone(), bytes);
        let storage = Faulty::with(files, u64::MAX, false);
        let folder = Folder { storage: &storage, path: "census".into(), plan: &plan };
        let listing = folder.listing().unwrap();
        let seen = work::gather(&folder, &listing, Arc::new(Quiet)).unwrap();
        assert_eq!(seen.damage.len(), 1, "{what}");
        storage
    };
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1 << (at % 8);
        let storage = damaged(bad, format!("byte {at}"));
        if at % 97 == 0 {
            let report = run_on(&storage, &plan, 1).unwrap();
            assert_eq!(report.notes.len(), 1);
            assert_eq!(storage.files(), expected, "byte {at}");
        }
        damaged(good[..at].to_vec(), format!("the first {at} bytes"));
    }
}

/// Other plans, other files, a plan that is damaged, and one that is gone.
#[test]
fn other_folders_are_refused() {
    let (mine, other) = (plan(64), plan(32));
    let (files, _) = uninterrupted(&mine);
    let refused = |files: &BTreeMap<String, Vec<u8>>, plan: &Plan| {
        let storage = Faulty::with(files.clone(), u64::MAX, false);
        let problem = run_on(&storage, plan, 1).map(|_| ()).unwrap_err().to_string();
        assert_eq!(storage.files(), *files, "nothing is changed");
        problem
    };
    let both = refused(&files, &other);
    assert!(
        both.contains("--games-per-shard 64") && both.contains("--games-per-shard 32"),
        "{both}"
    );
    let mut without = files.clone();
    without.remove("plan.json");
    let storage = Faulty::with(without.clone(), u64::MAX, false);
    run_on(&storage, &mine, 1).unwrap();
    assert_eq!(storage.files(), files);
    // The plan of the other is written before its first shard is looked at.
    let storage = Faulty::with(without, u64::MAX, false);
    assert!(
        run_on(&storage, &other, 1).is_err_and(|e| e.to_string().contains("not a shard of this"))
    );
    let mut torn = files.clone();
    torn.get_mut("plan.json").unwrap().truncate(30);
    assert!(refused(&torn, &mine).contains("damaged"));
    let letters = BTreeMap::from([("letter.txt".to_owned(), Vec::new())]);
    assert!(refused(&letters, &mine).contains("letter.txt"));
}

/// The shards of several machines, some made twice, and the manifest at the end.
#[test]
fn parts_make_the_whole() {
    let plan = plan(32);
    let (expected, _) = uninterrupted(&plan);
    let path = std::env::temp_dir().join(format!("bouton-census-parts-{}", std::process::id()));
    let quiet = || Arc::new(Quiet);
    let part = |i| Settings { threads: 1, part: Some((i, 3)) };
    assert!(!run(&plan, &path, part(2), quiet()).unwrap().complete);
    let entry = run_shard(&plan, 3, &path).unwrap();
    assert_eq!(run_shard(&plan, 3, &path).unwrap(), entry);
    assert!(run_shard(&plan, 8, &path).is_err());
    assert!(!run(&plan, &path, part(0), quiet()).unwrap().complete);
    assert!(run(&plan, &path, part(1), quiet()).unwrap().complete);
    let report = verify(&path, quiet()).unwrap();
    assert!(report.complete && report.damage.is_empty());
    assert_eq!(report.tally.games, 256);
    for (name, bytes) in &expected {
        assert_eq!(fs::read(path.join(name)).unwrap(), *bytes, "{name}");
    }
    let names = Disk::new(&path).list().unwrap();
    assert_eq!(names.len(), expected.len() + 1, "the lock alone is more: {names:?}");
    let held = lock(&path, true).unwrap();
    let second = run(&plan, &path, Settings { threads: 1, part: None }, quiet());
    assert!(second.is_err_and(|refusal| refusal.to_string().contains("another run")));
    drop(held);
    fs::remove_dir_all(&path).unwrap();
}

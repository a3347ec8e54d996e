use bouton_short::*;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let set: Vec<usize> = args[1].split(',').map(|x| x.parse().unwrap()).collect();
    let to: usize = args[2].parse().unwrap();
    let mut f = Forms::default();
    let start = Instant::now();
    let mut v = vec![];
    for n in 0..=to {
        let o: Vec<Form> = set.iter().filter(|s| **s <= n).map(|s| v[n - s]).collect();
        let g = if o.is_empty() { f.integer(if n % 2 == 0 { 1 } else { -1 }).unwrap() } else { f.braces(&o, &o).unwrap() };
        v.push(g);
        if n % (to/20).max(1) == 0 || to < 40 {
            println!("{n} {:?} forms {} steps {} MB {:.1} {:?}", g, f.len(), f.steps(), f.bytes() as f64/1e6, start.elapsed());
        }
    }
}

//! Independent heaps with moves that fit no code: the nim-value or the canonical form of each heap is still worked
//! out once, by the rules as they are written.
//!
//! *Conditions.* Positions are heaps, coins, or one number; every number is legal; each move changes one heap and
//! looks at no other; and whatever takes the place of a heap is smaller ([`bouton_lang::facts::measure`]). Of coins
//! both players have the same options, and play is normal ([`super::coins::check_play`]). *They suffice*, because a
//! position is then the sum of its heaps, and the options of a heap are known before it.

use std::sync::{Arc, Mutex, PoisonError};

use bouton_lang::facts::measure;
use bouton_lang::linear::Work;
use bouton_lang::syntax::Many;
use bouton_lang::{Program, Shape};
use bouton_values::Player;

use super::coins::check_play;
use super::pieces::check_independence;
use super::{Found, Miss, check};
use crate::families::{HeapMoves, HeapRule, HeapRules};
use crate::profile::Fact;
use crate::reading;
use crate::spec::Spec;

pub(super) fn recognise(program: &Arc<Program>, _: &mut Work) -> Result<Found, Miss> {
    check_independence(program)?;
    // Heaps become smaller ones, or what falls with every move is the only number.
    check(measure(program).is_some(), "a heap may become one that is not smaller")?;
    let coins = matches!(program.shape, Shape::Many(Many::Coins, _));
    let lone = matches!(program.shape, Shape::Named(_));
    let same_options = reading::same_options(program);
    if coins {
        check_play(program)?;
        let miss = "two coins on one place vanish, and the players may move differently";
        check(same_options.holds(), miss)?;
    }
    let acts_on_zero = || program.moves.iter().any(|one| reading::may_act_on_zero(program, one));
    let rule = WrittenHeap {
        program: program.clone(),
        twins_vanish: coins,
        zero_counts: coins || !lone && acts_on_zero(),
        same_options,
        bound: Mutex::new((0, 0)),
    };
    let most_heaps = if lone { 1 } else { usize::MAX };
    Ok(Found {
        spec: Spec::Heap(HeapRules { moves: HeapMoves::Rule(Arc::new(rule)), most_heaps }),
        family: lone.then_some("one heap"),
        because: vec![
            "a move changes one heap and looks at no other".to_owned(),
            "what takes the place of a heap is smaller".to_owned(),
        ],
    })
}

/// One heap by the rules of a program.
#[derive(Debug)]
struct WrittenHeap {
    program: Arc<Program>,
    twins_vanish: bool,
    zero_counts: bool,
    same_options: Fact,
    /// The heaps below the first number have at most the second number of options.
    bound: Mutex<(u64, u128)>,
}

impl HeapRule for WrittenHeap {
    fn options(&self, heap: u64, mover: Player) -> Vec<Vec<u64>> {
        self.program.options(&[heap], mover)
    }

    fn option_bound(&self, heap: u64) -> u128 {
        self.program.option_bound(&[heap])
    }

    /// The first heaps are asked one by one, then in stretches that grow with the heaps, so that there are some
    /// thousands up to the largest number.
    fn option_bound_up_to(&self, heap: u64) -> u128 {
        const ONE_BY_ONE: u64 = 1 << 12;
        const STRETCHES: u64 = 64;
        let mut known = self.bound.lock().unwrap_or_else(PoisonError::into_inner);
        while known.0 <= heap.min(ONE_BY_ONE - 1) {
            known.1 = known.1.max(self.program.option_bound(&[known.0]));
            known.0 += 1;
        }
        let mut most = known.1;
        let mut low = ONE_BY_ONE;
        while low <= heap {
            let high = heap.min(low + low / STRETCHES);
            most = most.max(self.program.option_bound_between(low, high));
            low = high + 1;
        }
        most
    }

    fn same_options(&self) -> Fact {
        self.same_options.clone()
    }

    fn twins_vanish(&self) -> bool {
        self.twins_vanish
    }

    fn zero_counts(&self) -> bool {
        self.zero_counts
    }
}

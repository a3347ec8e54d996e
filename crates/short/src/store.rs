//! The store of canonical forms: each is kept once, so that equal games have equal indices.

use std::cmp::Ordering;
use std::hash::{BuildHasher, Hash};

use bouton_values::{Limits, Meter, Player, Refusal, Unit};
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::dyadic::Dyadic;
use crate::form::{Form, NumberId, NumberUpStar, Stop};
use crate::induction::Memos;
use crate::order::Order;

/// A store of canonical forms: all that have been needed so far, each once.
///
/// A form is an index into this store, and two games are equal if and only if their forms are. Numbers,
/// multiples of ↑ and nimbers are kept as such, and their options are written out only when they are
/// needed: `10^18` or `*100000` cost nothing.
///
/// ```
/// use bouton_short::Forms;
/// let mut forms = Forms::default();
/// let (one, minus_one) = (forms.integer(1)?, forms.integer(-1)?);
/// let switch = forms.braces(&[one], &[minus_one])?;
/// assert_eq!(forms.sum(switch, switch)?, forms.integer(0)?);
/// # Ok::<(), bouton_values::Refusal>(())
/// ```
pub struct Forms {
    nodes: Vec<Node>,
    /// The options of all nodes, one list after another: Left's, then Right's.
    pool: Vec<Form>,
    braces: HashTable<Form>,
    numbers: Vec<Number>,
    number_ids: FxHashMap<Dyadic, NumberId>,
    simple: Vec<NumberUpStar>,
    simple_forms: FxHashMap<NumberUpStar, Form>,
    pub(crate) order: Order,
    pub(crate) sums: FxHashMap<(Form, Form), Form>,
    /// Properties of forms that were worked out.
    pub(crate) memos: Memos,
    /// The options of the game whose canonical form is being worked out, which is [`DRAFT`].
    pub(crate) draft: [Vec<Form>; 2],
    meter: Meter,
    /// Bytes of the digits of large numbers, and of what callers keep.
    elsewhere: u64,
}

/// The index of the game whose canonical form is being worked out, so that it can be compared like a form.
pub(crate) const DRAFT: Form = Form(0);

/// What refusals call the computation.
const WHAT: &str = "the canonical forms";

/// A step takes about this many nanoseconds.
const NANOSECONDS: u64 = 16;

/// No index.
const NONE: u32 = u32::MAX;

struct Node {
    /// Where the options begin in the pool; [`NONE`] until they are written out.
    start: u32,
    left: u32,
    right: u32,
    /// Which number-up-star it is, or [`NONE`].
    simple: u32,
    stops: [Stop; 2],
    negative: u32,
}

struct Number {
    value: Dyadic,
    /// An approximation, which is enough for most comparisons.
    nearly: f64,
}

impl Default for Forms {
    fn default() -> Forms {
        Forms::new(Limits::default())
    }
}

impl Forms {
    /// An empty store that stays within these limits.
    #[must_use]
    pub fn new(limits: Limits) -> Forms {
        let mut forms = Forms {
            nodes: Vec::new(),
            pool: Vec::new(),
            braces: HashTable::new(),
            numbers: Vec::new(),
            number_ids: FxHashMap::default(),
            simple: Vec::new(),
            simple_forms: FxHashMap::default(),
            order: Order::default(),
            sums: FxHashMap::default(),
            memos: Memos::default(),
            draft: [Vec::new(), Vec::new()],
            meter: Meter::new(&limits, WHAT).scaled(NANOSECONDS, 1),
            elsewhere: 0,
        };
        let zero = forms.number_id(&Dyadic::ZERO);
        let stop = Stop { number: zero, above: false };
        forms.nodes.push(Node {
            start: NONE,
            left: 0,
            right: 0,
            simple: NONE,
            stops: [stop; 2],
            negative: NONE,
        });
        forms
    }

    /// The number of forms in the store.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Is the store empty?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of elementary steps taken so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.meter.spent()
    }

    /// Bytes held, within a few percent.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<Node>() + self.braces.capacity() * 5;
        let pool = self.pool.capacity() * size_of::<Form>();
        let sums = self.sums.capacity() * 13;
        let simple = (self.simple.capacity() + self.simple_forms.capacity())
            * size_of::<NumberUpStar>()
            + (self.numbers.capacity() + self.number_ids.capacity()) * size_of::<Number>();
        let order = self.order.bytes() + self.memos.bytes();
        (nodes + pool + sums + simple + order) as u64 + self.elsewhere
    }

    /// The limits that the store stays within.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        self.meter.limits()
    }

    /// Counts steps, and refuses to go on beyond a limit.
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Refusal> {
        self.meter.count(steps);
        if !self.meter.is_due() {
            return Ok(());
        }
        // Tables double when they grow, and hold both sizes for a moment.
        self.meter.hold(WHAT, u128::from(self.bytes()) * 3 / 2)?;
        self.meter.look()
    }

    /// Runs something that may take long; `None` if it takes more than `steps` steps.
    pub fn attempt<T>(
        &mut self,
        steps: u64,
        work: impl FnOnce(&mut Forms) -> Result<T, Refusal>,
    ) -> Result<Option<T>, Refusal> {
        let before = self.meter.lower(steps);
        let done = work(self);
        self.meter.allow(before);
        match done {
            Ok(found) => Ok(Some(found)),
            Err(Refusal::Interrupted) => Err(Refusal::Interrupted),
            Err(_) => Ok(None),
        }
    }

    /// Counts steps and bytes that a caller spends on the way to a form, against the limits of this store.
    pub fn account(&mut self, steps: u64, bytes: u64) -> Result<(), Refusal> {
        self.elsewhere += bytes;
        self.spend(steps)
    }

    /// The game 0.
    pub fn zero(&mut self) -> Result<Form, Refusal> {
        self.integer(0)
    }

    /// The canonical form of an integer.
    pub fn integer(&mut self, integer: i64) -> Result<Form, Refusal> {
        self.number(&Dyadic::from(integer))
    }

    /// The canonical form of a dyadic number.
    pub fn number(&mut self, number: &Dyadic) -> Result<Form, Refusal> {
        self.number_up_star(NumberUpStar { number: number.clone(), ups: 0, nimber: 0 })
    }

    /// The nimber *n as a form.
    pub fn nimber(&mut self, n: u64) -> Result<Form, Refusal> {
        self.number_up_star(NumberUpStar { number: Dyadic::ZERO, ups: 0, nimber: n })
    }

    /// The multiple of ↑ with this coefficient.
    pub fn ups(&mut self, ups: i64) -> Result<Form, Refusal> {
        self.number_up_star(NumberUpStar { number: Dyadic::ZERO, ups, nimber: 0 })
    }

    /// The game number + ups·↑ + *nimber as a form.
    pub fn number_up_star(&mut self, simple: NumberUpStar) -> Result<Form, Refusal> {
        if let Some(form) = self.simple_forms.get(&simple) {
            return Ok(*form);
        }
        let number = self.number_id(&simple.number);
        let [below_zero, above_zero] = signs(&simple);
        let stops = [Stop { number, above: !below_zero }, Stop { number, above: above_zero }];
        let index = self.simple.len() as u32;
        let node = Node { start: NONE, left: 0, right: 0, simple: index, stops, negative: NONE };
        let form = self.push(node)?;
        self.simple.push(simple.clone());
        self.simple_forms.insert(simple, form);
        Ok(form)
    }

    /// The form as number + ups·↑ + *nimber, if it is one.
    #[must_use]
    pub fn simple(&self, form: Form) -> Option<&NumberUpStar> {
        self.simple.get(self.nodes[form.index()].simple as usize)
    }

    /// The form as a number, if it is one.
    #[must_use]
    pub fn as_number(&self, form: Form) -> Option<&Dyadic> {
        self.simple(form).filter(|simple| simple.is_number()).map(|simple| &simple.number)
    }

    /// Is the form a number?
    #[must_use]
    pub fn is_number(&self, form: Form) -> bool {
        self.as_number(form).is_some()
    }

    /// The options of `player`, in the order in which the store made them.
    pub fn options(&mut self, form: Form, player: Player) -> Result<&[Form], Refusal> {
        self.write_out(form)?;
        Ok(self.known_options(form, player))
    }

    /// The options, which have been written out before.
    pub(crate) fn known_options(&self, form: Form, player: Player) -> &[Form] {
        if form == DRAFT {
            return &self.draft[player.index()];
        }
        let node = &self.nodes[form.index()];
        let start = node.start as usize;
        let middle = start + node.left as usize;
        match player {
            Player::Left => &self.pool[start..middle],
            Player::Right => &self.pool[middle..middle + node.right as usize],
        }
    }

    /// Makes sure that the options of a number, multiple of ↑ or nimber are written out.
    pub(crate) fn write_out(&mut self, form: Form) -> Result<(), Refusal> {
        let node = &self.nodes[form.index()];
        if node.start != NONE || form == DRAFT {
            return Ok(());
        }
        let simple = self.simple[node.simple as usize].clone();
        let [left, right] = self.simple_options(&simple)?;
        let start = self.append(&left, &right)?;
        let node = &mut self.nodes[form.index()];
        (node.start, node.left, node.right) = (start, left.len() as u32, right.len() as u32);
        Ok(())
    }

    /// The form with these options, which are canonical and sorted, and which no number has.
    pub(crate) fn intern(
        &mut self,
        left: &[Form],
        right: &[Form],
        stops: [Stop; 2],
    ) -> Result<Form, Refusal> {
        if let Some(simple) = self.recognise(left, right) {
            return self.number_up_star(simple);
        }
        if let Some(form) = self.find(left, right) {
            return Ok(form);
        }
        let start = self.append(left, right)?;
        let (left_count, right_count) = (left.len() as u32, right.len() as u32);
        let node = Node {
            start,
            left: left_count,
            right: right_count,
            simple: NONE,
            stops,
            negative: NONE,
        };
        let form = self.push(node)?;
        let (nodes, pool) = (&self.nodes, &self.pool);
        let rehash = |form: &Form| {
            let node = &nodes[form.index()];
            let start = node.start as usize;
            let middle = start + node.left as usize;
            hash(&pool[start..middle], &pool[middle..middle + node.right as usize])
        };
        self.braces.insert_unique(hash(left, right), form, rehash);
        Ok(form)
    }

    /// The form with exactly these options, if it is known and not a number-up-star.
    pub(crate) fn find(&self, left: &[Form], right: &[Form]) -> Option<Form> {
        let same = |form: &Form| {
            self.known_options(*form, Player::Left) == left
                && self.known_options(*form, Player::Right) == right
        };
        self.braces.find(hash(left, right), same).copied()
    }

    fn append(&mut self, left: &[Form], right: &[Form]) -> Result<u32, Refusal> {
        self.spend(1 + (left.len() + right.len()) as u64)?;
        let start = u32::try_from(self.pool.len()).unwrap_or(NONE);
        check_count("the options of all forms", self.pool.len())?;
        self.pool.extend_from_slice(left);
        self.pool.extend_from_slice(right);
        Ok(start)
    }

    fn push(&mut self, node: Node) -> Result<Form, Refusal> {
        check_count("the forms", self.nodes.len())?;
        let form = Form(self.nodes.len() as u32);
        self.nodes.push(node);
        Ok(form)
    }

    pub(crate) fn stop(&self, form: Form, mover: Player) -> Stop {
        self.nodes[form.index()].stops[mover.index()]
    }

    pub(crate) fn set_draft_stops(&mut self, stops: [Stop; 2]) {
        self.nodes[DRAFT.index()].stops = stops;
    }

    pub(crate) fn stored_negative(&self, form: Form) -> Option<Form> {
        let negative = self.nodes[form.index()].negative;
        (negative != NONE).then_some(Form(negative))
    }

    pub(crate) fn store_negative(&mut self, form: Form, negative: Form) {
        self.nodes[form.index()].negative = negative.0;
        self.nodes[negative.index()].negative = form.0;
    }

    pub(crate) fn number_id(&mut self, value: &Dyadic) -> NumberId {
        if let Some(id) = self.number_ids.get(value) {
            return *id;
        }
        let id = NumberId(self.numbers.len() as u32);
        self.elsewhere += value.bits() as u64 / 4;
        self.numbers.push(Number { value: value.clone(), nearly: value.to_f64() });
        self.number_ids.insert(value.clone(), id);
        id
    }

    pub(crate) fn number_of(&self, id: NumberId) -> &Dyadic {
        &self.numbers[id.0 as usize].value
    }

    pub(crate) fn compare_numbers(&self, a: NumberId, b: NumberId) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let [x, y] = [a, b].map(|id| &self.numbers[id.0 as usize]);
        let gap = x.nearly - y.nearly;
        // Each approximation is off by less than 2^-50 of its size.
        if gap.abs() > (x.nearly.abs() + y.nearly.abs()) * 1e-14 {
            return gap.total_cmp(&0.0);
        }
        x.value.cmp(&y.value)
    }
}

fn hash(left: &[Form], right: &[Form]) -> u64 {
    let mut hasher = FxBuildHasher.build_hasher();
    left.hash(&mut hasher);
    right.hash(&mut hasher);
    std::hash::Hasher::finish(&hasher)
}

/// Is ups·↑ + *nimber at most 0, and is it at least 0? A number in front settles nothing here.
///
/// ↑ is confused with * alone among the nimbers, and ↑↑ exceeds them all.
pub(crate) fn signs(simple: &NumberUpStar) -> [bool; 2] {
    let is_zero = simple.is_number();
    let is_beyond = simple.ups.unsigned_abs() >= 2 || simple.nimber != 1;
    let is_negative = simple.ups < 0 && is_beyond;
    let is_positive = simple.ups > 0 && is_beyond;
    [is_zero || is_negative, is_zero || is_positive]
}

/// Indices have 31 bits, so that pairs of them and an answer fit into a word.
fn check_count(what: &str, count: usize) -> Result<(), Refusal> {
    const MOST: usize = (1 << 31) - 2;
    if count < MOST {
        return Ok(());
    }
    let [needed, allowed] = [count, MOST].map(|count| 16 * count as u128);
    Err(Refusal::Limit { what: what.to_owned(), needed, allowed, unit: Unit::Bytes })
}

//! Tables of what is lost, or of nim-values, for all positions whose numbers have few digits.
//!
//! A table is indexed by words: the letter at place i, counted from the least significant end, counts letters^i. So the
//! numbers of the table need no division, and a word with zeros before it has the same index.

use bouton_automata::{Automaton, Numeration, Order};
use bouton_lang::Program;
use bouton_values::{Meter, Nimber, Player, Refusal, mex};
use rustc_hash::FxHashMap;

use crate::game::{GameInDigits, WayInDigits, index};

/// For each word whether it is in the set.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) letters: usize,
    pub(crate) length: usize,
    pub(crate) cells: Vec<bool>,
}

/// The numbers with at most `length` digits.
struct Side {
    /// The digits of each number, the least significant first.
    digits: Vec<Vec<u32>>,
    /// What each number adds to the index of a word on the first track.
    spread: Vec<usize>,
}

impl Side {
    fn new(numeration: Numeration, letters: usize, length: usize) -> Side {
        let places = numeration.places(1 << 62);
        let count = places[length] as usize;
        let digits = |number: usize| {
            let mut digits = numeration.digits(number as u128);
            digits.resize(length, 0);
            digits
        };
        let digits: Vec<Vec<u32>> = (0..count).map(digits).collect();
        let spread = |digits: &Vec<u32>| {
            digits.iter().rev().fold(0, |sum, digit| sum * letters + *digit as usize)
        };
        let spread = digits.iter().map(spread).collect();
        Side { digits, spread }
    }

    /// The index of the word of a position, from its code.
    fn index(&self, numeration: Numeration, code: usize, numbers: usize) -> usize {
        let mut power = 1;
        let mut index = 0;
        for number in numbers_of(code, self.spread.len(), numbers) {
            index += self.spread[number] * power;
            power *= numeration.radix();
        }
        index
    }
}

/// The most digits for which a table of this many tracks has at most this many cells.
pub(crate) fn most_digits(numeration: Numeration, tracks: usize, cells: usize) -> usize {
    let letters = numeration.radix().saturating_pow(tracks as u32);
    let mut length = 0;
    let mut count = letters;
    while count <= cells {
        length += 1;
        count = count.saturating_mul(letters);
    }
    length
}

/// Marks lost positions in the order of the measure: whoever can move to a position that the opponent loses wins. No move
/// leads out of the table.
pub(crate) fn by_marking(
    game: &GameInDigits,
    measure: &[u64],
    length: usize,
    meter: &mut Meter,
) -> Result<Vec<Table>, Refusal> {
    let numeration = game.numeration;
    let letters = numeration.radix().pow(game.numbers as u32);
    let side = Side::new(numeration, letters, length);
    let cells = letters.pow(length as u32);
    let players = game.players();
    let mut won = vec![vec![false; cells]; players.len()];
    let mut lost = vec![vec![false; cells]; players.len()];
    let walks: Vec<Walk<'_>> = game
        .ways
        .iter()
        .map(|way| Walk::new(game, way, letters, meter))
        .collect::<Result<_, _>>()?;
    let mut position = Vec::new();
    for code in in_order(game.numbers, side.digits.len(), measure, meter)? {
        position.clear();
        position.extend(numbers_of(code, side.digits.len(), game.numbers));
        meter.spend(4 + length as u64)?;
        let index_of = word_index(numeration, &side, &position);
        if !is_in(&game.legal, numeration, &side, &position, length) {
            continue;
        }
        for (own, player) in players.iter().enumerate() {
            let ended = game.ended[index(*player)].as_ref();
            if won[own][index_of]
                || ended.is_some_and(|set| is_in(set, numeration, &side, &position, length))
            {
                continue;
            }
            lost[own][index_of] = true;
            let winner = if game.impartial { *player } else { player.opponent() };
            let theirs = if game.impartial { 0 } else { 1 - own };
            for walk in walks.iter().filter(|walk| walk.way.is_of(winner)) {
                walk.mark(&side, &position, length, &mut won[theirs], meter)?;
            }
        }
    }
    Ok(lost.into_iter().map(|cells| Table { letters, length, cells }).collect())
}

/// The codes of all positions of the table, by the measure.
fn in_order(
    numbers: usize,
    side: usize,
    measure: &[u64],
    meter: &mut Meter,
) -> Result<Vec<usize>, Refusal> {
    let count = side.pow(numbers as u32);
    meter.spend(count as u64)?;
    let weight = |code: &usize| {
        let numbers = numbers_of(*code, side, measure.len());
        numbers.zip(measure).map(|(number, weight)| number as u64 * weight).sum::<u64>()
    };
    let mut all: Vec<usize> = (0..count).collect();
    all.sort_by_cached_key(weight);
    Ok(all)
}

/// The numbers of a position, from its code: the first number counts once, each other one side times the one before.
fn numbers_of(code: usize, side: usize, numbers: usize) -> impl Iterator<Item = usize> {
    let mut rest = code;
    (0..numbers).map(move |_| {
        let number = rest % side;
        rest /= side;
        number
    })
}

/// What is lost among all positions whose numbers are below a bound, whatever the numeration.
pub(crate) struct Lost {
    numbers: usize,
    side: usize,
    /// For each set whether a position is in it, by the codes of positions.
    sets: Vec<Vec<bool>>,
}

impl Lost {
    /// What the tables of a numeration say.
    pub(crate) fn new(tables: &[Table], numeration: Numeration, numbers: usize) -> Lost {
        let length = tables.first().map_or(0, |table| table.length);
        let letters = tables.first().map_or(1, |table| table.letters);
        let side = Side::new(numeration, letters, length);
        let count = side.spread.len().pow(numbers as u32);
        let set = |table: &Table| {
            (0..count).map(|code| table.cells[side.index(numeration, code, numbers)]).collect()
        };
        Lost { numbers, side: side.spread.len(), sets: tables.iter().map(set).collect() }
    }

    /// The tables of another numeration, if its numbers of this many digits are below the bound.
    pub(crate) fn tables(&self, numeration: Numeration, length: usize) -> Option<Vec<Table>> {
        let letters = numeration.radix().pow(self.numbers as u32);
        let side = Side::new(numeration, letters, length);
        let count = side.spread.len();
        if count > self.side {
            return None;
        }
        let mut tables =
            vec![
                Table { letters, length, cells: vec![false; letters.pow(length as u32)] };
                self.sets.len()
            ];
        for code in 0..count.pow(self.numbers as u32) {
            let index = side.index(numeration, code, self.numbers);
            let numbers: Vec<usize> = numbers_of(code, count, self.numbers).collect();
            let own = numbers.iter().rev().fold(0, |own, number| own * self.side + number);
            for (table, set) in tables.iter_mut().zip(&self.sets) {
                table.cells[index] = set[own];
            }
        }
        Some(tables)
    }
}

fn word_index(numeration: Numeration, side: &Side, position: &[usize]) -> usize {
    let radix = numeration.radix();
    position.iter().rev().fold(0, |sum, number| sum * radix + side.spread[*number])
}

/// Is the position in the set?
fn is_in(
    set: &Automaton,
    numeration: Numeration,
    side: &Side,
    position: &[usize],
    length: usize,
) -> bool {
    let letter = |place: usize| {
        position.iter().rev().fold(0, |letter, number| {
            letter * numeration.radix() + side.digits[*number][place] as usize
        })
    };
    let read = |state: u32, place: usize| set.step(state, letter(place));
    let end = match numeration.order {
        Order::Least => (0..length).fold(set.start(), read),
        Order::Most => (0..length).rev().fold(set.start(), read),
    };
    set.accepts_at(end)
}

/// Goes backwards along a way: from a new position to all old ones.
struct Walk<'g> {
    way: &'g WayInDigits,
    numeration: Numeration,
    numbers: usize,
    letters: usize,
    alive: Vec<bool>,
}

/// What a walk backwards knows.
struct Traces<'s> {
    side: &'s Side,
    /// The numbers that are known, with the powers of the radix of their tracks.
    known: Vec<(usize, usize)>,
    /// For each track that is not known, its power of the radix, and that of its number in the position.
    open: Vec<(usize, usize)>,
    length: usize,
}

impl<'g> Walk<'g> {
    fn new(
        game: &GameInDigits,
        way: &'g WayInDigits,
        letters: usize,
        meter: &mut Meter,
    ) -> Result<Walk<'g>, Refusal> {
        let alive = way.relation.automaton().living(meter)?;
        let (numeration, numbers) = (game.numeration, game.numbers);
        Ok(Walk { way, numeration, numbers, letters, alive })
    }

    /// Marks all positions from which the way leads to the new one.
    fn mark(
        &self,
        side: &Side,
        new: &[usize],
        length: usize,
        won: &mut [bool],
        meter: &mut Meter,
    ) -> Result<(), Refusal> {
        let mut known: FxHashMap<usize, usize> = FxHashMap::default();
        for (variable, number) in self.way.becomes[0].iter().zip(new) {
            if *known.entry(*variable).or_insert(*number) != *number {
                return Ok(());
            }
        }
        let radix = self.numeration.radix();
        let variables = self.way.relation.variables();
        let mut traces = Traces { side, known: Vec::new(), open: Vec::new(), length };
        for (track, variable) in variables.iter().enumerate() {
            let power = radix.pow(track as u32);
            match known.get(variable) {
                Some(number) => traces.known.push((*number, power)),
                None => traces.open.push((power, radix.pow(*variable as u32))),
            }
        }
        // Numbers that the way does not look at, and that it changes: they may be anything.
        let mut bases = vec![0];
        for variable in 0..self.numbers {
            let place = radix.pow(variable as u32);
            match known.get(&variable) {
                Some(number) => {
                    bases.iter_mut().for_each(|base| *base += side.spread[*number] * place);
                }
                None if variables.contains(&variable) => {}
                None => {
                    let all = |base: &usize| {
                        let base = *base;
                        side.spread.iter().map(move |spread| base + spread * place)
                    };
                    bases = bases.iter().flat_map(all).collect();
                }
            }
        }
        for base in bases {
            self.follow(&traces, 0, self.way.relation.automaton().start(), base, won, meter)?;
        }
        Ok(())
    }

    /// Reads the digits from `read` on, with all digits for what is not known.
    fn follow(
        &self,
        traces: &Traces<'_>,
        read: usize,
        state: u32,
        index: usize,
        won: &mut [bool],
        meter: &mut Meter,
    ) -> Result<(), Refusal> {
        let automaton = self.way.relation.automaton();
        if read == traces.length {
            won[index] |= automaton.accepts_at(state);
            return Ok(());
        }
        let place = match self.numeration.order {
            Order::Least => read,
            Order::Most => traces.length - 1 - read,
        };
        let digits = &traces.side.digits;
        let letter: usize = traces
            .known
            .iter()
            .map(|(number, power)| digits[*number][place] as usize * power)
            .sum();
        let (radix, worth) = (self.numeration.radix(), self.letters.pow(place as u32));
        let ways = radix.pow(traces.open.len() as u32);
        meter.spend(ways as u64)?;
        for mut choice in 0..ways {
            let (mut letter, mut index) = (letter, index);
            for (power, track) in &traces.open {
                letter += choice % radix * power;
                index += choice % radix * track * worth;
                choice /= radix;
            }
            let next = automaton.step(state, letter);
            if self.alive[next as usize] {
                self.follow(traces, read + 1, next, index, won, meter)?;
            }
        }
        Ok(())
    }
}

/// What is known of positions by listing their options: for games that leave every table, and for nim-values.
pub(crate) struct Listed<'p> {
    program: &'p Program,
    /// For each position whether Left and Right lose if they are to move; of nim-values the value.
    known: FxHashMap<Vec<u64>, u64>,
    values: bool,
    /// Are the heaps of an option a sum, of which each has a value?
    splits: bool,
}

/// Positions further away from those of the table are not looked for.
const MOST_LISTED: usize = 4_000_000;

impl<'p> Listed<'p> {
    pub(crate) fn new(program: &'p Program, values: bool, splits: bool) -> Listed<'p> {
        Listed { program, known: FxHashMap::default(), values, splits }
    }

    /// The tables of the positions with at most this many digits.
    pub(crate) fn tables(
        &mut self,
        game: &GameInDigits,
        length: usize,
        meter: &mut Meter,
    ) -> Result<Vec<Table>, Refusal> {
        let numeration = game.numeration;
        let tracks = game.numbers + usize::from(self.values);
        let letters = numeration.radix().pow(tracks as u32);
        let side = Side::new(numeration, letters, length);
        let sets = if self.values { 1 } else { game.players().len() };
        let mut cells = vec![vec![false; letters.pow(length as u32)]; sets];
        let measure = vec![1; game.numbers];
        for code in in_order(game.numbers, side.digits.len(), &measure, meter)? {
            let position: Vec<usize> = numbers_of(code, side.digits.len(), game.numbers).collect();
            let tuple: Vec<u64> = position.iter().map(|number| *number as u64).collect();
            if !self.program.is_legal(&tuple) {
                continue;
            }
            let found = self.solve(tuple, meter)?;
            if self.values {
                if (found as usize) < side.spread.len() {
                    let pair = [&position[..], &[found as usize]].concat();
                    cells[0][word_index(numeration, &side, &pair)] = true;
                }
                continue;
            }
            for (set, cells) in cells.iter_mut().enumerate() {
                cells[word_index(numeration, &side, &position)] = found >> set & 1 == 1;
            }
        }
        Ok(cells.into_iter().map(|cells| Table { letters, length, cells }).collect())
    }

    /// Does this player, being to move, lose the position?
    pub(crate) fn loses(
        &mut self,
        position: Vec<u64>,
        player: Player,
        meter: &mut Meter,
    ) -> Result<bool, Refusal> {
        Ok(self.solve(position, meter)? >> index(player) & 1 == 1)
    }

    /// Solves a position and all that can be reached from it; play ends.
    fn solve(&mut self, start: Vec<u64>, meter: &mut Meter) -> Result<u64, Refusal> {
        if let Some(known) = self.known.get(&start) {
            return Ok(*known);
        }
        let mut waiting = vec![start.clone()];
        while let Some(position) = waiting.last().cloned() {
            if self.known.contains_key(&position) {
                waiting.pop();
                continue;
            }
            let options = Player::BOTH.map(|player| {
                if self.values && player == Player::Right {
                    return Vec::new();
                }
                self.program.options(&position, player)
            });
            let count = options[0].len() + options[1].len();
            meter.spend(20 * (count as u64 + 1))?;
            let unknown = self.unknown(&options);
            if !unknown.is_empty() {
                waiting.extend(unknown);
                meter.hold("the positions", waiting.len() as u128 * 64)?;
                continue;
            }
            let found = match self.values {
                true => mex(options[0].iter().map(|option| Nimber(self.value(option)))).0,
                false => self.losers(&position, &options),
            };
            if self.known.len() >= MOST_LISTED {
                return Err(Refusal::unsupported(
                    format!("more than {MOST_LISTED} positions would have to be looked at"),
                    "ask about fewer heaps",
                ));
            }
            self.known.insert(position, found);
            waiting.pop();
        }
        Ok(self.known[&start])
    }

    /// The parts of an option whose values add up: its heaps, if it is a heap that falls into several.
    fn parts(&self, option: &[u64]) -> Vec<Vec<u64>> {
        match self.splits {
            true => option.iter().map(|heap| vec![*heap]).collect(),
            false => vec![option.to_vec()],
        }
    }

    fn unknown(&self, options: &[Vec<Vec<u64>>; 2]) -> Vec<Vec<u64>> {
        let mut unknown: Vec<Vec<u64>> =
            options.iter().flatten().flat_map(|option| self.parts(option)).collect();
        unknown.retain(|part| !self.known.contains_key(part));
        unknown
    }

    fn value(&self, option: &[u64]) -> u64 {
        self.parts(option)
            .iter()
            .fold(0, |sum, part| sum ^ self.known.get(part).copied().unwrap_or(0))
    }

    /// A bit for each player who loses, being to move.
    fn losers(&self, position: &[u64], options: &[Vec<Vec<u64>>; 2]) -> u64 {
        let mut losers = 0;
        for player in Player::BOTH {
            let own = &options[index(player)];
            let theirs = 1 << index(player.opponent());
            let wins = match own.is_empty() {
                true => self.program.winner(position, player) == player,
                false => own.iter().any(|option| self.known[option] & theirs != 0),
            };
            losers |= u64::from(!wins) << index(player);
        }
        losers
    }
}

//! Recognises games that have a name, such as `^<2>*`, `tiny(1)` or `±1`.

use bouton_values::{Player, Refusal};
use rustc_hash::FxHashMap;

use super::followers::{Follower, Rank};
use crate::dyadic::Dyadic;
use crate::form::{Form, NumberUpStar};
use crate::store::Forms;

/// How a game is written.
pub(crate) enum Shape {
    /// A number, powers of ↑ and a nimber.
    Uptimals(Uptimals),
    /// number + tiny(of), or miny.
    Tiny {
        number: Dyadic,
        of: NumberUpStar,
        is_miny: bool,
    },
    /// ± of Left's options.
    Switch,
    Braces,
}

/// number + Σ coefficients[n-1]·↑ⁿ + *nimber; the last coefficient is not 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Uptimals {
    pub(crate) number: Dyadic,
    pub(crate) coefficients: Vec<i64>,
    pub(crate) nimber: u64,
}

/// Limits for recognising sums of powers of ↑: their largest order, how many are added, the largest nimber, and
/// how many options the sum may have. They keep what is added up for the recognition small.
const MOST_ORDER: u32 = 8;
const MOST_ARROWS: u64 = 32;
const MOST_NIMBER: u64 = 4;
const MOST_OPTIONS: usize = 6;

impl Uptimals {
    fn simple(simple: &NumberUpStar) -> Uptimals {
        let coefficients = if simple.ups == 0 { vec![] } else { vec![simple.ups] };
        Uptimals { number: simple.number.clone(), coefficients, nimber: simple.nimber }
    }

    fn is_small(&self) -> bool {
        let arrows = self.coefficients.iter().map(|c| c.unsigned_abs());
        arrows.fold(0, u64::saturating_add) <= MOST_ARROWS && self.nimber <= MOST_NIMBER
    }

    /// The sum with sign·(↑ + … + ↑ⁿ) + *.
    fn plus(&self, order: u32, sign: i64) -> Uptimals {
        let mut coefficients = self.coefficients.clone();
        coefficients.resize(coefficients.len().max(order as usize), 0);
        for coefficient in &mut coefficients[..order as usize] {
            *coefficient += sign;
        }
        while coefficients.pop_if(|last| *last == 0).is_some() {}
        Uptimals { number: self.number.clone(), coefficients, nimber: self.nimber ^ 1 }
    }
}

/// The shapes of all followers.
pub(crate) fn shapes(forms: &mut Forms, followers: &[Follower]) -> Result<Vec<Shape>, Refusal> {
    let mut finder = Finder { forms, followers, shapes: Vec::new(), steps: FxHashMap::default() };
    for follower in followers {
        let shape = finder.shape(follower)?;
        finder.shapes.push(shape);
    }
    Ok(finder.shapes)
}

struct Finder<'a> {
    forms: &'a mut Forms,
    followers: &'a [Follower],
    shapes: Vec<Shape>,
    /// ±(↑ + … + ↑ⁿ) + *, by order and sign.
    steps: FxHashMap<(u32, i64), Form>,
}

impl Finder<'_> {
    fn shape(&mut self, follower: &Follower) -> Result<Shape, Refusal> {
        if let Some(simple) = self.forms.simple(follower.form) {
            return Ok(Shape::Uptimals(Uptimals::simple(simple)));
        }
        if let Some(uptimals) = self.uptimals(follower)? {
            return Ok(Shape::Uptimals(uptimals));
        }
        if let Some(tiny) = self.tiny(follower, Player::Left) {
            return Ok(tiny);
        }
        if let Some(miny) = self.tiny(follower, Player::Right) {
            return Ok(miny);
        }
        Ok(if self.is_switch(follower)? { Shape::Switch } else { Shape::Braces })
    }

    /// Options of a sum of powers of ↑ are such sums again. Right's move from ↑ⁿ to * - ↑ - … - ↑ⁿ⁻¹
    /// takes ↑ + … + ↑ⁿ + * away, so adding it to an option gives a candidate, which is then compared;
    /// likewise for Left and ↓.
    fn uptimals(&mut self, follower: &Follower) -> Result<Option<Uptimals>, Refusal> {
        if !self.has_small_options(follower) {
            return Ok(None);
        }
        for (player, sign) in [(Player::Right, 1), (Player::Left, -1)] {
            // The deepest option is the likeliest.
            for option in follower.options[player.index()].iter().rev() {
                for order in 1..=MOST_ORDER {
                    let step = self.step(order, sign)?;
                    let candidate = self.forms.sum(self.followers[*option].form, step)?;
                    let Shape::Uptimals(uptimals) = &self.shapes[*option] else { continue };
                    if candidate == follower.form {
                        return Ok(Some(uptimals.plus(order, sign)).filter(Uptimals::is_small));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Are all options sums of few powers of ↑, around the same number?
    fn has_small_options(&self, follower: &Follower) -> bool {
        let mut number = None;
        let mut fits = |option: &Rank| match &self.shapes[*option] {
            Shape::Uptimals(option) => {
                option.is_small() && number.get_or_insert(&option.number) == &&option.number
            }
            _ => false,
        };
        follower.options.iter().all(|options| options.len() <= MOST_OPTIONS)
            && follower.options.iter().flatten().all(&mut fits)
    }

    fn step(&mut self, order: u32, sign: i64) -> Result<Form, Refusal> {
        if let Some(step) = self.steps.get(&(order, sign)) {
            return Ok(*step);
        }
        let star = self.forms.nimber(1)?;
        let total = self.forms.uptimals_to(order)?;
        let step = match sign {
            1 => self.forms.sum(star, total)?,
            _ => self.forms.difference(star, total)?,
        };
        self.steps.insert((order, sign), step);
        Ok(step)
    }

    /// {x || x | x-g} = x + tiny(g), and {x+g | x || x} = x + miny(g), if x and g are short.
    fn tiny(&self, follower: &Follower, player: Player) -> Option<Shape> {
        const MOST_BITS: usize = 40;
        let opponent = player.opponent();
        let number = self.only_number(follower, player)?;
        let reply = &self.followers[*self.only_option(follower, opponent)?];
        if self.only_option(reply, player)? != self.only_option(follower, player)? {
            return None;
        }
        let threat = self.followers[*self.only_option(reply, opponent)?].form;
        let threat = self.forms.simple(threat)?;
        let is_miny = player == Player::Right;
        let of = match is_miny {
            true => &threat.number - number,
            false => number - &threat.number,
        };
        let is_short = number.is_zero() || number.bits() + of.bits() <= MOST_BITS;
        if of.sign() <= 0 || !is_short {
            return None;
        }
        let ups = if is_miny { threat.ups } else { threat.ups.checked_neg()? };
        let of = NumberUpStar { number: of, ups, nimber: threat.nimber };
        Some(Shape::Tiny { number: number.clone(), of, is_miny })
    }

    fn only_option<'b>(&self, follower: &'b Follower, player: Player) -> Option<&'b Rank> {
        match &follower.options[player.index()][..] {
            [option] => Some(option),
            _ => None,
        }
    }

    fn only_number(&self, follower: &Follower, player: Player) -> Option<&Dyadic> {
        let option = self.only_option(follower, player)?;
        self.forms.as_number(self.followers[*option].form)
    }

    /// Is it its own negative? Most are not, and their stops show it.
    fn is_switch(&mut self, follower: &Follower) -> Result<bool, Refusal> {
        let [left, right] = &follower.options;
        let form = follower.form;
        let [left_stop, right_stop] = Player::BOTH.map(|mover| {
            let stop = self.forms.stop(form, mover);
            self.forms.number_of(stop.number)
        });
        if left.len() != right.len() || *left_stop != -right_stop {
            return Ok(false);
        }
        Ok(self.forms.negative(form)? == form)
    }
}

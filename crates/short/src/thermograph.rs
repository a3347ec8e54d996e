//! Thermographs: what a game is to either player, as a function of the tax on moving.
//!
//! The walls of G at temperature t are λ_t = L(G_t) and ρ_t = R(G_t), the stops of G cooled by t. They
//! need no cooling: for G = {G^L | G^R} that is not an integer,
//! * λ_t = max ρ_t(G^L) - t and ρ_t = min λ_t(G^R) + t, up to the first t where these meet;
//! * from there on both are the meeting point, the mast: the mean of G, at its temperature.
//!
//! An integer is a mast from temperature -1 on. All slopes are -1, 0 or 1, so that all breakpoints are
//! dyadic.
//!
//! # References
//! *Winning Ways*, chapter 6; A. N. Siegel, *Combinatorial Game Theory*, section II.5.

use std::cmp::Ordering;
use std::sync::Arc;

use bouton_values::{Player, Refusal};
use dashu_base::BitTest;
use dashu_int::IBig;

use crate::dyadic::Dyadic;
use crate::form::Form;
use crate::induction::Property;
use crate::store::Forms;

/// The two walls of a game, from temperature -1 upwards.
///
/// ```
/// use bouton_short::{Dyadic, Forms};
/// let mut forms = Forms::default();
/// let (four, zero) = (forms.integer(4)?, forms.integer(0)?);
/// let switch = forms.braces(&[four], &[zero])?;
/// let thermograph = forms.thermograph(switch)?;
/// assert_eq!(thermograph.left.evaluate(&Dyadic::from(1)), Dyadic::from(3));
/// assert_eq!(thermograph.temperature(), &Dyadic::from(2));
/// assert_eq!(thermograph.mean(), &Dyadic::from(2));
/// # Ok::<(), bouton_values::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// λ_t, Left's wall; its slopes are -1 and 0.
    pub left: Trajectory,
    /// ρ_t, Right's wall; its slopes are 0 and 1.
    pub right: Trajectory,
}

impl Thermograph {
    /// The value that both walls end in.
    #[must_use]
    pub fn mean(&self) -> &Dyadic {
        self.left.mast()
    }

    /// The temperature, where the mast begins: -1 for integers, -1/2^k for other numbers, at least 0 for all other
    /// games.
    #[must_use]
    pub fn temperature(&self) -> &Dyadic {
        // Just below the meeting point the walls differ, so that one of them has its last turn there.
        let [left, right] = [&self.left, &self.right].map(|wall| &wall.last().0);
        left.max(right)
    }

    fn mast(value: &Dyadic) -> Thermograph {
        Thermograph { left: Trajectory::constant(value), right: Trajectory::constant(value) }
    }

    /// The thermograph of the number x = m/2^k.
    ///
    /// At temperature -1/2^j with j < k its walls are the multiples of 1/2^j next to x, above on the
    /// left and below on the right; between these temperatures they are straight. (By induction:
    /// x has the options x ± 1/2^k, which lie between the same multiples.)
    fn of_number(x: &Dyadic) -> Thermograph {
        if x.is_integer() {
            return Thermograph::mast(x);
        }
        let [left, right] = Player::BOTH.map(|player| Trajectory::of_number(x, player));
        Thermograph { left, right }
    }

    /// The thermograph of a game that is not an integer, from those of its options.
    fn of_options(left: &[Arc<Thermograph>], right: &[Arc<Thermograph>]) -> Thermograph {
        let lefts = left.iter().map(|option| &option.right);
        let rights = right.iter().map(|option| &option.left);
        let left = Trajectory::best(lefts, Player::Left).tilted(-1);
        let right = Trajectory::best(rights, Player::Right).tilted(1);
        let meeting = left.meeting(&right);
        let mean = left.evaluate(&meeting);
        Thermograph { left: left.ending(&meeting, &mean), right: right.ending(&meeting, &mean) }
    }
}

/// A temperature, and a value there.
type Point = (Dyadic, Dyadic);

/// A piecewise linear function of the temperature, from -1 upwards, with slopes -1, 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trajectory {
    /// The point at -1, and those where the slope changes, upwards.
    points: Vec<Point>,
    /// The slope above the last point; 0 in a wall, which ends in the mast.
    slope: i8,
}

impl Trajectory {
    /// The temperature and value at -1 and wherever the slope changes, upwards; the last is where the
    /// vertical part begins.
    #[must_use]
    pub fn breakpoints(&self) -> &[(Dyadic, Dyadic)] {
        &self.points
    }

    /// The value at temperature `t`; below -1, the value at -1.
    #[must_use]
    pub fn evaluate(&self, t: &Dyadic) -> Dyadic {
        let after = self.points.partition_point(|(temperature, _)| temperature <= t);
        let Some(index) = after.checked_sub(1) else { return self.points[0].1.clone() };
        let (temperature, value) = &self.points[index];
        value + &scaled(&(t - temperature), self.slope_after(index))
    }

    /// The value at all high temperatures.
    #[must_use]
    pub fn mast(&self) -> &Dyadic {
        &self.last().1
    }

    fn last(&self) -> &Point {
        self.points.last().expect("a trajectory begins at temperature -1")
    }

    fn constant(value: &Dyadic) -> Trajectory {
        Trajectory { points: vec![(Dyadic::from(-1), value.clone())], slope: 0 }
    }

    /// A wall of a number that is not an integer.
    fn of_number(x: &Dyadic, player: Player) -> Trajectory {
        let k = x.exponent();
        let mut points = Vec::new();
        let mut leaned = None;
        for j in 0..k {
            let bit = x.numerator().bit(k - 1 - j);
            let leans = match player {
                Player::Left => !bit || j + 1 == k,
                Player::Right => bit,
            };
            if leaned.replace(leans) == Some(leans) {
                continue;
            }
            let above = if player == Player::Left { IBig::ONE } else { IBig::ZERO };
            let multiple = (x.numerator() >> (k - j)) + above;
            points.push((Dyadic::new((-1).into(), j), Dyadic::new(multiple, j)));
        }
        points.push((Dyadic::new((-1).into(), k), x.clone()));
        Trajectory { points, slope: 0 }
    }

    /// The largest of the trajectories for Left, the least for Right.
    fn best<'a>(
        mut trajectories: impl Iterator<Item = &'a Trajectory>,
        player: Player,
    ) -> Trajectory {
        let first = trajectories.next().expect("a game that is not an integer has options").clone();
        trajectories.fold(first, |best, other| best.better(other, player))
    }

    fn better(&self, other: &Trajectory, player: Player) -> Trajectory {
        let prefers = |ordering: Ordering| match player {
            Player::Left => ordering.is_ge(),
            Player::Right => ordering.is_le(),
        };
        let mut points: Vec<Point> = Vec::new();
        let mut slope = 0;
        for t in self.turns_and_crossings(other) {
            let (mine, others) = (self.evaluate(&t), other.evaluate(&t));
            let (my_slope, other_slope) = (self.slope_at(&t), other.slope_at(&t));
            let is_mine = prefers(mine.cmp(&others).then(my_slope.cmp(&other_slope)));
            slope = if is_mine { my_slope } else { other_slope };
            points.push((t, if is_mine { mine } else { others }));
        }
        Trajectory { points, slope }.simplified()
    }

    /// The first temperature at which this trajectory is not above the other.
    fn meeting(&self, other: &Trajectory) -> Dyadic {
        let mut temperatures = self.turns_and_crossings(other).into_iter();
        let meeting = temperatures.find(|t| self.evaluate(t) <= other.evaluate(t));
        meeting.expect("in the end the scaffolds lean towards each other")
    }

    /// The temperatures at which one of the two has a breakpoint or they cross, upwards.
    fn turns_and_crossings(&self, other: &Trajectory) -> Vec<Dyadic> {
        let points = self.points.iter().chain(&other.points);
        let mut temperatures: Vec<Dyadic> = points.map(|(t, _)| t.clone()).collect();
        temperatures.sort_unstable();
        temperatures.dedup();
        let crossings = self.crossings(other, &temperatures);
        temperatures.extend(crossings);
        temperatures.sort_unstable();
        temperatures
    }

    /// Where the two cross strictly between the given temperatures, or above the last.
    fn crossings(&self, other: &Trajectory, temperatures: &[Dyadic]) -> Vec<Dyadic> {
        let mut crossings = Vec::new();
        for (index, t) in temperatures.iter().enumerate() {
            let gap = &self.evaluate(t) - &other.evaluate(t);
            let closing = self.slope_at(t) - other.slope_at(t);
            if gap.sign() * closing >= 0 {
                continue;
            }
            let distance = if gap.sign() < 0 { -&gap } else { gap };
            let crossing = t + &if closing.abs() == 2 { distance.half() } else { distance };
            if temperatures.get(index + 1).is_none_or(|next| crossing < *next) {
                crossings.push(crossing);
            }
        }
        crossings
    }

    /// The trajectory plus `by` times the temperature.
    fn tilted(mut self, by: i8) -> Trajectory {
        for (temperature, value) in &mut self.points {
            *value = &*value + &scaled(temperature, by);
        }
        self.slope += by;
        self
    }

    /// The trajectory below `end`, and constant from there on.
    fn ending(mut self, end: &Dyadic, value: &Dyadic) -> Trajectory {
        self.points.retain(|(temperature, _)| temperature < end);
        self.points.push((end.clone(), value.clone()));
        self.slope = 0;
        self.simplified()
    }

    /// The trajectory without the points where the slope stays the same.
    fn simplified(self) -> Trajectory {
        let mut points: Vec<Point> = Vec::with_capacity(self.points.len());
        let mut before = None;
        for (index, point) in self.points.iter().enumerate() {
            let slope = self.slope_after(index);
            if before.replace(slope) != Some(slope) {
                points.push(point.clone());
            }
        }
        Trajectory { points, slope: self.slope }
    }

    fn slope_after(&self, index: usize) -> i8 {
        match self.points.get(index + 1) {
            Some((_, next)) => next.cmp(&self.points[index].1) as i8,
            None => self.slope,
        }
    }

    /// The slope just above temperature `t`.
    fn slope_at(&self, t: &Dyadic) -> i8 {
        let after = self.points.partition_point(|(temperature, _)| temperature <= t);
        self.slope_after(after.saturating_sub(1))
    }

    fn bytes(&self) -> u64 {
        let bytes = |x: &Dyadic| size_of::<Dyadic>() + x.bits() / 8;
        self.points.iter().map(|(t, value)| (bytes(t) + bytes(value)) as u64).sum()
    }
}

/// x times -1, 0 or 1.
fn scaled(x: &Dyadic, by: i8) -> Dyadic {
    match by.signum() {
        1 => x.clone(),
        -1 => -x,
        _ => Dyadic::ZERO,
    }
}

impl Forms {
    /// The thermograph of G.
    pub fn thermograph(&mut self, g: Form) -> Result<Arc<Thermograph>, Refusal> {
        self.remembered(&Walls, |memos| &mut memos.thermographs, g)
    }

    /// The mean of G: n·G is never further from n times the mean than a constant.
    pub fn mean(&mut self, g: Form) -> Result<Dyadic, Refusal> {
        match self.number_part(g) {
            Some(number) => Ok(number.clone()),
            None => Ok(self.thermograph(g)?.mean().clone()),
        }
    }

    /// The temperature of G: -1 for an integer, -1/2^k for another number m/2^k, 0 for what is
    /// infinitesimally close to a number, and positive for all else.
    pub fn temperature(&mut self, g: Form) -> Result<Dyadic, Refusal> {
        if let Some(number) = self.as_number(g) {
            return Ok(Dyadic::new((-1).into(), number.exponent()));
        }
        if self.is_numberish(g) {
            return Ok(Dyadic::ZERO);
        }
        Ok(self.thermograph(g)?.temperature().clone())
    }

    /// The walls of a number turn wherever its binary digits change, at numbers of as many digits.
    fn check_walls_of(&mut self, x: &Dyadic) -> Result<(), Refusal> {
        let places = x.exponent();
        let digit = |place: usize| x.numerator().bit(place);
        let changes = (1..places).filter(|place| digit(*place) != digit(place - 1)).count();
        let words = (changes + 2) as u64 * (x.bits() as u64 / 64 + 8);
        self.limits().check_memory("the thermograph of a number", u128::from(words) * 64)?;
        self.spend(places as u64 + 4 * words)
    }
}

struct Walls;

impl Property for Walls {
    type Value = Arc<Thermograph>;

    /// All x + n·↑ + *m with the same sign of n look alike, for they are {x | x}, {x | x*} or
    /// {x* | x} up to options that make no difference below temperature 0.
    fn by_formula(&self, forms: &mut Forms, g: Form) -> Result<Option<Self::Value>, Refusal> {
        let Some(simple) = forms.simple(g).cloned() else { return Ok(None) };
        forms.check_walls_of(&simple.number)?;
        let number = [Arc::new(Thermograph::of_number(&simple.number))];
        let walls = if simple.is_number() {
            Thermograph::clone(&number[0])
        } else {
            let star = [Arc::new(Thermograph::of_options(&number, &number))];
            match simple.ups.signum() {
                0 => Thermograph::clone(&star[0]),
                _ if simple.ups.abs() == 1 && simple.nimber == 1 => Thermograph::clone(&star[0]),
                1 => Thermograph::of_options(&number, &star),
                _ => Thermograph::of_options(&star, &number),
            }
        };
        forms.account(0, walls.left.bytes() + walls.right.bytes())?;
        Ok(Some(Arc::new(walls)))
    }

    fn by_options(
        &self,
        forms: &mut Forms,
        _: Form,
        [left, right]: [Vec<Self::Value>; 2],
    ) -> Result<Self::Value, Refusal> {
        let count =
            |walls: &Arc<Thermograph>| (walls.left.points.len() + walls.right.points.len()) as u64;
        forms.spend(left.iter().chain(&right).map(count).sum::<u64>() * 8)?;
        let walls = Thermograph::of_options(&left, &right);
        forms.account(0, walls.left.bytes() + walls.right.bytes())?;
        Ok(Arc::new(walls))
    }
}

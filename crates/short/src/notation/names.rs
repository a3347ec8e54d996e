//! Games that have names: tiny, miny, the powers of ↑, switches.

use bouton_values::Refusal;

use crate::form::Form;
use crate::store::Forms;

impl Forms {
    /// The game tiny(g) = {0||0|-g}.
    pub fn tiny(&mut self, g: Form) -> Result<Form, Refusal> {
        let (zero, threat) = (self.zero()?, self.negative(g)?);
        let reply = self.braces(&[zero], &[threat])?;
        self.braces(&[zero], &[reply])
    }

    /// miny(g) = {g|0||0}, the negative of tiny(g).
    pub fn miny(&mut self, g: Form) -> Result<Form, Refusal> {
        let zero = self.zero()?;
        let reply = self.braces(&[g], &[zero])?;
        self.braces(&[reply], &[zero])
    }

    /// ±(g, h, …) = {g, h, … | -g, -h, …}.
    pub fn switch(&mut self, games: &[Form]) -> Result<Form, Refusal> {
        let negatives: Vec<Form> =
            games.iter().map(|game| self.negative(*game)).collect::<Result<_, _>>()?;
        self.braces(games, &negatives)
    }

    /// ↑ + ↑² + … + ↑ⁿ = {↑ + … + ↑ⁿ⁻¹ | *} (Siegel, II.4).
    pub fn uptimals_to(&mut self, order: u32) -> Result<Form, Refusal> {
        let star = self.nimber(1)?;
        let mut total = self.zero()?;
        for _ in 0..order {
            total = self.braces(&[total], &[star])?;
        }
        Ok(total)
    }

    /// ↑ⁿ = {0 | * - ↑ - ↑² - … - ↑ⁿ⁻¹}, for n ≥ 1.
    pub fn uptimal(&mut self, order: u32) -> Result<Form, Refusal> {
        let Some(below) = order.checked_sub(1) else {
            return Err(Refusal::bad("↑⁰ is not a game", "the powers of ↑ begin with ↑¹ = ↑"));
        };
        let lower = self.uptimals_to(below)?;
        let (zero, star) = (self.zero()?, self.nimber(1)?);
        let right = self.difference(star, lower)?;
        self.braces(&[zero], &[right])
    }
}

//! Generators, normal forms and relations.
//!
//! Words in the generators a < b < c < … are compared by their exponents, the last generator first.
//! That order is compatible with multiplication and has no infinite descent, so every element has a
//! least word, its *normal form*, and what divides a normal form is one. The relations are w = n(w)
//! for the minimal words w that are not normal forms, n(w) being the normal form of the same element.
//!
//! *They present the monoid:* read from left to right they make a word less, so every word becomes one
//! that no left side divides. Such a word is a normal form, because the others are divided by a
//! minimal one. So the presented monoid has at most as many elements as there are normal forms; that
//! many it has, because the relations hold in the monoid.

use std::fmt;

use rustc_hash::FxHashMap;

use super::monoid::Bipartite;

/// A product of generators: the exponent of each. Written `ab²c`, the empty one `1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Word(pub Vec<u32>);

/// Two words for the same element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// A word that is not a normal form, while all its proper divisors are.
    pub left: Word,
    /// The normal form of the same element.
    pub right: Word,
}

/// Generators and relations of a finite commutative monoid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The heap that each generator a, b, c, … stands for: the smallest with its element. None of them
    /// can be left out.
    pub generators: Vec<u64>,
    /// The relations; read from left to right they rewrite every word to its normal form.
    pub relations: Vec<Relation>,
}

impl Word {
    fn times(&self, generator: usize) -> Word {
        let mut word = self.clone();
        word.0[generator] += 1;
        word
    }

    fn divided_by(&self, generator: usize) -> Option<Word> {
        let mut word = self.clone();
        word.0[generator] = word.0[generator].checked_sub(1)?;
        Some(word)
    }

    fn is_divided_by(&self, other: &Word) -> bool {
        self.0.iter().zip(&other.0).all(|(whole, part)| whole >= part)
    }
}

impl Presentation {
    /// How many elements the relations leave, counted from them alone: the words that no left side
    /// divides. `None` if they are not finitely many.
    #[must_use]
    pub fn normal_forms(&self) -> Option<usize> {
        let width = self.generators.len();
        let is_power_of = |word: &Word, g: usize| (0..width).all(|i| i == g || word.0[i] == 0);
        let lefts = || self.relations.iter().map(|relation| &relation.left);
        if !(0..width).all(|g| lefts().any(|left| is_power_of(left, g))) {
            return None;
        }
        let is_normal = |word: &Word| !lefts().any(|left| word.is_divided_by(left));
        // Each word is reached once: by adding its generators in ascending order.
        let mut open = vec![(Word(vec![0; width]), 0)];
        let mut count = 0;
        while let Some((word, least)) = open.pop() {
            if is_normal(&word) {
                count += 1;
                open.extend((least..width).map(|g| (word.times(g), g)));
            }
        }
        Some(count)
    }
}

/// A presentation, and the normal form of each element.
pub(super) fn present(monoid: &Bipartite, images: &[u32]) -> (Presentation, Vec<Word>) {
    let generators = generators(monoid, images);
    let elements: Vec<u32> = generators.iter().map(|heap| images[*heap as usize]).collect();
    let forms = normal_forms(monoid, &elements);
    let normal = |element: u32| forms.by_element[element as usize].clone();
    let mut relations: Vec<Relation> = Vec::new();
    for (word, element) in &forms.in_order {
        for (generator, by) in elements.iter().enumerate() {
            let left = word.times(generator);
            let minimal = (0..elements.len())
                .filter_map(|g| left.divided_by(g))
                .all(|divisor| forms.index.contains_key(&divisor));
            let known = relations.iter().any(|relation| relation.left == left);
            if minimal && !known && !forms.index.contains_key(&left) {
                relations.push(Relation { left, right: normal(monoid.product(*element, *by)) });
            }
        }
    }
    relations.sort_by(|one, other| one.left.0.iter().rev().cmp(other.left.0.iter().rev()));
    let generators = generators.into_iter().map(u64::from).collect();
    let presentation = Presentation { generators, relations };
    assert_eq!(presentation.normal_forms(), Some(monoid.order()), "the relations present it");
    (presentation, forms.by_element)
}

/// Heaps whose elements generate the monoid, none of which can be left out.
fn generators(monoid: &Bipartite, images: &[u32]) -> Vec<u32> {
    let mut chosen: Vec<u32> = Vec::new();
    let mut reached = generated(monoid, &[]);
    for (heap, element) in (0..).zip(images) {
        if !reached[*element as usize] {
            chosen.push(heap);
            let elements: Vec<u32> = chosen.iter().map(|heap| images[*heap as usize]).collect();
            reached = generated(monoid, &elements);
        }
    }
    // A later heap may have made an earlier one superfluous.
    for index in (0..chosen.len()).rev() {
        let mut others = chosen.clone();
        others.remove(index);
        let elements: Vec<u32> = others.iter().map(|heap| images[*heap as usize]).collect();
        if generated(monoid, &elements).iter().all(|reached| *reached) {
            chosen = others;
        }
    }
    chosen
}

/// Which elements are products of these?
fn generated(monoid: &Bipartite, generators: &[u32]) -> Vec<bool> {
    let mut reached = vec![false; monoid.order()];
    reached[0] = true;
    let mut open = vec![0];
    while let Some(element) = open.pop() {
        for generator in generators {
            let product = monoid.product(element, *generator);
            if !std::mem::replace(&mut reached[product as usize], true) {
                open.push(product);
            }
        }
    }
    reached
}

/// The normal forms of all elements.
struct NormalForms {
    /// With their elements, from the least to the greatest.
    in_order: Vec<(Word, u32)>,
    by_element: Vec<Word>,
    index: FxHashMap<Word, u32>,
}

/// Lists words in ascending order and keeps those whose elements are new. Only words made of a power
/// of the last generator and a normal form in the others can be; once a power gives nothing new, no
/// higher one does.
fn normal_forms(monoid: &Bipartite, generators: &[u32]) -> NormalForms {
    let mut in_order = vec![(Word(vec![0; generators.len()]), 0)];
    let mut seen = vec![false; monoid.order()];
    seen[0] = true;
    for (index, generator) in generators.iter().enumerate() {
        let mut last = in_order.clone();
        while !last.is_empty() {
            let products = last
                .iter()
                .map(|(word, element)| (word.times(index), monoid.product(*element, *generator)));
            last = products
                .filter(|(_, product)| !std::mem::replace(&mut seen[*product as usize], true))
                .collect();
            in_order.extend(last.iter().cloned());
        }
    }
    let mut by_element = vec![Word(Vec::new()); monoid.order()];
    for (word, element) in &in_order {
        by_element[*element as usize] = word.clone();
    }
    let index = in_order.iter().cloned().collect();
    NormalForms { in_order, by_element, index }
}

/// The name of a generator: a, b, …, z, then a₁, b₁, …
#[must_use]
pub fn generator_name(index: usize) -> String {
    let letter = char::from(b'a' + (index % 26) as u8);
    match index / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{}", digits(round as u32, SUBSCRIPTS)),
    }
}

const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
const SUBSCRIPTS: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];

fn digits(number: u32, shapes: [char; 10]) -> String {
    let plain = number.to_string();
    plain.bytes().map(|digit| shapes[usize::from(digit - b'0')]).collect()
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.iter().all(|exponent| *exponent == 0) {
            return f.write_str("1");
        }
        for (index, exponent) in self.0.iter().enumerate() {
            match exponent {
                0 => {}
                1 => f.write_str(&generator_name(index))?,
                _ => write!(f, "{}{}", generator_name(index), digits(*exponent, SUPERSCRIPTS))?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.left, self.right)
    }
}

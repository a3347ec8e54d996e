//! Reads non-negative rationals: `3`, `0.75`, `2/3`.

use dashu_int::UBig;
use dashu_ratio::RBig;

use bouton_values::Refusal;
use bouton_values::excerpt;

/// The most digits in a numerator or a denominator.
const MOST_DIGITS: usize = 200;

/// The most piles of a position.
const MOST_PILES: usize = 256;

const HELP: &str = "write non-negative numbers with commas, such as 1/2,0.75,3";

/// Reads `1/2,0.75,3` or `1/2 0.75 3`; parentheses around all are allowed.
pub(crate) fn read_piles(text: &str) -> Result<Vec<RBig>, Refusal> {
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(text);
    if inner.trim().is_empty() {
        return Err(Refusal::bad("the position is empty", HELP));
    }
    let piles: Vec<&str> = inner.split(',').flat_map(piles_of).collect();
    let count = piles.len();
    if count > MOST_PILES {
        return Err(Refusal::bad(
            format!("the position holds {count} piles"),
            format!("write at most {MOST_PILES}"),
        ));
    }
    piles.iter().map(|pile| read_pile(pile.trim())).collect()
}

/// The numbers that spaces separate; anything else stays whole.
fn piles_of(piece: &str) -> Vec<&str> {
    let words: Vec<&str> = piece.split(' ').filter(|word| !word.is_empty()).collect();
    match words.len() > 1 && words.iter().all(|word| is_number(word)) {
        true => words,
        false => vec![piece],
    }
}

fn read_pile(text: &str) -> Result<RBig, Refusal> {
    if text.is_empty() {
        return Err(Refusal::bad("a pile is missing in the position", HELP));
    }
    if text.strip_prefix(['-', '−']).is_some_and(is_number) {
        return Err(Refusal::bad(format!("{} is negative", excerpt(text)), HELP));
    }
    if !is_number(text) {
        return Err(Refusal::bad(format!("`{}` is not a number", excerpt(text)), HELP));
    }
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    for digits in [above, below].map(|part| part.trim().len()) {
        if digits > MOST_DIGITS {
            return Err(Refusal::bad(
                format!("`{}` has {digits} digits", excerpt(text)),
                format!(
                    "write at most {MOST_DIGITS} digits in the numerator and in the denominator"
                ),
            ));
        }
    }
    let below = read_decimal(below.trim());
    if below.is_zero() {
        return Err(Refusal::bad(format!("`{}` divides by 0", excerpt(text)), HELP));
    }
    Ok(read_decimal(above.trim()) / below)
}

/// `3`, `0.75`, `.5` or `2/3`.
fn is_number(text: &str) -> bool {
    let is_whole = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match text.split_once('/') {
        Some((above, below)) => is_whole(above.trim()) && is_whole(below.trim()),
        None => !text.is_empty() && leading_decimal(text) == text.len(),
    }
}

/// How many bytes at the start of the text make a decimal `3`, `0.75` or `.5`; 0 if none do.
pub(crate) fn leading_decimal(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    match text[whole..].strip_prefix('.').map(digits) {
        None | Some(0) => whole,
        Some(places) => whole + 1 + places,
    }
}

/// The value of a decimal that [`leading_decimal`] accepts.
pub(crate) fn read_decimal(text: &str) -> RBig {
    let (whole, places) = text.split_once('.').unwrap_or((text, ""));
    let digits = UBig::from_str_radix(&format!("{whole}{places}"), 10);
    let digits = digits.expect("a decimal is made of digits");
    RBig::from_parts(digits.into(), UBig::from(10u8).pow(places.len()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn random_text_never_panics_and_what_is_read_is_read_back(
            text in "[0-9./, ()-]{0,30}|.{0,30}"
        ) {
            if let Ok(piles) = read_piles(&text) {
                let printed: Vec<String> = piles.iter().map(RBig::to_string).collect();
                prop_assert_eq!(read_piles(&printed.join(",")), Ok(piles));
            }
        }
    }

    fn problem(text: &str) -> String {
        read_piles(text).unwrap_err().to_string()
    }

    fn rational(numerator: i64, denominator: u64) -> RBig {
        RBig::from_parts(numerator.into(), denominator.into())
    }

    #[test]
    fn fractions_decimals_and_integers_are_read() {
        let piles = [rational(1, 2), rational(3, 4), rational(3, 1), rational(1, 2)];
        assert_eq!(read_piles("1/2,0.75, 3 ,.5"), Ok(piles.to_vec()));
        assert_eq!(read_piles("(2/4, 6/8,007,0.50)").unwrap()[..2], piles[..2]);
        assert_eq!(read_piles("1/2 0.75  3, .5"), Ok(piles.to_vec()));
        assert_eq!(read_piles("0/5"), Ok(vec![rational(0, 1)]));
        assert_eq!(read_piles("0.0625"), Ok(vec![rational(1, 16)]));
    }

    #[test]
    fn anything_else_is_refused_in_words() {
        assert_eq!(problem(""), "the position is empty");
        assert_eq!(problem("( )"), "the position is empty");
        assert_eq!(problem("1,,2"), "a pile is missing in the position");
        assert_eq!(problem("-1/2"), "-1/2 is negative");
        assert_eq!(problem("1,-0.5"), "-0.5 is negative");
        assert_eq!(problem("1/0"), "`1/0` divides by 0");
        assert_eq!(problem("0/00"), "`0/00` divides by 0");
        for text in ["x", "1.", ".", "1e3", "1_0", "+1", "1/2/3", "0.5/2", "1/-2", "½", "--1", "1/"]
        {
            assert_eq!(problem(text), format!("`{text}` is not a number"));
        }
    }

    #[test]
    fn sizes_are_bounded() {
        let longest = "9".repeat(200);
        assert!(read_piles(&format!("{longest}/{longest}")).is_ok());
        assert!(problem(&"9".repeat(201)).contains("has 201 digits"));
        assert!(problem(&format!("1/{}", "9".repeat(201))).contains("has 201 digits"));
        assert_eq!(read_piles(&vec!["1"; 256].join(",")).unwrap().len(), 256);
        assert_eq!(problem(&vec!["1"; 257].join(",")), "the position holds 257 piles");
    }

    /// What can be read is printed so that it can be read again.
    #[test]
    fn the_longest_decimals_are_read_back() {
        for text in [format!("0.{}1", "0".repeat(197)), format!(".{}", "7".repeat(199))] {
            let read = read_piles(&text).unwrap();
            assert_eq!(read_piles(&read[0].to_string()), Ok(read));
        }
    }
}

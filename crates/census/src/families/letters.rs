//! The outcomes that occur in a period, as one of 32 texts.

/// The texts, by [`bouton_engines::census::Letters::index`].
pub(crate) const LETTERS: &[&str] = &[
    "", "L", "N", "LN", "P", "LP", "NP", "LNP", "R", "LR", "NR", "LNR", "PR", "LPR", "NPR", "LNPR",
    "D", "LD", "ND", "LND", "PD", "LPD", "NPD", "LNPD", "RD", "LRD", "NRD", "LNRD", "PRD", "LPRD",
    "NPRD", "LNPRD",
];

#[cfg(test)]
mod tests {
    use bouton_engines::census::Letters;

    #[test]
    fn texts_are_those_of_the_letters() {
        let texts: Vec<String> = Letters::all().map(Letters::text).collect();
        assert_eq!(texts, super::LETTERS);
    }
}

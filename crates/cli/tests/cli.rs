//! The commands as people type them: the transcripts in `cmd` and in the documents are run.

#[test]
fn transcripts_are_what_the_program_prints() {
    trycmd::TestCases::new().case("tests/cmd/*.md").case("../../README.md").case("../../docs/*.md");
}

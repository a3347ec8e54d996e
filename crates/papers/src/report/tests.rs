//! Reports of checked claims, in their formats.

use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;
use std::time::Duration;

use crate::finding;
use crate::{
    Cell, Claim, Counterexample, Effort, Exhibit, Finding, FindingView, Known, Paper, Picture,
    Statement, claims,
};

use super::*;

const HOSTILE: &str = "<script>&\"' </p> ]]> `x` A_<b>";

fn claim(id: &str, title: &str, statement: &str, restored: bool) -> Claim {
    let commands =
        if restored { vec!["bouton solve nim '1,2' && <b>".to_owned()] } else { Vec::new() };
    let [id, title, statement] = [id, title, statement].map(str::to_owned);
    Claim { id, title, statement, restored, commands, ..Claim::default() }
}

static PAPER: LazyLock<Paper> = LazyLock::new(|| Paper {
    letter: 'X',
    title: "A <paper> & more".to_owned(),
    source: "some'where".to_owned(),
    about: "about <it>".to_owned(),
    claims: vec![
        claim("X1", "First <i>", "it <b>holds</b> & \"more\"", true),
        claim("X2", "", "see X1 about A_k", false),
    ],
    data: &[],
});

fn checked(claim: usize, finding: Finding) -> CheckedClaim {
    let (time, claim) = (Duration::from_secs(3), &PAPER.claims[claim]);
    let finding = FindingView { commands: claim.commands.clone(), ..finding.into() };
    CheckedClaim { paper: &PAPER, claim, finding, time, was_kept: false }
}

fn table() -> Exhibit {
    let cells = |text: &str| vec![Cell::new(text), Cell::compared("27", "31"), Cell::new(HOSTILE)];
    finding::table(HOSTILE, [HOSTILE, "a"], (0..40).map(|row| (row, cells("5"))))
}

fn strip(letters: &str, period: Option<usize>) -> Exhibit {
    Exhibit::Strip { caption: HOSTILE.to_owned(), letters: letters.to_owned(), period }
}

fn curves(points: &[&[(f64, f64)]]) -> Exhibit {
    let curves = points.iter().enumerate();
    let curves = curves.map(|(index, points)| (format!("{HOSTILE} {index}"), points.to_vec()));
    finding::curves(HOSTILE, [HOSTILE; 2], curves)
}

fn picture(game: &str, sectors: bool) -> Exhibit {
    let (x, y) = (0..120, 1..30);
    Exhibit::Picture(Picture { caption: HOSTILE.to_owned(), game: game.to_owned(), x, y, sectors })
}

/// Everything that a finding can hold, with texts that try to get out.
fn rich() -> Finding {
    let [what, steps, smallest] = [HOSTILE; 3].map(str::to_owned);
    let found = Counterexample { what, steps: vec!["look".to_owned(), steps], smallest };
    Finding::decided(Some(found), Known::by_example(), 1_234_567, HOSTILE)
        .statement(Statement::correction(HOSTILE, Known::argument(HOSTILE)))
        .statement(Statement::beyond("one", Known::up_to(HOSTILE)))
        .statement(Statement::beyond("two", Known::unsettled(HOSTILE)))
        .note(HOSTILE)
        .exhibit(table())
        .exhibit(strip("LRNPLRNP<", Some(4)))
        .exhibit(curves(&[
            &[(1.0, 0.5), (2.0, 0.25)],
            &[(2.0, 7.0)],
            &[],
            &[(f64::NAN, 1.0), (1.0, f64::INFINITY)],
        ]))
        .exhibit(picture("nimrod", true))
        .exhibit(picture("wythoff", false))
        .exhibit(picture("no such game <i>", false))
        .exhibit(curves(&[]))
        .exhibit(strip("", None))
        .exhibit(finding::lines(HOSTILE, vec![HOSTILE.to_owned()]))
}

fn both() -> Vec<CheckedClaim> {
    let plain = Finding::decided(None, Known::argument("it is so"), 3, "three cases");
    vec![checked(0, rich()), checked(1, plain)]
}

/// The names of the elements, where each is closed in its turn; panics where one is not. Knows what
/// the report writes: no comments, attributes in double quotes, styles without a `<`.
fn balanced(markup: &str) -> Vec<String> {
    let (mut open, mut seen) = (Vec::new(), Vec::new());
    let mut rest = markup;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "a bare > in {}", &rest[..start]);
        let tag = &rest[start + 1..];
        let mut is_quoted = false;
        let end = tag.find(|c| {
            is_quoted ^= c == '"';
            c == '>' && !is_quoted
        });
        let (tag, after) = tag.split_at(end.expect("the tag ends"));
        assert!(!tag.contains('<'), "a bare < in {tag}");
        rest = &after[1..];
        let name = tag.trim_start_matches('/');
        let name = name.split([' ', '/']).next().expect("a name").to_owned();
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(closed), "before {rest:.80}");
        } else if !tag.ends_with('/') && !["!doctype", "meta", "br"].contains(&name.as_str()) {
            open.push(name.clone());
        }
        seen.push(name);
    }
    assert!(open.is_empty(), "never closed: {open:?}");
    seen
}

/// The values of an attribute, in their order.
fn attributes<'a>(markup: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    markup.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn a_page_is_well_formed_whatever_the_texts_say() {
    let checked = both();
    let html = Report::new(&checked).with_effort(Effort::Quick).html();
    let elements = balanced(&html);
    assert!(!elements.iter().any(|name| ["script", "link", "img", "i"].contains(&name.as_str())));
    assert!(html.contains("&lt;script&gt;&amp;&quot;&#39;") && !html.contains("<script"));
    let ids = attributes(&html, "id");
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{ids:?}");
    for link in attributes(&html, "href") {
        assert!(ids.contains(&link.trim_start_matches('#')), "{link} leads nowhere");
    }
}

#[test]
fn a_page_needs_nothing_else() {
    let html = Report::new(&both()).html();
    for part in ["http", "url(", "@import", " src="] {
        assert!(!html.contains(part), "{part}");
    }
    assert!(attributes(&html, "href").iter().all(|link| link.starts_with('#')));
}

#[test]
fn every_claim_of_the_papers_has_its_place() {
    let checked: Vec<CheckedClaim> = claims()
        .map(|(paper, claim)| {
            let finding = Finding::decided(None, Known::up_to("nothing"), 0, "nothing").into();
            CheckedClaim { paper, claim, finding, time: Duration::ZERO, was_kept: false }
        })
        .collect();
    let report = Report::new(&checked);
    let html = report.html();
    balanced(&html);
    assert!(!html.contains("http"));
    let articles = attributes(&html, "id").into_iter().filter(|id| !id.contains('-'));
    let ids: Vec<&str> = checked.iter().map(|checked| checked.claim.id.as_str()).collect();
    assert_eq!(articles.collect::<Vec<_>>(), ids);
    let markdown = report.markdown();
    for id in ids {
        let heading = |line: &&str| line.split(' ').take(2).eq(["###", id]);
        assert_eq!(markdown.lines().filter(heading).count(), 1, "{id}");
    }
    assert!(html.contains("<code>bouton claims --report report</code>"), "all claims need no ids");
}

#[test]
fn each_kind_of_exhibit_is_shown() {
    let html = Report::new(&both()).html();
    for part in [
        "<s title=\"printed\">31</s> <b title=\"computed\">27</b>",
        "40 of 120 cells differ",
        "<summary>The table, 40 rows</summary>",
        "fill=\"#1f2937\"/><text",
        "the previous player wins",
        "stroke=\"#0060a8\" stroke-width=\"2\"/>",
        "Z\" fill=\"#c9500a\"/>",
        "<summary>The numbers</summary>",
        ">A₁</text>",
        ">B₁</text>",
        ">C₁</text>",
        ">D₀</text>",
        "the core begins at p = r²/2 + r/4 − 3/2",
        "\" stroke=\"#f3f0e8\"/>",
        "Not drawn: ",
        "<li>look</li>",
        "1\u{202f}234\u{202f}567 cases",
        "restored: the formulas were lost",
        "Beyond the paper, ours",
        "bouton solve nim &#39;1,2&#39; &amp;&amp; &lt;b&gt;\n",
        "bouton chart nimrod --x 0..119 --y 1..29 --sectors --out X1-4.png\n",
        "bouton claims X1 --verbose",
        "A<sub>k</sub>",
        "see <a href=\"#X1\">X1</a>",
    ] {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn a_figure_is_a_document_of_its_own() {
    for exhibit in [
        strip("LRNP", None),
        curves(&[&[(0.0, -3.5), (10.0, 4.0)]]),
        picture("nimrod", true),
        picture("wythoff", false),
    ] {
        let file = figure::of(&exhibit).unwrap().unwrap().svg().unwrap();
        let elements = balanced(&file);
        assert_eq!(elements[..3], ["svg", "title", "title"]);
        assert!(elements.contains(&"desc".to_owned()) && file.contains("&lt;script&gt;"));
        assert!(!file.contains("NaN") && !file.contains("inf"), "{file}");
    }
    for none in [strip("", None), curves(&[]), curves(&[&[(f64::NAN, 0.0)]]), table()] {
        assert!(figure::of(&none).unwrap().is_none());
    }
    assert!(figure::of(&picture("no such game", false)).is_err());
}

#[test]
fn marks_stand_where_their_numbers_are() {
    let exhibit = curves(&[&[(0.0, 0.0), (5.0, 50.0), (10.0, 100.0)]]);
    let svg = figure::of(&exhibit).unwrap().unwrap().svg().unwrap();
    let marks = svg.split("</title><path d=\"M").skip(1);
    let place = |text: &str| {
        let end = text.find('L').unwrap();
        let (x, y) = text[..end].split_once(' ').unwrap();
        (x.parse::<f64>().unwrap(), y.parse::<f64>().unwrap())
    };
    let places: Vec<(f64, f64)> = marks.map(place).collect();
    let [first, middle, last] = places[..] else { panic!("{places:?}") };
    assert!((first.0 + last.0 - 2.0 * middle.0).abs() < 0.2 && first.0 < last.0);
    assert!((first.1 + last.1 - 2.0 * middle.1).abs() < 0.2 && first.1 > last.1, "y is upwards");
}

#[test]
fn two_runs_give_the_same_bytes() {
    let (one, mut other) = (both(), both());
    other[0].time = Duration::from_millis(1);
    other[1].was_kept = true;
    let (one, other) = (Report::new(&one), Report::new(&other));
    assert_eq!(one.html(), other.html());
    assert_eq!(one.markdown(), other.markdown());
}

#[test]
fn a_report_says_where_it_comes_from() {
    let checked = both();
    let html = Report::new(&checked).with_effort(Effort::Deep).html();
    for part in [
        "<code>bouton claims X --deep --report report</code>",
        "<dd>deep</dd>",
        "bouton claims X1 --deep --verbose",
        "nothing was transcribed",
    ] {
        assert!(html.contains(part), "{part}");
    }
    let some = Report::new(&checked[1..]).markdown();
    assert!(some.contains("`bouton claims X2 --report report`"), "{some}");
    let sums = |html: &str| {
        let codes = html.split("class=\"hash\">").skip(1);
        codes.map(|rest| rest[..64].to_owned()).collect::<Vec<_>>()
    };
    let mut changed = checked.clone();
    changed[1].finding.note = "another".to_owned();
    let changed = Report::new(&changed).html();
    assert_eq!(sums(&html).len(), 2);
    assert!(sums(&html)[0] != sums(&changed)[0], "a finding that differs has another checksum");
    assert!(sums(&html)[0].chars().all(|c| c.is_ascii_hexdigit()));
}

#[test]
fn the_markdown_shows_the_figures_that_are_written() {
    let folder = std::env::temp_dir().join(format!("bouton-report-{}", std::process::id()));
    // A run that was cut short may have left it behind.
    let _ = fs::remove_dir_all(&folder);
    let checked = both();
    let written = Report::new(&checked).write(&folder).unwrap();
    assert_eq!(written, ["figures", "claims.md", "claims.html"].map(|name| folder.join(name)));
    let markdown = fs::read_to_string(folder.join("claims.md")).unwrap();
    let links: BTreeSet<String> = markdown
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .map(str::to_owned)
        .collect();
    let files = fs::read_dir(folder.join("figures")).unwrap();
    let files: BTreeSet<String> = files
        .map(|file| format!("figures/{}", file.unwrap().file_name().to_str().unwrap()))
        .collect();
    assert_eq!(links, files);
    assert_eq!(files.len(), 4, "a strip, curves and two pictures: {files:?}");
    assert!(markdown.contains("<summary>The numbers</summary>\n\n|"));
    assert!(markdown.contains("~~31~~ **27**"));
    let set: String = markdown.split("```").step_by(2).collect();
    assert!(!set.replace("\\<", "").contains("<script"), "code alone may hold it as it is");
    fs::remove_dir_all(folder).unwrap();
}

//! What came of duels, for people and for programs.

use bouton_ask::{
    Belt, Decade, DuelView, DuelsView, FitView, FittedModel, LearntFrom, OneDuel, ShareView,
};
use bouton_duels::{Share, StrategyName, wilson};

use super::style::{FAINT, STRONG, paint};
use crate::duel::{DuelQuestion, FitAnswer, Fought};

/// For people, with colours: a line for each start.
#[must_use]
pub fn text(question: &DuelQuestion, fought: &[Fought]) -> String {
    let [first, second] = &question.players;
    let starts = match question.settings.alternate {
        true => "they start in turn",
        false => "the first starts",
    };
    let mut text =
        format!("{}  {first} against {second}\n\n", paint(STRONG, question.game.text()),);
    text += &paint(
        FAINT,
        format!(
            "  {} games from each start, {starts}, seed {}\n\n",
            question.games, question.settings.seed
        ),
    );
    let width = fought.iter().map(|duel| duel.start.to_string().len()).max().unwrap_or(0).max(8);
    let exact = if question.exact { "     exact" } else { "" };
    let unfinished = fought.iter().any(|duel| duel.tally.unfinished > 0);
    let no_end = if unfinished { "   no end" } else { "" };
    text += &paint(
        FAINT,
        format!(
            "  {:<width$}  first wins    share   95 % interval{exact}{no_end}     moves\n",
            "start"
        ),
    );
    for duel in fought {
        text += &line(duel, width, unfinished);
    }
    text
}

fn line(duel: &Fought, width: usize, unfinished: bool) -> String {
    let (tally, (low, high)) = (&duel.tally, duel.interval);
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let share =
        if tally.games == 0 { "-".to_owned() } else { format!("{} %", percent(tally.share())) };
    let interval = format!("{:>5} – {:>5}", percent(low), percent(high));
    let exact = duel.exact.map_or(String::new(), |exact| format!("{:>9.3} %", 100.0 * exact));
    let no_end = if unfinished { format!("{:>9}", tally.unfinished) } else { String::new() };
    let moves = tally.moves.checked_div(tally.games).unwrap_or(0);
    format!(
        "  {:<width$}  {:>10}  {}   {interval}{exact}{no_end}{moves:>10}\n",
        duel.start.to_string(),
        tally.first_wins,
        paint(STRONG, format!("{share:>7}")),
    )
}

/// For programs: the duel itself, or a list if there are several.
#[must_use]
pub fn view(question: &DuelQuestion, fought: &[Fought]) -> DuelView {
    match fought {
        [only] => DuelView::One(one(question, only)),
        _ => {
            let duels = fought.iter().map(|duel| one(question, duel)).collect();
            DuelView::Several(DuelsView { duels })
        }
    }
}

fn one(question: &DuelQuestion, duel: &Fought) -> OneDuel {
    let tally = &duel.tally;
    OneDuel {
        game: question.game.text().to_owned(),
        position: duel.start.to_string(),
        first: question.players[0].to_string(),
        second: question.players[1].to_string(),
        games: tally.games,
        first_wins: tally.first_wins,
        second_wins: tally.second_wins,
        unfinished: tally.unfinished,
        interval: duel.interval.into(),
        moves: tally.moves,
        seed: question.settings.seed,
        alternate: question.settings.alternate,
        exact: duel.exact,
    }
}

/// The fit for people: the parameters, how they were found, and the table of belts.
#[must_use]
pub fn fit_text(answer: &FitAnswer) -> String {
    let (settings, fitted) = (&answer.settings, &answer.fitted);
    let share = fitted.share;
    let mut text = format!("{}\n\n", paint(STRONG, format!("model:{}", fitted.model)));
    text += &format!(
        "  G(r,p) = cos((ar+bp)/(cr+d)) with a = {:.4}, b = {:.4}, c = {}, d = {:.4}\n",
        fitted.model.a, fitted.model.b, fitted.model.c, fitted.model.d
    );
    text += &paint(
        FAINT,
        format!(
            "  searched for with seed {}: {} triples a, b, d drawn at random, the best {} improved \
             step by step,\n  \
             to be right as often as possible in the {} choices with piles to {} that the sectors \
             leave open\n",
            settings.seed, settings.draws, settings.climbs, share.choices, settings.pile
        ),
    );
    text += &format!(
        "  right in {} of {} of them, {:.1} %; by chance {:.1} %\n\n",
        share.right,
        share.choices,
        100.0 * share.of_model(),
        100.0 * share.of_chance()
    );
    text + &belts_text(answer)
}

/// A row for each belt: per decade of piles the share of right moves, and what chance would make.
fn belts_text(answer: &FitAnswer) -> String {
    let heads: Vec<String> = answer
        .belts
        .decades
        .iter()
        .map(|decade| format!("{:>24}", format!("piles 10^{decade} to 10^{}", decade + 1)))
        .collect();
    let mut text = paint(FAINT, format!("  {:<16}{}\n", "belt of p/r²", heads.concat()));
    let head = format!("{:>24}", "right % chance %  of");
    text += &paint(FAINT, format!("  {:<16}{}\n", "", head.repeat(heads.len())));
    let row = |name: String, shares: &[Share]| {
        let cells: String = shares.iter().map(cell).collect();
        format!("  {name:<16}{cells}\n")
    };
    for belt in &answer.belts.belts {
        text += &row(format!("{} to {}", belt.from, 2.0 * belt.from), &belt.shares);
    }
    text + &row("all".to_owned(), &answer.belts.together)
}

fn cell(share: &Share) -> String {
    if share.choices == 0 {
        return " ".repeat(24);
    }
    let (model, chance) = (100.0 * share.of_model(), 100.0 * share.of_chance());
    format!("{:>24}", format!("{model:.1}  {chance:.1}  {:>7}", share.choices))
}

/// The fit for programs.
#[must_use]
pub fn fit_view(answer: &FitAnswer) -> FitView {
    let (model, settings) = (answer.fitted.model, &answer.settings);
    let decades = |shares: &[Share]| {
        let decades = answer.belts.decades.iter().zip(shares);
        decades.map(|(decade, share)| of_decade(*decade, share)).collect()
    };
    let belts = answer.belts.belts.iter().map(|belt| Belt {
        from: belt.from,
        to: 2.0 * belt.from,
        decades: decades(&belt.shares),
    });
    FitView {
        model: FittedModel { a: model.a, b: model.b, c: model.c, d: model.d },
        strategy: format!("model:{model}"),
        usual: model == bouton_duels::Model::FITTED,
        learnt_from: LearntFrom {
            pile: settings.pile,
            draws: settings.draws,
            climbs: settings.climbs,
            seed: settings.seed,
        },
        fit: share_view(&answer.fitted.share),
        belts: belts.collect(),
        together: decades(&answer.belts.together),
    }
}

fn of_decade(decade: u32, share: &Share) -> Decade {
    let piles = [10u64.pow(decade), 10u64.pow(decade + 1) - 1];
    Decade { share: share_view(share), piles }
}

fn share_view(share: &Share) -> ShareView {
    let known = share.choices > 0;
    ShareView {
        choices: share.choices,
        right: share.right,
        share: known.then(|| share.of_model()),
        interval: wilson(share.right, share.choices).into(),
        chance: known.then(|| share.of_chance()),
    }
}

/// Every strategy and what it does, a line each.
#[must_use]
pub fn strategies() -> String {
    let names: Vec<(String, &str)> = StrategyName::all().collect();
    let width = names.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    names.iter().map(|(name, does)| format!("  {name:<width$}  {does}\n")).collect()
}

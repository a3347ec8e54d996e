//! Lines.

use std::ops::Range;

use bouton_values::Player;

use super::{Context, Parser, words};
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::{
    Coordinate, Expr, ExprKind, Item, ItemKind, Many, Name, Parameter, Preset, Relation, SetExpr,
    SetKind, Winner,
};
use crate::token::{Kind, Word, quote};

impl Parser<'_> {
    /// Reads all lines.
    pub(super) fn items(&mut self, lines: &[Range<usize>]) -> Vec<Item> {
        let mut items = Vec::new();
        for line in lines {
            self.at = line.start;
            self.end = line.end;
            self.end_told = false;
            self.silent = false;
            self.context = Context::default();
            let start = self.span();
            if let Some(kind) = self.item() {
                self.finish("the end of the line");
                let span = start.to(self.tokens[line.end - 1].span);
                items.push(Item { kind, span });
            }
        }
        self.silent = false;
        self.check_order(&items);
        items
    }

    fn item(&mut self) -> Option<ItemKind> {
        if let Some(word) = self.missing_line_word() {
            return Some(if word == Word::Move { self.moves(None) } else { self.legal() });
        }
        let Some(word) = self.line_word() else {
            self.no_line();
            return None;
        };
        match word {
            Word::Left | Word::Right => {
                self.bump();
                self.move_after_player();
                self.no_colon();
                let player = if word == Word::Left { Player::Left } else { Player::Right };
                return Some(self.moves(Some(player)));
            }
            // A line `misere` lacks its `end`, which has been reported.
            Word::Normal | Word::Misere => return Some(self.end_item()),
            _ => self.bump(),
        };
        self.no_colon();
        Some(match word {
            Word::Game => self.game(),
            Word::Position => self.position(),
            Word::Heaps => self.many(Many::Heaps, "heap"),
            Word::Coins => self.many(Many::Coins, "coin"),
            Word::Rows => self.many(Many::Rows, "row"),
            Word::Legal => self.legal(),
            Word::Move => self.moves(None),
            Word::End => self.end_item(),
            _ => ItemKind::Loopy,
        })
    }

    /// The word that is missing before something that can only be part of a line of that sort.
    fn missing_line_word(&mut self) -> Option<Word> {
        let word = match self.kind() {
            Kind::Word(Word::One | Word::Up) | Kind::Name { primed: true } => Word::Move,
            Kind::Word(Word::Distinct | Word::Falling) => Word::Legal,
            _ => return None,
        };
        let start = self.span().start;
        let written = format!("{:<9}", word.text());
        let message =
            format!("`{}` is missing before {}", word.text(), quote(self.slice(self.span())));
        let mistake = Diagnostic::error(Span { start, end: start }, message);
        let help = "or indent the line if it continues the one before it";
        let label = format!("`{}` belongs here", word.text());
        self.tell(mistake.label(label).help(help).replace_by(written));
        Some(word)
    }

    fn no_colon(&mut self) {
        let before = quote(self.slice(self.last()));
        if let Some(span) = self.take(Kind::Colon) {
            let mistake = Diagnostic::error(span, format!("no colon follows {before}"));
            self.tell(mistake.label("leave it out").replace_by(""));
        }
    }

    /// The word that the line starts with, mended if that is possible.
    fn line_word(&mut self) -> Option<Word> {
        let span = self.span();
        match self.kind() {
            Kind::Word(word @ (Word::Left | Word::Right)) => Some(word),
            Kind::Word(word @ (Word::Normal | Word::Misere)) => {
                let right = format!("end {}", word.text());
                let message = format!("a line does not start with `{}`", word.text());
                let mistake = Diagnostic::error(span, message).label(format!("write `{right}`"));
                self.tell_here(mistake.replace_by(right));
                Some(word)
            }
            Kind::Word(word) if words::LINES.contains(&word) => Some(word),
            Kind::Name { primed: false } => {
                let written = self.name_text(span);
                let word = self.misspelt_line(&written)?;
                let message = format!("no line starts with {}", quote(&written));
                let mistake = Diagnostic::error(span, message);
                let proposal = format!("did you mean `{}`?", word.text());
                self.tell_here(mistake.label(proposal).replace_by(word.text()));
                Some(word)
            }
            _ => None,
        }
    }

    fn misspelt_line(&self, written: &str) -> Option<Word> {
        let is_player = matches!(self.ahead(1), Kind::Word(Word::Move));
        let player = words::nearest(written, &[Word::Left, Word::Right]).filter(|_| is_player);
        player.or_else(|| words::line(written))
    }

    fn no_line(&mut self) {
        let is_first = self.at == 0;
        let found = quote(self.slice(self.span()));
        let mistake = Diagnostic::error(self.span(), format!("no line starts with {found}"))
            .label("expected `legal`, `move`, `end` or the like");
        self.tell_here(match is_first {
            true => mistake.help("a game begins with a line such as `game nim`"),
            false => mistake.help("indent the line if it continues the one before it"),
        });
    }

    /// Reads the `move` after `left` or `right`.
    fn move_after_player(&mut self) {
        let player = self.last();
        if self.take_word(Word::Move).is_some() {
            return;
        }
        let span = self.span();
        if let Kind::Name { primed: false } = self.kind()
            && words::line(&self.name_text(span)) == Some(Word::Move)
        {
            let mistake = Diagnostic::error(span, "only a move belongs to one player");
            self.tell_here(mistake.label("write `move`").replace_by("move"));
            self.bump();
            return;
        }
        let player_text = self.slice(player).to_owned();
        let mistake = Diagnostic::error(player, format!("`move` is missing after `{player_text}`"));
        let right = format!("{player_text} move");
        self.tell(mistake.label(format!("write `{right}`")).replace_by(right));
    }

    /// Reports what is left over.
    pub(super) fn finish(&mut self, expected: &str) {
        while !self.is_end() {
            match self.kind() {
                Kind::Close | Kind::CloseBrace => self.stray_close(),
                Kind::Unknown => self.at = self.end,
                Kind::Word(Word::Else) => self.stray_else(),
                _ => {
                    self.expected(expected);
                    self.at = self.end;
                }
            }
        }
    }

    pub(super) fn stray_close(&mut self) {
        let span = self.span();
        let mistake =
            Diagnostic::error(span, format!("this {} closes nothing", quote(self.slice(span))));
        self.tell_here(mistake.label("leave it out, or open it before").replace_by(""));
        self.bump();
    }

    /// Reports an `else` without an `if`, and passes over what follows it.
    pub(super) fn stray_else(&mut self) {
        let mistake = Diagnostic::error(self.span(), "this `else` has no `if`");
        self.tell_here(mistake.label("expected `x if c else y`"));
        self.bump();
        self.choice();
    }

    fn game(&mut self) -> ItemKind {
        let name = self.game_name();
        let mut parameters = Vec::new();
        if self.kind() == Kind::Open {
            let opener = self.at;
            self.bump();
            self.list(opener, Kind::Close, |parser| parameters.extend(parser.parameter()));
        }
        ItemKind::Game { name, parameters }
    }

    /// Names of games have hyphens in them: tokens that touch each other.
    fn game_name(&mut self) -> Name {
        if !self.is_name_part() || self.kind() == Kind::Minus {
            self.expected("the name of the game");
            return self.no_name();
        }
        let mut span = self.bump();
        while self.touches() && self.is_name_part() {
            span = span.to(self.bump());
        }
        let first = span;
        while self.is_name_part() && self.kind() != Kind::Minus {
            span = span.to(self.bump());
            while self.touches() && self.is_name_part() {
                span = span.to(self.bump());
            }
        }
        let written = self.slice(span).to_owned();
        let text = hyphenated(&written);
        if span != first {
            let mistake = Diagnostic::error(span, "the name of a game is one word");
            self.tell(mistake.label(format!("write {}", quote(&text))).replace_by(text.clone()));
        } else if written.is_ascii() && !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let mistake = Diagnostic::error(span, "the name of a game starts with a letter");
            self.tell(mistake.label("this one does not"));
        } else if text != written && written.is_ascii() {
            let message = "the name of a game is made of letters, digits and single hyphens";
            let mistake = Diagnostic::error(span, message);
            self.tell(mistake.label(format!("write {}", quote(&text))).replace_by(text.clone()));
        }
        Name { text, span }
    }

    fn is_name_part(&self) -> bool {
        matches!(self.kind(), Kind::Name { .. } | Kind::Word(_) | Kind::Number(_) | Kind::Minus)
    }

    fn parameter(&mut self) -> Option<Parameter> {
        let name = self.new_name("the name of a parameter")?;
        let default = self.takes_equals().then(|| self.preset());
        Some(Parameter { name, default })
    }

    /// Reads the `=` before a value; a colon is nearly one.
    fn takes_equals(&mut self) -> bool {
        if let Some(span) = self.take(Kind::Colon) {
            let mistake = Diagnostic::error(span, "a value is written after `=`");
            self.tell(mistake.label("write `=`").replace_by(" ="));
            return true;
        }
        self.take(Kind::Relation(Relation::Equal)).is_some()
    }

    fn preset(&mut self) -> Preset {
        if self.kind() == Kind::OpenBrace {
            return Preset::Set(self.set().0);
        }
        let low = self.choice();
        if self.take(Kind::Dots).is_none() {
            return Preset::Number(low.expr);
        }
        let high = self.choice();
        let span = low.span().to(high.span());
        Preset::Set(SetExpr { kind: SetKind::Range(Box::new(low.expr), Box::new(high.expr)), span })
    }

    fn position(&mut self) -> ItemKind {
        let mut coordinates = Vec::new();
        if self.kind() == Kind::Open {
            let opener = self.at;
            let open = self.bump();
            let add = |parser: &mut Self| coordinates.extend(parser.coordinate());
            let close = self.list(opener, Kind::Close, add);
            let inner =
                self.slice(Span { start: open.end, end: close.start.max(open.end) }).to_owned();
            let mistake = Diagnostic::error(open.to(close), "the numbers stand without brackets");
            self.tell(mistake.label(format!("write {}", quote(&inner))).replace_by(inner));
            return ItemKind::Position(coordinates);
        }
        loop {
            coordinates.extend(self.coordinate());
            if self.take(Kind::Comma).is_some() {
                continue;
            }
            if self.is_end() || !matches!(self.kind(), Kind::Name { .. } | Kind::Word(_)) {
                return ItemKind::Position(coordinates);
            }
            if matches!(self.kind(), Kind::Word(Word::And)) {
                let mistake = Diagnostic::error(self.span(), "commas stand between the numbers");
                self.tell_here(mistake.label("write `,`").replace_by(","));
                self.bump();
                continue;
            }
            self.tell_gap(",", "a comma is missing between two numbers of the position");
        }
    }

    fn coordinate(&mut self) -> Option<Coordinate> {
        let name = self.new_name("the name of a number")?;
        let default = self.takes_equals().then(|| self.choice().expr);
        Some(Coordinate { name, default })
    }

    fn many(&mut self, many: Many, noun: &str) -> ItemKind {
        let name =
            self.new_name(&format!("a name for the {noun}s")).unwrap_or_else(|| self.no_name());
        if matches!(self.kind(), Kind::Comma | Kind::Name { .. }) {
            let rest = self.span().to(self.tokens[self.end - 1].span);
            let message = format!("one name stands for each {noun}, however many there are");
            let mistake = Diagnostic::error(rest, message).label("leave this out");
            self.tell_here(mistake.help("write `position a, b` for two numbers").replace_by(""));
            self.at = self.end;
        }
        ItemKind::Many(many, name)
    }

    /// A name that is given here.
    pub(super) fn new_name(&mut self, what: &str) -> Option<Name> {
        let span = self.span();
        let text = match self.kind() {
            Kind::Name { primed } => {
                let text = self.name_text(span);
                if primed {
                    let mistake = Diagnostic::error(span, "a prime belongs to a move");
                    let label = format!("write {}", quote(&text));
                    self.tell_here(mistake.label(label).replace_by(text.clone()));
                } else if words::FUNCTIONS.contains(&text.as_str()) {
                    let mistake = Diagnostic::error(span, format!("`{text}` is a function"));
                    self.tell_here(mistake.label("choose another name").help(proposal(&text)));
                }
                text
            }
            Kind::Word(word) => {
                let text = word.text().to_owned();
                let message = format!("`{text}` is a word of the language and cannot be a name");
                let mistake = Diagnostic::error(span, message);
                self.tell_here(mistake.label("choose another name").help(proposal(&text)));
                if !self.misnamed.contains(&word) {
                    self.misnamed.push(word);
                }
                text
            }
            _ => {
                self.expected(what);
                return None;
            }
        };
        self.bump();
        Some(Name { text, span })
    }

    fn legal(&mut self) -> ItemKind {
        if self.is_end() {
            self.expected("a condition");
            return ItemKind::Legal(self.missing().expr);
        }
        let mut left = self.condition();
        while let Kind::Comma | Kind::Colon | Kind::Word(Word::Where) = self.kind() {
            let span = self.span();
            let mistake = Diagnostic::error(span, "conditions are joined by `and`");
            let right = if self.touches() { " and" } else { "and" };
            self.tell_here(mistake.label("write `and`").replace_by(right));
            self.bump();
            let right = self.negation();
            left = self.join(left, right, ExprKind::And);
        }
        self.finish("`and`, `or` or the end of the line");
        ItemKind::Legal(left.expr)
    }

    fn moves(&mut self, mut player: Option<Player>) -> ItemKind {
        if let Kind::Word(word @ (Word::Left | Word::Right)) = self.kind()
            && player.is_none()
        {
            let named = if word == Word::Left { Player::Left } else { Player::Right };
            let span = self.last().to(self.span());
            let right = format!("{} move", word.text());
            let mistake = Diagnostic::error(span, "the player is named first");
            self.tell_here(mistake.label(format!("write `{right}`")).replace_by(right));
            self.bump();
            self.take(Kind::Colon);
            player = Some(named);
        }
        if self.is_end() {
            let mistake = Diagnostic::error(self.last(), "this move says nothing");
            let example =
                "say what it does: `move one h: 0 <= h' < h` or `move k >= 1: n' = n - k`";
            self.tell(mistake.label("a choice or a condition belongs after it").help(example));
            return ItemKind::Move { player, clauses: Vec::new() };
        }
        let clauses = self.within(Context { joints: true, ..Context::default() }, Self::clauses);
        ItemKind::Move { player, clauses }
    }

    fn end_item(&mut self) -> ItemKind {
        if self.is_end() {
            self.expected("`normal`, `misere`, `left` or `right`");
            return ItemKind::End(self.missing().expr);
        }
        let mut winner = self.choice().expr;
        self.check_winner(&mut winner);
        ItemKind::End(winner)
    }

    /// An `end` line chooses between winners and nothing else.
    fn check_winner(&mut self, expr: &mut Expr) {
        let mistake = match &mut expr.kind {
            ExprKind::Winner(_) | ExprKind::Missing => return,
            ExprKind::Parentheses(inner) => return self.check_winner(inner),
            ExprKind::If { then, otherwise, .. } => {
                self.check_winner(then);
                return self.check_winner(otherwise);
            }
            ExprKind::Name { name, primed: false } => {
                let near = words::nearest(name, &words::WINNERS);
                let mistake =
                    Diagnostic::error(expr.span, format!("{} is not a winner", quote(name)));
                match near {
                    Some(near) => mistake
                        .label(format!("did you mean `{}`?", near.text()))
                        .replace_by(near.text()),
                    None => mistake.label("expected `left`, `right`, `normal` or `misere`"),
                }
            }
            _ => Diagnostic::error(expr.span, "this is not a winner")
                .label("expected `left`, `right`, `normal` or `misere`"),
        };
        let near = mistake.replacement.as_deref().and_then(Word::of).and_then(winner);
        expr.kind = near.map_or(ExprKind::Missing, ExprKind::Winner);
        self.tell(
            mistake
                .help("`end left if n mod 2 = 0 else right` says who wins where a player is stuck"),
        );
    }

    /// The `game` line comes first, and some lines come once.
    fn check_order(&mut self, items: &[Item]) {
        let sort = |kind: &ItemKind| match kind {
            ItemKind::Game { .. } => 0,
            ItemKind::Position(_) | ItemKind::Many(..) => 1,
            ItemKind::End(_) => 2,
            ItemKind::Loopy => 3,
            ItemKind::Legal(_) | ItemKind::Move { .. } => 4,
        };
        const AGAIN: [(&str, &str); 4] = [
            ("the game has a name already", "a text is one game"),
            ("it has been said what a position is", "keep one of the lines"),
            ("it has been said who wins", "join them: `end left if n mod 2 = 0 else right`"),
            ("this has been said before", "leave the line out"),
        ];
        let mut seen = [0_usize; 5];
        for item in items {
            let sort = sort(&item.kind);
            seen[sort] += 1;
            if seen[sort] == 2 && sort < AGAIN.len() {
                let (message, help) = AGAIN[sort];
                let mistake = match sort {
                    3 => Diagnostic::warning(item.span, message),
                    _ => Diagnostic::error(item.span, message),
                };
                self.tell(mistake.label("a second time").help(help));
            }
        }
        let is_game = |item: &Item| matches!(item.kind, ItemKind::Game { .. });
        match items.iter().position(is_game) {
            Some(0) => {}
            Some(later) => {
                let mistake = Diagnostic::error(items[later].span, "the `game` line comes first");
                self.tell(mistake.label("move it up"));
            }
            None => {
                let start = items.first().map_or(0, |item| item.span.start);
                let mistake = Diagnostic::error(Span { start, end: start }, "the game has no name");
                self.tell(
                    mistake
                        .label("a `game` line belongs here")
                        .help("begin with a line such as `game nim`"),
                );
            }
        }
    }
}

pub(super) fn winner(word: Word) -> Option<Winner> {
    match word {
        Word::Left => Some(Winner::Left),
        Word::Right => Some(Winner::Right),
        Word::Normal => Some(Winner::Normal),
        Word::Misere => Some(Winner::Misere),
        _ => None,
    }
}

fn proposal(text: &str) -> String {
    format!("call it `{text}1`, for example")
}

/// Letters and digits with single hyphens between them.
fn hyphenated(text: &str) -> String {
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-")
}

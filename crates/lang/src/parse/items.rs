//! Lines.

use bouton_values::Player;

use super::sets::range;
use super::{Context, Parser, Tall, words};
use crate::diagnostic::{Diagnostic, Span, quote};
use crate::syntax::{
    Declaration, Expr, ExprKind, Item, ItemKind, Many, Name, Operator, Relation, Winner,
};
use crate::token::{Kind, Token, Word};

impl Parser<'_> {
    /// Reads all lines.
    pub(super) fn items(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        let is_end = |token: &Token| token.kind == Kind::LineEnd;
        let mut next = 0;
        while let Some(length) = self.tokens[next..].iter().position(is_end) {
            (self.at, self.end) = (next, next + length);
            next = self.end + 1;
            self.silent = false;
            self.context = Context::default();
            let start = self.span();
            if let Some(kind) = self.item() {
                self.finish("the end of the line");
                let span = start.to(self.tokens[self.end - 1].span);
                items.push(Item { kind, span });
            }
        }
        self.silent = false;
        self.check_order(&items);
        items
    }

    fn item(&mut self) -> Option<ItemKind> {
        let word = match self.missing_line_word() {
            Some(word) => word,
            None => self.take_line_word()?,
        };
        Some(match (word, Many::of(word.text())) {
            (_, Some(many)) => self.many(many),
            (Word::Game, _) => self.game(),
            (Word::Position, _) => self.position(),
            (Word::Legal, _) => self.legal(),
            (Word::Loopy, _) => ItemKind::Loopy,
            (Word::Move | Word::Left | Word::Right, _) => self.moves(of_player(word)),
            _ => self.end_item(),
        })
    }

    /// The word that is missing before something that can only be part of a line of that sort.
    fn missing_line_word(&mut self) -> Option<Word> {
        let word = match self.kind() {
            Kind::Word(Word::One | Word::Up) | Kind::Name { primed: true } => Word::Move,
            Kind::Word(Word::Distinct | Word::Falling) => Word::Legal,
            _ => return None,
        };
        let text = word.text();
        let message = format!("`{text}` is missing before {}", quote(self.written()));
        let mistake = Diagnostic::error(self.span().before(), message)
            .label(format!("`{text}` belongs here"))
            .help("or indent the line if it continues the one before it")
            .replace_by(format!("{text:<9}"));
        self.tell(mistake);
        Some(word)
    }

    /// Reads the word that the line starts with.
    fn take_line_word(&mut self) -> Option<Word> {
        let Some(word) = self.line_word() else {
            self.no_line();
            return None;
        };
        // The word `end` before these is missing, which has been reported.
        if let Word::Normal | Word::Misere = word {
            return Some(word);
        }
        self.bump();
        if of_player(word).is_some() {
            self.move_after_player();
        }
        let before = quote(self.slice(self.last()));
        if let Some(span) = self.take(Kind::Colon) {
            self.tell(Diagnostic::error(span, format!("no colon follows {before}")).leave_out());
        }
        Some(word)
    }

    /// The word that the line starts with, mended if that is possible.
    fn line_word(&mut self) -> Option<Word> {
        match self.kind() {
            Kind::Word(word @ (Word::Normal | Word::Misere)) => {
                let text = word.text();
                let mistake = self.here(format!("a line does not start with `{text}`"));
                self.tell_here(mistake.write(format!("end {text}")));
                Some(word)
            }
            Kind::Word(word) => {
                (of_player(word).is_some() || words::starts_line(word)).then_some(word)
            }
            Kind::Name { primed: false } => {
                let written = self.name_here().text;
                let is_player = self.ahead(1) == Kind::Word(Word::Move);
                let near = words::nearest(&written, "left right").filter(|_| is_player);
                let word = near.and_then(Word::of).or_else(|| words::line(&written))?;
                let mistake = self.here(format!("no line starts with {}", quote(&written)));
                self.tell_here(mistake.did_you_mean(word.text()));
                Some(word)
            }
            _ => None,
        }
    }

    fn no_line(&mut self) {
        let help = match self.at {
            0 => "a game begins with a line such as `game nim`",
            _ => "indent the line if it continues the one before it",
        };
        let mistake = self.here(format!("no line starts with {}", quote(self.written())));
        self.tell_here(mistake.label("expected `legal`, `move`, `end` or the like").help(help));
    }

    /// Reads the `move` after `left` or `right`.
    fn move_after_player(&mut self) {
        let player = self.last();
        if self.take_word(Word::Move).is_some() {
            return;
        }
        if let Kind::Name { primed: false } = self.kind()
            && words::line(self.written()) == Some(Word::Move)
        {
            return self.pass(self.here("only a move belongs to one player").write("move"));
        }
        let text = self.slice(player).to_owned();
        let mistake = Diagnostic::error(player, format!("`move` is missing after `{text}`"));
        self.tell(mistake.write(format!("{text} move")));
    }

    /// Reports what is left over.
    pub(super) fn finish(&mut self, expected: &str) {
        while !self.is_end() {
            match self.kind() {
                Kind::Close | Kind::CloseBrace => self.stray_close(),
                Kind::Word(Word::Else) => self.stray_else(),
                _ => {
                    self.expected(expected);
                    self.at = self.end;
                }
            }
        }
    }

    pub(super) fn stray_close(&mut self) {
        let mistake = self.here(format!("this {} closes nothing", quote(self.written())));
        self.pass(mistake.label("leave it out, or open it before").replace_by(""));
    }

    /// Reports an `else` without an `if`, and passes over what follows it.
    pub(super) fn stray_else(&mut self) {
        self.pass(self.here("this `else` has no `if`").label("expected `x if c else y`"));
        self.choice();
    }

    fn game(&mut self) -> ItemKind {
        let name = self.game_name();
        let mut parameters = Vec::new();
        if self.kind() == Kind::Open {
            self.list(Kind::Close, |parser| {
                parameters.extend(parser.declaration("the name of a parameter", Self::preset));
            });
        }
        ItemKind::Game { name, parameters }
    }

    /// Names of games have hyphens in them: tokens that touch each other.
    fn game_name(&mut self) -> Name {
        if !self.is_name_part() || self.kind() == Kind::Minus {
            self.expected("the name of the game");
            return self.no_name();
        }
        let mut span = self.span();
        let mut words = 0;
        while self.is_name_part() && self.kind() != Kind::Minus {
            words += 1;
            span = span.to(self.bump());
            while self.touches() && self.is_name_part() {
                span = span.to(self.bump());
            }
        }
        let written = self.slice(span).to_owned();
        let text = hyphenated(&written);
        let mistake = |message: &str| Diagnostic::error(span, message);
        if words > 1 {
            self.tell(mistake("the name of a game is one word").write(&text));
        } else if written.is_ascii() && !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let mistake = mistake("the name of a game starts with a letter");
            self.tell(mistake.label("this one does not"));
        } else if text != written && written.is_ascii() {
            let message = "the name of a game is made of letters, digits and single hyphens";
            self.tell(mistake(message).write(&text));
        }
        Name { text, span }
    }

    fn is_name_part(&self) -> bool {
        matches!(self.kind(), Kind::Name { .. } | Kind::Word(_) | Kind::Number(_) | Kind::Minus)
    }

    fn declaration(&mut self, what: &str, value: fn(&mut Self) -> Tall) -> Option<Declaration> {
        let name = self.new_name(what)?;
        let default = self.takes_equals().then(|| value(self).expr);
        Some(Declaration { name, default })
    }

    /// Reads the `=` before a value; a colon is nearly one.
    fn takes_equals(&mut self) -> bool {
        if let Some(span) = self.take(Kind::Colon) {
            let mistake = Diagnostic::error(span, "a value is written after `=`");
            self.tell(mistake.write("=").replace_by(" ="));
            return true;
        }
        self.take(Kind::Relation(Relation::Equal)).is_some()
    }

    fn preset(&mut self) -> Tall {
        if self.kind() == Kind::OpenBrace {
            return self.set();
        }
        let low = self.choice();
        if self.take(Kind::Dots).is_none() {
            return low;
        }
        range(low, self.choice())
    }

    fn position(&mut self) -> ItemKind {
        let mut coordinates = Vec::new();
        if self.kind() == Kind::Open {
            let add = |parser: &mut Self| coordinates.extend(parser.coordinate());
            let (open, close) = self.list(Kind::Close, add);
            let inner = self.between(open, close).to_owned();
            let mistake = Diagnostic::error(open.to(close), "the numbers stand without brackets");
            self.tell(mistake.write(inner));
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
            if self.is_word(Word::And) {
                self.pass(self.here("commas stand between the numbers").write(","));
                continue;
            }
            self.tell_gap(",", "a comma is missing between two numbers of the position");
        }
    }

    fn coordinate(&mut self) -> Option<Declaration> {
        self.declaration("the name of a number", Self::choice)
    }

    fn many(&mut self, many: Many) -> ItemKind {
        let nouns = many.text();
        let name = self.new_name(&format!("a name for the {nouns}"));
        let name = name.unwrap_or_else(|| self.no_name());
        if matches!(self.kind(), Kind::Comma | Kind::Name { .. }) {
            let rest = self.span().to(self.tokens[self.end - 1].span);
            let noun = nouns.trim_end_matches('s');
            let message = format!("one name stands for each {noun}, however many there are");
            let mistake = Diagnostic::error(rest, message).label("leave this out");
            self.tell_here(mistake.help("write `position a, b` for two numbers").replace_by(""));
            self.at = self.end;
        }
        ItemKind::Many(many, name)
    }

    /// A name that is given here.
    fn new_name(&mut self, what: &str) -> Option<Name> {
        let name = self.name_here();
        let text = &name.text;
        let another = |parser: &Self, message: String| {
            let help = format!("call it `{text}1`, for example");
            parser.here(message).label("choose another name").help(help)
        };
        match self.kind() {
            Kind::Name { primed: true } => {
                self.tell_here(self.here("a prime belongs to a move").write(text));
            }
            Kind::Name { primed: false } if words::is_function(text) => {
                self.tell_here(another(self, format!("`{text}` is a function")));
            }
            Kind::Name { primed: false } => {}
            Kind::Word(word) => {
                let message = format!("`{text}` is a word of the language and cannot be a name");
                self.tell_here(another(self, message));
                if !self.misnamed.contains(&word) {
                    self.misnamed.push(word);
                }
            }
            _ => {
                self.expected(what);
                return None;
            }
        }
        self.bump();
        Some(name)
    }

    fn legal(&mut self) -> ItemKind {
        if self.is_end() {
            self.expected("a condition");
        }
        let mut left = self.condition();
        while let Kind::Comma | Kind::Colon | Kind::Word(Word::Where) = self.kind() {
            let mistake = self.here("conditions are joined by `and`").write("and");
            self.pass(if self.touches() { mistake.replace_by(" and") } else { mistake });
            let right = self.negation();
            left = self.join(left, right, |a, b| ExprKind::Binary(Operator::And, a, b));
        }
        self.finish("`and`, `or` or the end of the line");
        ItemKind::Legal(left.expr)
    }

    fn moves(&mut self, mut player: Option<Player>) -> ItemKind {
        if let Kind::Word(word @ (Word::Left | Word::Right)) = self.kind()
            && player.is_none()
        {
            let span = self.last().to(self.span());
            let mistake = Diagnostic::error(span, "the player is named first");
            self.pass(mistake.write(format!("{} move", word.text())));
            self.take(Kind::Colon);
            player = of_player(word);
        }
        if self.is_end() {
            let mistake = Diagnostic::error(self.last(), "this move says nothing")
                .label("a choice or a condition belongs after it")
                .help("say what it does: `move one h: 0 <= h' < h` or `move k >= 1: n' = n - k`");
            self.tell(mistake);
            return ItemKind::Move { player, clauses: Vec::new() };
        }
        let clauses = self.within(Context { joints: true, ..Context::default() }, Self::clauses);
        ItemKind::Move { player, clauses }
    }

    fn end_item(&mut self) -> ItemKind {
        if self.is_end() {
            self.expected("`normal`, `misere`, `left` or `right`");
        }
        let mut winner = self.choice().expr;
        self.check_winner(&mut winner);
        ItemKind::End(winner)
    }

    /// An `end` line chooses between winners and nothing else.
    fn check_winner(&mut self, expr: &mut Expr) {
        let (message, near) = match &mut expr.kind {
            ExprKind::Winner(_) | ExprKind::Missing => return,
            ExprKind::Parentheses(inner) => return self.check_winner(inner),
            ExprKind::If { then, otherwise, .. } => {
                self.check_winner(then);
                return self.check_winner(otherwise);
            }
            ExprKind::Name { name, primed: false } => {
                let near = words::nearest(name, words::WINNERS);
                (format!("{} is not a winner", quote(name)), near)
            }
            _ => ("this is not a winner".to_owned(), None),
        };
        let mistake = Diagnostic::error(expr.span, message)
            .help("`end left if n mod 2 = 0 else right` says who wins where a player is stuck");
        self.tell(match near {
            Some(near) => mistake.did_you_mean(near),
            None => mistake.label("expected `left`, `right`, `normal` or `misere`"),
        });
        expr.kind = near.and_then(Winner::of).map_or(ExprKind::Missing, ExprKind::Winner);
    }

    /// The `game` line comes first, and some lines come once.
    fn check_order(&mut self, items: &[Item]) {
        let mut seen: Vec<&str> = Vec::new();
        for Item { kind, span } in items {
            let (message, help) = match kind {
                ItemKind::Game { .. } => ("the game has a name already", "a text is one game"),
                ItemKind::Position(_) | ItemKind::Many(..) => {
                    ("it has been said what a position is", "keep one of the lines")
                }
                ItemKind::End(_) => {
                    ("it has been said who wins", "join them: `end left if n mod 2 = 0 else right`")
                }
                ItemKind::Loopy => ("this has been said before", "leave the line out"),
                ItemKind::Legal(_) | ItemKind::Move { .. } => continue,
            };
            let times = seen.iter().filter(|other| **other == message).count();
            if times == 1 {
                let is_idle = *kind == ItemKind::Loopy;
                let again = if is_idle { Diagnostic::warning } else { Diagnostic::error };
                self.tell(again(*span, message).label("a second time").help(help));
            }
            if times < 2 {
                seen.push(message);
            }
        }
        let is_game = |item: &&Item| matches!(item.kind, ItemKind::Game { .. });
        let first = items.first().map_or(Span::default(), |item| item.span);
        match items.iter().find(is_game) {
            Some(game) if game.span == first => {}
            Some(game) => {
                let mistake = Diagnostic::error(game.span, "the `game` line comes first");
                self.tell(mistake.label("move it up"));
            }
            None => {
                let mistake = Diagnostic::error(first.before(), "the game has no name");
                let help = "begin with a line such as `game nim`";
                self.tell(mistake.label("a `game` line belongs here").help(help));
            }
        }
    }
}

/// The player that a word names.
fn of_player(word: Word) -> Option<Player> {
    match word {
        Word::Left => Some(Player::Left),
        Word::Right => Some(Player::Right),
        _ => None,
    }
}

/// Letters and digits with single hyphens between them.
fn hyphenated(text: &str) -> String {
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-")
}

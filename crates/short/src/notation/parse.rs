//! The parser: from tokens to instructions.
//!
//! Operators and brackets wait on one stack until what they apply to is complete (Dijkstra's shunting
//! yard). Bars are operators as well: a longer run binds less.

use std::mem;

use bouton_values::Refusal;
use rustc_hash::FxHashMap;

use super::expression::{Input, Op, Relation, Step};
use super::functions::{Function, functions};
use super::link::{Definition, Program, link};
use super::token::{Kind, Lexer, Token, refuse};
use super::{MAX_PENDING, MAX_RENAMED, MAX_SCOPES, MAX_TEXT};
use crate::form::NumberUpStar;

/// Reads a game or a comparison.
pub(crate) fn input(text: &str) -> Result<Input, Refusal> {
    if text.len() > MAX_TEXT {
        let problem = format!("the text has {} bytes; at most {MAX_TEXT} are read", text.len());
        return Err(Refusal::bad(problem, "name what recurs: `{G|G} where G = …`"));
    }
    let mut parser = Parser::new(text)?;
    let left = parser.program()?;
    let mut relation = None;
    if let Some(found) = parser.relation() {
        parser.advance()?;
        relation = Some((found, parser.program()?));
    }
    if parser.token.kind == Kind::Word("where") {
        parser.advance()?;
        let definitions = parser.definitions()?;
        parser.definitions.extend(definitions);
        parser.end(
            "write parentheses around a game and its definitions, `(G where G = {2|1}) + 3`",
        )?;
    }
    parser.end("compare two games only")?;
    link(text, parser.literals, left, relation, parser.definitions)
}

/// An operator or a bracket that waits for its operand or its end.
enum Pending {
    Negate,
    Switch,
    Binary(Op),
    /// A parenthesis, and how many steps and definitions there were before it.
    Paren(usize, usize),
    SwitchList {
        count: u32,
    },
    Call {
        function: Function,
        count: u32,
    },
    Braces(Braces),
}

/// A brace whose end has not come.
#[derive(Default)]
struct Braces {
    /// Parts that wait for their right side, and the number of bars after each, fewer and fewer.
    waiting: Vec<(u32, usize)>,
    /// How many games the part has that is being read.
    count: u32,
}

pub(crate) struct Parser<'a> {
    lexer: Lexer<'a>,
    pub(crate) token: Token<'a>,
    /// Where the token before ended.
    pub(crate) previous_end: usize,
    stack: Vec<(Pending, usize)>,
    pub(crate) steps: Vec<Step>,
    names: FxHashMap<&'a str, u32>,
    /// How many games have a name of their own: the names, and those that are defined in parentheses.
    symbols: u32,
    definitions: Vec<Definition<'a>>,
    /// How many parentheses with definitions are open.
    scopes: usize,
    /// How many steps were looked at for names that are defined in parentheses.
    renamed: usize,
    pub(crate) literals: Vec<NumberUpStar>,
    pub(crate) literal_ids: FxHashMap<NumberUpStar, u32>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Parser<'a>, Refusal> {
        let mut lexer = Lexer::new(text);
        let token = lexer.next()?;
        Ok(Parser {
            lexer,
            token,
            previous_end: 0,
            stack: Vec::new(),
            steps: Vec::new(),
            names: FxHashMap::default(),
            symbols: 0,
            definitions: Vec::new(),
            scopes: 0,
            renamed: 0,
            literals: Vec::new(),
            literal_ids: FxHashMap::default(),
        })
    }

    pub(crate) fn advance(&mut self) -> Result<(), Refusal> {
        self.previous_end = self.token.end;
        self.token = self.lexer.next()?;
        Ok(())
    }

    pub(crate) fn emit(&mut self, at: usize, op: Op) {
        self.steps.push(Step { at: at as u32, op });
    }

    pub(crate) fn refuse(&self, at: usize, problem: &str, help: &str) -> Refusal {
        refuse(self.lexer.text, at, problem, help)
    }

    fn push(&mut self, pending: Pending, at: usize) -> Result<(), Refusal> {
        if self.stack.len() == MAX_PENDING {
            let problem = format!("more than {MAX_PENDING} brackets and signs are open");
            return Err(self.refuse(at, &problem, "name the inner games: `{G|0} where G = …`"));
        }
        self.stack.push((pending, at));
        Ok(())
    }

    /// A relation between two games; outside of braces two bars are one.
    fn relation(&self) -> Option<Relation> {
        match self.token.kind {
            Kind::Relation(relation) => Some(relation),
            Kind::Bars(2) => Some(Relation::Confused),
            _ => None,
        }
    }

    /// The number of a name in this text.
    fn symbol(&mut self, name: &'a str) -> u32 {
        if let Some(symbol) = self.names.get(name) {
            return *symbol;
        }
        let symbol = self.fresh_symbol();
        self.names.insert(name, symbol);
        symbol
    }

    fn fresh_symbol(&mut self) -> u32 {
        self.symbols += 1;
        self.symbols - 1
    }

    /// The definitions of `(… where G1 = …)`, in whose parenthesis these steps and definitions were the first. Their
    /// names mean something else outside, so that two values can be added as they were printed: the games that they
    /// define get symbols that no text can name.
    fn local_definitions(&mut self, first_step: usize, first: usize) -> Result<(), Refusal> {
        if self.scopes == MAX_SCOPES {
            let problem = format!("more than {MAX_SCOPES} parentheses with definitions are open");
            return Err(self.refuse(self.token.start, &problem, "define the games at the end"));
        }
        self.advance()?;
        let outside = (mem::take(&mut self.stack), mem::take(&mut self.steps));
        self.scopes += 1;
        let mut definitions = self.definitions()?;
        self.scopes -= 1;
        (self.stack, self.steps) = outside;
        let mut local: FxHashMap<u32, u32> = FxHashMap::default();
        for definition in &definitions {
            // What is defined twice is refused later, by one symbol.
            let symbol = self.fresh_symbol();
            local.entry(definition.symbol).or_insert(symbol);
        }
        let rename = |symbol: &mut u32| *symbol = *local.get(symbol).unwrap_or(symbol);
        let rename_all = |steps: &mut [Step]| {
            for step in steps {
                if let Op::Load(symbol) = &mut step.op {
                    rename(symbol);
                }
            }
        };
        definitions.iter_mut().for_each(|definition| rename(&mut definition.symbol));
        self.definitions.append(&mut definitions);
        // Definitions in parentheses within these may mention what is defined here.
        let inner = &mut self.definitions[first..];
        self.renamed += self.steps.len() - first_step;
        self.renamed += inner.iter().map(|one| one.program.len() + 1).sum::<usize>();
        if self.renamed > MAX_RENAMED {
            let help = "define the games once, at the end: `{G|H} where G = …, H = …`";
            return Err(self.refuse(
                self.token.start,
                "too many parentheses with definitions",
                help,
            ));
        }
        rename_all(&mut self.steps[first_step..]);
        inner.iter_mut().for_each(|one| rename_all(&mut one.program));
        Ok(())
    }

    fn definitions(&mut self) -> Result<Vec<Definition<'a>>, Refusal> {
        let mut definitions = Vec::new();
        loop {
            let (kind, at) = (self.token.kind, self.token.start);
            let Kind::Word(name) = kind else { return Err(self.no_definition(at)) };
            if !is_name(name) {
                return Err(self.no_definition(at));
            }
            self.advance()?;
            if self.relation() != Some(Relation::Equal) {
                return Err(self.no_definition(self.token.start));
            }
            self.advance()?;
            let symbol = self.symbol(name);
            definitions.push(Definition { name, symbol, at, program: self.program()? });
            if self.token.kind != Kind::Comma {
                return Ok(definitions);
            }
            self.advance()?;
        }
    }

    fn no_definition(&self, at: usize) -> Refusal {
        let help = "write `{G1|G2} where G1 = {2|1}, G2 = {1|-1}`, with a capital letter first";
        self.refuse(at, "expected a definition", help)
    }

    fn end(&self, help: &str) -> Result<(), Refusal> {
        let at = self.token.start;
        match self.token.kind {
            Kind::End => Ok(()),
            Kind::Comma => {
                let help = "lists belong in braces, `{0,*|1}`, or after ±, `±(1,2)`";
                Err(self.refuse(at, "a list outside of braces", help))
            }
            Kind::Bars(_) => Err(self.refuse(at, "a bar outside of braces", "write `{1|0}`")),
            _ => Err(self.refuse(at, "one comparison is enough", help)),
        }
    }

    /// Reads a sum up to something that cannot belong to it.
    fn program(&mut self) -> Result<Program, Refusal> {
        loop {
            if self.operand()? {
                continue;
            }
            if !self.operator()? {
                return Ok(std::mem::take(&mut self.steps));
            }
        }
    }

    /// Reads where a game is expected; true if one is still expected.
    fn operand(&mut self) -> Result<bool, Refusal> {
        match self.token.kind {
            Kind::Minus => self.prefix(Pending::Negate),
            Kind::PlusMinus | Kind::PlusThenMinus => self.prefix(Pending::Switch),
            Kind::Open => self.open(),
            Kind::OpenBrace => self.prefix(Pending::Braces(Braces::default())),
            Kind::Word(word) if word != "where" => self.named(word),
            Kind::Digits(_) | Kind::Star | Kind::Arrows(_) | Kind::Uptimal { .. } => {
                let sign_is_its = self.digits_follow_minus();
                if sign_is_its {
                    self.stack.pop();
                }
                self.literal(sign_is_its)?;
                self.complete();
                Ok(false)
            }
            Kind::Bars(_) | Kind::CloseBrace if self.at_empty_part() => self.in_braces(),
            _ => Err(self.no_operand()),
        }
    }

    /// Do digits follow the minus? Then the sign belongs to the number, not to the ups after it.
    fn digits_follow_minus(&self) -> bool {
        matches!(self.token.kind, Kind::Digits(_))
            && matches!(self.stack.last(), Some((Pending::Negate, _)))
    }

    fn at_empty_part(&self) -> bool {
        matches!(self.stack.last(), Some((Pending::Braces(braces), _)) if braces.count == 0)
    }

    fn prefix(&mut self, pending: Pending) -> Result<bool, Refusal> {
        self.push(pending, self.token.start)?;
        self.advance()?;
        Ok(true)
    }

    /// A parenthesis, which right after ± holds a list.
    fn open(&mut self) -> Result<bool, Refusal> {
        if let Some((pending @ Pending::Switch, _)) = self.stack.last_mut() {
            *pending = Pending::SwitchList { count: 0 };
            self.advance()?;
            return Ok(true);
        }
        self.prefix(Pending::Paren(self.steps.len(), self.definitions.len()))
    }

    fn named(&mut self, word: &'a str) -> Result<bool, Refusal> {
        let at = self.token.start;
        self.advance()?;
        if self.token.kind == Kind::Open {
            let Some(function) = Function::find(word) else {
                return Err(self.refuse(at, &format!("there is no function {word}"), &known()));
            };
            self.push(Pending::Call { function, count: 0 }, at)?;
            self.advance()?;
            return Ok(true);
        }
        if !is_name(word) {
            let help = format!("{}; names of games begin with a capital letter", known());
            return Err(self.refuse(at, &format!("{word} is not a game"), &help));
        }
        let symbol = self.symbol(word);
        self.emit(at, Op::Load(symbol));
        self.complete();
        Ok(false)
    }

    fn no_operand(&self) -> Refusal {
        let (at, help) = (self.token.start, "write a game, such as `1`, `^*` or `{1|0}`");
        match (self.token.kind, self.stack.last()) {
            (Kind::End, Some((_, opened))) => {
                self.refuse(*opened, "the text ends before this is complete", help)
            }
            (Kind::End, None) => self.refuse(at, "the text ends where a game is expected", help),
            _ => self.refuse(at, "expected a game here", help),
        }
    }

    /// Reads after a complete game; false if the sum ends here.
    fn operator(&mut self) -> Result<bool, Refusal> {
        loop {
            let at = self.token.start;
            match self.token.kind {
                Kind::Plus => return self.binary(Op::Add),
                Kind::Minus => return self.binary(Op::Subtract),
                Kind::Dot => return self.binary(Op::Multiple),
                Kind::Colon => return self.binary(Op::OrdinalSum),
                Kind::PlusMinus => {
                    self.reduce(precedence(Op::Add));
                    self.push(Pending::Binary(Op::Add), at)?;
                    return self.prefix(Pending::Switch);
                }
                Kind::PlusThenMinus => {
                    let help = "write `1 - 1` for the difference, or `1 ± 1` for the sum with ±1";
                    return Err(self.refuse(at, "`+-` between two games is ambiguous", help));
                }
                Kind::Word("where") => {
                    self.reduce(0);
                    let Some((Pending::Paren(steps, definitions), _)) = self.stack.last() else {
                        return self.leave();
                    };
                    let (steps, definitions) = (*steps, *definitions);
                    self.local_definitions(steps, definitions)?;
                }
                Kind::End | Kind::Relation(_) => return self.leave(),
                Kind::Comma | Kind::Bars(_) | Kind::Close | Kind::CloseBrace => {
                    self.reduce(0);
                    let may_end = match self.token.kind {
                        Kind::Close => self.scopes > 0,
                        kind => matches!(kind, Kind::Comma | Kind::Bars(_)),
                    };
                    if may_end && self.stack.is_empty() {
                        return Ok(false);
                    }
                    if self.separator()? {
                        return Ok(true);
                    }
                }
                _ => return Err(self.no_operator()),
            }
        }
    }

    fn no_operator(&self) -> Refusal {
        let help = match self.token.kind {
            Kind::Slash => "fractions have digits on both sides, as `3/4`",
            Kind::Digits(_) => "write `+` for a sum, or `.` for a multiple, as `3.{1|0}`",
            Kind::Star | Kind::Arrows(_) | Kind::Uptimal { .. } => {
                "number, ups and star are joined in this order and without spaces, as `3^*2`; \
                 else write `+`"
            }
            _ => "write `+` between two games, or `.` after the number of a multiple",
        };
        self.refuse(self.token.start, "an operator is missing before this", help)
    }

    fn leave(&mut self) -> Result<bool, Refusal> {
        self.reduce(0);
        let Some((_, opened)) = self.stack.last() else { return Ok(false) };
        if self.token.kind == Kind::End {
            return Err(self.refuse(*opened, "what opens here is never closed", "close it"));
        }
        let help = "close the brackets first: games are compared outside of all brackets, and named there or in \
                    parentheses of their own, `(G where G = {2|1})`";
        Err(self.refuse(self.token.start, "this cannot be inside brackets", help))
    }

    fn binary(&mut self, op: Op) -> Result<bool, Refusal> {
        self.reduce(precedence(op));
        self.prefix(Pending::Binary(op))
    }

    /// Emits the waiting operators whose precedence is at least this.
    fn reduce(&mut self, least: u8) {
        while let Some((Pending::Binary(op), at)) = self.stack.last() {
            let (op, at) = (*op, *at);
            if precedence(op) < least {
                return;
            }
            self.stack.pop();
            self.emit(at, op);
        }
    }

    /// Applies the signs before a game that is complete.
    fn complete(&mut self) {
        while let Some((Pending::Negate | Pending::Switch, _)) = self.stack.last() {
            match self.stack.pop() {
                Some((Pending::Negate, at)) => self.emit(at, Op::Negate),
                Some((_, at)) => self.emit(at, Op::Switch(1)),
                None => unreachable!("something was on the stack"),
            }
        }
    }

    /// A comma, bars or an end of brackets after a game; true if a game is expected next.
    fn separator(&mut self) -> Result<bool, Refusal> {
        let (kind, at) = (self.token.kind, self.token.start);
        match (self.stack.last_mut(), kind) {
            (
                Some((Pending::Braces(braces), _)),
                Kind::Comma | Kind::Bars(_) | Kind::CloseBrace,
            ) => {
                braces.count += 1;
                self.in_braces()
            }
            (Some((Pending::Paren(..), _)), Kind::Close) => {
                self.stack.pop();
                self.advance()?;
                self.complete();
                Ok(false)
            }
            (
                Some((Pending::SwitchList { count } | Pending::Call { count, .. }, _)),
                Kind::Comma | Kind::Close,
            ) => {
                *count += 1;
                self.advance()?;
                if kind == Kind::Close {
                    self.close_list()?;
                }
                Ok(kind == Kind::Comma)
            }
            (Some((_, opened)), _) => {
                let opened = *opened;
                Err(self.misplaced(opened))
            }
            (None, _) => {
                Err(self.refuse(at, "no bracket is open that this could close", "remove it"))
            }
        }
    }

    fn misplaced(&self, opened: usize) -> Refusal {
        let opener = self.lexer.text[..opened].chars().count() + 1;
        let problem = match self.token.kind {
            Kind::Comma => "a list in plain parentheses",
            Kind::Bars(_) => "a bar outside of braces",
            _ => "the wrong closing bracket",
        };
        let problem = format!("{problem}; the bracket opened at character {opener}");
        let help =
            "lists belong in braces, `{0,*|1}`, or after ±, `±(1,2)`; bars in braces, `{1|0}`";
        self.refuse(self.token.start, &problem, help)
    }

    fn close_list(&mut self) -> Result<(), Refusal> {
        match self.stack.pop() {
            Some((Pending::SwitchList { count }, at)) => {
                self.emit(at, Op::Switch(count));
                self.complete();
            }
            Some((Pending::Call { function, count }, at)) => {
                if count as usize != function.arity() {
                    let wanted = function.usage();
                    let problem = format!("{count} arguments for {wanted}");
                    return Err(self.refuse(at, &problem, &format!("write {wanted}")));
                }
                self.emit(at, Op::Call(function));
                self.complete();
            }
            _ => unreachable!("a list was open"),
        }
        Ok(())
    }

    /// A comma, bars or the end within braces, after a part that may be empty; true if a game or an
    /// empty part comes next.
    fn in_braces(&mut self) -> Result<bool, Refusal> {
        let (kind, at) = (self.token.kind, self.token.start);
        let Some((Pending::Braces(mut braces), opened)) = self.stack.pop() else {
            unreachable!("a brace was open");
        };
        match kind {
            Kind::Bars(bars) => {
                self.reduce_bars(&mut braces, bars, at);
                if braces.waiting.last().is_some_and(|(_, other)| *other == bars) {
                    return Err(self.equal_bars(bars));
                }
                braces.waiting.push((braces.count, bars));
                braces.count = 0;
            }
            Kind::CloseBrace => {
                if braces.waiting.is_empty() {
                    let help = "write `{1|0}`, `{1|}` or `{|}`";
                    return Err(self.refuse(at, "braces without a bar", help));
                }
                self.reduce_bars(&mut braces, usize::MAX, opened);
                self.advance()?;
                self.complete();
                return Ok(false);
            }
            _ => {}
        }
        self.stack.push((Pending::Braces(braces), opened));
        self.advance()?;
        // After a comma no part is empty: the count says so.
        Ok(true)
    }

    /// Completes the games whose bars are shorter: the part that was read is their right side.
    fn reduce_bars(&mut self, braces: &mut Braces, bars: usize, at: usize) {
        while let Some((left, _)) = braces.waiting.pop_if(|(_, other)| *other < bars) {
            self.emit(at, Op::Braces(left, braces.count));
            braces.count = 1;
        }
    }

    fn equal_bars(&self, bars: usize) -> Refusal {
        let run = if bars > 6 { format!("run of {bars} bars") } else { "|".repeat(bars) };
        let problem = format!("a second {run} in the same braces");
        let help = "one of them needs more bars or braces: `{1||2|3}` is `{1|{2|3}}`";
        self.refuse(self.token.start, &problem, help)
    }
}

/// The names of games begin with a capital letter.
fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase())
}

fn known() -> String {
    let usages: Vec<&str> = functions().map(|(usage, _)| usage).collect();
    format!("there are {}", usages.join(", "))
}

fn precedence(op: Op) -> u8 {
    match op {
        Op::Multiple => 3,
        Op::OrdinalSum => 2,
        _ => 1,
    }
}

//! The tokens of DOT.

use std::io::BufRead;

use bouton_values::{Limits, Refusal};

use crate::source::{Source, excerpt, push_byte, utf8};

/// A word or a sign.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A name without quotes, or a number; it may be a keyword.
    Bare(String),
    /// A name in quotes, or an HTML text with its angle brackets; never a keyword.
    Quoted(String),
    /// `{`
    Open,
    /// `}`
    Close,
    /// `[`
    Bracket,
    /// `]`
    Unbracket,
    /// `;`
    Semicolon,
    /// `,`
    Comma,
    /// `=`
    Equals,
    /// `:`
    Colon,
    /// `->`
    Arrow,
    /// `--`
    Line,
    /// No more input.
    End,
}

impl Token {
    pub(crate) fn is_id(&self) -> bool {
        match self {
            Token::Bare(name) => !is_keyword(name),
            Token::Quoted(_) => true,
            _ => false,
        }
    }

    pub(crate) fn is_keyword(&self, keyword: &str) -> bool {
        matches!(self, Token::Bare(name) if name.eq_ignore_ascii_case(keyword))
    }

    /// Whether attributes follow for all vertices, all edges or the graph.
    pub(crate) fn is_default(&self) -> bool {
        ["node", "edge", "graph"].iter().any(|keyword| self.is_keyword(keyword))
    }

    /// The token as messages show it.
    pub(crate) fn shown(&self) -> String {
        let sign = match self {
            Token::Bare(name) => return format!("`{}`", excerpt(name)),
            Token::Quoted(name) => return format!("\"{}\"", excerpt(name)),
            Token::End => return "the end".to_owned(),
            Token::Open => "{",
            Token::Close => "}",
            Token::Bracket => "[",
            Token::Unbracket => "]",
            Token::Semicolon => ";",
            Token::Comma => ",",
            Token::Equals => "=",
            Token::Colon => ":",
            Token::Arrow => "->",
            Token::Line => "--",
        };
        format!("`{sign}`")
    }
}

/// Whether Graphviz reads this as something other than a name; capital letters do not matter.
pub(crate) fn is_keyword(name: &str) -> bool {
    const KEYWORDS: [&str; 6] = ["node", "edge", "graph", "digraph", "subgraph", "strict"];
    KEYWORDS.iter().any(|keyword| name.eq_ignore_ascii_case(keyword))
}

/// Whether it is a number that DOT reads as a name: `-?(.5|5|5.|5.5)`.
fn is_numeral(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    all_digits(whole) && all_digits(rest) && !(whole.is_empty() && rest.is_empty())
}

/// Whether it can be a name without quotes, or a keyword.
pub(crate) fn is_word(word: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_' || !c.is_ascii();
    let is_name =
        word.starts_with(is_letter) && word.chars().all(|c| is_letter(c) || c.is_ascii_digit());
    is_name || is_numeral(word)
}

pub(crate) struct Lexer<'a> {
    source: Source<'a>,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(
        input: &'a mut dyn BufRead,
        limits: &'a Limits,
    ) -> Result<Lexer<'a>, Refusal> {
        let mut source = Source::new(input, limits);
        source.skip_bom()?;
        Ok(Lexer { source })
    }

    /// The line on which the last token ended.
    pub(crate) fn line(&self) -> u64 {
        self.source.line()
    }

    /// Lets the watch stop long work between tokens.
    pub(crate) fn pause(&self) -> Result<(), Refusal> {
        self.source.limits().progress(self.source.line(), 0)
    }

    /// Takes the sign if it comes next, after spaces and comments.
    pub(crate) fn take(&mut self, sign: u8) -> Result<bool, Refusal> {
        self.skip_blank()?;
        self.source.take(sign)
    }

    pub(crate) fn next(&mut self) -> Result<Token, Refusal> {
        self.skip_blank()?;
        let Some(byte) = self.source.peek()? else { return Ok(Token::End) };
        if let Some(token) = sign(byte) {
            self.source.next()?;
            return Ok(token);
        }
        match byte {
            b'"' => self.quoted(),
            b'<' => self.html(),
            b'-' | b'.' | b'_' | 128.. => self.word(),
            _ if byte.is_ascii_alphanumeric() => self.word(),
            _ => {
                let sign = excerpt(&char::from(byte).to_string());
                Err(self.refuse(self.line(), &format!("`{sign}` does not belong here")))
            }
        }
    }

    fn skip_blank(&mut self) -> Result<(), Refusal> {
        loop {
            self.source.skip_spaces()?;
            match self.source.peek()? {
                Some(b'#') => self.source.skip_line()?,
                Some(b'/') => self.skip_comment()?,
                _ => return Ok(()),
            }
        }
    }

    fn skip_comment(&mut self) -> Result<(), Refusal> {
        let line = self.line();
        self.source.next()?;
        match self.source.next()? {
            Some(b'/') => return self.source.skip_line(),
            Some(b'*') => {}
            _ => return Err(self.refuse(line, "`/` does not belong here")),
        }
        loop {
            match self.source.next()? {
                None => return Err(self.refuse(line, "a comment that does not end")),
                // Of `**/` the first star is just text.
                Some(b'*') if self.source.take(b'/')? => return Ok(()),
                Some(_) => {}
            }
        }
    }

    /// A name without quotes, a number, or one of the two signs that begin like a number.
    fn word(&mut self) -> Result<Token, Refusal> {
        let line = self.line();
        let mut word = Vec::new();
        if self.source.take(b'-')? {
            if self.source.take(b'>')? {
                return Ok(Token::Arrow);
            }
            if self.source.take(b'-')? {
                return Ok(Token::Line);
            }
            word.push(b'-');
        }
        // A name ends at a dot, a number has one inside: `a.b` is not a name, and `1a` is not a number.
        let is_number =
            self.source.peek()?.is_some_and(|byte| byte.is_ascii_digit() || byte == b'.');
        while let Some(byte) = self.source.peek()? {
            let is_letter = byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 128;
            let is_part = is_letter || (byte == b'.' && is_number);
            if !is_part {
                break;
            }
            push_byte(&mut word, byte, line)?;
            self.source.next()?;
        }
        let word = utf8(&word, line)?;
        if is_word(word) {
            return Ok(Token::Bare(word.to_owned()));
        }
        let problem = format!("`{}` is neither a number nor a name", excerpt(word));
        Err(self.refuse(line, &problem))
    }

    /// `"a" + "b"` is one name.
    fn quoted(&mut self) -> Result<Token, Refusal> {
        let line = self.line();
        let mut name = Vec::new();
        loop {
            self.quoted_part(&mut name)?;
            if !self.take(b'+')? {
                break;
            }
            self.skip_blank()?;
            if self.source.peek()? != Some(b'"') {
                return Err(self.refuse(self.line(), "`+` without a quoted name after it"));
            }
        }
        Ok(Token::Quoted(utf8(&name, line)?.to_owned()))
    }

    /// Adds the text between the next two quotes.
    fn quoted_part(&mut self, name: &mut Vec<u8>) -> Result<(), Refusal> {
        let line = self.line();
        self.source.next()?;
        loop {
            match self.source.next()? {
                None => return Err(self.refuse(line, "a quote that does not end")),
                Some(b'"') => return Ok(()),
                Some(b'\\') => self.escaped(name)?,
                Some(byte) => push_byte(name, byte, line)?,
            }
        }
    }

    /// What a backslash and the next byte stand for. Two backslashes stay two, as in Graphviz, where
    /// labels take them apart later; they only keep the second from protecting a quote.
    fn escaped(&mut self, name: &mut Vec<u8>) -> Result<(), Refusal> {
        let line = self.line();
        match self.source.peek()? {
            Some(b'"') => push_byte(name, b'"', line)?,
            Some(b'\n') => {}
            Some(b'\\') => {
                push_byte(name, b'\\', line)?;
                push_byte(name, b'\\', line)?;
            }
            _ => return push_byte(name, b'\\', line),
        }
        self.source.next()?;
        Ok(())
    }

    /// `<…>` with balanced angle brackets, which are part of the name: to Graphviz `<a>` and `a` differ.
    fn html(&mut self) -> Result<Token, Refusal> {
        let line = self.line();
        let mut text = Vec::new();
        let mut depth = 0u64;
        loop {
            let Some(byte) = self.source.next()? else {
                return Err(self.refuse(line, "`<` that does not end"));
            };
            push_byte(&mut text, byte, line)?;
            match byte {
                b'<' => depth += 1,
                b'>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(Token::Quoted(utf8(&text, line)?.to_owned()));
            }
        }
    }

    fn refuse(&self, line: u64, problem: &str) -> Refusal {
        Refusal::bad(
            format!("line {line}: {problem}"),
            "write names other than a, b1 or 7 in quotes",
        )
    }
}

fn sign(byte: u8) -> Option<Token> {
    Some(match byte {
        b'{' => Token::Open,
        b'}' => Token::Close,
        b'[' => Token::Bracket,
        b']' => Token::Unbracket,
        b';' => Token::Semicolon,
        b',' => Token::Comma,
        b'=' => Token::Equals,
        b':' => Token::Colon,
        _ => return None,
    })
}

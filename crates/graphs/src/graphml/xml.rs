//! The tags of an XML text, with the few attributes that matter.

use std::io::BufRead;

use bouton_values::{Limits, Refusal};

use crate::source::{Source, excerpt, push_byte, utf8};

/// The longest name of a tag or an attribute.
const LONGEST: usize = 1000;

/// The longest text between `&` and `;` is about as long as `#x10FFFF`.
const LONGEST_ENTITY: usize = 16;

/// An opening, closing or empty tag.
pub(super) struct Tag {
    pub(super) form: Form,
    /// The name with its prefix.
    pub(super) name: String,
    /// Where it begins.
    pub(super) line: u64,
    values: [Option<String>; 5],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `<a>`
    Open,
    /// `</a>`
    Close,
    /// `<a/>`
    Empty,
}

/// An attribute that matters.
#[derive(Clone, Copy)]
pub(super) enum Attribute {
    Id,
    Source,
    Target,
    EdgeDefault,
    Directed,
}

impl Attribute {
    const ALL: [Attribute; 5] = [
        Attribute::Id,
        Attribute::Source,
        Attribute::Target,
        Attribute::EdgeDefault,
        Attribute::Directed,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Attribute::Id => "id",
            Attribute::Source => "source",
            Attribute::Target => "target",
            Attribute::EdgeDefault => "edgedefault",
            Attribute::Directed => "directed",
        }
    }
}

impl Tag {
    /// The name without its prefix.
    pub(super) fn local_name(&self) -> &str {
        self.name.rsplit_once(':').map_or(&self.name, |(_, local)| local)
    }

    pub(super) fn get(&self, attribute: Attribute) -> Option<&str> {
        self.values[attribute as usize].as_deref()
    }
}

/// All tags of an input; comments, CDATA, instructions and declarations are skipped.
pub(super) struct Tags<'a> {
    source: Source<'a>,
}

impl<'a> Tags<'a> {
    pub(super) fn new(input: &'a mut dyn BufRead, limits: &'a Limits) -> Result<Tags<'a>, Refusal> {
        let mut source = Source::new(input, limits);
        source.skip_bom()?;
        Ok(Tags { source })
    }

    /// The line that has been reached.
    pub(super) fn line(&self) -> u64 {
        self.source.line()
    }

    pub(super) fn next(&mut self) -> Result<Option<Tag>, Refusal> {
        loop {
            match self.source.next()? {
                None => return Ok(None),
                Some(b'<') => {}
                Some(_) => continue,
            }
            match self.source.peek()? {
                Some(b'?') => self.skip_until("?>", "`<?`", self.line())?,
                Some(b'!') => self.skip_declaration()?,
                _ => return self.tag().map(Some),
            }
        }
    }

    /// What follows `<`, up to `>`.
    fn tag(&mut self) -> Result<Tag, Refusal> {
        let line = self.line();
        let is_closing = self.source.take(b'/')?;
        let name = self.name()?;
        if name.is_empty() {
            return Err(refuse(line, "a tag without a name"));
        }
        let mut tag = Tag { form: Form::Open, name, line, values: Default::default() };
        if is_closing {
            tag.form = Form::Close;
            self.source.skip_spaces()?;
            return if self.source.take(b'>')? { Ok(tag) } else { Err(badly_written(&tag)) };
        }
        loop {
            let has_space = self.source.peek()?.is_some_and(|byte| byte.is_ascii_whitespace());
            self.source.skip_spaces()?;
            if self.source.take(b'/')? {
                tag.form = Form::Empty;
                return if self.source.take(b'>')? { Ok(tag) } else { Err(badly_written(&tag)) };
            }
            if self.source.take(b'>')? {
                return Ok(tag);
            }
            if !has_space {
                return Err(badly_written(&tag));
            }
            self.attribute(&mut tag)?;
        }
    }

    fn attribute(&mut self, tag: &mut Tag) -> Result<(), Refusal> {
        let line = self.line();
        let name = self.name()?;
        if name.is_empty() {
            return Err(badly_written(tag));
        }
        self.source.skip_spaces()?;
        let has_value = self.source.take(b'=')?;
        self.source.skip_spaces()?;
        let quote = self.source.next()?.filter(|byte| has_value && matches!(byte, b'"' | b'\''));
        let Some(quote) = quote else {
            let problem = format!("{} without a value in quotes", excerpt(&name));
            return Err(refuse(line, &problem));
        };
        let value = self.value(quote)?;
        let Some(attribute) = Attribute::ALL.into_iter().find(|known| known.name() == name) else {
            return Ok(());
        };
        match tag.values[attribute as usize].replace(value) {
            None => Ok(()),
            Some(_) => Err(refuse(line, &format!("{name} twice in <{}>", excerpt(&tag.name)))),
        }
    }

    fn name(&mut self) -> Result<String, Refusal> {
        let line = self.line();
        let mut name = Vec::new();
        while let Some(byte) = self.source.peek()? {
            if byte.is_ascii_whitespace() || b"=/<>\"'&".contains(&byte) {
                break;
            }
            if name.len() == LONGEST {
                return Err(refuse(line, &format!("a name of more than {LONGEST} bytes")));
            }
            name.push(byte);
            self.source.next()?;
        }
        Ok(utf8(&name, line)?.to_owned())
    }

    /// Everything up to the closing quote, with the entities expanded; as XML demands, the end of a line
    /// or a tab is a space here unless it is written as a number.
    fn value(&mut self, quote: u8) -> Result<String, Refusal> {
        let line = self.line();
        let mut value = Vec::new();
        loop {
            match self.source.next()? {
                None => return Err(refuse(line, "a value that does not end")),
                Some(byte) if byte == quote => return Ok(utf8(&value, line)?.to_owned()),
                Some(b'<') => return Err(refuse(line, "`<` in a value")),
                Some(b'\r') if self.source.peek()? == Some(b'\n') => {}
                Some(b'\r' | b'\n' | b'\t') => push_byte(&mut value, b' ', line)?,
                Some(b'&') => {
                    let unfolded = self.entity()?;
                    for byte in unfolded.encode_utf8(&mut [0; 4]).bytes() {
                        push_byte(&mut value, byte, line)?;
                    }
                }
                Some(byte) => push_byte(&mut value, byte, line)?,
            }
        }
    }

    /// The character that the text between `&` and `;` stands for.
    fn entity(&mut self) -> Result<char, Refusal> {
        let line = self.line();
        let mut name = Vec::new();
        loop {
            match self.source.next()? {
                Some(b';') => break,
                Some(byte) if name.len() < LONGEST_ENTITY && is_entity_byte(byte) => {
                    name.push(byte)
                }
                _ => return Err(refuse(line, "an & without its ;")),
            }
        }
        let name = utf8(&name, line)?;
        unfolded(name).ok_or_else(|| refuse(line, &format!("unknown entity &{name};")))
    }

    /// Skips a comment, CDATA, or a document type, whose entities are not supported.
    fn skip_declaration(&mut self) -> Result<(), Refusal> {
        let line = self.line();
        self.source.next()?;
        if self.source.take(b'-')? {
            return match self.source.take(b'-')? {
                true => self.skip_until("-->", "a comment", line),
                false => Err(refuse(line, "`<!-` does not belong here")),
            };
        }
        if self.source.take(b'[')? {
            return self.skip_until("]]>", "CDATA", line);
        }
        let mut depth = 1u64;
        while depth > 0 {
            match self.source.next()? {
                None => return Err(refuse(line, "`<!` that does not end")),
                Some(quote @ (b'"' | b'\'')) => self.skip_quoted(quote, line)?,
                Some(b'>') => depth -= 1,
                Some(b'<') if self.source.peek()? == Some(b'?') => {
                    self.skip_until("?>", "`<?`", line)?;
                }
                Some(b'<') => depth += u64::from(!self.skip_inner_comment(line)?),
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// After `<` inside a declaration: skips a comment, which may have a lone quote in it.
    fn skip_inner_comment(&mut self, line: u64) -> Result<bool, Refusal> {
        for byte in *b"!--" {
            if !self.source.take(byte)? {
                return Ok(false);
            }
        }
        self.skip_until("-->", "a comment", line)?;
        Ok(true)
    }

    fn skip_quoted(&mut self, quote: u8, line: u64) -> Result<(), Refusal> {
        loop {
            match self.source.next()? {
                None => return Err(refuse(line, "`<!` that does not end")),
                Some(byte) if byte == quote => return Ok(()),
                Some(_) => {}
            }
        }
    }

    /// Takes everything up to these two or three characters, and them.
    fn skip_until(&mut self, end: &str, what: &str, line: u64) -> Result<(), Refusal> {
        let wanted = end.bytes().fold(0u32, |word, byte| word << 8 | u32::from(byte));
        let mask = (1u32 << (8 * end.len())) - 1;
        let mut recent = 0u32;
        while let Some(byte) = self.source.next()? {
            recent = (recent << 8 | u32::from(byte)) & mask;
            if recent == wanted {
                return Ok(());
            }
        }
        Err(refuse(line, &format!("{what} that does not end")))
    }
}

fn is_entity_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'#'
}

fn unfolded(name: &str) -> Option<char> {
    let code = match name {
        "amp" => return Some('&'),
        "lt" => return Some('<'),
        "gt" => return Some('>'),
        "quot" => return Some('"'),
        "apos" => return Some('\''),
        _ => name.strip_prefix('#')?,
    };
    let code = match code.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => code.parse(),
    };
    char::from_u32(code.ok()?).filter(|c| *c != '\0')
}

fn badly_written(tag: &Tag) -> Refusal {
    refuse(tag.line, &format!("<{}> is malformed", excerpt(&tag.name)))
}

fn refuse(line: u64, problem: &str) -> Refusal {
    Refusal::bad(format!("line {line}: {problem}"), "check that the file is well-formed XML")
}

//! Columns of a census: their names and kinds, and the values of some rows.

/// The kind of values in a column, which decides how they are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 64-bit words that grow by the same amount from row to row, such as sets as words.
    Ascending,
    /// 64-bit hashes, many of them equal.
    Hash,
    /// A number of at most 32 bits.
    Number,
    /// A number, or nothing where it is not known.
    Optional,
    /// A truth value.
    Flag,
    /// One of these texts, of which there are at most 256.
    Choice(&'static [&'static str]),
    /// A text of any kind.
    Text,
}

/// A column: its name, and what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name as it is written in a query.
    pub name: String,
    /// What the column holds.
    pub kind: Kind,
}

impl Field {
    pub(crate) fn new(name: impl Into<String>, kind: Kind) -> Field {
        Field { name: name.into(), kind }
    }
}

/// The values of some rows in one column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// For [`Kind::Ascending`] and [`Kind::Hash`].
    Words(Vec<u64>),
    /// Values of the kind [`Kind::Number`].
    Numbers(Vec<u32>),
    /// Values of the kind [`Kind::Optional`].
    Optional(Vec<Option<u64>>),
    /// Values of the kind [`Kind::Flag`].
    Flags(Vec<bool>),
    /// For [`Kind::Choice`]: the indices of the texts.
    Choices(Vec<u8>),
    /// Values of the kind [`Kind::Text`].
    Texts(Vec<String>),
}

impl Column {
    /// An empty column of this kind.
    #[must_use]
    pub fn of(kind: Kind) -> Column {
        match kind {
            Kind::Ascending | Kind::Hash => Column::Words(Vec::new()),
            Kind::Number => Column::Numbers(Vec::new()),
            Kind::Optional => Column::Optional(Vec::new()),
            Kind::Flag => Column::Flags(Vec::new()),
            Kind::Choice(_) => Column::Choices(Vec::new()),
            Kind::Text => Column::Texts(Vec::new()),
        }
    }

    /// The number of rows in the column.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Column::Words(values) => values.len(),
            Column::Numbers(values) => values.len(),
            Column::Optional(values) => values.len(),
            Column::Flags(values) => values.len(),
            Column::Choices(values) => values.len(),
            Column::Texts(values) => values.len(),
        }
    }

    /// Is the column empty?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The rows of consecutive games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The number of the first game.
    pub first: u64,
    /// A column for each field, all of the same length.
    pub columns: Vec<Column>,
}

impl Batch {
    /// The number of rows in the batch.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, Column::len)
    }
}

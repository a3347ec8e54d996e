//! Boards: rectangles of cells that hold characters.

use std::cmp::Ordering;
use std::fmt;

use bouton_values::{Refusal, counted, excerpt};

/// The most cells that a board may have.
pub const MAX_CELLS: usize = 4096;

/// A rectangle of cells, each holding one printable ASCII character. Written row by row: `..#|...`.
///
/// There is at least one cell and at most [`MAX_CELLS`]. Cells are numbered row by row from 0; what
/// the characters mean is for [`crate::BoardRules`] to say.
///
/// ```
/// use bouton_rules::Board;
/// let board = Board::from_rows(&["..#", "..."])?;
/// assert_eq!((board.height(), board.width()), (2, 3));
/// assert_eq!(board.cells()[2], b'#');
/// assert_eq!(board.neighbours(0).collect::<Vec<_>>(), [3, 1]);
/// assert_eq!(board.to_string(), "..#|...");
/// # Ok::<(), bouton_rules::Refusal>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    /// At least 1; divides the number of cells.
    width: u16,
    cells: Box<[u8]>,
}

impl Board {
    /// A board of these rows, all of one length.
    pub fn from_rows(rows: &[&str]) -> Result<Board, Refusal> {
        let width = rows.first().map_or(0, |row| row.len());
        if let Some((index, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != width) {
            return Err(Refusal::bad(
                format!(
                    "row {} has {}, the first row {width}",
                    index + 1,
                    counted(row.len(), "cell")
                ),
                "write rows of the same length with |, such as ..#|...",
            ));
        }
        check_size(rows.len(), width)?;
        let strange = |c: &char| !c.is_ascii_graphic() || matches!(c, '|' | ';');
        if let Some(c) = rows.iter().flat_map(|row| row.chars()).find(strange) {
            return Err(Refusal::bad(
                format!("`{}` is not allowed in a cell", c.escape_debug()),
                "write a printable ASCII character in each cell",
            ));
        }
        Ok(Board::of_cells(width, rows.concat().into_bytes()))
    }

    /// A board with the same character in every cell.
    pub(crate) fn filled(height: usize, width: usize, cell: u8) -> Result<Board, Refusal> {
        check_size(height, width)?;
        Ok(Board::of_cells(width, vec![cell; height * width]))
    }

    /// Rows of any lengths, filled up on the right; a single `blank` if there are no cells. Only for
    /// rows that are known to fit.
    pub(crate) fn padded(rows: &[&[u8]], blank: u8) -> Board {
        let width = rows.iter().map(|row| row.len()).max().unwrap_or(0).max(1);
        let mut cells = vec![blank; rows.len().max(1) * width];
        for (row, into) in rows.iter().zip(cells.chunks_mut(width)) {
            into[..row.len()].copy_from_slice(row);
        }
        Board::of_cells(width, cells)
    }

    /// Only for cells that are known to fill a rectangle.
    fn of_cells(width: usize, cells: Vec<u8>) -> Board {
        debug_assert!(width > 0 && !cells.is_empty() && cells.len().is_multiple_of(width));
        let width = u16::try_from(width).expect("a board has at most 4096 cells");
        Board { width, cells: cells.into() }
    }

    /// The number of columns of the board.
    #[must_use]
    pub fn width(&self) -> usize {
        usize::from(self.width)
    }

    /// The number of rows of the board.
    #[must_use]
    pub fn height(&self) -> usize {
        self.cells.len() / self.width()
    }

    /// The cells of the board, row by row, a byte for each.
    #[must_use]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The rows of the board, from the top.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[u8]> + Clone {
        self.cells.chunks(self.width())
    }

    /// The cells that hold this character, ascending.
    pub fn holding(&self, character: u8) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells.len()).filter(move |cell| self.cells[*cell] == character)
    }

    /// The cell above, if there is one.
    #[must_use]
    pub fn above(&self, cell: usize) -> Option<usize> {
        cell.checked_sub(self.width())
    }

    /// The cell below, if there is one.
    #[must_use]
    pub fn below(&self, cell: usize) -> Option<usize> {
        Some(cell + self.width()).filter(|below| *below < self.cells.len())
    }

    /// The next cell on the left, if there is one.
    #[must_use]
    pub fn left_of(&self, cell: usize) -> Option<usize> {
        (!cell.is_multiple_of(self.width())).then(|| cell - 1)
    }

    /// The next cell on the right, if there is one.
    #[must_use]
    pub fn right_of(&self, cell: usize) -> Option<usize> {
        Some(cell + 1).filter(|right| !right.is_multiple_of(self.width()))
    }

    /// The cells above, below, left and right of a cell, as far as there are any.
    pub fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let beside = [self.above(cell), self.below(cell), self.left_of(cell), self.right_of(cell)];
        beside.into_iter().flatten()
    }

    /// Does some neighbour of the cell hold this character?
    #[must_use]
    pub fn is_beside(&self, cell: usize, character: u8) -> bool {
        self.neighbours(cell).any(|neighbour| self.cells[neighbour] == character)
    }

    /// The board with other characters in some cells.
    #[must_use]
    pub fn with(&self, changes: &[(usize, u8)]) -> Board {
        let mut board = self.clone();
        for (cell, character) in changes {
            board.cells[*cell] = *character;
        }
        board
    }

    /// The connected regions of the cells whose character `belongs`, in the order of their first
    /// cells.
    pub fn regions(&self, belongs: impl Fn(u8) -> bool) -> Vec<Vec<usize>> {
        let mut is_new: Vec<bool> = self.cells.iter().map(|cell| belongs(*cell)).collect();
        let mut regions = Vec::new();
        for start in 0..self.cells.len() {
            if !std::mem::take(&mut is_new[start]) {
                continue;
            }
            let mut region = vec![start];
            let mut looked_at = 0;
            while let Some(cell) = region.get(looked_at).copied() {
                looked_at += 1;
                let fresh = |cell: &usize| std::mem::take(&mut is_new[*cell]);
                region.extend(self.neighbours(cell).filter(fresh));
            }
            regions.push(region);
        }
        regions
    }

    /// The smallest board around these cells, which do not hold `blank`; every other cell does. A
    /// single `blank` if there are none.
    #[must_use]
    pub fn cut_out(&self, cells: &[usize], blank: u8) -> Board {
        let (Some(first), Some(last)) = (cells.iter().min(), cells.iter().max()) else {
            return Board::of_cells(1, vec![blank]);
        };
        let (top, bottom) = (first / self.width(), last / self.width());
        let mut kept = vec![blank; (bottom - top + 1) * self.width()];
        for cell in cells {
            kept[cell - top * self.width()] = self.cells[*cell];
        }
        let columns = |row: &[u8]| {
            let left = row.iter().position(|cell| *cell != blank)?;
            Some((left, row.iter().rposition(|cell| *cell != blank)?))
        };
        let sides = kept.chunks(self.width()).filter_map(columns);
        let around = sides.reduce(|all, row| (all.0.min(row.0), all.1.max(row.1)));
        let (left, right) = around.unwrap_or((0, 0));
        let rows = kept.chunks(self.width()).flat_map(|row| &row[left..=right]);
        Board::of_cells(right - left + 1, rows.copied().collect())
    }

    /// The smallest board around the cells that do not hold `blank`.
    #[must_use]
    pub fn trimmed(&self, blank: u8) -> Board {
        let kept: Vec<usize> =
            (0..self.cells.len()).filter(|cell| self.cells[*cell] != blank).collect();
        self.cut_out(&kept, blank)
    }

    /// The mirror image that exchanges rows and columns.
    #[must_use]
    pub fn transposed(&self) -> Board {
        let column = |index: usize| self.rows().map(move |row| row[index]);
        Board::of_cells(self.height(), (0..self.width()).flat_map(column).collect())
    }

    /// The least of the four images in which rows remain rows.
    #[must_use]
    pub fn least_of_four(&self) -> Board {
        let mut least = self.clone();
        least.lower_to(self.rows().flat_map(|row| row.iter().rev()));
        least.lower_to(self.rows().rev().flatten());
        least.lower_to(self.cells.iter().rev());
        least
    }

    /// Takes the other cells if they come first. Most images differ early, and are never built.
    fn lower_to<'a>(&mut self, cells: impl Iterator<Item = &'a u8> + Clone) {
        if cells.clone().lt(self.cells.iter()) {
            self.cells = cells.copied().collect();
        }
    }

    /// The least of all eight images, of those that are not higher than wide.
    #[must_use]
    pub fn least_of_eight(&self) -> Board {
        match self.width().cmp(&self.height()) {
            Ordering::Greater => self.least_of_four(),
            Ordering::Less => self.transposed().least_of_four(),
            Ordering::Equal => self.least_of_four().min(self.transposed().least_of_four()),
        }
    }
}

/// Refuses boards without cells, and boards with too many.
fn check_size(height: usize, width: usize) -> Result<(), Refusal> {
    match height.checked_mul(width) {
        Some(0) => Err(Refusal::bad(
            "the board has no cells",
            "write the rows with |, such as ..#|..., with at least one cell",
        )),
        Some(1..=MAX_CELLS) => Ok(()),
        _ => Err(Refusal::bad(
            format!("a board of {height} rows and {width} columns is too large"),
            format!("write at most {MAX_CELLS} cells"),
        )),
    }
}

/// What the characters of a board may be, and what they mean.
pub(crate) type Alphabet = &'static [(char, &'static str)];

/// Reads rows with `|` between them, over this alphabet. Where there is a `filler`, short rows are
/// filled up with it on the right.
pub(crate) fn read_rows(
    text: &str,
    alphabet: Alphabet,
    filler: Option<u8>,
) -> Result<Board, Refusal> {
    if text.is_empty() {
        return Err(Refusal::bad("the position is empty", help(alphabet)));
    }
    if text.len() > 2 * MAX_CELLS {
        return Err(Refusal::bad(
            format!("the position has {} bytes", text.len()),
            format!("write a board of at most {MAX_CELLS} cells"),
        ));
    }
    let rows: Vec<&str> = text.split('|').map(str::trim).collect();
    let known = |c: &char| alphabet.iter().any(|(letter, _)| letter == c);
    if let Some(c) = rows.iter().flat_map(|row| row.chars()).find(|c| !known(c)) {
        return Err(Refusal::bad(
            format!("`{}` is not a cell of this board, in `{}`", c.escape_debug(), excerpt(text)),
            help(alphabet),
        ));
    }
    let Some(filler) = filler else { return Board::from_rows(&rows) };
    let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    check_size(rows.len(), width)?;
    let rows: Vec<&[u8]> = rows.iter().map(|row| row.as_bytes()).collect();
    Ok(Board::padded(&rows, filler))
}

/// Reads `4x5`, four rows of five columns. `None` if the text is nothing of the kind.
pub(crate) fn read_size(text: &str) -> Option<Result<(usize, usize), Refusal>> {
    let (rows, columns) = text.split_once('x')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(rows) || !is_number(columns) {
        return None;
    }
    let (Ok(height), Ok(width)) = (rows.parse(), columns.parse()) else {
        return Some(Err(Refusal::bad(
            format!("a board of {} is too large", excerpt(text)),
            format!("write at most {MAX_CELLS} cells"),
        )));
    };
    Some(check_size(height, width).map(|()| (height, width)))
}

/// What may be written, with the meanings.
fn help(alphabet: Alphabet) -> String {
    let letters: Vec<String> =
        alphabet.iter().map(|(letter, meaning)| format!("{letter} ({meaning})")).collect();
    format!("write rows with | between them, of the cells {}", letters.join(", "))
}

/// The rows from the top, with `|` between them.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, row) in self.rows().enumerate() {
            if index > 0 {
                f.write_str("|")?;
            }
            row.iter().try_for_each(|cell| write!(f, "{}", char::from(*cell)))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ALPHABET: Alphabet = &[('.', "empty"), ('#', "filled")];

    fn board(text: &str) -> Board {
        read_rows(text, ALPHABET, None).unwrap()
    }

    /// The mirror image that exchanges left and right.
    fn mirrored(board: &Board) -> Board {
        let rows = board.rows().flat_map(|row| row.iter().rev().copied());
        Board::of_cells(board.width(), rows.collect())
    }

    /// The mirror image that exchanges top and bottom.
    fn upside_down(board: &Board) -> Board {
        Board::of_cells(board.width(), board.rows().rev().flatten().copied().collect())
    }

    #[test]
    fn regions_are_connected_by_sides() {
        let board = board("..#.|##.#|.#..");
        assert_eq!(
            board.regions(|cell| cell == b'.'),
            [vec![0, 1], vec![3], vec![6, 10, 11], vec![8]]
        );
        assert_eq!(board.cut_out(&[6, 10, 11], b'#').to_string(), ".#|..");
        assert_eq!(board.cut_out(&[], b'#').to_string(), "#");
    }

    #[test]
    fn edges_have_no_neighbours_beyond() {
        let board = board("...|...");
        let neighbours = |cell| board.neighbours(cell).collect::<Vec<_>>();
        assert_eq!(neighbours(0), [3, 1]);
        assert_eq!(neighbours(2), [5, 1]);
        assert_eq!(neighbours(3), [0, 4]);
        assert_eq!(neighbours(4), [1, 3, 5]);
    }

    #[test]
    fn images_move_the_cells() {
        let board = board("#..|...");
        assert_eq!(mirrored(&board).to_string(), "..#|...");
        assert_eq!(upside_down(&board).to_string(), "...|#..");
        assert_eq!(board.transposed().to_string(), "#.|..|..");
        assert_eq!(board.least_of_four(), upside_down(&mirrored(&board)).least_of_four());
        assert_eq!(board.least_of_eight(), board.transposed().least_of_eight());
        assert_eq!(super::tests::board("###|#.#|#..").trimmed(b'#').to_string(), ".#|..");
    }

    #[test]
    fn what_is_no_board_is_refused_in_words() {
        let problem = |text: &str| read_rows(text, ALPHABET, None).unwrap_err().to_string();
        assert_eq!(problem(""), "the position is empty");
        assert_eq!(problem("|"), "the board has no cells");
        assert_eq!(problem("..|."), "row 2 has 1 cell, the first row 2");
        assert_eq!(problem("..||.."), "row 2 has 0 cells, the first row 2");
        assert_eq!(problem("..x"), "`x` is not a cell of this board, in `..x`");
        assert_eq!(problem(".é"), "`é` is not a cell of this board, in `.é`");
        assert_eq!(problem(&".".repeat(5000)), "a board of 1 rows and 5000 columns is too large");
        assert_eq!(problem(&".".repeat(50000)), "the position has 50000 bytes");
        assert_eq!(problem(&"|".repeat(8000)), "the board has no cells");
        let refusal = read_rows("3,4", ALPHABET, None).unwrap_err();
        assert!(refusal.help().to_string().contains(". (empty), # (filled)"), "{}", refusal.help());
    }

    #[test]
    fn short_rows_are_filled_up_where_there_is_a_filler() {
        let filled = |text: &str| read_rows(text, ALPHABET, Some(b'.')).map(|b| b.to_string());
        assert_eq!(filled("##|#"), Ok("##|#.".to_owned()));
        assert_eq!(filled("#||##"), Ok("#.|..|##".to_owned()));
        assert!(filled("|").is_err());
        // Few bytes, but a rectangle of 4000 by 4000.
        assert!(filled(&format!("{}{}", "|".repeat(4000), ".".repeat(4000))).is_err());
    }

    #[test]
    fn sizes_are_rows_and_columns() {
        assert_eq!(read_size("4x5"), Some(Ok((4, 5))));
        assert_eq!(read_size("64x64"), Some(Ok((64, 64))));
        for text in ["0x3", "3x0", "65x64", "4096x2", "99999999999999999999999x1"] {
            assert!(read_size(text).unwrap().is_err(), "{text}");
        }
        for text in ["x", "3x", "x3", "3", "3x4x5", "-1x2", "..x"] {
            assert_eq!(read_size(text), None, "{text}");
        }
    }

    fn any_board() -> impl Strategy<Value = Board> {
        (1..8usize, 1..8usize).prop_flat_map(|(height, width)| {
            let cells =
                prop::collection::vec(prop::sample::select(vec![b'.', b'#']), height * width);
            cells.prop_map(move |cells| Board::of_cells(width, cells))
        })
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(board in any_board()) {
            prop_assert_eq!(read_rows(&board.to_string(), ALPHABET, None), Ok(board));
        }

        #[test]
        fn images_of_a_board_have_the_same_least_image(board in any_board()) {
            let least = board.least_of_eight();
            for image in [mirrored(&board), upside_down(&board), board.transposed()] {
                prop_assert_eq!(image.least_of_eight(), least.clone());
            }
            prop_assert_eq!(board.transposed().transposed(), board.clone());
            prop_assert_eq!(mirrored(&mirrored(&board)), board);
        }

        #[test]
        fn regions_share_no_sides_and_hold_every_cell(board in any_board()) {
            let regions = board.regions(|cell| cell == b'.');
            let mut all: Vec<usize> = regions.concat();
            all.sort_unstable();
            prop_assert_eq!(all, board.holding(b'.').collect::<Vec<_>>());
            for region in &regions {
                let inside = |cell: usize| region.contains(&cell) || board.cells()[cell] == b'#';
                prop_assert!(region.iter().all(|cell| board.neighbours(*cell).all(inside)));
            }
        }
    }
}

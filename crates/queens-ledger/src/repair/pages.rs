//! The pages of a damaged SQLite database, and the rows in them.
//!
//! The layout is documented at <https://sqlite.org/fileformat2.html>. Nothing that a page says is relied on: numbers of pages and
//! sizes are checked, a page is a part of at most one value, and what cannot be read is skipped. So reading all rows takes time
//! in proportion to the file, whatever it contains.

use rusqlite::types::Value;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// The size of a page in bytes. Every ledger has SQLite's default.
pub(crate) const PAGE: usize = 4096;
/// The size of the largest row, which is more than any row of a ledger has.
const MAX_ROW: usize = 1 << 20;
/// The number of times that the rows of a damaged page may use the same bytes, on average.
const OVERLAP: usize = 4;
/// The sizes in bytes of the header of a write-ahead log, and of that of each page in it.
const LOG_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// The kinds of pages that contain rows or keys.
const INDEX_INTERIOR: u8 = 2;
const TABLE_INTERIOR: u8 = 5;
const INDEX_LEAF: u8 = 10;
const TABLE_LEAF: u8 = 13;

/// A row of a table, or of the results, which SQLite stores as an index.
pub(super) struct Row {
    /// The row id; `None` in an index.
    pub(super) id: Option<i64>,
    pub(super) values: Vec<Value>,
}

/// A database file with its write-ahead log.
pub(super) struct Pages {
    file: File,
    /// The number of pages.
    pub(super) count: u32,
    log: Option<File>,
    /// The places in the log of the pages that it replaces.
    logged: HashMap<u32, u64>,
    /// The pages that are parts of long values.
    used: HashSet<u32>,
}

impl Pages {
    /// Opens a database file, and its log if there is one.
    pub(super) fn open(path: &Path, log: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let pages = file.metadata()?.len().div_ceil(PAGE as u64);
        let mut count = u32::try_from(pages).unwrap_or(u32::MAX);
        let mut logged = HashMap::new();
        let mut log = File::open(log).ok();
        if let Some(log) = &mut log
            && let Ok(Some(pages)) = read_log(log, &mut logged)
        {
            // Each page is in the file or in the log.
            count = pages.min(count.saturating_add(logged.len() as u32));
        }
        Ok(Self { file, count, log, logged, used: HashSet::new() })
    }

    /// A page. Missing bytes at the end of the file are zeros. `None` if it cannot be read.
    pub(super) fn page(&mut self, number: u32) -> Option<Vec<u8>> {
        if !(1..=self.count).contains(&number) {
            return None;
        }
        let (file, place) = match (self.logged.get(&number), &mut self.log) {
            (Some(&place), Some(log)) => (log, place),
            _ => (&mut self.file, u64::from(number - 1) * PAGE as u64),
        };
        file.seek(SeekFrom::Start(place)).ok()?;
        let mut page = Vec::with_capacity(PAGE);
        file.take(PAGE as u64).read_to_end(&mut page).ok()?;
        page.resize(PAGE, 0);
        Some(page)
    }

    /// The pages that the trees with these roots contain.
    pub(super) fn reachable(&mut self, roots: impl IntoIterator<Item = u32>) -> Vec<bool> {
        let mut reached = vec![false; self.count as usize + 1];
        let mut waiting: Vec<u32> = roots.into_iter().collect();
        while let Some(number) = waiting.pop() {
            let Some(page) = self.page(number).filter(|_| !reached[number as usize]) else {
                continue;
            };
            reached[number as usize] = true;
            if [INDEX_INTERIOR, TABLE_INTERIOR].contains(&page[0]) {
                let left = cells(&page).filter_map(|at| number_at(&page, at));
                waiting.extend(left.chain(number_at(&page, 8)));
            }
        }
        reached
    }

    /// The pages that are not in use, which may have old content. `None` if the list of them is damaged.
    pub(super) fn free(&mut self) -> Option<Vec<bool>> {
        let header = self.page(1)?;
        let mut trunk = number_at(&header, 32)?;
        let mut left = number_at(&header, 36)?;
        let mut free = vec![false; self.count as usize + 1];
        let mut add = |number: u32| {
            left = left.checked_sub(1)?;
            let place = free.get_mut(number as usize).filter(|free| number > 1 && !**free)?;
            *place = true;
            Some(())
        };
        while trunk != 0 {
            add(trunk)?;
            let page = self.page(trunk)?;
            let leaves = number_at(&page, 4)? as usize;
            (0..leaves).try_for_each(|leaf| add(number_at(&page, 8 + 4 * leaf)?))?;
            trunk = number_at(&page, 0)?;
        }
        (left == 0).then_some(free)
    }

    /// The rows that begin in a page. What is damaged is left out.
    pub(super) fn rows(&mut self, number: u32) -> Vec<Row> {
        let Some(page) = self.page(number) else { return Vec::new() };
        // In an intact page, rows do not overlap.
        let mut left = OVERLAP * PAGE;
        let rows = cells(&page).filter_map(|at| self.row(&page, at, &mut left));
        rows.collect()
    }

    /// Forgets which pages are parts of long values, to read the rows again.
    pub(super) fn rewind(&mut self) {
        self.used.clear();
    }

    fn row(&mut self, page: &[u8], at: usize, left: &mut usize) -> Option<Row> {
        let kind = page[0];
        let mut rest = page.get(at..)?;
        if kind == INDEX_INTERIOR {
            // The page on the left.
            rest = rest.get(4..)?;
        }
        let size = usize::try_from(varint(&mut rest)?).ok().filter(|&size| size <= MAX_ROW)?;
        let id = if kind == TABLE_LEAF { Some(varint(&mut rest)?) } else { None };
        let here = bytes_here(kind, size)?;
        let mut payload = rest.get(..here)?.to_vec();
        *left = left.checked_sub(here)?;
        let mut next = if here < size { number_at(rest, here)? } else { 0 };
        while payload.len() < size {
            let page = self.page(next).filter(|_| self.used.insert(next))?;
            let part = (size - payload.len()).min(PAGE - 4);
            payload.extend(&page[4..4 + part]);
            next = number_at(&page, 0)?;
        }
        Some(Row { id, values: values(&payload)? })
    }
}

/// Reads a log up to its last complete transaction: the place of the last version of each page. Returns the number of pages of
/// the database, if there is a transaction.
fn read_log(log: &mut File, places: &mut HashMap<u32, u64>) -> io::Result<Option<u32>> {
    let mut log = io::BufReader::new(log);
    let mut header = [0; LOG_HEADER];
    log.read_exact(&mut header)?;
    let is_big = match number_at(&header, 0) {
        Some(0x377f_0682) => false,
        Some(0x377f_0683) => true,
        _ => return Ok(None),
    };
    let mut sum = log_sum([0; 2], &header[..24], is_big);
    if number_at(&header, 8) != Some(PAGE as u32) || sums_at(&header, 24) != Some(sum) {
        return Ok(None);
    }
    let mut frame = vec![0; FRAME_HEADER + PAGE];
    let (mut place, mut written, mut count) = (LOG_HEADER as u64, Vec::new(), None);
    while log.read_exact(&mut frame).is_ok() {
        sum = log_sum(sum, &frame[..8], is_big);
        sum = log_sum(sum, &frame[FRAME_HEADER..], is_big);
        let [number, size] = [0, 4].map(|at| number_at(&frame, at).unwrap_or(0));
        // The end, or pages of an earlier log.
        if frame[8..16] != header[16..24] || sums_at(&frame, 16) != Some(sum) || number == 0 {
            break;
        }
        written.push((number, place + FRAME_HEADER as u64));
        if size > 0 {
            places.extend(written.drain(..));
            count = Some(size);
        }
        place += frame.len() as u64;
    }
    Ok(count)
}

fn sums_at(bytes: &[u8], at: usize) -> Option<[u32; 2]> {
    Some([number_at(bytes, at)?, number_at(bytes, at + 4)?])
}

/// The checksum of a log, continued over these bytes.
fn log_sum([mut one, mut two]: [u32; 2], bytes: &[u8], is_big: bool) -> [u32; 2] {
    for pair in bytes.chunks_exact(8) {
        let number = |at: usize| {
            let bytes = std::array::from_fn(|i| pair[at + i]);
            if is_big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
        };
        one = one.wrapping_add(number(0)).wrapping_add(two);
        two = two.wrapping_add(number(4)).wrapping_add(one);
    }
    [one, two]
}

fn number_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// The places of the rows or keys in a page.
fn cells(page: &[u8]) -> impl Iterator<Item = usize> + use<> {
    let first = match page[0] {
        INDEX_LEAF | TABLE_LEAF => 8,
        INDEX_INTERIOR | TABLE_INTERIOR => 12,
        _ => PAGE,
    };
    let number = |at: usize| usize::from(u16::from_be_bytes([page[at], page[at + 1]]));
    // A list that is longer than the page is damaged.
    let places = (first..PAGE).step_by(2).take(number(3)).map(number);
    places.collect::<Vec<_>>().into_iter()
}

/// The number of bytes of a row that are in its own page; `None` in a page without rows.
fn bytes_here(kind: u8, size: usize) -> Option<usize> {
    let most = match kind {
        TABLE_LEAF => PAGE - 35,
        INDEX_LEAF | INDEX_INTERIOR => (PAGE - 12) * 64 / 255 - 23,
        _ => return None,
    };
    let least = (PAGE - 12) * 32 / 255 - 23;
    let split = || least + (size - least) % (PAGE - 4);
    Some(if size <= most { size } else { Some(split()).filter(|&at| at <= most).unwrap_or(least) })
}

/// A number in the first bytes, which are removed.
fn varint(bytes: &mut &[u8]) -> Option<i64> {
    let mut number = 0_u64;
    for at in 0..9 {
        let byte = *bytes.get(at)?;
        if at == 8 || byte < 128 {
            let (shift, low) = if at == 8 { (8, byte) } else { (7, byte & 127) };
            *bytes = &bytes[at + 1..];
            return Some((number << shift | u64::from(low)) as i64);
        }
        number = number << 7 | u64::from(byte & 127);
    }
    None
}

/// The values of a row.
fn values(row: &[u8]) -> Option<Vec<Value>> {
    let mut types = row;
    let head = usize::try_from(varint(&mut types)?).ok()?;
    let used = row.len() - types.len();
    let mut types = row.get(used..head)?;
    let mut content = &row[head..];
    let mut values = Vec::new();
    while !types.is_empty() {
        let kind = varint(&mut types)?;
        let size = match kind {
            0 | 8 | 9 => 0,
            1..=4 => kind,
            5 => 6,
            6 => 8,
            12.. => (kind - 12) / 2,
            // Other numbers are not in ledgers.
            _ => return None,
        };
        let (value, rest) = content.split_at_checked(usize::try_from(size).ok()?)?;
        content = rest;
        values.push(match kind {
            0 => Value::Null,
            8 | 9 => Value::Integer(kind - 8),
            1..=6 => {
                let sign = if value[0] >= 128 { -1 } else { 0 };
                Value::Integer(
                    value.iter().fold(sign, |number, &byte| number << 8 | i64::from(byte)),
                )
            }
            _ if kind % 2 == 0 => Value::Blob(value.to_vec()),
            _ => Value::Text(String::from_utf8(value.to_vec()).ok()?),
        });
    }
    Some(values)
}

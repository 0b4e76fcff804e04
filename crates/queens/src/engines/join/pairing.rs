//! Half-boards from pairs of quarters: the fillings of both that use complementary rows and share no diagonal.
//!
//! The vector kernels append half-boards without checking lengths. A [`Pairing`] proves to them that there is room:
//! only this module can make one, and it first reserves room for every pair of fillings, whether they fit or not. The
//! number of pairs is that of the lists which [`Sides::lists`] returns, because only `quarters.rs` can make quarters.

use super::kernel::Kernel;
use super::masks::{List, Masks};
use super::memory::NoMemory;
use super::quarters::{AT_ONCE, BLOCK, Block, ScalarFilling, ScalarQuarter, VectorQuarter};

/// Lower half-boards are grouped by the number of their queens on main diagonals: none, one or two. Upper half-boards
/// have none there.
pub(super) const GROUPS: usize = 3;

/// Two quarters: one whose fillings are taken one at a time, and one whose fillings are taken eight at a time.
#[derive(Clone, Copy)]
pub(super) struct Quarters<'a> {
    pub(super) scalar: &'a ScalarQuarter,
    pub(super) vector: &'a VectorQuarter,
}

/// Some of the pairs of lists of a half: places in the lists of its vector quarter, of those off and of those on the main
/// diagonals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Batch {
    first: [usize; 2],
    end: [usize; 2],
}

/// The two quarters of a half. Of the vector quarter, only the fillings off or only those on the main diagonals, and of
/// these only some lists.
#[derive(Clone, Copy)]
pub(super) struct Sides<'a> {
    quarters: Quarters<'a>,
    /// The first list of the vector quarter, and the number of them.
    first: usize,
    count: usize,
    /// Whether the fillings of the vector quarter are those on the main diagonals.
    on_main: bool,
    /// Whether to leave out the fillings of the scalar quarter that are off the main diagonals.
    scalar_on_main_only: bool,
}

/// A list of fillings of the scalar quarter.
#[derive(Clone, Copy)]
pub(super) struct ScalarList<'a> {
    /// The list, and behind it `AT_ONCE - 1` fillings that may be read but do not belong to it.
    padded: &'a [ScalarFilling],
    count: usize,
}

/// A list of fillings of the vector quarter, in at least one block.
#[derive(Clone, Copy)]
pub(super) struct VectorList<'a> {
    pub(super) blocks: &'a [Block],
    /// The high words of each block, if masks have them.
    pub(super) high: &'a [[u32; BLOCK]],
    /// Whether all fillings are in the first half of a single block.
    pub(super) short: bool,
}

/// Lists that use complementary rows.
pub(super) struct Lists<'a> {
    /// The fillings off the main diagonals, and those on them.
    pub(super) scalar: [ScalarList<'a>; 2],
    pub(super) vector: VectorList<'a>,
}

impl<'a> ScalarList<'a> {
    #[inline(always)]
    pub(super) fn list(self) -> &'a [ScalarFilling] {
        &self.padded[..self.count]
    }

    /// The number of fillings in the list.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    pub(super) fn count(self) -> usize {
        self.count
    }

    /// The [`count`](Self::count) fillings of the list and `AT_ONCE - 1` behind them: from each filling of the list on,
    /// [`AT_ONCE`] can be read.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    pub(super) fn padded(self) -> &'a [ScalarFilling] {
        self.padded
    }
}

impl<'a> Sides<'a> {
    /// The number of pairs of lists.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    #[inline(always)]
    fn scalar_list(&self, first: usize, end: usize) -> ScalarList<'a> {
        let padded = &self.quarters.scalar.fillings()[first..end + AT_ONCE - 1];
        ScalarList { padded, count: end - first }
    }

    /// A pair of lists, those with the shortest vector lists first: then the branch at the end of a list is well predicted.
    #[inline(always)]
    pub(super) fn lists<const WIDE: bool>(&self, place: usize) -> Lists<'a> {
        assert!(place < self.count);
        let place = self.first + place;
        let vector = self.quarters.vector;
        let range = vector.lists(self.on_main)[place];
        let starts = &self.quarters.scalar.starts()[range.scalar as usize..][..3];
        let (first, middle, last) = (starts[0] as usize, starts[1] as usize, starts[2] as usize);
        let first = if self.scalar_on_main_only { middle } else { first };
        let blocks = range.first as usize..(range.first + range.blocks) as usize;
        Lists {
            scalar: [self.scalar_list(first, middle), self.scalar_list(middle, last)],
            vector: VectorList {
                high: if WIDE { &vector.high()[blocks.clone()] } else { &[] },
                blocks: &vector.blocks()[blocks],
                short: place < vector.short(self.on_main),
            },
        }
    }
}

/// Two quarters, the masks to which their half-boards are appended, and where. Proves that there is room for all of them.
pub(super) struct Pairing<'a> {
    sides: Sides<'a>,
    masks: &'a mut Masks,
    ends: &'a mut [u32; 2],
}

impl<'a> Pairing<'a> {
    /// The quarters; the masks; and where to append the half-boards whose filling of the scalar quarter is off, and on,
    /// the main diagonals.
    ///
    /// Behind each of the two ends there is room for the half-boards of all lists, and for [`Masks::SLACK`] words more.
    #[inline(always)]
    pub(super) fn into_parts(self) -> (Sides<'a>, &'a mut Masks, &'a mut [u32; 2]) {
        (self.sides, self.masks, self.ends)
    }
}

/// The half-boards of two quarters, by group.
#[derive(Default)]
pub(super) struct Paired {
    masks: Masks,
    starts: [u32; GROUPS],
    ends: [u32; GROUPS],
}

impl Paired {
    /// Replaces the half-boards by those of two quarters; only those of a batch, and only the wanted groups.
    #[inline(always)]
    pub(super) fn pair<K: Kernel, const WIDE: bool>(
        &mut self,
        kernel: K,
        quarters: Quarters<'_>,
        wanted: [bool; GROUPS],
        batch: Batch,
    ) -> Result<(), NoMemory> {
        let Self { masks, starts, ends } = self;
        let rooms = if batch == whole(quarters) {
            rooms(quarters, wanted)
        } else {
            rooms_of_batch(quarters, wanted, batch)
        };
        let mut total = 0;
        for (start, room) in starts.iter_mut().zip(rooms) {
            *start = u32::try_from(total).expect("lists of half-boards have 32-bit places");
            total += room + Masks::SLACK as u64;
        }
        u32::try_from(total).expect("lists of half-boards have 32-bit places");
        masks.reserve(total as usize)?;
        *ends = *starts;
        for on_main in 0..2 {
            let mut here = [ends[on_main], ends[on_main + 1]];
            let (first, end) = (batch.first[on_main], batch.end[on_main]);
            let sides = Sides {
                quarters,
                first,
                count: end - first,
                on_main: on_main == 1,
                scalar_on_main_only: !wanted[on_main],
            };
            kernel.pair::<WIDE>(Pairing { sides, masks, ends: &mut here });
            [ends[on_main], ends[on_main + 1]] = here;
        }
        Ok(())
    }

    /// The half-boards of a group.
    #[inline(always)]
    pub(super) fn list(&self, group: usize) -> List<'_> {
        let place = self.starts[group] as usize..self.ends[group] as usize;
        List { low: &self.masks.low[place.clone()], high: &self.masks.high[place] }
    }

    pub(super) fn memory(&self) -> usize {
        self.masks.memory()
    }
}

/// All pairs of lists.
#[inline(always)]
fn whole(quarters: Quarters<'_>) -> Batch {
    let counts = [false, true].map(|on_main| quarters.vector.lists(on_main).len());
    Batch { first: [0; 2], end: counts }
}

/// The number of pairs of fillings, by group; only the wanted groups.
#[inline(always)]
fn rooms(quarters: Quarters<'_>, wanted: [bool; GROUPS]) -> [u64; GROUPS] {
    let (scalar_sets, vector_sets) = (quarters.scalar.row_sets(), quarters.vector.row_sets());
    assert!(scalar_sets == vector_sets, "quarters of a half use complementary rows");
    let mut rooms = [0; GROUPS];
    for on_main in 0..2 {
        if quarters.vector.lists(on_main == 1).is_empty() {
            continue;
        }
        let lanes = quarters.vector.lengths(on_main);
        if wanted[on_main] {
            rooms[on_main] += pairs(quarters.scalar.lengths(0), lanes);
        }
        rooms[on_main + 1] += pairs(quarters.scalar.lengths(1), lanes);
    }
    rooms
}

/// The same for a batch.
fn rooms_of_batch(quarters: Quarters<'_>, wanted: [bool; GROUPS], batch: Batch) -> [u64; GROUPS] {
    let mut rooms = [0; GROUPS];
    for on_main in 0..2 {
        for place in batch.first[on_main]..batch.end[on_main] {
            let [off, on] = rooms_of_lists(quarters, on_main, place);
            rooms[on_main] += if wanted[on_main] { off } else { 0 };
            rooms[on_main + 1] += on;
        }
    }
    rooms
}

/// The number of pairs of fillings in a pair of lists: with the filling of the scalar quarter off, and on, the main diagonals.
fn rooms_of_lists(quarters: Quarters<'_>, on_main: usize, place: usize) -> [u64; 2] {
    let range = quarters.vector.lists(on_main == 1)[place];
    let starts = &quarters.scalar.starts()[range.scalar as usize..][..3];
    let lanes = u64::from(range.blocks) * BLOCK as u64;
    [u64::from(starts[1] - starts[0]) * lanes, u64::from(starts[2] - starts[1]) * lanes]
}

/// Divides the pairs of lists of a half into batches of at most `most` pairs of fillings each, or of a single pair of
/// lists. Returns the number of pairs of fillings of the longest batch.
#[inline(always)]
pub(super) fn batches(
    (quarters, wanted): (Quarters<'_>, [bool; GROUPS]),
    most: u64,
    batches: &mut Vec<Batch>,
) -> u64 {
    batches.clear();
    let room = rooms(quarters, wanted).iter().sum();
    if room <= most {
        batches.push(whole(quarters));
        return room;
    }
    divide(quarters, wanted, most, batches)
}

fn divide(
    quarters: Quarters<'_>,
    wanted: [bool; GROUPS],
    most: u64,
    batches: &mut Vec<Batch>,
) -> u64 {
    let (mut here, mut room, mut longest) = (Batch::default(), 0, 0);
    for (on_main, &is_wanted) in wanted.iter().enumerate().take(2) {
        for place in 0..quarters.vector.lists(on_main == 1).len() {
            let [off, on] = rooms_of_lists(quarters, on_main, place);
            let further = on + if is_wanted { off } else { 0 };
            if room > 0 && room + further > most {
                batches.push(here);
                here.first = here.end;
                room = 0;
            }
            here.end[on_main] = place + 1;
            room += further;
            longest = longest.max(room);
        }
    }
    batches.push(here);
    longest
}

/// The number of pairs of fillings in lists of these lengths.
#[inline(always)]
fn pairs(scalar: &[u32], vector: &[u32]) -> u64 {
    let mut sum = 0;
    for i in 0..scalar.len().min(vector.len()) {
        sum += u64::from(scalar[i]) * u64::from(vector[i]);
    }
    sum
}

// What both kernels share. `mod.rs` writes the constants in capital letters before this text:
//
//   LANES         lanes of a workgroup
//   PAGE          parents in a page; a page holds parents of one job
//   RECORDS       the most records on the stack of a lane in the second phase
//   GAPS          whether columns are skipped in the second phase
//   MARKED        whether solutions are found by a mark
//   QUEENS        whether every queen is counted
//   LEVELS        whether the queens of each column are counted, too
//   REST          the most columns of the second phase
//   FILLED        the most columns that the first phase fills, and the root column
//   IDLE          the idle state of the second phase
//
// Sets of rows are words of 32 bits: bit i is row i. The search fills column after column, so a set of diagonals is kept as the rows
// that it closes in one column, and is shifted when the search moves to another column: `up` to the left, `down` to the right.
// The Rust code in ../twin/ makes the same steps.

struct Parameters {
    job_count: u32,
    units: u32,      // of all jobs
    unit_bits: u32,  // bits of a unit's number within its job
    page_limit: u32, // pages that a batch fills
    lanes: u32,      // of the first phase
    first_lane: u32, // the lane of the first phase that starts first
    lane_limit: u32, // pages that a lane fills
}

// Words of a job.
const JOB_FREE = 0u;
const JOB_UP = 1u;
const JOB_DOWN = 2u;
const JOB_FAR_UP = 3u;
const JOB_FAR_DOWN = 4u;
const JOB_ALLOWED = 5u;
const JOB_COLUMN_COUNT = 6u;
const JOB_TURN = 7u;
const JOB_PREFIXED = 8u;
const JOB_MARK = 9u;
const JOB_ROOT = 10u;
const JOB_GAPS = 11u;    // two bits per column of the second phase, by the number of columns left
const JOB_COLUMNS = 12u; // one word per column: the distance to the next column, and in the second byte the one to the turn
const JOB_WORDS = 44u;

// Words of `counts`. The first eight are 0 at the start of each batch.
const TAKEN = 0u;      // pages taken by the first phase
const NEXT_PAGE = 1u;  // the next page that the second phase takes
const WAITING = 2u;    // lanes of the first phase that wait for pages
const LOWEST = 3u;     // the inverse of the lowest job that one of them works on
const PRODUCED = 4u;   // parents that the first phase has written
const DRAINED = 5u;    // parents that the second phase has taken
const ENDED = 6u;      // lanes of both phases that have ended as they should
const NEXT_UNIT = 8u;  // the next unit that the first phase takes
const OVERFLOW = 9u;   // the number of a job whose counter exceeded 64 bits, plus 1
const COUNTERS = 16u;  // two words per job: solutions; then, with QUEENS, two words per job: queens; then, with LEVELS, two words
                       // per job and number of free rows, 1 to LEVEL_COUNTERS: queens placed while that number of rows was free

// Counters of a job, if the queens of each column are counted.
const LEVEL_COUNTERS = 32u;

const ALL_ROWS = 0xffffffffu;
const NONE = 0xffffffffu;

@group(0) @binding(0) var<storage, read> jobs: array<u32>;
@group(0) @binding(1) var<storage, read_write> parents: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> pages: array<vec2<u32>>; // number of parents, job
@group(0) @binding(3) var<storage, read_write> saved: array<u32>;       // of the lanes of the first phase
@group(0) @binding(4) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(5) var<uniform> parameters: Parameters;

// Adds to a counter of 64 bits in two words. A counter that exceeds them is reported to the host.
fn add(counter: u32, job: u32, amount: u32) {
    if (amount == 0u) {
        return;
    }
    let low = COUNTERS + 2u * counter;
    let before = atomicAdd(&counts[low], amount);
    if (before + amount < before) {
        if (atomicAdd(&counts[low + 1u], 1u) == 0xffffffffu) {
            atomicMax(&counts[OVERFLOW], job + 1u);
        }
    }
}

// Adds to the counter of the queens that are placed while this number of rows is free.
fn add_level(job: u32, free_rows: u32, amount: u32) {
    add(2u * parameters.job_count + job * LEVEL_COUNTERS + free_rows - 1u, job, amount);
}

// The sums of a workgroup, which its first lane adds to those of the batch. The host compares the sums of both phases, so that a
// device that loses states, or ends a loop too early, is noticed.
var<workgroup> group_parents: atomic<u32>;
var<workgroup> group_ended: atomic<u32>;

// Reports the parents of a lane, and whether it has left its loop as it should. All lanes of a workgroup call this at their end.
fn report_end(lane: u32, total: u32, lane_parents: u32, ended: bool) {
    atomicAdd(&group_parents, lane_parents);
    atomicAdd(&group_ended, select(0u, 1u, ended));
    workgroupBarrier();
    if (lane == 0u) {
        atomicAdd(&counts[total], atomicLoad(&group_parents));
        atomicAdd(&counts[ENDED], atomicLoad(&group_ended));
    }
}

// Before the first use of the sums, which are not 0 on every device.
fn clear_sums(lane: u32) {
    if (lane == 0u) {
        atomicStore(&group_parents, 0u);
        atomicStore(&group_ended, 0u);
    }
    workgroupBarrier();
}

fn lowest_row(rows: u32) -> u32 {
    return rows & (0u - rows);
}

// Phase 1: every job is expanded into the states (parents) that the second phase continues from.
//
// A job is divided into units by the rows of its first columns: `prefixed` columns, five bits of the unit's number each. A lane takes
// a unit and searches it depth first, with its own stack in memory. Every state in which a row of the root column can be taken goes
// into a page of the lane. When no pages are left, the lane saves its state and resumes from there in the next batch. So no state is
// lost or produced twice, and the number of states need not be known in advance.
//
// Lanes that start first would take all pages of a batch. So a lane takes at most a multiple of its share, and each batch starts with
// other lanes.

// A lane waits after this number of turns of its loop. Some devices end every loop after 65,535 turns.
const MOST_TURNS = 4096u;

// A state: the rows closed in the current column, and in the first column after the turn.
struct Wide {
    free: u32,
    up: u32,
    down: u32,
    far_up: u32,
    far_down: u32,
}

// The words of a lane in `saved`. The words of all lanes alternate.
const SAVED_FLAG = 0u;  // 1 if the lane resumes, 0 if it takes a unit
const SAVED_JOB = 1u;
const SAVED_ROWS = 2u;
const SAVED_HEIGHT = 3u;
const SAVED_STATE = 4u; // five words
const SAVED_STACK = 9u; // six words per record: rows still to try and a state
const RECORD_WORDS = 6u;

fn load_state(at: u32) -> Wide {
    let stride = parameters.lanes;
    return Wide(saved[at], saved[at + stride], saved[at + 2u * stride], saved[at + 3u * stride], saved[at + 4u * stride]);
}

fn store_state(at: u32, state: Wide) {
    let stride = parameters.lanes;
    saved[at] = state.free;
    saved[at + stride] = state.up;
    saved[at + 2u * stride] = state.down;
    saved[at + 3u * stride] = state.far_up;
    saved[at + 4u * stride] = state.far_down;
}

// The rows that can be taken in the current column.
fn places(state: Wide) -> u32 {
    return state.free & ~(state.up | state.down);
}

// The state after a queen is placed in a column.
fn after(state: Wide, queen: u32, job: u32, column: u32) -> Wide {
    let distances = jobs[job * JOB_WORDS + JOB_COLUMNS + column];
    let shift = distances & 255u;
    let far = distances >> 8u;
    var next = Wide(
        state.free ^ queen,
        (state.up | queen) << shift,
        (state.down | queen) >> shift,
        state.far_up | (queen << far),
        state.far_down | (queen >> far),
    );
    if (column + 1u == jobs[job * JOB_WORDS + JOB_TURN]) {
        next.up = next.far_up;
        next.down = next.far_down;
    }
    return next;
}

// The queens that each lane has placed in each column since they were last reported. A launch has too few turns for more than 32 bits.
var<workgroup> filled: array<u32, LANES * FILLED>;

fn count_level(group_lane: u32, column: u32, placed: u32) {
    if (LEVELS) {
        filled[column * LANES + group_lane] += placed;
    }
}

// Adds the queens of a lane to the counters of its job, which has `full` free rows and fills the columns up to the root column.
fn report_levels(group_lane: u32, job: u32, full: u32, root_column: u32) {
    for (var column = 0u; column <= root_column; column += 1u) {
        add_level(job, full - column, filled[column * LANES + group_lane]);
        filled[column * LANES + group_lane] = 0u;
    }
}

@compute @workgroup_size(LANES)
fn expand(@builtin(global_invocation_id) invocation: vec3<u32>, @builtin(local_invocation_index) group_lane: u32) {
    clear_sums(group_lane);
    if (LEVELS) {
        for (var column = 0u; column < FILLED; column += 1u) {
            filled[column * LANES + group_lane] = 0u;
        }
    }
    let lane = (invocation.x + parameters.first_lane) % parameters.lanes;
    let stride = parameters.lanes;
    var job = NONE;
    var state = Wide(0u, 0u, 0u, 0u, 0u);
    var rows = 0u;
    var height = 0u;
    var page = NONE;
    var used = 0u;
    var own_pages = 0u;
    var produced = 0u;
    var queens = 0u; // placed since they were last reported
    // Of the job: its free rows, its last column, and the distance from the root column to the second phase.
    var full = 0u;
    var last = 0u;
    var turned = false;
    var root = 0u;

    let resumes = saved[SAVED_FLAG * stride + lane] != 0u;
    if (resumes) {
        job = saved[SAVED_JOB * stride + lane];
        rows = saved[SAVED_ROWS * stride + lane];
        height = saved[SAVED_HEIGHT * stride + lane];
        state = load_state(SAVED_STATE * stride + lane);
        let at = job * JOB_WORDS;
        full = countOneBits(jobs[at + JOB_FREE]);
        last = jobs[at + JOB_COLUMN_COUNT] - 1u;
        turned = jobs[at + JOB_TURN] <= last + 1u;
        root = jobs[at + JOB_ROOT];
    }
    var waits = false;
    var ended = false;
    for (var turn = 0u; turn < 2u * MOST_TURNS; turn += 1u) {
        if (rows == 0u && height > 0u) {
            height -= 1u;
            let record = (SAVED_STACK + height * RECORD_WORDS) * stride + lane;
            rows = saved[record];
            state = load_state(record + stride);
        }
        if (rows == 0u) {
            // A lane without a unit has nothing to save.
            if (turn >= MOST_TURNS || atomicLoad(&counts[NEXT_UNIT]) >= parameters.units) {
                ended = true;
                break;
            }
            let unit = atomicAdd(&counts[NEXT_UNIT], 1u);
            if (unit >= parameters.units) {
                ended = true;
                break;
            }
            let unit_job = unit >> parameters.unit_bits;
            let number = unit & ((1u << parameters.unit_bits) - 1u);
            let at = unit_job * JOB_WORDS;
            let prefixed = jobs[at + JOB_PREFIXED];
            // A job with fewer columns has units only for these.
            var valid = (number >> (5u * prefixed)) == 0u;
            var next = Wide(jobs[at + JOB_FREE], jobs[at + JOB_UP], jobs[at + JOB_DOWN], jobs[at + JOB_FAR_UP], jobs[at + JOB_FAR_DOWN]);
            var placed = 0u;
            for (var i = 0u; i < prefixed && valid; i += 1u) {
                let row = 1u << ((number >> (5u * (prefixed - 1u - i))) & 31u);
                let free_rows = places(next) & select(ALL_ROWS, jobs[at + JOB_ALLOWED], i == 0u);
                valid = (free_rows & row) != 0u;
                // A queen that several units have in common is counted by the first of them.
                placed = select(1u, placed + 1u, row == lowest_row(free_rows));
                next = after(next, row, unit_job, i);
            }
            if (valid) {
                if (unit_job != job) {
                    // A page holds parents of one job.
                    if (page != NONE) {
                        pages[page] = vec2<u32>(used, job);
                        page = NONE;
                    }
                    if (QUEENS && job != NONE) {
                        add(parameters.job_count + job, job, queens);
                        queens = 0u;
                        if (LEVELS) {
                            report_levels(group_lane, job, full, last + 1u);
                        }
                    }
                    job = unit_job;
                    full = countOneBits(jobs[at + JOB_FREE]);
                    last = jobs[at + JOB_COLUMN_COUNT] - 1u;
                    turned = jobs[at + JOB_TURN] <= last + 1u;
                    root = jobs[at + JOB_ROOT];
                }
                queens += placed;
                for (var i = 0u; LEVELS && i < placed; i += 1u) {
                    count_level(group_lane, prefixed - 1u - i, 1u);
                }
                state = next;
                rows = places(next) & select(ALL_ROWS, jobs[at + JOB_ALLOWED], prefixed == 0u);
            }
            continue;
        }
        if (turn >= MOST_TURNS || (page == NONE && own_pages == parameters.lane_limit)) {
            waits = true;
            ended = true;
            break;
        }
        if (page == NONE) {
            let taken = atomicAdd(&counts[TAKEN], 1u);
            if (taken >= parameters.page_limit) {
                waits = true;
                ended = true;
                break;
            }
            own_pages += 1u;
            page = taken;
            used = 0u;
        }
        // The lowest row is taken. The state after it is a parent, or is continued with, or is a dead end.
        let queen = lowest_row(rows);
        rows ^= queen;
        queens += 1u;
        let column = full - countOneBits(state.free);
        count_level(group_lane, column, 1u);
        let next = after(state, queen, job, column);
        let there = places(next);
        if (column == last) {
            if (there != 0u) {
                queens += countOneBits(there);
                count_level(group_lane, column + 1u, countOneBits(there));
                let up = select(next.far_up, next.up << root, turned);
                let down = select(next.far_down, next.down >> root, turned);
                parents[page * PAGE + used] = vec4<u32>(there, next.free, up, down);
                used += 1u;
                produced += 1u;
                if (used == PAGE) {
                    pages[page] = vec2<u32>(PAGE, job);
                    page = NONE;
                }
            }
        } else if (there != 0u) {
            if (rows != 0u) {
                let record = (SAVED_STACK + height * RECORD_WORDS) * stride + lane;
                saved[record] = rows;
                store_state(record + stride, state);
                height += 1u;
            }
            state = next;
            rows = there;
        }
    }
    if (page != NONE) {
        pages[page] = vec2<u32>(used, job);
    }
    if (QUEENS && job != NONE) {
        add(parameters.job_count + job, job, queens);
        if (LEVELS) {
            report_levels(group_lane, job, full, last + 1u);
        }
    }
    if (waits) {
        saved[SAVED_JOB * stride + lane] = job;
        saved[SAVED_ROWS * stride + lane] = rows;
        saved[SAVED_HEIGHT * stride + lane] = height;
        store_state(SAVED_STATE * stride + lane, state);
        atomicAdd(&counts[WAITING], 1u);
        atomicMax(&counts[LOWEST], ~job);
    }
    saved[SAVED_FLAG * stride + lane] = select(0u, 1u, waits);
    report_end(group_lane, PRODUCED, produced, ended);
}

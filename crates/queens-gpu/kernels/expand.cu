// Phase 1: every job is expanded into the states (parents) that the second phase continues from.
//
// Work is divided in three levels:
//
//   job    divided into units by the rows of its first columns: `prefixed` columns, five bits of the unit's number each
//   unit   taken by a warp; divided into items: a row of the next column and a row of the column after it
//   item   taken by an idle lane, which searches it depth first with its own stack in shared memory
//
// Every state in which a row of the root column can be taken goes into a page of the warp. When no pages are left, the warp saves
// its whole state to global memory and resumes from there in the next launch. So no state is lost or produced twice, and the number
// of states need not be known in advance.
//
// If the queens of each column are counted (LEVELS), each lane has a counter per column in shared memory, behind the stacks.

static const u32 EXPAND_THREADS = 128;
static const u32 WARPS = EXPAND_THREADS / LANES;
static const u32 NO_PAGE = ~0u;

// A state of the first phase: the rows closed in the current column, and in the first column after the turn.
struct Wide {
    u32 free, up, down, far_up, far_down;
};
static const u32 WIDE_WORDS = 5;
static const u32 RECORD_WORDS = 6; // a record of the stack: the rows still to try and a state
static const u32 LANE_WORDS = 7;   // a saved lane without its stack: a record and the height of the stack
static const u32 WARP_WORDS = 32;  // a saved warp without its lanes

// The words of a record, of which the stack of a lane consists. The words of the 32 lanes alternate, so word i of a record is
// record[i * LANES].
enum RecordWord : u32 {
    RECORD_ROWS,
    RECORD_STATE, // WIDE_WORDS words
};
static_assert(RECORD_STATE + WIDE_WORDS == RECORD_WORDS, "rows and a state");

// The words of a saved warp that all lanes share: save[i].
enum SavedWarpWord : u32 {
    SAVED_FLAG,                                   // 1 if the warp is saved, 0 if it starts from the beginning
    SAVED_JOB,                                    // unit.job
    SAVED_ROWS,                                   // unit.rows
    SAVED_ITEMS,                                  // unit.items
    SAVED_STATE,                                  // unit.state, WIDE_WORDS words
    SAVED_ROW_STATE = SAVED_STATE + WIDE_WORDS,   // unit.row_state, WIDE_WORDS words
    SAVED_WARP_END = SAVED_ROW_STATE + WIDE_WORDS,
};
static_assert(SAVED_WARP_END <= WARP_WORDS, "the saved words of a warp fit");

// The words of a saved lane: save_lane[i * LANES]. They start with a record, the search in progress.
enum SavedLaneWord : u32 {
    SAVED_HEIGHT = RECORD_WORDS, // number of records on the stack
    SAVED_STACK,                 // the records
};
static_assert(SAVED_STACK == LANE_WORDS, "the stack is behind the other words of a lane");

// A state in memory, in words that are `stride` apart.
static __device__ Wide load(const u32* words, u32 stride) {
    return Wide{words[0], words[stride], words[2 * stride], words[3 * stride], words[4 * stride]};
}

static __device__ void store(u32* words, u32 stride, const Wide& state) {
    words[0] = state.free, words[stride] = state.up, words[2 * stride] = state.down;
    words[3 * stride] = state.far_up, words[4 * stride] = state.far_down;
}

// The columns of the warp's job, in shared memory; see `Job`.
struct Columns {
    u8 shift[MOST_COLUMNS];
    u8 far[MOST_COLUMNS];
};

// The rows that can be taken in the current column.
static __device__ u32 places(const Wide& state) { return state.free & ~(state.up | state.down); }

// The state after a queen is placed in a column.
static __device__ Wide after(const Wide& state, u32 queen, u32 column, const Columns& columns, u32 turn) {
    const u32 shift = columns.shift[column], far = columns.far[column];
    Wide next = {state.free ^ queen, (state.up | queen) << shift, (state.down | queen) >> shift, state.far_up | queen << far,
                 state.far_down | queen >> far};
    if (column + 1 == turn) next.up = next.far_up, next.down = next.far_down;
    return next;
}

static __device__ u32 lowest(u32 rows) { return rows & (0u - rows); }

// What all lanes of a warp share.
struct Unit {
    u32 job;
    Wide state;     // with the queens of the prefix
    u32 rows;       // rows of the next column that are not started
    Wide row_state; // with the queen in the row that was started last
    u32 items;      // rows of the column after it that no lane has taken
};

// The state after the rows that the number of a unit encodes; free is 0 if they cannot all be taken.
static __device__ Wide prefix(const Job& job, u32 number, const Columns& columns, u32* queens) {
    Wide state = {job.free, job.up, job.down, job.far_up, job.far_down};
    u32 set = 0;
    if (number >> 5 * job.prefixed) return Wide{0, 0, 0, 0, 0};
    for (u32 i = 0; i < job.prefixed; i++) {
        const u32 row = 1u << (number >> 5 * (job.prefixed - 1 - i) & 31);
        const u32 rows = places(state) & (i == 0 ? job.allowed : ALL_ROWS);
        if (!(rows & row)) return Wide{0, 0, 0, 0, 0};
        // A queen that several units have in common is counted by the first of them.
        set = row == lowest(rows) ? set + 1 : 1;
        state = after(state, row, i, columns, job.turn);
    }
    *queens += set;
    return state;
}

template <bool LEVELS>
static __device__ void expand_jobs(Parent* parents, Page* pages, u32* free_list, u32* gaps_list, const Job* jobs, u32 job_count,
                                   u32 units_per_job, u64* next_unit, u64* queens, u64* levels, Batch* batch, u32 page_limit,
                                   u32* saved, u32 records) {
    extern __shared__ u32 memory[];
    const u32 lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    const u32 lanes_below = (1u << lane) - 1;
    const u32 filled = LEVELS ? records + 1 : 0; // the counters of a lane: one per column, and one for the root column
    u32* const own = memory + warp * (sizeof(Columns) / 4 + (records * RECORD_WORDS + filled) * LANES);
    Columns& columns = *(Columns*)own;
    u32* const stack = own + sizeof(Columns) / 4 + lane;
    u32* const placed = stack + records * RECORD_WORDS * LANES; // queens of each column since they were last reported
    if (LEVELS) {
        for (u32 i = 0; i <= records; i++) placed[i * LANES] = 0;
    }
    u32* const save = saved + (u64)(blockIdx.x * WARPS + warp) * (WARP_WORDS + (LANE_WORDS + records * RECORD_WORDS) * LANES);
    u32* const save_lane = save + WARP_WORDS + lane;

    Unit unit = {NO_PAGE, {}, 0, {}, 0};
    Wide state = {}; // of the lane
    u32 rows = 0, height = 0;
    u32 page = NO_PAGE, used = 0;
    u32 full = 0, last = 0, turn = 0, gapped = 0, root = 1; // of the job; `full` is its number of free rows, `last` its last column
    u64 set = 0;                                            // queens placed since they were last reported

    auto take_up_job = [&](u32 number) {
        if (number == unit.job) return;
        __syncwarp();
        const Job& job = jobs[number];
        for (u32 i = lane; i < MOST_COLUMNS; i += 32) columns.shift[i] = job.shift[i], columns.far[i] = job.far[i];
        full = __popc(job.free), last = job.columns - 1, turn = job.turn, gapped = job.gaps != 0;
        root = job.root;
        unit.job = number;
        __syncwarp();
    };
    auto finish_page = [&]() {
        if (used && lane == 0) {
            pages[page] = Page{used, unit.job};
            atomicAdd(&batch->parents[gapped], (u64)used);
            (gapped ? gaps_list : free_list)[atomicAdd(&batch->listed[gapped], 1)] = page;
        }
        page = NO_PAGE, used = 0;
    };
    auto report_queens = [&]() {
        if (queens && set) add(queens + unit.job, unit.job, set, batch);
        set = 0;
        if (LEVELS && unit.job != NO_PAGE) {
            for (u32 i = 0; i <= last + 1; i++) {
                add_level(levels, unit.job, full - i, placed[i * LANES], batch);
                placed[i * LANES] = 0;
            }
        }
    };
    // Counts queens in a column of the job. A counter of 32 bits is reported before it overflows.
    auto count_level = [&](u32 column, u32 number) {
        if (LEVELS) {
            u32& counter = placed[column * LANES];
            counter += number;
            if (counter >> 31) {
                add_level(levels, unit.job, full - column, counter, batch);
                counter = 0;
            }
        }
    };

    // Resume what the launch before has saved.
    if (save[SAVED_FLAG]) {
        take_up_job(save[SAVED_JOB]);
        unit.rows = save[SAVED_ROWS], unit.items = save[SAVED_ITEMS];
        unit.state = load(save + SAVED_STATE, 1);
        unit.row_state = load(save + SAVED_ROW_STATE, 1);
        rows = save_lane[RECORD_ROWS];
        state = load(save_lane + RECORD_STATE * LANES, LANES);
        height = save_lane[SAVED_HEIGHT * LANES];
        for (u32 i = 0; i < height * RECORD_WORDS; i++) stack[i * LANES] = save_lane[(SAVED_STACK + i) * LANES];
        __syncwarp();
        if (lane == 0) save[SAVED_FLAG] = 0;
    }

    for (;;) {
        // Idle lanes take items; if there are none and all lanes are idle, the warp takes the next unit.
        const bool idle = rows == 0;
        const u32 idlers = __ballot_sync(ALL_LANES, idle);
        if (idlers) {
            while (!unit.items && unit.rows) {
                const u32 queen = lowest(unit.rows);
                unit.rows ^= queen;
                const u32 column = full - __popc(unit.state.free);
                if (lane == 0) set++, count_level(column, 1);
                unit.row_state = after(unit.state, queen, column, columns, turn);
                unit.items = places(unit.row_state);
            }
            if (unit.items) {
                // The idle lane of rank i takes the item of rank i.
                u32 mine = unit.items;
                const u32 rank = idle ? __popc(idlers & lanes_below) : 0;
                for (u32 i = 0; i < rank; i++) mine &= mine - 1;
                if (idle) rows = lowest(mine), state = unit.row_state;
                for (u32 i = __popc(idlers); i > 0; i--) unit.items &= unit.items - 1;
            } else if (idlers == ALL_LANES) {
                u64 number = 0;
                if (lane == 0) number = atomicAdd(next_unit, 1ull);
                number = __shfl_sync(ALL_LANES, number, 0);
                const u64 job = number / units_per_job;
                if (job >= job_count) break;
                if (job != unit.job) finish_page(), report_queens(), take_up_job((u32)job);
                u32 counted = 0;
                unit.state = prefix(jobs[job], (u32)(number % units_per_job), columns, &counted);
                if (lane == 0) set += counted;
                if (LEVELS && lane == 0) {
                    for (u32 i = 0; i < counted; i++) count_level(jobs[job].prefixed - 1 - i, 1);
                }
                unit.rows = places(unit.state) & (jobs[job].prefixed ? ALL_ROWS : jobs[job].allowed);
                continue;
            }
        }

        // A page must have room for one parent per lane. If no page is left, save everything and end.
        if (page == NO_PAGE || used > PAGE - 32) {
            finish_page();
            if (lane == 0) page = atomicAdd(&batch->taken, 1);
            page = __shfl_sync(ALL_LANES, page, 0);
            if (page >= page_limit) {
                report_queens();
                if (lane == 0) {
                    save[SAVED_FLAG] = 1, save[SAVED_JOB] = unit.job;
                    save[SAVED_ROWS] = unit.rows, save[SAVED_ITEMS] = unit.items;
                    store(save + SAVED_STATE, 1, unit.state);
                    store(save + SAVED_ROW_STATE, 1, unit.row_state);
                    atomicAdd(&batch->waiting, 1);
                    atomicMax(&batch->lowest, ~unit.job);
                }
                save_lane[RECORD_ROWS] = rows;
                store(save_lane + RECORD_STATE * LANES, LANES, state);
                save_lane[SAVED_HEIGHT * LANES] = height;
                for (u32 i = 0; i < height * RECORD_WORDS; i++) save_lane[(SAVED_STACK + i) * LANES] = stack[i * LANES];
                return;
            }
        }

        // One step of each lane: the lowest row is taken. The state after it is a parent, or is continued with, or is a dead end.
        bool gives = false;
        Parent parent;
        if (rows) {
            const u32 queen = lowest(rows);
            rows ^= queen;
            set++;
            const u32 column = full - __popc(state.free);
            count_level(column, 1);
            const Wide next = after(state, queen, column, columns, turn);
            const u32 there = places(next);
            if (column == last) {
                const bool turned = turn <= last + 1;
                parent = Parent{there, next.free, turned ? next.up << root : next.far_up, turned ? next.down >> root : next.far_down};
                gives = there != 0;
                set += __popc(there);
                count_level(column + 1, __popc(there));
            } else if (there) {
                if (rows) {
                    u32* const record = stack + height++ * RECORD_WORDS * LANES;
                    record[RECORD_ROWS] = rows;
                    store(record + RECORD_STATE * LANES, LANES, state);
                }
                state = next, rows = there;
            }
            if (!rows && height) {
                u32* const record = stack + --height * RECORD_WORDS * LANES;
                rows = record[RECORD_ROWS];
                state = load(record + RECORD_STATE * LANES, LANES);
            }
        }
        // Lanes with a parent write it, one after the other in the page.
        const u32 givers = __ballot_sync(ALL_LANES, gives);
        if (gives) *(uint4*)(parents + (u64)page * PAGE + used + __popc(givers & lanes_below)) = *(uint4*)&parent;
        used += __popc(givers);
    }
    finish_page();
    report_queens();
}

#define EXPAND(name, counts_levels)                                                                                         \
    extern "C" __global__ void __launch_bounds__(EXPAND_THREADS)                                                            \
        name(Parent* parents, Page* pages, u32* free_list, u32* gaps_list, const Job* jobs, u32 job_count,                  \
             u32 units_per_job, u64* next_unit, u64* queens, u64* levels, Batch* batch, u32 page_limit, u32* saved,         \
             u32 records) {                                                                                                 \
        expand_jobs<counts_levels>(parents, pages, free_list, gaps_list, jobs, job_count, units_per_job, next_unit, queens, \
                                   levels, batch, page_limit, saved, records);                                              \
    }

EXPAND(expand, false)
EXPAND(expand_levels, true)

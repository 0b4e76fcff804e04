// Phase 1: the jobs, each expanded into the states that the second phase takes up.
//
// A job is cut into units by the rows of its first columns (`prefixed` of them, five bits of the unit's number each). A warp takes
// up a unit at a time and shares it out: an item is a row of the next column and one of the column behind it; a lane that has
// nothing to do takes the next item, and walks it with a stack of its own in shared memory. Every state in which a row of the root
// column can be taken goes into a page of the warp. When there are no pages left the warp puts down all it has, and goes on from
// there in the next launch: no state is lost or made twice, and nobody needs to know beforehand how many there will be.

static const u32 EXPAND_THREADS = 128;
static const u32 WARPS = EXPAND_THREADS / 32;
static const u32 NO_PAGE = ~0u;

// A state of the first phase: what this column sees, and what the first column behind the turn will.
struct Wide {
    u32 free, up, down, far_up, far_down;
};
static const u32 RECORD_WORDS = 6; // a state and the rows still to try
static const u32 LANE_WORDS = 7;   // and the height of the stack
static const u32 WARP_WORDS = 32;  // what all lanes share

// The columns of the warp's job, in shared memory.
struct Columns {
    u8 shift[MOST_COLUMNS];
    u8 far[MOST_COLUMNS];
};

static __device__ u32 places(const Wide& state) { return state.free & ~(state.up | state.down); }

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
    Wide state;     // with the prefix set
    u32 rows;       // rows of the next column not yet begun
    Wide row_state; // with the row at hand set
    u32 items;      // rows of the column behind it not yet taken up
};

// The state after the rows that the number of a unit stands for; free is 0 if they cannot all be taken.
static __device__ Wide prefix(const Job& job, u32 number, const Columns& columns, u32* queens) {
    Wide state = {job.free, job.up, job.down, job.far_up, job.far_down};
    u32 set = 0;
    if (number >> 5 * job.prefixed) return Wide{0, 0, 0, 0, 0};
    for (u32 i = 0; i < job.prefixed; i++) {
        const u32 row = 1u << (number >> 5 * (job.prefixed - 1 - i) & 31);
        const u32 rows = places(state) & (i == 0 ? job.allowed : ALL_ROWS);
        if (!(rows & row)) return Wide{0, 0, 0, 0, 0};
        // A queen is counted with the first of the units that have it.
        set = row == lowest(rows) ? set + 1 : 1;
        state = after(state, row, i, columns, job.turn);
    }
    *queens += set;
    return state;
}

extern "C" __global__ void __launch_bounds__(EXPAND_THREADS)
    expand(Parent* parents, Page* pages, u32* free_list, u32* gaps_list, const Job* jobs, u32 job_count, u32 units_a_job,
           u64* next_unit, u64* queens, Batch* batch, u32 page_limit, u32* saved, u32 records) {
    extern __shared__ u32 memory[];
    const u32 lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    const u32 lanes_below = (1u << lane) - 1;
    u32* const own = memory + warp * (sizeof(Columns) / 4 + records * RECORD_WORDS * 32);
    Columns& columns = *(Columns*)own;
    u32* const stack = own + sizeof(Columns) / 4 + lane;
    u32* const save = saved + (u64)(blockIdx.x * WARPS + warp) * (WARP_WORDS + (LANE_WORDS + records * RECORD_WORDS) * 32);
    u32* const save_lane = save + WARP_WORDS + lane;

    Unit unit = {NO_PAGE, {}, 0, {}, 0};
    Wide state = {};
    u32 rows = 0, height = 0;
    u32 page = NO_PAGE, used = 0;
    u32 full = 0, last = 0, turn = 0, gapped = 0, root = 1; // of the job
    u64 set = 0;

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
        if (queens && set) add(queens, unit.job, set, batch);
        set = 0;
    };

    if (save[0]) {
        take_up_job(save[1]);
        unit.rows = save[2], unit.items = save[3];
        unit.state = Wide{save[4], save[5], save[6], save[7], save[8]};
        unit.row_state = Wide{save[9], save[10], save[11], save[12], save[13]};
        rows = save_lane[0];
        state = Wide{save_lane[32], save_lane[64], save_lane[96], save_lane[128], save_lane[160]};
        height = save_lane[192];
        for (u32 i = 0; i < height * RECORD_WORDS; i++) stack[i * 32] = save_lane[(LANE_WORDS + i) * 32];
        __syncwarp();
        if (lane == 0) save[0] = 0;
    }

    for (;;) {
        const bool idle = rows == 0;
        const u32 idlers = __ballot_sync(ALL_LANES, idle);
        if (idlers) {
            while (!unit.items && unit.rows) {
                const u32 queen = lowest(unit.rows);
                unit.rows ^= queen;
                if (lane == 0) set++;
                unit.row_state = after(unit.state, queen, full - __popc(unit.state.free), columns, turn);
                unit.items = places(unit.row_state);
            }
            if (unit.items) {
                u32 mine = unit.items;
                const u32 rank = idle ? __popc(idlers & lanes_below) : 0;
                for (u32 i = 0; i < rank; i++) mine &= mine - 1;
                if (idle) rows = lowest(mine), state = unit.row_state;
                for (u32 i = __popc(idlers); i > 0; i--) unit.items &= unit.items - 1;
            } else if (idlers == ALL_LANES) {
                u64 number = 0;
                if (lane == 0) number = atomicAdd(next_unit, 1ull);
                number = __shfl_sync(ALL_LANES, number, 0);
                const u64 job = number / units_a_job;
                if (job >= job_count) break;
                if (job != unit.job) finish_page(), report_queens(), take_up_job((u32)job);
                u32 counted = 0;
                unit.state = prefix(jobs[job], (u32)(number % units_a_job), columns, &counted);
                if (lane == 0) set += counted;
                unit.rows = places(unit.state) & (jobs[job].prefixed ? ALL_ROWS : jobs[job].allowed);
                continue;
            }
        }

        if (page == NO_PAGE || used > PAGE - 32) {
            finish_page();
            if (lane == 0) page = atomicAdd(&batch->taken, 1);
            page = __shfl_sync(ALL_LANES, page, 0);
            if (page >= page_limit) {
                report_queens();
                if (lane == 0) {
                    save[0] = 1, save[1] = unit.job, save[2] = unit.rows, save[3] = unit.items;
                    save[4] = unit.state.free, save[5] = unit.state.up, save[6] = unit.state.down;
                    save[7] = unit.state.far_up, save[8] = unit.state.far_down;
                    save[9] = unit.row_state.free, save[10] = unit.row_state.up, save[11] = unit.row_state.down;
                    save[12] = unit.row_state.far_up, save[13] = unit.row_state.far_down;
                    atomicAdd(&batch->waiting, 1);
                    atomicMax(&batch->lowest, ~unit.job);
                }
                save_lane[0] = rows;
                save_lane[32] = state.free, save_lane[64] = state.up, save_lane[96] = state.down;
                save_lane[128] = state.far_up, save_lane[160] = state.far_down;
                save_lane[192] = height;
                for (u32 i = 0; i < height * RECORD_WORDS; i++) save_lane[(LANE_WORDS + i) * 32] = stack[i * 32];
                return;
            }
        }

        bool gives = false;
        Parent parent;
        if (rows) {
            const u32 queen = lowest(rows);
            rows ^= queen;
            set++;
            const u32 column = full - __popc(state.free);
            const Wide next = after(state, queen, column, columns, turn);
            const u32 there = places(next);
            if (column == last) {
                const bool turned = turn <= last + 1;
                parent = Parent{there, next.free, turned ? next.up << root : next.far_up, turned ? next.down >> root : next.far_down};
                gives = there != 0;
                set += __popc(there);
            } else if (there) {
                if (rows) {
                    u32* const record = stack + height++ * RECORD_WORDS * 32;
                    record[0] = rows, record[32] = state.free, record[64] = state.up, record[96] = state.down;
                    record[128] = state.far_up, record[160] = state.far_down;
                }
                state = next, rows = there;
            }
            if (!rows && height) {
                u32* const record = stack + --height * RECORD_WORDS * 32;
                rows = record[0];
                state = Wide{record[32], record[64], record[96], record[128], record[160]};
            }
        }
        const u32 givers = __ballot_sync(ALL_LANES, gives);
        if (gives) *(uint4*)(parents + (u64)page * PAGE + used + __popc(givers & lanes_below)) = *(uint4*)&parent;
        used += __popc(givers);
    }
    finish_page();
    report_queens();
}

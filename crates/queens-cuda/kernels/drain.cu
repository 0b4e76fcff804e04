// Phase 2: the states of the first phase, each walked to its end.
//
// A thread walks one state at a time, with a stack of its own in shared memory. A step takes the lowest of the rows to try, sets the
// queen, and goes on with her state, with the next row, or with what the stack holds. There are no branches in it: a warp makes
// a step in each of its 32 states at once, wherever each of them is.
//
//   rows         rows still to try in this column          stack   rows, free, up, down   <- top
//   free         rows without a queen                              ...
//   up, down     rows closed here by diagonals                     a state without sequel <- bottom
//
// The rows of a state are those that lead on (types.cuh): a dead end is seen one column ahead, so that two fifths of the plain
// search's steps are not made. With two rows left what leads on is a solution, so that the last column needs no step.
//
// The bottom of the stack is a state that nothing comes of in 30 steps: a lane that has reached it idles without harm until the
// next look, once in ROUND steps, when idle lanes take up new states together. Integer instructions go to two pipes of
// equal width, and logic can only go to the one: what can be written as a multiplication (moves, sums, shifts to the left) is, by a
// factor `one` that the compiler does not know.

#ifndef ROUND
#define ROUND 8
#endif

static const u32 DRAIN_THREADS = 128;
#define RECORD "2048" // bytes from a record to the next one of the same thread: DRAIN_THREADS * 16

struct Lane {
    u32 rows, free, up, down; // the state
    u32 top;                  // where the next record goes
    u32 found;                // solutions since the last look
    u32 set;                  // queens set since the last look, where they are counted
    u32 steps;                // steps since the last look, where they are counted
    u64 gaps;                 // of the job
};

#define OPERANDS                                                                                                            \
    "+r"(lane.found), "+r"(lane.rows), "+r"(lane.free), "+r"(lane.up), "+r"(lane.down), "+r"(lane.top), "+r"(lane.set)      \
        : "r"(one), "r"(minus_one), "r"(0x3fffffffu), "l"(lane.gaps)                                                        \
        : "memory"

// The queen in the lowest row: rows & ~(rows - 1). She leaves the free rows and closes her diagonals; the rows after her stay to try.
#define QUEEN                                                                                                               \
    "{\n\t.reg .u32 less, f, u, d, nu, nd, fu, fd, n, open, neg, over, under, c, x, g, h;\n\t"                              \
    ".reg .u64 gg;\n\t.reg .pred more, live, solution, nothing, wide;\n\t"                                                  \
    "mad.lo.u32 less, %1, %7, %8;\n\t"                                                                                      \
    "lop3.b32 f, %2, %1, less, 0xb4;\n\t"                                                                                   \
    "lop3.b32 u, %3, %1, less, 0xf4;\n\t"                                                                                   \
    "lop3.b32 d, %4, %1, less, 0xf4;\n\t"                                                                                   \
    "and.b32 %1, %1, less;\n\t"                                                                                             \
    "setp.ne.u32 more, %1, 0;\n\t"

// The next column (n: its rows), and the one after it (open).
#define COLUMNS                                                                                                             \
    "shl.b32 nu, u, 1;\n\t"                                                                                                 \
    "shr.u32 nd, d, 1;\n\t"                                                                                                 \
    "lop3.b32 n, f, nu, nd, 0x10;\n\t"                                                                                      \
    "shl.b32 fu, u, 2;\n\t"                                                                                                 \
    "shr.u32 fd, d, 2;\n\t"                                                                                                 \
    "lop3.b32 open, f, fu, fd, 0x10;\n\t"

// The same where columns are passed over: the distances g and h depend on the number of free rows alone.
#define COLUMNS_WITH_GAPS                                                                                                   \
    "popc.b32 g, f;\n\t"                                                                                                    \
    "shl.b32 g, g, 2;\n\t"                                                                                                  \
    "shr.u64 gg, %10, g;\n\t"                                                                                               \
    "cvt.u32.u64 g, gg;\n\t"                                                                                                \
    "and.b32 h, g, 15;\n\t"                                                                                                 \
    "shr.u32 g, g, 4;\n\t"                                                                                                  \
    "and.b32 g, g, 15;\n\t"                                                                                                 \
    "shl.b32 nu, u, g;\n\t"                                                                                                 \
    "shr.u32 nd, d, g;\n\t"                                                                                                 \
    "lop3.b32 n, f, nu, nd, 0x10;\n\t"                                                                                      \
    "shl.b32 fu, nu, h;\n\t"                                                                                                \
    "shr.u32 fd, nd, h;\n\t"                                                                                                \
    "lop3.b32 open, f, fu, fd, 0x10;\n\t"                                                                                   \
    "setp.gt.u32 wide, h, 1;\n\t"

// A single row left is a solution, because the row taken was one that leads on.
#define SOLUTION                                                                                                            \
    "mad.lo.u32 x, f, %7, %8;\n\t"                                                                                          \
    "and.b32 x, x, f;\n\t"                                                                                                  \
    "setp.eq.u32 solution, x, 0;\n\t"                                                                                       \
    "@solution mad.lo.u32 %0, %7, %7, %0;\n\t"

// The same where a mark tells it: the mark is in the highest place.
#define MARKED_SOLUTION "mad.hi.u32 %0, nu, 2, %0;\n\t"

// Before a gap all rows are taken to lead on, so it is one only if that row is free.
#define SOLUTION_WITH_GAPS                                                                                                  \
    "mad.lo.u32 x, f, %7, %8;\n\t"                                                                                          \
    "and.b32 x, x, f;\n\t"                                                                                                  \
    "setp.ne.u32 live, n, 0;\n\t"                                                                                           \
    "setp.eq.and.u32 solution, x, 0, live;\n\t"                                                                             \
    "@solution mad.lo.u32 %0, %7, %7, %0;\n\t"

// All rows of the next column will be tried by the plain search.
#define COUNT_QUEENS                                                                                                        \
    "popc.b32 c, n;\n\t"                                                                                                    \
    "mad.lo.u32 %6, c, %7, %6;\n\t"

// leading_on() of types.cuh. Where nothing is open the shift is 2^32 - 1, which leaves nothing of the mask.
#define LOOK_AHEAD                                                                                                          \
    "mad.lo.u32 neg, open, %8, 0;\n\t"                                                                                      \
    "or.b32 over, open, neg;\n\t"                                                                                           \
    "shl.b32 over, over, 2;\n\t"                                                                                            \
    "bfind.shiftamt.u32 c, open;\n\t"                                                                                       \
    "shr.u32 under, %9, c;\n\t"

// Before a gap she closes three rows that are not side by side: nothing is ruled out.
#define NO_LOOK_BEYOND_GAPS "@wide mov.u32 under, 0xffffffff;\n\t"

// On with her state if a row leads on from there; else with the next row; else with the last record.
#define GO_ON                                                                                                               \
    "lop3.b32 n, n, over, under, 0xe0;\n\t"                                                                                 \
    "setp.ne.u32 live, n, 0;\n\t"                                                                                           \
    "or.b32 x, n, %1;\n\t"                                                                                                  \
    "setp.eq.u32 nothing, x, 0;\n\t"                                                                                        \
    "@live st.shared.v4.u32 [%5], {%1, %2, %3, %4};\n\t"                                                                    \
    "@live mad.lo.u32 %1, n, %7, 0;\n\t"                                                                                    \
    "@live mad.lo.u32 %2, f, %7, 0;\n\t"                                                                                    \
    "@live mad.lo.u32 %3, nu, %7, 0;\n\t"                                                                                   \
    "@live mad.lo.u32 %4, nd, %7, 0;\n\t"                                                                                   \
    "@live mad.lo.u32 %5, %7, " RECORD ", %5;\n\t"                                                                          \
    "@!more mad.lo.u32 %5, %8, " RECORD ", %5;\n\t"                                                                         \
    "@nothing ld.shared.v4.u32 {%1, %2, %3, %4}, [%5];\n\t}"

template <bool GAPS, bool QUEENS, bool MARKED>
static __device__ __forceinline__ void step(Lane& lane, u32 one, u32 minus_one) {
    if (GAPS) {
        asm volatile(QUEEN COLUMNS_WITH_GAPS SOLUTION_WITH_GAPS LOOK_AHEAD NO_LOOK_BEYOND_GAPS GO_ON : OPERANDS);
    } else if (QUEENS) {
        asm volatile(QUEEN COLUMNS SOLUTION COUNT_QUEENS LOOK_AHEAD GO_ON : OPERANDS);
    } else if (MARKED) {
        asm volatile(QUEEN COLUMNS MARKED_SOLUTION LOOK_AHEAD GO_ON : OPERANDS);
    } else {
        asm volatile(QUEEN COLUMNS SOLUTION LOOK_AHEAD GO_ON : OPERANDS);
    }
}

// What is found between two looks fits 32 bits: at most 32 queens a step are counted.
static const u32 MOST_ROUNDS = 1u << 20;

template <bool GAPS, bool QUEENS, bool MARKED>
static __device__ void drain(const uint4* states, const Page* pages, const u32* list, const Job* jobs, u64* found, u64* queens,
                             Batch* batch, u32 one, u32 minus_one) {
    extern __shared__ uint4 stack[];
    // No row of the next column is free, and no mark comes to the highest place.
    const uint4 nothing = make_uint4(ALL_ROWS, 0x7fffffffu, 0xbfffffffu, ALL_ROWS);
    stack[threadIdx.x] = nothing;
    const u32 bottom = (u32)__cvta_generic_to_shared(stack + threadIdx.x);
    const u32 lanes_below = (1u << (threadIdx.x & 31)) - 1;
    const u32 listed = batch->listed[GAPS];

    Lane lane = {nothing.x, nothing.y, nothing.z, nothing.w, bottom, 0, 0, 0, 0};
    u64 solutions = 0, placements = 0;
#ifdef COUNT_STEPS
    u64 steps = 0;
#endif
    u32 job = ~0u, page_job = ~0u, taken = 0, len = 0, rounds = 0;
    const uint4* page = states;
    bool pages_left = true;

    for (;;) {
        const bool idle = lane.top == bottom;
        const u32 idlers = __ballot_sync(ALL_LANES, idle);
        if (idlers) {
            if (taken >= len && pages_left) {
                u32 next = 0;
                if (lanes_below == 0) next = atomicAdd(&batch->next[GAPS], 1);
                next = __shfl_sync(ALL_LANES, next, 0);
                pages_left = next < listed;
                if (pages_left) {
                    const u32 at = list[next];
                    page = states + (u64)at * PAGE;
                    len = pages[at].len;
                    page_job = pages[at].job;
                    taken = 0;
                }
            }
            if (idle) {
                solutions += lane.found;
                lane.found = 0;
                if (QUEENS) placements += lane.set;
                if (QUEENS) lane.set = 0;
                const u32 mine = taken + __popc(idlers & lanes_below);
                uint4 state = nothing;
                if (mine < len) {
                    state = page[mine];
                    if (job != page_job) {
                        if (solutions) add(found + job, solutions, batch);
                        if (QUEENS && placements) add(queens + job, placements, batch);
                        solutions = placements = 0;
                        job = page_job;
                        if (GAPS) lane.gaps = jobs[job].gaps;
                    }
                    lane.top = bottom + DRAIN_THREADS * 16;
                }
                lane.rows = state.x, lane.free = state.y, lane.up = state.z, lane.down = state.w;
            }
            if (idlers == ALL_LANES && taken >= len && !pages_left) break;
            taken += __popc(idlers);
        }
        if (++rounds == MOST_ROUNDS) {
            solutions += lane.found, lane.found = 0;
            placements += lane.set, lane.set = 0;
            rounds = 0;
        }
#ifdef COUNT_STEPS
#pragma unroll 1
        for (u32 i = 0; i < ROUND; i++) {
            steps += lane.top != bottom;
            step<GAPS, QUEENS, MARKED>(lane, one, minus_one);
        }
#else
#pragma unroll
        for (u32 i = 0; i < ROUND; i++) step<GAPS, QUEENS, MARKED>(lane, one, minus_one);
#endif
    }
    if (solutions) add(found + job, solutions, batch);
    if (QUEENS && placements) add(queens + job, placements, batch);
#ifdef COUNT_STEPS
    atomicAdd(&batch->steps[GAPS], steps);
#endif
}

#define DRAIN(name, gaps, counts_queens, marked)                                                                                    \
    extern "C" __global__ void __launch_bounds__(DRAIN_THREADS)                                                             \
        name(const uint4* states, const Page* pages, const u32* list, const Job* jobs, u64* found, u64* queens, Batch* batch, \
             u32 one, u32 minus_one) {                                                                                      \
        drain<gaps, counts_queens, marked>(states, pages, list, jobs, found, queens, batch, one, minus_one);                        \
    }

DRAIN(drain_free, false, false, false)
DRAIN(drain_marked, false, false, true)
DRAIN(drain_gaps, true, false, false)
DRAIN(drain_queens, false, true, false)

// Phase 2: what the first phase gives, walked to its end.
//
// A thread walks one state at a time, with a stack of its own in shared memory. A step takes the lowest of the rows to try, sets the
// queen, and goes on with her state, with the next row, or with what the stack holds. There are no branches in it: a warp makes
// a step in each of its 32 states at once, wherever each of them is.
//
//   rows         rows still to try in this column          stack   rows, free, up, down   <- top
//   free         rows without a queen                              ...
//   up, down     rows closed here by diagonals                     a state without sequel <- bottom
//
// The rows of a state are those that lead on: they are free, and leave a free row in the next column. A queen closes there her own
// row and the two beside it. If `open` are the rows free in the next column before she is set, she leaves none if they lie within
// these three: what leads on are the rows two or more above the lowest of them, and two or more below the highest. So a
// dead end is seen one column ahead, and a third of the plain search's steps is not made. With two rows left what leads on is
// a solution, so that the last column needs no step.
//
// The state at the bottom of the stack is one that nothing comes of in 30 steps: a lane that has reached it idles without harm until
// the next look, once in ROUND steps, when idle lanes take up new states together: the next child of the parent that the lane
// keeps, or of a new one. Integer instructions go to two pipes of equal width, and logic can only go to the one: what can be
// written as a multiplication (moves, sums, shifts to the left) is, by a factor `one` that the compiler does not know.

#ifndef ROUND
#define ROUND 16
#endif

static const u32 DRAIN_THREADS = 128;
#define RECORD "2048" // bytes from a record to the next one of the same thread: DRAIN_THREADS * 16

struct Lane {
    u32 rows, free, up, down; // the state; without gaps `up` is shifted by a column, as is `down`
    u32 top;                  // where the next record goes
    u32 found;                // solutions since they were last reported
    u32 set;                  // queens set since then, where they are counted
    u64 gaps;                 // of the job
};

// Numbers that the compiler does not know.
struct Factors {
    u32 one, two, minus_one;
};

#define OPERANDS                                                                                                            \
    "+r"(lane.found), "+r"(lane.rows), "+r"(lane.free), "+r"(lane.up), "+r"(lane.down), "+r"(lane.top), "+r"(lane.set)      \
        : "r"(factors.one), "r"(factors.minus_one), "r"(0x3fffffffu), "l"(lane.gaps), "r"(factors.two)                      \
        : "memory"

// The queen in the lowest row: rows & ~(rows - 1). She leaves the free rows; the rows after her stay to try.
#define QUEEN                                                                                                               \
    "{\n\t.reg .b32 less, q, half, f, u, d, nu, nd, fu, fd, n, open, neg, over, under, c, x, g, h;\n\t"                     \
    ".reg .u64 gg;\n\t.reg .pred more, live, solution, nothing, wide;\n\t"                                                  \
    "mad.lo.u32 less, %1, %7, %8;\n\t"                                                                                      \
    "lop3.b32 q, %1, less, 0, 0x30;\n\t"                                                                                    \
    "and.b32 %1, %1, less;\n\t"                                                                                             \
    "setp.ne.u32 more, %1, 0;\n\t"                                                                                          \
    "xor.b32 f, %2, q;\n\t"

// The next column (n: its rows), and the one after it (open). Her row is not closed, so that her diagonals can be added instead of
// or-ed. What the column after the next sees of them (fu, fd) is what the state keeps, shifted as it is.
#define COLUMNS                                                                                                             \
    "mad.lo.u32 nu, q, %11, %3;\n\t"                                                                                        \
    "shr.u32 half, q, 1;\n\t"                                                                                               \
    "mad.lo.u32 nd, half, %7, %4;\n\t"                                                                                      \
    "lop3.b32 n, f, nu, nd, 0x10;\n\t"                                                                                      \
    "mad.lo.u32 fu, nu, %11, 0;\n\t"                                                                                        \
    "shr.u32 fd, nd, 1;\n\t"                                                                                                \
    "lop3.b32 open, f, fu, fd, 0x10;\n\t"

// The same where columns are passed over: the distances g and h depend on the number of free rows alone. They are 1, 2 or 3, in
// fields of five bits, so that a shift that looks at five bits needs no mask.
#define COLUMNS_WITH_GAPS                                                                                                   \
    "popc.b32 g, f;\n\t"                                                                                                    \
    "mad.lo.u32 g, g, 5, -5;\n\t"                                                                                           \
    "shr.u64 gg, %10, g;\n\t"                                                                                               \
    "cvt.u32.u64 h, gg;\n\t"                                                                                                \
    "shr.u32 g, h, 5;\n\t"                                                                                                  \
    "or.b32 u, %3, q;\n\t"                                                                                                  \
    "or.b32 d, %4, q;\n\t"                                                                                                  \
    "shf.l.wrap.b32 nu, 0, u, g;\n\t"                                                                                       \
    "shf.r.wrap.b32 nd, d, 0, g;\n\t"                                                                                       \
    "lop3.b32 n, f, nu, nd, 0x10;\n\t"                                                                                      \
    "shf.l.wrap.b32 fu, 0, nu, h;\n\t"                                                                                      \
    "shf.r.wrap.b32 fd, nd, 0, h;\n\t"                                                                                      \
    "lop3.b32 open, f, fu, fd, 0x10;\n\t"                                                                                   \
    "and.b32 h, h, 2;\n\t"                                                                                                  \
    "setp.ne.u32 wide, h, 0;\n\t"

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

// The rows that lead on. Where nothing is open the shift is 2^32 - 1, which leaves nothing of the mask.
#define LOOK_AHEAD                                                                                                          \
    "mad.lo.u32 neg, open, %8, 0;\n\t"                                                                                      \
    "or.b32 over, open, neg;\n\t"                                                                                           \
    "shl.b32 over, over, 2;\n\t"                                                                                            \
    "bfind.shiftamt.u32 c, open;\n\t"                                                                                       \
    "shr.u32 under, %9, c;\n\t"

// Before a gap she closes three rows that are not side by side: nothing is ruled out.
#define NO_LOOK_BEYOND_GAPS "@wide mov.u32 under, 0xffffffff;\n\t"

// On with her state if a row leads on from there; else with the next row; else with the last record.
#define PUSH                                                                                                                \
    "lop3.b32 n, n, over, under, 0xe0;\n\t"                                                                                 \
    "setp.ne.u32 live, n, 0;\n\t"                                                                                           \
    "or.b32 x, n, %1;\n\t"                                                                                                  \
    "setp.eq.u32 nothing, x, 0;\n\t"                                                                                        \
    "@live st.shared.v4.u32 [%5], {%1, %2, %3, %4};\n\t"

// Her state becomes this one. A sum of floating-point numbers goes to a third pipe; below 2^30 the bits are those of a number, and the
// sum with 0 is that number. Above the board `up` may have any bits.
#define MOVE                                                                                                                \
    "@live add.f32 %1, n, 0f00000000;\n\t"                                                                                  \
    "@live add.f32 %2, f, 0f00000000;\n\t"                                                                                  \
    "@live mad.lo.u32 %3, fu, %7, 0;\n\t"                                                                                   \
    "@live add.f32 %4, fd, 0f00000000;\n\t"

// The same for boards of any size and states that are not shifted.
#define MOVE_WITH_GAPS                                                                                                      \
    "@live mad.lo.u32 %1, n, %7, 0;\n\t"                                                                                    \
    "@live mad.lo.u32 %2, f, %7, 0;\n\t"                                                                                    \
    "@live mad.lo.u32 %3, nu, %7, 0;\n\t"                                                                                   \
    "@live mad.lo.u32 %4, nd, %7, 0;\n\t"

// The stack is one higher if there is a state to come back to, one lower if it is the last record that is gone on with.
#define POP                                                                                                                 \
    "@live mad.lo.u32 %5, %7, " RECORD ", %5;\n\t"                                                                          \
    "@!more mad.lo.u32 %5, %8, " RECORD ", %5;\n\t"                                                                         \
    "@nothing ld.shared.v4.u32 {%1, %2, %3, %4}, [%5];\n\t}"

template <bool GAPS, bool QUEENS, bool MARKED>
static __device__ __forceinline__ void step(Lane& lane, const Factors& factors) {
    if (GAPS) {
        asm volatile(QUEEN COLUMNS_WITH_GAPS SOLUTION_WITH_GAPS LOOK_AHEAD NO_LOOK_BEYOND_GAPS PUSH MOVE_WITH_GAPS POP : OPERANDS);
    } else if (QUEENS) {
        asm volatile(QUEEN COLUMNS SOLUTION COUNT_QUEENS LOOK_AHEAD PUSH MOVE POP : OPERANDS);
    } else if (MARKED) {
        asm volatile(QUEEN COLUMNS MARKED_SOLUTION LOOK_AHEAD PUSH MOVE POP : OPERANDS);
    } else {
        asm volatile(QUEEN COLUMNS SOLUTION LOOK_AHEAD PUSH MOVE POP : OPERANDS);
    }
}

// The state at the bottom of a stack: no row of the next column is free, and no mark comes to the highest place, for 30 steps.
template <bool GAPS>
static __device__ uint4 nothing() {
    return GAPS ? make_uint4(ALL_ROWS, ALL_ROWS, ALL_ROWS, ALL_ROWS) : make_uint4(ALL_ROWS, 0xc0000000u, 0x3fffffffu, 0x80000000u);
}

// After so many rounds the sums of 32 bits, to which a step adds at most 32, are folded into those of 64, and the flag is looked at by
// which the host stops a run: every few milliseconds.
static const u32 ROUNDS = 1u << 12;
static_assert(ROUND <= 30, "the state at the bottom of a stack holds for 30 steps");
static_assert((u64)ROUNDS * ROUND * 32 < 1ull << 32, "what is found in these rounds fits 32 bits");

// The same number, kept in a register: left to itself the compiler asks for the thread's number again at every look, which takes longer.
static __device__ u32 keep(u32 number) {
    u32 kept;
    asm volatile("mov.u32 %0, %1;" : "=r"(kept) : "r"(number));
    return kept;
}

// A lane's parent, and what all parents of its job have in common.
struct Source {
    Parent parent;
    u32 job;
    u32 root;
    u32 mark, below_mark;
};

// Goes on with the next child of the parent, if there is one and a row can be taken after it. That the rows lead on is not asked: so
// early they nearly always do.
template <bool GAPS, bool QUEENS>
static __device__ void take_child(Lane& lane, Source& source, u32 bottom) {
    Parent& parent = source.parent;
    const u32 queen = parent.rows & (0u - parent.rows);
    const u32 free = parent.free ^ queen, up = parent.up | queen << source.root, down = parent.down | queen >> source.root;
    const u32 rows = queen ? free & ~(up | down) : 0;
    parent.rows ^= queen;
    if (QUEENS) lane.set += __popc(rows);
    lane.rows = ALL_ROWS;
    if (rows) {
        lane.rows = rows, lane.free = free;
        lane.up = GAPS ? up : (up & source.below_mark | source.mark) << 1, lane.down = GAPS ? down : down >> 1;
        lane.top = bottom + DRAIN_THREADS * 16;
    }
}

template <bool GAPS, bool QUEENS, bool MARKED>
static __device__ void drain(const Parent* parents, const Page* pages, const u32* list, const Job* jobs, u64* found, u64* queens,
                             Batch* batch, const volatile u32* stop, u32 one) {
    extern __shared__ uint4 stack[];
    const uint4 end = nothing<GAPS>();
    stack[threadIdx.x] = end;
    const u32 bottom = keep((u32)__cvta_generic_to_shared(stack + threadIdx.x));
    const u32 lanes_below = keep((1u << (threadIdx.x & 31)) - 1);
    const u32 listed = batch->listed[GAPS];

    Lane lane = {end.x, end.y, end.z, end.w, bottom, 0, 0, 0};
    const Factors factors = {one, 2 * one, 0 - one};
    Source source = {};
    source.job = ~0u;
    u64 solutions = 0, placements = 0;
#ifdef COUNT_STEPS
    u64 steps = 0;
#endif
    u32 page_job = ~0u, taken = 0, len = 0, rounds = 0;
    const Parent* page = parents;
    bool pages_left = true;
    auto report = [&]() {
        solutions += lane.found, lane.found = 0;
        if (solutions) add(found, source.job, solutions, batch);
        solutions = 0;
        if (QUEENS) {
            placements += lane.set, lane.set = 0;
            if (placements) add(queens, source.job, placements, batch);
            placements = 0;
        }
    };

    for (;;) {
        const bool idle = lane.top == bottom;
        if (__any_sync(ALL_LANES, idle)) {
            const bool childless = idle && source.parent.rows == 0;
            const u32 askers = __ballot_sync(ALL_LANES, childless);
            if (askers) {
                if (taken >= len && pages_left) {
                    u32 next = 0;
                    if (lanes_below == 0) next = atomicAdd(&batch->next[GAPS], 1);
                    next = __shfl_sync(ALL_LANES, next, 0);
                    pages_left = next < listed;
                    if (pages_left) {
                        const u32 at = list[next];
                        page = parents + (u64)at * PAGE;
                        len = pages[at].len;
                        page_job = pages[at].job;
                        taken = 0;
                    }
                }
                if (askers == ALL_LANES && taken >= len && !pages_left) break;
                const u32 mine = taken + __popc(askers & lanes_below);
                taken += __popc(askers);
                if (childless && mine < len) {
                    *(uint4*)&source.parent = *(const uint4*)(page + mine);
                    if (source.job != page_job) {
                        report();
                        const Job& job = jobs[page_job];
                        source.job = page_job, source.root = job.root;
                        source.mark = job.mark, source.below_mark = job.mark - 1;
                        if (GAPS) lane.gaps = job.gaps;
                    }
                }
            }
            if (idle) take_child<GAPS, QUEENS>(lane, source, bottom);
        }
        if (++rounds == ROUNDS) {
            // What a run that is stopped has counted is not looked at.
            if (__any_sync(ALL_LANES, *stop)) return;
            solutions += lane.found, lane.found = 0;
            if (QUEENS) placements += lane.set, lane.set = 0;
            rounds = 0;
        }
#ifdef COUNT_STEPS
#pragma unroll 1
        for (u32 i = 0; i < ROUND; i++) {
            steps += lane.top != bottom;
            step<GAPS, QUEENS, MARKED>(lane, factors);
        }
#else
#pragma unroll
        for (u32 i = 0; i < ROUND; i++) step<GAPS, QUEENS, MARKED>(lane, factors);
#endif
    }
    report();
#ifdef COUNT_STEPS
    atomicAdd(&batch->steps[GAPS], steps);
#endif
}

#define DRAIN(name, gaps, counts_queens, marked)                                                                                    \
    extern "C" __global__ void __launch_bounds__(DRAIN_THREADS)                                                             \
        name(const Parent* parents, const Page* pages, const u32* list, const Job* jobs, u64* found, u64* queens, Batch* batch, \
             const volatile u32* stop, u32 one) {                                                                                      \
        drain<gaps, counts_queens, marked>(parents, pages, list, jobs, found, queens, batch, stop, one);                        \
    }

DRAIN(drain_free, false, false, false)
DRAIN(drain_marked, false, false, true)
DRAIN(drain_gaps, true, false, false)
DRAIN(drain_queens, false, true, false)

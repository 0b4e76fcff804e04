// Phase 2: every child of a parent is searched to its end, and the solutions are counted.
//
// A lane searches one state at a time, with its own stack in shared memory:
//
//   rows         rows still to try in this column          stack   rows, free, up, down   <- top
//   free         rows without a queen                              ...
//   up, down     rows closed here by diagonals                     the idle state         <- bottom
//
// A step takes the lowest of the rows to try, places the queen, and continues with the first of these that exists: the state after
// the queen, the next row, the record on top of the stack. A step has no branches: a warp makes one step in each of its 32 states at
// the same time, wherever each of them is. ROUND steps are one round.
//
// Looking ahead. The rows of a state are those that lead on: they are free, and leave a free row in the next column. There a queen
// closes three rows, its own and the two next to it. Let `open` be the rows that are free in the next column before the queen is
// placed. The queen leaves none of them if all of them are within its three rows. So the rows that lead on are those two or more above
// the lowest open row, and those two or more below the highest. A dead end is found one column ahead, which saves a third of
// the steps of plain backtracking. With two rows left, a row that leads on is a solution, so the last column needs no step.
//
//   row    7  6  5  4  3  2  1  0        open rows 3 and 4: a queen in row 3 or 4 closes both,
//   open   .  .  .  1  1  .  .  .        a queen in row 2 leaves 4, one in row 5 leaves 3
//   over   1  1  1  .  .  .  .  .        two or more above the lowest open row
//   under  .  .  .  .  .  1  1  1        two or more below the highest open row
//
// Idle lanes. From the idle state at the bottom of the stack 30 steps lead to nothing, so a lane that has reached it makes steps
// without effect until the end of the round. Then all idle lanes take new states together: the next child of the lane's parent, or of
// a new parent.
//
// Two kinds of instructions. The device has two integer pipes of equal width, and only one of them executes logic instructions. What
// can be written as a multiplication and addition (moves, sums, shifts to the left) therefore is: `mad` with a factor `one` that the
// compiler does not know, or it would replace the multiplication.
//
// Placements by level. A lane has a counter of 32 bits per number of free rows; this number identifies the column. The counters are in
// shared memory, behind the stacks. The idle state has three free rows after its queen, and adds 0.
//
// The Rust code in crates/queens-gpu/src/twin/ makes the same steps, instruction for instruction; both change together.

#ifndef ROUND
#define ROUND 16
#endif

static const u32 DRAIN_THREADS = 128;
#define RECORD "2048" // bytes from a record to the next one of the same thread: DRAIN_THREADS * 16
#define LEVEL "512"   // bytes from a counter to the next one of the same thread: DRAIN_THREADS * 4
static const u32 LEVEL_BYTES = DRAIN_THREADS * 4;

struct Lane {
    u32 rows, free, up, down; // the state; in kernels without gaps `up` and `down` are those of the next column
    u32 top;                  // address of the next record
    u32 found;                // solutions since they were last reported
    u32 set;                  // queens placed since then, if they are counted
    u64 gaps;                 // of the job
    u32 levels;               // address of the counter for no free row, which does not exist; the next one is for one free row
};

// Numbers that the compiler does not know.
struct Factors {
    u32 one, two, minus_one;
};

// The operands of the inline PTX, in the order of the list in OPERANDS. The first seven are read and written.
#define FOUND "%0"
#define ROWS "%1"
#define FREE "%2"
#define UP "%3"
#define DOWN "%4"
#define TOP "%5"
#define SET "%6"
#define ONE "%7"
#define MINUS_ONE "%8"
#define LOW_30_BITS "%9"
#define DISTANCES "%10" // lane.gaps
#define TWO "%11"
#define COUNTERS "%12" // lane.levels; only in OPERANDS_WITH_COUNTERS

#define WRITTEN_OPERANDS                                                                                                    \
    "+r"(lane.found), "+r"(lane.rows), "+r"(lane.free), "+r"(lane.up), "+r"(lane.down), "+r"(lane.top), "+r"(lane.set)
#define READ_OPERANDS                                                                                                       \
    "r"(factors.one), "r"(factors.minus_one), "r"(0x3fffffffu), "l"(lane.gaps), "r"(factors.two)

#define OPERANDS WRITTEN_OPERANDS : READ_OPERANDS : "memory"
#define OPERANDS_WITH_COUNTERS WRITTEN_OPERANDS : READ_OPERANDS, "r"(lane.levels) : "memory"

// The registers of a step, in the order in which they are written:
//
//   less, queen            rows - 1; the lowest row, as a set
//   free2                  free rows after the queen
//   next_up, next_down     rows closed in the next column by diagonals, with the queen's
//   next                   rows free in the next column; LOOK_AHEAD and PUSH reduce them to those that lead on
//   far_up, far_down       rows closed in the column after the next
//   open                   rows free in the column after the next
//   over, under            rows of the next column that lead on
//   more                   whether rows are left to try in this column
//   live                   whether a row of the next column leads on
//   solution               whether the state after the queen is a solution
//   nothing                neither `more` nor `live`
//   wide                   whether columns are skipped between the next column and the one after it
//   counter, sum           address and value of the counter for the queens of the next column
//
// The last operand of `lop3` is the truth table of the three before it:
//
//   0x30   a & ~b         0x10   a & ~b & ~c         0xe0   a & (b | c)

// The queen takes the lowest row, rows & ~(rows - 1); `rows` keeps the rows after it.
#define QUEEN                                                                                                               \
    "{\n\t"                                                                                                                 \
    ".reg .b32 less, queen, half, free2, up2, down2, next_up, next_down, far_up, far_down;\n\t"                             \
    ".reg .b32 next, open, neg, over, under, count, x, g, h, counter, sum;\n\t"                                             \
    ".reg .u64 gg;\n\t.reg .pred more, live, solution, nothing, wide;\n\t"                                                  \
    "mad.lo.u32 less, " ROWS ", " ONE ", " MINUS_ONE ";\n\t"                                                                \
    "lop3.b32 queen, " ROWS ", less, 0, 0x30;\n\t"                                                                          \
    "and.b32 " ROWS ", " ROWS ", less;\n\t"                                                                                 \
    "setp.ne.u32 more, " ROWS ", 0;\n\t"                                                                                    \
    "xor.b32 free2, " FREE ", queen;\n\t"

// The next column and the one after it. The queen's row was not closed, so its diagonals can be added instead of or-ed. The state
// keeps far_up and far_down: `up` and `down` of a lane are one column ahead.
#define COLUMNS                                                                                                             \
    "mad.lo.u32 next_up, queen, " TWO ", " UP ";\n\t"                                                                       \
    "shr.u32 half, queen, 1;\n\t"                                                                                           \
    "mad.lo.u32 next_down, half, " ONE ", " DOWN ";\n\t"                                                                    \
    "lop3.b32 next, free2, next_up, next_down, 0x10;\n\t"                                                                   \
    "mad.lo.u32 far_up, next_up, " TWO ", 0;\n\t"                                                                           \
    "shr.u32 far_down, next_down, 1;\n\t"                                                                                   \
    "lop3.b32 open, free2, far_up, far_down, 0x10;\n\t"

// The same where columns are skipped. The distances g (to the next column) and h (from there to the one after it) depend only on
// the number of free rows. They are 1, 2 or 3, in fields of five bits: a shift that uses the lowest five bits needs no mask.
#define COLUMNS_WITH_GAPS                                                                                                   \
    "popc.b32 g, free2;\n\t"                                                                                                \
    "mad.lo.u32 g, g, 5, -5;\n\t"                                                                                           \
    "shr.u64 gg, " DISTANCES ", g;\n\t"                                                                                     \
    "cvt.u32.u64 h, gg;\n\t"                                                                                                \
    "shr.u32 g, h, 5;\n\t"                                                                                                  \
    "or.b32 up2, " UP ", queen;\n\t"                                                                                        \
    "or.b32 down2, " DOWN ", queen;\n\t"                                                                                    \
    "shf.l.wrap.b32 next_up, 0, up2, g;\n\t"                                                                                \
    "shf.r.wrap.b32 next_down, down2, 0, g;\n\t"                                                                            \
    "lop3.b32 next, free2, next_up, next_down, 0x10;\n\t"                                                                   \
    "shf.l.wrap.b32 far_up, 0, next_up, h;\n\t"                                                                             \
    "shf.r.wrap.b32 far_down, next_down, 0, h;\n\t"                                                                         \
    "lop3.b32 open, free2, far_up, far_down, 0x10;\n\t"                                                                     \
    "and.b32 h, h, 2;\n\t"                                                                                                  \
    "setp.ne.u32 wide, h, 0;\n\t"

// A single row left (free2 & (free2 - 1) == 0) is a solution, because the row taken was one that leads on.
#define SOLUTION                                                                                                            \
    "mad.lo.u32 x, free2, " ONE ", " MINUS_ONE ";\n\t"                                                                      \
    "and.b32 x, x, free2;\n\t"                                                                                              \
    "setp.eq.u32 solution, x, 0;\n\t"                                                                                       \
    "@solution mad.lo.u32 " FOUND ", " ONE ", " ONE ", " FOUND ";\n\t"

// The same with a mark, which is in the highest bit when one row is left: the upper word of next_up * 2 is that bit.
#define MARKED_SOLUTION "mad.hi.u32 " FOUND ", next_up, 2, " FOUND ";\n\t"

// Before a gap all rows are assumed to lead on, so it is a solution only if the row is free.
#define SOLUTION_WITH_GAPS                                                                                                  \
    "mad.lo.u32 x, free2, " ONE ", " MINUS_ONE ";\n\t"                                                                      \
    "and.b32 x, x, free2;\n\t"                                                                                              \
    "setp.ne.u32 live, next, 0;\n\t"                                                                                        \
    "setp.eq.and.u32 solution, x, 0, live;\n\t"                                                                             \
    "@solution mad.lo.u32 " FOUND ", " ONE ", " ONE ", " FOUND ";\n\t"

// Plain backtracking tries all free rows of the next column.
#define COUNT_QUEENS                                                                                                        \
    "popc.b32 count, next;\n\t"                                                                                             \
    "mad.lo.u32 " SET ", count, " ONE ", " SET ";\n\t"

// The counter for the queens of the next column, in which the rows of free2 are free. It is read long before it is written.
#define READ_LEVEL                                                                                                          \
    "popc.b32 counter, free2;\n\t"                                                                                          \
    "mad.lo.u32 counter, counter, " LEVEL ", " COUNTERS ";\n\t"                                                             \
    "ld.shared.u32 sum, [counter];\n\t"

// After COUNT_QUEENS.
#define WRITE_LEVEL                                                                                                         \
    "mad.lo.u32 sum, count, " ONE ", sum;\n\t"                                                                              \
    "st.shared.u32 [counter], sum;\n\t"

// The rows that lead on. open | -open are the lowest open row and all above it. If no row is open, the shift is 2^32 - 1, which
// leaves nothing of the mask.
#define LOOK_AHEAD                                                                                                          \
    "mad.lo.u32 neg, open, " MINUS_ONE ", 0;\n\t"                                                                           \
    "or.b32 over, open, neg;\n\t"                                                                                           \
    "shl.b32 over, over, 2;\n\t"                                                                                            \
    "bfind.shiftamt.u32 count, open;\n\t"                                                                                   \
    "shr.u32 under, " LOW_30_BITS ", count;\n\t"

// Before a gap the queen closes three rows that are not adjacent: no row is excluded.
#define NO_LOOK_BEYOND_GAPS "@wide mov.u32 under, 0xffffffff;\n\t"

// Writes this state to the stack if the search continues with the state after the queen. POP moves the top only if rows are left.
#define PUSH                                                                                                                \
    "lop3.b32 next, next, over, under, 0xe0;\n\t"                                                                           \
    "setp.ne.u32 live, next, 0;\n\t"                                                                                        \
    "or.b32 x, next, " ROWS ";\n\t"                                                                                         \
    "setp.eq.u32 nothing, x, 0;\n\t"                                                                                        \
    "@live st.shared.v4.u32 [" TOP "], {" ROWS ", " FREE ", " UP ", " DOWN "};\n\t"

// The state after the queen becomes the current one. A sum of floating-point numbers is executed by a third pipe; below 2^30 the bits
// are those of a number, and the sum with 0 is that number. `up` may have any bits above the board, so it is multiplied.
#define MOVE                                                                                                                \
    "@live add.f32 " ROWS ", next, 0f00000000;\n\t"                                                                         \
    "@live add.f32 " FREE ", free2, 0f00000000;\n\t"                                                                        \
    "@live mad.lo.u32 " UP ", far_up, " ONE ", 0;\n\t"                                                                      \
    "@live add.f32 " DOWN ", far_down, 0f00000000;\n\t"

// The same for boards of any size, and for states whose diagonals are those of the current column.
#define MOVE_WITH_GAPS                                                                                                      \
    "@live mad.lo.u32 " ROWS ", next, " ONE ", 0;\n\t"                                                                      \
    "@live mad.lo.u32 " FREE ", free2, " ONE ", 0;\n\t"                                                                     \
    "@live mad.lo.u32 " UP ", next_up, " ONE ", 0;\n\t"                                                                     \
    "@live mad.lo.u32 " DOWN ", next_down, " ONE ", 0;\n\t"

// The stack grows by a record if the search continues with the state after the queen and comes back (live and more), and shrinks by
// one if it continues with the record on top (neither).
#define POP                                                                                                                 \
    "@live mad.lo.u32 " TOP ", " ONE ", " RECORD ", " TOP ";\n\t"                                                           \
    "@!more mad.lo.u32 " TOP ", " MINUS_ONE ", " RECORD ", " TOP ";\n\t"                                                    \
    "@nothing ld.shared.v4.u32 {" ROWS ", " FREE ", " UP ", " DOWN "}, [" TOP "];\n\t}"

template <bool GAPS, bool QUEENS, bool LEVELS, bool MARKED>
static __device__ __forceinline__ void step(Lane& lane, const Factors& factors) {
    if (LEVELS) {
        asm volatile(QUEEN READ_LEVEL COLUMNS SOLUTION COUNT_QUEENS WRITE_LEVEL LOOK_AHEAD PUSH MOVE POP : OPERANDS_WITH_COUNTERS);
    } else if (GAPS) {
        asm volatile(QUEEN COLUMNS_WITH_GAPS SOLUTION_WITH_GAPS LOOK_AHEAD NO_LOOK_BEYOND_GAPS PUSH MOVE_WITH_GAPS POP : OPERANDS);
    } else if (QUEENS) {
        asm volatile(QUEEN COLUMNS SOLUTION COUNT_QUEENS LOOK_AHEAD PUSH MOVE POP : OPERANDS);
    } else if (MARKED) {
        asm volatile(QUEEN COLUMNS MARKED_SOLUTION LOOK_AHEAD PUSH MOVE POP : OPERANDS);
    } else {
        asm volatile(QUEEN COLUMNS SOLUTION LOOK_AHEAD PUSH MOVE POP : OPERANDS);
    }
}

// The idle state, at the bottom of a stack: for 30 steps no row of the next column is free, and no mark reaches the highest bit.
template <bool GAPS>
static __device__ uint4 idle_state() {
    return GAPS ? make_uint4(ALL_ROWS, ALL_ROWS, ALL_ROWS, ALL_ROWS) : make_uint4(ALL_ROWS, 0xc0000000u, 0x3fffffffu, 0x80000000u);
}

// After this number of rounds, which is every few milliseconds, the sums of 32 bits, to which a step adds at most 32, are added to
// those of 64 bits, and the flag by which the host stops a run is read.
static const u32 ROUNDS = 1u << 12;
static_assert(ROUND <= 30, "the idle state has no effect for 30 steps");
static_assert((u64)ROUNDS * ROUND * 32 < 1ull << 32, "what is found in these rounds fits 32 bits");

// The same number, kept in a register: the compiler would read the thread's number again in every round, which takes longer.
static __device__ u32 keep(u32 number) {
    u32 kept;
    asm volatile("mov.u32 %0, %1;" : "=r"(kept) : "r"(number));
    return kept;
}

// The counters of a lane, by their addresses in shared memory.
static __device__ void add_to_counter(u32 address, u32 more) {
    asm volatile("{\n\t.reg .u32 sum;\n\tld.shared.u32 sum, [%0];\n\tadd.u32 sum, sum, %1;\n\tst.shared.u32 [%0], sum;\n\t}"
                 :
                 : "r"(address), "r"(more)
                 : "memory");
}

static __device__ void clear_counter(u32 address) { asm volatile("st.shared.u32 [%0], 0;" : : "r"(address) : "memory"); }

static __device__ u32 read_counter(u32 address) {
    u32 sum;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(sum) : "r"(address) : "memory");
    return sum;
}

// A lane's parent, and what all parents of its job have in common; see `Job`.
struct Source {
    Parent parent;
    u32 job;
    u32 root;
    u32 mark, below_mark;
};

// Continues with the next child of the parent, if there is one and a row can be taken after it. Otherwise the lane stays idle. Whether
// the rows lead on is not checked: this early they nearly always do.
template <bool GAPS, bool QUEENS, bool LEVELS>
static __device__ void take_child(Lane& lane, Source& source, u32 bottom) {
    Parent& parent = source.parent;
    const u32 queen = parent.rows & (0u - parent.rows);
    const u32 free = parent.free ^ queen, up = parent.up | queen << source.root, down = parent.down | queen >> source.root;
    const u32 rows = queen ? free & ~(up | down) : 0;
    parent.rows ^= queen;
    if (QUEENS) lane.set += __popc(rows);
    lane.rows = ALL_ROWS;
    if (rows) {
        if (LEVELS) add_to_counter(lane.levels + __popc(free) * LEVEL_BYTES, __popc(rows));
        lane.rows = rows, lane.free = free;
        lane.up = GAPS ? up : (up & source.below_mark | source.mark) << 1, lane.down = GAPS ? down : down >> 1;
        lane.top = bottom + DRAIN_THREADS * 16;
    }
}

template <bool GAPS, bool QUEENS, bool LEVELS, bool MARKED>
static __device__ void drain(const Parent* parents, const Page* pages, const u32* list, const Job* jobs, u64* found, u64* queens,
                             u64* levels, u32 rest, Batch* batch, const volatile u32* stop, u32 one) {
    extern __shared__ uint4 stack[];
    const uint4 end = idle_state<GAPS>();
    stack[threadIdx.x] = end;
    const u32 bottom = keep((u32)__cvta_generic_to_shared(stack + threadIdx.x));
    const u32 lanes_below = keep((1u << (threadIdx.x & 31)) - 1);
    const u32 listed = batch->listed[GAPS];

    Lane lane = {end.x, end.y, end.z, end.w, bottom, 0, 0, 0, 0};
    if (LEVELS) {
        const u32* const counters = (const u32*)(stack + rest * DRAIN_THREADS) + threadIdx.x;
        lane.levels = keep((u32)__cvta_generic_to_shared(counters) - LEVEL_BYTES);
        for (u32 i = 1; i <= rest; i++) clear_counter(lane.levels + i * LEVEL_BYTES);
    }
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
    auto report_levels = [&]() {
        for (u32 i = 1; i <= rest; i++) {
            const u32 counter = lane.levels + i * LEVEL_BYTES;
            add_level(levels, source.job, i, read_counter(counter), batch);
            clear_counter(counter);
        }
    };
    auto report = [&]() {
        solutions += lane.found, lane.found = 0;
        if (solutions) add(found + source.job, source.job, solutions, batch);
        solutions = 0;
        if (QUEENS) {
            placements += lane.set, lane.set = 0;
            if (placements) add(queens + source.job, source.job, placements, batch);
            placements = 0;
        }
        if (LEVELS) report_levels();
    };

    for (;;) {
        // Idle lanes take the next child of their parent, those without one a new parent from a page of the warp.
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
            if (idle) take_child<GAPS, QUEENS, LEVELS>(lane, source, bottom);
        }
        if (++rounds == ROUNDS) {
            // What a stopped run has counted is not read.
            if (__any_sync(ALL_LANES, *stop)) return;
            solutions += lane.found, lane.found = 0;
            if (QUEENS) placements += lane.set, lane.set = 0;
            if (LEVELS) report_levels();
            rounds = 0;
        }
#ifdef COUNT_STEPS
#pragma unroll 1
        for (u32 i = 0; i < ROUND; i++) {
            steps += lane.top != bottom;
            step<GAPS, QUEENS, LEVELS, MARKED>(lane, factors);
        }
#else
#pragma unroll
        for (u32 i = 0; i < ROUND; i++) step<GAPS, QUEENS, LEVELS, MARKED>(lane, factors);
#endif
    }
    report();
#ifdef COUNT_STEPS
    atomicAdd(&batch->steps[GAPS], steps);
#endif
}

// The kernels by what they can do: gaps, counting queens, counting them for each column, finding solutions by a mark. `rest` is the
// number of columns of the second phase.
#define DRAIN(name, gaps, counts_queens, counts_levels, marked)                                                             \
    extern "C" __global__ void __launch_bounds__(DRAIN_THREADS)                                                             \
        name(const Parent* parents, const Page* pages, const u32* list, const Job* jobs, u64* found, u64* queens,           \
             u64* levels, u32 rest, Batch* batch, const volatile u32* stop, u32 one) {                                      \
        drain<gaps, counts_queens, counts_levels, marked>(parents, pages, list, jobs, found, queens, levels, rest, batch,   \
                                                          stop, one);                                                       \
    }

DRAIN(drain_free, false, false, false, false)
DRAIN(drain_marked, false, false, false, true)
DRAIN(drain_gaps, true, false, false, false)
DRAIN(drain_queens, false, true, false, false)
DRAIN(drain_levels, false, true, true, false)

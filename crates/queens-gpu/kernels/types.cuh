// What the kernels and the host share. The Rust counterparts of these records are in src/launch.rs.
//
// Sets of rows are words of 32 bits: bit i is row i. The search fills column after column, so a set of diagonals is kept as the
// rows that it closes in one column, and is shifted when the search moves to another column: `up` to the left, `down` to the right.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

static const u32 LANES = 32; // threads of a warp
static const u32 ALL_LANES = 0xffffffffu;
static const u32 ALL_ROWS = 0xffffffffu;

// Parents in a page. A page holds parents of one job.
static const u32 PAGE = 256;

// The most columns that the first phase fills.
static const u32 MOST_COLUMNS = 32;

// The counters of a job, if the queens of each column are counted: number i is for the queens that are placed while i + 1 rows are
// free.
static const u32 LEVEL_COUNTERS = 32;

// A job: the state that it starts with, and the columns that it fills. The first phase fills `columns` of them, one after the other;
// the next one is the root column; the second phase fills the rest.
struct Job {
    u32 free;               // rows without a queen
    u32 up, down;           // rows closed in the first column by diagonals, rising or falling in the direction of the search
    u32 far_up, far_down;   // the same, as seen by the first column after the turn
    u32 allowed;            // rows that may be taken in the first column
    u32 columns;            // number of columns that the first phase fills
    u32 turn;               // after this number of columns the search turns to the other side of the board
    u8 shift[MOST_COLUMNS]; // distance from each column to the next one that is filled
    u8 far[MOST_COLUMNS];   // distance from each column to the first column after the turn
    u64 gaps;               // distance from each column of the second phase to the next one: five bits per column, by the number
                            // of columns left; 0 if all distances are 1
    u32 prefixed;           // number of columns that are filled by the number of a unit
    u32 mark;               // a bit of `up` above the board that reaches the highest bit when one row is left; 0 if there is no
                            // room for it
    u32 root;               // distance from the root column to the first column of the second phase
};

// A page: the number of parents in it, and their job.
struct Page {
    u32 len;
    u32 job;
};

// What one launch of each phase shares. Starts as zeros. Pairs are for jobs without gaps and for jobs with gaps.
struct Batch {
    u32 taken;      // pages taken by the first phase
    u32 listed[2];  // pages that are complete
    u32 next[2];    // the next of them that the second phase takes
    u32 waiting;    // warps of the first phase that wait for pages
    u32 lowest;     // the inverse of the lowest job that one of them works on
    u32 overflow;   // the number of a job whose counter exceeded 64 bits, plus 1
    u64 parents[2]; // parents
    u64 steps[2];   // queens that the second phase places below the children of the parents, if compiled to count them
};

static_assert(sizeof(Job) == 120, "as the host lays it out");
static_assert(sizeof(Page) == 8, "as the host lays it out");
static_assert(sizeof(Batch) == 64, "as the host lays it out");

// The output of the first phase: a state before the root column. Each row that can be taken there starts one state of the second
// phase, its child.
struct Parent {
    u32 rows;     // rows of the root column still to try
    u32 free;     // rows without a queen
    u32 up, down; // rows closed in the first column of the second phase by the queens placed before the root column
};

// Adds to a counter of 64 bits of a job. An overflow is reported to the host.
static __device__ void add(u64* counter, u32 job, u64 found, Batch* batch) {
    u64 before = atomicAdd(counter, found);
    if (before + found < before) batch->overflow = job + 1;
}

// Adds to the counter of the queens that are placed while this number of rows is free.
static __device__ void add_level(u64* levels, u32 job, u32 free_rows, u64 queens, Batch* batch) {
    if (queens) add(levels + (u64)job * LEVEL_COUNTERS + free_rows - 1, job, queens, batch);
}

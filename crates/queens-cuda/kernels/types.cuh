// What the kernels and the host share. The Rust twins of these records are in src/work.rs and src/launch.rs.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

static const u32 ALL_LANES = 0xffffffffu;
static const u32 ALL_ROWS = 0xffffffffu;

// Parents in a page: what the first phase gives. A page holds parents of one job.
static const u32 PAGE = 256;

// The most columns that the first phase fills.
static const u32 MOST_COLUMNS = 32;

// A job: where it begins, and the columns that it fills. The first phase fills some, one after the other; the column behind them is
// the root column; the second phase fills the rest.
struct Job {
    u32 free;               // rows without a queen
    u32 up, down;           // rows closed here by diagonals, rising or falling in the direction of the search
    u32 far_up, far_down;   // the same, as the first column behind the turn will see them
    u32 allowed;            // rows that may be taken in the first column
    u32 columns;            // how many columns the first phase fills
    u32 turn;               // after so many of them the search turns to the other side
    u8 shift[MOST_COLUMNS]; // how far it is to the next column filled
    u8 far[MOST_COLUMNS];   // how far it is to the first column behind the turn
    u64 gaps;               // five bits for each column of the second phase, by the number of columns left: how far it is to the
                            // next; 0 if none is needed because all are 1
    u32 prefixed;           // how many of the columns are filled by the number of a unit
    u32 mark;               // a bit of `up` above the board that comes to the highest place when one row is left; 0 if there is no
                            // room for it
    u32 root;               // how far it is from the root column to the first column of the second phase
};

// A page: how many parents, and of which job.
struct Page {
    u32 len;
    u32 job;
};

// What one launch of each phase shares. Begins as zeros.
struct Batch {
    u32 taken;     // pages taken by the first phase
    u32 listed[2]; // pages of jobs without and with gaps
    u32 next[2];   // the next of them that the second phase takes up
    u32 waiting;   // warps of the first phase that wait for pages
    u32 lowest;    // the inverse of the lowest job that one of them is at
    u32 overflow;  // the number of a job whose counter has gone beyond 64 bits, plus 1
    u64 parents[2]; // parents of jobs without and with gaps
    u64 steps[2];   // queens that the second phase sets below their children, if compiled to count them
};

static_assert(sizeof(Job) == 120, "as the host lays it out");
static_assert(sizeof(Page) == 8, "as the host lays it out");
static_assert(sizeof(Batch) == 64, "as the host lays it out");

// What the first phase gives: a state before the root column. Each row that can be taken there is the beginning of a state of the
// second phase, which takes them out one after the other.
struct Parent {
    u32 rows;     // rows of the root column still to try
    u32 free;     // rows without a queen
    u32 up, down; // rows that the queens set so far close in the first column of the second phase
};

// Adds to a job's counter of 64 bits, which must not wrap around unseen.
static __device__ void add(u64* counters, u32 job, u64 found, Batch* batch) {
    u64 before = atomicAdd(counters + job, found);
    if (before + found < before) batch->overflow = job + 1;
}

/**
 * The methods in words and in pseudocode. Each kind of step that a method reports belongs to one line of its code, so that Watch
 * can highlight the line of the current step.
 */

import { methodTitle } from "../methods";
import type { StepKind } from "../results";

export interface CodeLine {
  text: string;
  /** The kinds of steps that happen in this line. */
  step?: StepKind | StepKind[];
}

export interface MethodText {
  /** The name in the table of methods. */
  name: string;
  /** The name in words, from the same table. */
  title: string;
  /** The idea in two or three sentences. */
  idea: string;
  code: CodeLine[];
  /** The page of Learn that explains it. */
  topic: string;
}

/** Parses lines of code; the text after an @ is the kind of step that happens there. */
function code(text: string): CodeLine[] {
  const lines = text.trim().split("\n");
  return lines.map((line) => {
    const [text = "", step] = line.split(" @");
    return step ? { text, step: step as StepKind } : { text };
  });
}

const TEXTS: Omit<MethodText, "title">[] = [
  {
    name: "arrays",
    idea:
      "Go through the columns from left to right and try every row from the bottom. Three arrays store which rows, rising " +
      "diagonals and falling diagonals are free. Place a queen on a free square, fill the remaining columns, then remove it.",
    topic: "backtracking",
    code: code(`
def fill(column):
    if column == N:
        solutions += 1 @solution
        return
    for row in range(N):
        up, down = row - column, row + column
        if rows[row] and rising[up] and falling[down]:
            rows[row] = rising[up] = falling[down] = False @place
            fill(column + 1)
            rows[row] = rising[up] = falling[down] = True @remove
        else:
            pass  # attacked: try the next row @reject
`),
  },
  {
    name: "arrays-half",
    idea:
      "The mirror image of a solution is also a solution. So the first queen stays in the lower half of its column, and every " +
      "solution counts twice. If the first queen is in the middle row, the second queen stays in the lower half instead.",
    topic: "half",
    code: code(`
def fill(column, tries):
    if column == N:
        solutions += 2  # and its mirror image @solution
        return
    for row in range(tries):
        if free(column, row):
            middle = column == 0 and 2 * row + 1 == N
            place_queen(column, row) @place
            fill(column + 1, N // 2 if middle else N)
            remove_queen(column, row) @remove
        else:
            pass  # attacked: try the next row @reject
fill(0, ceil(N / 2))
`),
  },
  {
    name: "arrays-iterative",
    idea:
      "The same steps as with recursion, in the same order, but in a loop. The rows of the placed queens are the stack: they " +
      "tell where to continue after a queen is removed.",
    topic: "stacks",
    code: code(`
column = row = 0
while True:
    while row < N and not free(column, row):
        row += 1 @reject
    if row < N:
        place_queen(column, row) @place
        if column + 1 < N:
            queens[column] = row
            column, row = column + 1, 0
            continue
        solutions += 1 @solution
    elif column == 0:
        break
    else:
        column, row = column - 1, queens[column - 1]
    remove_queen(column, row); row += 1 @remove
`),
  },
  {
    name: "bitset",
    idea:
      "The board is three numbers whose bits are the occupied rows and diagonals. A board never changes: placing a queen " +
      "creates a new board, and going back discards it.",
    topic: "bit-sets",
    code: code(`
def solve(board):
    if board.column == N:
        return 1 @solution
    count = 0
    for row in range(N):
        if board.ok(row):  # three bits are 0
            next = board.place(row) @place
            count += solve(next)
            del next  # board itself never changed @remove
        else:
            pass  # attacked @reject
    return count
`),
  },
  {
    name: "bitset-pipeline",
    idea:
      "The same board in functional style: filter the free rows, map each row to the number of solutions with a queen there, " +
      "and add up. Attacked squares are removed by the filter, so they do not appear as steps.",
    topic: "bit-sets",
    code: code(`
def solve(board):
    def count(row):
        next = board.place(row) @place
        found = solve(next)
        del next  # board itself never changed @remove
        return found
    if board.column == N:
        return 1 @solution
    ok = filter(board.ok, range(N))
    return sum(map(count, ok))
`),
  },
  {
    name: "bitset-half",
    idea:
      "Bit sets with the first queen in the lower half of its column. Each solution counts twice. If N is odd, the middle row " +
      "is searched completely, and its solutions count once.",
    topic: "half",
    code: code(`
def solve(board, tries, weight):
    if board.column == N:
        return weight @solution
    count = 0
    for row in tries:
        if board.ok(row):
            next = board.place(row) @place
            count += solve(next, range(N), weight)
            del next  # board itself never changed @remove
        else:
            pass  # attacked @reject
    return count
count = solve(empty, range(N // 2), 2)
if N % 2 == 1:
    count += solve(empty, [N // 2], 1)
`),
  },
  {
    name: "bitset-mutable",
    idea:
      "One board for the whole search: placing a queen sets three bits, and removing it clears them. A loop replaces the " +
      "recursion, and the rows of the queens tell where to continue.",
    topic: "bit-sets",
    code: code(`
column = row = 0
while True:
    if row == N:
        if column == 0:
            break
        column, row = column - 1, queens[column - 1]
    elif attacked(column, row):  # one of three bits
        row += 1; continue @reject
    else:
        set_bits(rows, rising, falling) @place
        if column + 1 < N:
            queens[column] = row
            column, row = column + 1, 0; continue
        solutions += 1 @solution
    clear_bits(rows, rising, falling) @remove
    row += 1
`),
  },
  {
    name: "bitmask",
    idea:
      "Three masks contain the attacked rows of the current column. All other rows are free, so squares are not tested one by " +
      "one. For the next column, the masks of the diagonals are shifted by one row.",
    topic: "bit-masks",
    code: code(`
def fill(column, rows, rising, falling):
    if column == N:
        solutions += 1 @solution
        return
    free = all & ~(rows | rising | falling)
    while free:
        queen = lowest(free) @place
        fill(column + 1, rows | queen,
             (rising | queen) << 1,
             (falling | queen) >> 1)
        free -= queen @remove
fill(0, none, none, none)
`),
  },
  {
    name: "bitmask-half",
    idea:
      "Bit masks with the first queen in the lower half of its column. Every solution counts twice. If the first queen is in " +
      "the middle row, the second queen stays in the lower half.",
    topic: "half",
    code: code(`
def fill(column, free, rows, rising, falling):
    while free:
        queen = lowest(free) @place
        r = rows | queen
        u = (rising | queen) << 1
        d = (falling | queen) >> 1
        next = all & ~(r | u | d)
        if column == 0 and queen == middle:
            next &= lower_half
        if r == all:
            solutions += 2  # and its mirror image @solution
        else:
            fill(column + 1, next, r, u, d)
        free -= queen @remove
fill(0, lower_half | middle, none, none, none)
`),
  },
  {
    name: "bitmask-iterative",
    idea:
      "Bit masks with a stack of columns instead of recursion. The search stops at each solution and resumes when the next one " +
      "is requested. This is how solutions are listed one by one.",
    topic: "stacks",
    code: code(`
column = 0
stack[0] = all, none, none, none
while column >= 0:
    free, rows, rising, falling = stack[column]
    if free:
        queen = lowest(free) @place
        stack[column].free -= queen
        column += 1
        stack[column] = next_masks(queen)
        if column == N:
            yield queens  # and wait here @solution
    else:
        column -= 1  # and remove its queen @remove
`),
  },
  {
    name: "stacked",
    idea:
      "Half-board search with bit masks and an explicit stack. A column is pushed onto the stack only if it has rows left to " +
      "try, and columns with no free row are skipped. Together with bitmask-half, the fastest simple search.",
    topic: "stacks",
    code: code(`
here = column_A(free=lower_half | middle)
while here:
    queen = lowest(here.free) @place
    here.free -= queen
    next = here.after(queen)  # middle row: as in bitmask-half
    if next.free:
        if here.free:
            push(here)
        here = next
    else:
        if next.rows == all:
            solutions += 2  # and its mirror image @solution
        if not here.free:
            here = pop()  # nothing left: done
        remove_queens(here)  # from this column on @remove
`),
  },
  {
    name: "columns",
    idea:
      "Each row of the first queen, in half of the column, has its own thread. This is easy to write, but there are few threads " +
      "and their work differs: the slowest determines the time. Here the threads are shown one after the other.",
    topic: "threads",
    code: code(`
def count(first):  # in a thread of its own
    column, row = 0, first
    while True:
        end = first + 1 if column == 0 else N
        while row < end and not free(column, row):
            row += 1 @reject
        if row < end:
            place_queen(column, row) @place
            if column + 1 < N:
                column, row = next_column(); continue
            solutions += 1 if first == middle else 2 @solution
        elif column == 0:
            return
        else:
            column, row = column_before()
        remove_queen(column, row); row += 1 @remove
`),
  },
  {
    name: "breadth",
    idea:
      "Partly filled boards wait in a queue, each with the free rows of its columns. The first board is taken out. For every way " +
      "to fill its next column, a new board is added to the queue, unless a column has no free row left.",
    topic: "breadth-first",
    code: code(`
queue = [empty_board]
while queue:
    board = queue.pop_front() @dequeue
    column = board.next_column()  # N = 8: D F B H E G C A
    for row in board.left[column]:
        new = board.with_queen(column, row) @place
        if new.full():
            solutions += 1 @solution
        elif new.has_column_without_free_row():
            pass  # no solution possible @reject
        else:
            queue.push_back(new) @enqueue
        del new @remove
`),
  },
  {
    name: "tiles",
    idea:
      "Queen i may be placed on any square (tile) of row i or column i. The queen with the fewest free tiles is placed next. The " +
      "same solution is found several times, and duplicates are dropped.",
    topic: "tiles",
    code: code(`
queue, found = [empty_board], set()
while queue:
    board = queue.pop_front() @dequeue
    queen = board.fewest_tiles_left()
    for tile in board.left[queen]:
        new = board.with_queen(queen, tile) @place
        if new.full() and new in found:
            pass  # found before @duplicate
        elif new.full():
            found.add(new) @solution
        elif new.every_queen_has_a_tile():
            queue.push_back(new) @enqueue
        else:
            pass  # no solution possible @reject
        del new @remove
`),
  },
  {
    name: "dancing-links",
    idea:
      "Every column and row must be covered by exactly one queen, every diagonal by at most one. The column or row with the " +
      "fewest free squares is covered next. This needs few placements, but each is expensive.",
    topic: "dancing-links",
    code: code(`
def cover_all():
    line = fewest_squares(columns, rows)
    if line is None:  # all are covered
        solutions += 1 @solution
        return
    cover(line)
    for square in line.squares:
        cover_others(square)  # place a queen @place
        cover_all()
        uncover_others(square)  # restore the links @remove
    uncover(line)
`),
  },
  {
    name: "cross",
    idea:
      "Place the queens of the middle columns and rows first, where they attack most squares. Of arrangements that are images of " +
      "each other, only one is searched, and its solutions count up to eight times. The other columns are filled with bit " +
      "masks, many boards in one step.",
    topic: "cross",
    code: code(`
columns = left_half.outward() + right_half.outward()
for cross in classes(middle_columns, middle_rows):
    boards = [empty.with_queens(cross)]
    for column in columns[:-2]:
        boards = [
            board.after(queen)
            for board in boards  # 8 or 16 at once
            for queen in board.free(column)
            if board.after(queen).has_free_rows()
        ]
    found = sum(last_two(board) for board in boards)
    solutions += cross.images * found
`),
  },
  {
    name: "join",
    idea:
      "Cut the board into a lower and an upper half. List the half-boards by the columns that they use, each as a mask of the " +
      "diagonals that cross the cut. Then count the pairs of masks without a common bit.",
    topic: "join",
    code: code(`
for columns in sets_of_columns(N // 2):  # even N
    others = all - columns
    lower = half_boards(lower_rows, columns)
    upper = half_boards(upper_rows, others)
    for low in lower:
        fits = [
            high
            for high in upper  # 256 at once
            if low.diagonals & high.diagonals == 0
        ]
        solutions += low.weight * len(fits)
`),
  },
];

export const METHODS: Record<string, MethodText> = Object.fromEntries(
  TEXTS.map((text) => [text.name, { ...text, title: methodTitle(text.name) }]),
);

/**
 * The methods in words and in pseudo-code. A line of code names the kind of step that happens there. Each kind of step that a method
 * reports has one line, so that Watch can mark the line of the current step.
 *
 * The file is long because it is one table with one entry per method; it has no seam to split at.
 */

import type { StepKind } from "../results";

export interface CodeLine {
  text: string;
  /** The steps that happen in this line. */
  step?: StepKind | StepKind[];
}

export interface MethodText {
  /** The name in the table of methods. */
  name: string;
  title: string;
  /** The idea in two or three sentences. */
  idea: string;
  code: CodeLine[];
  /** The page of Learn that explains it. */
  topic: string;
}

/** Lines of code; the text after an @ is the step that happens there. */
function code(text: string): CodeLine[] {
  const lines = text.trim().split("\n");
  return lines.map((line) => {
    const [text = "", step] = line.split(" @");
    return step ? { text, step: step as StepKind } : { text };
  });
}

const TEXTS: MethodText[] = [
  {
    name: "arrays",
    title: "Three arrays",
    idea:
      "Walk the columns from left to right and try every row from the bottom. Three arrays remember which rows, rising and " +
      "falling diagonals are free. Set a queen on a free square, fill the rest of the board, take her back.",
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
    title: "Three arrays, half of the board",
    idea:
      "A solution turned upside down is a solution too. So the first queen stays in the lower half of her column, and every " +
      "solution counts twice. If she stands on the middle row, the second queen stays in the lower half instead.",
    topic: "half",
    code: code(`
def fill(column, tries):
    if column == N:
        solutions += 2  # and its mirror image @solution
        return
    for row in range(tries):
        if free(column, row):
            middle = column == 0 and 2 * row + 1 == N
            set_queen(column, row) @place
            fill(column + 1, N // 2 if middle else N)
            clear_queen(column, row) @remove
        else:
            pass  # attacked: try the next row @reject
fill(0, ceil(N / 2))
`),
  },
  {
    name: "arrays-iterative",
    title: "Three arrays without recursion",
    idea:
      "The same steps in the same order as the plain search, with a loop in place of the calls. The rows of the queens set so " +
      "far are the stack: they say where to go on after a step back.",
    topic: "stacks",
    code: code(`
column = row = 0
while True:
    while row < N and not free(column, row):
        row += 1 @reject
    if row < N:
        set_queen(column, row) @place
        if column + 1 < N:
            queens[column] = row
            column, row = column + 1, 0
            continue
        solutions += 1 @solution
    elif column == 0:
        break
    else:
        column, row = column - 1, queens[column - 1]
    clear_queen(column, row); row += 1 @remove
`),
  },
  {
    name: "bitset",
    title: "A board of bit sets",
    idea:
      "The whole board is three numbers whose bits are the taken rows and diagonals. A board never changes: placing a queen " +
      "makes a new one, and going back is forgetting it.",
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
    title: "Bit sets as a pipeline",
    idea:
      "The same board in the style of functional programs: keep the rows that are ok, map each to the count of the board with " +
      "a queen there, sum up. The attacked squares fall out of the filter without a word.",
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
    title: "Bit sets, half of the board",
    idea:
      "The board of bit sets with the first queen in the lower half of her column, each solution counted twice. On a board of " +
      "odd size the middle row is searched whole, and its solutions count once.",
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
    title: "Bit sets changed in place",
    idea:
      "One board for the whole search: a queen sets three bits, taking her back clears them. A loop replaces the recursion, " +
      "and the rows of the queens say where to go on.",
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
    title: "Bit masks",
    idea:
      "Three sets of rows say what is closed in the column at hand. What is left is free, all at once, without a test of each " +
      "square. Moving on to the next column shifts the diagonals by one row.",
    topic: "bit-masks",
    code: code(`
def fill(column, rows, rising, falling):
    if column == N:
        solutions += 1 @solution
        return
    free = all - (rows | rising | falling)
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
    title: "Bit masks, half of the board",
    idea:
      "Bit masks, but in the first column only the lower half is free, and every solution counts twice. After a queen on the " +
      "middle row the second queen stays in the lower half.",
    topic: "half",
    code: code(`
def fill(column, free, rows, rising, falling):
    while free:
        queen = lowest(free) @place
        r = rows | queen
        u = (rising | queen) << 1
        d = (falling | queen) >> 1
        next = all - (r | u | d)
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
    title: "Bit masks that can pause",
    idea:
      "Bit masks with a stack of columns in place of the recursion. The search is a value: it runs to the next solution and " +
      "waits there until it is asked for another. That is how solutions are listed one by one.",
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
        column -= 1  # her queen goes too @remove
`),
  },
  {
    name: "stacked",
    title: "A stack of masks",
    idea:
      "Half of the board by bit masks, without recursion. A column goes onto the stack only if it has rows left to try, and a " +
      "dead column is never entered. With bitmask-half the fastest of the plain searches.",
    topic: "stacks",
    code: code(`
here = column_A(free=lower_half | middle)
while here:
    queen = lowest(here.free) @place
    here.free -= queen
    next = here.after(queen)
    if next.free:
        if here.free:
            push(here)
        here = next
    else:
        if next.rows == all:
            solutions += 2  # and its mirror image @solution
        if not here.free:
            here = pop()  # nothing left: done
        take_back(here)  # queens from here on @remove
`),
  },
  {
    name: "columns",
    title: "A thread for each first queen",
    idea:
      "Each place of the first queen gets a thread of its own, in half of the column. It is easy to write, but there are few " +
      "places and they are not equally hard: all wait for the last thread. Here they are shown one after the other.",
    topic: "threads",
    code: code(`
def count(first):  # in a thread of its own
    column, row = 0, first
    while True:
        end = first + 1 if column == 0 else N
        while row < end and not free(column, row):
            row += 1 @reject
        if row < end:
            set_queen(column, row) @place
            if column + 1 < N:
                column, row = next_column(); continue
            solutions += 1 if first == middle else 2 @solution
        elif column == 0:
            return
        else:
            column, row = column_before()
        clear_queen(column, row); row += 1 @remove
`),
  },
  {
    name: "breadth",
    title: "Breadth first",
    idea:
      "Boards with some queens wait in a queue, each with the rows left to its columns. The first is taken out, and each way " +
      "to fill its next column joins the queue, unless it leaves a column empty.",
    topic: "breadth-first",
    code: code(`
queue = [empty_board]
while queue:
    board = queue.pop_front() @dequeue
    column = board.next_column()  # odd, then even
    for row in board.left[column]:
        new = board.with_queen(column, row) @place
        if new.full():
            solutions += 1 @solution
        elif new.has_an_empty_column():
            pass  # it cannot be finished @reject
        else:
            queue.push_back(new) @enqueue
        del new @remove
`),
  },
  {
    name: "tiles",
    title: "Tiles",
    idea:
      "Queen i may stand on any tile of row i or of column i, and the queen with the fewest tiles left comes next. So the same " +
      "solution is found several times over, and repeats are dropped.",
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
            pass  # it cannot be finished @reject
        del new @remove
`),
  },
  {
    name: "dancing-links",
    title: "Dancing links",
    idea:
      "Every column and every row must be covered by one queen, every diagonal by at most one. The line with the fewest squares " +
      "left comes next. It looks at all lines before each queen: few placements, each one expensive.",
    topic: "dancing-links",
    code: code(`
def cover_all():
    line = fewest_squares(columns, rows)
    if line is None:  # all are covered
        solutions += 1 @solution
        return
    cover(line)
    for square in line.squares:
        cover_others(square)  # set a queen @place
        cover_all()
        uncover_others(square)  # links come back @remove
    uncover(line)
`),
  },
  {
    name: "cross",
    title: "Central cross",
    idea:
      "Set the queens of the middle columns and rows first: there they close most. Of all ways that are images of each other " +
      "only one is searched, and counts up to eight times. The rest is bit masks, many boards in one step.",
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
            if board.after(queen).can_go_on()
        ]
    found = sum(last_two(board) for board in boards)
    solutions += cross.images * found
`),
  },
  {
    name: "join",
    title: "Half-board join",
    idea:
      "Cut the board between two rows. List the lower halves and the upper halves by the columns they use, each as a mask of " +
      "diagonals that cross the cut, and count the pairs without a common bit. Nothing is searched.",
    topic: "join",
    code: code(`
for columns in sets_of_columns(N // 2):
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

export const METHODS: Record<string, MethodText> = Object.fromEntries(TEXTS.map((text) => [text.name, text]));

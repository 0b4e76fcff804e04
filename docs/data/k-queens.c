// Counts the arrangements of K queens on an N x N board, no two attacking each other. It checks results of the engine
// `exactly` (docs/results.md) and shares no code and no order of the search with it:
// - rows are visited from the middle outward, and no symmetry is used;
// - diagonals are bits of the whole board, not rows that are shifted from column to column;
// - the last two queens are counted by comparing each row that is left with each other one.
//
// cc -O3 -march=native k-queens.c -o k-queens && ./k-queens 12 8      # prints 207667564
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint64_t set;

static int n, order[32];
static set all;

#define COUNT(s) ((uint64_t)__builtin_popcountll(s))

static set free_columns(int row, set columns, set rising, set falling) {
  return all & ~(columns | rising >> row | falling >> (n - 1 - row));
}

static uint64_t pairs(int from, set columns, set rising, set falling) {
  set free[32];
  int rows[32], found = 0;
  uint64_t sum = 0, squares = 0;
  for (int i = from; i < n; i++) {
    int row = order[i];
    set here = free_columns(row, columns, rising, falling);
    if (!here) continue;
    for (int j = 0; j < found; j++) {
      int distance = abs(row - rows[j]);
      sum -= COUNT(here & free[j]) + COUNT(here & free[j] << distance) + COUNT(here & free[j] >> distance);
    }
    sum += squares * COUNT(here);
    squares += COUNT(here);
    free[found] = here;
    rows[found++] = row;
  }
  return sum;
}

static uint64_t fill(int from, int queens, set columns, set rising, set falling) {
  if (queens == 2) return pairs(from, columns, rising, falling);
  uint64_t sum = 0;
  for (int i = from; i <= n - queens; i++) {
    int row = order[i];
    for (set open = free_columns(row, columns, rising, falling); open; open &= open - 1) {
      set queen = open & -open;
      sum += fill(i + 1, queens - 1, columns | queen, rising | queen << row, falling | queen << (n - 1 - row));
    }
  }
  return sum;
}

int main(int arguments, char **values) {
  int queens = arguments == 3 ? atoi(values[2]) : 0;
  n = arguments == 3 ? atoi(values[1]) : 0;
  if (n < 1 || n > 31 || queens < 2) {
    fprintf(stderr, "usage: k-queens N K, with N from 1 to 31 and K from 2 on\n");
    return 2;
  }
  all = ((set)1 << n) - 1;
  for (int i = 0; i < n; i++) order[i] = i % 2 ? n / 2 - (i + 1) / 2 : n / 2 + i / 2;
  printf("%" PRIu64 "\n", fill(0, queens, 0, 0, 0));
}

/*
 * The recursion of the textbooks, to measure against: three masks, the lowest free bit first, half of the board.
 *
 * The first queen stands in the lower half of its row. On the middle square of an odd board the second queen
 * is kept to the lower half. Every solution counts two; the board of size 1 is its own mirror image.
 *
 * Usage: recursion N, for N from 1 to 31. Prints the number of solutions.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t all;

/* The solutions below a row in which the masks close squares. */
static uint64_t fill(uint32_t columns, uint32_t left, uint32_t right)
{
    uint64_t solutions = 0;
    uint32_t free = all & ~(columns | left | right);

    if (columns == all)
        return 1;
    while (free) {
        uint32_t queen = free & -free;
        free -= queen;
        solutions += fill(columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return solutions;
}

/* The solutions whose first queen is the given one and whose second is among the given squares. */
static uint64_t after(uint32_t first, uint32_t squares)
{
    uint64_t solutions = 0;
    uint32_t free = squares & ~(first | first << 1 | first >> 1);

    while (free) {
        uint32_t queen = free & -free;
        free -= queen;
        solutions += fill(first | queen, (first << 1 | queen) << 1, (first >> 1 | queen) >> 1);
    }
    return solutions;
}

int main(int argc, char **argv)
{
    int n = argc == 2 ? atoi(argv[1]) : 0;
    uint64_t half = 0;

    if (n < 1 || n > 31) {
        fprintf(stderr, "usage: recursion N, for N from 1 to 31\n");
        return 2;
    }
    all = (UINT32_C(1) << n) - 1;
    for (int column = 0; column < n / 2; column++)
        half += after(UINT32_C(1) << column, all);
    if (n > 1 && n % 2 == 1)
        half += after(UINT32_C(1) << n / 2, (UINT32_C(1) << n / 2) - 1);
    printf("%llu\n", (unsigned long long)(n == 1 ? 1 : 2 * half));
    return 0;
}

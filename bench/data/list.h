/* One line for each kind that the benchmark `small` measures: SMALL(kind, sizes). No include guard: expanded by
 * problem.h and small.c. */
SMALL(tridiag, 5)
SMALL(recurrence, 4)
SMALL(blocktri, 1)
SMALL(transform, 3)
SMALL(tree, 3)

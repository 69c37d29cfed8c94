/* Tridiagonal systems whose rows are cut over ranks (solvers/cut.h), through plans of any host method for plain ones.
 *
 * transpose   Whole systems are collected, solved by the method, and given back (cut/cut_lines.h). All bits are those
 *             of one rank, but for `auto`, which chooses by the batch that it is given.
 * pipelined   Elimination in order: a rank begins with the last c' and d' of the rank before, a chunk of systems after
 *             the other, and substitution of these goes back while later ones are eliminated. Takes the operations of
 *             the method `thomas` in their order, and so gives its bits; others are refused. L. H. Thomas 1949;
 *             A. Povitsky, Parallelization of pipelined algorithms for sets of linear banded systems, J. Parallel
 *             Distrib. Comput. 59 (1999) 68.
 * reduced     T y = d, T f = -a_0 e_0 and T g = -c_{n-1} e_{n-1} with only the rows T of a rank give
 *             x = y + f u + g v, where u and v are the unknowns next to its rows. First and last rows of all ranks are
 *             solved for u and v by block elimination in order of rank, each system on one rank: E. Polizzi, A. Sameh,
 *             A parallel hybrid banded system solver: the SPIKE algorithm, Parallel Comput. 32 (2006) 177; as in
 *             K.-H. Kim et al., PaScaL_TDMA, Comput. Phys. Commun. 260 (2021) 107722, but in ends of blocks, of which
 *             there are none for a rank without rows: it passes on what it is given. T has to be regular, and elements
 *             may grow where it is nearly singular: info is PIVOTS_GREW then. Of 16 systems or more that share a
 *             matrix, y_first and y_last are sums of right sides with weights, the first and the last row of T^-1, and
 *             T x = d - a_0 u e_0 - c_{n-1} v e_{n-1} is solved: unknowns are read twice, but written once.
 * truncated   Where |g_0| and |f_{n-1}| are below 1e-17 (5e-9 in float) on all ranks, u and v follow from two
 *             neighbours: L.-W. Chang, Scalable parallel tridiagonal algorithms with diagonal pivoting and their
 *             optimization for many-core architectures, thesis, Illinois, 2014, section 3.3.1.
 *
 * Values that a rank with n rows of m systems sends in a solve with a factored matrix, q ranks, M the systems that it
 * solves in transpose, or joins in reduced, about m / q (cut_sent.h has them as functions):
 *             transpose  n (m - M) out, (whole - n) M back      in about 2 (q - 1) messages
 *             pipelined  m out, m back                          2 chunks
 *             reduced    2 (m - M) out, 2 M (q - 1) back        2 (q - 1) chunks
 *             truncated  2 m                                    2 chunks
 * A matrix that is not factored costs, in addition, 3 times what goes out in transpose, 3 whole / q if all systems
 * share it; m values in pipelined, 1 if shared; 4 (m - M) in reduced, 4 (q - 1) if shared. Memory: 1 (transpose: with
 * coefficients 4), 2 (pipelined if factored or of fewer than 16 systems, and reduced) values an unknown; those that
 * stand for a shared matrix are few, and so are those of chunks of `pipelined` that are underway, two for each rank
 * after it. Chunks of reduced and truncated are one where systems have matrices of their own. */
#pragma once
#include "solvers/cut/cut_lines.h"

extern const struct cut_ops cut_pipelined, cut_reduced, cut_truncated;
extern const struct cut_kind cut_tridiag;

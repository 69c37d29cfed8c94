/* Recurrences whose rows are cut over ranks (solvers/cut.h), through plans of any host method.
 *
 * transpose:
 *     Whole systems are collected, solved by the method, and given back (cut/cut_lines.h): the bits of one rank.
 *
 * pipelined:
 *     Row by row. A rank begins with y of the last row before its own and then, going back, with x of the first row
 *     after its own; a chunk of systems after the other. It takes the operations of the method `seq` in their order,
 * and so gives its bits; other methods are refused.
 *
 * reduced:
 *     Each rank sums its rows as if there were zeros on both sides (recurrence_span.h), and all exchange these sums. So
 *     y before the rows of a rank and x after them are known, and go into its right side,
 *     d_0 += f y_before and d_{n-1} += g x_after / s_{n-1}; its rows, solved by the method, are then those of the
 *     whole system to rounding. That is the scan of the method `scan` over ranks: W. D. Hillis, G. L. Steele, Data
 *     parallel algorithms, Commun. ACM 29 (1986) 1170. A scale of 0 in the last row of a rank lets no x_behind into its
 *     right side: x is then not a number, and info says so.
 *
 * Nothing is factored. Values that a rank with n rows of m systems sends, of q ranks: in transpose n (m - M) out and
 * (whole - n) M back, M the systems that it solves, and n (m - M) of a scale of each system; in pipelined m out and m
 * back; in reduced 3 m numbers of double precision to each other rank. */
#pragma once
#include "solvers/cut/cut_lines.h"

extern const struct cut_ops cut_in_order, cut_carried;
extern const struct cut_kind cut_recurrence;

/* Systems whose rows are cut over the ranks of a communicator: rows first ... first + n - 1 of every system of a batch
 * are on this rank, and those on other ranks. n may be 0, and ranks may have different n.
 *
 *     shape.n = rows of this rank;
 *     shape.cut = (struct rank_cut){.comm = comm, .whole = rows of all ranks, .first = rows of lower ranks};
 *
 * makes a plan of any method for tridiagonal systems or recurrences on the host solve them (tridiag/cut/cut.h and
 * recurrence/cut/recurrence_cut.h say how each scheme does, which methods it takes and what it costs). Layouts are
 * those of one rank's rows; lower of row 0 of a rank then couples it to the last row before, on a lower rank, and upper
 * of its last row to a higher rank. x of other ranks is not seen.
 *
 * plan_make, plan_factor and plan_solve are collective: all ranks of comm call them in the same order, by one thread
 * each, while no other thread of a rank sends or receives, with the same batch, inner, scheme, chunks and reuse, a
 * matrix that all systems share on all ranks or on none, and with shifts, scale, info and outcome on all ranks or on
 * none; a shift is that of a whole system, the same on all ranks. plan_make refuses shapes that differ in these, on all
 * ranks. plan_make and plan_factor return the gravest status of all ranks on every rank. plan_solve does not: callers
 * agree before they use x, since x of a rank is wrong, or not a number, where another one failed. info and the info of
 * an outcome are those of whole systems, on every rank; a positive one counts rows of the whole system. */
#pragma once
#include <stdint.h>

struct comm;

enum cut_scheme {
    CUT_TRANSPOSE, /* each rank collects some whole systems and solves them: the bits of one rank, any method */
    CUT_PIPELINED, /* rows in order from rank to rank, in chunks of systems: the bits of `thomas`, or for recurrences
                      `seq`, the only method it takes */
    CUT_REDUCED,   /* each rank solves its rows by themselves; a small system in their ends connects them */
    CUT_TRUNCATED, /* CUT_REDUCED; but ranks exchange ends only with their neighbours where those do not depend on
                      any that are farther away, as of dominant systems with many rows a rank; not of recurrences */
    CUT_SCHEMES
};
extern const char *const cut_schemes[]; /* their names, for options; ends with NULL */

struct rank_cut {
    struct comm *comm; /* NULL: one rank, which has all rows */
    int64_t whole;     /* rows of a system on all ranks; 0: systems are not cut */
    int64_t first;     /* its rows on the ranks before this one */
    enum cut_scheme scheme;
    int chunks; /* of the batch. CUT_PIPELINED: the next rank begins when one has been eliminated; 0: 16, or so many
                   that what a matrix that is not factored leaves of a chunk stays in a cache. CUT_REDUCED and
                   CUT_TRUNCATED, if systems share a matrix: ends of one travel while the next is solved; 0: so many
                   that unknowns stay in a cache until ends have come back */
};

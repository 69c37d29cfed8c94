/* Values that ranks send for systems that are cut (cut.h), as a formula that needs neither plans nor ranks: for models
 * of what a scheme costs, and for tests of what it sends. */
#pragma once
#include "solvers/cut.h"
#include "solvers/cut/cut_deal.h"

/* Systems whose rows are dealt as evenly as possible (base/comm/cut.h). */
struct cut_batch {
    enum cut_scheme scheme;
    int64_t whole, batch, inner; /* rows of a system, systems, systems of a group */
    int ranks;
    bool one;   /* one matrix for all systems */
    bool faded; /* CUT_TRUNCATED: spikes have faded on all ranks */
};

/* In a solve with a factored matrix: to the ranks that solve or join systems, or to the next rank; and back. */
struct cut_sent {
    int64_t out, back;
};

/* Sent by rank `rank`. It sends back as many values as it has received, and receives as many as it has sent out. */
struct cut_sent cut_sent_solve(const struct cut_batch *b, int rank);

/* In plan_factor, or in addition in a solve with a matrix that is not factored. Where all systems share the matrix,
 * transpose and reduced gather it, or its tips, on all ranks, which comm_sent does not count: 0. */
int64_t cut_sent_factor(const struct cut_batch *b, int rank);

/* The systems that a rank solves whole, or joins; all are on each rank where a scheme does neither. */
int64_t cut_systems(const struct cut_batch *b, int rank);

/* reduced and truncated take systems that share a matrix in chunks, whose ends are messages each. Systems of all chunks
 * but the last one, which is no larger: all, or whole units of cut_deal.h for each rank, so that bits do not depend on
 * chunks, and each rank joins as many of each. `asked` chunks or fewer, if not 0; else so many that rows of three fit
 * third-level caches, if ranks have `threads` threads. */
int64_t cut_chunk_most(const struct cut_batch *b, int asked, int threads);
/* Their number, 1 at least. */
int64_t cut_chunks(const struct cut_batch *b, int asked, int threads);

/* Rows of a rank from which on spikes of the matrix -1, `diagonal` > 2, -1 have faded at their far ends:
 *     (s - 1/s) / (s^(n + 1) - s^-(n + 1)) < SPIKE_FADED      s = d/2 + sqrt(d^2/4 - 1)
 * which is the last element of the first column of its inverse. */
int64_t cut_rows_to_fade(double diagonal);

/* Have they on all ranks? Spikes of the first and the last rank reach nobody, but a rank without rows lets them pass.
 */
bool cut_fades(double diagonal, int64_t whole, int ranks);

/* The stages of elimination by scans. Each has a pass over the rows, which gives the maps of its chunks, a scan over
 * these, and the next pass, which takes every chunk from the state that the scan has found.
 *
 * A scan adds what a chunk makes of different states. Where the sum cancels, the state of a chunk may differ from what
 * its neighbour is found to end with by more than rounding: then the differences are carried through the maps, and the
 * chunks whose states change are passed once more, as in the parareal method. */
#pragma once
#include "solvers/batch/workspace.h"
#include "solvers/tridiag/scan/chunk_states.h"
#include "solvers/tridiag/scan/lane_substitution.h"

enum { SCAN_TURNS = 2 /* stages_run, stages_run_poor */ };
enum scan_stage { STAGE_MINORS, STAGE_RIGHT_SIDES, STAGE_UNKNOWNS, STAGE_COUNT };

struct scan_stages {
    struct lane_chunks chunks;
    struct tridiag_rows rows; /* arrays of lane_chunks_length at row 0, scaled */
    real *x;                  /* the same */
    enum normalisation normalisation;
    enum scan_structure structure;
    bool pivoting;
    struct team team;
    struct chunk_scan scan[STAGE_COUNT];
    bool *poor;    /* [-1 ... chunks.count] a row has a residual that is not small */
    bool *again;   /* [chunks.count] to be passed once more */
    bool *changed; /* [chunks.groups] passed with other states than before */
    struct scan_flags *flags;
};

/* Takes the arrays for n rows from the workspace. */
struct scan_stages stages_of(int64_t n, struct workspace *workspace);

/* By one rank, before the others go on: the values next to the rows, and the states that scans begin with. */
void stages_begin(const struct scan_stages *s);

/* By every rank, with all rows in place: x. False where chunks did not come to agree. */
bool stages_run(const struct scan_stages *s);

/* Runs once more what depends on the states between poor chunks and their neighbours, which are to agree to
 * the last digit. */
void stages_run_poor(const struct scan_stages *s);

/* The findings in the rows of a chunk after a round: a residual that is not small, or one so large that x is no
 * solution; and whether any rank has found that, once all have looked. */
void stages_poor(const struct scan_stages *s, int turn, int64_t chunk);
void stages_fail(const struct scan_stages *s, int turn);
bool stages_any_poor(const struct scan_stages *s, int turn);
bool stages_failed(const struct scan_stages *s, int turn);

/* The passes over one group: maps of minors; pivots, and maps of right sides; right sides, and maps of unknowns; x. All
 * but the first take the entries of their scan and set its exits. */
void scan_pass_products(const struct scan_stages *s, int64_t group);
void scan_pass_minors(const struct scan_stages *s, int64_t group);
void scan_pass_right_sides(const struct scan_stages *s, int64_t group);
void scan_pass_unknowns(const struct scan_stages *s, int64_t group);

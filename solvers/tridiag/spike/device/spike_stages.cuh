/* Stages of a solve that all methods of the family have, each a launch or two: compiled once (spike_stages.cu). */
#pragma once
#include "solvers/tridiag/spike/device/spike_cut.cuh"

/* One solve: the plan, the batch with pointers of the device, and its partitions in the plan's workspace. */
struct spike_run {
    const struct plan *p;
    struct device_batch g;
    struct spike_cut k;
};

/* Rows to where warps read whole lines, and x from there. */
void spike_move_rows(const struct spike_run &r);
void spike_move_x_back(const struct spike_run &r);

/* Partitions that have grown: those beyond GROWTH_APART have new equations; or, without repair, systems with one beyond
 * `most` are reported as not solved. */
void spike_repair_parts(const struct spike_run &r);
void spike_report_parts(const struct spike_run &r, double most);

/* The reduced system of blocks of `length` partitions, by the words of the option `reduced`; the blocks within those,
 * which were joined in pairs, from the unknowns between them. "arcr" is refused: its structure, which rows make blocks
 * and which are eliminated, is found row by row on the host (arcr/arcr_structure.h), level after level. */
enum spike_reduced { SPIKE_BLOCK_LU, SPIKE_BLOCK_CR, SPIKE_ARCR };
static const char *const spike_reduced_words[] = {"block_lu", "block_cr", "arcr", NULL};
#define SPIKE_REDUCED_HELP \
    "how the reduced system is solved: in runs of eight partitions, or by cyclic reduction of its blocks; by arcr " \
    "only on the host"
static inline enum status spike_accepts_reduced(const struct solver *self, int reduced)
{
    if (reduced != SPIKE_ARCR) return ST_OK;
    return fail(ST_REFUSED, "%s: reduced = \"arcr\" works only on the host, the others on both", self->method);
}
void spike_solve_reduced(const struct spike_run &r, int reduced, int64_t length);
void spike_part_pairs(const struct spike_run &r, int64_t length);

/* x of partitions that have grown, and the check of rows at the cuts. `pairs`: elimination had pivots of two rows. */
void spike_solve_grown(const struct spike_run &r, bool repair, bool pairs);
void spike_check_cuts(const struct spike_run &r);

/* Systems in which a row was missed, and info. */
void spike_finish(const struct spike_run &r, bool repair, bool pairs);

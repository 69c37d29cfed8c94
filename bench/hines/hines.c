/* Steps of 1,000 neurons of 100 and of 1,000 compartments: cables, which are all alike, and trees, which all differ;
 * passive, whose matrix is factored once, with the channels of Hodgkin and Huxley, in steps of two lengths, which take
 * different polynomials, and with those of `traub`. Times are those of complete steps: channels, equations and their
 * solution. A unit is a compartment for one step; the least traffic is that of steps that each go through memory:
 * potentials, and gates, read and written. */
#include "bench/entry/limit.h"
#include "bench/entry/peers.h"
#include "bench/entry/size.h"
#include "bench/hines/hines_run.h"

enum { CELLS = 1000, BYTES = 200 };

static const struct {
    const char *method, *layout;
} choices[] = {{"hines_simd", "block"}, {"hines_simd", "interleaved"}, {"hines_simd", "flat"}, {"hines", "flat"}};
enum { CHOICES = sizeof choices / sizeof *choices };

static enum status add(struct bench *b)
{
    const int64_t rows = size_first(b->rows, b->scale_n, b->part ? 1000 : 100);
    TRY(limit_add(b));
    const int64_t cells =
        size_that_fits(b, "hines, cells", size_first(b->systems, b->scale_batch, CELLS), rows * BYTES, 1);
    for (int form = 0; form < HINES_FORMS; form++)
        for (int membrane = 0; membrane < HINES_MEMBRANES; membrane++) {
            const struct hines_case c = {form, membrane, rows, cells};
            int index[CHOICES];
            for (int k = 0; k < CHOICES; k++)
                TRY(hines_run_add(b, &c, choices[k].method, choices[k].layout, b->exec, &index[k]));
            for (int k = 0; k < CHOICES - 1; k++) peer_add(b, index[k], "flat_hines", index[CHOICES - 1]);
        }
    return ST_OK;
}

static const char *const measured[] = {"hines", "hines_simd", NULL};
const struct benchmark bench_hines = {
    "hines",
    "steps of 1,000 neurons of 100 and of 1,000 compartments, cables and trees, passive and with channels",
    add,
    .parts = 2,
    .takes = TAKES_ROWS | TAKES_SYSTEMS,
    .methods = measured};

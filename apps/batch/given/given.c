/* Systems of the gallery and of files: where they come from, and their numbers in working precision. */
#include "apps/batch/given/given.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "apps/batch/given/sources.h"
#include "base/file/input.h"
#include "base/memory.h"

/* HDF5 or Matrix Market, by how it begins. */
static enum status read_file(struct given *g, const struct batch_params *p)
{
    static const char hdf5[8] = "\x89HDF\r\n\x1a\n", market[] = "%%MatrixMarket";
    char begin[sizeof market] = "";
    FILE *in;
    enum status s = input_open(&in, p->file, INT64_MAX);
    if (s != ST_OK) return fail_within(s, "import.file: ");
    const size_t bytes = fread(begin, 1, sizeof begin - 1, in);
    fclose(in);
    if (bytes == 0) return fail(ST_CONFIG, "import.file: %s: the file is empty", p->file);
    if (bytes >= sizeof hdf5 && !memcmp(begin, hdf5, sizeof hdf5)) return given_arrays(g, p);
    if (!strncasecmp(begin, market, sizeof market - 1)) return given_market(g, p);
    return fail(ST_CONFIG, "import.file: %s: neither a Matrix Market file, which begins with %s, nor an HDF5 file",
                p->file, market);
}

/* Right sides for which all unknowns are 1, but for rounding. */
static void sum_rows(const struct given *g)
{
    for (int64_t k = 0; k < g->batch * g->n; k++) g->v[3][k] = g->v[0][k] + g->v[1][k] + g->v[2][k];
    for (int64_t s = 0; g->sizes && s < g->batch; s++)
        for (int64_t i = g->sizes[s]; i < g->n; i++) g->v[3][s * g->n + i] = 0;
}

static enum status check_precision(const struct given *g)
{
    static const char *const names[GIVEN_ARRAYS] = {"lower", "diag", "upper", "the right side"};
    for (int a = 0; a < GIVEN_ARRAYS; a++)
        for (int64_t k = 0; k < g->batch * g->n; k++)
            if (!isfinite((real)g->v[a][k]))
                return fail(ST_CONFIG, "row %lld of system %lld has %g in %s, which exceeds the largest %s, %g",
                            (long long)(k % g->n), (long long)(k / g->n), g->v[a][k], names[a], REAL_NAME,
                            (double)REAL_MAX);
    return ST_OK;
}

enum status given_make(struct given *g, const struct batch_params *p)
{
    *g = (struct given){0};
    TRY(p->matrix == GALLERY_MATRICES ? given_gallery(g, p) : p->file ? read_file(g, p) : given_arrays(g, p));
    g->ones = p->ones;
    if (g->ones) sum_rows(g);
    return check_precision(g);
}

void given_fill(const struct given *g, int array, int64_t first, int64_t count, real *out)
{
    const double *const from = g->v[array] + first * g->n;
    for (int64_t k = 0; k < count * g->n; k++) out[k] = (real)from[k];
}

/* Systems with matrices of the gallery of hard matrices and random right sides: system s has the type s modulo the
 * number of types. */
#include "apps/batch/given/sources.h"
#include "apps/batch/given/storage.h"
#include "base/either_precision.h"
#include "base/memory.h"
#include "solvers/tridiag/gallery/gallery.h"

enum { DENSE_ROWS = 8192, RIGHT_SEED = 1000 };

static enum status fill(struct given *g, const struct batch_params *p, int64_t s)
{
    const uint64_t seed = (uint64_t)(p->seed + s / p->types.count);
    const int64_t at = s * g->n;
    uint64_t right = seed + RIGHT_SEED;
    g->type[s] = p->types.v[s % p->types.count];
    TRY(gallery_fill((int)g->type[s], g->n, seed, g->v[0] + at, g->v[1] + at, g->v[2] + at));
    for (int64_t i = 0; i < g->n; i++) g->v[3][at + i] = gallery_random(&right);
    return ST_OK;
}

static enum status check_size(const struct batch_params *p, int64_t rows)
{
    for (int64_t k = 0; k < p->types.count; k++)
        if (rows > DENSE_ROWS && gallery_dense((int)p->types.v[k]))
            return fail(ST_CONFIG, "types: %s takes n^3 operations, so at most %d rows are allowed, not %lld",
                        gallery_name((int)p->types.v[k]), DENSE_ROWS, (long long)rows);
    return ST_OK;
}

enum status given_gallery(struct given *g, const struct batch_params *p)
{
    const int64_t rows = batch_rows(p, 0), systems = batch_systems(p, 0);
    TRY(check_size(p, rows));
    TRY(given_alloc(g, systems, rows, NULL));
    TRY(mem_array(&g->type, HOST, systems, sizeof *g->type));
    enum status st = ST_OK;
#pragma omp parallel for schedule(dynamic)
    for (int64_t s = 0; s < systems; s++) {
        const enum status own = fill(g, p, s);
#pragma omp critical(given_gallery)
        if (own != ST_OK) st = own;
    }
    return st == ST_OK ? ST_OK : fail(st, "rows: no memory for matrices of %lld rows", (long long)rows);
}

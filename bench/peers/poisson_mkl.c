/* Poisson's equation in a box by MKL's fast Helmholtz solver with q = 0, with as many threads as the benchmark has.
 *
 * Intel, oneMKL Developer Reference for C, Fast Poisson Solver Routines, ?_Helmholtz_3D. It solves -u_xx - u_yy - u_zz
 * = f by differences of second order on (n + 1)^3 nodes, ends included, by transforms along two axes and tridiagonal
 * systems along the third, in place. Periodic: the last node of an axis is its first again, which leaves n^3 unknowns.
 * Its commit changes the right side, so it is called for every right side, untimed. */
#include <stdlib.h>
#include <string.h>

#include "base/library/mkl.h"
#include "base/memory.h"
#include "bench/data/poisson_box.h"
#include "bench/peers/poisson_peers.h"

#ifdef BANDSTAND_FLOAT
#define ROUTINE(name) "s_" name
#else
#define ROUTINE(name) "d_" name
#endif

enum { IPAR = 128, IPAR_ERRORS = 1, IPAR_WARNINGS = 2, WARNED = 1 }; /* sizes, places and values of mkl_poisson.h */

typedef void init(const real *ax, const real *bx, const real *ay, const real *by, const real *az, const real *bz,
                  const int32_t *nx, const int32_t *ny, const int32_t *nz, const char *ends, const real *q,
                  int32_t *ipar, real *par, int32_t *stat);
typedef void solve(real *f, const real *ax, const real *bx, const real *ay, const real *by, const real *az,
                   const real *bz, void **x, void **y, int32_t *ipar, real *par, int32_t *stat);
typedef void release(void **x, void **y, int32_t *ipar, int32_t *stat);

/* The C names of the header are macros for these. */
static const char *const routines[] = {ROUTINE("init_helmholtz_3d"), ROUTINE("commit_helmholtz_3d"),
                                       ROUTINE("helmholtz_3d"), "free_helmholtz_3d"};
enum { INIT, COMMIT, SOLVE, FREE, ROUTINES };

struct job {
    struct peer_box box;
    struct exec exec;
    int64_t nodes; /* along an axis */
    void *routine[ROUTINES];

    /* while its data are loaded: right side, then solution; fluxes through a face, all 0; MKL's own */
    real *f, *flux, *par;
    int32_t ipar[IPAR];
    void *x, *y;
    bool committed;
};

static void uncommit(struct job *j)
{
    int32_t stat;
    if (j->committed) ((release *)j->routine[FREE])(&j->x, &j->y, j->ipar, &stat);
    j->committed = false;
    j->x = j->y = NULL;
}

static void drop(void *of)
{
    struct job *const j = of;
    uncommit(j);
    j->f = mem_free(j->f);
    j->flux = mem_free(j->flux);
    j->par = mem_free(j->par);
}

/* The manual bounds `par` by the nodes of a face. */
static enum status load(void *of)
{
    struct job *const j = of;
    const int64_t face = j->nodes * j->nodes;
    TRY(mem_array(&j->f, HOST, face * j->nodes, sizeof(real)));
    TRY(mem_array(&j->flux, HOST, face, sizeof(real)));
    TRY(mem_array(&j->par, HOST, 3 * face + 1024, sizeof(real)));
    memset(j->flux, 0, (size_t)face * sizeof(real));
    memset(j->par, 0, (size_t)(3 * face + 1024) * sizeof(real));
    return ST_OK;
}

static void fill(struct job *j)
{
    const int64_t nodes = j->nodes, wrap = j->box.periodic ? j->box.n : nodes;
#pragma omp parallel for schedule(static) num_threads(j->exec.threads)
    for (int64_t row = 0; row < nodes * nodes; row++) {
        const int64_t first = (row / nodes % wrap * nodes + row % nodes % wrap) * nodes;
        for (int64_t i = 0; i < nodes; i++) j->f[row * nodes + i] = (real)poisson_box_value(first + i % wrap);
    }
}

/* MKL warns that solutions differ by any constant, here where no value is given anywhere. */
static enum status judge(int routine, int32_t stat)
{
    return stat == 0 || stat == WARNED ? ST_OK : fail(ST_FAILED, "MKL's %s returns %d", routines[routine], (int)stat);
}

static enum status run(struct job *j, int routine)
{
    solve *const function = (solve *)j->routine[routine];
    const real *const g = j->flux;
    int32_t stat = 0;
    mkl_threads_set(j->exec.threads);
    function(j->f, g, g, g, g, g, g, &j->x, &j->y, j->ipar, j->par, &stat);
    mkl_threads_set(1);
    return judge(routine, stat);
}

static enum status prepare(void *context)
{
    struct job *const j = context;
    const int32_t n = (int32_t)j->box.n;
    const real zero = 0, one = 1;
    int32_t stat = 0;
    uncommit(j);
    fill(j);
    memset(j->ipar, 0, sizeof j->ipar);
    ((init *)j->routine[INIT])(&zero, &one, &zero, &one, &zero, &one, &n, &n, &n, j->box.periodic ? "PPPPPP" : "NNNNNN",
                               &zero, j->ipar, j->par, &stat);
    TRY(judge(INIT, stat));
    j->ipar[IPAR_ERRORS] = j->ipar[IPAR_WARNINGS] = 0; /* no messages are printed */
    TRY(run(j, COMMIT));
    j->committed = true;
    return ST_OK;
}

static enum status call(void *context)
{
    return run(context, SOLVE);
}

static enum status find_routines(struct job *j)
{
    TRY(mkl_ready());
    for (int r = 0; r < ROUTINES; r++) {
        j->routine[r] = mkl_function(routines[r]);
        if (!j->routine[r]) return fail(ST_DEVICE, "MKL on this machine has no %s", routines[r]);
    }
    return ST_OK;
}

static enum status add(struct bench *b, struct job *j, int *index)
{
    struct entry *e;
    TRY(find_routines(j));
    j->exec = b->exec;
    j->exec.threads = mkl_threads_set(b->exec.threads);
    mkl_threads_set(1);
    const int64_t along = j->box.periodic ? j->box.n : j->nodes;
    TRY(peer_entry_add(b, &j->box, "mkl_helmholtz", along * along * along, &e, index));
    e->exec = j->exec;
    e->data = (struct data){j, load, drop};
    e->prepare = prepare;
    e->call = call;
    e->end = free;
    e->context = j;
    return ST_OK;
}

enum status poisson_mkl_add(struct bench *b, const struct peer_box *box, int *index)
{
    struct job *const j = calloc(1, sizeof *j);
    if (!j) return fail(ST_NOMEM, "no memory for a benchmark");
    j->box = *box;
    j->nodes = box->n + 1;
    const enum status s = add(b, j, index);
    if (s != ST_OK) free(j);
    return s;
}

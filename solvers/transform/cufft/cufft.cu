/* Transforms by cuFFT, which has none from real to real: a complex one of each two lines, between steps that convert
 * them into complex lines and back (couplings.h, lines.cuh).
 *
 * The lines are taken in chunks of equal size, whose complex lines are to fit the cache of the GPU together with what
 * passes through it: then a transform moves 2 values a value through memory, else 6, of DCT1 and DST1 10. NVIDIA, cuFFT
 * Library User's Guide, release 13.0: errors grow as the logarithm of n; lengths with primes beyond 127 are
 * convolutions. 2.5 n log2 n operations a line and 10 of the steps. */
#include "base/device/device.h"
#include "base/library/cufft.h"
#include "base/memory.h"
#include "solvers/batch/device_batch.cuh"
#include "solvers/transform/cost.h"
#include "solvers/transform/cufft/lines.cuh"

enum { N_MAX = 1 << 26, ALIGNED = 256 };

struct options {
    int64_t chunk;
};

static constexpr struct option options_table[] = {
    {.key = "chunk",
     .help = "KiB of complex lines that are in work at once: what the GPU's cache holds of them does not pass memory",
     .type = OPT_INT,
     .offset = offsetof(struct options, chunk),
     .min = 1,
     .max = 1 << 26,
     .default_value = "16384"},
    {.key = NULL}};

struct cufft {
    struct complex_steps steps; /* tables on the device */
    struct cufft_plan plan;
    int64_t lines; /* of a chunk, even */
};

/* The parts of the workspace: complex lines, the library's area, tables. */
struct parts {
    int64_t area, tables, bytes; /* where they begin, and where all ends */
};

static enum status accepts(const struct solver *self, const struct shape *shape, const void *)
{
    const enum status there = cufft_ready();
    if (there != ST_OK) return fail_within(there, "%s: ", self->method);
    if (shape->n <= N_MAX) return ST_OK;
    return fail(ST_REFUSED, "%s: lines of up to %d values, not of %lld", self->method, (int)N_MAX, (long long)shape->n);
}

static int64_t whole(int64_t bytes)
{
    return (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
}

/* The bytes of two lines as complex values. */
static int64_t complex_bytes(const struct complex_steps *s)
{
    return (s->before.form == LINES_APART ? 2 : 1) * s->length * (int64_t)sizeof(struct complex_value);
}

/* Lines of a chunk: of as few chunks as may be, all about as large, in whole blocks of threads if there are several. */
static int64_t chunk_lines(const struct complex_steps *s, const struct shape *shape, const void *options)
{
    const int64_t bytes = static_cast<const struct options *>(options)->chunk << 10;
    const int64_t pairs = (shape->batch + 1) / 2, most = bytes / complex_bytes(s), blocks = LINES / 2;
    if (most >= pairs) return 2 * pairs;
    if (most < blocks) return most < 1 ? 2 : 2 * most;
    const int64_t chunks = (pairs + most - 1) / most, even = (pairs + chunks - 1) / chunks;
    const int64_t rounded = (even + blocks - 1) / blocks * blocks;
    return 2 * (rounded < most ? rounded : most);
}

/* No plan for a length of 1, whose transform is itself. */
static enum status make_plan(struct cufft *c, const struct exec *exec)
{
    const struct cufft_lines lines = {c->steps.length, c->steps.before.form == LINES_APART ? c->lines : c->lines / 2,
                                      sizeof(real) == sizeof(float)};
    return lines.length > 1 ? cufft_plan_make(&c->plan, &lines, exec) : ST_OK;
}

static struct parts parts_of(const struct cufft *c, int64_t tables_bytes)
{
    struct parts p;
    p.area = whole(c->lines / 2 * complex_bytes(&c->steps));
    p.tables = p.area + whole(c->plan.area_bytes);
    p.bytes = p.tables + tables_bytes;
    return p;
}

/* Counts no area if the library fails to answer; begin will then fail too, and report it. */
static int64_t workspace_bytes(const struct solver *, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    struct cufft c = {};
    struct workspace tables = {NULL, 0};
    if (shape->batch == 0) return 0;
    complex_steps_place(&c.steps, shape->transform.type, shape->n, &tables);
    c.lines = chunk_lines(&c.steps, shape, options);
    make_plan(&c, exec);
    cufft_plan_free(&c.plan);
    return parts_of(&c, tables.used).bytes;
}

/* Fills the tables on the host, and copies them to `to`. */
static enum status send_tables(struct cufft *c, const struct plan *p, char *to, int64_t bytes)
{
    char *here;
    TRY(mem_alloc(&here, HOST, bytes));
    struct workspace host = {here, 0}, device = {to, 0};
    complex_steps_place(&c->steps, p->shape.transform.type, p->shape.n, &host);
    complex_steps_fill(&c->steps, p->shape.transform.type);
    const enum status st = device_copy(to, DEVICE, here, HOST, bytes, &p->exec);
    complex_steps_place(&c->steps, p->shape.transform.type, p->shape.n, &device);
    mem_free(here);
    return st;
}

static enum status prepare(struct cufft *c, const struct plan *p, int64_t tables_bytes)
{
    TRY(make_plan(c, &p->exec));
    const struct parts at = parts_of(c, tables_bytes);
    if (at.bytes > p->workspace_bytes)
        return fail(ST_DEVICE, "%s: cuFFT asks for more memory than before", p->solver->method);
    char *const workspace = static_cast<char *>(p->workspace);
    if (c->plan.made) TRY(cufft_plan_give(&c->plan, workspace + at.area));
    return send_tables(c, p, workspace + at.tables, tables_bytes);
}

static void end(struct plan *p)
{
    cufft_plan_free(&static_cast<struct cufft *>(p->priv)->plan);
}

static enum status begin(struct plan *p)
{
    struct cufft *const c = static_cast<struct cufft *>(p->priv);
    struct workspace tables = {NULL, 0};
    if (p->shape.batch == 0) return ST_OK;
    complex_steps_place(&c->steps, p->shape.transform.type, p->shape.n, &tables);
    c->lines = chunk_lines(&c->steps, &p->shape, p->options);
    const enum status st = prepare(c, p, tables.used);
    if (st != ST_OK) end(p);
    return st;
}

/* The kernels of each form: into complex lines, and back. */
static void (*const in[])(struct lines_part) = {lines_in<LINES_BESIDE>, lines_in<LINES_SPECTRA>, lines_in<LINES_APART>};
static void (*const out[])(struct lines_part) = {lines_out<LINES_BESIDE>, lines_out<LINES_SPECTRA>,
                                                 lines_out<LINES_APART>};

static unsigned blocks_of(const struct lines_part *g)
{
    return (unsigned)((g->count + LINES - 1) / LINES * g->couplings.tiles);
}

/* The library transforms as many lines for the last chunk, which may have less. */
static enum status transform_chunk(const struct cufft *c, const struct plan *p, struct lines_part *g)
{
    g->couplings = c->steps.before;
    LAUNCH(in[g->couplings.form], blocks_of(g), LINES_THREADS, 0, p->exec.stream, *g);
    if (c->plan.made) TRY(cufft_plan_run(&c->plan, g->z, c->steps.inverse));
    g->couplings = c->steps.after;
    LAUNCH(out[g->couplings.form], blocks_of(g), LINES_THREADS, 0, p->exec.stream, *g);
    return ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct cufft *const c = static_cast<const struct cufft *>(p->priv);
    struct lines_part g = {.shape = p->placed,
                           .length = c->steps.length,
                           .x = system->x,
                           .z = static_cast<struct complex_value *>(p->workspace),
                           .factor = system->transform.factor != 0 ? (real)system->transform.factor : 1,
                           .rotated = c->steps.rotated};
    for (; g.first < p->shape.batch; g.first += c->lines) {
        g.count = p->shape.batch - g.first < c->lines ? p->shape.batch - g.first : c->lines;
        TRY(transform_chunk(c, p, &g));
    }
    info_from_finite_x_device(p, system);
    return ST_OK;
}

static struct cost cost(const struct solver *, const struct shape *shape, const void *)
{
    struct cost c = transform_cost(shape);
    c.flops += 10 * (double)shape->n * (double)shape->batch;
    return c;
}

static constexpr struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .begin = begin,
    .end = end,
    .solve = solve,
};

extern "C" const struct solver transform_cufft = {
    .method = "cufft",
    .about = "cuFFT, complex transforms of two lines each, chunks of them in the cache",
    .source = "NVIDIA, cuFFT Library 13.0; Makhoul 1980",
    .kind = KIND_TRANSFORM,
    .space = DEVICE,
    .can = CAN_STRIDE | CAN_RAGGED | REPORTS_INFO,
    .options = options_table,
    .options_bytes = sizeof(struct options),
    .priv_bytes = sizeof(struct cufft),
    .hooks = &hooks,
};

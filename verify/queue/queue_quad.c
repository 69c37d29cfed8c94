/* Every method that promises each probability to its last digits against elimination in quadruple precision, state by
 * state: tandem queues, random chains, nearly decomposable chains, and chains read from text with transient
 * states. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/library/sparse.h"
#include "base/memory.h"
#include "solvers/method_spec.h"
#include "solvers/sparse/markov/communicating_classes.h"
#include "solvers/sparse/markov/fill.h"
#include "solvers/sparse/matrix/rcm.h"
#include "verify/queue/digits_chains.h"
#include "verify/queue/quad.h"
#include "verify/verify.h"

#ifdef QUAD
/* In units of eps: 1e-12 of a probability in double. */
static const double entry_max = 4500;

static const char *const methods[] = {"gth_band", "gth_wide", "gth_block", "gth_sparse", "auto", "rank_one"};
enum { METHODS = sizeof methods / sizeof *methods };

struct subject {
    struct matrix *matrix;
    int32_t *order;  /* or NULL */
    int32_t *sparse; /* or NULL: this build cannot order */
    int64_t band;
    struct fill fill;
    QUAD *pi;
    real *x;
    int32_t *exponent;
    struct outcome outcome;
};

static void subject_free(struct subject *s)
{
    matrix_free(s->matrix);
    mem_free(s->order);
    mem_free(s->sparse);
    mem_free(s->pi);
    mem_free(s->x);
    mem_free(s->exponent);
}

/* Number of state s in the text, where a transient state follows after every `every` states. */
static int64_t number_of(int64_t s, int64_t every)
{
    return s + s / every;
}

static char *text_of(const struct markov *c, int64_t every)
{
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);
    if (!out) return NULL;
    fputs("ctmc\n", out);
    for (int64_t m = 0; m < c->moves; m++)
        fprintf(out, "%lld %lld %.17g\n", (long long)number_of(c->move[m].from, every),
                (long long)number_of(c->move[m].to, every), c->move[m].rate);
    for (int64_t s = every; s < c->states; s += every) {
        const long long left = (long long)number_of(s, every) - 1;
        fprintf(out, "%lld %lld 3\n%lld %lld 0.125\n", left, left - 1, left, (left + 17) % 29);
    }
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

/* The closed class of the chain in the text. */
static enum status take_rows(struct subject *s, const struct csr_double *q, int64_t states)
{
    struct classes found;
    struct csr_double part = {0};
    enum status st = classes_find(&found, q);
    if (st == ST_OK && found.states != states) st = fail(ST_FAILED, "the class of a chain has other states");
    if (st == ST_OK) st = csr_double_restrict(&part, q, found.index, found.states);
    if (st == ST_OK) st = csr_double_matrix(&s->matrix, CSR, csr_double_min_block(&part), &part, true, 0);
    if (st == ST_OK) st = mem_array(&s->order, HOST, part.n, sizeof *s->order);
    if (st == ST_OK) st = rcm_order(&part, s->order, &s->band);
    csr_double_free(&part);
    classes_free(&found);
    return st;
}

static enum status read_chain(struct subject *s, const struct markov *c, int64_t every)
{
    struct csr_double q;
    char *const text = text_of(c, every);
    FILE *const in = text ? fmemopen(text, strlen(text), "r") : NULL;
    enum status st = in ? matrix_file_read_from(&q, NULL, in, "chain.tra", TRA, true) : fail(ST_NOMEM, "no memory");
    if (in) fclose(in);
    free(text);
    TRY(st);
    st = take_rows(s, &q, c->states);
    csr_double_free(&q);
    return st;
}

static enum status take_chain(struct subject *s, const struct markov *c, int64_t block)
{
    struct matrix *one;
    TRY(markov_matrix(c, &one));
    enum status st = matrix_make(&s->matrix, CSR, one->n, block, one->start, one->column, one->value);
    if (st == ST_OK && !matrix_is_blocktri(s->matrix)) {
        matrix_free(s->matrix);
        s->matrix = one;
        one = NULL;
    }
    matrix_free(one);
    return st == ST_OK ? matrix_band(s->matrix, NULL, &s->band) : st;
}

static enum status order_sparse(struct subject *s)
{
    TRY(mem_array(&s->sparse, HOST, s->matrix->n, sizeof *s->sparse));
    const enum status st = fill_order(s->matrix, s->sparse, &s->fill);
    if (st == ST_DEVICE) s->sparse = mem_free(s->sparse);
    return st == ST_DEVICE ? ST_OK : st;
}

static enum status subject_make(struct subject *s, const struct digits_chain *of)
{
    struct markov c = {0};
    enum status st = of->make(&c, of);
    if (st == ST_OK) st = of->transient ? read_chain(s, &c, of->transient) : take_chain(s, &c, of->phases);
    if (st == ST_OK) st = mem_array(&s->pi, HOST, c.states, sizeof *s->pi);
    if (st == ST_OK) st = mem_array(&s->x, HOST, c.states, sizeof *s->x);
    if (st == ST_OK) st = mem_array(&s->exponent, HOST, c.states, sizeof *s->exponent);
    if (st == ST_OK) st = order_sparse(s);
    markov_free(&c);
    return st == ST_OK ? quad_stationary(s->matrix, s->pi) : st;
}

/* Counts in `tried` the runs that are not refused. */
static enum status try_method(struct report *r, const struct digits_chain *of, struct subject *s, int method,
                              const struct exec *exec, int *tried)
{
    struct method_spec spec = {0};
    struct shape shape = shape_blocktri(STATIONARY, s->matrix, NULL, s->band);
    const struct system system = {
        .kind = KIND_BLOCKTRI,
        .blocktri = {.matrix = s->matrix, .order = s->order, .sparse = s->sparse, .exponent = s->exponent},
        .x = s->x,
        .outcome = &s->outcome};
    shape.blocktri.exponents = true;
    shape.blocktri.fill = s->fill;
    memset(s->x, 0, (size_t)shape.n * sizeof *s->x);
    memset(s->exponent, 0, (size_t)shape.n * sizeof *s->exponent);
    TRY(solver_find(KIND_BLOCKTRI, methods[method], HOST, &spec.solver));
    const enum status st = method_spec_solve(&spec, &shape, &system, exec);
    if (st == ST_REFUSED || st == ST_DEVICE) return ST_OK;
    TRY(st);
    tried[method]++;
    TRY(report_at_most(r, fabs((double)s->outcome.info), 0, "queue %s, %s: info", of->name, methods[method]));
    return report_at_most(r, quad_worst(shape.n, s->pi, s->x, s->exponent) / (double)REAL_EPS, entry_max,
                          "queue %s, %s: worst probability, relative error, eps", of->name, methods[method]);
}

/* Only one of the chains has levels left to one phase, and some builds cannot order. */
static int least_tried(const char *method, int chains)
{
    if (!strcmp(method, "rank_one")) return 1;
    return strcmp(method, "gth_sparse") || sparse_order_ready() == ST_OK ? chains : 0;
}

static enum status run(struct report *r, struct exec exec)
{
    int tried[METHODS] = {0}, chains = 0;
    while (digits_chains[chains].name) chains++;
    for (int k = 0; k < chains; k++) {
        struct subject s = {0};
        enum status st = subject_make(&s, &digits_chains[k]);
        for (int m = 0; st == ST_OK && m < METHODS; m++) st = try_method(r, &digits_chains[k], &s, m, &exec, tried);
        subject_free(&s);
        TRY(st);
    }
    for (int m = 0; m < METHODS; m++)
        TRY(report_at_least(r, tried[m], least_tried(methods[m], chains), "queue: chains that %s takes", methods[m]));
    return ST_OK;
}
#else
static enum status run(struct report *r, struct exec exec)
{
    (void)exec;
    return report_at_most(r, 0, 0, "queue: left out, this compiler has no quadruple precision");
}
#endif

const struct verification verify_queue_quad = {
    .topic = "queue",
    .subject = "quad",
    .application = "cloudqueue",
    .about = "methods with full relative accuracy, against elimination in quadruple precision",
    .run = run,
};

/* Hooks of the cuSPARSE methods: checks, handle and buffer, copies of the coefficients, and info. */
#include "solvers/batch/cost.h"
#include "solvers/tridiag/library/cusparse.cuh"

#include <limits.h>

#include "base/device/device.h"

enum { THREADS = 128 };

const char *const cusparse_inputs_words[] = {"copied", "given", NULL};
const struct option cusparse_inputs_only[] = {cusparse_inputs, {.key = NULL}};

int64_t cusparse_distance(const struct shape *shape)
{
    if (shape->batch <= 1) return shape->n;
    if (shape->inner == 1) return shape->outer;
    return shape->batch <= shape->inner || shape->outer == shape->inner * shape->dist ? shape->dist : 0;
}

const char *cusparse_columns_misfit(const struct shape *shape)
{
    const bool one = shape_shared(shape) || shape->batch <= 1;
    return one ? NULL : "a matrix for each system is not supported, only one for all";
}

static bool inputs_given(const void *options)
{
    return static_cast<const struct cusparse_options *>(options)->inputs == GIVEN;
}

static const struct cusparse_routine *routine_of(const struct solver *s)
{
    return static_cast<const struct cusparse_routine *>(s->variant);
}

/* Every routine needs the library, some rows, and sizes that an int holds. Of cyclic systems it gets all rows but
 * the last, and twice. */
static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    const enum status there = cusparse_ready();
    const int fewest = routine_of(self)->fewest_rows + shape->tridiag.cyclic;
    if (there != ST_OK) return fail_within(there, "%s: ", self->method);
    if (shape->n < fewest)
        return fail(ST_REFUSED, "%s: systems of less than %d rows are not supported", self->method, fewest);
    if (shape->tridiag.cyclic && inputs_given(options))
        return fail(ST_REFUSED, "%s: cyclic systems need copied inputs", self->method);
    if (shape->n > INT_MAX || shape->batch > INT_MAX || shape_extent(shape) > INT_MAX)
        return fail(ST_REFUSED, "%s: a batch of more than %d values is not supported", self->method, INT_MAX);
    if (!cusparse_distance(shape))
        return fail(ST_REFUSED, "%s: systems at varying distances are not supported", self->method);
    const char *const misfit = routine_of(self)->misfit ? routine_of(self)->misfit(shape) : NULL;
    return misfit ? fail(ST_REFUSED, "%s: %s", self->method, misfit) : ST_OK;
}

static const char *overwrites(const struct solver *self, const void *options)
{
    if (!inputs_given(options) || !routine_of(self)->overwrites) return NULL;
    return "inputs = \"given\" lets the library overwrite the matrix, which is needed again here: "
           "only \"copied\" is allowed";
}

static int64_t matrix_values(const struct shape *shape)
{
    return shape_matrix_extent(shape);
}

/* The bytes of a copy of one array, padded to keep the next one aligned. */
static int64_t copy_bytes(const struct shape *shape)
{
    return (matrix_values(shape) * (int64_t)sizeof(real) + 255) / 256 * 256;
}

static int64_t copies_bytes(const struct cusparse_routine *r, const struct shape *shape, const void *options)
{
    return inputs_given(options) ? 0 : (r->overwrites ? 3 : 2) * copy_bytes(shape);
}

static struct cusparse_call call_of(cusparseHandle_t handle, const struct shape *shape, const void *options)
{
    return {.handle = handle,
            .rows = (int)shape->n,
            .systems = (int)shape->batch,
            .distance = (int)cusparse_distance(shape),
            .algorithm = static_cast<const struct cusparse_options *>(options)->algorithm};
}

/* Queried before any array exists: the size does not depend on them, but NULL would be refused. */
static enum status buffer_bytes(const struct cusparse_routine *r, cusparseHandle_t handle, const struct shape *shape,
                                const void *options, int64_t *out)
{
    alignas(256) static real nowhere[1];
    struct cusparse_call call = call_of(handle, shape, options);
    size_t bytes = 0;
    call.lower = call.diag = call.upper = call.x = nowhere;
    TRY(cusparse_check(r->size(&call, &bytes), "the size of the buffer for cuSPARSE"));
    *out = (int64_t)bytes;
    return ST_OK;
}

/* Counts no buffer if the library fails to answer; begin will then fail too, and report it. */
static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    const struct cusparse_routine *const r = routine_of(self);
    cusparseHandle_t handle;
    int64_t bytes = 0;
    if (shape->batch == 0) return 0;
    if (cusparse_make(&handle, exec) == ST_OK) buffer_bytes(r, handle, shape, options, &bytes);
    cusparse_free(handle);
    return copies_bytes(r, shape, options) + bytes;
}

static void end(struct plan *p)
{
    cusparse_free(*static_cast<cusparseHandle_t *>(p->priv));
}

static enum status begin(struct plan *p)
{
    const struct cusparse_routine *const r = routine_of(p->solver);
    cusparseHandle_t *const handle = static_cast<cusparseHandle_t *>(p->priv);
    int64_t bytes = 0;
    if (p->shape.batch == 0) return ST_OK;
    TRY(cusparse_make(handle, &p->exec));
    enum status st = buffer_bytes(r, *handle, &p->shape, p->options, &bytes);
    if (st == ST_OK && copies_bytes(r, &p->shape, p->options) + bytes > p->workspace_bytes)
        st = fail(ST_DEVICE, "%s: cuSPARSE asks for more memory than before", p->solver->method);
    if (st != ST_OK) end(p);
    return st;
}

__global__ void clear_ends(real *lower, real *upper, int64_t systems, int64_t distance, int64_t last)
{
    const int64_t s = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    lower[s * distance] = RC(0.0);
    upper[s * distance + last] = RC(0.0);
}

static void zero_ends(const struct plan *p, const struct cusparse_call *call)
{
    const struct shape *const shape = &p->shape;
    const int64_t systems = shape_shared(shape) ? 1 : shape->batch, last = (shape->n - 1) * shape_matrix_stride(shape);
    LAUNCH(clear_ends, (unsigned)((systems + THREADS - 1) / THREADS), THREADS, 0, p->exec.stream, call->lower,
           call->upper, systems, (int64_t)call->distance, last);
}

static enum status copy_inputs(const struct cusparse_routine *r, const struct plan *p, struct cusparse_call *call)
{
    const int64_t bytes = matrix_values(&p->shape) * (int64_t)sizeof(real);
    real **const array[] = {&call->lower, &call->upper, &call->diag};
    char *copy = static_cast<char *>(p->workspace);
    for (int k = 0; k < (r->overwrites ? 3 : 2); k++, copy += copy_bytes(&p->shape)) {
        TRY(device_copy_within(copy, *array[k], bytes, &p->exec));
        *array[k] = reinterpret_cast<real *>(copy);
    }
    zero_ends(p, call);
    return ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct cusparse_routine *const r = routine_of(p->solver);
    const int64_t copies = copies_bytes(r, &p->shape, p->options);
    struct cusparse_call call = call_of(*static_cast<cusparseHandle_t *>(p->priv), &p->shape, p->options);
    call.lower = const_cast<real *>(system->tridiag.lower);
    call.diag = const_cast<real *>(system->tridiag.diag);
    call.upper = const_cast<real *>(system->tridiag.upper);
    call.x = system->x;
    if (copies > 0) TRY(copy_inputs(r, p, &call));
    TRY(cusparse_check(r->solve(&call, static_cast<char *>(p->workspace) + copies), p->solver->method));
    info_report_device(p, system);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    return cost_rows(shape, routine_of(self)->flops[static_cast<const struct cusparse_options *>(options)->algorithm]);
}

const struct solver_hooks cusparse_hooks = {
    .accepts = accepts,
    .overwrites = overwrites,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .begin = begin,
    .end = end,
    .solve = solve,
};

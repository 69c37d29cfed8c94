/* FFTW in a build without it: the method is known by its name and refuses every batch. */
#include "solvers/transform/cost.h"
#include "solvers/transform/fftw/effort.h"
#include "solvers/transform/fftw/ready.h"

enum status fftw_ready(void)
{
    return fail(ST_DEVICE, "this binary was built without FFTW");
}

void fftw_share(struct comm *c)
{
    (void)c;
}

struct fftw_planning fftw_planned(void)
{
    return (struct fftw_planning){0};
}

struct fftw_planning fftw_planning_since(const struct fftw_planning *before)
{
    return *before;
}

void fftw_patience(double factor)
{
    (void)factor;
}

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    return fail_within(fftw_ready(), "%s: ", self->method);
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    return transform_cost(shape);
}

static const struct solver_hooks hooks = {.accepts = accepts, .cost = cost};

const struct solver transform_fftw = {
    .method = "fftw",
    .about = "FFTW, one plan for the batch; not in this binary",
    .source = "Frigo and Johnson 2005",
    .kind = KIND_TRANSFORM,
    .space = HOST,
    .can = CAN_STRIDE,
    .options = fftw_option_table,
    .options_bytes = sizeof(struct fftw_options),
    .hooks = &hooks,
};

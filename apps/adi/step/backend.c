/* The two tables of the functions that make up a step: those of the host, and of the device in a build with CUDA. */
#include "apps/adi/step/backend.h"

static enum status fused_make_host(struct fused **out, const struct stencil *op)
{
    return fused_make(out, op->grid, &op->exec);
}

static const struct backend host = {
    .evaluate = rhs_evaluate,
    .on_face = face_set,
    .add = field_add,
    .assemble = stencil_assemble,
    .read = diagnostics_read,
    .fused_make = fused_make_host,
    .fused_factor = fused_factor,
    .fused_step = fused_step,
    .fused_free = fused_free,
    .fused_bytes_per_point = fused_bytes_per_point,
};

#ifdef BANDSTAND_CUDA
static const struct backend device = {
    .evaluate = rhs_evaluate_device,
    .on_face = face_set_device,
    .add = field_add_device,
    .assemble = stencil_assemble_device,
    .read = diagnostics_read_device,
    .fused_make = fused_make_device,
    .fused_factor = fused_factor_device,
    .fused_step = fused_step_device,
    .fused_free = fused_free_device,
    .fused_bytes_per_point = fused_bytes_per_point_device,
};
#endif

const struct backend *backend_in(enum space space)
{
#ifdef BANDSTAND_CUDA
    if (space == DEVICE) return &device;
#endif
    return space == HOST ? &host : NULL;
}

/* Copies systems and eigenvalues to a device, and divides there. */
#include "apps/poisson/waves/waves_there.h"

#include "apps/poisson/waves/waves_device.h"
#include "base/device/device.h"
#include "base/memory.h"

#ifndef BANDSTAND_CUDA
void waves_divide_device(const struct wave_division *d, real *u, const struct exec *exec)
{
}

void waves_take_line_device(real *line, const real *u, int64_t n, int64_t step, const struct exec *exec)
{
}

void waves_put_line_device(const real *line, real *u, int64_t n, int64_t step, const struct exec *exec)
{
}
#endif

/* Replaces an array of the host by a copy on the device. */
static enum status move_to_device(real **v, int64_t count, const struct exec *exec)
{
    real *const here = *v;
    enum status s = mem_array(v, DEVICE, count, sizeof **v);
    if (s == ST_OK) s = device_copy(*v, DEVICE, here, HOST, count * (int64_t)sizeof **v, exec);
    mem_free(here);
    return s;
}

enum status waves_send_systems(struct waves *w, int64_t rows, int64_t systems)
{
    TRY(move_to_device(&w->lower, rows, &w->exec));
    TRY(move_to_device(&w->diag, rows, &w->exec));
    TRY(move_to_device(&w->upper, rows, &w->exec));
    return move_to_device(&w->shift, systems, &w->exec);
}

enum status waves_send_eigenvalues(struct waves *w)
{
    for (int d = 0; d < 3; d++) {
        const int64_t n = w->box->axis[d].unknowns, bytes = n * (int64_t)sizeof *w->eigenvalue[d];
        double *scaled;
        TRY(mem_array(&scaled, HOST, n, sizeof *scaled));
        for (int64_t i = 0; i < n; i++) scaled[i] = w->eigenvalue[d][i] * w->unit;
        enum status s = mem_alloc(&w->device_eigenvalue[d], DEVICE, bytes);
        if (s == ST_OK) s = device_copy(w->device_eigenvalue[d], DEVICE, scaled, HOST, bytes, &w->exec);
        mem_free(scaled);
        TRY(s);
    }
    return ST_OK;
}

void waves_divide_there(const struct waves *w, real *u)
{
    struct wave_division d = {.loss = w->loss * w->unit, .mean = w->mean, .singular = w->constant};
    for (int axis = 0; axis < 3; axis++) {
        d.n[axis] = w->box->axis[axis].unknowns;
        d.stride[axis] = w->box->stride[axis];
        d.eigenvalue[axis] = w->device_eigenvalue[axis];
    }
    waves_divide_device(&d, u, &w->exec);
}

/* Copies the arrays of a problem to the device and back. */
#include "tests/support/device_copy.h"

#include "base/device/device.h"
#include "base/memory.h"

static int64_t bytes_of(const struct guarded *g)
{
    return (g->count + 2 * GUARD) * (int64_t)sizeof(real);
}

static int64_t info_bytes(const struct problem *p)
{
    return p->shape.batch * (int64_t)sizeof *p->info;
}

enum status device_mirror_make(struct device_mirror *m, const struct problem *p, const struct exec *exec)
{
    const struct guarded *const g[4] = {&p->lower, &p->diag, &p->upper, &p->x};
    *m = (struct device_mirror){0};
    for (int i = 0; i < 4; i++) {
        TRY(mem_alloc(&m->v[i], DEVICE, bytes_of(g[i])));
        TRY(device_copy(m->v[i], DEVICE, g[i]->v - GUARD, HOST, bytes_of(g[i]), exec));
    }
    TRY(mem_alloc(&m->info, DEVICE, info_bytes(p)));
    return device_copy(m->info, DEVICE, p->info, HOST, info_bytes(p), exec);
}

void device_mirror_free(struct device_mirror *m)
{
    for (int i = 0; i < 4; i++) m->v[i] = mem_free(m->v[i]);
    m->info = mem_free(m->info);
}

struct system device_mirror_system(const struct device_mirror *m)
{
    return (struct system){.kind = KIND_TRIDIAG,
                           .tridiag = {m->v[0] + GUARD, m->v[1] + GUARD, m->v[2] + GUARD},
                           .x = m->v[3] + GUARD,
                           .info = m->info};
}

enum status device_mirror_fetch(const struct device_mirror *m, struct problem *p, const struct exec *exec)
{
    const struct guarded *const g[4] = {&p->lower, &p->diag, &p->upper, &p->x};
    TRY(device_wait(exec));
    for (int i = 0; i < 4; i++) TRY(device_copy(g[i]->v - GUARD, HOST, m->v[i], DEVICE, bytes_of(g[i]), exec));
    return device_copy(p->info, HOST, m->info, DEVICE, info_bytes(p), exec);
}

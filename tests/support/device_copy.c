/* Copies the arrays of a problem to the device and back. */
#include "tests/support/device_copy.h"

#include "base/device/device.h"
#include "base/memory.h"

static int64_t bytes_of(const struct guarded *g)
{
    return (g->count + 2 * GUARD) * (int64_t)sizeof(real);
}

enum status device_mirror_of(struct device_mirror *m, const struct guarded g[MIRRORED], const int64_t *info,
                             int64_t count, const struct exec *exec)
{
    const int64_t bytes = count * (int64_t)sizeof *info;
    *m = (struct device_mirror){0};
    for (int i = 0; i < MIRRORED; i++) {
        TRY(mem_alloc(&m->v[i], DEVICE, bytes_of(&g[i])));
        TRY(device_copy(m->v[i], DEVICE, g[i].v - GUARD, HOST, bytes_of(&g[i]), exec));
    }
    TRY(mem_alloc(&m->info, DEVICE, bytes));
    return device_copy(m->info, DEVICE, info, HOST, bytes, exec);
}

enum status device_mirror_back(const struct device_mirror *m, const struct guarded g[MIRRORED], int64_t *info,
                               int64_t count, const struct exec *exec)
{
    TRY(device_wait(exec));
    for (int i = 0; i < MIRRORED; i++) TRY(device_copy(g[i].v - GUARD, HOST, m->v[i], DEVICE, bytes_of(&g[i]), exec));
    return device_copy(info, HOST, m->info, DEVICE, count * (int64_t)sizeof *info, exec);
}

enum status device_mirror_make(struct device_mirror *m, const struct tridiag_problem *p, const struct exec *exec)
{
    const struct guarded g[MIRRORED] = {p->lower, p->diag, p->upper, p->x};
    const int64_t bytes = 2 * p->shape.batch * (int64_t)sizeof *m->good;
    TRY(device_mirror_of(m, g, p->info, p->shape.batch, exec));
    m->batch = p->shape.batch;
    TRY(mem_alloc(&m->good, DEVICE, bytes));
    return device_copy(m->good, DEVICE, p->backward, HOST, bytes, exec);
}

void device_mirror_free(struct device_mirror *m)
{
    for (int i = 0; i < MIRRORED; i++) m->v[i] = mem_free(m->v[i]);
    m->info = mem_free(m->info);
    m->good = mem_free(m->good);
}

struct system device_mirror_system(const struct device_mirror *m)
{
    return (struct system){.kind = KIND_TRIDIAG,
                           .tridiag = {m->v[0] + GUARD, m->v[1] + GUARD, m->v[2] + GUARD},
                           .x = m->v[3] + GUARD,
                           .info = m->info,
                           .backward = m->good,
                           .condition = m->good + m->batch};
}

enum status device_mirror_fetch(const struct device_mirror *m, struct tridiag_problem *p, const struct exec *exec)
{
    const struct guarded g[MIRRORED] = {p->lower, p->diag, p->upper, p->x};
    TRY(device_mirror_back(m, g, p->info, p->shape.batch, exec));
    return device_copy(p->backward, HOST, m->good, DEVICE, 2 * m->batch * (int64_t)sizeof *m->good, exec);
}

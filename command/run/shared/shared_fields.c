/* Each order is followed by a broadcast of its data, and by the work of field_parts.c on all ranks. */
#include "command/run/shared/shared_fields.h"

#include <stdio.h>

#include "base/signals.h"
#include "command/run/shared/field_parts.h"
#include "command/run/shared/rank_orders.h"

static void order(const struct sim *sim, enum field_action action, void *message, int64_t bytes)
{
    const struct order o = {.hook = action, .step = sim->step};
    for (int to = 1; to < comm_size(sim->comm); to++) comm_send(sim->comm, &o, sizeof o, to, ORDER_FIELDS);
    comm_broadcast(sim->comm, message, bytes, 0);
}

static enum status write_all(struct store *out, struct sim *sim, struct fields_placed *p, const struct array *array)
{
    TRY(store_part_file(out, &p->file));
    order(sim, FIELDS_WRITE, p, sizeof *p);
    return store_reserved(out, field_parts_write(sim->comm, p, array));
}

static enum status seen(struct store *out, struct sim *sim)
{
    struct fields_placed none = {0};
    return write_all(out, sim, &none, NULL);
}

/* A checkpoint with a name of its own may be in another file system than the result. */
static enum status checkpoint_seen_there(const struct execution *x, struct sim *sim)
{
    struct store *tried;
    if (!x->workload->settings.checkpoint_file) return ST_OK;
    TRY(store_create_as(&tried, x->checkpoint, FILE_CHECKPOINT));
    const enum status s = seen(tried, sim);
    store_close(tried);
    return s;
}

enum status shared_fields_seen(const struct execution *x, struct sim *sim)
{
    if (!sim->apart) return ST_OK;
    const bool paused = signals_pause();
    enum status s = seen(x->result, sim);
    if (s == ST_OK) s = checkpoint_seen_there(x, sim);
    signals_resume(paused);
    return s;
}

enum status shared_fields_store(struct store *out, const char *group, struct sim *sim, const struct array *array,
                                int count)
{
    struct fields_placed p = {0};
    for (int a = 0; a < count; a++) {
        if (!sim->apart || !array[a].in_parts) {
            TRY(store_array(out, group, &array[a]));
            continue;
        }
        TRY(store_reserve(out, group, &array[a], &p.at[p.count]));
        p.array[p.count++] = a;
    }
    return p.count ? write_all(out, sim, &p, array) : ST_OK;
}

enum status shared_fields_load(struct store *in, const char *path, struct sim *sim, const struct array *array,
                               int index)
{
    const struct array *const a = &array[index];
    struct fields_found found = {index, array_values(a)};
    if (!sim->apart || !a->in_parts) return store_array_read(in, path, a->type, a->data);
    order(sim, FIELDS_READ, &found, sizeof found);
    return field_parts_read(sim->comm, in, path, a, a->type, (char *)a->data + a->from * number_bytes(a->type));
}

/* Takes the reference from run `job` of the file, which was finished before this program began. */
static enum status refer(struct execution *x, int job, struct sim *sim, const struct array *array, int count)
{
    char path[320];
    for (int a = 0; a < count; a++) {
        struct array shape;
        snprintf(path, sizeof path, "/runs/%s/fields/%s", x->workload->job[job].name, array[a].name);
        if (!array[a].in_parts || !store_has(x->result, path)) continue;
        TRY(store_array_shape(x->result, path, &shape));
        struct fields_found found = {a, array_values(&shape)};
        order(sim, FIELDS_REFER, &found, sizeof found);
        TRY(field_parts_refer(sim->comm, x->result, path, &array[a], found.size, &x->reference));
    }
    return ST_OK;
}

enum status shared_fields_compare(struct execution *x, struct sim *sim)
{
    struct array array[ARRAYS_MAX];
    int count;
    double worst;
    if (!sim->apart && x->workload->count == 1) { /* no other run needs a copy of its fields */
        if (sim->app->arrays(sim, array)) metrics_put(&sim->metrics, "difference", 0);
        return ST_OK;
    }
    if (!sim->apart) return reference_compare(&x->reference, sim);
    TRY(sim_arrays(sim, array, &count));
    const bool paused = signals_pause();
    enum status s = ST_OK;
    for (int i = 0; s == ST_OK && i < x->taken_over && !x->reference.count; i++) s = refer(x, i, sim, array, count);
    signals_resume(paused);
    TRY(s);
    order(sim, FIELDS_COMPARE, &count, sizeof count);
    TRY(reference_measure(&x->reference, array, count, sim->comm, &worst));
    if (count) metrics_put(&sim->metrics, "difference", worst);
    return ST_OK;
}

static void follow_write(const struct sim *sim, const struct array *array)
{
    struct fields_placed p;
    comm_broadcast(sim->comm, &p, sizeof p, 0);
    field_parts_write(sim->comm, &p, array);
}

static void follow_found(const struct sim *sim, int action, const struct array *array, struct reference *r)
{
    struct fields_found found;
    comm_broadcast(sim->comm, &found, sizeof found, 0);
    const struct array *const a = &array[found.array];
    if (action == FIELDS_REFER) field_parts_refer(sim->comm, NULL, NULL, a, found.size, r);
    else field_parts_read(sim->comm, NULL, NULL, a, a->type, (char *)a->data + a->from * number_bytes(a->type));
}

void shared_fields_follow(struct sim *sim, int action, struct reference *r)
{
    struct array array[ARRAYS_MAX];
    int count = sim->app->arrays(sim, array);
    double difference;
    if (action == FIELDS_WRITE) follow_write(sim, array);
    else if (action == FIELDS_COMPARE) {
        comm_broadcast(sim->comm, &count, sizeof count, 0);
        reference_measure(r, array, count, sim->comm, &difference);
    } else follow_found(sim, action, array, r);
}

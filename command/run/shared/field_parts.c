/* Writes parts of fields with pwrite, at places that HDF5 does not touch; reads them by messages of some rows. */
#include "command/run/shared/field_parts.h"

#include <string.h>

#include "base/comm/comm_pairs.h"
#include "base/comm/recut.h"
#include "base/file/block.h"
#include "base/memory.h"

enum { MESSAGE_BYTES = 1 << 24 };

static enum status not_seen(const struct file_part *f, int error)
{
    return fail(ST_IO,
                "cannot write %s: this rank does not see the temporary file of rank 0 (%s), as output.parallel "
                "requires; output.parallel = false is allowed",
                f->path, strerror(error));
}

static enum status write_mine(const struct fields_placed *p, const struct array *array)
{
    int fd, e = file_part_open(&fd, &p->file);
    if (e) return not_seen(&p->file, e);
    for (int k = 0; k < p->count && !e; k++) {
        const struct array *const a = &array[p->array[k]];
        const int64_t size = number_bytes(a->type);
        e = block_write(fd, p->at[k] + a->from * size, (const char *)a->data + a->from * size,
                        (size_t)((a->end - a->from) * size));
    }
    const int closed = file_part_close(fd);
    if (!e) e = closed;
    return e ? fail(ST_IO, "cannot write %s: %s", p->file.path, strerror(e)) : ST_OK;
}

enum status field_parts_write(struct comm *c, const struct fields_placed *p, const struct array *array)
{
    return comm_agree(c, write_mine(p, array));
}

/* The rows of one rank, for which `to` is rank 0's own memory or a message. A dataset that cannot be read is sent all
 * the same: the other rank waits for it. */
struct reading {
    struct comm *comm;
    struct store *in;
    const char *path;
    enum number type;
    int64_t values; /* of a message */
    char *message;
    enum status status;
};

static void deal(struct reading *r, struct cut_part part, int rank, char *mine)
{
    const int64_t size = number_bytes(r->type);
    for (int64_t at = part.from; at < part.end; at += r->values) {
        const int64_t end = at + r->values < part.end ? at + r->values : part.end;
        char *const to = rank == 0 ? mine + (at - part.from) * size : r->message;
        if (r->status == ST_OK) r->status = store_array_run(r->in, r->path, r->type, at, end, to);
        if (rank > 0) comm_pair_send(r->comm, to, (end - at) * size, rank);
    }
}

static void receive(const struct reading *r, struct cut_part part, char *mine)
{
    const int64_t size = number_bytes(r->type);
    for (int64_t at = part.from; at < part.end; at += r->values) {
        const int64_t end = at + r->values < part.end ? at + r->values : part.end;
        comm_pair_receive(r->comm, mine + (at - part.from) * size, (end - at) * size, 0);
    }
}

enum status field_parts_read(struct comm *c, struct store *in, const char *path, const struct array *a,
                             enum number type, void *mine)
{
    const struct cut_part part = {a->from, a->end};
    const int64_t row = array_row(a), rows = MESSAGE_BYTES / (row * number_bytes(type));
    struct reading r = {.comm = c, .in = in, .path = path, .type = type, .values = (rows > 1 ? rows : 1) * row};
    struct cut_part *all = NULL;
    enum status s = mem_array(&all, HOST, comm_size(c), sizeof *all);
    if (s == ST_OK && comm_rank(c) == 0) s = mem_array(&r.message, HOST, r.values, number_bytes(type));
    s = comm_agree(c, s);
    if (s == ST_OK) {
        comm_gather_all(c, &part, sizeof part, all);
        for (int rank = 0; comm_rank(c) == 0 && rank < comm_size(c); rank++) deal(&r, all[rank], rank, mine);
        if (comm_rank(c) > 0) receive(&r, part, mine);
        s = comm_agree(c, r.status);
    }
    mem_free(r.message);
    mem_free(all);
    return s;
}

enum status field_parts_refer(struct comm *c, struct store *in, const char *path, const struct array *a, int64_t size,
                              struct reference *r)
{
    const bool same = size == array_values(a);
    TRY(comm_agree(c, reference_add(r, a->name, size, same ? a->from : 0, same ? a->end : 0)));
    return same ? field_parts_read(c, in, path, a, REAL64, r->field[r->count - 1]) : ST_OK;
}

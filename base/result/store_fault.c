/* Faults of a result file, and its opening in HDF5: what all files of the store need. */
#include <errno.h>

#include "base/result/store_internal.h"

enum { REASON_BYTES = 512 };

/* The innermost message of HDF5's error stack says what went wrong, the others only what then failed too. */
static herr_t innermost(unsigned depth, const H5E_error2_t *e, void *out)
{
    (void)depth;
    if (e->desc) snprintf(out, REASON_BYTES, "%s", e->desc);
    return 1;
}

enum status store_fault(struct store *s, const char *verb, const char *object)
{
    const bool short_of_memory = errno == ENOMEM || s->medium.error == ENOMEM; /* HDF5 may have too little to say so */
    char reason[REASON_BYTES] = "it is not of the expected kind";
    if (s->medium.error) snprintf(reason, sizeof reason, "%s", strerror(s->medium.error));
    else H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, innermost, reason);
    s->broken = true;
    if (short_of_memory)
        return fail(ST_NOMEM, "no memory to %s %s%s%s", verb, object ? object : "", object ? " of " : "", s->path);
    return object ? fail(ST_IO, "cannot %s %s of %s: %s", verb, object, s->path, reason)
                  : fail(ST_IO, "cannot %s %s: %s", verb, s->path, reason);
}

enum status store_sound(struct store *s)
{
    if (s->medium.error) return store_fault(s, s->writing ? "write" : "read", NULL);
    errno = 0;
    return s->broken && s->writing ? fail(ST_IO, "cannot write %s: an earlier write failed", s->path) : ST_OK;
}

enum status store_written(struct store *s, bool good, const char *object)
{
    return good && !s->medium.error ? ST_OK : store_fault(s, "write", object);
}

enum status store_opened(struct store *s)
{
    errno = 0;
    const hid_t list = medium_access(&s->medium);
    s->file = list >= 0 ? H5Fopen(s->path, H5F_ACC_RDONLY, list) : H5I_INVALID_HID;
    const enum status st = s->file >= 0 ? ST_OK : store_fault(s, "read", NULL);
    H5Pclose(list);
    return st;
}

/* The results of a point of a sweep, as a message between ranks. */
#pragma once
#include "apps/app.h"
#include "base/comm/parcel.h"

struct point_message {
    int64_t ticket, point;
    int status;            /* enum status; the message of a fault follows */
    struct exec_note note; /* the largest number of threads that the rank's work justified in this sweep so far */
};

/* Packs the head, the message, and of the findings of a point metrics, answers, times by phase, caveats and the method
 * that was chosen; not the series. The caller frees out->data. False: there was no memory. */
bool point_pack(struct parcel *out, const struct point_message *head, const struct sim *found, const char *sentence);

/* The head of a message; zeros where that is truncated. */
struct point_message point_head(const char *data, int64_t bytes);

/* Copies of texts that a sim only points to, as names of methods: a pointer of another rank is not valid here. */
struct kept_texts {
    int64_t count;
    char **text;
};
/* The copy of `text`, made at its first occurrence; NULL for "", and if there is no memory. Valid until
 * kept_texts_free. */
const char *kept_texts_add(struct kept_texts *t, const char *text);
void kept_texts_free(struct kept_texts *t);

/* Fills a sim with the findings: the caller frees answers; chosen and why are valid as long as `texts`. Returns the
 * status of the point, with its sentence; ST_NOMEM; ST_FAILED if the message is truncated. */
enum status point_unpack(const char *data, int64_t bytes, struct kept_texts *texts, struct sim *out);

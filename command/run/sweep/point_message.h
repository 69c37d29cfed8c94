/* What a point of a sweep found, as a message between ranks. */
#pragma once
#include "apps/app.h"
#include "base/comm/parcel.h"

struct point_message {
    int64_t ticket, point;
    int status;            /* enum status; else than ST_OK: with the sentence of the fault */
    struct exec_note note; /* of the rank, since it began */
};

/* Writes metrics, answers, seconds by phase, caveats and the method that was chosen; not the series. False: no memory;
 * out->data is the caller's to free. */
bool point_pack(struct parcel *out, const struct point_message *head, const struct sim *found, const char *sentence);

/* Reads the head alone. */
struct point_message point_head(const char *data, int64_t bytes);

/* Static texts by their contents, since those of another process have other places. */
struct kept_texts {
    int64_t count;
    char **text;
};
/* The text that is equal, added if there was none; NULL for "" and without memory. Valid until kept_texts_free. */
const char *kept_texts_add(struct kept_texts *t, const char *text);
void kept_texts_free(struct kept_texts *t);

/* Fills a sim with what was found: answers are the caller's to free, chosen and why are those of `texts`. Returns the
 * status of the point, with its sentence. ST_NOMEM too. */
enum status point_unpack(const char *data, int64_t bytes, struct kept_texts *texts, struct sim *out);

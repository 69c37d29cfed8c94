/* The answers of a run: the quantities that its user asked for, in the order in which they are to be read. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/result/store.h"
#include "base/status.h"

struct answer {
    char *name;     /* one word, unique in the run: its key in the file and for --column */
    char *subject;  /* what it is a quantity of, as a block or an hour; "": of the whole */
    char *quantity; /* "peak_temperature"; words are joined by _ */
    char *units;    /* or "" */
    char *place;    /* where and when: "at (0.01, 0.02) m"; or "" */
    double value;
    double error; /* a bound or an estimate of |value - truth|; NaN: not known */
    bool boxed;   /* its subject fills a box of the mesh, from `lower` to `upper`, x, y, z */
    double lower[3], upper[3];
    int64_t twin;   /* how many answers before it have the same subject and quantity, as two blocks of one name */
    bool of_method; /* other methods find another value: a residual, or seconds */
    bool doubted;   /* its place says why it casts doubt on the run; not stored */
};

/* An answer that an application may give, for lists, which end with a NULL quantity. '*' in a quantity, subject or unit
 * stands for what the configuration says, as the name of a probe. */
struct answer_about {
    const char *quantity, *units; /* as answers_put is given them */
    const char *about;            /* a sentence without its full stop, which says of what it is */
};

struct answers {
    int64_t count, capacity;
    struct answer *item;
};

/* Bytes of a name without the number that keeps it apart. */
enum { ANSWER_NAME_BYTES = 120 };

/* Appends the value of `quantity`, of the `subject` or, if that is NULL, of the whole. All texts are copied. Its name
 * is core0_max, of subject and quantity: all but letters, digits, '-' and '+' become '_', a '.' stays between digits,
 * and of a long one the middle is left out; of several that would be called so, the second is core0_max_2. ST_NOMEM
 * leaves the answers as they were. */
enum status answers_put(struct answers *a, const char *subject, const char *quantity, double value, const char *units);

/* answers_put, for a quantity whose value depends on the method. */
enum status answers_put_method(struct answers *a, const char *subject, const char *quantity, double value,
                               const char *units);

/* Add to the answer that was put last its error, the box of its subject, and its place. */
void answers_error(struct answers *a, double error);
void answers_box(struct answers *a, const double lower[3], const double upper[3]);
enum status answers_place(struct answers *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The answer that was put last casts doubt on the others, as its place says: one run shows that next to it, a sweep,
 * which has no places, as a warning of the point. */
void answers_doubt(struct answers *a);

/* The first answer of that subject, NULL or "" for the whole, and quantity; NULL: there is none. */
const struct answer *answers_find(const struct answers *a, const char *subject, const char *quantity);
/* The answer of that name; the one that stands for `as`, an answer of another run: as many before it have its subject
 * and quantity. NULL: there is none. */
const struct answer *answers_named(const struct answers *a, const char *name);
const struct answer *answers_like(const struct answers *a, const struct answer *as);
/* The number of answers with the subject and quantity of `of`. */
int64_t answers_twins(const struct answers *a, const struct answer *of);
/* Do both stand for the same answer? */
bool answer_is_like(const struct answer *a, const struct answer *b);
void answers_free(struct answers *a);

/* As scalars of `group`, with their units, place, error and order. */
enum status answers_store(const struct answers *a, struct store *out, const char *group);
/* Nothing if there is no such group. On failure nothing is left to free. */
enum status answers_load(struct answers *a, struct store *in, const char *group);

/* What a run found: the quantities that its user asked for, in the order in which they are to be read. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/result/store.h"
#include "base/status.h"

struct answer {
    char *subject;  /* what it is a quantity of, as a block or an hour; "": of the whole */
    char *quantity; /* "peak_temperature"; words are joined by _ */
    char *units;    /* or "" */
    char *place;    /* where and when: "at (0.01, 0.02) m"; or "" */
    double value;
    double error; /* a bound or an estimate of |value - truth|; NaN: not known */
    bool boxed;   /* its subject fills a box of the mesh, from `lower` to `upper`, x, y, z */
    double lower[3], upper[3];
    bool of_method; /* other methods find another value: a residual, or seconds */
};

struct answers {
    int64_t count, capacity;
    struct answer *item;
};

/* Appends the value of `quantity`, of the `subject` or, if that is NULL, of the whole. All texts are copied. ST_NOMEM
 * leaves the answers as they were. */
enum status answers_put(struct answers *a, const char *subject, const char *quantity, double value, const char *units);

/* The same of a quantity that other methods find another value of. */
enum status answers_put_method(struct answers *a, const char *subject, const char *quantity, double value,
                               const char *units);

/* Of the answer that was put last: its error, the box of its subject, and where it is. */
void answers_error(struct answers *a, double error);
void answers_box(struct answers *a, const double lower[3], const double upper[3]);
enum status answers_place(struct answers *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* One word for an answer, by which it is stored and asked for: core0_max, of its subject and quantity. What is no
 * letter, digit, '-' or '+' becomes '_'; a '.' stays between digits. */
struct answer_name {
    char text[160];
};
struct answer_name answer_name(const struct answer *a);

/* The first answer of that subject, NULL or "" for the whole, and quantity; NULL: there is none. */
const struct answer *answers_find(const struct answers *a, const char *subject, const char *quantity);
void answers_free(struct answers *a);

/* As scalars of `group`, named by subject and quantity, with their units, place, error and order. */
enum status answers_store(const struct answers *a, struct store *out, const char *group);
/* Nothing if there is no such group. On failure nothing is left to free. */
enum status answers_load(struct answers *a, struct store *in, const char *group);

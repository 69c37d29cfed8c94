/* Evaluates formulas over the numbers of a result. */
#pragma once
#include "base/arena.h"
#include "command/papers/claims/facts.h"
#include "command/papers/formula/formula.h"

enum { PLACES_AXES = 6 };

/* The points at which a formula has numbers: along axes, or with names. */
struct places {
    int64_t count;
    int axes;
    const struct column *axis[PLACES_AXES]; /* each of `count` values or more */
    char *const *name;                      /* [count], or NULL */
};

/* Numbers at places, or, without places, one for all of them. Conditions are 0 and 1. */
struct numbers {
    int64_t count; /* 0: something is missing */
    double *value; /* NaN where it is not known, inf where an iteration did not end */
    bool *there;   /* false: a filter leaves the point out, or a run did not take place */
    const struct places *places;
};

struct evaluation {
    struct arena arena; /* freed by the caller */
    const struct facts *facts;
    char missing[400]; /* the reason why a number is missing, or "" */
    bool failed;       /* since a run failed */
    int64_t points;    /* the points that each reduction must have */
    int64_t fewest;    /* the points of a reduction that has fewer; 0: none has */
};

/* ST_CONFIG: a name is unknown, or places do not go together. */
enum status evaluate(struct evaluation *e, const struct formula *f, struct numbers *out);

/* The point in words: "systems 256, rows 64", or its name; "" of a number for all. */
void places_print(char *out, size_t size, const struct places *p, int64_t point);
const struct column *places_axis(const struct places *p, const char *name);

/* Used in this folder: numbers of the kind of `like`, zero and present. */
enum status numbers_make(struct evaluation *e, int64_t count, const struct places *places, struct numbers *out);
/* A quantity of a run, an axis, or the published values of a quantity. */
enum status evaluate_quantity(struct evaluation *e, const struct formula *f, struct numbers *out);
enum status evaluate_published(struct evaluation *e, const struct formula *f, struct numbers *out);
/* Brings several to the places of the one with most axes. ST_CONFIG: they have no axes in common. */
enum status numbers_align(struct evaluation *e, struct numbers *x, int count);
/* A function of its arguments. */
enum status evaluate_call(struct evaluation *e, const struct formula *f, struct numbers *out);

/* The reason why a condition is neither true nor false: a part of it is not a number, or its sides have no point in
 * common. */
struct undecided {
    const struct formula *part; /* the innermost that is not a number, or NULL */
    bool measured;              /* it is a number of a run, or a published one */
    char place[100];            /* the first point where it is not; "" of a number for all */
};

/* `whole`: the value of `f`. */
void undecided_find(struct undecided *out, struct evaluation *e, const struct formula *f, const struct numbers *whole);

/* Does some operation of `f` have points on each side, but none on both? */
bool undecided_split(struct evaluation *e, const struct formula *f);

/* The operations of a kind of system. Plans, shapes, outcomes and the registry call them and name no kind. */
#pragma once
#include "solvers/solver.h"

/* A capability of no kind: loses digits with every row, and says by info where its answer is wrong. Such a method is
 * there as a counter-example: listed and tried, but not among those that are compared (solver_count). */
enum { UNSTABLE = 1 << 20 };
/* Another one: the method is there for the paper that it comes from, since other methods are faster or better wherever
 * they were compared with it. Lists set it apart. */
enum { FOR_ITS_PAPER = 1 << 21 };

/* Plans that solve a shape through plans of another shape: cyclic systems, matrices that a method cannot read. */
struct wrapper {
    bool always; /* also around methods that take the shape whole */
    bool (*wraps)(const struct solver *solver, const struct shape *shape);
    /* Optional. Refuses with ST_REFUSED and a sentence that begins with the name of the method. */
    enum status (*accepts)(const struct solver *solver, const struct shape *shape);
    /* Optional. The shape that the method is given, or the wrapper that takes this one; without: the same shape. */
    struct shape (*given)(const struct solver *solver, const struct shape *shape);
    /* With `given`. Bytes of arrays in the space of the method, and of their traffic in one solve. */
    int64_t (*arrays)(const struct solver *solver, const struct shape *shape);
    double (*traffic)(const struct solver *solver, const struct shape *shape);
    /* `plan` has solver, shape, exec and options set. On failure *out is NULL. */
    enum status (*make)(void **out, const struct plan *plan);
    void (*free)(void *wrapped);
    enum status (*factor)(void *wrapped, const struct plan *plan, const struct system *system);
    enum status (*solve)(void *wrapped, const struct plan *plan, const struct system *system); /* sets info too */
    double (*flops)(const void *wrapped, const struct plan *plan);
    int64_t (*bytes)(const void *wrapped);
};

/* An array of whole numbers that the kind's part of a shape points to. */
struct shape_array {
    const int64_t **values; /* NULL in it: there is none */
    int64_t (*count)(const struct shape *shape);
};
enum { SHAPE_ARRAYS = 2 /* at most */ };

/* A shape by which methods are described (description.h): what it changes of the plain one, which has contiguous
 * systems of one size. */
struct example {
    const char *name;                    /* "cyclic systems"; NULL: after the last */
    void (*change)(struct shape *shape); /* or NULL: nothing */
};

#define EXAMPLE_PLAIN "1024 systems of 1024 rows"

struct cut_kind;

struct kind_ops {
    const char *name;
    const struct capability *capabilities; /* of its own; or NULL */
    const struct option *options;          /* that all of its methods have in addition to their own; or NULL */
    size_t options_bytes;
    void (*choose)(struct shape *shape, const void *options); /* puts their values into the shape of a plan */
    /* Optional. ST_REFUSED with a sentence if the kind's part of a shape is invalid. Called before the framework checks
     * sizes and strides. */
    enum status (*check)(const struct shape *shape);
    /* Optional. Fills in the arrays of a shape that plans are to copy, into the space of the method too, and returns
     * how many there are. */
    int (*arrays)(struct shape *shape, struct shape_array out[SHAPE_ARRAYS]);
    /* true: there is one system at a time, its methods set outcome->info, and the framework copies it to system.info;
     * false: methods, or `report`, set system.info, and the framework makes the info of the outcome of it. */
    bool by_outcome;
    const struct cut_kind *cuts; /* or NULL: how systems whose rows are cut over ranks are solved (cut/cut_lines.h) */
    bool (*checks)(const struct shape *shape); /* or NULL: do its plans find the backward errors of solutions? */
    /* Sets system->info, not NULL, after a method on the host that does not report it. NULL: from x, which has to be
     * finite. */
    void (*report)(const struct plan *plan, const struct system *system);
    /* Optional. Another sentence of info about a shape under a method, or NULL for any, than the framework's
     * (solver_info_text, info.h); NULL: that one. */
    const char *(*info_text)(const struct solver *solver, const struct shape *shape, int64_t info);
    const struct example *examples;        /* or NULL; the first says what is plain of this kind */
    const struct wrapper *const *wrappers; /* the first whose wraps() is true is used; ends with NULL; or NULL */
};

#define KIND(ID, name) extern const struct kind_ops kind_##name;
#include "solvers/kinds.h"
#undef KIND

const struct kind_ops *kind_of(enum kind kind);

/* The shape as the options of its kind, which may be NULL, change it. */
struct shape shape_chosen(const struct solver *s, const struct shape *shape, const void *options);

/* plan_make, but for a shape that options of the kind change no more: for wrappers, which pass them on. */
enum status plan_make_within(struct plan **out, const struct solver *s, const struct shape *shape, const void *options,
                             const struct exec *exec);

/* Storage that a solve lends to a system whose caller asks for less than its kind's methods fill. */
struct outcome_storage {
    struct outcome outcome;
    int64_t info;
};

/* `system` as its method is given it: with an outcome, cleared, where there has to be one, and with an info on the host
 * where the outcome of one system is asked for without. */
struct system outcome_begin(struct outcome_storage *lent, const struct plan *p, const struct system *system);

/* Completes info and outcome; `system` is that of outcome_begin. Waits for the device if there is an outcome. */
enum status outcome_end(const struct plan *p, const struct system *system);

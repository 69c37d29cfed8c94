/* The cases of a kind for the conformance suite, tests/solvers/test_conformance.c: systems whose answer is known by
 * other means, on which its methods are tried. A kind's is `cases_<kind>` (solvers/kinds.h), in
 * tests/conformance/<kind>.c. */
#pragma once
#include "base/config/config.h"
#include "solvers/solver.h"

enum { CHOICES = 6, INVALID_MAX = 8 };

/* One batch that a method is tried on, once or with several plans. */
struct kind_case {
    int64_t n, batch;    /* rows and systems, by which runs with a SAMPLE choose (batch_wanted) */
    int threads;         /* tried by 1 ... threads, where the method computes on the host; 0: once only */
    int choice[CHOICES]; /* of the provider: a layout, a matrix, ... */
    char options[240];   /* in the words of a configuration: what the case needs, then what the suite adds */
};

/* Groups of cases beside those that have names. */
enum {
    OPTIONS = -1, /* tried with every option */
    FEW = -2,     /* the first one that it accepts shows that a method accepts any; for all of them allocations fail */
    TWINS = -3    /* solved by a method for the device and by its twin on the host */
};

struct kind_cases {
    const char *const *groups;     /* their names, NULL after the last; each is a test of every method */
    const char *untried;           /* NULL, or the option that tests of the kind try by themselves */
    bool whole_numbers;            /* are integer options tried too? They end iterations early */
    bool refuses_late;             /* a method may refuse a matrix when it sees it */
    int taken_min;                 /* cases with names that a method takes at least */
    void (*begin)(uint64_t *seed); /* before all others, and after; or NULL */
    void (*end)(void);

    /* Case `index` of a group for method s; false after the last. n, batch, threads, choice and options are 0 before.
     */
    bool (*case_at)(const struct solver *s, int group, int64_t index, struct kind_case *c);
    void (*describe)(const struct kind_case *c, char *out, size_t size);

    /* The arrays of a case, guarded, with a right side. NULL: there is no such system. */
    void *(*make)(const struct kind_case *c, const struct solver *s, uint64_t *seed);
    void (*free)(void *problem);
    const struct shape *(*shape)(const void *problem);
    void (*renew)(void *problem, uint64_t *seed); /* another right side; or NULL */
    /* The system as it is before a solve, in the space of exec, with info and outcome to be filled; and back. */
    enum status (*send)(void *problem, const struct exec *exec, struct system *out);
    enum status (*fetch)(void *problem, const struct exec *exec);

    /* Fails the test (conform) if x, info or outcome are wrong. */
    void (*judge)(const void *problem, const struct solver *s);
    /* Is everything unchanged except the answer? */
    bool (*intact)(const void *problem);
    const real *(*x)(const void *problem, int64_t *count);
    const struct outcome *(*outcome)(const void *problem);

    /* Does the shape demand a capability that the method does not have? If so, it must be refused, otherwise only by
     * its `accepts`. */
    bool (*lacks)(const struct solver *s, const struct shape *shape);
    /* Fills invalid shapes, and returns their number. */
    int (*invalid_shapes)(struct shape out[INVALID_MAX]);
    struct cost (*least)(const struct shape *shape); /* the least of any method */
};

#define KIND(ID, name) extern const struct kind_cases cases_##name;
#include "solvers/kinds.h"
#undef KIND

/* A method of a kind, and a group of its cases. */
struct subject {
    const struct solver *solver;
    const struct kind_cases *kind;
    int group;
};

/* The place where a method computes: so many threads, or a stream of the device between conform_begin and conform_end.
 */
void conform_begin(void);
void conform_end(void);
struct exec conform_exec(const struct solver *s, int threads);

/* The options that the text gives, or NULL if there are none; the caller frees both. */
void *conform_options(const struct solver *s, const char *text, struct config **config);

/* NULL if it was refused, with the required form; a method must accept at least the shapes of its capabilities, unless
 * it refuses by itself. The plan holds as many bytes as solver_bytes gives, unless it solves through others. */
struct plan *conform_plan(const struct subject *t, const struct kind_case *c, const void *problem, int threads);

/* For the present right side. No memory may be asked for. `bare`: info and outcome are not. False if it is refused, by
 * a method that has to see the matrix. */
bool conform_solve(const struct subject *t, struct plan *plan, void *problem, bool factor, bool bare);

/* A copy of the answer; the caller frees it. */
real *conform_x(const struct subject *t, const void *problem, int64_t *count);

/* All requirements on a method in one case: right, the same bits again, with another plan and more threads, nothing
 * written outside of the answer or left in memory. False if the method refuses it. */
bool conform_try(const struct subject *t, const struct kind_case *c, uint64_t *seed);

/* Fails the test that runs, with the method, the case and the sentence, unless `ok`. */
void conform(bool ok, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Sets the method and the case that messages of conform name from now on. */
void conform_about(const struct kind_cases *kind, const struct solver *s, const struct kind_case *c);

/* Fails unless the method refused with one sentence that begins with its name. */
void conform_refusal(const struct solver *s, enum status st);

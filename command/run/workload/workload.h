/* The workload of a configuration, and its runs, each one method in one precision. */
#pragma once
#include "apps/app.h"
#include "base/config/config.h"
#include "command/papers/claims/paper.h"
#include "command/run/workload/sweep_axis.h"
#include "precision/precision.h"

struct option_axes;
struct sweep_points;

/* The settings that every application shares. */
struct settings {
    char *app, *title;
    struct ints precision; /* indices of precision_words */
    int64_t threads;
    bool bandwidth, bandwidth_anew;
    double timing_seconds;
    int device; /* enum space: of runs that name none */
    char *file;
    bool fields, xdmf, parallel;
    int64_t snapshots, compression;
    int64_t sample_every;
    int64_t checkpoint_every;
    double checkpoint_wait;
    char *checkpoint_file;
    struct groups published; /* of struct published */
    struct paper paper;      /* the figure of a paper that it reproduces, and the claims there */
};

/* The keys that every solver group shares. */
struct choice {
    char *method;
    int space;
    int64_t threads;
    char *label;   /* name of the run in tables, or NULL */
    bool optional; /* if it cannot run it is left out, and the reason recorded */
};
extern const struct option choice_table[];

struct job {
    const struct precision *precision;
    const struct app *app; /* of that precision */
    const struct solver *solver;
    const struct method *method; /* one of the two is NULL; both if this binary does not have the method */
    void *options;               /* values of the parts of job_options, or NULL */
    struct sweep_points *sweep;  /* or NULL: the points that are its steps */
    struct option_axes *axes;    /* or NULL: of options that are lists; options, params: those of the first point */
    void *params;                /* of app->options: the workload's, with the changes by the solver group */
    struct choice choice;
    const struct section *section; /* where it was written, or NULL */
    char name[96];                 /* "000_thomas_host_double" */
    char *refusal;   /* the reason why it cannot run here, or NULL; only of all methods, and optional ones */
    bool may_refuse; /* of all methods, or optional: a refusal that only the run reveals is noted too */
};

/* One application and its runs. */
struct workload {
    struct config *config;
    struct settings settings;
    const struct app *app; /* its table is the same in both precisions */
    void *params;
    bool swept; /* over the keys of `sweep` */
    bool lists; /* or these are keys of solver groups: lists of all groups whose method takes them */
    int sweep_line;
    struct sweep_params sweep;
    int count;
    struct job *job;
    bool from_command_line; /* the jobs come from --solvers */
    bool replaced;          /* or from --set: published values and claims of others are left out */
    bool left_out;          /* something was */
};

const char *job_method(const struct job *j);
/* Its label, or, without one, its method. */
const char *job_title(const struct job *j);
/* The parts of the method's options, and their number: none of a method that this binary does not have. */
int job_options(const struct job *j, struct option_part out[OPTION_PARTS]);

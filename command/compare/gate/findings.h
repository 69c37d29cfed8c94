/* The findings of a comparison of files: differences, ratios of times, warnings; as sentences, JSON or JUnit XML. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/json/json.h"
#include "base/status.h"

/* One thing that was reported; texts are owned. */
struct finding {
    char *file, *run, *kind, *place, *at, *sentence;
    double was, is;
    bool unsure; /* the times do not decide it: not a difference */
};

/* One time that was compared. */
struct found_ratio {
    char *file, *run;
    double value, spread; /* spread: NaN if it is not known */
};

/* The time, in seconds, that a run of the reference took in another file. */
struct found_time {
    char *file, *run;
    double seconds;
};

struct findings {
    struct finding *item;
    struct found_ratio *ratio;
    struct found_time *time;
    char **warning;
    int64_t items, ratios, times, warnings;
    int64_t unsure; /* of the items */
    bool short_of_memory;
};

/* Copies `what`; texts may be NULL but for the file and the sentence. */
void findings_add(struct findings *f, const struct finding *what);
void findings_add_ratio(struct findings *f, const char *file, const char *run, double value, double spread);
void findings_add_time(struct findings *f, const char *file, const char *run, double seconds);
void findings_warn(struct findings *f, const char *sentence);
void findings_free(struct findings *f);

/* ST_NOMEM if something could not be kept. */
enum status findings_check(const struct findings *f);

/* The compared files, for the printed forms. */
struct findings_of {
    const char *reference;
    int64_t compared;
    bool values, times;
};
/* Warnings on stderr, differences and inconclusive findings on stdout. */
void findings_print(const struct findings *f);
void findings_json(const struct findings *f, const struct findings_of *of, struct json *j);
/* The members of that object, within one. */
void findings_members(const struct findings *f, const struct findings_of *of, struct json *j);

/* A test case: a run or an entry of the reference; `skipped` is the reason why nothing was compared with it, or NULL.
 */
struct findings_case {
    const char *name, *skipped;
};

/* Writes JUnit XML: a suite named after the reference, with a test case for each of the files as a whole and each of
 * `cases` in it, and the time of each; inconclusive findings count as skipped. ST_CONFIG if the file exists and is not
 * XML. */
enum status findings_junit(const struct findings *f, const char *path, const char *reference, const char *const *file,
                           int files, const struct findings_case *cases, int64_t count);

/* Option tables: one row per setting drives parsing, bounds, did-you-mean, help, --set and the
 * effective configuration in the result file. A table ends with a row whose key is NULL.
 *
 * A row says where in a struct its value lives and what type it has:
 *   OPT_INT     int64_t             OPT_REAL   double            OPT_BOOL  bool
 *   OPT_WORD    int, an index into `words`
 *   OPT_COUNT   int64_t, from min >= 0 to max, or one of `words` in its stead: word k is -1 - k
 *   OPT_TEXT    char *              OPT_PATH   char *, resolved against the configuration's folder
 *   OPT_INTS    struct ints         OPT_REALS  struct reals      OPT_WORDS struct ints (indices)
 *   OPT_TEXTS   struct texts        each at most once
 *   OPT_FIELD   struct field_spec   a number, an expression of `variables`, or a dataset (field.h)
 *   OPT_GROUPS  struct groups       a list of groups, each read by the table `sub`
 * Keys may have dots: "grid.n" is n in the group grid. A row that is given where it does not apply (`only`) is a fault,
 * and is not printed. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/file/filetype.h"

enum option_type {
    OPT_INT,
    OPT_REAL,
    OPT_BOOL,
    OPT_WORD,
    OPT_COUNT,
    OPT_TEXT,
    OPT_PATH,
    OPT_INTS,
    OPT_REALS,
    OPT_WORDS,
    OPT_TEXTS,
    OPT_FIELD,
    OPT_GROUPS
};

struct ints {
    int64_t count;
    int64_t *v;
};

struct reals {
    int64_t count;
    double *v;
};

struct texts {
    int64_t count;
    char **v;
};

struct groups {
    int64_t count;
    void *v; /* count items of sub_bytes each */
};

/* A function of space and time as the user gave it. */
struct field_spec {
    enum { FIELD_ABSENT, FIELD_NUMBER, FIELD_EXPRESSION, FIELD_DATASET } form;
    double number;
    char *expression;
    char *file, *dataset; /* file resolved against the configuration's folder */
    bool interpolate;     /* dataset: one of another shape than the grid is stretched, with lines between numbers */
    bool nearest;         /* or with the nearest number */
    char *place;          /* where it was given, "file:line: key"; NULL: not known */
};

struct option {
    const char *key, *help;
    enum option_type type;
    size_t offset;
    double min, max;           /* numbers and list items; both 0: unbounded */
    const char *default_value; /* as it would be written in a file; NULL: required */
    const char *const *words;  /* OPT_WORD(S), OPT_COUNT: the allowed words, NULL-terminated; OPT_REALS: the one word
                                  that may stand for a number, in a list ( ... ), read as NaN */
    const char *variables;     /* OPT_FIELD: names an expression may use, "x y z t" */
    const struct option *sub;  /* OPT_GROUPS */
    size_t sub_bytes;
    int64_t count_min, count_max; /* lists; count_max 0: any number */
    const char *older;            /* what the key was called in an older version, which is read too; or NULL */
    const char *only;     /* "form swc cable": applies where the key `form` has one of these words; "file": where
                           * that key is given; or NULL: everywhere. A key of the same table */
    bool optional;        /* no default needed: absent gives zero, NULL, count 0, FIELD_ABSENT */
    bool unset;           /* OPT_REAL, optional: absent gives NaN, so that 0 can be meant */
    bool varies;          /* of an application: a solver group may give its run a value of its own */
    enum filetype writes; /* OPT_PATH: what is written there; FILE_NONE: the file is read */
};

/* The rows of a dataset's group { file; dataset; interpolate; nearest; }, read into a struct field_spec. */
extern const struct option dataset_table[];

/* Writes the values as libconfig text, one "key = value;" per row, groups nested and indented. Reading
 * that text back gives the same values bit for bit (numbers with 17 digits). */
void options_print(FILE *out, const struct option *table, const void *values, int indent);

/* Writes the table as help: key, type, default, bounds, words, sentence. */
void options_help(FILE *out, const struct option *table);

/* Calls `each` with every file that the values name, until one call fails, and what it came to. */
enum status options_files(const struct option *table, const void *values,
                          enum status (*each)(void *with, const char *key, const char *path, enum filetype writes),
                          void *with);

/* Fills in the defaults of all rows where they are numbers, words and nothing that text or memory belongs to: fast, and
 * without a configuration. False where they are not, or a row has none and is not optional. */
bool options_plain_defaults(const struct option *table, void *values);

/* The size of the struct member that a row of this type describes. */
size_t option_bytes(enum option_type type);

/* The values that a row takes, as words for a sentence: "integer from 1 to 64", "one of double, float". Returns
 * `buffer`. */
const char *option_expects(const struct option *o, char *buffer, size_t size);

/* Is the value that of an optional row that was not given? */
bool option_absent(const struct option *o, const void *value);

/* Does the row apply with the other values of its table? If not, option_only is the sentence without a subject:
 * "applies only to form swc, not to cable". Returns `buffer`. */
bool option_applies(const struct option *table, const struct option *o, const void *values);
const char *option_only(const struct option *table, const struct option *o, const void *values, char *buffer,
                        size_t size);

/* The row whose key is `key`, or NULL. */
const struct option *option_find(const struct option *table, const char *key);

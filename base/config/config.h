/* A configuration file, read strictly: unknown keys and wrong values are errors. Only syntax.c includes libconfig.
 *
 * Every fault is one sentence "file:line: key: reason" (or "--set key: reason") and ST_CONFIG. Strings
 * and lists that are read belong to the configuration and live until config_free. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/config/options.h"
#include "base/status.h"

struct config;
struct section; /* a group of a configuration, owned by it */

/* Reads a file, or text as if it were the file `name` (for resuming and tests; includes and relative
 * paths resolve against the folder of `name`). */
enum status config_load(struct config **out, const char *path);
enum status config_parse(struct config **out, const char *name, const char *text);

/* Frees everything; NULL is fine; returns NULL. */
struct config *config_free(struct config *c);

/* "key=value": replaces or adds one setting before anything is read. A value that is not a libconfig
 * literal is taken as a string; "solver.method=pcr" needs no quotes. */
enum status config_set(struct config *c, const char *assignment);

/* Was the setting `key`, as a whole, put there by config_set? */
bool section_assigned(const struct section *s, const char *key);

/* Takes all keys of the section as known: the method that would read them is not in this binary. */
void section_pass(const struct section *s);

/* Takes out the setting `key`, as if it had never been written. */
void section_remove(const struct section *s, const char *key);

/* The original text of the file, and its name. */
const char *config_text(const struct config *c);
const char *config_name(const struct config *c);

const struct section *config_root(const struct config *c);

/* The group `key` of a section, or NULL if it is absent or no group. Keys may have dots. */
const struct section *section_group(const struct section *s, const char *key);

/* Items of the list of groups `key`, 0 if absent; a single group counts as a list of one. */
int64_t section_count(const struct section *s, const char *key);
const struct section *section_item(const struct section *s, const char *key, int64_t i);

bool section_has(const struct section *s, const char *key);

/* The number of values of the key if it is an array or a list of values, not of groups; 1 if config_set put a value in
 * place of such; else 0. */
int64_t section_list(const struct section *s, const char *key);

/* From now on the key, an array or a list, is read as only its value number i, at whose line faults are reported; -1:
 * as a whole. */
void section_pick(const struct section *s, const char *key, int64_t i);

/* Gives the section the setting "key = text" as if it stood at that line of the file, 0: on the command line; a section
 * that is NULL becomes a new one. A setting that was lent before stays. ST_CONFIG, placed at the setting: the key is
 * written there. */
enum status section_lend(struct config *c, const struct section **s, const char *key, const char *text, int line);
/* The line of a setting, 0: none, or set on the command line. */
int section_line(const struct section *s, const char *key);

/* Reads the rows of `table` into the struct at `values`: present keys checked, absent ones set to their
 * default. The keys are remembered as known. `s` may be NULL: every default. */
enum status section_read(struct config *c, const struct section *s, const struct option *table, void *values);

/* Fails with ST_CONFIG, `reason` placed at the line of `key` ("file:12: grid.n: reason"). If the key is
 * absent the line of the section is named. */
enum status section_fault(const struct config *c, const struct section *s, const char *key, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* "1.5.0": the version of libconfig. */
const char *config_library(void);

/* After all reading: the first key that was never read is an error, with the nearest known key. */
enum status config_finish(const struct config *c);

/* The same, only within the group, or the list of groups, `key`: for callers that read nothing else. */
enum status section_finish(const struct section *s, const char *key);

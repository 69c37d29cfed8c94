/* A configuration as a tree of settings, which knows where each was written and whether it was read. Internal to
 * config.h; not for applications. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum form { INTEGER, NUMBER, BOOLEAN, TEXT, ARRAY, LIST, GROUP };

struct section { /* the members of a group, list or array, in the order they were written */
    struct setting *owner, *first, *last;
    int64_t count;
    struct known *known;
    struct arena *arena;
};

struct setting {
    const char *name; /* NULL: an item of a list or array, or the root */
    enum form form;
    union {
        int64_t integer;
        double number;
        bool boolean;
        const char *text;
    };
    struct section section;
    struct setting *parent, *next;
    const char *file;
    int line;        /* 0: none in particular */
    bool set;        /* by the command line */
    bool one;        /* a value that the command line put in place of an array or list: a list of one where it may be */
    const char *raw; /* what was written, if it was one value: in --set or as a default */
    bool asked;
    bool lent;    /* put there by section_lend */
    int64_t pick; /* 1 + the item of the array or list that is read in its place; 0: the whole */
};

struct config {
    struct arena arena;
    struct setting *root;
    char *name, *text, *folder;
};

/* A new setting at the end of `parent`; NULL: on its own. The name is copied. */
enum status setting_add(struct setting **out, struct arena *a, struct setting *parent, const char *name,
                        enum form form);

/* `s` keeps its name and its place in the tree and takes all else from `value`. */
void setting_become(struct setting *s, const struct setting *value);

/* The member of that name, `length` characters of it; the item of that index; or NULL. */
struct setting *setting_member(const struct section *s, const char *name, size_t length);
struct setting *setting_item(const struct section *s, int64_t index);

/* Goes down a dotted key as far as there are settings and returns the last, the owner of `s` if there is none.
 * `rest` is what remains of the key: "" if the setting is there. */
struct setting *setting_reach(const struct section *s, const char *key, const char **rest);

/* The item that is read in place of an array or a list, or `s` itself. */
struct setting *setting_picked(struct setting *s);

/* "solvers.1.method", then the key `below` it; returns a place in `buffer`. */
const char *setting_path(const struct setting *s, const char *below, char *buffer, size_t size);

/* "file:line: path of the setting and the key below it", or "--set path"; returns `buffer`. */
const char *setting_place(const struct setting *at, const char *below, char *buffer, size_t size);

/* ST_CONFIG: "place: reason" */
enum status setting_fault(const struct setting *at, const char *below, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The value as a word for a sentence: "5", "2.5", "'text'", "a group". Returns `buffer`. */
const char *setting_show(const struct setting *s, char *buffer, size_t size);

/* Remembers that a dotted key may be in a section, for guesses at what was meant. */
void setting_know(const struct section *s, const char *key);

/* ST_CONFIG: that the key is unknown, and which one may have been meant. */
enum status setting_unknown(const struct setting *s);

/* The unknown member that may have been meant for the missing key, or NULL. Below the root any unread member
 * counts, since all keys there are known by then; at the root other keys may be read later. */
const struct setting *setting_slip(const struct section *s, const char *key);

/* Fills a setting with the value that `text` would be after "key =" in a file; text that is not a literal is a string.
 */
enum status setting_parse(struct setting *s, struct config *c, const char *text);

/* Places of cells, as keys name them: nodes of parts. */
#pragma once
#include "apps/hines/state/state.h"

struct wanted {
    const char *key, *cells; /* the key, for messages; a group, or "": all */
    int64_t number;          /* of the entry of that key */
    int64_t cell, section;   /* cell -1: every one */
    double at;
    const char *named; /* or NULL: the section by its name */
};

/* The name of a section, its region and number there: "apical[3]". */
enum { SECTION_NAME_BYTES = 48 };
void place_section_name(char out[SECTION_NAME_BYTES], const struct cable *c, int64_t section);

/* The section of a cell; ST_CONFIG: it has none. */
enum status place_section(const struct wanted *w, const struct cable *cable, int64_t *section);

/* A place that was found: the node, as an element of the part, and the section and the fraction of its length where the
 * node lies. */
struct cell_place {
    struct cell_part *part;
    int64_t node, section;
    double at;
};

/* The place in this cell; node -1: the part belongs to another rank. ST_CONFIG: it has no such section. */
enum status place_find_whole(const struct hines_state *s, const struct wanted *w, int64_t cell, struct cell_place *out);

/* The place of a known node of the cell. */
struct cell_place place_of_node(const struct hines_state *s, int64_t cell, const struct cable *cable, int64_t node);

/* The node of this cell; -1: the part belongs to another rank. ST_CONFIG: it has no such section. */
enum status place_find(const struct hines_state *s, const struct wanted *w, int64_t cell, struct cell_part **part,
                       int64_t *node);

/* Calls `visit` with every cell that is named, in ascending order, until it fails. ST_CONFIG: there is none. */
enum status places_each(struct hines_state *s, const struct wanted *w,
                        enum status (*visit)(struct hines_state *s, const struct wanted *w, int64_t cell, void *with),
                        void *with);

/* Calls `visit` with the one cell that is named: of the first group, if none is. ST_CONFIG: there is none. */
enum status places_one(struct hines_state *s, const struct wanted *w,
                       enum status (*visit)(struct hines_state *s, const struct wanted *w, int64_t cell,
                                            const void *with),
                       const void *with);

/* Appends an item of `size` bytes to *list, a pointer to `count` of them. ST_NOMEM. */
enum status places_append(void *list, int64_t *count, size_t size, const void *item);

/* Sources of a field: charges as marks with their sign, and contours of the right side. */
#pragma once
#include "command/plot/map/moments.h"
#include "command/plot/map/plane.h"

enum { SOURCES_LINE = 24 }; /* pixels of height that each line of the key takes */

/* Point charges: those in the plane are marked, and those near it in grey. */
struct sources {
    int64_t count;
    double *place[3], *charge; /* [count] place: NULL along missing axes */
    char units[64];
    double reach;                                /* half of a cell: nearer charges lie in the plane */
    int64_t inside;                              /* those that do */
    bool above[MOMENTS_MAX], below[MOMENTS_MAX]; /* does a panel have contours of values above zero, and below? */
    bool any_above, any_below;
    char right_units[64];
};

/* Reads the charges of a run, if there are any and the plane is on a mesh. ST_NOMEM, ST_IO. */
enum status sources_read(struct sources *out, const struct result *r, const struct stored_run *run,
                         const struct plane *p);
void sources_free(struct sources *s);

/* Does charge i lie in the plane, or within `reach` of it? */
bool sources_in_plane(const struct sources *s, const struct plane *p, int64_t i);

/* Inline data of the marks; contours of the right side for panel `panel`, if the moment has one. */
void sources_put(FILE *script, struct sources *s, const struct plane *p);
enum status sources_put_contours(FILE *script, struct sources *s, const struct plane *p, const struct result *r,
                                 const struct moment *m, int panel);

/* ", $above0 with lines ..." after the plot of a panel. */
void sources_plot(FILE *script, const struct sources *s, int panel);

/* The number of lines of the key; and prints them at the foot of a picture. */
int sources_lines(const struct sources *s);
void sources_key(FILE *script, const struct sources *s, int height);

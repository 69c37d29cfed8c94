/* A cell cut into compartments: a tree of nodes, joined by conductances. */
#pragma once
#include <stdbool.h>

#include "apps/hines/morphology/morphology.h"

/* The division of sections into compartments. */
struct cutting {
    int64_t compartments;        /* of each section; 0: by d_lambda */
    double d_lambda;             /* the largest length of a compartment, as a share of the length constant at 100 Hz */
    double resistivity[REGIONS]; /* Ohm cm */
    double capacitance[REGIONS]; /* uF/cm^2 */
    bool ends;                   /* a node at each end of each section, even where nothing hangs on it */
};

/* Nodes, each after its parent. The first ones of a section lie along it, one in the middle of each compartment; a
 * node without area, where sections are joined, has no compartment of its own. */
struct cable {
    int64_t nodes, sections;
    int64_t *parent;      /* [nodes]; -1: the root */
    double *conductance;  /* [nodes] to the parent, uS */
    double *area;         /* [nodes] um^2; 0: of a joint */
    enum region *region;  /* [nodes] */
    int64_t *section;     /* [nodes] the section of each */
    double *at;           /* [nodes] fraction of the section's length */
    double *distance;     /* [nodes] um along the cell from the middle of the first section */
    int64_t *first;       /* [sections] node of the first compartment */
    int64_t *count;       /* [sections] compartments */
    int64_t *number;      /* [sections] place among those of its region, from 0 */
    double *length;       /* [sections] um */
    int64_t *start, *end; /* [sections] nodes at both ends; where there is none, the nearest one */
};

enum status cable_make(struct cable *out, const struct morphology *m, const struct cutting *cutting);
void cable_free(struct cable *c);

/* The node at the fraction `at` of a section: of the compartment that holds it, or, for 0 and 1, of the end. */
int64_t cable_node(const struct cable *c, int64_t section, double at);

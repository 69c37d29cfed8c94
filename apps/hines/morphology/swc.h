/* Cells traced under a microscope, in SWC files: lines of id, type, x, y, z, radius and the id of the parent (um; types
 * 1 soma, 2 axon, 3 dendrite, 4 apical dendrite; all others are read as `other`).
 *
 * R. C. Cannon, D. A. Turner, G. K. Pyapali, H. V. Wheal, J. Neurosci. Methods 84 (1998) 49.
 *
 * Lines end with LF, CR LF or CR. Only a comment may follow the seven numbers: an eighth number most often means that
 * two samples share a line.
 *
 * The lines may come in any order: they are put in order of their ids, as Arbor does and NEURON means to. As there, a
 * parent's id is smaller than those of its children, without which sections would be numbered as in neither program; it
 * excludes cycles, too. There is one root, ids differ, radii are positive. A section without length is dropped, and its
 * children are attached to its parent.
 *
 * Files as found may have radii of 0, several roots, or a root that is its own parent. They are refused, unless a
 * lenience says how to read them; changes are then noted (base/result/caveats.h).
 *
 * No standard says where membrane lies between a soma and the first sample of a branch that grows from it. A reading
 * does.
 *
 * neuron: as Import3d of NEURON 8. A section ends where samples branch, where their type changes, and where the next
 * one in order of ids is not a child. A soma of one sample is a cylinder as long as it is thick, of the area of the
 * sphere; so is one of three, of one radius, whose first is parent of both others, which are two radii from each other
 * along it (to 1 %) and from which nothing grows: NeuroMorpho's y, y - r, y + r. All others are cylinders and cones in
 * a chain. A branch of a soma of one sample, or from the inside of a longer one, starts at its own first sample, joined
 * to the middle of the soma without resistance; a lone sample is a cylinder from the soma's. From the ends of a longer
 * soma there is one to the first sample, as thick as that. Elsewhere a section starts at its parent's sample, with the
 * radius there. swc_neuron.c has the corner cases, and the one in which NEURON differs.
 *
 * arbor: as load_swc_arbor. A cone from each sample to its parent, of the sample's type, also out of the soma; the
 * first sample needs a child of its own type, so that no soma has one sample only.
 *
 * sonata: as SONATA's guide for developers. A soma of one sample, the first, which is a sphere; sections of one type
 * without gaps, which end only where samples branch; ids that count from 1 line by line. Branches of the soma are as
 * for `neuron`. Sections are numbered type by type: soma, axon, dendrite, apical. */
#pragma once
#include <stdio.h>

#include "apps/hines/morphology/morphology.h"

enum swc_reading { SWC_NEURON, SWC_ARBOR, SWC_SONATA };

/* The roots that are allowed: one; several, of which the tree of the first is read, or on the first of which the others
 * hang. */
enum swc_roots { SWC_ONE_ROOT, SWC_FIRST_ROOT, SWC_JOIN_ROOTS };
struct swc_lenience {
    double radius_min; /* um, to which smaller radii are raised; 0: radii below 1e-6 are refused */
    enum swc_roots roots;
};

/* Reads a file: ST_CONFIG, "file:line: reason"; ST_NOMEM. *out is freed by morphology_free, empty after a failure. */
enum status swc_read(struct morphology *out, const char *path, enum swc_reading reading);
/* Reads an open file, which messages call `path`. */
enum status swc_read_from(struct morphology *out, FILE *in, const char *path, enum swc_reading reading);
/* Both functions with a lenience. */
enum status swc_read_with(struct morphology *out, const char *path, enum swc_reading reading,
                          const struct swc_lenience *lenience);
enum status swc_read_from_with(struct morphology *out, FILE *in, const char *path, enum swc_reading reading,
                               const struct swc_lenience *lenience);

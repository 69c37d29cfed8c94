/* Cells traced under a microscope, in SWC files. */
#pragma once
#include "apps/hines/morphology/morphology.h"

/* There is no standard of what a soma of few samples is. Without a word below, all readings agree.
 *     neuron   one sample: a cylinder as long as thick; dendrites begin at its middle
 *     arbor    ...
 *     sonata   one sample: the same cylinder */
enum swc_reading { SWC_NEURON, SWC_ARBOR, SWC_SONATA };

/* Reads a file: ST_CONFIG, "file:line: reason". */
enum status swc_read(struct morphology *out, const char *path, enum swc_reading reading);

/* Names the axes of the arrays of a result file. */
#pragma once
#include "base/result/store.h"
#include "command/run/workload/workload.h"

/* Attaches coordinates to the arrays of all runs: x, y, z of the mesh to fields and snapshots, x or x_NAME to fields of
 * one axis, the axis or the time to the columns of a series. Called after everything else, since copies of a run would
 * lose them. */
enum status record_scales(struct store *out, const struct workload *w);

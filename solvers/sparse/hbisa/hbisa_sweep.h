/* The sweeps of hbisa.h. */
#pragma once
#include "solvers/sparse/hbisa/hbisa_workspace.h"

/* The tridiagonal systems that begin in row `first`, with their right sides in room->r. */
struct system sweep_system(const struct hbisa_workspace *room, int64_t first);

/* Sweeps of the plan's system until its rule ends them, the room being split and the inner plans factored. */
enum status sweep_all(struct plan *p, const struct blocktri *t);

/* The sweeps of hbisa.h. */
#pragma once
#include "solvers/sparse/hbisa/hbisa_workspace.h"

/* The tridiagonal systems that begin in row `first`, with their right sides in space->r. */
struct system sweep_system(const struct hbisa_workspace *space, int64_t first);

/* Sweeps of the plan's system until its rule ends them, after hbisa_split and the factoring of the inner plans. */
enum status sweep_all(struct plan *p, const struct system *system);

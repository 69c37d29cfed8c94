/* The waves on a device: the arrays that waves.c moves there, and the division there. */
#pragma once
#include "apps/poisson/waves/waves.h"

/* Replaces the rows of the matrix and the shifts of so many systems by copies on the device. */
enum status waves_send_systems(struct waves *w, int64_t rows, int64_t systems);
/* Copies the eigenvalues, times unit. */
enum status waves_send_eigenvalues(struct waves *w);
/* Divides u, from its first unknown on. Queued. */
void waves_divide_there(const struct waves *w, real *u);

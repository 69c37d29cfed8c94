/* The sources from which given.c reads systems. Each allocates and fills `g`, and begins its sentences with a key of
 * the run. */
#pragma once
#include "apps/batch/given/given.h"

enum status given_gallery(struct given *g, const struct batch_params *p);
enum status given_market(struct given *g, const struct batch_params *p); /* a matrix in a Matrix Market file */
enum status given_arrays(struct given *g, const struct batch_params *p); /* datasets of HDF5, and files of NumPy */

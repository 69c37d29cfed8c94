/* hypre, a library of multigrid methods of the Lawrence Livermore National Laboratory, or why it is not there. It is
 * opened when first needed, with the Open MPI that it was linked with, and linked by nothing, so that a machine without
 * it runs everything else. Its HYPRE_Int has to be int. */
#pragma once
#include "base/status.h"

struct ompi_communicator_t; /* MPI_Comm points to one in Open MPI; in others it is a number */

/* ST_DEVICE and a sentence if there is none that can be called. Looks where the loader looks (LD_LIBRARY_PATH), then in
 * $HYPRE_DIR/lib. Called from one thread, outside of parallel regions: it starts MPI in this process only. */
enum status hypre_ready(void);

/* The rest only after hypre_ready has found it. A function of the library; NULL if it has none such. */
void *hypre_function(const char *name);

/* The communicator of only this process. */
struct ompi_communicator_t *hypre_communicator(void);

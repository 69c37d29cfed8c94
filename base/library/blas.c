/* A lock around BLAS where the library is not safe to call from several threads. */
#include "base/library/blas.h"

#include <pthread.h>

int openblas_get_parallel(void); /* 0: built without threads */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void blas_begin(void)
{
    if (!openblas_get_parallel()) pthread_mutex_lock(&lock);
}

void blas_end(void)
{
    if (!openblas_get_parallel()) pthread_mutex_unlock(&lock);
}

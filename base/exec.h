/* Where and how a piece of work runs. */
#pragma once

enum space { HOST, DEVICE, SPACE_COUNT };

struct trace;

struct exec {
    enum space space;
    int threads;         /* OpenMP threads of every parallel region of this work, >= 1 */
    void *stream;        /* DEVICE: the stream on which the work is queued; NULL is the default one */
    struct trace *trace; /* HOST: where methods note what each thread does; NULL: nowhere */
};

/* Before a function that kernels call too. */
#ifdef __CUDACC__
#define EITHER_SPACE __host__ __device__
#else
#define EITHER_SPACE
#endif

/* "host", "device" */
const char *space_name(enum space s);

/* A HOST exec of `threads` threads; 0 means all that OpenMP offers. */
struct exec exec_host(int threads);

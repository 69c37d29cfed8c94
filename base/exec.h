/* The place of a computation: host or device, threads, stream. */
#pragma once

/* The most threads that may be asked for: a larger number is a mistake. */
enum { EXEC_THREADS_MAX = 4096 };

enum space { HOST, DEVICE, SPACE_COUNT };

struct trace;

struct exec {
    enum space space;
    int threads;         /* OpenMP threads of every parallel region of this work, >= 1 */
    void *stream;        /* DEVICE: the stream on which the work is queued; NULL is the default one */
    struct trace *trace; /* HOST: where methods note what each thread does; NULL: nowhere */
};

/* Marks a function that kernels call too. */
#ifdef __CUDACC__
#define EITHER_SPACE __host__ __device__
#else
#define EITHER_SPACE
#endif

/* "host", "device" */
const char *space_name(enum space s);

/* A HOST exec of `threads` threads; 0 means all that OpenMP offers. */
struct exec exec_host(int threads);

/* Ends the threads that wait for parallel regions of this thread, which may spin: the next region starts new ones. */
void exec_rest(void);

/* Seconds of work on one thread below which others are not asked to help: a hundred times what it takes to wake one on
 * an idle core, and still less than what is lost where another program has that core. */
#define SMALL_WORK 5e-4

/* Bytes that one thread moves in a second, or flops that it does, at best: what work is guessed by. */
#define THREAD_RATE 1e10

/* `exec`, with one thread if the work, all that is done between two waits, takes less than SMALL_WORK on one. */
struct exec exec_for(struct exec exec, double seconds);

/* As exec_for, for the main work of a run, its solves or steps; records the result for exec_note_end. */
struct exec exec_deserved(struct exec exec, double seconds);

/* Noted from the calls of exec_deserved since the last exec_note_begin, from all threads: the most threads that were
 * given, 0 if there was none, and the most seconds of work. */
struct exec_note {
    int threads;
    double seconds;
};
void exec_note_begin(void);
struct exec_note exec_note_end(void);

/* Tests: another value in its place; 0: no work is small. */
void exec_small_work(double seconds);

/* Other simulators of neurons, which are asked for their times and their potentials. Each is one script of Python,
 * which reads a job from its input and prints an answer, both JSON: bench/peers/hines/README.md. They are started,
 * never linked, and may be missing. */
#pragma once
#include <limits.h>

#include "apps/hines/model/params.h"

enum { PEER_WORDS = 16, PEER_WORD = 48, PEER_REASON = 200 };

struct peer_words {
    int count;
    char word[PEER_WORDS][PEER_WORD];
};

struct hines_peer {
    char file[PATH_MAX], python[PATH_MAX]; /* the script, and the interpreter that runs it */
    char name[PEER_WORD], version[PEER_WORD];
    char missing[PEER_REASON];  /* the reason why it cannot be asked; "": it can */
    struct peer_words schemes;  /* of time steps */
    struct peer_words variants; /* of channels; the first one for passive membranes */
    struct peer_words choices;  /* settings of which the fastest is chosen, such as the size of groups; may be empty */
};

struct hines_peers {
    int count;
    struct hines_peer *of;
};

/* All scripts peer_*.py that come with the program, in the order of their names. Each is asked through the Pythons that
 * $BANDSTAND_PYTHON lists, separated by ':', by default "python3", until one has its modules. ST_NOMEM, ST_IO; a lack
 * of scripts is not a fault. */
enum status hines_peers_find(struct hines_peers *out);
extern const char hines_peers_none[]; /* a sentence for where there are no scripts */
void hines_peers_free(struct hines_peers *p);

/* Cells and the question about them. A job can describe cells of one group of generated cells, one membrane, no
 * channels or those of type hh everywhere, and at most one clamp of each cell, from the beginning on without end. */
struct peer_job {
    const struct hines_params *params;     /* dt, temperature, initial, cells, ..., and records, of the first cell */
    const char *scheme, *variant, *choice; /* words of the peer; choice NULL: none */
    int threads;
    int64_t steps;  /* of a call, or of the whole course */
    int repeats;    /* calls that are timed */
    double seconds; /* after which the peer is stopped */
};

struct peer_times {
    double seconds;       /* the least of a call that nothing disturbed, or of all if there is none */
    int64_t calls, clean; /* those that were timed, and those that were not disturbed */
    double bytes;         /* resident memory that the cells took */
    int64_t compartments; /* of all cells */
};

/* A course in time: potentials at the places of records. */
struct peer_course {
    int64_t count, columns;
    double *time;  /* [count] ms */
    double *value; /* [columns][count] mV */
};

/* ST_DEVICE and a sentence if the peer fails, takes too long or gives an impossible answer; ST_REFUSED: a job cannot
 * describe these cells; ST_NOMEM, ST_IO. */
enum status hines_peer_time(const struct hines_peer *peer, const struct peer_job *job, struct peer_times *out);
/* As peer_time, for a course sampled every `record_every` steps; caller frees by peer_course_free. */
enum status hines_peer_trace(const struct hines_peer *peer, const struct peer_job *job, struct peer_course *out);
void peer_course_free(struct peer_course *c);

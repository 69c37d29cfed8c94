/* The runs of a workload as they are taken, one after the other. */
#pragma once
#include <sys/stat.h>

#include "base/result/store.h"
#include "command/run/workload/reference.h"
#include "command/run/workload/workload.h"

struct sweep_ranks;
struct evaluated;
struct timing;

struct execution {
    const struct workload *workload;
    struct store *result;
    const char *checkpoint; /* file name */
    struct stat written;    /* the checkpoint that was written or read there; zeros: none */
    struct store *resume;   /* checkpoint to continue from, or NULL; used by the first run only */
    bool quiet;
    int finished;              /* runs whose results are recorded */
    int current;               /* index of the run in progress: those before it are recorded */
    int kept;                  /* that of the run whose state the checkpoint holds; 0: none before it is kept */
    enum status misused;       /* of a run that failed for lack of memory or by its input: ST_NOMEM, ST_CONFIG; or 0 */
    struct sweep_ranks *ranks; /* or NULL: that take the points of sweeps */
    struct evaluated *evaluated; /* or NULL: values of formulas that the runs share */
    bool apart;                  /* ranks that share the runs keep their parts of fields (struct sim) */
    int taken_over;              /* runs that the checkpoint held */
    struct reference reference;
    struct timing *timing; /* [workload->count] */
};

/* Sets the start of a job: its method, options and threads; `evaluated`: values of formulas that runs share, or NULL.
 * device_exec_end(&out->exec) frees it. */
enum status job_begin(struct sim *out, const struct workload *w, int index, struct evaluated *evaluated);

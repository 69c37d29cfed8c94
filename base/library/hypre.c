/* Opens hypre with dlopen, checks the size of its integers, and starts its MPI. */
#include "base/library/hypre.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/comm/comm.h"

static const char file[] = "libHYPRE.so";
static void *library;
static struct ompi_communicator_t *communicator;
static enum status found = ST_DEVICE;
static char absence[256];

/* Settings of Open MPI: a process that mpirun did not start runs no daemon, leaves no files and keeps its handlers of
 * signals. */
static const char *const settings[] = {
    "OMPI_MCA_ess_singleton_isolated", "1", "OMPI_MCA_orte_create_session_dirs", "0", "OMPI_MCA_opal_signal", ""};
enum { SETTINGS = sizeof settings / sizeof *settings };

void *hypre_function(const char *name)
{
    return dlsym(library, name);
}

struct ompi_communicator_t *hypre_communicator(void)
{
    return communicator;
}

/* A number of 64 bits overwrites both. */
static bool has_small_integers(void)
{
    int32_t major[2] = {-1, -1};
    int (*version)(int32_t * major, int32_t * minor, int32_t * patch, int32_t * single);
    *(void **)&version = hypre_function("HYPRE_VersionNumber");
    if (!version) return false;
    version(major, NULL, NULL, NULL);
    return major[0] >= 0 && major[1] == -1;
}

/* If the program is a rank, MPI runs already. MPI that is started here is never finalized, since it holds nothing that
 * outlives the process. */
static enum status start(void)
{
    int (*init)(int *argc, char ***argv), (*prepare)(void);
    if (!has_small_integers()) return fail(ST_DEVICE, "its integers have 64 bits, or it is too old");
    communicator = hypre_function("ompi_mpi_comm_self");
    *(void **)&init = hypre_function("MPI_Init");
    if (!communicator || !init) return fail(ST_DEVICE, "its MPI is not Open MPI");
    for (int i = 0; i < SETTINGS; i += 2) setenv(settings[i], settings[i + 1], 0);
    if (!comm_started() && init(NULL, NULL) != 0) return fail(ST_DEVICE, "its MPI cannot be started");
    *(void **)&prepare = hypre_function("HYPRE_Initialize");
    if (!prepare) *(void **)&prepare = hypre_function("HYPRE_Init");
    return !prepare || prepare() == 0 ? ST_OK : fail(ST_DEVICE, "it cannot be initialized");
}

static void open_library(const char *path)
{
    library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (!library) snprintf(absence, sizeof absence, "hypre is not on this machine: %s", dlerror());
}

static void look(void)
{
    const char *const root = getenv("HYPRE_DIR");
    char path[1024];
    open_library(file);
    if (!library && root) {
        snprintf(path, sizeof path, "%s/lib/%s", root, file);
        open_library(path);
    }
    if (!library) return;
    found = start();
    if (found != ST_OK) snprintf(absence, sizeof absence, "hypre on this machine cannot be used: %s", fail_text());
}

enum status hypre_ready(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, look);
    return found == ST_OK ? ST_OK : fail(found, "%s", absence);
}

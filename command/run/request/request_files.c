/* Loads the configuration of a run, from its file or from a checkpoint, and names the result file. */
#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/printable.h"
#include "command/run/checkpoint/checkpoint.h"
#include "command/run/jobs/jobs.h"
#include "command/run/request/configurations.h"
#include "command/run/request/folder.h"
#include "command/run/request/request.h"

/* File names of the command line are relative to the current folder, those of the configuration to the folder where the
 * run began. */
static enum status go_back(struct request *r, struct store *checkpoint)
{
    char *const resume = folder_absolute(r->resume), *const output =
                                                         r->origin.output ? folder_absolute(r->origin.output) : NULL;
    const bool named = resume && (output || !r->origin.output);
    r->moved = named && folder_enter(checkpoint);
    if (!r->moved) return free(resume), free(output), named ? ST_OK : fail(ST_NOMEM, "no memory for a file name");
    free(r->origin.output);
    r->origin.output = output;
    r->resume = r->full = resume;
    return ST_OK;
}

enum status request_path(const struct request *r, char **name)
{
    if (!r->moved || !*name) return ST_OK;
    char *const full = folder_absolute(*name);
    if (!full) return fail(ST_NOMEM, "no memory for a file name");
    free(*name);
    *name = full;
    return ST_OK;
}

static enum status load(const struct request *r, struct config **config)
{
    char *file;
    TRY(configuration_find(&file, r->config));
    if (strcmp(file, r->config) && !r->quiet) say(stderr, "bandstand: runs %s\n", file);
    const enum status s = config_load(config, file);
    free(file);
    return s;
}

enum status request_config(struct request *r, struct store *checkpoint, struct config **config)
{
    if (checkpoint) {
        TRY(go_back(r, checkpoint));
        char *const asked = r->origin.output;
        r->origin.output = NULL;
        const enum status s = checkpoint_config(checkpoint, config, &r->origin);
        if (asked) free(r->origin.output), r->origin.output = asked;
        if (!r->threads) r->threads = r->origin.threads;
        return s == ST_OK ? ST_OK : fail_within(s, "cannot resume %s: ", r->resume);
    }
    TRY(load(r, config));
    if (!r->origin.sets && !(r->origin.sets = strdup(""))) return fail(ST_NOMEM, "no memory for the settings");
    if (!r->origin.methods && !(r->origin.methods = strdup(""))) return fail(ST_NOMEM, "no memory for the settings");
    return settings_apply(*config, r->origin.sets);
}

enum status request_output(struct request *r, const struct workload *w)
{
    char *name = NULL;
    if (r->origin.output) return ST_OK;
    char *const copy = strdup(config_name(w->config));
    if (!copy) return fail(ST_NOMEM, "no memory for the name of the result file");
    const char *const base = basename(copy);
    const size_t length = strlen(base), stem = length > 4 && !strcmp(base + length - 4, ".cfg") ? length - 4 : length;
    const int made =
        w->settings.file ? asprintf(&name, "%s", w->settings.file) : asprintf(&name, "output/%.*s.h5", (int)stem, base);
    free(copy);
    if (made < 0) return fail(ST_NOMEM, "no memory for the name of the result file");
    r->origin.output = name;
    if (w->settings.file || mkdir("output", 0777) == 0 || errno == EEXIST) return ST_OK;
    return fail(ST_IO, "cannot make the folder output: %s", strerror(errno));
}

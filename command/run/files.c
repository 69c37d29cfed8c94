/* Checks, before anything is computed, that the files of a run have different names, may be replaced, and are in
 * folders that can be written. */
#include "command/run/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file/atomic_file.h"
#include "base/result/xdmf.h"
#include "command/run/execute.h"

static enum status add(void *files, const char *key, const char *path, enum filetype writes)
{
    struct files *const f = files;
    struct named_file *const grown = realloc(f->file, (size_t)(f->count + 1) * sizeof *grown);
    if (!grown) return fail(ST_NOMEM, "no memory for the names of files");
    f->file = grown;
    f->file[f->count++] = (struct named_file){key, path, writes};
    return ST_OK;
}

/* Only fields on a mesh are described. */
static bool described(const struct workload *w)
{
    return w->settings.xdmf && w->settings.fields && w->app->mesh;
}

/* If two files that are written have the same name, the later one is reported. */
enum status files_make(struct files *out, const struct workload *w, const char *result, const char *checkpoint)
{
    *out = (struct files){0};
    TRY(add(out, "", config_name(w->config), FILE_NONE));
    TRY(add(out, "output.file", result, FILE_RESULT));
    TRY(add(out, "checkpoint.file", checkpoint, FILE_CHECKPOINT));
    out->stopped = stopped_path(result);
    if (!out->stopped) return fail(ST_NOMEM, "no memory for the names of files");
    TRY(add(out, "output.file", out->stopped, FILE_RESULT));
    if (described(w)) {
        out->description = xdmf_path(result);
        if (!out->description) return fail(ST_NOMEM, "no memory for the names of files");
        TRY(add(out, "output.xdmf", out->description, FILE_XDMF));
    }
    return options_files(w->app->options, w->params, add, out);
}

void files_free(struct files *f)
{
    free(f->file);
    free(f->description);
    free(f->stopped);
    *f = (struct files){0};
}

static const char *words_of(const struct named_file *file, char *buffer, size_t size)
{
    if (file->writes == FILE_RESULT) return "the result file";
    if (file->writes == FILE_CHECKPOINT) return "the checkpoint";
    if (!*file->key) return "the configuration";
    snprintf(buffer, size, "the file that %s %s", file->key, file->writes ? "writes" : "reads");
    return buffer;
}

static enum status check_pair(const struct files *f, int64_t i, int64_t j, const struct config *config)
{
    char words[96];
    const struct named_file *const a = &f->file[i], *const b = &f->file[j];
    if ((!a->writes && !b->writes) || !atomic_file_same(a->path, b->path)) return ST_OK;
    const struct named_file *const blamed = a->writes ? a : b, *const other = a->writes ? b : a;
    return section_fault(config, config_root(config), blamed->key, "%s is %s: give another name", blamed->path,
                         words_of(other, words, sizeof words));
}

/* A file that one run fills. */
static enum status check_alone(const struct named_file *file, const struct workload *w)
{
    if (file->writes != FILE_SONATA || (w->count == 1 && !w->swept && !w->job[0].axes)) return ST_OK;
    return section_fault(
        w->config, config_root(w->config), file->key,
        "%s can hold only one run, not a sweep or several: give one method by --solvers, and one precision",
        file->path);
}

enum status files_check(const struct files *f, const struct workload *w)
{
    const struct config *const config = w->config;
    for (int64_t i = 0; i < f->count; i++) TRY(check_alone(&f->file[i], w));
    for (int64_t i = 0; i < f->count; i++)
        for (int64_t j = 0; j < i; j++) TRY(check_pair(f, i, j, config));
    for (int64_t i = 0; i < f->count; i++) {
        const struct named_file *const file = &f->file[i];
        const enum status s = file->writes ? atomic_file_check(file->path, file->writes) : ST_OK;
        if (s != ST_OK && file->writes == FILE_XDMF)
            return fail(s, "%s; with output.xdmf = false it is not written", fail_text());
        TRY(s);
    }
    return ST_OK;
}

/* Finds the configurations of figures in a folder, and reads their claims. */
#define _GNU_SOURCE /* strverscmp */
#include "command/papers/experiment/experiment.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"
#include "command/compare/result/result.h"
#include "command/papers/claims/needs.h"

struct named {
    char *label, *method;
};
static const struct option named_table[] = {
    {"label", "", OPT_TEXT, offsetof(struct named, label), .optional = true},
    {"method", "", OPT_TEXT, offsetof(struct named, method), .default_value = "\"auto\""},
    {0},
};

enum { LABELS = 128 };

/* The labels of the runs of the configuration; *count 0: it does not list them. */
static enum status labels_of(const struct experiment *x, const char *label[LABELS], size_t *count)
{
    const struct section *const root = config_root(x->config);
    *count = 0;
    for (int64_t i = 0; i < section_count(root, "solvers") && *count < LABELS; i++) {
        struct named n = {0};
        TRY(section_read(x->config, section_item(root, "solvers", i), named_table, &n));
        label[(*count)++] = n.label ? n.label : n.method;
    }
    return ST_OK;
}

/* Formulas may name the runs of the configuration. */
static enum status check(const struct experiment *x)
{
    const char *labels[LABELS];
    size_t count;
    TRY(labels_of(x, labels, &count));
    return paper_check(x->config, &x->paper, labels, count);
}

static const char *file_of(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static enum status check_name(const struct experiment *x, const struct result *r)
{
    char *name = NULL;
    if (store_has_text(r->store, "/config", "name")) TRY(store_get_text(r->store, "/config", "name", &name));
    const bool same = !name || !strcmp(file_of(name), file_of(x->path));
    const enum status s =
        same ? ST_OK : fail(ST_FAILED, "%s: not judged: %s is a result of %s", x->paper.id, r->path, name);
    free(name);
    return s;
}

enum status experiment_check_result(const struct experiment *x, const struct result *r)
{
    static const struct option app_table[] = {{"app", "", OPT_TEXT, 0, .optional = true}, {0}};
    const char *labels[LABELS];
    char *app = NULL;
    size_t count;
    TRY(section_read(x->config, config_root(x->config), app_table, &app));
    if (app && strcmp(app, r->app))
        return fail(ST_FAILED, "%s: not judged: %s is a result of the application %s, not %s", x->paper.id, r->path,
                    r->app, app);
    TRY(check_name(x, r));
    TRY(labels_of(x, labels, &count));
    for (int64_t i = 0; count && i < r->count; i++) {
        const char *const of = r->run[i].label ? r->run[i].label : r->run[i].method;
        size_t k = 0;
        while (k < count && strcmp(labels[k], of)) k++;
        if (k == count)
            return fail(ST_FAILED, "%s: not judged: %s has a run '%s', which its configuration does not have",
                        x->paper.id, r->path, of);
    }
    return ST_OK;
}

/* Each setting of the reduced run has a place in the configuration. */
static enum status check_quick(const struct experiment *x)
{
    struct config *reduced = NULL;
    enum status s = x->paper.quick.count ? config_load(&reduced, x->path) : ST_OK;
    for (int64_t i = 0; s == ST_OK && i < x->paper.quick.count; i++) {
        if ((s = config_set(reduced, x->paper.quick.v[i])) != ST_CONFIG) continue;
        char reason[512];
        snprintf(reason, sizeof reason, "%s", fail_text());
        section_fault(x->config, config_root(x->config), "quick", "%s", reason);
    }
    config_free(reduced);
    return s;
}

static char *name_of(const char *path)
{
    const char *const name = file_of(path);
    return strndup(name, strlen(name) - strlen(".cfg"));
}

static enum status load(struct experiment *x, const char *path)
{
    *x = (struct experiment){.path = strdup(path), .name = name_of(path)};
    if (!x->path || !x->name) return fail(ST_NOMEM, "no memory for %s", path);
    TRY(config_load(&x->config, path));
    TRY(section_read(x->config, config_root(x->config), paper_table, &x->paper));
    TRY(check(x));
    return check_quick(x);
}

static void unload(struct experiment *x)
{
    free(x->path);
    free(x->name);
    x->config = config_free(x->config);
}

static int by_id(const void *a, const void *b)
{
    return strverscmp(((const struct experiment *)a)->paper.id, ((const struct experiment *)b)->paper.id);
}

static enum status load_all(struct experiments *out, char *const *path, size_t count)
{
    out->item = calloc(count + 1, sizeof *out->item);
    if (!out->item) return fail(ST_NOMEM, "no memory for %zu configurations", count);
    for (size_t i = 0; i < count; i++) {
        struct experiment *const x = &out->item[out->count++];
        TRY(load(x, path[i]));
        if (!x->paper.id) unload(x), out->count--;
    }
    qsort(out->item, (size_t)out->count, sizeof *out->item, by_id);
    for (int64_t i = 1; i < out->count; i++)
        if (!strcmp(out->item[i - 1].paper.id, out->item[i].paper.id))
            return section_fault(out->item[i].config, config_root(out->item[i].config), "figure.id",
                                 "'%s' is also the id in %s", out->item[i].paper.id, out->item[i - 1].path);
    return ST_OK;
}

enum status experiments_load(struct experiments *out, const char *folder)
{
    char pattern[4096];
    glob_t found = {0};
    *out = (struct experiments){0};
    snprintf(pattern, sizeof pattern, "%s/*.cfg", folder);
    if (glob(pattern, 0, NULL, &found)) {
        globfree(&found);
        return fail(ST_CONFIG, "no configuration in the folder %s", folder);
    }
    const enum status s = load_all(out, found.gl_pathv, found.gl_pathc);
    globfree(&found);
    if (s == ST_OK && !out->count) return fail(ST_CONFIG, "no configuration in %s has figure.id", folder);
    return s;
}

void experiments_free(struct experiments *e)
{
    for (int64_t i = 0; i < e->count; i++) unload(&e->item[i]);
    free(e->item);
    *e = (struct experiments){0};
}

enum status experiments_find(const struct experiments *e, const char *id, const struct experiment **out)
{
    enum { NAMES = 128 };
    const char *names[NAMES];
    char advice[1536];
    size_t count = 0;
    for (int64_t i = 0; i < e->count; i++) {
        *out = &e->item[i];
        if (!strcmp((*out)->paper.id, id) || !strcmp((*out)->path, id)) return ST_OK;
        if (count < NAMES) names[count++] = (*out)->paper.id;
    }
    return fail(ST_CONFIG, "no figure '%s'%s", id, spelling_advice(id, names, count, advice, sizeof advice));
}

bool experiment_uses_gpu(const struct experiment *x)
{
    for (int64_t i = 0; i < x->paper.claims.count; i++)
        if (needs_gpu(paper_claim(&x->paper, i)->needs)) return true;
    return false;
}

/* Finds configurations by name in the folders that come with the program. */
#include "command/run/request/configurations.h"

#include <errno.h>
#include <fts.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/program/program.h"
#include "base/spelling.h"

enum { FOLDERS = PROGRAM_PLACES, FILES = 512 };
struct search {
    struct arena arena;
    size_t folders, files;
    const char *folder[FOLDERS], *file[FILES];
    const char *short_name[FILES]; /* "bvp/heated_rod" */
};

static bool is(const char *path, mode_t type)
{
    struct stat s;
    return stat(path, &s) == 0 && (s.st_mode & S_IFMT) == type;
}

static enum status find_folders(struct search *s)
{
    char path[PATH_MAX], *copy;
    for (int place = 0; place < PROGRAM_PLACES; place++) {
        if (!program_folder(path, (enum program_place)place, "configs")) continue;
        TRY(arena_print(&s->arena, &copy, "%s", path));
        s->folder[s->folders++] = copy;
    }
    return ST_OK;
}

static enum status add_file(struct search *s, const char *folder, const FTSENT *entry)
{
    const size_t length = entry->fts_pathlen, above = strlen(folder) + 1;
    char *copy, *name;
    if (entry->fts_info != FTS_F || s->files == FILES) return ST_OK;
    if (length < above + 4 || strcmp(entry->fts_path + length - 4, ".cfg")) return ST_OK;
    TRY(arena_print(&s->arena, &copy, "%s", entry->fts_path));
    TRY(arena_copy(&s->arena, &name, copy + above, (int64_t)(length - above - 4)));
    s->file[s->files] = copy, s->short_name[s->files++] = name;
    return ST_OK;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static enum status list(struct search *s, const char *folder)
{
    char root[PATH_MAX];
    char *const roots[] = {strcpy(root, folder), NULL};
    FTS *const walk = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, by_name);
    enum status status = walk ? ST_OK : fail(ST_NOMEM, "no memory for the names of configurations");
    for (const FTSENT *e; status == ST_OK && (e = fts_read(walk));) status = add_file(s, folder, e);
    if (walk) fts_close(walk);
    return status;
}

/* Does the path end with the complete words of `name`? */
static bool ends_with(const char *path, const char *name)
{
    const size_t all = strlen(path), end = strlen(name);
    return end <= all && !strcmp(path + all - end, name) && (end == all || path[all - end - 1] == '/');
}

/* The words of the name that are compared: without "configs/" and ".cfg". */
static enum status plain(struct search *s, const char *name, char **out)
{
    const char *const from = strncmp(name, "configs/", 8) ? name : name + 8;
    const size_t length = strlen(from);
    const bool suffix = length > 4 && !strcmp(from + length - 4, ".cfg");
    return arena_copy(&s->arena, out, from, (int64_t)(suffix ? length - 4 : length));
}

static enum status absent(const struct search *s, const char *name, const char *word, int error)
{
    char advice[256] = "";
    const char *known[2 * FILES];
    for (size_t i = 0; i < s->files; i++) {
        const char *const slash = strrchr(s->short_name[i], '/');
        known[i] = s->short_name[i], known[i + s->files] = slash ? slash + 1 : s->short_name[i];
    }
    const char *const near = spelling_nearest(word, known, 2 * s->files);
    if (near) snprintf(advice, sizeof advice, "; did you mean '%s'?", near);
    if (!s->folders) return fail(ST_CONFIG, "cannot read %s: %s", name, strerror(error));
    return fail(ST_CONFIG, "cannot read %s: %s; no configuration has this name in %s%s%s%s", name, strerror(error),
                s->folder[0], s->folders > 1 ? " or " : "", s->folders > 1 ? s->folder[1] : "", advice);
}

/* The file of the first folder that has one of this name. */
static enum status choose(struct search *s, const char **found, const char *name, int error)
{
    char *word;
    TRY(find_folders(s));
    TRY(plain(s, name, &word));
    for (size_t f = 0; f < s->folders && !*found; f++) {
        size_t i = s->files;
        TRY(list(s, s->folder[f]));
        for (; i < s->files; i++) {
            if (!ends_with(s->short_name[i], word)) continue;
            if (*found) return fail(ST_CONFIG, "'%s' matches %s and %s: give its folder too", name, *found, s->file[i]);
            *found = s->file[i];
        }
    }
    return *found ? ST_OK : absent(s, name, word, error);
}

enum status configuration_find(char **file, const char *name)
{
    struct search s = {0};
    const char *found = NULL;
    enum status status = ST_OK;
    *file = NULL;
    if (strchr("/.", *name) || is(name, S_IFREG) || access(name, F_OK) == 0) found = name;
    else status = choose(&s, &found, name, errno);
    if (status == ST_OK && !(*file = strdup(found))) status = fail(ST_NOMEM, "no memory for a file name");
    arena_free(&s.arena);
    return status;
}

enum status configuration_folder(char **folder, const char *part)
{
    struct search s = {0};
    char here[PATH_MAX], *there = NULL;
    snprintf(here, sizeof here, "configs/%s", part);
    enum status status = is(here, S_IFDIR) ? ST_OK : find_folders(&s);
    for (size_t f = 0; status == ST_OK && f < s.folders && !there; f++) {
        status = arena_print(&s.arena, &there, "%s/%s", s.folder[f], part);
        if (status == ST_OK && !is(there, S_IFDIR)) there = NULL;
    }
    *folder = status == ST_OK ? strdup(there ? there : here) : NULL;
    if (status == ST_OK && !*folder) status = fail(ST_NOMEM, "no memory for a file name");
    arena_free(&s.arena);
    return status;
}

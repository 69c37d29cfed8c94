/* The memory limit as it was measured last, a small text file for each host, processor, number of cores and of threads.
 * A file that is damaged, of another machine, old, or from the future is as good as none; one that cannot be written is
 * done without. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/file/atomic_file.h"
#include "base/file/cache_folder.h"
#include "base/file/input.h"
#include "base/host.h"
#include "base/memory.h"
#include "base/timing/bandwidth.h"

enum { KEY = 1024, PATH = 4096, AGE_MAX = 24 * 60 * 60 };

struct key {
    char text[KEY];
};

static struct key key_of(int threads)
{
    char name[128] = "?", cpu[256] = "?";
    struct key k;
    host_name(name, sizeof name);
    host_cpu(cpu, sizeof cpu);
    snprintf(k.text, sizeof k.text, "%s, %s, cores %ld, cache %" PRId64 ", threads %d", name, cpu, host_cores(),
             mem_cache_bytes(), threads);
    return k;
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo 1991): names are short, and what a key means stands in the file. */
static uint64_t hash(const char *text)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (; *text; text++) h = (h ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return h;
}

static bool path_of(char out[PATH], const struct key *key, bool make)
{
    if (!cache_folder(out, PATH - 64, make)) return false;
    const size_t used = strlen(out);
    snprintf(out + used, PATH - used, "/memory-limit-%016" PRIx64, hash(key->text));
    return true;
}

static const char layout_out[] =
    "bandstand memory limit 1\n%s\nmeasured %" PRId64 "\nbytes %" PRId64
    "\nin_caches %d\nread %.17g\ncopy %.17g\ntriad %.17g\nin_place %.17g\nsolve %.17g\nend\n";
static const char layout_in[] = "measured %" SCNd64 "\nbytes %" SCNd64
                                "\nin_caches %d\nread %lg\ncopy %lg\ntriad %lg\nin_place %lg\nsolve %lg\nend%n";

static bool sound(const struct bandwidth *b)
{
    const int64_t age = (int64_t)time(NULL) - b->measured;
    return bandwidth_complete(b) && isfinite(bandwidth_limit(b)) && b->bytes > 0 && age >= 0 && age <= AGE_MAX;
}

/* The whole file, which is shorter than `size`. */
static bool load(const char *path, char *text, size_t size)
{
    FILE *f;
    if (input_open(&f, path, (int64_t)size - 1) != ST_OK) return false;
    const size_t length = fread(text, 1, size - 1, f);
    text[length] = '\0';
    return fclose(f) == 0;
}

bool bandwidth_recall(struct bandwidth *out, int threads)
{
    const struct key key = key_of(threads);
    char path[PATH], text[2 * KEY], head[KEY + 64];
    int in_caches = 0, end = 0;
    if (!path_of(path, &key, false) || !load(path, text, sizeof text)) return false;
    const int length = snprintf(head, sizeof head, "bandstand memory limit 1\n%s\n", key.text);
    if (strncmp(text, head, (size_t)length)) return false;
    *out = (struct bandwidth){0};
    sscanf(text + length, layout_in, &out->measured, &out->bytes, &in_caches, &out->read, &out->copy, &out->triad,
           &out->in_place, &out->solve, &end);
    out->in_caches = in_caches != 0;
    return end > 0 && sound(out);
}

static void put(FILE *f, const struct key *key, const struct bandwidth *b)
{
    fprintf(f, layout_out, key->text, b->measured, b->bytes, b->in_caches, b->read, b->copy, b->triad, b->in_place,
            b->solve);
}

void bandwidth_keep(const struct bandwidth *b, int threads)
{
    const struct key key = key_of(threads);
    struct atomic_file file;
    char path[PATH];
    FILE *f;
    if (b->disturbed || !bandwidth_complete(b) || !path_of(path, &key, true)) return;
    if (atomic_file_begin(&file, path, FILE_MEMORY_LIMIT) != ST_OK) return;
    enum status s = atomic_file_stream(&file, &f);
    if (s == ST_OK) put(f, &key, b);
    if (s == ST_OK) s = atomic_file_stream_end(&file, f);
    if (s == ST_OK) atomic_file_commit(&file);
    else atomic_file_abandon(&file);
}

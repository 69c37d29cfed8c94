/* Finds the peers: which scripts there are, and a Python that has the modules of each. */
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "apps/hines/peers/ask.h"
#include "apps/hines/peers/job.h"
#include "base/program/program.h"

enum { LOADING = 120 /* seconds */ };
static const char prefix[] = "peer_", suffix[] = ".py";

const char hines_peers_none[] = "no scripts of peers: this program is neither installed nor in its tree, so it cannot "
                                "find bench/peers/hines";

static int is_script(const struct dirent *e)
{
    const size_t length = strlen(e->d_name), end = strlen(suffix);
    return !strncmp(e->d_name, prefix, strlen(prefix)) && length > end && !strcmp(e->d_name + length - end, suffix);
}

static void read_words(struct peer_words *out, const struct json_value *answer, const char *key)
{
    const struct json_value *const list = json_member(answer, key);
    for (const struct json_value *v = list ? list->first : NULL; v && out->count < PEER_WORDS; v = v->next)
        if (v->type == JSON_TEXT) snprintf(out->word[out->count++], PEER_WORD, "%s", v->text);
}

/* Asks a peer through one Python what it is. */
static enum status describe(struct hines_peer *p, const char *python, FILE *question)
{
    struct json_value *answer;
    TRY(peer_ask(python, p->file, question, LOADING, &answer));
    const char *const missing = json_text_of(answer, "missing"), *const name = json_text_of(answer, "name");
    snprintf(p->missing, sizeof p->missing, "%s", missing);
    snprintf(p->python, sizeof p->python, "%s", python);
    if (*name) snprintf(p->name, sizeof p->name, "%s", name);
    snprintf(p->version, sizeof p->version, "%s", json_text_of(answer, "version"));
    read_words(&p->schemes, answer, "schemes");
    read_words(&p->variants, answer, "variants");
    read_words(&p->choices, answer, "choices");
    json_free(answer);
    if (!*p->missing && (!p->schemes.count || !p->variants.count || !*name))
        return fail(ST_DEVICE, "its answer must have its name, schemes and variants");
    return ST_OK;
}

/* The first Python that has it; otherwise the module missing in the last one. */
static enum status describe_by_any(struct hines_peer *p, FILE *question)
{
    const char *const given = getenv("BANDSTAND_PYTHON");
    char list[PATH_MAX], *rest = list;
    snprintf(list, sizeof list, "%s", given && *given ? given : "python3");
    for (const char *python; (python = strsep(&rest, ":"));) {
        const enum status s = describe(p, python, question);
        if (s == ST_DEVICE) snprintf(p->missing, sizeof p->missing, "%s", fail_text());
        else TRY(s);
        if (!*p->missing) break;
    }
    return ST_OK;
}

static enum status add(struct hines_peers *out, const char *folder, const char *name, FILE *question)
{
    struct hines_peer *const p = &out->of[out->count++];
    const size_t begin = strlen(prefix);
    if (snprintf(p->file, sizeof p->file, "%s/%s", folder, name) >= (int)sizeof p->file)
        return fail(ST_IO, "the name of a script is too long: %s/%s", folder, name);
    snprintf(p->name, sizeof p->name, "%.*s", (int)(strlen(name) - begin - strlen(suffix)), name + begin);
    return describe_by_any(p, question);
}

static enum status add_all(struct hines_peers *out, const char *folder, struct dirent **entry, int count)
{
    FILE *question;
    enum status s = ST_OK;
    out->of = calloc((size_t)(count > 0 ? count : 1), sizeof *out->of);
    if (!out->of) return fail(ST_NOMEM, "no memory for the names of scripts");
    TRY(program_file(&question));
    peer_job_describe(question);
    for (int i = 0; i < count && s == ST_OK; i++) s = add(out, folder, entry[i]->d_name, question);
    fclose(question);
    return s;
}

enum status hines_peers_find(struct hines_peers *out)
{
    char folder[PATH_MAX];
    struct dirent **entry = NULL;
    *out = (struct hines_peers){0};
    if (!program_folder(folder, PROGRAM_INSTALLED, "peers/hines") &&
        !program_folder(folder, PROGRAM_IN_TREE, "bench/peers/hines"))
        return ST_OK;
    const int count = scandir(folder, &entry, is_script, alphasort);
    const enum status s = count < 0 ? fail(ST_IO, "cannot list %s", folder) : add_all(out, folder, entry, count);
    for (int i = 0; i < count; i++) free(entry[i]);
    free(entry);
    if (s != ST_OK) hines_peers_free(out);
    return s;
}

void hines_peers_free(struct hines_peers *p)
{
    free(p->of);
    *p = (struct hines_peers){0};
}

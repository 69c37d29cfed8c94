/* Runs the script of a peer on a job and reads its answer. */
#include "apps/hines/peers/ask.h"

#include <stdlib.h>

#include "base/program/program.h"

/* All of a file, freed by the caller. */
static enum status load(FILE *f, char **text)
{
    const long size = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    *text = size >= 0 ? malloc((size_t)size + 1) : NULL;
    if (!*text) return fail(ST_NOMEM, "no memory for an answer");
    rewind(f);
    (*text)[fread(*text, 1, (size_t)size, f)] = '\0';
    return ST_OK;
}

static enum status read_answer(FILE *f, struct json_value **answer)
{
    char *text;
    *answer = NULL;
    TRY(load(f, &text));
    enum status s = json_read(text, answer);
    free(text);
    if (s == ST_CONFIG) return fail(ST_DEVICE, "its answer is not JSON: %s", fail_text());
    TRY(s);
    const struct json_value *const error = json_member(*answer, "error");
    if ((*answer)->type != JSON_OBJECT) s = fail(ST_DEVICE, "its answer is not an object of JSON");
    else if (error) s = fail(ST_DEVICE, "%s", json_text_of(*answer, "error"));
    if (s != ST_OK) json_free(*answer), *answer = NULL;
    return s;
}

enum status peer_ask(const char *python, const char *file, FILE *job, double seconds, struct json_value **answer)
{
    char why[640], *argv[] = {(char *)(uintptr_t)python, (char *)(uintptr_t)file, NULL};
    FILE *said;
    TRY(program_file(&said));
    const enum program_end end = program_run(argv, job, said, seconds, why, sizeof why);
    enum status s = ST_OK;
    if (end == PROGRAM_ABSENT) s = fail(ST_DEVICE, "%s does not exist", python);
    else if (end == PROGRAM_FAILED) s = fail(ST_DEVICE, "it %s", why);
    else s = read_answer(said, answer);
    fclose(said);
    return s;
}

/* Formulas through muParser: compiled once a thread, evaluated in blocks, and what muParser takes silently refused. */
#include "base/formula/expression.h"

#include <assert.h>
#include <dlfcn.h>
#include <math.h>
#include <muParserDLL.h>
#include <stdio.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/arena.h"
#include "base/memory.h"
#include "base/signals.h"

/* A block of points is evaluated at once. muParser parses again in each call, about 15 us, which a block must
 * hide; its columns still fit the cache. */
enum { BLOCK = 4096, VARIABLES_MAX = 8, LENGTH_MAX = 4096, NESTING_MAX = 64 };

/* A parser and the columns it is bound to. Binding makes muParser parse again, so columns never move:
 * values are copied in. Variables that the formula does not mention share one, which nobody reads. */
struct worker {
    muParserHandle_t parser;
    double *column[VARIABLES_MAX];
    double *memory;
};

struct expression {
    struct arena arena;
    char *text, *variables;
    int count; /* of variables */
    char *name[VARIABLES_MAX];
    bool used[VARIABLES_MAX];
    int workers;
    struct worker *worker;
};

static const char word_characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";

/* Length of the word or the character at a place of a text. */
static int token_length(const char *at)
{
    const int length = (int)strspn(at, word_characters);
    return length ? length : *at != 0;
}

static bool mentions(const char *text, const char *name)
{
    for (int length; *text; text += length) {
        length = token_length(text);
        if ((int)strlen(name) == length && !strncmp(text, name, (size_t)length)) return true;
    }
    return false;
}

/* muParser's own sentences come from one buffer shared by all threads, so we word them here. */
static enum status parse_fault(const struct expression *e, int code, int position)
{
    static const struct {
        int code;
        const char *reason;
    } reasons[] = {
        {2, "the formula ends too soon"},    {4, "a comma outside of a function"},
        {11, "a parenthesis is not closed"}, {14, "too many arguments"},
        {15, "too few arguments"},           {25, "the formula is empty"},
        {33, "a '?' without its ':'"},       {34, "a ':' without its '?'"},
    };
    const int length = (int)strlen(e->text), at = position < 0 ? 0 : position < length ? position : length;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (reasons[i].code != code) continue;
        if (position < 0) return fail(ST_CONFIG, "%s", reasons[i].reason);
        return fail(ST_CONFIG, "%s at position %d", reasons[i].reason, at + 1);
    }
    return fail(ST_CONFIG, "unexpected '%.*s' at position %d; the variables are %s", token_length(e->text + at),
                e->text + at, at + 1, e->variables);
}

/* Refuses text that muParser would take but must not: assignments write into the caller's columns. */
static enum status check_text(const struct expression *e)
{
    int depth = 0;
    if (strlen(e->text) > LENGTH_MAX) return fail(ST_CONFIG, "the formula is longer than %d characters", LENGTH_MAX);
    for (const char *p = e->text; *p; p++) {
        const int position = (int)(p - e->text) + 1;
        depth += (*p == '(') - (*p == ')');
        if (depth > NESTING_MAX)
            return fail(ST_CONFIG, "more than %d open parentheses at position %d", NESTING_MAX, position);
        if (*p == '"') return fail(ST_CONFIG, "unexpected '\"' at position %d", position);
        if (*p != '=') continue;
        if (p[1] == '=') p++;
        else if (p == e->text || !strchr("<>!", p[-1]))
            return fail(ST_CONFIG, "'=' at position %d; equality is ==", position);
    }
    return ST_OK;
}

static void define_names(const struct expression *e, struct worker *w)
{
    static const struct {
        const char *name;
        double value;
    } constants[] = {{"pi", M_PI}, {"e", M_E}};
    static const struct {
        const char *name;
        double (*f)(double);
    } unary[] = {{"floor", floor}, {"ceil", ceil}, {"erf", erf}, {"erfc", erfc}};
    static const struct {
        const char *name;
        double (*f)(double, double);
    } binary[] = {{"mod", fmod}, {"hypot", hypot}, {"pow", pow}};
    for (int v = 0; v < e->count; v++) mupDefineVar(w->parser, e->name[v], w->column[v]);
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (!mentions(e->variables, constants[i].name))
            mupDefineConst(w->parser, constants[i].name, constants[i].value);
    for (size_t i = 0; i < sizeof unary / sizeof *unary; i++) mupDefineFun1(w->parser, unary[i].name, unary[i].f, 1);
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
        mupDefineFun2(w->parser, binary[i].name, binary[i].f, 1);
}

static void end(struct worker *w)
{
    if (w->parser) mupRelease(w->parser);
    mem_free(w->memory);
    *w = (struct worker){0};
}

/* Without memory muParser throws an exception that C cannot catch: the handler of C++ comes before, if C++ is there. */
static void expect_no_memory(void)
{
    void (*(*set_handler)(void (*)(void)))(void);
    *(void **)&set_handler = dlsym(RTLD_DEFAULT, "_ZSt15set_new_handlerPFvvE");
    if (set_handler) set_handler(signals_without_memory);
}

static enum status begin(const struct expression *e, struct worker *w)
{
    static double unread;
    int values = 0, columns = 0;
    for (int v = 0; v < e->count; v++) columns += e->used[v];
    expect_no_memory();
    TRY(mem_array(&w->memory, HOST, (int64_t)columns * BLOCK, sizeof(double)));
    columns = 0;
    for (int v = 0; v < e->count; v++) w->column[v] = e->used[v] ? w->memory + columns++ * BLOCK : &unread;
    w->parser = mupCreate(muBASETYPE_FLOAT);
    define_names(e, w);
    mupSetExpr(w->parser, e->text);
    mupEvalMulti(w->parser, &values);
    if (mupError(w->parser)) return parse_fault(e, mupGetErrorCode(w->parser), mupGetErrorPos(w->parser));
    if (values != 1) return fail(ST_CONFIG, "the formula gives %d values, not one", values);
    return ST_OK;
}

/* Parsers for a team of threads; they are made before it starts, since making one may fail. */
static enum status start_team(struct expression *e, int team)
{
    struct worker *grown;
    if (team <= e->workers) return ST_OK;
    TRY(arena_take(&e->arena, &grown, team * (int64_t)sizeof *grown));
    if (e->workers) memcpy(grown, e->worker, (size_t)e->workers * sizeof *grown);
    e->worker = grown;
    for (; e->workers < team; e->workers++) {
        const enum status s = begin(e, &e->worker[e->workers]);
        if (s != ST_OK) return end(&e->worker[e->workers]), s;
    }
    return ST_OK;
}

static enum status split_variables(struct expression *e, const char *variables)
{
    char *rest;
    TRY(arena_copy(&e->arena, &e->variables, variables, (int64_t)strlen(variables)));
    TRY(arena_copy(&e->arena, &rest, variables, (int64_t)strlen(variables)));
    for (char *name = strtok_r(rest, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        assert(e->count < VARIABLES_MAX);
        e->used[e->count] = mentions(e->text, name);
        e->name[e->count++] = name;
    }
    return ST_OK;
}

static enum status fill(struct expression *e, const char *text, const char *variables)
{
    TRY(arena_copy(&e->arena, &e->text, text, (int64_t)strlen(text)));
    TRY(split_variables(e, variables));
    TRY(check_text(e));
    return start_team(e, 1);
}

enum status expression_make(struct expression **out, const char *text, const char *variables)
{
    struct expression *e;
    *out = NULL;
    TRY(mem_alloc(&e, HOST, sizeof *e));
    const enum status s = fill(e, text, variables);
    *out = s == ST_OK ? e : expression_free(e);
    return s;
}

struct expression *expression_free(struct expression *e)
{
    for (int i = 0; e && i < e->workers; i++) end(&e->worker[i]);
    if (e) arena_free(&e->arena);
    return mem_free(e);
}

bool expression_uses(const struct expression *e, const char *variable)
{
    for (int v = 0; v < e->count; v++)
        if (!strcmp(e->name[v], variable)) return e->used[v];
    return false;
}

/* Inside of a team. muParser opens a parallel region of its own in each call, which must not multiply threads. */
static struct worker *own_worker(const struct expression *e)
{
#ifdef _OPENMP
    omp_set_num_threads(1);
    return &e->worker[omp_get_thread_num()];
#else
    return e->worker;
#endif
}

static int eval_block(const struct expression *e, struct worker *w, const double *const *values, int64_t first,
                      int64_t count, double *out)
{
    for (int v = 0; v < e->count; v++)
        if (e->used[v] && values[v]) memcpy(w->column[v], values[v] + first, (size_t)count * sizeof(double));
    mupEvalBulk(w->parser, out + first, (int)count);
    return mupError(w->parser);
}

enum status expression_eval(struct expression *e, int64_t n, const double *const *values, const double *scalars,
                            int threads, double *out)
{
    const int64_t blocks = (n + BLOCK - 1) / BLOCK;
    const int team = blocks < 1 ? 1 : blocks < threads ? (int)blocks : threads;
    const int64_t widest = n < BLOCK ? n : BLOCK;
    int failed = 0;
    TRY(start_team(e, team));
#pragma omp parallel num_threads(team) reduction(| : failed)
    {
        struct worker *const w = own_worker(e);
        for (int v = 0; v < e->count; v++)
            for (int64_t i = 0; i < widest && e->used[v] && !values[v]; i++) w->column[v][i] = scalars[v];
#pragma omp for schedule(static)
        for (int64_t b = 0; b < blocks; b++)
            failed |= eval_block(e, w, values, b * BLOCK, n - b * BLOCK < BLOCK ? n - b * BLOCK : BLOCK, out);
    }
    return failed ? fail(ST_FAILED, "the formula %s cannot be evaluated", e->text) : ST_OK;
}

const char *expression_library(void)
{
    static _Thread_local char version[64];
    muParserHandle_t parser = mupCreate(muBASETYPE_FLOAT);
    snprintf(version, sizeof version, "%s", mupGetVersion(parser));
    mupRelease(parser);
    return version;
}

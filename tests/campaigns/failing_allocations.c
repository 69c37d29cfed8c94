/* Memory that runs out on purpose, for LD_PRELOAD: the allocation number FAIL_AT fails, with FAIL_ONWARD=1 all later
 * ones too. Allocations count from the program's main on, not those that a runtime makes before; with FAIL_OF=program
 * only those that the program makes, by itself or by the calls of the C library that are caught below, without those of
 * other libraries. FAIL_COUNT names a file that gets how many were counted. Children are spared.
 *
 * With FAIL_SERVER=1 the program does not begin, but does so in a child for each line "FAIL_AT FAIL_ONWARD FOLDER" of
 * standard input: there, its standard error in the file `stderr`. Standard output gets its number, then how it ended,
 * as waitpid says. Starting it once saves most of the time. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static uintptr_t from, to; /* the addresses of the program */
static atomic_long counted;
static long fail_at;
static bool onward, program_only, begun;
static char count_file[4096];

/* The program comes first. */
static int find_program(struct dl_phdr_info *info, size_t size, void *nothing)
{
    (void)size, (void)nothing;
    for (int p = 0; p < info->dlpi_phnum; p++) {
        const ElfW(Phdr) *const h = &info->dlpi_phdr[p];
        const uintptr_t begin = info->dlpi_addr + h->p_vaddr, end = begin + h->p_memsz;
        if (h->p_type != PT_LOAD) continue;
        if (!from || begin < from) from = begin;
        if (end > to) to = end;
    }
    return 1;
}

/* Into a child that begins. */
static void enter(const char *folder)
{
    const int nothing = open("/dev/null", O_RDWR);
    if (chdir(folder)) _exit(99);
    dup2(open("stderr", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
}

/* Returns only in children. */
static void serve(void)
{
    char line[4096], folder[4000];
    int keeps_on, end;
    for (;;) {
        size_t length = 0; /* byte by byte: bytes read beyond the line would be lost */
        while (length < sizeof line - 1 && read(STDIN_FILENO, line + length, 1) == 1 && line[length] != '\n') length++;
        line[length] = 0;
        if (sscanf(line, "%ld %d %3999s", &fail_at, &keeps_on, folder) != 3) _exit(0);
        const pid_t child = fork();
        if (child == 0) {
            onward = keeps_on;
            enter(folder);
            return;
        }
        dprintf(STDOUT_FILENO, "%d\n", (int)child);
        waitpid(child, &end, 0);
        dprintf(STDOUT_FILENO, "%d\n", end);
    }
}

static int (*program_main)(int, char **, char **);

static int begin(int argc, char **argv, char **variables)
{
    const char *const at = getenv("FAIL_AT"), *const of = getenv("FAIL_OF"), *const count = getenv("FAIL_COUNT");
    dl_iterate_phdr(find_program, NULL);
    fail_at = at ? atol(at) : 0;
    onward = getenv("FAIL_ONWARD") != NULL;
    program_only = of && !strcmp(of, "program");
    if (count) snprintf(count_file, sizeof count_file, "%s", count);
    unsetenv("LD_PRELOAD");
    if (getenv("FAIL_SERVER")) serve();
    begun = true;
    return program_main(argc, argv, variables);
}

/* The function by which the C library starts a program. */
int __libc_start_main(int (*given)(int, char **, char **), int argc, char **argv, void (*before)(void),
                      void (*after)(void), void (*at_exit)(void), void *stack)
{
    int (*real)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
    *(void **)&real = dlsym(RTLD_NEXT, "__libc_start_main");
    program_main = given;
    return real(begin, argc, argv, before, after, at_exit, stack);
}

static bool fails(const void *caller)
{
    const uintptr_t at = (uintptr_t)caller;
    if (!begun || (program_only && (at < from || at >= to))) return false;
    const long k = atomic_fetch_add(&counted, 1) + 1;
    const bool now = fail_at > 0 && (k == fail_at || (onward && k > fail_at));
    if (now) errno = ENOMEM;
    return now;
}

__attribute__((destructor)) static void end(void)
{
    FILE *const f = *count_file ? fopen(count_file, "w") : NULL;
    if (!f) return;
    fprintf(f, "%ld\n", (long)counted);
    fclose(f);
}

void *malloc(size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *p, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(p, size);
}

void *memalign(size_t align, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(align, size);
}

void *aligned_alloc(size_t align, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(align, size);
}

int posix_memalign(void **out, size_t align, size_t size)
{
    if (fails(__builtin_return_address(0))) return ENOMEM;
    *out = __libc_memalign(align, size);
    return *out ? 0 : ENOMEM;
}

/* The C library allocates for these functions: the caller decides whose allocation it is. Without FAIL_OF=program
 * malloc has counted it. */
static bool fails_within(const void *caller)
{
    return program_only && fails(caller);
}

char *strdup(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *const copy = fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

char *strndup(const char *text, size_t max)
{
    const size_t length = strnlen(text, max);
    char *const copy = fails(__builtin_return_address(0)) ? NULL : __libc_malloc(length + 1);
    if (copy) ((char *)memcpy(copy, text, length))[length] = 0;
    return copy;
}

int vasprintf(char **out, const char *format, va_list arguments)
{
    static int (*real)(char **, const char *, va_list);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "vasprintf");
    if (!fails_within(__builtin_return_address(0))) return real(out, format, arguments);
    *out = (char *)1; /* it is not defined what stands there then */
    return -1;
}

int asprintf(char **out, const char *format, ...)
{
    static int (*real)(char **, const char *, va_list);
    va_list arguments;
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "vasprintf");
    *out = (char *)1;
    if (fails_within(__builtin_return_address(0))) return -1;
    va_start(arguments, format);
    const int length = real(out, format, arguments);
    va_end(arguments);
    return length;
}

#define STREAM(name, parameters, given) \
    FILE *name parameters \
    { \
        static FILE *(*real)parameters; \
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name); \
        return fails_within(__builtin_return_address(0)) ? NULL : real given; \
    }
STREAM(fopen, (const char *path, const char *mode), (path, mode))
STREAM(fdopen, (int fd, const char *mode), (fd, mode))
STREAM(open_memstream, (char **out, size_t *size), (out, size))
STREAM(tmpfile, (void), ())

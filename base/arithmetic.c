/* Reads and writes the control bits of MXCSR, the register of SSE and AVX, and the control word of the x87, which
 * computes with long double (Intel, Software Developer's Manual, volume 1, sections 8.1.5 and 10.2.3); on AArch64 FPCR,
 * which has no flags (Arm, Architecture Reference Manual for A-profile, C5.2.8). On other processors the modes stay
 * what the caller has set. */
#include "base/arithmetic.h"

static _Thread_local struct arithmetic_mode found; /* what this thread had set */
static _Thread_local bool differed;

#ifdef __x86_64__
#include <xmmintrin.h>

enum {
    CONTROL = 0xffc0 /* of MXCSR; flags of exceptions are below */,
    VECTORS = 0x1f80,
    X87 = 0x37f,
    X87_MASKS = 0x3f
};

static unsigned x87_now(void)
{
    unsigned short word;
    __asm__ volatile("fnstcw %0" : "=m"(word));
    return word;
}

/* The x87 traps a flag of an earlier exception as soon as that is not masked: flags are cleared before. */
static void x87_set(unsigned mode)
{
    const unsigned short word = (unsigned short)mode;
    if ((mode & X87_MASKS) != X87_MASKS) __asm__ volatile("fnclex");
    __asm__ volatile("fldcw %0" : : "m"(word));
}

static struct arithmetic_mode now(void)
{
    return (struct arithmetic_mode){_mm_getcsr() & CONTROL, x87_now()};
}

void arithmetic_set(struct arithmetic_mode mode)
{
    const unsigned vectors = _mm_getcsr();
    if ((vectors & CONTROL) != mode.vectors) _mm_setcsr((vectors & ~(unsigned)CONTROL) | mode.vectors);
    if (x87_now() != mode.x87) x87_set(mode.x87);
}

static const struct arithmetic_mode plain = {VECTORS, X87};
#elif defined __aarch64__
static struct arithmetic_mode now(void)
{
    unsigned long fpcr;
    __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
    return (struct arithmetic_mode){(unsigned)fpcr, 0};
}

void arithmetic_set(struct arithmetic_mode mode)
{
    const unsigned long fpcr = mode.vectors;
    if (now().vectors != mode.vectors) __asm__ volatile("msr fpcr, %0" : : "r"(fpcr));
}

static const struct arithmetic_mode plain;
#else
static struct arithmetic_mode now(void)
{
    return (struct arithmetic_mode){0, 0};
}

void arithmetic_set(struct arithmetic_mode mode)
{
}

static const struct arithmetic_mode plain;
#endif

static bool is_plain(struct arithmetic_mode mode)
{
    return mode.vectors == plain.vectors && mode.x87 == plain.x87;
}

struct arithmetic_mode arithmetic_plain(void)
{
    const struct arithmetic_mode before = now();
    if (!is_plain(before)) arithmetic_set(plain);
    return before;
}

static bool own_plain(void)
{
    const struct arithmetic_mode before = arithmetic_plain();
    if (is_plain(before)) return false;
    found = before;
    differed = true;
    return true;
}

static void own_restore(void)
{
    if (differed) arithmetic_set(found);
    differed = false;
}

bool arithmetic_team_plain(int threads)
{
    bool any = own_plain();
    if (threads == 1) return any;
#pragma omp parallel num_threads(threads) reduction(|| : any)
    any = own_plain() || any;
    return any;
}

void arithmetic_team_restore(int threads)
{
    own_restore();
    if (threads == 1) return;
#pragma omp parallel num_threads(threads)
    own_restore();
}

/* A wrist watch that can be set: the wall clock of the process that preloads this is ahead by the
   number of seconds that stands in the file GREENROOM_CLOCK (a signed 64-bit integer), at once
   when the file changes. The monotonic clock stays true. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *ahead;
static int (*true_clock)(clockid_t, struct timespec *);

__attribute__((constructor)) static void put_on(void) {
    const char *path = getenv("GREENROOM_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    true_clock = dlsym(RTLD_NEXT, "clock_gettime");
    if (file < 0) return;
    void *page = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
    if (page != MAP_FAILED) ahead = page;
    close(file);
}

int clock_gettime(clockid_t which, struct timespec *now) {
    if (!true_clock) true_clock = dlsym(RTLD_NEXT, "clock_gettime");
    int status = true_clock(which, now);
    if (ahead && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) now->tv_sec += *ahead;
    return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec exact;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &exact);
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *kept) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (kept) *kept = exact.tv_sec;
    return exact.tv_sec;
}

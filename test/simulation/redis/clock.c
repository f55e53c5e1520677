/* For a redis-server in a simulation: its wall clock is the int64 of microseconds in the file $SIMULATED_CLOCK, and the
 * random bytes that seed its hash tables are constant, so that the order of their fields is the same in every run.
 * CLOCK_MONOTONIC stays real: it only paces the server's housekeeping, of which no client sees anything. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *micros;
static char constant[64];

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("SIMULATED_CLOCK");
  int file = path ? open(path, O_RDONLY) : -1;
  if (file < 0) return;
  void *map = mmap(0, sizeof *micros, PROT_READ, MAP_SHARED, file, 0);
  micros = map == MAP_FAILED ? 0 : map;
  for (int i = 0; i < (int)sizeof constant; i++) constant[i] = (char)(i * 37 + 11);
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  if (!micros || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE))
    return (int)syscall(SYS_clock_gettime, clock, at);
  int64_t now = *micros;
  at->tv_sec = now / 1000000;
  at->tv_nsec = (now % 1000000) * 1000;
  return 0;
}

int gettimeofday(struct timeval *at, void *zone) {
  (void)zone;
  struct timespec now;
  int failed = clock_gettime(CLOCK_REALTIME, &now);
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return failed;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}

FILE *fopen(const char *path, const char *mode) {
  static FILE *(*next)(const char *, const char *);
  if (!next) next = (FILE * (*)(const char *, const char *)) dlsym(RTLD_NEXT, "fopen");
  if (micros && !strcmp(path, "/dev/urandom")) return fmemopen(constant, sizeof constant, "r");
  return next(path, mode);
}

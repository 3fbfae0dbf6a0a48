// Makes the file system below one folder fail after a number of calls that change it.
//
// Loaded with LD_PRELOAD. `fault_arm` chooses what happens: an errno that every further call gets
// (a full disk, a device that does not answer, a file system that became read-only), KILLED (the
// process gets SIGKILL), or COPIED (the folder is copied, as a loss of power would leave it, and the
// process goes on). `fault_calls` counts the calls, so that a point can be chosen at random.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { COPIED = 1000, KILLED = 1001 };

static int armed, kind;
static long calls, limit;
static char folder[PATH_MAX];

void fault_arm(int what, long after, const char* place) {
  snprintf(folder, sizeof folder, "%s", place);
  kind = what;
  limit = after;
  calls = 0;
  armed = 1;
}

long fault_calls(void) { return calls; }

static int fails(void) {
  if (calls++ < limit || !kind) return 0;
  if (kind == KILLED) kill(getpid(), SIGKILL);
  if (kind == COPIED) {
    char command[2 * PATH_MAX + 64];
    armed = 0;
    unsetenv("LD_PRELOAD");
    snprintf(command, sizeof command, "cp -r '%s' '%s.copy'", folder, folder);
    if (system(command)) abort();
    return 0;
  }
  errno = kind;
  return 1;
}

static int is_below(const char* path) { return !strncmp(path, folder, strlen(folder)); }

static int of_descriptor(int descriptor) {
  char link[64], path[PATH_MAX];
  if (!armed) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

static int of_path(int base, const char* name) {
  char path[2 * PATH_MAX + 2];
  if (!armed || !name) return 0;
  if (name[0] == '/') return is_below(name);
  if (base == AT_FDCWD) {
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here)) return 0;
    snprintf(path, sizeof path, "%s/%s", here, name);
    return is_below(path);
  }
  return of_descriptor(base);
}

#define NEXT(name, ...) ((__typeof__(name)*)dlsym(RTLD_NEXT, #name))(__VA_ARGS__)
#define UNLESS_IT_FAILS(below, name, ...) \
  do {                                    \
    if ((below) && fails()) return -1;    \
    return NEXT(name, __VA_ARGS__);       \
  } while (0)

ssize_t write(int fd, const void* data, size_t size) {
  UNLESS_IT_FAILS(of_descriptor(fd), write, fd, data, size);
}
ssize_t writev(int fd, const struct iovec* data, int count) {
  UNLESS_IT_FAILS(of_descriptor(fd), writev, fd, data, count);
}
ssize_t pwrite(int fd, const void* data, size_t size, off_t at) {
  UNLESS_IT_FAILS(of_descriptor(fd), pwrite, fd, data, size, at);
}
ssize_t pwrite64(int fd, const void* data, size_t size, off64_t at) {
  UNLESS_IT_FAILS(of_descriptor(fd), pwrite64, fd, data, size, at);
}
int fsync(int fd) { UNLESS_IT_FAILS(of_descriptor(fd), fsync, fd); }
int fdatasync(int fd) { UNLESS_IT_FAILS(of_descriptor(fd), fdatasync, fd); }
int ftruncate(int fd, off_t size) { UNLESS_IT_FAILS(of_descriptor(fd), ftruncate, fd, size); }
int ftruncate64(int fd, off64_t size) {
  UNLESS_IT_FAILS(of_descriptor(fd), ftruncate64, fd, size);
}
int rename(const char* from, const char* to) {
  UNLESS_IT_FAILS(of_path(AT_FDCWD, to), rename, from, to);
}
int renameat(int one, const char* from, int two, const char* to) {
  UNLESS_IT_FAILS(of_path(two, to), renameat, one, from, two, to);
}
int renameat2(int one, const char* from, int two, const char* to, unsigned flags) {
  UNLESS_IT_FAILS(of_path(two, to), renameat2, one, from, two, to, flags);
}
int mkdir(const char* path, mode_t mode) {
  UNLESS_IT_FAILS(of_path(AT_FDCWD, path), mkdir, path, mode);
}

static int changes(int flags) { return flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC); }

#define OPENS(name, at, base, path, flags, ...)               \
  va_list rest;                                               \
  va_start(rest, flags);                                      \
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
  va_end(rest);                                               \
  UNLESS_IT_FAILS(changes(flags) && of_path(base, path), name, __VA_ARGS__, mode)

int open(const char* path, int flags, ...) { OPENS(open, 0, AT_FDCWD, path, flags, path, flags); }
int open64(const char* path, int flags, ...) {
  OPENS(open64, 0, AT_FDCWD, path, flags, path, flags);
}
int openat(int base, const char* path, int flags, ...) {
  OPENS(openat, 1, base, path, flags, base, path, flags);
}
int openat64(int base, const char* path, int flags, ...) {
  OPENS(openat64, 1, base, path, flags, base, path, flags);
}

// A table of system calls becomes a program of the kernel's packet filter, which looks at the
// number of a call and, of those that open files, at their flags.
#include "runtime/worker/confine.h"

#if defined(__x86_64__) || defined(__aarch64__)

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The leak sanitizer stops its own process by the call that others are looked into with.
#ifdef __has_feature
#define LOOKS_FOR_LEAKS __has_feature(address_sanitizer)
#else
#define LOOKS_FOR_LEAKS 0
#endif

// The first three are missing in headers of older kernels.
enum {
  CALL_fchmodat2 = 452,
  CALL_setxattrat = 463,
  CALL_removexattrat = 466,
  CALL_ptrace = LOOKS_FOR_LEAKS ? -1 : SYS_ptrace,
};

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// Calls that always fail. openat2 has its flags in memory, where a filter cannot look;
// open_by_handle_at takes no path. The last ones are the ways into other processes, such as the one
// that measures.
static const int refused[] = {
#ifdef __x86_64__ // those without the place that a path begins at
    SYS_creat,
    SYS_rename,
    SYS_unlink,
    SYS_link,
    SYS_symlink,
    SYS_mknod,
    SYS_mkdir,
    SYS_rmdir,
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
#endif
    SYS_openat2,
    SYS_truncate,
    SYS_renameat,
    SYS_renameat2,
    SYS_unlinkat,
    SYS_linkat,
    SYS_symlinkat,
    SYS_mknodat,
    SYS_mkdirat,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_fchown,
    SYS_fchownat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_socket,
    SYS_io_uring_setup,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    CALL_fchmodat2,
    CALL_setxattrat,
    CALL_removexattrat,
    SYS_open_by_handle_at,
    CALL_ptrace,
    SYS_pidfd_getfd,
    SYS_process_vm_writev,
};

// Calls that fail unless they open a file that is there, to be read: which argument has the flags.
static const struct {
  int call, argument;
} opening[] = {
#ifdef __x86_64__
    {SYS_open, 1},
#endif
    {SYS_openat, 2}};

enum {
  WRITING = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC,
  REFUSED_COUNT = sizeof refused / sizeof *refused,
  OPENING_COUNT = sizeof opening / sizeof *opening,
  MOST_STEPS = 8 + 2 * REFUSED_COUNT + 5 * OPENING_COUNT,
  OTHER_CALLS = 0x40000000, // from here on, those of the x32 ABI of x86-64, which are the same by
                            // other numbers
};

typedef struct Filter {
  unsigned short count;
  struct sock_filter steps[MOST_STEPS];
} Filter;

static void step(Filter *filter, struct sock_filter what) { filter->steps[filter->count++] = what; }

static void load(Filter *filter, size_t offset) {
  step(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

// Goes on with the next step where the comparison holds, else behind `skipped` of them.
static void compare(Filter *filter, int how, int64_t value, uint8_t skipped) {
  step(filter, (struct sock_filter)BPF_JUMP((uint16_t)(BPF_JMP | how | BPF_K), (uint32_t)value, 0,
                                            skipped));
}

static void answer(Filter *filter, uint32_t action) {
  step(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

static void make_filter(Filter *filter) {
  const uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;
  filter->count = 0;
  load(filter, offsetof(struct seccomp_data, arch));
  step(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
  answer(filter, refuse);
  load(filter, offsetof(struct seccomp_data, nr));
  compare(filter, BPF_JGE, OTHER_CALLS, 1);
  answer(filter, refuse);
  for (int i = 0; i < REFUSED_COUNT; i++) {
    compare(filter, BPF_JEQ, refused[i], 1);
    answer(filter, refuse);
  }
  for (int i = 0; i < OPENING_COUNT; i++) {
    compare(filter, BPF_JEQ, opening[i].call, 4);
    load(filter,
         offsetof(struct seccomp_data, args) + sizeof(uint64_t) * (size_t)opening[i].argument);
    compare(filter, BPF_JSET, WRITING, 1);
    answer(filter, refuse);
    answer(filter, SECCOMP_RET_ALLOW);
  }
  answer(filter, SECCOMP_RET_ALLOW);
}

bool confine_is_offered(void) {
  uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

// Without the flag about speculation, a filter would slow down the code that is measured.
bool confine_process(void) {
  Filter filter;
  make_filter(&filter);
  struct sock_fprog program = {filter.count, filter.steps};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                 SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) == 0;
}

#else

bool confine_is_offered(void) { return false; }
bool confine_process(void) { return false; }

#endif

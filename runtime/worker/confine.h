// Confine: a process gives up, for good, what measured code has no use for. By seccomp, which every
// Linux of today offers, and which costs nothing where no system call is made.
#ifndef AUTOTUNE_RUNTIME_WORKER_CONFINE_H
#define AUTOTUNE_RUNTIME_WORKER_CONFINE_H

#include <stdbool.h>

// Whether the system can do it. Costs a system call.
bool confine_is_offered(void);

// From now on, all threads of this process and all that they start: no file can be opened to be
// written, made, moved, removed or given other rights, no socket or io_uring can be made, and
// neither memory nor files of another process can be taken; such calls fail with EPERM. What is
// open stays so. False where the system refuses.
bool confine_process(void);

#endif

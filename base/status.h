// Status: how every fallible call of this project reports.
//
// A call returns STATUS_OK, or another code after leaving one line of text in
// status_text(). The text is per thread, names the thing that is wrong and the
// remedy, and is passed up unmasked: a caller that only forwards adds nothing.
#ifndef AUTOTUNE_BASE_STATUS_H
#define AUTOTUNE_BASE_STATUS_H

typedef enum Status {
  STATUS_OK = 0,
  STATUS_UNSUPPORTED, // this op or shape cannot be tuned; the payload is untouched
  STATUS_REJECTED,    // this schedule is illegal here; see RejectReason
  STATUS_USAGE,       // the user's mistake: option, target, file
  STATUS_LOWERING,    // MLIR or LLVM refused a step
  STATUS_MODEL,       // a cost model could not be read or used
  STATUS_STORE,       // the record store
  STATUS_WORKER,      // the measuring worker: crash, hang, limit
  STATUS_SYSTEM,      // memory, files, processes
} Status;

#ifdef __cplusplus
extern "C" {
#endif

// Leaves the formatted line (cut at the first newline, at most 511 bytes) for
// this thread and returns `code`, so that `return status_fail(...)` reads well. A "docs/" of the
// format becomes the folder of the documents (base/documents.h).
Status status_fail(Status code, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The line left by the last failure of this thread; "" when there was none.
// Lent until the thread's next status_fail.
const char *status_text(void);

#ifdef __cplusplus
}
#endif

// Leaves a function by its one exit, the label `cleanup`.
#define TRY(call)                                                                                  \
  do {                                                                                             \
    if ((status = (call)) != STATUS_OK)                                                            \
      goto cleanup;                                                                                \
  } while (0)

#endif

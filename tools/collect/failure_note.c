// A page of shared memory. The first writer is the only one.
#include "tools/collect/failure_note.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>

struct FailureNote {
  _Atomic bool is_taken, is_written;
  Status status;
  char text[512];
};

FailureNote *failure_note_create(void) {
  void *memory =
      mmap(NULL, sizeof(FailureNote), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void failure_note_destroy(FailureNote *note) {
  if (note)
    munmap(note, sizeof *note);
}

void failure_note_leave(FailureNote *note, Status status) {
  if (atomic_exchange(&note->is_taken, true))
    return;
  note->status = status;
  snprintf(note->text, sizeof note->text, "%s", status_text());
  note->is_written = true;
}

Status failure_note_take(const FailureNote *note, Status code, const char *otherwise) {
  return note->is_written ? status_fail(note->status, "%s", note->text)
                          : status_fail(code, "%s", otherwise);
}

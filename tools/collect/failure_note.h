// FailureNote: the one line in which a child process tells its parent why it failed, so that of
// many children that fail for the same reason the user hears once.
#ifndef AUTOTUNE_TOOLS_COLLECT_FAILURE_NOTE_H
#define AUTOTUNE_TOOLS_COLLECT_FAILURE_NOTE_H

#include "base/status.h"

typedef struct FailureNote FailureNote;

// In memory that children share. NULL when there is none.
FailureNote *failure_note_create(void);
void failure_note_destroy(FailureNote *note); // NULL is a no-op

// In the child: leaves status_text(), unless another child was first.
void failure_note_leave(FailureNote *note, Status status);
// In the parent, once a child has ended: fails as the child did; with `code` and `otherwise` when
// none has left a line.
Status failure_note_take(const FailureNote *note, Status code, const char *otherwise);

#endif

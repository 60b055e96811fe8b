// Op subject: an entry of an op list as what a measurer measures.
#include "tools/ops/op_subject.h"

#include <stdlib.h>

static Status build(const void *context, const char *schedule, char **out_module) {
  const OpSubject *subject = context;
  return op_entry_apply(subject->entry, subject->context, subject->tune, schedule, out_module);
}

MeasureSubject op_subject(const OpSubject *subject) { return (MeasureSubject){subject, build}; }

Status op_subject_set_task(const OpSubject *subject, Worker *worker) {
  char *untouched = NULL; // owned
  Status status = build(subject, "", &untouched);
  if (status == STATUS_OK)
    status = measurer_set_op(worker, untouched, 0);
  free(untouched);
  return status;
}

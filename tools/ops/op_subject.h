// Op subject: an entry of an op list as what a measurer measures.
#ifndef AUTOTUNE_TOOLS_OPS_OP_SUBJECT_H
#define AUTOTUNE_TOOLS_OPS_OP_SUBJECT_H

#include "search/measure/measurer.h"
#include "tools/ops/op_list.h"

// All lent.
typedef struct OpSubject {
  const OpEntry *entry;
  MlirContext context;
  const TuneOptions *tune;
} OpSubject;

// As what is measured; the OpSubject stays where it is.
MeasureSubject op_subject(const OpSubject *subject);
// Makes the entry, untouched, the task of the worker.
Status op_subject_set_task(const OpSubject *subject, Worker *worker);

#endif

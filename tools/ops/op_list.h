// Op list: the anchor ops of a model as independent pieces of work, equal ones counted
// once, each with the schedule that the pass chooses.
#ifndef AUTOTUNE_TOOLS_OPS_OP_LIST_H
#define AUTOTUNE_TOOLS_OPS_OP_LIST_H

#include "passes/tune.h"
#include "plan/thread_homes.h"
#include "tools/ops/payload.h"

typedef struct OpEntry {
  char name[64];     // "linalg.matmul"
  char function[64]; // the symbol of the function of the first of them
  char part[128];    // of an extent of unknown size, of which it is a piece; else ""
  int uses;          // ops of the model that are the same work
  char *module;      // text of a module with one function @op, the anchor annotated; owned
  Workload workload; // with the fusion that was chosen
  Schedule schedule;
  char schedule_text[SCHEDULE_TEXT_BYTES];
  double predicted_seconds;
  Target target;
  ThreadHomes homes; // of the operands of the first of them
} OpEntry;

typedef struct OpList {
  int count;
  OpEntry *items; // owned
} OpList;

// Lets the pass choose for every op of `module`, which is not changed. The caller owns the list.
Status op_list_create(MlirModule module, const TuneOptions *options, OpList *out_list);
// The same; that there is none is a usage error, and the remarks that say why are printed.
Status op_list_require(const Payload *payload, const TuneOptions *options, OpList *out_list);
void op_list_destroy(OpList *list);

// The options with the entry's target: its module stands alone, where nothing names one.
TuneOptions op_entry_options(const OpEntry *entry, const TuneOptions *options);
// The text of the entry's module with `schedule` applied by the kernel builder; "" applies nothing.
// The caller frees it.
Status op_entry_apply(const OpEntry *entry, MlirContext context, const TuneOptions *options,
                      const char *schedule, char **out_text);

// Bytes of all buffers that are read or written, each once.
double op_entry_bytes(const OpEntry *entry);
// Floating-point operations of one run; share of the target's peak in that time.
double op_entry_flops(const OpEntry *entry);
double op_entry_peak_share(const OpEntry *entry, double seconds);

#endif
